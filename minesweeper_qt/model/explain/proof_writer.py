"""Writes facts as the steps of a proof: only what the conclusion needs, each step right before its first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.proof_step import Forced, ProofStep, Split, SplitCase
from minesweeper_qt.model.explain.search_facts import Fact, Ground

Out = list[tuple[Fact, int]]

_BY_CASES = (Rule.CASES, Rule.CONTRADICTION)
"""The rules of facts whose ``out`` holds all their premises."""


def write_proof(ground: Ground, goal: Fact, cell: Cell, level: Reasoning) -> Proof:
    """Return the proof that ends with the verdict of ``goal`` on ``cell``, without derivations of what is known."""
    writer = _Writer(ground, goal, cell)
    end = writer.write()
    return Proof(ground.position, cell, goal.count > 0, level, _needed(writer.steps, end))


class _Writer:
    """Turns facts into numbered proof steps.

    A fact that was made by taking out one thing after the other becomes one step, unless another fact needs an
    intermediate result. A fact that settles many cells becomes verdicts on those cells that are taken out somewhere.
    Two facts that state the same share one step.
    """

    def __init__(self, ground: Ground, goal: Fact, cell: Cell) -> None:
        self._ground = ground
        self._goal = goal
        self._goal_bit = 1 << (cell[0] * ground.width + cell[1])
        self.steps: list[ProofStep] = []
        self._step_of_fact: dict[int, int] = {}
        """The number of the step that states a fact, by the fact's id."""
        self._step_of_sentence: dict[tuple[bool, int, int], int] = {}
        """The number of the step that states a sentence, by whether it is a verdict, its cells and its count."""
        self._uses: dict[int, int] = {}
        self._order: list[Fact] = []
        self._sort()
        self._flat: dict[int, tuple[Fact, Out]] = {}
        self._groups: dict[int, list[int]] = {}
        self._group_verdicts()

    def write(self) -> int:
        """Write all steps and return the number of the one that is the conclusion."""
        stated = {id(self._goal)}
        for base, out in self._flat.values():
            stated.update([id(other) for other, _ in out])
            if base.rule not in (Rule.CLUE, Rule.MINE_COUNT):
                stated.add(id(base))
        for fact in self._order:
            if id(fact) in stated:
                self._state(fact)
        if self._goal.rule in (*_BY_CASES, Rule.TAKEN):
            return self._step_of_fact[id(self._goal)]
        return self._settle(self._goal, self._goal_bit)

    def _sort(self) -> None:
        """Order the facts that are needed, premises first, and count the uses of each."""
        stack: list[tuple[Fact, bool]] = [(self._goal, False)]
        seen: set[int] = set()
        while stack:
            fact, is_done = stack.pop()
            if is_done:
                self._order.append(fact)
                continue
            if id(fact) in seen:
                continue
            seen.add(id(fact))
            needed = [*([fact.base] if fact.base else []), *(other for other, _ in fact.out)]
            for other in needed:
                self._uses[id(other)] = self._uses.get(id(other), 0) + 1
            stack.append((fact, True))
            stack += [(other, False) for other in reversed(needed)]

    def _group_verdicts(self) -> None:
        """Decide which cells of a sure fact are settled in one step.

        Cells that are always taken out together share a step. A verdict takes all its cells out of a sentence, so it
        must have no cell that the sentence has and keeps. Known cells that different clues need stay apart: each clue
        is then named with its own.
        """
        needs: dict[int, list[tuple[int, int]]] = {}
        apart: set[int] = set()
        is_counted = any(fact.rule is Rule.MINE_COUNT for fact in self._order)
        for fact, (base, out) in self._flattened():
            if fact.rule not in (*_BY_CASES, Rule.OVERLAP):
                for other, part in out:
                    if _as_verdict(base, other, part):
                        needs.setdefault(id(other), []).append((base.cells, part))
                        if other.rule is Rule.KNOWN_CELLS and not is_counted:
                            apart.add(id(other))
        for key, parts in needs.items():
            union = 0
            for _, part in parts:
                union |= part
            pieces = [union]
            for _, part in parts:
                pieces = [piece for whole in pieces for piece in (whole & part, whole & ~part) if piece]
            self._groups[key] = pieces if key in apart else _grouped(pieces, parts)

    def _flattened(self) -> Iterator[tuple[Fact, tuple[Fact, Out]]]:
        """Yield each fact that gets a step, with the fact that it starts from and what it takes out of that fact."""
        inner: set[int] = set()
        for fact in reversed(self._order):
            if id(fact) in inner:
                continue
            base, out = fact.base or fact, list(fact.out)
            while base.base is not None and self._uses[id(base)] == 1:
                inner.add(id(base))
                out = [*base.out, *out]
                base = base.base
            self._flat[id(fact)] = (base, out)
            yield fact, (base, out)

    def _state(self, fact: Fact) -> None:
        """Add the step that states ``fact``, after the verdicts that it needs."""
        if fact.rule in (Rule.TAKEN, Rule.KNOWN_SENTENCE):
            self._step_of_fact[id(fact)] = self._add(fact.rule, fact.cells, fact.count)
        elif fact.rule in _BY_CASES:
            self._step_of_fact[id(fact)] = self._add_cases(fact)
        elif fact.rule is Rule.OVERLAP:
            premises = tuple([self._step_of_fact[id(other)] for other, _ in fact.out])
            self._step_of_fact[id(fact)] = self._add(fact.rule, fact.cells, fact.count, premises)
        elif fact.rule is not Rule.KNOWN_CELLS:
            # Known cells are stated where they are taken out.
            self._step_of_fact[id(fact)] = self._add_rest(fact)

    def _add_rest(self, fact: Fact) -> int:
        """Add the step that states what is left of a sentence, after the verdicts that it needs; return its number."""
        base, out = self._flat[id(fact)]
        verdicts: list[int] = []
        sentences: list[int] = []
        first = 0
        for other, part in out:
            if _as_verdict(base, other, part):
                verdicts += [self._settle(other, group) for group in self._groups[id(other)] if group & part]
                first |= part
            else:
                sentences.append(self._step_of_fact[id(other)])
        if base.rule is Rule.MINE_COUNT:
            number = self._add(base.rule, fact.cells, fact.count, (*verdicts, *sentences))
        elif base.rule is Rule.CLUE:
            clue = self._ground.cell(base.clue)
            if not sentences:
                number = self._add(base.rule, fact.cells, fact.count, tuple(verdicts), clue)
            else:
                if id(base) not in self._step_of_fact and verdicts:
                    count = base.count - sum([part.bit_count() for other, part in out if part & first and other.count])
                    start = [self._add(base.rule, base.cells & ~first, count, tuple(verdicts), clue)]
                else:
                    if id(base) not in self._step_of_fact:
                        self._step_of_fact[id(base)] = self._add(base.rule, base.cells, base.count, clue=clue)
                    start = [self._step_of_fact[id(base)], *verdicts]
                number = self._add(Rule.SUBSET, fact.cells, fact.count, (*start, *sentences))
        else:
            premises = (self._step_of_fact[id(base)], *verdicts, *sentences)
            number = self._add(Rule.SUBSET, fact.cells, fact.count, premises)
        return number

    def _add_cases(self, fact: Fact) -> int:
        """Add the step of a fact by cases; return its number."""
        premises = tuple([self._step_of_fact[id(other)] for other, _ in self._flat[id(fact)][1]])
        split = fact.split and _renumbered(fact.split, premises)
        supposed = fact.supposed and _renumbered_case(fact.supposed, premises)
        return self._add(fact.rule, self._goal_bit, fact.count, premises, split=split, supposed=supposed)

    def _settle(self, fact: Fact, cells: int) -> int:
        """Return the number of the step that settles ``cells``, some or all of the cells of ``fact``."""
        if fact.rule is Rule.TAKEN:
            return self._step_of_fact[id(fact)]
        if fact.rule is Rule.KNOWN_CELLS:
            return self._add(fact.rule, cells, cells.bit_count() if fact.count else 0)
        rule = Rule.ALL_MINES if fact.count else Rule.ALL_SAFE
        return self._add(rule, cells, cells.bit_count() if fact.count else 0, (self._step_of_fact[id(fact)],))

    def _add(
        self,
        rule: Rule,
        cells: int,
        count: int,
        premises: tuple[int, ...] = (),
        clue: Cell | None = None,
        split: Split | None = None,
        supposed: SplitCase | None = None,
    ) -> int:
        """Add a step, unless one states the same already; return its number."""
        key = rule.is_verdict, cells, count
        if key not in self._step_of_sentence:
            self._step_of_sentence[key] = number = len(self.steps) + 1
            sentence = self._ground.to_cells(cells), count
            self.steps.append(ProofStep(number, rule, *sentence, premises, clue, split, supposed))
        return self._step_of_sentence[key]


def _as_verdict(base: Fact, other: Fact, part: int) -> bool:
    """Return whether ``other`` is taken out of ``base`` as a verdict.

    A whole sentence is taken out of the mine count as it is.
    """
    return other.is_sure and (
        other.rule in (Rule.TAKEN, Rule.KNOWN_CELLS) or base.rule is not Rule.MINE_COUNT or part != other.cells
    )


def _grouped(pieces: list[int], parts: list[tuple[int, int]]) -> list[int]:
    """Return as few groups of the pieces as possible, each of which a sentence loses whole or not at all.

    ``parts`` holds the cells of each sentence and the part of them that it loses.
    """
    groups: list[int] = []
    for piece in pieces:
        for place, group in enumerate(groups):
            both = group | piece
            if all(not both & part or both & cells == both & part for cells, part in parts):
                groups[place] = both
                break
        else:
            groups.append(piece)
    return groups


def _needed(steps: list[ProofStep], end: int) -> tuple[ProofStep, ...]:
    """Return the steps on which the step number ``end`` rests, with that step last, numbered anew."""
    needed = {end}
    for step in reversed(steps):
        if step.number in needed:
            needed.update(step.premises)
    numbers = {old: new for new, old in enumerate(sorted(needed), 1)}
    return tuple(
        replace(
            step,
            number=numbers[step.number],
            premises=tuple(numbers[premise] for premise in step.premises),
            split=step.split and _renumbered(step.split, numbers),
            supposed=step.supposed and _renumbered_case(step.supposed, numbers),
        )
        for step in steps
        if step.number in needed
    )


def _renumbered(split: Split, premises: Sequence[int] | Mapping[int, int]) -> Split:
    """Return ``split`` with each number replaced by ``premises[number]``.

    The old numbers are places among the premises, or numbers of steps.
    """
    return Split(premises[split.premise], tuple([_renumbered_case(case, premises) for case in split.cases]))


def _renumbered_case(case: SplitCase, premises: Sequence[int] | Mapping[int, int]) -> SplitCase:
    """Return ``case`` with each number replaced by ``premises[number]``, as ``_renumbered`` does."""
    return SplitCase(
        case.mines,
        case.safes,
        tuple(Forced(premises[forced.premise], forced.cells, forced.is_mine) for forced in case.forced),
        None if case.clash is None else premises[case.clash],
        case.split and _renumbered(case.split, premises),
    )

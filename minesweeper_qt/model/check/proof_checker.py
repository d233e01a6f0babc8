"""Verifies a proof from its position alone, without any code of the search that finds proofs.

A reader who doubts a proof needs to trust only this module, the checker of derivations for what the proof takes for
known, and ``is_satisfiable`` for steps by cases, which claim that no layout with the opposite verdict exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.check.derivation_checker import (
    Checker,
    DerivationError,
    all_fault,
    is_satisfiable,
    rest_fault,
    shared_fault,
)
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.evidence.derivation import KNOWN_RULES, Reasoning, Rule
from minesweeper_qt.model.evidence.proof_step import ProofStep, Split, SplitCase

if TYPE_CHECKING:
    from minesweeper_qt.model.board.position import Position
    from minesweeper_qt.model.evidence.proof import Pattern, Proof


class ProofError(MinesweeperError):
    """A proof does not hold. The message names the step and what is wrong with it.

    >>> from dataclasses import replace
    >>> from minesweeper_qt.model import Position, ProofError, check_proof, explain
    >>> proof = explain(Position.from_text("3x1x1\\n1HH"), (0, 1))
    >>> try:
    ...     check_proof(replace(proof, is_mine=False))
    ... except ProofError as error:
    ...     print(error)
    step 2: is not the verdict on (0, 1)
    """


def check_proof(proof: Proof) -> None:
    """Check that ``proof`` holds and contains nothing superfluous.

    Each step must follow by its rule from earlier steps, and what it takes for known from the position: from its
    clues, from the cells that it takes for mines and from its number of mines, but not from the verdict on the cell of
    the proof. A step or premise that is not needed is a fault too, and so is a repeated statement. The level must be
    at least that of each step, and at most the highest one of the steps and of the derivations of what is known; but a
    contradiction, or cases of what is known or of the number of mines, may prove what is at the level ``count``. The
    pattern must be a row of clues that may have its numbers.

    >>> from minesweeper_qt.model import Position, explain
    >>> check_proof(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))

    Raises ``ProofError``, which names the step and what is wrong with it, and ``TooHard`` when a step by
    ``Rule.CASES`` would take more than ``CHECK_STEPS`` steps to verify.
    """
    try:
        _check(proof)
    except MinesweeperError:
        raise
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as fault:
        raise ProofError(f"is no proof: {fault}") from fault


def _check(proof: Proof) -> None:
    """Do what ``check_proof`` does; a proof with malformed fields raises any error."""
    position = proof.position
    _demand(isinstance(proof.steps, tuple) and isinstance(proof.level, Reasoning), "is no proof")
    _demand(isinstance(proof.is_mine, bool), "is no verdict")
    _demand(proof.cell in position.covered, f"{proof.cell} is no covered cell")
    marks = dict.fromkeys(position.taken, 1)
    checker = Checker(position.height, position.width, position.clues, position.mines, marks)
    steps: dict[int, ProofStep] = {}
    stated: dict[tuple[bool, frozenset[Cell], int], int] = {}
    for number, step in enumerate(proof.steps, 1):
        try:
            _demand(type(step.number) is int and step.number == number, f"bears the number {step.number!r}")
            _demand(isinstance(step.cells, frozenset) and type(step.count) is int and step.cells, "is no sentence")
            if step.rule in KNOWN_RULES:
                _check_known(proof, step, checker)
            else:
                # Of what takes the number of mines, some is easier to see by cases.
                may_split = proof.known or any(one.rule is Rule.MINE_COUNT for one in steps.values())
                by_cases = step.rule is Rule.CONTRADICTION or (step.rule is Rule.CASES and may_split)
                highest = Reasoning.CASES if by_cases and proof.level is Reasoning.COUNT else proof.level
                check_step(position, highest, step, steps)
                _demand(number not in proof.known, "only known cells and sentences have derivations")
            before = stated.setdefault((step.is_verdict, step.cells, step.count), number)
            _demand(before == number, f"step {before} says the same")
        except (ProofError, DerivationError, AttributeError, TypeError) as fault:
            raise ProofError(f"step {number}: {fault}") from fault
        steps[number] = step
    _demand(bool(steps), "there is no step")
    _demand(proof.known.keys() <= steps.keys(), "what is known belongs to no step")
    idle = min(steps.keys() - {premise for step in proof.steps for premise in step.premises})
    _demand(idle == len(steps), f"step {idle}: nothing rests on it")
    end = steps[idle]
    settles = end.is_verdict and end.cells == {proof.cell} and end.count == proof.is_mine
    _demand(settles, f"step {idle}: is not the verdict on {proof.cell}")
    levels = [step.rule.level for step in proof.steps]
    levels += [derivation.level or Reasoning.CLUE for known in proof.known.values() for derivation in known]
    _demand(proof.level <= max(levels), f"no step takes the level {proof.level}")
    if proof.pattern is not None:
        _check_pattern(proof, proof.pattern)


def _check_known(proof: Proof, step: ProofStep, checker: Checker) -> None:
    """Check a step that states what an agent knows, and its derivations; raise the error of what is wrong."""
    alone = not step.premises and step.clue is None and step.split is None and step.supposed is None
    _demand(alone, "rests on its derivations alone")
    derivations = proof.known.get(step.number, ())
    found = [(one.is_verdict, one.cells, one.count) for one in derivations]
    if step.rule is Rule.KNOWN_CELLS:
        _demand(len(step.cells) > 0 and step.count in (0, len(step.cells)), "known cells are all safe, or all mines")
        verdicts = [(True, frozenset((cell,)), int(step.count > 0)) for cell in sorted(step.cells)]
        _demand(found == verdicts, "its derivations are not the verdicts on its cells")
    else:
        _demand(found == [(False, step.cells, step.count)], "its derivation states something else")
    for derivation in derivations:
        checker.check(derivation)
        rests = any(one.is_verdict and one.cells == {proof.cell} for one in derivation.ancestors())
        _demand(not rests, f"rests on the verdict on {proof.cell}")


def _check_pattern(proof: Proof, pattern: Pattern) -> None:
    """Check that the clues of ``pattern`` stand in a row, all clues of the proof among them, and allow its numbers.

    The numbers are those of the mines left: which mines beside a clue are known the proof need not say.
    """
    numbers, clues = [int(number) for number in pattern.kind.value.split("-")], pattern.clues
    ways = {(two[0] - one[0], two[1] - one[1]) for one, two in pairwise(clues)}
    is_row = len(clues) == len(numbers) and len(ways) == 1 and ways <= {(0, 1), (0, -1), (1, 0), (-1, 0)}
    _demand(is_row and proof.position.clues.keys() >= set(clues) >= set(proof.clues), "its pattern is no row of clues")
    shown = [proof.position.clues[clue] for clue in clues]
    fits = all(left <= clue for left, clue in zip(numbers, shown, strict=True))
    _demand(fits and pattern.is_reduced == (numbers != shown), "its pattern has other numbers")


def _demand(good: object, fault: str) -> None:
    if not good:
        raise ProofError(fault)


def _demand_none(fault: str) -> None:
    _demand(not fault, fault)


def check_step(position: Position, level: Reasoning, step: ProofStep, earlier: Mapping[int, ProofStep]) -> None:
    """Check one step about ``position``, given the steps before it, which hold; raise ``ProofError``.

    ``level``: the highest level that its rule may have. ``earlier``: the steps before it, by number.

    >>> from minesweeper_qt.model import Position, explain
    >>> proof = explain(Position.from_text("3x1x1\\n1HH"), (0, 1))
    >>> check_step(proof.position, proof.level, proof.steps[0], {})

    Raises ``TooHard`` as ``check_proof`` does.
    """
    rule = step.rule
    _demand(isinstance(rule, Rule), f"{rule!r} is no rule of a proof")
    _demand(rule.level <= level, f"its rule is above the level {level}")
    reads = step.clue in position.clues if rule is Rule.CLUE else step.clue is None
    _demand(reads, f"can't read a clue at {step.clue}")
    _demand(step.split is None or rule is Rule.CASES, "only a step by cases splits them")
    _demand(step.supposed is None or rule is Rule.CONTRADICTION, "only a contradiction supposes the opposite")
    for number in step.premises:
        _demand(number in earlier, f"rests on {number!r}, which is no step before it")
    premises = [earlier[number] for number in dict.fromkeys(step.premises)]
    _demand(len(premises) == len(step.premises), "names a premise twice")
    if rule is Rule.TAKEN:
        taken = len(step.cells) == step.count == 1 and step.cells <= position.taken
        _demand(taken and not premises, "the position does not take that for a mine")
    elif rule is Rule.CLUE and step.clue is not None:
        _demand(all(premise.is_verdict for premise in premises), "a clue is stated less verdicts alone")
        around = position.board.neighbours(step.clue) & position.covered
        _demand_none(rest_fault(step, around, position.clues[step.clue], premises))
    elif rule is Rule.MINE_COUNT:
        _demand_none(rest_fault(step, position.covered, position.mines, premises))
    elif rule is Rule.SUBSET:
        _demand(len(premises) > 1 and not premises[0].is_verdict, "needs a sentence, and what to take out of it")
        _demand_none(rest_fault(step, premises[0].cells, premises[0].count, premises[1:]))
    elif rule is Rule.OVERLAP:
        _demand(len(premises) == 2 and not any(premise.is_verdict for premise in premises), "needs two sentences")
        _demand_none(shared_fault(step, *premises))
    elif rule in (Rule.ALL_SAFE, Rule.ALL_MINES):
        _demand(len(premises) == 1 and not premises[0].is_verdict, "needs one sentence as its premise")
        _demand_none(all_fault(step, premises[0]))
    else:
        _demand(rule in (Rule.CASES, Rule.CONTRADICTION), f"{rule!r} is no rule of a proof")
        _check_cases(step, {premise.number: premise for premise in premises})


def _check_cases(step: ProofStep, premises: Mapping[int, ProofStep]) -> None:
    """Check a step by cases, or by a contradiction; raise ``ProofError``.

    The split must have all cases, and in each of them the cell must have its verdict or a premise must be impossible.
    Its cell must be the same in every layout that satisfies the premises, and each premise must be needed for that. A
    contradiction supposes the opposite verdict, each case that follows must clash, and each premise must be used.
    """
    _demand(len(step.cells) == 1 and step.count in (0, 1), "settles one cell at a time, safe or a mine")
    replay, nothing = _Replay(premises), frozenset[Cell]()
    if step.split is not None:
        replay.add(step.split, {})
    elif step.supposed is not None:
        opposite = (nothing, step.cells) if step.count else (step.cells, nothing)
        is_opposite = (step.supposed.mines, step.supposed.safes) == opposite
        _demand(is_opposite, "does not suppose the opposite of its verdict")
        replay.play(step.supposed, {})
    replay.play_splits()
    if step.rule is Rule.CONTRADICTION:
        _demand(step.supposed is not None, "supposes nothing")
        _demand(not replay.ends, "a case does not clash")
        _demand(replay.used == premises.keys(), "a premise has no part in it")
        return
    for known in replay.ends:
        _demand(step.cells <= known.keys() and known[min(step.cells)] == step.count, "a case leaves it open")
    for spared in [*premises, None] if step.split is None else premises:
        statements = [(premise.cells, premise.count) for number, premise in premises.items() if number != spared]
        is_open = is_satisfiable([*statements, (step.cells, 1 - step.count)])
        _demand(is_open == (spared in premises), f"#{spared} is not needed" if spared else "the premises leave it open")


class _Replay:
    """Replays the cases of a step: what is known in each case, from what is forced in it.

    ``ends``: what is known at the end of each case that does not clash. ``used``: the premises that were read.
    """

    def __init__(self, premises: Mapping[int, ProofStep]) -> None:
        self._premises = premises
        self._todo: list[tuple[Split, dict[Cell, int]]] = []
        self.ends: list[dict[Cell, int]] = []
        self.used: set[int] = set()

    def add(self, split: Split, known: dict[Cell, int]) -> None:
        """Set ``split`` to be played, where ``known`` cells are safe (0) or mines (1)."""
        self._todo.append((split, known))

    def play_splits(self) -> None:
        """Play all splits that were added, and those within their cases."""
        while self._todo:
            split, before = self._todo.pop()
            cells, mines = self._rest(split.premise, before)
            _demand(0 <= mines <= len(cells) > 0, f"#{split.premise} leaves nothing to split")
            ways = len({case.mines for case in split.cases})
            _demand(len(split.cases) == ways == comb(len(cells), mines), f"not all cases of #{split.premise}")
            for case in split.cases:
                fills = len(case.mines) == mines and case.mines <= cells and case.safes == cells - case.mines
                _demand(fills, f"a case does not fill #{split.premise}")
                self.play(case, before)

    def play(self, case: SplitCase, before: Mapping[Cell, int]) -> None:
        """Play one case, up to its end or to the split within it; ``before``: what is known outside of it."""
        known = {**before, **dict.fromkeys(case.mines, 1), **dict.fromkeys(case.safes, 0)}
        for forced in case.forced:
            more, need = self._rest(forced.premise, known)
            follows = forced.cells == more and len(more) > 0 and need == len(more) * forced.is_mine
            _demand(follows, f"#{forced.premise} does not force that")
            known |= dict.fromkeys(more, int(forced.is_mine))
        if case.clash is not None:
            more, need = self._rest(case.clash, known)
            _demand(case.split is None and not 0 <= need <= len(more), f"#{case.clash} does not clash")
        elif case.split is not None:
            self.add(case.split, known)
        else:
            self.ends.append(known)

    def _rest(self, number: int, known: Mapping[Cell, int]) -> tuple[frozenset[Cell], int]:
        """Return the cells of a premise that are not in ``known``, and the number of mines among them."""
        _demand(number in self._premises, f"its cases speak of #{number!r}, which is no premise")
        self.used.add(number)
        cells = self._premises[number].cells
        return cells - known.keys(), self._premises[number].count - sum(known.get(cell, 0) for cell in cells)

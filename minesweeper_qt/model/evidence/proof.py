"""A proof in words, line by line, with what each line speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.proof_step import Forced, ProofRule, ProofStep, Split
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.text.cell_text import are, counted, joined, listed, short_sentence, steps_text

_SHOWN_PREMISES = 4

_LISTED = 2


@dataclass(frozen=True, slots=True)
class Proof:
    """Why ``cell`` is a mine, or safe, in every layout that agrees with ``position``: the last of ``steps`` says so.

    ``level`` is the weakest level of reasoning that settles the cell.
    """

    position: Position
    cell: Cell
    is_mine: bool
    level: Reasoning
    steps: tuple[ProofStep, ...]

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The revealed cells whose clues are used, in reading order."""
        return tuple(sorted({step.clue for step in self.steps if step.clue is not None}))

    def __str__(self) -> str:
        return proof_text(self)


@dataclass(frozen=True, slots=True)
class ProofLine:
    """A line of a proof: ``text``, at ``depth`` (0; deeper within cases), of the step number ``step``.

    What to look at: ``clues`` that it reads, ``cells`` that its sentence mentions, ``mines`` and ``safes`` that it
    settles or, with ``is_assumption``, assumes.
    """

    text: str
    step: int
    depth: int = 0
    clues: frozenset[Cell] = frozenset()
    cells: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()
    is_assumption: bool = False


def proof_heading(proof: Proof) -> str:
    """Say what is proved, and what it takes.

    >>> from minesweeper_qt.model import Position, explain
    >>> proof_heading(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    '(0, 1) is a mine: proved with 1 clue (clue).'
    """
    what = are([proof.cell], proof.is_mine)
    if proof.steps[-1].rule is ProofRule.TAKEN:
        return f"{what}: the position takes it for one."
    number = len(proof.clues)
    means = [counted(number, "clue")] if number else []
    if any(step.rule is ProofRule.MINE_COUNT for step in proof.steps):
        means.append("the number of mines")
    return f"{what}: proved with {' and '.join(means)} ({proof.level})."


def proof_text(proof: Proof) -> str:
    """Return the heading and all lines, those within cases indented: what ``str(proof)`` is."""
    return "\n".join([proof_heading(proof), *("  " * line.depth + line.text for line in proof_lines(proof))])


def proof_lines(proof: Proof) -> tuple[ProofLine, ...]:
    """Return the proof line by line: one for each step, and for each case and what follows in it.

    >>> from minesweeper_qt.model import Position, explain
    >>> for line in proof_lines(explain(Position.from_text("2x3x1\\n1H\\n1H\\nHH"), (2, 1))):
    ...     print(line.text)
    1. {(0, 1), (1, 1)} = 1 because these are all covered neighbours of the 1 at (0, 0).
    2. {(0, 1), (1, 1), (2, 0), (2, 1)} = 1 because these are all covered neighbours of the 1 at (1, 0).
    3. {(2, 0), (2, 1)} = 0: {(0, 1), (1, 1), (2, 0), (2, 1)} = 1 minus {(0, 1), (1, 1)} = 1 (steps 1 and 2).
    4. (2, 1) is safe: its sentence counts no mine (step 3).
    """
    steps = {step.number: step for step in proof.steps}
    return tuple(line for step in proof.steps for line in _StepWriter(proof, steps, step).lines())


def proof_dict(proof: Proof) -> dict[str, object]:
    """Return the proof as JSON has it: cells are ``[row, column]``, and each step comes with its text.

    >>> from minesweeper_qt.model import Position, explain
    >>> found = proof_dict(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    >>> found["cell"], found["verdict"], found["level"], found["clues"]
    ([0, 1], 'mine', 'clue', [[0, 0]])
    """
    lines = proof_lines(proof)
    return {
        "cell": list(proof.cell),
        "verdict": "mine" if proof.is_mine else "safe",
        "level": str(proof.level),
        "clues": _as_lists(proof.clues),
        "text": proof_heading(proof),
        "steps": [
            {
                "number": step.number,
                "rule": step.rule.value,
                "cells": _as_lists(step.cells),
                "count": step.count,
                "premises": list(step.premises),
                "clue": None if step.clue is None else list(step.clue),
                "text": "\n".join("  " * line.depth + line.text for line in lines if line.step == step.number),
                "cases": None if step.split is None else _split_dict(step.split),
            }
            for step in proof.steps
        ],
    }


def _as_lists(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]


def _split_dict(split: Split) -> dict[str, object]:
    return {
        "premise": split.premise,
        "ways": [
            {
                "mines": _as_lists(case.mines),
                "safes": _as_lists(case.safes),
                "forced": [
                    {"premise": forced.premise, "cells": _as_lists(forced.cells), "mine": forced.is_mine}
                    for forced in case.forced
                ],
                "clash": case.clash,
                "cases": None if case.split is None else _split_dict(case.split),
            }
            for case in split.cases
        ],
    }


class _StepWriter:
    """Says one step."""

    def __init__(self, proof: Proof, steps: dict[int, ProofStep], step: ProofStep) -> None:
        self._proof = proof
        self._steps = steps
        self._step = step

    def lines(self) -> list[ProofLine]:
        """Return its lines."""
        step = self._step
        if step.rule is ProofRule.CASES:
            return self._cases()
        text = f"{step.number}. {self._text()}."
        clues = frozenset(() if step.clue is None else (step.clue,))
        if not step.is_verdict:
            return [ProofLine(text, step.number, clues=clues, cells=step.cells)]
        sentence = frozenset[Cell]().union(*(self._steps[number].cells for number in step.premises))
        return [self._settling(text, sentence)]

    def _settling(self, text: str, cells: frozenset[Cell]) -> ProofLine:
        """The line that concludes what the step settles."""
        settled, nothing = self._step.cells, frozenset[Cell]()
        mines, safes = (settled, nothing) if self._step.count else (nothing, settled)
        return ProofLine(text, self._step.number, cells=cells, mines=mines, safes=safes)

    def _text(self) -> str:
        step = self._step
        if step.rule is ProofRule.TAKEN:
            return f"{are(step.cells, True)}: the position takes it for one"
        if step.rule is ProofRule.CLUE:
            return f"{self._sentence()} because {self._reading()}"
        if step.rule is ProofRule.MINE_COUNT:
            mines = counted(self._proof.position.mines, "mine")
            return f"{self._sentence()}: {mines} in all covered cells{self._minus(step.premises)}"
        if step.rule is ProofRule.SUBSET:
            first, *others = step.premises
            whole = self._steps[first]
            minus = self._minus(tuple(others), first)
            return f"{self._sentence()}: {short_sentence(whole.cells, whole.count)}{minus}"
        its = "its" if len(step.cells) == 1 else "their"
        why = "as many mines as cells" if step.count else "no mine"
        return f"{are(step.cells, step.count > 0)}: {its} sentence counts {why} ({steps_text(step.premises)})"

    def _sentence(self) -> str:
        return short_sentence(self._step.cells, self._step.count)

    def _reading(self) -> str:
        """What the clue says, less what is settled."""
        step, position = self._step, self._proof.position
        assert step.clue is not None
        clue = self._subject(step)
        around = position.board.neighbours(step.clue) - position.clues.keys() - step.cells
        mines = [cell for number in step.premises if self._steps[number].count for cell in self._steps[number].cells]
        touched, safe = around.intersection(mines), around.difference(mines)
        if touched:
            text = f"{clue} already touches the mine{'' if len(touched) == 1 else 's'} at {listed(touched)}"
            return f"{text}, and {are(safe, False)}" if safe else text
        if safe:
            return f"{listed(safe)}, which {clue} touches too, {'is' if len(safe) == 1 else 'are'} safe"
        if len(step.cells) == 1:
            return f"this is the only covered neighbour of {clue}"
        return f"these are all covered neighbours of {clue}"

    def _minus(self, premises: tuple[int, ...], first: int | None = None) -> str:
        """What is taken out, and the steps that say it."""
        if not premises:
            return ""
        named_steps = steps_text(premises if first is None else (first, *premises))
        if len(premises) > _SHOWN_PREMISES:
            return f" minus what {len(premises)} steps say of the others ({named_steps})"
        parts = []
        for number in premises:
            step = self._steps[number]
            if step.is_verdict:
                kind = "mine" if step.count else "safe cell"
                parts.append(f"the {kind}{'' if len(step.cells) == 1 else 's'} {listed(step.cells)}")
            else:
                parts.append(self._named(step))
        return f" minus {joined(parts)} ({named_steps})"

    # -- cases

    def _cases(self) -> list[ProofLine]:
        step = self._step
        verdict = are(step.cells, step.count > 0)
        if step.split is None:
            cells = frozenset[Cell]().union(*(self._steps[number].cells for number in step.premises))
            ways = f"in all ways to satisfy {steps_text(step.premises)}, too many to list"
            return [self._settling(f"{step.number}. {verdict} {ways}.", cells)]
        ends: list[bool] = []
        inner = list(self._split(step.split, 1, frozenset(), ends))
        first = self._ways(step.split, 0)
        last = self._settling(f"{_in_cases(ends)} {verdict}.", step.cells)
        return [replace(first, text=f"{step.number}. {first.text}"), *inner, last]

    def _ways(self, split: Split, depth: int) -> ProofLine:
        """How many cases there are."""
        premise = self._steps[split.premise]
        number = len(split.cases)
        ways = "is one way" if number == 1 else f"are {number} ways"
        text = f"There {ways} to fill {self._named(premise)} ({steps_text([split.premise])}):"
        return ProofLine(text, self._step.number, depth, self._reads(premise), premise.cells)

    def _split(self, split: Split, depth: int, mines: frozenset[Cell], ends: list[bool]) -> Iterator[ProofLine]:
        """The cases, below ``mines``; notes in ``ends`` how each ends: whether it can be."""
        for place, case in enumerate(split.cases):
            yield self._assumption(split, place, depth)
            below = mines | case.mines
            for forced in case.forced:
                yield self._follows(forced, below, depth + 1)
                below |= forced.cells if forced.is_mine else frozenset()
            if case.clash is not None:
                ends.append(False)
                yield self._clash(self._steps[case.clash], below, depth + 1)
            elif case.split is not None:
                yield self._ways(case.split, depth + 1)
                yield from self._split(case.split, depth + 2, below, ends)
            else:
                ends.append(True)

    def _assumption(self, split: Split, place: int, depth: int) -> ProofLine:
        case = split.cases[place]
        word = "So" if len(split.cases) == 1 else "Or" if place else "Either"
        parts = [are(cells, is_mine) for cells, is_mine in ((case.mines, True), (case.safes, False)) if cells]
        if len(parts) == 2:
            # The longer list says nothing that the shorter one does not.
            if len(case.safes) > max(_LISTED, len(case.mines)):
                parts[1] = "the others are safe"
            elif len(case.mines) > max(_LISTED, len(case.safes)):
                parts = [parts[1], "the others are mines"]
        goes_on = case.forced or case.clash is not None or case.split is not None
        text = f"{word} {', '.join(parts)}{':' if goes_on else '.'}"
        cells = self._steps[split.premise].cells
        return ProofLine(text, self._step.number, depth, frozenset(), cells, case.mines, case.safes, True)

    def _follows(self, forced: Forced, below: frozenset[Cell], depth: int) -> ProofLine:
        premise = self._steps[forced.premise]
        needs = f"needs {'it' if len(forced.cells) == 1 else 'them'}" if forced.is_mine else "is complete"
        if not forced.is_mine and premise.clue is None and premise.count:
            # Which of its cells are mines is not seen at a clue.
            needs += f" with {listed(premise.cells & below)}"
        text = f"then {are(forced.cells, forced.is_mine)}: {self._subject(premise)} {needs}."
        nothing = frozenset[Cell]()
        mines, safes = (forced.cells, nothing) if forced.is_mine else (nothing, forced.cells)
        return ProofLine(text, self._step.number, depth, self._reads(premise), premise.cells, mines, safes)

    def _clash(self, premise: ProofStep, mines: frozenset[Cell], depth: int) -> ProofLine:
        inside = premise.cells & mines
        has = len(inside)
        verb = "hold" if premise.clue is None else "touch"
        # A clue touches the mines, too, that its sentence no longer mentions.
        before = 0 if premise.clue is None else self._proof.position.clues[premise.clue] - premise.count
        many = counted(has + before, "mine") if has > premise.count else "too few mines"
        if premise.clue is None and has > premise.count:
            many += f", {listed(inside)}"
        text = f"which can't be: {self._subject(premise)} would {verb} {many}."
        return ProofLine(text, self._step.number, depth, self._reads(premise), premise.cells)

    def _subject(self, premise: ProofStep) -> str:
        """The clue that a premise states, or its sentence."""
        if premise.clue is not None:
            return f"the {self._proof.position.clues[premise.clue]} at {premise.clue}"
        return f"{self._named(premise)} ({steps_text([premise.number])})"

    def _reads(self, premise: ProofStep) -> frozenset[Cell]:
        return frozenset(() if premise.clue is None else (premise.clue,))

    def _named(self, step: ProofStep) -> str:
        return short_sentence(step.cells, step.count)


def _in_cases(ends: list[bool]) -> str:
    """In which of the ways it is so; the false ones can't be."""
    good = sum(ends)
    if good == 1:
        return "In the only way that is left," if len(ends) > 1 else "So"
    number = "both" if good == 2 else f"all {good}"
    return f"In {number} ways{' that are left' if good < len(ends) else ''},"

"""Proofs that a cell is safe or a mine, and their text: line by line, each with the cells that it mentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.proof_step import Forced, ProofRule, ProofStep, Split
from minesweeper_qt.model.evidence.proof_words import ProofWords, named
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.text.cell_text import cells_as_lists, listed, steps_text, verdict_text
from minesweeper_qt.model.text.number_text import counted, counted_or_no, plural

_LISTED = 2
"""A longer list of cells in a case becomes "the others" when it is also longer than the other list."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that ``cell`` is a mine, or is safe, in every layout that agrees with ``position``.

    The last of ``steps`` states the verdict on the cell. ``level`` is the weakest reasoning level that settles the
    cell. ``str(proof)`` is the proof in words.

    >>> from minesweeper_qt.model import Position, explain
    >>> proof = explain(Position.from_text("3x1x1\\n1HH"), (0, 1))
    >>> proof.is_mine, str(proof.level), proof.clues
    (True, 'clue', ((0, 0),))
    >>> print(proof)
    (0, 1) is a mine. One clue shows it.
    1. {(0, 1)} = 1 because this is the only covered neighbour of the 1 at (0, 0).
    2. (0, 1) is a mine: 1 mine is left for 1 cell (step 1).

    A proof is not checked when it is made; ``check_proof`` raises ``ProofError`` for one that does not hold.
    """

    position: Position
    cell: Cell
    is_mine: bool
    level: Reasoning
    steps: tuple[ProofStep, ...]

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The revealed cells whose clues the proof uses, in reading order."""
        return tuple(sorted({step.clue for step in self.steps if step.clue is not None}))

    def __str__(self) -> str:
        return proof_text(self)


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One line of a proof in words.

    ``text`` is the line without indentation, ``step`` the number of its step, and ``depth`` its indentation: 0 outside
    cases, more within them. The other attributes are the cells to highlight: ``clues`` are the revealed cells that the
    line reads, ``cells`` those that its sentence mentions, and ``mines`` and ``safes`` those that it settles, or
    assumes when ``is_assumption`` is true.

    >>> from minesweeper_qt.model import Position, explain, proof_lines
    >>> line = proof_lines(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))[0]
    >>> line.text
    '1. {(0, 1)} = 1 because this is the only covered neighbour of the 1 at (0, 0).'
    >>> line.step, line.depth, set(line.clues), set(line.cells)
    (1, 0, {(0, 0)}, {(0, 1)})
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
    """Return the verdict, and in another sentence what the proof needs: its clues and its reasoning level.

    >>> from minesweeper_qt.model import Position, explain
    >>> proof_heading(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    '(0, 1) is a mine. One clue shows it.'
    """
    verdict = verdict_text([proof.cell], proof.is_mine)
    if proof.steps[-1].rule is ProofRule.TAKEN:
        return f"{verdict}: the position takes it for one."
    return f"{verdict}. {_means_text(proof)}{_LEVEL_WORDS.get(proof.level, '')}."


_LEVEL_WORDS = {
    Reasoning.SUBSET: " by the subset rule",
    Reasoning.OVERLAP: " by the overlap rule",
    Reasoning.CASES: " by cases",
}
"""The words for the level of a proof after its means, which are words enough for the other levels."""


def _means_text(proof: Proof) -> str:
    """Return what the proof uses, with the verb: "2 clues show it"."""
    number = len(proof.clues)
    means = ["One clue" if number == 1 else f"{number} clues"] if number else []
    if any(step.rule is ProofRule.MINE_COUNT for step in proof.steps):
        means.append("the number of mines" if means else "The number of mines")
    several = number > 1 or len(means) > 1
    return f"{' and '.join(means)} {'show' if several else 'shows'} it"


def proof_text(proof: Proof) -> str:
    """Return the heading and all lines, with the lines within cases indented, as ``str(proof)`` does."""
    return "\n".join([proof_heading(proof), *("  " * line.depth + line.text for line in proof_lines(proof))])


def proof_lines(proof: Proof) -> tuple[ProofLine, ...]:
    """Return the lines of the proof: one for each step, each case, and each conclusion within a case.

    >>> from minesweeper_qt.model import Position, explain
    >>> for line in proof_lines(explain(Position.from_text("2x3x1\\n1H\\n1H\\nHH"), (2, 1))):
    ...     print(line.text)
    1. {(0, 1), (1, 1)} = 1 because these are all covered neighbours of the 1 at (0, 0).
    2. {(0, 1), (1, 1), (2, 0), (2, 1)} = 1 because these are all covered neighbours of the 1 at (1, 0).
    3. {(2, 0), (2, 1)} = 0: {(0, 1), (1, 1), (2, 0), (2, 1)} = 1 minus {(0, 1), (1, 1)} = 1 (steps 1 and 2).
    4. (2, 1) is safe: no mine is left for it (step 3).
    """
    steps = {step.number: step for step in proof.steps}
    return tuple(line for step in proof.steps for line in _StepWriter(proof, steps, step).lines())


def proof_dict(proof: Proof) -> dict[str, object]:
    """Return the proof as a JSON object: a cell is ``[row, column]``, and each step has its text.

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
        "clues": cells_as_lists(proof.clues),
        "text": proof_heading(proof),
        "steps": [
            {
                "number": step.number,
                "rule": step.rule.value,
                "cells": cells_as_lists(step.cells),
                "count": step.count,
                "premises": list(step.premises),
                "clue": None if step.clue is None else list(step.clue),
                "text": "\n".join("  " * line.depth + line.text for line in lines if line.step == step.number),
                "cases": None if step.split is None else _split_dict(step.split),
            }
            for step in proof.steps
        ],
    }


def _split_dict(split: Split) -> dict[str, object]:
    return {
        "premise": split.premise,
        "ways": [
            {
                "mines": cells_as_lists(case.mines),
                "safes": cells_as_lists(case.safes),
                "forced": [
                    {"premise": forced.premise, "cells": cells_as_lists(forced.cells), "mine": forced.is_mine}
                    for forced in case.forced
                ],
                "clash": case.clash,
                "cases": None if case.split is None else _split_dict(case.split),
            }
            for case in split.cases
        ],
    }


@dataclass(frozen=True, slots=True)
class _Supposed:
    """The cells that a case assumes or forces to be mines, and those to be safe."""

    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()

    def with_cells(self, mines: Iterable[Cell], safes: Iterable[Cell]) -> _Supposed:
        """Return these cells and more."""
        return _Supposed(self.mines.union(mines), self.safes.union(safes))


class _StepWriter:
    """Writes the lines of one step of a proof."""

    def __init__(self, proof: Proof, steps: dict[int, ProofStep], step: ProofStep) -> None:
        self._proof = proof
        self._words = ProofWords(proof.position, steps)
        self._steps = steps
        self._step = step

    def lines(self) -> list[ProofLine]:
        """Return the lines of the step: one, or for a step by cases one for each case and conclusion as well."""
        step = self._step
        if step.rule is ProofRule.CASES:
            return self._case_lines()
        text = f"{step.number}. {self._words.text(step)}."
        clues = frozenset(() if step.clue is None else (step.clue,))
        if not step.is_verdict:
            return [ProofLine(text, step.number, clues=clues, cells=step.cells)]
        sentence = frozenset[Cell]().union(*(self._steps[number].cells for number in step.premises))
        return [self._verdict_line(text, sentence)]

    def _verdict_line(self, text: str, cells: frozenset[Cell]) -> ProofLine:
        """Return the line with ``text`` that settles the cells of the step; ``cells`` are those that it mentions."""
        settled, nothing = self._step.cells, frozenset[Cell]()
        mines, safes = (settled, nothing) if self._step.count else (nothing, settled)
        return ProofLine(text, self._step.number, cells=cells, mines=mines, safes=safes)

    # -- cases

    def _case_lines(self) -> list[ProofLine]:
        step = self._step
        verdict = verdict_text(step.cells, step.count > 0)
        if step.split is None:
            cells = frozenset[Cell]().union(*(self._steps[number].cells for number in step.premises))
            ways = f"in all ways to satisfy {steps_text(step.premises)}, too many to list"
            return [self._verdict_line(f"{step.number}. {verdict} {ways}.", cells)]
        ends: list[bool] = []
        inner = list(self._split_lines(step.split, 1, _Supposed(), ends))
        first = self._ways_line(step.split, 0)
        last = self._verdict_line(f"{cases_left_text(ends)} {verdict}.", step.cells)
        return [replace(first, text=f"{step.number}. {first.text}"), *inner, last]

    def _ways_line(self, split: Split, depth: int) -> ProofLine:
        """Return the line that states the number of cases."""
        premise = self._steps[split.premise]
        number = len(split.cases)
        ways = plural(number, "is one way", f"are {number} ways")
        text = f"There {ways} to fill {named(premise)} ({steps_text([split.premise])}):"
        return ProofLine(text, self._step.number, depth, self._clues_read(premise), premise.cells)

    def _split_lines(self, split: Split, depth: int, before: _Supposed, ends: list[bool]) -> Iterator[ProofLine]:
        """Yield the lines of all cases, given the cells assumed or forced so far.

        Appends to ``ends`` for each case without further cases: true when it is possible, false when it ends in a
        contradiction.
        """
        for place, case in enumerate(split.cases):
            yield self._assumption_line(split, place, depth)
            below = before.with_cells(case.mines, case.safes)
            for forced in case.forced:
                yield self._forced_line(forced, below.mines, depth + 1)
                below = below.with_cells(*((forced.cells, ()) if forced.is_mine else ((), forced.cells)))
            if case.clash is not None:
                ends.append(False)
                yield self._clash_line(self._steps[case.clash], below, depth + 1)
            elif case.split is not None:
                yield self._ways_line(case.split, depth + 1)
                yield from self._split_lines(case.split, depth + 2, below, ends)
            else:
                ends.append(True)

    def _assumption_line(self, split: Split, place: int, depth: int) -> ProofLine:
        """Return the line that states the assumption of the case number ``place``, from 0."""
        case = split.cases[place]
        word = "So" if len(split.cases) == 1 else "Or" if place else "Either"
        parts = [verdict_text(cells, is_mine) for cells, is_mine in ((case.mines, True), (case.safes, False)) if cells]
        if len(parts) == 2:
            # The shorter list determines the longer one.
            if len(case.safes) > max(_LISTED, len(case.mines)):
                parts[1] = "the others are safe"
            elif len(case.mines) > max(_LISTED, len(case.safes)):
                parts = [parts[1], "the others are mines"]
        goes_on = case.forced or case.clash is not None or case.split is not None
        text = f"{word} {', '.join(parts)}{':' if goes_on else '.'}"
        cells = self._steps[split.premise].cells
        return ProofLine(text, self._step.number, depth, frozenset(), cells, case.mines, case.safes, True)

    def _forced_line(self, forced: Forced, below: frozenset[Cell], depth: int) -> ProofLine:
        """Return the line of a conclusion within a case in which the cells ``below`` are mines."""
        premise = self._steps[forced.premise]
        needs = f"needs {plural(len(forced.cells), 'it', 'them')}" if forced.is_mine else "is complete"
        if not forced.is_mine and premise.clue is None and premise.count:
            # No clue shows which cells of this sentence are mines, so the text names them.
            needs += f" with {listed(premise.cells & below)}"
        text = f"then {verdict_text(forced.cells, forced.is_mine)}: {self._words.premise_text(premise)} {needs}."
        nothing = frozenset[Cell]()
        mines, safes = (forced.cells, nothing) if forced.is_mine else (nothing, forced.cells)
        return ProofLine(text, self._step.number, depth, self._clues_read(premise), premise.cells, mines, safes)

    def _clash_line(self, premise: ProofStep, known: _Supposed, depth: int) -> ProofLine:
        """Return the line that ends a case in which ``premise`` can't be true."""
        inside = premise.cells & known.mines
        is_full = len(inside) > premise.count
        # A clue also touches the mines that its sentence no longer mentions.
        before = 0 if premise.clue is None else self._proof.position.clues[premise.clue] - premise.count
        most = len(inside if is_full else premise.cells - known.safes) + before
        verb = "hold" if premise.clue is None else "touch"
        many = counted_or_no(most, "mine") if is_full or not most else f"at most {counted(most, 'mine')}"
        if premise.clue is None and is_full:
            many += f", {listed(inside)}"
        text = f"which can't be: {self._words.premise_text(premise)} would {verb} {many}."
        return ProofLine(text, self._step.number, depth, self._clues_read(premise), premise.cells)

    def _clues_read(self, premise: ProofStep) -> frozenset[Cell]:
        """Return the clue that ``premise`` reads, as a set of at most one cell."""
        return frozenset(() if premise.clue is None else (premise.clue,))


def cases_left_text(ends: list[bool]) -> str:
    """Return the words before the verdict that state in how many cases it holds; ``ends`` is as in ``_split_lines``."""
    good = sum(ends)
    if good == 1:
        return "In the only way that is left," if len(ends) > 1 else "So"
    number = "both" if good == 2 else f"all {good}"
    return f"In {number} ways{' that are left' if good < len(ends) else ''},"

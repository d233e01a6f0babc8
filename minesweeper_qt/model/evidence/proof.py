"""Proofs that a cell is safe or a mine, and their text in numbered lines, one for each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.proof_step import ProofLine, ProofStep, Split
from minesweeper_qt.model.evidence.proof_words import ProofNames, all_cells, case_lines, with_verdict
from minesweeper_qt.model.evidence.reasoning import KNOWN_RULES, Reasoning, Rule
from minesweeper_qt.model.text.cell_text import cells_as_lists, joined, listed, short_sentence, steps_text, verdict_text
from minesweeper_qt.model.text.number_text import counted, plural

_SHOWN_PREMISES = 4
"""The most premises of a step that its text names one by one."""


class PatternKind(Enum):
    """The patterns that players know by name; the value is the name."""

    ONE_ONE = "1-1"
    """Two clues with one mine left each; the covered cells of one are among those of the other."""
    ONE_TWO = "1-2"
    """A clue with one mine left beside one with more; one cell alone remains for the further mine."""
    ONE_TWO_ONE = "1-2-1"
    """Three clues in a row along covered cells: the mines are at the ones."""
    ONE_TWO_TWO_ONE = "1-2-2-1"
    """Four clues in a row along covered cells: the mines are at the twos."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that a proof is an instance of.

    ``is_reduced``: the numbers are those of the mines left beside known mines, not the clues as they stand.
    ``is_at_wall``: the edge of the board, or revealed cells across the row of clues, end it. ``clues``: its clues, in
    the order of the name.

    >>> Pattern(PatternKind.ONE_TWO, is_reduced=True).title
    '1-2 pattern, reduced'
    """

    kind: PatternKind
    is_reduced: bool = False
    is_at_wall: bool = False
    clues: tuple[Cell, ...] = ()

    @property
    def title(self) -> str:
        """The name of the pattern for people."""
        return f"{self.kind.value} pattern{', reduced' if self.is_reduced else ''}{', at the wall' * self.is_at_wall}"


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that ``cell`` is a mine, or is safe, in every layout that agrees with ``position``.

    The last of ``steps`` states the verdict on the cell. ``level`` is the weakest reasoning level that settles the
    cell from the clues. ``str(proof)`` is the proof in words.

    A proof from the clues has steps alone. One that starts from what an agent knows has ``KNOWN_CELLS`` steps, which
    state cells that the agent has settled, and ``KNOWN_SENTENCE`` steps, which state a sentence that it holds or held.
    ``known`` has their derivations, by the number of the step: the verdict on each cell in reading order, or the one
    derivation of the sentence. None of them rests on the verdict on ``cell``. ``pattern`` is the pattern that the proof
    is an instance of, ``None`` if it is none that has a name.

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
    known: Mapping[int, tuple[Derivation, ...]] = field(default_factory=dict)
    pattern: Pattern | None = None

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The revealed cells whose clues the steps read, in reading order, without those behind ``known``."""
        return tuple(sorted({step.clue for step in self.steps if step.clue is not None}))

    def __str__(self) -> str:
        return "\n".join([proof_heading(self), *("  " * line.depth + line.text for line in proof_lines(self))])


def proof_heading(proof: Proof) -> str:
    """Return the verdict, and in another sentence what the proof needs: its clues and its reasoning level.

    >>> from minesweeper_qt.model import Position, explain
    >>> proof_heading(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    '(0, 1) is a mine. One clue shows it.'
    """
    verdict = verdict_text([proof.cell], proof.is_mine)
    if proof.steps[-1].rule is Rule.TAKEN:
        return f"{verdict}: the position takes it for one."
    number = len(proof.clues)
    means = ["One clue" if number == 1 else f"{number} clues"] if number else []
    if any(step.rule is Rule.MINE_COUNT for step in proof.steps):
        means.append("the number of mines" if means else "The number of mines")
    shows = "show" if number > 1 or len(means) > 1 else "shows"
    return f"{verdict}. {' and '.join(means)} {shows} it{_LEVEL_WORDS.get(proof.level, '')}."


_LEVEL_WORDS = {
    Reasoning.SUBSET: " by the subset rule",
    Reasoning.OVERLAP: " by the overlap rule",
    Reasoning.CASES: " by cases",
}
"""The words for the level of a proof after its means, which are words enough for the other levels."""


def proof_lines(proof: Proof) -> tuple[ProofLine, ...]:
    """Return the numbered lines of the proof: one for each step, each case, and each conclusion within a case.

    >>> from minesweeper_qt.model import Position, explain
    >>> for line in proof_lines(explain(Position.from_text("2x3x1\\n1H\\n1H\\nHH"), (2, 1))):
    ...     print(line.text)
    1. {(0, 1), (1, 1)} = 1 because these are all covered neighbours of the 1 at (0, 0).
    2. {(0, 1), (1, 1), (2, 0), (2, 1)} = 1 because these are all covered neighbours of the 1 at (1, 0).
    3. {(2, 0), (2, 1)} = 0: {(0, 1), (1, 1), (2, 0), (2, 1)} = 1 minus {(0, 1), (1, 1)} = 1 (steps 1 and 2).
    4. (2, 1) is safe: no mine is left for it (step 3).
    """
    names = ProofNames(proof.position, proof.steps, is_numbered=True)
    lines: list[ProofLine] = []
    for step in proof.steps:
        found = case_lines(names, step) if step.rule in (Rule.CASES, Rule.CONTRADICTION) else [_step_line(names, step)]
        found[0] = replace(found[0], text=f"{step.number}. {found[0].text}")
        # The cases stand below the first line, and above the last one, the verdict.
        inner = [replace(line, depth=line.depth + 1) for line in found[1:-1]]
        lines += [replace(line, steps=(step.number,)) for line in (*found[:1], *inner, *found[1:][-1:])]
    return tuple(lines)


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
                "text": "\n".join("  " * line.depth + line.text for line in lines if step.number in line.steps),
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


# -- the text of one step


def _step_line(names: ProofNames, step: ProofStep) -> ProofLine:
    """Return the line of a step that is not by cases, without its number."""
    text = f"{_step_text(names, step)}."
    if not step.is_verdict:
        return ProofLine(text, clues=frozenset(() if step.clue is None else (step.clue,)), cells=step.cells)
    return with_verdict(ProofLine(text, cells=all_cells(names.premises(step))), step.cells, step.count > 0)


def _sentence(step: ProofStep) -> str:
    return short_sentence(step.cells, step.count)


def _step_text(names: ProofNames, step: ProofStep) -> str:
    """Return the text of a step that is not by cases, without its number and the full stop."""
    premises = names.premises(step)
    statement = verdict_text(step.cells, step.count > 0) if step.is_verdict else _sentence(step)
    if step.rule is Rule.TAKEN:
        return f"{statement}: the position takes it for one"
    if step.rule in KNOWN_RULES:
        return f"{statement}, which is known"
    if step.rule is Rule.CLUE:
        return f"{statement} because {_clue_reason(names, step)}"
    if step.rule is Rule.MINE_COUNT:
        mines = counted(names.position.mines, "mine")
        return f"{statement}: {mines} in all covered cells{_minus_text(premises)}"
    if step.rule is Rule.SUBSET:
        return f"{statement}: {_sentence(premises[0])}{_minus_text(premises[1:], premises[0])}"
    if step.rule is Rule.OVERLAP:
        one, other = premises
        share = f"{names.short(one)} and {names.short(other)} share {plural(len(step.cells), 'it', 'them')}"
        return f"{statement}: {share} ({steps_text(step.premises)}); {names.bounds_text(step)}"
    (whole,) = premises
    reason = f"no mine is left for {plural(len(step.cells), 'it', 'them')}"
    if step.count:
        left = f"{counted(whole.count, 'mine')} {plural(whole.count, 'is', 'are')} left"
        reason = f"{left} for {counted(len(whole.cells), 'cell')}"
    return f"{statement}: {reason} ({steps_text(step.premises)})"


def _clue_reason(names: ProofNames, step: ProofStep) -> str:
    """Return the reason why a ``CLUE`` step holds: the clue and the neighbours that are settled already."""
    if not names.value(step):
        return f"{step.clue} is blank: no mine touches it"
    clue = names.short(step)
    around = names.around(step) - names.position.clues.keys() - step.cells
    touched = around & all_cells(premise for premise in names.premises(step) if premise.count)
    safe = around - touched
    if touched:
        left = f"needs {step.count or 'no'} more"
        text = f"{clue} already touches the {plural(len(touched), 'mine')} at {listed(touched)} and {left}"
        return f"{text}; {verdict_text(safe, False)}" if safe else text
    if safe:
        return f"{listed(safe)}, which {clue} touches too, {plural(len(safe), 'is', 'are')} safe"
    if len(step.cells) == 1:
        return f"this is the only covered neighbour of {clue}"
    return f"these are all covered neighbours of {clue}"


def _minus_text(premises: Sequence[ProofStep], first: ProofStep | None = None) -> str:
    """Return the part of a step's text that names the premises removed from a sentence, and their step numbers.

    ``first`` is the step that the premises are removed from, when it is to be listed as well.
    """
    if not premises:
        return ""
    numbers = steps_text([step.number for step in ([first] if first else []) + list(premises)])
    if len(premises) > _SHOWN_PREMISES:
        return f" minus what {len(premises)} steps say of the others ({numbers})"
    parts = []
    for step in premises:
        kind = f"the {plural(len(step.cells), 'mine' if step.count else 'safe cell')}"
        parts.append(f"{kind} {listed(step.cells)}" if step.is_verdict else _sentence(step))
    return f" minus {joined(parts)} ({numbers})"

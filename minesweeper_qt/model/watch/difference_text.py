"""Words a difference for the student: a title, and where in the game it is and what it follows from."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.finding import Severity, Symptom
from minesweeper_qt.model.audit.finding_text import HEADLINES
from minesweeper_qt.model.audit.game_trace import Call
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.text.cell_text import listed, verdict_text
from minesweeper_qt.model.text.number_text import plural
from minesweeper_qt.model.watch.difference import Difference
from minesweeper_qt.model.watch.missing_step_text import missing_text

_TITLE_CELLS = 3
"""The most cells that a title names."""

_MISSED = (Symptom.MISSING_SAFE, Symptom.MISSING_MINE)
_WRONG = (Symptom.WRONG_SAFE, Symptom.WRONG_MINE)
_FAILS = (Symptom.LEARNING_FAILS, Symptom.SAFE_MOVE_FAILS, Symptom.RANDOM_MOVE_FAILS)


def title(difference: Difference) -> str:
    """Return the difference as a sentence without a full stop.

    >>> fault = Fault.of(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, 2, ((0, 12),), "(0, 12) is safe", "subset")
    >>> title(Difference((fault,), Call.ADD_KNOWLEDGE))
    'Your agent does not know that (0, 12) is safe'
    """
    fault = difference.fault
    if fault.symptom in _MISSED:
        return f"Your agent does not know that {_verdict(difference.cells, fault, _TITLE_CELLS)}"
    if fault.symptom in _WRONG:
        return f"Your agent calls {_wrong_verdict(difference, _TITLE_CELLS)}"
    if fault.symptom in _FAILS:
        return f"Your agent failed: {_without_line(fault)}"
    headline = HEADLINES.get(fault.key.place)
    if headline is not None:
        return f"Your agent {headline}"
    return f"Your agent's {fault.text}" if fault.symptom is not None else f"In your agent, {fault.text}"


def reason(difference: Difference, turn: int) -> str:
    """Return where in the game the difference is, and what is wrong there or what the missing cells follow from.

    ``turn`` is the number of the move with which the agent was given the last observation; 0 before the first.

    >>> fault = Fault.of(Symptom.WRONG_SAFE, Severity.ERROR, 0, 2, ((0, 12),), "(0, 12) is in safes, but is a mine")
    >>> reason(Difference((fault,), Call.SAFE_MOVE), 2)
    'After move 2: (0, 12) is in safes, but is a mine.'
    """
    fault = difference.fault
    where = _place(difference, turn)
    if fault.symptom in _MISSED:
        return f"{where}: your agent misses that {_verdict(difference.cells, fault)}. {missing_text(difference.faults)}"
    if fault.trace and _without_line(fault) == fault.text:
        own = fault.trace[-1]
        return f"{where}: {fault.text}, in line {own.line} of {own.file}: {own.text}"
    text = f"{where}: {'; '.join(dict.fromkeys(each.text for each in difference.faults))}."
    if _is_luck(fault):
        text += f" {plural(len(difference.cells), 'It is', 'They are')} right by luck."
    return text


def _place(difference: Difference, turn: int) -> str:
    seen = difference.observation
    if seen is not None:
        return f"Move {turn}, clue {seen.clue} at {seen.cell}"
    if difference.call is Call.CREATE or not turn:
        return "Before the first move"
    return f"After move {turn}"


def _is_luck(fault: Fault) -> bool:
    """Return whether the verdict is right although nothing says so."""
    return fault.symptom in _WRONG and fault.key.severity is Severity.NOTE


def _without_line(fault: Fault) -> str:
    """Return the text of a failure; for that of an import without the line, which it names."""
    return fault.text.split(f" in {fault.trace[-1].file}:")[0] if fault.trace else fault.text


# -- verdicts


def _verdict(cells: Sequence[Cell], fault: Fault, most: int = 8) -> str:
    """Return that ``cells`` are safe or mines, as the fault says."""
    is_mine = fault.symptom in (Symptom.MISSING_MINE, Symptom.WRONG_MINE)
    return f"{listed(cells, most)}{verdict_text(cells, is_mine).removeprefix(listed(cells))}"


def _wrong_verdict(difference: Difference, most: int) -> str:
    """Return what the agent calls some cells, and what they are."""
    fault, cells = difference.fault, difference.cells
    is_mine = fault.symptom is Symptom.WRONG_MINE
    called = f"{listed(cells, most)} {plural(len(cells), 'a mine', 'mines') if is_mine else 'safe'}"
    if _is_luck(fault):
        return f"{called} before anything says so"
    if fault.key.place.endswith("off the board"):
        return f"{called}, which {plural(len(cells), 'is', 'are')} not on the board"
    truth = "safe" if is_mine else plural(len(cells), "a mine", "mines")
    return f"{called}, but {plural(len(cells), 'it is', 'they are')} {truth}"

"""The texts of the panel about a student's agent, and what its card shows. Pure functions, no Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median
from typing import TYPE_CHECKING

from minesweeper_qt.model import Cell, Position, TooHard
from minesweeper_qt.model.audit.finding import FindingKind, Severity, Symptom
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.text.number_text import counted, plural
from minesweeper_qt.model.watch.knowledge_comparison import KnowledgeComparison, RowKind

if TYPE_CHECKING:
    from pathlib import Path

    from minesweeper_qt.model.audit.finding import Case, Cause, Finding
    from minesweeper_qt.model.audit.report import Report
    from minesweeper_qt.model.student.student_state import StudentFailure
    from minesweeper_qt.model.watch.difference import Difference
    from minesweeper_qt.model.watch.student_calls import CallTime

# The functions import what writes cases when they need it: the window opens sooner without it.

EMPTY = ("Choose the file with your MinesweeperAI", "It plays beside the reference, and you see where they differ.")
"""What the panel shows without an agent: a sentence, and what comes of it."""
CHOOSE = "Choose a File…"
NO_DIFFERENCES = "No difference so far."
NO_TIMES = "No call of your agent has ended yet."
NO_AUDIT = "The audit plays many games and lists what is wrong or weak in your agent."
SEARCHING = "Searching for the likely cause and the smallest case…"
NO_CASE = "No small case was found that shows this difference."
CASE_OF_FIRST = "A case is searched for the first difference only."
NO_CAUSE = "No likely cause was found."
CLEAN = "Nothing found"

_KNOWN_LATER = "At the end of the move it knows."
"""What is added where an agent that missed something has found it with later clues of the same move."""

_MISSED = (Symptom.MISSING_SAFE, Symptom.MISSING_MINE)
_SUPERFLUOUS = (Symptom.SENTENCE_DOUBLE, Symptom.SENTENCE_EMPTY, Symptom.SENTENCES_GROW)


class Tone(Enum):
    """The colours of the card or of a line; the value is that of a property in the style sheet."""

    PLAIN = "plain"
    WIN = "win"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, with a ``short`` form for a narrow panel."""

    text: str
    short: str = ""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Card:
    """What the card shows: a caption, the place in the game at its right, a title, the reason, a line of code."""

    caption: Line
    place: str
    title: str
    reason: str
    tone: Tone = Tone.PLAIN
    code: str = ""
    is_problem: bool = False
    """True if the reason is why the file can't be loaded."""


# -- the card


def place_text(move: int, moves: int) -> str:
    """Return which move it is of how many.

    >>> place_text(9, 13), place_text(0, 0)
    ('move 9 of 13', 'before move 1')
    """
    return f"move {move} of {moves}" if move else "before move 1"


def difference_card(
    difference: Difference, turn: int, moves: int, shown: KnowledgeComparison | None, number: int = 1, count: int = 1
) -> Card:
    """Return the card of a difference, which is that of the move ``turn``; it has this ``number`` of ``count``.

    ``shown`` is what both agents know at the moment shown, if that is the end of this move.
    """
    from minesweeper_qt.model.watch import difference_text

    title, reason = difference_text.title(difference), difference_text.reason(difference, turn)
    if shown is not None and difference.fault.symptom in _MISSED and _is_known(difference.cells, shown):
        reason = f"{reason} {_KNOWN_LATER}"
    caption = "First difference" if number == 1 else f"Difference {number} of {count}"
    return Card(Line(caption), place_text(turn, moves), title, reason)


def move_card(problem: str) -> Card:
    """Return the card while the agent's move can't be made; ``problem`` says why, as a clause.

    >>> move_card("make_safe_move() returned (9, 9), which is not on the board").title
    "Your agent's move can't be made"
    """
    caption = Line("Your agent and the reference")
    return Card(caption, "", "Your agent's move can't be made", f"{_sentence(problem)}.", Tone.LOSS)


def _is_known(cells: Sequence[Cell], shown: KnowledgeComparison) -> bool:
    """Return whether both agents have the same verdict on all ``cells``."""
    return all(cell in shown.verdicts and shown.verdicts[cell].kind is RowKind.SAME for cell in cells)


def no_difference_card(moves: int, is_thinking: bool = False) -> Card:
    """Return the card while the two agents don't differ; ``is_thinking``: a call takes long, which may never end.

    >>> no_difference_card(13).title
    'No difference in 13 moves'
    """
    caption = Line("Your agent and the reference")
    if not moves:
        reason = "Your agent has learned no clue. Reveal a cell, or let it move."
        return Card(caption, "", "Nothing to compare yet", reason)
    if is_thinking:
        return Card(caption, "", "No difference so far", "The last move is not compared yet.")
    reason = "Your agent misses no cell that the three rules settle, and nothing that it knows is wrong."
    return Card(caption, "", f"No difference in {counted(moves, 'move')}", reason, Tone.WIN)


def failure_card(failure: StudentFailure, turn: int, moves: int) -> Card:
    """Return the card of a failure at the move ``turn``, with the student's own line that was running."""
    caption, place = Line("Your agent has failed", tone=Tone.LOSS), place_text(turn, moves)
    if not failure.trace:
        return Card(caption, place, "It plays no further in this game", _sentence(str(failure)), Tone.LOSS)
    own = failure.trace[-1]
    where = f"In line {own.line} of {own.file}, in {own.function}:"
    return Card(caption, place, _sentence(str(failure)), where, Tone.LOSS, own.text)


def _sentence(text: str) -> str:
    """Return ``text`` with a capital letter, unless it begins with code.

    >>> _sentence("failed: no size"), _sentence("add_knowledge() failed")
    ('Failed: no size', 'add_knowledge() failed')
    """
    return text[:1].upper() + text[1:] if text.split(" ")[0].rstrip(":").isalpha() else text


def with_problem(card: Card, problem: str) -> Card:
    """Return ``card`` with the reason why the file as it is now can't be loaded in place of its own."""
    caption = Line("Your file as it is now does not load", "The file does not load", Tone.LOSS)
    # Not on the ground of a success, whatever the previous agent has done.
    return Card(caption, card.place, card.title, problem, is_problem=True)


def _at(move: int) -> str:
    return f"at move {move}" if move else "before the first move"


def not_compared_text(move: int) -> str:
    """Return that differences are not looked for after the error at ``move``.

    >>> not_compared_text(14)
    'What your agent knows after the error at move 14 is not compared: it may follow from that.'
    """
    return f"What your agent knows after the error {_at(move)} is not compared: it may follow from that."


def reload_line(
    before: int | None, is_done: bool, is_gone: bool, following: int | None, is_reached: bool = True
) -> Line:
    """Return what a changed file did.

    ``before`` and ``following`` are the moves of the first difference of the previous agent and of the new one;
    ``is_reached`` is false if the new one failed before it got to that of the one before.

    >>> reload_line(9, True, True, 12).text
    'The difference at move 9 is gone. The next one is at move 12.'
    >>> reload_line(9, True, False, 1, is_reached=False).text
    'Loaded again: your agent fails at move 1, before it gets to the difference at move 9.'
    >>> reload_line(9, True, True, None).short
    'Move 9: gone. None is left.'
    """
    if not is_done:
        return Line("Loaded again: the new agent learns this game…", "Loaded again…")
    if before is None:
        if following is None:
            return Line("Loaded again: still no difference.", "Still no difference.", Tone.WIN)
        return Line(f"Loaded again: a difference is {_at(following)}.", f"New: move {following}.", Tone.LOSS)
    if not is_reached and following is not None:
        fails = f"Loaded again: your agent fails {_at(following)}, before it gets to the difference {_at(before)}."
        return Line(fails, f"Fails at move {following}.", Tone.LOSS)
    if not is_gone:
        return Line(f"The difference {_at(before)} is still there.", f"Move {before}: still there.", Tone.LOSS)
    gone = f"The difference {_at(before)} is gone."
    if following is None:
        return Line(f"{gone} No difference is left so far.", f"Move {before}: gone. None is left.", Tone.WIN)
    if following == before:
        return Line(f"{gone} The next one is in the same move.", f"Move {before}: gone. Next: there.", Tone.WIN)
    where = "The next one is" if following > before else "Now there is one"
    return Line(f"{gone} {where} {_at(following)}.", f"Move {before}: gone. Next: move {following}.", Tone.WIN)


def thinking_line(call: str, seconds: float, limit: float) -> Line:
    """Return that the agent takes long for ``call``.

    >>> thinking_line("add_knowledge", 1.23, 2).text
    'Your agent is thinking… (add_knowledge, 1.2 s of 2 s)'
    """
    short = f"Thinking… {seconds:.1f} s of {limit:g} s"
    return Line(f"Your agent is thinking… ({call}, {seconds:.1f} s of {limit:g} s)", short)


# -- differences


def kind_of(difference: Difference) -> RowKind:
    """Return the kind of row whose sign a difference has: missing, further for what does no harm, else wrong."""
    fault = difference.fault
    if fault.symptom in _MISSED:
        return RowKind.MISSING
    is_harmless = fault.key.severity is Severity.NOTE or fault.symptom in _SUPERFLUOUS
    return RowKind.FURTHER if is_harmless else RowKind.WRONG


def row_title(difference: Difference) -> str:
    """Return the title of a difference without "Your agent", for a row of a list."""
    from minesweeper_qt.model.watch import difference_text

    return _sentence(difference_text.title(difference).removeprefix("Your agent "))


def cell_to_explain(difference: Difference, board: Board) -> Cell | None:
    """Return the first cell of ``difference`` that is on ``board``; ``None`` if there is none.

    There is none for a sentence either: no proof about one of its cells says what is wrong with it.
    """
    if difference.fault.key.kind is FindingKind.SENTENCE:
        return None
    return next((cell for cell in difference.cells if cell in board), None)


# -- the case


def cause_text(cause: Cause | None) -> str:
    """Return the likely cause as a sentence.

    >>> cause_text(None)
    'No likely cause was found.'
    """
    from minesweeper_qt.model.audit.finding_text import CAUSE_WORDS

    return NO_CAUSE if cause is None else f"Likely cause: {CAUSE_WORDS[cause]}."


def case_code(case: Case, symptom: Symptom, why: Sequence[str]) -> str:
    """Return a case as lines of Python, and below them ``why`` that is wrong, as comments."""
    from minesweeper_qt.model.audit.case_text import case_lines

    return "\n".join([*case_lines(case, symptom), *(f"# {line}" for text in why for line in text.split("\n"))])


def code_of(finding: Finding) -> str:
    """Return the case of ``finding`` as lines of Python; empty if it has none."""
    if finding.case is None or finding.symptom is None:
        return ""
    return case_code(finding.case, finding.symptom, finding.why)


def not_written(path: Path, cause: str) -> str:
    """Return that the file at ``path`` can't be written."""
    return f"{path} can't be written: {cause}. Allowed is a file in a folder that can be written to and has space."


def source_of_test(finding: Finding, path: Path) -> str:
    """Return a file of tests for pytest with the case of ``finding``, for the agent at ``path``."""
    from minesweeper_qt.model.audit.case_text import source_of_tests

    return source_of_tests([finding], path)


def case_position(case: Case) -> Position:
    """Return the position of a case, with a number of mines that some layout has.

    No cell next to a clue is settled by that number where other cells are covered.

    >>> from minesweeper_qt.model.audit.finding import Case
    >>> case_position(Case(1, 4, (((0, 0), 1),), ())).mines
    2
    """
    from minesweeper_qt.model.audit.case_layouts import layout_of

    clues = dict(case.observations)
    board = Board(case.height, case.width)
    try:
        layout = layout_of(case) or frozenset()
    except TooHard:
        layout = frozenset()
    near = frozenset[Cell]().union(*(board.neighbours(cell) for cell in clues))
    free = sum(cell not in clues and cell not in near for cell in board.cells)
    return Position(case.height, case.width, min(len(layout) + (free + 1) // 2, len(board.cells)), clues)


# -- the times


def seconds_text(seconds: float) -> str:
    """Return a time with two digits that count.

    >>> seconds_text(0.00004), seconds_text(0.0082), seconds_text(0.0123), seconds_text(1.23)
    ('0.04 ms', '8.2 ms', '12 ms', '1.2 s')
    """
    if seconds >= 1:
        return f"{seconds:.1f} s"
    milliseconds = 1000 * seconds
    digits = 0 if milliseconds >= 10 else 1 if milliseconds >= 1 else 2
    return f"{milliseconds:.{digits}f} ms"


def times_text(times: Sequence[CallTime], turn_of: Callable[[int], int]) -> str:
    """Return the slowest call, the median and the number of calls in words.

    >>> from minesweeper_qt.model.audit.game_trace import Call
    >>> from minesweeper_qt.model.watch.student_calls import CallTime
    >>> times_text([CallTime(Call.CREATE, 0, 0.001), CallTime(Call.ADD_KNOWLEDGE, 3, 0.02)], lambda learned: 2)
    'Slowest: add_knowledge at move 2, 20 ms. Median of 2 calls: 10 ms.'
    """
    if not times:
        return NO_TIMES
    seconds = [time.seconds for time in times]
    slowest = times[seconds.index(max(seconds))]
    where = f" at move {turn_of(slowest.learned)}" if slowest.learned else ""
    middle = seconds_text(median(seconds))
    return (
        f"Slowest: {slowest.call.value}{where}, {seconds_text(slowest.seconds)}. "
        f"Median of {counted(len(times), 'call')}: {middle}."
    )


# -- the audit


def audit_line(report: Report, is_old: bool = False) -> Line:
    """Return how many games were won, and how much was found; ``is_old``: in the file before it was changed.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.audit.report import Report
    >>> from minesweeper_qt.model.board.rules import DIFFICULTIES
    >>> audit_line(Report(Path("minesweeper.py"), DIFFICULTIES["cs50"], 100, 1)).text
    'Nothing found: no game was played.'
    """
    numbers = [len(report.with_severity(severity)) for severity in Severity]
    words = [
        counted(numbers[0], "error"),
        f"{numbers[1]} {plural(numbers[1], 'weakness', 'weaknesses')}",
        counted(numbers[2], "note"),
    ]
    found = ", ".join(word for number, word in zip(numbers, words, strict=True) if number) or CLEAN
    won = f"won {report.won} of {counted(report.games, 'game')}, the reference {report.reference_won}"
    wins = won if report.games else "no game was played"
    stopped = "" if report.is_complete else " Stopped early."
    tone = Tone.WIN if report.is_clean and report.is_complete and not is_old else Tone.PLAIN
    return Line(f"{'Before your change: ' if is_old else ''}{found}: {wins}.{stopped}", tone=tone)


def finding_title(finding: Finding) -> str:
    """Return the first line of a finding without "The agent", for a row of a list.

    >>> from minesweeper_qt.model.audit.finding import Finding
    >>> from minesweeper_qt.model.audit.finding import FindingKind
    >>> finding_title(Finding(FindingKind.MOVE, Severity.ERROR, 2, "The agent keeps empty sentences.\\nIn game 1."))
    'Keeps empty sentences.'
    """
    return _sentence(finding.text.split("\n")[0].removeprefix("The agent "))


def finding_text(finding: Finding, games: int) -> str:
    """Return all about a finding: what is wrong, in how many games, the lines of code, the cause and the case."""
    often = [f"In {finding.games} of {counted(games, 'game')}."] if finding.games else []
    parts = ["\n".join([finding.text, *often])]
    if finding.trace:
        parts.append("\n".join(["The lines of the file, the innermost last:", *map(str, finding.trace)]))
    if finding.cause is not None:
        parts.append(cause_text(finding.cause))
    return "\n\n".join(filter(None, [*parts, code_of(finding)]))

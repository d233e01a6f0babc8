"""The texts of the card that shows how a game ended. No Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from minesweeper_qt.model import Board, Cell, Minesweeper, State, Turn, TurnReasonKind
from minesweeper_qt.model.game.board_statistics import BoardStatistics
from minesweeper_qt.model.text.cell_text import listed
from minesweeper_qt.model.text.chance_text import percents
from minesweeper_qt.model.text.number_text import clock_text, counted, plural

_SEPARATOR = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class Result:
    """What the card shows: ``title``, the ``detail`` below it, and whether the game was won."""

    is_won: bool
    title: str
    detail: str


def result_of(game: Minesweeper, turn: Turn | None, seconds: float, *, names_cells: bool) -> Result:
    """Return the result of ``game``, which ended with ``turn`` after ``seconds``.

    ``names_cells``: whether cells are named by their coordinates, which the board then shows.
    """
    if game.state is State.WON:
        return Result(True, f"Cleared in {clock_text(int(seconds))}", _SEPARATOR.join(_win_parts(game, seconds)))
    named = listed(game.exploded, 2) if names_cells else ""
    title = f"That was a mine: {named}" if named else "That was a mine"
    parts = filter(None, (_risk(turn, names_cells), *_wrong_flags(game, turn), clock_text(int(seconds))))
    return Result(False, title, _SEPARATOR.join(parts))


def fatal_cell(game: Minesweeper) -> Cell | None:
    """Return the mine that ended ``game``, the first of several; ``None`` if none did."""
    return next(iter(game.exploded), None)


def _win_parts(game: Minesweeper, seconds: float) -> Iterator[str]:
    """Yield the parts of the detail after a win; a 3BV exists only where a 0 reveals its neighbours."""
    if not game.rules.cascade:
        yield "every mine is flagged"
        return
    three_bv = _three_bv(game.grid, frozenset(game.mines))
    if seconds >= 1:  # a game of Auto-play in an instant has no speed worth a number
        yield f"{three_bv / seconds:.2f} 3BV/s"
    yield f"3BV {three_bv}"


@lru_cache(maxsize=1)
def _three_bv(board: Board, mines: frozenset[Cell]) -> int:
    """Return the 3BV; that of the last board is kept, since its result is shown again and again."""
    return BoardStatistics(board, mines).three_bv


def _risk(turn: Turn | None, names_cells: bool) -> str:
    """Return the risk of the fatal turn and what else there was; empty while it is unknown."""
    if turn is None or turn.risk is None or turn.least_risk is None:
        return ""
    risk, least = percents(turn.risk, turn.least_risk)
    text = "it was certain to be one" if turn.risk == 1 else f"it had {risk}"
    if turn.risk == turn.least_risk:
        return f"{text}, the lowest there was"
    if turn.least_risk == 0:
        is_named = names_cells and turn.safe_cell is not None
        return f"{text}, and {f'{turn.safe_cell} was safe' if is_named else 'a safe cell was left'}"
    return f"{text}, the lowest was {least}"


def _wrong_flags(game: Minesweeper, turn: Turn | None) -> Iterator[str]:
    """Yield that the fatal turn was a chord on a wrong flag, and how many flags are wrong where that says more."""
    wrong, used = len(game.mines_found - game.mines), 0
    if turn is not None and turn.reason is not None and turn.reason.kind is TurnReasonKind.WRONG_FLAG:
        used = len(turn.reason.cells)
        yield f"a chord on {plural(used, 'a wrong flag', 'wrong flags')}"
    if wrong > min(used, 1):
        yield f"{counted(wrong, 'flag')} wrong"

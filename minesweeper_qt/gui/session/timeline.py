"""The timeline of a playthrough: which moment of it is shown, and the intents to play on from an earlier one."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.presentation.status_text import headline
from minesweeper_qt.gui.session.status_line import StatusLine
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import Cell, Derivation, Moment, Playthrough, State, Turn, TurnMaker
from minesweeper_qt.model.evidence.cell_text import CellText, Named

_FRAME, _TRAIL = 20, 1.0
"""Milliseconds between two pictures of a game that plays; seconds of the pointer's path in each."""


class Timeline(QObject):
    """Holds which moment of ``playthrough`` is shown: the present one, or an earlier one after any move.

    While an earlier moment is shown, no move is made: an intent to play is kept until the user has confirmed that the
    later moves may be discarded.

    Before another moment is chosen, ``leave`` is called, and ``touch`` after that. Signal: ``branch_requested`` when an
    intent needs confirmation, which the receiver gives by ``GameSession.branch`` or refuses by ``cancel_intent``;
    ``pointed`` with the last places of the pointer, while a game ``plays`` that has them.

    Attributes: ``plays``, true while the moves are shown one after the other; ``speed``, how much faster than they were
    made; ``stops_after``, which returns whether to stop after the move of this number.
    """

    branch_requested = Signal()
    pointed = Signal(object)

    def __init__(
        self,
        playthrough: Playthrough,
        status: StatusLine,
        leave: Callable[[], None],
        touch: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._status = status
        self._leave = leave
        self._touch = touch
        self.plays, self.speed = False, 1.0
        self.stops_after: Callable[[int], bool] = lambda number: False
        self._since = 0.0
        """When the move shown was due."""
        self._frames = schedule.current.timer(self, self._play_on, _FRAME, repeats=True)
        self.use(playthrough)

    def use(self, playthrough: Playthrough) -> None:
        """Show the present moment of ``playthrough`` from now on."""
        self.stop()
        self.playthrough = playthrough
        self._shown: int | None = None
        """The number of the move after which an earlier moment is shown; ``None`` while the present one is."""
        self._moment: Moment | None = None
        self._intent: Callable[[], None] | None = None
        self._live_status = self._status.parts

    # -- queries

    @property
    def moves(self) -> Sequence[Turn]:
        """The moves of the game so far, also while an earlier moment is shown."""
        return self.playthrough.history.turns

    @property
    def shown_move(self) -> int:
        """The number of moves made at the moment shown: that of all moves unless an earlier moment is shown."""
        return len(self.moves) if self._shown is None else self._shown

    @property
    def is_live(self) -> bool:
        """False while an earlier moment is shown."""
        return self._shown is None

    @property
    def seconds(self) -> float:
        """The seconds of the game at the moment shown."""
        if self._shown is None:
            return self.playthrough.seconds
        times = [turn.seconds for turn in self.moves[: self._shown] if turn.seconds is not None]
        return times[-1] if times else 0

    @property
    def moment(self) -> Moment | None:
        """The earlier moment shown, with all that the agent has learned of it by now; ``None`` for the present one."""
        if self._shown is None:
            return None
        if self._moment is None or not self._moment.is_complete:
            self._moment = self.playthrough.history.moment(self._shown)
        return self._moment

    @property
    def last_change(self) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """The sentences that the last move shown brought into force, and those that it removed."""
        return self.playthrough.history.difference(self.shown_move)

    def ai_cell(self, since: int) -> Cell | None:
        """Return the cell that the AI has opened last after move ``since``, by the moment shown; ``None`` if none."""
        shown = self.moves[since : self.shown_move]
        opened = (turn.cell for turn in reversed(shown) if turn.maker is TurnMaker.AI and turn.cell is not None)
        return next(opened, None)

    # -- choosing the moment

    def show_move(self, number: int) -> None:
        """Show the game as it was after ``number`` moves, limited to 0 to ``len(moves)``."""
        number = max(0, min(number, len(self.moves)))
        if number == self.shown_move or self.playthrough.is_paused:
            return
        self._leave()
        if self.is_live:
            self._live_status = self._status.parts
        self._shown = None if number == len(self.moves) else number
        self._moment = None
        self._intent = None
        if self.is_live:
            self._status.set(*self._live_status)
            self.stop()
        else:
            self._status.set(self._moment_text())
            self._since = schedule.current.now()
        self._touch()

    def show_live(self) -> None:
        """Show the game as it is now."""
        self.show_move(len(self.moves))

    def undo(self) -> None:
        """Show the game as it was one move earlier; after a loss, as it was before the fatal click."""
        self.show_move(self.shown_move - 1)

    def redo(self) -> None:
        """Show the game as it was one move later."""
        self.show_move(self.shown_move + 1)

    # -- playing

    def toggle_play(self) -> None:
        """Show one move after the other from the moment shown, or from the start at the end; or stop that.

        They have the times at which they were made, or a second for each move where that is not known.
        """
        starts = not self.plays and bool(self.moves) and not self.playthrough.is_paused
        self.stop()
        if starts:
            self.show_move(0 if self.is_live else self.shown_move)
            self.plays, self._since = True, schedule.current.now()
            self._frames.start()
            self._touch()

    def stop(self) -> None:
        """Show no more moves."""
        self._frames.stop()
        if self.plays:
            self.plays = False
            self.pointed.emit(())
            self._touch()

    def _play_on(self) -> None:
        now, path = schedule.current.now(), self.playthrough.history.path
        while self.plays:
            number = self.shown_move + 1
            before, after = self.moves[max(number - 2, 0)].seconds, self.moves[number - 1].seconds
            due = self._since + (1 if before is None or after is None else after - before) / self.speed
            if due > now:
                break
            self.show_move(number)
            self._since = due
            if self.shown_move < number or self.stops_after(number):
                self.stop()
        if self.plays and path:
            moment = self.seconds + (now - self._since) * self.speed
            self.pointed.emit(path[bisect(path, (moment - _TRAIL,)) : bisect(path, (moment,))])

    def reset_knowledge(self) -> None:
        """Read the knowledge of the moment shown again, since another agent learns the game."""
        self._moment = None

    def _moment_text(self) -> CellText:
        number, total = self.shown_move, len(self.moves)
        what = headline(number, total, self.moves[number - 1] if number else None)
        if number == total - 1 and self.playthrough.game.state is State.LOST:
            asks = "This is before the fatal move. Take Back goes on from here."
        else:
            asks = "To play on from here discards the later moves; you are asked first."
        return CellText.of(what, ". ", Named((), asks, asks, spoken=""))

    # -- intents

    def asks_first(self, intent: Callable[[], None] | None) -> bool:
        """If an earlier moment is shown, keep ``intent``, request confirmation and return true; else return false."""
        self.stop()
        if self.is_live:
            return False
        self._intent = intent
        self.branch_requested.emit()
        return True

    def request_branch(self) -> None:
        """Request confirmation to play on from the earlier moment shown, without an intent to carry out then."""
        self.asks_first(None)

    def cancel_intent(self) -> None:
        """Drop the intent that waits for confirmation: the earlier moment stays."""
        self._intent = None

    def take_intent(self) -> Callable[[], None] | None:
        """Return the intent that waited for confirmation, and drop it."""
        intent, self._intent = self._intent, None
        return intent

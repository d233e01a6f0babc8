"""The timeline of the running game: shows the game as it was after any move, and lets play go on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.move_text import headline
from minesweeper_qt.gui.presentation.update import Update
from minesweeper_qt.gui.session.game_view import GameView, LiveGameView, PastGameView
from minesweeper_qt.gui.session.running_game import RunningGame
from minesweeper_qt.model import Cell, Derivation, Difficulty, History, Minesweeper, Observation, State, Turn, TurnMaker

SLICE = 0.008
"""Seconds of work before the event loop gets its turn: half a frame, the other half is for painting."""


class Timeline(RunningGame):
    """A running game that can be shown at any past moment and continued from there.

    While a past moment is shown, no move is made: an intent to play is kept until the user has confirmed that the later
    moves may be discarded. The agent goes on learning in the background.

    Signals besides those of ``RunningGame``: ``moment_changed`` when another moment is shown, or the number of moves
    has changed; ``branch_requested`` when an intent to play at a past moment needs confirmation, which the receiver
    gives by ``branch`` or refuses by ``cancel_intent``; ``moves_discarded(int)`` with the number of moves left;
    ``move_rated(int)`` with the number of a move that has been rated.
    """

    moment_changed = Signal()
    branch_requested = Signal()
    moves_discarded = Signal(int)
    move_rated = Signal(int)

    # Defined in the class, since the constructor of the base class starts the first game and reads them.
    _guess: tuple[int, Cell, str] | None = None
    """The last guess until its rating is shown: the number of the move, the cell, and "at" or "around" it."""
    _intent: Callable[[], None] | None = None
    _published_moment: tuple[int, int] | None = None
    _live_status = ""

    def __init__(self, difficulty: Difficulty, seed: int | None = None, parent: QObject | None = None) -> None:
        super().__init__(difficulty, seed, parent)
        self.rating_service.rated.connect(self._on_rated)
        self.rating_service.rated.connect(self.move_rated)

    # -- queries

    @property
    def moves(self) -> Sequence[Turn]:
        """The moves of the game so far, also while a past moment is shown."""
        return self.history.turns

    @property
    def shown_move(self) -> int:
        """The number of moves made at the moment shown: that of all moves unless a past moment is shown."""
        return self._view.moment.number if isinstance(self._view, PastGameView) else len(self.history.turns)

    @property
    def is_live(self) -> bool:
        """False while a past moment is shown."""
        return not isinstance(self._view, PastGameView)

    def last_change(self) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that the last move shown brought into force, and those that it removed."""
        return self.history.difference(self.shown_move)

    # -- choosing the moment

    @Slot(int)
    def show_move(self, number: int) -> None:
        """Show the game as it was after ``number`` moves, limited to 0 to ``len(moves)``; this stops Auto-play."""
        number = max(0, min(number, len(self.moves)))
        if number == self.shown_move:
            return
        self._stop_playing()
        if self.is_live:
            # Send the changes since the last signal first: they belong to the moment shown so far.
            self._publish()
        before, status = self._view, self.status
        if number == len(self.moves):
            self._view = LiveGameView(self.game, self.agent)
            self._set_status(self._live_status)
        else:
            if self.is_live:
                self._live_status = status
            self._view = PastGameView(self.game, self.history.moment(number))
            self._set_status(self._moment_text())
        self._change_view(before)

    @Slot()
    def show_live(self) -> None:
        """Show the game as it is now."""
        self.show_move(len(self.moves))

    @Slot()
    def undo(self) -> None:
        """Show the game as it was one move earlier; after a loss, as it was before the fatal click."""
        self.show_move(self.shown_move - 1)

    @Slot()
    def redo(self) -> None:
        """Show the game as it was one move later."""
        self.show_move(self.shown_move + 1)

    def _change_view(self, before: GameView) -> None:
        """Send the signals for the change from ``before``, which views still show, to the present view."""
        # The update below is the whole difference of the views: it contains what the agent has learned since.
        self._learner.report()
        self._intent = None
        view = self._view
        clues_changed = view.clues.keys() != before.clues.keys()
        self._revise(clues_changed)
        if view.state.is_over or not before.clues.keys() <= view.clues.keys():
            # Chances of a later position must not be shown: its certain cells were not yet certain.
            self.advice_service.clear_chances()
        if view.state is not before.state:
            self.state_changed.emit(view.state)
        self._update_chances()
        self.updated.emit(view.update(before, self._last_cell_of_ai()))
        self._publish_moment()
        self.status_changed.emit(self.status)

    def _last_cell_of_ai(self) -> Cell | None:
        shown = self.moves[: self.shown_move]
        return next(
            (turn.cell for turn in reversed(shown) if turn.maker is TurnMaker.AI and turn.cell is not None), None
        )

    def _moment_text(self) -> str:
        number, total = self.shown_move, len(self.moves)
        text = f"{headline(number, total, self.moves[number - 1] if number else None)}."
        if number == total - 1 and self.game.state is State.LOST:
            return f"{text} {status_text.BEFORE_LOSS}"
        return f"{text} {status_text.PAST}"

    # -- playing on from there

    @Slot()
    def request_branch(self) -> None:
        """Request confirmation to play on from the past moment shown, without an intent to carry out then."""
        self._request_confirmation(None)

    def _request_confirmation(self, intent: Callable[[], None] | None) -> bool:
        """If a past moment is shown, keep ``intent``, request confirmation and return true; else return false."""
        if self.is_live:
            return False
        self._intent = intent
        self.branch_requested.emit()
        return True

    @Slot()
    def cancel_intent(self) -> None:
        """Drop the intent that waits for confirmation: the past moment stays."""
        self._intent = None

    @Slot(bool)
    def branch(self, then_play: bool = True) -> None:
        """Discard the moves after the moment shown and make it the present one; also after a loss or a win.

        Then carry out the intent that waited for confirmation, if ``then_play`` is true.
        """
        intent, self._intent = self._intent, None
        if self.is_live:
            return
        number, before = self.shown_move, self._view
        self._stop_playing()
        game, history = self.history.branch(number)
        self._revise(clues_changed=False)
        self._set_game(game, history)
        self.moves_discarded.emit(number)
        self._learn_anew(before)
        self._learner.ai_cell = self._last_cell_of_ai()
        if self._state is State.PLAYING:
            self.clock.start()
        else:
            self.clock.reset()
        self.state_changed.emit(self._state)
        self._set_status(status_text.branch_text(number))
        self._publish()
        if then_play and intent is not None:
            intent()

    def _set_game(self, game: Minesweeper, history: History) -> None:
        super()._set_game(game, history)
        self._live_status = ""
        self._intent = None
        self._published_moment = None

    def _learn_anew(self, before: GameView) -> None:
        """Let the new agent learn the game from its start; ``before`` is the view shown so far."""
        if isinstance(before, PastGameView) and before.game is self.game:
            # The past moment stays, with the knowledge that the new agent has of it so far.
            self._view = PastGameView(self.game, self.history.moment(before.moment.number))
        marked = frozenset(before.settled)
        self._learner.cells.update(marked)
        self._learner.enqueue(Observation(cell, clue) for cell, clue in self.game.clues.items())
        self.knowledge_reset.emit()
        if not self.is_live:
            self.updated.emit(Update(marked, (), ()))
        self._learn(SLICE)

    def _stop_playing(self) -> None:
        """Stop Auto-play and cancel moves and hints that are being computed."""
        raise NotImplementedError

    def _learn(self, seconds: float) -> None:
        """Let the agent learn revealed clues for about ``seconds``, and go on with the rest later."""
        raise NotImplementedError

    # -- moves

    def _add_turn(self, turn: Turn) -> None:
        """Add a turn to the history, if it changed anything."""
        if turn.changes_anything:
            self.history.add(turn)

    def _set_guess(self, turn: Turn) -> None:
        """Keep the move just made as the guess that ``_rate_guess`` rates, if its risk is not known yet."""
        if turn.changes_anything and turn.is_safe is False and turn.risk is None and turn.cell is not None:
            where, cell = ("at", turn.guessed[0]) if len(turn.guessed) == 1 else ("around", turn.cell)
            self._guess = len(self.moves), cell, where

    def _rate_guess(self) -> None:
        """Request the rating of the last guess."""
        if self._guess is not None:
            self.rating_service.request(self._guess[0])

    @Slot(int)
    def _on_rated(self, number: int) -> None:
        if self._guess is None or self._guess[0] != number:
            return
        _, cell, where = self._guess
        self._guess = None
        turn = self.moves[number - 1]
        if turn.risk is None or turn.least_risk is None:
            self._append_status(status_text.too_hard_rating_text(cell))
        else:
            self._append_status(status_text.guess_text(cell, turn.risk, turn.least_risk, where))

    # -- signals

    def _revise(self, clues_changed: bool) -> None:
        self._guess = None
        super()._revise(clues_changed)

    def _publish(self) -> None:
        if isinstance(self._view, PastGameView):
            # The changes of the running game are not shown: views show the past moment.
            self._learner.report()
            self._refresh_past_view(self._view)
            self._update_chances()
            self.status_changed.emit(self.status)
        else:
            super()._publish()
        self._publish_moment()

    def _refresh_past_view(self, before: PastGameView) -> None:
        """Show what the agent has learned about the past moment since ``before`` was made."""
        if not before.moment.is_complete:
            self._view = PastGameView(self.game, self.history.moment(before.moment.number))
            self.updated.emit(self._view.update(before))

    def _publish_moment(self) -> None:
        """Emit ``moment_changed`` if the moment shown or the number of moves has changed since the last time."""
        now = self.shown_move, len(self.moves)
        if now != self._published_moment:
            self._published_moment = now
            self.moment_changed.emit()

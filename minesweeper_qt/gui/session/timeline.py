"""The past of the running game: showing it as it was after any move, and playing on from there."""

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
    """A running game that can be shown as it was, and taken up again there.

    While a past moment is shown, the game goes no further: whoever wants to play is asked first whether what came
    after may be discarded. The agent goes on learning, unseen.

    Signals besides those of ``RunningGame``: ``moment_changed`` when another moment is shown, or there are more moves
    or fewer; ``branch_requested`` when somebody wants to play from a past moment, to be answered by ``branch`` or
    ``cancel_intent``; ``moves_discarded(int)`` when only so many are left; ``move_rated(int)`` when the risk of a move
    has been found.
    """

    moment_changed = Signal()
    branch_requested = Signal()
    moves_discarded = Signal(int)
    move_rated = Signal(int)

    # Of the class, for the first game begins before the constructor is done.
    _guess: tuple[int, Cell, str] | None = None
    """The last move, while it may still be said how risky it was: its number, the cell, and where that guessed."""
    _intent: Callable[[], None] | None = None
    _said_of: tuple[int, int] | None = None
    _live_status = ""

    def __init__(self, difficulty: Difficulty, seed: int | None = None, parent: QObject | None = None) -> None:
        super().__init__(difficulty, seed, parent)
        self.rating_service.rated.connect(self._on_rated)
        self.rating_service.rated.connect(self.move_rated)

    # -- what views may ask

    @property
    def moves(self) -> Sequence[Turn]:
        """The moves of the game so far, also while a past moment is shown."""
        return self.history.turns

    @property
    def shown_move(self) -> int:
        """The number of moves after which the game is shown: that of all moves unless a past moment is shown."""
        return self._view.moment.number if isinstance(self._view, PastGameView) else len(self.history.turns)

    @property
    def is_live(self) -> bool:
        """False while a past moment is shown."""
        return not isinstance(self._view, PastGameView)

    def last_change(self) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that the move shown last brought into force, and those that left it."""
        return self.history.difference(self.shown_move)

    # -- going through the past

    @Slot(int)
    def show_move(self, number: int) -> None:
        """Show the game as it was after ``number`` moves, which stops what plays; there are 0 to ``len(moves)``."""
        number = max(0, min(number, len(self.moves)))
        if number == self.shown_move:
            return
        self._stop_playing()
        if self.is_live:
            # What the agent learned since the last signal belongs to what is shown so far.
            self._publish()
        before, status = self._view, self.status
        if number == len(self.moves):
            self._view = LiveGameView(self.game, self.agent)
            self._say(self._live_status)
        else:
            if self.is_live:
                self._live_status = status
            self._view = PastGameView(self.game, self.history.moment(number))
            self._say(self._words_of_moment())
        self._change_view(before)

    @Slot()
    def show_live(self) -> None:
        """Show the game as it is."""
        self.show_move(len(self.moves))

    @Slot()
    def undo(self) -> None:
        """Show the game as it was a move before; after a loss, before the fatal click."""
        self.show_move(self.shown_move - 1)

    @Slot()
    def redo(self) -> None:
        """Show the game as it was a move later."""
        self.show_move(self.shown_move + 1)

    def _change_view(self, before: GameView) -> None:
        """Tell the views, which show ``before``, that another moment is shown."""
        # What the agent has learned since is in the difference.
        self._learner.report()
        self._intent = None
        view = self._view
        clues_changed = view.clues.keys() != before.clues.keys()
        self._revise(clues_changed)
        if view.state.is_over or not before.clues.keys() <= view.clues.keys():
            # What was certain later was not so before.
            self.advice_service.clear_chances()
        if view.state is not before.state:
            self.state_changed.emit(view.state)
        self._follow()
        self.updated.emit(view.update(before, self._last_cell_of_ai()))
        self._note_moment()
        self.status_changed.emit(self.status)

    def _last_cell_of_ai(self) -> Cell | None:
        shown = self.moves[: self.shown_move]
        return next(
            (turn.cell for turn in reversed(shown) if turn.maker is TurnMaker.AI and turn.cell is not None), None
        )

    def _words_of_moment(self) -> str:
        number, total = self.shown_move, len(self.moves)
        text = f"{headline(number, total, self.moves[number - 1] if number else None)}."
        if number == total - 1 and self.game.state is State.LOST:
            return f"{text} {status_text.BEFORE_LOSS}"
        return f"{text} {status_text.PAST}"

    # -- playing on from there

    @Slot()
    def request_branch(self) -> None:
        """Ask whether to play on from the past moment that is shown."""
        self._needs_confirmation(None)

    def _needs_confirmation(self, intent: Callable[[], None] | None) -> bool:
        """Keep what somebody wants to do, and ask, if a past moment is shown."""
        if self.is_live:
            return False
        self._intent = intent
        self.branch_requested.emit()
        return True

    @Slot()
    def cancel_intent(self) -> None:
        """Drop what was asked for: the past moment stays."""
        self._intent = None

    @Slot(bool)
    def branch(self, then_play: bool = True) -> None:
        """Discard the moves after the one that is shown, and play on from there; also after a loss or a win.

        What was asked for meanwhile is done then, unless not ``then_play``.
        """
        intent, self._intent = self._intent, None
        if self.is_live:
            return
        number, before = self.shown_move, self._view
        self._stop_playing()
        game, history = self.history.branch(number)
        self._revise(clues_changed=False)
        self._take_up(game, history)
        self.moves_discarded.emit(number)
        self._learn_anew(before)
        self._learner.ai_cell = self._last_cell_of_ai()
        if self._state is State.PLAYING:
            self.clock.start()
        else:
            self.clock.reset()
        self.state_changed.emit(self._state)
        self._say(status_text.branched(number))
        self._publish()
        if then_play and intent is not None:
            intent()

    def _take_up(self, game: Minesweeper, history: History) -> None:
        super()._take_up(game, history)
        self._live_status = ""
        self._intent = None
        self._said_of = None

    def _learn_anew(self, before: GameView) -> None:
        """Let the new agent learn the game from its start, where views show ``before``."""
        if isinstance(before, PastGameView) and before.game is self.game:
            # The past moment stays, with what the new agent knows of it so far.
            self._view = PastGameView(self.game, self.history.moment(before.moment.number))
        marked = frozenset(before.settled)
        self._learner.cells.update(marked)
        self._learner.enqueue(Observation(cell, clue) for cell, clue in self.game.clues.items())
        self.knowledge_reset.emit()
        if not self.is_live:
            self.updated.emit(Update(marked, (), ()))
        self._learn(SLICE)

    def _stop_playing(self) -> None:
        """Stop all that plays or is about to."""
        raise NotImplementedError

    def _learn(self, seconds: float) -> None:
        """Teach the agent what is revealed for about so long, and go on with the rest later."""
        raise NotImplementedError

    # -- moves

    def _note_turn(self, turn: Turn) -> None:
        """Note a move that was made, if it changed anything."""
        if turn.changes_anything:
            self.history.add(turn)

    def _note_guess(self, turn: Turn, guessed: Sequence[Cell]) -> None:
        """Have the move that was made just now rated, when the views hear of it."""
        if turn.changes_anything and turn.is_safe is False and turn.risk is None and turn.cell is not None:
            where, cell = ("at", guessed[0]) if len(guessed) == 1 else ("around", turn.cell)
            self._guess = len(self.moves), cell, where

    def _rate_guess(self) -> None:
        """Find out how good the last guess was."""
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
            self._amend(status_text.rated_too_hard(cell))
        else:
            self._amend(status_text.guess(cell, turn.risk, turn.least_risk, where))

    # -- signals

    def _revise(self, clues_changed: bool) -> None:
        self._guess = None
        super()._revise(clues_changed)

    def _publish(self) -> None:
        if isinstance(self._view, PastGameView):
            # What happens to the game now is not what is shown.
            self._learner.report()
            self._look_again(self._view)
            self._follow()
            self.status_changed.emit(self.status)
        else:
            super()._publish()
        self._note_moment()

    def _look_again(self, before: PastGameView) -> None:
        """Show what has been learned since of the moment that is shown."""
        if not before.moment.is_complete:
            self._view = PastGameView(self.game, self.history.moment(before.moment.number))
            self.updated.emit(self._view.update(before))

    def _note_moment(self) -> None:
        """Say so when another moment is shown than the last time."""
        now = self.shown_move, len(self.moves)
        if now != self._said_of:
            self._said_of = now
            self.moment_changed.emit()

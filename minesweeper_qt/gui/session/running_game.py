"""The running game as a board source: the game, its agent, its history, chances, hints and the status."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.advice_service import AdviceService
from minesweeper_qt.gui.background.rating_service import RatingService
from minesweeper_qt.gui.background.worker import Answer
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.session.clock import Clock
from minesweeper_qt.gui.session.game_view import GameView, LiveGameView
from minesweeper_qt.gui.session.learner import AgentLearner
from minesweeper_qt.model import (
    ActionResult,
    Cell,
    Choice,
    Derivation,
    Difficulty,
    History,
    Minesweeper,
    MinesweeperAI,
    Position,
    State,
)

HINT_STRATEGY = "expert"
"""The strategy that computes hints."""


class RunningGame(BoardSource):
    """A game with an agent that learns all that is revealed, and the read access of views to both.

    Attributes: ``game`` and ``agent`` in their present state, also while a past moment is shown; ``history``, the
    game's moves; ``difficulty``; ``uses_mine_count``, whether the agent knows the number of mines; ``status``, the text
    of the status line; ``clock``; ``advice_service``, which computes chances, hints and moves; ``rating_service``,
    which finds the risks of the moves made.

    Signals besides those of ``BoardSource``: ``status_changed(str)``, ``state_changed(State)`` when a game begins, is
    won or lost, ``clock_changed(int)`` with whole seconds.
    """

    status_changed = Signal(str)
    state_changed = Signal(object)
    clock_changed = Signal(int)

    def __init__(self, difficulty: Difficulty, seed: int | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.difficulty = difficulty
        self.uses_mine_count = False
        self.status = ""
        self.advice_service = AdviceService(self)
        self.rating_service = RatingService(self.advice_service)
        self.clock = Clock(self)
        self.clock.changed.connect(self.clock_changed)
        self.advice_service.chances_changed.connect(self._on_chances)
        self.advice_service.hint_found.connect(self._on_hint_found)
        self._chances_enabled = False
        self._has_reported_too_hard = False
        self._start(Minesweeper.at_difficulty(difficulty, seed=seed))

    # -- queries

    @property
    def agent(self) -> MinesweeperAI:
        """The agent of this game."""
        return self._learner.agent

    @property
    def state(self) -> State:
        """The state of the game: ready, under way, won or lost."""
        return self._view.state

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.game.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.game.width

    @property
    def position(self) -> Position:
        """The position as the player sees it."""
        return self._view.position

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """The derivation of the verdict on each cell that the agent settled, revealed cells included."""
        return self._view.settled

    @property
    def seed(self) -> int | None:
        """The number that the layout was drawn from."""
        return self.game.seed

    @property
    def mines_left(self) -> int:
        """The mines minus the flags, which may be negative."""
        return self.game.mine_total - len(self._view.flags)

    @property
    def seconds(self) -> int:
        """Whole seconds since the first reveal, until the end."""
        return self.clock.seconds

    @property
    def is_learning(self) -> bool:
        """True while revealed clues wait to be learned."""
        return self._learner.is_learning

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the move that added ``derivation``; 0 when it was there before the first move."""
        return self.history.move_of(derivation)

    @property
    def is_computing(self) -> bool:
        """True while the worker computes something that is still needed."""
        return self.advice_service.is_busy

    @property
    def chances(self) -> Chances | None:
        """The chances of the visible position, if they are enabled and found, else ``None``.

        There are none before a protected first click, which is safe anywhere, and none after the end of the game.
        """
        return self.advice_service.chances if self._chances_enabled and self.advice_service.is_current else None

    @property
    def chances_are_stale(self) -> bool:
        """True when new chances are taking long, so that the old ones must be shown as stale."""
        return self.advice_service.is_stale

    @property
    def has_levels(self) -> bool:
        """True when levels of reasoning are meaningful: not before a protected first click, nor after the end."""
        return not self.state.is_over and not self.game.protects_first_click

    @property
    def is_lost(self) -> bool:
        """True when the player sees that a mine was opened."""
        return self.state is State.LOST

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the mark and the chance of the overlays, whether or not these are on."""
        look = self._view.look(cell)
        if (
            not self._chances_enabled
            or self.advice_service.chances is None
            or look.face not in (Face.COVERED, Face.FLAGGED)
        ):
            return look
        chance = self.advice_service.chances.rounded.get(cell)
        return Look(look.face, look.clue, look.mark, chance, not self.advice_service.is_current)

    def chance_text(self, cell: Cell) -> str:
        """Format the exact chance of ``cell``; empty unless it is covered and chances are enabled and known.

        Before a protected first click, format that any cell is safe.
        """
        if self._chances_enabled and self.game.protects_first_click:
            return status_text.FIRST_IS_SAFE
        return "" if self.chances is None else status_text.cell_chance_text(cell, self.chances)

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``."""
        return self.game.grid.neighbours(cell)

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force, each with its derivation."""
        return self._view.sentences()

    def figures(self) -> tuple[int, int, int]:
        """Return the CS50 course's three figures: the numbers of sentences, of known mines and of safe moves left."""
        return self._view.figures()

    # -- the course of a game

    def _start(self, game: Minesweeper) -> None:
        """Start another game."""
        # First of all: views that receive these signals may still read the previous game.
        self._revise(clues_changed=True)
        self.advice_service.clear_chances()
        self._has_reported_too_hard = False
        self._set_game(game, History(game))
        self.game_started.emit()
        self.state_changed.emit(self._state)
        self.clock.reset()

    def _set_game(self, game: Minesweeper, history: History) -> None:
        """Set the game that is played and its history, and create a new agent for it."""
        self.game = game
        self.history = history
        self.rating_service.set_history(history)
        self._state = game.state
        self._create_agent()

    def _revise(self, clues_changed: bool) -> None:
        """Cancel given and requested hints and moves, since the game has changed; the chances too if clues have."""
        self._drop_hint()
        self.advice_service.revise(clues_changed)

    def _create_agent(self) -> None:
        """Create a new agent that has learned nothing yet, and a view of the game with it."""
        self._learner = AgentLearner(self.game, self.game.mine_total if self.uses_mine_count else None, self.history)
        self._view: GameView = LiveGameView(self.game, self.agent)

    def _process_result(self, result: ActionResult) -> bool:
        """Collect the cells that an action changed and update clock and state; return whether it ended the game."""
        cells = self._learner.cells
        cells.update(cell for cell, _ in result.observations)
        cells.update(result.flagged, result.unflagged, result.exploded)
        self._learner.enqueue(result.observations)
        self._revise(clues_changed=bool(result.observations))
        if result.state is self._state:
            return False
        if self._state is State.READY and (result.observations or result.exploded):
            self.clock.start()
        self._state = result.state
        if result.state.is_over:
            self.clock.stop()
            self.advice_service.clear_chances()
            cells.update(self.game.mines, self.game.mines_found)
        self.state_changed.emit(self._state)
        return result.state.is_over

    # -- chances

    @Slot(bool)
    def set_chances_enabled(self, enabled: bool) -> None:
        """Set whether the chances of every position are found from now on, or of none."""
        if enabled != self._chances_enabled:
            self._chances_enabled = enabled
            self._has_reported_too_hard = False
            if enabled:
                self._update_chances()
            else:
                self.advice_service.clear_chances()
            self.chances_changed.emit()

    def _update_chances(self) -> None:
        """Request the chances of the present position, if they are enabled, meaningful and still lacking."""
        needed = self._chances_enabled and not self.state.is_over and not self.game.protects_first_click
        if needed and self.advice_service.lacks_chances:
            self.advice_service.request_chances(self.position)

    @Slot()
    def _on_chances(self) -> None:
        if self.advice_service.problem and not self._has_reported_too_hard:
            self._has_reported_too_hard = True
            self._append_status(status_text.TOO_HARD)
        elif self.advice_service.is_current:
            self._has_reported_too_hard = False
        self.chances_changed.emit()

    # -- hints

    @Slot()
    def request_hint(self) -> None:
        """Find the best next cell and show it, without playing it."""
        if self.state.is_over:
            return
        cell = self._view.safe_move()
        derivation = None if cell is None else self.derivation(cell)
        if cell is not None and derivation is not None:
            self._show_hint(cell, status_text.proved_hint_text(cell, derivation))
        else:
            self.advice_service.request_hint(self.position, self._view.choice_context(HINT_STRATEGY))

    @Slot(object)
    def _on_hint_found(self, answer: Answer) -> None:
        if answer.problem:
            self._set_status(f"No hint: {answer.problem}.")
            self._publish()
        elif answer.choice is None:
            self._show_hint(None, status_text.no_hint_text(self.position, self._view.mines))
        else:
            choice: Choice = answer.choice
            # A guess of unknown risk is not shown as a hint.
            is_rated = choice.is_safe or choice.risk is not None
            self._show_hint(choice.cell if is_rated else None, status_text.hint_text(choice))

    def _show_hint(self, cell: Cell | None, text: str) -> None:
        self.hint = cell
        self.hint_changed.emit(cell)
        self._set_status(text)
        self._publish()

    def _drop_hint(self) -> None:
        if self.hint is not None:
            self.hint = None
            self.hint_changed.emit(None)

    # -- signals

    def _publish(self) -> None:
        """Send all changes since the last time as one ``updated``, and the status."""
        self._update_chances()
        self.updated.emit(self._learner.report())
        self.status_changed.emit(self.status)

    def _set_status(self, text: str) -> None:
        """Set the status that ``_publish`` sends later: an instant Auto-play sets thousands of them."""
        self.status = text

    def _append_status(self, text: str) -> None:
        """Append ``text`` to the present status and send it, unless it is already part of it."""
        if text not in self.status:
            self._set_status(f"{self.status} {text}")
            self.status_changed.emit(self.status)

"""The game under way as views see it: what has happened, what is known, what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.advice_service import AdviceService
from minesweeper_qt.gui.background.rating_service import RatingService
from minesweeper_qt.gui.background.worker import Answer
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.gui.presentation.look import Face, Look, is_protected
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

HINTS_BY = "expert"
"""The strategy that hints come from."""


class RunningGame(BoardSource):
    """A game with an agent that learns all that is revealed, and what views may ask of both.

    Attributes: ``game`` and ``agent``, which are always those of now, and ``history``, the game's moves;
    ``rating_service``, which finds out how risky those were.

    Signals besides those of ``BoardSource``: ``status_changed(str)``, ``state_changed(State)`` when a game begins, is won
    or lost, ``clock_changed(int)`` with whole seconds.
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
        self._wants_chances = False
        self._has_said_too_hard = False
        self._start(Minesweeper.at_difficulty(difficulty, seed=seed))

    # -- what views may ask

    @property
    def agent(self) -> MinesweeperAI:
        """The agent of this game."""
        return self._learner.agent

    @property
    def state(self) -> State:
        """Whether the game is yet to begin, under way, won or lost."""
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
        """What the player sees."""
        return self._view.position

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """How the agent settled each cell that it settled, revealed cells included."""
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
        """Return the number of the move that ``derivation`` came with; 0 when it holds since before the first."""
        return self.history.move_of(derivation)

    @property
    def is_thinking(self) -> bool:
        """True while the worker has something to find out that is waited for."""
        return self.advice_service.is_busy

    @property
    def chances(self) -> Chances | None:
        """The chances of the position that is seen, if they are wanted and found; none before or after the game.

        The first cell of a protected game is safe wherever it is, and after the end there is nothing to guess.
        """
        return self.advice_service.chances if self._wants_chances and self.advice_service.is_current else None

    @property
    def chances_are_stale(self) -> bool:
        """True when it takes long enough to find chances that the old ones should not look like new ones."""
        return self.advice_service.is_stale

    @property
    def has_levels(self) -> bool:
        """True when a level of reasoning means something: not before a protected first click, nor after the end."""
        return not self.state.is_over and not is_protected(self.game)

    @property
    def is_lost(self) -> bool:
        """True when the player sees that a mine was opened."""
        return self.state is State.LOST

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the overlays' mark and chance whether or not these are on."""
        look = self._view.look(cell)
        if (
            not self._wants_chances
            or self.advice_service.chances is None
            or look.face not in (Face.COVERED, Face.FLAGGED)
        ):
            return look
        return replace(
            look, chance=self.advice_service.chances.rounded.get(cell), is_stale=not self.advice_service.is_current
        )

    def chance_text(self, cell: Cell) -> str:
        """Say the exact chance of ``cell``; nothing unless it is covered and the chance is wanted and known."""
        if self._wants_chances and is_protected(self.game):
            return status_text.FIRST_IS_SAFE
        return "" if self.chances is None else status_text.chance(cell, self.chances)

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``."""
        return self.game.grid.neighbours(cell)

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force with how each came about."""
        return self._view.sentences()

    def figures(self) -> tuple[int, int, int]:
        """Return the documents' figures: knowledge-base length, known mines, safe moves remaining."""
        return self._view.figures()

    # -- the course of a game

    def _start(self, game: Minesweeper) -> None:
        """Take up another game."""
        # Before anything else: views that are told of it may still look at the game before.
        self._revise(clues_changed=True)
        self.advice_service.clear_chances()
        self._has_said_too_hard = False
        self._take_up(game, History(game))
        self.game_started.emit()
        self.state_changed.emit(self._state)
        self.clock.reset()

    def _take_up(self, game: Minesweeper, history: History) -> None:
        """Let ``game`` be the one that is played, and a new agent learn it."""
        self.game = game
        self.history = history
        self.rating_service.set_history(history)
        self._state = game.state
        self._meet_agent()

    def _revise(self, clues_changed: bool) -> None:
        """Forget advice that was given or asked for: what it depends on has changed."""
        self._drop_hint()
        self.advice_service.revise(clues_changed)

    def _meet_agent(self) -> None:
        """Let a new agent learn this game from its start."""
        self._learner = AgentLearner(self.game, self.game.mine_total if self.uses_mine_count else None, self.history)
        self._view: GameView = LiveGameView(self.game, self.agent)

    def _take(self, played: ActionResult) -> bool:
        """Note what an action changed, and run the clock; true when it was the last one."""
        cells = self._learner.cells
        cells.update(cell for cell, _ in played.observations)
        cells.update(played.flagged, played.unflagged, played.exploded)
        self._learner.enqueue(played.observations)
        self._revise(clues_changed=bool(played.observations))
        if played.state is self._state:
            return False
        if self._state is State.READY and (played.observations or played.exploded):
            self.clock.start()
        self._state = played.state
        if played.state.is_over:
            self.clock.stop()
            self.advice_service.clear_chances()
            cells.update(self.game.mines, self.game.mines_found)
        self.state_changed.emit(self._state)
        return played.state.is_over

    # -- chances

    @Slot(bool)
    def set_chances_enabled(self, wants: bool) -> None:
        """Find the chances of every position from now on, or of none."""
        if wants != self._wants_chances:
            self._wants_chances = wants
            self._has_said_too_hard = False
            if wants:
                self._follow()
            else:
                self.advice_service.clear_chances()
            self.chances_changed.emit()

    def _follow(self) -> None:
        """See to it that there will be chances, where they are wanted and mean something."""
        wanted = self._wants_chances and not self.state.is_over and not is_protected(self.game)
        if wanted and self.advice_service.lacks_chances:
            self.advice_service.request_chances(self.position)

    @Slot()
    def _on_chances(self) -> None:
        if self.advice_service.problem and not self._has_said_too_hard:
            self._has_said_too_hard = True
            self._amend(status_text.TOO_HARD)
        elif self.advice_service.is_current:
            self._has_said_too_hard = False
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
            self._show_hint(Choice(cell, True, derivation.reason()))
        else:
            self.advice_service.request_hint(self.position, self._view.choice_context(HINTS_BY))

    @Slot(object)
    def _on_hint_found(self, answer: Answer) -> None:
        if answer.problem:
            self._say(f"No hint: {answer.problem}.")
            self._publish()
        else:
            self._show_hint(answer.choice)

    def _show_hint(self, choice: Choice | None) -> None:
        # A cell whose risk nobody knows is no advice.
        agent = choice is not None and (choice.is_safe or choice.risk is not None)
        self.hint = choice.cell if choice is not None and agent else None
        self.hint_changed.emit(self.hint)
        self._say(status_text.no_hint(self.position, self._view.mines) if choice is None else status_text.hint(choice))
        self._publish()

    def _drop_hint(self) -> None:
        if self.hint is not None:
            self.hint = None
            self.hint_changed.emit(None)

    # -- signals

    def _publish(self) -> None:
        """Send what has changed since the last time as one signal."""
        self._follow()
        self.updated.emit(self._learner.report())
        self.status_changed.emit(self.status)

    def _say(self, text: str) -> None:
        """Keep a status for ``_publish``: an instant Auto-play says thousands of them."""
        self.status = text

    def _amend(self, text: str) -> None:
        """Add to what was said last, now that it is known."""
        if text not in self.status:
            self._say(f"{self.status} {text}")
            self.status_changed.emit(self.status)

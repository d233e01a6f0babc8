"""The one bridge between the model and the window: intents in, one signal for what changed out."""

from __future__ import annotations

from collections import deque
from time import perf_counter

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from minesweeper_qt.gui import wording
from minesweeper_qt.gui.overlay import Look, face_of, mark_of
from minesweeper_qt.gui.update import Update
from minesweeper_qt.model import (
    Action,
    Cell,
    Change,
    Derivation,
    IllegalAction,
    Level,
    Minesweeper,
    MinesweeperAI,
    MoveKind,
    Observation,
    Played,
    State,
    Verb,
    play_agent_move,
)

SLICE = 0.008
"""Seconds of work before the event loop gets its turn: half a frame, the other half is for painting."""

SPEEDS = (1, 2, 4, 8, 16, 32, 64, 0)
"""Moves per second that Auto-play can be set to; 0 stands for instant."""


class GameSession(QObject):
    """A running game with an agent that learns all that is revealed, whoever reveals it.

    Signals: ``game_started`` (a new game: forget everything), ``knowledge_forgotten`` (the agent starts anew in the
    same game), ``updated(Update)``, ``status_changed(str)``, ``state_changed(State)`` when a game begins, is won or
    lost, ``autoplay_changed(bool)``, ``clock_changed(int)`` with whole seconds.

    A big opening teaches the agent thousands of clues. That is done in slices between events: ``is_learning`` is true
    meanwhile and the agent moves only after it.
    """

    game_started = Signal()
    knowledge_forgotten = Signal()
    updated = Signal(object)
    status_changed = Signal(str)
    state_changed = Signal(object)
    autoplay_changed = Signal(bool)
    clock_changed = Signal(int)

    def __init__(self, level: Level, seed: int | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.level = level
        self.tells_mines = False
        self.status = ""
        self._speed = SPEEDS[2]
        self._is_autoplaying = False
        self._wants_ai_move = False
        self._note = ""
        self._autoplay_timer = QTimer(self)
        self._autoplay_timer.setSingleShot(True)
        self._autoplay_timer.timeout.connect(self._autoplay_tick)
        self._learn_timer = QTimer(self)
        self._learn_timer.setSingleShot(True)
        self._learn_timer.timeout.connect(self._learn_tick)
        self._clock = QElapsedTimer()
        self._seconds = 0
        self._clock_timer = QTimer(self)
        self._clock_timer.setInterval(200)
        self._clock_timer.timeout.connect(self._clock_tick)
        self._begin(Minesweeper.at_level(level, seed=seed))

    # -- what views may ask

    @property
    def state(self) -> State:
        """Whether the game is yet to begin, under way, won or lost."""
        return self._state

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.game.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.game.width

    @property
    def seed(self) -> int | None:
        """The number that the layout was drawn from."""
        return self.game.seed

    @property
    def mines_left(self) -> int:
        """The mines minus the flags, which may be negative."""
        return self.game.mine_total - len(self.game.mines_found)

    @property
    def seconds(self) -> int:
        """Whole seconds since the first reveal, until the end."""
        return self._seconds

    @property
    def is_autoplaying(self) -> bool:
        """True from ``start_autoplay`` until it stops or the game ends."""
        return self._is_autoplaying

    @property
    def is_learning(self) -> bool:
        """True while revealed clues wait to be learned."""
        return bool(self._to_learn)

    @property
    def speed(self) -> int:
        """Auto-play's moves per second; 0 is instant."""
        return self._speed

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the overlay's mark whether or not the overlay is on."""
        face = face_of(self.game, cell)
        return Look(face, self.game.clues.get(cell, -1), mark_of(cell, face, self.agent.safes, self.agent.mines))

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``."""
        return self.game.grid.neighbours(cell)

    def derivation(self, cell: Cell) -> Derivation | None:
        """Return how the agent settled ``cell``, or ``None`` while it is undetermined."""
        return self.agent.derivation(cell)

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force with how each came about."""
        return list(self.agent.knowledge_base)

    def figures(self) -> tuple[int, int, int]:
        """Return the documents' figures: knowledge-base length, known mines, safe moves remaining."""
        agent = self.agent
        return len(agent.knowledge_base), len(agent.mines), len(agent.safes - agent.moves_made)

    # -- intents

    def new_game(self, level: Level | None = None, seed: int | None = None) -> None:
        """Start a new game, at the same level unless one is given; raise ``MineCountError`` as ``Minesweeper``."""
        game = Minesweeper.at_level(level or self.level, seed=seed)
        self.level = level or self.level
        self._begin(game)

    @Slot()
    def restart(self) -> None:
        """Start again with the mines where they were, which the first click then does not move."""
        game = Minesweeper.at_level(self.level, seed=self.game.seed, start=self.game.start)
        self._begin(game, wording.restarted(game))

    @Slot(object)
    def reveal(self, cell: Cell) -> None:
        """Reveal a covered cell, or chord around a revealed one."""
        self._play(Action(Verb.CHORD if cell in self.game.clues else Verb.REVEAL, cell))

    @Slot(object)
    def chord(self, cell: Cell) -> None:
        """Reveal all covered neighbours of a revealed cell, when the flags around equal its clue."""
        if cell in self.game.clues:
            self._play(Action(Verb.CHORD, cell))

    @Slot(object)
    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on a covered cell, or take it off."""
        if cell not in self.game.clues:
            self._play(Action(Verb.UNFLAG if cell in self.game.mines_found else Verb.FLAG, cell))

    @Slot()
    def ai_move(self) -> None:
        """Let the agent make one move, which stops Auto-play; after what is being learned, if need be."""
        self.stop_autoplay()
        if self._state.is_over:
            return
        if self.is_learning:
            self._wants_ai_move = True
            self._say("The AI is still reading the board; it moves right after.")
            self._publish()
            return
        self._agent_move()
        self._learn(SLICE)
        self._publish()

    @Slot()
    def start_autoplay(self) -> None:
        """Let the agent play on its own until the game ends, it has no move left, or it is stopped."""
        if self._is_autoplaying or self._state.is_over:
            return
        self._learn_timer.stop()
        self._wants_ai_move = False
        self._is_autoplaying = True
        self.autoplay_changed.emit(True)
        self._autoplay_timer.start(0)

    @Slot()
    def stop_autoplay(self) -> None:
        """Stop Auto-play where it is, and forget an AI Move that waits."""
        self._wants_ai_move = False
        self._autoplay_timer.stop()
        if self._is_autoplaying:
            self._is_autoplaying = False
            if self.is_learning:
                self._learn_timer.start(0)
            self.autoplay_changed.emit(False)

    @Slot(int)
    def set_speed(self, moves_per_second: int) -> None:
        """Set Auto-play's speed, which a running one takes up at once; 0 is instant."""
        self._speed = moves_per_second
        if self._is_autoplaying:
            self._autoplay_timer.start(self._interval())

    @Slot(bool)
    def set_tells_mines(self, tells: bool) -> None:
        """Tell the agent the number of mines, or make it forget it: it learns this game's clues anew."""
        if tells != self.tells_mines:
            self.tells_mines = tells
            marked = self.agent.safes | self.agent.mines
            self._meet_agent()
            self._cells.update(marked)
            self._to_learn.extend(Observation(cell, clue) for cell, clue in self.game.clues.items())
            self.knowledge_forgotten.emit()
            self._learn(SLICE)
            self._say("The AI knows how many mines there are." if tells else "The AI does not know the mine count.")
            self._publish()

    @Slot()
    def shut_down(self) -> None:
        """Stop all timers: nothing happens any more."""
        for timer in (self._autoplay_timer, self._learn_timer, self._clock_timer):
            timer.stop()
        self._is_autoplaying = False

    # -- the course of a game

    def _begin(self, game: Minesweeper, status: str = "") -> None:
        self.stop_autoplay()
        self._learn_timer.stop()
        self._clock_timer.stop()
        self._note = ""
        self._clock.invalidate()
        self.game = game
        self._state = game.state
        self._seconds = 0
        self._meet_agent()
        self.game_started.emit()
        self.state_changed.emit(self._state)
        self.clock_changed.emit(0)
        self._say(status or wording.ready(game))
        self._publish()

    def _meet_agent(self) -> None:
        game = self.game
        total = game.mine_total if self.tells_mines else None
        self.agent = MinesweeperAI(game.height, game.width, total_mines=total, seed=game.seed)
        self._to_learn: deque[Observation] = deque()
        self._cells: set[Cell] = set()
        self._added: dict[int, Derivation] = {}
        self._removed: dict[int, Derivation] = {}
        self._ai_cell: Cell | None = None

    def _play(self, action: Action) -> None:
        """Carry out what the player wants; what the rules forbid is said, not done."""
        self.stop_autoplay()
        self._note = ""
        try:
            played = self.game.play(action)
        except IllegalAction as error:
            self._say(f"Not possible: {str(error).partition(': ')[2]}.")
        else:
            self._take(played)
            if not self._state.is_over:
                self._say(wording.played(played))
            self._learn(SLICE)
        self._publish()

    def _take(self, played: Played) -> None:
        """Note what an action changed, and run the clock."""
        self._cells.update(cell for cell, _ in played.observations)
        self._cells.update(played.flagged, played.unflagged, played.exploded)
        self._to_learn.extend(played.observations)
        if played.state is self._state:
            return
        if self._state is State.READY and (played.observations or played.exploded):
            self._clock.start()
            self._clock_timer.start()
        self._state = played.state
        if played.state.is_over:
            self._clock_tick()
            self._clock_timer.stop()
            self._cells.update(self.game.mines, self.game.mines_found)
            self.stop_autoplay()
            self._say(wording.ending(self._note, played, self.game, self._seconds))
        self.state_changed.emit(self._state)

    # -- the agent

    def _agent_move(self) -> bool:
        """Make the agent's next move; false when it has none left, or the game is over."""
        move = play_agent_move(self.game, self.agent)
        self._note = wording.note(move)
        self._ai_cell = move.cell
        for played in move.plays:
            self._take(played)
        if self._state.is_over:
            return False
        if move.kind is MoveKind.LAST:
            self._say(f"{self._note} {wording.stuck(self.game, self.agent)}")
            return False
        self._say(f"{self._note} {wording.played(move.plays[-1])}")
        return True

    def _interval(self) -> int:
        return round(1000 / self._speed) if self._speed else 0

    @Slot()
    def _autoplay_tick(self) -> None:
        """Make moves for one slice (instant) or one move, and ask for the next turn."""
        goes_on = False
        try:
            goes_on = self._autoplay_slice()
        finally:
            if not goes_on:  # an error included: nobody may wait for an Auto-play that is dead
                self.stop_autoplay()
        if self._is_autoplaying:
            self._autoplay_timer.start(0 if self.is_learning else self._interval())

    def _autoplay_slice(self) -> bool:
        until = perf_counter() + SLICE
        was_learning = self.is_learning
        self._learn(SLICE)
        goes_on = True
        # At a set speed the pause between two moves comes after the first one's clues are learned.
        while goes_on and not self.is_learning and not (was_learning and self._speed):
            goes_on = self._agent_move()
            self._learn(max(until - perf_counter(), 0))
            if self._speed or perf_counter() >= until:
                break
        self._publish()
        return goes_on

    # -- learning

    @Slot()
    def _learn_tick(self) -> None:
        self._learn(SLICE)
        if self._wants_ai_move and not self.is_learning:
            self._wants_ai_move = False
            self.ai_move()
        else:
            self._publish()

    def _learn(self, seconds: float) -> None:
        """Teach the agent what is revealed for about so long; a timer goes on with the rest."""
        until = perf_counter() + seconds
        while self._to_learn:
            self._note_change(self.agent.add_knowledge(*self._to_learn.popleft()))
            if perf_counter() >= until:
                break
        if self._to_learn and not self._is_autoplaying:
            self._learn_timer.start(0)

    def _note_change(self, change: Change) -> None:
        for verdict in (*change.safes, *change.mines):
            self._cells.update(verdict.cells)
        for record in change.removed:
            if self._added.pop(record.number, None) is None:
                self._removed[record.number] = record
        for record in change.added:
            self._added[record.number] = record

    # -- signals

    def _publish(self) -> None:
        """Send what has changed since the last time as one signal."""
        added, removed = tuple(self._added.values()), tuple(self._removed.values())
        update = Update(frozenset(self._cells), added, removed, self._ai_cell)
        self._cells, self._added, self._removed, self._ai_cell = set(), {}, {}, None
        self.updated.emit(update)
        self.status_changed.emit(self.status)

    def _say(self, text: str) -> None:
        """Keep a status for ``_publish``: an instant Auto-play says thousands of them."""
        self.status = text

    @Slot()
    def _clock_tick(self) -> None:
        seconds = self._clock.elapsed() // 1000 if self._clock.isValid() else 0
        if seconds != self._seconds:
            self._seconds = seconds
            self.clock_changed.emit(seconds)

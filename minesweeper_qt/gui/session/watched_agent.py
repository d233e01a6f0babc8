"""The student's agent that plays beside the reference: its file, its game, and how it differs at the moment shown."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.session.agent_findings import AgentAudit, AgentDiagnosis
from minesweeper_qt.gui.session.agent_reload import AgentReload, Reload
from minesweeper_qt.gui.session.composed_moments import ComposedMoments
from minesweeper_qt.gui.session.file_watch import FileWatch
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.session.worker import Worker
from minesweeper_qt.model import Difficulty, Playthrough
from minesweeper_qt.model.student.student_failure import StudentFailure
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.watch.composition import Composition
from minesweeper_qt.model.watch.difference import Difference
from minesweeper_qt.model.watch.difference_diagnosis import DifferenceDiagnosis
from minesweeper_qt.model.watch.student_game import StudentGame
from minesweeper_qt.model.watch.student_snapshot import StudentMove

_LOOK_INTERVAL = 30
"""Milliseconds between two looks at what the agent has done: about as often as a person sees a difference."""

_SECONDS_TO_END = 0.2
"""The longest time that closing the window waits for the agent's process; it ends in any case."""


class WatchedAgent(QObject):
    """Holds the student's agent of the window, and lets it learn the game that is played.

    Signals: ``progressed`` when the agent has done something, which the session takes over; ``changed`` when the file,
    a failure, the differences, the times or the output have changed; ``opened`` after another file was opened, or the
    agent was dropped; ``run_requested`` when there is no further difference yet in a game that goes on;
    ``shown_changed`` after ``set_shown``; ``difference_shown(Difference)`` after its moment was gone to; ``reloaded``
    when ``last_reload`` or ``problem`` has changed, ``diagnosed`` when ``diagnosis`` or ``is_diagnosing`` has,
    ``audited`` when ``audit`` has; ``move_requested`` when the agent is asked for a move.

    Attributes: ``stops_at_difference``, whether Auto-play stops at the first difference of a game; ``is_shown``,
    whether the window shows what both agents know; ``audit``, the audit of the agent.
    """

    progressed = Signal()
    changed = Signal()
    opened = Signal()
    run_requested = Signal()
    shown_changed = Signal()
    difference_shown = Signal(object)
    move_requested = Signal()
    diagnosed = Signal()
    reloaded = Signal()
    audited = Signal()

    def __init__(self, timeline: Timeline, parent: QObject) -> None:
        super().__init__(parent)
        self.stops_at_difference = True
        self.is_shown = False
        self._timeline = timeline
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_INTERVAL)
        self._timer.timeout.connect(self.progressed)
        self._worker = Worker()
        self._file: StudentFile | None = None
        self._game: StudentGame | None = None
        self._playthrough: Playthrough | None = None
        """The playthrough that ``_game`` belongs to."""
        self._fed = 0
        """The number of turns whose observations the agent was given."""
        self._stops_after: float = 0
        """Auto-play stops when there are more differences than this."""
        self._stops_at_next = False
        self._target: int | None = None
        """The number of observations at which Auto-play stops, whatever the differences are."""
        self._moments = ComposedMoments(timeline)
        self._reload = AgentReload(self._new_game_so_far, self)
        self._reload.loaded.connect(self._on_loaded)
        self._reload.changed.connect(self.reloaded)
        self._diagnosis = AgentDiagnosis(self._worker, self)
        self._diagnosis.changed.connect(self.diagnosed)
        self.changed.connect(self._diagnose)
        self.audit = AgentAudit(self._worker, self)
        self.audit.changed.connect(self.audited)
        self._watch = FileWatch(self)
        self._watch.changed.connect(self._on_file_changed)
        self._watch.vanished.connect(self._on_file_vanished)

    # -- queries

    @property
    def file(self) -> StudentFile | None:
        """The file of the agent; ``None`` while there is no agent."""
        return self._file

    @property
    def game(self) -> StudentGame | None:
        """The agent in the game that is played; ``None`` while there is no agent."""
        return self._game

    @property
    def failure(self) -> StudentFailure | None:
        """The failure of the agent in this game, after which it learns nothing any more."""
        return None if self._game is None else self._game.failure

    @property
    def differences(self) -> Sequence[Difference]:
        """The differences in this game so far, in order."""
        return () if self._game is None else self._game.differences

    @property
    def composition(self) -> Composition | None:
        """What both agents know at the moment shown, or at the last one until the agent has learned that.

        ``None`` while there is no agent, or the window does not show what both know.
        """
        if self._game is None or not self.is_shown:
            return None
        return self._moments.composition(self._game)

    @property
    def diagnosis(self) -> DifferenceDiagnosis | None:
        """The cause and the smallest case of the first difference; ``None`` until they are found."""
        return self._diagnosis.found

    @property
    def is_diagnosing(self) -> bool:
        """True while cause and case are searched for."""
        return self._diagnosis.is_running

    @property
    def last_reload(self) -> Reload | None:
        """What the last change of the file did; ``None`` before one."""
        return self._reload.last

    @property
    def problem(self) -> str:
        """Why the file as it is now can't be loaded, so that the agent before still plays; empty if it can."""
        return self._reload.problem

    @property
    def is_thinking(self) -> bool:
        """True while calls of the agent are under way."""
        return self._game is not None and self._game.is_busy

    @property
    def move(self) -> StudentMove | None:
        """The move that the agent has picked at the end of the game so far; ``None`` until it has picked one."""
        game = self._game
        return None if game is None or game.move is None or game.is_busy else game.move

    def turn_of(self, learned: int) -> int:
        """Return the number of the move with which the agent was given ``learned`` observations."""
        return self._timeline.playthrough.history.turn_of_clue(learned)

    # -- the file

    def open(self, path: Path) -> None:
        """Let the agent in the file at ``path`` play from now on; raise ``StudentFileError`` and change nothing."""
        self._use_file(StudentFile.find(path))

    @Slot()
    def drop(self) -> None:
        """Go on without the student's agent."""
        if self._file is not None:
            self._use_file(None)

    def _use_file(self, file: StudentFile | None) -> None:
        self._file = file
        self.audit.clear()
        self._watch.watch(None if file is None else file.path)
        self._restart()
        self.opened.emit()
        self.changed.emit()

    @Slot()
    def reload(self) -> None:
        """Load the file again, and let the new agent learn this game; the agent before stays until it was created."""
        self._load("")

    @Slot()
    def _on_file_changed(self) -> None:
        if self._file is not None:
            self._load(self._file.digest)

    @Slot()
    def _on_file_vanished(self) -> None:
        if self._file is not None:
            self._reload.miss(self._file.path)

    def _load(self, digest: str) -> None:
        if self._file is not None:
            first = next(iter(self.differences), None)
            shown = self._timeline.playthrough.history.clue_count(self._timeline.shown_move)
            self._reload.load(self._file.path, digest, first, shown)

    @Slot(object, object)
    def _on_loaded(self, file: StudentFile, game: StudentGame) -> None:
        self._file = file
        if self._game is not None:
            self._game.close(0)
        self._game = game
        self._moments.clear()

    def set_shown(self, on: bool) -> None:
        """Set whether the window shows what both agents know."""
        if on != self.is_shown:
            self.is_shown = on
            self.shown_changed.emit()

    @Slot()
    def start_audit(self) -> None:
        """Audit the agent with games of the present level."""
        game = self._timeline.playthrough.game
        if self._file is not None:
            self.audit.start(self._file, Difficulty.of(game.height, game.width, game.mine_total, game.rules))

    @Slot()
    def _diagnose(self) -> None:
        self._diagnosis.follow(self._file, self._game, self._timeline.playthrough.game.seed)

    # -- the game

    def follow(self) -> None:
        """Give the agent what was revealed since the last call; in another game it begins anew."""
        if self._file is None:
            return
        if self._playthrough is not self._timeline.playthrough:
            self._restart()
            self.changed.emit()
        self._feed()

    def _restart(self) -> None:
        """Let a new agent learn the game from its start."""
        if self._game is not None:
            self._game.close(0)
        self._reload.clear()
        self._moments.clear()
        self._game = None
        self._playthrough = None
        self._fed = 0
        if self._file is not None:
            self._playthrough = self._timeline.playthrough
            self._game = self._new_game(self._file)
            self._feed()

    def _new_game(self, file: StudentFile) -> StudentGame:
        """Return a new agent of ``file`` for the game that is played; it has learned nothing."""
        game = self._timeline.playthrough.game
        self._timer.start()
        return StudentGame(file, game.height, game.width, game.seed)

    def _new_game_so_far(self, file: StudentFile) -> StudentGame:
        """Return a new agent of ``file`` that learns what the present one was given, and picks moves where it did."""
        assert self._game is not None
        new = self._new_game(file)
        playthrough = self._timeline.playthrough
        mines = frozenset(playthrough.game.mines)
        batches = [list(turn.observations) for turn in playthrough.history.turns[: self._fed]]
        new.replay([(batch, mines) for batch in batches if batch], self._game.requests)
        return new

    def _feed(self) -> None:
        assert self._game is not None
        playthrough = self._timeline.playthrough
        turns = playthrough.history.turns
        for turn in turns[self._fed :]:
            observations = list(turn.observations)
            if observations:
                self._game.teach(observations, frozenset(playthrough.game.mines))
                self._reload.teach(observations, frozenset(playthrough.game.mines))
        if self._fed != len(turns):
            self._fed = len(turns)
            self._timer.start()

    def take_over(self) -> bool:
        """Take over what the agent has done since the last call; return whether that is anything."""
        before = self._game
        self._reload.take_over()
        has_changed = self._game is not None and self._game.take_over()
        if self._game is not None:
            self._reload.judge(self._game)
        if not (self.is_thinking or self._reload.is_loading):
            self._timer.stop()
        if has_changed or self._game is not before:
            self.changed.emit()
            return True
        return False

    def wait(self, seconds: float) -> None:
        """Wait for the calls of the agent for at most ``seconds``."""
        if self._game is not None:
            self._game.wait(seconds)

    def close(self) -> None:
        """End the agent's processes, and stop watching the file."""
        self._watch.watch(None)
        self._timer.stop()
        self._diagnosis.close()
        self._worker.close()
        self._reload.cancel()
        if self._game is not None:
            self._game.close(_SECONDS_TO_END)
        self._game = self._playthrough = None

    # -- moves

    def request_move(self) -> None:
        """Let the agent pick its next move, after all that it was given."""
        if self._game is not None:
            self._game.request_move()
            self._timer.start()
            self.move_requested.emit()

    def begin_run(self) -> None:
        """Let Auto-play, which begins, stop at the first difference of the game, or at the next one if requested."""
        count = len(self.differences)
        if self._target is not None:
            self._stops_after = inf
            return
        self._stops_after = count if self._stops_at_next or (self.stops_at_difference and not count) else inf
        self._stops_at_next = False

    @property
    def new_difference(self) -> Difference | None:
        """The difference at which Auto-play stops; ``None`` if it goes on."""
        differences = self.differences
        return differences[int(self._stops_after)] if len(differences) > self._stops_after else None

    def stop_at(self, learned: int) -> None:
        """Let Auto-play, which is started next, stop when the agent has been given ``learned`` observations."""
        self._target = learned

    @property
    def is_at_target(self) -> bool:
        """True when the agent has been given as many observations as ``stop_at`` was called with."""
        return self._game is not None and self._target is not None and self._game.learned >= self._target

    def end_run(self) -> None:
        """Drop where Auto-play, which has ended, was to stop."""
        self._target = None

    # -- going to differences

    @Slot(object)
    def show_difference(self, difference: Difference) -> None:
        """Show the moment of ``difference``."""
        self._timeline.show_move(self.turn_of(difference.learned))
        self.difference_shown.emit(difference)

    @Slot()
    def show_next_difference(self) -> None:
        """Show the moment of the next difference after the one shown; without one, request to play on."""
        shown = self._timeline.shown_move
        after = (found for found in self.differences if self.turn_of(found.learned) > shown)
        following = next(after, None)
        if following is not None:
            self.show_difference(following)
        else:
            self._stops_at_next = True
            self.run_requested.emit()

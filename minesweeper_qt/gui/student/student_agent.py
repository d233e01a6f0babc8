"""The student's agent beside the reference: its file, which is watched, its game, and how it differs there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from minesweeper_qt import model
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.autoplay import Pick
from minesweeper_qt.gui.session.computations import Tools
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request, Worker
from minesweeper_qt.gui.student.student_agent_reload import FileWatch, StudentAgentReload, load_failure_line
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import AgentMove, Choice, ChoiceReason, ChoiceReasonKind, Difficulty, Playthrough
from minesweeper_qt.model.evidence.cell_text import CellText

if TYPE_CHECKING:
    from minesweeper_qt.gui.presentation.comparison_text import Line
    from minesweeper_qt.model import Fault, KnowledgeComparison, StudentFile, StudentGame
    from minesweeper_qt.model.student.student_game import StudentMove
    from minesweeper_qt.model.student.student_state import StudentFailure


class WorkerTask(QObject):
    """Computes one thing at a time in a ``lane`` of the worker, and keeps the last result.

    Signal: ``changed``, when an attribute or ``is_running`` has changed. Attributes: ``found``, the result, ``None``
    without one; ``progress``, how far the computation has got that runs; ``problem``, why there is no result.
    """

    changed = Signal()
    _progressed = Signal(object)

    def __init__(self, worker: Worker, lane: Lane, parent: QObject) -> None:
        super().__init__(parent)
        self.found: Any = None
        self.progress: Any = None
        self.problem = ""
        self._worker, self._lane, self._request = worker, lane, Request()
        self._progressed.connect(self._on_progressed)

    @property
    def is_running(self) -> bool:
        """True while the computation runs."""
        return self._request.is_open

    def start(self, compute: Callable[..., object]) -> None:
        """Call ``compute(progress=..., should_stop=...)``, in place of what runs."""

        def computed(tools: Tools) -> object:
            return compute(progress=self._progressed.emit, should_stop=tools.should_stop)

        self._request.cancel()
        self._request = self._worker.request(self._on_answer, computed, lane=self._lane)
        self._set(None, "")

    def clear(self) -> None:
        """Stop the computation that runs, if one does, and drop the last result."""
        self._request.cancel()
        self._set(None, "")

    def _set(self, found: object, problem: str) -> None:
        self.progress, self.found, self.problem = None, found, problem
        self.changed.emit()

    def _on_answer(self, answer: Outcome[object]) -> None:
        self._set(answer.result, answer.problem)

    def _on_progressed(self, progress: object) -> None:
        if self.is_running:
            self.progress = progress
            self.changed.emit()


def _checked(
    file: StudentFile, python: str | None, progress: Callable[[object], object], should_stop: Callable[[], bool]
) -> list[str]:
    """Return the names of the checks of the course that ``file`` fails."""
    from minesweeper_qt.model.student.course_checks import run_checks
    from minesweeper_qt.model.student.process import StudentProcess

    with StudentProcess(file, python=python, should_stop=should_stop) as process:
        return [each.name for each in run_checks(process, should_stop) if each.was_run and not each.passed]


class KnowledgeComparisons:
    """Compares what the agent in ``game`` and the reference know at the moment shown of ``timeline``.

    Until both agents have learned that moment, the last comparison stays.
    """

    def __init__(self, timeline: Timeline, game: StudentGame) -> None:
        self._timeline = timeline
        self._game = game
        self._comparer = model.KnowledgeComparer(game.board, game.since)
        self._last: KnowledgeComparison | None = None
        self._key: tuple[object, ...] = ()
        """What the last comparison was made of."""

    def comparison(self) -> KnowledgeComparison | None:
        """Return what both know at the moment shown, or knew at the last one."""
        timeline, game = self._timeline, self._game
        playthrough, moment = timeline.playthrough, timeline.moment
        learned = playthrough.history.clue_count(timeline.shown_move)
        state = game.state_after(learned)
        if state is None or not playthrough.history.is_complete(timeline.shown_move):
            return self._last
        has_failed = game.failed is not None and game.failed.learned <= learned
        failure = load_failure_line(game.failure, game.file) if has_failed and game.failure is not None else ""
        # Two snapshots of the reference with one revision are equal; an earlier moment never changes once complete.
        known = (playthrough.snapshot.revision,) if moment is None else (moment.number, "earlier")
        key = (learned, state, failure, *known)
        if key != self._key:
            reference = playthrough.snapshot if moment is None else moment
            mines = frozenset(playthrough.game.mines)
            self._key = key
            self._last = self._comparer.compare(
                learned, reference.sentences, reference.settled, state, mines, failure=failure
            )
        return self._last


_LOOK_INTERVAL = 30
"""Milliseconds between two looks at what the agent has done: about as often as a person sees a difference."""


class StudentAgent(QObject):
    """Holds the student's agent of the window, lets it learn the game that is played, and is a ``Mover`` of Auto-play.

    Signals: ``progressed`` again and again while the agent is thinking, for the session to take over what it has done;
    ``changed`` when the file, a failure, the differences, the times or the output have changed; ``opened`` after
    another file was opened, or the agent was dropped; ``shown_changed`` after ``set_shown``;
    ``difference_shown(Fault)`` after its moment was gone to.

    Attributes: ``file`` and ``game``, the agent's file and the agent in the game that is played, both ``None`` while
    there is no agent; ``python``, the path of another Python that runs agents, or ``None``; ``target``, the number of
    observations at which Auto-play stops whatever the differences are, or ``None``; ``stops_at_difference``, whether
    Auto-play stops at the first difference of a game; ``stops_at_next``, whether its next run stops at the next one;
    ``is_searching``, whether games are played until it differs; ``game_number``, the number of the game in such a
    search, 1 for a game that the user has started, and ``first_game``, that of the first one of the file as loaded;
    ``is_shown``, whether the window shows what both agents know; ``reloading``, what a changed file did; ``audit``,
    whose result is the report on the agent; ``diagnosis``, whose result is the finding that the difference ``sought``
    is, with its cause and its case.
    """

    progressed = Signal()
    changed = Signal()
    opened = Signal()
    shown_changed = Signal()
    difference_shown = Signal(object)

    explains = False

    def __init__(self, timeline: Timeline, worker: Worker, parent: QObject) -> None:
        super().__init__(parent)
        self.stops_at_difference = True
        self.stops_at_next = False
        self.is_searching = False
        self.game_number = self.first_game = 1
        self.is_shown = False
        self._timeline = timeline
        self._timer = schedule.current.timer(self, self.progressed.emit, _LOOK_INTERVAL, repeats=True)
        self.file: StudentFile | None = None
        self.game: StudentGame | None = None
        self.python: str | None = None
        self.target: int | None = None
        self._playthrough: Playthrough | None = None
        """The playthrough that ``game`` belongs to."""
        self._fed = 0
        """The number of turns whose observations the agent was given."""
        self._in_run = False
        """True while Auto-play runs, whoever picks its moves."""
        self._stops_after: float = 0
        """Auto-play stops when there are more differences than this."""
        self._comparisons: KnowledgeComparisons | None = None
        self.reloading = StudentAgentReload(self._new_game_so_far, self)
        self.reloading.loaded.connect(self._on_loaded)
        self.sought: Fault | None = None
        self.diagnosis = WorkerTask(worker, Lane.DIAGNOSIS, self)
        self.audit = WorkerTask(worker, Lane.AUDIT, self)
        self._checks = WorkerTask(worker, Lane.DIAGNOSIS, self)
        self._checks.changed.connect(self.changed)
        self.changed.connect(self.diagnose)
        self._watch = FileWatch(self)
        self._watch.changed.connect(self._load)

    # -- queries

    @property
    def failure(self) -> StudentFailure | None:
        """The failure of the agent in this game, after which it learns nothing any more."""
        return None if self.game is None else self.game.failure

    @property
    def failure_text(self) -> str:
        """Why the agent failed, with its own line; empty if it did not."""
        if self.failure is None or self.file is None:
            return ""
        return f"Your agent failed: {load_failure_line(self.failure, self.file)}."

    @property
    def differences(self) -> Sequence[Fault]:
        """The differences in this game so far, in order."""
        return () if self.game is None else self.game.faults

    @property
    def failed_checks(self) -> Sequence[str]:
        """The names of the checks of the course that fail, as far as they are known."""
        return self._checks.found or ()

    @property
    def comparison(self) -> KnowledgeComparison | None:
        """What both agents know at the moment shown, or at the last one until the agent has learned that.

        ``None`` while there is no agent, or the window does not show what both know.
        """
        if self.game is None or not self.is_shown:
            return None
        if self._comparisons is None:
            self._comparisons = KnowledgeComparisons(self._timeline, self.game)
        return self._comparisons.comparison()

    @property
    def is_thinking(self) -> bool:
        """True while calls of the agent are under way."""
        return self.game is not None and self.game.is_busy

    @property
    def move(self) -> StudentMove | None:
        """The move that the agent has picked at the end of the game so far; ``None`` until it has picked one."""
        return None if self.game is None or self.game.is_busy else self.game.move

    @property
    def reloaded(self) -> Line | None:
        """What the last change of the file did; ``None`` before one."""
        last = self.reloading.last
        if last is None:
            return None
        from minesweeper_qt.gui.presentation.comparison_text import reload_line

        before, following = (
            None if found is None else self.turn_of(found.learned) for found in (last.before, last.following)
        )
        return reload_line(before, last.is_done, last.is_gone, following, last.is_reached)

    def turn_of(self, learned: int) -> int:
        """Return the number of the move with which the agent was given ``learned`` observations."""
        return self._timeline.playthrough.history.turn_of_clue(learned)

    # -- the file

    def open(self, path: Path) -> None:
        """Let the agent in the file at ``path`` play from now on; raise ``StudentFileError`` and change nothing."""
        self._use_file(model.StudentFile.find(path))

    def drop(self) -> None:
        """Go on without the student's agent."""
        if self.file is not None:
            self._use_file(None)

    def _use_file(self, file: StudentFile | None) -> None:
        self.file = file
        self.audit.clear()
        self._watch.watch(None if file is None else file.path)
        self._restart()
        self.opened.emit()
        self._check()

    def reload(self) -> None:
        """Load the file again, and let the new agent learn this game; the previous agent stays until it was created."""
        self._load(is_asked=True)

    def _load(self, *, is_asked: bool = False) -> None:
        if self.game is not None:
            shown = self._timeline.playthrough.history.clue_count(self._timeline.shown_move)
            self.reloading.load(self.game, shown, is_asked=is_asked)

    def _on_loaded(self, game: StudentGame) -> None:
        if self.game is not None:
            self.game.close(0)
        self.file, self.game, self._comparisons = game.file, game, None
        self.first_game = self.game_number
        self._check()

    def set_shown(self, on: bool) -> None:
        """Set whether the window shows what both agents know."""
        if on != self.is_shown:
            self.is_shown = on
            self.shown_changed.emit()

    def _check(self) -> None:
        """Find out which checks of the course the file fails, and announce that it is another file."""
        if self.file is None:
            self._checks.clear()
        else:
            self._checks.start(partial(_checked, self.file, self.python))

    def start_audit(self) -> None:
        """Audit the agent with games of the present level."""
        game = self._timeline.playthrough.game
        if self.file is not None:
            difficulty = Difficulty.of(game.height, game.width, game.mine_total, game.rules)
            self.audit.start(partial(model.audit, self.file.path, difficulty=difficulty, python=self.python))

    def diagnose(self, fault: Fault | None = None) -> None:
        """Search for the cause of ``fault``, by default of the one sought, or else of the first; of each once."""
        game = self.game
        if fault is None:
            faults = self.differences
            fault = next((each for each in faults if each is self.sought), next(iter(faults), None))
        if fault is self.sought:
            return
        self.sought = fault
        if game is None or fault is None or (game.failure is not None and game.failure.is_import):
            self.diagnosis.clear()
            return
        played = game.file, game.board, game.mines, game.observations[: fault.learned], fault
        seek = partial(model.diagnose, *played, seed=game.seed, python=game.python)
        self.diagnosis.start(lambda progress, should_stop: seek(should_stop=should_stop))

    # -- the game

    def follow(self) -> KnowledgeComparison | None:
        """Give the agent what was revealed since the last call, in another game a new one; return the comparison."""
        self._learn()
        return self.comparison

    def _learn(self) -> None:
        if self.file is None:
            return
        if self._playthrough is not self._timeline.playthrough:
            self._restart()
            self.changed.emit()
        self._feed()

    def _restart(self) -> None:
        """Let a new agent learn the game from its start."""
        if self.game is not None:
            self.game.close(0)
        self.reloading.clear()
        self.game = self._comparisons = self._playthrough = None
        self._fed = 0
        self.game_number = self.first_game = 1
        if self.file is not None:
            self._playthrough = self._timeline.playthrough
            self.game = self._new_game(self.file)
            self._feed()

    def _new_game(self, file: StudentFile) -> StudentGame:
        """Return a new agent of ``file`` for the game that is played; it has learned nothing."""
        game = self._timeline.playthrough.game
        self._timer.start()
        return model.StudentGame(file, game.height, game.width, game.seed, python=self.python)

    def _new_game_so_far(self, file: StudentFile) -> StudentGame:
        """Return a new agent of ``file`` that learns what the present one was given, and picks moves where it did."""
        assert self.game is not None
        new = self._new_game(file)
        playthrough = self._timeline.playthrough
        mines = frozenset(playthrough.game.mines)
        batches = [list(turn.observations) for turn in playthrough.history.turns[: self._fed]]
        new.replay([(batch, mines) for batch in batches if batch], self.game.requests)
        return new

    def _feed(self) -> None:
        assert self.game is not None
        playthrough = self._timeline.playthrough
        turns = playthrough.history.turns
        for turn in turns[self._fed :]:
            observations = list(turn.observations)
            if observations:
                self.game.teach(observations, frozenset(playthrough.game.mines))
                self.reloading.teach(observations, frozenset(playthrough.game.mines))
        if self._fed != len(turns):
            self._fed = len(turns)
            self._timer.start()

    def take_over(self) -> bool:
        """Take over what the agent has done since the last call; return whether that is anything."""
        before = self.game
        self.reloading.take_over()
        has_changed = self.game is not None and self.game.take_over()
        if self.game is not None:
            self.reloading.judge(self.game)
        if not (self.is_thinking or self.reloading.is_loading):
            self._timer.stop()
        if has_changed or self.game is not before:
            self.changed.emit()
            return True
        return False

    def close(self) -> None:
        """End the agent's processes, and stop watching the file."""
        self._watch.watch(None)
        self._timer.stop()
        self.reloading.cancel()
        if self.game is not None:
            self.game.close(0)
        self.game = self._playthrough = None

    # -- moves

    def follow_run(self, runs: bool) -> None:
        """Let Auto-play, which begins, stop at the first difference of the game, or at the next one if requested.

        When it has stopped at one, announce that.
        """
        self._in_run = runs
        if not runs:
            stopped_at, self.target = self.new_difference, None
            if stopped_at is not None:
                self.difference_shown.emit(stopped_at)
        elif self.target is not None:
            self._stops_after = inf
        else:
            count = len(self.differences)
            self._stops_after = count if self.stops_at_next or (self.stops_at_difference and not count) else inf
            self.stops_at_next = False

    @property
    def new_difference(self) -> Fault | None:
        """The difference at which Auto-play stops; ``None`` if it goes on."""
        differences = self.differences
        return differences[int(self._stops_after)] if len(differences) > self._stops_after else None

    @property
    def wait_text(self) -> str:
        """What the status says while a single move is awaited that is not picked at once."""
        return "Your agent is thinking." if self.is_thinking else ""

    @property
    def problem(self) -> str:
        """Why the agent makes no move now, for the status line; empty if it moves, or is still thinking."""
        if self.file is None:
            return "Open the file of your agent first."
        if self.failure is not None:
            return "Your agent makes no move."  # the session adds why it failed
        if self._in_run and self.game is not None and self.target is not None and self.game.learned >= self.target:
            return "The audit found the mistake here."
        difference = self.new_difference if self._in_run else None
        if difference is not None:
            from minesweeper_qt.model.student.fault_text import title

            return f"Stopped at a difference: {title(difference)}."
        move = self.move
        if move is None:
            return ""
        cell, obstacle, playthrough = move.cell, move.problem, self._timeline.playthrough
        if not obstacle and cell in playthrough.game.mines_found and cell not in playthrough.snapshot.safes:
            obstacle = f"it opens {cell}, where you put a flag"
        return f"Your agent's move can't be made: {obstacle}." if obstacle else ""

    def next_move(self, until: float, is_first: bool) -> Pick | None:
        # What is proved of the cell is known once the reference has learned all.
        playthrough = self._timeline.playthrough
        self._learn()
        playthrough.learn(until, schedule.current.now)
        self._take_over(until)
        if playthrough.is_learning or self.is_thinking or self.problem:
            return None
        if self.move is None and self.game is not None:
            self.game.request_move()
            self._timer.start()
            self._take_over(until)
        move, choice = self.move, None
        if move is None or self.problem:
            return None
        if move.cell is not None:
            words = "it is in safes" if move.is_safe else "a random move"
            choice = Choice(move.cell, move.is_safe, ChoiceReason(ChoiceReasonKind.OTHER, words=words))
        return Pick(choice, partial(playthrough.play_student, choice, move.known_mines))

    def moved_text(self, last: AgentMove) -> CellText:
        if not last.plays:
            return CellText.of("Your agent has no move left.")
        return status_text.student_turn_text(self._timeline.moves[-1], last.kind, self._timeline.playthrough.game)

    def _take_over(self, until: float) -> None:
        """Wait for the agent for a moment, and take over what it has done."""
        if self.game is not None:
            self.game.wait(max(until - schedule.current.now(), 0))
        self.take_over()

    def show_difference(self, difference: Fault) -> None:
        """Show the moment of ``difference``."""
        self._timeline.show_move(self.turn_of(difference.learned))
        self.difference_shown.emit(difference)

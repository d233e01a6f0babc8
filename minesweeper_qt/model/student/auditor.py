"""Runs an audit: the checks of the course, games beside the reference, and the diagnosis of the faults in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from os import PathLike
from pathlib import Path
from time import monotonic

from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty, Guesses
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.course_checks import CheckResult, run_checks
from minesweeper_qt.model.student.diagnosis import Diagnosis
from minesweeper_qt.model.student.driver import Driver
from minesweeper_qt.model.student.fault_text import import_text
from minesweeper_qt.model.student.finding import Finding, Repair, Severity, Skill
from minesweeper_qt.model.student.game_pool import AuditedGame, GamePool, play_audited
from minesweeper_qt.model.student.process import IN_PLACE, StudentProcess
from minesweeper_qt.model.student.repair import find_repair
from minesweeper_qt.model.student.report import AuditProgress, AuditStage, CallTimes, Report, WinComparison
from minesweeper_qt.model.student.skills import SkillResult, try_skills
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits, StudentFailure

DEFAULT_GAMES = 100
DEFAULT_SEED = 1

_FAIR_GAMES = 25
"""The most games with fair guesses: one takes longer than another game, for it is seldom lost early."""

_RANDOM_GAMES = 8

_GAMES_AGAIN = 25
"""The most games that a changed agent plays again."""

_SIZES = ((4, 7, 3), (9, 5, 5), (4, 7, 5), (9, 5, 9))
"""The heights, widths and mines of further games, which show what is hard-coded or swapped."""

_INFERENCE = (FindingKind.SENTENCE, FindingKind.UNSOUND, FindingKind.INCOMPLETE)
_MOVES = (FindingKind.MOVE, FindingKind.MUTATION)
_MOVE_SKILLS = (Skill.SAFE_MOVE, Skill.RANDOM_MOVE, Skill.NO_RANDOM_MOVE, Skill.MOVES_CHANGE_NOTHING)


@dataclass(frozen=True, slots=True)
class AuditRun:
    """One audit; see ``audit`` for its arguments."""

    file: StudentFile
    difficulty: Difficulty
    games: int
    seed: int
    limits: Limits
    jobs: int
    python: str | None
    seconds: float | None
    progress: Callable[[AuditProgress], None]
    should_stop: Callable[[], bool]

    def open_process(self, limits: Limits | None = None) -> StudentProcess:
        """Return a new process of the agent, with the limits of the audit or others."""
        return StudentProcess(
            self.file, limits or self.limits, seed=self.seed, python=self.python, should_stop=self.should_stop
        )

    def show(self, stage: AuditStage, done: int, total: int) -> None:
        """Tell the progress."""
        self.progress(AuditProgress(stage, done, total))

    def report(self, process: StudentProcess) -> Report:
        """Run the audit, in ``process`` and in others, and return its report; raise ``PythonNotStarted``."""
        failure: StudentFailure | None = None
        with suppress(Stopped):
            failure = Driver(process).create(self.difficulty.height, self.difficulty.width, 0).failure
        difficulty = self._playable(process)
        checks = run_checks(process, self.should_stop, lambda *done: self.show(AuditStage.CHECKS, *done))
        findings: list[Finding] = []
        played: list[AuditedGame] = []
        fair: list[AuditedGame] = []
        skills: tuple[SkillResult, ...] = ()
        repair: Repair | None = None
        if failure is not None:
            findings.append(_first_finding(failure, self.file))
        else:
            self.show(AuditStage.SKILLS, 0, 1)
            skills = try_skills(process, self.should_stop)
            for game in self._play(difficulty):
                (fair if game.is_fair else played).append(game)
            diagnosis = Diagnosis(self.open_process, self.limits, skills, self.should_stop)
            found = diagnosis.findings(played, self.games, lambda *done: self.show(AuditStage.CASES, *done))
            findings = [finding for finding, _, _ in found]
            findings += _skill_findings(skills, findings)
            shown = [(fault, case) for finding, fault, case in found if finding.severity is not Severity.NOTE]
            # A change may make a loop endless, which can't be ended in place before Python 3.12.
            if self.python != IN_PLACE or sys.version_info >= (3, 12):
                with suppress(Stopped):
                    repair = find_repair(
                        *(self.file, self.open_process, checks, skills, shown),
                        partial(self._plays_right, difficulty, played),
                        self.should_stop,
                        lambda *done: self.show(AuditStage.CHANGES, *done),
                    )
            findings = [
                finding if finding.severity is Severity.NOTE else replace(finding, repair=repair)
                for finding in findings
            ]
        findings += [_check_finding(check) for check in checks if not check.passed and check.was_run]
        tolerated = [*process.notes, *(note for game in played for note in game.notes)]
        notes = dict.fromkeys([*tolerated, *_random_move_notes(process, skills)])
        findings += [Finding(FindingKind.API, Severity.NOTE, 0, note) for note in notes]
        is_stopped = self.should_stop()
        times = CallTimes()
        for game in played:
            times.add(game.times)
        counted_games = played[: self.games]
        if failure is None and len(counted_games) < self.games and not is_stopped:
            findings.append(_unplayed_finding(counted_games, self.games))
        return Report(
            self.file.path,
            difficulty,
            self.games,
            self.seed,
            tuple(checks),
            tuple(sorted(findings, key=lambda finding: finding.rank)),
            WinComparison.of((game.won, game.reference_won) for game in counted_games),
            times,
            not is_stopped,
            skills,
            WinComparison.of((game.won, game.reference_won) for game in fair),
            repair,
        )

    def _playable(self, process: StudentProcess) -> Difficulty:
        """Return the difficulty, with another size if the agent has one that is hard-coded."""
        difficulty, (height, width) = self.difficulty, process.size
        if (height, width) in ((0, 0), (difficulty.height, difficulty.width)):
            return difficulty
        return _resized(difficulty, height, width, min(difficulty.mines, height * width - 1))

    def _plays_right(self, difficulty: Difficulty, played: Sequence[AuditedGame], process: StudentProcess) -> bool:
        """Return whether a changed agent errs in no game, of some that are played again, first those with faults."""
        games = boards(difficulty, self.games)
        again = sorted(played, key=lambda game: all(fault.key.severity is Severity.NOTE for fault in game.faults))
        for number in [game.number for game in again[:_GAMES_AGAIN]]:
            game = play_audited(process, games[number], self.seed, number, self.should_stop)
            if any(fault.key.severity is not Severity.NOTE for fault in game.faults):
                return False
        return True

    def _play(self, difficulty: Difficulty) -> list[AuditedGame]:
        games = boards(difficulty, self.games)
        if difficulty is not self.difficulty:  # an agent of a hard-coded size can't play on others
            games = games[: self.games]
        games += [difficulty.with_guesses(Guesses.FAIR)] * min(self.games, _FAIR_GAMES)
        pool = GamePool(self.open_process, self.seed, self.jobs, self.limits.seconds)
        played: list[AuditedGame] = []
        self.show(AuditStage.GAMES, 0, self.games)
        end = monotonic() + (inf if self.seconds is None else self.seconds)
        for game in pool.play(games, lambda: self.should_stop() or monotonic() > end):
            played.append(game)
            self.show(AuditStage.GAMES, min(len(played), self.games), self.games)
        return played


def boards(difficulty: Difficulty, games: int) -> list[Difficulty]:
    """Return what each game of an audit of ``games`` games is played on: those of ``difficulty``, and a few others.

    >>> from minesweeper_qt.model import DIFFICULTIES
    >>> [(board.height, board.width) for board in boards(DIFFICULTIES["cs50"], 2)]
    [(8, 8), (8, 8), (4, 7), (9, 5), (4, 7), (9, 5)]
    """
    others = [_resized(difficulty, *size) for size in _SIZES]
    return [difficulty] * games + others


def _first_finding(failure: StudentFailure, file: StudentFile) -> Finding:
    """Return the finding that no agent can be created; of a file that can't be loaded, in which line and why."""
    text = f"{file.path.name} can't be loaded: {import_text(failure)}" if failure.is_import else str(failure)
    return Finding(failure.kind, Severity.ERROR, 0, text, failure.trace)


def _resized(difficulty: Difficulty, height: int, width: int, mines: int) -> Difficulty:
    return replace(difficulty, name="custom", height=height, width=width, mines=mines)


def _skill_findings(skills: Sequence[SkillResult], findings: Sequence[Finding]) -> list[Finding]:
    """Return a finding for each failed experiment that no fault in a game explains.

    Other experiments of the same sort may fail for the same reason as the fault, and those that an error of the agent
    ended say nothing of the skill.
    """
    kinds = {finding.kind for finding in findings if finding.severity is not Severity.NOTE}
    causes = {finding.cause for finding in findings}
    found = []
    for result in skills:
        skill = result.skill
        explained_by = _INFERENCE if skill.is_inference else _MOVES if skill in _MOVE_SKILLS else ()
        if result.has_failed and skill not in causes and (result.loops or not kinds.intersection(explained_by)):
            severity = Severity.WEAKNESS if skill.is_inference or skill is Skill.SIZE else Severity.ERROR
            details = _indented(*result.calls, result.problem)
            finding = Finding(FindingKind.CHECK, severity, 0, "An experiment fails:", cause=skill, code=result.loops)
            found.append(replace(finding, words=result.words, details=details))
    return found


def _random_move_notes(process: StudentProcess, skills: Sequence[SkillResult]) -> list[str]:
    """Return notes on a random move that is the same in several new games, or ``None`` where only safe cells are left.

    The random numbers of the games differ.
    """
    if not any(result.skill is Skill.RANDOM_MOVE and result.passed for result in skills):
        return []
    moves, notes = set(), list[str]()
    with suppress(StudentFailure, Stopped):
        for seed in range(_RANDOM_GAMES):
            process.create(5, 8, seed, runs_again=True)
            process.call("add_knowledge", (2, 3), 1)
            moves.add(process.call("make_random_move").value)
        if len(moves) == 1:
            always = f"make_random_move() returned {moves.pop()} in each of {_RANDOM_GAMES} new games"
            notes.append(f"{always}; the course says to choose randomly")
        process.create(2, 2, 0, runs_again=True)
        has_mines = bool(process.call("add_knowledge", (0, 0), 0).state.mines)
        if process.size == (2, 2) and not has_mines and process.call("make_random_move").value is None:
            notes.append(
                "make_random_move() returned None where only cells are left that are known to be safe; the course says "
                "to choose among all cells that are neither moves made nor known mines"
            )
    return notes


def _check_finding(check: CheckResult) -> Finding:
    trace = () if check.failure is None else check.failure.trace
    text = f'The check "{check.name}" of the course fails:'
    return Finding(FindingKind.CHECK, Severity.ERROR, 0, text, trace, details=_indented(*check.calls, check.problem))


def _indented(*lines: str) -> tuple[str, ...]:
    return tuple([f"   {line}" for line in lines])


def _unplayed_finding(played: Sequence[AuditedGame], planned: int) -> Finding:
    """Return the note that games were not played because too many hung."""
    last = played[-1].hang if played else None
    kind = FindingKind.TIMEOUT if last is None else last.key.kind
    why = "the time ran out" if last is None else "too many calls did not end or exceeded a limit"
    return Finding(kind, Severity.NOTE, 0, f"{planned - len(played)} of {planned} games were not played: {why}.")


def audit(
    path: str | PathLike[str],
    *,
    difficulty: Difficulty = DIFFICULTIES["cs50"],
    games: int = DEFAULT_GAMES,
    seed: int = DEFAULT_SEED,
    limits: Limits | None = None,
    jobs: int = 1,
    python: str | None = None,
    seconds: float | None = None,
    progress: Callable[[AuditProgress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Report:
    """Find out what is wrong or weak in the agent in the file ``path``, and return the report.

    The agent runs in processes of its own, within ``limits``, by this Python or by the one at the path ``python``. It
    passes or fails the checks of the course, and then plays ``games`` games of ``difficulty``, whose boards follow from
    ``seed``; ``jobs`` processes play at the same time, and the result does not depend on their number. Their guesses
    are as dealt; at most 25 games more have fair ones, and say how often it wins without luck. ``path`` may also be a
    folder with a ``minesweeper.py``, or the course's ``runner.py`` beside one. After ``seconds`` no further game is
    played; by default all are. ``progress`` is called in this thread with what is done so far. Once ``should_stop``
    returns true, calls that run are ended within 0.2 s, and the report has what was found until then.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "minesweeper.py"
    ...     _ = file.write_text("from minesweeper_qt.model import MinesweeperAI, Sentence")
    ...     report = audit(file, games=2)
    >>> report.is_clean, report.games, sum(check.passed for check in report.checks)
    (True, 2, 23)

    Raises ``StudentFileError`` if there is no such file, and ``PythonNotStarted`` if no process can be started. This is
    not a security boundary: it protects from accidents in the file, not from malice.
    """
    file = StudentFile.find(Path(path))
    limits = limits or Limits()
    difficulty = difficulty.with_guesses(Guesses.AS_DEALT)
    run = AuditRun(file, difficulty, games, seed, limits, jobs, python, seconds, progress, should_stop)
    with run.open_process() as process:
        return run.report(process)

"""Tries the abilities of an agent one by one, and says which it has, which it lacks, and what is not known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.course_checks import Attempt
from minesweeper_qt.model.student.experiments import COURSE_SIDE, EXPERIMENTS
from minesweeper_qt.model.student.finding import ENDLESS, STEPS, SUBSETS, Skill, skill_data
from minesweeper_qt.model.student.method_experiments import METHOD_EXPERIMENTS
from minesweeper_qt.model.student.pictures import NEEDED_THERE, PICTURES, REPETITIONS, SPARE, Failed, Lost, try_pictures
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import FindingKind, SourceLine, StudentFailure
from minesweeper_qt.model.student.subset_experiments import SUBSET_EXPERIMENTS, inferred_unused
from minesweeper_qt.model.words import counted

_MOST_HANGS = 2
_MOST_COPIES = 4
"""How often the skills are tried again, with copies in loops that were found to need them."""
_MOST_NAMED = 8
"""The most skills of which nothing is known that are named."""
_OF_KNOWN_SENTENCES = (Skill.SUBSET_RULE, *SUBSETS, Skill.ALL_PAIRS, *STEPS)
"""The skills of which nothing is known where a sentence is lost."""
_METHODS = {
    **dict.fromkeys((Skill.KNOWN_CHANGES_NOTHING, Skill.COUNT_ZERO, Skill.COUNT_SIZE), ("known_mines", "known_safes")),
    **dict.fromkeys((Skill.MARKS, Skill.VERDICTS, Skill.REVEALED_SAFE), ("mark_mine", "mark_safe")),
}
"""The methods that the course describes exactly, by the skills that they give."""
_EXPERIMENTS = {**EXPERIMENTS, **METHOD_EXPERIMENTS, **SUBSET_EXPERIMENTS}
_NEEDS = {Skill(name): [*map(Skill, needs.split())] for name, needs in skill_data()["needs"].items()}


@dataclass(frozen=True, slots=True)
class SkillResult:
    """The result of the experiments for one skill, in a fresh agent each; of those that fail the first one.

    ``calls`` are what was called there, in the student's terms, and ``problem`` says what was expected and stated.
    ``is_wrong`` is true if something stated is false, and not just missing. ``failure`` is the failure of a
    call, if there was one. ``was_run`` is false if a skill that is needed failed before. ``loops`` are the loops that
    must go over copies, of ``Skill.STEADY_LOOPS``. ``words`` say what is wrong where they are more exact than those of
    the skill. ``mended`` are the methods that only have to be put right for it to pass.

    >>> SkillResult(Skill.MOVE_RECORDED, False, ("ai.add_knowledge((0, 1), 1)",), "expected a; b").has_failed
    True
    """

    skill: Skill
    passed: bool
    calls: tuple[str, ...] = ()
    problem: str = ""
    failure: StudentFailure | None = None
    was_run: bool = True
    is_wrong: bool = False
    loops: tuple[SourceLine, ...] = ()
    words: str = ""
    mended: tuple[str, ...] = ()

    @property
    def has_failed(self) -> bool:
        """True if the agent lacks the skill: it was tried, did not pass, and no error of the agent ended it.

        What the agent stated when it failed may be false, too.
        """
        return self.was_run and not self.passed and (self.failure is None or self.is_wrong)


def has_skill(process: StudentProcess, skill: Skill) -> bool:
    """Return whether the agent has a skill, whatever it lacks besides.

    Raises ``Stopped`` and ``PythonNotStarted`` as the methods of ``process`` do.
    """
    return _tried(skill, process, 1, PICTURES.get(skill, ())).passed


def _tried(skill: Skill, process: StudentProcess, least: int, pictures: Sequence[str]) -> SkillResult:
    run = Attempt(process, least)
    try:
        _EXPERIMENTS.get(skill, partial(_try_pictures_of, skill))(run, pictures)
    except Failed as wrong:
        expected, seen, is_wrong = wrong.args
        is_one_set = skill is not Skill.OWN_STATE and run.state.mines and run.state.mines == run.state.safes
        is_never = skill in (Skill.THREE_STEPS, Skill.SIX_STEPS) and not _is_late(run, pictures)
        is_lost = isinstance(wrong, Lost) and skill in _OF_KNOWN_SENTENCES
        if is_one_set or is_never or is_lost:
            return SkillResult(skill, False, was_run=False)
        problem = f"expected {expected}; {seen}"
        return SkillResult(skill, False, tuple(run.calls), problem, run.failure, is_wrong=is_wrong, words=wrong.words)
    except StudentFailure as failure:
        return SkillResult(skill, False, tuple(run.calls[:-1]), str(failure), failure.without_traceback())
    return SkillResult(skill, True)


def _try_pictures_of(skill: Skill, run: Attempt, pictures: Sequence[str]) -> None:
    is_old = skill is Skill.SUBSET_OF_OLD
    repetitions = REPETITIONS if is_old else 0
    try:
        try_pictures(run, pictures, repetitions=repetitions, is_direct=skill not in STEPS, may_be_later=is_old)
    except Failed as wrong:
        wrong.words = inferred_unused(run) if skill in STEPS else ""
        raise


def _is_late(run: Attempt, pictures: Sequence[str]) -> bool:
    """Return whether what follows in the pictures is found later, if not at once; keep the calls so far."""
    with run.aside():
        try:
            try_pictures(run, pictures, repetitions=REPETITIONS, may_be_later=True)
        except (Failed, StudentFailure):
            return False
    return True


def try_skills(process: StudentProcess, should_stop: Callable[[], bool] = lambda: False) -> tuple[SkillResult, ...]:
    """Try all skills in the agent of ``process``, each in fresh agents, and return the results in their order.

    A skill is not tried if one that it needs failed, and none is tried after two hangs, or once ``should_stop`` returns
    true.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> from minesweeper_qt.model.student.student_state import Limits
    >>> file = StudentFile.of(Path("/tmp/minesweeper.py"), b"from minesweeper_qt.model import MinesweeperAI, Sentence")
    >>> with StudentProcess(file, Limits(seconds=60)) as process:
    ...     all(result.passed for result in try_skills(process))
    True

    Raises ``PythonNotStarted`` as the methods of ``process`` do.
    """
    results = _with_methods_mended(process, should_stop, tried_all(process, should_stop))
    loops: dict[int, SourceLine] = {}
    fixed: list[SkillResult] = []
    copied = results
    with suppress(Stopped, StudentFailure):
        for _ in range(
            _MOST_COPIES if any(result.skill.is_inference and not result.passed for result in results) else 0
        ):
            process.watch(loops)
            copied = tried_all(process, should_stop)
            found = {line.line: line for line in process.watch(loops)}
            if found.keys() <= loops.keys():
                break
            loops.update(found)
        fixed = [
            old
            for old, new in zip(results, copied, strict=True)
            if loops and old.was_run and not old.passed and new.passed
        ]
    if not fixed:
        return tuple(results)
    # What fails because of these loops alone is there.
    steady = replace(fixed[0], skill=Skill.STEADY_LOOPS, failure=None, loops=tuple(loops.values()))
    best = [old if old.passed else new for old, new in zip(results, copied, strict=True)]
    return tuple([steady if result.skill is steady.skill else result for result in best])


def _with_methods_mended(
    process: StudentProcess, should_stop: Callable[[], bool], results: list[SkillResult]
) -> list[SkillResult]:
    """Return the results, those that may fail for a wrong method as they are once that method is put right."""
    methods = {
        result.skill: _METHODS[result.skill] for result in results if result.has_failed and result.skill in _METHODS
    }
    if not methods:
        return results
    with suppress(Stopped, StudentFailure):
        process.mend({name for names in methods.values() for name in names})
        tried = tried_all(process, should_stop)
        process.mend(())
        passed = {result.skill for result in tried if result.passed} & methods.keys()
        return [
            replace(old, mended=methods[old.skill]) if old.skill in passed else old if old.passed or not passed else new
            for old, new in zip(results, tried, strict=True)
        ]
    return results


def tried_all(process: StudentProcess, should_stop: Callable[[], bool]) -> list[SkillResult]:
    """Return the results of all skills in one round of experiments; see ``try_skills``."""
    results: list[SkillResult] = []
    failed: set[Skill] = set()
    hangs = 0
    for skill in Skill:
        missing = sorted(failed.intersection(_NEEDS.get(skill, ())), key=list(Skill).index)
        pictures = SPARE.get((skill, *missing), ()) if missing else PICTURES.get(skill, ())
        if missing and NEEDED_THERE.get(skill) in failed:
            pictures = ()
        has_no_rule = skill in SUBSETS and any(each.skill is Skill.SUBSET_RULE and each.has_failed for each in results)
        is_left_out = hangs >= _MOST_HANGS or (missing and not pictures)
        # They are tried all the same where calls fail, and where these don't end, for it may come from them.
        failures = [result.failure for result in results if result.failure is not None]
        is_endless = any(failure.is_endless for failure in failures)
        may_be_cause = bool(failures) if skill is Skill.MARKS else is_endless and skill in ENDLESS
        if should_stop() or (is_left_out and not may_be_cause) or has_no_rule:
            result = SkillResult(skill, False, was_run=False)
        else:
            # An agent that is right on the board of the course alone is tried there.
            is_square = bool(failed & {Skill.SIZE, Skill.OTHER_SIZES}) and skill is not Skill.OTHER_SIZES
            try:
                result = _tried(skill, process, COURSE_SIDE if is_square else 1, () if is_left_out else pictures)
                if is_left_out and not result.has_failed:
                    result = SkillResult(skill, False, was_run=False)
            except Stopped:
                result = SkillResult(skill, False, was_run=False)
        if not result.passed and (skill is not Skill.OWN_STATE or result.is_wrong):
            failed.add(skill)
        hangs += result.failure is not None and result.failure.kind is FindingKind.TIMEOUT
        results.append(result)
    return results


def skills_line(results: Sequence[SkillResult]) -> str:
    """Return how many skills the agent has, which it lacks, and of which nothing is known, all in the order of tries.

    >>> skills_line([SkillResult(Skill.SIZE, True), SkillResult(Skill.EDGES, False)])
    '1 of 2 skills; without: edges'

    Of many that are not known it says the number.
    """
    failed = [result.skill.value for result in results if result.has_failed]
    unknown = [result.skill.value for result in results if not (result.passed or result.has_failed)]
    if len(unknown) > _MOST_NAMED:
        unknown = [f"{len(unknown)} others"]
    parts = [f"{sum(result.passed for result in results)} of {counted(len(results), 'skill')}"]
    not_known = "not known without these" if failed else "not known"
    parts += [f"{word}: {', '.join(names)}" for word, names in (("without", failed), (not_known, unknown)) if names]
    return "; ".join(parts)

"""Finds the skill that an agent lacks and that explains a fault."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.student.finding import ENDLESS, STEPS, WRONG, Skill, Symptom
from minesweeper_qt.model.student.skills import SkillResult

_PAIRS = (
    *(Skill.SUBSET_RULE, Skill.SUBSET_OF_NEW, Skill.NEW_AS_SUBSET, Skill.ALL_PAIRS),
    *(Skill.SUBSET_OF_OLD, Skill.DIFFERENCE_KEPT),
)
_OPENED = (Skill.REVEALED_SAFE, Skill.CELL_ITSELF)
_GEOMETRY = (Skill.SIZE, Skill.NEIGHBOURS, Skill.EDGES, Skill.CORNERS, Skill.OTHER_SIZES)
_MISSING = {
    Rule.REVEALED: (Skill.REVEALED_SAFE,),
    Rule.CLUE: (
        *(*_GEOMETRY, Skill.CELL_ITSELF, Skill.OLD_SENTENCES, Skill.VERDICTS),
        *(Skill.MARKS, Skill.KNOWN_SAFES, Skill.MINES_SUBTRACTED, Skill.PARENTS_KEPT),
    ),
    Rule.ALL_SAFE: (Skill.COUNT_ZERO, Skill.VERDICTS, *STEPS, Skill.PARENTS_KEPT),
    Rule.ALL_MINES: (*_OPENED, Skill.COUNT_SIZE, Skill.VERDICTS, *STEPS, Skill.PARENTS_KEPT),
    Rule.SETTLED: (*_OPENED, Skill.VERDICTS, Skill.KNOWN_SAFES, Skill.KNOWN_MINES, Skill.MARKS, *STEPS),
    Rule.SUBSET: (*_OPENED, Skill.OLD_SENTENCES, *_PAIRS, Skill.PARENTS_KEPT, *STEPS),
}
"""The skills that a step by a rule uses."""

_ABOUT_TRUTH = (
    *(*_GEOMETRY, Skill.CELL_ITSELF, Skill.OLD_SENTENCES, Skill.COUNT_ZERO, Skill.COUNT_SIZE, Skill.VERDICTS),
    *(Skill.OPENED_ONLY, Skill.SUBSET_ONLY, Skill.MINES_SUBTRACTED, Skill.KNOWN_MINES, Skill.MARKS),
    *(Skill.SUBSET_OF_NEW, Skill.NEW_AS_SUBSET, Skill.PARENTS_KEPT, Skill.OWN_SETS),
)
"""The skills without which an agent states what is false."""

_WRONG = (*WRONG, Symptom.SENTENCE_WRONG, Symptom.SENTENCE_OFF_BOARD)
_OF_CELLS = (Symptom.NO_CELLS, Symptom.SAFE_MOVE_MISSING, Symptom.SAFE_MOVE_WRONG, Symptom.LEARNING_FAILS)
_OTHERS = {
    Symptom.MOVE_NOT_RECORDED: (Skill.MOVE_RECORDED, Skill.OPENED_ONLY),
    Symptom.SAFE_MOVE_MISSING: (Skill.OPENED_ONLY, Skill.SAFE_MOVE),
    Symptom.SAFE_MOVE_WRONG: (Skill.SAFE_MOVE,),
    Symptom.RANDOM_MOVE_MISSING: (Skill.RANDOM_MOVE,),
    Symptom.RANDOM_MOVE_WRONG: (Skill.RANDOM_MOVE, Skill.NO_RANDOM_MOVE),
    Symptom.SAFE_MOVE_FAILS: (Skill.SAFE_MOVE,),
    Symptom.RANDOM_MOVE_FAILS: (Skill.RANDOM_MOVE, Skill.NO_RANDOM_MOVE),
    Symptom.SAFE_MOVE_CHANGES: (Skill.MOVES_CHANGE_NOTHING,),
    Symptom.RANDOM_MOVE_CHANGES: (Skill.MOVES_CHANGE_NOTHING,),
}


def cause_of(
    symptom: Symptom | None, rule: Rule | None, results: Sequence[SkillResult], *, is_endless: bool = False
) -> Skill | None:
    """Return the first failed skill that explains a fault; ``None`` if none does.

    ``symptom`` is how the agent errs. For a missing verdict, ``rule`` is the one by which the first missing step
    follows. An experiment that an error of the agent ended says nothing. ``is_endless``: ``add_knowledge`` does not
    end.

    >>> failed = SkillResult(Skill.VERDICTS, False)
    >>> cause_of(Symptom.MISSING_MINE, Rule.ALL_MINES, [failed]), cause_of(Symptom.MISSING_MINE, Rule.SUBSET, [failed])
    (<Skill.VERDICTS: 'verdicts'>, None)
    """
    for result in results:
        if not result.has_failed:
            continue
        if result.skill is Skill.CELLS:
            is_cause = rule is not None or symptom in (*_WRONG, *_OF_CELLS)
        elif result.skill is Skill.OWN_STATE:
            is_cause = result.is_wrong  # one set for two
        elif symptom in _WRONG:
            is_cause = result.skill in _GEOMETRY or (result.is_wrong and result.skill in _ABOUT_TRUTH)
        elif rule is not None:
            is_cause = result.skill in _MISSING.get(rule, ())
        else:
            skills = ENDLESS if is_endless else _OTHERS.get(symptom, ()) if symptom else ()
            is_cause = result.skill in skills
        if is_cause:
            return result.skill
    # A sentence that is right elsewhere is lost here.
    right = [result.passed for result in results if result.skill in _MISSING[Rule.CLUE][:-1]]
    is_lost = rule is Rule.CLUE and any(right) and all(right)
    return Skill.OLD_SENTENCES if is_lost else None

"""Tests of looks: their words, and what each overlay shows of a difference between both agents."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark, Overlay
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind

MISSING, WRONG, FURTHER = RowKind.MISSING, RowKind.WRONG, RowKind.FURTHER
CERTAIN = Chance(100, is_certain=True)


@pytest.mark.parametrize(
    "look, words",
    [
        (Look(Face.COVERED, mark=Mark.SAFE, difference=MISSING), "covered, your agent misses that it is safe"),
        (Look(Face.FLAGGED, mark=Mark.MINE, difference=MISSING), "flagged, your agent misses that it is a mine"),
        (
            Look(Face.QUESTIONED, mark=Mark.MINE, difference=WRONG),
            "covered, with a question mark, your agent calls it a mine, which is wrong",
        ),
        (
            Look(Face.COVERED, mark=Mark.SAFE, difference=FURTHER),
            "covered, your agent knows that it is safe, not by the three rules",
        ),
        (Look(Face.REVEALED, 1, Mark.MINE, difference=WRONG), "1, your agent calls it a mine, which is wrong"),
        (
            Look(Face.EXPLODED, mark=Mark.SAFE, difference=WRONG),
            "exploded mine, your agent calls it safe, which is wrong",
        ),
        (Look(Face.COVERED, mark=Mark.SAFE, difference=RowKind.SAME), "covered, known to be safe"),
        (Look(Face.REVEALED, 2, Mark.SAFE, difference=RowKind.SAME), "2"),
        (Look(Face.COVERED, difference=MISSING), "covered"),
        (Look(Face.COVERED), "covered"),
        (Look(Face.REVEALED, 0), "empty"),
        (Look(Face.REVEALED, 1), "1"),
        (Look(Face.REVEALED, 8), "8"),
        (Look(Face.FLAGGED, mark=Mark.MINE), "flagged, known to be a mine"),
        (Look(Face.EXPLODED), "exploded mine"),
        (Look(Face.EXPLODED, chance=Chance(50)), "exploded mine, risk 50 %"),
        (Look(Face.WRONG_FLAG), "wrong flag"),
        (Look(Face.COVERED, chance=Chance(23)), "covered, 23 % mine"),
        (Look(Face.FLAGGED, chance=Chance(100)), "flagged, more than 99 % mine"),
        (Look(Face.COVERED, chance=CERTAIN), "covered, certainly a mine"),
        (Look(Face.COVERED, mark=Mark.MINE, chance=CERTAIN), "covered, known to be a mine"),
        (Look(Face.COVERED, mark=Mark.SAFE, level=Reasoning.CLUE, proved=Mark.SAFE), "covered, safe by clue"),
        (Look(Face.FLAGGED, level=Reasoning.CASES, proved=Mark.MINE), "flagged, a mine by cases"),
        (Look(Face.COVERED, chance=Chance(20), level=Reasoning.COUNT, proved=Mark.SAFE), "covered, safe by count"),
    ],
)
def test_a_look_in_words(look: Look, words: str) -> None:
    assert look.in_words() == words


@pytest.mark.parametrize("kind", RowKind)
@pytest.mark.parametrize("face", [Face.COVERED, Face.FLAGGED, Face.REVEALED])
def test_a_difference_is_shown_with_the_marks_only(kind: RowKind, face: Face) -> None:
    look = Look(face, 1 if face is Face.REVEALED else -1, Mark.MINE, Chance(20), difference=kind)
    shown = Look(face, look.clue, Mark.MINE, difference=kind)
    assert look.under(Overlay.KNOWLEDGE) == look.under(Overlay.CHANCES) == shown
    assert look.under(Overlay.OFF) == look.under(Overlay.LEVELS) == Look(face, look.clue)


def test_a_level_is_shown_without_the_difference() -> None:
    look = Look(Face.COVERED, -1, Mark.SAFE, None, Reasoning.SUBSET, Mark.SAFE, RowKind.MISSING)
    assert look.under(Overlay.LEVELS) == Look(Face.COVERED, -1, Mark.SAFE, None, Reasoning.SUBSET, Mark.SAFE)
    assert look.in_words() == "covered, safe by subset"


@pytest.mark.parametrize("kind", [None, *RowKind])
def test_only_marks_that_one_agent_lacks_differ(kind: RowKind | None) -> None:
    expected = kind not in (None, RowKind.SAME)
    assert Look(Face.COVERED, mark=Mark.MINE, difference=kind).differs is expected
    assert not Look(Face.COVERED, difference=kind).differs

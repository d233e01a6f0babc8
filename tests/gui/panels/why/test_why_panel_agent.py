"""Tests of what the proof panel says of the verdicts of a student's agent."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.model import TooHard
from minesweeper_qt.model.evidence.proof import Proof, short_heading
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedVerdict, KnowledgeComparison, RowKind
from tests.gui.support.inspected import CELL, POSITION, UNDECIDED, FixedBoardSource, ask, proof
from tests.gui.support.windows import LEFT

LEARNED = len(POSITION.clues)
NOTHING = "Nothing seen says so: in the"


def compare(source: FixedBoardSource, kind: RowKind, is_mine: bool = False, learned: int = LEARNED) -> None:
    source.comparison = KnowledgeComparison(learned, verdicts={CELL: ComparedVerdict(kind, is_mine)})
    source.touch()


def heading(panel: WhyPanel) -> str:
    return panel.heading.text().replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    "kind, is_mine, found, words",
    [
        (RowKind.FURTHER, False, proof(), "safe. It follows, but not by the three rules."),
        (RowKind.WRONG, True, proof(), "a mine. It is wrong: the proof shows that it is safe."),
        (RowKind.FURTHER, False, UNDECIDED, f"safe. {NOTHING} first layout it is a mine. It is right by luck."),
        (RowKind.FURTHER, True, UNDECIDED, f"a mine. {NOTHING} second layout it is safe. It is right by luck."),
        (RowKind.WRONG, False, UNDECIDED, f"safe. {NOTHING} first layout it is a mine. On this board it is wrong."),
    ],
)
def test_the_heading_names_the_verdict_of_the_students_agent(
    panel: WhyPanel, source: FixedBoardSource, kind: RowKind, is_mine: bool, found: Proof | Undecided, words: str
) -> None:
    compare(source, kind, is_mine)
    ask(panel, CELL)
    source.worker.answer(found)
    first, own = heading(panel).split("\n")
    assert first == f"Your agent calls (0, 1) {words}"
    assert own.startswith(str(CELL))
    QTest.mouseClick(panel.copy_button, LEFT)
    assert QGuiApplication.clipboard().text().startswith(f"{first}\n")
    # The layouts are named as they stand beside each other.
    if isinstance(found, Undecided):
        assert [caption.text() for caption in panel.undecided.captions] == ["A mine there:", "No mine there:"]


def test_verdicts_of_both_agents_change_nothing(panel: WhyPanel, source: FixedBoardSource) -> None:
    compare(source, RowKind.SAME)
    panel.set_from_clues(True)
    ask(panel, CELL)
    source.worker.answer(proof())
    assert heading(panel) == short_heading(proof())


def test_the_words_follow_the_agent(panel: WhyPanel, source: FixedBoardSource) -> None:
    compare(source, RowKind.MISSING, learned=LEARNED - 1)
    panel.set_from_clues(True)
    ask(panel, CELL)
    source.worker.answer(proof())
    assert not heading(panel).startswith("Your agent")  # it has yet to learn this position
    compare(source, RowKind.MISSING)
    assert heading(panel).startswith("Your agent does not know that (0, 1) is safe.\n(0, 1) is safe")
    source.comparison = None
    source.touch()
    assert heading(panel) == short_heading(proof())


def test_a_revealed_cell_that_the_agent_calls_a_mine(panel: WhyPanel, source: FixedBoardSource) -> None:
    source.comparison = KnowledgeComparison(LEARNED, verdicts={(0, 0): ComparedVerdict(RowKind.WRONG, is_mine=True)})
    source.touch()
    ask(panel, (0, 0))
    assert heading(panel) == (
        "Your agent calls (0, 0) a mine. It is wrong: the cell is revealed.\n(0, 0) is revealed: 1 mine around."
    )


def test_an_answer_without_a_proof_says_nothing_of_the_agent(panel: WhyPanel, source: FixedBoardSource) -> None:
    compare(source, RowKind.WRONG, is_mine=True)
    ask(panel, CELL)
    source.worker.answer(proof())
    ask(panel, (3, 3))
    source.comparison = KnowledgeComparison(LEARNED, verdicts={(3, 3): ComparedVerdict(RowKind.WRONG, is_mine=True)})
    source.worker.answer(TooHard("too many cells"))
    source.touch()
    assert heading(panel).startswith("(3, 3) is too hard to decide here")

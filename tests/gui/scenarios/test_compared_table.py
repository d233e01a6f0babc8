"""Tests of the table in the Agent view with real agents: its rows are what both know at the moment shown."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import Derivation
from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison, RowKind
from tests.gui.support.knowledge_panels import selected
from tests.gui.support.student_sessions import copied, settle
from tests.gui.support.windows import LEFT, Key, MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_course_checks")]

SAME, MISSING, WRONG, FURTHER = RowKind.SAME, RowKind.MISSING, RowKind.WRONG, RowKind.FURTHER


def watch(player: Player, agent: str, folder: Path) -> KnowledgePanel:
    """Show the Agent view with an agent of the corpus; return the table's panel."""
    player.window.show_view(WindowView.AGENT)
    player.student.agent.open(copied(agent, folder, f"{agent}.py"))
    player.session.autoplay.set_speed(0)
    settle(player.student, player.qtbot)
    panel = player.window.knowledge_panel
    player.window.inspector.bring_to_front("knowledge")
    return panel


def move(player: Player, moves: int = 1) -> None:
    for _ in range(moves):
        player.key(Key.Key_A)
        settle(player.student, player.qtbot)


def comparison(player: Player) -> KnowledgeComparison:
    found = player.session.view.comparison
    assert found is not None
    return found


def shown(panel: KnowledgePanel) -> list[tuple[Derivation, RowKind | None]]:
    return [(row.derivation, row.kind) for row in panel.proxy.rows]


def assert_table_is_compared(player: Player) -> None:
    """Check that the table shows what both agents know, the worst first, and counts it."""
    panel, both = player.window.knowledge_panel, comparison(player)
    rows = shown(panel)
    assert set(rows) == {(row.derivation, row.kind) for row in both.rows}
    assert len(rows) == len(both.rows)
    ranks = [list(RowKind).index(kind) for _, kind in rows if kind is not None]
    assert ranks == sorted(ranks)
    counts = both.counts
    assert panel.chips.all.text().startswith("All")
    for kind, button in panel.chips.buttons.items():
        assert button.text().split()[-1] == str(counts[kind])
        assert button.isVisible() == (kind is not FURTHER or counts[kind] > 0)
    assert f" {counts[SAME]} same · {counts[MISSING]} missing · {counts[WRONG]} wrong" in panel.figures.text()


def assert_table_is_usual(player: Player) -> None:
    panel = player.window.knowledge_panel
    assert not panel.chips.isVisible()
    rows = shown(panel)
    assert {kind for _, kind in rows} <= {None}
    assert {derivation for derivation, _ in rows} == set(player.session.view.snapshot.sentences)
    assert panel.figures.text().startswith("Knowledge base length")


def test_the_table_is_compared_while_a_students_agent_plays_beside(make_player: MakePlayer, tmp_path: Path) -> None:
    player = make_player("cs50", seed=5)
    player.window.show_view(WindowView.AGENT)
    player.click(player.free(0))
    assert_table_is_usual(player)
    panel = watch(player, "no_subset_rule_sets", tmp_path)
    assert_table_is_compared(player)
    player.window.show_view(WindowView.INSPECT)
    settle(player.student, player.qtbot)
    assert_table_is_usual(player)
    player.window.show_view(WindowView.AGENT)
    settle(player.student, player.qtbot)
    assert_table_is_compared(player)
    assert panel.figures.text().startswith("no_subset_rule_sets.py · ")
    assert panel.figures.text().endswith(" a move")
    # A missing row shows its cells, and the reference explains it.
    while not comparison(player).counts[MISSING]:
        move(player)
    player.qtbot.mouseClick(panel.chips.buttons[MISSING], LEFT)
    rows = shown(panel)
    assert {kind for _, kind in rows} == {MISSING}
    assert "Filter: missing" in panel.bar_label.text()
    requested = QSignalSpy(panel.why_requested)
    place = panel.table.visualRect(panel.proxy.index(0, Column.SENTENCE)).center()
    player.qtbot.mouseClick(panel.table.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    assert panel.highlight_source.outlined == rows[0][0].cells
    assert requested.count() == 0
    player.key(Key.Key_Return)
    assert requested.at(0) == [rows[0][0]]
    panel.show_all()
    player.student.agent.drop()
    settle(player.student, player.qtbot)
    assert_table_is_usual(player)


@pytest.mark.parametrize(
    "agent, expected", [("infers_once_sets", {SAME, MISSING}), ("mines_not_subtracted_sets", {SAME, MISSING, WRONG})]
)
def test_the_table_follows_the_game_and_the_timeline(
    make_player: MakePlayer, agent: str, expected: set[RowKind], tmp_path: Path
) -> None:
    player = make_player("beginner", seed=5)
    panel = watch(player, agent, tmp_path)
    chance = random.Random(5)
    kinds: set[RowKind | None] = set()
    for _ in range(6):
        if player.game.state.is_over:
            break
        kept = set(selected(panel))
        move(player)
        assert_table_is_compared(player)
        now = {derivation for derivation, _ in shown(panel)}
        assert kept & now <= set(selected(panel)), "what is selected stays so"
        kinds.update(kind for _, kind in shown(panel))
        if panel.proxy.rowCount():
            panel.table.select_row(chance.randrange(panel.proxy.rowCount()))
    assert kinds >= expected
    for _ in range(4):
        player.session.timeline.show_move(chance.randrange(len(player.session.timeline.moves) + 1))
        settle(player.student, player.qtbot)
        assert_table_is_compared(player)


def test_a_failed_call_is_at_the_top_with_the_students_line(make_player: MakePlayer, tmp_path: Path) -> None:
    player = make_player("intermediate", seed=3)
    panel = watch(player, "exception_key_error", tmp_path)
    move(player)
    assert panel.proxy.row_at(0).is_failure
    text = panel.proxy.index(0, Column.SENTENCE).data()
    assert text.startswith("add_knowledge(")
    assert "self.unknown.remove(cell)" in text
    player.qtbot.mouseClick(panel.table.viewport(), LEFT, pos=panel.table.visualRect(panel.proxy.index(0, 0)).center())
    assert_table_is_compared(player)

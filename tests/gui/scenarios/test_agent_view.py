"""Tests of the Agent view: what it shows of a student's agent, what the other views keep, keys, and ends in between."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QKeyCombination
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import State
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from minesweeper_qt.model.play.playthrough import STUDENT
from tests.gui.support.student_sessions import copied, settle
from tests.gui.support.windows import ALT, AUTOPLAY, LEFT, SHIFT, Key, MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_course_checks")]

AGENT = WindowView.AGENT
FIRST = 10
"""The move at which the agent that infers once differs first in the game of seed 5."""


@pytest.fixture
def faulty(make_player: MakePlayer, tmp_path: Path) -> Player:
    """Return a player whose agent, which infers once, was opened and is ready; Auto-play is instant."""
    return opened(make_player, copied("infers_once_sets", tmp_path))


def opened(make_player: MakePlayer, path: Path) -> Player:
    player = make_player("cs50", seed=5)
    player.window.student_agent_files.use(path)
    player.session.autoplay.set_speed(0)
    settle(player.student, player.qtbot)
    return player


def to_first_difference(player: Player) -> None:
    player.key(Key.Key_N)
    settle(player.student, player.qtbot, lambda: bool(player.student.agent.differences))
    assert player.session.timeline.shown_move == FIRST


def open_docks(player: Player) -> set[str]:
    return {name for name, dock in player.window.inspector.docks.items() if not dock.isHidden()}


def missing(player: Player) -> set[tuple[int, int]]:
    """Return the cells that the board marks as known by the reference alone."""
    model = player.window.board_model
    return {cell for cell in player.game.grid.cells if model.look(cell).difference is RowKind.MISSING}


# -- what it shows


def test_what_is_open_and_named_before_the_first_move_and_what_runs(faulty: Player) -> None:
    window, bar = faulty.window, faulty.window.game_bar
    assert open_docks(faulty) == {"agent", "knowledge", "timeline"}
    agent, table = (window.inspector.docks[name].geometry() for name in ("agent", "knowledge"))
    assert agent.left() == table.left()
    assert agent.bottom() < table.top()
    assert window.actions_by.overlay() is Overlay.KNOWLEDGE
    assert [label.text() for label in window.header.notes] == ["your agent plays", "reference watches"]
    assert window.windowTitle() == "Minesweeper - CS50 - ready - minesweeper.py"
    for widget in (bar.agent, *(bar.buttons[name] for name in ("reload_agent", "autoplay", "step", "next_difference"))):
        interface = QAccessible.queryAccessibleInterface(widget)
        assert interface.text(QAccessible.Text.Name)
        assert widget.toolTip()
    for theme in (ThemeChoice.DARK, ThemeChoice.CONTRAST, ThemeChoice.LIGHT):
        appearance.current().apply(Choices(theme, reduces_motion=True))
        assert not bar.buttons["next_difference"].icon().isNull()
    run = faulty.window.game_bar.buttons["autoplay"]
    assert run.text() == "Run"
    faulty.session.autoplay.set_speed(1)
    faulty.key(AUTOPLAY)
    assert run.text() == "Stop"
    faulty.key(AUTOPLAY)
    faulty.key(Key.Key_F7)
    assert run.text() == "Auto-play"
    faulty.key(Key.Key_F8)
    faulty.key(Key.Key_1, ALT)
    assert [label.text() for label in faulty.window.header.notes] == ["the AI plays", "your agent watches"]
    faulty.key(Key.Key_A)
    settle(faulty.student, faulty.qtbot, lambda: bool(faulty.session.timeline.moves))
    game = faulty.student.agent.game
    assert game is not None
    assert game.learned == game.taught == len(faulty.game.clues)
    faulty.key(Key.Key_6, ALT)
    assert faulty.session.autoplay.strategy == STUDENT
    assert faulty.action("ai_move").toolTip().endswith("Strategy: minesweeper.py (A)")
    faulty.key(Key.Key_Y)
    assert open_docks(faulty) == {"knowledge", "timeline"}
    faulty.key(Key.Key_A, SHIFT)
    assert faulty.student.agent.audit.is_running
    assert faulty.window.inspector.student_agent_panel.audit.isVisible()
    faulty.student.agent.audit.clear()


def test_the_cause_is_whole_on_the_card_at_the_size_of_a_new_window(make_player: MakePlayer, tmp_path: Path) -> None:
    player = opened(make_player, copied("marks_not_passed_on_sets", tmp_path))
    player.key(Key.Key_N)
    settle(player.student, player.qtbot, lambda: bool(player.student.agent.differences))
    reason = player.window.inspector.student_agent_panel.card.reason
    player.wait_until(lambda: "Cause: " in reason.text())
    assert reason.fits(reason.text().split("\n")[0])


def test_the_first_difference_is_shown_and_the_keyboard_alone_leads_to_its_cause(faulty: Player) -> None:
    to_first_difference(faulty)
    inspector = faulty.window.inspector
    card = inspector.student_agent_panel.card
    faulty.wait_until(lambda: card.card.place == f"move {FIRST} of {FIRST}")
    assert card.card.title == "Your agent does not know that (5, 3) is a mine"
    assert missing(faulty) == {(5, 3)}
    model = faulty.window.knowledge_model
    assert "{(5, 3)} = 1" in [sentence.text for sentence in model.sentences]
    # The panel shows several changes at once, a moment later.
    faulty.wait_until(lambda: inspector.highlight_arbiter.outlined == frozenset({(5, 3)}))
    for key in (Key.Key_F7, Key.Key_F6):
        faulty.key(key)
        assert not missing(faulty)
        assert faulty.session.view.comparison is None
        assert "minesweeper.py" not in faulty.window.windowTitle()
        assert "agent" not in faulty.window.header.toolTip()
        faulty.key(Key.Key_F8)
        assert missing(faulty) == {(5, 3)}
        assert "minesweeper.py" in faulty.window.windowTitle()
    faulty.wait_until(card.why.isVisible)
    for _ in range(60):
        if card.why.hasFocus():
            break
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
    assert card.why.hasFocus()
    QTest.keyClick(card.why, Key.Key_Space)
    faulty.qtbot.waitUntil(inspector.why_panel.isVisible)
    assert inspector.student_agent_panel.isVisible()
    assert not faulty.window.knowledge_panel.isVisible()
    assert faulty.window.selection.cell == (5, 3)
    faulty.wait_until_computed()


def test_a_search_over_many_games_is_ended_by_a_key(make_player: MakePlayer, tmp_path: Path) -> None:
    player = opened(make_player, copied("correct_lists", tmp_path))
    session, search = player.session, player.student.search
    player.waits_for_learning = False
    # Between two games, and in the middle of one. Each search counts its games from 1, the one under way.
    escape, autoplay = QKeyCombination(Key.Key_Escape), player.action("autoplay")
    for stop, runs in ((escape, False), (AUTOPLAY, False), (escape, True), (AUTOPLAY, True)):
        shown: list[bool] = []

        def is_moment(before: PositionView, now: PositionView, runs: bool = runs, shown: list[bool] = shown) -> bool:
            shown.append(autoplay.isChecked() and autoplay.isEnabled())
            return player.student.agent.game_number > 1 and now.runs is runs

        # A look now and then would miss it: it may fall between the same two events of each game.
        with player.qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=is_moment):
            player.key(Key.Key_N)
        assert session.autoplay.is_running is runs
        assert all(shown[1:]), "the button would flicker"
        player.key(stop)
        assert not search.is_running
        assert player.status.startswith(f"Stopped in game {player.student.agent.game_number}: no difference so far.")
        played = session.playthrough
        settle(player.student, player.qtbot)
        assert session.playthrough is played
        assert not autoplay.isChecked()


def test_after_the_last_game_of_a_search_footer_and_card_say_so(make_player: MakePlayer, tmp_path: Path) -> None:
    player = opened(make_player, copied("correct_pairwise", tmp_path))
    session, card = player.session, player.window.inspector.student_agent_panel.card
    footer, results = player.window.footer, []
    footer.page_changed.connect(lambda: results.append(footer.shows_card))
    player.student.search.most_games = 2
    player.key(Key.Key_N)
    settle(player.student, player.qtbot, lambda: not player.student.search.is_running)
    assert not any(results), "the result of each game would come and go"
    assert session.game.state.is_over
    player.wait_until_computed()
    assert player.window.footer.status.isVisible()
    assert player.status.startswith("No further difference in 2 games. The audit (Shift+A) tries more.")
    player.wait_until(lambda: card.title.text() == "No further difference in 2 games")


def test_an_agent_of_one_size_gets_a_game_of_that_size(make_player: MakePlayer, tmp_path: Path) -> None:
    player = make_player("expert", seed=5)
    player.window.student_agent_files.use(copied("hard_coded_size", tmp_path))
    session, card = player.session, player.window.inspector.student_agent_panel.card
    player.wait_until(card.play.isVisible)
    player.qtbot.mouseClick(card.play, LEFT)
    assert session.difficulty.name == "cs50"
    player.student.search.most_games = 1
    player.key(Key.Key_N)
    settle(player.student, player.qtbot, lambda: not player.student.search.is_running)
    assert session.timeline.moves
    assert player.student.agent.failure is None


def test_whether_auto_play_stops_at_differences_is_kept(make_player: MakePlayer, tmp_path: Path) -> None:
    first = opened(make_player, copied("infers_once_sets", tmp_path))
    assert first.action("stop_at_difference").isChecked()
    assert first.student.agent.stops_at_difference
    first.key(Key.Key_N, SHIFT)
    assert not first.student.agent.stops_at_difference
    assert first.window.close()
    again = make_player("cs50")
    assert not again.action("stop_at_difference").isChecked()
    assert not again.student.agent.stops_at_difference


def test_review_stays_in_the_view(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=5)
    player.key(Key.Key_F8)
    player.end(State.LOST)
    player.qtbot.mouseClick(player.window.result.card.review, LEFT)
    assert player.window.view is AGENT
    assert player.session.timeline.shown_move == len(player.session.timeline.moves) - 1


# -- ends


def test_the_window_closes_at_once_while_the_agent_hangs(make_player: MakePlayer, tmp_path: Path) -> None:
    player = opened(make_player, copied("hang_in_add_knowledge", tmp_path))
    player.waits_for_learning = False
    player.key(AUTOPLAY)
    game = player.student.agent.game
    assert game is not None
    # It is in the call in which it never ends once it has been given more than it has learned for a while.
    player.qtbot.waitUntil(lambda: game.taught > game.learned > 0, timeout=20_000)
    assert player.student.agent.is_thinking
    assert player.window.close()
    assert game.failure is None, "the window has waited until the call ran out of time"
    assert not [thread.name for thread in threading.enumerate() if thread.name == "student"]

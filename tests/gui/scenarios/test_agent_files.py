"""Tests of opening a student's agent in the window: by dialog, drop, the list of recent files, and at the start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from minesweeper_qt.gui import app
from minesweeper_qt.gui.game.agent_files import AgentFileDialog, RunAgentDialog
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.preferences import MOST_AGENTS, Preferences
from minesweeper_qt.model import DIFFICULTIES
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.student.student_file import StudentFileError
from tests.gui.support.student_sessions import copied, settle
from tests.gui.support.windows import CTRL, LEFT, NOTHING, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

COPY = Qt.DropAction.CopyAction
OVER_BOARD = QPoint(300, 300)


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts of the messages, none of which is shown."""
    found: list[str] = []
    monkeypatch.setattr(dialogs, "warn", lambda parent, title, text: found.append(text))
    return found


@pytest.fixture
def player(make_player: MakePlayer) -> Player:
    return make_player("cs50", seed=5, opens_panels=False)


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    return copied("correct_lists", tmp_path)


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Return the answers of the next dialogs that ask for a file."""
    answers: list[object] = []
    monkeypatch.setattr(AgentFileDialog, "ask", lambda folder, parent: answers.pop(0))
    yield answers
    assert not answers, "not asked"


def plays(player: Player, path: Path) -> bool:
    """Return whether the agent in ``path`` plays in the Agent view."""
    file, window = player.session.watched.file, player.window
    is_shown = window.view is WindowView.AGENT and window.inspector.agent_panel.isVisible()
    return file is not None and file.path == path and player.session.autoplay.strategy == STUDENT and is_shown


def drop(player: Player, *urls: QUrl, place: QPoint = OVER_BOARD) -> bool:
    """Drag ``urls`` to ``place`` of the window and drop them, as the system would; return whether that is accepted."""
    data = QMimeData()
    data.setUrls(list(urls))
    handle = player.window.windowHandle()
    entered = QDragEnterEvent(place, COPY, data, LEFT, NOTHING)
    QApplication.sendEvent(handle, entered)
    if not entered.isAccepted():
        return False
    QApplication.sendEvent(handle, QDropEvent(QPointF(place), COPY, data, LEFT, NOTHING))
    return True


def recent_texts(player: Player) -> list[str]:
    return [action.text() for action in player.window.agent_files.recent_menu.actions()]


# -- the dialog


def test_a_chosen_file_plays_in_the_agent_view(player: Player, agent: Path, choose: list[object]) -> None:
    choose.append(agent)
    player.key(Key.Key_O, CTRL)
    assert plays(player, agent)
    assert player.window.actions_by.strategies[STUDENT].isChecked()
    assert player.window.actions_by.strategies[STUDENT].text() == "&6 minesweeper.py"
    settle(player.session, player.qtbot)
    player.key(Key.Key_A)
    settle(player.session, player.qtbot)
    assert player.session.playthrough.history.turns[0].strategy == STUDENT


def test_nothing_happens_when_the_dialog_is_cancelled(player: Player, choose: list[object]) -> None:
    choose.append(None)
    player.key(Key.Key_O, CTRL)
    assert player.window.view is WindowView.INSPECT
    assert player.session.watched.file is None


def test_the_button_of_the_empty_panel_asks_for_a_file(player: Player, agent: Path, choose: list[object]) -> None:
    player.key(Key.Key_F8)
    choose.append(agent)
    player.qtbot.mouseClick(player.window.inspector.agent_panel.open_button, LEFT)
    assert plays(player, agent)


def test_a_folder_that_was_chosen_by_hand_is_searched(player: Player, agent: Path, choose: list[object]) -> None:
    choose.append(agent.parent)
    player.key(Key.Key_O, CTRL)
    assert plays(player, agent)


@pytest.mark.parametrize("name", ["nowhere.py", "empty"])
def test_a_file_that_is_none_is_named_and_changes_nothing(
    player: Player, agent: Path, choose: list[object], warned: list[str], name: str
) -> None:
    (agent.parent / "empty").mkdir()
    choose.extend([agent, agent.parent / name])
    player.key(Key.Key_O, CTRL)
    player.key(Key.Key_F7)
    player.key(Key.Key_O, CTRL)
    (text,) = warned
    assert f"'{name}'" in text
    assert text.endswith("Allowed is a file in Python with the class MinesweeperAI.")
    assert player.window.view is WindowView.INSPECT
    assert player.session.watched.file is not None
    assert player.session.watched.file.path == agent
    assert recent_texts(player) == [f"&1 minesweeper.py ({agent.parent.name})"]


# -- dropping


@pytest.mark.parametrize("view", list(WindowView))
@pytest.mark.parametrize("place", [OVER_BOARD, QPoint(1100, 500), QPoint(700, 40)], ids=["board", "table", "bar"])
def test_a_dropped_file_plays_after_a_question(
    player: Player, agent: Path, monkeypatch: pytest.MonkeyPatch, view: WindowView, place: QPoint
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(RunAgentDialog, "ask", lambda path, parent: not asked.append(path))
    player.window.show_view(view)
    player.wait_until_laid_out()
    assert drop(player, QUrl.fromLocalFile(str(agent)), place=place)
    assert not asked, "the other program waits while the drop is handled"
    player.qtbot.waitUntil(lambda: plays(player, agent))
    assert asked == [agent]


def test_a_dropped_file_does_not_run_after_a_no(player: Player, agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(RunAgentDialog, "ask", lambda path, parent: bool(asked.append(path)))
    drop(player, QUrl.fromLocalFile(str(agent)))
    player.qtbot.waitUntil(lambda: bool(asked))
    assert player.session.watched.file is None
    assert player.window.view is WindowView.INSPECT


@pytest.mark.parametrize("key, runs", [(Key.Key_Return, False), (Key.Key_Escape, False), (Key.Key_R, True)])
def test_the_question_names_the_file_and_what_it_may_do(player: Player, agent: Path, key: Qt.Key, runs: bool) -> None:
    shown: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown.extend((box.text(), box.informativeText()))
        QTest.keyClick(box, key, Qt.KeyboardModifier.AltModifier if runs else NOTHING)

    QTimer.singleShot(100, player.window, answer)
    assert RunAgentDialog.ask(agent, player.window) is runs
    assert shown[0] == "Run minesweeper.py as your agent?"
    assert str(agent) in shown[1]
    assert "on this computer, with your rights" in shown[1]
    assert "not a security boundary" in shown[1]


@pytest.mark.parametrize(
    "urls",
    [
        [],
        ["file:///somewhere/notes.txt"],
        ["file:///somewhere"],
        ["https://example.org/minesweeper.py"],
        ["file:///somewhere/one.py", "file:///somewhere/two.py"],
    ],
)
def test_nothing_else_can_be_dropped(player: Player, monkeypatch: pytest.MonkeyPatch, urls: list[str]) -> None:
    monkeypatch.setattr(RunAgentDialog, "ask", lambda path, parent: pytest.fail("asked"))
    assert not drop(player, *map(QUrl, urls))
    QApplication.processEvents()


def test_nothing_is_opened_while_the_game_is_paused(
    player: Player, agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunAgentDialog, "ask", lambda path, parent: pytest.fail("asked"))
    player.window.agent_files.use(agent)
    player.click((0, 0))
    settle(player.session, player.qtbot)
    player.key(Key.Key_P)
    assert player.session.pause.is_on
    drop(player, QUrl.fromLocalFile(str(agent)))
    player.qtbot.wait(20)
    assert not player.window.agent_files.recent_menu.isEnabled()
    assert not player.window.game_bar.agent.isEnabled()
    player.key(Key.Key_P)
    assert player.window.agent_files.recent_menu.isEnabled()
    assert player.window.game_bar.agent.isEnabled()


# -- recent files


def test_recent_files_come_back_the_last_one_first(make_player: MakePlayer, tmp_path: Path) -> None:
    first = make_player("cs50", seed=5, opens_panels=False)
    assert recent_texts(first) == ["&None Yet"]
    paths = []
    for number in range(MOST_AGENTS + 2):
        folder = tmp_path / f"student & {number}"
        folder.mkdir()
        paths.append(copied("correct_lists", folder))
        first.window.agent_files.use(paths[-1])
    first.window.agent_files.use(paths[5])
    assert first.window.close()
    again = make_player("cs50", seed=5, opens_panels=False)
    assert again.session.watched.file is None, "a file runs only when the user asks for it"
    newest = [paths[5], *(path for path in reversed(paths) if path != paths[5])][:MOST_AGENTS]
    actions = again.window.agent_files.recent_menu.actions()
    assert [Path(action.data()) for action in actions] == newest
    assert actions[0].text() == "&1 minesweeper.py (student && 5)"
    assert actions[0].toolTip() == str(paths[5])
    actions[2].trigger()
    assert plays(again, newest[2])
    assert Path(again.window.agent_files.recent_menu.actions()[0].data()) == newest[2]


def test_a_recent_file_that_is_gone_leaves_the_list(player: Player, agent: Path, warned: list[str]) -> None:
    player.window.agent_files.use(agent)
    player.action("drop_agent").trigger()
    agent.unlink()
    player.window.agent_files.recent_menu.actions()[0].trigger()
    assert warned == [f"{agent} is no longer there. It was taken off the list of recent agents."]
    assert recent_texts(player) == ["&None Yet"]
    assert player.session.watched.file is None


def test_a_recent_file_that_can_not_be_examined_counts_as_gone(player: Player, agent: Path, warned: list[str]) -> None:
    path = agent.with_name("long" * 100)
    Preferences(player.settings).add_recent_agent(path)
    player.window.agent_files.use(agent)
    player.window.agent_files.recent_menu.actions()[1].trigger()
    assert warned == [f"{path} is no longer there. It was taken off the list of recent agents."]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_chooser_in_the_tool_bar_has_the_recent_files(player: Player, agent: Path) -> None:
    player.window.agent_files.use(agent)
    chooser = player.window.game_bar.agent
    assert chooser.accessibleName() == "Agent: minesweeper.py"
    assert chooser.toolTip() == str(agent)
    chooser.setFocus()
    QTest.keyClick(chooser, Key.Key_Space)
    player.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is chooser.menu())
    shown = [action.text() for action in chooser.menu().actions() if not action.isSeparator()]
    assert shown == [*recent_texts(player), "&Open My Agent…", "&Go On with the Reference"]
    QTest.keyClick(chooser.menu(), Key.Key_G)
    assert player.session.watched.file is None
    assert chooser.accessibleName() == "Agent: none"


# -- the end of it


def test_without_the_agent_the_strategy_before_plays(player: Player, agent: Path) -> None:
    player.session.autoplay.set_strategy("exact")
    player.window.agent_files.use(agent)
    player.key(Key.Key_O, CTRL | SHIFT)
    assert player.session.autoplay.strategy == "exact"
    assert player.window.actions_by.strategies["exact"].isChecked()
    assert not player.window.actions_by.strategies[STUDENT].isEnabled()
    for name in ("reload_agent", "drop_agent", "next_difference", "run_audit"):
        assert not player.action(name).isEnabled()


def test_the_strategy_of_last_time_is_not_the_agent(make_player: MakePlayer, agent: Path) -> None:
    first = make_player("cs50", opens_panels=False)
    first.session.autoplay.set_strategy("exact")
    assert first.window.close()
    second = make_player("cs50", opens_panels=False)
    second.window.agent_files.use(agent)
    assert second.window.close()
    assert make_player("cs50", opens_panels=False).session.autoplay.strategy == "exact"


# -- the command line


def test_the_first_mistake_is_shown_after_one_command_and_one_key(make_player: MakePlayer, tmp_path: Path) -> None:
    old = make_player(opens_panels=False)
    assert old.window.close()
    faulty = copied("infers_once_sets", tmp_path)
    window = app._window(PlayOptions(DIFFICULTIES["cs50"], seed=5, agent=faulty), old.settings)
    old.qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    old.qtbot.waitUntil(window.isActiveWindow)
    window.session.autoplay.set_speed(0)
    QTest.keyClick(window.focusWidget(), Key.Key_N)
    settle(window.session, old.qtbot, lambda: len(window.session.watched.differences) == 1)
    card = window.inspector.agent_panel.card
    old.qtbot.waitUntil(lambda: card.card.title == "Your agent does not know that (5, 3) is a mine")
    assert window.view is WindowView.AGENT
    window.close()


def test_a_file_that_vanished_since_it_was_checked_is_named(make_player: MakePlayer, tmp_path: Path) -> None:
    old = make_player(opens_panels=False)
    with pytest.raises(StudentFileError, match=r"'gone\.py' does not exist"):
        app._window(PlayOptions(agent=tmp_path / "gone.py"), old.settings)

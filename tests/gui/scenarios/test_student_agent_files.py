"""Tests of opening a student's agent in the window: by dialog, drop and the list of recent files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.student_agent_files import RunStudentAgentDialog, StudentAgentFileDialog
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.preferences import Preferences, WindowView
from minesweeper_qt.model.play.playthrough import STUDENT
from tests.gui.support.student_sessions import copied, settle
from tests.gui.support.windows import CTRL, LEFT, NOTHING, SHIFT, Key, MakePlayer, Player, drag_entered

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_course_checks")]

COPY = Qt.DropAction.CopyAction
OVER_BOARD, OVER_TABLE, OVER_BAR = QPoint(300, 300), QPoint(1100, 500), QPoint(700, 40)


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts of the messages, none of which is shown."""
    found: list[str] = []
    monkeypatch.setattr(dialogs, "warn", lambda parent, title, text: found.append(text))
    return found


@pytest.fixture
def player(make_player: MakePlayer) -> Player:
    return make_player("cs50", seed=5)


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    return copied("correct_lists", tmp_path)


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Return the answers of the next dialogs that ask for a file."""
    answers: list[object] = []
    monkeypatch.setattr(StudentAgentFileDialog, "ask", lambda folder, parent: answers.pop(0))
    yield answers
    assert not answers, "not asked"


def plays(player: Player, path: Path) -> bool:
    """Return whether the agent in ``path`` plays in the Agent view."""
    file, window = player.student.agent.file, player.window
    is_shown = window.view is WindowView.AGENT and window.inspector.student_agent_panel.isVisible()
    return file is not None and file.path == path and player.session.autoplay.strategy == STUDENT and is_shown


def drop(player: Player, *urls: QUrl, place: QPoint = OVER_BOARD) -> bool:
    """Drag ``urls`` to ``place`` of the window and drop them, as the system would; return whether that is accepted."""
    data = QMimeData()
    data.setUrls(list(urls))
    handle = player.window.windowHandle()
    entered = drag_entered(place, data)
    QApplication.sendEvent(handle, entered)
    if not entered.isAccepted():
        return False
    QApplication.sendEvent(handle, QDropEvent(QPointF(place), COPY, data, LEFT, NOTHING))
    return True


def recent_texts(player: Player) -> list[str]:
    return [action.text() for action in player.window.student_agent_files.recent_menu.actions()]


# -- the dialog


def test_a_chosen_file_or_folder_plays_in_the_agent_view(
    player: Player, agent: Path, choose: list[object], warned: list[str]
) -> None:
    choose.append(None)
    player.key(Key.Key_O, CTRL)
    assert player.window.view is WindowView.INSPECT
    assert player.student.agent.file is None, "the dialog was cancelled"
    choose.append(agent)
    player.key(Key.Key_O, CTRL)
    assert plays(player, agent)
    assert player.window.actions_by.strategies[STUDENT].isChecked()
    assert player.window.actions_by.strategies[STUDENT].text() == "&6 minesweeper.py"
    settle(player.student, player.qtbot)
    player.key(Key.Key_A)
    settle(player.student, player.qtbot)
    assert player.session.playthrough.history.turns[0].strategy == STUDENT
    player.action("drop_agent").trigger()
    choose.append(agent.parent)
    player.qtbot.mouseClick(player.window.inspector.student_agent_panel.open_button, LEFT)
    assert plays(player, agent)
    (agent.parent / "empty").mkdir()
    for name in ("nowhere.py", "empty"):
        player.key(Key.Key_F7)
        choose.append(agent.parent / name)
        player.key(Key.Key_O, CTRL)
        assert f"'{name}'" in warned[-1]
        assert warned[-1].endswith("Allowed is a file in Python with the class MinesweeperAI.")
        assert player.window.view is WindowView.INSPECT
        assert player.student.agent.file is not None
        assert player.student.agent.file.path == agent
        assert recent_texts(player) == [f"&1 minesweeper.py ({agent.parent.name})"]


# -- dropping


@pytest.mark.parametrize("key, runs", [(Key.Key_Return, False), (Key.Key_Escape, False), (Key.Key_R, True)])
def test_the_question_names_the_file_and_what_it_may_do(qtbot: QtBot, agent: Path, key: Qt.Key, runs: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    shown: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if not (isinstance(box, QMessageBox) and box.isActiveWindow()):
            QTimer.singleShot(1, window, answer)
            return
        shown.extend((box.text(), box.informativeText()))
        QTest.keyClick(box, key, Qt.KeyboardModifier.AltModifier if runs else NOTHING)

    QTimer.singleShot(0, window, answer)
    assert RunStudentAgentDialog.ask(agent, window) is runs
    assert shown[0] == "Run minesweeper.py as your agent?"
    assert str(agent) in shown[1]
    assert "on this computer, with your rights" in shown[1]
    assert "not a security boundary" in shown[1]


def test_one_file_can_be_dropped_anywhere_and_plays_after_a_yes(
    player: Player, monkeypatch: pytest.MonkeyPatch, agent: Path
) -> None:
    monkeypatch.setattr(RunStudentAgentDialog, "ask", lambda path, parent: pytest.fail("asked"))
    for urls in ([], ["https://example.org/minesweeper.py"], ["file:///somewhere/one.py", "file:///somewhere/two.py"]):
        assert not drop(player, *map(QUrl, urls))
        QApplication.processEvents()
    asked: list[Path] = []
    monkeypatch.setattr(RunStudentAgentDialog, "ask", lambda path, parent: bool(asked.append(path)))
    for view in list(WindowView)[:3]:
        player.window.show_view(view)
        player.wait_until_laid_out()
        for place in (OVER_BOARD, OVER_TABLE, OVER_BAR):
            asked.clear()
            assert drop(player, QUrl.fromLocalFile(str(agent)), place=place)
            assert not asked, "the other program waits while the drop is handled"
            player.qtbot.waitUntil(lambda: asked == [agent])
    assert player.student.agent.file is None
    player.window.show_view(WindowView.INSPECT)
    monkeypatch.setattr(RunStudentAgentDialog, "ask", lambda path, parent: True)
    drop(player, QUrl.fromLocalFile(str(agent)))
    player.qtbot.waitUntil(lambda: plays(player, agent))


def test_nothing_is_opened_while_the_game_is_paused(
    player: Player, agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunStudentAgentDialog, "ask", lambda path, parent: pytest.fail("asked"))
    player.window.student_agent_files.use(agent)
    player.click((0, 0))
    settle(player.student, player.qtbot)
    player.key(Key.Key_P)
    assert player.session.pause.is_on
    drop(player, QUrl.fromLocalFile(str(agent)))
    QApplication.processEvents()
    assert not player.window.student_agent_files.recent_menu.isEnabled()
    assert not player.window.game_bar.agent.isEnabled()
    player.key(Key.Key_P)
    assert player.window.student_agent_files.recent_menu.isEnabled()
    assert player.window.game_bar.agent.isEnabled()


# -- recent files


def test_recent_files_come_back_the_last_one_first(make_player: MakePlayer, tmp_path: Path) -> None:
    first = make_player("cs50", seed=5)
    assert recent_texts(first) == ["&None Yet"]
    paths = []
    for number in range(3):
        folder = tmp_path / f"student & {number}"
        folder.mkdir()
        paths.append(copied("correct_lists", folder))
        first.window.student_agent_files.use(paths[-1])
    first.window.student_agent_files.use(paths[1])
    assert first.window.close()
    again = make_player("cs50", seed=5)
    assert again.student.agent.file is None, "a file runs only when the user asks for it"
    actions = again.window.student_agent_files.recent_menu.actions()
    assert [Path(action.data()) for action in actions] == [paths[1], paths[2], paths[0]]
    assert actions[0].text() == "&1 minesweeper.py (student && 1)"
    assert actions[0].toolTip() == str(paths[1])
    actions[2].trigger()
    assert plays(again, paths[0])
    assert Path(again.window.student_agent_files.recent_menu.actions()[0].data()) == paths[0]


def test_a_recent_file_that_is_gone_or_can_not_be_examined_leaves_the_list(
    player: Player, agent: Path, warned: list[str]
) -> None:
    long = agent.with_name("long" * 100)
    Preferences(player.settings).add_recent_agent(long)
    player.window.student_agent_files.use(agent)
    player.action("drop_agent").trigger()
    agent.unlink()
    for path in (long, agent):
        player.window.student_agent_files.recent_menu.actions()[-1].trigger()
        assert warned.pop() == f"{path} is no longer there. It was taken off the list of recent agents."
    assert recent_texts(player) == ["&None Yet"]
    assert player.student.agent.file is None


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_recent_files_are_in_the_tool_bar_and_no_agent_leaves_the_strategy(
    player: Player, make_player: MakePlayer, agent: Path
) -> None:
    player.window.student_agent_files.use(agent)
    chooser = player.window.game_bar.agent
    assert chooser.accessibleName() == "Agent: minesweeper.py"
    assert chooser.toolTip() == str(agent)
    chooser.setFocus()
    QTest.keyClick(chooser, Key.Key_Space)
    player.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is chooser.menu())
    shown = [action.text() for action in chooser.menu().actions() if not action.isSeparator()]
    assert shown == [*recent_texts(player), "&Open My Agent…", "&Go On with the Reference"]
    QTest.keyClick(chooser.menu(), Key.Key_G)
    assert player.student.agent.file is None
    assert chooser.accessibleName() == "Agent: none"
    player.session.autoplay.set_strategy("exact")
    player.window.student_agent_files.use(agent)
    player.key(Key.Key_O, CTRL | SHIFT)
    assert player.session.autoplay.strategy == "exact"
    assert player.window.actions_by.strategies["exact"].isChecked()
    assert not player.window.actions_by.strategies[STUDENT].isEnabled()
    for name in ("reload_agent", "drop_agent", "next_difference", "run_audit"):
        assert not player.action(name).isEnabled()
    Preferences(player.settings).strategy = "exact"
    player.window.student_agent_files.use(agent)
    assert player.window.close()
    assert make_player("cs50").session.autoplay.strategy == "exact"


# -- the end of it

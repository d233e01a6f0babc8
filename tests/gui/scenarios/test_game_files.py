"""Files of games and positions: saved, opened, dropped on the window, refused with line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from minesweeper_qt import model
from minesweeper_qt.gui.game.game_actions import GiveUpDialog
from minesweeper_qt.gui.game.game_files import resume
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.board_window import PauseCover
from minesweeper_qt.gui.window.dialogs import CustomDialog, CustomGame
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import CLASSIC_RULES, CS50_RULES, DIFFICULTIES, GameFile, Minesweeper, Position, Record, State
from minesweeper_qt.model.play.history import NO_HELP, Help
from tests.gui.conftest import MakePlayer
from tests.gui.scenarios.test_student_agent_files import drop
from tests.gui.support.windows import CTRL, LEFT, Player

pytestmark = pytest.mark.slow

Key = Qt.Key

WON_REPLAY = """minesweeper-qt record 2
board 1 5 1
first-click anything
cascade on
win revealed
mines 0,1
reveal 0 4 at 0.000
reveal 0 0 at 1.500
"""


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts of the warnings that are shown."""
    texts: list[str] = []
    monkeypatch.setattr(dialogs, "warn", lambda parent, title, text: texts.append(text))
    return texts


@pytest.fixture
def saved(player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which the player has saved a game after three actions."""
    path = tmp_path / "game.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    player.click((4, 4))
    player.flag([player.mine()])
    player.click(player.free())
    player.key(Key.Key_S, CTRL)
    assert Record.from_text(path.read_text()) == Record.of_history(player.session.playthrough.history)
    return path


def open_file(player: Player, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose ``path`` in the dialog that Ctrl+Alt+O opens."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    player.key(Key.Key_O, CTRL | Qt.KeyboardModifier.AltModifier)
    player.qtbot.waitUntil(lambda: not player.session.worker.is_computing)


def test_a_game_goes_on_paused_or_is_at_its_end_and_a_position_in_the_sandbox(
    player: Player, saved: Path, warned: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = player.snapshot()
    player.action("new_game").trigger()
    open_file(player, saved, monkeypatch)
    assert player.snapshot() == before
    assert player.session.pause.is_on
    player.key(Key.Key_P)
    assert len(player.session.timeline.moves) == 3
    player.end(State.WON)
    assert "known board" in player.window.result.card.detail.text()
    assert not warned
    player.again()
    player.end(State.LOST)
    player.key(Key.Key_S, CTRL)
    player.action("new_game").trigger()
    assert drop(player, QUrl.fromLocalFile(str(saved)))
    player.qtbot.waitUntil(lambda: player.game.state is State.LOST)
    assert player.window.result.card.isVisible()
    assert not player.session.pause.is_on
    path = tmp_path / "position.txt"
    path.write_text("3x2x1\n1HH\nHHH\n")
    assert drop(player, QUrl.fromLocalFile(str(path)))
    player.qtbot.waitUntil(lambda: player.window.sandbox is not None)
    assert player.window.sandbox.session.view.position == Position.from_text(path.read_text())
    assert not warned


def test_what_can_not_be_read_is_refused_with_the_reason_and_changes_nothing(
    player: Player, saved: Path, warned: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before, text = player.snapshot(), saved.read_text()
    for old, new, reason in (
        ("record 2", "record 4", "line 1: 'minesweeper-qt record 4'; expected 'minesweeper-qt record 1' or"),
        ("board 9 9 10", "board 9 9 91", "lines 2 to 6: there is no such game"),
        ("reveal 4 4", "reveal 4 44", "line 7: "),
        ("minesweeper-qt", "chess", "this is not a game that can be read"),
    ):
        assert old in text
        saved.write_text(text.replace(old, new))
        open_file(player, saved, monkeypatch)
        assert player.snapshot() == before
        message = warned.pop()
        assert f"{saved}: {reason}" in message
        assert ", and positions" in message
        assert not warned
    for name in ("a.umf", "missing.avf"):
        path = tmp_path / name
        if name == "a.umf":
            path.write_bytes(b"*umf")
        open_file(player, path, monkeypatch)
    assert player.snapshot() == before
    first, second = warned
    assert first.startswith(f"{tmp_path / 'a.umf'}: UMF, the format of Vienna Minesweeper, is not read: ")
    assert first.endswith("AVF, EVF, MVF and RMV.")
    assert second.startswith(f"{tmp_path / 'missing.avf'}: it can't be read: No such file")


def test_a_replay_is_shown_at_its_end_with_its_moves_and_says_what_differs(
    player: Player, tmp_path: Path, warned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record.from_text(WON_REPLAY)
    read = {tmp_path / "a.rmv": GameFile(record, "This is a replay of Vienna Minesweeper. It says that…")}
    monkeypatch.setattr(model, "read_file", read.__getitem__)
    assert drop(player, QUrl.fromLocalFile(str(tmp_path / "a.rmv")))
    player.qtbot.waitUntil(lambda: player.game.state is State.WON)
    assert [move.seconds for move in player.session.playthrough.history.turns] == [0, 1.5]
    assert player.window.result.card.isVisible()
    assert warned == ["This is a replay of Vienna Minesweeper. It says that…"]


def test_games_and_positions_are_pasted_and_other_text_is_refused(player: Player, warned: list[str]) -> None:
    for text, size, opened in (
        ("https://example.org/?b=1008&m=g000000000000000\n", (8, 10), 0),
        ("5x7:0,1,m984d732e4", (7, 5), 1),
        ("030200010200", (2, 3), 0),
        (WON_REPLAY, (1, 5), 2),
    ):
        QGuiApplication.clipboard().setText(text)
        player.key(Key.Key_V, CTRL)
        player.qtbot.waitUntil(lambda size=size: (player.game.height, player.game.width) == size)
        assert len(player.session.timeline.moves) == opened
        assert player.session.help.had & Help.KNOWN_BOARD or player.game.state is State.WON
        assert not warned
    QGuiApplication.clipboard().setText("3x2x1\n1HH\nHHH\n")
    player.key(Key.Key_V, CTRL)
    player.qtbot.waitUntil(lambda: player.window.sandbox is not None)
    before = player.snapshot()
    QGuiApplication.clipboard().setText("9x9n10#5")
    player.action("paste_game").trigger()
    player.qtbot.waitUntil(lambda: bool(warned))
    assert player.snapshot() == before
    assert warned[0].startswith("the clipboard: '9x9n10#5' is a game of Simon Tatham's Mines before its first click")


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_a_level_of_the_statistics_is_played_by_its_own_rules(
    make_player: MakePlayer, tmp_path: Path, warned: list[str]
) -> None:
    player = make_player(folder=tmp_path / "data")
    for size, rules in (((9, 9, 1), CS50_RULES), ((5, 6, 3), CLASSIC_RULES), ((1, 6, 3), CS50_RULES)):
        player.session.open(Minesweeper(*size, rules=rules, seed=1))
        player.action("statistics").trigger()
        statistics = player.window.game_files.statistics
        player.qtbot.waitUntil(statistics.play.isVisible)
        before = player.game
        statistics.play.click()
        assert (player.game is not before) == (size[0] > 1)
        assert (player.game.height, player.game.rules.cascade) == (size[0], rules.cascade)
    assert warned == ["No new game of this level: height is 1; allowed are 2 to 100."]


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_the_statistics_are_shown_unless_nothing_is_kept(make_player: MakePlayer, tmp_path: Path) -> None:
    for options in ({}, {"folder": tmp_path / "data"}):
        player = make_player(**options)
        player.action("statistics").trigger()
        statistics = player.window.game_files.statistics
        assert (statistics is not None and statistics.isVisible()) == bool(options)


def test_the_user_is_asked_before_a_game_is_given_up_for_a_file(
    make_player: MakePlayer, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = make_player(seed=2, asks=True)
    player.click((4, 4))
    before = player.snapshot()
    monkeypatch.setattr(GiveUpDialog, "ask", lambda main, parent: (False, True))
    open_file(player, saved, monkeypatch)
    assert player.snapshot() == before


def test_a_board_by_its_seed_is_a_known_one(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed, help_ in ((5, Help.KNOWN_BOARD), (None, NO_HELP)):
        chosen = CustomGame(DIFFICULTIES["beginner"], seed)
        monkeypatch.setattr(CustomDialog, "ask", lambda start, parent, chosen=chosen: chosen)
        player.action("new_game").trigger()
        player.window.actions_by.difficulties["custom"].trigger()
        assert player.session.help.had == help_


def request_review(player: Player) -> None:
    """Open the statistics by the key, and request the review of the newest game."""
    player.view.setFocus()
    player.key(Key.Key_B)
    statistics = player.window.game_files.statistics
    player.qtbot.waitUntil(statistics.review.isEnabled)
    player.qtbot.mouseClick(statistics.review, LEFT)
    player.qtbot.waitUntil(lambda: player.session.own is not None and player.window.isActiveWindow())
    player.view.setFocus()


@pytest.fixture
def with_old_game(make_player: MakePlayer, tmp_path: Path) -> Player:
    """A player in Play who has lost a game and plays another one, with a flag and a question mark."""
    player = make_player(folder=tmp_path / "data", asks=True)
    player.key(Key.Key_F6)
    player.click((4, 4))
    with player.qtbot.waitSignal(player.window.keeper.filed):
        player.end(State.LOST)
    player.action("new_game").trigger()
    player.preferences.question_marks = True
    player.click((4, 4))
    player.flag([player.mine()])
    player.flag([player.free()] * 2)
    assert player.session.player.questions
    return player


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_an_old_game_is_reviewed_while_the_one_under_way_waits(with_old_game: Player) -> None:
    player, card = with_old_game, with_old_game.window.result.card
    own, before, questions = player.game, player.snapshot(), player.session.player.questions
    request_review(player)
    statistics, review = player.window.game_files.statistics, player.window.inspector.review
    assert not statistics.isVisible()
    assert player.window.view is WindowView.INSPECT
    player.wait_until(lambda: review.found is not None)
    assert player.window.inspector.review_panel.isVisible()
    assert "Finished game: before move" in player.window.windowTitle()
    player.session.timeline.show_move(0)
    player.key(Key.Key_J)
    assert player.session.timeline.shown_move == review.mistakes[0].turn - 1 > 0
    player.session.timeline.show_live()
    assert "help" not in card.detail.text(), "it is not known any more"
    player.wait_until_explained()
    for _ in range(9):
        if player.game is not own:
            player.key(Key.Key_Escape)
    assert (player.game, player.snapshot(), player.session.player.questions) == (own, before, questions)
    assert player.session.pause.is_on


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_a_game_that_waits_is_given_up_only_after_a_question_and_outlives_a_kill(
    with_old_game: Player, make_player: MakePlayer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, own, asked = with_old_game, with_old_game.game, list[str]()
    before = player.snapshot()
    monkeypatch.setattr(GiveUpDialog, "ask", lambda main, parent: (asked.append(main), (False, True))[1])
    request_review(player)
    reviewed = player.game
    player.key(Key.Key_F2)
    assert (asked, player.game) == (["&New game"], reviewed)
    player.session.branch()
    player.click(player.free())
    assert "Another try" in player.window.windowTitle()
    player.action("live").trigger()
    assert asked[1:] == ["&Back to My Game"]
    assert player.game is not own, "what is tried is no less a game"
    player.window.close()
    again = make_player(folder=tmp_path / "data")
    resume(again.session, again.window.keeper)
    resumed = again.snapshot()
    again.action("new_game").trigger()
    again.window.close()
    other = make_player(folder=tmp_path / "data")
    resume(other.session, other.window.keeper)
    assert before in (resumed, other.snapshot())


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_a_game_that_waits_and_was_given_up_does_not_come_back(
    with_old_game: Player, make_player: MakePlayer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GiveUpDialog, "ask", lambda main, parent: (True, True))
    request_review(with_old_game)
    with_old_game.key(Key.Key_F2)
    assert (with_old_game.session.own, with_old_game.game.state) == (None, State.READY)
    with_old_game.window.close()
    again = make_player(folder=tmp_path / "data")
    resume(again.session, again.window.keeper)
    assert again.game.state is State.READY


def test_a_game_kept_in_play_comes_back_there_after_a_kill_and_the_cover_says_that_it_was_kept(
    make_player: MakePlayer, tmp_path: Path
) -> None:
    player = make_player(folder=tmp_path / "data")
    player.key(Key.Key_F6)
    player.click((4, 4))
    player.window.keeper.put_aside()  # the window saves nothing more
    again = make_player(folder=tmp_path / "data")
    resume(again.session, again.window.keeper)
    assert again.window.view is WindowView.PLAY
    (cover,) = again.window.findChildren(PauseCover)
    assert cover.text() == "<h1>Paused</h1>Your game was kept. Click, or press P, to go on"
    again.key(Key.Key_P)
    again.click(again.free())
    again.key(Key.Key_P)
    assert "kept" not in cover.text()
    again.key(Key.Key_P)


def test_the_card_names_the_best_time_or_the_ai_that_won(make_player: MakePlayer, tmp_path: Path) -> None:
    now = [0.0]
    player = make_player(folder=tmp_path / "data", seconds=lambda: now[0])
    player.action("view_play").trigger()
    texts = []
    for seconds in (72.0, 63.0, 70.0):
        player.click((4, 4))
        now[0] += seconds
        with player.qtbot.waitSignal(player.window.keeper.filed):
            player.end(State.WON)
        texts.append(player.window.result.card.result.details[-1])
        player.action("new_game").trigger()
    assert texts == ["New best", "New best: 9 s faster", "best 1:03.00"]
    card = player.window.result.card
    player.session.open(Minesweeper(9, 9, 1, rules=CLASSIC_RULES, layout_mines=[(0, 1)]))
    player.click((4, 4))
    now[0] += 3.217
    player.click((0, 0))
    assert card.title.text() == "Cleared in 0:03.21"
    player.session.open(Minesweeper(9, 9, 1, rules=CLASSIC_RULES, seed=3))
    while not player.game.state.is_over:
        player.session.autoplay.move()
        player.qtbot.waitUntil(lambda: not player.session.is_learning)
    assert card.title.text() == "The AI cleared it"
    assert card.result.details == ("",)

"""Tests of the choice of guesses, of boards without a guess, and of the same board for everybody, in the window."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.game_actions import GiveUpDialog
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.statistics.game_keeper import GameKeeper
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import DIFFICULTIES, BoardCode, Cell, Guesses, Reasoning, State, read_code
from minesweeper_qt.model.board.rules import FirstClick
from minesweeper_qt.model.dealing import no_guess
from minesweeper_qt.model.dealing.no_guess import HardestStep, hardest_step
from minesweeper_qt.model.game.minesweeper import Layout
from minesweeper_qt.model.play.board_code import todays_reasoning
from minesweeper_qt.model.play.history import NO_HELP, Help
from tests.gui.support.heard import Heard
from tests.gui.support.waiting import NotYet
from tests.gui.support.windows import ALT, LEFT, RIGHT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

MIDDLE = (4, 4)


def entry(player: Player, *path: str) -> QAction:
    """Return the entry of the menu bar under these texts."""
    menu: QMenu = player.window.menuBar()  # type: ignore[assignment]
    for text in path:
        action = next(each for each in menu.actions() if each.text().replace("&", "").startswith(text))
        menu = action.menu()  # type: ignore[assignment]
    return action


def choose(player: Player, *path: str) -> None:
    entry(player, "Game", "Level", "Guesses", *path).trigger()


def note(player: Player) -> str:
    return player.window.header.accessibleDescription()


def found(player: Player) -> None:
    player.wait_until(lambda: not player.session.search.is_running)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hold each search back after 140 boards; return a list that gets this number each time."""
    begun: list[int] = []

    def find_board(*what: object, poll: object, progress: Callable[[int], None]) -> object:
        begun.append(140)
        progress(140)
        raise NotYet

    monkeypatch.setattr(no_guess, "find_board", find_board)
    return begun


def test_guesses_are_chosen_in_the_menu_and_kept(make_player: MakePlayer) -> None:
    player = make_player()
    player.action("view_play").trigger()  # without panels, which are help
    assert entry(player, "Game", "Level", "Guesses", "Any Board").isChecked()
    assert note(player) == "any board"
    choose(player, "Fair")
    assert (player.game.rules.guesses, note(player)) == (Guesses.FAIR, "fair guesses")
    choose(player, "Hardest Step", "2 Subset")
    assert (player.game.rules.guesses, note(player)) == (Guesses.NOT_NEEDED, "no guess needed")
    choose(player, "Hardest Step", "Exactly")
    assert player.session.search.asked == HardestStep(Reasoning.SUBSET, is_exact=True)
    again = make_player()
    assert again.game.rules.guesses is Guesses.NOT_NEEDED
    assert again.session.search.asked == HardestStep(Reasoning.SUBSET, is_exact=True)
    for path in (("None Needed",), ("Hardest Step", "2 Subset"), ("Hardest Step", "Exactly")):
        assert entry(again, "Game", "Level", "Guesses", *path).isChecked()
    choose(again, "Any Board")
    again.session.new_game(DIFFICULTIES["cs50"])
    assert again.game.rules == DIFFICULTIES["cs50"].rules


@pytest.mark.parametrize("width", [1280, 640])
def test_guesses_are_chosen_beside_the_level_in_play(make_player: MakePlayer, width: int) -> None:
    player = make_player()
    player.action("view_play").trigger()
    player.window.resize(width, 700)
    buttons = {each.accessibleName(): each for each in player.window.game_bar.controls if each.isVisible()}
    for guesses in (Guesses.FAIR, Guesses.NOT_NEEDED, Guesses.AS_DEALT):
        button = buttons[guesses.words.capitalize()]
        assert len(button.toolTip()) > 30
        player.qtbot.mouseClick(button, LEFT)
        assert (button.isChecked(), player.game.rules.guesses, note(player)) == (True, guesses, guesses.words)
    player.action("view_inspect").trigger()
    assert not button.isVisible()


def test_a_game_under_way_is_given_up_only_if_the_user_says_so(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [False, True]
    monkeypatch.setattr(GiveUpDialog, "ask", lambda main, parent: (answers.pop(0), True))
    player = make_player(asks=True)
    player.click(MIDDLE)
    game = player.game
    choose(player, "Fair")
    assert player.game is game
    assert entry(player, "Game", "Level", "Guesses", "Any Board").isChecked()
    choose(player, "Fair")
    assert player.game.rules.guesses is Guesses.FAIR


def test_a_certified_game_is_won_and_one_way_shown(make_player: MakePlayer) -> None:
    player = make_player("intermediate")
    choose(player, "Hardest Step", "2 Subset")
    player.click((8, 8))
    found(player)
    assert player.session.status.text.endswith("hardest step: subset.") or "hardest step: clue" in player.status
    player.autoplay()
    assert player.game.state is State.WON
    card = player.window.result.card
    player.wait_until(lambda: player.session.search.certified_level is not None)
    assert "uess" in card.certified.text()
    assert card.one_way.isVisible()
    player.qtbot.mouseClick(card.one_way, LEFT)
    player.wait_until(lambda: player.session.timeline.shown_move == 1)
    total = len(player.session.timeline.moves)
    for _ in range(total - 1):
        player.action("redo").trigger()
    assert player.session.timeline.is_live
    player.window.resize(640, 480)
    assert not card.one_way.isVisible()


def test_from_play_one_way_has_its_slider_and_leads_back_to_the_game_that_was_lost(make_player: MakePlayer) -> None:
    player = make_player()
    player.key(Key.Key_F6)
    choose(player, "None Needed")
    player.click(MIDDLE)
    found(player)
    player.end(State.LOST)
    own, card = player.game, player.window.result.card
    for leave in (lambda: player.key(Key.Key_Escape), lambda: click_back(player)):
        player.wait_until(card.one_way.isVisible)
        player.qtbot.mouseClick(card.one_way, LEFT)
        player.wait_until(lambda: player.session.timeline.shown_move == 1)
        assert "One way to solve it" in player.window.windowTitle()
        player.wait_until(player.window.inspector.timeline_panel.slider.isVisible)
        assert player.window.view is WindowView.PLAY
        for _ in player.session.timeline.moves[1:]:
            player.key(Key.Key_Right, ALT)
        assert card.isVisible()
        assert card.title.text() == "One way to solve it"
        leave()
        assert player.game is own
        assert ("mine" in card.title.text(), player.action("timeline").isChecked()) == (True, False)
        player.wait_until(lambda: player.session.search.certified_level is not None)


def click_back(player: Player) -> None:
    back = next(each for each in player.window.findChildren(QPushButton) if each.text() == "Back to My Game")
    player.qtbot.mouseClick(back, LEFT)


def test_the_search_shows_the_cell_pressed_and_two_ways_out(
    make_player: MakePlayer, searches: list[int], heard: Heard
) -> None:
    player = make_player()
    player.action("view_play").trigger()  # without panels, which are help
    choose(player, "None Needed")
    buttons = player.window.search_buttons
    player.waits_for_learning = False
    player.click(MIDDLE)
    assert player.view.press.cells == {MIDDLE}  # type: ignore[attr-defined]
    assert not buttons.isVisible()
    player.qtbot.waitUntil(lambda: bool(searches))
    heard.take()
    player.time.wait(2000)
    assert buttons.isVisible()
    assert " ".join(heard.take()).count("tried") <= 2
    assert player.status == "140 boards tried, none without a guess yet."
    player.key(Key.Key_Escape)
    assert not buttons.isVisible()
    assert player.view.press.cells == frozenset()  # type: ignore[attr-defined]
    player.click(MIDDLE)
    player.time.wait(2000)
    player.qtbot.mouseClick(buttons.play_fair, LEFT)
    assert (player.game.rules.guesses, note(player)) == (Guesses.FAIR, "fair guesses")
    assert MIDDLE in player.game.clues
    player.action("new_game").trigger()
    player.click(MIDDLE)
    player.time.wait(2000)
    player.qtbot.mouseClick(buttons.take_any, LEFT)
    assert (player.game.rules.guesses, note(player)) == (Guesses.AS_DEALT, "any board")


@pytest.mark.parametrize("view", ["play", "inspect"])
def test_a_flag_during_the_search_says_that_it_stopped(
    make_player: MakePlayer, searches: list[int], heard: Heard, view: str
) -> None:
    player = make_player()
    player.action(f"view_{view}").trigger()
    choose(player, "None Needed")
    player.waits_for_learning = False
    player.click(MIDDLE)
    player.qtbot.waitUntil(lambda: bool(searches))
    heard.take()
    player.click((0, 0), RIGHT)
    assert not player.session.search.is_running
    assert player.status.endswith("The search for a board stopped.")
    (spoken,) = heard.take()
    assert spoken.startswith("Flag, 9 left. The search for a board stopped. flagged, ")
    player.click((0, 0), RIGHT)
    assert "stopped" not in player.status


def test_a_game_whose_board_was_found_after_a_flag_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    session = GameSession(DIFFICULTIES["beginner"], seed=1)
    keeper = GameKeeper(session, tmp_path)
    session.set_guesses(Guesses.NOT_NEEDED, HardestStep(Reasoning.SUBSET, is_exact=True))
    session.player.toggle_flag((8, 8))
    session.player.reveal(MIDDLE)
    qtbot.waitUntil(lambda: not session.search.is_running)
    mines, clues = session.game.mines, dict(session.game.clues)
    keeper.close()
    session.shut_down()
    again = GameSession(DIFFICULTIES["beginner"], seed=2)
    keeper = GameKeeper(again, tmp_path)
    with keeper.last_game() as kept:
        assert kept is not None
        game, history, notes = kept
        again.open(game, history, notes.seconds, notes.help)
    assert (again.game.mines, again.game.clues, again.game.mines_found) == (mines, clues, {(8, 8)})
    assert again.game.rules.guesses is Guesses.NOT_NEEDED
    keeper.close()
    again.shut_down()


# -- the same board for everybody


@pytest.fixture
def today(make_player: MakePlayer) -> Player:
    player = make_player("intermediate")
    player.window.todays_boards.today = lambda: date(2026, 11, 24)
    return player


def test_todays_board_is_the_same_for_everybody_and_new_once(today: Player, make_player: MakePlayer) -> None:
    other = make_player("intermediate", seed=77)
    other.window.todays_boards.today = lambda: date(2026, 11, 24)
    boards, helps = [], []
    for player, guesses in ((today, "Fair"), (other, "None Needed")):
        player.action("view_play").trigger()
        choose(player, guesses)
        entry(player, "Game", "Today's Board").trigger()
        found(player)
        player.wait_until_learned()
        assert player.game.state is State.PLAYING
        boards.append((player.game.mines, dict(player.game.clues)))
        helps.append(player.session.help.had)
    assert boards[0] == boards[1]
    assert helps == [NO_HELP, Help.KNOWN_BOARD]  # both windows share their settings
    other.window.todays_boards.today = lambda: date(2026, 11, 25)
    entry(other, "Game", "Today's Board").trigger()
    found(other)
    assert other.game.mines != boards[0][0]
    assert other.session.help.had == NO_HELP


def test_no_preference_changes_the_boards_of_28_days(make_player: MakePlayer) -> None:
    player = make_player("beginner")
    session = player.session
    found_first: dict[date, tuple[frozenset[Cell], Cell]] = {}
    for first_click in FirstClick:
        for guesses in Guesses:
            session.set_first_click(first_click)
            session.set_guesses(guesses, HardestStep(Reasoning.CLUE, is_exact=True))
            # The first of the choices for four weeks, each other one for three days.
            for number in range(3 if found_first else 28):
                day = date(2026, 11, 23) + timedelta(number)
                session.play_todays_board(DIFFICULTIES["beginner"], day, NO_HELP, "", "")
                found(player)
                game = session.game
                board = frozenset(game.mines), next(iter(game.clues))
                assert found_first.setdefault(day, board) == board
                assert game.rules.guesses is Guesses.NOT_NEEDED
                assert hardest_step(Layout.of(game.grid, game.mines), board[1]) <= todays_reasoning(day)
    assert len(set(found_first.values())) == 28
    # The next game is as the preferences say.
    session.new_game()
    assert session.search.asked == HardestStep(Reasoning.CLUE, is_exact=True)


def test_a_game_id_brings_its_board_with_the_first_cell_opened(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = "9x9:4,4,m00b7d48a3e0231c419200"
    monkeypatch.setattr(dialogs.EnterCodeDialog, "ask", lambda parent: read_code(game_id))
    entry(player, "Game", "Enter Code").trigger()
    player.wait_until_learned()
    assert (player.game.mine_total, player.game.clues[4, 4]) == (35, 0)
    assert Help.KNOWN_BOARD in player.session.help.had
    assert not player.session.pause.is_on


def test_a_code_brings_the_board_to_another_window(make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = make_player("expert", seed=5), make_player("beginner", seed=9)
    other.action("view_play").trigger()
    choose(one, "Fair")
    one.click((3, 12))
    entry(one, "Game", "Copy Code").trigger()
    copied = QGuiApplication.clipboard().text()
    assert copied in one.window.footer.text
    monkeypatch.setattr(dialogs.EnterCodeDialog, "ask", lambda parent: BoardCode.from_text(copied))
    entry(other, "Game", "Enter Code").trigger()
    other.wait_until_learned()
    assert other.game.clues == one.game.clues
    assert other.game.rules == one.game.rules
    assert other.session.difficulty.name == "expert"
    assert other.session.help.had == Help.KNOWN_BOARD
    assert note(other) == "fair guesses; known board"
    assert other.status == "A new game on the board of the code."
    other.click((15, 29), RIGHT)
    cell = min(set(other.game.grid.cells) - other.game.clues.keys())
    for player in (one, other):
        player.click(cell)
    assert other.game.mines == one.game.mines

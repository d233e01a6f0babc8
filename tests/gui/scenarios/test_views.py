"""Tests of the views of the game window: what each shows at first, what each keeps, and how to go between them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from minesweeper_qt.gui.game.game_inspector import FirstSteps
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import NOTHING_KNOWN
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import Cell, State
from tests.gui.support.windows import CTRL, LEFT, NOTHING, RIGHT, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

PLAY, INSPECT, AGENT = WindowView.PLAY, WindowView.INSPECT, WindowView.AGENT


def open_docks(player: Player) -> set[str]:
    return {name for name, dock in player.window.inspector.docks.items() if not dock.isHidden()}


@pytest.fixture
def new_user(make_player: MakePlayer) -> Player:
    return make_player()


def test_the_first_start_shows_board_and_three_keys_only(new_user: Player) -> None:
    assert new_user.window.view is INSPECT
    assert open_docks(new_user) == {"knowledge"}
    assert new_user.window.knowledge_panel.isVisible()
    assert new_user.action("coordinates").isChecked()
    assert new_user.window.actions_by.overlay() is Overlay.OFF
    assert new_user.status == "Left click opens, right click flags."
    panel = new_user.window.knowledge_panel
    (steps,) = panel.findChildren(FirstSteps)
    for taught in ("Left click: open a cell", "Right click: flag a mine", "Both on a clue: chording"):
        assert taught in steps.accessibleName()
    assert not panel.table.isVisible()
    assert not panel.filter_field.isVisible()
    new_user.click((4, 4))
    assert not new_user.session.worker.is_computing
    assert new_user.status.startswith("Revealed ")
    assert panel.table.isVisible()


def test_just_play_leads_to_play(new_user: Player) -> None:
    (button,) = (each for each in new_user.window.findChildren(QPushButton) if each.text() == "&Just Play")
    QTest.mouseClick(button, LEFT)
    assert new_user.window.view is PLAY
    assert new_user.view.hasFocus()


def test_a_tool_has_its_word_until_it_was_used_once_or_room_lacks(new_user: Player, make_player: MakePlayer) -> None:
    def worded(player: Player) -> set[str]:
        icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
        tools = player.window.game_bar.buttons.items()
        return {name for name, button in tools if button.isVisible() and button.toolButtonStyle() is not icon_only}

    new_user.window.resize(2000, 700)
    always = {"ai_move", "think_aloud", "why"}
    assert worded(new_user) == always | {"autoplay", "hint", "inspect", "overlay", "risks", "levels"}
    new_user.key(Key.Key_O)
    QTest.mouseClick(new_user.window.game_bar.buttons["hint"], LEFT)
    assert worded(new_user) > always | {"hint", "overlay"}, "nothing moves now"
    for key in (Key.Key_F6, Key.Key_F7):
        new_user.key(key)
    new_user.window.resize(2000, 700)
    assert worded(new_user) == always | {"autoplay", "inspect", "risks", "levels"}
    new_user.window.resize(700, 600)
    assert worded(new_user) <= {"ai_move"}
    new_user.window.close()
    again = make_player()
    again.window.resize(2000, 700)
    assert worded(again) == always | {"autoplay", "inspect", "risks", "levels"}


def test_the_three_keys_stand_before_each_first_move_until_all_were_used(new_user: Player, make_player) -> None:
    panel = new_user.window.knowledge_panel
    caps = {button.text(): button for button in panel.findChildren(QPushButton, "key_cap")}
    new_user.key(Key.Key_O)
    QTest.mouseClick(caps["A"], LEFT)
    assert len(new_user.session.timeline.moves) == 1
    new_user.key(Key.Key_F2)
    assert set(caps) == {"A", "O", "W"}
    assert caps["W"].isVisible()
    new_user.window.close()
    again = make_player()
    assert again.status == "Left click opens, right click flags."
    again.key(Key.Key_W)
    assert (again.window.knowledge_panel.table.hint, again.status[:6]) == (NOTHING_KNOWN, "Left c")
    again.key(Key.Key_F2)
    assert again.status.startswith("Ready.")


def test_f9_goes_from_view_to_view_and_each_keeps_what_it_shows(new_user: Player) -> None:
    window = new_user.window

    def shown() -> tuple[WindowView, Overlay, set[str], QSize, bool]:
        rulers = new_user.action("coordinates").isChecked()
        return window.view, window.actions_by.overlay(), open_docks(new_user), window.size(), rulers

    kept = []
    for names, size in (
        (("overlay", "timeline"), QSize(760, 640)),
        (("overlay", "timeline"), QSize(800, 600)),
        ((), QSize(700, 560)),
        (("coordinates", "risks"), QSize(700, 560)),
    ):
        for name in names:
            new_user.action(name).trigger()
        window.resize(size)
        kept.append(shown())
        new_user.key(Key.Key_F9)
    assert kept == [
        (INSPECT, Overlay.KNOWLEDGE, {"knowledge", "timeline"}, QSize(760, 640), True),
        (AGENT, Overlay.OFF, AGENT.panels - {"timeline"}, QSize(800, 600), True),
        (WindowView.PRACTISE, Overlay.OFF, set(), QSize(700, 560), True),
        (PLAY, Overlay.CHANCES, set(), QSize(700, 560), True),
    ]
    for _ in range(2):
        for before in kept:
            assert shown() == before
            new_user.key(Key.Key_F9)
    assert window.knowledge_panel.isVisible()
    new_user.wait_until_computed()


def test_a_panel_opens_when_asked_for_and_stays_until_closed(new_user: Player) -> None:
    new_user.click((4, 4))
    new_user.key(Key.Key_W)
    assert open_docks(new_user) == {"knowledge", "why_panel"}
    assert new_user.window.inspector.why_panel.isVisible()
    new_user.key(Key.Key_F6)
    new_user.action("why").trigger()
    assert open_docks(new_user) == {"why_panel"}
    new_user.key(Key.Key_F7)
    assert open_docks(new_user) == {"knowledge", "why_panel"}
    new_user.window.inspector.docks["why_panel"].close()
    new_user.key(Key.Key_F2)
    assert open_docks(new_user) == {"knowledge"}


def test_one_key_hides_all_panels(player_with_panels: Player) -> None:
    assert len(open_docks(player_with_panels)) == len(player_with_panels.window.inspector.docks)
    player_with_panels.key(Key.Key_F9, SHIFT)
    assert open_docks(player_with_panels) == set()
    assert not any(player_with_panels.action(name).isChecked() for name in player_with_panels.window.inspector.docks)


def test_the_view_used_last_comes_back_with_what_both_showed(make_player: MakePlayer) -> None:
    first = make_player()
    first.key(Key.Key_G)
    first.key(Key.Key_F6)
    first.action("coordinates").trigger()
    assert first.window.close()
    again = make_player()
    assert again.window.view is PLAY
    assert open_docks(again) == set()
    assert again.action("coordinates").isChecked()
    again.key(Key.Key_F7)
    assert open_docks(again) == {"knowledge", "log"}


def test_going_to_play_ends_inspect_by_click_and_gives_the_board_the_focus(new_user: Player) -> None:
    new_user.key(Key.Key_I)
    new_user.window.knowledge_panel.filter_field.setFocus(Qt.FocusReason.TabFocusReason)
    new_user.key(Key.Key_F6)
    assert new_user.view.hasFocus()
    assert not new_user.action("inspect").isChecked()
    new_user.click((4, 4))
    assert new_user.game.clues


@pytest.mark.qt_log_ignore(r"This plugin does not support", extend=True)
def test_a_floating_panel_belongs_to_its_view(new_user: Player) -> None:
    dock = new_user.window.inspector.docks["known"]
    new_user.action("known").trigger()
    dock.setFloating(True)
    new_user.key(Key.Key_F6)
    assert dock.isHidden()
    new_user.key(Key.Key_F7)
    assert dock.isFloating()
    assert dock.isVisible()
    assert new_user.window.inspector.what_is_known_panel.isVisible()


def test_the_past_has_a_tab_and_a_rim_in_accent(new_user: Player) -> None:
    new_user.click((4, 4))
    tab, board = new_user.window.findChild(QFrame, "past_tab"), new_user.window.board_area
    assert not tab.isVisible()
    live = board.grab().toImage()
    new_user.key(Key.Key_Z, CTRL)
    assert tab.isVisible()
    assert tab.findChild(QLabel).text() == "Past: before move 1 of 1"
    assert tab.geometry().bottom() < new_user.window.header.y()
    back = tab.findChild(QPushButton)
    assert back.text() == new_user.action("live").text().replace("&", "") == "Back to the Game"
    new_user.qtbot.mouseClick(back, LEFT)
    assert not tab.isVisible()
    assert new_user.view.hasFocus()
    assert board.grab().toImage() == live


# -- words


def test_in_play_no_text_names_a_cell_by_coordinates_that_the_board_does_not_show(new_user: Player) -> None:
    new_user.window.show_view(PLAY)
    new_user.click((4, 4))
    board = new_user.window.board_view
    new_user.action("risks").trigger()
    new_user.wait_until_computed()
    new_user.go_to(new_user.free())
    assert new_user.status.startswith("That cell is a mine with probability ")
    for name in ("why", "knowledge", "why_panel", "knowledge"):
        new_user.action(name).trigger()
        assert board.has_rulers is bool(open_docks(new_user))
    assert not board.has_rulers
    assert not new_user.action("coordinates").isChecked(), "what the user chose stays"
    new_user.action("why").trigger()
    assert board.has_rulers
    for key, has_rulers in ((Key.Key_F7, True), (Key.Key_F6, False)):
        new_user.key(key)
        assert board.has_rulers is has_rulers


def test_in_play_the_status_names_no_cell_without_coordinates(new_user: Player) -> None:
    def shown() -> tuple[str, Cell | None]:
        return new_user.status, new_user.window.board_view.marks.named

    new_user.key(Key.Key_F6)
    assert new_user.status == "Left click opens, right click flags."
    new_user.click((0, 3), RIGHT)
    assert shown() == ("", None)
    new_user.action("coordinates").trigger()
    assert shown() == ("Flag put on (0, 3).", None)
    new_user.action("coordinates").trigger()
    new_user.click((0, 3), RIGHT)
    new_user.click((4, 4))
    cell = next(c for c in new_user.covered() if not new_user.game.is_mine(c) and new_user.game.nearby_mines(c))
    new_user.click(cell)
    new_user.key(Key.Key_Right)
    assert (shown()[0].startswith("That cell has "), shown()[1]) == (True, cell)
    new_user.action("coordinates").trigger()
    assert (shown()[0].startswith(f"{cell} has "), shown()[1]) == (True, None)


def test_a_hint_in_play_rings_its_cell_and_lights_the_clue(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    new_user.click((4, 4))
    plain = new_user.window.board_view.marks
    new_user.key(Key.Key_H)
    hinted = new_user.window.board_view.marks
    assert hinted.hint is not None
    assert hinted.highlight.safes == {hinted.hint}
    (clue,) = hinted.outlined
    number = new_user.game.clues[clue]
    assert hinted.hint in new_user.game.grid.neighbours(clue)
    assert len(hinted.highlight.mines & new_user.game.grid.neighbours(clue)) == number
    mines = "its mine, which is" if number == 1 else "its mines, which are"
    assert new_user.status.startswith(f"The ringed cell is safe: the lit {number} has {mines} marked. Now with ")
    new_user.action("coordinates").trigger()
    assert new_user.status.startswith(f"Hint: {hinted.hint} is safe: the {number} at {clue} has ")
    named = new_user.window.board_view.marks
    assert (named.outlined, named.highlight.mines) == (hinted.outlined, hinted.highlight.mines)
    assert not named.highlight.safes
    new_user.click(hinted.hint, RIGHT)
    after = new_user.window.board_view.marks
    assert (after.highlight, after.outlined) == (plain.highlight, plain.outlined)


def test_play_shows_no_rating_of_a_guess(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    new_user.click((4, 4))
    new_user.click(min(new_user.covered() - new_user.session.view.settled.keys()))
    new_user.wait_until_computed()
    assert "risk" in new_user.session.status.text
    assert "risk" not in new_user.status
    new_user.key(Key.Key_F7)
    assert "risk" in new_user.status


# -- the end


def test_a_win_has_a_card_with_time_and_3bv_in_each_view(new_user: Player) -> None:
    new_user.window.show_view(PLAY)
    new_user.click((4, 4))
    card = new_user.window.result.card
    assert not card.isVisible()
    new_user.end(State.WON)
    for view in (PLAY, INSPECT, AGENT):
        new_user.window.show_view(view)
        assert card.isVisible()
        assert not new_user.window.footer.status.isVisible()
    assert card.title.text().startswith("Cleared in 0:")
    assert card.detail.text().endswith("no help")
    new_user.key(Key.Key_Z, CTRL)
    assert not card.isVisible()


def test_after_a_loss_enter_starts_a_new_game_only_from_the_button_and_review_shows_the_fatal_move(
    new_user: Player,
) -> None:
    new_user.key(Key.Key_F6)
    new_user.end(State.LOST)
    game, card = new_user.game, new_user.window.result.card
    assert new_user.view.hasFocus()
    new_user.key(Key.Key_Return)
    assert new_user.game is game
    card.new_game.setFocus()
    new_user.key(Key.Key_Return)
    assert new_user.game is not game
    assert not card.isVisible()
    new_user.end(State.LOST)
    (fatal,) = new_user.game.exploded
    assert card.title.text() == "A mine"
    assert "(" not in card.accessibleName()
    assert card.link.text() == "Review"
    new_user.qtbot.mouseClick(card.link, LEFT)
    timeline = new_user.session.timeline
    assert new_user.window.view is INSPECT
    assert timeline.shown_move == len(timeline.moves) - 1
    assert new_user.window.selection.cell == fatal
    assert open_docks(new_user) == {"knowledge", "review", "timeline"}
    assert card.link.text() == "Back to the Game"
    new_user.action("undo").trigger()
    assert not card.isVisible()
    new_user.action("live").trigger()
    assert card.isVisible()


def test_in_play_no_letter_lets_the_ai_play_but_its_menu_does(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    for key, modifier in ((Key.Key_A, NOTHING), (Key.Key_S, NOTHING), (Key.Key_P, SHIFT), (Key.Key_N, NOTHING)):
        new_user.key(key, modifier)
        assert not new_user.session.timeline.moves
        assert not new_user.session.autoplay.is_running
    new_user.action("ai_move").trigger()
    assert len(new_user.session.timeline.moves) == 1
    new_user.key(Key.Key_F7)
    new_user.key(Key.Key_A)
    assert len(new_user.session.timeline.moves) == 2

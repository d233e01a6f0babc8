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


def test_the_first_start_shows_board_and_three_keys_and_just_play_leads_to_play(player: Player) -> None:
    assert player.window.view is INSPECT
    assert open_docks(player) == {"knowledge"}
    assert player.window.knowledge_panel.isVisible()
    assert player.action("coordinates").isChecked()
    assert player.window.actions_by.overlay() is Overlay.OFF
    assert player.status == "Left click opens, right click flags."
    panel = player.window.knowledge_panel
    (steps,) = panel.findChildren(FirstSteps)
    for taught in ("Left click: open a cell", "Right click: flag a mine", "Both on a clue: open"):
        assert taught in steps.accessibleName()
    assert not panel.table.isVisible()
    assert not panel.filter_field.isVisible()
    player.click((4, 4))
    assert not player.session.worker.is_computing
    assert player.status.startswith("Revealed ")
    assert panel.table.isVisible()
    player.key(Key.Key_F2)
    (button,) = (each for each in player.window.findChildren(QPushButton) if each.text() == "&Just Play")
    QTest.mouseClick(button, LEFT)
    assert player.window.view is PLAY
    assert player.view.hasFocus()


def test_a_tool_has_its_word_until_it_was_used_once_or_room_lacks(player: Player, make_player: MakePlayer) -> None:
    def worded(player: Player) -> set[str]:
        icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
        tools = player.window.game_bar.buttons.items()
        return {name for name, button in tools if button.isVisible() and button.toolButtonStyle() is not icon_only}

    player.window.resize(2000, 700)
    always = {"ai_move", "think_aloud", "why"}
    assert worded(player) == always | {"autoplay", "hint", "inspect", "overlay", "risks", "levels"}
    player.key(Key.Key_O)
    QTest.mouseClick(player.window.game_bar.buttons["hint"], LEFT)
    assert worded(player) > always | {"hint", "overlay"}, "nothing moves now"
    for key in (Key.Key_F6, Key.Key_F7):
        player.key(key)
    player.window.resize(2000, 700)
    assert worded(player) == always | {"autoplay", "inspect", "risks", "levels"}
    player.window.resize(700, 600)
    assert worded(player) <= {"ai_move"}
    player.window.close()
    again = make_player()
    again.window.resize(2000, 700)
    assert worded(again) == always | {"autoplay", "inspect", "risks", "levels"}


def test_the_three_keys_stand_before_each_first_move_until_all_were_used(player: Player, make_player) -> None:
    panel = player.window.knowledge_panel
    caps = {button.text(): button for button in panel.findChildren(QPushButton, "key_cap")}
    player.key(Key.Key_O)
    QTest.mouseClick(caps["A"], LEFT)
    assert len(player.session.timeline.moves) == 1
    player.key(Key.Key_F2)
    assert set(caps) == {"A", "O", "W"}
    assert caps["W"].isVisible()
    player.window.close()
    again = make_player()
    assert again.status == "Left click opens, right click flags."
    again.key(Key.Key_W)
    assert (again.window.knowledge_panel.table.hint, again.status[:6]) == (NOTHING_KNOWN, "Left c")
    again.key(Key.Key_F2)
    assert again.status.startswith("Ready.")


def test_f9_goes_from_view_to_view_and_each_keeps_what_it_shows(player: Player) -> None:
    window = player.window

    def shown() -> tuple[WindowView, Overlay, set[str], QSize, bool]:
        rulers = player.action("coordinates").isChecked()
        return window.view, window.actions_by.overlay(), open_docks(player), window.size(), rulers

    kept, size = [], QSize(760, 640)
    window.resize(size)
    for names in (("overlay", "timeline"), ("overlay", "timeline"), (), ("coordinates", "risks")):
        for name in names:
            player.action(name).trigger()
        kept.append(shown())
        player.key(Key.Key_F9)
    assert kept == [
        (INSPECT, Overlay.KNOWLEDGE, {"knowledge", "timeline"}, size, True),
        (AGENT, Overlay.OFF, AGENT.panels - {"timeline"}, size, True),
        (WindowView.PRACTISE, Overlay.OFF, set(), size, True),
        (PLAY, Overlay.CHANCES, set(), size, True),
    ]
    for _ in range(2):
        for before in kept:
            assert shown() == before
            player.key(Key.Key_F9)
    assert window.knowledge_panel.isVisible()
    player.wait_until_computed()


def test_a_panel_opens_when_asked_for_and_stays_until_closed(player: Player) -> None:
    player.click((4, 4))
    player.key(Key.Key_W)
    assert open_docks(player) == {"knowledge", "why_panel"}
    assert player.window.inspector.why_panel.isVisible()
    player.key(Key.Key_F6)
    player.action("why").trigger()
    assert open_docks(player) == {"why_panel"}
    player.key(Key.Key_F7)
    assert open_docks(player) == {"knowledge", "why_panel"}
    player.window.inspector.docks["why_panel"].close()
    player.key(Key.Key_F2)
    assert open_docks(player) == {"knowledge"}


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


def test_going_to_play_ends_inspecting_and_there_only_the_menu_lets_the_ai_play(player: Player) -> None:
    player.key(Key.Key_I)
    player.window.knowledge_panel.filter_field.setFocus(Qt.FocusReason.TabFocusReason)
    player.key(Key.Key_F6)
    assert player.view.hasFocus()
    assert not player.action("inspect").isChecked()
    player.click((4, 4))
    assert player.game.clues
    player.again()
    for key, modifier in ((Key.Key_A, NOTHING), (Key.Key_S, NOTHING), (Key.Key_P, SHIFT), (Key.Key_N, NOTHING)):
        player.key(key, modifier)
        assert not player.session.timeline.moves
        assert not player.session.autoplay.is_running
    player.action("ai_move").trigger()
    assert len(player.session.timeline.moves) == 1
    player.key(Key.Key_F7)
    player.key(Key.Key_A)
    assert len(player.session.timeline.moves) == 2


@pytest.mark.qt_log_ignore(r"This plugin does not support", extend=True)
def test_a_floating_panel_belongs_to_its_view(player: Player) -> None:
    dock = player.window.inspector.docks["known"]
    player.action("known").trigger()
    dock.setFloating(True)
    player.key(Key.Key_F6)
    assert dock.isHidden()
    player.key(Key.Key_F7)
    assert dock.isFloating()
    assert dock.isVisible()
    assert player.window.inspector.what_is_known_panel.isVisible()


def test_the_past_has_a_tab_and_a_rim_in_accent(player: Player) -> None:
    player.click((4, 4))
    tab, board = player.window.findChild(QFrame, "past_tab"), player.window.board_area
    assert not tab.isVisible()
    live = board.grab().toImage()
    player.key(Key.Key_Z, CTRL)
    assert tab.isVisible()
    assert tab.findChild(QLabel).text() == "Past: before move 1 of 1"
    assert tab.geometry().bottom() < player.window.header.y()
    back = tab.findChild(QPushButton)
    assert back.text() == player.action("live").text().replace("&", "") == "Back to the Game"
    player.qtbot.mouseClick(back, LEFT)
    assert not tab.isVisible()
    assert player.view.hasFocus()
    assert board.grab().toImage() == live


# -- words


def test_in_play_no_text_names_a_cell_by_coordinates_that_the_board_does_not_show(player: Player) -> None:
    player.window.show_view(PLAY)
    player.click((4, 4))
    board = player.window.board_view
    player.action("risks").trigger()
    player.wait_until_computed()
    player.go_to(player.free())
    assert player.status.startswith("That cell is a mine with probability ")
    for name in ("why", "knowledge", "why_panel", "knowledge"):
        player.action(name).trigger()
        assert board.has_rulers is bool(open_docks(player))
    assert not board.has_rulers
    assert not player.action("coordinates").isChecked(), "what the user chose stays"
    player.action("why").trigger()
    assert board.has_rulers
    for key, has_rulers in ((Key.Key_F7, True), (Key.Key_F6, False)):
        player.key(key)
        assert board.has_rulers is has_rulers


def test_in_play_the_board_marks_what_the_status_does_not_name_and_no_guess_is_rated(player: Player) -> None:
    def shown() -> tuple[str, Cell | None]:
        return player.status, player.window.board_view.marks.named

    player.key(Key.Key_F6)
    assert player.status == "Left click opens, right click flags."
    player.click((0, 3), RIGHT)
    assert shown() == ("", None)
    player.action("coordinates").trigger()
    assert shown() == ("Flag put on (0, 3).", None)
    player.action("coordinates").trigger()
    player.click((0, 3), RIGHT)
    player.click((4, 4))
    cell = next(c for c in player.covered() if not player.game.is_mine(c) and player.game.nearby_mines(c))
    player.click(cell)
    player.key(Key.Key_Right)
    assert (shown()[0].startswith("That cell has "), shown()[1]) == (True, cell)
    player.action("coordinates").trigger()
    assert (shown()[0].startswith(f"{cell} has "), shown()[1]) == (True, None)
    player.action("coordinates").trigger()
    player.again()
    player.click((4, 4))
    plain = player.window.board_view.marks
    player.action("hint").trigger()
    player.wait_until_computed()
    assert (
        player.status.startswith(("Nothing is certain: ", "One cell is "))
        or " cells are certain; the next hint lights " in player.status
    )
    assert player.window.board_view.marks == plain
    player.key(Key.Key_H)
    lit = player.window.board_view.marks.outlined
    player.key(Key.Key_H)
    hinted = player.window.board_view.marks
    assert hinted.hint is not None
    assert hinted.outlined == lit
    assert hinted.highlight.safes == {hinted.hint}
    (clue,) = hinted.outlined
    number = player.game.clues[clue]
    assert hinted.hint in player.game.grid.neighbours(clue)
    assert len(hinted.highlight.mines & player.game.grid.neighbours(clue)) == number
    mines = "its mine, which is" if number == 1 else "its mines, which are"
    assert player.status.startswith(f"The ringed cell is safe: the lit {number} has {mines} marked.")
    player.action("coordinates").trigger()
    assert player.status.startswith(f"Hint: {hinted.hint} is safe: the {number} at {clue} has ")
    named = player.window.board_view.marks
    assert (named.outlined, named.highlight.mines) == (hinted.outlined, hinted.highlight.mines)
    assert not named.highlight.safes
    player.click(hinted.hint, RIGHT)
    after = player.window.board_view.marks
    assert (after.highlight, after.outlined) == (plain.highlight, plain.outlined)
    player.action("coordinates").trigger()
    player.again()
    player.click((4, 4))
    player.click(min(player.covered() - player.session.view.settled.keys()))
    player.wait_until_computed()
    assert "risk" in player.session.status.text
    assert "risk" not in player.status
    player.key(Key.Key_F7)
    assert "risk" in player.status


# -- the end


def test_the_card_is_in_each_view_and_leads_to_a_new_game_or_the_fatal_move(player: Player) -> None:
    player.window.show_view(PLAY)
    player.click((4, 4))
    card = player.window.result.card
    assert not card.isVisible()
    player.end(State.WON)
    for view in (PLAY, INSPECT, AGENT):
        player.window.show_view(view)
        assert card.isVisible()
        assert not player.window.footer.status.isVisible()
    assert card.title.text().startswith("Cleared in 0:")
    assert card.detail.text().endswith("no help")
    player.key(Key.Key_Z, CTRL)
    assert not card.isVisible()
    player.again()
    player.key(Key.Key_F6)
    player.end(State.LOST)
    game = player.game
    assert player.view.hasFocus()
    player.key(Key.Key_Return)
    assert player.game is game
    card.new_game.setFocus()
    player.key(Key.Key_Return)
    assert player.game is not game
    assert not card.isVisible()
    player.end(State.LOST)
    (fatal,) = player.game.exploded
    assert card.title.text() == "A mine"
    assert "(" not in card.accessibleName()
    assert card.link.text() == "Review"
    player.qtbot.mouseClick(card.link, LEFT)
    timeline = player.session.timeline
    assert player.window.view is INSPECT
    assert timeline.shown_move == len(timeline.moves) - 1
    assert player.window.selection.cell == fatal
    assert open_docks(player) == {"knowledge", "review", "timeline"}
    assert card.link.text() == "Back to the Game"
    player.action("undo").trigger()
    assert not card.isVisible()
    player.action("live").trigger()
    assert card.isVisible()

"""Tests of the views of the game window: what each shows at first, what each keeps, and how to go between them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt

from minesweeper_qt.gui import app
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.model import State
from minesweeper_qt.model.game.board_statistics import BoardStatistics
from tests.gui.support.windows import CTRL, LEFT, RIGHT, SHIFT, Key, MakePlayer, Player, seed_ending_in

pytestmark = pytest.mark.slow

PLAY, INSPECT, AGENT = WindowView.PLAY, WindowView.INSPECT, WindowView.AGENT


def open_docks(player: Player) -> set[str]:
    return {name for name, dock in player.window.inspector.docks.items() if not dock.isHidden()}


@pytest.fixture
def new_user(make_player: MakePlayer) -> Player:
    return make_player(opens_panels=False)


def test_the_first_start_shows_board_and_table_only(new_user: Player) -> None:
    assert new_user.window.view is INSPECT
    assert open_docks(new_user) == {"knowledge"}
    assert new_user.window.knowledge_panel.isVisible()
    assert new_user.action("coordinates").isChecked()
    assert new_user.window.actions_by.overlay() is Overlay.OFF
    service = new_user.session.explanations
    new_user.click((4, 4))
    busy = (service.is_explaining, service.is_finding_levels, new_user.session.is_computing)
    assert busy == (False, False, False)


def test_play_is_the_board_alone(new_user: Player) -> None:
    new_user.action("overlay").trigger()
    new_user.key(Key.Key_F6)
    assert new_user.window.view is PLAY
    assert open_docks(new_user) == set()
    assert not new_user.action("coordinates").isChecked()
    assert new_user.view.horizontalHeader().isHidden()
    assert new_user.window.actions_by.overlay() is Overlay.OFF
    assert new_user.action("view_play").isChecked()


def test_f9_goes_from_view_to_view_and_each_keeps_what_it_shows(new_user: Player) -> None:
    window = new_user.window
    new_user.key(Key.Key_O)
    new_user.key(Key.Key_T)
    window.resize(760, 640)
    new_user.key(Key.Key_F9)
    assert (window.view, window.actions_by.overlay(), open_docks(new_user)) == (
        AGENT,
        Overlay.KNOWLEDGE,
        AGENT.panels,
    )
    new_user.key(Key.Key_O)
    new_user.key(Key.Key_T)
    window.resize(800, 600)
    new_user.key(Key.Key_F9)
    new_user.key(Key.Key_C)
    new_user.key(Key.Key_R)
    window.resize(700, 560)
    for _ in range(2):
        assert (window.view, window.actions_by.overlay(), open_docks(new_user), window.size()) == (
            PLAY,
            Overlay.CHANCES,
            set(),
            QSize(700, 560),
        )
        assert new_user.action("coordinates").isChecked()
        new_user.key(Key.Key_F9)
        assert (window.view, window.actions_by.overlay(), open_docks(new_user), window.size()) == (
            INSPECT,
            Overlay.KNOWLEDGE,
            {"knowledge", "timeline"},
            QSize(760, 640),
        )
        assert window.knowledge_panel.isVisible()
        assert new_user.action("timeline").isChecked()
        new_user.key(Key.Key_F9)
        assert (window.view, window.actions_by.overlay(), open_docks(new_user), window.size()) == (
            AGENT,
            Overlay.OFF,
            AGENT.panels - {"timeline"},
            QSize(800, 600),
        )
        new_user.key(Key.Key_F9)
    new_user.wait_until_computed()


@pytest.mark.parametrize("key, view", [(Key.Key_F6, PLAY), (Key.Key_F7, INSPECT), (Key.Key_F8, AGENT)])
def test_each_view_has_a_key(new_user: Player, key: Qt.Key, view: WindowView) -> None:
    new_user.key(key)
    assert new_user.window.view is view
    assert new_user.action(view.action).isChecked()
    assert open_docks(new_user) == view.panels


def test_a_panel_opens_when_asked_for_and_stays_until_closed(new_user: Player) -> None:
    new_user.click((4, 4))
    new_user.key(Key.Key_W)
    assert open_docks(new_user) == {"knowledge", "why_panel"}
    assert new_user.window.inspector.why_panel.isVisible()
    new_user.key(Key.Key_F6)
    new_user.key(Key.Key_W)
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
    first = make_player(opens_panels=False)
    first.key(Key.Key_G)
    first.key(Key.Key_F6)
    first.key(Key.Key_C)
    assert first.window.close()
    again = make_player(opens_panels=False)
    assert again.window.view is PLAY
    assert open_docks(again) == set()
    assert again.action("coordinates").isChecked()
    again.key(Key.Key_F7)
    assert open_docks(again) == {"knowledge", "log"}


def test_the_docks_of_the_last_version_become_those_of_inspect(make_player: MakePlayer) -> None:
    old = make_player(opens_panels=True)
    old.window.inspector.docks["knowledge"].hide()
    old.window.inspector.bring_to_front("known")
    state = old.window.saveState(old.window.state_version)
    assert old.window.close()
    # The last version saved one dock state and no view.
    kept = make_player(ini="old.ini", opens_panels=False)
    assert kept.window.close()
    kept.settings.clear()
    kept.settings.setValue("window/docks", state)
    kept.settings.setValue("switches/overlay", True)
    new = make_player(ini="old.ini", opens_panels=False)
    assert new.window.view is INSPECT
    assert open_docks(new) == {"agent", "why_panel", "known", "log", "timeline"}
    assert new.window.inspector.levels_panel.isVisible()
    assert new.window.actions_by.overlay() is Overlay.KNOWLEDGE
    new.key(Key.Key_F6)
    assert open_docks(new) == set()


@pytest.mark.parametrize("view", ["", "nonsense", "sandbox"])
def test_an_unknown_view_counts_as_missing(make_player: MakePlayer, view: str) -> None:
    first = make_player(opens_panels=False)
    assert first.window.close()
    first.settings.setValue("view", view)
    assert make_player(opens_panels=False).window.view is INSPECT


def test_going_to_play_ends_inspect_by_click(new_user: Player) -> None:
    new_user.key(Key.Key_I)
    new_user.key(Key.Key_F6)
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
    assert new_user.window.inspector.levels_panel.isVisible()


def test_the_focus_goes_to_the_board_with_a_panel_that_the_view_lacks(new_user: Player) -> None:
    new_user.window.knowledge_panel.filter_field.setFocus(Qt.FocusReason.TabFocusReason)
    new_user.key(Key.Key_F6)
    assert new_user.view.hasFocus()


@pytest.mark.parametrize("option", ["overlay", "probabilities"])
def test_options_about_the_overlay_start_in_inspect(make_player: MakePlayer, option: str) -> None:
    first = make_player(opens_panels=False)
    first.key(Key.Key_F6)
    assert first.window.close()
    window = app._window(PlayOptions(**{option: True}), first.settings)
    first.qtbot.addWidget(window)
    assert window.view is INSPECT
    assert window.actions_by.overlay() is (Overlay.KNOWLEDGE if option == "overlay" else Overlay.CHANCES)
    window.close()


# -- words


def test_the_first_line_names_play_and_goes_with_the_first_move(new_user: Player) -> None:
    assert "Play (F6)" in new_user.status
    new_user.click((4, 4))
    assert new_user.status.startswith("Revealed ")


def test_the_first_line_of_play_says_what_the_buttons_do(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    assert new_user.status == "Left reveals, right flags."
    new_user.key(Key.Key_F2)
    assert new_user.status.startswith("Ready.")


def test_a_second_start_has_no_first_line(make_player: MakePlayer) -> None:
    assert make_player(opens_panels=False).window.close()
    assert make_player(opens_panels=False).status.startswith("Ready.")


def test_without_coordinates_no_cell_is_named_but_gets_a_frame(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    new_user.click((4, 4))
    cell = next(c for c in new_user.covered() if not new_user.game.is_mine(c) and new_user.game.nearby_mines(c))
    new_user.click(cell)
    new_user.key(Key.Key_Right)
    marks = new_user.window.board_view.marks
    assert (new_user.status.startswith("That cell has "), marks.named) == (True, cell)
    new_user.key(Key.Key_C)
    assert (new_user.status.startswith(f"{cell} has "), new_user.window.board_view.marks.named) == (True, None)


def test_without_coordinates_nothing_is_said_of_a_flag(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    new_user.click((0, 3), RIGHT)
    assert (new_user.status, new_user.window.board_view.marks.named) == ("", None)
    new_user.key(Key.Key_C)
    assert new_user.status == "Flag put on (0, 3)."


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
    mines = "its mine" if number == 1 else "its mines"
    assert new_user.status == f"The ringed cell is safe: the lit {number} has {mines} elsewhere."
    new_user.key(Key.Key_C)
    assert new_user.status.startswith(f"Hint: {hinted.hint} is safe: the {number} at {clue} has ")
    assert not new_user.window.board_view.marks.outlined
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


@pytest.mark.parametrize("view", list(WindowView))
def test_a_win_has_a_card_with_time_and_3bv(new_user: Player, view: WindowView) -> None:
    new_user.window.show_view(view)
    new_user.click((4, 4))
    assert not new_user.window.result.card.isVisible()
    new_user.end(State.WON)
    card = new_user.window.result.card
    assert card.isVisible()
    assert not new_user.window.footer.status.isVisible()
    assert card.title.text().startswith("Cleared in 0:")
    measured = BoardStatistics(new_user.game.grid, frozenset(new_user.game.mines)).three_bv
    assert card.detail.text().endswith(f"3BV {measured}")
    new_user.key(Key.Key_Z, CTRL)
    assert not card.isVisible()


def test_the_rules_of_the_course_have_no_3bv(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed_ending_in("cs50", State.WON), opens_panels=False)
    player.autoplay()
    card = player.window.result.card
    assert card.isVisible()
    assert "3BV" not in card.detail.text()


def test_review_shows_what_was_known_before_the_fatal_move(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    new_user.end(State.LOST)
    card, (fatal,) = new_user.window.result.card, new_user.game.exploded
    assert card.title.text() == "That was a mine"
    assert card.detail.text().endswith("0:00")
    new_user.qtbot.mouseClick(card.review, LEFT)
    timeline = new_user.session.timeline
    assert new_user.window.view is INSPECT
    assert timeline.shown_move == len(timeline.moves) - 1
    assert new_user.window.selection.cell == fatal
    assert open_docks(new_user) == {"knowledge", "timeline"}
    assert not card.isVisible()
    new_user.action("live").trigger()
    assert card.isVisible()
    assert f"{fatal}" in card.title.text()


def test_enter_starts_a_new_game_only_from_the_button(new_user: Player) -> None:
    new_user.key(Key.Key_F6)
    new_user.end(State.LOST)
    game = new_user.game
    assert new_user.view.hasFocus()
    new_user.key(Key.Key_Return)
    assert new_user.game is game
    new_user.window.result.card.new_game.setFocus()
    new_user.key(Key.Key_Return)
    assert new_user.game is not game
    assert not new_user.window.result.card.isVisible()

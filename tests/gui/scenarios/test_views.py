"""Tests of the views of the game window: what each shows at first, what each keeps, and how to go between them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt

from minesweeper_qt.gui import app
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.presentation.window_view import WindowView
from tests.gui.support.windows import SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

PLAY, INSPECT = WindowView.PLAY, WindowView.INSPECT


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
    new_user.key(Key.Key_F9)
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
    new_user.key(Key.Key_C)
    new_user.key(Key.Key_R)
    window.resize(700, 560)
    assert window.actions_by.overlay() is Overlay.CHANCES
    for _ in range(2):
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
            PLAY,
            Overlay.CHANCES,
            set(),
            QSize(700, 560),
        )
        assert new_user.action("coordinates").isChecked()
    new_user.wait_until_computed()


def test_a_panel_opens_when_asked_for_and_stays_until_closed(new_user: Player) -> None:
    new_user.click((4, 4))
    new_user.key(Key.Key_W)
    assert open_docks(new_user) == {"knowledge", "proof"}
    assert new_user.window.inspector.proof_panel.isVisible()
    new_user.key(Key.Key_F9)
    new_user.key(Key.Key_W)
    assert open_docks(new_user) == {"proof"}
    new_user.key(Key.Key_F9)
    assert open_docks(new_user) == {"knowledge", "proof"}
    new_user.window.inspector.docks["proof"].close()
    new_user.key(Key.Key_F2)
    assert open_docks(new_user) == {"knowledge"}


def test_one_key_hides_all_panels(player: Player) -> None:
    assert len(open_docks(player)) == len(player.window.inspector.docks)
    player.key(Key.Key_F9, SHIFT)
    assert open_docks(player) == set()
    assert not any(player.action(name).isChecked() for name in player.window.inspector.docks)


def test_the_view_used_last_comes_back_with_what_both_showed(make_player: MakePlayer) -> None:
    first = make_player(opens_panels=False)
    first.key(Key.Key_G)
    first.key(Key.Key_F9)
    first.key(Key.Key_C)
    assert first.window.close()
    again = make_player(opens_panels=False)
    assert again.window.view is PLAY
    assert open_docks(again) == set()
    assert again.action("coordinates").isChecked()
    again.key(Key.Key_F9)
    assert open_docks(again) == {"knowledge", "log"}


def test_the_docks_of_the_last_version_become_those_of_inspect(make_player: MakePlayer) -> None:
    old = make_player()
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
    assert open_docks(new) == {"proof", "derivation", "known", "log", "timeline"}
    assert new.window.inspector.levels_panel.isVisible()
    assert new.window.actions_by.overlay() is Overlay.KNOWLEDGE
    new.key(Key.Key_F9)
    assert open_docks(new) == set()


@pytest.mark.parametrize("view", ["", "nonsense", "agent"])
def test_an_unknown_view_counts_as_missing(make_player: MakePlayer, view: str) -> None:
    first = make_player(opens_panels=False)
    assert first.window.close()
    first.settings.setValue("view", view)
    assert make_player(opens_panels=False).window.view is INSPECT


def test_going_to_play_ends_inspect_by_click(new_user: Player) -> None:
    new_user.key(Key.Key_I)
    new_user.key(Key.Key_F9)
    assert not new_user.action("inspect").isChecked()
    new_user.click((4, 4))
    assert new_user.game.clues


@pytest.mark.qt_log_ignore(r"This plugin does not support", extend=True)
def test_a_floating_panel_belongs_to_its_view(new_user: Player) -> None:
    dock = new_user.window.inspector.docks["known"]
    new_user.action("known").trigger()
    dock.setFloating(True)
    new_user.key(Key.Key_F9)
    assert dock.isHidden()
    new_user.key(Key.Key_F9)
    assert dock.isFloating()
    assert dock.isVisible()
    assert new_user.window.inspector.levels_panel.isVisible()


def test_the_focus_goes_to_the_board_with_a_panel_that_the_view_lacks(new_user: Player) -> None:
    new_user.window.knowledge_panel.filter_field.setFocus(Qt.FocusReason.TabFocusReason)
    new_user.key(Key.Key_F9)
    assert new_user.view.hasFocus()


@pytest.mark.parametrize("option", ["overlay", "probabilities"])
def test_options_about_the_overlay_start_in_inspect(make_player: MakePlayer, option: str) -> None:
    first = make_player(opens_panels=False)
    first.key(Key.Key_F9)
    assert first.window.close()
    window = app._window(PlayOptions(**{option: True}), first.settings)
    first.qtbot.addWidget(window)
    assert window.view is INSPECT
    assert window.actions_by.overlay() is (Overlay.KNOWLEDGE if option == "overlay" else Overlay.CHANCES)
    window.close()

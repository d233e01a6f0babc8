"""Tests that texts name the keys that the user has set, and none where an action has no key."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from minesweeper_qt.gui.presentation.status_text import THINKING
from minesweeper_qt.gui.window.preferences import Preferences
from tests.gui.support.windows import MakePlayer, Player

pytestmark = pytest.mark.slow

NEW_KEYS = {
    "general/why": "Q",
    "general/inspect": "J",
    "general/show_all": "Ctrl+J",
    "game/slower": "Y",
    "game/faster": "",
    "game/new_game": "F12",
    "game/reveal": "X",
    "game/flag": "",
    "game/view_play": "F4",
    "level/expert": "Ctrl+Shift+4",
}


def choose(player: Player, keys: dict[str, str]) -> None:
    for name, key in keys.items():
        player.window._preferences.set_keys(name, key or "none")


def texts(player: Player) -> dict[str, str]:
    """Return the texts of the window that name keys."""
    window, inspector = player.window, player.window.inspector
    player.action("inspect").setChecked(True)
    inspecting = player.status
    player.action("inspect").setChecked(False)
    player.session.status.show(THINKING)
    return {
        "inspecting": inspecting,
        "thinking": player.status,
        "speed": window.speed_slider.toolTip(),
        "level": window.game_bar.level.toolTip(),
        "new game": window.result.card.new_game.toolTip(),
        "board": window.board_view.accessibleDescription(),
        "why": inspector.levels_panel.why.toolTip(),
        "stop": inspector.proof_panel.stop_button.toolTip(),
        "ask": inspector.proof_panel.page.findChildren(QLabel)[-1].text(),
    }


def test_texts_name_the_keys_that_are_in_force(player: Player) -> None:
    before = texts(player)
    assert before == {
        "inspecting": "A click asks why and does not play. I or Esc ends that.",
        "thinking": "Thinking… Esc stops it.",
        "speed": "Auto-play speed: 4 moves/s, [ slower, ] faster",
        "level": "Level: a choice starts a new game (Ctrl+1, Ctrl+2, Ctrl+3, Ctrl+4 or Ctrl+5)",
        "new game": "Start a new game at this level (F2)",
        "board": "Arrow keys move, Space reveals or chords, F flags",
        "why": "Show the proof for the selected cell (Enter or W)",
        "stop": "Stop looking for a proof (Esc)",
        "ask": "Click a cell with Inspect by Click on (I), or press W on it.",
    }
    choose(player, NEW_KEYS)
    assert texts(player) == {
        "inspecting": "A click asks why and does not play. J or Ctrl+J ends that.",
        "thinking": "Thinking… Ctrl+J stops it.",
        "speed": "Auto-play speed: 4 moves/s, Y slower",
        "level": "Level: a choice starts a new game (Ctrl+1, Ctrl+2, Ctrl+3, Ctrl+Shift+4 or Ctrl+5)",
        "new game": "Start a new game at this level (F12)",
        "board": "Arrow keys move, X reveals or chords",
        "why": "Show the proof for the selected cell (Enter or Q)",
        "stop": "Stop looking for a proof (Ctrl+J)",
        "ask": "Click a cell with Inspect by Click on (J), or press Q on it.",
    }
    player.window._preferences.clear_keys()
    assert texts(player) == before


def test_no_key_is_named_where_there_is_none(player: Player) -> None:
    choose(player, dict.fromkeys(NEW_KEYS, ""))
    found = texts(player)
    assert found["inspecting"] == "A click asks why and does not play."
    assert found["thinking"] == "Thinking…"
    assert found["board"] == "Arrow keys move"
    assert found["new game"] == "Start a new game at this level"
    assert found["ask"] == "Click a cell with Inspect by Click on."


def test_the_first_line_names_the_present_key(make_player: MakePlayer) -> None:
    first = make_player(opens_panels=False)
    Preferences(first.settings).set_keys("game/view_play", "F4")
    first.settings.remove("view")
    assert "Play (F4) is the board alone" in make_player(opens_panels=False).status

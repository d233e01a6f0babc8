"""Tests of the texts that name the keys of actions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets.key_texts import KeyTexts


@pytest.fixture
def actions(qtbot: QtBot) -> Mapping[str, QAction]:
    made = {name: QAction(name) for name in ("why", "stop", "slower", "none")}
    for name, key in (("why", "W"), ("stop", "Escape"), ("slower", "[")):
        made[name].setShortcut(key)
    return made


@pytest.mark.parametrize(
    "text, filled",
    [
        ("No key", "No key"),
        ("{why} asks", "W asks"),
        ("{why|stop} ends", "W or Esc ends"),
        ("{why|none} ends", "W ends"),
        ("{why|stop|slower}", "W, Esc or ["),
        ("Thinking…[ {stop} stops it.]", "Thinking… Esc stops it."),
        ("Thinking…[ {none} stops it.]", "Thinking…"),
        ("Thinking…[ {unknown} stops it.]", "Thinking…"),
        ("Speed[, {slower} slower][, {none} faster]", "Speed, [ slower"),
    ],
)
def test_names_stand_for_keys(actions: Mapping[str, QAction], text: str, filled: str) -> None:
    assert KeyTexts(actions).fill(text) == filled


def test_only_the_first_key_of_an_action_is_named(actions: Mapping[str, QAction]) -> None:
    actions["why"].setShortcuts(["F2", "W"])
    assert KeyTexts(actions).fill("{why}") == "F2"


def test_shown_texts_follow(actions: Mapping[str, QAction]) -> None:
    texts = KeyTexts(actions)
    texts.show("Ask why[ ({why})]", actions["none"].setToolTip)
    assert actions["none"].toolTip() == "Ask why (W)"
    actions["why"].setShortcut("Q")
    texts.refresh()
    assert actions["none"].toolTip() == "Ask why (Q)"
    actions["why"].setShortcut("")
    texts.refresh()
    assert actions["none"].toolTip() == "Ask why"

"""Tests that whatever shows knowledge of the AI about the game in play counts as help, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.model import Cell
from minesweeper_qt.model.play.history import NO_HELP
from tests.gui.support.windows import CTRL, SHIFT, MakePlayer, Player

pytestmark = pytest.mark.slow

VERDICT = re.compile(r"(safe|mines?)\b.*\(\d+, \d+\)|\(\d+, \d+\)[^.]*\b(is|are) (safe|a mine|mines)|\{\(\d+, \d+\)")
"""A cell that is said to be safe or a mine, or a sentence."""

Way = Callable[[Player, Cell], object]
ACTIONS = (
    *(("overlay", "overlay"), ("levels", "levels"), ("risks", "risks"), ("what is known", "known"), ("hint", "hint")),
    *(("table", "knowledge"), ("move log", "log"), ("my agent", "agent"), ("inspect", "view_inspect")),
    *(
        ("agent view", "view_agent"),
        ("move of the AI", "ai_move"),
        ("the sandbox", "sandbox_here"),
        ("flags", "flag_proved"),
    ),
)
WAYS: dict[str, Way] = {
    **{way: lambda player, cell, name=name: player.action(name).trigger() for way, name in ACTIONS},
    "a click with Ctrl": lambda player, cell: player.click(cell, modifier=CTRL),
    "a click with Shift": lambda player, cell: player.click(cell, modifier=SHIFT),
    "a question": lambda player, cell: (player.window.board_view.move_cursor(cell), player.action("why").trigger()),
    "inspecting": lambda player, cell: (player.action("inspect").trigger(), player.click(cell)),
    "wherever the cursor rests": lambda player, cell: (
        player.action("follow").trigger(),
        player.window.board_view.move_cursor(cell),
        player.time.wait(1_000),
    ),
    "pointing": lambda player, cell: player.qtbot.mouseMove(player.view.viewport(), player.at(cell)),
}

HARMLESS = ("my agent", "pointing", "a click with Ctrl", "a click with Shift")
"""The panel says nothing without an agent, and what a click chooses is seen in the table alone."""


def texts(model: QAbstractItemModel) -> Iterator[str]:
    for row in range(model.rowCount(QModelIndex())):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
                text = model.index(row, column, QModelIndex()).data(role)
                yield text if isinstance(text, str) else ""


def seen(player: Player) -> list[str]:
    """Return the texts in view, and that of an overlay."""
    found: list[str] = []
    for window in QApplication.topLevelWidgets():
        for widget in (each for each in window.findChildren(QWidget) if each.isVisible()):
            if widget.visibleRegion().isEmpty() or widget is player.view:
                continue
            if isinstance(widget, QLabel | QLineEdit):
                found.append(widget.text())
            elif isinstance(widget, QTextEdit | QPlainTextEdit):
                found.append(widget.toPlainText())
            elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
                found.extend(texts(widget.model()))
    if player.window.actions_by.overlay() is not Overlay.OFF:
        found.append("(0, 0) is safe, as the marks on the board say")
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in found]


@pytest.mark.parametrize("name", list(WAYS))
def test_what_shows_a_verdict_counts_as_help(make_player: MakePlayer, name: str) -> None:
    player = make_player("beginner", seed=1)
    player.action("view_play").trigger()
    player.click((4, 4))
    player.wait_until_computed()
    settled = player.session.view.settled
    cell = min(cell for cell in settled if cell not in player.game.clues)
    assert player.session.help.had == NO_HELP, "the board alone is no help"
    assert [text for text in seen(player) if VERDICT.search(text)] == []
    WAYS[name](player, cell)
    player.wait_until_computed()
    QApplication.processEvents()
    tells = [text for text in seen(player) if VERDICT.search(text)]
    assert bool(player.session.help.had) == (name not in HARMLESS)
    assert not tells or name not in HARMLESS, tells

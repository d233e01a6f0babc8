"""Tests of accessibility: names and texts of all accessible objects, and the controls that the Tab key reaches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLabel, QLineEdit, QSlider, QSpinBox, QWidget

from minesweeper_qt.gui.presentation.why_text import rows_of, shown_rows
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.model.evidence.proof import Proof, short_lines
from minesweeper_qt.model.explain.explainer import explain, short_proof
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.windows import Key, MakePlayer, Player

pytestmark = pytest.mark.long

CELLS = 400
"""The most children of one object that ``walk`` visits: enough for a board of 16 x 16 with its rulers."""

Role = QAccessible.Role


def walk(interface: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield ``interface`` and all visible accessible objects below it, parents first."""
    yield interface
    for number in range(min(interface.childCount(), CELLS)):
        child = interface.child(number)
        if child is not None and child.isValid() and not child.state().invisible:
            yield from walk(child)


def tree(window: QWidget) -> list[QAccessibleInterface]:
    top = QAccessible.queryAccessibleInterface(window)
    assert top is not None
    return list(walk(top))


def name(interface: QAccessibleInterface) -> str:
    return interface.text(QAccessible.Text.Name)


def named(window: QWidget, expected: str) -> QAccessibleInterface:
    found = [interface for interface in tree(window) if name(interface) == expected]
    assert found, f"nothing is called {expected!r}"
    return found[0]


def texts_below(interface: QAccessibleInterface) -> list[str]:
    return [name(child) for child in walk(interface) if name(child)]


@pytest.fixture
def inspected(player_with_panels: Player) -> Player:
    """A game in progress, with the panels shown and the proof of a mine in the proof panel."""
    player = player_with_panels
    player.click((4, 4))
    player.window.inspector.why(min(player.session.playthrough.snapshot.mines))
    player.qtbot.waitUntil(lambda: not player.session.worker.is_computing)
    return player


def nameless(window: QWidget) -> list[str]:
    """List the visible widgets that take the focus or input but have no accessible name."""
    kinds = (QAbstractButton, QLineEdit, QSlider, QSpinBox, QComboBox)
    found = []
    for widget in window.findChildren(QWidget):
        takes_input = isinstance(widget, kinds) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        parent = widget.parentWidget()
        is_part = isinstance(parent, QSpinBox | QComboBox) or widget.objectName().startswith("qt_")
        if not takes_input or not widget.isVisibleTo(window) or is_part:
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if not name(interface).strip():
            found.append(f"{type(widget).__name__} {widget.objectName()!r} in {type(parent).__name__}")
    return found


def test_every_control_has_a_name(inspected: Player) -> None:
    for action in ("why_panel", "known", "log", "knowledge"):
        inspected.window.inspector.bring_to_front(action)
        assert nameless(inspected.window) == []


def test_the_sentences_of_the_table_can_be_read(inspected: Player) -> None:
    inspected.window.selection.clear()
    table = named(inspected.window, "Sentences in force")
    read = "\n".join(texts_below(table))
    for derivation in inspected.session.view.sentences:
        assert f"= {derivation.count}" in read or str(derivation.count) in read
    assert len([child for child in walk(table) if child.role() == Role.Cell]) > len(inspected.session.view.sentences)


def test_the_steps_of_a_proof_can_be_read(inspected: Player) -> None:
    panel = inspected.window.inspector.why_panel
    read = texts_below(QAccessible.queryAccessibleInterface(panel))
    found = short_proof(inspected.session.view.position, panel.cell, inspected.session.view.snapshot)
    assert isinstance(found, Proof)
    for row in shown_rows(rows_of(short_lines(found), found), ()):
        assert any(row.plain_text in text for text in read), (row, read)


def test_everything_can_be_reached_with_the_tab_key(inspected: Player) -> None:
    window = inspected.window
    # With the focus in a proof of one line, there is no next one to go to.
    inspected.action("from_clues").trigger()
    position = inspected.session.view.position
    settled = sorted(inspected.session.view.settled.keys() & position.covered)
    window.inspector.why(next(cell for cell in settled if len(short_lines(explain(position, cell))) > 1))
    panel = window.inspector.why_panel
    inspected.qtbot.waitUntil(lambda: panel.model.rowCount() > 1)
    focusable = {
        widget
        for widget in window.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisibleTo(window)
        and widget.isEnabled()
        and widget.focusProxy() is None
    }
    window.board_view.setFocus()
    reached = set()
    for _ in range(3 * len(focusable) + 20):
        reached.add(window.focusWidget())
        QTest.keyClick(window.focusWidget(), Key.Key_Tab)
    missed = [type(widget).__name__ + " " + widget.accessibleName() for widget in focusable - reached]
    assert not missed


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_all_that_takes_the_focus_has_a_name_and_all_that_is_clicked_is_large_in_any_window(
    make_player: MakePlayer, tmp_path: Path
) -> None:
    player = make_player(folder=tmp_path / "data")
    player.click((4, 4))
    for action in ("sandbox", "preferences", "statistics"):
        player.action(action).trigger()
    windows = [player.window, opened_sandbox(player.window), *player.window.findChildren(QDialog)]
    assert len(windows) == 4
    player.qtbot.waitUntil(lambda: player.window.game_files.statistics.empty.isVisible())
    for window in windows:
        # A label takes the focus only by a click that selects its text.
        focusable = [
            found for found in tree(window) if found.state().focusable and not isinstance(found.object(), QLabel)
        ]
        assert len(focusable) > 3
        assert not [interface.object() for interface in focusable if not name(interface).strip()]
        # And all that is clicked is large enough, but the corner of the rulers, which does nothing.
        clicked = [
            *window.findChildren(QAbstractButton),
            *window.findChildren(QComboBox),
            *window.findChildren(QSlider),
        ]
        low = [each for each in clicked if each.isVisible() and min(each.width(), each.height()) < metrics.ROW_HEIGHT]
        assert not [each for each in low if each.objectName() != "qt_tableview_cornerbutton"]

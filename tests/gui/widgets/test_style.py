"""Tests of the style sheet: what widgets take from it in every theme, so that no default of Qt shows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QLineEdit, QMainWindow, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.timeline_panel import MoveSlider
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.gui.widgets.labels import add_heading
from minesweeper_qt.gui.widgets.tables import RowTable
from minesweeper_qt.gui.widgets.theme import Theme
from minesweeper_qt.gui.window.header import FaceButton

_Role, _Group = QPalette.ColorRole, QPalette.ColorGroup


@pytest.fixture(params=[ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Theme:
    """A theme that is in use."""
    appearance.current().apply(Choices(request.param))
    return appearance.current().theme


@pytest.fixture
def holder(qtbot: QtBot, theme: Theme) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


def colour(widget: QWidget, role: QPalette.ColorRole, group: QPalette.ColorGroup = _Group.Active) -> str:
    widget.ensurePolished()
    return widget.palette().color(group, role).name(QColor.NameFormat.HexArgb)


def opaque(wanted: QColor) -> str:
    return wanted.name(QColor.NameFormat.HexArgb)


def test_the_face_has_the_colours_of_its_theme(holder: QMainWindow, theme: Theme) -> None:
    face = FaceButton(QAction(holder), holder)
    face.ensurePolished()
    picture = face.grab().toImage()
    cheek = picture.pixelColor(picture.width() // 2, picture.height() * 3 // 10)
    assert cheek.name() == theme.controls.face.name()


@pytest.mark.parametrize("make", [FaceButton, MoveSlider])
def test_a_transparent_widget_has_the_theme_of_the_application(
    holder: QMainWindow, theme: Theme, make: type[QWidget]
) -> None:
    made = FaceButton(QAction(holder), holder) if make is FaceButton else MoveSlider(holder)
    made.ensurePolished()
    assert themes.for_palette(made.palette()) is theme


def test_placeholders_can_be_read_and_what_is_disabled_in_a_dock_looks_so(holder: QMainWindow, theme: Theme) -> None:
    for widget in (QLineEdit(holder), RowTable(holder)):
        assert colour(widget, _Role.PlaceholderText) == opaque(theme.controls.placeholder)
    # What is disabled in a dock looks so.
    dock, panel = QDockWidget(holder), QWidget()
    button = QToolButton(panel)
    dock.setWidget(panel)
    holder.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    for widget in (dock, panel, button):
        assert colour(widget, _Role.ButtonText, _Group.Disabled) == opaque(theme.controls.disabled)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_list_of_a_choice_marks_a_row_as_tables_do(qtbot: QtBot, holder: QMainWindow, theme: Theme) -> None:
    choice = QComboBox(holder)
    choice.addItems(["one", "two"])
    holder.setCentralWidget(choice)
    with qtbot.waitExposed(holder):
        holder.show()
    choice.showPopup()
    picture = choice.view().window().grab().toImage()
    choice.hidePopup()
    seen = Counter(picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height()))
    grounds = {name for name, _ in seen.most_common(2)}
    assert grounds == {theme.controls.surface.name(), theme.controls.accent_soft.name()}


def test_a_heading_in_a_menu_has_room_for_its_text_and_cannot_be_chosen(holder: QMainWindow) -> None:
    menu = QMenu(holder)
    first = add_heading(menu, "First things")
    menu.addAction("&One")
    second = add_heading(menu, "Second things")
    menu.addAction("&Two")
    menu.ensurePolished()
    menu.adjustSize()
    for heading in (first, second):
        assert heading.isSeparator()
        assert menu.actionGeometry(heading).height() >= menu.fontMetrics().height() * 0.8
    plain = [action for action in menu.actions() if action.isSeparator() and action not in (first, second)]
    assert len(plain) == 1, "the first heading has no line above it"


@pytest.mark.parametrize("name", ["Müller", "O'Neil & Söhne"])
def test_a_temporary_folder_of_any_name_leaves_the_style_sheet_whole(
    holder: QMainWindow, theme: Theme, tmp_path: Path, name: str
) -> None:
    appearance.write_pictures(theme, str(tmp_path / name))
    field = QLineEdit(holder)
    wanted = field.sizeHint()
    holder.setStyleSheet("QLineEdit { padding: 40px }")
    assert field.sizeHint() != wanted
    holder.setStyleSheet(appearance.sheet(theme, (tmp_path / name).as_posix()))
    assert field.sizeHint() == wanted
    # A sheet that can't be parsed styles nothing at all.
    holder.setStyleSheet(holder.styleSheet() + "QLineEdit { padding: 40px }")
    assert field.sizeHint() != wanted

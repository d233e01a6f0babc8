"""The menu bar and the tool bar: the place of each action in them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QMainWindow, QMenu, QSlider, QToolBar

from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.window.actions import Actions, InspectorActions
from minesweeper_qt.model import DIFFICULTIES

SEPARATOR = ""
"""Stands for a separator in a list of action names."""
VIEW_MENU = (
    "overlay",
    "risks",
    "levels",
    SEPARATOR,
    "coordinates",
    "show_all",
    SEPARATOR,
    "zoom_in",
    "zoom_out",
    "zoom_fit",
)
"""The actions of the View menu of every window around a board."""

INSPECTOR_MENU_START = ("why", "inspect", SEPARATOR, "knowledge", "proof", "derivation", "known")
INSPECTOR_MENU_END = ("find", "save_knowledge", SEPARATOR, "hide_panels", "arrange")
"""The actions at the start and at the end of the Inspector menu of every window around a board."""


def build_tool_bar(window: QMainWindow, act: Actions, slider: QSlider, speed: QLabel) -> None:
    """Add the tool bar to ``window``, with the slider for the speed of Auto-play and the label that shows it."""
    bar = QToolBar("Tools", window)
    bar.setObjectName("tools")
    bar.setIconSize(QSize(22, 22))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.addActions([act["restart"]])
    bar.addSeparator()
    # The text in the bar stays while the menu shows Stop, so that the buttons beside it do not move.
    act["autoplay"].setIconText("Auto-play")
    bar.addActions([act["ai_move"], act["autoplay"], act["step"]])
    slider.setRange(0, len(SPEEDS) - 1)
    slider.setPageStep(1)
    slider.setTickPosition(QSlider.TickPosition.TicksBelow)
    slider.setFixedWidth(slider.fontMetrics().horizontalAdvance("m") * 10)
    slider.setAccessibleName("Auto-play speed")
    speed.setMinimumWidth(speed.fontMetrics().horizontalAdvance("88 moves/s "))
    speed.setBuddy(slider)
    bar.addWidget(slider)
    bar.addWidget(speed)
    bar.addSeparator()
    for name, text in (("risks", "Risks"), ("why", "Why?"), ("inspect", "Inspect")):
        act[name].setIconText(text)
    bar.addActions([act["hint"], act["why"], act["inspect"]])
    bar.addSeparator()
    bar.addActions([act["overlay"], act["risks"], act["levels"]])
    window.addToolBar(bar)
    # The bar has the only slider, so it can't be hidden, in particular not by a slip in a context menu.
    bar.toggleViewAction().setEnabled(False)


def build_menu_bar(window: QMainWindow, act: Actions) -> None:
    """Add the menus to ``window``; every action is in one of them."""
    game = add_menu(window, act, "&Game", "new_game", "restart", SEPARATOR, "reveal", "flag", SEPARATOR)
    difficulty_menu = add_sub_menu(window, game, "&Level")
    difficulty_menu.addActions([act.difficulties[name] for name in DIFFICULTIES])
    difficulty_menu.addSeparator()
    difficulty_menu.addAction(act.difficulties["custom"])
    game.addActions([act["copy_seed"]])
    game.addSeparator()
    game.addActions([act["sandbox"], act["sandbox_here"]])
    game.addSeparator()
    game.addAction(act["quit"])
    playing = ("ai_move", "autoplay", "step", SEPARATOR, "slower", "faster", SEPARATOR, "hint", SEPARATOR)
    ai = add_menu(window, act, "&AI", *playing, "tell_mines")
    add_sub_menu(window, ai, "Strateg&y").addActions(list(act.strategies.values()))
    views = (*(view.action for view in WindowView), "next_view", SEPARATOR)
    add_menu(window, act, "&View", *views, *VIEW_MENU, SEPARATOR, "tool_bar", "full_screen")
    past = ("undo", "redo", "live", "branch", SEPARATOR)
    add_menu(window, act, "&Inspector", *INSPECTOR_MENU_START, "log", "timeline", SEPARATOR, *past, *INSPECTOR_MENU_END)
    add_menu(window, act, "&Help", "keys", "about")


def add_menu(window: QMainWindow, act: InspectorActions, text: str, *names: str) -> QMenu:
    """Add a menu of the actions with these names to the menu bar of ``window``, and return it."""
    menu = QMenu(text, window)
    menu.setToolTipsVisible(True)
    for name in names:
        if name == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(act[name])
    window.menuBar().addMenu(menu)
    return menu


def add_sub_menu(window: QMainWindow, menu: QMenu, text: str) -> QMenu:
    """Add an empty submenu to ``menu``, and return it."""
    made = QMenu(text, window)
    made.setToolTipsVisible(True)
    menu.addMenu(made)
    return made

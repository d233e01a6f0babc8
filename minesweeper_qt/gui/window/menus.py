"""The menu bar: the place of each action in it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.window.actions import Actions, InspectorActions

SEPARATOR = ""
"""Stands for a separator in a list of action names."""
_ZOOM = ("zoom_in", "zoom_out", "zoom_fit")
VIEW_MENU = ("overlay", "risks", "levels", SEPARATOR, "coordinates", "show_all", SEPARATOR, *_ZOOM)
"""The actions of the View menu of every window around a board."""

_ASKING = ("why", "inspect", "follow", "from_clues", SEPARATOR, "previous_step", "next_step")
INSPECTOR_MENU_START = (*_ASKING, SEPARATOR, "knowledge", "why_panel", "known")
INSPECTOR_MENU_END = ("find", "save_knowledge", SEPARATOR, "hide_panels", "arrange")
"""The actions at the start and at the end of the Inspector menu of every window around a board."""


def build_menu_bar(window: QMainWindow, act: Actions, levels: QMenu, speeds: QMenu, recent: QMenu) -> None:
    """Add the menus to ``window``; every action is in one of them.

    Menus of their own are the ``levels``, the ``speeds`` of Auto-play, and the agents opened before.
    """
    strategies = menu_of(window, "Strateg&y", act.strategies.values())
    game = ("new_game", "restart", "pause", SEPARATOR, "reveal", "flag", "take_back", SEPARATOR)
    moving = ("where", "next_covered", "previous_covered", SEPARATOR, levels, SEPARATOR)
    files = ("open_game", "save_game", "statistics", "copy_seed")
    other = (SEPARATOR, "sandbox", "sandbox_here", SEPARATOR, "preferences", SEPARATOR, "quit")
    add_menu(window, act, "&Game", *game, *moving, *files, *other)
    playing = ("ai_move", "autoplay", "step", "think_aloud", SEPARATOR, "slower", "faster", speeds, SEPARATOR)
    agent = ("reload_agent", "next_difference", "stop_at_difference", "run_audit", "drop_agent")
    choosing = ("hint", "tell_mines", strategies, SEPARATOR, "open_agent", recent)
    add_menu(window, act, "&AI", *playing, *choosing, *agent)
    views = (*(view.action for view in WindowView), "next_view", SEPARATOR)
    add_menu(window, act, "&View", *views, *VIEW_MENU, SEPARATOR, "tool_bar", "full_screen")
    past = ("undo", "redo", "live", "branch", "prove_safe", SEPARATOR)
    panels = (*INSPECTOR_MENU_START, "agent", "log", "timeline", SEPARATOR)
    add_menu(window, act, "&Inspector", *panels, *past, *INSPECTOR_MENU_END)
    add_menu(window, act, "&Help", "help", "keys", SEPARATOR, "about")


def add_menu(window: QMainWindow, act: InspectorActions, text: str, *items: str | QMenu) -> None:
    """Add a menu to the menu bar of ``window``, of the actions with these names and of other menus."""
    menu = menu_of(window, text)
    for item in items:
        if isinstance(item, QMenu):
            menu.addMenu(item)
        elif item == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(act[item])
    window.menuBar().addMenu(menu)


def menu_of(window: QMainWindow, text: str, actions: Iterable[QAction] = ()) -> QMenu:
    """Return a menu of these actions, which shows their tool tips."""
    menu = QMenu(text, window)
    menu.setToolTipsVisible(True)
    menu.addActions(list(actions))
    return menu

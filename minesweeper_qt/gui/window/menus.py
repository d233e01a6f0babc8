"""The menu bar: the place of each action in it."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow, QMenu

from minesweeper_qt.gui.presentation.window_view import WindowView
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

_ASKING = ("why", "inspect", "follow", "from_clues", SEPARATOR, "previous_step", "next_step")
INSPECTOR_MENU_START = (*_ASKING, SEPARATOR, "knowledge", "why_panel", "known")
INSPECTOR_MENU_END = ("find", "save_knowledge", SEPARATOR, "hide_panels", "arrange")
"""The actions at the start and at the end of the Inspector menu of every window around a board."""


_AGENT_MENU = ("reload_agent", "next_difference", "stop_at_difference", "run_audit", "drop_agent")
"""The actions of the AI menu about the student's agent, below those that open one."""


def build_menu_bar(window: QMainWindow, act: Actions, speeds: QMenu, recent: QMenu) -> None:
    """Add the menus to ``window``; every action is in one of them.

    ``speeds`` and ``recent`` are menus of their own: the speeds of Auto-play, and the agents opened before.
    """
    game = add_menu(window, act, "&Game", "new_game", "restart", "pause", SEPARATOR, "reveal", "flag", SEPARATOR)
    difficulty_menu = add_sub_menu(window, game, "&Level")
    difficulty_menu.addActions([act.difficulties[name] for name in DIFFICULTIES])
    difficulty_menu.addSeparator()
    difficulty_menu.addAction(act.difficulties["custom"])
    game.addActions([act["copy_seed"]])
    game.addSeparator()
    game.addActions([act["sandbox"], act["sandbox_here"]])
    game.addSeparator()
    game.addAction(act["preferences"])
    game.addSeparator()
    game.addAction(act["quit"])
    playing = ("ai_move", "autoplay", "step", SEPARATOR, "slower", "faster")
    ai = add_menu(window, act, "&AI", *playing)
    ai.addMenu(speeds)
    ai.addSeparator()
    ai.addActions([act["hint"], act["tell_mines"]])
    add_sub_menu(window, ai, "Strateg&y").addActions(list(act.strategies.values()))
    ai.addSeparator()
    ai.addAction(act["open_agent"])
    ai.addMenu(recent)
    ai.addActions([act[name] for name in _AGENT_MENU])
    views = (*(view.action for view in WindowView), "next_view", SEPARATOR)
    add_menu(window, act, "&View", *views, *VIEW_MENU, SEPARATOR, "tool_bar", "full_screen")
    past = ("undo", "redo", "live", "branch", "prove_safe", SEPARATOR)
    panels = (*INSPECTOR_MENU_START, "agent", "log", "timeline", SEPARATOR)
    add_menu(window, act, "&Inspector", *panels, *past, *INSPECTOR_MENU_END)
    add_menu(window, act, "&Help", "help", "keys", SEPARATOR, "about")


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

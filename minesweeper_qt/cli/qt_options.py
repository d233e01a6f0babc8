"""Qt's own options, such as ``-style fusion``: those that a program with a window is expected to take."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from minesweeper_qt.cli.arguments import Parser


@dataclass(frozen=True, slots=True)
class QtOption:
    """An option with one value.

    ``variable`` is the environment variable with the same effect, which is set instead: what it names is checked before
    Qt starts.
    """

    name: str
    metavar: str
    about: str
    variable: str = ""


QT_OPTIONS = (
    QtOption("style", "NAME", "the style of the controls, such as fusion"),
    QtOption("stylesheet", "FILE", "a style sheet of your own"),
    QtOption("platform", "NAME", "the windowing system, such as xcb, wayland, offscreen", "QT_QPA_PLATFORM"),
    QtOption("platformpluginpath", "FOLDER", "where its plugin is", "QT_QPA_PLATFORM_PLUGIN_PATH"),
    QtOption("platformtheme", "NAME", "the desktop whose fonts and dialogs are used", "QT_QPA_PLATFORMTHEME"),
    QtOption("display", "NAME", "the X display, such as :1", "DISPLAY"),
    QtOption("plugin", "NAME", "another plugin to load"),
    QtOption("qwindowgeometry", "WxH+X+Y", "the size and place of the window"),
    QtOption("qwindowicon", "FILE", "its icon"),
    QtOption("qwindowtitle", "TEXT", "its title"),
    QtOption("session", "ID", "the session to restore"),
)


def add_to(command: Parser) -> None:
    """Add the options of Qt to ``command``; Qt takes them with one dash and with two."""
    for option in QT_OPTIONS:
        command.option(
            f"-{option.name}",
            f"it takes {option.about}",
            dest=f"qt_{option.name}",
            metavar=option.metavar,
            help=f"(Qt) {option.about}",
        )
    command.option("-reverse", "it takes no value", dest="qt_reverse", action="store_true", help="(Qt) right to left")


def arguments_for_qt(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the words to pass to Qt."""
    words = [
        word
        for option in QT_OPTIONS
        if not option.variable and getattr(arguments, f"qt_{option.name}") is not None
        for word in (f"-{option.name}", getattr(arguments, f"qt_{option.name}"))
    ]
    return (*words, "-reverse") if arguments.qt_reverse else tuple(words)


def environment_for_qt(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the environment variables to set for Qt."""
    given = {option.variable: getattr(arguments, f"qt_{option.name}") for option in QT_OPTIONS if option.variable}
    return {variable: value for variable, value in given.items() if value is not None}

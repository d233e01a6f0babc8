"""Parses the command line and runs the chosen command.

All arguments are checked before Qt is imported. A mistake is reported in one line, with exit code 2.
"""

from __future__ import annotations

import argparse
import gc
import os
import reprlib
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NoReturn

from minesweeper_qt import __version__
from minesweeper_qt.cli.arguments import (
    AGENT_FILE,
    EXIT_ENVIRONMENT,
    EXIT_INTERRUPTED,
    MAX_SEED,
    PYTHON,
    Parser,
    add_board_options,
    add_guesses_option,
    add_no_guess_options,
    agent_file,
    chosen_difficulty,
    chosen_no_guess,
    strategy,
)
from minesweeper_qt.cli.output import PROGRAM, flush_output, write_error, write_note, write_output
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.model.board.rules import Guesses
from minesweeper_qt.model.strategy.strategies import STRATEGIES

_COMMANDS = {
    "play": "open the window and play (the default)",
    "check": "say what is wrong in your own minesweeper.py of the CS50 project",
    "review": "say what could have been known in saved games",
    "practise": "print positions to practise on, with answers",
    "lab": "play many games and compare strategies",
    "solve": "say what is known about a position",
    "referee": "say which claims about cells, and which reasons for them, are false",
    "explain": "say why a cell of a position is safe or a mine",
    "desktop": "put the program into the menus of a Linux desktop",
}
"""What each command does. All but ``play`` have a module ``NAME_command``."""

_QT_OPTIONS = (
    *("style", "stylesheet", "platform", "platformpluginpath", "platformtheme", "plugin"),
    *("display", "qwindowgeometry", "qwindowicon", "qwindowtitle", "session"),
)
"""Qt's own options that take a value."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments (``sys.argv`` by default) name, and return the exit code.

    Raises ``SystemExit`` after ``--help``, after ``--version`` and on wrong input (2).
    """
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except SystemExit as end:
        if not flush_output() and not end.code:
            raise SystemExit(EXIT_ENVIRONMENT) from None
        raise
    return code if flush_output() else code or EXIT_ENVIRONMENT


def _run(argv: Sequence[str]) -> int:
    # Without a command the program runs `play`, so options without a command are those of `play`.
    bare = not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help", "--version"))
    if argv and {*argv} == {"--version", "--verbose"}:
        return 0 if write_output(_about()) else EXIT_ENVIRONMENT
    words = ["play", *argv] if bare else argv
    parser = parser_of(words[:1])
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        misplaced = [word for word in unknown if bare and word in _COMMANDS]
        what = f"{misplaced[0]!r} must come first" if misplaced else f"unknown: {' '.join(map(reprlib.repr, unknown))}"
        parser.error(f"{what}; {PROGRAM} {arguments.command} --help lists what is allowed")
    if arguments.command == "play":
        return play(_play_options(arguments, parser.error))
    code: int = _module_of(arguments.command).run(arguments, parser.error)
    return code


def _module_of(command: str) -> Any:
    """Return the module of a command other than ``play``, which is imported for that command alone."""
    match command:
        case "check":
            from minesweeper_qt.cli import check_command

            return check_command
        case "review":
            from minesweeper_qt.cli import review_command

            return review_command
        case "practise":
            from minesweeper_qt.cli import practise_command

            return practise_command
        case "lab":
            from minesweeper_qt.cli import lab_command

            return lab_command
        case "solve":
            from minesweeper_qt.cli import solve_command

            return solve_command
        case "referee":
            from minesweeper_qt.cli import referee_command

            return referee_command
        case "explain":
            from minesweeper_qt.cli import explain_command

            return explain_command
        case "desktop":
            from minesweeper_qt.cli import desktop_command

            return desktop_command


def parser_of(chosen: Collection[str] = tuple(_COMMANDS)) -> Parser:
    """Return the parser of the command line, with the arguments of the commands that are ``chosen``."""
    parser = Parser(
        prog=PROGRAM,
        description="A native Minesweeper whose AI you can watch thinking.",
        epilog=f"Without a command the program plays: `{PROGRAM} --level expert` is `{PROGRAM} play --level expert`.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument("--verbose", action="store_true", help="with --version: list all versions, for bug reports")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, about in _COMMANDS.items():
        command = subparsers.add_parser(name, help=about)
        if name in chosen:
            add = _add_play_arguments if name == "play" else _module_of(name).add_arguments
            add(command)
    return parser


def _about() -> str:
    """Return what a report of a mistake needs: the versions, the system, and the folders."""
    import platform

    lines = [f"{PROGRAM} {__version__}", f"Python {platform.python_version()}: {sys.executable}"]
    try:
        from PySide6 import __version__ as pyside
        from PySide6.QtCore import QCoreApplication, qVersion

        from minesweeper_qt.gui.window.preferences import data_folder, open_settings

        QCoreApplication.setApplicationName(PROGRAM)
        QCoreApplication.setOrganizationName(PROGRAM)
        lines += [f"Qt {qVersion()}, PySide6 {pyside}", f"games: {data_folder()}"]
        lines += [f"settings: {open_settings()[0].fileName()}"]
    except ImportError as wrong:
        lines.append(f"without Qt: {wrong}")
    return "\n".join([*lines, f"program: {Path(__file__).parents[1]}", f"system: {platform.platform()}"])


def play(options: PlayOptions) -> int:
    """Open the window, or take the screenshot, and return the exit code: 1 when this machine can't show a window."""
    if options.screenshot is not None and not os.environ.get("QT_QPA_PLATFORM"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if sys.platform == "win32" and os.environ.get("QT_QPA_PLATFORM") == "offscreen":
        # There that platform looks for fonts in a folder of Qt's, which has none.
        os.environ.setdefault("QT_QPA_FONTDIR", os.path.join(os.environ.get("WINDIR", r"C:\Windows"), "Fonts"))
    from minesweeper_qt.gui.qt_libraries import qt_problem

    problem = qt_problem()
    if problem is not None:
        write_error(problem)
        return EXIT_ENVIRONMENT
    # What is made at the start stays: to search it for garbage again and again would take a tenth of the start.
    gc.disable()
    from minesweeper_qt.gui.app import run

    return run(options, write_output, write_note)


def _add_play_arguments(command: Parser) -> None:
    """Add the arguments of ``play``, and Qt's own options, which the help does not list."""
    command.description = "Open the window and play."
    option, flag = command.option, command.flag
    about = "open a saved game, a replay or a position"
    option("--open", "allowed is a file", nargs="?", type=Path, metavar="FILE", help=about)
    add_board_options(command, without="the last level used")
    add_guesses_option(command, without="the last choice")
    add_no_guess_options(command)
    command.number("--seed", 0, MAX_SEED, metavar="S", help=f"repeat a layout: a whole number, 0 to {MAX_SEED}")
    flag("--autoplay", "let the AI play to the end")
    about = "show what is known about the cells; without either the last choice"
    flag("--overlay", about, action=argparse.BooleanOptionalAction)
    about = "show the chance of each cell to be a mine; without either the last choice"
    flag("--probabilities", about, action=argparse.BooleanOptionalAction)
    names = ", ".join(STRATEGIES)
    about = f"what the AI plays by: one of {names}; without it the last choice"
    option("--strategy", f"allowed are {names}", type=strategy, metavar="NAME", help=about)
    about = "let your own agent play beside the AI: your minesweeper.py, or the folder with it"
    option("--agent", AGENT_FILE, type=agent_file, metavar="FILE", help=about)
    about = "the Python that runs your agent; without it the one that runs this program"
    option("--python", PYTHON, metavar="PATH", help=about)
    command.file("--screenshot", ".png", about="write a picture (.png) of the window and exit; needs no display")
    for name in _QT_OPTIONS:
        option(f"-{name}", "it takes a value", dest=f"qt_{name}", help=argparse.SUPPRESS)
    flag("-reverse", argparse.SUPPRESS, dest="qt_reverse")


def _play_options(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> PlayOptions:
    """Return the options of ``play``.

    Calls ``error``, which does not return, when the arguments conflict.
    """
    if arguments.overlay and arguments.probabilities:
        error("--overlay does not go with --probabilities; allowed is the one or the other")
    if arguments.agent is not None and arguments.strategy is not None:
        error("--agent does not go with --strategy; allowed is the one or the other")
    if arguments.python is not None and arguments.agent is None:
        error("--python without --agent; it names the Python that runs the agent")
    if arguments.open is not None:
        others = ("level", "height", "seed", "autoplay", "agent", "guesses", "no_guess")
        other = next((name for name in others if getattr(arguments, name)), None)
        if other is not None:
            error(f"--{other.replace('_', '-')} does not go with --open; allowed is the one or the other")
        if not arguments.open.is_file():
            error(f"--open: there is no file {str(arguments.open)!r}; allowed are a saved game, a replay or a position")
    difficulty = chosen_difficulty(arguments, error)
    hardest = chosen_no_guess(arguments, difficulty, error)
    guesses = None if arguments.guesses is None else Guesses(arguments.guesses)
    qt = {name: value for name in _QT_OPTIONS if (value := getattr(arguments, f"qt_{name}")) is not None}
    for_qt = [word for name, value in qt.items() for word in (f"-{name}", value)]
    if arguments.qt_reverse:
        for_qt.append("-reverse")
    names = ("seed", "autoplay", "overlay", "screenshot", "strategy", "probabilities", "agent", "python")
    given: dict[str, Any] = {name: getattr(arguments, name) for name in names}
    given["file"] = arguments.open
    given["guesses"] = guesses if hardest is None else Guesses.NOT_NEEDED
    return PlayOptions(difficulty, qt_arguments=tuple(for_qt), hardest=hardest, **given)

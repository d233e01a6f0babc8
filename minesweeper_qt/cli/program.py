"""Parses the command line and runs the chosen command.

All arguments are checked before Qt is imported. A mistake is reported in one line, with exit code 2.
"""

from __future__ import annotations

import argparse
import os
import reprlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NoReturn

from minesweeper_qt import __version__
from minesweeper_qt.cli import check_arguments, explain_command, lab_arguments, qt_options, solve_command
from minesweeper_qt.cli.arguments import (
    AGENT_FILE,
    EXIT_ENVIRONMENT,
    EXIT_INTERRUPTED,
    MAX_SEED,
    Parser,
    add_board_options,
    agent_file,
    chosen_difficulty,
    file_to_write,
    seed,
    strategy,
)
from minesweeper_qt.cli.output import PROGRAM, flush_output, write_error, write_note, write_output
from minesweeper_qt.gui import display
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.model.strategy.strategies import STRATEGIES


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
    parser, commands = _parsers()
    # Without a command the program runs `play`, so options without a command are those of `play`.
    bare = not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help", "--version"))
    arguments, unknown = parser.parse_known_args(["play", *argv] if bare else argv)
    if unknown:
        misplaced = [word for word in unknown if bare and word in commands]
        what = f"{misplaced[0]!r} must come first" if misplaced else f"unknown: {' '.join(map(reprlib.repr, unknown))}"
        parser.error(f"{what}; {PROGRAM} {arguments.command} --help lists what is allowed")
    if arguments.command == "lab":
        # Imported only now: the window needs none of it and opens sooner without.
        from minesweeper_qt.cli import lab_command

        return lab_command.run(arguments, commands["lab"].error)
    if arguments.command == "check":
        from minesweeper_qt.cli import check_command

        return check_command.run(arguments, commands["check"].error)
    if arguments.command == "solve":
        return solve_command.run(arguments, commands["solve"].error)
    if arguments.command == "explain":
        return explain_command.run(arguments, commands["explain"].error)
    options = _play_options(arguments, commands["play"].error)
    os.environ.update(qt_options.environment_for_qt(arguments))
    return play(options)


def play(options: PlayOptions) -> int:
    """Open the window, or take the screenshot, and return the exit code: 1 when this machine can't show a window."""
    if options.screenshot is not None and not os.environ.get("QT_QPA_PLATFORM"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    problem = display.problem(os.environ)
    if problem is not None:
        write_error(problem)
        return EXIT_ENVIRONMENT
    from minesweeper_qt.gui.app import run

    return run(options, write_output, write_note)


def _parsers() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the program, and the parsers of its commands by name."""
    parser = Parser(
        prog=PROGRAM,
        description="A native Minesweeper whose player can be watched thinking.",
        epilog=f"Without a command it plays: `{PROGRAM} --level expert` is `{PROGRAM} play --level expert`.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    command = subparsers.add_parser(
        "play",
        help="open the window and play (the default)",
        description="Open the window and play.",
    )
    option = command.option
    add_board_options(command, without="the level of last time")
    option(
        "--seed",
        f"allowed are 0 to {MAX_SEED}",
        type=seed,
        metavar="S",
        help=f"repeat a layout: a whole number, 0 to {MAX_SEED}",
    )
    option("--autoplay", "it takes no value", action="store_true", help="let the AI play to the end")
    option(
        "--overlay",
        "it takes no value",
        action=argparse.BooleanOptionalAction,
        help="show what is known of the cells; without either as last time",
    )
    option(
        "--probabilities",
        "it takes no value",
        action=argparse.BooleanOptionalAction,
        help="show the chance of each cell to be a mine; without either as last time",
    )
    option(
        "--strategy",
        f"allowed are {', '.join(STRATEGIES)}",
        type=strategy,
        metavar="NAME",
        help=f"what the AI plays by: one of {', '.join(STRATEGIES)}; without it that of last time",
    )
    option(
        "--agent",
        AGENT_FILE,
        type=agent_file,
        metavar="FILE",
        help="let your own agent play beside the AI: your minesweeper.py, or the folder with it",
    )
    option(
        "--screenshot",
        "allowed is a file name that ends in .png, in a folder that can be written to",
        type=partial(file_to_write, ending=".png"),
        metavar="FILE",
        help="write a picture (.png) of the window and end; needs no display",
    )
    qt_options.add_to(command)
    others = {"check": check_arguments, "lab": lab_arguments, "solve": solve_command, "explain": explain_command}
    return parser, {"play": command, **{name: module.add_to(subparsers) for name, module in others.items()}}


def _play_options(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> PlayOptions:
    """Return the options of ``play``; calls ``error``, which does not return, when the arguments conflict."""
    if arguments.overlay and arguments.probabilities:
        error("--overlay does not go with --probabilities; allowed is the one or the other")
    if arguments.agent is not None and arguments.strategy is not None:
        error("--agent does not go with --strategy; allowed is the one or the other")
    return PlayOptions(
        chosen_difficulty(arguments, error),
        arguments.seed,
        arguments.autoplay,
        arguments.overlay,
        arguments.screenshot,
        arguments.strategy,
        arguments.probabilities,
        qt_options.arguments_for_qt(arguments),
        arguments.agent,
    )

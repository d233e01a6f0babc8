"""The man page: the sections in ``minesweeper-qt.1.in``, with the commands and options from their parsers."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Mapping
from pathlib import Path

from minesweeper_qt import __version__
from minesweeper_qt.cli.arguments import Parser

_HERE = Path(__file__).parent

_LEFT_OUT = ("help", "command")
"""What is not described for each command anew: ``--help``, which they all have, and the commands."""


def page(root: Parser, commands: Mapping[str, tuple[str, Parser]]) -> str:
    """Return the man page; ``commands`` has for each command what it does, and its parser."""
    releases = (_HERE / "io.github.minesweeper_qt.metainfo.xml").read_text(encoding="utf-8")
    (date,) = re.findall(f'<release version="{re.escape(__version__)}" date="(.*?)"', releases)
    synopsis = [f"{_usage(name, command)}\n.br" for name, (_, command) in commands.items()]
    parts = {
        "VERSION": __version__,
        "DATE": date,
        "SYNOPSIS": "\n".join(synopsis),
        "DESCRIPTION": f"{_roff(root.description or '')}\n.PP\n{_roff(root.epilog or '')}",
        "OPTIONS": _options(root),
        "COMMANDS": "\n".join(_section(name, command) for name, (_, command) in commands.items()),
    }
    template = (_HERE / "minesweeper-qt.1.in").read_text(encoding="utf-8")
    return re.sub("@([A-Z]+)@", lambda found: parts[found[1]], template)


def _section(name: str, command: Parser) -> str:
    parts = [f".SS {name}", _usage(name, command), ".PP", _roff(command.description or ""), _options(command)]
    return "\n".join([*parts, *([".PP", _roff(command.epilog)] if command.epilog else [])])


def _usage(name: str, command: Parser) -> str:
    """Return how a command is called: its arguments, and the options of which it needs one."""
    groups = [group._group_actions for group in command._mutually_exclusive_groups if group.required]
    needed = [" | ".join(map(_head, group)) for group in groups]
    if _shown(command) != [action for group in groups for action in group]:
        needed.insert(0, "[\\fIoptions\\fR]")
    needed += map(_head, command._get_positional_actions())
    # Without a command the program plays.
    return " ".join(["\\fBminesweeper\\-qt\\fR", "[\\fBplay\\fR]" if name == "play" else f"\\fB{name}\\fR", *needed])


def _options(command: Parser) -> str:
    described = [f".TP\n{_head(action)}\n{_roff((action.help or '').replace('%%', '%'))}" for action in _shown(command)]
    return "\n".join(described)


def _shown(command: Parser) -> list[argparse.Action]:
    return [action for action in command._actions if action.help != argparse.SUPPRESS and action.dest not in _LEFT_OUT]


def _head(action: argparse.Action) -> str:
    """Return the names of an option in bold, and that of its value in italics; no line is broken between them."""
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in action.option_strings)
    value = "" if action.nargs == 0 else f"\\fI{_escaped(str(action.metavar or '|'.join(action.choices or ())))}\\fR"
    value = {"?": f"[{value}]", "+": f"{value}..."}.get(str(action.nargs), value)
    return "\\ ".join(filter(None, (names, value)))


def _roff(text: str) -> str:
    """Return a text in lines, none of which is a command of roff; what stands in backticks is in bold."""
    lines = textwrap.wrap(re.sub("`(.*?)`", r"\\fB\1\\fR", _escaped(text)), 80, break_on_hyphens=False)
    return "\n".join(re.sub("^[.]", r"\\&.", line) for line in lines)


def _escaped(text: str) -> str:
    for sign, escape in (("\\", "\\(rs"), ("-", "\\-"), ("'", "\\(aq"), ("~", "\\(ti"), ("^", "\\(ha")):
        text = text.replace(sign, escape)
    return text

"""The completions of the command line for bash, zsh and fish, from the parsers of its commands."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from minesweeper_qt.cli.arguments import Parser
from minesweeper_qt.model.board.rules import DIFFICULTIES
from minesweeper_qt.model.strategy.strategies import STRATEGIES

Commands = Mapping[str, tuple[str, Parser]]
"""For each command what it does, and its parser."""

_WORDS = {"--level": tuple(DIFFICULTIES), "--strategy": tuple(STRATEGIES)}
"""The values of the options that have no ``choices``, since they take more: upper case, or a file."""

_PATHS = {"FILE": "files", "PATH": "files", "FOLDER": "folders"}
"""What an option or argument with this metavar takes."""

_HEAD = "# The completions of minesweeper-qt, written by resources/desktop/generate.\n"


@dataclass(frozen=True)
class _Argument:
    """An option, or an argument without a name: its values, and whether they are paths of ``files`` or ``folders``."""

    name: str
    about: str
    metavar: str
    words: tuple[str, ...]
    paths: str
    takes_value: bool
    is_optional: bool
    is_repeated: bool


def bash(root: Parser, commands: Commands) -> str:
    """Return the completions for bash."""
    # bash itself completes paths, also with spaces, where the function finds no word and leaves "default" on.
    lines = [
        "_minesweeper_qt() {",
        "    local word=$2 option=$3 command=${COMP_WORDS[1]} words= paths=",
        "    if [[ $word == = ]]; then word=; fi",
        "    if [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi",
        f'    if [[ $COMP_CWORD -eq 1 || " {" ".join(commands)} " != *" $command "* ]]; then command=; fi',
        '    case "$command $option" in',
    ]
    others = []
    for command, arguments in _arguments(root, commands).items():
        for argument in arguments:
            if argument.name and argument.takes_value:
                found = f'words="{" ".join(argument.words)}" paths={argument.paths}'
                lines.append(f'        "{command} {argument.name}") {found} ;;')
        names = " ".join(argument.name for argument in arguments if argument.name)
        paths = "".join(argument.paths for argument in arguments if not argument.name)
        others.append(f'        "{command} "*) words="{names}" paths={paths} ;;')
    lines += [
        *others,
        "    esac",
        f'    if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then words="{" ".join(commands)}"; fi',
        "    if [[ $words == -* && $word != -* ]]; then words=; fi",
        '    COMPREPLY=($(compgen -W "$words" -- "$word"))',
        "    if [[ $paths != files ]]; then compopt +o default 2>/dev/null; fi  # bash 3.2 has no compopt",
        "    if [[ $paths == folders ]]; then compopt -o dirnames 2>/dev/null; fi",
        "    return 0",
        "}",
        "complete -o default -F _minesweeper_qt minesweeper-qt minesweeper-qtw",
    ]
    return _HEAD + "\n".join(lines) + "\n"


def zsh(root: Parser, commands: Commands) -> str:
    """Return the completions for zsh."""
    about = " ".join(shlex.quote(f"{name}:{_escaped(about)}") for name, (about, _) in commands.items())
    lines = [
        f"local -a commands=({about})",
        "local command=",
        f"if (( CURRENT > 2 )) && [[ $words[2] == ({'|'.join(commands)}) ]]; then",
        "    command=$words[2]",
        "    shift words",
        "    (( CURRENT-- ))",
        "fi",
        "case $command in",
    ]
    for command, arguments in _arguments(root, commands).items():
        specs = [_zsh_spec(argument) for argument in arguments]
        if not command:
            specs.append("1:command:{(( CURRENT == 2 )) && _describe command commands}")
        separator = " \\\n        "
        lines.append(f"    '{command}') _arguments{separator}{separator.join(map(shlex.quote, specs))} ;;")
    return "#compdef minesweeper-qt minesweeper-qtw\n" + _HEAD + "\n".join([*lines, "esac"]) + "\n"


def fish(root: Parser, commands: Commands) -> str:
    """Return the completions for fish."""
    complete = "complete -c minesweeper-qt"
    lines = [f"{complete} -f"]
    first = "test (count (commandline -opc)) -eq 1"
    lines += [f"{complete} -n '{first}' -a {name} -d {_in_quotes(about)}" for name, (about, _) in commands.items()]
    for command, arguments in _arguments(root, commands).items():
        seen = f"__fish_seen_subcommand_from {command or ' '.join(commands)}"
        for argument in arguments:
            words = [complete, "-n", f"'{seen if command else f'not {seen}'}'"]
            if argument.name:
                words += ["-l", argument.name.removeprefix("--"), "-d", _in_quotes(argument.about)]
            if argument.paths == "files":
                words.append("-r -F" if argument.name else "-F")
            elif argument.name and argument.takes_value:
                words.append("-x")
            if argument.paths == "folders":
                words += ["-a", "'(__fish_complete_directories)'"]
            if argument.words:
                words += ["-a", f"'{' '.join(argument.words)}'"]
            lines.append(" ".join(words))
    return _HEAD + "\n".join(lines) + "\n"


def _arguments(root: Parser, commands: Commands) -> dict[str, list[_Argument]]:
    """Return the arguments of each command, and under "" those without a command, which are those of ``play``, too."""
    of_commands = {name: list(_arguments_of(name, command)) for name, (_, command) in commands.items()}
    without = {argument.name: argument for argument in (*_arguments_of("", root), *of_commands["play"])}
    return {"": list(without.values()), **of_commands}


def _arguments_of(command: str, parser: Parser) -> Iterator[_Argument]:
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):
            continue
        names = [name for name in action.option_strings if name != "-h"]  # --help is enough
        for name in names or [""]:
            metavar = str(action.metavar or "VALUE")
            takes_agent = command == "lab" and name == "--strategy"
            words = () if action.nargs == 0 else _WORDS.get(name) or tuple(map(str, action.choices or ()))
            yield _Argument(
                name=name,
                about=(action.help or "").replace("%%", "%"),
                metavar=metavar,
                words=words,
                paths="files" if takes_agent else _PATHS.get(metavar, ""),
                takes_value=action.nargs != 0,
                is_optional=action.nargs == "?",
                is_repeated=action.nargs == "+" or isinstance(action, argparse._AppendAction),
            )


def _zsh_spec(argument: _Argument) -> str:
    """Return an argument as ``_arguments`` of zsh takes it."""
    star = "*" if argument.is_repeated else ""
    if not argument.takes_value:
        return f"{star}{argument.name}[{_escaped(argument.about)}]"
    words = f"compadd -- {' '.join(argument.words)}" if argument.words else ""
    paths = {"files": "_files", "folders": "_path_files -/"}.get(argument.paths, "")
    found = f"{argument.metavar}:{{{'; '.join(filter(None, (words, paths)))}}}"
    if not argument.name:
        return f"{star}:{found}"
    return f"{star}{argument.name}=[{_escaped(argument.about)}]{':' if argument.is_optional else ''}:{found}"


def _escaped(text: str) -> str:
    for sign in "\\[]:":
        text = text.replace(sign, "\\" + sign)
    return text


def _in_quotes(text: str) -> str:
    """Return a text in quotes of fish."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

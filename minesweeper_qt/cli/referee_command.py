"""The command ``minesweeper-qt referee``: says which claims about cells, and which reasons for them, are false.

Never imports Qt.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import NoReturn

from minesweeper_qt.cli.arguments import EXIT_FOUND, MAX_CELLS, Parser, message_about_file, read_text, size_problem
from minesweeper_qt.cli.output import write_output
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.lab.solver import Reason, false_claims, judge_reason, read_case
from minesweeper_qt.model.report_parts import Part, Section, as_text
from minesweeper_qt.model.words import as_lists

_HEADING = (
    "claims: {claims[all]}, {claims[false]} false; reasons: {reasons[all]}, {reasons[false]} false, "
    "{reasons[errors]} of them name no clue; clues that the others name: {reasons[named]}, {reasons[needless]} needless"
)


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``referee`` to its parser."""
    command.description = (
        "Say which claims about cells are false, and which reasons: whether the named clues force them."
    )
    answer = '"safe": [[0, 2]], "because": [{"cell": [0, 2], "clues": [[0, 0]], "mines": true}]'
    command.epilog = (
        f'A line is {{"position": "3x1x1\\n1HH", {answer}}}, or has mines or risks; for positions see solve --help.'
    )
    about = "a file with a JSON object on each line; - reads standard input"
    command.add_argument("file", metavar="FILE", help=about)
    command.flag("--json", "write JSON, for programs")


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Judge the lines of the file that the arguments name, print what is false, and return the exit code.

    The code is 1 when anything is false, or can't be written. Calls ``error``, which does not return, for a line that
    can't be judged.
    """
    stated, judged, found, parts, engine = 0, list[Reason](), list[object](), list[Part](), Engine()
    for number, line in enumerate(read_text(arguments.file, error).split("\n"), 1):
        if not line.strip():
            continue
        try:
            position, answer = read_case(line)
            if problem := size_problem(position.height, position.width, MAX_CELLS):
                raise MinesweeperError(problem)
            claims = false_claims(answer, engine.solve(position))
            given = [judge_reason(position, reason) for reason in answer.because]
        except MinesweeperError as wrong:
            error(message_about_file(arguments.file, f"line {number}: {wrong}"))
        stated += len(answer.safe) + len(answer.mines) + len(answer.risks)
        judged += given
        for fault in (*claims, *[one for one in given if one.fault]):
            layout = fault.layout if isinstance(fault, Reason) else None
            found.append({"line": number, "text": str(fault), "layout": None if layout is None else as_lists(layout)})
            drawn = position.with_marks(dict.fromkeys(layout or (), "M")).to_text()
            parts.append(Section(f"line {number}: {fault}", drawn.split()))
    false = [one for one in judged if one.fault]
    reasons = {"all": len(judged), "false": len(false), "errors": sum([one.layout is None for one in false])}
    reasons |= {name: sum([getattr(one, name) for one in judged]) for name in ("named", "needless")}
    sums = {"claims": {"all": stated, "false": len(found) - len(false)}, "reasons": reasons}
    made = as_text([Section("", [_HEADING.format(**sums), *parts])])
    is_written = write_output(json.dumps({**sums, "faults": found}) if arguments.json else made)
    return 0 if is_written and not found else EXIT_FOUND

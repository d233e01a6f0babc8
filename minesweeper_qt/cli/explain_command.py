"""The command ``minesweeper-qt explain``: proves that a cell is safe or a mine, or shows that it is undecided.

Never imports Qt.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import NoReturn

from minesweeper_qt.cli.arguments import (
    EXIT_ENVIRONMENT,
    Parser,
    add_position,
    add_svg_option,
    message_about_file,
    no_layout_message,
    read_position,
    whole,
)
from minesweeper_qt.cli.output import numbers_of_any_length, write_error, write_file, write_output
from minesweeper_qt.model.board.board_svg import board_svg
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import CellError, InconsistentPosition, TooHard
from minesweeper_qt.model.evidence.proof import Proof, proof_dict, short_dict, short_text
from minesweeper_qt.model.evidence.undecided import Undecided, undecided_dict
from minesweeper_qt.model.explain.explainer import Explainer


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``explain`` to its parser."""
    command.description = (
        "Explain why a covered cell of a position is safe or a mine: from what the three rules of CS50 "
        "find out, or from the clues alone. Or show two layouts that agree with everything seen, one with a "
        "mine there and one without."
    )
    add_position(command)
    for name, metavar, side in (("row", "ROW", "rows"), ("column", "COL", "columns")):
        allowed = f"0 to the number of {side} - 1"
        command.option(name, f"allowed are {allowed}", type=whole, metavar=metavar, help=f"its {name}: {allowed}")
    command.flag("--unfold", "write all of the proof: what is known, and why, and the lines that are folded")
    command.flag("--from-clues", "start from the clues alone, not from what the three rules find out")
    command.flag("--json", "write JSON, for programs: the proof from the clues, and the short one")
    add_svg_option(command, "the verdict on the cell and the clues of the proof, or with the chance of a mine")


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Print the explanation of the cell that the arguments name, and return the exit code.

    The code is 1 when the position is too hard to decide or the output can't be written. Calls ``error``, which does
    not return, when the position or the cell is wrong.
    """
    file = arguments.file
    position = read_position(file, error)
    try:
        text, picture = _explain(Explainer(position), arguments)
    except CellError as wrong:
        error(message_about_file(file, str(wrong)))
    except InconsistentPosition:
        error(no_layout_message(file, position))
    except TooHard as wrong:
        write_error(message_about_file(file, str(wrong)))
        return EXIT_ENVIRONMENT
    is_drawn = arguments.svg is None or write_file(arguments.svg, picture)
    return 0 if write_output(text) and is_drawn else EXIT_ENVIRONMENT


def _explain(explainer: Explainer, arguments: argparse.Namespace) -> tuple[str, str]:
    """Return what is printed of the cell that the arguments name, and the picture, if they ask for one.

    Raises what ``Explainer.explain`` raises.
    """
    cell = (arguments.row, arguments.column)
    found = explainer.explain(cell) if arguments.from_clues else explainer.short_proof(cell)
    picture = board_svg(explainer.position, marks=found.marks) if arguments.svg else ""
    with numbers_of_any_length():
        if not arguments.json:
            return str(found) if isinstance(found, Undecided) else short_text(found, arguments.unfold), picture
        if arguments.from_clues or isinstance(found, Undecided):
            return as_json(explainer.position, found), picture
        return as_json(explainer.position, explainer.explain(cell), found), picture


def as_json(position: Position, found: Proof | Undecided, short: Proof | Undecided | None = None) -> str:
    """Return the explanation, and the short proof if given, as one JSON object on one line; see the help."""
    written = undecided_dict(found) if isinstance(found, Undecided) else proof_dict(found)
    if isinstance(short, Proof):
        written["outline"] = short_dict(short)
    return json.dumps({"height": position.height, "width": position.width, "mines": position.mines, **written})

"""The command ``minesweeper-qt solve``: prints the chances, certain cells and best move of a position in a file.

Never imports Qt.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from minesweeper_qt.cli.arguments import EXIT_ENVIRONMENT, Parser, strategy
from minesweeper_qt.cli.output import numbers_of_any_length, write_output
from minesweeper_qt.cli.position_file import FORMAT, add_position, no_layout_message, read_position
from minesweeper_qt.cli.solve_report import Solution, as_json, as_text
from minesweeper_qt.cli.waiting_line import waiting_line
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import CS50_RULES
from minesweeper_qt.model.errors import InconsistentPosition
from minesweeper_qt.model.evidence.derivation import InconsistentKnowledge
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels, reasoning_levels
from minesweeper_qt.model.strategy.strategies import CS50, STRATEGIES, Choice, Strategy, make_strategy
from minesweeper_qt.model.text.reason_text import ChoiceReason, ChoiceReasonKind


def add_to(subparsers: Any) -> Parser:
    """Add the command ``solve`` to the program's ``subparsers`` and return its parser."""
    names = ", ".join(STRATEGIES)
    command: Parser = subparsers.add_parser(
        "solve",
        help="say what is known of a position",
        description="Say how likely each cell of a position is a mine, what is certain and why, and the best move.",
        epilog=FORMAT,
    )
    add_position(command)
    option = command.option
    option("--json", "it takes no value", action="store_true", help="write JSON, for programs")
    option(
        "--strategy",
        f"allowed are {names}",
        type=strategy,
        default="expert",
        metavar="NAME",
        help=f"who picks the best move: one of {names}; without it expert",
    )
    return command


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Print the solution of the position that the arguments name, and return the exit code.

    The code is 1 when the output can't be written. Calls ``error``, which does not return, when the position is wrong.
    """
    name = arguments.strategy
    position = read_position(arguments.file, error)
    with waiting_line(f"solving {position.width}x{position.height}"), numbers_of_any_length():
        try:
            levels = reasoning_levels(position)
            solution = Solution(position, levels, name, best_move(position, levels, name))
        except (InconsistentPosition, InconsistentKnowledge):
            message = no_layout_message(arguments.file, position)
        else:
            message = ""
            text = as_json(solution) if arguments.json else as_text(solution, colours=_uses_colours())
    if message:
        error(message)
    return 0 if write_output(text) else EXIT_ENVIRONMENT


def best_move(position: Position, levels: ReasoningLevels, name: str) -> Choice | None:
    """Return the choice of the strategy ``name``; ``None`` when no cell is left to open.

    The choice is the same every time: random strategies use a fixed seed. Raises ``InconsistentKnowledge`` when
    ``levels`` are those of a position that is too hard to count, and the rules of the strategy find a contradiction.

    >>> position = Position.from_text("3x1x1\\n1HH\\n")
    >>> best_move(position, reasoning_levels(position), "expert").cell
    (0, 2)
    """
    if not position.covered - levels.mines:
        return None
    # A position contains no rules: CS50's, which don't protect the first click, are assumed. Its flags are ignored.
    player = make_strategy(name, CS50_RULES, seed=0)
    known = _known(position, levels, player)
    safe = [(level, cell) for cell, level in known.items() if cell in levels.safe]
    if safe:
        level, cell = min(safe)
        reason = ChoiceReason(ChoiceReasonKind.OTHER, words=f"{level} ({level.meaning})")
        return Choice(cell, True, reason, 0.0, 0.0)
    # The conclusions that the agent would draw from the clues are known already, so it need not learn the clues.
    agent = MinesweeperAI(position.height, position.width, seed=0)
    agent.moves_made.update(position.clues)
    agent.mines.update(known)
    bare = Position(position.height, position.width, position.mines, position.clues, taken=position.taken)
    choice = player.choose(bare, agent)
    return choice if choice is None or choice.risk is not None else _with_known_risk(choice, levels)


def _known(position: Position, levels: ReasoningLevels, player: Strategy) -> dict[Cell, Reasoning]:
    """Return the cells whose verdict ``player`` knows, with their levels; if it knows safe ones, maybe not all."""
    if not isinstance(player, CS50):
        return dict(levels)
    rules = Reasoning.OVERLAP if player.uses_overlap_rule else Reasoning.SUBSET
    known = {cell: level for cell, level in levels.items() if level <= rules}
    if not player.uses_mine_count or not levels.safe.isdisjoint(known):
        return known
    # An agent with the number of mines knows less than the level ``count``. Learning all clues takes a while.
    base = KnowledgeBase(position.board, overlap=player.uses_overlap_rule)
    for cell in sorted(position.taken):
        base.mark(cell, 1)
    for cell, clue in position.clues.items():
        base.learn(cell, clue)
    base.learn_mine_count(position.mines)
    return {cell: level for cell, level in levels.items() if cell in base.settled}


def _with_known_risk(choice: Choice, levels: ReasoningLevels) -> Choice:
    """Return the choice of a strategy that does not know its risk, with the risk filled in as far as it is known."""
    found = levels.probabilities
    if found is None:
        return replace(choice, risk=1.0) if choice.cell in levels.mines else choice
    least = min(mines / layouts for _, mines, layouts in found.groups)
    return replace(choice, risk=float(found.probability[choice.cell]), least_risk=least)


def _uses_colours() -> bool:
    """Return whether to colour the output: on a terminal that is not dumb, unless NO_COLOR is set.

    NO_COLOR: https://no-color.org.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

"""The command ``minesweeper-qt solve``: prints the chances, certain cells and best move of a position in a file.

Of the record of a game, or of a board by its code, it prints one way to solve the board without a guess, a certificate,
or the first position at which a guess is needed. For other tools it writes a position as logic.

Never imports Qt.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import NoReturn

from minesweeper_qt.cli.arguments import (
    EXIT_ENVIRONMENT,
    EXIT_FOUND,
    MAX_CELLS,
    Parser,
    add_position,
    add_svg_option,
    message_about_file,
    no_layout_message,
    read_position,
    read_text,
    size_problem,
    strategy,
)
from minesweeper_qt.cli.output import numbers_of_any_length, write_error, write_file, write_output
from minesweeper_qt.model import words
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import CS50_RULES
from minesweeper_qt.model.errors import InconsistentPosition, MinesweeperError, TooHard, quoted
from minesweeper_qt.model.evidence.derivation import InconsistentKnowledge, Reasoning
from minesweeper_qt.model.evidence.logic import to_course, to_dimacs, to_smtlib
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels, reasoning_levels
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind
from minesweeper_qt.model.strategy.strategies import CS50, STRATEGIES, Choice, Strategy, make_strategy

_GIVEN = "given"
"""Stands for the reasoning level of a cell that the position takes for a mine, which is assumed, not proved."""

_LOGIC = {"dimacs": to_dimacs, "smtlib": to_smtlib, "course": to_course}
"""What writes a position as logic, by the name of the form."""
_CODES = "codes of boards and game IDs, with the first cell, such as 4x2:0,0,u18, and addresses with one"
_ONE = "allowed is the one or the other"

_WIDTH = 4
"""Characters for one cell: a board of 30 columns fits a terminal of 124 characters."""

_COLOURS = {"safe": "\x1b[1;32m", "mine": "\x1b[1;31m", "best": "\x1b[7m"}
_PLAIN = "\x1b[0m"


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``solve`` to its parser."""
    command.description = (
        "Say how likely each cell of a position is a mine, what is certain and why, and the best move."
    )
    add_position(command, nargs="?")
    command.flag("--json", "write JSON, for programs")
    names = ", ".join(STRATEGIES)
    about = f"the strategy that picks the best move: one of {names}; without it expert"
    command.option("--strategy", f"allowed are {names}", type=strategy, default="expert", metavar="NAME", help=about)
    add_svg_option(command, "the chances, the certain cells and the best move")
    command.flag("--certificate", "FILE is a saved game: write how its board is solved without a guess, with proofs")
    about = "the same for a board by its code, its game ID in Simon Tatham's Mines, or an address with one"
    command.option("--game", f"allowed are {_CODES}", metavar="CODE", help=about)
    about = "write the position as logic for other tools: dimacs (SAT solvers), smtlib, or course (Python, logic.py)"
    command.option("--logic", f"allowed are {', '.join(_LOGIC)}", choices=_LOGIC, metavar="FORM", help=about)
    command.flag("--no-mine-count", "with --logic: the clues alone, without the number of mines")


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Print the solution of the position that the arguments name, and return the exit code.

    The code is 1 when the output can't be written, or the board of a saved game has no certificate. Calls ``error``,
    which does not return, when the position or the record is wrong.
    """
    if (arguments.file is None) is (arguments.game is None):
        error("allowed are FILE or --game CODE, one of them")
    if arguments.logic is not None or arguments.no_mine_count:
        return _write_logic(arguments, error)
    if arguments.certificate or arguments.game is not None:
        if arguments.svg is not None:
            error(f"--svg does not go with {'--game' if arguments.file is None else '--certificate'}; {_ONE}")
        return _certify(arguments, error)
    name = arguments.strategy
    position = read_position(arguments.file, error)
    with numbers_of_any_length():
        try:
            levels = reasoning_levels(position)
            solution = Solution(position, levels, name, best_move(position, levels, name))
        except (InconsistentPosition, InconsistentKnowledge):
            error(no_layout_message(arguments.file, position))
        text = as_json(solution) if arguments.json else as_text(solution, colours=_uses_colours())
    is_drawn = arguments.svg is None or write_file(arguments.svg, board_svg(position, marks=solution.marks))
    return 0 if write_output(text) and is_drawn else EXIT_ENVIRONMENT


def _write_logic(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Print the position in the file that the arguments name as logic, consistent or not, and return the exit code."""
    if arguments.logic is None:
        error("--no-mine-count without --logic, which names the form of the output")
    for name in ("game", "json", "svg", "certificate"):
        if getattr(arguments, name):
            error(f"--{name} does not go with --logic; allowed is the one or the other")
    position = read_position(arguments.file, error)
    try:
        text = _LOGIC[arguments.logic](position, has_mine_count=not arguments.no_mine_count)
    except TooHard as wrong:
        error(message_about_file(arguments.file, f"{wrong}: --no-mine-count"))
    return 0 if write_output(text.removesuffix("\n")) else EXIT_ENVIRONMENT


def _certify(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Print the certificate of the game that the arguments name, or where it needs a guess; return the exit code."""
    from minesweeper_qt.model.dealing.certificate import GuessNeeded, certify
    from minesweeper_qt.model.evidence.certificate import certificate_dict
    from minesweeper_qt.model.evidence.undecided import undecided_dict
    from minesweeper_qt.model.play.record import Record
    from minesweeper_qt.model.replay.game_file import read_code

    file, code = arguments.file, arguments.game
    about = partial(message_about_file, file) if code is None else f"--game {quoted(code)}: {{}}".format
    try:
        played = Record.from_text(read_text(file, error), allow_cut=True) if code is None else read_code(code)
        game = played.history()[0]
    except MinesweeperError as wrong:
        error(about(str(wrong)))
    if code is not None and not game.clues:
        error(about(f"without a first cell, from which a certificate begins; allowed are {_CODES}"))
    if problem := size_problem(game.height, game.width, MAX_CELLS):
        error(about(problem))
    try:
        made = certify(game)
    except GuessNeeded as needed:
        found = needed.undecided
        guess = {"guess": str(needed), "rows": found.position.to_text().split()[1:], **undecided_dict(found)}
        text = f"{about(str(needed))}, at this position:\n{found.position.to_text()}{found}"
        write_output(json.dumps(guess) if arguments.json else text)
        return EXIT_FOUND
    except MinesweeperError as wrong:
        write_error(about(str(wrong)))
        return EXIT_FOUND
    text = json.dumps(certificate_dict(made)) if arguments.json else str(made)
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


# -- what is printed


@dataclass(frozen=True, slots=True)
class Solution:
    """A position, the reasoning levels of its certain cells, and the best move.

    ``strategy`` is the name of the strategy that picked ``best``; ``best`` is ``None`` when no cell is left to open.
    """

    position: Position
    levels: ReasoningLevels
    strategy: str
    best: Choice | None

    @property
    def layouts(self) -> int | None:
        """The number of layouts that agree with the position; ``None`` if counting was too hard."""
        return None if self.levels.probabilities is None else self.levels.probabilities.layouts

    @property
    def marks(self) -> BoardMarks:
        """What a picture marks: what is certain, the other chances, and the best move."""
        best = None if self.best is None else self.best.cell
        return BoardMarks(self.levels.safe, self.levels.mines, self.probability, best=best)

    @property
    def probability(self) -> Mapping[Cell, Fraction]:
        """The chances of all covered cells to be mines; only of the certain cells if counting was too hard."""
        if self.levels.probabilities is not None:
            return self.levels.probabilities.probability
        return {cell: Fraction(cell in self.levels.mines) for cell in self.levels}

    def verdict(self, cell: Cell) -> str:
        """Return ``safe``, ``mine`` or ``unknown``."""
        return "safe" if cell in self.levels.safe else "mine" if cell in self.levels.mines else "unknown"

    def level(self, cell: Cell) -> str | None:
        """Return the reasoning level that proves a covered cell; ``None`` if it is not certain.

        It is ``given`` for a cell that the position takes for a mine.
        """
        if cell in self.position.taken:
            return _GIVEN
        return str(self.levels[cell]) if cell in self.levels else None


def as_json(solution: Solution) -> str:
    """Return the solution as one JSON object on one line; the README describes its form."""
    position, best = solution.position, solution.best
    chances = solution.probability
    layouts = solution.layouts
    whole = {
        "height": position.height,
        "width": position.width,
        "mines": position.mines,
        "exact": layouts is not None,
        "layouts": None if layouts is None else str(layouts),
        "cells": [
            {
                "row": i,
                "column": j,
                "probability": words.chance_dict(chances.get((i, j))),
                "verdict": solution.verdict((i, j)),
                "level": solution.level((i, j)),
            }
            for i, j in sorted(position.covered)
        ],
        "safe": words.as_lists(solution.levels.safe),
        "certain_mines": words.as_lists(solution.levels.mines),
        "best": None
        if best is None
        else {
            "row": best.cell[0],
            "column": best.cell[1],
            "safe": best.is_safe,
            "risk": best.risk,
            "least_risk": best.least_risk,
            "reason": str(best.reason),
            "strategy": solution.strategy,
        },
    }
    return json.dumps(whole)


def as_text(solution: Solution, colours: bool = False) -> str:
    """Return the board with its chances, the certain cells by reasoning level, and the best move, as lines of text."""
    chances = "x not known" if solution.layouts is None else "% chance to be a mine"
    legend = f"o safe, * mine, 0-8 clue, {chances}; cells are (row,column) from 0"
    return "\n".join([heading(solution), "", *_grid(solution, colours), "", legend, "", certain_text(solution)])


def heading(solution: Solution) -> str:
    """Return the size and the number of mines, and how many layouts agree."""
    position, layouts = solution.position, solution.layouts
    size = f"{words.size_text(position.height, position.width)}, {words.counted(position.mines, 'mine')}"
    if layouts is None:
        return f"{size}: too hard to count; certain is what the sentences prove"
    return f"{size}: {words.count_text(layouts)} {words.plural(layouts, 'layout agrees', 'layouts agree')}"


def certain_text(solution: Solution) -> str:
    """Return the certain cells by reasoning level, and the best move, as lines of text."""
    safe = _certain("Safe", solution.levels.safe, solution)
    return "\n".join([*safe, *_certain("Mines", solution.levels.mines, solution), _move(solution)])


def _grid(solution: Solution, colours: bool) -> list[str]:
    position, best = solution.position, solution.best
    edge = len(str(position.height - 1))
    chances = {} if solution.levels.probabilities is None else solution.levels.probabilities.chances()

    def shown(cell: Cell) -> str:
        clue = position.clues.get(cell)
        if clue is not None:
            return f"{clue:>{_WIDTH}}"
        verdict = solution.verdict(cell)
        mark = {"safe": "o", "mine": "*"}.get(verdict) or (_grid_percent(chances[cell]) if cell in chances else "x")
        text = f"{mark:>{_WIDTH}}"
        colour = _COLOURS.get("best" if best and best.cell == cell else verdict) if colours else None
        return f"{text[: -len(mark)]}{colour}{mark}{_PLAIN}" if colour else text

    rows = [" " * edge + "".join(f"{j:>{_WIDTH}}" for j in range(position.width))]
    rows += [f"{i:>{edge}}" + "".join(shown((i, j)) for j in range(position.width)) for i in range(position.height)]
    return rows


def _grid_percent(chance: float) -> str:
    """Format the chance of a cell that is not certain as whole percent, without the sign if there is no room for it.

    >>> [_grid_percent(chance) for chance in (1e-9, 0.0051, 0.25, 0.994, 0.996)]
    ['<1%', '1%', '25%', '99%', '>99']
    """
    return f"{words.percent_number(words.whole_percent(chance), is_certain=False)}%"[: _WIDTH - 1]


def _certain(title: str, cells: frozenset[Cell], solution: Solution) -> list[str]:
    """Return a heading with the number of ``cells``, and a line for each of their reasoning levels, weakest first."""
    if not cells:
        return [f"{title}: none certain"]
    taken = cells & solution.position.taken
    lines = [f"{title}: {len(cells)}"]
    if taken:
        lines.append(f"  {_GIVEN} (taken for mines by the position): {_listed(taken)}")
    for level in Reasoning:
        proved = [cell for cell in cells - taken if solution.levels[cell] is level]
        if proved:
            lines.append(f"  {level} ({level.meaning}): {_listed(proved)}")
    return lines


def _listed(cells: Iterable[Cell]) -> str:
    return " ".join(f"({i},{j})" for i, j in sorted(cells))


def _move(solution: Solution) -> str:
    best = solution.best
    if best is None:
        return f"Best move ({solution.strategy}): none, no cell is left to open"
    verdict = solution.verdict(best.cell)
    if best.is_safe:
        risk = "safe"
    elif verdict == "mine":
        risk = "certainly a mine, which the strategy does not know"
    elif verdict == "safe":
        risk = "certainly safe, which the strategy does not know"
    elif best.risk is None or best.least_risk is None:
        risk = "risk not known"
    elif best.risk <= best.least_risk:
        risk = f"risk {words.fine_percent(best.risk, is_certain=False)}, the least"
    else:
        least = words.fine_percent(
            0 if solution.levels.safe else best.least_risk, is_certain=bool(solution.levels.safe)
        )
        risk = f"risk {words.fine_percent(best.risk, is_certain=False)}, the least is {least}"
    i, j = best.cell
    return f"Best move ({solution.strategy}): ({i},{j}), {risk}: {best.reason}"

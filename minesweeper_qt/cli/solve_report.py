"""Formats a solved position, as text for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels
from minesweeper_qt.model.strategy.strategies import Choice
from minesweeper_qt.model.text.cell_text import cells_as_lists
from minesweeper_qt.model.text.chance_text import fine_percent, percent_number, whole_percent
from minesweeper_qt.model.text.number_text import count_text, counted, plural

_GIVEN = "given"
"""Stands for the reasoning level of a cell that the position takes for a mine, which is assumed, not proved."""

_WIDTH = 4
"""Characters for one cell: a board of 30 columns fits a terminal of 124 characters."""

_COLOURS = {"safe": "\x1b[1;32m", "mine": "\x1b[1;31m", "best": "\x1b[7m"}
_PLAIN = "\x1b[0m"


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


# -- for programs


def as_json(solution: Solution) -> str:
    """Return the solution as one JSON object on one line; the README describes its form."""
    position, best = solution.position, solution.best
    chances = solution.probability
    shown: dict[Fraction, dict[str, Any]] = {}

    def probability(cell: Cell) -> dict[str, Any] | None:
        chance = chances.get(cell)
        if chance is None:
            return None
        if chance not in shown:
            shown[chance] = {"fraction": f"{chance.numerator}/{chance.denominator}", "decimal": float(chance)}
        return shown[chance]

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
                "probability": probability((i, j)),
                "verdict": solution.verdict((i, j)),
                "level": solution.level((i, j)),
            }
            for i, j in sorted(position.covered)
        ],
        "safe": cells_as_lists(solution.levels.safe),
        "certain_mines": cells_as_lists(solution.levels.mines),
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


# -- for people


def as_text(solution: Solution, colours: bool = False) -> str:
    """Return the board with its chances, the certain cells by reasoning level, and the best move, as lines of text."""
    position = solution.position
    size = f"{position.width}x{position.height}, {counted(position.mines, 'mine')}"
    layouts = solution.layouts
    if layouts is None:
        head = [f"{size}: too hard to count; certain is what the sentences prove"]
    else:
        head = [f"{size}: {count_text(layouts)} {plural(layouts, 'layout agrees', 'layouts agree')}"]
    return "\n".join(
        [
            *head,
            "",
            *_grid(solution, colours),
            "",
            f"o safe, * mine, 0-8 clue, {'% chance to be a mine' if layouts is not None else 'x not known'}; "
            "cells are (row,column) from 0",
            "",
            *_certain("Safe", solution.levels.safe, solution),
            *_certain("Mines", solution.levels.mines, solution),
            _move(solution),
        ]
    )


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
    return f"{percent_number(whole_percent(chance), is_certain=False)}%"[: _WIDTH - 1]


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
        risk = f"risk {fine_percent(best.risk, is_certain=False)}, the least"
    else:
        least = fine_percent(0 if solution.levels.safe else best.least_risk, is_certain=bool(solution.levels.safe))
        risk = f"risk {fine_percent(best.risk, is_certain=False)}, the least is {least}"
    i, j = best.cell
    return f"Best move ({solution.strategy}): ({i},{j}), {risk}: {best.reason}"

"""Writes the knowledge of an agent with all its derivations as JSON that another program can verify."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.reasoning import Rule


def knowledge_as_json(
    board: Board, clues: Mapping[Cell, int], sentences: Iterable[Derivation], verdicts: Iterable[Derivation]
) -> str:
    """Return JSON text with the ``sentences`` in force, the ``verdicts``, and every derivation that they rest on.

    In the result, ``records`` are the derivations, premises before conclusions, and ``sentences`` and ``verdicts`` are
    the numbers of their derivations. ``clues`` are the observations; ``total_mines`` and ``marks`` are the other
    information that the agent received. A derivation without premises is to be checked against these three. A cell is
    ``[row, column]``, a clue is ``[row, column, number]``, and a mark is ``[row, column, 1]`` for a mine or
    ``[row, column, 0]`` for a safe cell. The names of the rules are the values of ``Rule``.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 1), 1)
    >>> kb = ai.knowledge_base
    >>> print(knowledge_as_json(kb.board, {(0, 1): 1}, kb, kb.settled.values()))
    {
     "format": "minesweeper-qt knowledge",
     "version": 1,
     "height": 1,
     "width": 3,
     "total_mines": null,
     "clues": [[0, 1, 1]],
     "marks": [],
     "sentences": [2],
     "verdicts": [1],
     "records": [
      {"number": 1, "rule": "revealed", "cells": [[0, 1]], "count": 0, "premises": [], "move": 1, "clue": null},
      {"number": 2, "rule": "clue", "cells": [[0, 0], [0, 2]], "count": 1, "premises": [], "move": 1, "clue": [0, 1]}
     ]
    }
    """
    stated, settled = list(sentences), list(verdicts)
    found: dict[int, Derivation] = {}
    todo = [*stated, *settled]
    while todo:
        derivation = todo.pop()
        if derivation.number not in found:
            found[derivation.number] = derivation
            todo += derivation.premises
    derivations = [found[number] for number in sorted(found)]
    totals = [one.count for one in derivations if one.rule is Rule.MINE_COUNT]
    head = {
        "format": "minesweeper-qt knowledge",
        "version": 1,
        "height": board.height,
        "width": board.width,
        "total_mines": totals[0] if totals else None,
        "clues": sorted((*cell, clue) for cell, clue in clues.items()),
        "marks": sorted((*min(one.cells), one.count) for one in derivations if one.rule is Rule.MARKED),
        "sentences": [derivation.number for derivation in stated],
        "verdicts": [derivation.number for derivation in settled],
    }
    lines = [f' "{name}": {json.dumps(value)},' for name, value in head.items()]
    records = ",".join(f"\n  {json.dumps(_as_object(derivation))}" for derivation in derivations)
    return "\n".join(["{", *lines, f' "records": [{records}', " ]", "}"])


def _as_object(derivation: Derivation) -> dict[str, Any]:
    """Return ``derivation`` as a JSON object."""
    return {
        "number": derivation.number,
        "rule": derivation.rule.value,
        "cells": sorted(derivation.cells),
        "count": derivation.count,
        "premises": [premise.number for premise in derivation.premises],
        "move": derivation.move,
        "clue": derivation.clue,
    }

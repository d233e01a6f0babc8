"""The corpus of agents with one fault each: their files, what an audit should find, and games in this process.

``expected.json`` beside the agents maps the name of each file to what an audit should find: the ``kind`` and the
``severity`` of the finding (``null`` for an agent without a fault), its likely ``cause``, and whether it has a
``case``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from minesweeper_qt.model.board.rules import CS50_RULES, Difficulty
from minesweeper_qt.model.student.game_pool import AuditedGame, play_audited
from tests.model.student.support.local_process import LocalProcess
from tests.model.support.corpus_files import source_of
from tests.paths import GOLDEN

EXPECTED: dict[str, dict[str, Any]] = json.loads((GOLDEN / "agents" / "expected.json").read_text())

VERDICTS: dict[str, str] = json.loads((GOLDEN / "agents" / "verdicts.json").read_text())
"""The verdicts of the course's own check file on each agent, 1 and 0; see ``tests/course_verdicts.py``."""

ENDLESS = ("timeout", "memory", "exit", "output")
"""The kinds of findings in agents that must not run in this process."""

OTHERS = ("hang_with_wrong_counts", "hard_coded_size", "input_in_move", "no_subset_rule_hard_coded")
"""Agents that hang beside another fault, or whose calls differ from those of a ``LocalProcess``."""

HERE = sorted(name for name, found in EXPECTED.items() if found["kind"] not in (*ENDLESS, "api") and name not in OTHERS)
"""The agents that can run in this process."""

FEW = (
    "beyond_edge_sets",
    "correct_lists",
    "exception_in_move",
    "exception_key_error",
    "infers_once_sets",
    "mines_not_subtracted_sets",
    "move_random_mine",
    "move_random_none",
    "move_safe_missing",
    "move_safe_repeated",
    "mutation_move_not_recorded",
    "mutation_random_move",
    "mutation_safe_move",
    "no_subset_rule_sets",
    "sentence_double",
    "sentence_empty",
    "unsound_difference",
)
"""Agents that can run in this process, of which each fault has a symptom of its own."""


def each(names: Iterable[str]) -> list[ParameterSet]:
    """Return the parameters of a test for each of these agents, which is a long one for those not in ``FEW``."""
    return [pytest.param(name, marks=() if name in FEW else pytest.mark.long) for name in names]


@cache
def module_of(name: str) -> ModuleType:
    """Return the module of an agent, executed in this process."""
    module = ModuleType(f"agents_{name}")
    sys.modules[module.__name__] = module  # dataclasses look their module up
    exec(source_of(name), vars(module))
    return module


def process_of(name: str) -> LocalProcess:
    return LocalProcess(module_of(name).MinesweeperAI)


def play(name: str, seed: int, height: int = 8, width: int = 8, mines: int = 8) -> AuditedGame:
    """Return a game that an agent of the corpus plays in this process, with its faults."""
    difficulty = Difficulty("custom", height, width, mines, CS50_RULES)
    return play_audited(process_of(name), difficulty, seed, 0, lambda: False)

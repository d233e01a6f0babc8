"""The corpus of agents with one fault each: their files, what an audit should find, and how to run them in this process.

``expected.json`` beside the agents maps the name of each file to what is found: the ``kind`` and ``severity`` of the
first finding (``null`` for an agent without a fault), its likely ``cause``, and whether it has a ``case``.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from minesweeper_qt.model.audit.comparison import faults_of
from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.game_player import play_traced
from minesweeper_qt.model.audit.game_trace import GameTrace
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty
from minesweeper_qt.model.game.minesweeper import Minesweeper
from tests.model.audit.support.local_process import LocalProcess
from tests.paths import GOLDEN

AGENTS = GOLDEN / "agents"

EXPECTED: dict[str, dict[str, Any]] = json.loads((AGENTS / "expected.json").read_text())


def path_of(name: str) -> Path:
    return AGENTS / f"{name}.py"


def names_with(key: str, value: object) -> list[str]:
    return sorted(name for name, found in EXPECTED.items() if found[key] == value)


@cache
def module_of(name: str) -> ModuleType:
    """Return the module of an agent, imported into this process."""
    spec = importlib.util.spec_from_file_location(f"agents_{name}", path_of(name))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def process_of(name: str) -> LocalProcess:
    return LocalProcess(module_of(name).MinesweeperAI)


def play(name: str, seed: int, difficulty: Difficulty = DIFFICULTIES["cs50"]) -> GameTrace:
    """Return the trace of a game that an agent of the corpus plays in this process."""
    return play_traced(process_of(name), Minesweeper.at_difficulty(difficulty, seed=seed), seed, seed)


def faults_in(trace: GameTrace) -> list[Fault]:
    return faults_of(trace)

"""Provides strategies and engines that are held back until a test opens their gate."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, current_thread, main_thread

import pytest

from minesweeper_qt.model import (
    Choice,
    ChoiceReason,
    ChoiceReasonKind,
    Engine,
    MinesweeperAI,
    Position,
    Probabilities,
    Rules,
    TooHard,
)
from tests.gui.support.waiting import EventLoopExecutor, NotYet

REASON = ChoiceReason(ChoiceReasonKind.OTHER, words="by the stand-in")

_MAKER = "minesweeper_qt.gui.session.computations"
"""The module that makes engines and strategies."""


class Gate:
    """Makes what calls ``enter`` wait while it is shut: in a thread there, else until it is called again.

    ``came`` are the positions of all calls so far, ``threads`` the names of their threads.
    """

    def __init__(self) -> None:
        self._open = Event()
        self._open.set()
        self.came: list[Position] = []
        self.threads: set[str] = set()

    def shut(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    def enter(self, position: Position) -> None:
        if not EventLoopExecutor.calls_again:
            self.came.append(position)
        self.threads.add(current_thread().name)
        if current_thread() is main_thread() and not self._open.is_set():
            raise NotYet
        assert self._open.wait(20)


class LeastRisk:
    """A simple form of the strategy ``exact``, behind a gate: any safe cell, else one with the lowest risk."""

    name = "exact"
    uses_mine_count = False
    uses_overlap_rule = False

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.engine = Engine()

    def choose(self, position: Position, agent: MinesweeperAI) -> Choice | None:
        self.gate.enter(position)
        assert agent.make_safe_move() is None
        chances = self.engine.solve(position).probability
        if not chances:
            return None
        least = min(chances.values())
        open_to = [cell for cell in chances if not chances[cell] or cell not in position.flags]
        if not open_to:
            return None
        cell = min(open_to, key=lambda cell: (chances[cell], cell))
        return Choice(cell, chances[cell] == 0, REASON, float(chances[cell]), float(least))


class GatedEngine(Engine):
    """The engine behind a gate. While ``gives_up`` is true it raises ``TooHard`` for every position."""

    gate: Gate
    gives_up = False

    def solve(self, position: Position) -> Probabilities:
        self.gate.enter(position)
        if self.gives_up:
            raise TooHard("too many layouts for a test")
        return super().solve(position)


@pytest.fixture
def strategies(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """The gate of the simple strategies that replace all strategies of the worker."""
    gate = Gate()

    def make(name: str, rules: Rules, seed: int | None) -> LeastRisk:
        return LeastRisk(gate)

    monkeypatch.setattr(f"{_MAKER}.make_strategy", make)
    yield gate
    gate.open()


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[GatedEngine]]:
    """The class that replaces the worker's engine, with a gate of its own."""

    class Gated(GatedEngine):
        gate = Gate()

    monkeypatch.setattr(f"{_MAKER}.Engine", Gated)
    yield Gated
    Gated.gate.open()

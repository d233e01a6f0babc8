"""Holds what the requests of one thread compute with: an engine, an explainer and strategies. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from minesweeper_qt.model import AgentSnapshot, Engine, Position, Rules, Strategy, make_strategy
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.exact.interruption import Interruptible
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.explain.outline_finder import OutlineFinder

BACKGROUND_BUDGET = 500_000
"""The engine's budget for the chances of one position: about half a second at most."""


@dataclass
class Steps:
    """The steps of one computation: ``counts`` are the numbers of those done and of all, empty while not known."""

    counts: tuple[int, int] | tuple[()] = ()


class Tools:
    """An engine, the explainer of the last position and the strategies of the last game, for one thread.

    They are kept from one request to the next, since they reuse what they have counted. A computation ends with
    ``Stopped`` soon after the function ``should_stop`` given to ``begin`` has returned true: that is called every few
    milliseconds.

    Attribute: ``engine``.
    """

    def __init__(self) -> None:
        self.engine = Engine(BACKGROUND_BUDGET)
        self.engine.counter.poll = self._poll
        self._explainer: Explainer | None = None
        self._outlines: tuple[Explainer, AgentSnapshot | None, OutlineFinder] | None = None
        """The last finder of outlines, and what it was made from."""
        self._strategies: dict[tuple[str, Rules, int | None], Strategy] = {}
        self._should_stop: Callable[[], bool] = bool
        self._steps = Steps()

    def begin(self, should_stop: Callable[[], bool], steps: Steps | None = None) -> None:
        """Begin a computation that ends soon after ``should_stop`` has returned true, and sets ``steps``."""
        self._should_stop = should_stop
        self._steps = Steps() if steps is None else steps

    def should_stop(self) -> bool:
        """Return whether the present computation is to end."""
        return self._should_stop()

    def report(self, done: int, total: int) -> None:
        """Set the steps of the present computation: ``done`` of ``total`` are done."""
        self._steps.counts = (done, total)

    def explainer(self, position: Position) -> Explainer:
        """Return an explainer of ``position``: the last one, if that was about the same position."""
        if self._explainer is None or self._explainer.position != position:
            self._explainer = Explainer(position, engine=self.engine, should_stop=self.should_stop, report=self.report)
        return self._explainer

    def outline_finder(self, position: Position, known: AgentSnapshot | None) -> OutlineFinder:
        """Return a finder of outlines from what is ``known`` of ``position``: the last one, if that was for the same.

        ``None`` stands for what the three rules know.
        """
        explainer, last = self.explainer(position), self._outlines
        if last is None or last[0] is not explainer or last[1] is not known:
            last = self._outlines = (explainer, known, OutlineFinder(explainer, known))
        return last[2]

    def strategy(self, name: str, rules: Rules, seed: int | None) -> Strategy:
        """Return the strategy ``name`` for a game with these rules and this seed, always the same one for one game."""
        key = (name, rules, seed)
        if any(other[1:] != key[1:] for other in self._strategies):
            # The strategies keep counts of the last game, which are useless in this one.
            self._strategies.clear()
        if key not in self._strategies:
            strategy = self._strategies[key] = make_strategy(name, rules, seed)
            if isinstance(strategy, Interruptible):
                strategy.poll = self._poll
        return self._strategies[key]

    def _poll(self) -> None:
        if self.should_stop():
            raise Stopped("the result is no longer needed")

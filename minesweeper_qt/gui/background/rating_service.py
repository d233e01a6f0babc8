"""The service that finds the risk of moves that were not proved safe: afterwards, on request, one after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.advice_service import AdviceService
from minesweeper_qt.gui.background.worker import Answer
from minesweeper_qt.model import Cell, History, Position, Turn, TurnKind

_MAX_WAITING = 100
"""The most moves that wait to be rated; an older one must be requested again."""


@dataclass
class _Rating:
    """A move that is being rated.

    A chord has as many flags around it as its clue, so it is safe exactly when all its flags are right. Where it opens
    several cells, the chance that it is safe is therefore the product of the chances of its flags (``flags_left``),
    each of which is taken for a mine before the chance of the next one is requested.
    """

    number: int
    turn: Turn
    position: Position
    safe_chance: Fraction = Fraction(1)
    least_risk: Fraction | None = None
    flags_left: list[Cell] = field(default_factory=list)

    def add_answer(self, answer: Answer) -> Fraction | None:
        """Use the worker's answer; return the risk, or ``None`` if another request is needed."""
        assert answer.chances is not None
        exact = answer.chances.exact
        if self.least_risk is None:
            self.least_risk = answer.chances.least
            risk = self._immediate_risk(exact)
            if risk is not None:
                return risk
        flag = self.flags_left.pop()
        self.safe_chance *= exact[flag]
        if not self.flags_left or not self.safe_chance:
            return 1 - self.safe_chance
        self.position = self.position.with_marks({flag: "M"})
        return None

    def _immediate_risk(self, exact: Mapping[Cell, Fraction]) -> Fraction | None:
        """Return the risk if the first answer suffices; otherwise fill ``flags_left`` and return ``None``."""
        cell = self.turn.cell
        assert cell is not None
        if self.turn.kind is not TurnKind.CHORD:
            return exact.get(cell, Fraction(0))
        around = self.position.board.neighbours(cell) - self.position.clues.keys()
        risks = [exact[near] for near in around - self.position.flags if exact[near]]
        if len(risks) < 2:
            return sum(risks, Fraction(0))
        self.flags_left = [flag for flag in around & self.position.flags if exact[flag] < 1]
        return None


class RatingService(QObject):
    """Rates the moves of a history.

    Signal: ``rated(int)``, the number of a move that has been rated: its risk is known now, or known to be too hard.
    """

    rated = Signal(int)

    def __init__(self, advice_service: AdviceService) -> None:
        super().__init__(advice_service)
        self._advice_service = advice_service
        self._history: History | None = None
        self._queue: deque[int] = deque(maxlen=_MAX_WAITING)
        self._rating: _Rating | None = None
        advice_service.risk_found.connect(self._on_risk_found)

    def set_history(self, history: History) -> None:
        """Rate the moves of ``history`` from now on, when requested; cancel the requests about another history."""
        self._history = history
        self._queue.clear()
        self._rating = None
        self._advice_service.cancel_risk()

    def request(self, number: int) -> None:
        """Rate move ``number`` before all that were requested earlier; do nothing if it is rated, or was no guess."""
        if self._is_unrated(number) and number not in self._queue:
            self._queue.append(number)
            self._start_next()

    def _is_unrated(self, number: int) -> bool:
        if self._history is None or (self._rating is not None and self._rating.number == number):
            return False
        turn = self._history.turns[number - 1]
        return turn.is_safe is False and turn.risk is None and not turn.is_too_hard

    def _start_next(self) -> None:
        while self._rating is None and self._queue and self._history is not None:
            number = self._queue.pop()
            if self._is_unrated(number):
                before = self._history.moment(number - 1).position
                self._rating = _Rating(number, self._history.turns[number - 1], before)
                self._request_risk()

    def _request_risk(self) -> None:
        assert self._rating is not None
        assert self._rating.turn.cell is not None
        self._advice_service.request_risk(self._rating.position, self._rating.turn.cell)

    @Slot(object)
    def _on_risk_found(self, answer: Answer) -> None:
        rating, history = self._rating, self._history
        if rating is None or history is None:
            return
        risk = None if answer.chances is None else rating.add_answer(answer)
        if risk is None and answer.chances is not None:
            self._request_risk()
            return
        self._rating = None
        history.rate(rating.number, risk, None if risk is None else rating.least_risk)
        self.rated.emit(rating.number)
        self._start_next()

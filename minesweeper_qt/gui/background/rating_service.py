"""How risky moves were that nothing proved safe: found out afterwards, one after the other, for whoever asks."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.advice_service import AdviceService
from minesweeper_qt.gui.background.worker import Answer
from minesweeper_qt.model import Cell, History, Position, Turn, TurnKind

_PATIENT = 100
"""So many moves wait to be rated at most; who still wants an older one asks again."""


@dataclass
class _Rating:
    """A move that is being rated.

    A chord is safe when its flags are right, for they are as many as its clue says. So where it opens several cells
    the chance is the product of those of its flags (``to_do``), each taken as a mine before the next is asked for.
    """

    number: int
    turn: Turn
    position: Position
    safe: Fraction = Fraction(1)
    least: Fraction | None = None
    to_do: list[Cell] = field(default_factory=list)

    def take(self, answer: Answer) -> Fraction | None:
        """Take in what the worker found out; return the risk unless another question has to be asked."""
        assert answer.chances is not None
        exact = answer.chances.exact
        if self.least is None:
            self.least = answer.chances.least
            risk = self._at_once(exact)
            if risk is not None:
                return risk
        flag = self.to_do.pop()
        self.safe *= exact[flag]
        if not self.to_do or not self.safe:
            return 1 - self.safe
        self.position = self.position.with_marks({flag: "M"})
        return None

    def _at_once(self, exact: Mapping[Cell, Fraction]) -> Fraction | None:
        cell = self.turn.cell
        assert cell is not None
        if self.turn.kind is not TurnKind.CHORD:
            return exact.get(cell, Fraction(0))
        around = self.position.board.neighbours(cell) - self.position.clues.keys()
        risks = [exact[near] for near in around - self.position.flags if exact[near]]
        if len(risks) < 2:
            return sum(risks, Fraction(0))
        self.to_do = [flag for flag in around & self.position.flags if exact[flag] < 1]
        return None


class RatingService(QObject):
    """Rates the moves of a history. Signal: ``rated(int)``, the number of a move whose risk is known now."""

    rated = Signal(int)

    def __init__(self, advice_service: AdviceService) -> None:
        super().__init__(advice_service)
        self._advice_service = advice_service
        self._history: History | None = None
        self._wanted: deque[int] = deque(maxlen=_PATIENT)
        self._rating: _Rating | None = None
        advice_service.risk_found.connect(self._on_risk_found)

    def set_history(self, history: History) -> None:
        """Rate the moves of ``history`` from now on, when they are asked for; forget what was wanted of another."""
        self._history = history
        self._wanted.clear()
        self._rating = None
        self._advice_service.stop_rating()

    def request(self, number: int) -> None:
        """Rate move ``number``, before all that was wanted earlier; nothing if it is rated, or was no guess."""
        if self._is_unrated(number) and number not in self._wanted:
            self._wanted.append(number)
            self._go_on()

    def _is_unrated(self, number: int) -> bool:
        if self._history is None or (self._rating is not None and self._rating.number == number):
            return False
        turn = self._history.turns[number - 1]
        return turn.is_safe is False and turn.risk is None and not turn.is_too_hard

    def _go_on(self) -> None:
        while self._rating is None and self._wanted and self._history is not None:
            number = self._wanted.pop()
            if self._is_unrated(number):
                before = self._history.moment(number - 1).position
                self._rating = _Rating(number, self._history.turns[number - 1], before)
                self._enqueue()

    def _enqueue(self) -> None:
        assert self._rating is not None
        assert self._rating.turn.cell is not None
        self._advice_service.request_risk(self._rating.position, self._rating.turn.cell)

    @Slot(object)
    def _on_risk_found(self, answer: Answer) -> None:
        rating, history = self._rating, self._history
        if rating is None or history is None:
            return
        risk = None if answer.chances is None else rating.take(answer)
        if risk is None and answer.chances is not None:
            self._enqueue()
            return
        self._rating = None
        history.rate(rating.number, risk, None if risk is None else rating.least)
        self.rated.emit(rating.number)
        self._go_on()

"""What was derived from a derivation: the way that derivations do not tell themselves."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.model import Cell, Derivation


class Consequences:
    """What follows from what, among all that the subject's sentences in force and its verdicts rest on.

    It is found when it is first asked for, in about a millisecond, and again after ``clear``.
    """

    def __init__(self, source: BoardSource) -> None:
        self._source = source
        self._of: dict[Derivation, list[Derivation]] | None = None

    def clear(self) -> None:
        """Find it anew when it is asked for the next time: the subject knows other things."""
        self._of = None

    @property
    def is_known(self) -> bool:
        """True when it has been found and not been forgotten since."""
        return self._of is not None

    def of(self, derivation: Derivation) -> Sequence[Derivation]:
        """Return the derivations that have ``derivation`` as a premise, in the order in which they were derived."""
        return self._found().get(derivation, ())

    def clue_sentence(self, cell: Cell) -> Derivation | None:
        """Return the latest form of the sentence that the clue at ``cell`` states, if anything rests on it."""
        return max((derivation for derivation in self._found() if derivation.clue == cell), key=_number, default=None)

    def _found(self) -> dict[Derivation, list[Derivation]]:
        if self._of is None:
            todo = [*self._source.sentences(), *self._source.settled.values()]
            reached = dict.fromkeys(todo)
            while todo:
                new = [premise for premise in todo.pop().premises if premise not in reached]
                reached.update(dict.fromkeys(new))
                todo.extend(new)
            self._of = {derivation: [] for derivation in reached}
            for derivation in sorted(reached, key=_number):
                for premise in derivation.premises:
                    self._of[premise].append(derivation)
        return self._of


def _number(derivation: Derivation) -> int:
    return derivation.number

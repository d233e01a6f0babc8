"""Finds what was derived from a derivation: the reverse of the premises, which are all that derivations store."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.model import Cell, Derivation


class Consequences:
    """The consequences of each derivation that the sentences in force and the verdicts of a board source rest on.

    They are computed on the first query, in about a millisecond, and again after ``clear``.
    """

    def __init__(self, source: BoardSource) -> None:
        self._source = source
        self._following: dict[Derivation, list[Derivation]] | None = None

    def clear(self) -> None:
        """Discard the result, because the knowledge of the board source has changed."""
        self._following = None

    @property
    def is_computed(self) -> bool:
        """True when the consequences have been computed and not been cleared since."""
        return self._following is not None

    def of(self, derivation: Derivation) -> Sequence[Derivation]:
        """Return the derivations that have ``derivation`` as a premise, in the order in which they were derived."""
        return self._by_premise().get(derivation, ())

    def clue_sentence(self, cell: Cell) -> Derivation | None:
        """Return the latest form of the sentence that the clue at ``cell`` states, if anything rests on it."""
        return max((known for known in self._by_premise() if known.clue == cell), key=_number, default=None)

    def _by_premise(self) -> dict[Derivation, list[Derivation]]:
        if self._following is None:
            todo = [*self._source.view.sentences, *self._source.view.settled.values()]
            reached = set(todo)
            while todo:
                for premise in todo.pop().premises:
                    if premise not in reached:
                        reached.add(premise)
                        todo.append(premise)
            ordered = sorted(reached, key=_number)
            following: dict[Derivation, list[Derivation]] = {derivation: [] for derivation in ordered}
            for derivation in ordered:
                for premise in derivation.premises:
                    following[premise].append(derivation)
            self._following = following
        return self._following


_number = attrgetter("number")

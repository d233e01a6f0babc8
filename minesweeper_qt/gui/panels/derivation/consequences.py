"""Finds what was derived from a derivation: the reverse of the premises, which are all that derivations store."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from operator import attrgetter

from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.model import Cell, Derivation, Rule

AT_ONCE = 1_500
"""The steps that ``catch_up`` takes at once: a few milliseconds of work."""

_BROAD = 100
"""The most premises that are listed one by one of a derivation by ``Rule.SETTLED``: only the mine count has more."""


class Consequences:
    """The consequences of each derivation that the sentences in force and the verdicts of a board source rest on.

    They follow the board source step by step: after ``expire``, ``catch_up`` takes over what has changed since.
    """

    def __init__(self, source: BoardSource) -> None:
        self._source = source
        self.clear()

    def clear(self) -> None:
        """Drop everything, because the board source shows another game or another agent."""
        self._is_expired = True
        self._roots: set[Derivation] = set()
        """The sentences in force and the verdicts of which ``_steps`` are made."""
        self._steps: deque[tuple[Derivation, int]] = deque()
        """The derivations to which something more (1) or less (-1) is known to rest on."""
        self._uses: dict[Derivation, int] = {}
        """By how many derivations, or as a sentence in force or a verdict, each derivation is used."""
        self._following: dict[Derivation, set[Derivation]] = {}
        self._of_clue: dict[Cell, set[Derivation]] = {}
        self._broad: set[Derivation] = set()

    def expire(self) -> None:
        """Let the next ``catch_up`` read the board source again, because its knowledge may have changed."""
        self._is_expired = True

    @property
    def is_current(self) -> bool:
        """True when nothing is left to take over."""
        return not self._is_expired and not self._steps

    def catch_up(self, most: int | None = None) -> bool:
        """Take over changes in at most ``most`` steps, by default ``AT_ONCE``; return whether nothing is left."""
        if self._is_expired:
            self._is_expired = False
            view = self._source.view
            roots = {*view.sentences, *view.settled.values()}
            self._steps.extend((derivation, 1) for derivation in roots - self._roots)
            self._steps.extend((derivation, -1) for derivation in self._roots - roots)
            self._roots = roots
        steps, uses = self._steps, self._uses
        most = AT_ONCE if most is None else most
        while steps and most > 0:
            most -= 1
            derivation, change = steps.popleft()
            used = uses.get(derivation, 0) + change
            if used:
                uses[derivation] = used
            else:
                del uses[derivation]
            if (used, change) == (1, 1):
                self._add(derivation)
            elif not used:
                self._remove(derivation)
        return not steps

    def of(self, derivation: Derivation) -> Sequence[Derivation]:
        """Return the derivations that have ``derivation`` as a premise, in the order in which they were derived."""
        found = self._following.get(derivation, set())
        found = found.union(broad for broad in self._broad if derivation in broad.premises)
        return sorted(found, key=_number)

    def clue_sentence(self, cell: Cell) -> Derivation | None:
        """Return the latest form of the sentence that the clue at ``cell`` states, if anything rests on it."""
        return max(self._of_clue.get(cell, ()), key=_number, default=None)

    def _add(self, derivation: Derivation) -> None:
        for premise in self._listed_premises(derivation):
            self._following.setdefault(premise, set()).add(derivation)
            self._steps.append((premise, 1))
        if _is_broad(derivation):
            self._broad.add(derivation)
        if derivation.clue is not None:
            self._of_clue.setdefault(derivation.clue, set()).add(derivation)

    def _remove(self, derivation: Derivation) -> None:
        for premise in self._listed_premises(derivation):
            self._following[premise].discard(derivation)
            self._steps.append((premise, -1))
        self._broad.discard(derivation)
        if derivation.clue is not None:
            self._of_clue[derivation.clue].discard(derivation)

    def _listed_premises(self, derivation: Derivation) -> Sequence[Derivation]:
        """Return the premises to list ``derivation`` under, and to follow.

        All but the first premise of a sentence of the mine count are verdicts: they are known anyway, and thousands.
        """
        return derivation.premises[:1] if _is_broad(derivation) else derivation.premises


def _is_broad(derivation: Derivation) -> bool:
    return len(derivation.premises) > _BROAD and derivation.rule is Rule.SETTLED


_number = attrgetter("number")

"""The changes of an agent's knowledge, one for each clue that it learned, and a cursor that goes over them.

Going from one place to another costs only the changes between them. The sentence of the mine count is different after
each turn and is as long as the board is large; only its number is kept, and the sentence is made again for the place
that is requested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Change, Derivation, Rule
from minesweeper_qt.model.knowledge.agent import KnowledgeView


@dataclass(frozen=True, slots=True)
class _KnowledgeChange:
    """The change that one clue made in the agent's knowledge.

    ``added`` and ``removed`` are sentences by number, without that of the mine count; ``mine_count`` is only its number
    and the agent's move that it came with. ``settled`` maps the cells that were settled to their verdicts.
    """

    added: dict[int, Derivation]
    removed: dict[int, Derivation]
    settled: dict[Cell, Derivation]
    retracted: tuple[Derivation, ...]
    mine_count: tuple[int, int] | None


@dataclass(slots=True)
class _Difference:
    """The sentences that the changes from the one at ``start`` on put in force and removed, but for the mine count's.

    It grows with what the agent learns: ``end`` is the place after the last change that is in it. ``mine_count`` is
    the sentence of the mine count before them, in a list.
    """

    start: int
    end: int
    mine_count: list[Derivation]
    added: dict[int, Derivation] = field(default_factory=dict)
    removed: dict[int, Derivation] = field(default_factory=dict)

    def add(self, changes: Sequence[_KnowledgeChange]) -> None:
        """Add the next changes."""
        self.end += len(changes)
        for change in changes:
            for number, derivation in change.removed.items():
                if self.added.pop(number, None) is None:
                    self.removed[number] = derivation
            self.added.update(change.added)


class KnowledgeHistory:
    """What an agent learned from each clue, and what it knew at the cursor.

    A place is the number of clues learned before it: 0 is before the first clue.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> agent, history = MinesweeperAI(1, 4), KnowledgeHistory()
    >>> for cell, clue in (((0, 0), 0), ((0, 1), 1)):
    ...     history.add(agent.add_knowledge(cell, clue), None)
    >>> history.move_to(1)
    >>> list(history.settled), len(history)
    ([(0, 0), (0, 1)], 2)

    ``settled`` maps the cells settled at the cursor to their verdicts, the oldest first; it is not to be changed.
    """

    def __init__(self) -> None:
        self._changes: list[_KnowledgeChange] = []
        self._whole: Derivation | None = None
        self._first_mine_count: tuple[int, int] | None = None
        self._latest_mine_count: Derivation | None = None
        self._summed: _Difference | None = None
        """The difference that was requested last."""
        self._mine_counts: dict[int, Derivation] = {}
        """The sentences of the mine count returned lately, by number: equal requests return the same object."""
        self._sentences: dict[int, Derivation] = {}
        self.settled: dict[Cell, Derivation] = {}
        self._cursor = 0

    def __len__(self) -> int:
        """Return the number of clues learned."""
        return len(self._changes)

    # -- what is learned

    def attach(self, knowledge: KnowledgeView) -> None:
        """Begin with ``knowledge``, which a new agent has before its first clue."""
        for derivation in knowledge:
            self._sentences[derivation.number] = derivation
        self.settled.update(knowledge.settled)
        if knowledge.mine_count is not None:
            self._sentences.pop(knowledge.mine_count.number, None)
            self._whole = knowledge.mine_count.origin
        self._first_mine_count = self._keep_mine_count(knowledge.mine_count)

    def add(self, change: Change, mine_count: Derivation | None) -> None:
        """Append what the agent learned from the next clue, and its sentence of the mine count after it."""
        verdicts = sorted((*change.safes, *change.mines), key=_number)
        self._changes.append(
            _KnowledgeChange(
                _by_number(change.added),
                _by_number(change.removed),
                {cell: verdict for verdict in verdicts for cell in verdict.cells},
                change.retracted,
                self._keep_mine_count(mine_count),
            )
        )

    def _keep_mine_count(self, mine_count: Derivation | None) -> tuple[int, int] | None:
        """Keep the agent's latest sentence of the mine count; return its number and its move."""
        self._latest_mine_count = mine_count
        return None if mine_count is None else (mine_count.number, mine_count.move)

    # -- changes between two places

    def difference(
        self, start: int, end: int, is_start_known: bool
    ) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that the changes from ``start`` to ``end`` put in force, and those that they removed.

        A sentence that was added and removed between the places is in neither. ``is_start_known``: the agent has
        learned all before ``start``.
        """
        summed = self._summed
        if summed is None or summed.start != start or summed.end > end:
            mine_count = []
            if self._whole is not None:
                self.move_to(start)
                mine_count = self._mine_count()
            summed = self._summed = _Difference(start, start, mine_count)
        summed.add(self._changes[summed.end : end])
        if not is_start_known:
            self._summed = None  # what the agent knew before will change
        added, removed = summed.added, summed.removed
        if self._whole is not None:
            self.move_to(end)
            before, after = summed.mine_count, self._mine_count()
            if after != before:
                added = added | _by_number(after, True)
                removed = removed | _by_number(before, True)
        return tuple(added.values()), tuple(removed.values())

    def verdicts(self, start: int, end: int) -> tuple[list[Derivation], list[Derivation]]:
        """Return the verdicts of the changes from ``start`` to ``end``, and the retracted ones of before ``start``.

        A verdict that was retracted between the places is in neither.
        """
        made: dict[int, Derivation] = {}
        retracted: list[Derivation] = []
        for change in self._changes[start:end]:
            retracted += [verdict for verdict in change.retracted if made.pop(verdict.number, None) is None]
            made.update((verdict.number, verdict) for verdict in change.settled.values())
        return list(made.values()), retracted

    # -- the cursor

    def move_to(self, place: int) -> None:
        """Move the cursor to ``place``, or to the end if fewer clues are learned."""
        place = min(place, len(self._changes))
        while self._cursor < place:
            self._apply(self._changes[self._cursor])
            self._cursor += 1
        while self._cursor > place:
            self._cursor -= 1
            self._revert(self._changes[self._cursor])

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force at the cursor, oldest first and that of the mine count last."""
        return [self._sentences[made] for made in sorted(self._sentences)] + self._mine_count()

    def _apply(self, change: _KnowledgeChange) -> None:
        for number in change.removed:
            del self._sentences[number]
        self._sentences.update(change.added)
        for verdict in change.retracted:
            for cell in verdict.cells:
                del self.settled[cell]
        self.settled.update(change.settled)

    def _revert(self, change: _KnowledgeChange) -> None:
        for number in change.added:
            del self._sentences[number]
        self._sentences.update(change.removed)
        for cell in change.settled:
            del self.settled[cell]
        if change.retracted:
            settled = [*self.settled.items()]
            settled += [(cell, verdict) for verdict in change.retracted for cell in verdict.cells]
            # Restored verdicts return to their places: the oldest is first.
            self.settled = dict(sorted(settled, key=lambda item: item[1].number))

    def _mine_count(self) -> list[Derivation]:
        """Return the sentence of the mine count at the cursor, in a list.

        The list is empty if there is no such sentence, or if another sentence in force has the same cells.
        """
        kept = self._changes[self._cursor - 1].mine_count if self._cursor else self._first_mine_count
        if kept is None or self._whole is None:
            return []
        derivation = self._mine_count_derivation(self._whole, *kept)
        return [] if any(other.cells == derivation.cells for other in self._sentences.values()) else [derivation]

    def _mine_count_derivation(self, whole: Derivation, number: int, move: int) -> Derivation:
        """Return the derivation with this ``number``: the object that was returned lately, else the agent's own object
        if it is kept, else one with the same content.
        """
        derivation = self._mine_counts.pop(number, None)
        for known in (self._latest_mine_count, whole):
            if derivation is None and known is not None and known.number == number:
                derivation = known
        if derivation is None:
            verdicts = self.settled.values()
            left = whole.count - sum(verdict.count for verdict in verdicts)
            cells = whole.cells.difference(self.settled)
            derivation = Derivation(number, Rule.SETTLED, cells, left, (whole, *verdicts), move, None)
        self._mine_counts[number] = derivation
        while len(self._mine_counts) > _MINE_COUNTS:
            del self._mine_counts[next(iter(self._mine_counts))]
        return derivation


_MINE_COUNTS = 4
"""The number of sentences about the whole board that are kept: those of the current moment and of its neighbours."""


def _by_number(derivations: Sequence[Derivation], with_mine_count: bool = False) -> dict[int, Derivation]:
    """Return ``derivations`` by number, by default without sentences of the mine count."""
    return {
        derivation.number: derivation
        for derivation in derivations
        if with_mine_count or derivation.origin.rule is not Rule.MINE_COUNT
    }


def _number(derivation: Derivation) -> int:
    return derivation.number

"""Positions to practise on, the topics that they belong to, their form as one line of text, and those shipped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.exact.probability import Probabilities, mine_probabilities
from minesweeper_qt.model.knowledge.reasoning_levels import reasoning_levels
from minesweeper_qt.model.resources import resource


class Topic(Enum):
    """What there is to practise; the value is its word on the command line.

    The names are those of ``Reasoning`` and of ``PatternKind``, and ``MISSED``.

    >>> Topic("1-2").name
    'ONE_TWO'

    ``Topic(word)`` raises ``ValueError`` for any other word.
    """

    MISSED = "missed"
    """What a player has missed in games of their own; none of these positions are shipped."""
    CLUE = "clue"
    SUBSET = "subset"
    OVERLAP = "overlap"
    COUNT = "count"
    CASES = "cases"
    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"

    @property
    def level(self) -> Reasoning | None:
        """The level of reasoning that its positions take at most; ``None`` for ``MISSED``.

        >>> str(Topic.ONE_ONE.level), str(Topic.ONE_TWO.level)
        ('subset', 'overlap')
        """
        others = {"MISSED": None, "ONE_ONE": Reasoning.SUBSET, **Reasoning.__members__}
        return others.get(self.name, Reasoning.OVERLAP)


class Asked(Enum):
    """What is to be found in a position; the value is its name for the user."""

    SAFE = "Safe cells"
    MINES = "Mines"
    EITHER = "Either"


@dataclass(frozen=True)
class PracticePosition:
    """A position in which a cell is to be found that is certainly safe, or certainly a mine.

    ``safe`` and ``certain_mines`` are the right answers, which are computed when they are first needed; of a ``MISSED``
    position one of them may be empty. In a position of a level no safe cell has a lower level. In one of a pattern the
    safe cells at the lowest level have short proofs by that pattern alone.

    >>> found = PracticePosition.from_key(Topic.COUNT, "5x2x2/1HHH1/HHHHH")
    >>> sorted(found.safe), sorted(found.certain_mines), found.key
    ([(0, 2), (1, 2)], [], '5x2x2/1HHH1/HHHHH')

    All that computes raises ``InconsistentPosition``, and ``TooHard`` on a large board that takes too much counting.
    """

    topic: Topic
    position: Position

    @classmethod
    def from_key(cls, topic: Topic, key: str) -> PracticePosition:
        """Return the position with this ``key``; raise ``PositionSyntaxError`` if it is none."""
        return cls(topic, Position.from_text(key.replace("/", "\n")))

    @cached_property
    def key(self) -> str:
        """The lines of the position's text form with slashes between them: the same on every machine."""
        return self.position.to_text().rstrip().replace("\n", "/")

    @cached_property
    def _probabilities(self) -> Probabilities:
        return mine_probabilities(self.position)

    @property
    def safe(self) -> frozenset[Cell]:
        """The covered cells that are certainly safe."""
        return self._probabilities.safe

    @property
    def certain_mines(self) -> frozenset[Cell]:
        """The covered cells that are certainly mines."""
        return self._probabilities.mines

    @cached_property
    def easier_mines(self) -> frozenset[Cell]:
        """The certain mines that take less reasoning than every safe cell, unless the position was ``MISSED``.

        Who asks for mines gives them away.
        """
        if self.topic is Topic.MISSED:
            return frozenset()
        levels = reasoning_levels(self.position)
        least = min([levels[cell] for cell in self.safe], default=Reasoning.CLUE)
        return frozenset(cell for cell in self.certain_mines if levels[cell] < least)

    def answers(self, asked: Asked) -> frozenset[Cell]:
        """Return the right answers to what is ``asked``; there may be none.

        >>> position = PracticePosition.from_key(Topic.COUNT, "4x2x3/HHH1/H22H")
        >>> [sorted(position.answers(asked)) for asked in Asked], sorted(position.easier_mines)
        ([[(0, 2)], [(1, 3)], [(0, 2), (1, 3)]], [(0, 1)])
        """
        mines = self.certain_mines - self.easier_mines
        return {Asked.SAFE: self.safe, Asked.MINES: mines}.get(asked, self.safe | mines)


@cache
def positions_of(topic: Topic) -> tuple[PracticePosition, ...]:
    """Return the shipped positions of ``topic``, in an order that stays the same; none of ``MISSED``.

    They are read once. What is certain in each of them is computed when it is needed.

    >>> {position.topic for position in positions_of(Topic.SUBSET)}, positions_of(Topic.MISSED)
    ({<Topic.SUBSET: 'subset'>}, ())
    """
    if topic is Topic.MISSED:
        return ()
    lines = resource(f"practice/{topic.value}.txt").decode().splitlines()
    return tuple([PracticePosition.from_key(topic, line) for line in lines])

"""How a sentence or a verdict came about: an immutable derivation that names its rule and its premises.

A verdict is a sentence about one cell: ``{cell} = 0`` says safe, ``{cell} = 1`` says mine. Derivations are numbered as they
are made and a premise always has a lower number than its conclusion, so the graph of derivations has no cycle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.sentence import Sentence
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.text.cell_text import sentence_text


class Rule(Enum):
    """The ways a derivation can come about; the value is its name for people."""

    REVEALED = "revealed"
    """The cell was revealed and is no mine. No premises."""
    CLUE = "clue"
    """A revealed cell's clue counts the mines among all its neighbours. No premises."""
    MARKED = "marked"
    """Said from outside (``mark_mine``, ``ai.safes.add``): taken as true. No premises."""
    MINE_COUNT = "mine count"
    """The whole board holds the number of mines that the agent was told. No premises."""
    SETTLED = "settled"
    """The first premise without the cells that the other premises settle."""
    ALL_SAFE = "all safe"
    """CS50's first rule: the premise counts no mine, so each of its cells is safe."""
    ALL_MINES = "all mines"
    """CS50's second rule: the premise counts as many mines as cells, so each of its cells is a mine."""
    SUBSET = "subset"
    """CS50's third rule: first premise minus second, whose cells it contains: ``set2 - set1 = count2 - count1``."""
    CASES = "cases"
    """The cell is the same in all layouts that satisfy the premises: the exact engine's rule."""


_VERDICTS = (Rule.REVEALED, Rule.MARKED, Rule.ALL_SAFE, Rule.ALL_MINES, Rule.CASES)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Derivation:
    """One derivation: ``cells`` hold ``count`` mines, by ``rule`` from ``premises``, since ``move`` (the
    first is 1; 0 is before it).

    ``clue`` is the revealed cell whose clue the sentence states (with or without settled cells); ``None`` when the
    sentence was inferred, and for verdicts. Two derivations are equal only when they are the same derivation.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> print(ai.derivation((0, 1)))
    #3 (0, 1) is a mine: all mines in {(0, 1)} = 1
    >>> [str(premise.sentence) for premise in ai.derivation((0, 1)).premises]
    ['{(0, 1)} = 1']
    """

    number: int
    rule: Rule
    cells: frozenset[Cell]
    count: int
    premises: tuple[Derivation, ...]
    move: int
    clue: Cell | None

    @property
    def sentence(self) -> Sentence:
        """The conclusion as a sentence of its own, which may be changed freely."""
        return Sentence(self.cells, self.count)

    @property
    def is_verdict(self) -> bool:
        """True when the derivation settles a cell, false when it states a sentence."""
        return self.rule in _VERDICTS

    @property
    def origin(self) -> Derivation:
        """The derivation before settled cells were taken out: the clue or the subset step itself.

        For the derivation of a SETTLED step this is the first derivation of that line that is not one; else the derivation.
        """
        derivation = self
        while derivation.rule is Rule.SETTLED:
            derivation = derivation.premises[0]
        return derivation

    def ancestors(self) -> Iterator[Derivation]:
        """Yield every derivation this one rests on, itself last: each once, premises before conclusions."""
        seen: dict[int, Derivation] = {}
        todo: list[Derivation] = [self]
        while todo:
            derivation = todo.pop()
            if derivation.number not in seen:
                seen[derivation.number] = derivation
                todo.extend(derivation.premises)
        for number in sorted(seen):
            yield seen[number]

    def reason(self) -> str:
        """Say in one line why it holds, in the documents' notation.

        The sentences named are the premises; a line that only lost settled cells names what it was before.
        """
        origin = self.origin
        if origin.rule is Rule.CLUE:
            text = f"clue {origin.count} at {origin.clue}"
        elif origin.rule is Rule.SUBSET:
            larger, smaller = origin.premises
            text = f"{larger.text} minus {smaller.text}"
        elif origin.rule in (Rule.ALL_SAFE, Rule.ALL_MINES):
            text = f"{origin.rule.value} in {origin.premises[0].text}"
        elif origin.rule is Rule.CASES:
            shown = "; ".join(premise.text for premise in origin.premises[:3])
            more = len(origin.premises) - 3
            text = f"in all cases of {shown}" + (f" and {more} more" if more > 0 else "")
        elif origin.rule is Rule.MINE_COUNT:
            text = f"{origin.count} mines on the board"
        else:
            text = origin.rule.value
        if self is not origin:
            settled = len(origin.cells) - len(self.cells)
            text += f", {settled} settled cell{'' if settled == 1 else 's'} taken out"
        return text

    @property
    def text(self) -> str:
        """The conclusion as ``{cells} = count``."""
        return sentence_text(self.cells, self.count)

    def __str__(self) -> str:
        if self.is_verdict:
            (cell,) = self.cells
            return f"#{self.number} {cell} is {'a mine' if self.count else 'safe'}: {self.reason()}"
        return f"#{self.number} {self.text}: {self.reason()}"

    def __repr__(self) -> str:
        return f"<Derivation {self}>"


class InconsistentKnowledge(MinesweeperError):
    """What is known contradicts itself: no layout agrees with it.

    ``clash`` holds the derivations that cannot all be true, with how each came about; it is empty when the clue alone is
    impossible (above the number of neighbours), since then no sentence states it.
    """

    def __init__(self, message: str, clash: Sequence[Derivation] = ()) -> None:
        super().__init__(message)
        self.clash = tuple(clash)

    @classmethod
    def among(cls, derivations: Sequence[Derivation]) -> InconsistentKnowledge:
        """Return the error that names ``derivations`` as what can't all be true."""
        shown = "; ".join(derivation.text for derivation in derivations[:8]) + ("; ..." if len(derivations) > 8 else "")
        return cls(f"no layout agrees with all of: {shown}", derivations)

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences that clash."""
        return [derivation.sentence for derivation in self.clash]

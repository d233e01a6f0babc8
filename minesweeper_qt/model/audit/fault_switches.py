"""The switches that build faults into the reference, and the habits of agents that matter only with a fault."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Pairs(Enum):
    """The pairs of sentences that the subset rule compares."""

    ALL = "all"
    NONE = "none"
    NEWEST = "newest"
    """Those with the sentence of the last clue, each time."""
    LAST = "last"
    """Those with the last sentence of the list."""
    ADDED = "added"
    """Those of each sentence, derived ones too, with the ones before it, at the moment when it is added."""


class Settling(Enum):
    """The order in which rules 1 and 2 mark cells; without faults it makes no difference."""

    TOGETHER = "together"
    """All safe cells and mines are collected first; then the safe cells are marked, then the mines."""
    SAFES_FIRST = "safes first"
    """The safe cells are collected and marked, then the mines."""
    MINES_FIRST = "mines first"
    """The mines are collected and marked, then the safe cells."""
    TOGETHER_MINES_FIRST = "together, mines first"
    """The same, but the mines are marked first."""
    ONE_BY_ONE = "one by one"
    """The cells of a sentence are marked before the next sentence is looked at."""
    FROM_THE_START = "from the start"
    """The same, and after each sentence that marks cells all are looked at again."""


class Pass(Enum):
    """The sentences that one pass of the subset rule looks at, which itself adds sentences."""

    OLD = "old"
    """Two loops over those that were there before."""
    INNER_NEW = "inner new"
    """The inner loop goes through a new copy of the list each time, and so through the new sentences too."""
    ALL_NEW = "all new"
    """Both loops go through the list that grows."""
    FIRST_NEW = "first new"
    """The pass ends with the first new sentence."""


class Share(Enum):
    """The sentences that share one set of cells."""

    NOTHING = "nothing"
    DIFFERENCE = "difference"
    """The subset rule takes the difference in the larger sentence's own set, and the new sentence copies it."""
    LARGER = "larger"
    """The same, and the new sentence has that set itself."""
    CLUES = "clues"
    """The sentences of all clues have the same set, that of the last clue."""


class OwnCell(Enum):
    """Whether the sentence of a clue contains the cell of the clue itself."""

    LEFT_OUT = "left out"
    KEPT = "kept"
    KEPT_AFTER_GUESSES = "kept after guesses"
    """Only where the cell was not known to be safe before, because known cells are left out."""


class Iteration(Enum):
    """A collection that is changed while it is iterated over."""

    SAFE = "changes safely"
    RAISES_AT_SAFES = "raises at known safes"
    """Marking the cells of ``known_safes()`` takes them out of that very set."""
    RAISES_AT_MINES = "raises at known mines"
    RAISES_AT_BOTH = "raises at both"
    RAISES_AT_NEW = "raises at new"
    """Known cells are taken out of the set of neighbours, which is iterated over."""
    SKIPS_NEW_BY_ROW = "skips new by row"
    """Known cells are taken out of the list of neighbours: the cell after one of them is skipped."""
    SKIPS_NEW_BY_COLUMN = "skips new by column"
    SKIPS_MARKS = "skips marks"
    """Marking takes cells out of the list that is iterated over, which is dropped then: every other cell is skipped."""


SETTLE, SETTLE_ALL, COMPARE, COMPARE_ALL = "settle", "settle all", "compare", "compare all"
"""Parts of ``Switches.once``: rules 1 and 2, or the subset rule, in one pass or until they add nothing."""


@dataclass(frozen=True, slots=True)
class Switches:
    """Faults and habits of an agent; by default it has no fault.

    Habits, which make no difference without faults. ``settling``: see ``Settling``. ``remarks``: known cells that a
    sentence settles again are marked again. ``settles_first``: rules 1 and 2 are applied until nothing changes,
    before the subset rule. ``compares``: see ``Pass``. ``larger_first``: the subset rule goes through the larger
    sentences, and compares each with the smaller ones. ``equal_too``: it takes a sentence for a part of one with the
    same cells. ``skips_negative``: it drops sentences with a negative count. ``drops_doubles``: sentences that became
    equal are kept once. ``safe_first``: a cell that is in ``safes`` and in ``mines`` counts as safe, not as a mine.

    Faults. ``once``: what is done in turn for each clue; empty for "until nothing changes". ``pairs``: see ``Pairs``.
    ``directions``: the subset rule subtracts the newest sentence from others ("s"), others from it ("l"), or both.
    ``subtracts``: known mines are subtracted from the count of a new sentence. ``keeps_safes``, ``keeps_mines``: a
    new sentence keeps these known cells. ``own_cell``: see ``OwnCell``. ``beyond``: sides of the board beyond which
    it has cells (top, bottom, left, right as t, b, l, r). ``passes``: the marks that reach the sentences: of moves
    (o), inferred safe cells (s), inferred mines (m). ``first_only``: they reach the first sentence with the cell
    alone. ``share`` and ``iteration``: see there.
    """

    settling: Settling = Settling.TOGETHER
    remarks: bool = False
    settles_first: bool = False
    compares: Pass = Pass.OLD
    larger_first: bool = False
    equal_too: bool = False
    skips_negative: bool = False
    drops_doubles: bool = False
    safe_first: bool = False
    once: tuple[str, ...] = ()
    pairs: Pairs = Pairs.ALL
    directions: str = "sl"
    subtracts: bool = True
    keeps_safes: bool = False
    keeps_mines: bool = False
    own_cell: OwnCell = OwnCell.LEFT_OUT
    beyond: str = ""
    passes: str = "osm"
    first_only: bool = False
    share: Share = Share.NOTHING
    iteration: Iteration = Iteration.SAFE

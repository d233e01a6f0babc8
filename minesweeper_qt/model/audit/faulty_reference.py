"""The reference with faults built in: a plain agent of the CS50 project, whose switches turn on one fault at a time.

It keeps sets of cells as whole numbers, one bit for each cell of the board and of the ring of cells around it, because
the search for a cause runs it over many games with many switches. Without faults its ``safes`` and ``mines`` are those
of ``MinesweeperAI`` after every observation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell


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

    Habits, which make no difference without faults. ``settling``: see ``Settling``. ``marks_again``: known cells that a
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
    marks_again: bool = False
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


class BoardBits:
    """The bits of the cells of a board of ``height`` x ``width`` cells, and of the ring of cells around it.

    >>> bits = BoardBits(2, 3)
    >>> bits.cells(bits.mask([(0, 0), (-1, 3)]))
    [(-1, 3), (0, 0)]
    """

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width

    def bit(self, cell: Cell) -> int:
        """Return the bit of a cell of the board or of the ring around it."""
        return 1 << (cell[0] + 1) * (self.width + 2) + cell[1] + 1

    def mask(self, cells: Iterable[Cell]) -> int | None:
        """Return a set of cells as a number; ``None`` if one of them is farther away than the ring."""
        mask = 0
        for cell in cells:
            if not (-1 <= cell[0] <= self.height and -1 <= cell[1] <= self.width):
                return None
            mask |= self.bit(cell)
        return mask

    def cells(self, mask: int) -> list[Cell]:
        """Return the cells of a set in reading order."""
        places = [divmod(bit.bit_length() - 1, self.width + 2) for bit in single_bits(mask)]
        return [(i - 1, j - 1) for i, j in places]

    def neighbours(self, cell: Cell, beyond: str) -> list[int]:
        """Return the bits of the neighbours of ``cell`` row by row, also of those beyond the sides ``beyond``."""
        first_row, first_column = (0 - (side in beyond) for side in "tl")
        end_row, end_column = self.height + ("b" in beyond), self.width + ("r" in beyond)
        rows = range(max(cell[0] - 1, first_row), min(cell[0] + 2, end_row))
        columns = range(max(cell[1] - 1, first_column), min(cell[1] + 2, end_column))
        return [self.bit((i, j)) for i in rows for j in columns if (i, j) != cell]


def single_bits(mask: int) -> Iterator[int]:
    """Yield the bits of ``mask``, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


MAX_SENTENCES = 1_000
"""The greatest number of sentences; false ones can lead to more without end."""


class ChangedWhileIterated(Exception):
    """A set changed while it was iterated over, which Python reports as a ``RuntimeError``."""


class TooManySentences(Exception):
    """The sentences of a faulty agent grow beyond ``MAX_SENTENCES``."""


class _Cells:
    """A set of cells that sentences can share."""

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask = mask


class _Sentence:
    """A sentence that changes as its cells are marked."""

    __slots__ = ("cells", "count")

    def __init__(self, cells: _Cells, count: int) -> None:
        self.cells = cells
        self.count = count

    def settled(self, is_mine: int) -> int:
        """Return all cells if rule 2 (``is_mine`` is 1) or rule 1 (0) applies, else 0."""
        mask = self.cells.mask
        return mask if self.count == (mask.bit_count() if is_mine else 0) else 0


class FaultyReference:
    """An agent for a board of ``height`` x ``width`` cells with the faults that its switches turn on.

    >>> agent = FaultyReference(3, 3, Switches(pairs=Pairs.NONE))
    >>> agent.add_knowledge((0, 0), 0)
    >>> agent.bits.cells(agent.safes)
    [(0, 0), (0, 1), (1, 0), (1, 1)]

    ``safes`` and ``mines`` are sets of cells as numbers, see ``bits``.
    """

    def __init__(self, height: int, width: int, switches: Switches) -> None:
        self.bits = BoardBits(height, width)
        self.safes = 0
        self.mines = 0
        self._switches = switches
        self._knowledge: list[_Sentence] = []
        self._newest = _Sentence(_Cells(0), 0)
        self._clue_cells = _Cells(0)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that the safe ``cell`` touches ``count`` mines.

        Raises ``ChangedWhileIterated`` where an agent with this fault raises ``RuntimeError``, and
        ``TooManySentences``.
        """
        switches = self._switches
        own = self.bits.bit(cell)
        is_kept = switches.own_cell is OwnCell.KEPT
        if switches.own_cell is OwnCell.KEPT_AFTER_GUESSES:
            is_kept = not own & self.safes
        self._mark(own, 0, is_move=True)
        self._newest = self._sentence_of_clue(cell, count, own if is_kept else 0)
        self._add(self._newest)
        if switches.once:
            for part in switches.once:
                self._apply(part)
            return
        settling = SETTLE_ALL if switches.settles_first else SETTLE
        while self._apply(settling) | self._apply(COMPARE):
            pass

    # -- the sentence of a clue

    def _sentence_of_clue(self, cell: Cell, count: int, mask: int) -> _Sentence:
        """Return the sentence over the cells in ``mask`` and the neighbours, of which the known ones are left out."""
        switches = self._switches
        around = self.bits.neighbours(cell, switches.beyond)
        leave_out = (0 if switches.keeps_safes else self.safes) | (0 if switches.keeps_mines else self.mines)
        skipped = self._skipped(around, self.safes | self.mines)
        counted = self.mines & ~self.safes if switches.safe_first else self.mines
        known_mines = 0
        for bit in around:
            if not bit & leave_out or bit & skipped:
                mask |= bit
            if bit & counted and not bit & skipped:
                known_mines += 1
        if switches.share is Share.CLUES:
            self._clue_cells.mask = mask
            return _Sentence(self._clue_cells, count - known_mines)
        return _Sentence(_Cells(mask), count - known_mines if switches.subtracts else count)

    def _skipped(self, around: list[int], known: int) -> int:
        """Return the neighbours that a loop skips which takes the known cells out of the list it iterates over."""
        iteration = self._switches.iteration
        if iteration is Iteration.RAISES_AT_NEW and any(bit & known for bit in around):
            raise ChangedWhileIterated
        if iteration not in (Iteration.SKIPS_NEW_BY_ROW, Iteration.SKIPS_NEW_BY_COLUMN):
            return 0
        if iteration is Iteration.SKIPS_NEW_BY_COLUMN:
            width = self.bits.width + 2
            around = sorted(around, key=lambda bit: divmod(bit.bit_length() - 1, width)[::-1])
        skipped = 0
        is_skipped = False
        for bit in around:
            if is_skipped:
                skipped |= bit
            is_skipped = not is_skipped and bool(bit & known)
        return skipped

    def _add(self, sentence: _Sentence) -> None:
        if len(self._knowledge) >= MAX_SENTENCES:
            raise TooManySentences
        self._knowledge.append(sentence)
        if self._switches.pairs is Pairs.ADDED:
            for other in self._knowledge[:-1]:
                for smaller, larger in ((sentence, other), (other, sentence)):
                    new = self._difference(smaller, larger)
                    if new is not None and (new.cells.mask, new.count) not in self._texts():
                        self._add(new)

    # -- the rules

    def _apply(self, part: str) -> bool:
        """Apply rules 1 and 2, or the subset rule, and return whether anything changed."""
        apply = self._settle if part in (SETTLE, SETTLE_ALL) else self._compare
        is_changed = apply()
        if is_changed and part in (SETTLE_ALL, COMPARE_ALL):
            while apply():
                pass
        return is_changed

    def _settle(self) -> bool:
        """Apply rules 1 and 2 to all sentences once."""
        switches = self._switches
        self._check_iteration()
        if switches.iteration is Iteration.SKIPS_MARKS:
            is_changed = self._settle_every_other()
        elif switches.settling in (Settling.ONE_BY_ONE, Settling.FROM_THE_START):
            is_changed = self._settle_one_by_one()
        else:
            is_changed = self._settle_collected()
        self._drop()
        return is_changed

    def _settle_collected(self) -> bool:
        """Collect the settled cells of all sentences, and mark them."""
        settling = self._switches.settling
        order = (0, 1) if settling in (Settling.TOGETHER, Settling.SAFES_FIRST) else (1, 0)
        if settling in (Settling.SAFES_FIRST, Settling.MINES_FIRST):
            changes = [self._mark(self._settled(is_mine), is_mine) for is_mine in order]
        else:
            found = [(self._settled(is_mine), is_mine) for is_mine in order]
            changes = [self._mark(mask, is_mine) for mask, is_mine in found]
        return any(changes)

    def _settle_one_by_one(self) -> bool:
        """Mark the cells of each sentence before the next one is looked at."""
        is_changed = False
        todo = list(self._knowledge)
        while todo:
            sentence = todo.pop(0)
            # The safe cells of a sentence are marked before it is looked at for mines.
            changes = [self._mark(sentence.settled(is_mine), is_mine) for is_mine in (0, 1)]
            if any(changes):
                is_changed = True
                if self._switches.settling is Settling.FROM_THE_START:
                    self._drop()
                    todo = list(self._knowledge)
        return is_changed

    def _drop(self) -> None:
        """Drop the sentences without cells, and the double ones of an agent that does that."""
        self._knowledge = [sentence for sentence in self._knowledge if sentence.cells.mask]
        if self._switches.drops_doubles:
            unique: dict[tuple[int, int], _Sentence] = {}
            for sentence in self._knowledge:
                unique.setdefault((sentence.cells.mask, sentence.count), sentence)
            self._knowledge = list(unique.values())

    def _settled(self, is_mine: int) -> int:
        mask = 0
        for sentence in self._knowledge:
            mask |= sentence.settled(is_mine)
        return mask

    def _check_iteration(self) -> None:
        """Raise ``ChangedWhileIterated`` if marking would change a set that is iterated over."""
        raises = {
            Iteration.RAISES_AT_SAFES: (0,),
            Iteration.RAISES_AT_MINES: (1,),
            Iteration.RAISES_AT_BOTH: (0, 1),
        }.get(self._switches.iteration, ())
        if any(self._settled(is_mine) for is_mine in raises):
            raise ChangedWhileIterated

    def _settle_every_other(self) -> bool:
        """Mark every other cell of the settled sentences, which are dropped then."""
        is_changed = False
        for sentence in list(self._knowledge):
            for is_mine in (0, 1):
                settled = sentence.settled(is_mine)
                for bit in list(single_bits(settled))[::2]:
                    self._mark(bit, is_mine)
                if settled:
                    self._knowledge.remove(sentence)
                    is_changed = True
        return is_changed

    def _mark(self, mask: int, is_mine: int, is_move: bool = False) -> bool:
        """Mark cells, pass this on to the sentences, and return whether anything changed."""
        switches = self._switches
        known = self.mines if is_mine else self.safes
        if not switches.marks_again and not is_move:
            mask &= ~known
        if is_mine:
            self.mines |= mask
        else:
            self.safes |= mask
        is_changed = bool(mask & ~known)
        if ("o" if is_move else "sm"[is_mine]) in switches.passes:
            is_changed |= self._pass_on(mask, is_mine)
        return is_changed

    def _pass_on(self, mask: int, is_mine: int) -> bool:
        """Take the marked cells out of the sentences, and return whether any had one."""
        is_changed = False
        for sentence in self._knowledge if mask else ():
            out = sentence.cells.mask & mask
            if out:
                sentence.cells.mask ^= out
                sentence.count -= is_mine * out.bit_count()
                is_changed = True
                if self._switches.first_only:
                    mask ^= out
        return is_changed

    def _compare(self) -> bool:
        """Apply the subset rule to the pairs of sentences once."""
        switches = self._switches
        new: list[_Sentence] = []
        present = self._texts()
        is_shared = switches.share is not Share.NOTHING
        for smaller, larger in self._pairs():
            text = larger.cells.mask & ~smaller.cells.mask, larger.count - smaller.count
            if text in present and not is_shared:
                continue
            difference = self._difference(smaller, larger)
            if difference is None or (switches.skips_negative and difference.count < 0):
                continue
            if is_shared:
                present = self._texts() | {(sentence.cells.mask, sentence.count) for sentence in new}
            if text in present:
                continue
            present.add(text)
            new.append(difference)
            if switches.compares is not Pass.OLD:
                self._add(difference)
            if switches.compares is Pass.FIRST_NEW:
                break
        for sentence in new if switches.compares is Pass.OLD else ():
            self._add(sentence)
        return bool(new)

    def _texts(self) -> set[tuple[int, int]]:
        """Return cells and count of all sentences."""
        return {(sentence.cells.mask, sentence.count) for sentence in self._knowledge}

    def _pairs(self) -> Iterator[tuple[_Sentence, _Sentence]]:
        """Yield the pairs that the subset rule compares, the smaller sentence first."""
        switches = self._switches
        knowledge = self._knowledge if switches.compares is Pass.ALL_NEW else list(self._knowledge)
        if switches.pairs is Pairs.ALL:
            for one in knowledge:
                for other in self._nested(one, knowledge):
                    yield (other, one) if switches.larger_first else (one, other)
        elif switches.pairs in (Pairs.NEWEST, Pairs.LAST) and knowledge:
            newest = self._newest if switches.pairs is Pairs.NEWEST else knowledge[-1]
            for other in knowledge:
                if "s" in switches.directions:
                    yield newest, other
                if "l" in switches.directions:
                    yield other, newest

    def _nested(self, one: _Sentence, knowledge: list[_Sentence]) -> list[_Sentence]:
        """Return at least those sentences of the inner loop that ``one`` is a part of, or that are parts of it."""
        switches = self._switches
        others = self._knowledge if switches.compares is Pass.INNER_NEW else knowledge
        if switches.share is not Share.NOTHING or switches.compares is Pass.ALL_NEW:
            # The sentences, or their list, change within the loop.
            return list(others) if switches.compares is Pass.INNER_NEW else others
        mask = one.cells.mask
        if switches.larger_first:
            return [other for other in others if other.cells.mask & mask == other.cells.mask]
        return [other for other in others if mask & other.cells.mask == mask]

    def _difference(self, smaller: _Sentence, larger: _Sentence) -> _Sentence | None:
        """Return the difference of two sentences; ``None`` if the first is no part of the second."""
        part, whole = smaller.cells.mask, larger.cells.mask
        if not part or part & ~whole or smaller is larger or (part == whole and not self._switches.equal_too):
            return None
        share = self._switches.share
        if share in (Share.DIFFERENCE, Share.LARGER):
            larger.cells.mask &= ~part
        cells = larger.cells if share is Share.LARGER else _Cells(whole & ~part)
        return _Sentence(cells, larger.count - smaller.count) if cells.mask else None

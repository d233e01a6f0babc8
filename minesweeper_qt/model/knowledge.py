"""The knowledge base: the sentences in force, what is settled, and how each came about.

Its inference is CS50's: ``count = 0`` makes all cells safe, ``count = size`` makes all mines, and a sentence inside
another leaves the difference. ``learn`` takes one observation and draws every conclusion of the three rules.

Why this is fast. A clue's sentence lies in one cell's neighbourhood, and a difference lies in the larger sentence, so a
sentence only ever meets sentences that share cells with it. An index from cell to sentences finds those, and a work
list holds the sentences that have not met the others yet: an observation costs what it changes, not a pairwise scan.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from minesweeper_qt.model.board import Board, Cell, check_whole
from minesweeper_qt.model.consistency import Witness, smallest_clash
from minesweeper_qt.model.derivation import Derivation, Rule
from minesweeper_qt.model.errors import InconsistentKnowledge, MineCountError
from minesweeper_qt.model.mine_count import leftovers


@dataclass(frozen=True, slots=True)
class Change:
    """What one observation did to a knowledge base.

    ``added`` and ``removed`` are sentences that came into force or left it; ``safes`` and ``mines`` are the verdicts on
    cells that were settled. What came and went within the same observation is in neither.
    """

    cell: Cell
    clue: int
    move: int
    added: tuple[Derivation, ...] = ()
    removed: tuple[Derivation, ...] = ()
    safes: tuple[Derivation, ...] = ()
    mines: tuple[Derivation, ...] = ()


class KnowledgeBase:
    """Sentences ``{cells} = count`` about a board, closed under the three rules of the CS50 project.

    >>> kb = KnowledgeBase(Board(2, 3))
    >>> change = kb.learn((0, 0), 1)
    >>> print(*(record.text for record in kb))
    {(0, 1), (1, 0), (1, 1)} = 1
    >>> change = kb.learn((1, 0), 1)
    >>> [record.text for record in change.added]
    ['{(0, 1), (1, 1)} = 1']

    With ``total_mines``, ``{all undetermined cells} = mines left`` is known too. What follows from it: rules 1 and 2 on
    it, and rules 1 and 2 on what it leaves outside a set of disjoint sentences; see ``mine_count.leftovers`` for which
    sets are tried. That is tried only when the rules leave no safe cell to open, so that it costs nothing otherwise.
    Not inferred from it: other differences (k disjoint sentences have 2^k), and anything further from those.

    Iterating yields the sentences in force, oldest first: no duplicate, none empty, none with a settled cell.
    """

    def __init__(self, board: Board, total_mines: int | None = None) -> None:
        size = len(board.cells)
        if total_mines is not None and not (check_whole(total_mines) and 0 <= total_mines <= size):
            raise MineCountError(f"{total_mines!r} mines on {size} cells; allowed are 0 to {size}")
        self.board = board
        self.total_mines = total_mines
        self.moves = 0
        self.settled: dict[Cell, Derivation] = {}
        self.mine_count: Derivation | None = None
        """``{all undetermined cells} = mines left``, when the number of mines is known and a cell is undetermined."""
        self._learned: dict[Cell, int] = {}
        self._made = 0
        self._mines_known = 0
        self._unopened_safes = 0
        self._in_force: dict[frozenset[Cell], Derivation] = {}
        # cell -> sentences that mention it; and the same with each sentence under one of its cells only, so that
        # walking the cells of a sentence meets every sentence inside it once.
        self._by_cell: dict[Cell, dict[int, Derivation]] = {}
        self._by_anchor: dict[Cell, dict[int, Derivation]] = {}
        self._witness = Witness()
        # Work of the observation that is being learned; empty in between.
        self._unmet: deque[Derivation] = deque()
        self._newly_settled: list[Derivation] = []
        self._added: dict[int, Derivation] = {}
        self._removed: dict[int, Derivation] = {}
        self._verdicts: list[Derivation] = []
        self._whole_board: Derivation | None = None
        if total_mines is not None:
            self._whole_board = self._record(Rule.MINE_COUNT, frozenset(board.cells), total_mines, ())
            self.mine_count = self._whole_board

    # -- what is known

    def __iter__(self) -> Iterator[Derivation]:
        yield from self._in_force.values()
        if self.mine_count is not None and self.mine_count.cells not in self._in_force:
            yield self.mine_count

    def __len__(self) -> int:
        extra = self.mine_count is not None and self.mine_count.cells not in self._in_force
        return len(self._in_force) + extra

    def mentioning(self, cell: Cell) -> list[Derivation]:
        """Return the local sentences in force that mention ``cell``, oldest first."""
        found = self._by_cell.get(self.board.cell(cell), {})
        return [found[number] for number in sorted(found)]

    def is_learned(self, cell: Cell) -> bool:
        """True when the clue of ``cell`` has been learned."""
        return cell in self._learned

    # -- learning

    def learn(self, cell: Cell, clue: int, marks: tuple[tuple[Cell, int], ...] = ()) -> Change:
        """Learn that ``cell`` is safe and touches ``clue`` mines, and draw all conclusions.

        ``marks`` are cells settled from outside, each with 1 for a mine and 0 for safe; they are taken as true first.
        An observation already learned changes nothing. Raises ``CellError``, and ``InconsistentKnowledge`` when no
        layout agrees with it and all that was learned before: nothing is learned then. That is complete (up to
        ``consistency.SEARCH_STEPS``) for the clues; of the number of mines, only what the rules draw from it counts.
        """
        cell = self.board.cell(cell)
        neighbours = self.board.neighbours(cell)
        if not check_whole(clue) or not 0 <= clue <= len(neighbours):
            raise InconsistentKnowledge(
                f"clue {clue!r} at {cell} with {len(neighbours)} neighbours; allowed are 0 to {len(neighbours)}"
            )
        marks = tuple((self.board.cell(marked), count) for marked, count in marks)
        before = self._learned.get(cell)
        if before is not None and before != clue:
            raise InconsistentKnowledge(f"the clue at {cell} was {before}, now it is {clue}")
        made, mine_count = self._made, self.mine_count
        try:
            self.moves += before is None
            for marked, count in marks:
                self._settle(marked, count, Rule.MARKED, ())
            self._settle(cell, 0, Rule.REVEALED, ())
            if before is None:
                self._unopened_safes -= 1
                self._learned[cell] = clue
                self._state(self._record(Rule.CLUE, neighbours, clue, (), cell))
            self._close()
            self._count_mines()
            if not self._witness.repair(self._added.values(), self._by_cell):
                raise self._clash(smallest_clash(self._connected()))
        except InconsistentKnowledge:
            self._undo(cell if before is None else None, made, mine_count)
            raise
        if mine_count is not self.mine_count:
            if mine_count is not None and mine_count.cells not in self._in_force:
                self._removed[mine_count.number] = mine_count
            if self.mine_count is not None and self.mine_count.cells not in self._in_force:
                self._added[self.mine_count.number] = self.mine_count
        change = Change(
            cell,
            clue,
            self.moves,
            tuple(self._added.values()),
            tuple(self._removed.values()),
            tuple(verdict for verdict in self._verdicts if not verdict.count),
            tuple(verdict for verdict in self._verdicts if verdict.count),
        )
        self._forget_work()
        return change

    def _close(self) -> None:
        """Apply the three rules until nothing new follows."""
        while True:
            if self._newly_settled:
                self._take_out_settled()
            elif self._unmet:
                record = self._unmet.popleft()
                if self._in_force.get(record.cells) is record:
                    self._meet(record)
            else:
                return

    def _meet(self, record: Derivation) -> None:
        """Subset rule between ``record`` and every sentence inside or around it."""
        cells = record.cells
        pairs: list[tuple[Derivation, Derivation]] = []
        fewest: dict[int, Derivation] | None = None
        by_anchor, by_cell = self._by_anchor, self._by_cell
        for cell in cells:
            mentioning = by_cell[cell]
            if fewest is None or len(mentioning) < len(fewest):
                fewest = mentioning
            anchored = by_anchor.get(cell)
            if anchored:
                for other in anchored.values():
                    if other.cells < cells:
                        pairs.append((record, other))
        assert fewest is not None
        for other in fewest.values():
            if cells < other.cells:
                pairs.append((other, record))
        in_force = self._in_force
        for larger, smaller in pairs:
            rest = larger.cells - smaller.cells
            count = larger.count - smaller.count
            known = in_force.get(rest)
            if known is None or known.count != count:
                self._state(self._record(Rule.SUBSET, rest, count, (larger, smaller)))
                if self._newly_settled:
                    # Settled cells leave every sentence first, then this one, if it lasts, meets the others again.
                    self._unmet.append(record)
                    return

    def _take_out_settled(self) -> None:
        """Shorten every sentence that mentions a cell settled since the last time."""
        settled = self.settled
        affected: dict[int, Derivation] = {}
        for verdict in self._newly_settled:
            (cell,) = verdict.cells
            affected.update(self._by_cell.get(cell, ()))
        self._newly_settled = []
        for number in sorted(affected):
            record = affected[number]
            self._drop(record)
            self._state(record)

    def _state(self, record: Derivation) -> None:
        """Bring a sentence into force, without its settled cells; settle its cells when rule 1 or 2 applies."""
        settled = self.settled
        out = [settled[cell] for cell in record.cells if cell in settled]
        if out:
            count = record.count - sum([verdict.count for verdict in out])
            cells = frozenset([cell for cell in record.cells if cell not in settled])
            if not 0 <= count <= len(cells):
                raise self._clash((record, *out))
            if not cells:
                return
            record = self._record(Rule.SETTLED, cells, count, (record, *out), record.clue)
        cells, count = record.cells, record.count
        known = self._in_force.get(cells)
        if known is not None:
            if known.count != count:
                raise self._clash((known, record))
            return
        if 0 < count < len(cells):
            self._in_force[cells] = record
            number = record.number
            by_cell = self._by_cell
            for cell in cells:
                mentioning = by_cell.get(cell)
                if mentioning is None:
                    by_cell[cell] = {number: record}
                else:
                    mentioning[number] = record
            anchor = next(iter(cells))
            anchored = self._by_anchor.get(anchor)
            if anchored is None:
                self._by_anchor[anchor] = {number: record}
            else:
                anchored[number] = record
            self._unmet.append(record)
            self._added[number] = record
        elif count == 0:
            for cell in cells:
                self._settle(cell, 0, Rule.ALL_SAFE, (record,))
        elif count == len(cells):
            for cell in cells:
                self._settle(cell, 1, Rule.ALL_MINES, (record,))
        else:
            raise self._clash(record.premises if record.rule is Rule.SUBSET else (record,))

    def _drop(self, record: Derivation) -> None:
        """Take a sentence out of force."""
        del self._in_force[record.cells]
        number = record.number
        for cell in record.cells:
            del self._by_cell[cell][number]
        del self._by_anchor[next(iter(record.cells))][number]
        if self._added.pop(number, None) is None:
            self._removed[number] = record

    def _settle(self, cell: Cell, count: int, rule: Rule, premises: tuple[Derivation, ...]) -> None:
        """Give ``cell`` its verdict (1: a mine, 0: safe), unless it has the same already."""
        known = self.settled.get(cell)
        if known is not None:
            if known.count != count:
                raise self._clash((known, *(premises or (self._record(rule, frozenset((cell,)), count, ()),))))
            return
        verdict = self._record(rule, frozenset((cell,)), count, premises)
        self.settled[cell] = verdict
        self._mines_known += count
        self._unopened_safes += 1 - count
        self._newly_settled.append(verdict)
        self._verdicts.append(verdict)

    def _record(
        self,
        rule: Rule,
        cells: frozenset[Cell],
        count: int,
        premises: tuple[Derivation, ...],
        clue: Cell | None = None,
    ) -> Derivation:
        self._made += 1
        return Derivation(self._made, rule, cells, count, premises, self.moves, clue)

    # -- the number of mines

    def _count_mines(self) -> None:
        """Bring the sentence of the mine count up to date and draw what follows from it."""
        if self._whole_board is None:
            return
        while True:
            left = self._restate_mine_count()
            if left is None or self._unopened_safes:
                return
            chain = leftovers(left, self._in_force.values())
            if chain is None:
                return
            record = left
            for smaller in chain:
                rest, count = record.cells - smaller.cells, record.count - smaller.count
                record = self._record(Rule.SUBSET, rest, count, (record, smaller))
            self._state_verdicts(record)
            self._close()

    def _restate_mine_count(self) -> Derivation | None:
        """Settle by rules 1 and 2 on the mine count while they apply; return its sentence over what is left."""
        whole = self._whole_board
        assert whole is not None and self.total_mines is not None
        while True:
            left = self.total_mines - self._mines_known
            undetermined = len(self.board.cells) - len(self.settled)
            if not 0 <= left <= undetermined:
                raise self._clash((whole, *(v for v in self.settled.values() if v.count == (left < 0))))
            if not undetermined:
                self.mine_count = None
                return None
            if self.mine_count is None or len(self.mine_count.cells) != undetermined:
                cells = frozenset([cell for cell in self.board.cells if cell not in self.settled])
                self.mine_count = self._record(Rule.SETTLED, cells, left, (whole, *self.settled.values()))
            if 0 < left < undetermined:
                return self.mine_count
            self._state_verdicts(self.mine_count)
            self._close()

    def _state_verdicts(self, record: Derivation) -> None:
        """Settle all cells of a sentence that rule 1 or 2 applies to."""
        rule = Rule.ALL_MINES if record.count else Rule.ALL_SAFE
        for cell in sorted(record.cells):
            self._settle(cell, 1 if record.count else 0, rule, (record,))

    # -- contradictions

    def _connected(self) -> list[Derivation]:
        """The sentences that share cells, directly or through others, with those just added."""
        found = dict(self._added)
        todo = list(found.values())
        while todo:
            for cell in todo.pop().cells:
                for number, record in self._by_cell[cell].items():
                    if number not in found:
                        found[number] = record
                        todo.append(record)
        return list(found.values())

    def _clash(self, records: tuple[Derivation, ...]) -> InconsistentKnowledge:
        shown = "; ".join(record.text for record in records[:8]) + ("; ..." if len(records) > 8 else "")
        return InconsistentKnowledge(f"no layout agrees with all of: {shown}", records)

    def _undo(self, learned: Cell | None, made: int, mine_count: Derivation | None) -> None:
        """Take back the work of an observation that led to a contradiction."""
        for record in list(self._added.values()):
            self._drop(record)
        for verdict in self._verdicts:
            (cell,) = verdict.cells
            del self.settled[cell]
            self._mines_known -= verdict.count
            self._unopened_safes -= 1 - verdict.count
        if learned is not None:
            self.moves -= 1
            if self._learned.pop(learned, None) is not None:
                self._unopened_safes += 1
        restored, self._removed = self._removed, {}
        for record in restored.values():
            self._state(record)
        self._in_force = dict(sorted(self._in_force.items(), key=lambda item: item[1].number))
        self._made = made
        self.mine_count = mine_count
        self._forget_work()

    def _forget_work(self) -> None:
        self._unmet.clear()
        self._newly_settled = []
        self._added = {}
        self._removed = {}
        self._verdicts = []

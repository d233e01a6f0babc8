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

from minesweeper_qt.model.board.board import Board, Cell, check_whole
from minesweeper_qt.model.errors import MineCountError
from minesweeper_qt.model.evidence.change import Change
from minesweeper_qt.model.evidence.derivation import Derivation, InconsistentKnowledge, Rule
from minesweeper_qt.model.knowledge.backbone import Cases, NoLayout
from minesweeper_qt.model.knowledge.consistency import Witness, smallest_clash
from minesweeper_qt.model.knowledge.mine_count import check_total, leftovers
from minesweeper_qt.model.knowledge.sentence_index import SentenceIndex


class KnowledgeBase:
    """Sentences ``{cells} = count`` about a board, closed under the three rules of the CS50 project.

    >>> kb = KnowledgeBase(Board(2, 3))
    >>> change = kb.learn((0, 0), 1)
    >>> print(*(derivation.text for derivation in kb))
    {(0, 1), (1, 0), (1, 1)} = 1
    >>> change = kb.learn((1, 0), 1)
    >>> [derivation.text for derivation in change.added]
    ['{(0, 1), (1, 1)} = 1']

    With ``total_mines``, ``{all undetermined cells} = mines left`` is known too. What follows from it: rules 1 and 2 on
    it, and rules 1 and 2 on what it leaves outside a set of disjoint sentences; see ``mine_count.leftovers`` for which
    sets are tried. That is tried only when the rules leave no safe cell to open, so that it costs nothing otherwise.
    Not inferred from it: other differences (k disjoint sentences have 2^k), and anything further from those.

    With ``exact`` each cell is settled that is the same in all such layouts (``Rule.CASES``), if that can be counted.

    Iterating yields the sentences in force, oldest first and that of the mine count last: no duplicate, none empty,
    none with a settled cell. Raises ``MineCountError`` for more mines than cells, and for ``exact`` without a number.
    """

    def __init__(self, board: Board, total_mines: int | None = None, *, exact: bool = False) -> None:
        if total_mines is not None:
            check_total(total_mines, board)
        elif exact:
            raise MineCountError(f"exact=True needs total_mines; allowed are 0 to {len(board.cells)}")
        self.board = board
        self.total_mines = total_mines
        self.moves = 0
        self.settled: dict[Cell, Derivation] = {}
        self.mine_count: Derivation | None = None
        """``{all undetermined cells} = mines left``, when the number of mines is known and a cell is undetermined."""
        self._learned: dict[Cell, Derivation] = {}
        self._made = 0
        self._mines_known = 0
        self._unopened_safes = 0
        self._in_force = SentenceIndex()
        self._witness = Witness()
        # Work of the observation that is being learned; empty in between.
        self._unmet: deque[Derivation] = deque()
        self._newly_settled: list[Derivation] = []
        self._added: dict[int, Derivation] = {}
        self._removed: dict[int, Derivation] = {}
        self._verdicts: list[Derivation] = []
        self._cases = Cases() if exact else None
        self._whole_board: Derivation | None = None
        if total_mines is not None:
            self._whole_board = self._record(Rule.MINE_COUNT, frozenset(board.cells), total_mines, ())
            self.mine_count = self._whole_board
            self._count_mines()
            self._forget_work()

    # -- what is known

    def __iter__(self) -> Iterator[Derivation]:
        yield from self._in_force
        whole = self._mine_count_in_force()
        if whole is not None:
            yield whole

    def __len__(self) -> int:
        return len(self._in_force) + (self._mine_count_in_force() is not None)

    @property
    def clues(self) -> dict[Cell, int]:
        """The clues learned, in their order: a copy."""
        return {cell: derivation.count for cell, derivation in self._learned.items()}

    def mentioning(self, cell: Cell) -> list[Derivation]:
        """Return the local sentences in force that mention ``cell``, oldest first; raise ``CellError``."""
        found = self._in_force.by_cell.get(self.board.cell(cell), {})
        return [found[number] for number in sorted(found)]

    # -- learning

    def learn(self, cell: Cell, clue: int, marks: tuple[tuple[Cell, int], ...] = ()) -> Change:
        """Learn that ``cell`` is safe and touches ``clue`` mines, and draw all conclusions.

        ``marks`` are cells settled from outside, each with 1 for a mine and 0 for safe; they are taken as true first.
        An observation already learned changes nothing. Raises ``CellError``, and ``InconsistentKnowledge`` when no
        layout agrees with it and all that was learned before: nothing is learned then. That is complete (up to
        ``consistency.SEARCH_STEPS``) for clues and marks; of the number of mines, only what the rules draw from it
        counts, and with ``exact`` all of it.
        """
        cell = self.board.cell(cell)
        neighbours = self.board.neighbours(cell)
        if not check_whole(clue) or not 0 <= clue <= len(neighbours):
            raise InconsistentKnowledge(
                f"clue {clue!r} at {cell} with {len(neighbours)} neighbours; "
                f"allowed are whole numbers from 0 to {len(neighbours)}"
            )
        marks = tuple((self.board.cell(marked), count) for marked, count in marks)
        made, mine_count, stated = self._made, self.mine_count, self._mine_count_in_force()
        before = self._learned.get(cell)
        try:
            self.moves += before is None
            if before is not None and before.count != clue:
                raise InconsistentKnowledge.among((before, self._record(Rule.CLUE, neighbours, clue, (), cell)))
            for marked, count in marks:
                self._settle(marked, count, Rule.MARKED, ())
            self._settle(cell, 0, Rule.REVEALED, ())
            if before is None:
                self._unopened_safes -= 1
                self._learned[cell] = self._record(Rule.CLUE, neighbours, clue, (), cell)
                self._state(self._learned[cell])
            self._conclude()
        except InconsistentKnowledge:
            self._undo(cell if before is None else None, made, mine_count)
            raise
        whole = self._mine_count_in_force()
        came, went = ((), ()) if whole is stated else ((whole,), (stated,))
        change = Change(
            cell,
            clue,
            self.moves,
            tuple(derivation for derivation in (*self._added.values(), *came) if derivation),
            tuple(derivation for derivation in (*self._removed.values(), *went) if derivation),
            tuple(verdict for verdict in self._verdicts if not verdict.count),
            tuple(verdict for verdict in self._verdicts if verdict.count),
        )
        self._forget_work()
        return change

    def mark(self, cell: Cell, count: int) -> tuple[Derivation, ...]:
        """Take ``cell`` for a mine (1) or for safe (0), draw all conclusions, and return the new verdicts.

        >>> kb = KnowledgeBase(Board(1, 3))
        >>> change = kb.learn((0, 1), 1)
        >>> for verdict in kb.mark((0, 0), 1):
        ...     print(verdict)
        #3 (0, 0) is a mine: marked
        #5 (0, 2) is safe: all safe in {(0, 2)} = 0

        Raises ``CellError``, and ``InconsistentKnowledge`` as ``learn`` does: nothing is marked then.
        """
        cell = self.board.cell(cell)
        made, mine_count = self._made, self.mine_count
        try:
            self._settle(cell, count, Rule.MARKED, ())
            self._conclude()
        except InconsistentKnowledge:
            self._undo(None, made, mine_count)
            raise
        verdicts = tuple(self._verdicts)
        self._forget_work()
        return verdicts

    def learn_mine_count(self, total_mines: int) -> tuple[Derivation, ...]:
        """Learn the number of mines, draw all conclusions, also while safe cells are left to open, and return verdicts.

        >>> kb = KnowledgeBase(Board(1, 4))
        >>> change = kb.learn((0, 1), 1)
        >>> for verdict in kb.tell(1):
        ...     print(verdict)
        #6 (0, 3) is safe: all safe in {(0, 3)} = 0

        Raises ``MineCountError`` for a number that can't be or after another; ``InconsistentKnowledge`` as ``learn``.
        """
        check_total(total_mines, self.board)
        if self.total_mines is not None:
            raise MineCountError(f"{total_mines} mines, but {self.total_mines} were told before; it is told once")
        made = self._made
        try:
            whole = self._record(Rule.MINE_COUNT, frozenset(self.board.cells), total_mines, ())
            self._whole_board = self.mine_count = whole
            self._conclude(is_asked=True)
        except InconsistentKnowledge:
            self._whole_board = None
            self._undo(None, made, None)
            raise
        self.total_mines = total_mines
        verdicts = tuple(self._verdicts)
        self._forget_work()
        return verdicts

    def _conclude(self, is_asked: bool = False) -> None:
        """Draw everything that follows; raise ``InconsistentKnowledge`` when no layout is left."""
        self._close()
        self._count_mines(is_asked or self._cases is not None)
        if self._cases is not None:
            self._agree(self._cases)
        if not self._witness.repair(self._added.values(), self._in_force.by_cell):
            near = self._in_force.connected(self._added.values())
            raise InconsistentKnowledge.among(smallest_clash(near, self._witness.mines))

    def _close(self) -> None:
        """Apply the three rules until nothing new follows."""
        while True:
            if self._newly_settled:
                self._take_out_settled()
            elif self._unmet:
                derivation = self._unmet.popleft()
                if derivation in self._in_force:
                    self._meet(derivation)
            else:
                return

    def _meet(self, derivation: Derivation) -> None:
        """Subset rule between ``derivation`` and every sentence inside or around it."""
        in_force = self._in_force
        for larger, smaller in in_force.nested(derivation):
            rest = larger.cells - smaller.cells
            count = larger.count - smaller.count
            known = in_force.over(rest)
            if known is None or known.count != count:
                self._state(self._record(Rule.SUBSET, rest, count, (larger, smaller)))
                if self._newly_settled:
                    # Settled cells leave every sentence first, then this one, if it lasts, meets the others again.
                    self._unmet.append(derivation)
                    return

    def _take_out_settled(self) -> None:
        """Shorten every sentence that mentions a cell settled since the last time."""
        affected: dict[int, Derivation] = {}
        for verdict in self._newly_settled:
            (cell,) = verdict.cells
            affected.update(self._in_force.by_cell.get(cell, ()))
        self._newly_settled = []
        for number in sorted(affected):
            derivation = affected[number]
            self._drop(derivation)
            self._state(derivation)

    def _state(self, derivation: Derivation) -> None:
        """Bring a sentence into force, without its settled cells; settle its cells when rule 1 or 2 applies."""
        out = [self.settled[cell] for cell in derivation.cells if cell in self.settled]
        if out:
            derivation = self._without(derivation, out)
        cells, count = derivation.cells, derivation.count
        known = self._in_force.over(cells)
        if known is not None:
            if known.count != count:
                raise InconsistentKnowledge.among((known, derivation))
        elif 0 < count < len(cells):
            self._in_force.add(derivation)
            self._unmet.append(derivation)
            self._added[derivation.number] = derivation
        elif 0 <= count <= len(cells):
            self._state_verdicts(derivation)
        else:
            raise InconsistentKnowledge.among(derivation.premises)

    def _without(self, derivation: Derivation, out: list[Derivation]) -> Derivation:
        """Take the cells with the verdicts ``out`` from a sentence."""
        cells = derivation.cells.difference([cell for verdict in out for cell in verdict.cells])
        count = derivation.count - sum([verdict.count for verdict in out])
        if not 0 <= count <= len(cells):
            raise InconsistentKnowledge.among((derivation, *out))
        return self._record(Rule.SETTLED, cells, count, (derivation, *out), derivation.clue)

    def _state_verdicts(self, derivation: Derivation) -> None:
        """Settle all cells of a sentence that rule 1 or 2 applies to."""
        verdict = 1 if derivation.count else 0
        for cell in sorted(derivation.cells):
            self._settle(cell, verdict, Rule.ALL_MINES if verdict else Rule.ALL_SAFE, (derivation,))

    def _drop(self, derivation: Derivation) -> None:
        """Take a sentence out of force."""
        self._in_force.drop(derivation)
        if self._added.pop(derivation.number, None) is None:
            self._removed[derivation.number] = derivation

    def _settle(self, cell: Cell, count: int, rule: Rule, premises: tuple[Derivation, ...]) -> None:
        """Give ``cell`` its verdict (1: a mine, 0: safe), unless it has the same already."""
        known = self.settled.get(cell)
        if known is not None:
            if known.count != count:
                raise InconsistentKnowledge.among(
                    (known, *(premises or (self._record(rule, frozenset((cell,)), count, ()),)))
                )
            return
        verdict = self._record(rule, frozenset((cell,)), count, premises)
        self.settled[cell] = verdict
        self._mines_known += count
        self._unopened_safes += 1 - count
        self._newly_settled.append(verdict)
        self._verdicts.append(verdict)

    def _record(
        self, rule: Rule, cells: frozenset[Cell], count: int, premises: tuple[Derivation, ...], clue: Cell | None = None
    ) -> Derivation:
        self._made += 1
        return Derivation(self._made, rule, cells, count, premises, self.moves, clue)

    # -- the number of mines

    def _count_mines(self, is_asked: bool = False) -> None:
        """Bring the sentence of the mine count up to date and draw what follows from it."""
        if self._whole_board is None:
            return
        while True:
            left = self._restate_mine_count()
            if left is None or (self._unopened_safes and not is_asked):
                return
            chain = leftovers(left, self._in_force)
            if chain is None:
                return
            derivation = left
            for smaller in chain:
                rest, count = derivation.cells - smaller.cells, derivation.count - smaller.count
                if not 0 <= count <= len(rest):
                    raise InconsistentKnowledge.among((left, *chain))
                derivation = self._record(Rule.SUBSET, rest, count, (derivation, smaller))
            self._state_verdicts(derivation)
            self._close()

    def _restate_mine_count(self) -> Derivation | None:
        """Settle by rules 1 and 2 on the mine count while they apply; return its sentence over what is left."""
        whole = self._whole_board
        assert whole is not None
        while True:
            left = whole.count - self._mines_known
            undetermined = len(self.board.cells) - len(self.settled)
            if not 0 <= left <= undetermined:
                raise InconsistentKnowledge.among((whole, *(v for v in self.settled.values() if v.count == (left < 0))))
            if not undetermined:
                self.mine_count = None
                return None
            if self.mine_count is None or len(self.mine_count.cells) != undetermined:
                cells = whole.cells.difference(self.settled)
                self.mine_count = self._record(Rule.SETTLED, cells, left, (whole, *self.settled.values()))
            if 0 < left < undetermined:
                return self.mine_count
            self._state_verdicts(self.mine_count)
            self._close()

    def _mine_count_in_force(self) -> Derivation | None:
        """The sentence of the mine count, unless the clues alone say the same."""
        whole = self.mine_count
        return None if whole is None or self._in_force.over(whole.cells) else whole

    # -- all layouts

    def _agree(self, cases: Cases) -> None:
        """Settle what is the same in all layouts; where a rule settles a cell after another one, the rule does."""
        whole = self.mine_count
        if whole is None:
            return
        try:
            verdicts = cases.verdicts(self._in_force, whole)
        except NoLayout as wrong:
            clash = wrong.derivations if whole in wrong.derivations else smallest_clash(wrong.derivations)
            raise InconsistentKnowledge.among(clash) from None
        for cell, count, premises in verdicts:
            if cell not in self.settled:
                self._settle(cell, count, Rule.CASES, premises)
                self._close()
        if verdicts:
            self._count_mines()

    def _undo(self, learned: Cell | None, made: int, mine_count: Derivation | None) -> None:
        """Take back the work of an observation that led to a contradiction."""
        for derivation in self._added.values():
            self._in_force.drop(derivation)
        self._in_force.put_back(self._removed.values())
        for verdict in self._verdicts:
            (cell,) = verdict.cells
            del self.settled[cell]
            self._mines_known -= verdict.count
            self._unopened_safes -= 1 - verdict.count
        if learned is not None:
            self.moves -= 1
            if self._learned.pop(learned, None) is not None:
                self._unopened_safes += 1
        self._made = made
        self.mine_count = mine_count
        self._forget_work()

    def _forget_work(self) -> None:
        self._unmet.clear()
        self._newly_settled = []
        self._added = {}
        self._removed = {}
        self._verdicts = []

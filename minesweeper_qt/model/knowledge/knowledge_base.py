"""The knowledge base: learns observations, and holds the sentences in force and the settled cells that follow.

``learn`` takes one observation and draws every conclusion of the three rules of CS50, and on request of the overlap
rule; see ``inference``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.errors import MineCountError, SentenceError
from minesweeper_qt.model.evidence.derivation import Change, Derivation, InconsistentKnowledge, Rule
from minesweeper_qt.model.exact.interruption import Poll, never_interrupt
from minesweeper_qt.model.knowledge.backbone import BackboneFinder, NoLayout
from minesweeper_qt.model.knowledge.consistency import Witness, minimal_clash
from minesweeper_qt.model.knowledge.mine_count import check_total, leftovers
from minesweeper_qt.model.knowledge.sentence_index import SentenceIndex, overlaps, shared_bounds


@dataclass(frozen=True, slots=True)
class Before:
    """What ``Inference.undo`` restores, as it was before the work on an observation."""

    move: int
    last_number: int
    unopened_safes: int
    whole_board: Derivation | None
    mine_count: Derivation | None


class Inference:
    """Applies the rules of inference to sentences about ``board`` until nothing changes, and records what changed.

    ``put_in_force`` and ``settle`` state something new, ``draw_conclusions`` draws all conclusions from it; all three
    raise ``InconsistentKnowledge`` for a contradiction. Then, or after an interruption, ``undo`` restores what was
    before. With ``is_exact``, each cell that is the same in all layouts is settled too; with ``uses_overlap_rule``, the
    overlap rule is one of the rules.

    ``move``: the number of clues learned, which is noted in new derivations. ``poll``: called every few milliseconds.
    ``in_force``: the local sentences. ``settled``: the verdicts by cell, oldest first. ``unopened_safes``: the number
    of safe cells whose clues are not learned. ``whole_board``: the sentence about all cells, if the number of mines is
    known; ``mine_count``: what is left of it. ``witness``: a layout that agrees with all sentences. Of the present
    observation: ``added``, ``removed``, by number, and ``verdicts``.
    """

    def __init__(self, board: Board, *, is_exact: bool, uses_overlap_rule: bool) -> None:
        self.board = board
        self.poll: Poll = never_interrupt
        self.move = 0
        self.settled: dict[Cell, Derivation] = {}
        self.unopened_safes = 0
        self.in_force = SentenceIndex()
        self.whole_board: Derivation | None = None
        self.mine_count: Derivation | None = None
        self.witness = Witness()
        # The changes by the current observation; empty between observations.
        self.added: dict[int, Derivation] = {}
        self.removed: dict[int, Derivation] = {}
        self.verdicts: list[Derivation] = []
        self._uncompared: deque[Derivation] = deque()
        self._newly_settled: list[Derivation] = []
        self._last_number = 0
        self._mines_known = 0
        self._backbone = BackboneFinder() if is_exact else None
        self._uses_overlap_rule = uses_overlap_rule

    # -- the work on an observation

    def before(self) -> Before:
        """Return what ``undo`` needs to undo the work that follows."""
        return Before(self.move, self._last_number, self.unopened_safes, self.whole_board, self.mine_count)

    def draw_conclusions(self, always: bool = False) -> None:
        """Draw all conclusions; raise ``InconsistentKnowledge`` when no layout is left.

        ``always``: also use the number of mines while safe cells are left to open.
        """
        self._apply_rules()
        self.apply_mine_count(always or self._backbone is not None)
        if self._backbone is not None:
            self._settle_by_cases(self._backbone)
        clash = self.witness.repair(self.added.values(), self.in_force.by_cell, self.poll)
        if clash:
            raise InconsistentKnowledge.among(minimal_clash(clash, self.witness.mines, self.poll))

    def undo(self, before: Before) -> None:
        """Undo all work since ``before``, after a contradiction or an interruption."""
        for derivation in self.added.values():
            self.in_force.remove(derivation)
        self.in_force.restore(self.removed.values())
        for verdict in self.verdicts:
            (cell,) = verdict.cells
            del self.settled[cell]
            self._mines_known -= verdict.count
        self.move = before.move
        self._last_number = before.last_number
        self.unopened_safes = before.unopened_safes
        self.whole_board = before.whole_board
        self.mine_count = before.mine_count
        self.clear_work()

    def end_work(self) -> tuple[Derivation, ...]:
        """Return the verdicts of the present observation, and call ``clear_work``."""
        verdicts = tuple(self.verdicts)
        self.clear_work()
        return verdicts

    def clear_work(self) -> None:
        """Clear the lists of work and changes that belong to one observation."""
        self._uncompared.clear()
        self._newly_settled = []
        self.added = {}
        self.removed = {}
        self.verdicts = []

    # -- the rules

    def _apply_rules(self) -> None:
        """Apply the rules until they yield nothing new."""
        while True:
            self.poll()
            if self._newly_settled:
                self._take_out_settled()
            elif self._uncompared:
                derivation = self._uncompared.popleft()
                if derivation in self.in_force:
                    self._apply_subset_rule(derivation)
                    if self._uses_overlap_rule and not self._newly_settled:
                        self._apply_overlap_rule(derivation)
            else:
                return

    def _apply_subset_rule(self, derivation: Derivation) -> None:
        """Apply the subset rule to ``derivation`` and every sentence that it contains or that contains it."""
        in_force = self.in_force
        for larger, smaller in in_force.nested(derivation):
            rest = larger.cells - smaller.cells
            count = larger.count - smaller.count
            known = in_force.over(rest)
            if known is None or known.count != count:
                self.put_in_force(self.derive(Rule.SUBSET, rest, count, (larger, smaller)))
                if self._newly_settled:
                    # Settled cells are removed from all sentences first. Then this sentence, if it is still in force,
                    # is compared with the others again.
                    self._uncompared.append(derivation)
                    return

    def _apply_overlap_rule(self, derivation: Derivation) -> None:
        """Apply the overlap rule to ``derivation`` and every older sentence that shares cells with it.

        The subset rule, applied to the new sentence, states what is left of the two sentences.
        """
        for fewer, more in overlaps(derivation, self.in_force):
            least, most = shared_bounds(fewer, more)
            if least > most:
                raise InconsistentKnowledge.among((fewer, more))
            shared = fewer.cells & more.cells
            known = self.in_force.over(shared)
            if known is None or known.count != least:
                self.put_in_force(self.derive(Rule.OVERLAP, shared, least, (fewer, more)))

    def _take_out_settled(self) -> None:
        """Remove the cells settled since the last call from every sentence that mentions them."""
        affected: dict[int, Derivation] = {}
        for verdict in self._newly_settled:
            (cell,) = verdict.cells
            affected.update(self.in_force.by_cell.get(cell, ()))
        self._newly_settled = []
        for number in sorted(affected):
            self.poll()
            derivation = affected[number]
            self._take_out_of_force(derivation)
            self.put_in_force(derivation)

    def put_in_force(self, derivation: Derivation) -> None:
        """Put a sentence in force without its settled cells, or settle all its cells when rule 1 or 2 applies."""
        out = [self.settled[cell] for cell in derivation.cells if cell in self.settled]
        if out:
            derivation = self._without_settled(derivation, out)
        cells, count = derivation.cells, derivation.count
        known = self.in_force.over(cells)
        if known is not None:
            if known.count != count:
                raise InconsistentKnowledge.among((known, derivation))
        elif 0 < count < len(cells):
            self.in_force.add(derivation)
            self._uncompared.append(derivation)
            self.added[derivation.number] = derivation
        elif 0 <= count <= len(cells):
            self._settle_all(derivation)
        else:
            raise InconsistentKnowledge.among(derivation.premises)

    def _without_settled(self, derivation: Derivation, out: list[Derivation]) -> Derivation:
        """Return a sentence without the cells of the verdicts ``out``."""
        cells = derivation.cells.difference([cell for verdict in out for cell in verdict.cells])
        count = derivation.count - sum([verdict.count for verdict in out])
        if not 0 <= count <= len(cells):
            raise InconsistentKnowledge.among((derivation, *out))
        return self.derive(Rule.SETTLED, cells, count, (derivation, *out), derivation.clue)

    def _settle_all(self, derivation: Derivation) -> None:
        """Settle all cells of a sentence to which rule 1 or 2 applies."""
        verdict = 1 if derivation.count else 0
        for cell in sorted(derivation.cells):
            self.settle(cell, verdict, Rule.ALL_MINES if verdict else Rule.ALL_SAFE, (derivation,))

    def _take_out_of_force(self, derivation: Derivation) -> None:
        """Remove a sentence from those in force, and add this to the changes."""
        self.in_force.remove(derivation)
        if self.added.pop(derivation.number, None) is None:
            self.removed[derivation.number] = derivation

    def settle(self, cell: Cell, count: int, rule: Rule, premises: tuple[Derivation, ...]) -> None:
        """Set the verdict on ``cell`` (1 for a mine, 0 for safe), unless it has the same verdict already.

        Raises ``InconsistentKnowledge`` when it has the other verdict.
        """
        known = self.settled.get(cell)
        if known is not None:
            if known.count != count:
                raise InconsistentKnowledge.among(
                    (known, *(premises or (self.derive(rule, frozenset((cell,)), count, ()),)))
                )
            return
        verdict = self.derive(rule, frozenset((cell,)), count, premises)
        self.settled[cell] = verdict
        self._mines_known += count
        self.unopened_safes += 1 - count
        self._newly_settled.append(verdict)
        self.verdicts.append(verdict)

    def derive(
        self, rule: Rule, cells: frozenset[Cell], count: int, premises: tuple[Derivation, ...], clue: Cell | None = None
    ) -> Derivation:
        """Return a new derivation with the next number."""
        self._last_number += 1
        return Derivation(self._last_number, rule, cells, count, premises, self.move, clue)

    # -- the number of mines

    def know_mine_count(self, total_mines: int) -> None:
        """State that the whole board has ``total_mines`` mines."""
        self.whole_board = self.derive(Rule.MINE_COUNT, frozenset(self.board.cells), total_mines, ())
        self.mine_count = self.whole_board

    def apply_mine_count(self, always: bool = False) -> None:
        """Update the sentence of the mine count and draw the conclusions from it."""
        if self.whole_board is None:
            return
        while True:
            left = self._update_mine_count()
            if left is None or (self.unopened_safes and not always):
                return
            chain = leftovers(left, self.in_force, poll=self.poll)
            if chain is None:
                return
            derivation = left
            for smaller in chain:
                rest, count = derivation.cells - smaller.cells, derivation.count - smaller.count
                if not 0 <= count <= len(rest):
                    raise InconsistentKnowledge.among((left, *chain))
                derivation = self.derive(Rule.SUBSET, rest, count, (derivation, smaller))
            self._settle_all(derivation)
            self._apply_rules()

    def _update_mine_count(self) -> Derivation | None:
        """Update the sentence of the mine count, and apply rules 1 and 2 to it as long as they settle cells.

        Return the sentence over the undetermined cells, or ``None`` if none is left.
        """
        whole = self.whole_board
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
                self.mine_count = self.derive(Rule.SETTLED, cells, left, (whole, *self.settled.values()))
            if 0 < left < undetermined:
                return self.mine_count
            self._settle_all(self.mine_count)
            self._apply_rules()

    def mine_count_in_force(self) -> Derivation | None:
        """Return the sentence of the mine count; ``None`` if a local sentence has the same cells."""
        whole = self.mine_count
        return None if whole is None or self.in_force.over(whole.cells) else whole

    # -- all layouts

    def _settle_by_cases(self, finder: BackboneFinder) -> None:
        """Settle the cells that are the same in all layouts.

        The rules are applied after each of these cells, so a cell that they can settle then is settled by a rule.
        """
        whole = self.mine_count
        if whole is None:
            return
        try:
            verdicts = finder.verdicts(self.in_force, whole, self.poll)
        except NoLayout as wrong:
            clash = (
                wrong.derivations if whole in wrong.derivations else minimal_clash(wrong.derivations, poll=self.poll)
            )
            raise InconsistentKnowledge.among(clash) from None
        for cell, count, premises in verdicts:
            if cell not in self.settled:
                self.settle(cell, count, Rule.CASES, premises)
                self._apply_rules()
        if verdicts:
            self.apply_mine_count()


class KnowledgeBase:
    """Sentences ``{cells} = count`` about a board, closed under the three rules of the CS50 project.

    >>> kb = KnowledgeBase(Board(2, 3))
    >>> change = kb.learn((0, 0), 1)
    >>> print(*(derivation.text for derivation in kb))
    {(0, 1), (1, 0), (1, 1)} = 1
    >>> change = kb.learn((1, 0), 1)
    >>> [derivation.text for derivation in change.added]
    ['{(0, 1), (1, 1)} = 1']

    With ``total_mines``, the sentence ``{all undetermined cells} = mines left`` is known too. Inferred from it: the
    conclusions of rules 1 and 2 on it, and on its difference from a set of disjoint sentences; ``mine_count.leftovers``
    describes which sets are tried. They are tried only when the rules leave no safe cell to open; otherwise they cost
    nothing. Not inferred: other differences (k disjoint sentences have 2^k), and further conclusions from those.

    With ``exact``, each cell that is the same in all layouts with this number of mines is settled (``Rule.CASES``), if
    the layouts can be counted.

    With ``overlap``, the overlap rule is applied as well, until none of the four rules yields anything new: where two
    sentences ``A = a`` and ``B = b``, neither inside the other, allow one number of mines alone in the cells that they
    share, these cells are a sentence too (``Rule.OVERLAP``). They hold at least ``max(0, a - |A - B|, b - |B - A|)``
    and at most ``min(a, b, |A & B|)`` mines.

    >>> kb = KnowledgeBase(Board(2, 4), overlap=True)
    >>> changes = [kb.learn((1, 1), 1), kb.learn((1, 2), 3)]
    >>> difference = kb.settled[0, 3].premises[0]
    >>> print(difference.premises[1])
    #7 {(0, 1), (0, 2)} = 1: shared by {(0, 0), (0, 1), (0, 2), (1, 0)} = 1 and {(0, 1), (0, 2), (0, 3), (1, 3)} = 3

    Iterating yields the sentences in force, oldest first and that of the mine count last: no duplicate, none empty,
    none with a settled cell. Raises ``MineCountError`` for more mines than cells, and for ``exact`` without
    ``total_mines``.

    ``board``: the board. ``total_mines``: the number of mines, or ``None`` if unknown. ``moves``: the number of clues
    learned.
    """

    def __init__(
        self, board: Board, total_mines: int | None = None, *, exact: bool = False, overlap: bool = False
    ) -> None:
        if total_mines is not None:
            check_total(total_mines, board)
        elif exact:
            raise MineCountError(f"exact=True needs total_mines; allowed are 0 to {len(board.cells)}")
        self.board = board
        self.total_mines = total_mines
        self._learned: dict[Cell, Derivation] = {}
        self._inference = Inference(board, is_exact=exact, uses_overlap_rule=overlap)
        if total_mines is not None:
            self._inference.know_mine_count(total_mines)
            self._inference.apply_mine_count()
            self._inference.clear_work()

    # -- what is known

    def __iter__(self) -> Iterator[Derivation]:
        yield from self._inference.in_force
        whole = self._inference.mine_count_in_force()
        if whole is not None:
            yield whole

    def __len__(self) -> int:
        return len(self._inference.in_force) + (self._inference.mine_count_in_force() is not None)

    @property
    def poll(self) -> Poll:
        """Called every few milliseconds while conclusions are drawn; an exception that it raises ends that."""
        return self._inference.poll

    @poll.setter
    def poll(self, poll: Poll) -> None:
        self._inference.poll = poll

    @property
    def moves(self) -> int:
        """The number of clues learned."""
        return self._inference.move

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """The verdict on each settled cell, in the order of inference."""
        return self._inference.settled

    @property
    def mine_count(self) -> Derivation | None:
        """``{all undetermined cells} = mines left``; ``None`` if the number is unknown or no cell is undetermined."""
        return self._inference.mine_count

    @property
    def is_undecided(self) -> bool:
        """True when it is too hard to decide whether a layout agrees with all that was learned.

        The sentences may then contradict each other, but none of the rules has shown that.
        """
        return bool(self._inference.witness.doubtful)

    @property
    def clues(self) -> dict[Cell, int]:
        """The clues learned, in the order of learning; a copy."""
        return {cell: derivation.count for cell, derivation in self._learned.items()}

    def mentioning(self, cell: Cell) -> list[Derivation]:
        """Return the local sentences in force that mention ``cell``, oldest first.

        Raises ``CellError`` for a cell off the board.
        """
        found = self._inference.in_force.by_cell.get(self.board.cell(cell), {})
        return [found[number] for number in sorted(found)]

    # -- learning

    def learn(self, cell: Cell, clue: int, marks: tuple[tuple[Cell, int], ...] = ()) -> Change:
        """Learn that ``cell`` is safe and touches ``clue`` mines, and draw all conclusions.

        ``marks`` are cells settled from outside, each with 1 for a mine and 0 for safe; they are taken as true first.
        An observation that was learned before changes nothing. Raises ``CellError`` for a cell off the board,
        ``SentenceError`` for another mark, and ``InconsistentKnowledge`` when no layout agrees with the observation and
        everything learned before; after an error, nothing has been learned. Contradictions between clues and marks are
        always found, unless the search for them is too hard: then ``is_undecided`` is true until a later search
        succeeds. Those with the number of mines are found only as far as the rules infer them, but all of them with
        ``exact``.
        """
        cell = self.board.cell(cell)
        neighbours = self.board.neighbours(cell)
        if not is_whole(clue) or not 0 <= clue <= len(neighbours):
            raise InconsistentKnowledge(
                f"clue {clue!r} at {cell} with {len(neighbours)} neighbours; "
                f"allowed are whole numbers from 0 to {len(neighbours)}"
            )
        marks = tuple((self.board.cell(marked), _check_mark(marked, count)) for marked, count in marks)
        inference = self._inference
        state, whole_before = inference.before(), inference.mine_count_in_force()
        before = self._learned.get(cell)
        try:
            self._take_up(cell, clue, before, marks)
            inference.draw_conclusions()
        except BaseException:  # a contradiction, or whatever ``poll`` raises
            inference.undo(state)
            if before is None:
                self._learned.pop(cell, None)
            raise
        whole = inference.mine_count_in_force()
        whole_added, whole_removed = ((), ()) if whole is whole_before else ((whole,), (whole_before,))
        change = Change(
            cell,
            clue,
            self.moves,
            tuple(derivation for derivation in (*inference.added.values(), *whole_added) if derivation),
            tuple(derivation for derivation in (*inference.removed.values(), *whole_removed) if derivation),
            tuple(verdict for verdict in inference.verdicts if not verdict.count),
            tuple(verdict for verdict in inference.verdicts if verdict.count),
        )
        inference.clear_work()
        return change

    def _take_up(self, cell: Cell, clue: int, before: Derivation | None, marks: tuple[tuple[Cell, int], ...]) -> None:
        """State what ``learn`` learns; ``before`` is the clue of ``cell`` that was learned before, if there is one."""
        inference, neighbours = self._inference, self.board.neighbours(cell)
        inference.move += before is None
        if before is not None and before.count != clue:
            raise InconsistentKnowledge.among((before, inference.derive(Rule.CLUE, neighbours, clue, (), cell)))
        for marked, count in marks:
            inference.settle(marked, count, Rule.MARKED, ())
        inference.settle(cell, 0, Rule.REVEALED, ())
        if before is None:
            inference.unopened_safes -= 1
            self._learned[cell] = inference.derive(Rule.CLUE, neighbours, clue, (), cell)
            inference.put_in_force(self._learned[cell])

    def mark(self, cell: Cell, count: int) -> tuple[Derivation, ...]:
        """Assume that ``cell`` is a mine (1) or safe (0), draw all conclusions, and return the new verdicts.

        >>> kb = KnowledgeBase(Board(1, 3))
        >>> change = kb.learn((0, 1), 1)
        >>> for verdict in kb.mark((0, 0), 1):
        ...     print(verdict)
        #3 (0, 0) is a mine: marked
        #5 (0, 2) is safe: all safe in {(0, 2)} = 0

        Raises ``CellError`` for a cell off the board, ``SentenceError`` for any other ``count``, and
        ``InconsistentKnowledge`` as ``learn`` does; after an error, nothing is marked.
        """
        cell = self.board.cell(cell)
        _check_mark(cell, count)
        inference = self._inference
        before = inference.before()
        try:
            inference.settle(cell, count, Rule.MARKED, ())
            inference.draw_conclusions()
        except BaseException:  # a contradiction, or whatever ``poll`` raises
            inference.undo(before)
            raise
        return inference.end_work()

    def learn_mine_count(self, total_mines: int) -> tuple[Derivation, ...]:
        """Learn the number of mines, draw all conclusions, and return the new verdicts.

        Conclusions are drawn even while safe cells are left to open.

        >>> kb = KnowledgeBase(Board(1, 4))
        >>> change = kb.learn((0, 1), 1)
        >>> for verdict in kb.learn_mine_count(1):
        ...     print(verdict)
        #6 (0, 3) is safe: all safe in {(0, 3)} = 0

        Raises ``MineCountError`` for an impossible number, or if a number was learned before, and
        ``InconsistentKnowledge`` as ``learn`` does.
        """
        check_total(total_mines, self.board)
        if self.total_mines is not None:
            raise MineCountError(f"{total_mines} mines, but {self.total_mines} were told before; it is told once")
        inference = self._inference
        before = inference.before()
        try:
            inference.know_mine_count(total_mines)
            inference.draw_conclusions(always=True)
        except BaseException:  # a contradiction, or whatever ``poll`` raises
            inference.undo(before)
            raise
        self.total_mines = total_mines
        return inference.end_work()


def _check_mark(cell: Cell, count: int) -> int:
    """Return ``count`` if it is a mark, 1 for a mine or 0 for safe; raise ``SentenceError`` otherwise."""
    if not is_whole(count) or count not in (0, 1):
        raise SentenceError(f"{count!r} mines in the one cell {cell}; allowed are 0 (safe) and 1 (a mine)")
    return count

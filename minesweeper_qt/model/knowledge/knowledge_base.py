"""The knowledge base: learns observations, and holds the sentences in force and the settled cells that follow.

``learn`` takes one observation and draws every conclusion of the three rules of CS50, and on request of the overlap
rule; see ``inference``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.errors import MineCountError, SentenceError
from minesweeper_qt.model.evidence.derivation import Change, Derivation, InconsistentKnowledge, Rule
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.knowledge.inference import Inference
from minesweeper_qt.model.knowledge.mine_count import check_total


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

"""The knowledge base: learns observations, and holds the sentences in force and the settled cells that follow.

The rules of inference are those of CS50:

1. ``count = 0`` makes all cells of a sentence safe;
2. ``count = size`` makes all cells of a sentence mines;
3. the subset rule: if one sentence contains another, their difference is a sentence too.

On request a fourth rule is added to them, the overlap rule (see ``SentenceIndex.overlaps``):

4. where two sentences allow one number of mines alone in the cells that they share, these cells are a sentence too.

Why this is fast: The sentence of a clue lies in the neighbourhood of one cell, and a difference lies in the larger
sentence. So a sentence needs to be compared only with sentences that share cells with it. An index from cells to
sentences finds those, and a work list holds the sentences not yet compared. The cost of an observation thus depends on
what it changes, not on the number of all pairs.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Protocol

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.errors import MineCountError, Poll, SentenceError, TooHard, never_interrupt
from minesweeper_qt.model.evidence.derivation import Change, Derivation, InconsistentKnowledge, Rule
from minesweeper_qt.model.exact.front_count import FrontCounter, connect, mentions, numbers_of_mines, possible_numbers
from minesweeper_qt.model.knowledge.bit_closure import leftover_places


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
    conclusions of rules 1 and 2 on it, and on its difference from a set of disjoint sentences; ``leftovers`` describes
    which sets are tried. They are tried only when the rules leave no safe cell to open; otherwise they cost
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
    learned. ``settled``: the verdict on each settled cell, in the order of inference. ``mine_count``: the sentence
    ``{all undetermined cells} = mines left``; ``None`` if the number is unknown or no cell is undetermined. ``poll``:
    called every few milliseconds while conclusions are drawn; an exception that it raises ends that.
    """

    def __init__(
        self, board: Board, total_mines: int | None = None, *, exact: bool = False, overlap: bool = False
    ) -> None:
        if exact and total_mines is None:
            raise MineCountError(f"exact=True needs total_mines; allowed are 0 to {len(board.cells)}")
        self.board = board
        self.total_mines: int | None = None
        self.moves = 0
        self.poll: Poll = never_interrupt
        self.settled: dict[Cell, Derivation] = {}
        self.mine_count: Derivation | None = None
        self._learned: dict[Cell, Derivation] = {}
        self._in_force = SentenceIndex()
        """The local sentences in force."""
        self._backbone = BackboneFinder() if exact else None
        self._uses_overlap_rule = overlap
        self._whole_board: Derivation | None = None
        """The sentence about all cells, if the number of mines is known; ``mine_count`` is what is left of it."""
        self._unopened_safes = 0
        """The number of safe cells whose clues are not learned."""
        self._mines_known = 0
        self._last_number = 0
        # The changes by the present observation, by number, and the work left; empty between observations.
        self._added: dict[int, Derivation] = {}
        self._removed: dict[int, Derivation] = {}
        self._verdicts: list[Derivation] = []
        self._uncompared: deque[Derivation] = deque()
        self._newly_settled: list[Derivation] = []
        if total_mines is not None:
            self.learn_mine_count(total_mines)

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
        """The clues learned, in the order of learning; a copy."""
        return {cell: derivation.count for cell, derivation in self._learned.items()}

    # -- learning

    def learn(self, cell: Cell, clue: int, marks: tuple[tuple[Cell, int], ...] = ()) -> Change:
        """Learn that ``cell`` is safe and touches ``clue`` mines, and draw all conclusions.

        ``marks`` are cells settled from outside, each with 1 for a mine and 0 for safe; they are taken as true first.
        An observation that was learned before changes nothing. Raises ``CellError`` for a cell off the board,
        ``SentenceError`` for another mark, and ``InconsistentKnowledge`` where the rules infer a contradiction, with
        ``exact`` whenever no layout agrees; after an error, nothing has been learned.
        """
        cell = self.board.cell(cell)
        neighbours = self.board.neighbours(cell)
        if not is_whole(clue) or not 0 <= clue <= len(neighbours):
            raise InconsistentKnowledge(
                f"clue {clue!r} at {cell} with {len(neighbours)} neighbours; "
                f"allowed are whole numbers from 0 to {len(neighbours)}"
            )
        marks = tuple((self.board.cell(marked), _check_mark(marked, count)) for marked, count in marks)
        known = self._learned.get(cell)
        whole_before = self._mine_count_in_force()
        with self._all_or_nothing():
            self.moves += known is None
            if known is not None and known.count != clue:
                raise InconsistentKnowledge.among((known, self._derive(Rule.CLUE, neighbours, clue, (), cell)))
            for marked, count in marks:
                self._settle(marked, count, Rule.MARKED, ())
            self._settle(cell, 0, Rule.REVEALED, ())
            if known is None:
                self._unopened_safes -= 1
                known = self._derive(Rule.CLUE, neighbours, clue, (), cell)
                self._put_in_force(known)
            self._draw_conclusions()
            self._learned[cell] = known
            whole = self._mine_count_in_force()
            whole_added, whole_removed = ((), ()) if whole is whole_before else ((whole,), (whole_before,))
            added = tuple(derivation for derivation in (*self._added.values(), *whole_added) if derivation)
            removed = tuple(derivation for derivation in (*self._removed.values(), *whole_removed) if derivation)
            return Change(cell, clue, self.moves, added, removed, tuple(self._verdicts))

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
        with self._all_or_nothing():
            self._settle(cell, count, Rule.MARKED, ())
            self._draw_conclusions()
            return tuple(self._verdicts)

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
        size = len(self.board.cells)
        if not is_whole(total_mines) or not 0 <= total_mines <= size:
            raise MineCountError(f"{total_mines!r} mines on {size} cells; allowed are 0 to {size}")
        if self.total_mines is not None:
            raise MineCountError(f"{total_mines} mines, but {self.total_mines} were told before; it is told once")
        with self._all_or_nothing():
            whole = self._derive(Rule.MINE_COUNT, frozenset(self.board.cells), total_mines, ())
            self._whole_board = self.mine_count = whole
            self._draw_conclusions(always=True)
            self.total_mines = total_mines
            return tuple(self._verdicts)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Undo all that was done in the block after a contradiction, or whatever ``poll`` raises."""
        before = self.moves, self._last_number, self._unopened_safes, self._whole_board, self.mine_count
        try:
            yield
        except BaseException:
            for derivation in self._added.values():
                self._in_force.remove(derivation)
            self._in_force.restore(self._removed.values())
            for verdict in self._verdicts:
                (cell,) = verdict.cells
                del self.settled[cell]
                self._mines_known -= verdict.count
            self.moves, self._last_number, self._unopened_safes, self._whole_board, self.mine_count = before
            raise
        finally:
            self._uncompared.clear()
            self._newly_settled = []
            self._added = {}
            self._removed = {}
            self._verdicts = []

    def _draw_conclusions(self, always: bool = False) -> None:
        """Draw all conclusions; raise ``InconsistentKnowledge`` where they contradict each other.

        ``always``: also use the number of mines while safe cells are left to open.
        """
        self._apply_rules()
        self._apply_mine_count(always or self._backbone is not None)
        if self._backbone is not None:
            self._settle_by_cases(self._backbone)

    # -- the rules

    def _apply_rules(self) -> None:
        """Apply the rules until they yield nothing new."""
        while True:
            self.poll()
            if self._newly_settled:
                self._take_out_settled()
            elif self._uncompared:
                derivation = self._uncompared.popleft()
                if derivation in self._in_force:
                    self._apply_subset_rule(derivation)
                    if self._uses_overlap_rule and not self._newly_settled:
                        self._apply_overlap_rule(derivation)
            else:
                return

    def _apply_subset_rule(self, derivation: Derivation) -> None:
        """Apply the subset rule to ``derivation`` and every sentence that it contains or that contains it."""
        in_force = self._in_force
        for larger, smaller in in_force.nested(derivation):
            rest = larger.cells - smaller.cells
            count = larger.count - smaller.count
            known = in_force.over(rest)
            if known is None or known.count != count:
                self._put_in_force(self._derive(Rule.SUBSET, rest, count, (larger, smaller)))
                if self._newly_settled:
                    # Settled cells are removed from all sentences first. Then this sentence, if it is still in force,
                    # is compared with the others again.
                    self._uncompared.append(derivation)
                    return

    def _apply_overlap_rule(self, derivation: Derivation) -> None:
        """Apply the overlap rule to ``derivation`` and every older sentence that shares cells with it.

        The subset rule, applied to the new sentence, states what is left of the two sentences.
        """
        for fewer, more in self._in_force.overlaps(derivation):
            least, most = shared_bounds(fewer, more)
            if least > most:
                raise InconsistentKnowledge.among((fewer, more))
            shared = fewer.cells & more.cells
            known = self._in_force.over(shared)
            if known is None or known.count != least:
                self._put_in_force(self._derive(Rule.OVERLAP, shared, least, (fewer, more)))

    def _take_out_settled(self) -> None:
        """Remove the cells settled since the last call from every sentence that mentions them."""
        affected: dict[int, Derivation] = {}
        for verdict in self._newly_settled:
            (cell,) = verdict.cells
            affected.update(self._in_force.by_cell.get(cell, ()))
        self._newly_settled = []
        for number in sorted(affected):
            self.poll()
            derivation = affected[number]
            self._take_out_of_force(derivation)
            self._put_in_force(derivation)

    def _put_in_force(self, derivation: Derivation) -> None:
        """Put a sentence in force without its settled cells, or settle all its cells when rule 1 or 2 applies."""
        out = [self.settled[cell] for cell in derivation.cells if cell in self.settled]
        if out:
            derivation = self._without_settled(derivation, out)
        cells, count = derivation.cells, derivation.count
        known = self._in_force.over(cells)
        if known is not None:
            if known.count != count:
                raise InconsistentKnowledge.among((known, derivation))
        elif 0 < count < len(cells):
            self._in_force.add(derivation)
            self._uncompared.append(derivation)
            self._added[derivation.number] = derivation
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
        return self._derive(Rule.SETTLED, cells, count, (derivation, *out), derivation.clue)

    def _settle_all(self, derivation: Derivation) -> None:
        """Settle all cells of a sentence to which rule 1 or 2 applies."""
        verdict = 1 if derivation.count else 0
        for cell in sorted(derivation.cells):
            self._settle(cell, verdict, Rule.ALL_MINES if verdict else Rule.ALL_SAFE, (derivation,))

    def _take_out_of_force(self, derivation: Derivation) -> None:
        """Remove a sentence from those in force, and add this to the changes."""
        self._in_force.remove(derivation)
        if self._added.pop(derivation.number, None) is None:
            self._removed[derivation.number] = derivation

    def _settle(self, cell: Cell, count: int, rule: Rule, premises: tuple[Derivation, ...]) -> None:
        """Set the verdict on ``cell`` (1 for a mine, 0 for safe), unless it has the same verdict already.

        Raises ``InconsistentKnowledge`` when it has the other verdict.
        """
        known = self.settled.get(cell)
        if known is not None:
            if known.count != count:
                raise InconsistentKnowledge.among(
                    (known, *(premises or (self._derive(rule, frozenset((cell,)), count, ()),)))
                )
            return
        verdict = self._derive(rule, frozenset((cell,)), count, premises)
        self.settled[cell] = verdict
        self._mines_known += count
        self._unopened_safes += 1 - count
        self._newly_settled.append(verdict)
        self._verdicts.append(verdict)

    def _derive(
        self, rule: Rule, cells: frozenset[Cell], count: int, premises: tuple[Derivation, ...], clue: Cell | None = None
    ) -> Derivation:
        """Return a new derivation with the next number."""
        self._last_number += 1
        return Derivation(self._last_number, rule, cells, count, premises, self.moves, clue)

    # -- the number of mines

    def _apply_mine_count(self, always: bool = False) -> None:
        """Update the sentence of the mine count and draw the conclusions from it."""
        if self._whole_board is None:
            return
        while True:
            left = self._update_mine_count()
            if left is None or (self._unopened_safes and not always):
                return
            disjoint = leftovers(left, self._in_force, self.poll)
            if disjoint is None:
                return
            derivation = left
            for smaller in disjoint:
                rest, count = derivation.cells - smaller.cells, derivation.count - smaller.count
                if not 0 <= count <= len(rest):
                    raise InconsistentKnowledge.among((left, *disjoint))
                derivation = self._derive(Rule.SUBSET, rest, count, (derivation, smaller))
            self._settle_all(derivation)
            self._apply_rules()

    def _update_mine_count(self) -> Derivation | None:
        """Update the sentence of the mine count, and apply rules 1 and 2 to it as long as they settle cells.

        Return the sentence over the undetermined cells, or ``None`` if none is left.
        """
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
                self.mine_count = self._derive(Rule.SETTLED, cells, left, (whole, *self.settled.values()))
            if 0 < left < undetermined:
                return self.mine_count
            self._settle_all(self.mine_count)
            self._apply_rules()

    def _mine_count_in_force(self) -> Derivation | None:
        """Return the sentence of the mine count; ``None`` if a local sentence has the same cells."""
        whole = self.mine_count
        return None if whole is None or self._in_force.over(whole.cells) else whole

    # -- all layouts

    def _settle_by_cases(self, finder: BackboneFinder) -> None:
        """Settle the cells that are the same in all layouts.

        The rules are applied after each of these cells, so a cell that they can settle then is settled by a rule.
        """
        whole = self.mine_count
        if whole is None:
            return
        verdicts = finder.verdicts(self._in_force, whole)
        for cell, count, premises in verdicts:
            if cell not in self.settled:
                self._settle(cell, count, Rule.CASES, premises)
                self._apply_rules()
        if verdicts:
            self._apply_mine_count()


class SentenceIndex:
    """A set of sentences with different, non-empty sets of cells; iterating yields them oldest first.

    ``by_cell`` maps a cell to the sentences that mention it, by number.
    """

    def __init__(self) -> None:
        self.by_cell: dict[Cell, dict[int, Derivation]] = {}
        self._by_cells: dict[frozenset[Cell], Derivation] = {}

    def __iter__(self) -> Iterator[Derivation]:
        return iter(self._by_cells.values())

    def __len__(self) -> int:
        return len(self._by_cells)

    def __contains__(self, derivation: Derivation) -> bool:
        return self._by_cells.get(derivation.cells) is derivation

    def over(self, cells: frozenset[Cell]) -> Derivation | None:
        """Return the sentence with exactly these cells; ``None`` if none is in force."""
        return self._by_cells.get(cells)

    def add(self, derivation: Derivation) -> None:
        """Add a sentence; no sentence with the same cells may be in force."""
        self._by_cells[derivation.cells] = derivation
        number = derivation.number
        by_cell = self.by_cell
        for cell in derivation.cells:
            mentioning = by_cell.get(cell)
            if mentioning is None:
                by_cell[cell] = {number: derivation}
            else:
                mentioning[number] = derivation

    def remove(self, derivation: Derivation) -> None:
        """Remove a sentence, which must be in force."""
        del self._by_cells[derivation.cells]
        number = derivation.number
        for cell in derivation.cells:
            del self.by_cell[cell][number]

    def restore(self, derivations: Iterable[Derivation]) -> None:
        """Add sentences that were removed again, each at its old place in all orders."""
        for derivation in derivations:
            self.add(derivation)
            for cell in derivation.cells:
                self.by_cell[cell] = dict(sorted(self.by_cell[cell].items()))
        self._by_cells = {
            derivation.cells: derivation for derivation in sorted(self, key=lambda derivation: derivation.number)
        }

    def nested(self, derivation: Derivation) -> list[tuple[Derivation, Derivation]]:
        """Return ``derivation`` paired with every sentence that it contains or that contains it, the larger one first.

        ``derivation`` must be in force.
        """
        size = len(derivation.cells)
        inside: list[tuple[Derivation, Derivation]] = []
        around: list[tuple[Derivation, Derivation]] = []
        for other, shared in self.shared_cells(derivation).items():
            if shared == len(other.cells) < size:
                inside.append((derivation, other))
            elif shared == size < len(other.cells):
                around.append((other, derivation))
        return inside + around

    def shared_cells(self, derivation: Derivation) -> Counter[Derivation]:
        """Return how many cells each sentence in force shares with ``derivation``, for those that share any."""
        return Counter(chain.from_iterable([self.by_cell[cell].values() for cell in derivation.cells]))

    def overlaps(self, derivation: Derivation) -> list[tuple[Derivation, Derivation]]:
        """Return ``derivation`` paired with every older sentence with which it fixes the mines in their shared cells.

        The sentence with fewer mines comes first in each pair. Its number of mines is that of the shared cells; where
        that is too small for the other sentence, the pair is a contradiction. All are in force, and the older ones are
        enough: each sentence is compared once it is in force. The subset rule must have been applied to ``derivation``,
        so that no pair is one inside the other.

        The rule is not one of CS50's; players know what it concludes as the 1-2 and 1-2-1 patterns. Two sentences
        ``A = a`` and ``B = b`` share the cells ``I``. Each of the two bounds the mines in ``I``: it holds at least
        those mines of ``A`` that have no room outside, ``a - |A - I|``, and at most all ``a`` of them; the same for
        ``B``. Where the bounds meet at ``k``, ``I = k`` is a sentence too.

        Why a pair is tested with one sum: Sentences in force hold at least one mine and one safe cell each.
        ``a - |A - I|`` is ``|I|`` minus the safe cells of ``A``. So the lower bound is ``|I| - s``, for the smaller
        number ``s`` of safe cells of the two; the upper bound is ``m``, the smaller number of mines. If both numbers
        are those of one sentence, then ``|I| < s + m``, as ``s + m`` cells are all of it. So one sentence has fewer
        mines, the other fewer safe cells, and the bounds meet where ``|I| = s + m``. The rest of the first sentence is
        then safe, and that of the second are mines. Source of the patterns: players' guides, for instance
        minesweeper.online/help/patterns; the rule and the sum are our own.
        """
        number, count = derivation.number, derivation.count
        safe = len(derivation.cells) - count
        pairs: list[tuple[Derivation, Derivation]] = []
        for other, shared in self.shared_cells(derivation).items():
            other_count = other.count
            if other.number < number and other_count != count:
                fewer, more = (derivation, other) if count < other_count else (other, derivation)
                if shared >= fewer.count + (safe if more is derivation else len(other.cells) - other_count):
                    pairs.append((fewer, more))
        return pairs


class _Stated(Protocol):
    @property
    def cells(self) -> frozenset[Cell]: ...

    @property
    def count(self) -> int: ...


def shared_bounds(one: _Stated, other: _Stated) -> tuple[int, int]:
    """Return the least and the greatest number of mines that two sentences allow in the cells that they share.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(2, 4)
    >>> changes = [ai.add_knowledge((1, 1), 1), ai.add_knowledge((1, 2), 3)]
    >>> [sentence.text for sentence in ai.knowledge_base]
    ['{(0, 1), (0, 2), (0, 3), (1, 3)} = 3', '{(0, 0), (0, 1), (0, 2), (1, 0)} = 1']
    >>> shared_bounds(*ai.knowledge_base)
    (1, 1)
    """
    shared = len(one.cells & other.cells)
    least = max(0, *(sentence.count - (len(sentence.cells) - shared) for sentence in (one, other)))
    return least, min(one.count, other.count, shared)


def _check_mark(cell: Cell, count: int) -> int:
    """Return ``count`` if it is a mark, 1 for a mine or 0 for safe; raise ``SentenceError`` otherwise."""
    if not is_whole(count) or count not in (0, 1):
        raise SentenceError(f"{count!r} mines in the one cell {cell}; allowed are 0 (safe) and 1 (a mine)")
    return count


def leftovers(whole: Derivation, sentences: Iterable[Derivation], poll: Poll) -> list[Derivation] | None:
    """Return disjoint ``sentences`` whose subtraction from ``whole`` leaves cells that are all safe, or all mines.

    They come in the order in which to subtract them. See ``leftover_places`` for the search. An exception that ``poll``
    raises ends it.
    """
    inside = sorted(sentences, key=lambda derivation: derivation.number)
    # Sets of cells as whole numbers, one bit for each cell: the search compares thousands of them.
    bit: dict[Cell, int] = {}
    pairs = [
        (sum([1 << bit.setdefault(cell, len(bit)) for cell in derivation.cells]), derivation.count)
        for derivation in inside
    ]
    found = leftover_places(len(whole.cells), whole.count, pairs, poll=poll)
    return None if found is None else [inside[place] for place in found]


BACKBONE_BUDGET = 20_000
"""The limit on state transitions for one observation. Beyond it nothing is found. Games need some hundreds at most."""

Verdict = tuple[Cell, int, tuple[Derivation, ...]]
"""A cell, 1 for a mine or 0 for safe, and the sentences that imply this."""


class BackboneFinder:
    """Finds the cells that are the same in all layouts (the backbone); keeps the counts of fronts for later calls.

    The sentences that contain no other sentence imply all others, since the knowledge base is closed under the subset
    rule. They split into fronts that share no cell. ``front_count`` computes the numbers of mines with which a front
    can be filled, and how often each cell is a mine then; the number of mines on the board limits their combinations.
    """

    def __init__(self) -> None:
        self._counter = FrontCounter(BACKBONE_BUDGET)

    def verdicts(self, in_force: SentenceIndex, whole: Derivation) -> list[Verdict]:
        """Return the verdicts on which all layouts agree that satisfy ``in_force`` and ``whole``.

        ``in_force``: the local sentences. ``whole``: the sentence of the mine count. The result is empty when the count
        takes too much work. Raises ``InconsistentKnowledge`` when no layout satisfies the sentences. Source: see
        ``front_count``.
        """
        by_number = {derivation.number: derivation for derivation in _innermost(in_force)}
        cells_of = {number: sorted(derivation.cells) for number, derivation in by_number.items()}
        need = {number: derivation.count for number, derivation in by_number.items()}
        fronts = connect(cells_of, need, mentions(cells_of), cells_of)
        self._counter.begin()
        try:
            counts = [self._counter.count(front.form) for front in fronts]
        except TooHard:
            return []
        everything = (*by_number.values(), whole)
        away = whole.cells.difference(*[box for front in fronts for box in front.boxes])
        parts = [numbers_of_mines(count.least, count.ways) for count in counts]
        possible = possible_numbers([*parts, (1 << len(away) + 1) - 1], whole.count)
        found: list[Verdict] = []
        for front, count, part, numbers in zip(fronts, counts, parts, possible, strict=False):
            premises = tuple([by_number[number] for number in sorted(front.clues)])
            if not part:
                raise InconsistentKnowledge.among(premises)
            for place, box in enumerate(front.boxes):
                verdict, reasons = count.verdict(place, part), premises
                if verdict is None:
                    verdict, reasons = count.verdict(place, numbers), everything
                if verdict is not None:
                    found += [(cell, verdict, reasons) for cell in box]
        if not possible[-1]:
            raise InconsistentKnowledge.among(everything)
        if away and possible[-1] in (1, 1 << len(away)):
            found += [(cell, int(possible[-1] > 1), everything) for cell in away]
        # What a front alone implies comes before what takes the number of mines.
        return sorted(found, key=lambda verdict: (verdict[2] is everything, verdict[0]))


def _innermost(in_force: SentenceIndex) -> list[Derivation]:
    """Return the sentences that contain no other sentence, oldest first."""
    return [
        derivation
        for derivation in in_force
        if all(larger is not derivation for larger, _ in in_force.nested(derivation))
    ]

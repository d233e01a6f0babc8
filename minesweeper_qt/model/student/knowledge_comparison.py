"""Compares the knowledge of a student's agent with that of the reference, as the rows of one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.student.student_state import StatedSentence, StudentState


class RowKind(Enum):
    """How a sentence or verdict stands in both agents' knowledge, the worst first.

    >>> RowKind("missing")
    <RowKind.MISSING: 'missing'>

    Raises ``ValueError`` for another value.
    """

    WRONG = "wrong"
    """Only the student's agent has it, and it is not true on this board."""
    MISSING = "missing"
    """Only the reference has it."""
    FURTHER = "further"
    """Only the student's agent has it; it is true on this board, but does not follow by the three rules."""
    SAME = "same"
    """Both have it."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A sentence, or a verdict on a cell, with what each of the two agents has of it.

    ``derivation`` is that of the reference; a sentence or verdict that only the student's agent has is one by
    ``Rule.STATED`` or ``Rule.CLAIMED``, always the same object in one game. ``own_since`` and ``reference_since`` are
    the numbers of observations after which each agent had it first; ``None`` if it has not. ``true_count`` is the
    number of mines among the cells where the row is wrong, else ``None``. ``copies`` is how often the student's agent
    states the sentence, with or without settled cells. ``has_settled``: it states the sentence only with settled cells
    left in. ``failure`` is the message of a failed call, in the row that stands for that; its derivation has no cells.

    >>> from minesweeper_qt.model.evidence.reasoning import Rule
    >>> stated = Derivation(1, Rule.STATED, frozenset(), 0, (), 1, None)
    >>> ComparedRow(stated, RowKind.FURTHER, own_since=4).is_empty
    True
    """

    derivation: Derivation
    kind: RowKind
    own_since: int | None = None
    reference_since: int | None = None
    true_count: int | None = None
    copies: int = 1
    has_settled: bool = False
    failure: str = ""

    @property
    def is_empty(self) -> bool:
        """True for a sentence without cells."""
        return not self.derivation.cells and not self.failure


@dataclass(frozen=True, slots=True)
class ComparedVerdict:
    """A verdict on a covered cell, as the board shows it: ``is_mine`` or safe, of the ``kind``.

    Where both agents have a verdict and these contradict each other, it is that of the student's agent.

    >>> ComparedVerdict(RowKind.WRONG, is_mine=True).kind.value
    'wrong'
    """

    kind: RowKind
    is_mine: bool


@dataclass(frozen=True, slots=True)
class KnowledgeComparison:
    """What both agents know after ``learned`` observations.

    ``rows`` are all sentences in force of both, and the verdicts on cells in which they differ, the worst kind first.
    ``verdicts`` has every cell of the board that either agent has settled, revealed ones included.

    >>> KnowledgeComparison(0).counts[RowKind.SAME]
    0
    """

    learned: int
    rows: tuple[ComparedRow, ...] = ()
    verdicts: Mapping[Cell, ComparedVerdict] = field(default_factory=dict)

    @property
    def counts(self) -> dict[RowKind, int]:
        """The number of rows of each kind."""
        found = dict.fromkeys(RowKind, 0)
        for row in self.rows:
            found[row.kind] += 1
        return found


class StatedSince:
    """The numbers of observations after which an agent had stated something for the first time.

    >>> since = StatedSince()
    >>> since.add(3, [StatedSentence(frozenset({(0, 1)}), 1)], safes=[(0, 0)], mines=[])
    >>> since.sentence(StatedSentence(frozenset({(0, 1)}), 1)), since.verdict((0, 0), is_mine=False)
    (3, 3)
    >>> since.verdict((0, 0), is_mine=True) is None
    True
    """

    def __init__(self) -> None:
        self._sentences: dict[StatedSentence, int] = {}
        self._safes: dict[Cell, int] = {}
        self._mines: dict[Cell, int] = {}

    def add(
        self, learned: int, sentences: Iterable[StatedSentence], safes: Iterable[Cell], mines: Iterable[Cell]
    ) -> None:
        """Keep what the agent stated after ``learned`` observations; what it had stated before stays as it is."""
        for sentence in sentences:
            self._sentences.setdefault(sentence, learned)
        for cell in safes:
            self._safes.setdefault(cell, learned)
        for cell in mines:
            self._mines.setdefault(cell, learned)

    def sentence(self, sentence: StatedSentence) -> int | None:
        """Return after how many observations ``sentence`` was stated first; ``None`` if it never was."""
        return self._sentences.get(sentence)

    def verdict(self, cell: Cell, *, is_mine: bool) -> int | None:
        """Return after how many observations ``cell`` was stated to be a mine, or safe; ``None`` if it never was."""
        return (self._mines if is_mine else self._safes).get(cell)


_VERDICTS = {(kind, is_mine): ComparedVerdict(kind, is_mine) for kind in RowKind for is_mine in (False, True)}


@dataclass(frozen=True, slots=True)
class _Reference:
    """What the reference knows, in the form in which it is compared."""

    sentences: Mapping[tuple[frozenset[Cell], int], Derivation]
    settled: Mapping[Cell, Derivation]
    safes: frozenset[Cell]
    mines: frozenset[Cell]


class KnowledgeComparer:
    """Compares what both agents know in one game on ``board``; ``since`` is that of the ``StudentGame``.

    A sentence or verdict that only the student's agent has is the same derivation in all comparisons.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> comparer = KnowledgeComparer(Board(1, 3), StatedSince())
    >>> stated = StudentState(safes=frozenset({(0, 0), (0, 1)}))
    >>> comparison = comparer.compare(1, [], ai.knowledge_base.settled, stated, frozenset({(0, 1)}))
    >>> [(row.kind.value, row.derivation.text) for row in comparison.rows]
    [('wrong', '{(0, 1)} = 0'), ('missing', '{(0, 1)} = 1')]
    """

    def __init__(self, board: Board, since: StatedSince) -> None:
        self._board = board
        self._since = since
        self._stated: dict[StatedSentence, Derivation] = {}
        self._claimed: dict[tuple[Cell, bool], Derivation] = {}
        self._failures: dict[str, Derivation] = {}
        self._missing: dict[Derivation, ComparedRow] = {}
        self._same: dict[Derivation, tuple[list[tuple[StatedSentence, int]], ComparedRow]] = {}
        """The rows made so far: most of them stay the same from one comparison to the next."""
        self._made = 0

    def compare(
        self,
        learned: int,
        sentences: Iterable[Derivation],
        settled: Mapping[Cell, Derivation],
        state: StudentState,
        mines: frozenset[Cell],
        failure: str = "",
    ) -> KnowledgeComparison:
        """Return what both agents know after ``learned`` observations.

        ``sentences`` in force and ``settled`` cells are those of the reference, ``state`` is that of the student's
        agent, and ``mines`` is where the mines are. ``failure`` is the message of a failed call, for the row that
        stands for it.
        """
        reference_mines = frozenset([cell for cell, verdict in settled.items() if verdict.count])
        reference = _Reference(
            {(derivation.cells, derivation.count): derivation for derivation in sentences},
            settled,
            frozenset(settled).difference(reference_mines),
            reference_mines,
        )
        rows = [self._failure_row(failure, learned)] if failure else []
        rows += self._verdict_rows(reference, state, mines)
        rows += self._sentence_rows(reference, state, mines)
        ordered = tuple([row for kind in RowKind for row in rows if row.kind is kind])
        return KnowledgeComparison(learned, ordered, self._verdicts(reference, state, mines))

    # -- verdicts

    def _verdicts(
        self, reference: _Reference, state: StudentState, mines: frozenset[Cell]
    ) -> dict[Cell, ComparedVerdict]:
        """Return the verdicts on the cells of the board, as the board shows them."""
        found: dict[Cell, ComparedVerdict] = {}
        for is_mine, own, other in ((False, state.safes, reference.safes), (True, state.mines, reference.mines)):
            both = own & other
            found.update(dict.fromkeys(other - both, _VERDICTS[RowKind.MISSING, is_mine]))
            found.update(dict.fromkeys(both, _VERDICTS[RowKind.SAME, is_mine]))
        for is_mine, own, other in ((False, state.safes, reference.safes), (True, state.mines, reference.mines)):
            for cell in own - other:
                if cell in self._board:
                    is_true = (cell in mines) is is_mine
                    found[cell] = _VERDICTS[RowKind.FURTHER if is_true else RowKind.WRONG, is_mine]
        return found

    def _verdict_rows(
        self,
        reference: _Reference,
        state: StudentState,
        mines: frozenset[Cell],
    ) -> Iterator[ComparedRow]:
        """Yield the verdicts in which the two agents differ, in reading order."""
        for is_mine, own, other in ((False, state.safes, reference.safes), (True, state.mines, reference.mines)):
            for cell in sorted(own - other):
                is_true = cell in self._board and (cell in mines) is is_mine
                yield ComparedRow(
                    self._claim(cell, is_mine),
                    RowKind.FURTHER if is_true else RowKind.WRONG,
                    self._since.verdict(cell, is_mine=is_mine),
                    true_count=None if is_true else int(cell in mines),
                )
        for cell in sorted((reference.safes - state.safes) | (reference.mines - state.mines)):
            yield self._missing_row(reference.settled[cell])

    # -- sentences

    def _sentence_rows(
        self,
        reference: _Reference,
        state: StudentState,
        mines: frozenset[Cell],
    ) -> Iterator[ComparedRow]:
        """Yield the sentences of the student's agent in its order, each once, and then those that it misses."""
        same: dict[Derivation, list[tuple[StatedSentence, int]]] = {}
        settled = reference.safes | reference.mines
        for sentence, copies in Counter(state.sentences).items():
            derivation = reference.sentences.get((sentence.cells, sentence.count))
            if derivation is None:
                rest = sentence.cells - settled
                count = sentence.count - len(sentence.cells & reference.mines)
                derivation = reference.sentences.get((rest, count))
                if derivation is None:
                    yield self._own_row(sentence, copies, not rest and not count, mines)
                    continue
            same.setdefault(derivation, []).append((sentence, copies))
        for derivation in reference.sentences.values():
            stated = same.get(derivation)
            yield self._missing_row(derivation) if stated is None else self._same_row(derivation, stated)

    def _missing_row(self, derivation: Derivation) -> ComparedRow:
        row = self._missing.get(derivation)
        if row is None:
            row = ComparedRow(derivation, RowKind.MISSING, reference_since=derivation.move)
            self._missing[derivation] = row
        return row

    def _same_row(self, derivation: Derivation, stated: list[tuple[StatedSentence, int]]) -> ComparedRow:
        """Return the row of a sentence of the reference; ``stated``: the forms in which the student's agent has it."""
        known = self._same.get(derivation)
        if known is not None and known[0] == stated:
            return known[1]
        firsts = [first for sentence, _ in stated if (first := self._since.sentence(sentence)) is not None]
        row = ComparedRow(
            derivation,
            RowKind.SAME,
            min(firsts, default=None),
            derivation.move,
            copies=sum(copies for _, copies in stated),
            has_settled=all(sentence.cells != derivation.cells for sentence, _ in stated),
        )
        self._same[derivation] = stated, row
        return row

    def _own_row(self, sentence: StatedSentence, copies: int, is_settled: bool, mines: frozenset[Cell]) -> ComparedRow:
        """Return the row of a sentence that the reference does not have; ``is_settled``: all its cells are settled."""
        true_count = len(sentence.cells & mines)
        is_true = true_count == sentence.count and all(cell in self._board for cell in sentence.cells)
        kind = RowKind.SAME if is_settled else RowKind.FURTHER
        return ComparedRow(
            self._statement(sentence),
            kind if is_true else RowKind.WRONG,
            self._since.sentence(sentence),
            true_count=None if is_true else true_count,
            copies=copies,
            has_settled=is_settled and bool(sentence.cells),
        )

    # -- derivations

    def _failure_row(self, failure: str, learned: int) -> ComparedRow:
        derivation = self._failures.get(failure)
        if derivation is None:
            derivation = self._failures[failure] = self._made_up(Rule.STATED, frozenset(), 0, learned)
        return ComparedRow(derivation, RowKind.WRONG, derivation.move, failure=failure)

    def _statement(self, sentence: StatedSentence) -> Derivation:
        derivation = self._stated.get(sentence)
        if derivation is None:
            first = self._since.sentence(sentence) or 0
            derivation = self._made_up(Rule.STATED, sentence.cells, sentence.count, first)
            self._stated[sentence] = derivation
        return derivation

    def _claim(self, cell: Cell, is_mine: bool) -> Derivation:
        derivation = self._claimed.get((cell, is_mine))
        if derivation is None:
            first = self._since.verdict(cell, is_mine=is_mine) or 0
            derivation = self._made_up(Rule.CLAIMED, frozenset((cell,)), int(is_mine), first)
            self._claimed[cell, is_mine] = derivation
        return derivation

    def _made_up(self, rule: Rule, cells: frozenset[Cell], count: int, move: int) -> Derivation:
        """Return a new derivation without premises; its number is none of the reference's."""
        self._made -= 1
        return Derivation(self._made, rule, cells, count, (), move, None)

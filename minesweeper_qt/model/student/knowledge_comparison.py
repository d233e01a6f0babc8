"""Compares the knowledge of a student's agent with that of the reference, as the rows of one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
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
    """Only the reference knows it."""
    FURTHER = "further"
    """Only the student's agent has it; it is true on this board, but does not follow by the three rules."""
    SAME = "same"
    """Both know it; the reference may have it without cells that it has settled."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A sentence, or a verdict on a cell, with what each of the two agents has of it.

    A sentence of the student's agent is a row as it states it. ``derivation`` is that of the reference where it has
    the same cells and count; else it is one by ``Rule.STATED`` or ``Rule.CLAIMED``, always the same object in one game.
    ``own_since`` and ``reference_since`` are the numbers of observations after which each agent had it first; ``None``
    if it has not. That of the reference is the one of the shorter sentence where it has taken out cells, and ``None``
    where all of them are settled. ``true_count`` is the number of mines among the cells where the row is wrong, else
    ``None``. ``copies`` is how often the student's agent states this very sentence. ``has_settled``: it has left in
    cells that it calls safe or mines itself. ``failure`` is the message of a failed call, in the row that stands for
    that; its derivation has no cells. ``shorter`` is the sentence of the reference where that has taken out cells.

    >>> from minesweeper_qt.model.evidence.derivation import Rule
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
    shorter: Derivation | None = None

    @property
    def is_empty(self) -> bool:
        """True for a sentence without cells."""
        return not self.derivation.cells and not self.failure

    @property
    def is_longer(self) -> bool:
        """True for a sentence of which the reference has what is left when its own settled cells are taken out."""
        return self.kind is RowKind.SAME and self.derivation.rule is Rule.STATED and not self.is_empty


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

    ``rows`` are all sentences that the student's agent states, those in force of the reference that it does not know,
    and the verdicts on cells in which they differ, the worst kind first. The student's agent knows a sentence if it
    states it, with or without cells that it calls safe or mines itself: where only the reference has settled a cell,
    the longer sentence is the same, and the shorter one is missing.
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

    Attributes: ``sentences``; ``verdicts``, by the cell and whether it is a mine.

    >>> since = StatedSince()
    >>> since.add(3, StudentState(safes=frozenset({(0, 0)}), sentences=(StatedSentence(frozenset({(0, 1)}), 1),)))
    >>> since.sentences, since.verdicts
    ({StatedSentence(cells=frozenset({(0, 1)}), count=1): 3}, {((0, 0), False): 3})
    """

    def __init__(self) -> None:
        self._state = StudentState()
        self.sentences: dict[StatedSentence, int] = {}
        self.verdicts: dict[tuple[Cell, bool], int] = {}

    def add(self, learned: int, state: StudentState) -> None:
        """Keep what the agent stated after ``learned`` observations; what it had stated before stays as it is."""
        before, self._state = self._state, state
        if state.sentences is not before.sentences:
            for sentence in state.sentences:
                self.sentences.setdefault(sentence, learned)
        for cells, known, is_mine in ((state.safes, before.safes, False), (state.mines, before.mines, True)):
            for cell in () if cells is known else cells - known:
                self.verdicts.setdefault((cell, is_mine), learned)


_VERDICTS = {(kind, is_mine): ComparedVerdict(kind, is_mine) for kind in RowKind for is_mine in (False, True)}


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
        self._board_cells = frozenset(board.cells)
        self._since = since
        self._own: dict[object, Derivation] = {}
        """The derivations of what only the student's agent has."""

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
        rows: list[ComparedRow] = []
        if failure:
            derivation = self._derivation(failure, Rule.STATED, frozenset(), 0, learned)
            rows.append(ComparedRow(derivation, RowKind.WRONG, derivation.move, failure=failure))
        reference_mines = frozenset([cell for cell, verdict in settled.items() if verdict.count])
        reference = StudentState(safes=frozenset(settled).difference(reference_mines), mines=reference_mines)
        verdicts, missing = self._compare_verdicts(reference, state, mines, rows)
        rows += [_missing_row(settled[cell]) for cell in sorted(missing)]
        rows += self._sentence_rows(sentences, reference, state, mines)
        return KnowledgeComparison(
            learned, tuple([row for kind in RowKind for row in rows if row.kind is kind]), verdicts
        )

    def _compare_verdicts(
        self, reference: StudentState, state: StudentState, mines: frozenset[Cell], rows: list[ComparedRow]
    ) -> tuple[dict[Cell, ComparedVerdict], set[Cell]]:
        """Return the verdicts as the board shows them, and the cells of those that only the reference has.

        Those that only the student's agent has are added to ``rows``, and shown in place of contrary ones.
        """
        sides = ((False, state.safes, reference.safes), (True, state.mines, reference.mines))
        verdicts: dict[Cell, ComparedVerdict] = {}
        missing: set[Cell] = set()
        for is_mine, own, other in sides:
            missing |= other - own
            verdicts.update(dict.fromkeys(other - own, _VERDICTS[RowKind.MISSING, is_mine]))
            verdicts.update(dict.fromkeys(other & own, _VERDICTS[RowKind.SAME, is_mine]))
        for is_mine, own, other in sides:
            for cell in sorted(own - other):
                statement = StatedSentence(frozenset((cell,)), int(is_mine))
                row = self._own_row(Rule.CLAIMED, statement, self._since.verdicts.get((cell, is_mine)), mines)
                rows.append(row)
                if cell in self._board_cells:
                    verdicts[cell] = _VERDICTS[row.kind, is_mine]
        return verdicts, missing

    def _sentence_rows(
        self, sentences: Iterable[Derivation], reference: StudentState, state: StudentState, mines: frozenset[Cell]
    ) -> Iterator[ComparedRow]:
        """Yield the sentences of the student's agent in its order, each once, and then those that it does not know."""
        derived = {StatedSentence(derivation.cells, derivation.count): derivation for derivation in sentences}
        known: set[StatedSentence] = set()
        for sentence, copies in Counter(state.sentences).items():
            own = state.without_settled(sentence.cells, sentence.count)
            known |= {sentence, own}
            since = self._since.sentences.get(sentence)
            has_settled = own.cells != sentence.cells
            derivation = derived.get(sentence)
            if derivation is not None:
                yield ComparedRow(derivation, RowKind.SAME, since, derivation.move, None, copies, has_settled)
                continue
            row = self._own_row(Rule.STATED, sentence, since, mines, copies, has_settled)
            rest = reference.without_settled(sentence.cells, sentence.count)
            if row.kind is RowKind.FURTHER and (rest in derived or not rest.cells):
                shorter = derived.get(rest)
                moved = None if shorter is None else shorter.move
                row = replace(row, kind=RowKind.SAME, reference_since=moved, shorter=shorter)
            yield row
        for sentence, derivation in derived.items():
            if state.without_settled(sentence.cells, sentence.count) not in known:
                yield _missing_row(derivation)

    def _own_row(
        self,
        rule: Rule,
        statement: StatedSentence,
        since: int | None,
        mines: frozenset[Cell],
        copies: int = 1,
        has_settled: bool = False,
    ) -> ComparedRow:
        """Return the row of what the reference does not have: wrong or further."""
        cells = statement.cells
        true_count = len(cells & mines)
        is_true = true_count == statement.count and cells <= self._board_cells
        derivation = self._derivation((rule, statement), rule, cells, statement.count, since or 0)
        kind = RowKind.FURTHER if is_true else RowKind.WRONG
        return ComparedRow(derivation, kind, since, None, None if is_true else true_count, copies, has_settled)

    def _derivation(self, key: object, rule: Rule, cells: frozenset[Cell], count: int, move: int) -> Derivation:
        """Return the derivation with this key, a new one without premises at first; no number is the reference's."""
        if key not in self._own:
            self._own[key] = Derivation(-1 - len(self._own), rule, cells, count, (), move, None)
        return self._own[key]


def _missing_row(derivation: Derivation) -> ComparedRow:
    return ComparedRow(derivation, RowKind.MISSING, reference_since=derivation.move)

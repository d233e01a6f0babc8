"""Compares the knowledge of a student's agent with that of the reference, as the rows of one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.knowledge.knowledge_comparison import (
    ComparedRow,
    ComparedVerdict,
    KnowledgeComparison,
    RowKind,
)
from minesweeper_qt.model.student.student_state import StatedSentence, StudentState


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

"""The item model of the table of sentences: its columns, a row for each sentence, and the marks of the shown move."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from minesweeper_qt.gui.presentation.comparison_text import NOT_KNOWN, Standing, TurnOf
from minesweeper_qt.gui.presentation.derivation_text import (
    MINUS,
    MoveOf,
    cut_texts,
    normalize_for_search,
    rule_text,
    rule_word,
    screen_reader_text,
    sentence_key,
    tooltip_text,
)
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import NO_PARENT, Headers, Index, runs
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison, RowKind
from minesweeper_qt.model.words import MOST_NAMED


class Column(IntEnum):
    """The columns of the table; the last two are those of a table with the sentences of two agents."""

    SENTENCE = 0
    COUNT = 1
    SIZE = 2
    RULE = 3
    MOVE = 4
    YOURS = 5
    REFERENCE = 6


COLUMNS = len(Column)
"""The number of columns. A view queries it a million times, and the length of an enumeration is slow to compute."""

HEADERS = {
    Column.SENTENCE: ("Sentence", "Exactly how many of these cells are mines"),
    Column.COUNT: ("Count", "How many of the cells are mines"),
    Column.SIZE: ("Size", "How many cells the sentence mentions"),
    Column.RULE: ("Rule", "How the sentence came about, and how many of its cells have been settled since"),
    Column.MOVE: ("Move", "The move since which the sentence holds in this form"),
    Column.YOURS: ("Yours", "The move since which your agent has it; for a wrong sentence, its count"),
    Column.REFERENCE: ("Reference", "The move since which the reference has it; for a wrong sentence, the true count"),
}
# The numbers are centred: aligned right, they would touch the text of the next column, and most have one digit.
_HEADER = Headers(HEADERS, centred=(Column.COUNT, Column.SIZE, Column.MOVE))

ROW = Qt.ItemDataRole.UserRole + 1
"""The role of an item's data that is its ``Row``."""


class Trace(Enum):
    """The effect of the shown move on a sentence; the value is the sign that the table shows before it."""

    ADDED = "+"
    SHORTENED = "\N{PLUS-MINUS SIGN}"
    REMOVED = MINUS

    @property
    def words(self) -> str:
        """The meaning of the sign in words."""
        return _WORDS[self]


_WORDS = {
    Trace.ADDED: "new in this move",
    Trace.SHORTENED: "shortened in this move: cells of it were settled",
    Trace.REMOVED: "removed in this move, no longer in force",
}

LetterOf: TypeAlias = Callable[[Cell], str]
"""Returns the letter of a cell, empty if it has none."""

_CELL = re.compile(r"\((\d+), (\d+)\)")


def with_letters(text: str, letter_of: LetterOf | None) -> str:
    """Return ``text`` with letters in place of the cells that have one; ``letter_of`` is ``None`` where none has.

    >>> with_letters("{(0, 1), (2, 2)} = 1: clue 1 at (1, 1)", {(0, 1): "B", (2, 2): "C"}.get)
    '{B, C} = 1: clue 1 at (1, 1)'
    """
    if letter_of is None:
        return text
    return _CELL.sub(lambda found: letter_of((int(found[1]), int(found[2]))) or found[0], text)


@dataclass(eq=False, slots=True)
class Row:
    """A row: a sentence, or what stands for a failed call of an agent.

    When a sentence only loses settled cells, its new derivation takes over the row.

    Attributes: ``derivation``; ``move``, the move of the game that it came with; ``order``, its number in the order of
    learning; ``letter_of``, by which all texts name cells; ``trace``, the effect of the shown move; ``standing``, how
    the row stands in the knowledge of two agents, ``None`` where there is one agent.
    """

    derivation: Derivation
    move: int
    order: int
    letter_of: LetterOf | None = None
    trace: Trace | None = None
    standing: Standing | None = None

    @property
    def is_removed(self) -> bool:
        """True for a sentence that the shown move removed: it is no longer in force."""
        return self.trace is Trace.REMOVED

    @property
    def is_failure(self) -> bool:
        """True for the row that stands for a failed call, and not for a sentence."""
        return self.standing is not None and bool(self.standing.row.failure)

    @property
    def kind(self) -> RowKind | None:
        """The kind of the standing."""
        return None if self.standing is None else self.standing.row.kind

    @property
    def explained(self) -> Derivation:
        """The derivation that says why: that of the reference, also where it has the sentence without some cells."""
        shorter = None if self.standing is None else self.standing.row.shorter
        return shorter or self.derivation

    def mentions(self, cell: Cell) -> bool:
        """Return whether the sentence mentions ``cell``, or is that of its clue."""
        return cell in self.derivation.cells or cell == self.derivation.clue

    def uses(self, origin: Derivation) -> bool:
        """Return whether the sentence was derived directly from the one with this ``origin``, in any form of that."""
        return any(premise.origin is origin for premise in self.derivation.origin.premises)

    def text(self, column: int, unknown: str = NOT_KNOWN) -> str:
        """Return the text of a column, ``unknown`` in that of an agent that does not know the row."""
        derivation, standing = self.derivation, self.standing
        if column in (Column.YOURS, Column.REFERENCE):
            if standing is None:
                return ""
            write = standing.own_text if column == Column.YOURS else standing.reference_text
            return write(unknown=unknown)
        if standing is not None and self.is_failure:
            return standing.failure_text if column == Column.SENTENCE else ""
        match column:
            case Column.SENTENCE:
                is_empty = standing is not None and standing.row.is_empty
                return self._lettered(derivation.conclusion) + ", empty" * is_empty
            case Column.RULE:
                return self._lettered(rule_text(derivation))
        return str(self._number(column))

    def _number(self, column: int) -> int:
        if column == Column.MOVE:
            return self.move
        return self.derivation.count if column == Column.COUNT else len(self.derivation.cells)

    def _lettered(self, text: str) -> str:
        return with_letters(text, self.letter_of)

    @property
    def shorter_texts(self) -> list[str]:
        """Shorter and shorter texts of the sentence for a narrow table: fewer cells, but always the count."""
        return [] if self.is_failure else [self._lettered(text) for text in cut_texts(self.derivation)]

    @property
    def full_texts(self) -> list[str]:
        """The texts of the columns, with the sentence not cut short."""
        texts = [self.text(column) for column in Column]
        if len(self.derivation.cells) > MOST_NAMED:
            texts[Column.SENTENCE] = self._lettered(self.derivation.text)
        return texts

    def contains(self, needle: str) -> bool:
        """Return whether a search for ``needle``, written as ``normalize_for_search`` does, finds the row.

        It compares with the whole sentence, by its letters and by its cells, with the rule and with the words of the
        standing.
        """
        texts = [] if self.is_failure else [self.text(Column.SENTENCE), self.derivation.text, self.text(Column.RULE)]
        if needle in normalize_for_search("\n".join(texts)):
            return True
        return self.standing is not None and needle in self.standing.search

    def key(self, column: int) -> tuple[Any, ...]:
        """Return the value that the row is sorted by in ``column``; -1 stands for the order of learning.

        In that order failures come first, and then the kinds, the worst first.
        """
        derivation = self.derivation
        match column:
            case -1:
                return (_RANKS[self.kind], self.order)
            case Column.SENTENCE:
                return (*sentence_key(derivation), self.order)
            case Column.COUNT | Column.SIZE | Column.MOVE:
                return (self._number(column), self.order)
            case Column.RULE:
                origin = derivation.origin
                settled = len(origin.cells) - len(derivation.cells)
                return (rule_word(origin.rule), origin.clue or (), settled, self.order)
        standing = self.standing
        move = standing and (standing.own_move if column == Column.YOURS else standing.reference_move)
        return (move is None, move or 0, self.order)

    def data(self, column: int, role: int) -> Any:
        """Return the data for a column and an item role."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _HEADER.alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tool_tip()
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._accessible_text(column)
        return self if role == ROW else None

    def _tool_tip(self) -> str:
        standing = self.standing
        if standing is None:
            lines = [self._lettered(tooltip_text(self.derivation)), f"since move {self.move}"]
        elif self.is_failure:
            lines = [standing.row.failure, standing.moves_text]
        else:
            lines = [tooltip_text(self.derivation), standing.words, standing.moves_text]
        return "\n".join(filter(None, [*lines, self.trace.words if self.trace else ""]))

    def _accessible_text(self, column: int) -> str:
        text, standing = self.text(column, unknown="not known"), self.standing
        if column != Column.SENTENCE:
            return text
        if not self.is_failure:
            text = self._lettered(screen_reader_text(self.derivation))
        words = [standing.words] if standing else []
        return "; ".join([text, *words, *([self.trace.words] if self.trace else [])])


_RANKS: dict[RowKind | None, int] = {kind: rank for rank, kind in enumerate((*RowKind, None))}


@guarded
class KnowledgeTableModel(QAbstractTableModel):
    """The sentences in force, a row each, in the order in which they were learned, and those that a move removed.

    The argument ``move_of`` returns the move of the game that a derivation came with; by default it returns the
    derivation's attribute ``move``, which counts clues. Where the sentences are those of two agents, ``set_comparison``
    sets how each row stands in their knowledge.

    Attributes, read-only: ``rows``; ``letter_of``, which returns the letters of cells, ``None`` for no letters;
    ``is_applying``, true while rows change and are between two states of the knowledge.

    Signal: ``applied()``, emitted when all rows are up to date after a change.
    """

    applied = Signal()

    def __init__(self, parent: QObject | None = None, move_of: MoveOf = attrgetter("move")) -> None:
        super().__init__(parent)
        self._move_of = move_of
        self.rows: list[Row] = []
        self.letter_of: LetterOf | None = None
        self.is_applying = False
        self._next_order = 0

    @property
    def sentences(self) -> list[Derivation]:
        """The sentences in force, in the order in which they were learned."""
        return [row.derivation for row in self.rows if not row.is_removed]

    # -- changing

    def reset(self, derivations: Iterable[Derivation] = ()) -> None:
        """Replace all rows, with a model reset: for a new game or a new agent."""
        with self._applying():
            self.beginResetModel()
            self.rows = self._new_rows(derivations)
            self.endResetModel()

    def apply(self, added: Sequence[Derivation], removed: Sequence[Derivation]) -> None:
        """Add and remove derivations, as ``Change`` reports them for one move, or concatenated for several moves.

        A derivation that only lost settled cells keeps its row, and so its selection. One that is both in ``added`` and
        in ``removed`` was added and removed within the batch, and gets no row.
        """
        with self._applying():
            passing = set(added).intersection(removed)
            there = {row.derivation: number for number, row in enumerate(self.rows) if not row.is_removed}
            # A sentence that only loses settled cells keeps its origin, even over several derivations.
            leaving = {each.origin: there[each] for each in removed if each in there and each not in passing}
            coming: list[Derivation] = []
            changed: list[int] = []
            for derivation in added:
                if derivation in passing or derivation in there:
                    continue
                number = leaving.pop(derivation.origin, None)
                if number is None:
                    coming.append(derivation)
                else:
                    row = self.rows[number]
                    row.derivation, row.move = derivation, self._move_of(derivation)
                    changed.append(number)
            self._announce(changed)
            self._remove(leaving.values())
            self._insert(self._new_rows(coming))

    def set_move(self, added: Collection[Derivation], removed: Sequence[Derivation]) -> None:
        """Mark the sentences that a move added and removed; the latter have rows until the next move.

        One in both lists existed only during the move, and gets no mark.
        """
        with self._applying():
            came, went = set(added).difference(removed), set(removed).difference(added)
            self._remove(
                [number for number, row in enumerate(self.rows) if row.is_removed and row.derivation not in went]
            )
            before = {derivation.origin for derivation in went}
            changed = []
            for number, row in enumerate(self.rows):
                trace = None
                if row.derivation in came:
                    trace = Trace.SHORTENED if row.derivation.origin in before else Trace.ADDED
                if not row.is_removed and trace is not row.trace:
                    row.trace = trace
                    changed.append(number)
            self._announce(changed)
            there = {row.derivation for row in self.rows}
            gone = self._new_rows(each for each in removed if each in went and each not in there)
            for row in gone:
                row.trace = Trace.REMOVED
            self._insert(gone)

    def set_comparison(self, comparison: KnowledgeComparison | None, turn_of: TurnOf) -> None:
        """Set how each row stands in the knowledge of two agents, by their ``comparison``; ``None`` for one agent.

        ``turn_of`` turns numbers of observations into numbers of moves. Rows that the comparison lacks have no
        standing.
        """
        turn = cache(turn_of)
        compared = {} if comparison is None else {row.derivation: row for row in comparison.rows}
        with self._applying():
            changed = []
            for number, row in enumerate(self.rows):
                found = compared.get(row.derivation)
                standing = None if found is None else Standing.of(found, turn)
                if standing != row.standing:
                    row.standing = standing
                    changed.append(number)
            self._announce(changed)

    def set_letters(self, letter_of: LetterOf | None) -> None:
        """Set the function that returns the letters of cells, which the texts name them by; ``None`` for no letters."""
        with self._applying():
            self.letter_of = letter_of
            for row in self.rows:
                row.letter_of = letter_of
            self._announce(range(len(self.rows)))

    @contextmanager
    def _applying(self) -> Iterator[None]:
        self.is_applying = True
        try:
            yield
        finally:
            self.is_applying = False
        self.applied.emit()

    def _new_rows(self, derivations: Iterable[Derivation]) -> list[Row]:
        numbered = enumerate(derivations, self._next_order)
        rows = [Row(derivation, self._move_of(derivation), order, self.letter_of) for order, derivation in numbered]
        self._next_order += len(rows)
        return rows

    def _announce(self, changed: Collection[int]) -> None:
        if changed:
            # In one range: Qt's proxy sorts the rows in it among the others, which must be in order.
            self.dataChanged.emit(self.index(min(changed), 0), self.index(max(changed), COLUMNS - 1))

    def _remove(self, numbers: Iterable[int]) -> None:
        for first, last in reversed(runs(numbers)):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self.rows[first : last + 1]
            self.endRemoveRows()

    def _insert(self, rows: list[Row]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows) + len(rows) - 1)
            self.rows += rows
            self.endInsertRows()

    # -- reading

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.rows[index.row()].data(index.column(), role) if index.isValid() else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return _HEADER.data(section, orientation, role)

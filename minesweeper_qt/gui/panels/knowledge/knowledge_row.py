"""The rows and columns of the table of sentences, and the data that a row has for Qt's item roles."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

from PySide6.QtCore import Qt

from minesweeper_qt.gui.presentation.derivation_text import MoveOf
from minesweeper_qt.gui.presentation.sentence_text import (
    MINUS,
    full_text,
    kind_text,
    normalize_for_search,
    premises_text,
    rule_text,
    screen_reader_text,
    sentence_key,
    short_text,
    tooltip_text,
)
from minesweeper_qt.gui.widgets.item_model import Headers
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.reasoning import DerivationLevels, Reasoning
from minesweeper_qt.model.text.cell_text import MOST_NAMED


class Column(IntEnum):
    """The columns of the table."""

    SENTENCE = 0
    COUNT = 1
    SIZE = 2
    KIND = 3
    RULE = 4
    PREMISES = 5
    MOVE = 6


COLUMNS = len(Column)
"""The number of columns. A view queries it a million times, and the length of an enumeration is slow to compute."""


class Role(IntEnum):
    """The data roles of the models besides Qt's own."""

    SORT = Qt.ItemDataRole.UserRole + 1
    """The sort key of the column: a number or a tuple; a text only where there is no number."""
    DERIVATION = Qt.ItemDataRole.UserRole + 2
    """The ``Derivation`` of the row."""
    TRACE = Qt.ItemDataRole.UserRole + 3
    """The effect of the shown move on the sentence: a ``Trace``, or ``None``."""


class Trace(Enum):
    """The effect of a move on a sentence; the value is the sign that the table shows before the sentence."""

    ADDED = "+"
    SHORTENED = "\N{PLUS-MINUS SIGN}"
    REMOVED = MINUS

    @property
    def words(self) -> str:
        """The effect in words."""
        return _WORDS[self]


_WORDS = {
    Trace.ADDED: "new in this move",
    Trace.SHORTENED: "shortened in this move: cells of it were settled",
    Trace.REMOVED: "removed in this move, no longer in force",
}

HEADERS = {
    Column.SENTENCE: ("Sentence", "Of these cells, exactly so many are mines"),
    Column.COUNT: ("Count", "How many of the cells are mines"),
    Column.SIZE: ("Size", "How many cells the sentence mentions"),
    Column.KIND: ("Kind", "From a clue, inferred from others, the number of mines left, or stated by the agent"),
    Column.RULE: ("Rule", "How the sentence came about, and how many of its cells have been settled since"),
    Column.PREMISES: ("Premises", "The sentences that it was inferred from"),
    Column.MOVE: ("Move", "The move since which the sentence holds in this form"),
}
# The numbers are centred: aligned right, they would touch the text of the next column, and most have one digit.
HEADER = Headers(HEADERS, centred=(Column.COUNT, Column.SIZE, Column.MOVE))


class Row:
    """A row: its derivation, its number in the order of learning (``order``), its texts and its reasoning level.

    When a sentence only loses settled cells, its new derivation takes over the row and keeps ``order``.

    Attributes: ``derivation``; ``move``, the move of the game that the derivation came with; ``order``.
    """

    __slots__ = ("_level", "_levels", "_move_of", "_search", "_texts", "derivation", "move", "order")

    def __init__(self, derivation: Derivation, order: int, levels: DerivationLevels, move_of: MoveOf) -> None:
        self.order = order
        self._levels = levels
        self._move_of = move_of
        self.set_derivation(derivation)

    def set_derivation(self, derivation: Derivation) -> None:
        """Make ``derivation`` the derivation of this row, and reset the texts."""
        self.derivation = derivation
        self.move = self._move_of(derivation)
        self._texts: tuple[str, ...] | None = None
        self._search: str | None = None
        self._level: Reasoning | None = None
        if len(derivation.cells) <= MOST_NAMED:
            # Computed now, a few rows at a time: the first letter of a search must not wait for thousands of rows.
            # The mine count, which takes long and changes with every move, is computed only on demand.
            self._make_search()
            self._level = self._levels.of(derivation)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the columns."""
        if self._texts is None:
            derivation = self.derivation
            self._texts = (
                short_text(derivation),
                str(derivation.count),
                str(len(derivation.cells)),
                kind_text(derivation),
                rule_text(derivation),
                premises_text(derivation),
                str(self.move),
            )
        return self._texts

    @property
    def full_texts(self) -> list[str]:
        """The texts of the columns, with the sentence not cut short."""
        return [full_text(self.derivation), *self.texts[1:]]

    @property
    def search(self) -> str:
        """The text that a search compares with: the whole sentence, kind, rule and premises, squeezed."""
        return self._make_search() if self._search is None else self._search

    @property
    def level(self) -> Reasoning | None:
        """The strongest reasoning level that the sentence rests on; ``None`` if the agent gives no derivation."""
        if self._level is None:
            self._level = self._levels.of(self.derivation)
        return self._level

    def _make_search(self) -> str:
        sentence, _, _, kind, rule, premises, _ = self.texts
        if len(self.derivation.cells) > MOST_NAMED:
            sentence = full_text(self.derivation)
        self._search = normalize_for_search(f"{sentence}\n{kind}\n{rule}\n{premises}")
        return self._search

    def key(self, column: int) -> Any:
        """Return the value that the row is sorted by in ``column``."""
        derivation = self.derivation
        match column:
            case Column.SENTENCE:
                return sentence_key(derivation)
            case Column.COUNT:
                return derivation.count
            case Column.SIZE:
                return len(derivation.cells)
            case Column.KIND:
                return kind_text(derivation)
            case Column.RULE:
                origin = derivation.origin
                return origin.rule.value, origin.clue or (), len(origin.cells) - len(derivation.cells)
            case Column.PREMISES:
                return tuple(sentence_key(premise) for premise in derivation.origin.premises)
        return self.move

    def data(self, column: int, role: int, trace: Trace | None = None) -> Any:
        """Return the data for a column and an item role; ``trace`` is the effect of the shown move on the sentence."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.texts[column]
            case Qt.ItemDataRole.TextAlignmentRole:
                return HEADER.alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                tip = f"{tooltip_text(self.derivation)}\nsince move {self.move}"
                return f"{tip}\n{trace.words}" if trace else tip
            case Qt.ItemDataRole.AccessibleTextRole if column == Column.SENTENCE:
                text = screen_reader_text(self.derivation)
                return f"{text}; {trace.words}" if trace else text
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.texts[column]
            case Role.SORT:
                return self.key(column)
            case Role.DERIVATION:
                return self.derivation
            case Role.TRACE:
                return trace
        return None


ROLES = frozenset(
    (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        *Role,
    )
)
"""The roles for which a row has data. A view queries mostly other roles for each item that it paints."""

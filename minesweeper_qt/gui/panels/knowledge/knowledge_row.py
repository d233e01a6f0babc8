"""The rows and columns of the table of sentences, and the data that a row has for Qt's item roles."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any, TypeAlias

from PySide6.QtCore import Qt

from minesweeper_qt.gui.presentation.comparison_text import NOT_KNOWN, Standing
from minesweeper_qt.gui.presentation.derivation_text import (
    MINUS,
    MoveOf,
    cut_premises_texts,
    cut_texts,
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
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.text.cell_text import MOST_NAMED
from minesweeper_qt.model.watch.knowledge_comparison import RowKind


class Column(IntEnum):
    """The columns of the table."""

    SENTENCE = 0
    COUNT = 1
    SIZE = 2
    KIND = 3
    RULE = 4
    PREMISES = 5
    MOVE = 6
    YOURS = 7
    REFERENCE = 8


USUAL_COLUMNS = tuple(column for column in Column if column < Column.YOURS)
"""The columns of a table with the sentences of one agent."""

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
    STANDING = Qt.ItemDataRole.UserRole + 4
    """How the row stands in the knowledge of two agents: a ``Standing``, or ``None``."""
    SHORTER = Qt.ItemDataRole.UserRole + 5
    """Shorter and shorter texts of a sentence or of premises, for a narrow column: a list."""


class Trace(Enum):
    """The effect of a move on a sentence, or ``EARLIER`` for one not in force that a verdict rests on.

    The value is the sign that the table shows before the sentence.
    """

    ADDED = "+"
    SHORTENED = "\N{PLUS-MINUS SIGN}"
    REMOVED = MINUS
    EARLIER = "\N{LEFTWARDS ARROW}"

    @property
    def words(self) -> str:
        """The meaning of the sign in words."""
        return _WORDS[self]


_WORDS = {
    Trace.ADDED: "new in this move",
    Trace.SHORTENED: "shortened in this move: cells of it were settled",
    Trace.REMOVED: "removed in this move, no longer in force",
    Trace.EARLIER: "no longer in force; the verdict rests on it",
}

HEADERS = {
    Column.SENTENCE: ("Sentence", "Of these cells, exactly so many are mines"),
    Column.COUNT: ("Count", "How many of the cells are mines"),
    Column.SIZE: ("Size", "How many cells the sentence mentions"),
    Column.KIND: ("Kind", "From a clue, inferred from others, the number of mines left, or stated by the agent"),
    Column.RULE: ("Rule", "How the sentence came about, and how many of its cells have been settled since"),
    Column.PREMISES: ("Premises", "The sentences that it was inferred from"),
    Column.MOVE: ("Move", "The move since which the sentence holds in this form"),
    Column.YOURS: ("Yours", "The move since which your agent has it; for a wrong sentence, its count"),
    Column.REFERENCE: ("Reference", "The move since which the reference has it; for a wrong sentence, the true count"),
}
# The numbers are centred: aligned right, they would touch the text of the next column, and most have one digit.
HEADER = Headers(HEADERS, centred=(Column.COUNT, Column.SIZE, Column.MOVE))


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


_RANKS: dict[RowKind | None, int] = {kind: rank for rank, kind in enumerate((*RowKind, None))}


class Row:
    """A row: its derivation, its number in the order of learning (``order``), its texts and its reasoning level.

    When a sentence only loses settled cells, its new derivation takes over the row and keeps ``order``.

    Attributes: ``derivation``; ``move``, the move of the game that the derivation came with; ``order``; ``standing``,
    how the row stands in the knowledge of two agents, ``None`` where there is one agent; ``kind``, that of the
    standing; ``is_failure``, true for the row that stands for a failed call; ``rank``, its place by that: a failure is
    the first, then come the kinds, the worst first.
    """

    __slots__ = (
        "_letter_of",
        "_move_of",
        "_search",
        "_standing_search",
        "_texts",
        "derivation",
        "is_failure",
        "kind",
        "move",
        "order",
        "rank",
        "standing",
    )

    def __init__(
        self,
        derivation: Derivation,
        order: int,
        move_of: MoveOf,
        letter_of: LetterOf | None = None,
    ) -> None:
        self.order = order
        self._move_of = move_of
        self._letter_of = letter_of
        self.set_standing(None)
        self.set_derivation(derivation)

    def set_derivation(self, derivation: Derivation) -> None:
        """Make ``derivation`` the derivation of this row, and reset the texts."""
        self.derivation = derivation
        self.move = self._move_of(derivation)
        self._texts: tuple[str, ...] | None = None
        self._search: str | None = None
        if len(derivation.cells) <= MOST_NAMED:
            # Computed now, a few rows at a time: the first letter of a search must not wait for thousands of rows.
            # The mine count, which takes long and changes with every move, is computed only on demand.
            self._make_search()

    def set_letters(self, letter_of: LetterOf | None) -> None:
        """Set the function that returns the letters of cells, which the texts name them by; ``None`` for no letters."""
        self._letter_of = letter_of
        self.set_derivation(self.derivation)

    def set_standing(self, standing: Standing | None) -> None:
        """Set how the row stands in the knowledge of two agents; ``None`` where there is one agent."""
        self.standing = standing
        self.kind: RowKind | None = None if standing is None else standing.row.kind
        self.is_failure = standing is not None and bool(standing.row.failure)
        self.rank = -1 if self.is_failure else _RANKS[self.kind]
        self._standing_search: str | None = None

    @property
    def _usual_texts(self) -> tuple[str, ...]:
        if self._texts is None:
            derivation = self.derivation
            self._texts = (
                self._lettered(short_text(derivation)),
                str(derivation.count),
                str(len(derivation.cells)),
                kind_text(derivation),
                self._lettered(rule_text(derivation)),
                self._lettered(premises_text(derivation)),
                str(self.move),
            )
        return self._texts

    def _lettered(self, text: str) -> str:
        return with_letters(text, self._letter_of)

    def shorter_texts(self, column: int) -> list[str]:
        """Return shorter and shorter texts of a column for a narrow table: fewer cells, but always the counts."""
        if self.is_failure or column not in (Column.SENTENCE, Column.PREMISES):
            return []
        texts = cut_texts if column == Column.SENTENCE else cut_premises_texts
        return [self._lettered(text) for text in texts(self.derivation)]

    def text(self, column: int, unknown: str = NOT_KNOWN) -> str:
        """Return the text of a column, ``unknown`` in that of an agent that does not know the row."""
        standing = self.standing
        if standing is None:
            return self._usual_texts[column] if column < Column.YOURS else ""
        if column == Column.YOURS:
            return standing.own_text(unknown=unknown)
        if column == Column.REFERENCE:
            return standing.reference_text(unknown=unknown)
        if self.is_failure:
            return standing.failure_text if column == Column.SENTENCE else ""
        text = self._usual_texts[column]
        return f"{text}, empty" if column == Column.SENTENCE and standing.row.is_empty else text

    @property
    def full_texts(self) -> list[str]:
        """The texts of the columns, with the sentence not cut short."""
        sentence = self.text(Column.SENTENCE)
        is_short = len(self.derivation.cells) > MOST_NAMED
        texts = [self.text(column) for column in range(1, COLUMNS)]
        return [self._lettered(self.derivation.text) if is_short else sentence, *texts]

    def contains(self, needle: str) -> bool:
        """Return whether a search for ``needle``, which is squeezed as ``normalize_for_search`` does, finds the row.

        It compares with the whole sentence, kind, rule and premises, and with the words of the standing.
        """
        if not self.is_failure and needle in (self._make_search() if self._search is None else self._search):
            return True
        if self.standing is None:
            return False
        if self._standing_search is None:
            self._standing_search = self.standing.search
        return needle in self._standing_search

    def _make_search(self) -> str:
        sentence, _, _, kind, rule, premises, _ = self._usual_texts
        if len(self.derivation.cells) > MOST_NAMED:
            sentence = self.derivation.text
        elif self.derivation.is_verdict:
            # It is found by the sentence with the same meaning, too.
            sentence += f"\n{self.derivation.text}"
        if self._letter_of is not None:
            # It is found by its letters and by its cells.
            sentence += f"\n{self.derivation.text}"
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
            case Column.YOURS | Column.REFERENCE:
                return self._standing_key(column)
        return self.move

    def _standing_key(self, column: int) -> tuple[bool, int]:
        """Return the sort key of the column of an agent: whether it lacks the row, and since which move it has it."""
        standing = self.standing
        if standing is None:
            return True, 0
        move = standing.own_move if column == Column.YOURS else standing.reference_move
        return move is None, move or 0

    def data(self, column: int, role: int, trace: Trace | None = None) -> Any:
        """Return the data for a column and an item role; ``trace`` is the effect of the shown move on the sentence."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return HEADER.alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tool_tip(trace)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._accessible_text(column, trace)
            case Role.SORT:
                return self.key(column)
            case Role.DERIVATION:
                return self.derivation
            case Role.TRACE:
                return trace
            case Role.STANDING:
                return self.standing
            case Role.SHORTER:
                return self.shorter_texts(column)
        return None

    def _tool_tip(self, trace: Trace | None) -> str:
        standing = self.standing
        if standing is None:
            lines = [self._lettered(tooltip_text(self.derivation)), f"since move {self.move}"]
        elif self.is_failure:
            lines = [standing.row.failure, standing.moves_text]
        else:
            lines = [tooltip_text(self.derivation), standing.words, standing.moves_text]
        return "\n".join(filter(None, [*lines, trace.words if trace else ""]))

    def _accessible_text(self, column: int, trace: Trace | None) -> str:
        text, standing = self.text(column, unknown="not known"), self.standing
        if column != Column.SENTENCE:
            return text
        if not self.is_failure:
            text = self._lettered(screen_reader_text(self.derivation))
        words = [standing.words] if standing else []
        return "; ".join([text, *words, *([trace.words] if trace else [])])


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

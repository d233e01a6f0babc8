"""The words and signs of rows and verdicts in which a student's agent and the reference agree or differ. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from minesweeper_qt.gui.presentation.derivation_text import MINUS, normalize_for_search
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.text.number_text import plural
from minesweeper_qt.model.watch.knowledge_comparison import ComparedRow, RowKind

TurnOf: TypeAlias = Callable[[int], int]
"""A function that returns the number of the move with which so many observations had been given."""

NOT_KNOWN = "\N{EN DASH}"
"""Stands in the column of the agent that does not know the row."""

TITLES = {RowKind.WRONG: "Wrong", RowKind.MISSING: "Missing", RowKind.FURTHER: "True", RowKind.SAME: "Same"}
SIGNS = {RowKind.WRONG: "!", RowKind.MISSING: MINUS, RowKind.FURTHER: "+", RowKind.SAME: "="}
MEANINGS = {
    RowKind.WRONG: "only yours, and wrong",
    RowKind.MISSING: "missing: only the reference has it",
    RowKind.FURTHER: "only yours: true, but not by the three rules",
    RowKind.SAME: "same: both have it",
}
COUNTED = {RowKind.SAME: "same", RowKind.MISSING: "missing", RowKind.WRONG: "wrong", RowKind.FURTHER: "true"}
"""The words behind a number of rows of each kind, in the order of filters and figures."""


def row_words(row: ComparedRow) -> str:
    """Return how the row stands in both agents' knowledge.

    >>> stated = Derivation(1, Rule.STATED, frozenset({(0, 0), (0, 1), (0, 2)}), 3, (), 1, None)
    >>> row_words(ComparedRow(stated, RowKind.WRONG, own_since=4, true_count=2))
    'only yours, and wrong: 2 of these cells are mines'
    >>> row_words(ComparedRow(stated, RowKind.SAME, own_since=4, reference_since=4, copies=2))
    'same: both have it; stated twice'
    """
    if row.failure:
        return "your agent failed"
    words = MEANINGS[row.kind]
    if row.kind is RowKind.SAME and row.reference_since is None:
        words = "same: nothing in it that the reference does not know"
    if row.kind is RowKind.WRONG and not row.is_empty:
        words += f": {_wrong_words(row)}"
    return "; ".join([words, *_notes(row)])


def _wrong_words(row: ComparedRow) -> str:
    count, number = row.true_count, len(row.derivation.cells)
    if count in (None, row.derivation.count):
        return "not all of these cells are on the board"
    if number == 1:
        return f"the cell is {'a mine' if count else 'safe'}"
    if count == number:
        return "all of these cells are mines"
    return f"{count or 'none'} of these cells {plural(count or 1, 'is a mine', 'are mines')}"


def _notes(row: ComparedRow) -> list[str]:
    notes = ["empty: it mentions no cell"] if row.is_empty else []
    if row.copies > 1:
        notes.append(f"stated {_times_text(row.copies)}")
    if row.has_settled:
        is_rest = row.reference_since is not None
        notes.append("yours still has settled cells in it" if is_rest else "all its cells are settled")
    return notes


def _times_text(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a row stands in both agents' knowledge, with the moves since which each has it; ``None`` if it has not."""

    row: ComparedRow
    own_move: int | None = None
    reference_move: int | None = None

    @classmethod
    def of(cls, row: ComparedRow, turn_of: TurnOf) -> Standing:
        """Return the standing of ``row``; ``turn_of`` turns its numbers of observations into numbers of moves."""
        own, reference = row.own_since, row.reference_since
        return cls(row, None if own is None else turn_of(own), None if reference is None else turn_of(reference))

    @property
    def failure_text(self) -> str:
        """The message of a failed call in one line."""
        return " \N{MIDDLE DOT} ".join(line.strip() for line in self.row.failure.splitlines())

    def own_text(self, *, brief: bool = False, unknown: str = NOT_KNOWN) -> str:
        """Return the text for the column of the student's agent; a ``brief`` one has numbers of moves alone.

        It is ``unknown`` where the agent does not know the row.
        """
        row = self.row
        if row.failure:
            return "failed" if self.own_move is None else f"failed, move {self.own_move}"
        if row.kind is RowKind.MISSING:
            return unknown
        since = _since(self.own_move, brief, unknown)
        if row.kind is RowKind.WRONG:
            since = self._count_text(row.derivation.count) if self._has_other_count else "off the board"
        is_longer = row.has_settled and row.reference_since is not None
        notes = [_times_text(row.copies)] * (row.copies > 1) + ["longer"] * is_longer
        return ", ".join([since, *notes])

    def reference_text(self, *, brief: bool = False, unknown: str = NOT_KNOWN) -> str:
        """Return the text for the column of the reference, as ``own_text`` does; for a wrong count, the true one."""
        row = self.row
        if row.failure:
            return ""
        if self._has_other_count:
            return self._count_text(row.true_count or 0)
        if row.kind is RowKind.SAME and row.has_settled and self.reference_move is None:
            return "settled"
        since = _since(self.reference_move, brief, unknown)
        return f"{since}, {_rule_word(row.derivation)}" if row.kind is RowKind.MISSING else since

    @property
    def _has_other_count(self) -> bool:
        row = self.row
        return row.kind is RowKind.WRONG and row.true_count not in (None, row.derivation.count)

    def _count_text(self, count: int) -> str:
        if self.row.derivation.is_verdict:
            return "mine" if count else "safe"
        return f"= {count}"

    @property
    def signs(self) -> str:
        """The signs for a sentence that is empty, stated more than once, or has settled cells left in."""
        row = self.row
        signs = ["\N{EMPTY SET}"] * row.is_empty + [f"\N{MULTIPLICATION SIGN}{row.copies}"] * (row.copies > 1)
        return " ".join(signs + ["\N{SUPERSET OF}"] * row.has_settled)

    @property
    def words(self) -> str:
        """How the row stands, in words."""
        return row_words(self.row)

    @property
    def moves_text(self) -> str:
        """Since when each agent has the row, in words; empty where neither is known."""
        since = {"yours": self.own_move, "the reference": self.reference_move}
        return ", ".join(f"{who} {_since_words(move)}" for who, move in since.items() if move is not None)

    @property
    def search(self) -> str:
        """The text that a search compares with, besides that of the sentence, squeezed."""
        texts = (TITLES[self.row.kind], self.row.failure, self.words, self.own_text(), self.reference_text())
        return normalize_for_search("\n".join(texts))


def _rule_word(derivation: Derivation) -> str:
    """Return in a word or two what a sentence comes from, or the sentence that a verdict was drawn from."""
    origin = derivation.origin
    if origin.rule in (Rule.ALL_SAFE, Rule.ALL_MINES):
        origin = origin.premises[0].origin
    return str(origin.rule.value)


def _since(move: int | None, brief: bool, unknown: str) -> str:
    if move is None:
        return unknown
    if brief:
        return str(move)
    return f"move {move}" if move else "at first"


def _since_words(move: int) -> str:
    return f"since move {move}" if move else "from the beginning"

"""The words about a student's agent beside the reference: what a changed file did, and how rows compare. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, TypeAlias

from minesweeper_qt.gui.presentation.derivation_text import MINUS, normalize_for_search
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedRow, RowKind
from minesweeper_qt.model.words import plural


class Tone(Enum):
    """The colours of the card or of a line; the value is that of a property in the style sheet."""

    PLAIN = "plain"
    WIN = "win"
    LOSS = "loss"


class Line(NamedTuple):
    """A line of text, with a ``short`` form for a narrow panel."""

    text: str
    short: str = ""
    tone: Tone = Tone.PLAIN


def _at(move: int) -> str:
    return f"at move {move}" if move else "before the first move"


def reload_line(
    before: int | None, is_done: bool, is_gone: bool, following: int | None, is_reached: bool = True
) -> Line:
    """Return what a changed file did.

    ``before`` and ``following`` are the moves of the first difference of the previous agent and of the new one;
    ``is_reached`` is false if the new one failed before it got to that of the one before.

    >>> reload_line(9, True, True, 12).text
    'The difference at move 9 is gone. The next one is at move 12.'
    >>> reload_line(9, True, False, 1, is_reached=False).text
    'Loaded again: your agent fails at move 1, before it gets to the difference at move 9.'
    >>> reload_line(9, True, True, None).short
    'Move 9: gone. None is left.'
    """
    if not is_done:
        return Line("Loaded again: the new agent learns this game…", "Loaded again…")
    if before is None:
        if following is None:
            return Line("Loaded again: still no difference.", "Still no difference.", Tone.WIN)
        return Line(f"Loaded again: a difference is {_at(following)}.", f"New: move {following}.", Tone.LOSS)
    if not is_reached and following is not None:
        fails = f"Loaded again: your agent fails {_at(following)}, before it gets to the difference {_at(before)}."
        return Line(fails, f"Fails at move {following}.", Tone.LOSS)
    if not is_gone:
        return Line(f"The difference {_at(before)} is still there.", f"Move {before}: still there.", Tone.LOSS)
    gone = f"The difference {_at(before)} is gone."
    if following is None:
        return Line(f"{gone} No difference is left so far.", f"Move {before}: gone. None is left.", Tone.WIN)
    if following == before:
        return Line(f"{gone} The next one is in the same move.", f"Move {before}: gone. Next: there.", Tone.WIN)
    where = "The next one is" if following > before else "Now there is one"
    return Line(f"{gone} {where} {_at(following)}.", f"Move {before}: gone. Next: move {following}.", Tone.WIN)


# -- rows

TurnOf: TypeAlias = Callable[[int], int]
"""A function that returns the number of the move with which so many observations had been given."""

NOT_KNOWN = "\N{EN DASH}"
"""Stands in the column of the agent that does not know the row."""

TITLES = {RowKind.WRONG: "Wrong", RowKind.MISSING: "Missing", RowKind.FURTHER: "True", RowKind.SAME: "Same"}
SIGNS = {RowKind.WRONG: "!", RowKind.MISSING: MINUS, RowKind.FURTHER: "+", RowKind.SAME: "="}
MEANINGS = {
    RowKind.WRONG: "only yours, and wrong",
    RowKind.MISSING: "missing: only the reference knows it",
    RowKind.FURTHER: "only yours: true, but not by the three rules",
    RowKind.SAME: "same: both know it",
}
COUNTED = {RowKind.SAME: "same", RowKind.MISSING: "missing", RowKind.WRONG: "wrong", RowKind.FURTHER: "true"}
"""The words behind a number of rows of each kind, in the order of filters and figures."""


def _wrong_words(row: ComparedRow) -> str:
    count, number = row.true_count, len(row.derivation.cells)
    if count in (None, row.derivation.count):
        return "not all of these cells are on the board"
    if number == 1:
        return f"the cell is {'a mine' if count else 'safe'}"
    if count == number:
        return "all of these cells are mines"
    return f"{count or 'none'} of these cells {plural(count or 1, 'is a mine', 'are mines')}"


def _times_text(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


class Standing(NamedTuple):
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
        return f"{since}, {_times_text(row.copies)}" if row.copies > 1 else since

    def reference_text(self, *, brief: bool = False, unknown: str = NOT_KNOWN) -> str:
        """Return the text for the column of the reference, as ``own_text`` does; for a wrong count, the true one."""
        row = self.row
        if row.failure:
            return ""
        if self._has_other_count:
            return self._count_text(row.true_count or 0)
        if row.is_longer and self.reference_move is None:
            return "settled"
        since = _since(self.reference_move, brief, unknown)
        note = _rule_word(row.derivation) if row.kind is RowKind.MISSING else "shorter" * row.is_longer
        return f"{since}, {note}" if note else since

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
        """How the row stands in both agents' knowledge.

        >>> stated = Derivation(1, Rule.STATED, frozenset({(0, 0), (0, 1), (0, 2)}), 3, (), 1, None)
        >>> Standing(ComparedRow(stated, RowKind.WRONG, own_since=4, true_count=2)).words
        'only yours, and wrong: 2 of these cells are mines'
        >>> Standing(ComparedRow(stated, RowKind.SAME, own_since=4, reference_since=4, copies=2)).words
        'same: the reference has settled some of its cells; stated twice'
        """
        row = self.row
        if row.failure:
            return "your agent failed"
        words = MEANINGS[row.kind]
        if row.is_longer:
            is_rest = row.reference_since is not None
            words = f"same: the reference has settled {'some' if is_rest else 'all'} of its cells"
        if row.kind is RowKind.WRONG and not row.is_empty:
            words += f": {_wrong_words(row)}"
        notes = ["empty: it mentions no cell"] * row.is_empty
        if row.copies > 1:
            notes.append(f"stated {_times_text(row.copies)}")
        if row.has_settled:
            notes.append("with cells that your agent has settled")
        return "; ".join([words, *notes])

    @property
    def moves_text(self) -> str:
        """Since when each agent has the row, in words; empty where neither is known."""
        since = {"yours": self.own_move, "the reference": self.reference_move}
        return ", ".join(
            f"{who} {f'since move {move}' if move else 'from the beginning'}"
            for who, move in since.items()
            if move is not None
        )

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

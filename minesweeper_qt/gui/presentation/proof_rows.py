"""The rows of the proof panel: the lines of a proof, and what is folded below them. No Qt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper_qt import model
from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.proof_panel_text import line_highlight
from minesweeper_qt.model import Cell, Derivation
from minesweeper_qt.model.evidence.proof import PatternKind
from minesweeper_qt.model.evidence.proof_step import MARK

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof, ProofLine

OPEN_MARK = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
"""Stands in place of ``MARK`` in a line below which something is unfolded."""

PATTERN_TOPICS = {kind: f"pattern-{kind.value}" for kind in PatternKind}
"""The topics of the help about the patterns."""

ASK, DERIVE = "Why?", "Derivation"
"""The links at the end of a row about a known cell, and of one about a known sentence."""

_GAP = "\N{NO-BREAK SPACE}"
_LINK = re.compile(f"[{MARK}{OPEN_MARK}]|({re.escape(ASK)}|{DERIVE})$")


@dataclass(frozen=True, slots=True)
class ProofRow:
    """A row with ``line``, indented ``depth`` times.

    ``cases`` is the number of nested cases that the line is in. ``folded`` are the rows below it while it is open.
    ``known`` is what the agent knows, for a row that states why.
    """

    line: ProofLine
    depth: int = 0
    cases: int = 0
    folded: tuple[ProofRow, ...] = ()
    known: Derivation | None = None

    @property
    def known_cell(self) -> Cell | None:
        """The settled cell that the row is about, ``None`` for other rows."""
        return next(iter(self.known.cells)) if self.known is not None and self.known.is_verdict else None

    @property
    def plain_text(self) -> str:
        """The text without marks, as it is copied."""
        return re.sub(rf"\s?{MARK}", "", self.line.text)

    def shown_text(self, is_open: bool) -> str:
        """Return the text as the panel shows it, with a link at the end of a row of what is known."""
        if self.known is not None:
            return f"{self.line.text}{_GAP}{DERIVE if self.known_cell is None else ASK}"
        return self.line.text.replace(MARK, OPEN_MARK) if is_open else self.line.text

    def spoken_text(self, is_open: bool) -> str:
        """Return the text for a screen reader, which does not read the indentation, with what Enter does."""
        cases = f"case, depth {self.cases}: " if self.cases else ""
        does = ""
        if self.folded:
            does = " Enter folds what it rests on" if is_open else " Enter unfolds what it rests on"
        elif self.known is not None:
            does = " Enter shows its derivation" if self.known_cell is None else " Enter asks why"
        return f"{cases}{self.plain_text}{does}"


def links_in(text: str) -> tuple[tuple[int, int], ...]:
    """Return where the links in the shown text of a row are: the start and the end of each.

    >>> links_in(f"98 mines are known {MARK}")
    ((19, 20),)
    """
    return tuple(found.span() for found in _LINK.finditer(text))


def rows_of(lines: Sequence[ProofLine], proof: Proof | None = None) -> tuple[ProofRow, ...]:
    """Return the rows of the lines of ``proof``, with what is folded below them and why known things are known."""
    return tuple(_row(proof, line, 0, 0) for line in lines)


def _row(proof: Proof | None, line: ProofLine, depth: int, cases: int) -> ProofRow:
    """Return the row of ``line``, which is folded below a row of this ``depth`` and these ``cases``."""
    from minesweeper_qt.model.evidence.short_text import known_texts

    depth, cases = depth + line.depth, cases + line.depth
    # What is folded below a step by cases is one case deeper; a line without steps sums up the lines below it.
    inside = cases + bool(line.steps)
    folded = [_row(proof, inner, depth + 1, inside) for inner in line.folded]
    for number in line.known:
        assert proof is not None
        for text, known in zip(known_texts(proof, number), proof.known[number], strict=True):
            shown = highlight_of(known)
            reason = model.ProofLine(text, (), 0, shown.clues, shown.cells, shown.mines, shown.safes)
            folded.append(ProofRow(reason, depth + 1, known=known))
    return ProofRow(line, depth, cases, tuple(folded))


def pattern_link(proof: Proof | None) -> tuple[str, str]:
    """Return the name of a proof's pattern and the topic of the help about it; both empty without a pattern."""
    pattern = None if proof is None else proof.pattern
    return ("", "") if pattern is None else (pattern.title, PATTERN_TOPICS[pattern.kind])


def visible_rows(rows: Sequence[ProofRow], opened: Collection[ProofRow]) -> Iterator[ProofRow]:
    """Yield the rows and, below each of those that are ``opened``, what is folded there."""
    for row in rows:
        yield row
        if row in opened:
            yield from visible_rows(row.folded, opened)


def row_highlight(rows: Sequence[ProofRow], index: int) -> Highlight:
    """Return the highlight of a row: that of its line, with what is supposed in the cases around it."""
    row = rows[index]
    if row.known is not None:
        return highlight_of(row.known)
    lines = [replace(each.line, depth=each.cases) for each in rows[: index + 1] if each.known is None]
    return line_highlight(lines, len(lines) - 1)

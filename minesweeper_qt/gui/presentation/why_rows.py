"""The rows of the panel Why: the lines of a proof, a derivation, and what is folded below them. No Qt."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from minesweeper_qt import model
from minesweeper_qt.gui.presentation.derivation_text import highlight_of, reason_in_words, short_text
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.proof_panel_text import line_highlight, with_unbroken_cells
from minesweeper_qt.model import Cell, Derivation, Rule
from minesweeper_qt.model.evidence.proof import PatternKind
from minesweeper_qt.model.evidence.proof_step import MARK
from minesweeper_qt.model.text.number_text import counted

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof, ProofLine

OPEN_MARK = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
"""Stands in place of ``MARK`` in a line below which something is unfolded."""

MOST_AT_ONCE = 300
"""The lines at which *Unfold All* stops, until the user asks for as many more."""

PATTERN_TOPICS = {kind: f"pattern-{kind.value}" for kind in PatternKind}
"""The topics of the help about the patterns."""

_GAP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A row with ``line``, indented ``depth`` times.

    ``cases`` is the number of nested cases that the line is in. ``folded`` are the rows below it while it is open.
    ``known`` is the fact that the row states with its reason; its premises are the rows below it.
    """

    line: ProofLine
    depth: int = 0
    cases: int = 0
    folded: tuple[WhyRow, ...] = ()
    known: Derivation | None = None

    @property
    def key(self) -> WhyRow | Derivation:
        """What is remembered when the row is opened: a fact unfolds once, wherever it stands."""
        return self if self.known is None else self.known

    def below(self) -> tuple[WhyRow, ...]:
        """Return the rows that are shown below this one when it is open."""
        return self.folded if self.known is None else _premise_rows(self.known, self.depth + 1)


class Fold(Enum):
    """What can be done with a shown row; the values are the words at the end of a row about a known fact."""

    NONE = ""
    FOLDED = "why?"
    OPEN = "hide"
    ABOVE = "shown above"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row as it is shown: ``row``, and whether what it rests on is shown below it, as ``fold`` tells."""

    row: WhyRow
    fold: Fold

    @property
    def plain_text(self) -> str:
        """The text without marks and links, as it is copied."""
        text = re.sub(rf"\s?{MARK}", "", self.row.line.text)
        return f"{text} ({self.fold.value})" if self.fold is Fold.ABOVE else text

    @property
    def html(self) -> str:
        """The text as HTML, with a link where a click folds or unfolds."""
        text = escape(with_unbroken_cells(self.row.line.text), quote=False)
        if self.row.known is not None or self.fold is Fold.MORE:
            words = self.fold.value.replace(" ", _GAP)
            link = words if self.fold is Fold.ABOVE else f'<a href="fold">{words}</a>'
            return f"{text}{_GAP} {link}" if words else text
        return text.replace(MARK, f'<a href="fold">{OPEN_MARK if self.fold is Fold.OPEN else MARK}</a>')

    @property
    def spoken_text(self) -> str:
        """The text for a screen reader, which does not read the indentation, with what Enter does."""
        cases = f"case, depth {self.row.cases}: " if self.row.cases else ""
        does = {
            Fold.FOLDED: " Enter unfolds what it rests on",
            Fold.OPEN: " Enter folds what it rests on",
            Fold.ABOVE: " Enter goes there",
            Fold.MORE: " Enter unfolds more",
        }
        return f"{cases}{self.plain_text}{does.get(self.fold, '')}"


Key: TypeAlias = WhyRow | Derivation


def shown_rows(rows: Sequence[WhyRow], opened: Collection[Key], has_more: bool = False) -> tuple[ShownRow, ...]:
    """Return the rows and, below each of those that are ``opened``, what is folded there; each fact unfolds once.

    ``has_more`` adds a row that stands for more lines to unfold.
    """
    shown: list[ShownRow] = []
    above: set[Derivation] = set()
    todo = list(reversed(rows))
    while todo:
        row = todo.pop()
        if not (row.folded or (row.known is not None and row.known.premises)):
            shown.append(ShownRow(row, Fold.NONE))
        elif row.key not in opened:
            shown.append(ShownRow(row, Fold.FOLDED))
        elif row.known in above:
            shown.append(ShownRow(row, Fold.ABOVE))
        else:
            above.update(filter(None, (row.known,)))
            shown.append(ShownRow(row, Fold.OPEN))
            todo.extend(reversed(row.below()))
    if has_more:
        shown.append(ShownRow(WhyRow(model.ProofLine(f"{len(shown)} lines are unfolded.")), Fold.MORE))
    return tuple(shown)


def unfolded(rows: Sequence[WhyRow], most: int) -> tuple[set[Key], bool]:
    """Return what to open so that all is unfolded to about ``most`` lines, from the top, and whether more is left."""
    opened: set[Key] = set()
    lines = len(rows)
    todo = list(reversed(rows))
    while todo:
        row = todo.pop()
        below = row.below()
        if below and row.key not in opened:
            if lines >= most:
                return opened, True
            opened.add(row.key)
            lines += len(below)
            todo.extend(reversed(below))
    return opened, False


# -- the rows of proofs and of derivations


def rows_of(lines: Sequence[ProofLine], proof: Proof | None = None) -> tuple[WhyRow, ...]:
    """Return the rows of the lines of ``proof``, with what is folded below them and why known things are known."""
    return tuple(_row(proof, line, 0, 0) for line in lines)


def _row(proof: Proof | None, line: ProofLine, depth: int, cases: int) -> WhyRow:
    """Return the row of ``line``, which is folded below a row of this ``depth`` and these ``cases``."""
    depth, cases = depth + line.depth, cases + line.depth
    # What is folded below a step by cases is one case deeper; a line without steps sums up the lines below it.
    inside = cases + bool(line.steps)
    folded = [_row(proof, inner, depth + 1, inside) for inner in line.folded]
    if proof is not None:
        folded += [fact_row(known, depth + 1) for number in line.known for known in proof.known[number]]
    return WhyRow(line, depth, cases, tuple(folded))


def fact_row(known: Derivation, depth: int = 0, since: int | None = None) -> WhyRow:
    """Return the row that states a fact, its reason and, if it is given, the move ``since`` which it is known."""
    shown = highlight_of(known)
    reason = "your agent gives no derivation" if known.rule in (Rule.STATED, Rule.CLAIMED) else reason_in_words(known)
    text = f"{short_text(known)}: {reason}{'' if since is None else f', since move {since}'}."
    return WhyRow(model.ProofLine(text, (), 0, shown.clues, shown.cells, shown.mines, shown.safes), depth, known=known)


def _premise_rows(known: Derivation, depth: int) -> tuple[WhyRow, ...]:
    """Return the rows of what a fact rests on; for a sentence with settled cells, its origin and these verdicts."""
    if known.rule is not Rule.SETTLED:
        return tuple(fact_row(premise, depth) for premise in known.premises)
    verdicts: list[Derivation] = []
    form = known
    while form.rule is Rule.SETTLED:
        verdicts += form.premises[1:]
        form = form.premises[0]
    if form.rule is Rule.MINE_COUNT:
        return fact_row(form, depth), _verdicts_row(verdicts, depth)
    return tuple(fact_row(premise, depth) for premise in (form, *dict.fromkeys(verdicts)))


def _verdicts_row(verdicts: Sequence[Derivation], depth: int) -> WhyRow:
    """Return one row for the verdicts on the cells that were taken out of the sentence of the mine count."""
    mines, safes = (
        frozenset[Cell]().union(*(each.cells for each in verdicts if bool(each.count) == is_mine))
        for is_mine in (True, False)
    )
    text = f"{counted(len(mines) + len(safes), 'settled cell')}: {counted(len(mines), 'mine')}, {len(safes)} safe."
    return WhyRow(model.ProofLine(text, (), 0, mines=mines, safes=safes), depth)


def pattern_link(proof: Proof | None) -> tuple[str, str]:
    """Return the name of a proof's pattern and the topic of the help about it; both empty without a pattern."""
    pattern = None if proof is None else proof.pattern
    return ("", "") if pattern is None else (pattern.title, PATTERN_TOPICS[pattern.kind])


def row_highlight(rows: Sequence[ShownRow], index: int) -> Highlight:
    """Return the highlight of a row: that of its line, with what is supposed in the cases around it."""
    row = rows[index].row
    if row.known is not None:
        return highlight_of(row.known)
    lines = [replace(each.row.line, depth=each.row.cases) for each in rows[: index + 1] if each.row.known is None]
    return line_highlight(lines, len(lines) - 1)

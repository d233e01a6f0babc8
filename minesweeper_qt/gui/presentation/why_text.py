"""The texts, the rows and the highlights of the panel Why: proofs, derivations, two layouts. No Qt."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from minesweeper_qt import model
from minesweeper_qt.gui.presentation.derivation_text import highlight_of, reason_in_words
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Cell, Derivation, InconsistentPosition, Position, Rule, TooHard
from minesweeper_qt.model.evidence.logic import Notation
from minesweeper_qt.model.evidence.proof import PatternKind
from minesweeper_qt.model.evidence.proof_step import MARK, ProofStep
from minesweeper_qt.model.evidence.rule_words import steps_in_logic
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedVerdict, RowKind
from minesweeper_qt.model.words import (
    MOST_LISTED,
    NO_BREAK,
    counted,
    counted_or_no,
    exact_text,
    listed,
    sentence_text,
    with_unbroken_cells,
)

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof, ProofLine, Undecided
    from minesweeper_qt.model.explain.why_not import WhyNot

NOTHING_ASKED = (
    "Ask why a cell is safe or a mine: with Why? while the cursor is on it, or with a click while Inspect by Click "
    "is on. Or ask why a sentence of the table holds."
)
EMPTY = ("Ask why.", "Click a cell with Inspect by Click on, or choose Why? for it or for a sentence.")
"""What an empty panel shows: a sentence, and what to do."""
NOT_YET_KNOWN = "The sentence was not yet known at this move."
SEARCHING = "Looking for a proof… Esc or Stop cancels."
STOPPED = "Stopped looking for a proof. Ask again to go on."
REVEALED_SINCE = "The cell has been revealed since: this is about the position before."
EARLIER = "This is about an earlier position."
SEARCHING_ANEW = "The position has changed: looking for a proof anew… Esc or Stop cancels."
LAID_OPEN = "This uses every number on the board, but not the mines that the loss showed."


def linked(text: str, words: str, target: str, ink: str) -> str:
    """Return ``text`` as HTML in which ``words`` are a link to ``target``, in the colour ``ink``.

    >>> linked("A 1-2 pattern.", "1-2 pattern", "patterns", "#000")
    'A <a style="color: #000" href="patterns">1-2 pattern</a>.'
    """
    shown = escape(words, quote=False)
    link = f'<a style="color: {ink}" href="{target}">{shown}</a>'
    return escape(text, quote=False).replace(shown, link, 1).replace("\n", "<br>")


# -- proofs


def proof_highlight(proof: Proof) -> Highlight:
    """Return the highlight of a proof as a whole: its clues and its verdict on the cell."""
    cell = frozenset((proof.cell,))
    nothing = frozenset[Cell]()
    return Highlight(
        clues=frozenset(proof.clues), mines=cell if proof.is_mine else nothing, safes=nothing if proof.is_mine else cell
    )


def line_highlight(lines: Sequence[ProofLine], row: int) -> Highlight:
    """Return the highlight of line ``row``: its clues and cells, and those supposed in the cases that enclose it."""
    line = lines[row]
    mines, safes = frozenset[Cell](), frozenset[Cell]()
    depth = line.depth
    for before in reversed(lines[:row]):
        if not depth:
            break  # no case encloses the lines above
        # Take the lines that enclose this one, and the earlier ones of the same case. An assumption of equal depth
        # begins another case.
        if before.depth < depth or (before.depth == depth and not before.is_assumption):
            depth = before.depth
            mines, safes = mines | before.mines, safes | before.safes
    supposed = mines - line.mines, safes - line.safes
    return Highlight(line.clues, line.cells, line.mines, line.safes, line.is_assumption, *supposed)


def highlight_text(highlight: Highlight) -> str:
    """Return the highlighted cells by role in words, for a screen reader.

    >>> highlight_text(Highlight(clues=frozenset({(0, 0)}), mines=frozenset({(0, 1), (1, 1)})))
    'clues read: (0, 0); concluded mines: (0, 1) and (1, 1)'
    """
    verb = "assumed" if highlight.is_assumption else "concluded"
    parts = (
        ("clues read", highlight.clues),
        ("not settled", highlight.undecided),
        ("cells of the sentence", highlight.cells),
        (f"{verb} mines", highlight.mines),
        (f"{verb} safe", highlight.safes),
        ("mines in this case", highlight.supposed_mines),
        ("safe in this case", highlight.supposed_safes),
    )
    return "; ".join(f"{name}: {listed(cells, MOST_LISTED)}" for name, cells in parts if cells)


def not_settled_text(why_not: WhyNot | None) -> str:
    """Return why the agent has not settled a cell that could be known; empty for ``None``.

    >>> from minesweeper_qt.model.explain.why_not import WhyNot, WhyNotKind
    >>> print(not_settled_text(WhyNot(WhyNotKind.COUNT)))
    The AI's rules don't reach it. The proof takes the number of mines, which the agent is not told.
    """
    from minesweeper_qt.model.explain.why_not import WhyNotKind, why_not_text

    if why_not is None:
        return ""
    what = "AI has not settled" if why_not.kind is WhyNotKind.CONCLUSION else "AI's rules don't reach"
    return f"The {what} it. {why_not_text(why_not)}"


# -- clues


def clue_heading(position: Position, cell: Cell) -> str:
    """Return the heading for a revealed cell: its clue."""
    clue = position.clues[cell]
    return f"{cell} is revealed: {counted_or_no(clue, 'mine')} around."


def clue_rows(position: Position, cell: Cell) -> tuple[WhyRow, ...]:
    """Return the rows that explain what the clue of a revealed cell states about its covered neighbours."""
    around = position.board.neighbours(cell)
    covered = frozenset(around - position.clues.keys())
    clue = position.clues[cell]
    clues = frozenset((cell,))
    if not covered:
        return (WhyRow(model.ProofLine("Its clue states nothing more: no neighbour is covered.", clues=clues)),)
    line = model.ProofLine(
        f"{sentence_text(covered, clue)} because the {clue} at {cell} counts the mines among its covered neighbours.",
        clues=clues,
        cells=covered,
    )
    row = WhyRow(line, stated=(ProofStep(1, Rule.CLUE, covered, clue),))
    if clue not in (0, len(covered)):
        return (row,)
    if clue:
        line = model.ProofLine(f"So all of them are mines: {listed(covered)}.", cells=covered, mines=covered)
    else:
        line = model.ProofLine(f"So all of them are safe: {listed(covered)}.", cells=covered, safes=covered)
    rule = Rule.ALL_MINES if clue else Rule.ALL_SAFE
    return row, WhyRow(line, stated=(ProofStep(2, rule, covered, clue, (1,)),))


# -- what a student's agent states


def agent_text(cell: Cell, verdict: ComparedVerdict, found: Proof | Undecided | None) -> str:
    """Return how the verdict of a student's agent on ``cell`` stands to what was found; empty if it has the same.

    ``found`` is ``None`` for a revealed cell, which is safe.

    >>> print(agent_text((0, 1), ComparedVerdict(RowKind.WRONG, is_mine=True), None))
    Your agent calls (0, 1) a mine. It is wrong: the cell is revealed.
    """
    if verdict.kind is RowKind.SAME:
        return ""
    if verdict.kind is RowKind.MISSING:
        return f"Your agent does not know that {cell} is {_word(verdict.is_mine)}."
    called = f"Your agent calls {cell} {_word(verdict.is_mine)}."
    if found is None:
        return f"{called} It is wrong: the cell is revealed."
    if isinstance(found, model.Proof):
        if found.is_mine == verdict.is_mine:
            return f"{called} It follows, but not by the three rules."
        return f"{called} It is wrong: the proof shows that it is {_word(found.is_mine)}."
    layout = "second" if verdict.is_mine else "first"
    end = "It is right by luck." if verdict.kind is RowKind.FURTHER else "On this board it is wrong."
    return f"{called} Nothing seen says so: in the {layout} layout it is {_word(not verdict.is_mine)}. {end}"


def _word(is_mine: bool) -> str:
    return "a mine" if is_mine else "safe"


# -- what can't be proved


def safest_cells_text(found: Undecided) -> tuple[str, tuple[Cell, ...]]:
    """Return the text before the list of the best cells to open, and these cells.

    They are the provably safe cells or, if there are none, the cells with the least risk.
    """
    if found.safe:
        return "Provably safe here:", tuple(sorted(found.safe))
    return f"No covered cell is provably safe; the least risk is {exact_text(found.least)} at", found.least_cells


def failure_text(cell: Cell, error: Exception) -> str:
    """Return the message for a cell that could not be explained because of ``error``."""
    if isinstance(error, InconsistentPosition):
        return f"Nothing can be said about {cell}: the position contradicts itself.\n{error}"
    if isinstance(error, TooHard):
        return f"{cell} is too hard to decide here: {error}"
    return f"No proof for {cell}: {error}"


OPEN_MARK = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
"""Stands in place of ``MARK`` in a line below which something is unfolded."""

MOST_AT_ONCE = 300
"""The lines at which *Unfold All* stops, until the user asks for as many more."""

PATTERN_TOPICS = {kind: f"pattern-{kind.value}" for kind in PatternKind}
"""The topics of the help about the patterns."""


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A row with ``line``, indented ``depth`` times.

    ``cases`` is the number of nested cases that the line is in. ``folded`` are the rows below it while it is open.
    ``known`` is the fact that the row states with its reason; its premises are the rows below it. ``stated`` are the
    steps or the fact that it states.
    """

    line: ProofLine
    depth: int = 0
    cases: int = 0
    folded: tuple[WhyRow, ...] = ()
    known: Derivation | None = None
    stated: tuple[Derivation | ProofStep, ...] = field(default=(), compare=False)

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
    """A row as it is shown: ``row``, and whether what it rests on is shown below it, as ``fold`` tells.

    ``as_logic``: with the steps in logic that it states, each in a line of its own.
    """

    row: WhyRow
    fold: Fold
    as_logic: bool = False

    def _steps(self, notation: Notation, form: str = "{}: {}.") -> list[str]:
        steps = steps_in_logic(self.row.stated) if self.as_logic else []
        return [form.format(step, formula.shown(notation)) for step, formula in steps]

    def text(self, notation: Notation) -> str:
        """Return the text without marks and links, and the steps in logic in ``notation``, each in a line."""
        words = re.sub(rf"\s?{MARK}", "", self.row.line.text)
        above = f" ({self.fold.value})" if self.fold is Fold.ABOVE else ""
        return "\n".join([words + above, *self._steps(notation)])

    @property
    def plain_text(self) -> str:
        """The text as it is copied."""
        return self.text(Notation.PLAIN)

    @property
    def html(self) -> str:
        """The text as HTML, with a link where a click folds or unfolds."""
        more = with_unbroken_cells("".join(self._steps(Notation.PLAIN, "<br><i>{}:</i> {}.")))
        text = escape(with_unbroken_cells(self.row.line.text), quote=False)
        if self.row.known is not None or self.fold is Fold.MORE:
            words = self.fold.value.replace(" ", NO_BREAK)
            link = words if self.fold is Fold.ABOVE else f'<a href="fold">{words}</a>'
            return f"{text}{NO_BREAK} {link}{more}" if words else text + more
        mark = OPEN_MARK if self.fold is Fold.OPEN else MARK
        return text.replace(MARK, f'<a href="fold" style="text-decoration: none">{mark}</a>') + more

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
        return f"{cases}{self.text(Notation.WORDS)}{does.get(self.fold, '')}"


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
    stated = () if proof is None else tuple(step for step in proof.steps if step.number in line.steps)
    return WhyRow(line, depth, cases, tuple(folded), stated=stated)


def fact_row(known: Derivation, depth: int = 0, since: int | None = None) -> WhyRow:
    """Return the row that states a fact, its reason and, if it is given, the move ``since`` which it is known."""
    shown = highlight_of(known)
    reason = "your agent gives no derivation" if known.rule in (Rule.STATED, Rule.CLAIMED) else reason_in_words(known)
    text = f"{known.conclusion}: {reason}{'' if since is None else f', since move {since}'}."
    line = model.ProofLine(text, (), 0, shown.clues, shown.cells, shown.mines, shown.safes)
    return WhyRow(line, depth, known=known, stated=(known,))


def _premise_rows(known: Derivation, depth: int) -> tuple[WhyRow, ...]:
    """Return the rows of what a fact rests on; for a sentence with settled cells, its origin and these verdicts."""
    if known.rule is not Rule.SETTLED:
        return tuple(fact_row(premise, depth) for premise in known.premises)
    form, verdicts = known.origin, known.taken_out
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

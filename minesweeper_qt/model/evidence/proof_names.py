"""Names the sentences that the lines of a proof read, and what is known of their cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.proof_step import MARK, ProofStep
from minesweeper_qt.model.evidence.reasoning import KNOWN_RULES
from minesweeper_qt.model.text.cell_text import joined, listed, one_of, short_sentence, steps_text
from minesweeper_qt.model.text.number_text import in_words, plural

_NAMED = 3
"""The most known cells of a clue, and the most cells outside of an overlap, that are named; more are counted."""


class ProofNames:
    """Names the sentences of one proof about ``position``, and notes what each line of it has named.

    In short lines, a clue with known neighbours is named with them when it is named first; in numbered lines
    (``is_numbered``), a sentence that no clue states is named with the number of its step. ``take`` returns what was
    named since the last call.
    """

    def __init__(self, position: Position, steps: Iterable[ProofStep], *, is_numbered: bool = False) -> None:
        self.position = position
        self.steps = {step.number: step for step in steps}
        self.is_numbered = is_numbered
        self._introduced: set[int] = set()
        self._known: list[int] = []
        self._stated: list[int] = []

    def take(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the steps stated, and those marked as known, since the last call; in the order of the text."""
        stated, known = tuple(self._stated), tuple(self._known)
        self._stated, self._known = [], []
        return stated, known

    def premises(self, step: ProofStep) -> list[ProofStep]:
        """Return the premises of ``step``, in its order."""
        return [self.steps[number] for number in step.premises]

    def read(self, step: ProofStep) -> bool:
        """Note that the line states ``step``; return whether no line has before."""
        is_new = step.number not in self._introduced
        if is_new:
            self._introduced.add(step.number)
            self._stated.append(step.number)
        return is_new

    def is_named(self, step: ProofStep) -> bool:
        """Return whether a line states ``step`` already."""
        return step.number in self._introduced

    # -- names of sentences

    def name(self, step: ProofStep) -> str:
        """Return a name of the sentence of ``step``, with what is known of a clue's neighbours at the first time."""
        if self.is_numbered:
            return self.short(step) if step.clue is not None else f"{self.short(step)} ({steps_text([step.number])})"
        if step.clue is None:
            return f"{self.short(step)}{self._mark(step)}"
        is_new = self.read(step)
        return f"{self.short(step)}{self.known_in_brackets(self.premises(step), self.around(step)) if is_new else ''}"

    def short(self, step: ProofStep) -> str:
        """Return the name of the sentence of ``step`` without what is known around it."""
        if step.clue is None:
            return short_sentence(step.cells, step.count)
        return f"the {self.value(step)} at {step.clue}"

    def shortest(self, step: ProofStep, others: Iterable[ProofStep] = ()) -> str:
        """Return "the 3" for a clue, or "that sentence", where none of the ``others`` could be meant."""
        if step.clue is None:
            return self.short(step) if any(other.clue is None for other in others) else "that sentence"
        value = self.value(step)
        same = [other for other in others if other.clue is not None and self.value(other) == value]
        return self.short(step) if same else f"the {value}"

    def value(self, step: ProofStep) -> int:
        """Return the clue that a ``CLUE`` step reads, and the count of any other sentence."""
        return step.count if step.clue is None else self.position.clues[step.clue]

    def left(self, step: ProofStep) -> int:
        """Return how many mines of a clue its step takes out, which are known; 0 for other sentences."""
        return self.value(step) - step.count

    def mine_of(self, step: ProofStep) -> str:
        """Return "its mine" for a sentence with one mine, "its last mine" if others are known, or the number left."""
        last = "last " if self.left(step) else ""
        return f"its {last}mine" if step.count == 1 else f"its {last}{in_words(step.count)} mines"

    def where(self, step: ProofStep) -> str:
        """Return where the mines of a sentence are: "its mine at (0, 1) or (0, 2)", "two mines among (0, 1), ..."."""
        if step.count == 1:
            return f"{self.mine_of(step)} at {one_of(step.cells)}"
        return f"{in_words(step.count)} {'more ' if self.left(step) else ''}mines among {listed(step.cells)}"

    def bounds_text(self, step: ProofStep) -> str:
        """Return how many mines the two premises of an ``OVERLAP`` step need and allow in the cells that they share."""
        few, many = sorted(self.premises(step), key=lambda premise: premise.count)
        outside = many.cells - step.cells
        besides = listed(outside) if len(outside) <= _NAMED else f"{in_words(len(outside))} other cells"
        least = many.count - len(outside)
        needs = f"needs at least {plural(least, 'one mine', f'{in_words(least)} mines')} there"
        more = " more" if self.left(few) else ""
        text = f"{self.shortest(many, [few])} {needs}, as it has only {besides} besides"
        return f"{text}; {self.shortest(few, [many])} allows only {in_words(few.count)}{more}"

    # -- what is known

    def marks(self, verdicts: Iterable[ProofStep]) -> str:
        """Return the marks of those of ``verdicts`` that the agent knows and that were not named before."""
        return "".join(map(self._mark, verdicts))

    def _mark(self, step: ProofStep) -> str:
        """Return the mark of what the agent knows, with a space before it, the first time that it is named."""
        if step.rule not in KNOWN_RULES or not self.read(step):
            return ""
        self._known.append(step.number)
        return f" {MARK}"

    def around(self, step: ProofStep) -> frozenset[Cell]:
        """Return the neighbours of the clue that ``step`` reads, or the cells of its sentence."""
        return step.cells if step.clue is None else self.position.board.neighbours(step.clue)

    def known_in_brackets(self, verdicts: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return those cells ``around`` that ``verdicts`` settle, in brackets; empty without verdicts.

        Verdicts that were all named before are only counted.
        """
        parts = []
        for word, is_mine in (("mine", True), ("safe", False)):
            some = [verdict for verdict in verdicts if (verdict.count > 0) is is_mine]
            number = len(all_cells(some) & around)
            is_new = any(verdict.number not in self._introduced for verdict in some)
            if some and is_new and number <= _NAMED:
                parts.append(f"{plural(number, word, 'mines' if is_mine else word)} {self.places(some, around)}")
            elif some:
                many = f"{in_words(number)} {plural(number, word, 'mines' if is_mine else word)}"
                parts.append(f"{many}{self.marks(some)}")
        return f" (known: {', '.join(parts)})" if parts else ""

    def places(self, verdicts: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return the cells ``around`` that ``verdicts`` settle, with a mark after those that the agent knows."""
        new = [verdict for verdict in verdicts if verdict.number not in self._introduced]
        if len(new) < 2:
            return f"{listed(all_cells(verdicts) & around)}{self.marks(verdicts)}"
        return joined([f"{listed(verdict.cells & around)}{self._mark(verdict)}" for verdict in verdicts])


def all_cells(steps: Iterable[ProofStep]) -> frozenset[Cell]:
    """Return the cells of all ``steps``."""
    return frozenset[Cell]().union(*(step.cells for step in steps))


def capital(text: str) -> str:
    """Return ``text`` with a capital first letter.

    >>> capital("the 1 at (0, 0)")
    'The 1 at (0, 0)'
    """
    return text[:1].upper() + text[1:]


def all_mines(cells: Collection[Cell]) -> str:
    """Return that all of some cells that were named right before are mines.

    >>> all_mines([(0, 0)]), all_mines([(0, 0), (0, 1)]), all_mines([(0, 0), (0, 1), (0, 2)])
    ('it is a mine', 'both are mines', 'all are mines')
    """
    return plural(len(cells), "it is a mine", "both are mines" if len(cells) == 2 else "all are mines")

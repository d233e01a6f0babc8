"""Words for the parts of an outline: the sentences that a line reads, and what is known of their cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.outline import LEMMA_RULES, MARK, Outline
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.text.cell_text import joined, listed, one_of, short_sentence
from minesweeper_qt.model.text.number_text import in_words, plural

_NAMED = 3
"""The most known cells of a clue that its words name; more are counted."""


class OutlineWords:
    """Names the sentences of one outline, and notes what each of its lines has named.

    A clue with known neighbours is named with them when it is named first. ``take`` returns what was named since the
    last call.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.steps = {step.number: step for step in outline.steps}
        self._introduced: set[int] = set()
        self._lemmas: list[int] = []
        self._stated: list[int] = []

    def take(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the steps read, and the lemmas marked in the text, since the last call; in the order of the text."""
        stated, lemmas = tuple(self._stated), tuple(self._lemmas)
        self._stated, self._lemmas = [], []
        return stated, lemmas

    def premises(self, step: ProofStep) -> list[ProofStep]:
        """Return the premises of ``step``, in its order."""
        return [self.steps[number] for number in step.premises]

    def read(self, step: ProofStep) -> None:
        """Note that the line states ``step``, apart from the names in it."""
        if step.number not in self._introduced:
            self._introduced.add(step.number)
            self._stated.append(step.number)

    # -- names of sentences

    def name(self, step: ProofStep) -> str:
        """Return a name of the sentence of ``step``, with what is known of a clue's neighbours at the first time."""
        if step.rule is ProofRule.CLUE:
            return f"{self.short(step)}{self._introduction(step)}"
        return f"{short_sentence(step.cells, step.count)}{self._mark(step)}"

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
        return step.count if step.clue is None else self.outline.position.clues[step.clue]

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

    # -- what is known

    def marks(self, verdicts: Iterable[ProofStep]) -> str:
        """Return the marks of those of ``verdicts`` that are lemmas and were not named before."""
        return "".join(map(self._mark, verdicts))

    def _mark(self, step: ProofStep) -> str:
        """Return the mark of a lemma, with a space before it, the first time that it is named."""
        if step.rule not in LEMMA_RULES or step.number in self._introduced:
            return ""
        self._introduced.add(step.number)
        self._lemmas.append(step.number)
        self._stated.append(step.number)
        return f" {MARK}"

    def _introduction(self, step: ProofStep) -> str:
        """Return in brackets what is known of the neighbours of a clue, the first time that it is named."""
        if step.number in self._introduced:
            return ""
        self._introduced.add(step.number)
        self._stated.append(step.number)
        return self.known_in_brackets(self.premises(step), self.around(step))

    def around(self, step: ProofStep) -> frozenset[Cell]:
        """Return the neighbours of the clue that ``step`` reads, or the cells of its sentence."""
        return step.cells if step.clue is None else self.outline.position.board.neighbours(step.clue)

    def known_in_brackets(self, verdicts: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return those cells ``around`` that ``verdicts`` settle, in brackets; empty without verdicts.

        Verdicts that were all named before are only counted.
        """
        parts = []
        for word, is_mine in (("mine", True), ("safe", False)):
            some = [verdict for verdict in verdicts if (verdict.count > 0) is is_mine]
            number = len(_cells(some) & around)
            is_new = any(verdict.number not in self._introduced for verdict in some)
            if some and is_new and number <= _NAMED:
                parts.append(f"{plural(number, word, 'mines' if is_mine else word)} {self.places(some, around)}")
            elif some:
                many = f"{in_words(number)} {plural(number, word, 'mines' if is_mine else word)}"
                parts.append(f"{many}{self.marks(some)}")
        return f" (known: {', '.join(parts)})" if parts else ""

    def places(self, verdicts: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return the cells ``around`` that ``verdicts`` settle, with a mark after those of each lemma."""
        new = [verdict for verdict in verdicts if verdict.number not in self._introduced]
        if len(new) < 2:
            return f"{listed(_cells(verdicts) & around)}{self.marks(verdicts)}"
        return joined([f"{listed(verdict.cells & around)}{self._mark(verdict)}" for verdict in verdicts])


def _cells(steps: Iterable[ProofStep]) -> frozenset[Cell]:
    return frozenset[Cell]().union(*(step.cells for step in steps))


def capital(text: str) -> str:
    """Return ``text`` with a capital first letter.

    >>> capital("the 1 at (0, 0)")
    'The 1 at (0, 0)'
    """
    return text[:1].upper() + text[1:]


def of_which(cells: Collection[Cell]) -> str:
    """Return the beginning of a clause about all of some cells that were named right before it.

    >>> of_which([(0, 0)]), of_which([(0, 0), (0, 1)]), of_which([(0, 0), (0, 1), (0, 2)])
    ('which', 'both of which', 'all of which')
    """
    return plural(len(cells), "which", "both of which" if len(cells) == 2 else "all of which")


def all_mines(cells: Collection[Cell]) -> str:
    """Return that all of some cells that were named right before are mines.

    >>> all_mines([(0, 0)]), all_mines([(0, 0), (0, 1)]), all_mines([(0, 0), (0, 1), (0, 2)])
    ('it is a mine', 'both are mines', 'all are mines')
    """
    return plural(len(cells), "it is a mine", "both are mines" if len(cells) == 2 else "all are mines")


def ordinal_word(number: int) -> str:
    """Return "99th" for 99.

    >>> [ordinal_word(number) for number in (1, 2, 3, 11, 22, 99)]
    ['1st', '2nd', '3rd', '11th', '22nd', '99th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

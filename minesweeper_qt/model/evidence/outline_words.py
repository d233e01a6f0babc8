"""Words for the parts of an outline: the sentences that a line reads, with what each needs and has left."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.outline import LEMMA_RULES, MARK, Outline
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.text.cell_text import joined, listed, short_sentence
from minesweeper_qt.model.text.number_text import counted, plural

_NAMED = 2
"""The most known mines of a clue that its words name; more are counted."""


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

    # -- names

    def name(self, step: ProofStep) -> str:
        """Return a name of the sentence of ``step``, with what is known of a clue's neighbours at the first time."""
        if step.rule is ProofRule.CLUE:
            return f"{self.short(step)}{self._introduction(step)}"
        if step.rule is ProofRule.KNOWN_SENTENCE:
            return f"{self._sentence(step)}{self._mark(step)}"
        return self._sentence(step)

    def short(self, step: ProofStep) -> str:
        """Return the name of the sentence of ``step`` without what is known around it."""
        if step.clue is None:
            return self._sentence(step)
        return f"the {self.value(step)} at {step.clue}"

    def shortest(self, step: ProofStep, others: Iterable[ProofStep] = ()) -> str:
        """Return "the 3" for a clue where no other one has the same number, else its short name."""
        if step.clue is None:
            return self.short(step)
        value = self.value(step)
        same = [other for other in others if other.clue is not None and self.value(other) == value]
        return self.short(step) if same else f"the {value}"

    def value(self, step: ProofStep) -> int:
        """Return the clue that a ``CLUE`` step reads."""
        assert step.clue is not None
        return self.outline.position.clues[step.clue]

    @staticmethod
    def _sentence(step: ProofStep) -> str:
        return short_sentence(step.cells, step.count)

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
        assert step.clue is not None
        return self.known_in_brackets(self.premises(step), self.outline.position.board.neighbours(step.clue))

    def known_in_brackets(self, verdicts: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return those cells ``around`` that ``verdicts`` settle, in brackets; empty without verdicts."""
        mines = [verdict for verdict in verdicts if verdict.count]
        safes = [verdict for verdict in verdicts if not verdict.count]
        parts = []
        if mines:
            parts.append(self._known_mines(mines, around))
        if safes:
            number = len(_cells(safes) & around)
            some = self.places(safes, around) if number <= _NAMED else f"{counted(number, 'cell')}{self.marks(safes)}"
            parts.append(f"with {some} safe")
        return f" ({', '.join(parts)})" if parts else ""

    def _known_mines(self, mines: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return that the cells ``around`` that ``mines`` settle are known: "its mine at (0, 1) ▸ is known"."""
        number = len(_cells(mines) & around)
        if number > _NAMED:
            return f"{number} of its mines are known{self.marks(mines)}"
        at = f"its {plural(number, 'mine')} at {self.places(mines, around)}"
        return f"{at} {plural(number, 'is', 'are')} known"

    def places(self, verdicts: Iterable[ProofStep], around: frozenset[Cell]) -> str:
        """Return the cells ``around`` that ``verdicts`` settle, with a mark after each lemma: "(0, 1) and (0, 2) ▸"."""
        return joined(f"{listed(verdict.cells & around)}{self._mark(verdict)}" for verdict in verdicts)

    def read(self, step: ProofStep) -> None:
        """Note that the line states ``step``, apart from the names in it."""
        if step.number not in self._introduced:
            self._introduced.add(step.number)
            self._stated.append(step.number)

    # -- numbers

    def left(self, step: ProofStep) -> int:
        """Return how many mines of a clue its step takes out, which are known; 0 for other sentences."""
        return 0 if step.clue is None else self.value(step) - step.count

    def where(self, step: ProofStep) -> str:
        """Return where the mines of a sentence are: "its mine in (0, 1) or (0, 2)", "2 mines in (0, 1), ..."."""
        several = sorted(step.cells)
        if step.count == 1:
            which = "its last mine" if self.left(step) else "its mine"
            named = " or ".join(filter(None, (", ".join(map(str, several[:-1])), str(several[-1]))))
            return f"{which} at {named}" if len(several) <= 3 else f"{which} among {listed(several)}"
        return f"{step.count}{' more' if self.left(step) else ''} mines among {listed(several)}"


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


def ordinal_word(number: int) -> str:
    """Return "99th" for 99.

    >>> [ordinal_word(number) for number in (1, 2, 3, 11, 22, 99)]
    ['1st', '2nd', '3rd', '11th', '22nd', '99th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

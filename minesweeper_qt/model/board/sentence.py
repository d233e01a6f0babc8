"""Sentences of the CS50 project: a set of cells and the exact number of mines among them."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell, is_whole
from minesweeper_qt.model.errors import SentenceError
from minesweeper_qt.model.text.cell_text import sentence_text
from minesweeper_qt.model.text.number_text import counted


class Sentence:
    """A sentence as in the CS50 project: the set ``cells`` holds exactly ``count`` mines.

    >>> sentence = Sentence({(0, 1), (0, 2), (1, 0)}, 2)
    >>> sentence.mark_mine((0, 1))
    >>> print(sentence)
    {(0, 2), (1, 0)} = 1
    >>> sentence.mark_safe((1, 0))
    >>> sentence.known_mines()
    {(0, 2)}

    A sentence changes as cells are marked; it can't be hashed. Two sentences are equal when their cells and counts are.

    Raises ``SentenceError`` unless ``count`` is a whole number from 0 to the number of cells. ``mark_mine`` and
    ``mark_safe`` raise it for a mark that would make the sentence impossible, and then change nothing.
    """

    __slots__ = ("cells", "count")
    __hash__ = None  # type: ignore[assignment]  # a sentence changes as cells are marked, so it can't be a key

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count
        self._check(len(self.cells), count)

    def _check(self, size: int, count: int) -> None:
        if not is_whole(count) or not 0 <= count <= size:
            text = sentence_text(self.cells, self.count)
            room = f"{counted(size, 'cell')}; allowed are 0 to {size}"
            raise SentenceError(f"{text} leaves {count!r} mines for {room}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    def __str__(self) -> str:
        return sentence_text(self.cells, self.count)

    def __repr__(self) -> str:
        return f"Sentence({{{', '.join(map(str, sorted(self.cells)))}}}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """Return all cells when ``count`` is their number (CS50's second rule), else an empty set."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """Return all cells when ``count`` is 0 (CS50's first rule), else an empty set."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Remove ``cell`` as a known mine and lower ``count`` by 1; do nothing when the sentence does not mention it.

        Raises ``SentenceError`` when ``count`` is 0.
        """
        if cell in self.cells:
            self._check(len(self.cells) - 1, self.count - 1)
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Remove ``cell`` as a known safe cell; do nothing when the sentence does not mention it.

        Raises ``SentenceError`` when ``count`` is the number of cells.
        """
        if cell in self.cells:
            self._check(len(self.cells) - 1, self.count)
            self.cells.remove(cell)

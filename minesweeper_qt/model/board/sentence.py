"""A sentence about the board: of these cells, exactly so many are mines."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell, check_whole
from minesweeper_qt.model.errors import SentenceError
from minesweeper_qt.model.text.cell_text import sentence_text


class Sentence:
    """``cells`` (a set) hold exactly ``count`` mines, as in the CS50 project.

    >>> sentence = Sentence({(0, 1), (0, 2), (1, 0)}, 2)
    >>> sentence.mark_mine((0, 1))
    >>> print(sentence)
    {(0, 2), (1, 0)} = 1
    >>> sentence.mark_safe((1, 0))
    >>> sentence.known_mines()
    {(0, 2)}

    Raises ``SentenceError`` when ``count`` is no whole number from 0 to the number of cells; a mark that would make
    the sentence impossible raises it too and changes nothing.
    """

    __slots__ = ("cells", "count")
    __hash__ = None  # type: ignore[assignment]  # a sentence changes as cells are marked, so it can be no key

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count
        self._check(len(self.cells), count)

    def _check(self, size: int, count: int) -> None:
        if not check_whole(count) or not 0 <= count <= size:
            text = sentence_text(self.cells, self.count)
            raise SentenceError(f"{text} leaves {count!r} mines for {size} cells; allowed are 0 to {size}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    def __str__(self) -> str:
        return sentence_text(self.cells, self.count)

    def __repr__(self) -> str:
        return f"Sentence({{{', '.join(map(str, sorted(self.cells)))}}}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """Return all cells when as many are mines as there are cells (rule 2), else none."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """Return all cells when none is a mine (rule 1), else none."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Take ``cell`` out as a known mine; nothing happens when the sentence does not mention it."""
        if cell in self.cells:
            self._check(len(self.cells) - 1, self.count - 1)
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Take ``cell`` out as known to be safe; nothing happens when the sentence does not mention it."""
        if cell in self.cells:
            self._check(len(self.cells) - 1, self.count)
            self.cells.remove(cell)

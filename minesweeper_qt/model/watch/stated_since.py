"""Keeps after how many observations a student's agent stated each sentence and each verdict first."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student.student_state import StatedSentence


class StatedSince:
    """The numbers of observations after which an agent had stated something for the first time.

    >>> since = StatedSince()
    >>> since.add(3, [StatedSentence(frozenset({(0, 1)}), 1)], safes=[(0, 0)], mines=[])
    >>> since.sentence(StatedSentence(frozenset({(0, 1)}), 1)), since.verdict((0, 0), is_mine=False)
    (3, 3)
    >>> since.verdict((0, 0), is_mine=True) is None
    True
    """

    def __init__(self) -> None:
        self._sentences: dict[StatedSentence, int] = {}
        self._safes: dict[Cell, int] = {}
        self._mines: dict[Cell, int] = {}

    def add(
        self, learned: int, sentences: Iterable[StatedSentence], safes: Iterable[Cell], mines: Iterable[Cell]
    ) -> None:
        """Keep what the agent stated after ``learned`` observations; what it had stated before stays as it is."""
        for sentence in sentences:
            self._sentences.setdefault(sentence, learned)
        for cell in safes:
            self._safes.setdefault(cell, learned)
        for cell in mines:
            self._mines.setdefault(cell, learned)

    def sentence(self, sentence: StatedSentence) -> int | None:
        """Return after how many observations ``sentence`` was stated first; ``None`` if it never was."""
        return self._sentences.get(sentence)

    def verdict(self, cell: Cell, *, is_mine: bool) -> int | None:
        """Return after how many observations ``cell`` was stated to be a mine, or safe; ``None`` if it never was."""
        return (self._mines if is_mine else self._safes).get(cell)

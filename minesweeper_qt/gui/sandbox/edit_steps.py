"""Keeps the edits that can be undone or redone, in little memory. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from minesweeper_qt.model import Cell, Position

_PACKED_AT_ONCE = 2
"""The most positions that one edit packs, so that it takes some milliseconds at most."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The words that name an edit; ``source``: what the position before it was copied from, if from anything."""

    words: str
    source: object = None


class EditSteps:
    """A stack of edits, each with the position that it leads back to.

    Positions on the board of the last one share its tables. Any other is kept as text, or as the difference from the
    next one, since a board of 100x100 cells may hold tables of 8 MB.
    """

    def __init__(self) -> None:
        self._steps: list[tuple[Edit, Position | dict[Cell, str] | str]] = []

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def words(self) -> str:
        """The words of the last edit; empty when there is none."""
        return self._steps[-1][0].words if self._steps else ""

    def push(self, edit: Edit, position: Position, most: int) -> None:
        """Add an edit that leads back to ``position``, to which the edit before it has led; keep the last ``most``."""
        self._steps.append((edit, position))
        del self._steps[:-most]
        others = (
            number
            for number, (_, kept) in enumerate(self._steps)
            if isinstance(kept, Position) and kept.board is not position.board
        )
        for number in [*islice(others, _PACKED_AT_ONCE)]:
            before, kept = self._steps[number]
            assert isinstance(kept, Position)
            self._steps[number] = (before, _packed(kept, self._steps[number + 1][1]))

    def pop(self) -> tuple[Edit, Position]:
        """Remove the last edit, and return it and its position; raise ``IndexError`` when there is none."""
        edit, position = self._steps.pop()
        assert isinstance(position, Position)
        if self._steps:
            before, packed = self._steps[-1]
            self._steps[-1] = (before, packed if isinstance(packed, Position) else _unpacked(packed, position))
        return edit, position

    def clear(self) -> None:
        """Remove all edits."""
        self._steps.clear()


def differing(one: Position, other: Position) -> frozenset[Cell]:
    """Return the cells on which two positions of one size have different marks."""
    clues = {cell for cell, _ in one.clues.items() ^ other.clues.items()}
    return frozenset(clues | (one.flags ^ other.flags) | (one.taken ^ other.taken))


def _packed(position: Position, next_one: object) -> dict[Cell, str] | str:
    """Return what ``_unpacked`` makes ``position`` of, with the position of the next edit."""
    if isinstance(next_one, Position) and next_one.board is position.board and next_one.mines == position.mines:
        return {cell: position.mark(cell) for cell in differing(position, next_one)}
    return position.to_text()


def _unpacked(packed: dict[Cell, str] | str, next_one: Position) -> Position:
    return Position.from_text(packed) if isinstance(packed, str) else next_one.with_marks(packed)

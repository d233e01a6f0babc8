"""The sentences in force, found by their cells and by each cell that they mention."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation


class InForce:
    """A set of sentences over different, not empty sets of cells; iterating yields them oldest first.

    ``by_cell`` maps a cell to the sentences that mention it, by number.
    """

    def __init__(self) -> None:
        self.by_cell: dict[Cell, dict[int, Derivation]] = {}
        self._by_cells: dict[frozenset[Cell], Derivation] = {}
        # Each sentence under its first cell only: walking the cells of a sentence meets all inside it once.
        self._by_anchor: dict[Cell, dict[int, Derivation]] = {}

    def __iter__(self) -> Iterator[Derivation]:
        return iter(self._by_cells.values())

    def __len__(self) -> int:
        return len(self._by_cells)

    def __contains__(self, record: Derivation) -> bool:
        return self._by_cells.get(record.cells) is record

    def over(self, cells: frozenset[Cell]) -> Derivation | None:
        """Return the sentence over exactly these cells."""
        return self._by_cells.get(cells)

    def add(self, record: Derivation) -> None:
        """Bring a sentence into force; there is none over the same cells."""
        self._by_cells[record.cells] = record
        number = record.number
        by_cell = self.by_cell
        for cell in record.cells:
            mentioning = by_cell.get(cell)
            if mentioning is None:
                by_cell[cell] = {number: record}
            else:
                mentioning[number] = record
        self._by_anchor.setdefault(min(record.cells), {})[number] = record

    def drop(self, record: Derivation) -> None:
        """Take a sentence out of force."""
        del self._by_cells[record.cells]
        number = record.number
        for cell in record.cells:
            del self.by_cell[cell][number]
        del self._by_anchor[min(record.cells)][number]

    def put_back(self, records: Iterable[Derivation]) -> None:
        """Bring sentences that were dropped into force again, each in its old place everywhere."""
        for record in records:
            self.add(record)
            for cell in record.cells:
                self.by_cell[cell] = dict(sorted(self.by_cell[cell].items()))
            anchor = min(record.cells)
            self._by_anchor[anchor] = dict(sorted(self._by_anchor[anchor].items()))
        self._by_cells = {record.cells: record for record in sorted(self, key=lambda record: record.number)}

    def nested(self, record: Derivation) -> list[tuple[Derivation, Derivation]]:
        """Pair ``record``, which is in force, with every sentence inside or around it, the larger one first."""
        cells = record.cells
        by_cell, by_anchor = self.by_cell, self._by_anchor
        pairs: list[tuple[Derivation, Derivation]] = []
        for cell in cells:
            anchored = by_anchor.get(cell)
            if anchored:
                pairs += [(record, other) for other in anchored.values() if other.cells < cells]
        # A sentence around it mentions all of its cells, so looking at the least mentioned one is enough.
        fewest = min([by_cell[cell] for cell in cells], key=len)
        pairs += [(other, record) for other in fewest.values() if cells < other.cells]
        return pairs

    def connected(self, records: Iterable[Derivation]) -> list[Derivation]:
        """Return the sentences that share cells, directly or through others, with ``records``, and these."""
        found = {record.number: record for record in records}
        todo = list(found.values())
        while todo:
            for cell in todo.pop().cells:
                for number, record in self.by_cell[cell].items():
                    if number not in found:
                        found[number] = record
                        todo.append(record)
        return list(found.values())

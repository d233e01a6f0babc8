"""Finds the pattern that a proof is an instance of, among those that players know by name.

A pattern is a row of clues along a row of covered cells. In words that hold for all of them:

- The clues stand side by side in a straight line. The *front* is the line of cells beside it, on one side. What is
  left of each clue lies on the front, except at an open end: the other covered neighbours are known.
- The numbers are those of the mines left: each clue less the mines that are known beside it. Where a clue has such
  mines, the pattern is *reduced*. A known sentence within a clue's neighbours reduces it in the same way.
- At an *open end*, the first or the last clue may touch further covered cells: on the front, beside the clue, or
  behind it, but none that the next clue touches too. *At the wall*, the front ends at the edge of the board or at a
  revealed cell, and the clue there touches no further covered cell.

With the front counted from the cell beside the first clue, and the open ends before and after the clues:

========  ============================  ===========================  ========
name      cells of the front left       safe                         mines
========  ============================  ===========================  ========
1-1       0, 1, 2; no open end          2
1-2       0, 1, 2; open before          cells of the open end        2
1-2-1     0, 1, 2; open at both ends    1, cells of the open ends    0, 2
1-2-2-1   0, 1, 2, 3; open likewise     0, 3, cells of the ends      1, 2
========  ============================  ===========================  ========

1-1: one mine is left for the first clue, in cells that the second touches too, so it is the mine of both, and the
second clue's further cell is safe. 1-2: the first clue allows one mine in the cells that both touch, so the second
mine of the 2 is in its further cell, and the further cells of the 1 are safe. 1-2-1 is the 1-2 from both ends: mines at
the ones, none at the 2. 1-2-2-1 likewise: mines at the twos.

Source: guides for players, such as "Patterns" at minesweepergame.com; the definitions are this project's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain, product
from typing import TypeAlias

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.evidence.proof import Pattern, PatternKind, Proof
from minesweeper_qt.model.evidence.proof_step import ProofStep

Stated: TypeAlias = tuple[frozenset[Cell], int]
"""The cells of a sentence, and their number of mines."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A pattern: the mines left of its clues, and the places on its front, as in the table above.

    ``covered`` are the places that must be undetermined. ``open_ends`` are those of the ends that may be open: -1 is
    before the first clue, and the number of clues after the last.
    """

    kind: PatternKind
    left: tuple[int, ...]
    covered: Set[int]
    open_ends: Set[int]
    mines: Set[int]
    safes: Set[int]


_SHAPES = (
    _Shape(PatternKind.ONE_TWO_TWO_ONE, (1, 2, 2, 1), {0, 1, 2, 3}, {-1, 4}, mines={1, 2}, safes={-1, 0, 3, 4}),
    _Shape(PatternKind.ONE_TWO_ONE, (1, 2, 1), {0, 1, 2}, {-1, 3}, mines={0, 2}, safes={-1, 1, 3}),
    _Shape(PatternKind.ONE_TWO, (1, 2), {0, 1, 2}, {-1}, mines={2}, safes={-1}),
    _Shape(PatternKind.ONE_ONE, (1, 1), {0, 1, 2}, set(), mines=set(), safes={2}),
)
"""The patterns, the longest first."""

_READING = (Rule.CLUE, Rule.KNOWN_SENTENCE)
"""The rules of the steps from which a proof argues about cells that are not settled."""

_FRONT = 1
_LINES = (_FRONT, 0, -1)
"""The lines along a row of clues: the front, that of the clues, and the one behind it."""

_DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def find_pattern(proof: Proof, known: Mapping[Cell, bool] | None = None) -> Pattern | None:
    """Return the pattern that ``proof`` is an instance of, or ``None``; of several, the one of the most clues.

    The verdict is one of the pattern's, and the proof reads at least two of its clues, no other clue, and not the
    number of mines. Of a 1-1 and a 1-2 it thus reads both clues. A 1-2-1 or a 1-2-2-1 stands on the board in full, but
    two of its clues may be all that the proof reads, as when it settles one end as a 1-2.

    ``known``: further cells that were settled before the proof begins, true for mines. The clues that it does not
    read may be reduced by them.

    >>> from minesweeper_qt.model import Position
    >>> from minesweeper_qt.model.evidence.derivation import Reasoning
    >>> position = Position.from_text("3x2x1\\nHHH\\n111")
    >>> left, both = frozenset({(0, 0), (0, 1)}), frozenset({(0, 0), (0, 1), (0, 2)})
    >>> steps = (
    ...     ProofStep(1, Rule.CLUE, left, 1, clue=(1, 0)),
    ...     ProofStep(2, Rule.CLUE, both, 1, clue=(1, 1)),
    ...     ProofStep(3, Rule.SUBSET, both - left, 0, (2, 1)),
    ...     ProofStep(4, Rule.ALL_SAFE, both - left, 0, (3,)),
    ... )
    >>> pattern = find_pattern(Proof(position, (0, 2), False, Reasoning.SUBSET, steps))
    >>> pattern.title, pattern.clues
    ('1-1 pattern, at the wall', ((1, 0), (1, 1)))
    """
    rules = [step.rule for step in proof.steps]
    if Rule.MINE_COUNT in rules or sum(rule in _READING for rule in rules) < 2:
        return None
    search = _PatternSearch(proof, {} if known is None else known)
    for shape in _SHAPES:
        found = [pattern for row in search.rows(shape) if (pattern := search.pattern_of(shape, row)) is not None]
        if found:
            return min(found, key=lambda pattern: pattern.clues)
    return None


@dataclass(frozen=True, slots=True)
class _ClueRow:
    """Clues side by side: ``along`` leads from one to the next, ``across`` to the cell of the front beside each."""

    clues: tuple[Cell, ...]
    along: Cell
    across: Cell

    @classmethod
    def around(cls, cell: Cell, place: int, line: int, length: int, along: Cell, across: Cell) -> _ClueRow:
        """Return the row of ``length`` clues that has ``cell`` at this ``place`` of a ``line``; 1 is the front.

        Line 0 is that of the clues, -1 the one behind it.
        """
        row, column = cell[0] - line * across[0] - place * along[0], cell[1] - line * across[1] - place * along[1]
        return cls(tuple((row + at * along[0], column + at * along[1]) for at in range(length)), along, across)

    def cell(self, place: int, line: int) -> Cell:
        """Return the cell at this ``place`` of a ``line``, which may be off the board."""
        (row, column), (down, right), (to_row, to_column) = self.clues[0], self.along, self.across
        return row + down * place + to_row * line, column + right * place + to_column * line

    def places(self, open_ends: Collection[int]) -> dict[Cell, int]:
        """Return the places of the cells on the front and at the ``open_ends``."""
        front = {self.cell(place, _FRONT): place for place in range(-1, len(self.clues) + 1)}
        return front | {self.cell(end, line): end for end in open_ends for line in _LINES}


@dataclass(frozen=True, slots=True)
class _View:
    """The sentence of a clue without known cells: the ``whole``, and what is ``left`` without its part ``reducer``."""

    whole: Stated
    left: Stated
    reducer: Stated | None = None


class _PatternSearch:
    """Compares a proof with the patterns."""

    def __init__(self, proof: Proof, known: Mapping[Cell, bool]) -> None:
        self._proof = proof
        self._position = proof.position
        self._known = {**known, **_known_cells(proof)}
        self._sentences = {rule: self._read(rule) for rule in _READING}

    def rows(self, shape: _Shape) -> Iterator[_ClueRow]:
        """Yield the rows of clues for which the verdict of the proof is one that the pattern gives."""
        places = shape.mines if self._proof.is_mine else shape.safes
        for place, (down, right) in product(sorted(places), _DIRECTIONS):
            lines = _LINES if place in shape.open_ends else (_FRONT,)
            for line, across in product(lines, ((right, down), (-right, -down))):
                row = _ClueRow.around(self._proof.cell, place, line, len(shape.left), (down, right), across)
                if all(clue in self._position.clues for clue in row.clues):
                    yield row

    def pattern_of(self, shape: _Shape, row: _ClueRow) -> Pattern | None:
        """Return the pattern if the clues of ``row`` have this ``shape``, and the proof argues from them alone."""
        if not set(self._proof.clues) <= set(row.clues):
            return None
        places = row.places(shape.open_ends)
        fitting = [self._fitting(shape, number, clue, places) for number, clue in enumerate(row.clues)]
        views = [view for view in fitting if view is not None]
        if len(views) < len(fitting) or not self._argues_from(views):
            return None
        left = frozenset[Cell]().union(*(view.left[0] for view in views))
        if self._proof.cell not in left:
            return None
        is_reduced = any(
            number != self._position.clues[clue] for number, clue in zip(shape.left, row.clues, strict=True)
        )
        closed_ends = {-1, *shape.open_ends}.difference(places[cell] for cell in left)
        ends = [row.cell(end, _FRONT) for end in closed_ends]
        is_at_wall = any(cell not in self._position.board or cell in self._position.clues for cell in ends)
        return Pattern(shape.kind, is_reduced, is_at_wall, row.clues)

    def _fitting(self, shape: _Shape, number: int, clue: Cell, places: Mapping[Cell, int]) -> _View | None:
        """Return a view of ``clue`` that fits the place with this ``number`` in the row, ``None`` if there is none."""
        beside = {number - 1, number, number + 1}
        needed, allowed = beside & shape.covered, beside & (shape.covered | shape.open_ends)
        for view in self._views(clue):
            cells, count = view.left
            if count == shape.left[number] and needed <= {places.get(cell) for cell in cells} <= allowed:
                return view
        return None

    def _views(self, clue: Cell) -> Iterator[_View]:
        """Yield the sentence of ``clue``, and that less each known sentence of the proof that lies within it."""
        whole = _left_of(self._position, clue, self._known)
        yield _View(whole, whole)
        cells, count = whole
        for inner in self._sentences[Rule.KNOWN_SENTENCE]:
            if inner[0] < cells:
                yield _View(whole, (cells - inner[0], count - inner[1]), inner)

    def _argues_from(self, views: Collection[_View]) -> bool:
        """Return whether the proof reads two of the ``views``, and nothing else than these and what reduces them."""
        allowed = {stated for view in views for stated in (view.whole, view.left, view.reducer)}
        read = set(chain(*self._sentences.values()))
        return read <= allowed and sum(bool({view.whole, view.left} & read) for view in views) > 1

    def _read(self, rule: Rule) -> list[Stated]:
        """Return the sentences that the proof takes by ``rule``, without the known cells."""
        return [self._without_known(step) for step in self._proof.steps if step.rule is rule]

    def _without_known(self, step: ProofStep) -> Stated:
        """Return the sentence of a step without the known cells."""
        if step.clue is not None:
            return _left_of(self._position, step.clue, self._known)
        out = step.cells.intersection(self._known)
        return step.cells - out, step.count - sum(self._known[cell] for cell in out)


def _left_of(position: Position, clue: Cell, known: Mapping[Cell, bool]) -> Stated:
    """Return the sentence of ``clue`` without the ``known`` cells."""
    # Both mappings are larger than the neighbourhood, so its cells are looked up in them.
    around = [cell for cell in position.board.neighbours(clue) if cell not in position.clues]
    mines = sum([known.get(cell, False) for cell in around])
    return frozenset([cell for cell in around if cell not in known]), position.clues[clue] - mines


def _known_cells(proof: Proof) -> dict[Cell, bool]:
    """Return the covered cells that the proof, and the sentences it knows, take for settled, true for mines."""
    known = dict.fromkeys(proof.position.taken, True)
    for step in proof.steps:
        if step.rule is Rule.KNOWN_CELLS:
            known.update(dict.fromkeys(step.cells, step.count > 0))
        elif step.rule is Rule.KNOWN_SENTENCE:
            for derivation in proof.known.get(step.number, ()):
                verdicts = (ancestor for ancestor in derivation.ancestors() if ancestor.is_verdict)
                known.update((cell, verdict.count > 0) for verdict in verdicts for cell in verdict.cells)
    return known

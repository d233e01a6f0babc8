"""The view of an edited position: what follows from it, and its chances. It uses no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.session.computations import Findings
from minesweeper_qt.gui.session.game_view import PositionView
from minesweeper_qt.model import AgentSnapshot, Cell, Position

_FACES = {"H": Face.COVERED, "F": Face.FLAGGED, "M": Face.MINE}


class EditedPositionView(PositionView):
    """An edited position, with what an agent knows of it or of the previous position.

    ``findings`` are those found last, which may be about an earlier position; ``shows_chances``: chances are enabled;
    ``are_stale``: the findings are about an earlier position, and should look so.
    """

    def __init__(
        self,
        position: Position,
        snapshot: AgentSnapshot,
        findings: Findings | None,
        shows_chances: bool,
        are_stale: bool,
    ) -> None:
        super().__init__(position, snapshot)
        self._findings = findings
        self._shows_chances = shows_chances
        self._are_stale = are_stale

    @property
    def chances_are_stale(self) -> bool:
        return self._are_stale

    @property
    def findings(self) -> Findings | None:
        """The findings about this position; ``None`` until they are there."""
        found = self._findings
        return found if found is not None and found.position is self._position else None

    @property
    def is_impossible(self) -> bool:
        """True when no layout agrees with the position examined last, so that its verdicts mean nothing."""
        return self._findings is not None and bool(self._findings.problem)

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the mark of the overlays and its chance.

        The mark is there also while the overlays are off, the chance only while chances are enabled. No cell has a
        mark when no layout agrees. The reasoning level is added by the board model.
        """
        clue = self._position.clues.get(cell)
        if clue is not None:
            return Look(Face.REVEALED, clue)
        face = _FACES[self._position.mark(cell)]
        verdict = None if face is Face.MINE or self.is_impossible else self.settled.get(cell)
        mark = Mark.NONE if verdict is None else Mark.MINE if verdict.count else Mark.SAFE
        found = self._findings
        if face is Face.MINE or found is None or found.chances is None or not self._shows_chances:
            return Look(face, mark=mark)
        return Look(face, -1, mark, found.chances.rounded.get(cell), is_stale=found.position is not self._position)

    def looks(self, cells: Iterable[Cell]) -> Iterable[Look]:
        if self._shows_chances or self._position.taken or self._position.flags:
            return super().looks(cells)
        return self._plain_looks(cells)

    def _plain_looks(self, cells: Iterable[Cell]) -> Iterator[Look]:
        """Yield how ``cells`` look that have nothing but clues and marks."""
        clues, settled = self._position.clues, {} if self.is_impossible else self.settled
        revealed = [Look(Face.REVEALED, clue) for clue in range(9)]
        covered = Look(Face.COVERED)
        marked = [Look(Face.COVERED, mark=mark) for mark in (Mark.SAFE, Mark.MINE)]
        for cell in cells:
            if cell in clues:
                yield revealed[clues[cell]]
            else:
                verdict = settled.get(cell)
                yield covered if verdict is None else marked[verdict.count]

    def chance_text(self, cell: Cell) -> str:
        found = self.findings
        if found is None or found.chances is None or not self._shows_chances:
            return ""
        return status_text.cell_chance_text(cell, found.chances)

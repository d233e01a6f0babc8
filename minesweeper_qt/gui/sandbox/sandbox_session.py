"""A position that is edited: no game, no truth, only what is written on the board and what follows from it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.advice_service import STALE_AFTER
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.presentation.update import Update
from minesweeper_qt.gui.sandbox.position_service import Findings, PositionService
from minesweeper_qt.gui.sandbox.sandbox_knowledge import SandboxKnowledge
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.model import BoardSizeError, Cell, Derivation, Difficulty, MinesweeperError, Position

MAX_SIDE = Difficulty.MAX_SIDE
"""No side of the board is longer, nor in the game."""

SLICE = 0.008
"""Seconds of learning at a time: half a frame."""

UNDO_STEPS = 200

_FACES = {"H": Face.COVERED, "F": Face.FLAGGED, "M": Face.MINE}
_NOBODY: frozenset[Cell] = frozenset()
_NOTHING_LEFT = object()


class SandboxSession(BoardSource):
    """A position under edit, with undo, and what the rules and all layouts say about it.

    A contradiction is no error: ``problem`` explains it and ``clash`` are the clues that can't all be true. The
    sentences are then those of the clues in reading order without the ones that contradict the clues before them.

    Signals besides those of ``BoardSource``: ``edited`` after each edit, ``findings_changed`` when something was found
    about the position, or when that takes long.
    """

    edited = Signal()
    findings_changed = Signal()

    def __init__(self, position: Position, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.uses_mine_count = False
        self.edits = 0
        self.is_slow = False
        """True while what is known to the views is about an earlier position."""
        self._position = position
        self._done: list[tuple[str, Position]] = []
        self._undone: list[tuple[str, Position]] = []
        self._is_in_stroke = self._has_stroked = False
        self._wants_chances = False
        self._knowledge = SandboxKnowledge()
        self._work: Generator[None, None, None] | None = None
        self._findings: Findings | None = None
        self._position_service = PositionService()
        self._position_service.found.connect(self._on_found)
        self._learn_timer = QTimer(self)
        self._stale_timer = QTimer(self)
        for timer, delay, slot in (
            (self._learn_timer, 0, self._learn),
            (self._stale_timer, STALE_AFTER, self._mark_stale),
        ):
            timer.setSingleShot(True)
            timer.setInterval(delay)
            timer.timeout.connect(slot)
        self._begin_learning(_NOBODY)

    # -- what views may ask

    @property
    def position(self) -> Position:
        """The position as it is now."""
        return self._position

    @property
    def height(self) -> int:
        """The number of rows."""
        return self._position.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._position.width

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """How each cell was settled that the rules settle, cells with a clue included."""
        return self._knowledge.settled

    @property
    def left_out(self) -> frozenset[Cell]:
        """Clues that the knowledge base did not learn, since they contradict the clues before them."""
        return self._knowledge.left_out

    @property
    def is_learning(self) -> bool:
        """True while clues wait to be learned."""
        return self._work is not None

    @property
    def is_thinking(self) -> bool:
        """True while the layouts are being counted."""
        return self.findings is None

    @property
    def findings(self) -> Findings | None:
        """What was found about the present position, once it has been."""
        found = self._findings
        return found if found is not None and found.position is self._position else None

    @property
    def chances(self) -> Chances | None:
        """The chances of the present position, once they have been found."""
        return None if self.findings is None else self.findings.chances

    @property
    def problem(self) -> str:
        """Why no layout agrees with the present position, in words; empty if one does or nobody knows."""
        return "" if self.findings is None else self.findings.problem

    @property
    def is_impossible(self) -> bool:
        """True when no layout agrees with the position that was examined last: nothing it settles is so for certain."""
        return self._findings is not None and bool(self._findings.problem)

    @property
    def clash(self) -> frozenset[Cell]:
        """Clues of the present position that can't all be true, none of which can be spared."""
        return _NOBODY if self.findings is None else self.findings.clash

    @property
    def chances_are_stale(self) -> bool:
        """True when it takes long enough to find chances that the old ones should not look like new ones."""
        return self.is_slow

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the overlays' mark, chance and level whether or not these are on.

        Where no layout agrees no cell has a mark.
        """
        clue = self._position.clues.get(cell)
        if clue is not None:
            return Look(Face.REVEALED, clue)
        face = _FACES[self._position.mark(cell)]
        verdict = None if face is Face.MINE or self.is_impossible else self.settled.get(cell)
        mark = Mark.NONE if verdict is None else Mark.MINE if verdict.count else Mark.SAFE
        found = self._findings
        if face is Face.MINE or found is None or found.chances is None or not self._wants_chances:
            return Look(face, mark=mark)
        return Look(face, -1, mark, found.chances.rounded.get(cell), is_stale=found.position is not self._position)

    def chance_text(self, cell: Cell) -> str:
        """Say the exact chance of ``cell``; nothing unless it is covered and the chance is wanted and known."""
        return status_text.chance(cell, self.chances) if self._wants_chances and self.chances is not None else ""

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force with how each came about."""
        return list(self._knowledge.sentences)

    def figures(self) -> tuple[int, int, int]:
        """Return the documents' figures: knowledge-base length, known mines, safe moves remaining."""
        mines = sum(verdict.count for verdict in self.settled.values())
        safe = sum(cell not in self._position.clues for cell, verdict in self.settled.items() if not verdict.count)
        return len(self._knowledge.sentences), mines, safe

    # -- edits

    @Slot(object, str)
    def set_mark(self, cell: Cell, mark: str) -> None:
        """Write ``mark`` on ``cell``: ``0`` to ``8``, ``H`` for covered, ``F`` for a flag, ``M`` for a mine.

        Raises ``CellError`` or ``ClueError``, and changes nothing then.
        """
        if self._position.mark(cell) != mark:
            self._edit(f"{mark} at {cell}", self._position.with_marks({cell: mark}))

    def set_clue(self, cell: Cell, clue: int | None) -> None:
        """Write a clue on ``cell``, or cover it."""
        self.set_mark(cell, "H" if clue is None else str(clue))

    @Slot(object)
    def toggle_mine(self, cell: Cell) -> None:
        """Take ``cell`` for a mine, or cover it again."""
        self.set_mark(cell, "H" if cell in self._position.taken else "M")

    @Slot(object)
    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on ``cell``, or take it off."""
        self.set_mark(cell, "H" if cell in self._position.flags else "F")

    @Slot(int)
    def set_mines(self, mines: int) -> None:
        """Let there be so many mines in all; raise ``MineCountError`` where that can't be."""
        self._edit(f"{mines} mines", self._with(mines=mines))

    def set_size(self, height: int, width: int) -> None:
        """Give the board another size; what is off it is lost, and mines that have no room.

        Raises ``BoardSizeError``.
        """
        self._edit(f"{height}x{width}", self._with(height, width))

    @Slot()
    def clear(self) -> None:
        """Cover all cells."""
        self._edit("Clear", Position(self.height, self.width, self._position.mines))

    def set_position(self, position: Position, words: str = "Position") -> None:
        """Take up another position; raise ``BoardSizeError`` for one that is larger than a game can be."""
        if max(position.height, position.width) > MAX_SIDE:
            size = f"{position.width}x{position.height}"
            raise BoardSizeError(f"the position is {size}; allowed are up to {MAX_SIDE}x{MAX_SIDE}")
        self._edit(words, position)

    @Slot()
    def begin_stroke(self) -> None:
        """Take all edits until ``end_stroke`` for one."""
        self._is_in_stroke, self._has_stroked = True, False

    @Slot()
    def end_stroke(self) -> None:
        """Take edits one by one again."""
        self._is_in_stroke = False

    @property
    def undo_words(self) -> str:
        """What ``undo`` would take back; empty when there is nothing."""
        return self._done[-1][0] if self._done else ""

    @property
    def redo_words(self) -> str:
        """What ``redo`` would do again; empty when there is nothing."""
        return self._undone[-1][0] if self._undone else ""

    @Slot()
    def undo(self) -> None:
        """Take the last edit back, if there is one."""
        self._go_back(self._done, self._undone)

    @Slot()
    def redo(self) -> None:
        """Make the edit again that was taken back last, if there is one."""
        self._go_back(self._undone, self._done)

    @Slot(bool)
    def set_uses_mine_count(self, tells: bool) -> None:
        """Let the knowledge base reckon with the number of mines, or not."""
        if tells != self.uses_mine_count:
            self.uses_mine_count = tells
            self._begin_learning(_NOBODY)

    @Slot(bool)
    def set_chances_enabled(self, wants: bool) -> None:
        """Show the chances of every position from now on, or none."""
        if wants != self._wants_chances:
            self._wants_chances = wants
            self.chances_changed.emit()

    def resume(self) -> None:
        """Go on after ``shut_down``: learn and find out what has not been."""
        self._begin_learning(_NOBODY)

    def shut_down(self) -> None:
        """Stop all that runs: nothing happens any more, until there is an edit or ``resume`` is called."""
        for timer in (self._learn_timer, self._stale_timer):
            timer.stop()
        self._work = None
        self._position_service.close()
        super().shut_down()

    # -- in between

    def _with(self, height: int | None = None, width: int | None = None, mines: int | None = None) -> Position:
        """The position with another size or number of mines."""
        now = self._position
        height, width = height or now.height, width or now.width
        clues = {cell: clue for cell, clue in now.clues.items() if cell[0] < height and cell[1] < width}
        flags, taken = (
            [cell for cell in cells if cell[0] < height and cell[1] < width] for cells in (now.flags, now.taken)
        )
        mines = min(now.mines, height * width) if mines is None else mines
        return Position(height, width, mines, clues, flags=flags, taken=taken)

    def _edit(self, words: str, after: Position) -> None:
        if after == self._position:
            return
        if not (self._is_in_stroke and self._has_stroked):
            self._done.append((words, self._position))
            del self._done[:-UNDO_STEPS]
        self._has_stroked = True
        self._undone.clear()
        self._take(after)

    def _go_back(self, source: list[tuple[str, Position]], target: list[tuple[str, Position]]) -> None:
        if source:
            words, position = source.pop()
            target.append((words, self._position))
            self._is_in_stroke = False
            self._take(position)

    def _take(self, after: Position) -> None:
        """Take up another position; whoever looks is told what differs."""
        before, self._position = self._position, after
        self.edits += 1
        if (before.height, before.width) == (after.height, after.width):
            self._begin_learning(_differing(before, after))
        else:
            self._knowledge.clear()
            self._findings = None
            self.game_started.emit()
            self._begin_learning(_NOBODY)
        self.edited.emit()

    # -- what follows

    def _begin_learning(self, cells: frozenset[Cell]) -> None:
        """Learn the position from its start: at once as much as half a frame allows."""
        if self.findings is None and not self.is_slow and not self._stale_timer.isActive():
            self._stale_timer.start()
        mines = self._position.mines if self.uses_mine_count else None
        self._work = self._knowledge.rebuild(self._position, mines, self.edits)
        self._learn(cells)

    @Slot()
    def _learn(self, cells: frozenset[Cell] = _NOBODY) -> None:
        """Learn for one slice and publish: ``cells`` that look different, and all that follows once that is known."""
        until = perf_counter() + SLICE
        sentences, settled, left_out = self._knowledge.sentences, self._knowledge.settled, self.left_out
        while self._work is not None:
            if next(self._work, _NOTHING_LEFT) is _NOTHING_LEFT:
                self._work = None
            elif perf_counter() >= until:
                break
        if self._work is not None:
            self._learn_timer.start()
            if cells:
                self.updated.emit(Update(cells, (), ()))
            return
        self._learn_timer.stop()
        before, after = dict.fromkeys(sentences), dict.fromkeys(self._knowledge.sentences)
        added = tuple(derivation for derivation in after if derivation not in before)
        removed = tuple(derivation for derivation in before if derivation not in after)
        self.updated.emit(Update(cells | _changed(settled, self._knowledge.settled), added, removed))
        if self.left_out != left_out:
            self.findings_changed.emit()
        if self.findings is None:
            # Only now: the thread would take turns with the learning, and both be late.
            self._position_service.request(self._position)

    @Slot()
    def _mark_stale(self) -> None:
        """Let what was found about an earlier position look old."""
        self.is_slow = True
        self._announce()

    @Slot(object)
    def _on_found(self, findings: Findings) -> None:
        if findings.position is not self._position:
            return  # too late: there has been another edit
        self._stale_timer.stop()
        self.is_slow = False
        was_impossible = self.is_impossible
        self._findings = findings
        # The marks come or go with it.
        self._announce(is_seen=was_impossible != self.is_impossible)
        if findings.error is not None and not isinstance(findings.error, MinesweeperError):
            raise findings.error  # a mistake of the program's, shown like any other

    def _announce(self, is_seen: bool = False) -> None:
        if is_seen or self._wants_chances:
            self.chances_changed.emit()
        self.findings_changed.emit()


def _differing(one: Position, other: Position) -> frozenset[Cell]:
    """The cells on which two positions of one size have different marks."""
    clues = {cell for cell, _ in one.clues.items() ^ other.clues.items()}
    return frozenset(clues | (one.flags ^ other.flags) | (one.taken ^ other.taken))


def _changed(one: Mapping[Cell, Derivation], other: Mapping[Cell, Derivation]) -> frozenset[Cell]:
    """The cells whose verdicts differ."""
    others = {cell for cell, now in other.items() if (before := one.get(cell)) is not now and not _is_same(before, now)}
    return frozenset(others.union(cell for cell in one if cell not in other))


def _is_same(before: Derivation | None, now: Derivation) -> bool:
    return before is not None and before.count == now.count

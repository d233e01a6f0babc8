"""The session of the sandbox: a position under edit and the knowledge that follows from it.

There is no game and no true layout, only the marks written on the board.
"""

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
from minesweeper_qt.model.text.number_text import counted

MAX_SIDE = Difficulty.MAX_SIDE
"""The longest side of a board, as in the game."""

SLICE = 0.008
"""Seconds of learning at a time: half a frame."""

UNDO_STEPS = 200
"""The most edits that can be undone."""

_FACES = {"H": Face.COVERED, "F": Face.FLAGGED, "M": Face.MINE}
_NO_CELLS: frozenset[Cell] = frozenset()
_NOTHING_LEFT = object()


class SandboxSession(BoardSource):
    """A position under edit, with undo, the knowledge that the rules derive, and the chances over all layouts.

    A contradiction is no error: ``problem`` explains it, and ``clash`` is a minimal set of clues that can't all be
    true. The sentences are then those of the clues in reading order, without the clues that contradict earlier ones.

    Attributes: ``uses_mine_count``, whether the knowledge base uses the number of mines; ``edits``, the number of edits
    so far, undo and redo included.

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
        """True while the findings shown are those of an earlier position, because new ones take long."""
        self._position = position
        self._done: list[tuple[str, Position]] = []
        self._undone: list[tuple[str, Position]] = []
        self._is_in_stroke = self._has_stroked = False
        self._chances_enabled = False
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
        self._begin_learning(_NO_CELLS)

    # -- queries

    @property
    def position(self) -> Position:
        """The present position."""
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
        """The derivation of the verdict on each cell that the rules settle, cells with a clue included."""
        return self._knowledge.settled

    @property
    def left_out(self) -> frozenset[Cell]:
        """The clues that the knowledge base did not learn, since they contradict the clues before them."""
        return self._knowledge.left_out

    @property
    def is_learning(self) -> bool:
        """True while clues wait to be learned."""
        return self._work is not None

    @property
    def is_computing(self) -> bool:
        """True while the layouts are being counted."""
        return self.findings is None

    @property
    def findings(self) -> Findings | None:
        """The findings about the present position; ``None`` until they are there."""
        found = self._findings
        return found if found is not None and found.position is self._position else None

    @property
    def chances(self) -> Chances | None:
        """The chances of the present position; ``None`` until they are found, and if there are none."""
        return None if self.findings is None else self.findings.chances

    @property
    def problem(self) -> str:
        """The reason in words why no layout agrees with the present position; empty if one does or it is not known."""
        return "" if self.findings is None else self.findings.problem

    @property
    def is_impossible(self) -> bool:
        """True when no layout agrees with the position examined last, so that its verdicts mean nothing."""
        return self._findings is not None and bool(self._findings.problem)

    @property
    def clash(self) -> frozenset[Cell]:
        """A minimal set of clues of the present position that can't all be true; else empty."""
        return _NO_CELLS if self.findings is None else self.findings.clash

    @property
    def chances_are_stale(self) -> bool:
        """True when new chances are taking long, so that the old ones must be shown as stale."""
        return self.is_slow

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
        if face is Face.MINE or found is None or found.chances is None or not self._chances_enabled:
            return Look(face, mark=mark)
        return Look(face, -1, mark, found.chances.rounded.get(cell), is_stale=found.position is not self._position)

    def chance_text(self, cell: Cell) -> str:
        """Format the exact chance of ``cell``; empty unless it is covered and chances are enabled and known."""
        return (
            status_text.cell_chance_text(cell, self.chances)
            if self._chances_enabled and self.chances is not None
            else ""
        )

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force, each with its derivation."""
        return list(self._knowledge.sentences)

    def figures(self) -> tuple[int, int, int]:
        """Return the CS50 course's three figures: the numbers of sentences, of known mines and of safe moves left."""
        mines = sum(verdict.count for verdict in self.settled.values())
        safe = sum(cell not in self._position.clues for cell, verdict in self.settled.items() if not verdict.count)
        return len(self._knowledge.sentences), mines, safe

    # -- edits

    @Slot(object, str)
    def set_mark(self, cell: Cell, mark: str) -> None:
        """Write ``mark`` on ``cell``: ``0`` to ``8``, ``H`` for covered, ``F`` for a flag, ``M`` for a mine.

        Raises ``CellError`` or ``ClueError`` and then changes nothing.
        """
        if self._position.mark(cell) != mark:
            self._edit(f"{mark} at {cell}", self._position.with_marks({cell: mark}))

    def set_clue(self, cell: Cell, clue: int | None) -> None:
        """Write a clue on ``cell``, or cover it if ``clue`` is ``None``."""
        self.set_mark(cell, "H" if clue is None else str(clue))

    @Slot(object)
    def toggle_mine(self, cell: Cell) -> None:
        """Mark ``cell`` as taken for a mine, or cover it again."""
        self.set_mark(cell, "H" if cell in self._position.taken else "M")

    @Slot(object)
    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on ``cell``, or take it off."""
        self.set_mark(cell, "H" if cell in self._position.flags else "F")

    @Slot(int)
    def set_mines(self, mines: int) -> None:
        """Set the number of mines in all; raise ``MineCountError`` if the board can't have it."""
        self._edit(counted(mines, "mine"), self._with_changes(mines=mines))

    def set_size(self, height: int, width: int) -> None:
        """Set the size of the board; drop the marks outside it, and limit the number of mines to the number of cells.

        Raises ``BoardSizeError``.
        """
        self._edit(f"{height}x{width}", self._with_changes(height, width))

    @Slot()
    def clear(self) -> None:
        """Cover all cells."""
        self._edit("Clear", Position(self.height, self.width, self._position.mines))

    def set_position(self, position: Position, words: str = "Position") -> None:
        """Replace the position; raise ``BoardSizeError`` for one that is larger than a game can be.

        ``words`` name the edit in the menu.
        """
        if max(position.height, position.width) > MAX_SIDE:
            size = f"{position.width}x{position.height}"
            raise BoardSizeError(f"the position is {size}; allowed are up to {MAX_SIDE}x{MAX_SIDE}")
        self._edit(words, position)

    @Slot()
    def begin_stroke(self) -> None:
        """Combine all edits until ``end_stroke`` into one."""
        self._is_in_stroke, self._has_stroked = True, False

    @Slot()
    def end_stroke(self) -> None:
        """End the combination of edits that ``begin_stroke`` began."""
        self._is_in_stroke = False

    @property
    def undo_words(self) -> str:
        """The words for the edit that ``undo`` reverts; empty when there is none."""
        return self._done[-1][0] if self._done else ""

    @property
    def redo_words(self) -> str:
        """The words for the edit that ``redo`` repeats; empty when there is none."""
        return self._undone[-1][0] if self._undone else ""

    @Slot()
    def undo(self) -> None:
        """Revert the last edit, if there is one."""
        self._restore_step(self._done, self._undone)

    @Slot()
    def redo(self) -> None:
        """Repeat the edit that was reverted last, if there is one."""
        self._restore_step(self._undone, self._done)

    @Slot(bool)
    def set_uses_mine_count(self, enabled: bool) -> None:
        """Set whether the knowledge base uses the number of mines."""
        if enabled != self.uses_mine_count:
            self.uses_mine_count = enabled
            self._begin_learning(_NO_CELLS)

    @Slot(bool)
    def set_chances_enabled(self, enabled: bool) -> None:
        """Set whether the chances of every position are shown from now on."""
        if enabled != self._chances_enabled:
            self._chances_enabled = enabled
            self.chances_changed.emit()

    def resume(self) -> None:
        """Go on after ``shut_down``: learn and examine the position, as far as that is not done."""
        self._begin_learning(_NO_CELLS)

    def shut_down(self) -> None:
        """Stop everything that runs: no signal is sent until there is an edit or ``resume`` is called."""
        for timer in (self._learn_timer, self._stale_timer):
            timer.stop()
        self._work = None
        self._position_service.close()
        super().shut_down()

    # -- helpers of the edits

    def _with_changes(self, height: int | None = None, width: int | None = None, mines: int | None = None) -> Position:
        """Return the position with another size or number of mines."""
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
        self._apply(after)

    def _restore_step(self, source: list[tuple[str, Position]], target: list[tuple[str, Position]]) -> None:
        if source:
            words, position = source.pop()
            target.append((words, self._position))
            self._is_in_stroke = False
            self._apply(position)

    def _apply(self, after: Position) -> None:
        """Replace the position and send the signals for all that differs."""
        before, self._position = self._position, after
        self.edits += 1
        if (before.height, before.width) == (after.height, after.width):
            self._begin_learning(_differing(before, after))
        else:
            self._knowledge.clear()
            self._findings = None
            self.game_started.emit()
            self._begin_learning(_NO_CELLS)
        self.edited.emit()

    # -- knowledge and findings

    def _begin_learning(self, cells: frozenset[Cell]) -> None:
        """Start learning the position, with a first slice at once; ``cells`` are those that look different."""
        if self.findings is None and not self.is_slow and not self._stale_timer.isActive():
            self._stale_timer.start()
        mines = self._position.mines if self.uses_mine_count else None
        self._work = self._knowledge.rebuild(self._position, mines, self.edits)
        self._learn(cells)

    @Slot()
    def _learn(self, cells: frozenset[Cell] = _NO_CELLS) -> None:
        """Learn for one slice; then publish the changed ``cells`` and, once all is learned, the new knowledge."""
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
            # Requested only now: the thread and the learning would slow each other down.
            self._position_service.request(self._position)

    @Slot()
    def _mark_stale(self) -> None:
        """Mark the findings about an earlier position as stale."""
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
        # The marks of the cells appear or disappear with it.
        self._announce(is_seen=was_impossible != self.is_impossible)
        if findings.error is not None and not isinstance(findings.error, MinesweeperError):
            raise findings.error  # a mistake in the program, shown like any other

    def _announce(self, is_seen: bool = False) -> None:
        if is_seen or self._chances_enabled:
            self.chances_changed.emit()
        self.findings_changed.emit()


def _differing(one: Position, other: Position) -> frozenset[Cell]:
    """Return the cells on which two positions of one size have different marks."""
    clues = {cell for cell, _ in one.clues.items() ^ other.clues.items()}
    return frozenset(clues | (one.flags ^ other.flags) | (one.taken ^ other.taken))


def _changed(one: Mapping[Cell, Derivation], other: Mapping[Cell, Derivation]) -> frozenset[Cell]:
    """Return the cells whose verdicts differ."""
    others = {cell for cell, now in other.items() if (before := one.get(cell)) is not now and not _is_same(before, now)}
    return frozenset(others.union(cell for cell in one if cell not in other))


def _is_same(before: Derivation | None, now: Derivation) -> bool:
    return before is not None and before.count == now.count

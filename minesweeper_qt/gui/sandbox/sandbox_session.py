"""The session of the sandbox: a position under edit, whose edits can be undone, and the knowledge that follows from it.

There is no game and no true layout, only the marks written on the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.session.advice import KEPT_FOR
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView, ShownChances
from minesweeper_qt.gui.session.computations import Findings, Tools, examine
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import (
    AgentSnapshot,
    BoardSizeError,
    Cell,
    Derivation,
    Difficulty,
    InconsistentKnowledge,
    KnowledgeBase,
    MinesweeperAI,
    Position,
)
from minesweeper_qt.model.evidence.derivation import with_premises
from minesweeper_qt.model.words import size_text

MAX_SIDE = Difficulty.MAX_SIDE
"""The longest side of a board, as in the game."""

UNDO_STEPS = 200
"""The most edits that can be undone."""


@guarded
class _Edit(QUndoCommand):
    """The positions ``before`` and ``after`` an edit.

    Edits with the number of the same ``stroke`` are merged; that of an edit of its own is -1.
    """

    def __init__(self, words: str, before: Position, after: Position, stroke: int) -> None:
        super().__init__(words)
        self.before = before
        self.after = after
        self._stroke = stroke

    def id(self) -> int:
        return self._stroke

    def mergeWith(self, other: QUndoCommand) -> bool:
        assert isinstance(other, _Edit)
        self.after = other.after
        return True


class PositionEditor(QUndoStack):
    """A ``position`` under edit. Each edit replaces it, and can be undone.

    Signal: ``edited`` after each edit. Attribute: ``edits``, the number of edits so far, undo and redo included.
    """

    edited = Signal()

    def __init__(self, position: Position, parent: QObject | None) -> None:
        super().__init__(parent)
        self.position = position
        self.edits = 0
        self._index = 0
        self.setUndoLimit(UNDO_STEPS)
        self.indexChanged.connect(self._on_index_changed)

    def set_marks(self, cells: Sequence[Cell], mark: str, stroke: int = -1) -> None:
        """Write ``mark`` on all ``cells``: ``0`` to ``8``, ``H`` for covered, ``F`` for a flag, ``M`` for a mine.

        All marks with the number of the same ``stroke`` become one edit, unless there was another one between them.
        Raises ``CellError`` or ``ClueError`` and then changes nothing.
        """
        changed = [cell for cell in cells if self.position.mark(cell) != mark]
        if changed:
            after = self.position.with_marks(dict.fromkeys(changed, mark))
            self._edit(f"{mark} at {changed[0]}", after, stroke)

    def set_mines(self, mines: int) -> None:
        """Set the number of mines in all; raise ``MineCountError`` if the board can't have it."""
        self._edit(f"{mines} mines", self._resized(self.position.height, self.position.width, mines))

    def set_size(self, height: int, width: int) -> None:
        """Set the size of the board; drop the marks outside it, and limit the number of mines to the number of cells.

        Raises ``BoardSizeError``.
        """
        mines = min(self.position.mines, height * width)
        self._edit(size_text(height, width), self._resized(height, width, mines))

    def cover_all(self) -> None:
        """Cover all cells."""
        self._edit("Clear", Position(self.position.height, self.position.width, self.position.mines))

    def set_position(self, position: Position, words: str = "Position") -> None:
        """Replace the position; raise ``BoardSizeError`` for one that is larger than a game can be.

        ``words`` name the edit in the menu.
        """
        if max(position.height, position.width) > MAX_SIDE:
            size = size_text(position.height, position.width)
            raise BoardSizeError(f"the position is {size}; allowed are up to {size_text(MAX_SIDE, MAX_SIDE)}")
        self._edit(words, position)

    def _resized(self, height: int, width: int, mines: int) -> Position:
        """Return the position with this size and number of mines, without the marks outside."""
        now = self.position
        clues = {cell: clue for cell, clue in now.clues.items() if cell[0] < height and cell[1] < width}
        flags, taken = (
            [cell for cell in cells if cell[0] < height and cell[1] < width] for cells in (now.flags, now.taken)
        )
        return Position(height, width, mines, clues, flags=flags, taken=taken)

    def _edit(self, words: str, after: Position, stroke: int = -1) -> None:
        if after != self.position:
            self.push(_Edit(words, self.position, after, stroke))

    def _on_index_changed(self, index: int) -> None:
        is_undo, self._index = index < self._index, index
        edit = self.command(index if is_undo else index - 1)
        assert isinstance(edit, _Edit)
        self.position = edit.before if is_undo else edit.after
        self.edits += 1
        self.edited.emit()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What the knowledge base has not learned of a position, since it contradicts what was learned before.

    ``clues``: these clues. ``against_mine_count``: the clues that the number of mines contradicts, so that it is left
    out; empty if it is not.
    """

    clues: frozenset[Cell] = frozenset()
    against_mine_count: frozenset[Cell] = frozenset()


class SandboxSession(BoardSource):
    """A position under edit, the knowledge that the rules derive, and the chances over all layouts.

    A contradiction is no error: ``findings`` explains it. The sentences are then those of the clues in reading order,
    without the clues that contradict earlier ones.

    Attributes: ``editor``, the position and its edits; ``left_out``, what the agent did not learn, since it contradicts
    the clues before it; ``uses_mine_count``, whether the agent uses the number of mines; ``is_slow``, true
    while the findings shown are those of an earlier position, because new ones take long.
    """

    def __init__(self, position: Position, parent: QObject | None = None) -> None:
        super().__init__(PositionView(position, AgentSnapshot(0)), parent)
        self.editor = PositionEditor(position, self)
        self.uses_mine_count = False
        self.is_slow = False
        self.left_out = LeftOut()
        self._chances_enabled = False
        self._is_new_board = True
        """True until the first position of a board is learned."""
        self._boards = self._agents = 0
        """The numbers of boards and of agents so far."""
        self._last_change: tuple[tuple[Derivation, ...], tuple[Derivation, ...]] = (), ()
        self._kept = KeptDerivations()
        self._snapshot = AgentSnapshot(0)
        self._findings: Findings | None = None
        """What was found last, maybe about an earlier position."""
        self._learning = self._examination = Request()
        self._slow_timer = schedule.current.timer(self, self._mark_slow, KEPT_FOR)
        self.editor.edited.connect(self._on_edited)
        self.resume()

    # -- queries

    @property
    def is_learning(self) -> bool:
        return self._learning.is_open

    @property
    def findings(self) -> Findings | None:
        """The findings about the present position; ``None`` until they are there."""
        found = self._findings
        return found if found is not None and found.position is self.editor.position else None

    @property
    def clash(self) -> frozenset[Cell]:
        """A minimal set of clues of the present position that can't all be true; else empty."""
        return frozenset() if self.findings is None else self.findings.clash

    # -- settings

    def set_uses_mine_count(self, enabled: bool) -> None:
        """Set whether the agent uses the number of mines."""
        if enabled != self.uses_mine_count:
            self.uses_mine_count = enabled
            self.resume()

    def set_chances_enabled(self, enabled: bool) -> None:
        if enabled != self._chances_enabled:
            self._chances_enabled = enabled
            self.touch()

    # -- edits and knowledge

    def resume(self) -> None:
        """Let a new agent learn the position, and examine it, as far as that is not done; also after ``shut_down``."""
        if self.findings is not None:
            # If an edit has led back to the position that was examined last, another one need not be.
            self._examination.cancel()
            self._slow_timer.stop()
            if self.is_slow:
                self.is_slow = False
                self.touch()
        elif not self.is_slow and not self._slow_timer.isActive():
            self._slow_timer.start()
        arguments = self.editor.position, self.uses_mine_count, self._kept, self.editor.edits
        self._learning.cancel()
        self._learning = self.worker.request(self._on_learned, _learn, *arguments, lane=Lane.LONG)

    def shut_down(self) -> None:
        """Stop everything that runs: no signal is sent until there is an edit or ``resume`` is called."""
        self._slow_timer.stop()
        super().shut_down()

    def _on_edited(self) -> None:
        """Learn the edited position; the board changes at once, the knowledge when it is learned."""
        before, after = self.view.board, self.editor.position
        if (before.height, before.width) != (after.height, after.width):
            self._boards += 1
            self._kept, self._findings = KeptDerivations(made=self._kept.made), None
            self._snapshot, self.left_out, self._is_new_board = AgentSnapshot(self.editor.edits), LeftOut(), True
        self.resume()
        self.touch()

    def _make_view(self) -> PositionView:
        position, found = self.editor.position, self._findings
        chances = None if found is None or self.is_slow else found.chances
        return PositionView(
            position,
            self._snapshot,
            laid_open=dict.fromkeys(position.taken, Face.MINE),
            shown=ShownChances(chances, self.findings is not None) if self._chances_enabled else None,
            uses_mine_count=self.uses_mine_count,
            is_impossible=found is not None and bool(found.problem),
            game=self._boards,
            agent=self._agents,
            last_change=self._last_change,
        )

    def _on_learned(self, answer: Outcome[tuple[KeptDerivations, LeftOut]]) -> None:
        if answer.result is None:
            return  # a mistake in the program, which the worker raises
        self._kept, self.left_out = learned, _ = answer.result
        clues = self.editor.position.clues
        self._snapshot = AgentSnapshot.of(self.editor.edits, learned.sentences, learned.settled, clues)
        if self._is_new_board:
            # What follows from the first position of a board is not new.
            self._is_new_board, self._last_change = False, ((), ())
            self._agents += 1
        else:
            update = self._make_view().update(self.view)
            self._last_change = update.added, update.removed
        self.touch()
        if self.findings is None:
            # Requested only now: counting and learning would slow each other down.
            self._examination.cancel()
            position = self.editor.position
            self._examination = self.worker.request(partial(self._on_examined, position), examine, position)

    def _mark_slow(self) -> None:
        self.is_slow = True
        self.touch()

    def _on_examined(self, position: Position, answer: Outcome[Findings]) -> None:
        if position is self.editor.position:
            self._slow_timer.stop()
            self.is_slow = False
            self._findings = answer.result or Findings(position)
            self.touch()


def _learn(
    tools: Tools, position: Position, uses_mine_count: bool, kept: KeptDerivations, edit: int
) -> tuple[KeptDerivations, LeftOut]:
    """Return what a new agent knows of ``position``, with the derivations ``kept``, and what it could not learn."""
    agent = MinesweeperAI(position.height, position.width)
    agent.knowledge_base.poll = tools.poll
    left_out = LeftOut()
    for cell in sorted(position.taken):
        agent.mark_mine(cell)
    # In reading order: the knowledge must depend on the position alone, not on the order of the edits.
    for cell, clue in sorted(position.clues.items()):
        try:
            agent.add_knowledge(cell, clue)
        except InconsistentKnowledge:
            left_out = replace(left_out, clues=left_out.clues | {cell})
    if uses_mine_count:
        try:
            agent.learn_mine_count(position.mines)
        except InconsistentKnowledge as wrong:
            left_out = replace(left_out, against_mine_count=wrong.clues)
    return kept.renewed(agent.knowledge_base, edit), left_out


@dataclass(frozen=True, slots=True)
class KeptDerivations:
    """The knowledge about an edited position, with derivations that stay the same ones from edit to edit.

    They are numbered over all edits; ``move`` of a derivation is the number of the edit since which it holds. ``made``
    is the number of derivations made so far, ``by_content`` finds a derivation by what it states and from what.
    """

    sentences: tuple[Derivation, ...] = ()
    settled: Mapping[Cell, Derivation] = field(default_factory=dict)
    made: int = 0
    by_content: Mapping[tuple[object, ...], Derivation] = field(default_factory=dict)

    def renewed(self, knowledge: KnowledgeBase, edit: int) -> KeptDerivations:
        """Return ``knowledge``, learned from the start after edit number ``edit``, with the derivations kept here."""
        made = self.made
        by_content: dict[tuple[object, ...], Derivation] = {}
        own: dict[int, Derivation] = {}
        for derivation in with_premises([*knowledge, *knowledge.settled.values()]):
            premises = tuple([own[premise.number] for premise in derivation.premises])
            key = (derivation.rule, derivation.cells, derivation.count, derivation.clue, premises)
            same = by_content.get(key) or self.by_content.get(key)
            if same is None:
                made += 1
                same = Derivation(
                    made, derivation.rule, derivation.cells, derivation.count, premises, edit, derivation.clue
                )
            by_content[key] = own[derivation.number] = same
        sentences = tuple(own[derivation.number] for derivation in knowledge)
        settled = {cell: own[derivation.number] for cell, derivation in knowledge.settled.items()}
        return KeptDerivations(sentences, settled, made, by_content)

"""The session of the sandbox: a position under edit and the knowledge that follows from it.

There is no game and no true layout, only the marks written on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.presentation.look import Chances
from minesweeper_qt.gui.sandbox.edit_steps import differing
from minesweeper_qt.gui.sandbox.edited_position_view import EditedPositionView
from minesweeper_qt.gui.sandbox.kept_derivations import KeptDerivations
from minesweeper_qt.gui.sandbox.position_editor import PositionEditor
from minesweeper_qt.gui.sandbox.sandbox_text import LeftOut
from minesweeper_qt.gui.session.advice import STALE_AFTER
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.session.computations import Findings, Tools, examine
from minesweeper_qt.gui.session.worker import Answer, Kind
from minesweeper_qt.model import AgentSnapshot, Cell, Derivation, InconsistentKnowledge, MinesweeperAI, Position, Update
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeReader

_NO_CELLS: frozenset[Cell] = frozenset()


class SandboxSession(BoardSource):
    """A position under edit, the knowledge that the rules derive, and the chances over all layouts.

    A contradiction is no error: ``findings`` explains it. The sentences are then those of the clues in reading order,
    without the clues that contradict earlier ones.

    Attributes: ``editor``, the position and its edits; ``left_out``, what the agent did not learn, since it contradicts
    the clues before it; ``uses_mine_count``, whether the agent uses the number of mines; ``is_slow``, true
    while the findings shown are those of an earlier position, because new ones take long.

    Signal besides those of ``BoardSource``: ``findings_changed`` when something was found about the position, or when
    that takes long.
    """

    findings_changed = Signal()

    def __init__(self, position: Position, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.editor = PositionEditor(position, self)
        self.uses_mine_count = False
        self.is_slow = False
        self.left_out = LeftOut()
        self._chances_enabled = False
        self._is_new_board = True
        """True until the first position of a board is learned."""
        self._kept = KeptDerivations()
        self._snapshot = AgentSnapshot(0)
        self._findings: Findings | None = None
        self._stale_timer = QTimer(self)
        self._stale_timer.setSingleShot(True)
        self._stale_timer.setInterval(STALE_AFTER)
        self._stale_timer.timeout.connect(self._mark_stale)
        self.editor.edited.connect(self._on_edited)
        self.worker.answered.connect(self._on_answered)
        self._begin_learning(_NO_CELLS)

    # -- queries

    @property
    def view(self) -> EditedPositionView:
        """The view of the position."""
        made = EditedPositionView(
            self.editor.position, self._snapshot, self._findings, self._chances_enabled, self.is_slow
        )
        made.uses_mine_count = self.uses_mine_count
        return made

    @property
    def is_learning(self) -> bool:
        """True while clues wait to be learned."""
        return self.worker.is_computing(Kind.LEARNING)

    @property
    def is_computing(self) -> bool:
        """True while the layouts are being counted."""
        return self.findings is None

    @property
    def findings(self) -> Findings | None:
        """The findings about the present position; ``None`` until they are there."""
        return self.view.findings

    @property
    def chances(self) -> Chances | None:
        """The chances of the present position; ``None`` until they are found, and if there are none."""
        return None if self.findings is None else self.findings.chances

    @property
    def problem(self) -> str:
        """The reason in words why no layout agrees with the present position; empty if one does or it is not known."""
        return "" if self.findings is None else self.findings.problem

    @property
    def clash(self) -> frozenset[Cell]:
        """A minimal set of clues of the present position that can't all be true; else empty."""
        return _NO_CELLS if self.findings is None else self.findings.clash

    # -- settings

    @Slot(bool)
    def set_uses_mine_count(self, enabled: bool) -> None:
        """Set whether the agent uses the number of mines."""
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
        self._stale_timer.stop()
        super().shut_down()

    # -- edits and knowledge

    @Slot(object)
    def _on_edited(self, before: Position) -> None:
        """Learn the edited position; the board changes at once, the knowledge when it is learned."""
        after = self.editor.position
        if (before.height, before.width) == (after.height, after.width):
            self._begin_learning(differing(before, after))
        else:
            self._kept, self._findings = KeptDerivations(made=self._kept.made), None
            self._snapshot, self.left_out, self._is_new_board = AgentSnapshot(self.editor.edits), LeftOut(), True
            self.game_started.emit()
            self._begin_learning(_NO_CELLS)

    def _begin_learning(self, cells: frozenset[Cell]) -> None:
        """Let a new agent learn the position; ``cells`` are those that look different."""
        if self.findings is not None:
            self._end_waiting()
        elif not self.is_slow and not self._stale_timer.isActive():
            self._stale_timer.start()
        arguments = self.editor.position, self.uses_mine_count, self._kept, self.editor.edits
        self.worker.request(Kind.LEARNING, _learn, *arguments)
        if cells:
            self.updated.emit(Update(cells))

    def _set_knowledge(self, learned: KeptDerivations, now_left_out: LeftOut) -> None:
        before, left_out = self._snapshot, self.left_out
        self._kept, self.left_out = learned, now_left_out
        self._snapshot = _snapshot_of(learned, self.editor)
        there, here = set(before.sentences), set(learned.sentences)
        cells = _changed(before.settled, learned.settled)
        added = tuple(derivation for derivation in dict.fromkeys(learned.sentences) if derivation not in there)
        removed = tuple(derivation for derivation in dict.fromkeys(before.sentences) if derivation not in here)
        if self._is_new_board:
            # What follows from the first position of a board is not new.
            self._is_new_board = False
            self.knowledge_reset.emit()
            self.updated.emit(Update(cells))
        else:
            self.updated.emit(Update(cells, added, removed))
        if self.left_out != left_out:
            self.findings_changed.emit()
        if self.findings is None:
            # Requested only now: counting and learning would slow each other down.
            self.worker.request(Kind.FINDINGS, examine, self.editor.position)

    # -- findings

    def _end_waiting(self) -> None:
        """Cancel the request about an edited position, since an edit has led back to the one that was examined last."""
        self.worker.cancel(Kind.FINDINGS)
        self._stale_timer.stop()
        if self.is_slow:
            self.is_slow = False
            self._announce()

    @Slot()
    def _mark_stale(self) -> None:
        self.is_slow = True
        self._announce()

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        position = answer.request.arguments[0]
        if answer.request.kind is Kind.LEARNING:
            if answer.error is not None:
                raise answer.error
            self._set_knowledge(*answer.result)
        if answer.request.kind is not Kind.FINDINGS or position is not self.editor.position:
            return  # about something else, or too late: there has been another edit
        self._stale_timer.stop()
        self.is_slow = False
        was_impossible = self.view.is_impossible
        self._findings = answer.result or Findings(position)
        # The marks of the cells appear or disappear with it.
        self._announce(is_seen=was_impossible != self.view.is_impossible)

    def _announce(self, is_seen: bool = False) -> None:
        if is_seen or self._chances_enabled:
            self.chances_changed.emit()
        self.findings_changed.emit()


def _learn(
    tools: Tools, position: Position, uses_mine_count: bool, kept: KeptDerivations, edit: int
) -> tuple[KeptDerivations, LeftOut]:
    """Return what a new agent knows of ``position``, with the derivations ``kept``, and what it could not learn."""
    agent = MinesweeperAI(position.height, position.width)
    agent.poll = tools.poll
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
    renewed = kept.renewed(KnowledgeReader(agent, position.board).copy(), edit)
    return renewed, replace(left_out, is_undecided=renewed.is_undecided)


def _snapshot_of(knowledge: KeptDerivations, editor: PositionEditor) -> AgentSnapshot:
    return AgentSnapshot.of(editor.edits, knowledge.sentences, knowledge.settled, editor.position.clues)


def _changed(one: Mapping[Cell, Derivation], other: Mapping[Cell, Derivation]) -> frozenset[Cell]:
    """Return the cells whose verdicts differ."""
    others = {cell for cell, now in other.items() if (before := one.get(cell)) is not now and not _is_same(before, now)}
    return frozenset(others.union(cell for cell in one if cell not in other))


def _is_same(before: Derivation | None, now: Derivation) -> bool:
    return before is not None and before.count == now.count

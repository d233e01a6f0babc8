"""The session of the sandbox: a position under edit and the knowledge that follows from it.

There is no game and no true layout, only the marks written on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.event_loop_priority import EventLoopPriority
from minesweeper_qt.gui.background.findings import Findings
from minesweeper_qt.gui.background.requests import Answer, FindingsRequest
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.gui.sandbox.edit_steps import differing
from minesweeper_qt.gui.sandbox.edited_position_view import EditedPositionView
from minesweeper_qt.gui.sandbox.kept_derivations import KeptDerivations
from minesweeper_qt.gui.sandbox.position_editor import PositionEditor
from minesweeper_qt.gui.sandbox.sandbox_text import LeftOut
from minesweeper_qt.gui.session.advice import STALE_AFTER
from minesweeper_qt.gui.session.autoplay import SLICE
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.session.learner_signals import LearnerSignals
from minesweeper_qt.model import AgentSnapshot, Cell, Derivation, MinesweeperAI, Observation, Position, Update
from minesweeper_qt.model.evidence.reasoning import DerivationLevels
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeCopy
from minesweeper_qt.model.play.learner import AgentLearner, Copied, Failed, MineCountLearned, Skipped

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
        self._kept = KeptDerivations()
        self._snapshot = AgentSnapshot(0)
        self._findings: Findings | None = None
        self._learner: AgentLearner | None = None
        self._learner_signals = LearnerSignals()
        self._priority = EventLoopPriority()
        self._stale_timer = QTimer(self)
        self._stale_timer.setSingleShot(True)
        self._stale_timer.setInterval(STALE_AFTER)
        self._stale_timer.timeout.connect(self._mark_stale)
        self._learner_signals.progressed.connect(self._on_progress)
        self.editor.edited.connect(self._on_edited)
        self.background.answered.connect(self._on_answered)
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
        return self._learner is not None

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
        if self._learner is not None:
            self._learner.close()
            self._learner = None
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
            self._snapshot, self.left_out = AgentSnapshot(self.editor.edits), LeftOut()
            self.game_started.emit()
            self._begin_learning(_NO_CELLS)

    def _begin_learning(self, cells: frozenset[Cell]) -> None:
        """Let a new agent learn the position, and wait for it a moment; ``cells`` are those that look different."""
        if self.findings is not None:
            self._end_waiting()
        elif not self.is_slow and not self._stale_timer.isActive():
            self._stale_timer.start()
        if self._learner is not None:
            self._learner.close(patience=0)
        position = self.editor.position
        make = partial(MinesweeperAI, position.height, position.width)
        self._learner = AgentLearner(make, position.board, self._learner_signals.report, True, self._priority.give_way)
        self._learner.mark_mines(sorted(position.taken))
        # In reading order: the knowledge must depend on the position alone, not on the order of the edits.
        self._learner.teach(map(Observation._make, sorted(position.clues.items())))
        if self.uses_mine_count:
            self._learner.learn_mine_count(position.mines)
        self._learner.request_copy(partial(_renewed, self._kept, self.editor.edits, self.derivation_levels))
        self._left_out = LeftOut()
        self._learner.wait(SLICE)
        self._collect(cells)

    @Slot()
    def _on_progress(self) -> None:
        self._collect(_NO_CELLS)

    def _collect(self, cells: frozenset[Cell]) -> None:
        """Publish the changed ``cells`` and, once all is learned, the new knowledge."""
        learned: KnowledgeCopy | None = None
        for event in self._learner.collect() if self._learner is not None else ():
            match event:
                case Skipped(cell):
                    self._left_out = replace(self._left_out, clues=self._left_out.clues | {cell})
                case MineCountLearned(contradicts):
                    self._left_out = replace(self._left_out, against_mine_count=contradicts)
                case Copied(knowledge):
                    learned = knowledge
                case Failed(error):
                    self._learner = None
                    raise error
        if isinstance(learned, KeptDerivations):
            self._set_knowledge(learned, cells)
        elif cells:
            self.updated.emit(Update(cells))

    def _set_knowledge(self, learned: KeptDerivations, cells: frozenset[Cell]) -> None:
        self._learner = None
        before, left_out = self._snapshot, self.left_out
        self._kept, self.left_out = learned, replace(self._left_out, is_undecided=learned.is_undecided)
        self._snapshot = _snapshot_of(learned, self.editor)
        there, here = set(before.sentences), set(learned.sentences)
        self.updated.emit(
            Update(
                cells | _changed(before.settled, learned.settled),
                tuple(derivation for derivation in dict.fromkeys(learned.sentences) if derivation not in there),
                tuple(derivation for derivation in dict.fromkeys(before.sentences) if derivation not in here),
            )
        )
        if self.left_out != left_out:
            self.findings_changed.emit()
        if self.findings is None:
            # Requested only now: counting and learning would slow each other down.
            self.background.enqueue(FindingsRequest(self.editor.edits, self.editor.position))

    # -- findings

    def _end_waiting(self) -> None:
        """Cancel the request about an edited position, since an edit has led back to the one that was examined last."""
        self.background.cancel(FindingsRequest)
        self._stale_timer.stop()
        if self.is_slow:
            self.is_slow = False
            self._announce()

    @Slot()
    def _mark_stale(self) -> None:
        """Mark the findings about an earlier position as stale."""
        self.is_slow = True
        self._announce()

    @Slot(object)
    def _on_answered(self, answer: Answer[Any]) -> None:
        request = answer.request
        if not isinstance(request, FindingsRequest) or request.position is not self.editor.position:
            return  # about something else, or too late: there has been another edit
        self._stale_timer.stop()
        self.is_slow = False
        was_impossible = self.view.is_impossible
        self._findings = answer.result or Findings(request.position)
        # The marks of the cells appear or disappear with it.
        self._announce(is_seen=was_impossible != self.view.is_impossible)

    def _announce(self, is_seen: bool = False) -> None:
        if is_seen or self._chances_enabled:
            self.chances_changed.emit()
        self.findings_changed.emit()


def _renewed(kept: KeptDerivations, edit: int, levels: DerivationLevels, knowledge: KnowledgeCopy) -> KeptDerivations:
    """Return ``knowledge`` with the derivations ``kept``; find the levels of all, in the thread of the learner."""
    renewed = kept.renewed(knowledge, edit)
    for derivation in (*renewed.settled.values(), *renewed.sentences):
        levels.of(derivation)
    return renewed


def _snapshot_of(knowledge: KnowledgeCopy, editor: PositionEditor) -> AgentSnapshot:
    return AgentSnapshot.of(editor.edits, knowledge.sentences, knowledge.settled, editor.position.clues)


def _changed(one: Mapping[Cell, Derivation], other: Mapping[Cell, Derivation]) -> frozenset[Cell]:
    """Return the cells whose verdicts differ."""
    others = {cell for cell, now in other.items() if (before := one.get(cell)) is not now and not _is_same(before, now)}
    return frozenset(others.union(cell for cell in one if cell not in other))


def _is_same(before: Derivation | None, now: Derivation) -> bool:
    return before is not None and before.count == now.count

"""Keeps the knowledge of an agent up to date change by change, with the changes that views have not seen yet."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Change, Derivation, Rule
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeCopy
from minesweeper_qt.model.play.update import Update


class Known:
    """The knowledge of an agent, made of the changes that its learner reports.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> known, agent = Known(0), MinesweeperAI(1, 3)
    >>> known.apply(agent.add_knowledge((0, 0), 1), None)
    >>> known.snapshot.revision, known.snapshot.mines
    (1, frozenset({(0, 1)}))

    Attributes: ``revision``, which grows with each change; ``settled``, the verdicts by cell; ``cells``, the cells that
    look different since the last update, to which others may be added.
    """

    def __init__(self, revision: int) -> None:
        self.revision = revision
        self.settled: dict[Cell, Derivation] = {}
        self.cells: set[Cell] = set()
        self._sentences: dict[int, Derivation] = {}
        self._mine_count: Derivation | None = None
        self._moves_made: set[Cell] = set()
        self._safes: set[Cell] = set()
        self._mines: set[Cell] = set()
        self._added: dict[int, Derivation] = {}
        self._removed: dict[int, Derivation] = {}
        self._snapshot: AgentSnapshot | None = None

    @property
    def snapshot(self) -> AgentSnapshot:
        """What is known now; the same object until something changes."""
        if self._snapshot is None:
            whole = self._mine_count
            sentences = [self._sentences[number] for number in sorted(self._sentences)]
            if whole is not None and whole.number in self._sentences:
                sentences.remove(whole)
                sentences.append(whole)
            self._snapshot = AgentSnapshot(
                self.revision,
                tuple(sentences),
                dict(self.settled),
                frozenset(self._safes),
                frozenset(self._mines),
                frozenset(self._moves_made),
            )
        return self._snapshot

    def begin(self, knowledge: KnowledgeCopy) -> None:
        """Start with what a new agent knows before its first clue."""
        self._change()
        self._mine_count = knowledge.mine_count
        self._add(knowledge.sentences)
        for cell, verdict in knowledge.settled.items():
            self._settle(verdict, (cell,))

    def apply(self, change: Change, mine_count: Derivation | None) -> None:
        """Apply what the next clue changed; ``mine_count`` is the agent's sentence of the mine count after it."""
        self._change()
        self._mine_count = mine_count
        self._moves_made.add(change.cell)
        for verdict in change.retracted:
            for cell in verdict.cells:
                del self.settled[cell]
            self._safes -= verdict.cells
            self._mines -= verdict.cells
            self.cells |= verdict.cells
        for verdict in (*change.safes, *change.mines):
            self._settle(verdict, verdict.cells)
        for derivation in change.removed:
            del self._sentences[derivation.number]
            if self._added.pop(derivation.number, None) is None:
                self._removed[derivation.number] = derivation
        self._add(change.added)

    def _settle(self, verdict: Derivation, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self.settled[cell] = verdict
        (self._mines if verdict.count else self._safes).update(cells)
        self.cells.update(cells)

    def take_update(self, ai_cell: Cell | None = None) -> Update:
        """Return the changes since the last call; ``ai_cell`` is the last cell that the agent opened since then."""
        # The sentence of the mine count is the first one of an agent, however many clues are learned until it is seen.
        added = sorted(self._added.values(), key=lambda derivation: derivation.origin.rule is not Rule.MINE_COUNT)
        update = Update(frozenset(self.cells), tuple(added), tuple(self._removed.values()), ai_cell)
        self.cells, self._added, self._removed = set(), {}, {}
        return update

    def _add(self, derivations: Iterable[Derivation]) -> None:
        for derivation in derivations:
            self._sentences[derivation.number] = self._added[derivation.number] = derivation

    def _change(self) -> None:
        self.revision += 1
        self._snapshot = None

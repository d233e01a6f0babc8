"""Reads what an agent has learned as derivations: its own ones, or claims made of its sentences and sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import AgentError, CellError
from minesweeper_qt.model.evidence.derivation import Change, Derivation
from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.knowledge.agent import Agent, knowledge_view
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase


@dataclass(frozen=True, slots=True)
class KnowledgeCopy:
    """An immutable ``KnowledgeView``: what an agent knew at one moment.

    ``is_undecided``: the agent states that it is too hard to decide whether any layout agrees with what it knows.

    >>> list(KnowledgeCopy())
    []
    """

    sentences: tuple[Derivation, ...] = ()
    settled: Mapping[Cell, Derivation] = field(default_factory=dict)
    mine_count: Derivation | None = None
    is_undecided: bool = False

    def __iter__(self) -> Iterator[Derivation]:
        return iter(self.sentences)


class KnowledgeReader:
    """Reads the knowledge of one agent on ``board``, after each clue that it learned.

    For an agent that offers derivations these are passed on. For any other, each sentence and each cell in ``mines`` or
    ``safes`` becomes a derivation by ``Rule.STATED`` or ``Rule.CLAIMED`` when it appears first, and stays the same one
    until it is gone. Empty sentences are left out; equal sentences count once. A cell that is in both sets at once
    keeps the verdict that it had, and counts as a mine if it had none.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> agent = MinesweeperAI(1, 3)
    >>> reader = KnowledgeReader(agent, Board(1, 3))
    >>> change = reader.change((0, 0), 1, agent.add_knowledge((0, 0), 1))
    >>> [verdict.text for verdict in change.mines]
    ['{(0, 1)} = 1']

    Attribute: ``agent``. The methods raise ``AgentError`` where the agent's attributes can't be understood.
    """

    def __init__(self, agent: Agent, board: Board) -> None:
        self.agent = agent
        self._board = board
        self._view = knowledge_view(agent)
        self._moves = 0
        self._made = 0
        self._sentences: dict[tuple[frozenset[Cell], int], Derivation] = {}
        self._settled: dict[Cell, Derivation] = {}

    @property
    def mine_count(self) -> Derivation | None:
        """The agent's sentence of the mine count; ``None`` if it has none or offers no derivations."""
        return None if self._view is None else self._view.mine_count

    def copy(self) -> KnowledgeCopy:
        """Return a copy of all that the agent knows now."""
        if self._view is not None:
            # Of the views, the knowledge base alone searches for contradictions and may find none in time.
            is_undecided = isinstance(self._view, KnowledgeBase) and self._view.is_undecided
            return KnowledgeCopy(tuple(self._view), dict(self._view.settled), self._view.mine_count, is_undecided)
        self._compare((0, 0), 0)
        return KnowledgeCopy(tuple(self._sentences.values()), dict(self._settled))

    def change(self, cell: Cell, clue: int, returned: object) -> Change:
        """Return what changed with the clue at ``cell``; ``returned`` is what ``add_knowledge`` returned."""
        self._moves += 1
        if self._view is not None and isinstance(returned, Change):
            return returned
        return self._compare(cell, clue)

    def _compare(self, cell: Cell, clue: int) -> Change:
        """Return the difference between what the agent states now and what it stated at the last call."""
        stated, claimed = self._stated(), self._claimed()
        removed = [self._sentences.pop(key) for key in self._sentences.keys() - stated.keys()]
        retracted = [self._settled.pop(gone) for gone in list(self._settled) if gone not in claimed]
        for known, count in claimed.items():
            if known in self._settled and self._settled[known].count != count:
                retracted.append(self._settled.pop(known))
        added = [self._make(Rule.STATED, *key) for key in stated if key not in self._sentences]
        self._sentences.update(((derivation.cells, derivation.count), derivation) for derivation in added)
        verdicts = [
            self._make(Rule.CLAIMED, frozenset((known,)), count)
            for known, count in claimed.items()
            if known not in self._settled
        ]
        self._settled.update((known, verdict) for verdict in verdicts for known in verdict.cells)
        return Change(
            cell,
            clue,
            self._moves,
            tuple(added),
            tuple(sorted(removed, key=_number)),
            tuple(verdict for verdict in verdicts if not verdict.count),
            tuple(verdict for verdict in verdicts if verdict.count),
            tuple(sorted(retracted, key=_number)),
        )

    def _make(self, rule: Rule, cells: frozenset[Cell], count: int) -> Derivation:
        self._made += 1
        return Derivation(self._made, rule, cells, count, (), self._moves, None)

    def _stated(self) -> dict[tuple[frozenset[Cell], int], None]:
        """Return the agent's sentences, each once and in its order, without empty ones."""
        keys: dict[tuple[frozenset[Cell], int], None] = {}
        for statement in self.agent.knowledge:
            cells = frozenset(self._cells("a sentence", statement.cells))
            if not isinstance(statement.count, int):
                raise AgentError(f"the count of a sentence is {statement.count!r}; allowed are whole numbers")
            if cells:
                keys[cells, statement.count] = None
        return keys

    def _claimed(self) -> dict[Cell, int]:
        """Return each cell that the agent claims to be a mine (1) or safe (0), in reading order."""
        mines, safes = set(self._cells("mines", self.agent.mines)), set(self._cells("safes", self.agent.safes))
        claimed = dict.fromkeys(sorted(mines | safes), 0)
        for cell in mines:
            before = self._settled.get(cell)
            claimed[cell] = before.count if cell in safes and before is not None else 1
        return claimed

    def _cells(self, holder: str, cells: Iterable[Cell]) -> list[Cell]:
        """Return ``cells`` as the pairs of the board; ``holder`` is what the agent keeps them in."""
        try:
            return [self._board.cell((cell[0], cell[1]) if len(cell) == 2 else cell) for cell in cells]
        except (CellError, TypeError) as error:
            raise AgentError(f"{holder} of the agent: {error}") from error


def _number(derivation: Derivation) -> int:
    return derivation.number

"""Provides a board source with a given position, a fake worker, and proofs, to the tests of panels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView, Selection
from minesweeper_qt.gui.session.computations import find_proof
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request
from minesweeper_qt.model import AgentSnapshot, Cell, KnowledgeBase, Position, State
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.evidence.proof import Proof, ProofLine
from minesweeper_qt.model.evidence.proof_step import ProofStep
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.explain.why_not import WhyNot
from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of

NO_CELLS: frozenset[Cell] = frozenset()


def cells(*listed: Cell) -> frozenset[Cell]:
    return frozenset(listed)


def ask(panel: WhyPanel, cell: Cell) -> None:
    """Ask about ``cell`` in the window of ``panel``."""
    panel.findChild(FixedBoardSource).selection.ask(cell)


def lines(panel: WhyPanel) -> tuple[ProofLine, ...]:
    """Return the lines that ``panel`` shows."""
    return tuple(shown.row.line for shown in panel.model.rows)


class FakeWorker:
    """Replaces the worker: it keeps the ``requests`` for explanations, and the test answers the last one by ``answer``.

    ``known`` is what proofs were to start from.
    """

    def __init__(self) -> None:
        self.requests: list[tuple[Position, Cell]] = []
        self.known: list[AgentSnapshot | None] = []
        self._open = Request()

    def request(
        self,
        then: Callable[[Outcome[tuple[Proof | Undecided, WhyNot | None]]], None],
        function: Callable[..., object],
        position: Position,
        cell: Cell,
        from_clues: bool,
        known: AgentSnapshot | None,
        uses_mine_count: bool,
        *,
        lane: Lane,
        slow: Callable[[], None],
    ) -> Request:
        assert (function, lane) == (find_proof, Lane.LONG)
        assert not self.is_computing, "the last request is cancelled first"
        self.requests.append((position, cell))
        if not from_clues:
            self.known.append(known)
        self._then, self.slow, self._open = then, slow, Request(is_open=True)
        return self._open

    @property
    def is_computing(self) -> bool:
        return self._open.is_open

    def answer(self, found: Proof | Undecided | Exception, why_not: WhyNot | None = None) -> None:
        self._open.is_open = False
        self._then(Outcome(error=found) if isinstance(found, Exception) else Outcome((found, why_not)))


class FixedView(PositionView):
    """The view of a position and of a knowledge base, without marks on the board."""

    def look(self, cell: Cell) -> Look:
        clue = self.position.clues.get(cell)
        return Look(Face.COVERED) if clue is None else Look(Face.REVEALED, clue)


class FixedBoardSource(BoardSource):
    """A board source with a given position and the knowledge base that the rules derive from it, ``knowledge``.

    ``comparison``, ``state``, ``game`` and ``agent`` are those of its view after ``touch``, ``selection`` that of a
    window around it.
    """

    def __init__(self, position: Position) -> None:
        self.comparison: KnowledgeComparison | None = None
        self.state = State.PLAYING
        self.game = self.agent = 0
        self._set_position(position)
        super().__init__(self._make_view())
        self.worker = FakeWorker()
        self.selection = Selection(self)

    def _set_position(self, position: Position) -> None:
        self._position = position
        self.knowledge: KnowledgeBase = knowledge_of(position)

    def _make_view(self) -> PositionView:
        position, knowledge = self._position, self.knowledge
        snapshot = AgentSnapshot.of(0, knowledge, knowledge.settled, position.clues)
        return FixedView(
            position, snapshot, comparison=self.comparison, state=self.state, game=self.game, agent=self.agent
        )

    def set_position(self, position: Position) -> None:
        """Show another position of the same game."""
        self._set_position(position)
        self.touch()

    def show_anew(self) -> None:
        """Let views show all cells again."""
        self.changed.emit(replace(self.view, is_impossible=True), self.view)

    def replace_agent(self) -> None:
        """Show the knowledge of another agent."""
        self.agent += 1
        self.touch()

    def start_game(self, position: Position) -> None:
        """Show another game."""
        self._set_position(position)
        self.game += 1
        self.touch()


POSITION = Position.from_text("5x4x4\n1HHH0\n1H3HH\nHHHHH\nHHHHH\n")
"""The position of these tests; their proofs and layouts of it need not be true."""

CELL = (0, 1)


def proof(position: Position = POSITION, cell: Cell = CELL, first: Cell = (0, 0)) -> Proof:
    """Return a proof of three lines, which read the clues at ``first`` and (1, 0): ``cell`` is safe in the last."""
    steps = (
        ProofStep(1, Rule.CLUE, cells(cell, (1, 1)), 1, (), first),
        ProofStep(2, Rule.ALL_MINES, cells((1, 1)), 1, (1,)),
        ProofStep(3, Rule.CLUE, cells((2, 1)), 1, (), (1, 0)),
        ProofStep(4, Rule.ALL_MINES, cells((2, 1)), 1, (3,)),
        ProofStep(5, Rule.ALL_SAFE, cells(cell), 0, (1,)),
    )
    return Proof(position, cell, False, Reasoning.SUBSET, steps)


LINES = (
    ProofLine("1. {(0, 1), (1, 1)} = 1: the clue 1 at (0, 0)", 1, clues=cells((0, 0)), cells=cells((0, 1), (1, 1))),
    ProofLine("2. {(1, 1)} = 1: the clue 1 at (1, 0)", 2, clues=cells((1, 0)), cells=cells((1, 1))),
    ProofLine("3. So (0, 1) is safe.", 3, cells=cells((0, 1)), safes=cells((0, 1))),
)

CASE_LINES = (
    ProofLine(
        "1. {(0, 1), (0, 2), (0, 3), (1, 1), (1, 3), (2, 1), (2, 2), (2, 3)} = 3 because the 3 at (1, 2) counts the "
        "mines among its covered neighbours",
        1,
        clues=cells((1, 2)),
        cells=cells((0, 1), (0, 2), (0, 3), (1, 1)),
    ),
    ProofLine("2. {(0, 1), (1, 1)} = 1 because the 1 at (0, 0) says so", 2, 0, cells((0, 0)), cells((0, 1), (1, 1))),
    ProofLine("3. There are 2 ways to fill {(0, 1), (1, 1)} = 1 (step 2):", 3, 0, cells=cells((0, 1), (1, 1))),
    ProofLine("Either (0, 1) is a mine, (1, 1) is safe:", 3, 1, mines=cells((0, 1)), safes=cells((1, 1)),
         is_assumption=True),
    ProofLine("then (0, 2) and (0, 3) are safe: the 3 at (1, 2) is complete.", 3, 2, cells((1, 2)),
         safes=cells((0, 2), (0, 3))),
    ProofLine("In all cases that can be, (2, 2) is safe.", 3, 0, safes=cells((2, 2))),
)  # fmt: skip

LAYOUTS = (cells((0, 1), (1, 3), (2, 4), (3, 0)), cells((1, 1), (0, 3), (2, 2), (3, 0)))
UNDECIDED = Undecided(POSITION, CELL, Fraction(1, 3), 84, *LAYOUTS, NO_CELLS, Fraction(1, 6), ((3, 3), (3, 4)))
"""Two layouts of ``POSITION`` that show ``CELL`` undecided, with the least risk at other cells."""

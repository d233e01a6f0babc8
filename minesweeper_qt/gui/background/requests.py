"""The requests for results about a position, each of which computes itself, and their answers. No Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Generic, TypeVar

from minesweeper_qt.gui.background.findings import Findings, find
from minesweeper_qt.gui.background.risk import Risk, find_risk
from minesweeper_qt.gui.background.tools import Tools
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.model import AgentSnapshot, Cell, Choice, Position, ReasoningLevels, Rules
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.evidence.lack import Lack
from minesweeper_qt.model.evidence.outline import Outline
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.explain.why_not import why_not
from minesweeper_qt.model.knowledge.agent import MovePicker

Result = TypeVar("Result")
"""The type of the result of a request."""


class Lane(Enum):
    """The threads that requests are computed in: those in one lane never wait for those in the other."""

    SHORT = "short"
    """Computations of half a second at most."""
    LONG = "long"
    """Searches that may take several seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Request(ABC, Generic[Result]):
    """A request for a ``Result`` about ``position``.

    ``revision`` is chosen by the requester, who finds it again in the answer. ``lane`` is the thread of all requests of
    one type. Of those that wait for it, the one with the lowest ``priority`` is next; of equal ones the oldest. No two
    requests are equal: a second one for the same is another request.
    """

    revision: int
    position: Position

    lane: ClassVar[Lane] = Lane.SHORT
    priority: ClassVar[int] = 2

    @abstractmethod
    def compute(self, tools: Tools) -> Result:
        """Return the result, in a thread that ``tools`` belongs to; raise ``Stopped`` soon after it is stopped."""


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceRequest(Request[Choice | None]):
    """A request for the cell that a strategy opens next; the result is ``None`` when no cell is left.

    ``strategy`` is its name, ``rules`` and ``seed`` are those of the game. ``picker`` is what the strategy uses of the
    agent: a ``SnapshotPicker`` if the agent may go on learning meanwhile.
    """

    strategy: str
    rules: Rules
    seed: int | None
    picker: MovePicker

    def compute(self, tools: Tools) -> Choice | None:
        return tools.strategy(self.strategy, self.rules, self.seed).choose(self.position, self.picker)


@dataclass(frozen=True, slots=True, eq=False)
class MoveRequest(ChoiceRequest):
    """A request for a cell to open at once."""

    priority: ClassVar[int] = 0


@dataclass(frozen=True, slots=True, eq=False)
class HintRequest(ChoiceRequest):
    """A request for a cell to show to the player."""

    priority: ClassVar[int] = 1


@dataclass(frozen=True, slots=True, eq=False)
class ChancesRequest(Request[Chances]):
    """A request for the chances of all covered cells."""

    def compute(self, tools: Tools) -> Chances:
        return Chances.of(tools.engine.solve(self.position))


@dataclass(frozen=True, slots=True, eq=False)
class RiskRequest(Request[Risk]):
    """A request for the risk of a move that was made: of opening ``cell``, or with ``is_chord`` the cells around it.

    ``position`` is the one before the move, ``revision`` the number of the move.
    """

    cell: Cell
    is_chord: bool

    def compute(self, tools: Tools) -> Risk:
        return find_risk(tools.engine, self.position, self.cell, self.is_chord)


@dataclass(frozen=True, slots=True, eq=False)
class FindingsRequest(Request[Findings]):
    """A request for the chances and the number of layouts of an edited position, or for its contradicting clues."""

    def compute(self, tools: Tools) -> Findings:
        return find(self.position, tools.engine, tools.should_stop)


@dataclass(frozen=True, slots=True, eq=False)
class ProofRequest(Request[Proof | Undecided]):
    """A request for a proof of the verdict on ``cell`` from the clues, or for two layouts that show it undecided."""

    lane: ClassVar[Lane] = Lane.LONG
    priority: ClassVar[int] = 0
    cell: Cell

    def compute(self, tools: Tools) -> Proof | Undecided:
        return tools.explainer(self.position).explain(self.cell)


@dataclass(frozen=True, slots=True)
class Outlined:
    """The short proof ``found`` for a cell, or two layouts.

    ``lack`` is what the agent's rules lack for the cell; ``None`` for one that is undecided, or that they have settled.
    """

    found: Outline | Undecided
    lack: Lack | None = None


@dataclass(frozen=True, slots=True, eq=False)
class OutlineRequest(Request[Outlined]):
    """A request for a short proof of the verdict on ``cell`` from what an agent knows, or for two layouts.

    ``known``: what it knows; ``None`` stands for what the three rules know. ``uses_mine_count``: it is told the number
    of mines.
    """

    lane: ClassVar[Lane] = Lane.LONG
    priority: ClassVar[int] = 0
    cell: Cell
    known: AgentSnapshot | None
    uses_mine_count: bool

    def compute(self, tools: Tools) -> Outlined:
        finder = tools.outline_finder(self.position, self.known)
        found = finder.find(self.cell)
        if isinstance(found, Undecided) or self.cell in finder.known.settled:
            return Outlined(found)
        return Outlined(found, why_not(found, finder.known, uses_mine_count=self.uses_mine_count))


@dataclass(frozen=True, slots=True, eq=False)
class LevelsRequest(Request[ReasoningLevels]):
    """A request for the reasoning level of each certain cell."""

    lane: ClassVar[Lane] = Lane.LONG
    priority: ClassVar[int] = 1

    def compute(self, tools: Tools) -> ReasoningLevels:
        return tools.explainer(self.position).levels


@dataclass(frozen=True, slots=True)
class Answer(Generic[Result]):
    """The ``result`` of a request, or the ``error`` that was raised instead."""

    request: Request[Result]
    result: Result | None = None
    error: Exception | None = None

    @classmethod
    def to(cls, request: Request[Result], tools: Tools) -> Answer[Result]:
        """Compute ``request`` and return its answer, which holds the error if one is raised."""
        try:
            return cls(request, request.compute(tools))
        except Exception as error:  # of any type: every request must get an answer
            return cls(request, error=error)

    @property
    def problem(self) -> str:
        """The reason why there is no result; empty when there is one."""
        return "" if self.error is None else str(self.error) or type(self.error).__name__

    @property
    def mistake(self) -> Exception | None:
        """The error if it is a mistake in the program, and none of the errors of the model that are to be expected."""
        return None if isinstance(self.error, MinesweeperError) else self.error

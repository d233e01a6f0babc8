"""The public API of the model: the game, the agents and the reasoning, without a window and without Qt.

May import nothing of the project outside ``model``; README.md in the folder above lists the layers.

The example plays one game with the CS50 agent, until the agent has no move left or reveals a mine:

>>> from minesweeper_qt.model import Minesweeper, MinesweeperAI
>>> game = Minesweeper(8, 8, 8, seed=51)
>>> ai = MinesweeperAI(8, 8, seed=51)
>>> lost = False
>>> while not lost:
...     cell = ai.make_safe_move() or ai.make_random_move()
...     if cell is None:
...         break
...     lost = game.is_mine(cell)
...     if not lost:
...         change = ai.add_knowledge(cell, game.nearby_mines(cell))
>>> lost, ai.mines == game.mines
(False, True)
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from minesweeper_qt.model.audit.auditor import audit
from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import CLASSIC_RULES, CS50_RULES, DIFFICULTIES, Difficulty, FirstClick, Rules, Win
from minesweeper_qt.model.board.sentence import Sentence
from minesweeper_qt.model.check.derivation_checker import Checker, DerivationError
from minesweeper_qt.model.check.outline_checker import OutlineError, check_outline
from minesweeper_qt.model.check.proof_checker import ProofError, check_proof
from minesweeper_qt.model.errors import (
    ActionSyntaxError,
    AgentError,
    BoardSizeError,
    BoardsSyntaxError,
    CellError,
    ClueError,
    InconsistentPosition,
    MineCountError,
    MinesweeperError,
    PositionSyntaxError,
    RecordSyntaxError,
    ResultsError,
    SeedError,
    SentenceError,
    StrategyError,
    TooHard,
    WorkerLost,
)
from minesweeper_qt.model.evidence.derivation import Change, Derivation, InconsistentKnowledge, Rule
from minesweeper_qt.model.evidence.outline import Outline, OutlineLine
from minesweeper_qt.model.evidence.outline_text import outline_lines, outline_text
from minesweeper_qt.model.evidence.proof import Proof, ProofLine, proof_lines
from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.layout_sampling import draw_layout
from minesweeper_qt.model.exact.probability import Engine, Probabilities, mine_probabilities
from minesweeper_qt.model.explain.explainer import Explainer, explain
from minesweeper_qt.model.explain.outline_finder import OutlineFinder, outline
from minesweeper_qt.model.game.action import Action, GameOver, IllegalAction, Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, Minesweeper, Observation, State
from minesweeper_qt.model.knowledge.agent import Agent, AgentFactory, AgentSnapshot, KnowledgeView, MovePicker
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels, reasoning_levels
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, play_game
from minesweeper_qt.model.lab.given_boards import GivenBoard, read_boards
from minesweeper_qt.model.lab.tallies import Tally
from minesweeper_qt.model.play.agent_move import AgentMove, AgentMoveKind, play_agent_move, play_choice, seen_by_player
from minesweeper_qt.model.play.history import History, Moment
from minesweeper_qt.model.play.playthrough import Playthrough
from minesweeper_qt.model.play.record import Record
from minesweeper_qt.model.play.recorded_move import RecordedMove
from minesweeper_qt.model.play.turn import Turn, TurnKind, TurnMaker
from minesweeper_qt.model.play.turn_reason import TurnReason, TurnReasonKind
from minesweeper_qt.model.play.update import Update
from minesweeper_qt.model.statistics.win_rates import paired_interval, wilson_interval
from minesweeper_qt.model.strategy.strategies import STRATEGIES, Choice, Strategy, make_strategy
from minesweeper_qt.model.text.obstacle_text import Obstacle, ObstacleKind
from minesweeper_qt.model.text.reason_text import ChoiceReason, ChoiceReasonKind

if TYPE_CHECKING:
    from minesweeper_qt.model.audit.case import Case
    from minesweeper_qt.model.audit.course_checks import CheckResult
    from minesweeper_qt.model.audit.finding import Cause, Finding
    from minesweeper_qt.model.audit.finding_kind import FindingKind, Severity
    from minesweeper_qt.model.audit.report import Report
    from minesweeper_qt.model.student.launch import PythonNotStarted
    from minesweeper_qt.model.student.limits import Limits
    from minesweeper_qt.model.student.student_file import StudentFile, StudentFileError
    from minesweeper_qt.model.watch.composer import Composer
    from minesweeper_qt.model.watch.composition import Composition, RowKind
    from minesweeper_qt.model.watch.difference import Difference
    from minesweeper_qt.model.watch.difference_diagnosis import DifferenceDiagnosis, diagnose
    from minesweeper_qt.model.watch.student_game import StudentGame

__all__ = [
    "CLASSIC_RULES",
    "CS50_RULES",
    "DIFFICULTIES",
    "STRATEGIES",
    "Action",
    "ActionResult",
    "ActionSyntaxError",
    "Agent",
    "AgentError",
    "AgentFactory",
    "AgentMove",
    "AgentMoveKind",
    "AgentSnapshot",
    "Board",
    "BoardSizeError",
    "BoardsSyntaxError",
    "Case",
    "Cause",
    "Cell",
    "CellError",
    "Change",
    "CheckResult",
    "Checker",
    "Choice",
    "ChoiceReason",
    "ChoiceReasonKind",
    "ClueError",
    "Composer",
    "Composition",
    "Derivation",
    "DerivationError",
    "Difference",
    "DifferenceDiagnosis",
    "Difficulty",
    "Engine",
    "Experiment",
    "Explainer",
    "Finding",
    "FindingKind",
    "FirstClick",
    "GameOver",
    "GameResult",
    "GivenBoard",
    "History",
    "IllegalAction",
    "InconsistentKnowledge",
    "InconsistentPosition",
    "KnowledgeBase",
    "KnowledgeView",
    "Limits",
    "MineCountError",
    "Minesweeper",
    "MinesweeperAI",
    "MinesweeperError",
    "Moment",
    "MovePicker",
    "Observation",
    "Obstacle",
    "ObstacleKind",
    "Outline",
    "OutlineError",
    "OutlineFinder",
    "OutlineLine",
    "Playthrough",
    "Position",
    "PositionSyntaxError",
    "Probabilities",
    "Proof",
    "ProofError",
    "ProofLine",
    "ProofRule",
    "PythonNotStarted",
    "Reasoning",
    "ReasoningLevels",
    "Record",
    "RecordSyntaxError",
    "RecordedMove",
    "Report",
    "ResultsError",
    "RowKind",
    "Rule",
    "Rules",
    "SeedError",
    "Sentence",
    "SentenceError",
    "Severity",
    "State",
    "Strategy",
    "StrategyError",
    "StudentFile",
    "StudentFileError",
    "StudentGame",
    "Tally",
    "TooHard",
    "Turn",
    "TurnKind",
    "TurnMaker",
    "TurnReason",
    "TurnReasonKind",
    "Undecided",
    "Update",
    "Verb",
    "Win",
    "WorkerLost",
    "audit",
    "check_outline",
    "check_proof",
    "diagnose",
    "draw_layout",
    "explain",
    "make_strategy",
    "mine_probabilities",
    "outline",
    "outline_lines",
    "outline_text",
    "paired_interval",
    "play_agent_move",
    "play_choice",
    "play_game",
    "proof_lines",
    "read_boards",
    "reasoning_levels",
    "seen_by_player",
    "wilson_interval",
]

_LATE = {
    "Case": "audit.case",
    "Cause": "audit.finding",
    "CheckResult": "audit.course_checks",
    "Composer": "watch.composer",
    "Composition": "watch.composition",
    "Difference": "watch.difference",
    "DifferenceDiagnosis": "watch.difference_diagnosis",
    "Finding": "audit.finding",
    "FindingKind": "audit.finding_kind",
    "Limits": "student.limits",
    "PythonNotStarted": "student.launch",
    "Report": "audit.report",
    "RowKind": "watch.composition",
    "Severity": "audit.finding_kind",
    "StudentFile": "student.student_file",
    "StudentFileError": "student.student_file",
    "StudentGame": "watch.student_game",
    "diagnose": "watch.difference_diagnosis",
}
"""Names that are imported when they are first used, each with its module: the window opens sooner without them."""

_RENAMED = {
    "Kind": "TurnKind",
    "LEVELS": "DIFFICULTIES",
    "Level": "Difficulty",
    "Levels": "ReasoningLevels",
    "Line": "ProofLine",
    "Maker": "TurnMaker",
    "Move": "AgentMove",
    "MoveKind": "AgentMoveKind",
    "Played": "ActionResult",
    "levels_of": "reasoning_levels",
    "lines_of": "proof_lines",
}
"""Names of version 0.1.0, which still work, each with the current name."""


def __getattr__(name: str) -> Any:
    """Return a name that is imported late; or the object that had the old name ``name``, with a ``DeprecationWarning``.

    Raises ``AttributeError`` for any other name.
    """
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    if name not in _RENAMED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(f"{name} is now called {_RENAMED[name]}", DeprecationWarning, stacklevel=2)
    return globals()[_RENAMED[name]]

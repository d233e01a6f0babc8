"""The public API of the model: the game, the agents and the reasoning, without a window and without Qt.

Its version is that of the program, ``minesweeper_qt.__version__``: below 1.0, names may change with the second number.

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

from importlib import import_module
from typing import TYPE_CHECKING, Any

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import (
    CLASSIC_RULES,
    CS50_RULES,
    DIFFICULTIES,
    Difficulty,
    FirstClick,
    Guesses,
    Rules,
    Win,
)
from minesweeper_qt.model.errors import (
    ActionSyntaxError,
    AgentError,
    BoardCodeError,
    BoardSizeError,
    BoardsSyntaxError,
    CellError,
    ClueError,
    ForeignFileError,
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
from minesweeper_qt.model.evidence.derivation import (
    Change,
    Derivation,
    InconsistentKnowledge,
    Reasoning,
    Rule,
    Sentence,
)
from minesweeper_qt.model.exact.probability import Engine, Probabilities, mine_probabilities
from minesweeper_qt.model.game.action import Action, GameOver, IllegalAction, Obstacle, ObstacleKind, Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, Minesweeper, Observation, State
from minesweeper_qt.model.knowledge.agent import Agent, AgentSnapshot, MovePicker
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.play.history import History, Moment
from minesweeper_qt.model.play.playthrough import Playthrough, Update
from minesweeper_qt.model.play.turn import (
    AgentMove,
    AgentMoveKind,
    Turn,
    TurnKind,
    TurnMaker,
    TurnReason,
    TurnReasonKind,
    play_agent_move,
    play_choice,
    seen_by_player,
)
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind
from minesweeper_qt.model.strategy.strategies import STRATEGIES, Choice, Strategy, make_strategy

if TYPE_CHECKING:
    from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg
    from minesweeper_qt.model.check.certificate_checker import CertificateError, check_certificate
    from minesweeper_qt.model.check.derivation_checker import Checker, DerivationError
    from minesweeper_qt.model.check.proof_checker import ProofError, check_proof
    from minesweeper_qt.model.dealing.certificate import GuessNeeded, certify
    from minesweeper_qt.model.dealing.fair_guesses import FairDealer
    from minesweeper_qt.model.dealing.no_guess import FoundBoard, HardestStep, find_board, hardest_step
    from minesweeper_qt.model.evidence.certificate import Certificate
    from minesweeper_qt.model.evidence.logic import Cnf, Formula, Notation, to_cnf, to_course, to_dimacs, to_smtlib
    from minesweeper_qt.model.evidence.proof import Proof, short_lines, short_text
    from minesweeper_qt.model.evidence.proof_step import ProofLine
    from minesweeper_qt.model.evidence.undecided import Undecided
    from minesweeper_qt.model.explain.explainer import Explainer, explain, short_proof
    from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison, RowKind
    from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels, reasoning_levels
    from minesweeper_qt.model.lab.experiment import Experiment, GameResult, GivenBoard, play_game, read_boards
    from minesweeper_qt.model.lab.solver import FalseClaim, SolverAgent, SolverAnswer, SolverProcess, false_claims
    from minesweeper_qt.model.play.board_code import BoardCode, todays_board
    from minesweeper_qt.model.play.record import Record, RecordedMove
    from minesweeper_qt.model.replay.game_file import GameFile, read_code, read_file, read_game, read_text
    from minesweeper_qt.model.review.judgement import JudgedMove, Judgement, Review
    from minesweeper_qt.model.review.review import review
    from minesweeper_qt.model.statistics.win_rates import paired_interval, wilson_interval
    from minesweeper_qt.model.student.auditor import audit
    from minesweeper_qt.model.student.course_checks import CheckResult
    from minesweeper_qt.model.student.diagnosis import diagnose
    from minesweeper_qt.model.student.fault import Fault
    from minesweeper_qt.model.student.finding import Case, Finding, Severity, Skill
    from minesweeper_qt.model.student.knowledge_comparer import KnowledgeComparer
    from minesweeper_qt.model.student.process import PythonNotStarted
    from minesweeper_qt.model.student.report import Report
    from minesweeper_qt.model.student.student_file import StudentFile, StudentFileError
    from minesweeper_qt.model.student.student_game import StudentGame
    from minesweeper_qt.model.student.student_state import FindingKind, Limits

# boards and games
__all__ = ["CLASSIC_RULES", "CS50_RULES", "DIFFICULTIES", "Action", "ActionResult", "Board", "BoardMarks", "Cell"]
__all__ += ["Difficulty", "FirstClick", "Guesses", "Minesweeper", "Observation", "Position", "Rules", "Sentence"]
__all__ += ["State", "Verb", "Win", "board_svg"]
# dealing without luck
__all__ += ["Certificate", "FairDealer", "FoundBoard", "HardestStep", "certify", "find_board", "hardest_step"]
# errors
__all__ += ["ActionSyntaxError", "AgentError", "BoardCodeError", "BoardSizeError", "BoardsSyntaxError", "CellError"]
__all__ += ["ClueError", "ForeignFileError", "GameOver", "GuessNeeded", "IllegalAction", "InconsistentKnowledge"]
__all__ += ["InconsistentPosition", "MineCountError", "MinesweeperError", "PositionSyntaxError", "RecordSyntaxError"]
__all__ += ["ResultsError", "SeedError"]
__all__ += ["SentenceError", "StrategyError", "TooHard", "WorkerLost"]
# agents and what they know
__all__ += ["Agent", "AgentSnapshot", "Change", "Derivation", "KnowledgeBase"]
__all__ += ["MinesweeperAI", "MovePicker", "Reasoning", "ReasoningLevels", "Rule", "reasoning_levels"]
# chances and strategies
__all__ += ["STRATEGIES", "Choice", "ChoiceReason", "ChoiceReasonKind", "Engine", "Probabilities", "Strategy"]
__all__ += ["make_strategy", "mine_probabilities"]
# explanations
__all__ += ["Explainer", "Obstacle", "ObstacleKind", "Proof", "ProofLine", "Undecided", "explain"]
__all__ += ["short_lines", "short_proof", "short_text"]
# propositional logic
__all__ += ["Cnf", "Formula", "Notation", "to_cnf", "to_course", "to_dimacs", "to_smtlib"]
# checkers
__all__ += ["CertificateError", "Checker", "DerivationError", "ProofError", "check_certificate", "check_proof"]
# games with an agent in them
__all__ += ["AgentMove", "AgentMoveKind", "BoardCode", "History", "Moment", "Playthrough", "Record", "RecordedMove"]
__all__ += ["Turn", "TurnKind", "TurnMaker", "TurnReason", "TurnReasonKind", "Update", "play_agent_move", "play_choice"]
__all__ += ["seen_by_player", "todays_board"]
# reviews of games
__all__ += ["JudgedMove", "Judgement", "Review", "review"]
# games of other programs
__all__ += ["GameFile", "read_code", "read_file", "read_game", "read_text"]
# many games
__all__ += ["Experiment", "GameResult", "GivenBoard", "paired_interval", "play_game", "read_boards"]
__all__ += ["wilson_interval"]
# solvers of other programs
__all__ += ["FalseClaim", "SolverAgent", "SolverAnswer", "SolverProcess", "false_claims"]
# someone else's agent
__all__ += ["Case", "CheckResult", "Fault", "Finding", "FindingKind"]
__all__ += ["KnowledgeComparer", "KnowledgeComparison", "Limits", "PythonNotStarted", "Report", "RowKind"]
__all__ += ["Severity", "Skill", "StudentFile", "StudentFileError", "StudentGame", "audit", "diagnose"]

_LATE = {
    "board.board_svg": "BoardMarks board_svg",
    "student.auditor": "audit",
    "student.course_checks": "CheckResult",
    "student.finding": "Case Finding Severity Skill",
    "student.report": "Report",
    "check.certificate_checker": "CertificateError check_certificate",
    "check.derivation_checker": "Checker DerivationError",
    "check.proof_checker": "ProofError check_proof",
    "dealing.certificate": "GuessNeeded certify",
    "dealing.fair_guesses": "FairDealer",
    "dealing.no_guess": "FoundBoard HardestStep find_board hardest_step",
    "evidence.certificate": "Certificate",
    "evidence.logic": "Cnf Formula Notation to_cnf to_course to_dimacs to_smtlib",
    "evidence.proof": "Proof short_lines short_text",
    "evidence.proof_step": "ProofLine",
    "evidence.undecided": "Undecided",
    "explain.explainer": "Explainer explain short_proof",
    "knowledge.reasoning_levels": "ReasoningLevels reasoning_levels",
    "lab.experiment": "Experiment GameResult GivenBoard play_game read_boards",
    "lab.solver": "FalseClaim SolverAgent SolverAnswer SolverProcess false_claims",
    "play.board_code": "BoardCode todays_board",
    "play.record": "Record RecordedMove",
    "replay.game_file": "GameFile read_code read_file read_game read_text",
    "knowledge.knowledge_comparison": "KnowledgeComparison RowKind",
    "review.judgement": "JudgedMove Judgement Review",
    "review.review": "review",
    "statistics.win_rates": "paired_interval wilson_interval",
    "student.process": "PythonNotStarted",
    "student.student_state": "FindingKind Limits",
    "student.student_file": "StudentFile StudentFileError",
    "student.knowledge_comparer": "KnowledgeComparer",
    "student.fault": "Fault",
    "student.diagnosis": "diagnose",
    "student.student_game": "StudentGame",
}
"""Modules that are imported when one of their names is first used: the window opens sooner without them."""

# Importing a package sets its name here, which is that of a public function. That happens once: now.
for _package in ("explain", "review"):
    import_module(f"{__name__}.{_package}")
    del globals()[_package]


def __getattr__(name: str) -> Any:
    """Return a name that is imported late; raise ``AttributeError`` for any other name."""
    for module, names in _LATE.items():
        if name in names.split():
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

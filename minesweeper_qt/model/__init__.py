"""The game and the reasoning, without a window: script it.

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

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import CLASSIC_RULES, CS50_RULES, LEVELS, FirstClick, Level, Rules, Win
from minesweeper_qt.model.board.sentence import Sentence
from minesweeper_qt.model.check.derivation_checker import Checker, DerivationError
from minesweeper_qt.model.check.proof_checker import ProofError, check_proof
from minesweeper_qt.model.errors import (
    ActionSyntaxError,
    BoardSizeError,
    BoardsSyntaxError,
    CellError,
    ClueError,
    GameOver,
    IllegalAction,
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
from minesweeper_qt.model.evidence.change import Change
from minesweeper_qt.model.evidence.derivation import Derivation, InconsistentKnowledge, Rule
from minesweeper_qt.model.evidence.proof import Line, Proof, lines_of
from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.probability import Engine, Probabilities, mine_probabilities
from minesweeper_qt.model.explain.explainer import Explainer, explain
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper, Observation, Played, State
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.knowledge.reasoning_levels import Levels, levels_of
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, play_game
from minesweeper_qt.model.lab.given_boards import GivenBoard, read_boards
from minesweeper_qt.model.lab.tallies import Tally
from minesweeper_qt.model.play.agent_move import Move, MoveKind, play_agent_move, play_choice, seen_by_player
from minesweeper_qt.model.play.history import History, Moment
from minesweeper_qt.model.play.record import Record
from minesweeper_qt.model.play.turn import Kind, Maker, Turn
from minesweeper_qt.model.statistics.win_rates import paired_interval, wilson_interval
from minesweeper_qt.model.strategy.strategies import STRATEGIES, Choice, Strategy, make_strategy

__all__ = [
    "CLASSIC_RULES",
    "CS50_RULES",
    "LEVELS",
    "STRATEGIES",
    "Action",
    "ActionSyntaxError",
    "Board",
    "BoardSizeError",
    "BoardsSyntaxError",
    "Cell",
    "CellError",
    "Change",
    "Checker",
    "Choice",
    "ClueError",
    "Derivation",
    "DerivationError",
    "Engine",
    "Experiment",
    "Explainer",
    "FirstClick",
    "GameOver",
    "GameResult",
    "GivenBoard",
    "History",
    "IllegalAction",
    "InconsistentKnowledge",
    "InconsistentPosition",
    "Kind",
    "KnowledgeBase",
    "Level",
    "Levels",
    "Line",
    "Maker",
    "MineCountError",
    "Minesweeper",
    "MinesweeperAI",
    "MinesweeperError",
    "Moment",
    "Move",
    "MoveKind",
    "Observation",
    "Played",
    "Position",
    "PositionSyntaxError",
    "Probabilities",
    "Proof",
    "ProofError",
    "ProofRule",
    "Reasoning",
    "Record",
    "RecordSyntaxError",
    "ResultsError",
    "Rule",
    "Rules",
    "SeedError",
    "Sentence",
    "SentenceError",
    "State",
    "Strategy",
    "StrategyError",
    "Tally",
    "TooHard",
    "Turn",
    "Undecided",
    "Verb",
    "Win",
    "WorkerLost",
    "check_proof",
    "explain",
    "levels_of",
    "lines_of",
    "make_strategy",
    "mine_probabilities",
    "paired_interval",
    "play_agent_move",
    "play_choice",
    "play_game",
    "read_boards",
    "seen_by_player",
    "wilson_interval",
]

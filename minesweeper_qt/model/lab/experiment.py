"""Plays the same boards with every strategy, and returns the result of each game.

The ``Experiment`` alone determines what is played: any game can be played anywhere, in any order, with the same result.
``worker_pool`` plays games on many cores or machines, ``results`` keeps the results and adds them up.
"""

from __future__ import annotations

import hashlib
import re
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from itertools import pairwise
from time import thread_time
from typing import Any

from minesweeper_qt.model.board.board import MAX_SIDE, Board, Cell, is_whole
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import CLASSIC_RULES, FirstClick, Guesses, Rules
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.dealing.no_guess import HardestStep, find_board
from minesweeper_qt.model.errors import AgentError, BoardsSyntaxError, MinesweeperError, StrategyError, TooHard
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.game.minesweeper import Minesweeper, Observation, State
from minesweeper_qt.model.knowledge.agent import Agent, MovePicker
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.lab.solver import (
    FalseClaim,
    Reason,
    SolverAgent,
    SolverAnswer,
    SolverProcess,
    false_claims,
    judge_reason,
    read_cell,
    read_object,
)
from minesweeper_qt.model.play.turn import AgentMoveKind, play_choice, seen_by_player
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind
from minesweeper_qt.model.strategy.strategies import CS50, Choice, Strategy, make_strategy
from minesweeper_qt.model.student.driver import Call, Driver, Step
from minesweeper_qt.model.student.fault_text import agent_error_line
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, StudentFailure
from minesweeper_qt.model.words import size_text

SEEDS = 10**15
"""Game seeds are below this number, so that any program can hold them, including the window's dialog."""


@dataclass(frozen=True, slots=True)
class GivenBoard:
    """A layout to be played, and the cell to begin in; without ``start`` the strategy chooses where to begin.

    >>> GivenBoard(2, 3, mines=((0, 1),)).start is None
    True

    Nothing is checked here; ``read_boards`` raises ``BoardsSyntaxError`` for boards that can't be played.
    """

    height: int
    width: int
    mines: tuple[Cell, ...]
    start: Cell | None = None


def read_boards(lines: Iterable[str], rules: Rules = CLASSIC_RULES) -> tuple[GivenBoard, ...]:
    """Return the boards in ``lines``, one on each: ``{"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}``.

    Rows and columns count from 0. ``start`` may be missing or ``null`` where the ``rules`` allow the first click to be
    a mine. Empty lines are skipped.

    >>> read_boards(['{"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}'])
    (GivenBoard(height=2, width=3, mines=((0, 1),), start=(1, 1)),)
    >>> read_boards(['{"height": 2, "width": 3, "mines": [[0, 3]]}'])
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.BoardsSyntaxError: line 1: mines: (0, 3) is off the board; allowed are (0, 0) to (1, 2)

    Raises ``BoardsSyntaxError`` with the number of the line: for anything but such an object, for a cell off the board
    or twice among the mines, for a board without mines or without safe cells, and, where the rules protect the first
    click, for a ``start`` that is missing or a mine.
    """
    boards = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                boards.append(_board(line, rules))
            except MinesweeperError as wrong:
                raise BoardsSyntaxError(number, str(wrong)) from None
    return tuple(boards)


def _board(line: str, rules: Rules) -> GivenBoard:
    """Return the board on a line; raise ``MinesweeperError`` if it can't be played by the ``rules``."""
    value = read_object(line, ("height", "width", "mines", "start"), 3)
    for key in ("height", "width"):
        if not is_whole(value[key]) or not 1 <= value[key] <= MAX_SIDE:
            raise MinesweeperError(f"{key}: {reprlib.repr(value[key])}; allowed are whole numbers from 1 to {MAX_SIDE}")
    board = Board(value["height"], value["width"])
    mines = _mines(value["mines"], board)
    start = None if value.get("start") is None else read_cell("start", value["start"], board)
    if rules.first_click is not FirstClick.ANYTHING:
        # Given mines don't move away from the first click.
        if start is None:
            raise MinesweeperError("'start' is missing: by these rules the first click is no mine")
        if start in mines:
            raise MinesweeperError(f"start: {start} is a mine, which the first click can't be by these rules")
    return GivenBoard(board.height, board.width, mines, start)


def _mines(value: Any, board: Board) -> tuple[Cell, ...]:
    """Return the mines of a board, sorted; raise ``MinesweeperError`` for a wrong cell, a repeated one, or a wrong
    number.
    """
    if not isinstance(value, list):
        raise MinesweeperError(f"mines: {reprlib.repr(value)}; expected a list of cells [row, column]")
    mines = tuple(sorted(read_cell("mines", mine, board) for mine in value))
    twice = [mine for mine, following in pairwise(mines) if mine == following]
    if twice:
        raise MinesweeperError(f"mines: {twice[0]} is there twice")
    if not 1 <= len(mines) < len(board.cells):
        raise MinesweeperError(f"mines: {len(mines)} of {len(board.cells)} cells; allowed are 1 to all but one")
    return mines


@dataclass(frozen=True, slots=True)
class Experiment:
    """The boards, the rules and the strategies that are played.

    ``seed`` is the master seed, from which the seed of each game follows. ``boards`` maps the number of a game to a
    given layout; without it each game draws a layout of ``height`` x ``width`` cells with ``mines`` mines. With
    ``referee`` the exact engine judges the guesses of strategies that don't know their risk; its time doesn't count as
    theirs. ``hardest``, if the rules say that no guess is needed, is what the hardest step of a board takes: the first
    such board from the seed of the game on is played. ``students`` are the files of agents by which some of the
    ``strategies`` play, with the names of these, and ``solvers`` the commands of solvers.

    >>> experiment = Experiment(("cs50",), height=8, width=8, mines=10)
    >>> experiment.game_seed(0) == experiment.game_seed(0) != experiment.game_seed(1)
    True
    """

    strategies: tuple[str, ...]
    height: int = 0
    width: int = 0
    mines: int = 0
    rules: Rules = CLASSIC_RULES
    seed: int = 0
    boards: Sequence[GivenBoard] | Mapping[int, GivenBoard] | None = None
    referee: bool = True
    hardest: HardestStep | None = None
    students: tuple[tuple[str, StudentFile], ...] = ()
    solvers: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def student(self, strategy: str) -> StudentFile | None:
        """Return the file of the agent by which a strategy plays; ``None`` for one of the named strategies."""
        return dict(self.students).get(strategy)

    def game_seed(self, game: int) -> int:
        """Return the seed of a game: with it and the same first click, the window shows the same board.

        It also seeds the agent. On given boards it is used for the agent's guesses alone, but depends on the layout, so
        that results of different boards can be distinguished.
        """
        text = f"minesweeper-qt lab {self.seed} {game}"
        if self.boards is not None:
            text += f" {self.boards[game]}"
        # Python's own random numbers may change with its version; this can't.
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % SEEDS

    def size(self, game: int) -> tuple[int, int, int]:
        """Return height, width and number of mines of a game."""
        if self.boards is None:
            return self.height, self.width, self.mines
        board = self.boards[game]
        return board.height, board.width, len(board.mines)

    def deal(self, game: int) -> Minesweeper:
        """Return a new game without any action.

        Where the first click is protected, only the mines around it move away: two strategies that begin in different
        cells play layouts that differ in those mines alone.
        """
        layout: dict[str, Any] = {"seed": self.game_seed(game)}
        if self.boards is not None:
            layout = {"start": self.start(game), "layout_mines": self.boards[game].mines}
        return Minesweeper(*self.size(game), rules=self.rules, dealer=FairDealer(), **layout)

    def start(self, game: int) -> Cell | None:
        """Return the cell in which a game must begin; ``None`` when the strategy chooses it."""
        return None if self.boards is None else self.boards[game].start


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game.

    ``moves``: cells opened by choice. ``risks``: for each guess the chance that the cell was a mine, ``None`` where it
    is unknown. ``forced``: guesses made when no covered cell was provably safe. ``unjudged``: guesses for which it is
    unknown whether they were forced. ``ms``: processor time of strategy, agent and game in milliseconds. ``failure``: a
    line that says how a student's agent or a solver failed, which loses the game; empty if it did not.
    ``false_claims``: how many claims of a solver were false; ``claim`` is the first one, in the ``position``, which is
    a position's text form with spaces between its lines. ``reasoned`` counts the moves for which a solver gives a
    reason; those that hold name ``named`` clues, ``needless`` of them without need. ``reason`` is the first of the
    ``false_reasons``, and ``layout`` its position, with the mines that refute it. Everything but ``ms`` follows from
    the experiment alone, unless an agent or a solver exceeds a limit of time or memory, or answers differently each
    time.

    >>> result = GameResult(0, 51, "cs50", True, moves=40, risks=(0.125, None), forced=1, unjudged=1, ms=1.5)
    >>> result.won, len(result.risks)
    (True, 2)
    """

    game: int
    seed: int
    strategy: str
    won: bool
    moves: int
    risks: tuple[float | None, ...]
    forced: int
    unjudged: int
    ms: float
    failure: str = ""
    false_claims: int = 0
    claim: str = ""
    position: str = ""
    reasoned: int = 0
    named: int = 0
    needless: int = 0
    false_reasons: int = 0
    reason: str = ""
    layout: str = ""


def play_game(experiment: Experiment, game: int, strategy: str, players: Players | None = None) -> GameResult:
    """Play one game and return its result.

    >>> from minesweeper_qt.model.board.rules import CS50_RULES
    >>> result = play_game(Experiment(("cs50",), 4, 4, 2, CS50_RULES, seed=3), 4, "cs50")
    >>> result.won, result.moves, result.risks
    (True, 14, (0.125, 0.1))

    A game counts as lost when the strategy has no cell left to open and its last step doesn't win the game, and when a
    student's agent or a solver fails. ``players`` are their processes; without them one is started for this game.
    Raises ``StrategyError`` for an unknown strategy, or one that chooses a cell that is open already, and what
    ``find_board`` raises.
    """
    if players is None:
        return play_games(experiment, [(game, strategy)])[0]
    seed, deal = experiment.game_seed(game), experiment.deal(game)
    file, command = experiment.student(strategy), dict(experiment.solvers).get(strategy)
    play = _MeasuredGame(deal, experiment.referee, experiment.hardest)
    failure = ""
    if file is None and command is None:
        chooser = make_strategy(strategy, experiment.rules, seed)
        total = deal.mine_total if chooser.uses_mine_count else None
        own = MinesweeperAI(deal.height, deal.width, total_mines=total, overlap=chooser.uses_overlap_rule, seed=seed)
        play.play_to_end(chooser, own, experiment.start(game))
    else:
        try:
            agent: ProcessAgent | SolverAgent
            if command is not None:
                agent = SolverAgent(players.solver(command), deal.height, deal.width, deal.mine_total)
            elif file is not None:
                agent = players.agent(file, deal.height, deal.width, seed)
            try:
                play.play_to_end(StudentMoves(strategy), agent, experiment.start(game))
            finally:
                play.ms += 1000 * agent.seconds
        except AgentError as failed:
            failure = agent_error_line(failed)
        if command is not None and not failure and not deal.state.is_over:
            failure = "it opens no cell, but the game is not over"
    won = deal.state is State.WON and not failure
    risks = tuple(None if risk is None else round(risk, 4) for risk in play.risks)
    counts = play.moves, risks, play.forced, play.unjudged
    claims = len(play.false_claims), str(next(iter(play.false_claims.values()), "")), play.position
    judged, false = play.reasons.values(), [str(one) for one in play.reasons.values() if one.fault]
    named, needless = sum([one.named for one in judged]), sum([one.needless for one in judged])
    given, first = (play.reasoned, named, needless, len(false)), ("".join(false[:1]), play.layout)
    return GameResult(game, seed, strategy, won, *counts, round(play.ms, 3), failure, *claims, *given, *first)


def play_games(
    experiment: Experiment,
    games: Iterable[tuple[int, str]],
    solvers: dict[tuple[str, ...], SolverProcess] | None = None,
) -> list[GameResult]:
    """Play games, each given by number and strategy, and return their results; this runs in a worker process.

    ``solvers`` are those of ``Players``.
    """
    with Players(solvers) as players:
        return [play_game(experiment, game, strategy, players) for game, strategy in games]


class _MeasuredGame:
    """Plays one game, measures its time, and judges the guesses."""

    def __init__(self, game: Minesweeper, referee: bool, hardest: HardestStep | None) -> None:
        self.game = game
        self._hardest = hardest
        self.moves = 0
        self.risks: list[float | None] = []
        self.forced = 0
        self.unjudged = 0
        self.ms = 0.0
        self.false_claims: dict[tuple[Cell, float], FalseClaim] = {}
        self.position = ""
        self.reasoned = 0
        self.reasons: dict[Reason, Reason] = {}
        self.layout = ""
        self._engine = Engine() if referee else None

    def play_to_end(self, strategy: Strategy, agent: Agent, start: Cell | None) -> None:
        """Play until the game is over or nothing is left to open."""
        # A first click that the rules protect, or that is given with the board, is no guess of the strategy's.
        is_judged = start is None and self.game.rules.first_click is FirstClick.ANYTHING
        choice = None if start is None else Choice(start, False, ChoiceReason(ChoiceReasonKind.GIVEN))
        while not self.game.state.is_over:
            # Processor time of this thread: other programs on the machine don't count.
            began = thread_time()
            position, protects_first_click = seen_by_player(self.game), self.game.protects_first_click
            if choice is None:
                choice = strategy.choose(position, agent)
            if self._hardest is not None and choice is not None and protects_first_click:
                began += self._find_board(choice.cell, self._hardest)
            move = play_choice(self.game, agent, choice)
            for result in move.plays:
                for cell, clue in result.observations:
                    agent.add_knowledge(cell, clue)
            self.ms += 1000 * (thread_time() - began)
            if isinstance(agent, SolverAgent) and not protects_first_click:
                self._check_claims(position, agent.answer)
            if choice is None:
                break
            if not move.plays[-1].observations and not self.game.exploded:
                raise StrategyError(f"{strategy.name} chose {choice.cell}, which is open already")
            self.moves += 1
            if move.kind is AgentMoveKind.RANDOM and is_judged:
                self._judge(position, choice)
            is_judged, choice = True, None

    def _find_board(self, start: Cell, hardest: HardestStep) -> float:
        """Let the first reveal, of ``start``, deal a board without a guess; return the time that the search took."""
        began, game = thread_time(), self.game
        assert game.seed is not None, "the first reveal moves the mines"
        found = find_board(game.height, game.width, game.mine_total, game.rules, start, hardest, game.seed)
        game.deal_by(found.seed, Guesses.NOT_NEEDED)
        return thread_time() - began

    def _check_claims(self, position: Position, answer: SolverAnswer) -> None:
        """Add the claims in an answer that are false, and judge its reasons, each of them once."""
        self.reasoned += any(reason.cell == answer.open for reason in answer.because)
        if self._engine is None:
            return
        with suppress(TooHard):
            for claim in false_claims(answer, self._engine.solve(position)):
                self.position = self.position or _line(position)
                self.false_claims.setdefault(claim[:2], claim)
        for reason in [one for one in answer.because if one not in self.reasons]:
            with suppress(TooHard):
                self.reasons[reason] = judged = judge_reason(position, reason)
                if judged.fault and not self.layout:
                    self.layout = _line(position.with_marks(dict.fromkeys(judged.layout or (), "M")))

    def _judge(self, position: Position, guess: Choice) -> None:
        """Add the risk of a guess, and count it if it was forced or if that is unknown."""
        risk, least = guess.risk, guess.least_risk
        if (risk is None or least is None) and self._engine is not None:
            with suppress(TooHard):
                exact = self._engine.solve(position)
                risk = float(exact.probability[guess.cell])
                least = 0.0 if exact.safe else 1.0
        self.risks.append(risk)
        self.forced += least is not None and least > 0
        self.unjudged += least is None


def _line(position: Position) -> str:
    return " ".join(position.to_text().split())


class ProcessAgent:
    """The agent in a process as an ``Agent``: its sets are those of the last call.

    ``seconds`` is the time that its calls took in the process. The constructor creates the agent there, after the file
    has run again, so that a game depends on no other. It and the methods raise ``StudentFailure``.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), {(0, 1)}, []
    ...     def make_safe_move(self):
    ...         return (0, 1)
    ... '''
    >>> with StudentProcess(StudentFile.of(Path("minesweeper.py").absolute(), source)) as process:
    ...     agent = ProcessAgent(process, 3, 3)
    ...     agent.make_safe_move(), agent.safes
    ((0, 1), frozenset({(0, 1)}))
    """

    def __init__(self, process: StudentProcess, height: int, width: int, seed: int | None = None) -> None:
        self.seconds = 0.0
        self._driver = Driver(process)
        self._take(self._driver.create(height, width, seed))

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that the safe ``cell`` touches ``count`` mines."""
        self._take(self._driver.learn(Observation(cell, count)))

    def make_safe_move(self) -> Cell | None:
        """Return a cell that it takes as safe and did not move to yet; ``None`` if there is none."""
        return self._move(self._driver.ask(Call.SAFE_MOVE))

    def make_random_move(self) -> Cell | None:
        """Return a random cell; ``None`` if there is none."""
        return self._move(self._driver.ask(Call.RANDOM_MOVE))

    def _take(self, step: Step) -> None:
        if step.failure is not None:
            raise step.failure
        state = step.state
        self.moves_made, self.mines, self.safes = state.moves_made, state.mines, state.safes
        self.seconds += step.seconds

    def _move(self, step: Step) -> Cell | None:
        """Return the cell of a move; raise ``StudentFailure`` if it returned something else."""
        self._take(step)
        if isinstance(step.value, str):
            text = f"{step.call.value}() returned {step.value}, which is neither a cell nor None"
            raise StudentFailure(FindingKind.API, text, is_alive=True)
        return step.value


class Players(ExitStack):
    """The processes of the agents of students' files, one for each file, and of solvers; ``close`` ends them.

    ``solvers`` are solvers by their commands that stay when the others end; new ones are added to them.

    >>> from pathlib import Path
    >>> source = b"class MinesweeperAI: moves_made = mines = safes = knowledge = ()"
    >>> with Players() as players:
    ...     players.agent(StudentFile.of(Path("minesweeper.py"), source), 8, 8, 1).safes
    frozenset()
    """

    def __init__(self, solvers: dict[tuple[str, ...], SolverProcess] | None = None) -> None:
        super().__init__()
        self._processes: dict[str, StudentProcess] = {}
        self._solvers = {} if solvers is None else solvers
        self._keeps_solvers = solvers is not None

    def solver(self, command: tuple[str, ...]) -> SolverProcess:
        """Return the process of a solver, the same one for each game."""
        if command not in self._solvers:
            self._solvers[command] = SolverProcess(command)
            if not self._keeps_solvers:
                self.callback(self._solvers[command].close)
        return self._solvers[command]

    def agent(self, file: StudentFile, height: int, width: int, seed: int) -> ProcessAgent:
        """Return a new agent, which replaces the previous one of this file.

        Raises ``StudentFailure``, and ``AgentError`` if the agent can't play on a board of this size.
        """
        if file.digest not in self._processes:
            self._processes[file.digest] = self.enter_context(closing(StudentProcess(file)))
        process = self._processes[file.digest]
        agent = ProcessAgent(process, height, width, seed)
        if process.size != (height, width):
            own = size_text(*process.size)
            raise AgentError(f"the agent's size {own} is hard-coded; the games are on {size_text(height, width)}")
        return agent


class StudentMoves(CS50):
    """Opens the safe move of a student's agent or a solver, or else its random move, if it is a move at all."""

    def choose(self, position: Position, agent: MovePicker) -> Choice | None:
        """Return the move of the agent; raise ``AgentError`` for a cell that can't be opened.

        Where no move is left, the agent's mines will be flagged: they are checked as well.
        """
        choice = super().choose(position, agent)
        if choice is not None:
            where = "revealed already" if choice.cell in position.clues else "off the board"
            if choice.cell not in position.covered:
                raise AgentError(f"the agent's move {choice.cell} is {where}; allowed are covered cells")
            return choice
        for mine in agent.mines:
            if mine not in position.board:
                raise AgentError(f"the agent's mine {mine} is off the board")
        return None


def failure_cause(line: str) -> str:
    """Return what the lines of failures with the same cause share: the student's line, and the text without numbers.

    >>> failure_cause("add_knowledge((0, 1), 2) raised KeyError: (0, 1) [minesweeper.py:7, in f: x.pop()]")
    'add_knowledge((#, #), #) raised KeyError: (#, #) [minesweeper.py:7, in f: x.pop()]'
    """
    text, bracket, place = line.partition(" [")
    return re.sub(r"0x[0-9a-f]+|-?[0-9]+", "#", text) + bracket + place

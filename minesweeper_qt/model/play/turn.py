"""The moves of agents, and turns: the decisions of the player and of the AI, with their makers, kinds and reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, Minesweeper, Observation, State
from minesweeper_qt.model.knowledge.agent import MovePicker
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason
from minesweeper_qt.model.strategy.strategies import CS50, Choice, Strategy


class AgentMoveKind(Enum):
    """The kinds of moves of an agent.

    >>> AgentMoveKind("random")
    <AgentMoveKind.RANDOM: 'random'>

    Raises ``ValueError`` for another value.
    """

    SAFE = "safe"
    """The agent opened a cell that it knew to be safe."""
    RANDOM = "random"
    """The agent knew no safe cell and opened another one."""
    LAST = "last"
    """No cell was left to open: the known mines were flagged, as in the CS50 project."""


@dataclass(frozen=True, slots=True)
class AgentMove:
    """A move of an agent: its kind, the cell it opened, if any, and the results of its actions in order (``plays``).

    >>> from minesweeper_qt.model import Minesweeper, MinesweeperAI
    >>> move = play_agent_move(Minesweeper(2, 2, 1, seed=1), MinesweeperAI(2, 2, seed=1))
    >>> move.kind, len(move.plays)
    (<AgentMoveKind.RANDOM: 'random'>, 1)
    """

    kind: AgentMoveKind
    cell: Cell | None
    plays: tuple[ActionResult, ...]


def play_agent_move(game: Minesweeper, agent: MovePicker, strategy: Strategy | None = None) -> AgentMove:
    """Make the agent's next move in ``game``: open a safe cell if it knows one, else a random cell, else do the last
    step.

    ``strategy`` chooses the cell; the default is ``CS50``. A flagged cell is opened only when it is proved safe, and
    the flag is taken off first. A guess never falls on a flagged cell, since the player claims a mine there. The agent
    learns nothing from the move; pass its observations to ``add_knowledge``.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> game = Minesweeper(1, 2, 1, layout_mines=[(0, 1)])
    >>> agent = MinesweeperAI(1, 2)
    >>> change = agent.add_knowledge((0, 0), 1)
    >>> play_agent_move(game, agent).kind, game.won()
    (<AgentMoveKind.LAST: 'last'>, True)

    Raises ``GameOver`` when the game has ended.
    """
    chosen = (strategy or CS50()).choose(seen_by_player(game), agent)
    return play_choice(game, agent, chosen)


def seen_by_player(game: Minesweeper) -> Position:
    """Return the position that the player of ``game`` sees: clues, flags and the number of mines.

    >>> game = Minesweeper(1, 2, 1, layout_mines=[(0, 1)])
    >>> print(seen_by_player(game).to_text(), end="")
    2x1x1
    HH
    """
    return Position.seen(game.grid, game.mine_total, game.clues, game.mines_found)


def play_choice(game: Minesweeper, agent: MovePicker, choice: Choice | None) -> AgentMove:
    """Carry out in ``game`` what a strategy chose; for ``None`` do the last step, and flag the mines that ``agent``
    knows.

    In the last step all covered cells count as known mines when there are as many of them as mines, even if the agent
    does not know that number. A flag on a cell that is proved safe is taken off first.

    >>> from minesweeper_qt.model import ChoiceReason, ChoiceReasonKind, MinesweeperAI
    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 1)])
    >>> reason = ChoiceReason(ChoiceReasonKind.OTHER, words="a third of a chance to lose")
    >>> move = play_choice(game, MinesweeperAI(1, 3), Choice((0, 2), False, reason, risk=1 / 3))
    >>> move.kind, move.plays[-1].observations
    (<AgentMoveKind.RANDOM: 'random'>, (Observation(cell=(0, 2), clue=1),))

    Raises ``GameOver`` when the game has ended, ``IllegalAction`` for a guess on a flag, ``CellError`` off the board.
    """
    return carry_out(game, choice, agent.mines)


def carry_out(game: Minesweeper, choice: Choice | None, known_mines: Collection[Cell]) -> AgentMove:
    """Carry out ``choice`` as ``play_choice`` does; ``known_mines`` are the cells that the agent knows to be mines.

    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 1)])
    >>> carry_out(game, None, [(0, 1)]).plays[-1].flagged
    ((0, 1),)

    Raises what ``play_choice`` raises.
    """
    plays: list[ActionResult] = []
    if choice is None:
        for mine in sorted(_mines_to_flag(game, known_mines) - game.mines_found):
            plays.append(game.play(Action(Verb.FLAG, mine)))
            if plays[-1].state.is_over:
                break
        return AgentMove(AgentMoveKind.LAST, None, tuple(plays))
    if choice.is_safe and choice.cell in game.mines_found:
        plays.append(game.play(Action(Verb.UNFLAG, choice.cell)))
    if not plays or not plays[-1].state.is_over:
        plays.append(game.play(Action(Verb.REVEAL, choice.cell)))
    return AgentMove(AgentMoveKind.SAFE if choice.is_safe else AgentMoveKind.RANDOM, choice.cell, tuple(plays))


def _mines_to_flag(game: Minesweeper, known_mines: Collection[Cell]) -> set[Cell]:
    """Return the mines that the last step flags: those known, or all covered cells if all are mines."""
    covered = {cell for cell in game.grid.cells if cell not in game.clues}
    return covered if len(covered) == game.mine_total else set(known_mines).difference(game.clues)


class TurnReasonKind(Enum):
    """The kinds of reasons of turns.

    >>> TurnReasonKind("proved")
    <TurnReasonKind.PROVED: 'proved'>

    Raises ``ValueError`` for another value.
    """

    FIRST_CELL = "first cell"
    """It opened the first cell, which the rules protect."""
    PROVED = "proved"
    """The opened cell is proved safe by ``derivation``; ``None`` for a verdict without one."""
    ALL_PROVED = "all proved"
    """All opened cells are proved safe."""
    NOT_PROVED = "not proved"
    """The opened ``cells`` are not proved safe."""
    WRONG_FLAG = "wrong flag"
    """A chord rested on flags of which ``cells`` are wrong, so that it opened a mine."""
    FLAG = "flag"
    """A flag was put on a cell, or taken off, that ``derivation`` settles; ``None`` if the cell is not settled."""
    SAFE_CHOICE = "safe choice"
    """The strategy chose a safe cell, for the reason ``choice``."""
    GUESS = "guess"
    """The strategy guessed, for the reason ``choice``."""
    RANDOM = "random"
    """The agent made its random move."""
    CLAIMED = "claimed"
    """A student's agent called the cell safe, which is not proved."""
    LAST = "last"
    """The agent made its last step."""


@dataclass(frozen=True, slots=True)
class TurnReason:
    """Why a turn was made, or what proved it safe.

    ``derivation``, ``cells`` and ``choice`` belong to the kinds that name them.

    >>> reason = TurnReason(TurnReasonKind.NOT_PROVED, cells=((0, 1), (0, 2)))
    >>> reason.kind.value, reason.cells
    ('not proved', ((0, 1), (0, 2)))
    """

    kind: TurnReasonKind
    derivation: Derivation | None = None
    cells: tuple[Cell, ...] = ()
    choice: ChoiceReason | None = None


class TurnMaker(Enum):
    """The maker of a turn; the values are the words of the CS50 course's examples.

    >>> [maker.value for maker in TurnMaker]
    ['You', 'AI']

    Raises ``ValueError`` for another value.
    """

    PLAYER = "You"
    AI = "AI"


class TurnKind(Enum):
    """The kinds of turns.

    >>> TurnKind("guess")
    <TurnKind.GUESS: 'guess'>

    Raises ``ValueError`` for another value.
    """

    SAFE = "safe"
    """A cell was opened that the agent had proved safe, or the first one, which the rules protect."""
    GUESS = "guess"
    """A cell was opened that the agent had not proved safe."""
    CHORD = "chord"
    """The cells around a clue were opened."""
    FLAG = "flag"
    """A flag was put on a cell or taken off."""
    LAST = "last"
    """The agent's last step: the mines that it knows were flagged."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision of the player or of the AI: who made it, its kind, its reason and its results.

    ``plays`` holds the result of each of its actions, in order. ``cell`` is the cell it was made on, ``None`` for the
    last step. ``is_safe`` is true when every cell that it opened was proved safe, and ``None`` when it opened none or
    rested on a wrong flag.
    ``reason`` is why it was made. ``risk`` is the chance that it opened a mine, and ``least_risk`` the lowest risk of
    any cell; both are ``None`` while unknown. ``is_too_hard`` is true when they can't be counted. ``safe_cell`` is a
    cell that was certainly safe when the turn took a risk, ``None`` if there was none or while that is unknown;
    ``safe_cells`` is the number of such cells. ``mine_clues`` is the number of clues that prove its cell a mine, 0 if
    it was none for certain or while that is unknown.
    ``strategy`` is the name of the strategy by which the AI made it, one word; it is empty for the player. ``is_hint``
    is true when the player opened the cell of a hint. ``seconds`` is the time since the first reveal of the game, by a
    clock that never goes back, or ``None`` while unknown.

    >>> from minesweeper_qt.model import Action, Minesweeper
    >>> result = Minesweeper(2, 3, 1, layout_mines=[(0, 1)]).play(Action.from_text("reveal 0 0"))
    >>> turn = Turn(TurnMaker.PLAYER, TurnKind.GUESS, (0, 0), (result,))
    >>> turn.verb.value, list(turn.observations), turn.changes_anything
    ('reveal', [Observation(cell=(0, 0), clue=1)], True)
    """

    maker: TurnMaker
    kind: TurnKind
    cell: Cell | None
    plays: tuple[ActionResult, ...]
    is_safe: bool | None = None
    reason: TurnReason | None = None
    risk: Fraction | float | None = None
    least_risk: Fraction | float | None = None
    is_too_hard: bool = False
    safe_cell: Cell | None = None
    safe_cells: int = 0
    mine_clues: int = 0
    strategy: str = ""
    is_hint: bool = False
    seconds: float | None = None

    @property
    def verb(self) -> Verb:
        """The verb of its last action; a flag may have been taken off before."""
        return self.plays[-1].action.verb

    @property
    def state(self) -> State:
        """The state of the game after it."""
        return self.plays[-1].state

    @property
    def observations(self) -> Iterator[Observation]:
        """The cells that it revealed with their clues, in order."""
        return (observation for result in self.plays for observation in result.observations)

    @property
    def exploded(self) -> tuple[Cell, ...]:
        """The mines that it revealed."""
        return self.plays[-1].exploded

    @property
    def guessed(self) -> tuple[Cell, ...]:
        """The cells that it opened without a proof that they are safe; empty for a turn that is safe."""
        if self.is_safe is not False or self.cell is None:
            return ()
        return (self.reason.cells if self.reason is not None else ()) or (self.cell,)

    @property
    def changes_anything(self) -> bool:
        """False when it changed nothing on the board; such a turn doesn't count."""
        return any(result.changes_anything for result in self.plays)


NO_RISK = Fraction(0)
"""The risk of a turn that is proved safe or protected by the rules."""


def player_turn(action: Action, position: Position, settled: Mapping[Cell, Derivation], is_protected: bool) -> Turn:
    """Return the turn of a player who does ``action`` at ``position``, without the results of the action.

    ``settled`` has the verdict on each cell that the agent settled; a cell counts as safe if its verdict is safe.
    ``is_protected``: the rules protect this click, because it is the first. ``guessed`` of the turn is what the player
    guesses at.

    >>> position = Position(1, 3, 1, {(0, 1): 1})
    >>> turn = player_turn(Action(Verb.REVEAL, (0, 0)), position, {}, is_protected=False)
    >>> turn.kind.value, turn.is_safe, turn.guessed
    ('guess', False, ((0, 0),))
    """
    cell = action.cell
    if action.verb in (Verb.FLAG, Verb.UNFLAG):
        reason = TurnReason(TurnReasonKind.FLAG, settled.get(cell))
        return Turn(TurnMaker.PLAYER, TurnKind.FLAG, cell, (), reason=reason)
    if is_protected:
        return _safe_turn(TurnMaker.PLAYER, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.FIRST_CELL))
    is_chord = action.verb is Verb.CHORD
    cells = position.board.neighbours(cell) - position.clues.keys() - position.flags if is_chord else (cell,)
    guessed = tuple(opened for opened in sorted(cells) if opened not in settled or settled[opened].count)
    if guessed:
        reason = TurnReason(TurnReasonKind.NOT_PROVED, cells=guessed)
        return Turn(TurnMaker.PLAYER, TurnKind.CHORD if is_chord else TurnKind.GUESS, cell, (), False, reason)
    if is_chord:
        return _safe_turn(TurnMaker.PLAYER, TurnKind.CHORD, cell, TurnReason(TurnReasonKind.ALL_PROVED))
    return _safe_turn(TurnMaker.PLAYER, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.PROVED, settled.get(cell)))


def agent_turn(move: AgentMove, choice: Choice | None, settled: Mapping[Cell, Derivation], was_protected: bool) -> Turn:
    """Return the turn for ``move`` of an agent.

    ``choice`` is the choice that it carried out, or ``None`` if the agent picked the move itself. ``settled`` has the
    verdicts before the move. ``was_protected``: the rules protected the first click when the move was made.

    >>> from minesweeper_qt.model import Minesweeper, MinesweeperAI, play_agent_move
    >>> move = play_agent_move(Minesweeper(2, 2, 1, seed=1), MinesweeperAI(2, 2, seed=1))
    >>> turn = agent_turn(move, None, {}, was_protected=False)
    >>> turn.kind.value, turn.is_safe, turn.reason.kind.value
    ('guess', False, 'random')
    """
    cell = move.cell
    if cell is None:
        return Turn(TurnMaker.AI, TurnKind.LAST, None, move.plays, reason=TurnReason(TurnReasonKind.LAST))
    if move.kind is AgentMoveKind.SAFE:
        reason = (
            TurnReason(TurnReasonKind.PROVED, settled.get(cell))
            if choice is None
            else TurnReason(TurnReasonKind.SAFE_CHOICE, choice=choice.reason)
        )
        return _safe_turn(TurnMaker.AI, TurnKind.SAFE, cell, reason, move)
    if was_protected:
        return _safe_turn(TurnMaker.AI, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.FIRST_CELL), move)
    reason = (
        TurnReason(TurnReasonKind.RANDOM) if choice is None else TurnReason(TurnReasonKind.GUESS, choice=choice.reason)
    )
    risk, least = (None, None) if choice is None else (choice.risk, choice.least_risk)
    return Turn(TurnMaker.AI, TurnKind.GUESS, cell, move.plays, False, reason, risk, least)


def student_turn(move: AgentMove, settled: Mapping[Cell, Derivation], was_protected: bool) -> Turn:
    """Return the turn for ``move`` of a student's agent, judged by what the reference had ``settled`` before it.

    A cell that the student's agent calls safe counts as safe only if it is proved safe. ``was_protected``: the rules
    protected the first click when the move was made.

    >>> from minesweeper_qt.model import ChoiceReason, ChoiceReasonKind, Minesweeper
    >>> from minesweeper_qt.model.play.turn import carry_out
    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 2)])
    >>> claimed = Choice((0, 0), True, ChoiceReason(ChoiceReasonKind.OTHER, words="it is in safes"))
    >>> turn = student_turn(carry_out(game, claimed, ()), {}, was_protected=False)
    >>> turn.kind.value, turn.is_safe, turn.reason.kind.value
    ('guess', False, 'claimed')
    """
    cell = move.cell
    is_proved = cell is not None and cell in settled and not settled[cell].count
    if cell is None or move.kind is not AgentMoveKind.SAFE or is_proved:
        return agent_turn(move, None, settled, was_protected)
    if was_protected:
        return _safe_turn(TurnMaker.AI, TurnKind.SAFE, cell, TurnReason(TurnReasonKind.FIRST_CELL), move)
    return Turn(TurnMaker.AI, TurnKind.GUESS, cell, move.plays, False, TurnReason(TurnReasonKind.CLAIMED))


def with_wrong_flags(turn: Turn, position: Position, mines: Set[Cell]) -> Turn:
    """Return ``turn``, made at ``position``, with the flags that were wrong as its reason if it is a chord that lost.

    Such a chord is no guess: the player took what it opened for safe. ``mines`` are those of the game.

    >>> from minesweeper_qt.model import ActionResult, State
    >>> position = Position(1, 3, 1, {(0, 1): 1}, flags=[(0, 0)])
    >>> lost = ActionResult(Action(Verb.CHORD, (0, 1)), State.LOST, exploded=((0, 2),))
    >>> turn = with_wrong_flags(Turn(TurnMaker.PLAYER, TurnKind.CHORD, (0, 1), (lost,), False), position, {(0, 2)})
    >>> turn.reason.kind.value, turn.reason.cells, turn.is_safe
    ('wrong flag', ((0, 0),), None)
    """
    if turn.kind is not TurnKind.CHORD or turn.cell is None or not turn.exploded:
        return turn
    wrong = tuple(sorted((position.board.neighbours(turn.cell) & position.flags) - mines))
    reason = TurnReason(TurnReasonKind.WRONG_FLAG, cells=wrong)
    return replace(turn, is_safe=None, reason=reason, risk=None, least_risk=None)


def _safe_turn(maker: TurnMaker, kind: TurnKind, cell: Cell, reason: TurnReason, move: AgentMove | None = None) -> Turn:
    """Return a turn without any risk; its results are those of ``move``."""
    return Turn(maker, kind, cell, () if move is None else move.plays, True, reason, NO_RISK, NO_RISK)

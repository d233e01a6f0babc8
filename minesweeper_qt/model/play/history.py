"""The history of a game: its turns, what the agent learned from each, and the game as it was after any of them.

A cursor runs over the turns, and another one over what each clue changed, so that going from one moment to another
costs only what is between them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Change, Derivation
from minesweeper_qt.model.game.minesweeper import ActionResult, Minesweeper, State
from minesweeper_qt.model.knowledge.agent import KnowledgeView
from minesweeper_qt.model.play.knowledge_history import KnowledgeHistory
from minesweeper_qt.model.play.turn import Turn


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it was after ``number`` turns: what was seen, and what the agent knew once it had learned all of that.

    ``sentences`` are those in force, oldest first and that of the mine count last. ``settled`` maps each settled cell
    to the verdict on it. ``is_complete`` is false while the agent has yet to learn clues that were seen by then.

    >>> from minesweeper_qt.model import Minesweeper
    >>> moment = History(Minesweeper(2, 2, 1, seed=1)).moment(0)
    >>> moment.number, moment.sentences, moment.is_complete
    (0, (), True)
    """

    number: int
    state: State
    position: Position
    sentences: tuple[Derivation, ...]
    settled: Mapping[Cell, Derivation]
    is_complete: bool


class History:
    """The turns of a running game, and what its agent learned from them.

    >>> from minesweeper_qt.model import Action, Minesweeper, MinesweeperAI, Turn, TurnKind, TurnMaker
    >>> game, agent = Minesweeper(2, 3, 1, layout_mines=[(0, 1)]), MinesweeperAI(2, 3)
    >>> history = History(game)
    >>> for text in ("reveal 0 0", "reveal 1 0"):
    ...     played = game.play(Action.from_text(text))
    ...     history.add(Turn(TurnMaker.PLAYER, TurnKind.GUESS, played.action.cell, (played,)))
    ...     for cell, clue in played.observations:
    ...         history.add_change(agent.add_knowledge(cell, clue), agent.knowledge_base.mine_count)
    >>> [sentence.text for sentence in history.moment(1).sentences]
    ['{(0, 1), (1, 0), (1, 1)} = 1']
    >>> print(history.moment(1).position.to_text(), end="")
    3x2x1
    1HH
    HHH

    ``game`` is the game, which may have been played already: its turns can be added later. ``turns`` holds the turns,
    oldest first. Call ``add`` and ``add_change`` in the order of the game. For an agent with a given number of mines,
    which has a sentence before its first clue, call ``attach`` first.

    Methods that take the number of a turn raise ``IndexError`` when there is no such turn.
    """

    def __init__(self, game: Minesweeper) -> None:
        self.game = game
        self._first_state = None if game.history else game.state
        """The state before the first turn; ``None`` while it is not known."""
        self._turns: list[Turn] = []
        self._clue_counts = [0]
        """The number of clues seen after the first n turns, at place n."""
        self._clues: dict[Cell, int] = {}
        self._flags: set[Cell] = set()
        self._applied_turns = 0
        self._knowledge = KnowledgeHistory()
        self._is_attached = True
        """False from ``detach`` to ``attach``."""
        self._latest: Moment | None = None
        """The moment returned last, if it is complete."""

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns, oldest first."""
        return self._turns

    # -- changes

    def add(self, turn: Turn) -> None:
        """Append a turn."""
        self._turns.append(turn)
        self._clue_counts.append(self._clue_counts[-1] + sum(len(result.observations) for result in turn.plays))

    def rate(
        self,
        number: int,
        risk: Fraction | float | None,
        least_risk: Fraction | float | None,
        safe_cell: Cell | None = None,
    ) -> None:
        """Set the risk of turn ``number``, the first being 1; ``None`` for ``risk`` means that it is too hard to count.

        ``safe_cell``: a cell that was certainly safe instead. Raises ``IndexError`` when there is no such turn.
        """
        self._check(number, 1)
        turn = self._turns[number - 1]
        self._turns[number - 1] = replace(
            turn, risk=risk, least_risk=least_risk, is_too_hard=risk is None, safe_cell=safe_cell
        )

    def judge(self, number: int, turn: Turn) -> None:
        """Replace turn ``number``, the first being 1, by one with another kind, safety, reason and risks.

        This is for a turn that was made while the agent had clues to learn, or that was read from a record. Raises
        ``ValueError`` when anything else of the turn differs, and ``IndexError`` when there is no such turn.

        >>> from minesweeper_qt.model import Action, Minesweeper, TurnKind, TurnMaker
        >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 2)])
        >>> history = History(game)
        >>> result = game.play(Action.from_text("reveal 0 0"))
        >>> history.add(Turn(TurnMaker.PLAYER, TurnKind.GUESS, (0, 0), (result,)))
        >>> history.judge(1, replace(history.turns[0], kind=TurnKind.SAFE, is_safe=True))
        >>> history.turns[0].kind
        <TurnKind.SAFE: 'safe'>
        """
        self._check(number, 1)
        kept = self._turns[number - 1]
        judgement = {name: getattr(kept, name) for name in _JUDGEMENT}
        if replace(turn, **judgement) != kept:
            raise ValueError(f"this is not move {number}; allowed to differ are {', '.join(_JUDGEMENT)}")
        self._turns[number - 1] = turn

    def attach(self, knowledge: KnowledgeView) -> None:
        """Drop all that was learned, and start over with an agent that has ``knowledge`` before its first clue.

        That agent must learn the clues of the game from the first one on.
        """
        self.detach()
        self._knowledge.attach(knowledge)
        self._is_attached = True

    def detach(self) -> None:
        """Drop all that was learned; until ``attach``, no moment is complete."""
        self._knowledge = KnowledgeHistory()
        self._is_attached = False
        self._latest = None

    def add_change(self, change: Change, mine_count: Derivation | None) -> None:
        """Append what the agent learned from the next clue, and the sentence of the mine count after it.

        A verdict on a cell that was settled before is allowed only where the earlier verdict is retracted.
        """
        self._knowledge.add(change, mine_count)

    # -- queries

    def is_complete(self, number: int) -> bool:
        """Return whether all clues that were seen after ``number`` turns are learned; raise ``IndexError``."""
        self._check(number, 0)
        return self._is_attached and self._clue_counts[number] <= len(self._knowledge)

    def moment(self, number: int) -> Moment:
        """Return the game after ``number`` turns; raise ``IndexError`` when there were fewer.

        After a loss or a win, its position is what could be seen before the mines were shown.
        """
        self._check(number, 0)
        if self._latest is None or self._latest.number != number:
            moment = self._make_moment(number)
            self._latest = moment if moment.is_complete else None
            return moment
        return self._latest

    def _make_moment(self, number: int) -> Moment:
        self._move_cursor(number)
        game, knowledge = self.game, self._knowledge
        return Moment(
            number,
            self._turns[number - 1].state if number else self._state_before(),
            Position.seen(game.grid, game.mine_total, self._clues, self._flags),
            tuple(knowledge.sentences()),
            dict(knowledge.settled),
            self.is_complete(number),
        )

    def position(self, number: int) -> Position:
        """Return what could be seen after ``number`` turns; raise ``IndexError`` when there were fewer.

        For this alone it takes less time than ``moment``.
        """
        self._check(number, 0)
        clues: dict[Cell, int] = {}
        flags: set[Cell] = set()
        for turn in self._turns[:number]:
            for result in turn.plays:
                clues.update(result.observations)
                flags.update(result.flagged)
                flags.difference_update(result.unflagged)
        return Position.seen(self.game.grid, self.game.mine_total, clues, flags)

    def _state_before(self) -> State:
        """Return the state before the first turn."""
        if self._first_state is None:
            self._first_state = self.game.restarted().state
        return self._first_state

    def difference(self, number: int) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that turn ``number`` put in force, and those that it removed.

        A sentence that was added and removed within the turn is in neither; both are empty for ``number`` 0. Raises
        ``IndexError``.
        """
        self._check(number, 0)
        if not number:
            return (), ()
        start, end = self._clue_counts[number - 1], self._clue_counts[number]
        return self._knowledge.difference(start, end, self.is_complete(number - 1))

    def verdicts(self, number: int) -> list[Derivation]:
        """Return the verdicts that turn ``number`` led to, oldest first; raise ``IndexError``.

        A verdict that was retracted within the turn is not among them.
        """
        return self._verdict_changes(number)[0]

    def retracted(self, number: int) -> list[Derivation]:
        """Return the earlier verdicts that the agent took back at turn ``number``; raise ``IndexError``."""
        return self._verdict_changes(number)[1]

    def _verdict_changes(self, number: int) -> tuple[list[Derivation], list[Derivation]]:
        """Return the verdicts that turn ``number`` led to, and those before it that were retracted."""
        self._check(number, 0)
        return self._knowledge.verdicts(self._clue_counts[max(number - 1, 0)], self._clue_counts[number])

    def agent_moves(self, number: int) -> range:
        """Return the agent's moves that belong to turn ``number``; raise ``IndexError``.

        The agent counts each clue as a move; see ``Derivation.move``.
        """
        self._check(number, 0)
        return range(self._clue_counts[max(number - 1, 0)] + 1, self._clue_counts[number] + 1)

    def clue_count(self, number: int) -> int:
        """Return how many clues were seen after ``number`` turns; raise ``IndexError``."""
        self._check(number, 0)
        return self._clue_counts[number]

    def turn_of_clue(self, place: int) -> int:
        """Return the number of the turn that revealed the clue at ``place``, the first being 1; 0 for ``place`` 0.

        For a place after the last clue that is the number of turns plus 1.
        """
        return bisect_left(self._clue_counts, place) if place > 0 else 0

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the turn that ``derivation`` came with; 0 when it was known before the first turn."""
        return self.turn_of_clue(derivation.move)

    # -- copies

    def replayed(self, number: int) -> Minesweeper:
        """Return a new game with the same mines in which the first ``number`` turns are played.

        Raises ``IndexError``.
        """
        self._check(number, 0)
        again = self.game.restarted()
        for turn in self._turns[:number]:
            for result in turn.plays:
                _repeat(again, result)
        return again

    def branch(self, number: int) -> tuple[Minesweeper, History]:
        """Return a copy of the game after ``number`` turns, to be played on, and its history without learned knowledge.

        Raises ``IndexError``.
        """
        game = self.replayed(number)
        history = History(game)
        for turn in self._turns[:number]:
            history.add(turn)
        return game, history

    # -- the cursor

    def _check(self, number: int, least: int) -> None:
        """Raise ``IndexError`` unless ``number`` is between ``least`` and the number of turns."""
        if not least <= number <= len(self._turns):
            raise IndexError(f"move {number}; there are {least} to {len(self._turns)}")

    def _move_cursor(self, number: int) -> None:
        """Set what is seen and known to the state after ``number`` turns."""
        while self._applied_turns < number:
            self._apply_turn(self._turns[self._applied_turns])
            self._applied_turns += 1
        while self._applied_turns > number:
            self._applied_turns -= 1
            self._revert_turn(self._turns[self._applied_turns])
        self._knowledge.move_to(self._clue_counts[number])

    def _apply_turn(self, turn: Turn) -> None:
        for result in turn.plays:
            self._clues.update(result.observations)
            self._flags.update(result.flagged)
            self._flags.difference_update(result.unflagged)

    def _revert_turn(self, turn: Turn) -> None:
        for result in reversed(turn.plays):
            for cell, _ in result.observations:
                del self._clues[cell]
            self._flags.difference_update(result.flagged)
            self._flags.update(result.unflagged)


_JUDGEMENT = ("kind", "is_safe", "reason", "risk", "least_risk", "is_too_hard", "safe_cell")
"""The fields of a turn that depend on what the agent had learned before it."""


def _repeat(game: Minesweeper, result: ActionResult) -> None:
    """Do what an action did in a game with the same mines: to play it again would search its opening again."""
    game.clues.update(result.observations)
    game.mines_found.update(result.flagged)
    game.mines_found.difference_update(result.unflagged)
    game.exploded = result.exploded
    game.history.append(result.action)

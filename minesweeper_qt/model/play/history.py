"""The past of a game: its moves, what each taught the agent, and the game as it was after any of them.

Kept is what each clue changed. A cursor runs over these changes, so that the next moment and the one before cost what
lies between. The sentence of the mine count is another one with each move and as long as the board is large; of it only
the number is kept, and the sentence is made again for the moment that is asked for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.evidence.change import Change
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.game.minesweeper import Minesweeper, State
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.play.turn import Turn


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it was after ``number`` moves: what was seen, and what the agent knew once it had learned all of that.

    ``sentences`` are those in force, oldest first and that of the mine count last; ``settled`` says how each cell was
    settled. ``is_complete`` is false while clues that were seen by then are still to be learned.
    """

    number: int
    state: State
    position: Position
    sentences: tuple[Derivation, ...]
    settled: Mapping[Cell, Derivation]
    is_complete: bool


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What one clue taught, without the mine count: of its sentence only the number and the agent's move are here."""

    added: tuple[Derivation, ...]
    removed: tuple[Derivation, ...]
    verdicts: tuple[Derivation, ...]
    mine_count: tuple[int, int] | None


class History:
    """The moves of a game as it goes on, and what they taught its agent.

    >>> from minesweeper_qt.model import Action, Kind, Maker, Minesweeper, MinesweeperAI, Turn
    >>> game, agent = Minesweeper(2, 3, 1, layout_mines=[(0, 1)]), MinesweeperAI(2, 3)
    >>> history = History(game)
    >>> for text in ("reveal 0 0", "reveal 1 0"):
    ...     played = game.play(Action.from_text(text))
    ...     history.add(Turn(Maker.PLAYER, Kind.GUESS, played.action.cell, (played,)))
    ...     for cell, clue in played.observations:
    ...         history.learned(agent.add_knowledge(cell, clue), agent.knowledge_base.mine_count)
    >>> [sentence.text for sentence in history.moment(1).sentences]
    ['{(0, 1), (1, 0), (1, 1)} = 1']
    >>> print(history.moment(1).position.to_text(), end="")
    3x2x1
    1HH
    HHH

    ``turns`` are the moves, oldest first. All that is told must be told in order. An agent that was told the number of
    mines knows something before its first clue, and has to be met first.
    """

    def __init__(self, game: Minesweeper) -> None:
        self._game = game
        self._first_state = game.state
        self._turns: list[Turn] = []
        self._seen_by = [0]
        """How many clues were seen after so many moves."""
        self._clues: dict[Cell, int] = {}
        self._flags: set[Cell] = set()
        self._at = 0
        self._forget()

    def _forget(self) -> None:
        self._lessons: list[_Lesson] = []
        self._whole: Derivation | None = None
        self._first_mine_count: tuple[int, int] | None = None
        self._latest_mine_count: Derivation | None = None
        self._mine_counts: dict[int, Derivation] = {}
        """The sentences of the mine count that were made again lately, by number: who asks twice gets the same."""
        self._sentences: dict[int, Derivation] = {}
        self._settled: dict[Cell, Derivation] = {}
        self._knows = 0

    @property
    def turns(self) -> Sequence[Turn]:
        """The moves, oldest first."""
        return self._turns

    # -- what happens

    def add(self, turn: Turn) -> None:
        """Note a move."""
        self._turns.append(turn)
        self._seen_by.append(self._seen_by[-1] + sum(1 for _ in turn.observations))

    def rate(self, number: int, risk: Fraction | float | None, least_risk: Fraction | float | None) -> None:
        """Note how risky move ``number`` was, the first being 1; ``None`` says that it is too hard to count.

        Raises ``IndexError`` when there is no such move.
        """
        self._check(number, 1)
        turn = self._turns[number - 1]
        self._turns[number - 1] = replace(turn, risk=risk, least_risk=least_risk, is_too_hard=risk is None)

    def attach(self, knowledge: KnowledgeBase) -> None:
        """Forget what was learned: an agent learns the game anew, which knows ``knowledge`` before its first clue."""
        self._forget()
        for derivation in knowledge:
            self._sentences[derivation.number] = derivation
        self._settled.update(knowledge.settled)
        if knowledge.mine_count is not None:
            self._sentences.pop(knowledge.mine_count.number, None)
            self._whole = knowledge.mine_count.origin
        self._first_mine_count = self._note(knowledge.mine_count)

    def add_change(self, change: Change, mine_count: Derivation | None) -> None:
        """Note what the next clue taught, and the sentence of the mine count after it."""
        verdicts = sorted((*change.safes, *change.mines), key=_number)
        self._lessons.append(
            _Lesson(
                tuple(derivation for derivation in change.added if derivation.origin.rule is not Rule.MINE_COUNT),
                tuple(derivation for derivation in change.removed if derivation.origin.rule is not Rule.MINE_COUNT),
                tuple(verdicts),
                self._note(mine_count),
            )
        )

    def _note(self, mine_count: Derivation | None) -> tuple[int, int] | None:
        self._latest_mine_count = mine_count
        return None if mine_count is None else (mine_count.number, mine_count.move)

    # -- what was

    def is_complete(self, number: int) -> bool:
        """Return whether all clues that were seen after ``number`` moves are learned; raise ``IndexError``."""
        self._check(number, 0)
        return self._seen_by[number] <= len(self._lessons)

    def moment(self, number: int) -> Moment:
        """Return the game after ``number`` moves; raise ``IndexError`` when there were fewer.

        After a loss or a win it says what could be seen before the mines were shown.
        """
        self._check(number, 0)
        self._go_to(number)
        game = self._game
        sentences = [self._sentences[made] for made in sorted(self._sentences)]
        sentences += self._mine_count()
        return Moment(
            number,
            self._turns[number - 1].state if number else self._first_state,
            Position.seen(game.grid, game.mine_total, self._clues, self._flags),
            tuple(sentences),
            dict(self._settled),
            self.is_complete(number),
        )

    def difference(self, number: int) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that move ``number`` brought into force, and those that left it.

        What came and went within the move is in neither, before the first move nothing. Raises ``IndexError``.
        """
        self._check(number, 0)
        if not number:
            return (), ()
        added: dict[int, Derivation] = {}
        removed: dict[int, Derivation] = {}
        for lesson in self._lessons_of(number):
            for derivation in lesson.removed:
                if added.pop(derivation.number, None) is None:
                    removed[derivation.number] = derivation
            added.update((derivation.number, derivation) for derivation in lesson.added)
        if self._whole is not None:
            self._go_to(number - 1)
            went = self._mine_count()
            self._go_to(number)
            came = self._mine_count()
            if came != went:
                added.update((derivation.number, derivation) for derivation in came)
                removed.update((derivation.number, derivation) for derivation in went)
        return tuple(added.values()), tuple(removed.values())

    def verdicts(self, number: int) -> list[Derivation]:
        """Return the verdicts that move ``number`` led to, oldest first; raise ``IndexError``."""
        self._check(number, 0)
        return [verdict for lesson in self._lessons_of(number) for verdict in lesson.verdicts]

    def agent_moves(self, number: int) -> range:
        """Return which of the agent's own moves belong to move ``number``: it counts every clue as one."""
        self._check(number, 0)
        return range(self._seen_by[max(number - 1, 0)] + 1, self._seen_by[number] + 1)

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the move that ``derivation`` came with; 0 when it holds since before the first."""
        return bisect_left(self._seen_by, derivation.move) if derivation.move else 0

    # -- another course

    def replayed(self, number: int) -> Minesweeper:
        """Return a new game with the same mines in which the first ``number`` moves are played.

        Raises ``IndexError``, and ``MinesweeperError`` when the layout was given and not drawn from a seed.
        """
        self._check(number, 0)
        game = self._game
        if game.seed is None:
            raise MinesweeperError("the layout of this game was not drawn from a seed, so it can't be played again")
        again = Minesweeper(
            game.height, game.width, game.mine_total, rules=game.rules, seed=game.seed, start=game.start
        )
        again.replay(played.action for turn in self._turns[:number] for played in turn.plays)
        return again

    def branch(self, number: int) -> tuple[Minesweeper, History]:
        """Return the game after ``number`` moves to be played on, with its history, from which nothing is learned yet.

        Raises as ``replayed`` does.
        """
        game = self.replayed(number)
        history = History(game)
        history._first_state = self._first_state
        for turn in self._turns[:number]:
            history.add(turn)
        return game, history

    # -- the cursor

    def _check(self, number: int, least: int) -> None:
        if not least <= number <= len(self._turns):
            raise IndexError(f"move {number}; there are {least} to {len(self._turns)}")

    def _lessons_of(self, number: int) -> list[_Lesson]:
        return self._lessons[self._seen_by[max(number - 1, 0)] : self._seen_by[number]]

    def _go_to(self, number: int) -> None:
        """Bring what is seen and known to where it was after ``number`` moves."""
        while self._at < number:
            self._see(self._turns[self._at])
            self._at += 1
        while self._at > number:
            self._at -= 1
            self._unsee(self._turns[self._at])
        known = min(self._seen_by[number], len(self._lessons))
        while self._knows < known:
            self._learn(self._lessons[self._knows])
            self._knows += 1
        while self._knows > known:
            self._knows -= 1
            self._unlearn(self._lessons[self._knows])

    def _see(self, turn: Turn) -> None:
        for played in turn.plays:
            self._clues.update(played.observations)
            self._flags.update(played.flagged)
            self._flags.difference_update(played.unflagged)

    def _unsee(self, turn: Turn) -> None:
        for played in reversed(turn.plays):
            for cell, _ in played.observations:
                del self._clues[cell]
            self._flags.difference_update(played.flagged)
            self._flags.update(played.unflagged)

    def _learn(self, lesson: _Lesson) -> None:
        for derivation in lesson.removed:
            del self._sentences[derivation.number]
        self._sentences.update((derivation.number, derivation) for derivation in lesson.added)
        self._settled.update((cell, verdict) for verdict in lesson.verdicts for cell in verdict.cells)

    def _unlearn(self, lesson: _Lesson) -> None:
        for derivation in lesson.added:
            del self._sentences[derivation.number]
        self._sentences.update((derivation.number, derivation) for derivation in lesson.removed)
        for verdict in lesson.verdicts:
            for cell in verdict.cells:
                del self._settled[cell]

    def _mine_count(self) -> list[Derivation]:
        """Return the sentence of the mine count where the cursor is, unless the clues alone say the same."""
        noted = self._lessons[self._knows - 1].mine_count if self._knows else self._first_mine_count
        if noted is None or self._whole is None:
            return []
        derivation = self._mine_count_derivation(self._whole, *noted)
        return [] if any(other.cells == derivation.cells for other in self._sentences.values()) else [derivation]

    def _mine_count_derivation(self, whole: Derivation, number: int, move: int) -> Derivation:
        """Return the derivation with this number: that of the agent where it is at hand, else one like it."""
        for known in (self._latest_mine_count, whole):
            if known is not None and known.number == number:
                return known
        derivation = self._mine_counts.pop(number, None)
        if derivation is None:
            verdicts = self._settled.values()
            left = whole.count - sum(verdict.count for verdict in verdicts)
            cells = whole.cells.difference(self._settled)
            derivation = Derivation(number, Rule.SETTLED, cells, left, (whole, *verdicts), move, None)
        self._mine_counts[number] = derivation
        while len(self._mine_counts) > _MINE_COUNTS:
            del self._mine_counts[next(iter(self._mine_counts))]
        return derivation


_MINE_COUNTS = 4
"""So many sentences about the whole board are kept: those of the moment that is looked at, and of its neighbours."""


def _number(derivation: Derivation) -> int:
    return derivation.number

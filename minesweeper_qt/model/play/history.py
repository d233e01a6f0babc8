"""The history of a game: its turns, what the agent learned from each, the game after any of them, and the help had.

A cursor runs over the turns, and another one over what each clue changed, so that going from one moment to another
costs only what is between them. The sentence of the mine count is different after each turn and is as long as the board
is large; only its number is kept, and the sentence is made again for the moment that is requested.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Change, Derivation, Rule
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper, State
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.play.turn import NO_RISK, Turn, TurnKind, TurnMaker, TurnReason, TurnReasonKind
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind

if TYPE_CHECKING:
    from minesweeper_qt.model.evidence.certificate import Certificate


class KnowledgeHistory:
    """What an agent learned from each clue, after the ``knowledge`` that it began with, and what it knew at the cursor.

    A place is the number of clues learned before it: 0 is before the first clue.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> agent, history = MinesweeperAI(1, 4), KnowledgeHistory()
    >>> for cell, clue in (((0, 0), 0), ((0, 1), 1)):
    ...     history.add(agent.add_knowledge(cell, clue), None)
    >>> history.move_to(1)
    >>> list(history.settled), len(history)
    ([(0, 0), (0, 1)], 2)

    ``settled`` maps the cells settled at the cursor to their verdicts, the oldest first; it is not to be changed.
    """

    def __init__(self, knowledge: KnowledgeBase | None = None) -> None:
        mine_count = None if knowledge is None else knowledge.mine_count
        self._changes: list[Change] = []
        """The changes, without the sentences of the mine count."""
        self._whole = None if mine_count is None else mine_count.origin
        self._latest_mine_count = mine_count
        self._mine_count_after = [_number_and_move(mine_count)]
        """The number of the sentence of the mine count, and the agent's move that it came with, at each place."""
        self._mine_counts: dict[int, Derivation] = {}
        """The sentences of the mine count returned lately, by number: equal requests return the same object."""
        self._sentences = _by_number(_local(knowledge or ()))
        self.settled: dict[Cell, Derivation] = {} if knowledge is None else dict(knowledge.settled)
        self._cursor = 0

    def __len__(self) -> int:
        """Return the number of clues learned."""
        return len(self._changes)

    def add(self, change: Change, mine_count: Derivation | None) -> None:
        """Append what the agent learned from the next clue, and its sentence of the mine count after it."""
        self._changes.append(replace(change, added=_local(change.added), removed=_local(change.removed)))
        self._latest_mine_count = mine_count
        self._mine_count_after.append(_number_and_move(mine_count))

    # -- changes between two places

    def difference(self, start: int, end: int) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that the changes from ``start`` to ``end`` put in force, and those that they removed.

        A sentence that was added and removed between the places is in neither.
        """
        added: dict[int, Derivation] = {}
        removed: dict[int, Derivation] = {}
        for change in self._changes[start:end]:
            removed |= _by_number(gone for gone in change.removed if added.pop(gone.number, None) is None)
            added |= _by_number(change.added)
        if self._whole is not None:
            self.move_to(start)
            before = self._mine_count()
            self.move_to(end)
            after = self._mine_count()
            if after != before:
                added |= _by_number(after)
                removed |= _by_number(before)
        return tuple(added.values()), tuple(removed.values())

    def verdicts(self, start: int, end: int) -> list[Derivation]:
        """Return the verdicts of the changes from ``start`` to ``end``."""
        return [verdict for change in self._changes[start:end] for verdict in change.verdicts]

    # -- the cursor

    def move_to(self, place: int) -> None:
        """Move the cursor to ``place``, or to the end if fewer clues are learned."""
        place = min(place, len(self._changes))
        while self._cursor < place:
            self._apply(self._changes[self._cursor])
            self._cursor += 1
        while self._cursor > place:
            self._cursor -= 1
            self._revert(self._changes[self._cursor])

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force at the cursor, oldest first and that of the mine count last."""
        return [self._sentences[made] for made in sorted(self._sentences)] + self._mine_count()

    def _apply(self, change: Change) -> None:
        for derivation in change.removed:
            del self._sentences[derivation.number]
        self._sentences |= _by_number(change.added)
        self.settled |= {cell: verdict for verdict in change.verdicts for cell in verdict.cells}

    def _revert(self, change: Change) -> None:
        for derivation in change.added:
            del self._sentences[derivation.number]
        self._sentences |= _by_number(change.removed)
        for verdict in change.verdicts:
            for cell in verdict.cells:
                del self.settled[cell]

    def _mine_count(self) -> list[Derivation]:
        """Return the sentence of the mine count at the cursor, in a list.

        The list is empty if there is no such sentence, or if another sentence in force has the same cells.
        """
        kept = self._mine_count_after[self._cursor]
        if kept is None or self._whole is None:
            return []
        derivation = self._mine_count_derivation(self._whole, *kept)
        return [] if any(other.cells == derivation.cells for other in self._sentences.values()) else [derivation]

    def _mine_count_derivation(self, whole: Derivation, number: int, move: int) -> Derivation:
        """Return the derivation with this ``number``: the object that was returned lately, else the agent's own object
        if it is kept, else one with the same content.
        """
        derivation = self._mine_counts.pop(number, None)
        for known in (self._latest_mine_count, whole):
            if derivation is None and known is not None and known.number == number:
                derivation = known
        if derivation is None:
            verdicts = self.settled.values()
            left = whole.count - sum(verdict.count for verdict in verdicts)
            cells = whole.cells.difference(self.settled)
            derivation = Derivation(number, Rule.SETTLED, cells, left, (whole, *verdicts), move, None)
        self._mine_counts[number] = derivation
        while len(self._mine_counts) > _MINE_COUNTS:
            del self._mine_counts[next(iter(self._mine_counts))]
        return derivation


_MINE_COUNTS = 4
"""The number of sentences about the whole board that are kept: those of the current moment and of its neighbours."""


def _by_number(derivations: Iterable[Derivation]) -> dict[int, Derivation]:
    return {derivation.number: derivation for derivation in derivations}


def _local(derivations: Iterable[Derivation]) -> tuple[Derivation, ...]:
    """Return ``derivations`` without the sentences of the mine count."""
    return tuple([derivation for derivation in derivations if derivation.origin.rule is not Rule.MINE_COUNT])


def _number_and_move(derivation: Derivation | None) -> tuple[int, int] | None:
    return None if derivation is None else (derivation.number, derivation.move)


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
    oldest first; ``is_branch`` is true if moves of the game were taken back; ``path`` is that of a ``Record``. Call
    ``add`` and ``add_change`` in the order of the game. For an agent with a given number of mines, which has a sentence
    before its first clue, call ``attach`` first.

    Methods that take the number of a turn raise ``IndexError`` when there is no such turn.
    """

    def __init__(self, game: Minesweeper) -> None:
        self.game = game
        self.is_branch = False
        self.path: tuple[tuple[float, float, float], ...] = ()
        self._turns: list[Turn] = []
        self._clue_counts = [0]
        """The number of clues seen after the first n turns, at place n."""
        self._clues: dict[Cell, int] = {}
        self._flags: set[Cell] = set()
        self._applied_turns = 0
        self._knowledge = KnowledgeHistory()
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
        safe_cells: int = 0,
        mine_clues: int = 0,
    ) -> None:
        """Set the risk of turn ``number``, the first being 1; ``None`` for ``risk`` means that it is too hard to count.

        ``safe_cell``: a cell that was certainly safe instead, one of ``safe_cells``. ``mine_clues``: the number of
        clues that prove the cell a mine, if it certainly was. Raises ``IndexError`` when there is no such turn.
        """
        self._check(number, 1)
        turn = replace(self._turns[number - 1], safe_cell=safe_cell, safe_cells=safe_cells, mine_clues=mine_clues)
        self._turns[number - 1] = replace(turn, risk=risk, least_risk=least_risk, is_too_hard=risk is None)

    def judge(self, number: int, turn: Turn) -> None:
        """Replace turn ``number``, the first being 1, by one with another kind, safety, reason and risks.

        This is for a turn that was made while the agent had clues to learn, or that was read from a record. Raises
        ``IndexError`` when there is no such turn.

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
        self._turns[number - 1] = turn

    def attach(self, knowledge: KnowledgeBase) -> None:
        """Drop all that was learned, and start over with an agent that has ``knowledge`` before its first clue.

        That agent must learn the clues of the game from the first one on.
        """
        self._knowledge = KnowledgeHistory(knowledge)
        self._latest = None

    def add_change(self, change: Change, mine_count: Derivation | None) -> None:
        """Append what the agent learned from the next clue, and the sentence of the mine count after it."""
        self._knowledge.add(change, mine_count)

    # -- queries

    def is_complete(self, number: int) -> bool:
        """Return whether all clues that were seen after ``number`` turns are learned; raise ``IndexError``."""
        self._check(number, 0)
        return self._clue_counts[number] <= len(self._knowledge)

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
        state = self._turns[number - 1].state if number else game.restarted().state
        position = Position.seen(game.grid, game.mine_total, self._clues, self._flags)
        sentences, settled = tuple(knowledge.sentences()), dict(knowledge.settled)
        return Moment(number, state, position, sentences, settled, self.is_complete(number))

    def difference(self, number: int) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that turn ``number`` put in force, and those that it removed.

        A sentence that was added and removed within the turn is in neither; both are empty for ``number`` 0. Raises
        ``IndexError``.
        """
        self._check(number, 0)
        if not number:
            return (), ()
        return self._knowledge.difference(self._clue_counts[number - 1], self._clue_counts[number])

    def verdicts(self, number: int) -> list[Derivation]:
        """Return the verdicts that turn ``number`` led to, oldest first; raise ``IndexError``."""
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
                again.repeat(result)
        return again

    def branch(self, number: int) -> tuple[Minesweeper, History]:
        """Return a copy of the game after ``number`` turns, to be played on, and its history without learned knowledge.

        Raises ``IndexError``.
        """
        game = self.replayed(number)
        history = History(game)
        history.is_branch = True
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


def certified_history(game: Minesweeper, certificate: Certificate) -> History:
    """Return the history of a new game with the mines of ``game``, in which the AI makes the moves of ``certificate``.

    >>> from minesweeper_qt.model import CLASSIC_RULES, Action
    >>> from minesweeper_qt.model.dealing.certificate import certify
    >>> game = Minesweeper(1, 5, 1, rules=CLASSIC_RULES, layout_mines=[(0, 1)])
    >>> result = game.play(Action.from_text("reveal 0 0"))
    >>> history = certified_history(game, certify(game))
    >>> history.game.state.value, [turn.cell for turn in history.turns]
    ('won', [(0, 0), (0, 2), (0, 3)])

    Raises what ``Minesweeper.play`` raises for a certificate of another board.
    """
    history = History(game.restarted())
    steps: list[tuple[Cell, TurnReason]] = [(certificate.start, TurnReason(TurnReasonKind.FIRST_CELL))]
    for proof in certificate.proofs:
        choice = ChoiceReason(ChoiceReasonKind.OTHER, words=f"safe by the level {proof.level}")
        steps.append((proof.cell, TurnReason(TurnReasonKind.SAFE_CHOICE, choice=choice)))
    for cell, reason in steps:
        plays = (history.game.play(Action(Verb.REVEAL, cell)),)
        history.add(Turn(TurnMaker.AI, TurnKind.SAFE, cell, plays, True, reason, NO_RISK, NO_RISK))
    if not history.game.state.is_over:
        flags = [history.game.play(Action(Verb.FLAG, mine)) for mine in sorted(history.game.mines)]
        last = TurnReason(TurnReasonKind.LAST)
        history.add(Turn(TurnMaker.AI, TurnKind.LAST, None, tuple(flags), reason=last))
    return history


class Help(Flag):
    """The help that a player had in a game.

    >>> bool(Help(0)), Help.HINT in Help.HINT | Help.AI
    (False, True)
    """

    TAKE_BACK = auto()
    HINT = auto()
    OVERLAY = auto()
    RISKS = auto()
    AI = auto()
    KNOWN_BOARD = auto()
    """The board was played before, or came from a file."""
    KNOWLEDGE = auto()
    """A panel was in view that says what is known of the game."""
    CERTAINTY = auto()
    """The first stage of a hint: how many cells are certain."""
    CLUES = auto()
    """The second stage of a hint: the clues to look at; ``HINT`` is the third."""

    @property
    def words(self) -> str:
        """The kinds of help by name, separated by blanks; empty for none.

        >>> (Help.HINT | Help.TAKE_BACK).words, NO_HELP.words
        ('take_back hint', '')
        """
        return " ".join(str(kind.name).lower() for kind in self)

    @property
    def deepest(self) -> Help:
        """This help, without the stages of hints before the deepest one.

        >>> (Help.CERTAINTY | Help.CLUES | Help.AI).deepest.words
        'ai clues'
        """
        earlier = Help.CERTAINTY if Help.CLUES in self else NO_HELP
        return self & ~(Help.CERTAINTY | Help.CLUES if Help.HINT in self else earlier)

    @classmethod
    def from_words(cls, words: str) -> Help:
        """Return the help that ``words`` name; raise ``KeyError`` for another word.

        >>> Help.from_words("take_back hint") == Help.HINT | Help.TAKE_BACK
        True
        """
        return reduce(or_, [cls[word.upper()] for word in words.split()], NO_HELP)

    @staticmethod
    def of(history: History) -> Help:
        """Return the help that the turns show: moves of the AI, hints; and moves taken back.

        >>> from minesweeper_qt.model import History, Minesweeper
        >>> history = History(Minesweeper(2, 3, 1))
        >>> bool(Help.of(history)), Help.of(history.branch(0)[1])
        (False, <Help.TAKE_BACK: 1>)
        """
        found = Help.TAKE_BACK if history.is_branch else NO_HELP
        if any(turn.maker is TurnMaker.AI for turn in history.turns):
            found |= Help.AI
        if any(turn.is_hint for turn in history.turns):
            found |= Help.HINT
        return found


NO_HELP = Help(0)

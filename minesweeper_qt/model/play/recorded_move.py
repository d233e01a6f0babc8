"""One move of a record as a value and as a line of text: its actions, who made it, how, and when."""

from __future__ import annotations

import re
from dataclasses import dataclass

from minesweeper_qt.model.errors import ActionSyntaxError, MinesweeperError, RecordSyntaxError
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.play.turn import Turn, TurnKind, TurnMaker
from minesweeper_qt.model.text.quoted_text import quoted

_FORM = re.compile(r"(.+?)( by ai)?(?: using (\S+))?( from hint)?(?: at (\S+))?")
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,3})?")
_STRATEGY = re.compile(r"\S{0,100}")
_MOST_SECONDS = 10**9


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One turn of a record: its ``actions``, in order, who made it, how, and when.

    ``strategy`` is the name of the strategy by which the AI made it, one word; ``is_hint`` is true when the player
    opened the cell of a hint. ``seconds`` is the time since the first reveal of the game, rounded to milliseconds, or
    ``None`` where it is unknown.

    >>> move = RecordedMove((Action(Verb.REVEAL, (3, 4)),), TurnMaker.AI, strategy="exact", seconds=12.34567)
    >>> move.to_line()
    'reveal 3 4 by ai using exact at 12.346'
    >>> RecordedMove.from_line(move.to_line()) == move
    True

    Raises ``MinesweeperError`` without actions, for a strategy of several words or more than 100 letters, and for
    ``seconds`` below 0 or from 10**9.
    """

    actions: tuple[Action, ...]
    maker: TurnMaker = TurnMaker.PLAYER
    strategy: str = ""
    is_hint: bool = False
    seconds: float | None = None

    def __post_init__(self) -> None:
        if not self.actions:
            raise MinesweeperError("a move of a record needs at least one action")
        if not _STRATEGY.fullmatch(self.strategy):
            raise MinesweeperError(f"strategy: {quoted(self.strategy)}; allowed is one word of at most 100 letters")
        if self.seconds is not None:
            # The text form must give back the same value; a sum with 0.0 is never -0.0.
            rounded = round(self.seconds, 3) + 0.0 if 0 <= self.seconds < _MOST_SECONDS else _MOST_SECONDS
            if rounded >= _MOST_SECONDS:
                raise MinesweeperError(f"seconds: {self.seconds}; allowed are 0 to less than {_MOST_SECONDS}")
            object.__setattr__(self, "seconds", rounded)

    @classmethod
    def of(cls, turn: Turn) -> RecordedMove:
        """Return what a record holds of ``turn``; raise what the constructor raises."""
        actions = tuple(result.action for result in turn.plays)
        return cls(actions, turn.maker, turn.strategy, turn.is_hint, turn.seconds)

    def play(self, game: Minesweeper) -> Turn:
        """Carry out the actions in ``game`` and return the turn; raise what ``Minesweeper.play`` raises.

        The record does not hold what was known before the turn. So each reveal is a guess, until ``History.judge``
        corrects it, and its safety, reason and risks are unknown. Flags of the AI are its last step.
        """
        plays = tuple([game.play(action) for action in self.actions])
        last = self.actions[-1]
        kind = _KINDS[last.verb]
        if self.maker is TurnMaker.AI and last.verb is Verb.FLAG:
            kind = TurnKind.LAST
        return Turn(
            self.maker,
            kind,
            None if kind is TurnKind.LAST else last.cell,
            plays,
            strategy=self.strategy,
            is_hint=self.is_hint,
            seconds=self.seconds,
        )

    def to_line(self) -> str:
        """Return the move as one line, without its end."""
        line = ", ".join(map(str, self.actions))
        if self.maker is TurnMaker.AI:
            line += " by ai"
        if self.strategy:
            line += f" using {self.strategy}"
        if self.is_hint:
            line += " from hint"
        return line if self.seconds is None else f"{line} at {self.seconds:.3f}"

    @classmethod
    def from_line(cls, line: str) -> RecordedMove:
        """Return the move that ``to_line`` wrote; raise ``RecordSyntaxError`` for any other text.

        >>> RecordedMove.from_line("unflag 0 1, reveal 0 1 by ai").maker
        <TurnMaker.AI: 'AI'>
        >>> RecordedMove.from_line("reveal 0 1 at noon")
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.RecordSyntaxError: no time: 'noon'; write seconds such as 12.345, below 10**9
        """
        form = _FORM.fullmatch(line.strip())
        if form is None:
            raise RecordSyntaxError(f"no move: {quoted(line)}; write {_EXPECTED}")
        if form[5] is not None and not _SECONDS.fullmatch(form[5]):
            raise RecordSyntaxError(f"no time: {quoted(form[5])}; write seconds such as 12.345, below 10**9")
        try:
            actions = tuple([Action.from_text(text) for text in form[1].split(",")])
        except ActionSyntaxError:
            raise RecordSyntaxError(f"no move: {quoted(line)}; write {_EXPECTED}") from None
        maker = TurnMaker.AI if form[2] else TurnMaker.PLAYER
        seconds = None if form[5] is None else float(form[5])
        try:
            return cls(actions, maker, form[3] or "", bool(form[4]), seconds)
        except MinesweeperError as error:
            raise RecordSyntaxError(str(error)) from None


_KINDS = {
    Verb.REVEAL: TurnKind.GUESS,
    Verb.CHORD: TurnKind.CHORD,
    Verb.FLAG: TurnKind.FLAG,
    Verb.UNFLAG: TurnKind.FLAG,
}

_EXPECTED = "VERB ROW COLUMN, ... [by ai] [using STRATEGY] [from hint] [at SECONDS], with one of " + ", ".join(
    verb.value for verb in Verb
)

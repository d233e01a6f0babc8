"""Actions of a player on the board, as values with a text form, and what stands against one that is not possible."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import ActionSyntaxError, MinesweeperError, quoted
from minesweeper_qt.model.words import counted_or_no


class Verb(Enum):
    """The kind of an action; the value is its word in the text form.

    >>> [verb.value for verb in Verb]
    ['reveal', 'flag', 'unflag', 'chord']
    >>> Verb("chord").name
    'CHORD'

    ``Verb(word)`` raises ``ValueError`` for any other word.
    """

    REVEAL = "reveal"
    FLAG = "flag"
    UNFLAG = "unflag"
    CHORD = "chord"
    """Reveal all covered neighbours without a flag; allowed when as many neighbours have flags as the clue counts."""


_FORM = re.compile(r"\s*(\S+)\s+(\d+)\s+(\d+)\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a player: a verb applied to one cell.

    >>> str(Action(Verb.REVEAL, (3, 4)))
    'reveal 3 4'
    >>> Action.from_text("flag 0 7") == Action(Verb.FLAG, (0, 7))
    True

    Raises ``ActionSyntaxError`` unless ``verb`` is a ``Verb``. The cell is not checked here: ``Minesweeper.play``
    raises ``CellError`` for one off the board.
    """

    verb: Verb
    cell: Cell

    def __post_init__(self) -> None:
        # A plain word equals no Verb, so the game would take it for the verb that it handles last.
        if not isinstance(self.verb, Verb):
            raise ActionSyntaxError(f"no verb: {self.verb!r}; allowed are {', '.join(map(str, Verb))}")

    @classmethod
    def from_text(cls, text: str) -> Action:
        """Read an action from ``VERB ROW COLUMN``; raise ``ActionSyntaxError`` for any other text.

        >>> Action.from_text("open 1 2")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.ActionSyntaxError: no action: 'open 1 2'; write VERB ROW COLUMN with one of...
        """
        form = _FORM.fullmatch(text)
        words = {verb.value: verb for verb in Verb}
        if form is None or form[1] not in words or max(len(form[2]), len(form[3])) > 9:
            raise ActionSyntaxError(f"no action: {quoted(text)}; write VERB ROW COLUMN with one of {', '.join(words)}")
        return cls(words[form[1]], (int(form[2]), int(form[3])))

    def __str__(self) -> str:
        return f"{self.verb.value} {self.cell[0]} {self.cell[1]}"


class IllegalAction(MinesweeperError):
    """The rules forbid the action at this point of the game; the game is unchanged.

    ``action`` is the action; ``obstacle``, as a value, is why the rules forbid it.

    >>> from minesweeper_qt.model import Action, Minesweeper
    >>> Minesweeper().play(Action.from_text("chord 0 0"))
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.game.action.IllegalAction: chord 0 0: only a revealed cell can be chorded
    """

    def __init__(self, action: Action, obstacle: Obstacle) -> None:
        super().__init__(action, obstacle)
        self.action = action
        self.obstacle = obstacle

    def __str__(self) -> str:
        return f"{self.action}: {self.obstacle}"


class GameOver(IllegalAction):
    """The game has been won or lost and accepts no further action.

    >>> from minesweeper_qt.model import Action, Minesweeper
    >>> game = Minesweeper(1, 2, 1, layout_mines=[(0, 0)])
    >>> game.play(Action.from_text("flag 0 0")).state
    <State.WON: 'won'>
    >>> game.play(Action.from_text("reveal 0 1"))
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.game.action.GameOver: reveal 0 1: the game is won; start a new one
    """


class ObstacleKind(Enum):
    """The kinds of obstacles to an action.

    >>> ObstacleKind("under flag")
    <ObstacleKind.UNDER_FLAG: 'under flag'>

    Raises ``ValueError`` for another value.
    """

    WON = "won"
    """The game is won."""
    LOST = "lost"
    """The game is lost."""
    UNDER_FLAG = "under flag"
    """The cell to reveal has a flag."""
    HAS_FLAG = "has flag"
    """The cell to flag has a flag already."""
    HAS_NO_FLAG = "has no flag"
    """The cell has no flag to take off."""
    COVERED = "covered"
    """The cell to chord around is not revealed."""
    REVEALED = "revealed"
    """The cell to flag is revealed."""
    FLAG_COUNT = "flag count"
    """The number of flags around the cell to chord around, ``flags``, is not its clue, ``clue``."""
    NOTHING_LEFT = "nothing left"
    """There is no cell left to reveal: the action is allowed, but does nothing."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why an action is not possible or does nothing; as a string, a clause that states it.

    ``clue`` and ``flags`` are the numbers of the kind ``FLAG_COUNT``.

    >>> print(Obstacle(ObstacleKind.FLAG_COUNT, clue=2, flags=3))
    the 2 needs 2 flags around it and has 3
    """

    kind: ObstacleKind
    clue: int = 0
    flags: int = 0

    def __str__(self) -> str:
        return _WORDS[self.kind].format(
            clue=self.clue, needed=counted_or_no(self.clue, "flag"), flags=self.flags or "none"
        )


_WORDS = {
    ObstacleKind.WON: "the game is won; start a new one",
    ObstacleKind.LOST: "the game is lost; start a new one",
    ObstacleKind.UNDER_FLAG: "the cell has a flag; take it off first",
    ObstacleKind.HAS_FLAG: "the cell has a flag already",
    ObstacleKind.HAS_NO_FLAG: "the cell has no flag",
    ObstacleKind.COVERED: "only a revealed cell can be chorded",
    ObstacleKind.REVEALED: "a revealed cell takes no flag",
    ObstacleKind.FLAG_COUNT: "the {clue} needs {needed} around it and has {flags}",
    ObstacleKind.NOTHING_LEFT: "there is nothing to reveal",
}

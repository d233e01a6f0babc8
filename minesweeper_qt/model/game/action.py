"""Actions of a player on the board, as values with a text form, and the errors for those that are not possible."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import ActionSyntaxError, MinesweeperError
from minesweeper_qt.model.text.obstacle_text import Obstacle
from minesweeper_qt.model.text.quoted_text import quoted


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

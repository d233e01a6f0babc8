"""What a player can do, as values with a text form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import ActionSyntaxError


class Verb(Enum):
    """What is done to a cell; the value is its word in the text form."""

    REVEAL = "reveal"
    FLAG = "flag"
    UNFLAG = "unflag"
    CHORD = "chord"
    """Reveal all covered neighbours without a flag, when the flags around equal the clue."""


_FORM = re.compile(r"\s*(\S+)\s+(\d+)\s+(\d+)\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing done to one cell.

    >>> str(Action(Verb.REVEAL, (3, 4)))
    'reveal 3 4'
    >>> Action.from_text("flag 0 7") == Action(Verb.FLAG, (0, 7))
    True

    Raises ``ActionSyntaxError`` for a verb that is none; whether there is such a cell is for the game to say.
    """

    verb: Verb
    cell: Cell

    def __post_init__(self) -> None:
        # A word in place of its Verb would be taken for none of them, and so for the last one.
        if not isinstance(self.verb, Verb):
            raise ActionSyntaxError(f"no verb: {self.verb!r}; allowed are {', '.join(map(str, Verb))}")

    @classmethod
    def from_text(cls, text: str) -> Action:
        """Read ``VERB ROW COLUMN``; raise ``ActionSyntaxError`` when the text is something else.

        >>> Action.from_text("open 1 2")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.ActionSyntaxError: no action: 'open 1 2'; write VERB ROW COLUMN with one of...
        """
        form = _FORM.fullmatch(text)
        words = {verb.value: verb for verb in Verb}
        if form is None or form[1] not in words or max(len(form[2]), len(form[3])) > 9:
            raise ActionSyntaxError(f"no action: {text!r}; write VERB ROW COLUMN with one of {', '.join(words)}")
        return cls(words[form[1]], (int(form[2]), int(form[3])))

    def __str__(self) -> str:
        return f"{self.verb.value} {self.cell[0]} {self.cell[1]}"

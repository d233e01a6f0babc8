"""A game as text: the seed of its layout and its actions. Serves as save file, replay and bug report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.rules import FirstClick, Rules, Win
from minesweeper_qt.model.errors import ActionSyntaxError, MinesweeperError, RecordSyntaxError
from minesweeper_qt.model.game.action import Action
from minesweeper_qt.model.game.minesweeper import Minesweeper

_HEAD = "minesweeper-qt record 1"
_NUMBER = re.compile("-?[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Record:
    """All that is needed to play a game again.

    >>> game = Minesweeper(8, 8, 8, seed=3)
    >>> played = game.play(Action.from_text("flag 0 0"))
    >>> print(Record.of(game).to_text(), end="")
    minesweeper-qt record 1
    board 8 8 8
    first-click anything
    cascade off
    win flagged
    seed 3
    flag 0 0
    >>> Record.from_text(Record.of(game).to_text()).replay().mines == game.mines
    True

    ``start`` is the cell from which the rules keep mines away, or ``None`` where there is no such cell. ``replay``
    raises what ``Minesweeper`` and its ``play`` raise; a record from ``from_text`` can always be replayed.
    """

    height: int
    width: int
    mines: int
    rules: Rules
    seed: int
    start: Cell | None
    actions: tuple[Action, ...]

    @classmethod
    def of(cls, game: Minesweeper) -> Record:
        """Return the record of a game; raise ``MinesweeperError`` when its layout was not drawn from a seed."""
        if game.seed is None:
            raise MinesweeperError("the layout of this game was not drawn from a seed, so it has no record")
        return cls(game.height, game.width, game.mine_total, game.rules, game.seed, game.start, tuple(game.history))

    def replay(self) -> Minesweeper:
        """Play the game again from its start and return it; raise what ``Minesweeper`` and ``play`` raise."""
        game = self._new_game()
        game.replay(self.actions)
        return game

    def _new_game(self) -> Minesweeper:
        """Return the game before its first action."""
        return Minesweeper(self.height, self.width, self.mines, rules=self.rules, seed=self.seed, start=self.start)

    def to_text(self) -> str:
        """Return the record as text, with a line for each setting and each action."""
        lines = [
            _HEAD,
            f"board {self.height} {self.width} {self.mines}",
            f"first-click {self.rules.first_click.value}",
            f"cascade {'on' if self.rules.cascade else 'off'}",
            f"win {self.rules.win.value}",
            f"seed {self.seed}",
        ]
        if self.start is not None:
            lines.append(f"start {self.start[0]} {self.start[1]}")
        return "\n".join([*lines, *map(str, self.actions), ""])

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Return the record that ``to_text`` wrote; raise ``RecordSyntaxError`` with the line and what is wrong with
        it.

        >>> Record.from_text("minesweeper-qt record 1\\nboard 8 8")
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.RecordSyntaxError: line 2: 'board 8 8'; expected board HEIGHT WIDTH MINES
        """
        lines = _Lines(text)
        lines.expect(_HEAD)
        height, width, mines = lines.numbers("board", "HEIGHT WIDTH MINES")
        first_click = FirstClick(lines.word("first-click", [rule.value for rule in FirstClick]))
        cascade = lines.word("cascade", ["on", "off"]) == "on"
        win = Win(lines.word("win", [win.value for win in Win]))
        (seed,) = lines.numbers("seed", "NUMBER")
        start: Cell | None = None
        if lines.next_key() == "start":
            row, column = lines.numbers("start", "ROW COLUMN")
            start = (row, column)
        head = lines.read
        actions = tuple(lines.actions())
        record = cls(height, width, mines, Rules(first_click, cascade, win), seed, start, actions)
        record._check(head)
        return record

    def _check(self, head: int) -> None:
        """Play the actions, so that a record that was read can be replayed; ``head`` lines come before the actions.

        Raises ``RecordSyntaxError`` for a game that can't exist, and for an action that the game refuses.
        """
        try:
            game = self._new_game()
        except MinesweeperError as error:
            raise RecordSyntaxError(f"lines 2 to {head}: there is no such game; {error}") from error
        for number, action in enumerate(self.actions, start=head + 1):
            try:
                game.play(action)
            except MinesweeperError as error:
                raise RecordSyntaxError(f"line {number}: the game can't go on so; {error}") from error


class _Lines:
    """Reads the lines of a record one by one; ``read`` counts them."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.read = 0

    def next_key(self) -> str:
        """Return the first word of the next line, or an empty text at the end."""
        words = self._lines[self.read].split() if self.read < len(self._lines) else []
        return words[0] if words else ""

    def expect(self, line: str) -> None:
        """Read a line that must be equal to ``line``."""
        if self._lines[self.read : self.read + 1] != [line]:
            raise self._error(repr(line))
        self.read += 1

    def word(self, key: str, allowed: list[str]) -> str:
        """Read a line with ``key`` and one of the ``allowed`` words; return that word."""
        form = "|".join(allowed)
        (word,) = self._words(key, form)
        if word not in allowed:
            raise self._error(f"{key} {form}")
        self.read += 1
        return word

    def numbers(self, key: str, form: str) -> list[int]:
        """Read a line with ``key`` and as many whole numbers as ``form`` has words; return the numbers."""
        words = self._words(key, form)
        if not all(map(_NUMBER.fullmatch, words)):
            raise self._error(f"{key} {form}")
        self.read += 1
        return [int(word) for word in words]

    def actions(self) -> Iterator[Action]:
        """Read the remaining lines as actions."""
        for line in self._lines[self.read :]:
            try:
                yield Action.from_text(line)
            except ActionSyntaxError as error:
                raise RecordSyntaxError(f"line {self.read + 1}: {error}") from error
            self.read += 1

    def _words(self, key: str, form: str) -> list[str]:
        """Return the words after ``key`` in the next line, as many as ``form`` has."""
        words = self._lines[self.read].split() if self.read < len(self._lines) else []
        if words[:1] != [key] or len(words) != 1 + len(form.split()):
            raise self._error(f"{key} {form}")
        return words[1:]

    def _error(self, expected: str) -> RecordSyntaxError:
        """Return the error that names the next line and what is ``expected`` there."""
        found = repr(self._lines[self.read]) if self.read < len(self._lines) else "the end"
        return RecordSyntaxError(f"line {self.read + 1}: {found}; expected {expected}")

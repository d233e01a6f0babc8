"""A game as text: the layout's seed and the actions. Save file, replay and bug report in one."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.action import Action
from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.errors import ActionSyntaxError, MinesweeperError, RecordSyntaxError
from minesweeper_qt.model.game import Minesweeper
from minesweeper_qt.model.rules import FirstClick, Rules, Win

_HEAD = "minesweeper-qt record 1"
_SWITCH = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class Record:
    """All that it takes to play a game again.

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
        """Return the record of a game; raise ``MinesweeperError`` when its layout was given and not drawn."""
        if game.seed is None:
            raise MinesweeperError("the layout of this game was not drawn from a seed, so it has no record")
        return cls(game.height, game.width, game.mine_total, game.rules, game.seed, game.start, tuple(game.history))

    def replay(self) -> Minesweeper:
        """Play the game again from its start; raise what ``Minesweeper`` and ``play`` raise."""
        game = Minesweeper(self.height, self.width, self.mines, rules=self.rules, seed=self.seed, start=self.start)
        game.replay(self.actions)
        return game

    def to_text(self) -> str:
        """Write the record, a line for each fact and each action."""
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
        """Read what ``to_text`` writes; raise ``RecordSyntaxError`` with the line and what is wrong with it.

        >>> Record.from_text("minesweeper-qt record 1\\nboard 8 8")
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.RecordSyntaxError: line 2: 'board 8 8'; expected board HEIGHT WIDTH MINES
        """
        lines = text.splitlines()

        def fail(number: int, expected: str) -> RecordSyntaxError:
            found = repr(lines[number]) if number < len(lines) else "the end"
            return RecordSyntaxError(f"line {number + 1}: {found}; expected {expected}")

        def values(number: int, key: str, form: str) -> list[str]:
            words = lines[number].split() if number < len(lines) else []
            if words[:1] != [key] or len(words) != 1 + len(form.split()):
                raise fail(number, f"{key} {form}")
            return words[1:]

        def numbers(number: int, key: str, form: str) -> list[int]:
            try:
                return [int(word) for word in values(number, key, form)]
            except ValueError as error:
                raise fail(number, f"{key} {form}") from error

        if lines[:1] != [_HEAD]:
            raise fail(0, repr(_HEAD))
        height, width, mines = numbers(1, "board", "HEIGHT WIDTH MINES")
        try:
            first_click = FirstClick(values(2, "first-click", "RULE")[0])
            win = Win(values(4, "win", "RULE")[0])
        except RecordSyntaxError:
            raise
        except ValueError as error:
            raise RecordSyntaxError(f"lines 3 to 5: unknown rule; {error}") from error
        cascade = values(3, "cascade", "on|off")[0]
        if cascade not in _SWITCH:
            raise fail(3, "cascade on|off")
        (seed,) = numbers(5, "seed", "NUMBER")
        start: Cell | None = None
        body = 6
        if lines[6:7] and lines[6].startswith("start"):
            row, column = numbers(6, "start", "ROW COLUMN")
            start, body = (row, column), 7
        actions: list[Action] = []
        for number in range(body, len(lines)):
            try:
                actions.append(Action.from_text(lines[number]))
            except ActionSyntaxError as error:
                raise RecordSyntaxError(f"line {number + 1}: {error}") from error
        rules = Rules(first_click, _SWITCH[cascade], win)
        record = cls(height, width, mines, rules, seed, start, tuple(actions))
        try:
            record.replay()
        except MinesweeperError as error:
            raise RecordSyntaxError(f"the game can't be played: {error}") from error
        return record

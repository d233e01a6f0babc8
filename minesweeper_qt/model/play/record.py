"""A game as text: its layout and its moves, who made them, how, and when. Serves as save file, replay and bug report.

Version 2 of the text has a line for each setting, then one for each move. Each line ends with a line break, so that a
program can append a line after each move, and a record that was cut off can be read up to its last complete line::

    minesweeper-qt record 2
    board HEIGHT WIDTH MINES
    first-click anything|safe|opening
    cascade on|off
    win revealed|flagged
    seed NUMBER                  (not for a layout that was given)
    start ROW COLUMN             (if it was given in advance)
    mines ROW,COLUMN ...         (if the first reveal moves no mines)
    VERB ROW COLUMN, ... [by ai] [using STRATEGY] [from hint] [at SECONDS]

Where the first reveal moves mines away, the line ``mines`` follows the move with the first reveal. It may be missing
where there is a seed. Version 3, for games with other guesses than those as dealt, has after ``win`` the line::

    guesses fair|not-needed

Where guesses are fair, a line ``mines`` stands before each move for which the mines were dealt anew. Version 1, which
is still read, has neither ``mines`` nor anything but one action for each move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.rules import Difficulty, FirstClick, Guesses, Rules, Win
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.errors import ActionSyntaxError, MinesweeperError, RecordSyntaxError, quoted
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.play.history import History
from minesweeper_qt.model.play.turn import Turn, TurnKind, TurnMaker
from minesweeper_qt.model.words import size_text

_FORM = re.compile(r"(.+?)( by ai)?(?: using (\S+))?( from hint)?(?: at (\S+))?")
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,3})?")
_STRATEGY = re.compile(r"\S{0,100}")
_MOST_SECONDS = 10**9


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One turn of a record: its ``actions``, in order, who made it, how, and when.

    ``strategy`` is the name of the strategy by which the AI made it, one word; ``is_hint`` is true when the player
    opened the cell of a hint. ``seconds`` is the time since the first reveal of the game, rounded to milliseconds, or
    ``None`` where it is unknown. ``dealt`` are the mines of a fair guess, for which they were dealt anew; the line of
    the move does not hold them.

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
    dealt: frozenset[Cell] | None = None

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
        dealt = [result.dealt for result in turn.plays if result.dealt is not None]
        return cls(actions, turn.maker, turn.strategy, turn.is_hint, turn.seconds, dealt[-1] if dealt else None)

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
        cell = None if kind is TurnKind.LAST else last.cell
        strategy, is_hint, seconds = self.strategy, self.is_hint, self.seconds
        return Turn(self.maker, kind, cell, plays, strategy=strategy, is_hint=is_hint, seconds=seconds)

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


_KINDS = {Verb.REVEAL: TurnKind.GUESS, Verb.CHORD: TurnKind.CHORD, Verb.FLAG: TurnKind.FLAG, Verb.UNFLAG: TurnKind.FLAG}

_EXPECTED = "VERB ROW COLUMN, ... [by ai] [using STRATEGY] [from hint] [at SECONDS], with one of " + ", ".join(
    verb.value for verb in Verb
)


HEADS = ("minesweeper-qt record 1", "minesweeper-qt record 2", "minesweeper-qt record 3")
"""The first lines of records, by version."""

MINES = "mines"
"""The first word of the line with the layout."""

_NUMBER = re.compile("-?[0-9]{1,20}")
_CELL = re.compile("([0-9]{1,9}),([0-9]{1,9})")


def layout_line(mines: Iterable[Cell]) -> str:
    """Return the line with a layout: the cells of its mines in reading order.

    >>> layout_line({(1, 0), (0, 12)})
    'mines 0,12 1,0'
    """
    return " ".join([MINES, *(f"{row},{column}" for row, column in sorted(mines))])


class RecordLines:
    """The lines of a record, read one by one; ``read`` counts those that were read.

    A last line without an end may be cut off: with ``allow_cut`` it is left out, and is ``rest``. Each method that
    reads a line raises ``RecordSyntaxError``, with the number of the line, unless the line has the expected form.

    >>> lines = RecordLines("seed 5\\nstart 0", allow_cut=True)
    >>> lines.numbers("seed", "NUMBER"), lines.read, lines.next_key()
    ([5], 1, '')
    """

    def __init__(self, text: str, allow_cut: bool) -> None:
        self._lines = text.splitlines()
        # A text of one letter has an empty line only if the letter ends a line.
        self._is_cut = text[-1:].splitlines() not in ([], [""])
        self.rest = ""
        if self._is_cut and allow_cut:
            self.rest = self._lines.pop()
            self._is_cut = False
        self.read = 0

    @property
    def is_at_end(self) -> bool:
        """True when all lines are read."""
        return self.read >= len(self._lines)

    def next_key(self) -> str:
        """Return the first word of the next line, or an empty text at the end."""
        words = self._words()
        return words[0] if words else ""

    def version(self) -> int:
        """Read the first line and return the version; a record of version 2 must not be cut off."""
        if self.is_at_end or self._lines[0] not in HEADS:
            raise self.expected(" or ".join(map(repr, HEADS)))
        version = 1 + HEADS.index(self._lines[0])
        if version > 1 and self._is_cut:
            last = quoted(self._lines[-1])
            raise RecordSyntaxError(
                f"line {len(self._lines)}: {last} has no end of line, so it may be cut off; allowed is a line break "
                "after each line"
            )
        self.read = 1
        return version

    def values(self, key: str, form: str, is_right: Callable[[str], object]) -> list[str]:
        """Read a line with ``key`` and as many words as ``form``, each of which ``is_right``; return these words."""
        words = self._words()
        if words[:1] != [key] or len(words) != 1 + len(form.split()) or not all(map(is_right, words[1:])):
            raise self.expected(f"{key} {form}")
        self.read += 1
        return words[1:]

    def numbers(self, key: str, form: str) -> list[int]:
        """Read a line with ``key`` and as many whole numbers as ``form`` has words; return the numbers."""
        return [int(word) for word in self.values(key, form, _NUMBER.fullmatch)]

    def word(self, key: str, *allowed: str) -> str:
        """Read a line with ``key`` and one of the ``allowed`` words; return that word."""
        return self.values(key, "|".join(allowed), allowed.__contains__)[0]

    def layout(self, height: int, width: int, count: int) -> frozenset[Cell]:
        """Read a line with the layout of ``count`` mines on a board of this size; return the cells of its mines."""
        if self.next_key() != MINES:
            raise self.expected(f"{MINES} ROW,COLUMN ...")
        words = self._words()[1:]
        if len(words) != count:
            raise self.error(f"here are {len(words)} mines; the board has {count}")
        mines: set[Cell] = set()
        for word in words:
            form = _CELL.fullmatch(word)
            if form is None:
                raise self.expected(f"{MINES} ROW,COLUMN ...")
            cell = (int(form[1]), int(form[2]))
            if cell[0] >= height or cell[1] >= width:
                raise self.error(f"{cell} is not on the board of {size_text(height, width)}")
            if cell in mines:
                raise self.error(f"{cell} is there twice")
            mines.add(cell)
        self.read += 1
        return frozenset(mines)

    def move(self, version: int) -> RecordedMove:
        """Read a line with a move; in version 1 it is an action of the player."""
        line = self._lines[self.read]
        try:
            move = RecordedMove((Action.from_text(line),)) if version == 1 else RecordedMove.from_line(line)
        except MinesweeperError as error:
            raise self.error(str(error)) from error
        self.read += 1
        return move

    def expected(self, form: str) -> RecordSyntaxError:
        """Return the error that shows the next line and the ``form`` that is expected there."""
        found = "the end" if self.is_at_end else quoted(self._lines[self.read])
        return self.error(f"{found}; expected {form}")

    def error(self, message: str) -> RecordSyntaxError:
        """Return the error with ``message`` about the next line."""
        return RecordSyntaxError(f"line {self.read + 1}: {message}")

    def _words(self) -> list[str]:
        """Return the words of the next line."""
        return [] if self.is_at_end else self._lines[self.read].split()


@dataclass(frozen=True, slots=True)
class Record:
    """All that is needed to play a game again.

    ``mines`` is the number of mines; ``layout`` the cells that are mines, before any are dealt anew, or ``None`` while
    the first reveal may still move them. ``seed`` is ``None`` for a layout that was given. ``start`` is the cell that
    was given in advance to keep mines away from, or ``None``; without it that is the cell of the first reveal.
    ``path`` is that of the pointer, if another program kept it: seconds, and the place in cells from the left and from
    the top. The text has no path.

    >>> game = Minesweeper(8, 8, 3, seed=3)
    >>> played = game.play(Action.from_text("flag 0 0"))
    >>> print(Record.of(game).to_text(), end="")
    minesweeper-qt record 2
    board 8 8 3
    first-click anything
    cascade off
    win flagged
    seed 3
    mines 1,6 4,2 5,2
    flag 0 0
    >>> Record.from_text(Record.of(game).to_text()).replay().mines == game.mines
    True

    Nothing is checked here; ``replay`` and ``history`` raise ``MinesweeperError`` for a record without seed and layout,
    or whose layout is not the one of its seed, and what ``Minesweeper`` and its ``play`` raise. A record from
    ``from_text`` can always be replayed.
    """

    height: int
    width: int
    mines: int
    rules: Rules
    seed: int | None
    start: Cell | None
    moves: tuple[RecordedMove, ...]
    layout: frozenset[Cell] | None = None
    path: tuple[tuple[float, float, float], ...] = field(default=(), compare=False, repr=False)

    @property
    def difficulty(self) -> Difficulty:
        """The level of the board: a preset, or ``"custom"``, of any size."""
        return Difficulty.of(self.height, self.width, self.mines, self.rules)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of all moves, in order."""
        return tuple([action for move in self.moves for action in move.actions])

    @classmethod
    def of(cls, game: Minesweeper) -> Record:
        """Return the record of a game in which each action is a move of the player, at an unknown time."""
        numbered = enumerate(game.history)
        return cls._of(game, tuple([RecordedMove((action,), dealt=game.dealt.get(n)) for n, action in numbered]))

    @classmethod
    def of_history(cls, history: History) -> Record:
        """Return the record of the game of ``history``, with who made each turn, how, and when.

        Actions that changed nothing belong to no turn, and are left out.

        >>> from minesweeper_qt.model import TurnKind, TurnMaker
        >>> history = History(Minesweeper(1, 3, 1, layout_mines=[(0, 2)]))
        >>> result = history.game.play(Action.from_text("reveal 0 0"))
        >>> history.add(Turn(TurnMaker.AI, TurnKind.GUESS, (0, 0), (result,), strategy="cs50", seconds=0.0))
        >>> Record.of_history(history).moves[0].to_line()
        'reveal 0 0 by ai using cs50 at 0.000'

        Raises ``MinesweeperError`` for a strategy of several words.
        """
        return cls._of(history.game, tuple(map(RecordedMove.of, history.turns)))

    @classmethod
    def _of(cls, game: Minesweeper, moves: tuple[RecordedMove, ...]) -> Record:
        """Return the record of ``game`` with these ``moves``."""
        layout = None if game.protects_first_click else game.mines_at_start
        return cls(game.height, game.width, game.mine_total, game.rules, game.seed, game.given_start, moves, layout)

    # -- games

    def replay(self) -> Minesweeper:
        """Play the game again from its start and return it."""
        return self.history()[0]

    def history(self) -> tuple[Minesweeper, History]:
        """Play the game again; return it and its history, without learned knowledge.

        A move that changed nothing is no turn of the history. What a record does not hold stays unknown: the safety,
        the reason and the risks of a turn, and whether a reveal was a guess, which it counts as.

        >>> text = Record.of(Minesweeper(2, 3, 1, layout_mines=[(0, 1)])).to_text()
        >>> game, history = Record.from_text(text + "reveal 0 0 by ai at 0.000\\n").history()
        >>> dict(history.moment(1).position.clues), history.turns[0].maker.value
        ({(0, 0): 1}, 'AI')
        """
        game = self.new_game()
        history = History(game)
        history.path = self.path
        for move in self.moves:
            turn = move.play(game)
            if turn.changes_anything:
                history.add(turn)
        if self.layout is not None and not game.protects_first_click and self.layout != game.mines_at_start:
            raise MinesweeperError(f"the layout of this record is not that of seed {self.seed}")
        if self.rules.guesses is Guesses.FAIR:
            game.dealer = FairDealer()
        return game, history

    def new_game(self) -> Minesweeper:
        """Return the game before its first action; where guesses are fair, the mines are dealt as for these moves."""
        dealt: dict[int, frozenset[Cell]] = {}
        number = 0
        for move in self.moves:
            number += len(move.actions)
            if move.dealt is not None:
                dealt[number - 1] = move.dealt
        return self._new_game(dealt)

    def _new_game(self, dealt: Mapping[int, frozenset[Cell]]) -> Minesweeper:
        """Return the game before its first action, with the mines that are dealt anew by the number of actions."""
        if self.seed is None and self.layout is None:
            raise MinesweeperError("this record has neither a seed nor a layout")
        game: Minesweeper = Minesweeper(
            self.height,
            self.width,
            self.mines,
            rules=self.rules,
            seed=self.seed,
            start=self.start,
            layout_mines=self.layout if self.seed is None else None,
            dealer=lambda position, cell, seed: dealt.get(len(game.history)),
        )
        return game

    # -- text

    def to_text(self) -> str:
        """Return the record as text of version 2, or of 3 if guesses are not as dealt.

        It is ``head_text``, then the lines of the moves.
        """
        return self.head_text() + "".join(f"{line}\n" for line in self._move_lines())

    def head_text(self) -> str:
        """Return the lines before the first move; ``turn_text`` returns those that each turn appends."""
        guesses = self.rules.guesses
        lines = [
            HEADS[1 if guesses is Guesses.AS_DEALT else 2],
            f"board {self.height} {self.width} {self.mines}",
            f"first-click {self.rules.first_click.value}",
            f"cascade {'on' if self.rules.cascade else 'off'}",
            f"win {self.rules.win.value}",
        ]
        if guesses is not Guesses.AS_DEALT:
            lines.append(f"guesses {guesses.value}")
        if self.seed is not None:
            lines.append(f"seed {self.seed}")
        if self.start is not None:
            lines.append(f"start {self.start[0]} {self.start[1]}")
        if self.layout is not None and not _moves_mines(self.rules, self.seed, self.start):
            lines.append(layout_line(self.layout))
        return "\n".join([*lines, ""])

    @staticmethod
    def turn_text(game: Minesweeper, turn: Turn) -> str:
        """Return the lines that ``turn`` of ``game`` appends to the text of its record.

        >>> from minesweeper_qt.model import CLASSIC_RULES, TurnKind, TurnMaker
        >>> game = Minesweeper(2, 3, 1, rules=CLASSIC_RULES, seed=1)
        >>> text = Record.of(game).head_text()
        >>> result = game.play(Action.from_text("reveal 0 0"))
        >>> turn = Turn(TurnMaker.PLAYER, TurnKind.SAFE, (0, 0), (result,), seconds=0.0)
        >>> Record.turn_text(game, turn)
        'reveal 0 0 at 0.000\\nmines 0,1\\n'
        >>> text += Record.turn_text(game, turn)
        >>> Record.from_text(text).layout == game.mines
        True

        So ``head_text`` of the record before the first action, and this after each turn, make up ``to_text`` of the
        record of the whole history. Raises ``MinesweeperError`` for a strategy of several words.
        """
        text = "".join(f"{line}\n" for line in _lines_of(RecordedMove.of(turn)))
        moves_mines = _moves_mines(game.rules, game.seed, game.given_start)
        if moves_mines and any(observation.cell == game.start for observation in turn.observations):
            text += f"{layout_line(game.mines_at_start)}\n"
        return text

    def _move_lines(self) -> Iterator[str]:
        """Yield the lines after the head."""
        layout = self.layout if _moves_mines(self.rules, self.seed, self.start) else None
        for move in self.moves:
            yield from _lines_of(move)
            if layout is not None and any(action.verb is Verb.REVEAL for action in move.actions):
                yield layout_line(layout)
                layout = None

    @classmethod
    def from_text(cls, text: str, *, allow_cut: bool = False) -> Record:
        """Return the record that ``to_text`` wrote; raise ``RecordSyntaxError`` with the line and what is wrong with
        it.

        A last line without an end may have been cut off. It is an error, or is left out with ``allow_cut``.

        >>> Record.from_text("minesweeper-qt record 2\\nboard 8 8\\n")
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.RecordSyntaxError: line 2: 'board 8 8'; expected board HEIGHT WIDTH MINES
        >>> text = Record.of(Minesweeper(2, 2, 1, seed=1)).to_text() + "flag 0 0\\nflag 0 "
        >>> [move.to_line() for move in Record.from_text(text, allow_cut=True).moves]
        ['flag 0 0']
        """
        lines = RecordLines(text, allow_cut)
        version = lines.version()
        head = cls._head(lines, version)
        dealt: dict[int, frozenset[Cell]] = {}
        try:
            game = head._new_game(dealt)
        except MinesweeperError as error:
            raise RecordSyntaxError(f"lines 2 to {lines.read}: there is no such game; {error}") from error
        if version > 1 and head.layout is None and not game.protects_first_click:
            if lines.is_at_end and lines.rest and MINES.startswith(lines.rest[: len(MINES)]):
                raise RecordSyntaxError(f"line {lines.read + 1}: it is cut off inside the layout, before the moves")
            _check_layout(lines, game)
        moves = tuple(_played_moves(lines, version, game, dealt))
        fair = game.clues if head.rules.guesses is Guesses.FAIR else {}
        if any(game.is_mine(cell) or game.nearby_mines(cell) != clue for cell, clue in fair.items()):
            raise RecordSyntaxError(f"line {lines.read}: the last mines do not agree with all that was revealed")
        return replace(head, moves=moves, layout=None if game.protects_first_click else game.mines_at_start)

    @classmethod
    def _head(cls, lines: RecordLines, version: int) -> Record:
        """Read the settings, and the layout if there is no seed."""
        height, width, mines = lines.numbers("board", "HEIGHT WIDTH MINES")
        first_click = FirstClick(lines.word("first-click", *[rule.value for rule in FirstClick]))
        cascade = lines.word("cascade", "on", "off") == "on"
        win = Win(lines.word("win", *[win.value for win in Win]))
        guesses = Guesses.AS_DEALT
        if version > 2:
            guesses = Guesses(lines.word("guesses", Guesses.FAIR.value, Guesses.NOT_NEEDED.value))
        seed: int | None = None
        start: Cell | None = None
        if version == 1 or lines.next_key() not in ("start", MINES):
            (seed,) = lines.numbers("seed", "NUMBER")
        if lines.next_key() == "start":
            row, column = lines.numbers("start", "ROW COLUMN")
            start = (row, column)
        layout = lines.layout(height, width, mines) if seed is None else None
        return cls(height, width, mines, Rules(first_click, cascade, win, guesses), seed, start, (), layout)


def _moves_mines(rules: Rules, seed: int | None, start: Cell | None) -> bool:
    """Return whether the first reveal of such a game moves mines away from its cell."""
    return rules.first_click is not FirstClick.ANYTHING and seed is not None and start is None


def _lines_of(move: RecordedMove) -> Iterator[str]:
    """Yield the mines that were dealt for a move, if any, and the move.

    They come first: where a record is cut off between the two, the move must not be played with the mines before.
    """
    if move.dealt is not None:
        yield layout_line(move.dealt)
    yield move.to_line()


def _played_moves(
    lines: RecordLines, version: int, game: Minesweeper, dealt: dict[int, frozenset[Cell]]
) -> Iterator[RecordedMove]:
    """Read and play the moves, so that a record that was read can be replayed.

    ``dealt`` gets the mines that were dealt anew, by the number of actions before, for the dealer of ``game``.

    Raises ``RecordSyntaxError`` for a move that the game refuses, for a time before an earlier one, and for a layout
    that is not that of the game.
    """
    latest, mines = 0.0, None
    while not lines.is_at_end:
        if game.rules.guesses is Guesses.FAIR and lines.next_key() == MINES:
            mines = lines.layout(game.height, game.width, game.mine_total)
            continue
        was_protected = game.protects_first_click
        move = lines.move(version)
        if mines is not None:
            dealt[len(game.history) + len(move.actions) - 1] = mines
            move, mines = replace(move, dealt=mines), None
        if move.seconds is not None:
            if move.seconds < latest:
                raise RecordSyntaxError(f"line {lines.read}: the time is {move.seconds}, after {latest} before it")
            latest = move.seconds
        try:
            move.play(game)
        except MinesweeperError as error:
            raise RecordSyntaxError(f"line {lines.read}: the game can't go on like this; {error}") from error
        yield move
        if version > 1 and was_protected and not game.protects_first_click:
            _check_layout(lines, game)


def _check_layout(lines: RecordLines, game: Minesweeper) -> None:
    """Read the line with the layout, if it is next, and compare it with the layout of ``game``."""
    if lines.next_key() == MINES and lines.layout(game.height, game.width, game.mine_total) != game.mines:
        raise RecordSyntaxError(f"line {lines.read}: these are not the mines of seed {game.seed}")

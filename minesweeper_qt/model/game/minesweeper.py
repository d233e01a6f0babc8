"""The game: ``play`` carries out an action and returns what happened. Its board is measured by its 3BV."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from minesweeper_qt.model.board.board import Board, BoardLine, Cell, check_seed, is_whole
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import CS50_RULES, Difficulty, FirstClick, Guesses, Rules, Win
from minesweeper_qt.model.errors import MineCountError, MinesweeperError, TooHard
from minesweeper_qt.model.game.action import Action, GameOver, IllegalAction, Obstacle, ObstacleKind, Verb
from minesweeper_qt.model.words import size_text


@dataclass(frozen=True)
class Layout:
    """The truth of a game: ``mines`` are all cells of ``board`` that are mines.

    >>> Layout.random(Board(2, 2), 4, seed=1).mines == set(Board(2, 2).cells)
    True
    """

    board: Board
    mines: frozenset[Cell]

    @classmethod
    def of(cls, board: Board, mines: Iterable[Cell]) -> Layout:
        """Return the layout with these ``mines``; raise ``CellError`` when one is off the board."""
        return cls(board, frozenset(board.cell(cell) for cell in mines))

    @classmethod
    def random(cls, board: Board, mines: int, seed: int, clear: Set[Cell] = frozenset()) -> Layout:
        """Draw a layout with no mine in ``clear``; all such layouts are equally likely.

        The seed determines an order of all cells, and the first cells of it outside ``clear`` become the mines. So two
        layouts from the same seed differ only by the mines that had to move out of ``clear``. Raises ``MineCountError``
        when the mines don't fit into the cells outside ``clear``.
        """
        room = len(board.cells) - len(clear)
        if not is_whole(mines) or not 0 <= mines <= room:
            raise MineCountError(
                f"{mines!r} mines on a board of {size_text(board.height, board.width)}; allowed are 0 to {room}"
            )
        free = [cell for cell in _order(board.height, board.width, seed) if cell not in clear]
        return cls(board, frozenset(free[:mines]))

    @cached_property
    def clues(self) -> dict[Cell, int]:
        """The number of mines around each cell that touches one; mines themselves are included with theirs plus one.

        >>> Layout(Board(1, 4), frozenset({(0, 0)})).clues
        {(0, 0): 1, (0, 1): 1}
        """
        found: dict[Cell, int] = {}
        for mine in sorted(self.mines):
            for cell in self.board.block(mine):
                found[cell] = found.get(cell, 0) + 1
        return found


@lru_cache(maxsize=2, typed=True)
def _order(height: int, width: int, seed: int) -> tuple[Cell, ...]:
    """Return the cells in the order of ``seed``; the last orders are kept for the first click, restarts and copies."""
    order = list(Board(height, width).cells)
    # Not the bare seed: an agent with the same seed would draw the same numbers that placed the mines.
    random.Random(f"layout {seed}").shuffle(order)
    return tuple(order)


def protected_cells(board: Board, mines: int, rules: Rules, start: Cell) -> frozenset[Cell]:
    """Return the cells that stay free of ``mines`` when ``start`` is revealed first.

    >>> len(protected_cells(Board(3, 4), 3, Rules(), (0, 0))), len(protected_cells(Board(3, 4), 4, Rules(), (0, 0)))
    (4, 1)
    """
    if rules.first_click is FirstClick.ANYTHING:
        return frozenset()
    if rules.first_click is FirstClick.OPENING and mines <= len(board.cells) - 9:
        return board.neighbours(start) | {start}
    return frozenset((start,))


class State(Enum):
    """The stage that a game has reached.

    >>> Minesweeper().state
    <State.READY: 'ready'>
    >>> State.WON.is_over, State.PLAYING.is_over
    (True, False)
    """

    READY = "ready"
    """No cell has been revealed yet."""
    PLAYING = "playing"
    """A cell has been revealed, and the game is neither won nor lost."""
    WON = "won"
    LOST = "lost"

    @property
    def is_over(self) -> bool:
        """True once the game is won or lost."""
        return self in (State.WON, State.LOST)


class Observation(NamedTuple):
    """A revealed cell with its clue: all that an agent ever gets to know about a game.

    >>> Observation((0, 1), 2).clue
    2
    """

    cell: Cell
    clue: int


class Dealer(Protocol):
    """Deals the mines of a game with fair guesses anew; ``FairDealer`` is one.

    It is called before each reveal with the position that the player sees, without flags, the cell, and the seed of the
    game. It returns the mines of another layout that agrees with the position, or ``None`` to keep the layout. It
    raises ``TooHard`` where it can't tell, and the layout is kept, too.
    """

    def __call__(self, position: Position, cell: Cell, seed: int | None) -> frozenset[Cell] | None:
        """Return the mines of the layout in which ``cell`` is revealed; ``None`` for the present one."""


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The effects of one action; when all its tuples are empty, nothing changed.

    ``state`` is the state of the game after the action; ``observations`` are the revealed cells with their clues, in
    the order in which they were revealed; ``exploded`` are the mines that were revealed, ``flagged`` and ``unflagged``
    the cells that got or lost a flag. ``dealt`` are the mines after they were dealt anew, as they are for each guess at
    fair guesses, else ``None``; ``is_too_hard``: the layouts were too many to count, so that the mines stayed.

    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 2)])
    >>> result = game.play(Action.from_text("reveal 0 1"))
    >>> result.state, result.observations
    (<State.PLAYING: 'playing'>, (Observation(cell=(0, 1), clue=1),))
    >>> game.play(Action.from_text("reveal 0 2")).exploded
    ((0, 2),)
    """

    action: Action
    state: State
    observations: tuple[Observation, ...] = ()
    exploded: tuple[Cell, ...] = ()
    flagged: tuple[Cell, ...] = ()
    unflagged: tuple[Cell, ...] = ()
    dealt: frozenset[Cell] | None = None
    is_too_hard: bool = False

    @property
    def changes_anything(self) -> bool:
        """False when it changed nothing on the board."""
        return bool(self.observations or self.exploded or self.flagged or self.unflagged)


class Minesweeper:
    """A game on a board of ``height`` x ``width`` cells with ``mines`` mines.

    >>> game = Minesweeper(height=4, width=5, mines=3, seed=7)
    >>> len(game.mines), game.won()
    (3, False)
    >>> for mine in sorted(game.mines):
    ...     result = game.play(Action(Verb.FLAG, mine))
    >>> game.won()
    True

    Attributes: ``height`` and ``width``; ``mines``, the set of cells that are mines; ``mines_found``, the set of
    flagged cells; ``board[i][j]``, true for a mine; ``grid``, the geometry; ``clues``, the clue of each revealed cell;
    ``exploded``, the mines that were revealed; ``history``, the actions so far; ``rules`` and ``seed``; ``start``, the
    cell that was given in advance, else the one whose reveal moved the mines away; ``given_start``, the former alone;
    ``dealer``; ``dealt``, the mines of each layout that was dealt anew, by the number of actions before.

    ``rules`` are those of the CS50 project unless given. ``seed`` makes the layout repeatable; when it is not given, it
    is drawn and kept in ``game.seed``. Where the rules protect the first click, the first reveal moves the mines away
    from its cell. ``start`` gives that cell in advance, so that the layout is the same whichever cell is revealed
    first. ``layout_mines`` gives the mines instead of drawing them: then ``mines`` must be their number, no other first
    click than at ``start`` is protected, and ``seed`` is ``None``. ``dealer`` deals the mines anew where
    guesses are fair; the safe cell ``start`` is no guess. All clues agree with the last layout. A board that needs no
    guess from ``start`` on is one as dealt when another cell is revealed first.

    Raises ``BoardSizeError``, ``CellError``, ``SeedError``, and ``MineCountError`` unless ``mines`` is from 0 to the
    number of cells, or to one less than it when the first click is protected; ``MinesweeperError`` for fair guesses
    without a ``dealer``.
    """

    def __init__(
        self,
        height: int = 8,
        width: int = 8,
        mines: int = 8,
        *,
        rules: Rules = CS50_RULES,
        seed: int | None = None,
        start: Cell | None = None,
        layout_mines: Iterable[Cell] | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        self.grid = Board(height, width)
        self.rules = rules
        self.dealer = dealer
        if dealer is None and rules.guesses is Guesses.FAIR:
            raise MinesweeperError("fair guesses need a dealer, such as FairDealer()")
        self.seed: int | None = None
        self.start = None if start is None else self.grid.cell(start)
        self.given_start = self.start
        self._protects = rules.first_click is not FirstClick.ANYTHING and layout_mines is None
        room = len(self.grid.cells) - self._protects
        if not is_whole(mines) or not 0 <= mines <= room:
            raise MineCountError(f"{mines!r} mines on a board of {size_text(height, width)}; allowed are 0 to {room}")
        self._mine_total = mines
        self._is_fixed = not self._protects or start is not None
        if layout_mines is not None:
            self._layout = Layout.of(self.grid, layout_mines)
            if len(self._layout.mines) != mines:
                raise MineCountError(f"mines={mines!r}, but layout_mines has {len(self._layout.mines)}")
        else:
            self.seed = random.SystemRandom().randrange(2**31) if seed is None else check_seed(seed)
            # Without a start this layout is provisional: the first reveal may move mines.
            clear = protected_cells(self.grid, mines, rules, self.start or self.grid.cells[0])
            self._layout = Layout.random(self.grid, mines, self.seed, clear)
        self.clues: dict[Cell, int] = {}
        self.exploded: tuple[Cell, ...] = ()
        self.mines_found: set[Cell] = set()
        self.history: list[Action] = []
        self._first_layout = self._layout
        self.dealt: dict[int, frozenset[Cell]] = {}

    @classmethod
    def at_difficulty(
        cls, difficulty: Difficulty, *, seed: int | None = None, start: Cell | None = None, dealer: Dealer | None = None
    ) -> Minesweeper:
        """Return a new game with the size, mines and rules of ``difficulty``.

        Raises the same errors as the constructor.

        >>> from minesweeper_qt.model import DIFFICULTIES
        >>> Minesweeper.at_difficulty(DIFFICULTIES["expert"], seed=1).mine_total
        99
        """
        size = difficulty.height, difficulty.width, difficulty.mines
        return cls(*size, rules=difficulty.rules, seed=seed, start=start, dealer=dealer)

    def restarted(self) -> Minesweeper:
        """Return a new game with the same rules, seed and layout, before its first action.

        >>> from minesweeper_qt.model import DIFFICULTIES
        >>> game = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1)
        >>> game.play(Action.from_text("reveal 4 4")).state
        <State.PLAYING: 'playing'>
        >>> again = game.restarted()
        >>> again.state, again.start, again.mines == game.mines
        (<State.READY: 'ready'>, (4, 4), True)

        Before the first reveal of a game that protects it, the layout of the new game is not fixed either.
        """
        given = self.mines_at_start if self.seed is None else None
        size, rules, dealer = (self.height, self.width, self.mine_total), self.rules, self.dealer
        return Minesweeper(*size, rules=rules, seed=self.seed, start=self.start, layout_mines=given, dealer=dealer)

    def deal_by(self, seed: int, guesses: Guesses) -> None:
        """Give the game another seed and other ``guesses`` before its first reveal; flags stay.

        >>> from minesweeper_qt.model import CLASSIC_RULES
        >>> game = Minesweeper(9, 9, 10, rules=CLASSIC_RULES, seed=1)
        >>> game.deal_by(2, Guesses.NOT_NEEDED)
        >>> game.seed, game.rules.guesses.name
        (2, 'NOT_NEEDED')

        Raises ``SeedError``, and ``MinesweeperError`` unless the first reveal is still to move the mines, or for fair
        guesses without a dealer.
        """
        if not self.protects_first_click or (guesses is Guesses.FAIR and self.dealer is None):
            raise MinesweeperError("the mines are dealt already, or there is no dealer")
        self.seed = check_seed(seed)
        self.rules = replace(self.rules, guesses=guesses)

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.grid.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.grid.width

    @property
    def mines(self) -> set[Cell]:
        """The cells that are mines, as a new set."""
        return set(self._layout.mines)

    @property
    def mines_at_start(self) -> frozenset[Cell]:
        """The cells that were mines before any were dealt anew; other than ``mines`` only after a fair guess."""
        return self._first_layout.mines

    @property
    def mine_total(self) -> int:
        """The number of mines, which the player knows as well."""
        return self._mine_total

    @property
    def protects_first_click(self) -> bool:
        """True before the first reveal where the rules then move the mines away from its cell.

        >>> from minesweeper_qt.model import DIFFICULTIES
        >>> game = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1)
        >>> before = game.protects_first_click
        >>> result = game.play(Action.from_text("reveal 4 4"))
        >>> before, game.protects_first_click
        (True, False)
        """
        return not self._is_fixed

    def protects(self, cell: Cell) -> bool:
        """Return whether the rules keep ``cell`` free of mines if it is revealed now: as the first, or as ``start``.

        >>> game = Minesweeper(1, 3, 1, rules=Rules(), start=(0, 0), layout_mines=[(0, 2)])
        >>> game.protects((0, 0)), game.protects((0, 1))
        (True, False)
        """
        is_start = cell == self.given_start and cell not in self._layout.mines and not self.clues
        return not self._is_fixed or (is_start and self.rules.first_click is not FirstClick.ANYTHING)

    @property
    def board(self) -> list[list[bool]]:
        """The board as a new list of rows of truth values, true for a mine; a negative index raises ``CellError``."""
        mines = self._layout.mines
        return BoardLine(BoardLine((i, j) in mines for j in range(self.width)) for i in range(self.height))

    @property
    def state(self) -> State:
        """The state of the game. A loss is checked for before a win."""
        if self.exploded:
            return State.LOST
        if self.won():
            return State.WON
        return State.PLAYING if self.clues else State.READY

    def is_mine(self, cell: Cell) -> bool:
        """Return true when ``cell`` is a mine; raise ``CellError`` when it is off the board."""
        return self.grid.cell(cell) in self._layout.mines

    def nearby_mines(self, cell: Cell) -> int:
        """Return the number of mines among the neighbours of ``cell``, not counting ``cell`` itself.

        Raises ``CellError`` when ``cell`` is off the board.
        """
        return len(self.grid.neighbours(cell) & self._layout.mines)

    def won(self) -> bool:
        """Return true when the game is won: by the CS50 rules, when the flags (``mines_found``) are exactly the mines.

        Where the rules protect the first click, flags can't win before that click, because the mines may still move.
        """
        if self.exploded:
            return False
        if self.rules.win is Win.REVEALED:
            return len(self.clues) == len(self.grid.cells) - self._mine_total
        return self.mines_found == self._layout.mines and (bool(self.clues) or not self._protects)

    def print(self) -> None:
        """Print the layout on standard output, with an ``X`` for each mine.

        >>> Minesweeper(2, 3, 1, layout_mines=[(0, 1)]).print()
        -------
        | |X| |
        -------
        | | | |
        -------
        """
        line = "-" * (2 * self.width + 1)
        print(line)
        for row in self.board:
            print("|" + "|".join("X" if is_mine else " " for is_mine in row) + "|")
            print(line)

    # -- playing

    def play(self, action: Action) -> ActionResult:
        """Carry out ``action``, append it to ``history``, and return its effects.

        Revealing a revealed cell does nothing, nor does chording around a clue with no covered neighbour left to
        reveal. A chord needs exactly as many flags around the cell as its clue counts. Cells with a flag are never
        revealed. A chord next to a wrong flag reveals a mine.

        >>> game = Minesweeper(2, 3, 1, layout_mines=[(0, 1)])
        >>> game.play(Action.from_text("reveal 0 0")).observations
        (Observation(cell=(0, 0), clue=1),)

        Raises ``CellError`` for a cell off the board, ``GameOver`` after the end, and ``IllegalAction`` for an action
        that the rules forbid; in each case the game is unchanged.
        """
        cell = self.grid.cell(action.cell)
        if self.state.is_over:
            kind = ObstacleKind.WON if self.state is State.WON else ObstacleKind.LOST
            raise GameOver(action, Obstacle(kind))
        if action.verb is Verb.REVEAL:
            result = self._reveal(action, cell)
        elif action.verb is Verb.CHORD:
            result = self._chord(action, cell)
        else:
            result = self._flag(action, cell)
        self.history.append(action)
        return result

    def replay(self, actions: Iterable[Action]) -> None:
        """Play all ``actions`` in turn.

        >>> first = Minesweeper(8, 8, 8, seed=3)
        >>> result = first.play(Action.from_text("flag 0 0"))
        >>> second = Minesweeper(8, 8, 8, seed=first.seed)
        >>> second.replay(first.history)
        >>> second.mines_found == first.mines_found
        True

        Raises the same errors as ``play``; the actions before the failing one stay played.
        """
        # A copy, because the actions may be this game's own history, which grows with each action.
        for action in tuple(actions):
            self.play(action)

    def repeat(self, result: ActionResult) -> None:
        """Do what an action did in a game with the same mines: to play it again would search its opening again.

        >>> game = Minesweeper(2, 3, 1, layout_mines=[(0, 1)])
        >>> again = game.restarted()
        >>> again.repeat(game.play(Action.from_text("reveal 0 0")))
        >>> again.clues
        {(0, 0): 1}
        """
        if result.dealt is not None:
            self._take(result.dealt)
        self.clues.update(result.observations)
        self.mines_found.update(result.flagged)
        self.mines_found.difference_update(result.unflagged)
        self.exploded = result.exploded
        self.history.append(result.action)

    def _reveal(self, action: Action, cell: Cell) -> ActionResult:
        if cell in self.mines_found:
            raise IllegalAction(action, Obstacle(ObstacleKind.UNDER_FLAG))
        if not self.clues and self.start not in (None, cell) and self.rules.guesses is Guesses.NOT_NEEDED:
            self.rules = replace(self.rules, guesses=Guesses.AS_DEALT)
        if not self._is_fixed:
            self.start = cell
            assert self.seed is not None
            clear = protected_cells(self.grid, self._mine_total, self.rules, cell)
            self._layout = Layout.random(self.grid, self._mine_total, self.seed, clear)
            self._first_layout = self._layout
            self._is_fixed = True
        return self._open(action, (cell,))

    def _chord(self, action: Action, cell: Cell) -> ActionResult:
        clue = self.clues.get(cell)
        if clue is None:
            raise IllegalAction(action, Obstacle(ObstacleKind.COVERED))
        around = self.grid.neighbours(cell)
        flags = len(around & self.mines_found)
        if flags != clue:
            raise IllegalAction(action, Obstacle(ObstacleKind.FLAG_COUNT, clue, flags))
        return self._open(action, sorted(around - self.mines_found))

    def _open(self, action: Action, cells: Sequence[Cell]) -> ActionResult:
        """Reveal ``cells``, one by one where guesses are fair."""
        opened: list[Cell] = []
        exploded: list[Cell] = []
        dealt, is_too_hard = None, False
        for group in zip(cells, strict=True) if self.rules.guesses is Guesses.FAIR else [cells]:
            if self.rules.guesses is Guesses.FAIR and group[0] not in self.clues and not exploded:
                try:
                    dealt = self._deal(group[0]) or dealt
                except TooHard:
                    is_too_hard = True
            exploded += [cell for cell in group if cell in self._layout.mines]
            opened += self._uncover([cell for cell in group if cell not in self.clues])
        self.exploded = tuple(exploded)
        observations = tuple(map(Observation, opened, map(self.clues.__getitem__, opened)))
        state = self.state
        flagged: tuple[Cell, ...] = ()
        if state is State.WON and self.rules.win is Win.REVEALED:
            flagged = tuple(sorted(self._layout.mines - self.mines_found))
            self.mines_found.update(flagged)
        return ActionResult(action, state, observations, self.exploded, flagged, dealt=dealt, is_too_hard=is_too_hard)

    def _deal(self, cell: Cell) -> frozenset[Cell] | None:
        """Ask the dealer before ``cell`` is revealed; return the mines if they were dealt anew."""
        if not self.clues and cell == self.start and cell not in self._layout.mines:
            return None
        assert self.dealer is not None, "it is there if guesses are fair"
        dealt = self.dealer(Position.seen(self.grid, self._mine_total, self.clues), cell, self.seed)
        if dealt is not None:
            self._take(dealt)
        return dealt

    def _take(self, dealt: frozenset[Cell]) -> None:
        """Take over the mines that were dealt anew."""
        self._layout = Layout.of(self.grid, dealt)
        self.dealt[len(self.history)] = dealt

    def _uncover(self, cells: Collection[Cell]) -> list[Cell]:
        """Reveal the safe ones of ``cells`` and, with the rule ``cascade``, the neighbours of each one whose clue is 0.

        Return them in order.
        """
        clues, flags, mines = self.clues, self.mines_found, self._layout.mines
        todo = [cell for cell in cells if cell not in mines]
        # A cell gets its place among the clues when it is found, so that it is found once, and its clue in its turn.
        clues.update(dict.fromkeys(todo, 0))
        block_of, cascade, clue_at = self.grid.block, self.rules.cascade, self._layout.clues.get
        for cell in todo:  # which grows
            clue = clue_at(cell)
            if clue:
                clues[cell] = clue
            elif cascade:
                found = [near for near in block_of(cell) if near not in clues]
                if flags:
                    found = [near for near in found if near not in flags]
                clues.update(dict.fromkeys(found, 0))
                todo += found
        return todo

    def _flag(self, action: Action, cell: Cell) -> ActionResult:
        if cell in self.clues:
            raise IllegalAction(action, Obstacle(ObstacleKind.REVEALED))
        flags = action.verb is Verb.FLAG
        if flags == (cell in self.mines_found):
            raise IllegalAction(action, Obstacle(ObstacleKind.HAS_FLAG if flags else ObstacleKind.HAS_NO_FLAG))
        if flags:
            self.mines_found.add(cell)
            return ActionResult(action, self.state, flagged=(cell,))
        self.mines_found.remove(cell)
        return ActionResult(action, self.state, unflagged=(cell,))


@dataclass(frozen=True)
class BoardStatistics:
    """The openings and the lone numbers of a board with these ``mines``, for rules under which a 0 cascades.

    An opening is a connected set of cells without neighbouring mines, with the numbers on its edge; a number may belong
    to two. A number in no opening is a lone number.

    >>> statistics = BoardStatistics(Board(3, 3), frozenset({(0, 2), (2, 0)}))
    >>> len(statistics.openings), len(statistics.lone_numbers), statistics.three_bv
    (2, 0, 2)
    >>> statistics.solved({(0, 0), (0, 1), (1, 0), (1, 1)})
    1
    """

    board: Board
    mines: frozenset[Cell]

    @cached_property
    def _touched(self) -> set[Cell]:
        """The mines and the cells beside them."""
        return {cell for mine in self.mines for cell in self.board.block(mine)}

    @cached_property
    def openings(self) -> tuple[frozenset[Cell], ...]:
        """The openings, in the reading order of their first cells without neighbouring mines."""
        blank = [cell for cell in self.board.cells if cell not in self._touched]
        left = set(blank)
        # Each opening that is taken leaves less behind.
        return tuple([self._take_opening(start, left) for start in blank if start in left])

    @cached_property
    def lone_numbers(self) -> frozenset[Cell]:
        """The cells that no opening reveals, each of which takes a click of its own."""
        return frozenset(self.board.cells) - self.mines - frozenset[Cell]().union(*self.openings)

    @property
    def three_bv(self) -> int:
        """The least number of left clicks that reveals all safe cells."""
        return len(self.openings) + len(self.lone_numbers)

    def solved(self, revealed: Collection[Cell]) -> int:
        """Return how much of the 3BV is done: the lone numbers, and the openings but for the numbers on their edge.

        These may be under wrong flags. ms_toollib counts so, too.
        """
        known = frozenset(revealed)
        return sum(opening - self._touched <= known for opening in self.openings) + len(self.lone_numbers & known)

    def _take_opening(self, start: Cell, left: set[Cell]) -> frozenset[Cell]:
        """Return the opening of ``start``, and remove its cells without neighbouring mines from ``left``."""
        found: set[Cell] = set()
        waiting = {start}
        while waiting:
            left -= waiting
            around = [cell for blank in waiting for cell in self.board.block(blank)]
            found.update(around)
            waiting = left.intersection(around)
        return frozenset(found)

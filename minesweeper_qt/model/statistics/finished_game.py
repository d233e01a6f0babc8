"""One finished game as the statistics keep it: its figures, who played it with what help, and its luck."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.rules import CS50_RULES, DIFFICULTIES, Difficulty, Guesses
from minesweeper_qt.model.game.minesweeper import BoardStatistics, Minesweeper, State
from minesweeper_qt.model.play.history import Help, History
from minesweeper_qt.model.play.turn import Turn, TurnKind, TurnMaker
from minesweeper_qt.model.words import counted, size_text

if TYPE_CHECKING:
    from minesweeper_qt.model.evidence.derivation import Reasoning
    from minesweeper_qt.model.review.judgement import Luck

_COURSE = " cs50"
"""The end of a board without cascades."""


class Player(Enum):
    """Who made the moves of a game.

    >>> Player("both")
    <Player.BOTH: 'both'>

    Raises ``ValueError`` for another value.
    """

    PERSON = "player"
    AI = "ai"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Figures:
    """How a game goes: how much of its 3BV is ``solved``, in how many ``seconds`` and ``clicks``, and its ``luck``.

    ``three_bv`` is 0 where there is none: without cascades, and before a protected first click. ``clicks``: the
    reveals, chords and flags set or taken off, each one click. ``luck``: the chance to survive all guesses so far;
    ``None`` while the risk of one is unknown, and at fair guesses, which are no luck.

    >>> figures = Figures(three_bv=40, solved=30, clicks=25, seconds=12.0, luck=0.5)
    >>> figures.three_bv_per_second, figures.efficiency
    (2.5, 1.2)
    """

    three_bv: int
    solved: int
    clicks: int
    seconds: float | None
    luck: float | None = None

    @classmethod
    def of(
        cls, game: Minesweeper, turns: Sequence[Turn], seconds: float | None, clues: Collection[Cell] | None = None
    ) -> Figures:
        """Return the figures of ``game`` after ``turns``, by which the cells ``clues`` are revealed, by default all.

        Source: minesweepergame.com/statistics.php; a click on a key counts as one of a button.
        """
        three_bv = solved = 0
        if game.rules.cascade and not game.protects_first_click:
            statistics = _statistics(game.grid, frozenset(game.mines))
            three_bv, solved = statistics.three_bv, statistics.solved(game.clues if clues is None else clues)
        # Those that the agent has yet to judge may be guesses, too.
        opening = [turn for turn in turns if turn.kind in (TurnKind.GUESS, TurnKind.CHORD)]
        risks = [turn.risk for turn in opening if turn.is_safe is False or turn.reason is None]
        is_unknown = None in risks or game.rules.guesses is Guesses.FAIR
        luck = None if is_unknown else prod([1 - float(risk) for risk in risks if risk is not None and risk < 1])
        return cls(three_bv, solved, sum(len(turn.plays) for turn in turns), seconds, luck)

    @property
    def three_bv_per_second(self) -> float | None:
        """The 3BV done in a second; ``None`` without 3BV or time, and below a second, which says nothing."""
        return self.solved / self.seconds if self.three_bv and self.seconds is not None and self.seconds >= 1 else None

    @property
    def efficiency(self) -> float | None:
        """The 3BV done with a click, above 1 only with chords; ``None`` without a click or 3BV."""
        return self.solved / self.clicks if self.clicks and self.three_bv else None


@lru_cache(maxsize=2)  # the game that is played, and one that was filed meanwhile
def _statistics(board: Board, mines: frozenset[Cell]) -> BoardStatistics:
    return BoardStatistics(board, mines)


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that was won or lost.

    ``key`` is different for each game; ``finished`` is when it ended, in seconds since 1970. ``seconds`` are those from
    the first reveal to the last move, ``None`` where they are unknown. ``three_bv``, ``solved`` and ``clicks`` are as
    in ``Figures``. ``record``: the text of its record, or empty.
    ``luck`` is ``None`` until the moves are judged, and if that is too hard. ``hardest`` is the level of the hardest
    step of a board that needs no guess, once it is known; ``streak``, in a list, the number of wins in a row that end
    with this one.

    >>> from minesweeper_qt.model import Action, Minesweeper, Playthrough
    >>> from minesweeper_qt.model import CLASSIC_RULES
    >>> from minesweeper_qt.model.play.history import NO_HELP
    >>> playthrough = Playthrough(Minesweeper(1, 3, 1, rules=CLASSIC_RULES, layout_mines=[(0, 2)]))
    >>> turn = playthrough.play(Action.from_text("reveal 0 0"))
    >>> game = FinishedGame.of(playthrough.game, playthrough.history, "1", 1_800_000_000, NO_HELP)
    >>> game.is_won, game.level, game.three_bv, game.solved, game.clicks, game.player.value
    (True, '1x3x1', 1, 1, 1, 'player')
    """

    key: str
    finished: int
    level: str
    height: int
    width: int
    mines: int
    seed: int | None
    is_won: bool
    seconds: float | None
    three_bv: int
    solved: int
    clicks: int
    player: Player
    help: Help
    luck: Luck | None = None
    record: str = ""
    hardest: Reasoning | None = None
    streak: int | None = None

    @classmethod
    def of(cls, game: Minesweeper, history: History, key: str, finished: int, help_: Help) -> FinishedGame:
        """Return what is kept of ``game``, which is over and has this ``history``."""
        # The window needs the level of a game when it starts, but a record only later.
        from minesweeper_qt.model.play.record import Record

        makers = {turn.maker for turn in history.turns}
        times = [turn.seconds for turn in history.turns if turn.seconds is not None]
        player = Player.BOTH if len(makers) > 1 else Player.AI if TurnMaker.AI in makers else Player.PERSON
        figures = Figures.of(game, history.turns, times[-1] if times else None)
        board = level_of(game), game.height, game.width, game.mine_total, game.seed
        went = figures.seconds, figures.three_bv, figures.solved, figures.clicks
        text = Record.of_history(history).to_text()
        return cls(key, finished, *board, game.state is State.WON, *went, player, help_ | Help.of(history), record=text)

    @property
    def guesses(self) -> int | None:
        """The number of guesses; ``None`` where it is unknown, and where guesses were fair, which are no luck."""
        return None if self.luck is None or level_parts(self.level)[1] is Guesses.FAIR else self.luck.guesses

    @property
    def figures(self) -> Figures:
        """How the game went, without its luck."""
        return Figures(self.three_bv, self.solved, self.clicks, self.seconds)

    @property
    def three_bv_per_second(self) -> float | None:
        """As in ``Figures``."""
        return self.figures.three_bv_per_second

    @property
    def efficiency(self) -> float | None:
        """As in ``Figures``."""
        return self.figures.efficiency


def level_of(game: Minesweeper) -> str:
    """Return the level of a game, by which the statistics count: its board, and its guesses unless they are as dealt.

    The board is the name of a preset, or its size and mines. The first click may be protected in any way.

    >>> from minesweeper_qt.model import CLASSIC_RULES, Minesweeper
    >>> level_of(Minesweeper(16, 30, 99, rules=CLASSIC_RULES)), level_of(Minesweeper(2, 3, 1))
    ('expert', '2x3x1 cs50')
    >>> level_of(Minesweeper.at_difficulty(DIFFICULTIES["cs50"].with_guesses(Guesses.NOT_NEEDED)))
    'cs50 not-needed'
    """
    has_cascade = game.rules.cascade
    board = f"{game.height}x{game.width}x{game.mine_total}{'' if has_cascade else _COURSE}"
    for preset in DIFFICULTIES.values():
        size = preset.height, preset.width, preset.mines, preset.rules.cascade
        if size == (game.height, game.width, game.mine_total, has_cascade):
            board = preset.name
    return level_text(board, game.rules.guesses)


def level_text(board: str, guesses: Guesses) -> str:
    """Return the level of a board, a text of ``level_parts``, with these guesses.

    >>> level_text("expert", Guesses.AS_DEALT), level_text("expert", Guesses.FAIR)
    ('expert', 'expert fair')
    """
    return board if guesses is Guesses.AS_DEALT else f"{board} {guesses.value}"


def level_parts(level: str) -> tuple[str, Guesses]:
    """Return the board and the guesses of a level.

    >>> level_parts("2x3x1 cs50"), level_parts("expert not-needed")
    (('2x3x1 cs50', <Guesses.AS_DEALT: 'as-dealt'>), ('expert', <Guesses.NOT_NEEDED: 'not-needed'>))
    """
    board, _, end = level.rpartition(" ")
    others = (Guesses.FAIR, Guesses.NOT_NEEDED)
    return next(((board, guesses) for guesses in others if end == guesses.value), (level, Guesses.AS_DEALT))


def difficulty_of(level: str) -> Difficulty:
    """Return the difficulty of new games of ``level``, a text that ``level_of`` has made.

    >>> difficulty_of("expert").name, difficulty_of("20x24x99").rules.cascade, difficulty_of("2x3x1 cs50").rules.cascade
    ('expert', True, False)
    >>> difficulty_of("2x3x1 cs50 fair").rules.guesses
    <Guesses.FAIR: 'fair'>

    Raises what ``Difficulty.custom`` raises for a board that is too small or too large.
    """
    board, guesses = level_parts(level)
    if board in DIFFICULTIES:
        return DIFFICULTIES[board].with_guesses(guesses)
    made = Difficulty.custom(*map(int, board.removesuffix(_COURSE).split("x")))
    return (replace(made, rules=CS50_RULES) if board.endswith(_COURSE) else made).with_guesses(guesses)


def level_title(level: str) -> str:
    """Return the name of a level as people read it.

    >>> level_title("expert"), level_title("20x24x99"), level_title("2x3x1 cs50")
    ('Expert', '24×20, 99 mines', '3×2, 1 mine, CS50 rules')
    >>> level_title("expert fair"), level_title("cs50 not-needed")
    ('Expert with fair guesses', 'CS50 with no guess needed')
    """
    board, guesses = level_parts(level)
    with_guesses = "" if guesses is Guesses.AS_DEALT else f" with {guesses.words}"
    if board in DIFFICULTIES:
        return f"{DIFFICULTIES[board].title}{with_guesses}"
    height, width, mines = map(int, board.removesuffix(_COURSE).split("x"))
    rules = ", CS50 rules" if board.endswith(_COURSE) else ""
    return f"{size_text(height, width)}, {counted(mines, 'mine')}{rules}{with_guesses}"

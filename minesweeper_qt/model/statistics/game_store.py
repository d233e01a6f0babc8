"""The statistics of finished games, in a database of SQLite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass, field, fields
from enum import Enum
from pathlib import Path
from statistics import median
from typing import Any

from minesweeper_qt.model.board.rules import Guesses
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.report_parts import Table
from minesweeper_qt.model.review.judgement import LossCause, Luck
from minesweeper_qt.model.statistics.database import transaction
from minesweeper_qt.model.statistics.finished_game import FinishedGame, Player, level_parts, level_title

_KEPT = "key, finished, level, height, width, mines, seed, won, seconds, three_bv, solved, clicks, player, help"
_LUCK = "guesses, survived, expected, chance, cause"
_ADDED = f"{_KEPT}, judged, {_LUCK}, hardest"
_STREAKS = """
    SELECT *, iif(won AND NOT lead(won, 1, 0) OVER (ORDER BY finished, number), sum(won) OVER (PARTITION BY lost), NULL)
        AS streak
    FROM (
        SELECT *, sum(NOT won) OVER (ORDER BY finished, number) AS lost
        FROM games WHERE level = ? AND (? OR player != 'ai') AND {}
    )
"""
"""The games of a level that meet a condition, each with the number of wins in a row that end with it, if any do."""
_NO_LUCK = f"level GLOB '* {Guesses.FAIR.value}', NULL"
_EXPORTED = f"""
    SELECT key, strftime('%Y-%m-%dT%H:%M:%SZ', finished, 'unixepoch') AS finished, level, height, width, mines, seed,
        iif(won, 'won', 'lost') AS result, seconds, three_bv AS "3bv", solved AS "solved 3bv",
        round(solved / seconds, 3) AS "3bv/s", clicks, round(1.0 * solved / clicks, 3) AS efficiency, player, help,
        iif({_NO_LUCK}, guesses) AS guesses, iif({_NO_LUCK}, survived) AS survived,
        iif({_NO_LUCK}, expected) AS expected, iif({_NO_LUCK}, chance) AS luck, cause AS "cause of loss"
    FROM games WHERE ? IS NULL OR level = ?
"""


_IS_SOUND = " AND ".join(
    (
        "key NOT GLOB '*[^ -~]*' AND level NOT GLOB '*[^ -~]*' AND abs(finished) <= 1e15 AND won IN (0, 1)",
        *(f"typeof({name}) = 'integer'" for name in ("finished", "height", "width", "mines", "three_bv", "solved")),
        *(f"typeof({name}) IN ('integer', 'null')" for name in ("clicks", "seed", "guesses", "survived", "hardest")),
        *(f"coalesce({name}, 0) BETWEEN 0 AND 1e9" for name in ("seconds", "expected", "chance")),
        "judged IN (0, 1) AND coalesce(hardest, 1) BETWEEN 1 AND 5",
        "(guesses IS NULL OR survived + expected + chance IS NOT NULL)",
        f"player IN {tuple(player.value for player in Player)}",
        f"help IN {tuple(Help(kinds).words for kinds in range(2 ** len(Help)))}",
        f"(cause IS NULL OR cause IN {tuple(cause.value for cause in LossCause)})",
    )
)
"""What holds for each row of ``games`` that this program has written; SQLite takes values of any type."""


class Order(Enum):
    """What games are sorted by: the values are expressions of SQL.

    >>> Order.DATE.value
    'finished'

    Raises ``ValueError`` for another expression.
    """

    DATE = "finished"
    RESULT = "won || (help = '') || coalesce(cause, '')"
    TIME = "seconds"
    THREE_BV = "nullif(three_bv, 0)"
    SPEED = "iif(three_bv AND seconds >= 1, solved / seconds, NULL)"
    CLICKS = "clicks"
    EFFICIENCY = "iif(three_bv, 1.0 * solved / nullif(clicks, 0), NULL)"
    GUESSES = "guesses"
    LUCK = "iif(guesses, chance, NULL)"
    HELP = "iif(player = 'ai', 'ai alone', nullif(help, ''))"
    STREAK = "streak"
    HARDEST = "hardest * 1e9 + coalesce(seconds, 0)"


class GameList(Enum):
    """The lists of the games of a level; the values are conditions of SQL.

    >>> GameList.NO_HELP.value
    "help = ''"

    Raises ``ValueError`` for another condition.
    """

    ALL = "TRUE"
    NO_HELP = "help = ''"
    """The games won without help."""
    WITH_HELP = "help != '' AND player != 'ai'"
    """The games won with help."""


@dataclass(frozen=True, slots=True)
class LevelSummary:
    """What the finished games of one level say together.

    ``streak``: how many games were won in a row up to the last one; ``best`` and ``median`` are times of won games in
    seconds, ``None`` without one. ``guesses``, ``survived`` and ``expected`` are the sums over the games whose moves
    are judged, and 0 where guesses are fair or not needed, for they are no luck then; ``guessed`` of them had a guess.
    ``trend``: when the last won games ended and their times, oldest first.
    """

    played: int = 0
    won: int = 0
    streak: int = 0
    longest_streak: int = 0
    best: float | None = None
    median: float | None = None
    guessed: int = 0
    guesses: int = 0
    survived: int = 0
    expected: float = 0.0
    losses: dict[LossCause, int] = field(default_factory=dict)
    trend: tuple[tuple[int, float], ...] = ()

    @property
    def luck(self) -> tuple[float, int]:
        """How many of the games with guesses these should not have lost, and how many they have not.

        Each guess loses as many games as its risk, on average, and each game is lost by one guess at most. The chances
        to survive all guesses of each game would promise too much: a lost game has no later ones.

        >>> LevelSummary(guessed=3, guesses=4, survived=2, expected=2.5).luck
        (1.5, 1)
        """
        return self.guessed - self.guesses + self.expected, self.guessed - self.guesses + self.survived


class GameStore:
    """The finished games in the database at ``path``; each call is one short ``transaction``.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = GameStore(Path(folder, "statistics.sqlite"))
    ...     store.levels(), store.best_time("expert"), store.summary("expert", with_help=False).played
    ({}, None, 0)

    All methods raise ``StoreError``, and then change nothing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    # -- writing

    def add(self, game: FinishedGame) -> bool:
        """Add ``game``; return false, and change nothing, if its key is there already."""
        values = (*_values(game), 0 if game.luck is None else 1, *_luck_values(game.luck), game.hardest)
        with transaction(self._path) as database:
            marks = ", ".join("?" * len(values))
            added = database.execute(f"INSERT OR IGNORE INTO games ({_ADDED}) VALUES ({marks})", values)
            if added.rowcount:
                database.execute("INSERT INTO records VALUES (?, ?)", (added.lastrowid, game.record))
            return bool(added.rowcount)

    def set_luck(self, key: str, luck: Luck | None, hardest: Reasoning | None = None) -> None:
        """Set the luck of a game, whose moves are judged now, ``None`` if they can't be; and its ``hardest`` step."""
        with transaction(self._path) as database:
            change = f"UPDATE games SET judged = 1, ({_LUCK}, hardest) = (?, ?, ?, ?, ?, ?) WHERE key = ?"
            database.execute(change, (*_luck_values(luck), hardest, key))

    def delete(self, keys: Iterable[str]) -> None:
        """Delete the games with these keys."""
        chosen = [(key,) for key in keys]
        with transaction(self._path) as database:
            database.executemany("DELETE FROM records WHERE number = (SELECT number FROM games WHERE key = ?)", chosen)
            database.executemany("DELETE FROM games WHERE key = ?", chosen)

    def set_aside_damaged(self) -> int:
        """Move games with values that this program does not write to a table of their own; return their number."""
        with transaction(self._path) as database:
            levels = [level for (level,) in database.execute("SELECT DISTINCT level FROM games")]
            unknown = [level for level in levels if not _is_level(level)]
            where = f"({_IS_SOUND}) IS NOT TRUE OR level IN ({', '.join('?' * len(unknown))})"
            numbers = database.execute(f"SELECT number FROM games WHERE {where}", unknown).fetchall()
            moved = f"INSERT INTO damaged SELECT number, {_KEPT}, judged, {_LUCK}, record, hardest FROM games "
            moved += "LEFT JOIN records USING (number) WHERE number = ?"
            for statement in (moved, "DELETE FROM records WHERE number = ?", "DELETE FROM games WHERE number = ?"):
                # Without a row nothing is written, so that the file may be read-only.
                database.executemany(statement, numbers)
            return len(numbers)

    # -- reading

    def levels(self) -> dict[str, int]:
        """Return the number of games of each level that has one."""
        with transaction(self._path) as database:
            return dict(database.execute("SELECT level, count(*) FROM games GROUP BY level"))

    def games(
        self,
        level: str,
        offset: int,
        limit: int,
        *,
        with_ai: bool = True,
        which: GameList = GameList.ALL,
        order: Order = Order.DATE,
        is_ascending: bool = False,
    ) -> list[FinishedGame]:
        """Return at most ``limit`` games of a level, without their records, after the first ``offset`` ones in order.

        Games that have no value for the ``order`` come last, the latest first among equal ones. Unless ``with_ai``,
        those are left out in which the AI made every move.
        """
        direction = "ASC" if is_ascending else "DESC"
        with transaction(self._path) as database:
            found = database.execute(
                f"SELECT {_KEPT}, {_LUCK}, hardest, streak FROM ({_STREAKS.format(which.value)}) "
                f"WHERE won >= ? ORDER BY {order.value} {direction} NULLS LAST, finished DESC, number DESC "
                "LIMIT ? OFFSET ?",
                (level, with_ai, which is not GameList.ALL, limit, offset),
            )
            return [_game(row) for row in found.fetchall()]

    def record(self, key: str) -> str:
        """Return the text of the record of a game; empty if there is no such game."""
        with transaction(self._path) as database:
            found = database.execute("SELECT record FROM records JOIN games USING (number) WHERE key = ?", (key,))
            return str((found.fetchone() or ("",))[0])

    def unreviewed(self, limit: int) -> list[tuple[str, str]]:
        """Return the keys and records of at most ``limit`` games whose moves are not judged, the latest first."""
        with transaction(self._path) as database:
            return database.execute(
                "SELECT key, record FROM games JOIN records USING (number) WHERE judged = 0 "
                "ORDER BY finished DESC LIMIT ?",
                (limit,),
            ).fetchall()

    def best_time(self, level: str) -> float | None:
        """Return the shortest time in which a game of a level was won without help, in seconds."""
        with transaction(self._path) as database:
            best = "SELECT min(seconds) FROM games WHERE level = ? AND won = 1 AND help = ''"
            found: float | None = database.execute(best, (level,)).fetchone()[0]
            return found

    def summary(self, level: str, *, with_help: bool) -> LevelSummary:
        """Return the figures of a level; unless ``with_help``, of the games without any help.

        Games in which the AI made every move are not the player's, and never count.
        """
        where = "FROM games WHERE level = ? AND " + ("player != 'ai'" if with_help else "help = ''")
        with transaction(self._path) as database:
            columns = "won, seconds, guesses, survived, expected, cause, finished"
            rows = database.execute(f"SELECT {columns} {where} ORDER BY finished, number", (level,)).fetchall()
            # In a text of 0 and 1 the streaks are quickly found.
            streaks = [len(streak) for streak in "".join([str(won) for won, *_ in rows]).split("0")]
            trend = [(finished, seconds) for won, seconds, *_, finished in rows if won and seconds is not None]
            times = [seconds for _, seconds in trend]
            is_luck = level_parts(level)[1] is Guesses.AS_DEALT
            lucky = [row[2:5] for row in rows if row[2] is not None and is_luck]
            guesses, survived, expected = map(sum, zip(*lucky, strict=True)) if lucky else (0, 0, 0.0)
            luck = sum([row[0] > 0 for row in lucky]), guesses, survived, expected
            best, middle = min(times, default=None), median(times) if times else None
            losses = Counter([LossCause(cause) for *_, cause, _ in rows if cause is not None])
            games = len(rows), sum([won for won, *_ in rows]), streaks[-1], max(streaks)
            return LevelSummary(*games, best, middle, *luck, losses, tuple(trend[-200:]))

    def export_csv(self, path: Path, level: str | None = None) -> int:
        """Write all games, or those of a level, to a file of comma-separated values; return their number.

        A row has the names of the columns first. Times are in UTC. Raises ``OSError`` if the file can't be written.
        """
        with transaction(self._path) as database:
            found = database.execute(f"{_EXPORTED} ORDER BY finished, number", (level, level))
            table = Table([name for name, *_ in found.description], [*found])
        write_whole(path, table.csv().encode())
        return len(table.rows)


def _is_level(level: object) -> bool:
    with suppress(ValueError):
        return isinstance(level, str) and bool(level_title(level))
    return False


def _values(game: FinishedGame) -> tuple[Any, ...]:
    """Return the values of the columns ``_KEPT``."""
    plain = [getattr(game, each.name) for each in fields(game)[:12]]
    return *plain, game.player.value, game.help.words


def _luck_values(luck: Luck | None) -> tuple[Any, ...]:
    """Return the values of the columns ``_LUCK``."""
    return (None,) * 5 if luck is None else (*astuple(luck)[:4], luck.cause and luck.cause.value)


def _game(row: tuple[Any, ...]) -> FinishedGame:
    """Return the game of a row with the columns ``_KEPT`` and ``_LUCK``, its hardest step and its streak."""
    luck: list[Any] = [*row[14:18], row[18] and LossCause(row[18])]
    known = [Player(row[12]), Help.from_words(row[13]), None if luck[0] is None else Luck(*luck)]
    values: list[Any] = [*row[:7], bool(row[7]), *row[8:12], *known, "", row[19] and Reasoning(row[19]), row[20]]
    return FinishedGame(*values)

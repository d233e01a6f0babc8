"""Adds up the lab's results, and keeps them as CSV, a row per game: written as they arrive, continued after a break."""

from __future__ import annotations

import csv
import io
import math
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from minesweeper_qt import __version__
from minesweeper_qt.model.board.rules import Rules
from minesweeper_qt.model.errors import ResultsError, quoted
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, failure_cause
from minesweeper_qt.model.statistics.win_rates import Interval, paired_interval, wilson_interval

if sys.platform != "win32":
    import fcntl

COLUMNS = (
    *("game", "seed", "strategy", "won", "moves", "guesses", "forced", "unjudged", "risks", "ms"),
    *("height", "width", "mines", "first_click", "cascade", "win", "dealt", "hardest", "referee"),
    *("version", "digest", "failure", "false_claims", "claim", "position"),
    *("reasoned", "named", "needless", "false_reasons", "reason", "layout"),
)
"""The columns of the file.

``risks`` holds one number per guess, separated by spaces, ``nan`` where the risk is unknown. Truth values are 1 or 0.
``dealt`` is what becomes of guesses, the word of ``Guesses``. ``hardest`` is what the hardest step of a board without a
guess takes, else empty.
``digest`` is the SHA-256 of a student's file that played, and ``failure`` how its agent, or a solver, failed; else both
are empty. ``claim`` is the first of a solver's ``false_claims``, in the ``position``, and empty if there is none. The
columns after it are as in ``GameResult``.
"""

_LOCKED_BYTE = 2**31 - 1
"""The byte that is locked on Windows, beyond the end of the file, which others may still read and copy."""

_NUMBERS = (
    *("game", "seed", "moves", "forced", "unjudged", "false_claims"),
    *("reasoned", "named", "needless", "false_reasons"),
)
_TEXTS = ("failure", "claim", "position", "reason", "layout")

_MOST_SHOWN = 200
"""The most characters of a message about a number, which quotes it: a damaged file may have one of any length."""

_MOST_BYTES = 1 << 30

_HEADER = ",".join(COLUMNS).encode() + b"\n"


def row(experiment: Experiment, result: GameResult) -> dict[str, str]:
    """Return the row of a game as a dictionary from columns to texts.

    >>> experiment = Experiment(("cs50",), 8, 8, 8)
    >>> result = GameResult(0, experiment.game_seed(0), "cs50", True, 40, (0.125, None), 1, 1, 1.5)
    >>> cells = row(experiment, result)
    >>> cells["won"], cells["guesses"], cells["risks"], cells["first_click"]
    ('1', '2', '0.1250 nan', 'opening')
    """
    return {
        **{name: str(getattr(result, name)) for name in _NUMBERS},
        "strategy": result.strategy,
        "won": str(int(result.won)),
        "guesses": str(len(result.risks)),
        "risks": " ".join("nan" if risk is None else f"{risk:.4f}" for risk in result.risks),
        "ms": f"{result.ms:.3f}",
        **_settings(experiment, result.game, result.strategy),
        **{name: getattr(result, name) for name in _TEXTS},
    }


def _settings(experiment: Experiment, game: int, strategy: str) -> dict[str, str]:
    """Return the columns that describe what the game was played on and by which file.

    Rows of another experiment differ in these columns or in the seed.
    """
    rules: Rules = experiment.rules
    file = experiment.student(strategy)
    return {
        **dict(zip(("height", "width", "mines"), map(str, experiment.size(game)), strict=True)),
        "first_click": rules.first_click.value,
        "cascade": str(int(rules.cascade)),
        "win": rules.win.value,
        "dealt": rules.guesses.value,
        "hardest": "" if experiment.hardest is None else str(experiment.hardest),
        "referee": str(int(experiment.referee)),
        "version": __version__,
        "digest": "" if file is None else file.digest,
    }


class ResultsFile:
    """A CSV file to which results are added as they arrive.

    ``results`` holds the results in the file. Each row is written at once and as a whole, so that even a crash costs at
    most the row that is being written. ``close`` sorts the rows by game, so that the file is the same for any number of
    processes. Until then no other process can open it for results.

    The constructor continues a file, or creates it if it doesn't exist; it removes a torn last row and empty lines at
    the end. It raises ``ResultsError``, with the line, when the file holds anything but results of this experiment's
    first ``games`` games, or isn't a regular file; ``BlockingIOError`` while another process writes it; and ``OSError``
    when it can't be read or written. After an error the file is unchanged.
    """

    def __init__(self, path: Path, experiment: Experiment, games: int) -> None:
        self.results: list[GameResult] = []
        self._path = path
        self._experiment = experiment
        # Opening a pipe would block until its other end is opened.
        if path.exists() and not path.is_file():
            raise ResultsError("it is not a regular file")
        # Unbuffered, so that no row stays in memory.
        self._file = open(path, "a+b", buffering=0)  # noqa: SIM115 - closed by close()
        try:
            _lock(self._file)
            if os.fstat(self._file.fileno()).st_size > _MOST_BYTES:
                raise ResultsError("it is larger than 1 GiB")
            self._file.seek(0)
            size = self._load(self._file.read() or b"", games)
            # Removes a torn last row, if any, in one system call, so that no partly removed row can remain.
            self._file.truncate(size)
            if size == 0:
                self._write(_HEADER)
        except BaseException:
            # Also for Ctrl-C: the caller never gets this object, so the file and its lock must be freed here.
            self._file.close()
            raise

    def _load(self, data: bytes, games: int) -> int:
        """Set ``results`` to those in ``data``, and return how many bytes of ``data`` are kept."""
        text = data.removeprefix(BOM_UTF8)
        if text != _HEADER and _HEADER.startswith(text):
            return 0
        lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
        while lines and not lines[-1].strip():
            lines.pop()
        kept = b"".join(lines)
        self.results = read_results(kept, self._experiment, games)
        return len(kept)

    def add(self, results: Iterable[GameResult]) -> None:
        """Write the rows of these games; raise ``OSError`` when that fails, for example when the disk is full."""
        for result in results:
            self._write(_line(self._experiment, result))
            self.results.append(result)

    def close(self) -> None:
        """Sort the rows and close the file."""
        if sys.platform == "win32":  # Windows can't replace an open file
            self._file.close()
        try:
            ordered = in_order(self._experiment, self.results)
            if ordered != self.results:
                text = _HEADER + b"".join(_line(self._experiment, result) for result in ordered)
                write_whole(self._path, text)
        finally:  # This frees the lock, so it must come last.
            self._file.close()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        """Write all of ``data``; one call of an unbuffered file may write only a part."""
        while data:
            data = data[self._file.write(data) or 0 :]


def read_results(data: bytes, experiment: Experiment, games: int) -> list[GameResult]:
    """Return the results in the contents of a file without a torn row, or raise ``ResultsError``."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ResultsError("it is not text") from None
    if not lines or lines[0].encode() + b"\n" != _HEADER:
        raise ResultsError("line 1: it has other columns")
    results: dict[tuple[int, str], GameResult] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            result = _result(line, experiment, games)
            if results.setdefault((result.game, result.strategy), result) is not result:
                raise ResultsError(f"game {result.game} of {result.strategy} is there twice")
        except ResultsError as wrong:
            raise ResultsError(f"line {number}: {wrong}") from None
    return list(results.values())


def missing(experiment: Experiment, games: int, done: Collection[GameResult]) -> list[tuple[int, str]]:
    """Return the pairs of game and strategy, in order, that are left to play of the first ``games`` games."""
    have = {(result.game, result.strategy) for result in done}
    return [
        (game, strategy) for game in range(games) for strategy in experiment.strategies if (game, strategy) not in have
    ]


def in_order(experiment: Experiment, results: Iterable[GameResult]) -> list[GameResult]:
    """Return the results sorted by game, and within a game in the order of the strategies."""
    place = {name: number for number, name in enumerate(experiment.strategies)}
    return sorted(results, key=lambda result: (result.game, place[result.strategy]))


def _lock(file: io.FileIO) -> None:
    """Lock the file for this process until it is closed; raise ``BlockingIOError`` when another one has the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(_LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except PermissionError as wrong:  # that of Windows
        raise BlockingIOError(wrong.errno, wrong.strerror) from None
    except OSError:
        pass  # The file system has no locks.


def _line(experiment: Experiment, result: GameResult) -> bytes:
    text = io.StringIO()
    csv.DictWriter(text, COLUMNS, lineterminator="\n").writerow(row(experiment, result))
    return text.getvalue().encode()


def _result(line: str, experiment: Experiment, games: int) -> GameResult:
    """Return the result on a line; raise ``ResultsError`` unless the lab wrote it for this experiment."""
    try:
        fields = next(csv.reader([line]), [])
    except csv.Error as wrong:  # a field of more than 131072 characters
        raise ResultsError(str(wrong)) from None
    if len(fields) != len(COLUMNS):
        raise ResultsError(f"{len(fields)} columns; expected {len(COLUMNS)}")
    cells = dict(zip(COLUMNS, fields, strict=True))
    try:
        risks = tuple(None if risk == "nan" else float(risk) for risk in cells["risks"].split())
        values: dict[str, Any] = {name: int(cells[name]) for name in _NUMBERS} | {name: cells[name] for name in _TEXTS}
        won, ms = cells["won"] == "1", float(cells["ms"])
        result = GameResult(strategy=cells["strategy"], won=won, risks=risks, ms=ms, **values)
    except ValueError as wrong:
        raise ResultsError(str(wrong)[:_MOST_SHOWN]) from None
    _check(result, cells, experiment, games)
    return result


def _check(result: GameResult, cells: dict[str, str], experiment: Experiment, games: int) -> None:
    """Raise ``ResultsError`` unless a row is that of one of the first ``games`` games of the experiment."""
    if result.strategy not in experiment.strategies:
        raise ResultsError(f"strategy {quoted(result.strategy)}; asked for are {', '.join(experiment.strategies)}")
    if not 0 <= result.game < games:
        raise ResultsError(f"game {result.game}, but only {games} are asked for: 0 to {games - 1}")
    for name, expected in _settings(experiment, result.game, result.strategy).items():
        if cells[name] != expected:
            if name == "digest":
                raise ResultsError(f"the file {quoted(result.strategy)} has changed since it played this game")
            raise ResultsError(f"{name} is {quoted(cells[name])}; asked for is {expected!r}")
    if result.seed != experiment.game_seed(result.game):
        raise ResultsError("the seed belongs to another --seed or other --boards")
    if row(experiment, result) != cells or not _is_possible(result):
        raise ResultsError("it was not written by the lab")


def _is_possible(result: GameResult) -> bool:
    """Return whether the numbers of a game go together: a guess is a move, and is judged at most once."""
    risks = [risk for risk in result.risks if risk is not None]
    if (result.failure and result.won) or not "".join(getattr(result, name) for name in _TEXTS).isprintable():
        return False
    claims = result.false_claims, result.claim, result.position
    reasons = result.false_reasons, result.reason, result.layout
    if not all((number > 0) == bool(text) == bool(position) for number, text, position in (claims, reasons)):
        return False
    is_ordered = result.forced + result.unjudged <= len(result.risks) <= result.moves
    is_reasoned = 0 <= result.needless <= result.named and 0 <= result.reasoned <= result.moves
    is_counted = min(result.forced, result.unjudged) >= 0 and 0 <= result.ms < math.inf and is_reasoned
    return is_ordered and is_counted and all(0 <= risk <= 1 for risk in risks)


# -- the sums


class PairedDifference(NamedTuple):
    """The difference between the win rates of two strategies, on the ``games`` boards that both have played."""

    games: int
    rate: float
    interval: Interval


class FailureTally(NamedTuple):
    """In how many ``games`` a student's agent failed for one cause, the ``first`` of them, and its ``line``."""

    games: int
    first: int
    line: str


class FalseClaims(NamedTuple):
    """How many ``claims`` or reasons of a solver were false, in how many ``games``; of the ``first`` one what it is."""

    claims: int
    games: int
    first: int
    claim: str
    position: str


class Tally:
    """The added results of one strategy.

    ``games``, ``won``: numbers of games. ``guesses``, ``forced``, ``unjudged``, ``ms``: sums over the games, as in
    ``GameResult``. ``won_by_game``: whether it won, by the number of the game. ``risks``: the known risks of its
    guesses. ``failures``: how often a student's agent or a solver failed, by the cause. ``false``: false claims and
    false reasons of a solver, if there are any, by these words. ``moves``, ``reasoned``, ``named``, ``needless``: sums.

    >>> tally = Tally()
    >>> tally.rate, tally.per_game(tally.guesses)
    (0.0, 0.0)
    """

    def __init__(self) -> None:
        self.games = self.won = self.moves = self.guesses = self.forced = self.unjudged = 0
        self.reasoned = self.named = self.needless = 0
        self.ms = 0.0
        self.won_by_game: dict[int, bool] = {}
        self.risks: list[float] = []
        self.failures: dict[str, FailureTally] = {}
        self.false: dict[str, FalseClaims] = {}

    def add(self, result: GameResult) -> None:
        """Add the result of one more game."""
        self.games += 1
        self.guesses += len(result.risks)
        for name in ("won", "moves", "forced", "unjudged", "ms", "reasoned", "named", "needless"):
            setattr(self, name, getattr(self, name) + getattr(result, name))
        self.won_by_game[result.game] = result.won
        self.risks += [risk for risk in result.risks if risk is not None]
        if result.failure:
            cause = failure_cause(result.failure)
            games, first, line = self.failures.get(cause, (0, result.game, result.failure))
            first, line = min((first, line), (result.game, result.failure))
            self.failures[cause] = FailureTally(games + 1, first, line)
        claims = FalseClaims(result.false_claims, 1, result.game, result.claim, result.position)
        reasons = FalseClaims(result.false_reasons, 1, result.game, result.reason, result.layout)
        for what, new in (("false claim", claims), ("false reason", reasons)):
            if new.claims:
                old = self.false.get(what) or new._replace(claims=0, games=0)
                earliest = min(old, new, key=lambda claims: claims.first)
                self.false[what] = earliest._replace(claims=old.claims + new.claims, games=old.games + 1)

    @property
    def rate(self) -> float:
        """The share of games won, 0 to 1; 0 without games."""
        return self.per_game(self.won)

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of the chance to win."""
        return wilson_interval(self.won, self.games)

    def per_game(self, total: float) -> float:
        """Return ``total`` divided by the number of games; 0 without games."""
        return total / self.games if self.games else 0.0

    def minus(self, other: Tally) -> PairedDifference:
        """Return how much more often this strategy wins than the ``other``, on the boards that both have played."""
        common = self.won_by_game.keys() & other.won_by_game.keys()
        pairs = [(self.won_by_game[game], other.won_by_game[game]) for game in common]
        both, first, second = (pairs.count(pair) for pair in ((True, True), (True, False), (False, True)))
        games = len(pairs)
        rate = (first - second) / games if games else 0.0
        return PairedDifference(games, rate, paired_interval(both, first, second, games - both - first - second))


def tallies(names: Iterable[str]) -> dict[str, Tally]:
    """Return an empty tally for each strategy in ``names``."""
    return {name: Tally() for name in names}


def count(found: Mapping[str, Tally], results: Iterable[GameResult]) -> None:
    """Add results to the tallies of their strategies."""
    for result in results:
        found[result.strategy].add(result)

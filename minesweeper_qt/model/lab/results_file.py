"""The lab's results as a CSV file, a row per game: written as they come, taken up again where they broke off."""

from __future__ import annotations

import csv
import errno
import io
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable
from pathlib import Path
from types import TracebackType

from minesweeper_qt import __version__
from minesweeper_qt.model.board.rules import Rules
from minesweeper_qt.model.errors import ResultsError
from minesweeper_qt.model.lab.experiment import Experiment, GameResult

if sys.platform != "win32":
    import fcntl

COLUMNS = (
    *("game", "seed", "strategy", "won", "moves", "guesses", "forced", "unjudged", "risks", "ms"),
    *("height", "width", "mines", "first_click", "cascade", "win", "referee", "version"),
)
"""``risks``: one per guess, with a space between, ``nan`` where it is unknown. Truth is 1 or 0."""

_HEADER = ",".join(COLUMNS).encode() + b"\n"


def row(experiment: Experiment, result: GameResult) -> dict[str, str]:
    """Return the row of a game as texts by column.

    >>> experiment = Experiment(("cs50",), 8, 8, 8)
    >>> result = GameResult(0, experiment.game_seed(0), "cs50", True, 40, (0.125, None), 1, 1, 1.5)
    >>> cells = row(experiment, result)
    >>> cells["won"], cells["guesses"], cells["risks"], cells["first_click"]
    ('1', '2', '0.1250 nan', 'opening')
    """
    return {
        "game": str(result.game),
        "seed": str(result.seed),
        "strategy": result.strategy,
        "won": str(int(result.won)),
        "moves": str(result.moves),
        "guesses": str(len(result.risks)),
        "forced": str(result.forced),
        "unjudged": str(result.unjudged),
        "risks": " ".join("nan" if risk is None else f"{risk:.4f}" for risk in result.risks),
        "ms": f"{result.ms:.3f}",
        **_settings(experiment, result.game),
    }


def _settings(experiment: Experiment, game: int) -> dict[str, str]:
    """The columns that say what the game was played on: rows of another experiment differ here, or in the seed."""
    rules: Rules = experiment.rules
    return {
        **dict(zip(("height", "width", "mines"), map(str, experiment.size(game)), strict=True)),
        "first_click": rules.first_click.value,
        "cascade": str(int(rules.cascade)),
        "win": rules.win.value,
        "referee": str(int(experiment.referee)),
        "version": __version__,
    }


class ResultsFile:
    """A CSV file that takes results as they come.

    ``results`` is what it holds. Rows are written at once and whole, so that whatever ends the program costs at most
    the row that is being written; the next ``resume`` cuts that off. ``close`` puts the rows in the order of the games,
    so that the file is the same however many processes played. Until then no other process can take it up.
    """

    def __init__(self, path: Path, experiment: Experiment, games: int) -> None:
        self.results: list[GameResult] = []
        self._path = path
        self._experiment = experiment
        # Opening a pipe would wait for its other end.
        if path.exists() and not path.is_file():
            raise ResultsError("it is no regular file")
        # Unbuffered: no row waits in memory.
        self._file = open(path, "a+b", buffering=0)  # noqa: SIM115 - closed by close()
        try:
            _lock(self._file, path)
            self._file.seek(0)
            size = self._take_up(self._file.read() or b"", games)
            # A torn last row, or nothing: one call of the system, there is no in-between.
            self._file.truncate(size)
            if size == 0:
                self._write(_HEADER)
        except BaseException:
            # Ctrl-C included: nobody gets this object, so nobody else could close the file and free its lock.
            self._file.close()
            raise

    @classmethod
    def resume(cls, path: Path, experiment: Experiment, games: int) -> ResultsFile:
        """Continue a file, or begin it when there is none; a torn last row and empty lines at the end are cut off.

        Raises ``ResultsError``, with the line, when it holds anything but results of this experiment's first ``games``
        games or is no regular file, ``BlockingIOError`` while another process writes it, and ``OSError`` when it can't
        be read or written. The file is then as it was.
        """
        return cls(path, experiment, games)

    def _take_up(self, data: bytes, games: int) -> int:
        """Take over the results in ``data`` and return how many of its bytes stay."""
        if _HEADER.startswith(data.removeprefix(BOM_UTF8)):
            return 0
        lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
        while lines and not lines[-1].strip():
            lines.pop()
        kept = b"".join(lines)
        self.results = read_results(kept, self._experiment, games)
        return len(kept)

    def add(self, results: Iterable[GameResult]) -> None:
        """Write the rows of these games; raise ``OSError`` when the disk is full, say."""
        for result in results:
            self._write(_line(self._experiment, result))
            self.results.append(result)

    def close(self) -> None:
        """Put the rows in order and close the file."""
        if sys.platform == "win32":  # which replaces no open file
            self._file.close()
        try:
            ordered = in_order(self._experiment, self.results)
            if ordered != self.results:
                text = _HEADER + b"".join(_line(self._experiment, result) for result in ordered)
                write_whole(self._path, text)
        finally:  # only now is it free for others
            self._file.close()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._file.write(data) or 0 :]


def read_results(data: bytes, experiment: Experiment, games: int) -> list[GameResult]:
    """Return the results in the text of a file with no torn row; raise ``ResultsError`` as ``resume`` does."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ResultsError("it is no text") from None
    if not lines or lines[0].encode() + b"\n" != _HEADER:
        raise ResultsError("line 1: it has other columns")
    results: list[GameResult] = []
    seen: set[tuple[int, str]] = set()
    for number, line in enumerate(lines[1:], 2):
        try:
            result = _result(line, experiment, games)
            if (result.game, result.strategy) in seen:
                raise ResultsError(f"game {result.game} of {result.strategy} is there twice")
        except ResultsError as wrong:
            raise ResultsError(f"line {number}: {wrong}") from None
        seen.add((result.game, result.strategy))
        results.append(result)
    return results


def missing(experiment: Experiment, games: int, done: Collection[GameResult]) -> list[tuple[int, str]]:
    """Return what is left to play of the first ``games`` games, as pairs of game and strategy in order."""
    have = {(result.game, result.strategy) for result in done}
    return [
        (game, strategy) for game in range(games) for strategy in experiment.strategies if (game, strategy) not in have
    ]


def in_order(experiment: Experiment, results: Iterable[GameResult]) -> list[GameResult]:
    """Return the results by game, those of one game in the order of the strategies."""
    place = {name: number for number, name in enumerate(experiment.strategies)}
    return sorted(results, key=lambda result: (result.game, place[result.strategy]))


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file at one stroke: whoever looks sees the old one or the new one, whole."""
    target = path.resolve()  # behind a link it is the link's end that gets written
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def _lock(file: io.FileIO, path: Path) -> None:
    """Keep other processes from the file until it is closed; raise ``BlockingIOError`` when one has it already."""
    if sys.platform != "win32":
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as wrong:
            if wrong.errno not in (errno.EACCES, errno.EAGAIN):
                return  # a file system without locks
            raise BlockingIOError(*wrong.args) from None
        if not os.path.samestat(os.fstat(file.fileno()), path.stat()):
            raise BlockingIOError(errno.EAGAIN, "it was replaced a moment ago")


def _line(experiment: Experiment, result: GameResult) -> bytes:
    text = io.StringIO()
    csv.DictWriter(text, COLUMNS, lineterminator="\n").writerow(row(experiment, result))
    return text.getvalue().encode()


def _result(line: str, experiment: Experiment, games: int) -> GameResult:
    fields = next(csv.reader([line]), [])
    if len(fields) != len(COLUMNS):
        raise ResultsError(f"{len(fields)} columns; expected {len(COLUMNS)}")
    cells = dict(zip(COLUMNS, fields, strict=True))
    try:
        risks = tuple(None if risk == "nan" else float(risk) for risk in cells["risks"].split())
        result = GameResult(
            int(cells["game"]),
            int(cells["seed"]),
            cells["strategy"],
            cells["won"] == "1",
            int(cells["moves"]),
            risks,
            int(cells["forced"]),
            int(cells["unjudged"]),
            float(cells["ms"]),
        )
    except ValueError as wrong:
        raise ResultsError(str(wrong)) from None
    if result.strategy not in experiment.strategies:
        raise ResultsError(f"strategy {result.strategy!r}; asked for are {', '.join(experiment.strategies)}")
    if not 0 <= result.game < games:
        raise ResultsError(f"game {result.game}, but only {games} are asked for: 0 to {games - 1}")
    expected = _settings(experiment, result.game)
    for name in expected:
        if cells[name] != expected[name]:
            raise ResultsError(f"{name} is {cells[name]!r}; asked for is {expected[name]!r}")
    if result.seed != experiment.game_seed(result.game):
        raise ResultsError("the seed belongs to another --seed or other --boards")
    if row(experiment, result) != cells:
        raise ResultsError("it was not written by the lab")
    return result

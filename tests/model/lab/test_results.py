"""Tests of the results: their file, of which a crash loses no row but the one being written, and their sums."""

from __future__ import annotations

import csv
import io
import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from minesweeper_qt import __version__
from minesweeper_qt.model.board.rules import CS50_RULES, FirstClick
from minesweeper_qt.model.errors import ResultsError
from minesweeper_qt.model.lab import results as lab_results
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, GivenBoard, play_game
from minesweeper_qt.model.lab.results import COLUMNS, ResultsFile, Tally, count, in_order, missing, tallies
from minesweeper_qt.model.statistics.win_rates import paired_interval, wilson_interval

EXPERIMENT = Experiment(("cs50", "cs50-count"), 4, 5, 3, CS50_RULES, seed=1)
GAMES = 3


@pytest.fixture(scope="module")
def results() -> list[GameResult]:
    return [play_game(EXPERIMENT, game, name) for game in range(GAMES) for name in EXPERIMENT.strategies]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.csv"


def written(path, results, experiment=EXPERIMENT) -> bytes:
    with ResultsFile(path, experiment, GAMES) as file:
        file.add(results)
    return path.read_bytes()


def stored(path) -> list[GameResult]:
    with ResultsFile(path, EXPERIMENT, GAMES) as file:
        return file.results


def test_a_row_holds_all_about_its_game(path, results):
    written(path, [replace(results[0], risks=(0.125, None, 1.0), forced=1, unjudged=1, ms=1.5)])
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert tuple(rows[0]) == COLUMNS
    own = {name: str(int(getattr(results[0], name))) for name in ("seed", "won", "moves")}
    judged = {"guesses": "3", "forced": "1", "unjudged": "1", "risks": "0.1250 nan 1.0000", "ms": "1.500"}
    board = {"height": "4", "width": "5", "mines": "3", "dealt": "as-dealt", "first_click": "anything"}
    others = {"cascade": "0", "win": "flagged", "referee": "1", "version": __version__}
    empty = dict.fromkeys(("hardest", "digest", "failure", "claim", "position", "reason", "layout"), "")
    none = dict.fromkeys(("false_claims", "reasoned", "named", "needless", "false_reasons"), "0")
    assert rows == [{"game": "0", "strategy": "cs50", **own, **judged, **board, **others, **empty, **none}]
    assert math.isnan([float(risk) for risk in rows[0]["risks"].split()][1])


def test_what_was_written_is_read_again(path, results):
    written(path, results)
    assert stored(path) == results


def test_rows_are_on_the_disk_at_once(path, results):
    with ResultsFile(path, EXPERIMENT, GAMES) as file:
        for number, result in enumerate(results, 1):
            file.add([result])
            assert len(path.read_bytes().splitlines()) == 1 + number


def test_the_file_is_in_order_whatever_came_first(path, tmp_path, results):
    expected = written(path, results)
    assert written(tmp_path / "other.csv", results[3:] + results[:3]) == expected


@pytest.mark.slow
def test_cut_off_anywhere_it_goes_on_without_playing_a_game_twice(path, results):
    whole = written(path, results)
    ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        rows = sum(end < size for end in ends[1:])  # the first line is the header
        with ResultsFile(path, EXPERIMENT, GAMES) as file:
            assert file.results == results[:rows], size
            left = missing(EXPERIMENT, GAMES, file.results)
            assert left == [(result.game, result.strategy) for result in results[rows:]]
            # The file can be read even before the next row is added.
            assert path.read_bytes() in (whole[: ends[rows] + 1], whole[: ends[0] + 1])
            file.add(results[rows:])
        assert path.read_bytes() == whole


def test_more_games_go_on_where_the_file_ends(path, results):
    written(path, results[:2])
    with ResultsFile(path, EXPERIMENT, GAMES) as file:
        assert missing(EXPERIMENT, GAMES, file.results) == [(result.game, result.strategy) for result in results[2:]]
    assert missing(EXPERIMENT, 1, results[:2]) == []


def test_another_strategy_joins_on_the_same_boards(path, results):
    alone = replace(EXPERIMENT, strategies=("cs50-count",))
    written(path, [result for result in results if result.strategy == "cs50-count"], alone)
    with ResultsFile(path, EXPERIMENT, GAMES) as file:
        assert missing(EXPERIMENT, GAMES, file.results) == [(game, "cs50") for game in range(GAMES)]
        file.add(result for result in results if result.strategy == "cs50")
    assert in_order(EXPERIMENT, file.results) == results
    assert stored(path) == results


@pytest.mark.parametrize(
    "changes, games, reason",
    [
        ({"seed": 2}, GAMES, "line 2: the seed belongs to another --seed or other --boards"),
        ({"height": 5}, GAMES, "line 2: height is '4'; asked for is '5'"),
        ({"width": 4}, GAMES, "line 2: width is '5'; asked for is '4'"),
        ({"mines": 4}, GAMES, "line 2: mines is '3'; asked for is '4'"),
        (
            {"rules": replace(CS50_RULES, first_click=FirstClick.SAFE)},
            GAMES,
            "line 2: first_click is 'anything'; asked for is 'safe'",
        ),
        ({"rules": replace(CS50_RULES, cascade=True)}, GAMES, "line 2: cascade is '0'; asked for is '1'"),
        ({"referee": False}, GAMES, "line 2: referee is '1'; asked for is '0'"),
        ({"strategies": ("cs50", "exact")}, GAMES, "line 3: strategy 'cs50-count'; asked for are cs50, exact"),
        ({}, 2, "line 6: game 2, but only 2 are asked for: 0 to 1"),
        (
            {"boards": [GivenBoard(4, 5, ((0, 0), (1, 1), (2, 2)))] * GAMES},
            GAMES,
            "line 2: the seed belongs to another --seed or other --boards",
        ),
    ],
)
def test_a_file_of_other_games_is_refused_and_stays_as_it_is(path, results, changes, games, reason):
    before = written(path, results) + b"torn"
    path.write_bytes(before)
    with pytest.raises(ResultsError, match=re.escape(reason)):
        ResultsFile(path, replace(EXPERIMENT, **changes), games)
    assert path.read_bytes() == before


def with_cell(whole: bytes, name: str, value: str) -> bytes:
    """Return a file with another value in one column of its first row."""
    lines = whole.decode().splitlines(keepends=True)
    cells = lines[1].split(",")
    cells[COLUMNS.index(name)] = value
    return "".join([lines[0], ",".join(cells), *lines[2:]]).encode()


@pytest.mark.parametrize(
    "change, reason",
    [
        (lambda whole: b"name,age\nAnn,3\n", "line 1: it has other columns"),
        (lambda whole: b"\xff\xfe\n", "it is not text"),
        (lambda whole: b"\n", "line 1: it has other columns"),
        (lambda whole: whole + whole.splitlines(keepends=True)[3], "line 8: game 1 of cs50 is there twice"),
        (lambda whole: whole + b"1,2,3\n", "line 8: 3 columns; expected 31"),
        (lambda whole: whole.replace(b"\n0,", b"\n\n0,", 1), "line 2: 0 columns; expected 31"),
        (lambda whole: whole.replace(b"\n0,", b"\nx,", 1), "line 2: invalid literal"),
        (lambda whole: whole.replace(b"\n0,", b"\n00,", 1), "line 2: it was not written by the lab"),
        (lambda whole: whole.replace(b"0.1.0", b"0.0.1", 1), "line 2: version is '0.0.1'; asked for is"),
        (lambda whole: with_cell(whole, "seed", "9" * 200_000), "line 2: field larger than field limit"),
        (lambda whole: with_cell(whole, "ms", "nan"), "line 2: it was not written by the lab"),
        (lambda whole: with_cell(whole, "ms", "-0.001"), "line 2: it was not written by the lab"),
        (lambda whole: with_cell(whole, "moves", "-1"), "line 2: it was not written by the lab"),
        (lambda whole: with_cell(whole, "unjudged", "20"), "line 2: it was not written by the lab"),
        (lambda whole: with_cell(whole, "forced", "-1"), "line 2: it was not written by the lab"),
    ],
)
def test_what_is_no_such_file_is_refused_with_its_line(path, results, change, reason):
    before = change(written(path, results).replace(__version__.encode(), b"0.1.0"))
    path.write_bytes(before.replace(b"0.1.0", __version__.encode()))
    with pytest.raises(ResultsError, match=re.escape(reason)):
        ResultsFile(path, EXPERIMENT, GAMES)
    assert path.read_bytes() == before.replace(b"0.1.0", __version__.encode())


def test_what_an_editor_adds_is_no_obstacle(path, results):
    whole = written(path, results)
    for data in (b"\xef\xbb\xbf" + whole, whole + b"\n", whole + b"\r\n\n", b"\xef\xbb\xbf" + whole[:9]):
        path.write_bytes(data)
        with ResultsFile(path, EXPERIMENT, GAMES) as file:
            file.add([result for result in results if result not in file.results])
        assert stored(path) == results
        assert path.read_bytes().endswith(whole)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither named pipes in folders nor POSIX locks")
def test_a_pipe_and_a_file_in_use_are_refused(path, results, tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(ResultsError, match="not a regular file"):
        ResultsFile(tmp_path / "pipe.csv", EXPERIMENT, GAMES)
    (tmp_path / "large.csv").touch()
    os.truncate(tmp_path / "large.csv", 3 << 30)
    with pytest.raises(ResultsError, match="it is larger than 1 GiB"):
        ResultsFile(tmp_path / "large.csv", EXPERIMENT, GAMES)
    code = (
        "import sys; from pathlib import Path; from minesweeper_qt.model.lab.results import ResultsFile\n"
        "from minesweeper_qt.model.lab.experiment import Experiment\n"
        "try: ResultsFile(Path(sys.argv[1]), Experiment(('cs50',), 4, 5, 3), 3)\n"
        "except BlockingIOError: sys.exit(7)"
    )
    other = [sys.executable, "-c", code, path]
    with ResultsFile(path, EXPERIMENT, GAMES) as file:
        file.add(results[:1])
        assert subprocess.run(other, timeout=60).returncode == 7
        file.add(results[1:])
    assert stored(path) == results


def test_the_lock_of_windows_is_on_a_byte_that_nobody_reads(path, results, monkeypatch):
    whole, locked = written(path, results), []

    def locking(number, mode, length):
        place = os.lseek(number, 0, os.SEEK_CUR)
        if place in locked:
            raise PermissionError(13, "Permission denied")
        locked.append(place)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    with ResultsFile(path, EXPERIMENT, GAMES) as file:
        assert file.results == results
        assert locked[0] > 1 << 30
        with pytest.raises(BlockingIOError):
            ResultsFile(path, EXPERIMENT, GAMES)
    assert path.read_bytes() == whole


def test_a_full_disk_costs_no_row_that_was_written(path, results, monkeypatch):
    class Full(io.FileIO):
        def write(self, data):
            if self.tell() > 720:
                raise OSError(28, "No space left on device")
            return super().write(data[:50])  # and each call writes only a part

    monkeypatch.setattr(lab_results, "open", lambda path, mode, buffering: Full(path, mode), raising=False)
    with pytest.raises(OSError, match="No space left"), ResultsFile(path, EXPERIMENT, GAMES) as file:
        file.add(results)
    assert 3 < len(file.results) < len(results)
    monkeypatch.undo()
    assert stored(path) == results[: len(file.results)]


def test_a_message_about_a_long_value_is_short(path, results):
    whole = written(path, results)
    for name in ("seed", "strategy", "height"):
        path.write_bytes(with_cell(whole, name, "x" * 100_000))
        with pytest.raises(ResultsError) as refused:
            ResultsFile(path, EXPERIMENT, GAMES)
        assert len(str(refused.value)) < 300


def test_a_file_without_rows_keeps_its_header_while_it_is_opened_again(path, monkeypatch):
    # Removed and written again, it would be empty after a kill in between.
    ResultsFile(path, EXPERIMENT, GAMES).close()
    header = path.read_bytes()

    class Kept(io.FileIO):
        def write(self, data):
            raise AssertionError("the header is written again")

        def truncate(self, size=None):
            assert size is None or size >= len(header), "the header is removed"
            return super().truncate(size)

    monkeypatch.setattr(lab_results, "open", lambda path, mode, buffering: Kept(path, mode), raising=False)
    ResultsFile(path, EXPERIMENT, GAMES).close()
    assert path.read_bytes() == header


def result(game: int, strategy: str, won: bool, risks: tuple[float | None, ...] = (), forced: int = 0) -> GameResult:
    return GameResult(game, 0, strategy, won, 10, risks, forced, risks.count(None), 2.0)


def test_a_tally_adds_up():
    tally = Tally()
    tally.add(result(0, "a", True, (0.25, None), forced=1))
    tally.add(result(1, "a", False, (0.5,), forced=1))
    assert (tally.games, tally.won, tally.rate) == (2, 1, 0.5)
    assert (tally.guesses, tally.forced, tally.unjudged, tally.risks) == (3, 2, 1, [0.25, 0.5])
    assert tally.per_game(tally.ms) == 2.0
    assert tally.interval == wilson_interval(1, 2)


def test_a_difference_counts_the_boards_that_both_have_played():
    found = tallies(["a", "b"])
    count(found, [result(game, "a", game < 3) for game in range(6)])
    count(found, [result(game, "b", game in (1, 3, 4, 9)) for game in (9, 4, 3, 2, 1)])
    difference = found["b"].minus(found["a"])
    # Games 1 to 4: both win 1, a alone 2, b alone 3 and 4.
    assert (difference.games, difference.rate) == (4, 0.25)
    assert difference.interval == paired_interval(1, 2, 1, 0)

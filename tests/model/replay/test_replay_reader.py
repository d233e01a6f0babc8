"""Replays of other programs: those of the samples, and what a library in place of the real one may do."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.model import ForeignFileError, Minesweeper, Record, State, read_file, read_game, review
from minesweeper_qt.model.game.minesweeper import BoardStatistics
from minesweeper_qt.model.replay import replay_reader
from minesweeper_qt.model.replay.replay_reader import read_replay
from minesweeper_qt.model.review.review_report import ReviewReport
from tests.paths import SHARED

SAMPLES = SHARED / "replays" / "samples"
NOT_READ = {
    "mvf-01.mvf": "Clone, but it is damaged, or of a version before 0.97; allowed is 0.97",
    "mvf-03.mvf": "Clone, but it is of version 2007; allowed is 0.97",
} | dict.fromkeys(("rawvf-01.rawvf", "rawvf-02.rawvf"), "RAWVF is not read: the library for replays can't; allowed are")
"""The files that the library does not read, and the reason that is given."""

needs_library = pytest.mark.skipif(find_spec("ms_toollib") is None, reason="needs ms_toollib, the extra 'replays'")
needs_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the samples are in ../shared")

FAKE = """
import json

class Event:
    def __init__(self, time, mouse, x, y, before, after):
        self.event, self.time, self.mouse, self.x, self.y = self, time, mouse, x, y
        self.prior_game_board, self.next_game_board = Board(before), Board(after)
    def is_mouse(self): return True
    def unwrap_mouse(self): return self

class Board:
    def __init__(self, rows): self.game_board = rows

class AvfVideo:
    pix_size = 16
    def __init__(self, name, data): self.data = bytes(data)
    def parse(self):
        data = json.loads(self.data)
        self.board, self.is_completed, self.rtime_ms = data["board"], data["won"], data["milliseconds"]
        self.row, self.column = len(self.board), len(self.board[0])
        self.mine_num, self.mode = sum(row.count(-1) for row in self.board), data.get("mode", 0)
        exec(data.get("trouble", ""))
    def analyse(self): self.events = [Event(*event) for event in json.loads(self.data)["events"]]
"""


def manifest() -> list[dict[str, Any]]:
    if not SAMPLES.is_dir():
        return []
    files: list[dict[str, Any]] = json.loads((SAMPLES / "manifest.json").read_text("utf-8"))["files"]
    return files


@pytest.mark.slow
@needs_library
@needs_samples
@pytest.mark.parametrize("file", manifest(), ids=lambda file: str(file["file"]))
def test_a_sample_agrees_with_the_manifest(file: dict[str, Any]) -> None:
    path = SAMPLES / file["file"]
    if path.name in NOT_READ:
        with pytest.raises(ForeignFileError, match=NOT_READ[path.name]):
            read_file(path)
        return
    read = read_file(path)
    assert not read.note, "nothing differs"
    assert isinstance(read.content, Record)
    assert Record.from_text(read.content.to_text()) == read.content
    game, history = read.content.history()
    figures = BoardStatistics(game.grid, frozenset(game.mines))
    assert sorted(map(list, game.mines)) == sorted(file["mine_cells"])
    assert (game.height, game.width) == (file["height"], file["width"])
    assert game.state is State(file["result"])
    assert (figures.three_bv, figures.solved(game.clues)) == (file["bbbv"], file["bbbv_solved"])
    assert len(history.turns) == file["clicks"]["effective"]
    assert history.turns[-1].seconds == pytest.approx(file["time_ms"] / 1000, abs=0.0101)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader find a library that takes JSON for a replay of Arbiter."""
    (tmp_path / "ms_toollib.py").write_text(FAKE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(replay_reader, "find_spec", lambda name: True)


START, FLAGGED = [[10] * 5], [[10, 11, 10, 10, 10]]
ONE, CHORDED, BARE, ALL = [[10, 11, 1, 10, 10]], [[10, 11, 1, 0, 0]], [[10, 10, 1, 0, 0]], [[1, 10, 1, 0, 0]]
EVENTS = [
    [0.5, "rc", 20, 3, START, FLAGGED],
    [0.6, "mv", 500, -3, FLAGGED, FLAGGED],
    [1.0, "lr", 32, 0, FLAGGED, ONE],
    [1.1, "lr", -9, 70, ONE, ONE],
    [2.0, "rr", 47, 15, ONE, CHORDED],
    [2.1, "rc", 16, 0, CHORDED, BARE],
    [3.5, "lr", 0, 0, BARE, ALL],
]


def replay(**changes: Any) -> bytes:
    """Return the replay of a game on one row that is won in 2.5 s, with ``changes``."""
    whole = {"board": [[1, -1, 1, 0, 0]], "won": True, "milliseconds": 2500, "events": EVENTS}
    return json.dumps(whole | changes).encode()


@pytest.mark.usefixtures("library")
def test_the_effects_of_events_become_moves_and_the_clock_starts_with_the_first_reveal() -> None:
    record, note = read_replay(replay(), "avf")
    assert not note
    assert [move.to_line() for move in record.moves] == [
        "flag 0 1 at 0.000",
        "reveal 0 2 at 0.000",
        "chord 0 2 at 1.000",
        "unflag 0 1 at 1.100",
        "reveal 0 0 at 2.500",
    ]
    assert record.replay().state is State.WON
    assert len(record.path) == len(EVENTS)
    begun = next(time for time, button, *_ in EVENTS if button == "lr")
    assert record.path == tuple((pytest.approx(t - begun), x / 16, y / 16) for t, _, x, y, *_ in EVENTS)
    assert record.history()[1].path == record.path


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "changes, note",
    [
        ({"won": False}, "It says that the game was not won; by its moves it was won."),
        ({"events": EVENTS[:-1]}, "It says that the game was won; by its moves it was not."),
        ({"milliseconds": 900}, "It says that the game took 0.900 s; its last move was at 2.500 s."),
        ({"events": [*EVENTS[:5], EVENTS[4], *EVENTS[5:], EVENTS[0]]}, ""),
        ({"events": [EVENTS[0], EVENTS[0], *EVENTS[1:]]}, "1 move can't be made by the rules here."),
        ({"mode": 1}, "It was played in the mode UPK, with a board that is known; its risks and luck mean little."),
    ],
)
def test_the_result_and_the_time_of_the_file_win_and_differences_are_said(changes: dict[str, Any], note: str) -> None:
    record, said = read_replay(replay(**changes), "avf")
    assert said == (f"This is a replay of Minesweeper Arbiter. {note}" if note else "")
    times = [move.seconds or 0 for move in record.moves]
    assert times == sorted(times)
    assert times[-1] == changes.get("milliseconds", 1100 if len(record.moves) == 4 else 2500) / 1000
    assert Record.from_text(record.to_text()) == record


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("mode, luck", [(0, True), (4, True), (5, True), (7, False), (10, False)])
def test_the_first_click_is_protected_and_where_mines_give_way_there_is_no_luck(mode: int, luck: bool) -> None:
    record, note = read_replay(replay(mode=mode, events=[EVENTS[2], [2, "lr", 48, 0, ONE, CHORDED]]), "avf")
    found = review(record)
    assert [move.judgement.value for move in found.moves] == ["protected", "missed"]
    assert (ReviewReport(found).figures["luck"] is not None) is luck
    assert "mode" not in note
    assert Record.from_text(record.to_text()) == record


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"trouble": "import os; os.abort()"}, "it is damaged"),
        ({"trouble": "import os; os._exit(0)"}, "it is damaged"),
        ({"trouble": "self.row = 0"}, "it is damaged"),
        ({"trouble": "self.rtime_ms = float('nan')"}, "it is damaged"),
        ({"trouble": "self.rtime_ms = None"}, "it is damaged"),
        ({"trouble": "b'x' * 10**9"}, "it is damaged"),
        ({"events": [[1.0, "lr", 32, -1, START, ONE]]}, "it is damaged"),
        ({"board": [[-1, -1]], "events": []}, "both kinds of cells are needed"),
    ],
)
def test_whatever_the_library_does_is_one_error(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ForeignFileError, match=f"a replay of Minesweeper Arbiter, but .*{reason}"):
        read_replay(replay(**changes), "avf")


@pytest.mark.usefixtures("library")
def test_the_library_leaves_no_file_where_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    read_replay(replay(trouble="open('crash.log', 'w').write('panic')"), "avf")
    # Python may keep what it has compiled there.
    assert not (tmp_path / "crash.log").exists()


@pytest.mark.long
@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"trouble": "import time; time.sleep(1000)"}, "this replay of Minesweeper Arbiter took more than 5 s to read"),
        ({"events": EVENTS[:1] + [EVENTS[5], EVENTS[0]] * 30_000}, "it is damaged"),
    ],
)
def test_a_library_that_does_not_end_or_tells_too_much_is_one_error(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ForeignFileError, match=reason):
        read_replay(replay(**changes), "avf")


def test_without_the_library_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_reader, "find_spec", lambda name: None)
    with pytest.raises(ForeignFileError) as raised:
        read_replay(b"", "evf")
    assert str(raised.value) == 'replays of Metasweeper need a library: pip install "minesweeper-qt[replays]"'


@pytest.mark.parametrize(
    "name, reason",
    [
        ("a.rawvf", "RAWVF is not read"),
        ("a.mvr", "MVR, the format of Minesweeper X, is not read"),
        ("a.EVFS", "EVFS, the format of Metasweeper, is not read"),
        ("a.txt", "RAWVF is not read"),
    ],
)
def test_a_format_that_is_not_read_is_named(tmp_path: Path, name: str, reason: str) -> None:
    path = tmp_path / name
    path.write_text("RawVF_Version: Rev6.2\nWidth: 8\n")
    with pytest.raises(ForeignFileError, match=reason):
        read_game(path)


@needs_samples
@needs_library
@pytest.mark.parametrize("name", ["avf-01.avf", "evf-02.evf", "mvf-02.mvf", "rmv-05.rmv"])
def test_a_replay_with_another_ending_is_known_by_its_content(tmp_path: Path, name: str) -> None:
    for ending in ("txt", "rmv", "avf"):
        path = tmp_path / f"a.{ending}"
        path.write_bytes((SAMPLES / name).read_bytes())
        assert read_game(path) == read_game(SAMPLES / name)


def test_what_is_no_game_is_refused_in_one_sentence_whatever_its_ending(tmp_path: Path) -> None:
    for ending in ("txt", "avf", "mine"):
        path = tmp_path / f"a.{ending}"
        for data in (b"", b"hello\n", b"0x10", b"\x7fELF\2\1\1\n\xff" + bytes(0 if ending == "avf" else 9)):
            path.write_bytes(data)
            with pytest.raises(ForeignFileError, match="this is not a game that can be read; allowed are") as one:
                read_file(path)
            assert "\n" not in str(one.value)
        path.write_text(Record.of(Minesweeper(layout_mines=[(0, 0)], mines=1)).to_text())
        assert read_game(path).layout == {(0, 0)}


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.avf"
    path.write_bytes(bytes((5 << 20) + 1))
    with pytest.raises(OSError, match="larger than 5 MiB"):
        read_file(path)

"""Feeds changed replays and boards of other programs to the reader: it reads them, or raises one type of error."""

from __future__ import annotations

import random
import resource
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

import pytest

from minesweeper_qt.model import ForeignFileError, MinesweeperError, Position, Record, read_file, read_text
from minesweeper_qt.model.replay.board_formats import read_mbf
from minesweeper_qt.model.replay.replay_reader import MOST_MIB
from tests.paths import SHARED
from tests.stress.effort import Effort
from tests.stress.support.mutations import mutated

SAMPLES = SHARED / "replays" / "samples"
KINDS = ("avf", "evf", "mvf", "rmv")
MOST_SECONDS = 6
"""The limit of the process that reads a replay is 5 s."""

BOARDS = ("?b=1008&m=g00001000000000g", "5x7:0,1,m984d732e4", "3x3:u0a0", "030200010200", "9x9n10#123")


@pytest.mark.skipif(not SAMPLES.is_dir() or find_spec("ms_toollib") is None, reason="needs ../shared and ms_toollib")
@pytest.mark.parametrize("kind", KINDS)
def test_changed_replays(effort: Effort, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    samples = [path.read_bytes() for path in sorted(SAMPLES.glob(f"*.{kind}"))]
    path = tmp_path / f"replay.{kind}"
    figures = dict.fromkeys(("files", "read", "slowest ms"), 0)
    messages = set()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in effort.cases(2_000, figures, "files"):
        rng = random.Random(f"replays {seed}")
        path.write_bytes(mutated(rng, rng.choice(samples), rng.choice(samples))[: MOST_MIB << 20])
        begun = perf_counter()
        try:
            record = read_file(path).content
        except ForeignFileError as wrong:
            messages.add(str(wrong))
        else:
            assert isinstance(record, Record)
            assert Record.from_text(record.to_text()) == record
            figures["read"] += 1
        figures["files"] += 1
        figures["slowest ms"] = max(figures["slowest ms"], round(1000 * (perf_counter() - begun)))
    assert "\n" not in "".join(messages)
    assert figures["slowest ms"] < 1000 * MOST_SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10, "kilobytes"
    assert not list((tmp_path / "here").iterdir()), "a file is left over"


def test_changed_boards(effort: Effort) -> None:
    figures = dict.fromkeys(("boards", "read", "slowest ms"), 0)
    mbf, messages = bytes([9, 9, 0, 3, 0, 0, 8, 8, 4, 5]), set()
    for seed in effort.cases(10_000, figures, "boards"):
        rng = random.Random(f"boards {seed}")
        begun = perf_counter()
        try:
            if rng.random() < 0.3:
                found: Record | Position = read_mbf(mutated(rng, mbf, mbf))
            else:
                data = mutated(rng, rng.choice(BOARDS).encode(), rng.choice(BOARDS).encode())
                found = read_text(data.decode("utf-8", "replace")).content
        except MinesweeperError as wrong:
            messages.add(str(wrong))
        else:
            assert type(found).from_text(found.to_text()) == found
            figures["read"] += isinstance(found, Record)
        figures["boards"] += 1
        figures["slowest ms"] = max(figures["slowest ms"], round(1000 * (perf_counter() - begun)))
    assert "\n" not in "".join(messages)

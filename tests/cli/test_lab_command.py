"""Tests of the command `lab`: what it plays, prints and writes, and its one-line error messages."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from minesweeper_qt.cli import lab_command, program
from minesweeper_qt.model import STRATEGIES, WorkerLost
from minesweeper_qt.model.dealing import no_guess
from tests.cli.support.lab_program import QUICK, SMALL, rows, size, started, wait_for


@pytest.fixture
def unplayed(monkeypatch):
    """Fail when anything is played."""
    monkeypatch.setattr(lab_command, "play_all", None)


# -- what it does


@pytest.mark.slow
def test_it_plays_prints_and_writes(capsys, tmp_path):
    out, plot = tmp_path / "out.csv", tmp_path / "out.svg"
    assert program.main([*QUICK, "--games", "20", "--out", str(out), "--plot", str(plot)]) == 0
    printed, err = capsys.readouterr()
    assert err == ""
    lines = printed.splitlines()
    assert lines[0] == "20 games on 4×4, 3 mines, first click anything, seed 1"
    assert lines[2].split()[:3] == ["strategy", "games", "won"]
    assert [line.split()[:2] for line in lines[3:5]] == [["cs50", "20"], ["cs50-count", "20"]]
    written = rows(out)
    assert [(row["game"], row["strategy"]) for row in written] == [
        (str(game), name) for game in range(20) for name in ("cs50", "cs50-count")
    ]
    won = sum(row["won"] == "1" for row in written if row["strategy"] == "cs50")
    assert lines[3].split()[2] == f"{5 * won}.00"
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")


@pytest.mark.slow
def test_the_result_is_the_same_for_any_number_of_jobs(capsys, tmp_path):
    tables = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.csv"
        arguments = ["lab", "--level", "cs50", "--games", "4", "--jobs", jobs, "--out", str(out), "--seed", "5"]
        assert program.main(arguments) == 0
        tables.append([line.split()[:-1] for line in capsys.readouterr().out.splitlines()[2:8]])
    assert rows(tmp_path / "1.csv") == rows(tmp_path / "2.csv")
    assert tables[0] == tables[1]
    assert {row["strategy"] for row in rows(tmp_path / "1.csv")} == set(STRATEGIES)


def test_a_difficulty_sets_the_rules_unless_the_first_click_is_named(capsys, tmp_path):
    game = ["lab", "--level", "cs50", "--games", "1", "--strategy", "cs50", "--jobs", "1", "--out"]
    for name, arguments in (("plain", []), ("safe", ["--first-click", "safe"])):
        program.main([*game, str(tmp_path / f"{name}.csv"), *arguments])
    plain, safe = (rows(tmp_path / f"{name}.csv")[0] for name in ("plain", "safe"))
    assert (plain["first_click"], plain["cascade"], plain["win"], plain["height"]) == ("anything", "0", "flagged", "8")
    assert (safe["first_click"], safe["cascade"], safe["win"]) == ("safe", "0", "flagged")


def test_without_a_referee_the_table_counts_the_guesses_not_judged(capsys):
    assert program.main([*SMALL, "--strategy", "cs50", "--games", "5", "--no-referee"]) == 0
    assert re.search(r"cs50: (\d+) of \1 guesses not judged", capsys.readouterr().out)


def test_given_boards_are_played(capsys, tmp_path):
    boards, out = tmp_path / "boards.jsonl", tmp_path / "out.csv"
    lines = [{"height": 1, "width": n, "mines": [[0, 0]], "start": [0, n - 1]} for n in (3, 4, 5)]
    boards.write_text("\ufeff" + "\n".join(map(json.dumps, lines)), encoding="utf-8")
    command = ["lab", "--boards", str(boards), "--strategy", "expert", "--jobs", "1"]
    assert program.main([*command, "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith("3 games on boards of boards.jsonl, seed 1\n")
    assert [(row["width"], row["mines"], row["won"]) for row in rows(out)] == [(n, "1", "1") for n in "345"]
    assert program.main([*command, "--games", "2", "--out", str(tmp_path / "again.csv")]) == 0
    assert rows(tmp_path / "again.csv") == rows(out)[:2]


def test_boards_without_a_guess_are_played(capsys, tmp_path, refused):
    games = ["lab", "--level", "beginner", "--games", "9", "--strategy", "cs50", "--strategy", "expert", "--jobs", "1"]
    plain, out = tmp_path / "plain.csv", tmp_path / "out.csv"
    assert program.main([*games, "--out", str(plain)]) == 0
    capsys.readouterr()
    assert program.main([*games, "--out", str(out), "--no-guess", "subset"]) == 0
    printed = capsys.readouterr().out
    conditions = "first click opening, no guess needed, hardest step at most subset"
    assert printed.startswith(f"9 games on 9×9, 10 mines, {conditions}")
    assert {(row["won"], row["guesses"], row["hardest"]) for row in rows(out)} == {("1", "0", "at most subset")}
    assert {row["won"] for row in rows(plain)} == {"0", "1"}
    assert [row["seed"] for row in rows(out)] == [row["seed"] for row in rows(plain)]
    for other in ([], ["--no-guess", "overlap"], ["--no-guess", "subset", "--exactly"]):
        assert re.search(r"line 2: (dealt|hardest) is '", refused(*games, "--out", out, "--resume", *other))


def test_a_board_that_is_not_found_ends_the_run_with_a_sentence(capsys, monkeypatch):
    monkeypatch.setattr(no_guess, "MOST_TRIED", 3)
    command = ["lab", "--height", "5", "--width", "5", "--mines", "1", "--strategy", "cs50", "--jobs", "1"]
    assert program.main([*command, "--no-guess", "cases", "--exactly"]) == 1
    assert "none of 3 boards can be solved without a guess, hardest step exactly cases" in capsys.readouterr().err


def test_resume_plays_only_what_is_missing(capsys, tmp_path, monkeypatch):
    whole, out = tmp_path / "whole.csv", tmp_path / "out.csv"
    program.main([*QUICK, "--games", "12", "--out", str(whole)])
    program.main([*QUICK, "--games", "4", "--out", str(out)])
    out.write_bytes(out.read_bytes()[:-20])
    played: list[object] = []
    play_all = lab_command.play_all
    monkeypatch.setattr(lab_command, "play_all", lambda *what: played.extend(what[1]) or play_all(*what))
    capsys.readouterr()
    assert program.main([*QUICK, "--games", "12", "--out", str(out), "--resume"]) == 0
    assert played == [(3, "cs50-count"), *[(game, name) for game in range(4, 12) for name in ("cs50", "cs50-count")]]
    assert rows(out) == rows(whole)
    table = capsys.readouterr().out
    assert program.main([*QUICK, "--games", "12", "--out", str(out), "--resume"]) == 0
    assert len(played) == 17, "all is there: nothing is played"
    assert capsys.readouterr().out == table


def test_resume_begins_a_file_that_is_not_there(capsys, tmp_path):
    assert program.main([*QUICK, "--games", "2", "--out", str(tmp_path / "out.csv"), "--resume"]) == 0
    assert len(rows(tmp_path / "out.csv")) == 4


@pytest.mark.slow
def test_the_window_does_not_load_what_only_the_lab_needs():
    code = "import sys; from minesweeper_qt.cli import program\nprogram.play = lambda options: 0\n"
    code += "program.main(['play', '--seed', '1'])\nprint(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout.split()
    assert "minesweeper_qt.cli.program" in found
    late = ("concurrent.futures.process", "json", "matplotlib", "tqdm", "minesweeper_qt.model.lab")
    late += tuple(f"minesweeper_qt.model.{name}." for name in ("audit", "explain", "student", "watch"))
    assert [name for name in found if name.startswith(late)] == []


# -- mistakes

NAMES = "allowed are cs50, cs50-count, cs50-overlap, exact, expert and the file of an agent, such as minesweeper.py"
CSV = "allowed is a file name that ends in .csv, in a folder that can be written to"


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("--games 0", "--games: 0 is out of range; allowed are 1 to 10000000"),
        ("--games ten", "--games: 'ten' is not a whole number; allowed are 1 to 10000000"),
        ("--jobs 0", "--jobs: 0 is out of range; allowed are 1 to 256"),
        ("--strategy luck", f"--strategy: 'luck' is not a strategy; {NAMES}"),
        ("--strategy exact --strategy exact", "--strategy or --solver exact is there twice; allowed is each once"),
        ("--first-click mine", "--first-click: invalid choice: 'mine' .*; allowed are anything, safe, opening"),
        ("--level hard", "--level: 'hard' is not a level; allowed are cs50, beginner, intermediate, expert"),
        ("--height 4 --width 4", "--height and --width without --mines; a board of your own needs all three"),
        ("--resume", "--resume without --out; it continues the file that --out names"),
        ("--out out.txt", f"--out: 'out.txt' does not end in .csv; {CSV}"),
        ("--out missing/out.csv", f"--out: there is no folder 'missing'; {CSV}"),
        ("--out there.csv", "--out 'there.csv' exists; allowed are a new file, or --resume to continue this one"),
        (
            "--out there.csv --resume",
            "--resume 'there.csv', line 1: it has other columns; allowed is a file of the same games",
        ),
        ("--plot out.gif", "--plot: 'out.gif' does not end in .png or .svg or .pdf; .*"),
        ("--boards missing.jsonl", "--boards: 'missing.jsonl' can't be read: No such file or directory; .*"),
        ("--boards empty.jsonl", "--boards: 'empty.jsonl' has no boards; .*"),
        ("--boards binary.jsonl", "--boards: 'binary.jsonl' is not text; .*"),
        ("--boards /dev/zero", "--boards: '/dev/zero' can't be read: it is not a regular file; .*"),
        ("--boards bad.jsonl", "--boards 'bad.jsonl', line 2: 'width' is missing"),
        ("--boards good.jsonl --games 2", "--games 2, but --boards has 1; allowed are 1 to 1"),
        ("--boards good.jsonl --mines 4", "--boards does not go with --mines; .*"),
        ("--no-guess luck", "--no-guess: invalid choice: 'luck' .*; allowed are clue, subset, overlap, count, cases"),
        ("--exactly", "--exactly without --no-guess, which names the hardest step of boards that need no guess"),
        ("--no-guess clue --guesses fair", "--guesses does not go with --no-guess; allowed is the one or the other"),
        ("--no-guess clue --first-click safe", "--first-click does not go with --no-guess, which .*"),
        ("--no-guess clue --boards good.jsonl", "--boards does not go with --no-guess, which .*"),
        ("--no-guess clue --height 4 --width 4 --mines 8", "8 mines on a board of 4×4; a board without a guess has .*"),
        ("--cluster there", "--cluster: 'there' is not an address with a port; allowed is the address of a Dask .*"),
        ("--cluster tcp://there:0", "--cluster: 'tcp://there:0' is not an address with a port; .*"),
        ("--cluster there:1 --jobs 2", "--jobs does not go with --cluster; allowed is the one or the other"),
    ],
)
def test_a_mistake_is_one_line_before_anything_is_played(unplayed, refused, tmp_path, monkeypatch, arguments, message):
    good = '{"height": 2, "width": 2, "mines": [[0, 0]], "start": [1, 1]}\n'
    monkeypatch.chdir(tmp_path)
    for name, data in {
        "there.csv": b"name,age\n",
        "empty.jsonl": b"\n\n",
        "binary.jsonl": b"\xff\xfe",
        "good.jsonl": good.encode(),
        "bad.jsonl": (good + '{"height": 3}').encode(),
    }.items():
        (tmp_path / name).write_bytes(data)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert re.fullmatch(message, refused("lab", *arguments.split()))
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


# -- failures while playing


def test_a_lost_worker_is_an_error_that_keeps_what_is_finished(capsys, tmp_path, monkeypatch):
    play_all = lab_command.play_all

    def lose(*what):
        for number, results in enumerate(play_all(*what)):
            if number == 7:
                raise WorkerLost("a process that played has died")
            yield results

    monkeypatch.setattr(lab_command, "play_all", lose)
    out = tmp_path / "out.csv"
    assert program.main([*QUICK, "--games", "20", "--out", str(out)]) == 1
    printed, err = capsys.readouterr()
    assert [line.split()[:2] for line in printed.splitlines()[3:5]] == [["cs50", "4"], ["cs50-count", "3"]]
    assert err.splitlines()[-2:] == [
        "7 of 40 are played; --resume continues",
        "minesweeper-qt: error: a process that played has died",
    ]
    assert len(rows(out)) == 7


@pytest.mark.long
def test_a_cluster_that_does_not_answer_leaves_no_file_behind(capsys, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert program.main(["lab", "--cluster", address, "--out", str(tmp_path / "out.csv")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(f"minesweeper-qt: error: (no Dask scheduler answers at '{address}' .*|.*cluster.*)\n", err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_plot_that_can_not_be_written_is_an_error_after_the_table(capsys, tmp_path, monkeypatch):
    def refuse(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lab_command, "write_whole", refuse)
    assert program.main([*QUICK, "--games", "2", "--plot", str(tmp_path / "out.svg")]) == 1
    out, err = capsys.readouterr()
    assert "cs50-count" in out
    assert err.endswith("out.svg: No space left on device\n")


def test_a_plot_without_matplotlib_is_refused_before_anything_is_played(unplayed, refused, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    message = '--plot needs the package matplotlib, which is not installed; pip install "minesweeper-qt[plot]"'
    assert refused(*QUICK, "--plot", tmp_path / "out.png") == message


# -- a cluster


@pytest.fixture
def scheduler_process(tmp_path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a Dask scheduler in a process of its own, and its address."""
    if find_spec("distributed") is None:
        pytest.skip("distributed, the extra 'cluster', is not installed")
    file = tmp_path / "scheduler.json"
    arguments = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file]
    with started(*arguments, module="distributed.cli.dask_scheduler") as process:
        wait_for(lambda: size(file) > 0)
        yield process, json.loads(file.read_text())["address"]


@pytest.fixture
def scheduler(scheduler_process) -> str:
    return scheduler_process[1]


def worker(address: str):
    # No nanny: it would restart a killed worker.
    return started(address, "--nthreads", "1", "--no-nanny", "--no-dashboard", module="distributed.cli.dask_worker")


@pytest.mark.long
def test_a_cluster_loses_nothing_when_a_worker_is_killed(scheduler, tmp_path):
    games = ["lab", "--level", "beginner", "--games", "300", "--strategy", "cs50", "--strategy", "cs50-count"]
    there, here = tmp_path / "there.csv", tmp_path / "here.csv"
    with worker(scheduler) as first, worker(scheduler), started(*games, "--cluster", scheduler, "--out", there) as lab:
        wait_for(lambda: size(there) > 10_000)
        first.kill()
        first.wait()
        at_the_kill = len(there.read_bytes().splitlines())
        printed, err = lab.communicate(timeout=60)
    assert lab.returncode == 0, err
    assert at_the_kill < 500, "the worker died in the middle of it"
    assert program.main([*games, "--jobs", "2", "--out", str(here)]) == 0
    assert rows(there) == rows(here)
    assert [line.split()[:2] for line in printed.splitlines()[3:5]] == [["cs50", "300"], ["cs50-count", "300"]]


@pytest.mark.long
def test_a_scheduler_that_dies_costs_nothing_that_is_finished(scheduler_process, tmp_path):
    process, address = scheduler_process
    out = tmp_path / "out.csv"
    games = ["lab", "--level", "beginner", "--games", "100000", "--strategy", "cs50"]
    with worker(address), started(*games, "--cluster", address, "--out", out) as lab:
        wait_for(lambda: size(out) > 1000)
        process.kill()
        printed, err = lab.communicate(timeout=60)
    assert lab.returncode == 1
    assert err.splitlines()[-1] == "minesweeper-qt: error: the connection to those who play is lost"
    assert "Traceback" not in err
    assert printed.splitlines()[3].split()[:2] == ["cs50", f"{len(rows(out)):,}"]


@pytest.mark.long
def test_a_scheduler_without_workers_is_named(scheduler, tmp_path):
    out = tmp_path / "out.csv"
    code = (
        "import sys; from minesweeper_qt import cli; from minesweeper_qt.model.lab import worker_pool\n"
        "worker_pool._CONNECT_SECONDS = 2\n"
        f"sys.exit(cli.main(['lab', '--cluster', '{scheduler}', '--out', {str(out)!r}]))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (1, "")
    assert f"minesweeper-qt: error: the Dask scheduler at '{scheduler}' has no workers" in result.stderr
    assert not out.exists()

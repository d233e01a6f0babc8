"""Tests of the command `lab` with solvers: programs that read positions and answer with moves."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Callable

import psutil
import pytest

from minesweeper_qt.cli import lab_command, program
from minesweeper_qt.model import Position
from minesweeper_qt.model.words import counted, percent
from tests.cli.support.lab_program import SMALL, rows, started, wait_for
from tests.model.support.students import marked_processes, nothing_left
from tests.paths import ROOT

pytestmark = pytest.mark.slow

GAMES = ["lab", "--level", "cs50", "--games", "6", "--jobs", "1"]
EXAMPLE = shlex.join([sys.executable, str(ROOT / "resources" / "solvers" / "one_clue_solver.py")])
REASONING = shlex.join([sys.executable, str(ROOT / "resources" / "solvers" / "reasoning_solver.py")])
LIAR = """
import json, sys
for line in sys.stdin:
    rows = json.loads(line)["rows"]
    cells = [[i, j] for i, row in enumerate(rows) for j, mark in enumerate(row) if mark == "H"]
    print(json.dumps({"open": cells[0], "safe": cells}), flush=True)
"""

ONE_ANSWER = shlex.join([sys.executable, "-c", """print('{"open": [0, 1]}')"""])


@pytest.fixture
def solver(tmp_path) -> Callable[[str], str]:
    """Return a function that returns the command of a program of these lines."""

    def write(text: str) -> str:
        (tmp_path / "solver.py").write_text(text)
        return shlex.join([sys.executable, str(tmp_path / "solver.py")])

    return write


def test_a_solver_plays_the_boards_of_the_others_and_the_file_goes_on(tmp_path, capsys, monkeypatch) -> None:
    out = tmp_path / "out.csv"
    arguments = [*GAMES, "--guesses", "fair", "--strategy", "cs50", "--solver", EXAMPLE, "--out", str(out)]
    with nothing_left(tmp_path / "temporary", monkeypatch):
        assert program.main(arguments) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[4].startswith(EXAMPLE)
    assert "false claim" not in printed
    assert "failed" not in printed
    found = rows(out)
    assert len({row["seed"] for row in found}) == 6
    assert 0 < sum(row["won"] == "1" for row in found if row["strategy"] == EXAMPLE) <= 6
    assert program.main([*arguments, "--resume", "--games", "8"]) == 0
    assert [row for row in rows(out) if int(row["game"]) < 6] == found


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_false_claims_are_counted_and_the_first_is_shown_with_its_position(tmp_path, capsys, solver, jobs) -> None:
    out, liar = tmp_path / "out.csv", solver(LIAR)
    assert program.main([*GAMES[:-1], jobs, "--solver", liar, "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    found = rows(out)
    total = sum(int(row["false_claims"]) for row in found)
    assert found[0]["position"].startswith("8x8x8 ")
    said = f"{total} false claims in 6 games; the first, in game 0: (0, 0) is called safe; its risk is"
    assert f"{liar}: {said}" in printed
    assert "\n".join(f"   {line}" for line in found[0]["position"].split()) in printed
    assert program.main([*GAMES, "--solver", liar, "--no-referee"]) == 0
    assert "false claim" not in capsys.readouterr().out


def test_reasons_are_judged_and_the_first_false_one_is_shown_with_what_refutes_it(tmp_path, capsys) -> None:
    out = tmp_path / "out.csv"
    solvers = [REASONING, f"{REASONING} --hasty"]
    arguments = [*GAMES, "--level", "beginner", *[word for one in solvers for word in ("--solver", one)]]
    assert program.main([*arguments, "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    right, hasty = ([row for row in rows(out) if row["strategy"] == one] for one in solvers)
    assert not any(row["failure"] or int(row["false_claims"]) for row in (*right, *hasty))
    assert not any(int(row["false_reasons"]) for row in right)
    moves, reasoned, named = (sum(int(row[name]) for row in right) for name in ("moves", "reasoned", "named"))
    assert moves > reasoned > 0
    share = percent(reasoned / moves)
    assert f"{REASONING}: reasons for {share} of its moves; 0 of {named:,} named clues are needless" in printed
    first = next(row for row in hasty if row["reason"])
    total = sum(int(row["false_reasons"]) for row in hasty)
    games = sum(row["reason"] != "" for row in hasty)
    said = f"{total} false reasons in {counted(games, 'game')}; the first, in game {first['game']}: {first['reason']}"
    shown = "\n".join(f"   {line}" for line in first["layout"].split())
    assert f"{REASONING} --hasty: {said}\n{shown}" in printed
    for row in hasty:
        refuted = Position.from_text(row["layout"].replace(" ", "\n")) if row["layout"] else Position(1, 1, 0)
        said_of = [cell for cell in refuted.covered if row["reason"].startswith(f"{cell} ")]
        assert all((cell in refuted.taken) is ("is called safe" in row["reason"]) for cell in said_of)
        assert bool(said_of) is bool(row["layout"])
    assert program.main([*arguments, "--no-referee"]) == 0
    assert "false reason" not in capsys.readouterr().out


def test_a_solver_that_fails_loses_the_game_and_starts_again(solver, capsys) -> None:
    command = solver(LIAR.replace("print(", "print(0 if len(cells) < 62 else ").replace("cells[0]", "cells[-1]"))
    assert program.main([*GAMES, "--solver", command]) == 0
    printed = capsys.readouterr().out
    assert f"{command} failed in " in printed
    assert "its answer '0': 0; expected an object with open, safe, mines, risks, because" in printed


@pytest.mark.parametrize(
    "command, message",
    [
        ("nothing-here", "--solver nothing-here: it can't be started: No such file or directory; allowed is a"),
        ("'a", '--solver: "\'a" has no closing quotation; allowed is a command'),
        ("", "--solver: '' is not a command; allowed is a command"),
        (
            shlex.join([sys.executable, "-c", "pass"]),
            "it ended with exit code 0; allowed is a program, by its path or in PATH, that",
        ),
        (ONE_ANSWER, "it ended with exit code 0; allowed is a program"),
        ("exact", "--solver: 'exact' is the name of a strategy; write ./exact for the program; allowed is a command"),
    ],
)
def test_a_command_that_can_not_play_is_refused_before_anything_is_played(
    tmp_path, refused, monkeypatch, command, message
):
    monkeypatch.setattr(lab_command, "play_all", None)
    assert message in refused(*GAMES, "--solver", command, "--out", tmp_path / "out.csv")
    assert not list(tmp_path.iterdir())


def test_one_that_opens_no_cell_is_named(solver, capsys) -> None:
    command = solver(LIAR.replace("cells[0]", "cells[0] if len(cells) > 62 else None"))
    assert program.main([*GAMES, "--solver", command]) == 0
    assert "games: it opens no cell, but the game is not over" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_solver_that_hangs_ends_with_the_lab(solver, number) -> None:
    command = solver(LIAR + "    while len(cells) < 16: pass\n")

    def hanging() -> list[psutil.Process]:
        processes = psutil.process_iter(["cmdline"])
        return [one for one in processes if one.info["cmdline"] == shlex.split(command)]

    with started(*SMALL[:-1], "2", "--games", "1000000", "--solver", command) as process:
        wait_for(lambda: len(hanging()) >= 2)
        os.kill(process.pid, getattr(signal, number))
        process.communicate(timeout=30)
    try:
        wait_for(lambda: not hanging())
    finally:
        for one in hanging():
            one.kill()


LEAVES = """
import json, os, sys, time
for line in sys.stdin:
    if not os.fork():
        os.setsid()
        os.fork() or time.sleep(1000)
        os._exit(0)
    os.wait()
    rows = json.loads(line)["rows"]
    print(json.dumps({"open": next([i, row.index("H")] for i, row in enumerate(rows) if "H" in row)}), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no other system lets a process adopt orphans")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_solver_detaches_at_each_question_ends_with_it(tmp_path, monkeypatch, solver, jobs: str) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with started(*SMALL[:-2], "--games", "4", "--jobs", jobs, "--solver", solver(LEAVES)) as process:
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert marked_processes(tmp_path) == []

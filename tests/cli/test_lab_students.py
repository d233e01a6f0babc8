"""Tests of the command `lab` with the files of students' agents."""

from __future__ import annotations

import tempfile

import pytest

from minesweeper_qt.cli import lab_command, program
from minesweeper_qt.model import STRATEGIES
from tests.cli.support.lab_program import rows
from tests.model.support.students import AGENT, nothing_left

pytestmark = pytest.mark.slow

GAMES = ["lab", "--level", "cs50", "--games", "6", "--jobs", "1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with an agent that fails in some games, as the current one."""
    source = AGENT + "        if count == 1: raise KeyError(cell)\n"
    (tmp_path / "agent").mkdir()
    (tmp_path / "agent" / "minesweeper.py").write_text(source)
    monkeypatch.chdir(tmp_path / "agent")
    return tmp_path / "agent"


def test_a_file_plays_beside_a_named_strategy(folder, capsys, tmp_path, monkeypatch, refused):
    out = tmp_path / "out.csv"
    arguments = [*GAMES, "--strategy", "minesweeper.py", "--strategy", "cs50", "--out", str(out)]
    with nothing_left(tmp_path / "temporary", monkeypatch):
        assert program.main(arguments) == 0
    printed = capsys.readouterr().out
    assert [line.split()[0] for line in printed.splitlines()[3:5]] == ["minesweeper.py", "cs50"]
    failed = [row for row in rows(out) if row["failure"]]
    assert f"minesweeper.py failed in {len(failed)} of 6 games, which count as lost:" in printed
    assert printed.count("raised KeyError") == 1
    last = len(AGENT.splitlines()) + 1
    assert f"[minesweeper.py:{last}, in add_knowledge: if count == 1: raise KeyError(cell)]" in printed
    assert "Traceback" not in printed
    assert len({row["digest"] for row in rows(out)}) == 2

    assert program.main([*arguments, "--resume", "--games", "7"]) == 0
    assert "of 7 games" in capsys.readouterr().out
    (folder / "minesweeper.py").write_text(AGENT)
    assert "the file 'minesweeper.py' has changed since it played this game" in refused(*arguments, "--resume")


@pytest.mark.parametrize(
    "given, message",
    [
        (["nothing.py"], f"--strategy: 'nothing.py' does not exist; allowed are {', '.join(STRATEGIES)} and the"),
        (["long" * 100], "can't be read: File name too long; allowed are"),
        (["luck"], f"--strategy: 'luck' is not a strategy; allowed are {', '.join(STRATEGIES)} and the file of an"),
        ([".."], "--strategy: the folder 'agent' has no minesweeper.py; it holds no Python file"),
        (["a\nb.py"], "has letters that can't be shown"),
        (
            ["minesweeper.py", "minesweeper.py"],
            "--strategy or --solver minesweeper.py is there twice; allowed is each once",
        ),
    ],
)
def test_mistakes_are_answered_in_one_line(folder, refused, monkeypatch, given, message):
    monkeypatch.setattr(lab_command, "play_all", None)
    if given == [".."]:
        (folder / "minesweeper.py").unlink()
        monkeypatch.chdir("/")
        given = [str(folder)]
    assert message in refused(*GAMES, *(part for name in given for part in ("--strategy", name)))


@pytest.mark.parametrize(
    "source, message",
    [
        ("x = = 1\n", "raised SyntaxError: invalid syntax"),
        (
            "import nothing_here\n",
            "'nothing_here' [minesweeper.py:1, in <module>: import nothing_here]; allowed is an agent for 8×8",
        ),
        ("class MinesweeperAI: height = width = 4\n", "the agent's size 4×4 is hard-coded; the games are on 8×8"),
    ],
)
def test_an_agent_that_can_not_be_created_is_refused_before_anything_is_played(folder, refused, source, message):
    (folder / "minesweeper.py").write_text(source)
    error = refused(*GAMES, "--strategy", "minesweeper.py", "--out", "out.csv")
    assert "--strategy minesweeper.py: " in error
    assert message in error
    assert [file.name for file in folder.iterdir()] == ["minesweeper.py"]


def test_a_machine_that_can_start_nothing_is_named(folder, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert program.main([*GAMES, "--strategy", "minesweeper.py"]) == 1
    assert "can't be started: No such file or directory" in capsys.readouterr().err

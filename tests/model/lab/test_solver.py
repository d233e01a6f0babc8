"""Tests of solvers in processes of their own: what they answer, and what they do wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import psutil
import pytest

from minesweeper_qt.model import Position, SolverAgent, SolverAnswer, SolverProcess, false_claims, mine_probabilities
from minesweeper_qt.model.board.rules import Guesses, Rules
from minesweeper_qt.model.errors import AgentError, MinesweeperError
from minesweeper_qt.model.lab.experiment import Experiment, play_games
from minesweeper_qt.model.lab.solver import Reason, read_answer
from minesweeper_qt.model.student.student_state import Limits
from tests.model.support.students import nothing_left, wait_until
from tests.paths import ROOT

POSITION = Position.from_text("4x2x2\n1H1H\nHHHH")
PATIENT = Limits(seconds=60)
FAST = Limits(seconds=1.5)
SOLVERS = ROOT / "resources" / "solvers"
EXAMPLE = [sys.executable, str(SOLVERS / "one_clue_solver.py")]

UNSTATED = '{"open": null, "safe": [[0, 0], [0, 1]], "because": [{"cell": [0, 3], "clues": []}]}'

SHELL = r"""
while read -r line; do
    row=${line#*\[?}
    before=${row%%H*}
    echo "{\"open\": [0, ${#before}]}"
done
"""
NODE = """
require("readline").createInterface({ input: process.stdin }).on("line", line => {
    const { rows } = JSON.parse(line);
    const i = rows.findIndex(row => row.includes("H"));
    console.log(JSON.stringify({ open: [i, rows[i].indexOf("H")] }));
});
"""


def python(source: str) -> list[str]:
    return [sys.executable, "-c", f"import json, os, signal, sys, time\n{source}"]


def newest_child() -> psutil.Process:
    return max(psutil.Process().children(), key=lambda child: child.create_time())


def asked_often(solver: SolverProcess, position: Position) -> None:
    for _ in range(30):
        solver.ask(position)


@pytest.mark.parametrize("program, source", [("sh", ["-c", SHELL]), ("node", ["-e", NODE])])
def test_a_program_in_another_language_answers(program, source) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    with SolverProcess([program, *source]) as solver:
        assert [solver.ask(Position(1, 4, 1, clues)).open for clues in ({}, {(0, 0): 0})] == [(0, 0), (0, 1)]


def test_it_reads_the_position_and_what_it_claims_is_read() -> None:
    sent = {"height": 2, "width": 4, "mines": 2, "rows": ["1H1H", "HHHH"]}
    because = [{"cell": [1, 0], "clues": [[7, 7], [0, 0]]}, {"cell": [0, 1], "clues": [], "mines": True}]
    risks = [[None, 0.25, None, 1], [0, 0, 0, 0]]
    claims = {"safe": [[0, 1]], "mines": [[1, 0], [1, 3]], "risks": risks, "because": because}
    answer = json.dumps({"open": [0, 1], **claims})
    with SolverProcess(python(f"assert json.loads(input()) == {sent}; print({answer!r})")) as solver:
        found = solver.ask(POSITION)
    chances = {(0, 1): 0.25, (0, 3): 1, **dict.fromkeys(((1, 0), (1, 1), (1, 2), (1, 3)), 0)}
    reasons = Reason((1, 0), True, ((0, 0), (7, 7))), Reason((0, 1), False, mines=True)
    assert found == SolverAnswer((0, 1), frozenset({(0, 1)}), frozenset({(1, 0), (1, 3)}), chances, reasons)


@pytest.mark.parametrize(
    "answer, message",
    [
        ("hello", "no JSON at column 1: Expecting value"),
        ("[1]", "[1]; expected an object with open, safe, mines, risks, because"),
        ("{}", "'open' is missing"),
        ('{"open": null, "unsafe": []}', "'unsafe' is not known; allowed are open, safe, mines, risks, because"),
        ('{"open": [2, 0]}', "open: (2, 0) is off the board; allowed are (0, 0) to (1, 3)"),
        ('{"open": [0, -1]}', "open: (0, -1) is off the board"),
        ('{"open": [true, 0]}', "open: [True, 0]; expected two whole numbers, [row, column]"),
        ('{"open": [0, 2]}', "open: (0, 2) is revealed already; allowed are covered cells"),
        ('{"open": null, "safe": 7}', "safe: 7; expected a list of cells [row, column]"),
        ('{"open": null, "mines": [[9, 9]]}', "mines: (9, 9) is off the board"),
        ('{"open": null, "risks": [[0, 0, 0, 0]]}', "risks: expected 2 rows of 4 numbers from 0 to 1, or null"),
        ('{"open": null, "risks": [[0, 0, 0, 0], 7]}', "risks: expected 2 rows"),
        ('{"open": null, "risks": [[0, 0, 0, 0], [0, 0, 0, NaN]]}', "risks: nan at (1, 3); allowed are 0 to 1"),
        ('{"open": null, "risks": [[0, 0, 0, 0], [0, 0, 0, true]]}', "risks: True at (1, 3)"),
        ("[" * 100_000, "no JSON: too long a number or too many brackets"),
        ('{"open": ' + "9" * 5000 + "}", "no JSON: too long a number or too many brackets"),
        ("\udcff", "it is not UTF-8"),
        ('{"open": [0.0, 1.0]}', "open: [0.0, 1.0]; expected two whole numbers"),
        ('{"open": null, "because": {}}', "because: {}; expected a list of objects with cell and clues"),
        ('{"open": null, "because": [7]}', "7; expected an object with cell, clues, mines"),
        ('{"open": null, "because": [{"cell": [0, 1]}]}', "'clues' is missing"),
        (UNSTATED, "because: (0, 3); allowed are covered cells that are called safe or mines"),
        (UNSTATED.replace("3", "0"), "because: (0, 0); allowed are covered cells that are called safe or mines"),
        (UNSTATED.replace("3", "1").replace("[]", "[[0]]"), "because: [0]; expected two whole numbers, [row, column]"),
        (UNSTATED.replace("3", "1").replace("[]", '[], "mines": 2'), "because: mines: 2; allowed are true, false"),
    ],
)
def test_a_wrong_answer_says_what_is_allowed(answer, message) -> None:
    with pytest.raises(MinesweeperError) as wrong:
        read_answer(answer.encode("utf-8", "surrogateescape"), POSITION)
    assert message in str(wrong.value)


@pytest.mark.parametrize(
    "source, failure",
    [
        ("time.sleep(1000)", "it took longer than 0.5 s to answer; is its output flushed?"),
        ("while True: pass", "it took longer than 0.5 s to answer; is its output flushed?"),
        ("os.close(1); time.sleep(1000)", "it closed its output"),
        ("sys.exit(3)", "it ended with exit code 3"),
        ("raise KeyError('clue')", "it ended with exit code 1; it said \"KeyError: 'clue'\""),
        (
            "print('Error: clue\\nVersion 7', file=sys.stderr); sys.exit(1)",
            "it ended with exit code 1; it said 'Error: clue'",
        ),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "it was ended by signal SIGSEGV"),
        ("print('{}'); print('{}', flush=True); time.sleep(1000)", "its answer '{}': 'open' is missing"),
        (
            "print('\\n\\nhello', flush=True); time.sleep(1000)",
            "its answer 'hello': no JSON at column 1: Expecting value",
        ),
        ("while True: print('x')", "its answer 'x': no JSON at column 1: Expecting value"),
        ("while True: sys.stdout.write('x' * 1000)", "its answer is longer than 1 MiB"),
        ("while True: sys.stderr.write('x' * 10**6)", "it printed more than 16 MB"),
        ("a = bytearray(300 << 20); time.sleep(1000)", "it needed more than 100 MB of memory"),
        ("os.write(1, b'{'); os._exit(0)", "it ended with exit code 0"),
    ],
)
def test_what_it_does_wrong_is_named_and_nothing_is_left(source, failure, tmp_path, monkeypatch) -> None:
    limits = Limits(seconds=0.5 if "0.5" in failure else 60, memory_mb=100)
    solver = SolverProcess(python(source), limits)
    with nothing_left(tmp_path / "temporary", monkeypatch), solver, pytest.raises(AgentError) as failed:
        solver.ask(POSITION)
    assert str(failed.value) == failure


def test_an_end_between_two_answers_is_named_and_it_starts_again() -> None:
    source = "sys.stdin.readline(); print('{\"open\": [0, 1]}', flush=True); raise SystemExit(4)"
    with SolverProcess(python(source), PATIENT) as solver:
        for _ in range(2):
            assert solver.ask(POSITION).open == (0, 1)
            with pytest.raises(AgentError, match="it ended with exit code 4"):
                solver.ask(POSITION)


def test_more_answers_than_positions_are_refused() -> None:
    source = "for line in sys.stdin: print('{\"open\": [0, 1]}\\n' * 2, flush=True)"
    with SolverProcess(python(source), PATIENT) as solver, pytest.raises(AgentError, match="it answered more than"):
        asked_often(solver, POSITION)


def test_a_flood_of_answers_is_not_stored() -> None:
    with SolverProcess(python("while True: print('{\"open\": [0, 1]}')"), PATIENT) as solver:
        solver.ask(POSITION)
        process = newest_child()
        wait_until(lambda: process.status() == psutil.STATUS_ZOMBIE)  # nobody reads what it writes


def test_one_that_never_reads_is_ended_in_time() -> None:
    """What it is sent fills the pipe; its answers come from nothing."""
    source = "for _ in range(20): print('{\"open\": [0, 1]}', flush=True); time.sleep(0.05)\ntime.sleep(1000)"
    with SolverProcess(python(source), FAST) as solver, pytest.raises(AgentError):
        asked_often(solver, Position(100, 100, 1))


def test_a_program_that_can_not_be_started_is_named() -> None:
    for command in (["nothing-here"], ["a\0b"], [str(ROOT)]):
        with pytest.raises(AgentError, match="it can't be started: "):
            SolverProcess(command).ask(POSITION)


def test_it_ends_with_its_input() -> None:
    with SolverProcess(EXAMPLE) as solver:
        solver.ask(POSITION)
        process = newest_child()
    assert not process.is_running()


def test_what_it_has_started_ends_with_it() -> None:
    source = "import subprocess; child = subprocess.Popen(['sleep', '1000'])\n"
    source += "for line in sys.stdin: print('{\"open\": [0, 1]}', flush=True)\ntime.sleep(9)"
    with SolverProcess(python(source), PATIENT) as solver:
        solver.ask(POSITION)
        process = newest_child()
        (child,) = process.children()
    wait_until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)


def test_a_claim_is_false_where_a_layout_contradicts_it() -> None:
    position = Position.from_text("4x1x1\n1HHH")
    safe, mines = frozenset({(0, 0), (0, 1), (0, 2)}), frozenset({(0, 0), (0, 1), (0, 3)})
    answer = SolverAnswer(safe=safe, mines=mines, risks={(0, 0): 0.9, (0, 1): 0.9995, (0, 2): 0.125})
    assert list(map(str, false_claims(answer, mine_probabilities(position)))) == [
        "(0, 1) is called safe; its risk is 100 %",
        "(0, 0) is called a mine; its risk is 0 %",
        "(0, 3) is called a mine; its risk is 0 %",
        "(0, 2) is given a risk of 12.5 %; its risk is 0 %",
    ]


def test_the_agent_asks_with_the_clues_that_it_has_learned() -> None:
    with SolverProcess(EXAMPLE) as solver:
        agent = SolverAgent(solver, 1, 4, 1)
        agent.add_knowledge((0, 0), 1)
        assert agent.make_safe_move() is None
        assert agent.make_random_move() == (0, 2)
        agent.add_knowledge((0, 2), 1)
        assert agent.make_safe_move() == (0, 3)
        assert set(agent.mines) == {(0, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ms_toollib", "mineswift"])
def test_the_adapters_of_peers_claim_nothing_false(name) -> None:
    if name == "ms_toollib":
        pytest.importorskip(name, reason="it has no wheel for this Python")
        command = (sys.executable, str(SOLVERS / f"{name}_solver.py"))
    else:
        command = ("node", str(SOLVERS / f"{name}_solver.js"))
        found = shutil.which("node") and subprocess.run(["node", "-e", f"require('{name}')"], capture_output=True)
        if not found or found.returncode:
            pytest.skip(f"needs node and {name}")
    experiment = Experiment((name,), 9, 9, 10, Rules(guesses=Guesses.FAIR), seed=1, solvers=((name, command),))
    results = play_games(experiment, [(game, name) for game in range(5)])
    assert not any(result.failure or result.false_claims for result in results)
    assert sum(result.won for result in results) >= 3

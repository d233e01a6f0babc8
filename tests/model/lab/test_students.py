"""Tests of games by the agents of students' files: lost where these fail, and each independent of the others."""

from __future__ import annotations

import pickle
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper_qt.model import CS50_RULES, ResultsError, StudentFile
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, Players, failure_cause, play_game, play_games
from minesweeper_qt.model.lab.results import ResultsFile, count, missing, tallies
from minesweeper_qt.model.lab.worker_pool import play_all
from tests.model.support.students import AGENT

EXPERIMENT = Experiment(("a.py", "cs50"), 4, 4, 2, CS50_RULES, seed=3)

LAST = len(AGENT.splitlines()) + 1
"""The number of the line after the start of ``add_knowledge``."""

MOVE = "return random.randrange(self.height), random.randrange(self.width)"
PLAYS = AGENT.replace(
    MOVE, "return random.choice([(i, j) for i in range(4) for j in range(4) if (i, j) not in self.moves_made])"
)


def experiment(source: str, **changes: object) -> Experiment:
    file = StudentFile.of(Path("/nowhere/a.py"), source.encode())
    return replace(EXPERIMENT, students=(("a.py", file),), **changes)


def played(source: str, games: int = 3, **changes: object) -> list[GameResult]:
    return play_games(experiment(source, **changes), [(game, "a.py") for game in range(games)])


@pytest.mark.slow
@pytest.mark.parametrize(
    "source, failure",
    [
        (
            AGENT + "        raise KeyError(cell)\n",
            f"raised KeyError: (#, #) [a.py:{LAST}, in add_knowledge: raise KeyError(cell)]",
        ),
        (
            AGENT + "        os._exit(3)\n",
            f"ended the process with exit code # [a.py:{LAST}, in add_knowledge: os._exit(3)]",
        ),
        (
            PLAYS.replace("return next(iter(self.safes - self.moves_made), None)", "return 7, 7"),
            "the agent's move (#, #) is off the board; allowed are covered cells",
        ),
        (
            PLAYS.replace("if (i, j) not in self.moves_made", ""),
            "the agent's move (#, #) is revealed already; allowed are covered cells",
        ),
        (AGENT.replace(MOVE, "return 'left'"), "make_random_move() returned 'left', which is neither a cell nor None"),
        (
            AGENT.replace(MOVE, "return None")
            + "    mines = property(lambda self: {(9, 9)}, lambda self, value: None)\n",
            "the agent's mine (#, #) is off the board",
        ),
        ("class MinesweeperAI: height = width = 8\n", "the agent's size #×# is hard-coded; the games are on #×#"),
        ("1 / 0\n", "the import of a.py raised ZeroDivisionError"),
    ],
    ids=["exception", "exit", "off the board", "revealed", "text", "mine off the board", "size", "import"],
)
def test_an_agent_that_fails_loses_its_game(source, failure) -> None:
    results = played(source, games=4)
    failed = [result for result in results if result.failure]
    assert failed
    assert any(failure in failure_cause(result.failure) for result in failed)
    for result in failed:
        assert not result.won
        assert result.failure.isprintable()


@pytest.mark.slow
def test_games_depend_on_no_other_game_and_on_the_seed_alone() -> None:
    """An agent that keeps all it knows in the class would play the second game with the knowledge of the first."""
    source = PLAYS.replace("class MinesweeperAI:", "class MinesweeperAI:\n    everywhere = set()").replace(
        "self.moves_made.add(cell)", "self.everywhere.add(cell); self.moves_made = self.everywhere"
    )
    together = [replace(result, ms=0.0) for result in played(source)]
    single = [replace(play_game(experiment(source), game, "a.py"), ms=0.0) for game in (2, 1, 0)]
    assert together == single[::-1]
    assert all(result.moves and not result.failure for result in together)


@pytest.mark.slow
def test_only_the_files_that_are_needed_are_sent_to_those_who_play() -> None:
    """Nothing but the source is needed there: its folder does not exist."""
    sent = []

    class Sender(Executor):
        def submit(self, function, /, *arguments):
            sent.append(pickle.dumps(arguments))
            future: Future[object] = Future()
            future.set_result(function(*pickle.loads(sent[-1])))
            return future

    arguments = experiment(PLAYS, strategies=("a.py", "cs50", "cs50-count"))
    results = [result for some in play_all(arguments, missing(arguments, 1, []), Sender()) for result in some]
    assert sorted(result.strategy for result in results if result.moves) == ["a.py", "cs50", "cs50-count"]
    assert [b"make_random_move" in data for data in sent] == [True, False, False]


@pytest.mark.slow
def test_the_file_plays_in_turn_with_the_others_and_its_time_counts() -> None:
    source = PLAYS.replace("self.moves_made.add(cell)", "self.moves_made.add(cell); time.sleep(0.01)")
    arguments = experiment(source)
    results = [result for some in play_all(arguments, missing(arguments, 2, [])) for result in some]
    assert [(result.game, result.strategy) for result in results] == [
        (game, name) for game in range(2) for name in ("a.py", "cs50")
    ]
    for result in results:
        assert result.failure == ""
        learned = result.moves - (not result.won)
        assert result.strategy == "cs50" or result.ms >= 10 * learned
    assert len({result.seed for result in results}) == 2


def test_causes_are_counted_once_with_the_first_game() -> None:
    lines = ["add_knowledge((0, 1), 2) raised KeyError: (0, 1) [a.py:7, in f: x]"] * 2
    lines += ["add_knowledge((0, 5), 2) raised KeyError: (0, 3) [a.py:7, in f: x]", "other", ""]
    results = [GameResult(9 - number, 0, "a.py", False, 1, (), 0, 0, 1.0, line) for number, line in enumerate(lines)]
    found = tallies(["a.py"])
    count(found, results)
    causes = sorted(found["a.py"].failures.values())
    assert [(cause.games, cause.first, cause.line) for cause in causes] == [(1, 6, "other"), (3, 7, lines[2])]


def test_results_of_a_file_that_changed_are_refused(tmp_path) -> None:
    path = tmp_path / "results.csv"
    before = experiment(PLAYS)
    failed = GameResult(0, before.game_seed(0), "a.py", False, 0, (), 0, 0, 0.0, 'a "failure", of it')
    named = GameResult(0, before.game_seed(0), "cs50", True, 4, (), 0, 0, 0.0)
    with ResultsFile(path, before, 5) as file:
        file.add([failed, named])
    with ResultsFile(path, before, 5) as file:
        assert file.results == [failed, named]
    text = path.read_bytes()
    with pytest.raises(ResultsError, match=r"line 2: the file 'a\.py' has changed since it played this game"):
        ResultsFile(path, experiment(PLAYS + "\n"), 5)
    with pytest.raises(ResultsError, match="line 2: the file"):
        ResultsFile(path, EXPERIMENT, 5)
    path.write_bytes(text.replace(b"a.py,0,", b"a.py,1,"))
    with pytest.raises(ResultsError, match="line 2: it was not written by the lab"):
        ResultsFile(path, before, 5)


def test_processes_are_shared_by_file_and_ended() -> None:
    file = StudentFile.of(Path("/nowhere/a.py"), PLAYS.encode())
    with Players() as students:
        first = students.agent(file, 4, 4, 1)
        assert students.agent(replace(file, notes=("a",)), 4, 4, 1).safes == first.safes == frozenset()

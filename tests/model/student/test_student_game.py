"""Tests of a student's agent in one game: what it is given, what is taken over, failures, moves and the end."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from minesweeper_qt.model import CS50_RULES, Cell, Minesweeper, Observation
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.finding import Symptom
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_game import StudentGame
from minesweeper_qt.model.student.student_state import FindingKind, Limits, StatedSentence
from tests.model.student.support.games import PATIENCE, played, student_file
from tests.model.support.corpus_files import file_of
from tests.model.support.students import AGENT, learning, marked_processes, nothing_left, wait_until, written

# Row 0 of the board has a mine in column 2.
MINES = frozenset({(0, 2)})
CLUES = [Observation((0, 0), 0), Observation((0, 1), 1), Observation((0, 4), 0), Observation((0, 3), 1)]
HANG = "while True: pass"

needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds processes in /proc")


def row_game(file: StudentFile, **options: object) -> StudentGame:
    return StudentGame(file, 1, 5, 1, **options)  # type: ignore[arg-type]


def taken(game: StudentGame) -> StudentGame:
    """Return ``game`` after all that was requested is done and taken over, and close it."""
    assert game.wait(PATIENCE)
    game.take_over()
    game.close()
    return game


# -- what it is given and what comes of it


def test_states_are_kept_at_the_ends_of_turns(tmp_path: Path) -> None:
    game = row_game(student_file(tmp_path))
    game.teach(CLUES[:2], MINES)
    game.teach([], MINES)
    game.teach(CLUES[2:3], MINES)
    assert (game.taught, game.learned) == (3, 0)
    taken(game)
    assert game.learned == 3
    assert game.state_after(1) is None
    states = [game.state_after(learned) for learned in (0, 2, 3)]
    assert [len(state.safes) for state in states if state is not None] == [0, 2, 4]
    assert [(time.call, time.learned) for time in game.times] == [(Call.ADD_KNOWLEDGE, number) for number in (1, 2, 3)]
    assert game.observations == CLUES[:3]
    assert game.since.verdicts.get(((0, 1), False)) == 1
    assert game.since.verdicts.get(((0, 2), True)) == 2
    assert game.since.verdicts.get(((0, 2), False)) is None


def test_nothing_changes_until_it_is_taken_over(tmp_path: Path) -> None:
    game = row_game(student_file(tmp_path))
    game.teach(CLUES, MINES)
    assert game.wait(PATIENCE)
    assert game.is_busy
    assert (game.learned, game.state_after(0), game.times) == (0, None, [])
    assert game.take_over()
    assert not game.is_busy
    assert not game.take_over()
    assert game.learned == 4
    game.close()


def test_sentences_are_known_since_they_were_stated_first(tmp_path: Path) -> None:
    body = "self.knowledge.append(Sentence({(0, 0), (0, 2)}, 1)); self.safes.add(cell)"
    game = row_game(learning(tmp_path, body))
    game.teach(CLUES[:2], MINES)
    game.teach(CLUES[2:], MINES)
    taken(game)
    assert game.since.sentences.get(StatedSentence(frozenset({(0, 0), (0, 2)}), 1)) == 1
    assert game.since.sentences.get(StatedSentence(frozenset({(0, 0), (0, 2)}), 0)) is None


def test_the_faults_are_those_of_each_call_in_order(tmp_path: Path) -> None:
    game = row_game(learning(tmp_path, "self.safes.add(cell)"))
    for clue in CLUES:
        game.teach([clue], MINES)
    taken(game)
    found = [(fault.learned, fault.symptom, fault.cells, fault.observation) for fault in game.faults]
    assert [learned for learned, *_ in found] == [1, 2, 3]
    assert [(symptom.value, cells, seen) for _, symptom, cells, seen in found if symptom is not None] == [
        ("missing-safe", ((0, 1),), CLUES[0]),
        ("missing-mine", ((0, 2),), CLUES[1]),
        ("missing-safe", ((0, 3),), CLUES[2]),
    ]


def test_a_move_before_the_first_cell_is_revealed_is_compared_at_once(tmp_path: Path) -> None:
    game = row_game(written(tmp_path, AGENT.replace("return random", "self.mines.add((0, 2)); return random")))
    game.request_move()
    (fault,) = taken(game).faults
    assert (fault.call, fault.learned, fault.symptom) == (Call.RANDOM_MOVE, 0, Symptom.RANDOM_MOVE_CHANGES)


def test_what_a_method_does_wrong_at_every_move_is_one_fault(tmp_path: Path) -> None:
    change = "self.moves_made.add((9, len(self.moves_made))); return next(iter"
    game = row_game(written(tmp_path, AGENT.replace("return next(iter", change)))
    for clue in CLUES:
        game.teach([clue], MINES)
        game.request_move()
    changes = [fault for fault in taken(game).faults if fault.symptom is Symptom.SAFE_MOVE_CHANGES]
    assert [fault.learned for fault in changes] == [1]


def test_superfluous_sentences_are_no_faults(tmp_path: Path) -> None:
    body = "self.safes.add(cell); self.knowledge = [Sentence([], 0)] if count else []"
    game = row_game(learning(tmp_path, body))
    order = [CLUES[1], CLUES[3], CLUES[0], CLUES[2]]
    for clue in order:
        game.teach([clue], MINES)
        game.request_move()
    game.teach([CLUES[1]], MINES)
    taken(game)
    assert game.faults
    assert not any(fault.symptom is Symptom.SENTENCE_EMPTY for fault in game.faults)


# -- moves


def test_a_move_is_asked_for_once_until_more_is_learned(tmp_path: Path) -> None:
    game = row_game(student_file(tmp_path))
    game.request_move()
    game.request_move()
    assert game.wait(PATIENCE)
    game.take_over()
    first = game.move
    assert first is not None
    assert (first.learned, first.is_safe, first.problem) == (0, False, "")
    game.request_move()
    assert not game.is_busy
    assert game.move is first
    game.teach(CLUES[:1], MINES)
    assert game.move is None
    game.request_move()
    taken(game)
    assert game.move is not None
    assert (game.move.cell, game.move.is_safe, game.move.known_mines) == ((0, 1), True, frozenset())
    assert game.requests == [0, 1]
    assert [time.call for time in game.times] == [Call.SAFE_MOVE, Call.RANDOM_MOVE, Call.ADD_KNOWLEDGE, Call.SAFE_MOVE]


@pytest.mark.parametrize(
    "value, problem",
    [
        ("'x'", "make_safe_move() returned 'x', which is not a pair (row, column)"),
        ("(0, 5)", "make_safe_move() returned (0, 5), which is not on the board"),
        ("(0, -1)", "make_safe_move() returned (0, -1), which is not on the board"),
        ("(0, 0)", "make_safe_move() returned (0, 0), which is revealed already"),
        ("(0, 3)", ""),
        ("[0, 3]", ""),
    ],
)
def test_a_move_that_can_not_be_made_has_a_problem(tmp_path: Path, value: str, problem: str) -> None:
    source = AGENT.replace("return next(iter(self.safes - self.moves_made), None)", f"return {value}")
    game = row_game(written(tmp_path, source))
    game.teach(CLUES[:1], MINES)
    game.request_move()
    move = taken(game).move
    assert move is not None
    assert (move.problem, move.cell) == (problem, None if problem else (0, 3))


def test_without_a_move_left_the_known_mines_of_the_board_are_given(tmp_path: Path) -> None:
    source = AGENT.replace("return random.randrange(self.height), random.randrange(self.width)", "return None")
    source += "        self.mines |= {(0, 2), (4, 4)}\n"
    game = row_game(written(tmp_path, source))
    game.teach(CLUES, MINES)
    game.request_move()
    move = taken(game).move
    assert move is not None
    assert (move.cell, move.known_mines, move.problem) == (None, frozenset({(0, 2)}), "")


@pytest.mark.slow
def test_an_agent_plays_a_game_and_the_same_game_again(tmp_path: Path) -> None:
    turns: list[tuple[Sequence[Observation], frozenset[Cell]]] = []
    with_fault = file_of("infers_once_sets")
    game = StudentGame(with_fault, 8, 8, 3)
    board = played(game, Minesweeper(8, 8, 8, rules=CS50_RULES, seed=3), turns)
    game.close()
    assert board.clues
    assert game.faults
    again = StudentGame(with_fault, 8, 8, 3)
    again.replay(turns, game.requests)
    assert taken(again).requests == game.requests
    assert again.faults == game.faults
    assert [again.state_after(number) for number in game.requests] == [
        game.state_after(number) for number in game.requests
    ]
    assert again.move == game.move
    mended = StudentGame(student_file(tmp_path), 8, 8, 3)
    mended.replay(turns, game.requests)
    assert taken(mended).faults == []
    assert mended.learned == game.learned


# -- failures


@pytest.mark.slow
@pytest.mark.parametrize(
    "body, kind, line",
    [
        ("raise KeyError(cell)", FindingKind.EXCEPTION, "raise KeyError(cell)"),
        ("os._exit(3)", FindingKind.EXIT, ""),
        ("self.knowledge = [Sentence([], 0)] * 501", FindingKind.OUTPUT, ""),
    ],
)
def test_a_call_that_fails_is_the_last_one(tmp_path: Path, body: str, kind: FindingKind, line: str) -> None:
    limits = Limits(seconds=20, memory_mb=200, output_mb=1, sentences=500)
    game = row_game(learning(tmp_path, f"if cell == (0, 4):\n    {body}\nself.safes.add(cell)"), limits=limits)
    game.teach(CLUES[:2], MINES)
    game.teach(CLUES[2:], MINES)
    game.request_move()
    taken(game)
    assert game.failure is not None
    assert game.failure.kind is kind
    assert game.failed is not None
    assert (game.failed.call, game.failed.observation, game.failed.learned) == (Call.ADD_KNOWLEDGE, CLUES[2], 3)
    assert (game.learned, game.move, game.failed) == (2, None, game.faults[-1])
    assert game.state_after(2) == game.state_after(3) == game.state_after(4)
    if line:
        assert game.failure.trace[-1].text.endswith(line)
    assert game.observations == CLUES[:3]


def test_a_file_that_can_not_be_imported_is_a_failure(tmp_path: Path) -> None:
    game = taken(row_game(written(tmp_path, "import nothing_of_that_name\n")))
    assert game.failure is not None
    assert game.failed is not None
    assert (game.failed.call, game.failed.learned, game.is_created) == (Call.CREATE, 0, False)
    assert "ModuleNotFoundError" in str(game.failure)
    assert len(game.faults) == 1


def test_a_python_that_does_not_start_is_a_failure(tmp_path: Path) -> None:
    game = taken(row_game(student_file(tmp_path), python="/nowhere/python"))
    assert game.failure is not None
    assert game.failure.kind is FindingKind.EXIT
    assert "'/nowhere/python' can't be started" in str(game.failure)
    assert not game.is_created


def test_a_size_that_is_hard_coded_is_a_failure_unless_it_is_that_of_the_board() -> None:
    file = file_of("hard_coded_size")
    fitting = StudentGame(file, 8, 8, 1)
    assert taken(fitting).failure is None
    game = taken(row_game(file))
    assert game.failure is not None
    assert game.failure.kind is FindingKind.API
    assert str(game.failure) == (
        "the size 8×8 is hard-coded in MinesweeperAI, but the board is 5×1: choose a level of 8×8"
    )


@pytest.mark.slow
def test_output_is_kept(tmp_path: Path) -> None:
    game = row_game(learning(tmp_path, "print('learned', cell)\nself.safes.add(cell)"))
    game.teach(CLUES[:2], MINES)
    assert taken(game).output == "learned (0, 0)\nlearned (0, 1)\n"


@pytest.mark.slow
def test_a_hang_ends_at_the_limit_and_says_where(tmp_path: Path) -> None:
    game = row_game(learning(tmp_path, HANG), limits=Limits(seconds=0.5))
    game.teach(CLUES, MINES)
    game.request_move()
    assert game.move is None
    assert not game.wait(0), "nobody has waited for the agent so far"
    taken(game)
    assert game.failure is not None
    assert game.failure.kind is FindingKind.TIMEOUT
    assert game.failure.trace[-1].text == HANG


# -- the end


@pytest.fixture
def no_garbage_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize(
    "body", [HANG, "time.sleep(1000)", "sum(range(10**12))", "os.kill(os.getpid(), signal.SIGSTOP)"]
)
def test_closing_while_a_call_hangs_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    (tmp_path / "file").mkdir()
    here = tmp_path / "here"
    file = learning(tmp_path / "file", f"open({str(here)!r}, 'w').close()\n{body}")
    with nothing_left(tmp_path / "temporary", monkeypatch):
        game = row_game(file, limits=Limits(seconds=10 * PATIENCE))
        game.teach(CLUES, MINES)
        wait_until(here.exists)
        assert not game.wait(0)
        game.close(patience=PATIENCE)
        assert game.has_ended
    assert not game.take_over()


@pytest.mark.slow
@needs_proc
def test_closing_at_any_moment_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def has_learned(game: StudentGame) -> bool:
        game.take_over()
        return game.learned > 0

    moments: list[Callable[[StudentGame], object]] = [
        lambda game: True,
        lambda game: marked_processes(tmp_path / "temporary"),
        has_learned,
        lambda game: game.wait(PATIENCE),
    ]
    with nothing_left(tmp_path / "temporary", monkeypatch):
        for moment, patience in product(moments, (0, PATIENCE)):
            game = row_game(student_file(tmp_path))
            game.teach(CLUES, MINES)
            game.request_move()
            wait_until(partial(moment, game))
            game.close(patience=patience)
            game.close(patience=PATIENCE)
            game.teach(CLUES, MINES)
            wait_until(lambda game=game: game.has_ended)
            assert not game.is_busy


@pytest.mark.parametrize(
    "body, waits",
    [
        pytest.param("self.safes.add(cell)", True, id="learns"),
        pytest.param("raise KeyError(cell)", True, id="fails"),
        pytest.param("os._exit(3)", True, id="ends its process"),
        pytest.param(HANG, False, id="hangs"),
    ],
)
@pytest.mark.usefixtures("no_garbage_collector")
def test_a_closed_game_is_freed_at_once(tmp_path: Path, body: str, waits: bool) -> None:
    """While a window is open, the collector does not search what has lived for long."""
    game = row_game(learning(tmp_path, body))
    game.teach(CLUES, MINES)
    game.request_move()
    if waits:
        assert game.wait(PATIENCE)
        game.take_over()
    game.close(patience=PATIENCE)
    assert game.has_ended
    freed = threading.Event()
    weakref.finalize(game, freed.set)
    del game
    assert freed.wait(5), "the last reference is that of its thread, which ends now"

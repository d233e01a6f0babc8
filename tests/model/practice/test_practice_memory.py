"""The memory of Practise: its schedule against one of plain Python, two programs at once, and what can go wrong."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.practice import practice_memory
from minesweeper_qt.model.practice.practice_memory import PracticeMemory
from minesweeper_qt.model.practice.practice_position import PracticePosition, Topic, positions_of
from minesweeper_qt.model.review.judgement import LossCause, Luck
from minesweeper_qt.model.statistics.database import StoreError
from minesweeper_qt.model.statistics.finished_game import Player
from minesweeper_qt.model.statistics.game_store import GameStore
from tests.model.statistics.test_game_store import (
    WITHOUT_PRACTICE,
    WITHOUT_STEPS,
    change,
    connect_only_to_read,
    connect_to_full_disk,
    made_game,
)
from tests.paths import ROOT

FIRST_DAY = date(2026, 12, 1)
CHOSEN = positions_of(Topic.CLUE)[:4]


class Clock:
    """Returns the date ``day``, which a test moves."""

    def __init__(self) -> None:
        self.day = FIRST_DAY

    def __call__(self) -> date:
        return self.day


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "statistics.sqlite"


@pytest.fixture
def memory(path: Path) -> PracticeMemory:
    return PracticeMemory(path, lambda: FIRST_DAY)


def missed(number: int) -> PracticePosition:
    """Return a position, another for each number."""
    return PracticePosition.from_key(Topic.MISSED, f"{number + 2}x1x1/{'H' * (number + 2)}")


# -- the schedule


class Diary:
    """Notes all answers, and tells from them alone when a position comes again."""

    def __init__(self) -> None:
        self.notes: list[tuple[PracticePosition, date, bool, float | None]] = []

    def returns(self, position: PracticePosition) -> date | None:
        """Return the day after the last answer on which a position comes again, if there was one."""
        mine = [(day, is_right) for each, day, is_right, _ in self.notes if each == position]
        if not mine:
            return None
        streak = 0
        for _, is_right in mine:
            streak = streak + 1 if is_right else 0
        return mine[-1][0] + timedelta({0: 1, 1: 1, 2: 3, 3: 7}.get(streak, 16))

    def is_due(self, position: PracticePosition, today: date) -> bool:
        """Return whether it comes today; an answer from more than two days ahead had a clock that was wrong."""
        days = [day for each, day, _, _ in self.notes if each == position]
        again = self.returns(position)
        return again is not None and (again <= today or days[-1] > today + timedelta(2))


ANSWERS = st.tuples(st.integers(0, 3), st.sampled_from([True, True, False]), st.sampled_from([None, 1.0, 2.5, 40.0]))
DAYS = st.sampled_from([0, 0, 1, 1, 2, 3, 8, 17, -1, -2, -40])


def check(diary: Diary, memory: PracticeMemory, today: date) -> None:
    """Compare what the memory says with the diary."""
    summary = memory.summaries()[Topic.CLUE]
    right = [seconds for *_, is_right, seconds in diary.notes if is_right]
    times = [seconds for seconds in right if seconds is not None]
    due = [each for each in CHOSEN if diary.is_due(each, today)]
    assert (summary.answered, summary.right, summary.due) == (len(diary.notes), len(right), len(due))
    assert summary.median_seconds == (median(times) if times else None)
    new = [each for each in CHOSEN if diary.returns(each) is None]
    shown = memory.next_position(Topic.CLUE, CHOSEN.__contains__)
    assert shown in due if due else shown == next(iter(new), None)


@settings(max_examples=12)
@given(walk=st.lists(st.tuples(ANSWERS, DAYS), min_size=25, max_size=30))
@pytest.mark.slow
def test_positions_come_again_as_a_diary_says_in_both_windows(
    tmp_path_factory: pytest.TempPathFactory, walk: list[tuple[tuple[int, bool, float | None], int]]
) -> None:
    clock, diary, path = Clock(), Diary(), tmp_path_factory.mktemp("memory") / "s.sqlite"
    windows = [PracticeMemory(path, clock) for _ in range(2)]
    for (number, is_right, seconds), days in walk:
        diary.notes.append((CHOSEN[number], clock.day, is_right, seconds))
        assert windows[0].add_answer(CHOSEN[number], is_right, seconds) == diary.returns(CHOSEN[number])
        clock.day += timedelta(days)
        windows.reverse()
        check(diary, windows[0], clock.day)
    assert [windows[0].forget(topic) for topic in (Topic.SUBSET, Topic.CLUE)] == [0, len(walk)]
    assert windows[0].summaries()[Topic.CLUE].answered == 0
    assert windows[0].next_position(Topic.CLUE) == positions_of(Topic.CLUE)[0]


def test_a_topic_is_done_once_ten_positions_were_known_and_a_board_of_its_level_was_won(
    memory: PracticeMemory, path: Path
) -> None:
    """An answer that is wrong, or given twice, is no tenth one; nor is a board won with help, lost, or easier."""

    def done() -> list[Topic]:
        return [topic for topic, summary in memory.summaries().items() if summary.is_done]

    store, rng = GameStore(path), random.Random(1)
    won = replace(made_game(rng), is_won=True, help=NO_HELP, hardest=Reasoning.OVERLAP)
    easier = replace(won, hardest=Reasoning.SUBSET)
    for number, other in enumerate((replace(won, help=Help.HINT), replace(won, is_won=False), easier)):
        store.add(replace(other, key=str(number)))
    for topic, known in ((Topic.OVERLAP, 9), (Topic.ONE_TWO, 10)):
        for number, position in enumerate(positions_of(topic)[:10]):
            memory.add_answer(position, number < known, 1.0)
        memory.add_answer(positions_of(topic)[0], True, 1.0)
    assert done() == []
    store.add(won)
    assert done() == [Topic.ONE_TWO]
    memory.add_answer(positions_of(Topic.OVERLAP)[9], True, 1.0)
    assert done() == [Topic.OVERLAP, Topic.ONE_TWO]


def test_what_has_waited_longest_comes_first(path: Path) -> None:
    clock = Clock()
    memory = PracticeMemory(path, clock)
    for day, number in enumerate((2, 0, 1)):
        clock.day = FIRST_DAY + timedelta(day)
        memory.add_answer(CHOSEN[number], False, None)
    clock.day += timedelta(9)
    shown = []
    for _ in range(4):
        shown.append(memory.next_position(Topic.CLUE))
        memory.add_answer(shown[-1], True, None)
    assert shown == [CHOSEN[number] for number in (2, 0, 1, 3)]


# -- missed moves


def test_missed_moves_are_kept_once_and_the_known_ones_make_room(
    memory: PracticeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_memory, "MOST_MISSED", 4)
    for number in (0, 1, 2, 3, 0, 1):
        memory.add_missed(missed(number))
    assert memory.missed() == tuple(map(missed, (3, 2, 1, 0)))
    for number, is_right in ((2, True), (1, True), (0, False)):
        memory.add_answer(missed(number), is_right, None)
    for number, left in ((4, (4, 3, 1, 0)), (5, (5, 4, 3, 0)), (6, (6, 5, 4, 3))):
        memory.add_missed(missed(number))
        assert memory.missed() == tuple(map(missed, left))
    summary = memory.summaries()[Topic.MISSED]
    assert (summary.positions, summary.answered, summary.right, summary.due) == (4, 3, 2, 0)
    assert memory.next_position(Topic.MISSED) == missed(6)
    memory.add_answer(CHOSEN[0], True, None)
    assert memory.forget(Topic.MISSED) == 3
    assert (memory.missed(), memory.next_position(Topic.MISSED)) == ((), None)
    memory.add_missed(missed(0))
    assert memory.forget() == 1
    assert memory.missed() == ()


# -- what can go wrong


def calls(memory: PracticeMemory) -> list[Callable[[], object]]:
    """Return functions that use the memory in each way."""
    return [
        lambda: memory.add_answer(CHOSEN[0], True, 1.0),
        lambda: memory.next_position(Topic.CLUE),
        lambda: memory.add_missed(missed(0)),
        memory.missed,
        memory.summaries,
        memory.forget,
    ]


def test_a_database_of_version_2_keeps_its_games_and_finds_what_was_missed_in_them(
    memory: PracticeMemory, path: Path
) -> None:
    store, rng = GameStore(path), random.Random(2)
    lost = Luck(1, 0, 0.5, 0.5, LossCause.NEEDLESS)
    for key, player, luck in (
        ("missed", Player.PERSON, lost),
        ("of the AI", Player.AI, lost),
        ("forced", Player.BOTH, replace(lost, cause=LossCause.FORCED)),
        ("misread", Player.BOTH, replace(lost, cause=LossCause.MISREAD)),
    ):
        store.add(replace(made_game(rng, key), player=player, luck=luck, level="expert", help=made_game(rng).help))
    games = store.games("expert", 0, 9)
    for statement in (*WITHOUT_STEPS, *WITHOUT_PRACTICE, "PRAGMA user_version = 2"):
        change(path, statement)
    assert memory.missed() == ()
    memory.add_answer(CHOSEN[0], True, 1.0)
    assert store.games("expert", 0, 9) == games, "they keep their luck"
    assert sorted(key for key, _ in store.unreviewed(9)) == ["misread", "missed"]


def test_a_later_version_is_left_alone(memory: PracticeMemory, path: Path) -> None:
    memory.add_answer(CHOSEN[0], True, 1.0)
    change(path, "PRAGMA user_version = 5")
    before = path.read_bytes()
    for call in calls(memory):
        with pytest.raises(StoreError, match="of version 5; allowed are versions up to 4: use the program that wrote"):
            call()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        *("day = 'x'", "day = -1", "right_in_a_row = 9", "right_in_a_row = 'x'"),
        *("seconds = 'x'", "key = x'ff'", "topic = 7"),
    ],
)
def test_a_damaged_answer_counts_for_nothing(memory: PracticeMemory, path: Path, damage: str) -> None:
    for position in CHOSEN[:2]:
        memory.add_answer(position, True, 1.0)
    memory.add_missed(missed(0))
    change(path, f"UPDATE practice_answers SET {damage} WHERE number = 1")
    change(path, "INSERT INTO practice_missed (key) VALUES ('x'), (x'ff')")
    assert memory.next_position(Topic.CLUE) == CHOSEN[0]
    assert memory.missed() == (missed(0),)
    assert memory.add_answer(CHOSEN[1], True, 1.0) == FIRST_DAY + timedelta(3)
    for call in calls(memory):
        call()


def test_a_full_disk_leaves_no_half_answer(memory: PracticeMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.missed()
    monkeypatch.setattr(sqlite3, "connect", connect_to_full_disk)
    kept: list[date] = []
    with pytest.raises(StoreError, match="the disk is full"):
        kept.extend(memory.add_answer(CHOSEN[0], True, 1.0) for _ in range(9999))
    assert memory.summaries()[Topic.CLUE].answered == len(kept) > 0


def test_a_read_only_database_is_named_and_can_be_read(memory: PracticeMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.add_answer(CHOSEN[0], True, 1.0)
    monkeypatch.setattr(sqlite3, "connect", connect_only_to_read)
    for change_it in (calls(memory)[0], calls(memory)[2], memory.forget):
        with pytest.raises(StoreError, match="read-only"):
            change_it()
    assert memory.summaries()[Topic.CLUE].answered == 1


_ANSWER = """
import sys
from datetime import date
from pathlib import Path
from minesweeper_qt.model.practice.practice_memory import PracticeMemory
from tests.model.practice.test_practice_memory import CHOSEN
memory = PracticeMemory(Path(sys.argv[1]), lambda: date(2026, 12, 1))
for number in range(int(sys.argv[2])):
    memory.add_answer(CHOSEN[0], True, 1.0)
    print(memory.summaries()[CHOSEN[0].topic].answered, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.long
def test_two_programs_see_the_answers_of_each_other_and_a_kill_loses_none(memory: PracticeMemory, path: Path) -> None:
    commands = [[sys.executable, "-c", _ANSWER, str(path), number] for number in ("30", "10000")]
    programs = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) for command in commands]
    seen = [int(line) for line in programs[0].communicate()[0].split()]
    os.kill(programs[1].pid, signal.SIGKILL)
    killed = programs[1].communicate()[0].split()
    assert [program.returncode for program in programs] == [0, -signal.SIGKILL]
    assert seen == sorted(set(seen))
    # An answer may have been kept, but not printed.
    assert memory.summaries()[Topic.CLUE].answered - 30 - len(killed) in (0, 1)
    assert memory.add_answer(CHOSEN[0], True, None) == FIRST_DAY + timedelta(16)

"""The database of finished games: its figures against plain Python, and what can go wrong with the file."""

from __future__ import annotations

import csv
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import prod
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import Guesses, Reasoning
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.review.judgement import LossCause, Luck
from minesweeper_qt.model.statistics.database import StoreError
from minesweeper_qt.model.statistics.finished_game import FinishedGame, Player, level_text
from minesweeper_qt.model.statistics.game_store import GameList, GameStore, LevelSummary, Order
from tests.paths import ROOT


def made_game(rng: random.Random, key: str = "") -> FinishedGame:
    """Return a game with random figures."""
    is_won = rng.random() < 0.6
    guesses = rng.randrange(4)
    cause = None if is_won else rng.choice(list(LossCause))
    luck = Luck(guesses, guesses - (not is_won and guesses > 0), guesses * 0.75, 0.75**guesses, cause)
    name = key or f"{rng.getrandbits(64):016x}", rng.randrange(1_700_000_000, 1_700_000_030)
    level, seed = rng.choice(("expert", "beginner", "5x7x9", "2x3x1 cs50")), rng.choice((None, -(2**63), 2**63 - 1, 7))
    seconds = rng.choice((None, 0.5, round(rng.uniform(1, 300), 3)))
    went = is_won, seconds, 100, rng.randrange(101), rng.randrange(300)
    who = rng.choice(list(Player)), rng.choice((NO_HELP, NO_HELP, Help.HINT, Help.AI | Help.RISKS))
    text = f"minesweeper-qt record 2\nflag {rng.randrange(9)} 0\n"
    return FinishedGame(*name, level, 16, 30, 99, seed, *went, *who, rng.choice((None, luck, luck)), text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "statistics.sqlite"


@pytest.fixture
def store(path: Path) -> GameStore:
    return GameStore(path)


# -- what is kept


@pytest.mark.slow
@settings(max_examples=25)
@given(seed=st.integers(0, 10**9), number=st.integers(0, 40), with_help=st.booleans())
def test_all_figures_are_those_of_plain_python(
    tmp_path_factory: pytest.TempPathFactory, seed: int, number: int, with_help: bool
) -> None:
    rng = random.Random(seed)
    store = GameStore(tmp_path_factory.mktemp("store") / "s.sqlite")
    games = [made_game(rng) for _ in range(number)]
    assert all(map(store.add, games))
    assert not any(map(store.add, games)), "they are there already"
    assert store.levels() == Counter(game.level for game in games)
    in_order = sorted(games, key=lambda game: game.finished)  # stable: by the order in which they were added
    for level in ("expert", "beginner", "intermediate"):
        of_level = [game for game in in_order if game.level == level]
        listed = [replace(game, streak=None) for game in store.games(level, 2, 3)]
        assert listed == [replace(game, record="") for game in of_level[::-1][2:5]]
        helped = [game for game in of_level if game.help and game.player is not Player.AI]
        for which, apart in (
            (GameList.NO_HELP, [game for game in of_level if not game.help]),
            (GameList.WITH_HELP, helped),
        ):
            ends = [
                len(wins) for is_won, run in groupby(apart, lambda game: game.is_won) if is_won and (wins := [*run])
            ]
            best = store.games(level, 0, 99, which=which, order=Order.STREAK)
            assert [game.streak for game in best if game.streak] == sorted(ends, reverse=True)
            assert {game.key for game in best} == {game.key for game in apart if game.is_won}
        chosen = [game for game in of_level if (game.player is not Player.AI if with_help else not game.help)]
        streaks = [len([*run]) if won else 0 for won, run in groupby(game.is_won for game in chosen)]
        won = [game for game in chosen if game.is_won and game.seconds is not None]
        times = [game.seconds for game in won]
        summary = store.summary(level, with_help=with_help)
        lucky = [game.luck for game in chosen if game.luck is not None]
        assert replace(summary, expected=0.0) == LevelSummary(
            played=len(chosen),
            won=sum(game.is_won for game in chosen),
            streak=streaks[-1] if streaks else 0,
            longest_streak=max(streaks, default=0),
            best=min(times, default=None),
            median=pytest.approx(median(times)) if times else None,
            guessed=sum(luck.guesses > 0 for luck in lucky),
            guesses=sum(luck.guesses for luck in lucky),
            survived=sum(luck.survived for luck in lucky),
            losses=Counter(luck.cause for luck in lucky if luck.cause is not None),
            trend=tuple((game.finished, game.seconds) for game in won),
        )
        assert summary.expected == pytest.approx(sum(luck.expected for luck in lucky))
        helpless = [game.seconds for game in of_level if game.is_won and not game.help and game.seconds is not None]
        assert store.best_time(level) == min(helpless, default=None)


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=4))
def test_guesses_should_win_what_they_win_on_average(risks: list[Fraction]) -> None:
    expected = won = Fraction(0)
    for fatal in range(len(risks) + 1):  # the number of the guess that loses the game, or none
        taken, is_lost = risks[: fatal + 1], fatal < len(risks)
        chance = prod([1 - risk for risk in risks[:fatal]], start=Fraction(1)) * (risks[fatal] if is_lost else 1)
        survived = sum([1 - risk for risk in taken], Fraction(0))
        summary = LevelSummary(guessed=1, guesses=len(taken), survived=len(taken) - is_lost, expected=survived)
        expected += chance * Fraction(summary.luck[0])
        won += chance * summary.luck[1]
    assert expected == won == prod([1 - risk for risk in risks])


@pytest.mark.parametrize("is_ascending", [False, True])
@pytest.mark.parametrize(
    "order, value",
    [
        (Order.DATE, lambda game: game.finished),
        (Order.RESULT, lambda game: (game.is_won, not game.help, game.luck.cause.value if game.luck.cause else "")),
        (Order.TIME, lambda game: game.seconds),
        (Order.THREE_BV, lambda game: game.three_bv),
        (Order.SPEED, lambda game: game.three_bv_per_second),
        (Order.CLICKS, lambda game: game.clicks),
        (Order.EFFICIENCY, lambda game: game.efficiency),
        (Order.GUESSES, lambda game: game.luck.guesses),
        (Order.LUCK, lambda game: game.luck.chance if game.luck.guesses else None),
        (Order.HARDEST, lambda game: game.hardest and (game.hardest, game.seconds or 0)),
        (Order.HELP, lambda game: "ai alone" if game.player is Player.AI else game.help.words or None),
    ],
)
def test_games_come_in_the_order_of_a_figure_and_without_those_of_the_ai(
    store: GameStore, order: Order, value: Callable[[FinishedGame], object], is_ascending: bool
) -> None:
    rng = random.Random(14)
    for number in range(30):
        luck, hardest = Luck(number % 3, 0, 0.5, 0.5), Reasoning(number % 6) if number % 6 else None
        store.add(replace(made_game(rng), level="expert", luck=luck, hardest=hardest))
    found = store.games("expert", 0, 99, order=order, is_ascending=is_ascending)
    assert len(found) == 30
    values = [value(game) for game in found]
    known = [each for each in values if each is not None]
    assert known == sorted(known, reverse=not is_ascending)
    assert values[: len(known)] == known, "what is unknown comes last"
    paged = [game for start in range(0, 30, 7) for game in store.games("expert", start, 7, order=order)]
    assert paged == store.games("expert", 0, 99, order=order)
    own = store.games("expert", 0, 99, with_ai=False, order=order, is_ascending=is_ascending)
    assert [game.key for game in own] == [game.key for game in found if game.player is not Player.AI]


@pytest.mark.skipif(sys.platform == "win32", reason="there files have no such modes")
def test_a_new_database_is_for_its_user_alone(store: GameStore, path: Path) -> None:
    store.levels()
    assert [oct(made.stat().st_mode)[-3:] for made in (path, path.parent)] == ["600", "700"]


def test_records_come_back_luck_is_added_later_and_deleted_games_are_gone(store: GameStore, path: Path) -> None:
    rng = random.Random(1)
    games = [replace(made_game(rng, key), luck=None, finished=number) for number, key in enumerate("abcd")]
    for game in games:
        store.add(game)
    assert [store.record(key) for key in "abcde"] == [*(game.record for game in games), ""]
    assert store.unreviewed(2) == [("d", games[3].record), ("c", games[2].record)]
    luck = Luck(2, 1, 1.25, 0.375, LossCause.FORCED)
    store.set_luck("d", luck, Reasoning.CASES)
    store.set_luck("c", None)
    assert {game.hardest for level in store.levels() for game in store.games(level, 0, 9)} == {None, Reasoning.CASES}
    assert store.unreviewed(9) == [("b", games[1].record), ("a", games[0].record)]
    found = {game.key: game.luck for level in store.levels() for game in store.games(level, 0, 9)}
    assert found == {"a": None, "b": None, "c": None, "d": luck}
    store.delete(["b", "d", "nothing"])
    assert [bool(store.record(key)) for key in "abcd"] == [True, False, True, False]
    assert sum(store.levels().values()) == 2
    # A record that is no text is not judged.
    change(path, "UPDATE records SET record = CAST(x'ff' AS TEXT)")
    assert store.unreviewed(9) == [("a", "\N{REPLACEMENT CHARACTER}")]


def test_the_export_has_a_row_for_each_game(store: GameStore, tmp_path: Path) -> None:
    rng = random.Random(3)
    games = [made_game(rng) for _ in range(20)]
    for game in games:
        store.add(game)
    file = tmp_path / "games.csv"
    assert store.export_csv(file) == 20
    with file.open(newline="", encoding="utf-8") as text:
        rows = {row["key"]: row for row in csv.DictReader(text)}
    assert rows.keys() == {game.key for game in games}
    for game in games:
        row = rows[game.key]
        assert row["finished"].startswith("2023-11-14T")
        assert (row["result"] == "won", row["level"]) == (game.is_won, game.level)
        assert row["seconds"] == ("" if game.seconds is None else str(game.seconds))
        assert row["help"] == game.help.words
        assert row["luck"] == ("" if game.luck is None else str(game.luck.chance))
    assert store.export_csv(file, "expert") == store.levels()["expert"]


@pytest.mark.parametrize("guesses", Guesses)
def test_luck_leaves_out_games_without_it(store: GameStore, tmp_path: Path, guesses: Guesses) -> None:
    level, file, is_fair = level_text("2x3x1 cs50", guesses), tmp_path / "games.csv", guesses is Guesses.FAIR
    luck = Luck(0, 0, 0.0, 1.0, LossCause.NEEDLESS) if is_fair else Luck(2, 1, 1.5, 0.5, LossCause.NEEDLESS)
    store.add(replace(made_game(random.Random(4)), level=level, help=NO_HELP, player=Player.PERSON, luck=luck))
    assert store.set_aside_damaged() == 0
    summary = store.summary(level, with_help=False)
    figures = (2, 1, 1.5) if guesses is Guesses.AS_DEALT else (0, 0, 0)
    assert (summary.guesses, summary.survived, summary.expected) == figures
    assert summary.losses == {LossCause.NEEDLESS: 1}
    store.export_csv(file)
    (row,) = csv.DictReader(file.read_text().splitlines())
    exported = [row[name] for name in ("guesses", "survived", "expected", "luck", "cause of loss")]
    assert exported == [*([""] * 4 if is_fair else ["2", "1", "1.5", "0.5"]), "needless"]


# -- what can go wrong


def calls(store: GameStore, file: Path) -> list[object]:
    """Return functions that use the store in each way."""
    game = made_game(random.Random(4), "new")
    return [
        lambda: store.add(game),
        lambda: store.set_luck("a", None),
        lambda: store.delete(["a"]),
        store.levels,
        lambda: store.games("expert", 0, 9),
        lambda: store.record("a"),
        lambda: store.unreviewed(1),
        lambda: store.best_time("expert"),
        lambda: store.summary("expert", with_help=True),
        lambda: store.export_csv(file),
    ]


def assert_fails(store: GameStore, tmp_path: Path, reason: str) -> None:
    for call in calls(store, tmp_path / "out.csv"):
        with pytest.raises(StoreError, match=reason):
            call()
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("contents", [b"no database" * 100, random.Random(5).randbytes(9000)])
def test_a_file_that_is_no_database_is_damaged_and_stays(
    store: GameStore, path: Path, tmp_path: Path, contents: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(contents)
    assert_fails(store, tmp_path, "it is damaged; rename it, and new statistics begin")
    assert path.read_bytes() == contents


def test_a_folder_or_a_file_in_the_way_is_named(store: GameStore, path: Path, tmp_path: Path) -> None:
    path.mkdir(parents=True)
    assert_fails(store, tmp_path, "can't be used: it can't be opened")
    path.rmdir()
    path.parent.rmdir()
    path.parent.touch()
    assert_fails(store, tmp_path, "can't be used: File exists")


def test_a_database_of_a_later_version_is_left_alone(store: GameStore, path: Path, tmp_path: Path) -> None:
    store.add(made_game(random.Random(6)))
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 5")
    database.close()
    before = path.read_bytes()
    assert_fails(store, tmp_path, "of version 5; allowed are versions up to 4")
    assert path.read_bytes() == before


def change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()


WITHOUT_PRACTICE = ("DROP TABLE practice_answers", "DROP TABLE practice_missed")
WITHOUT_STEPS = ("ALTER TABLE games DROP hardest", "ALTER TABLE damaged DROP hardest")


def test_a_database_of_version_1_is_read_and_becomes_one_of_this_version(store: GameStore, path: Path) -> None:
    store.add(made_game(random.Random(6), "a"))
    for statement in (*WITHOUT_STEPS, "DROP TABLE damaged", *WITHOUT_PRACTICE, "PRAGMA user_version = 1"):
        change(path, statement)
    assert len(store.record("a")) > 0
    assert store.set_aside_damaged() == 0
    change(path, "UPDATE games SET won = 2")
    assert store.set_aside_damaged() == 1


_DAMAGE = (
    *("level = 'easy fair'", "level = 'fair'", "level = 'expert fair fair'", "level = 'expert as-dealt'"),
    *("level = 'easy'", "level = '9x9'", "level = '9x9x10x1'", "level = x'00ff'", "level = CAST(x'39ff' AS TEXT)"),
    *(f"{name} = 'x'" for name in ("finished", "height", "seed", "won", "seconds", "three_bv", "clicks", "judged")),
    *(f"{name} = 'x'" for name in ("player", "help", "guesses", "survived", "expected", "chance", "cause")),
    *("finished = 1.5", "finished = 1 << 62", "seconds = 9e999", "seconds = -1", "guesses = 1, chance = NULL"),
    *("hardest = 6", "hardest = 'x'"),
    "key = CAST(x'ff' AS TEXT)",
)


@pytest.mark.parametrize("damage", _DAMAGE)
def test_a_game_with_a_bad_value_is_set_aside_and_the_others_count(
    store: GameStore, path: Path, tmp_path: Path, damage: str
) -> None:
    rng = random.Random(12)
    for key in "abc":
        store.add(replace(made_game(rng, key), level="expert"))
    change(path, f"UPDATE games SET {damage} WHERE key = 'c'")
    assert [store.set_aside_damaged() for _ in range(2)] == [1, 0]
    assert store.levels() == {"expert": 2}
    for call in calls(store, tmp_path / "out.csv"):
        call()
    assert store.record("new"), "no number of a record is there twice"


def test_an_empty_file_becomes_a_database(store: GameStore, path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert store.levels() == {}
    assert store.add(made_game(random.Random(7)))


CONNECT = sqlite3.connect


def connect_to_full_disk(*arguments: object, **options: object) -> sqlite3.Connection:
    database = CONNECT(*arguments, **options)
    database.execute("PRAGMA max_page_count = 1")  # it never becomes less than the pages that are there
    return database


def connect_only_to_read(file: object, **options: object) -> sqlite3.Connection:
    # Root may write everything, so that a mode of the file would not do.
    return CONNECT(f"file:{file}?mode=ro", uri=True, **options)


def test_a_full_disk_a_read_only_database_and_another_program_are_named(
    store: GameStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(made_game(random.Random(8), "a"))
    monkeypatch.setattr(sqlite3, "connect", connect_to_full_disk)
    large = replace(made_game(random.Random(9), "b"), record="x" * 100_000)
    with pytest.raises(StoreError, match="the disk is full"):
        store.add(large)
    monkeypatch.setattr(sqlite3, "connect", connect_only_to_read)
    with pytest.raises(StoreError, match="read-only"):
        store.add(large)
    assert len(store.record("a")) > 0, "it can still be read"
    monkeypatch.setattr(sqlite3, "connect", lambda file, timeout, **options: CONNECT(file, timeout=0.01, **options))
    other = CONNECT(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program has been using it"):
        store.add(large)
    other.execute("ROLLBACK")
    other.close()
    assert sum(store.levels().values()) == 1
    assert store.add(large)


class TornDatabase(sqlite3.Connection):
    """A database of which only the first row can be read."""

    def cursor(self) -> sqlite3.Cursor:
        return super().cursor(TornCursor)


class TornCursor(sqlite3.Cursor):
    def __next__(self) -> object:
        super().__next__()
        raise sqlite3.DatabaseError("torn")


def test_after_an_error_the_database_is_free_at_once(
    store: GameStore, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        store.add(made_game(random.Random(number), str(number)))
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda file, **options: CONNECT(file, factory=TornDatabase, **options))
        with pytest.raises(StoreError, match="torn") as caught:
            store.export_csv(tmp_path / "out.csv")
    monkeypatch.setattr(sqlite3, "connect", lambda file, timeout, **options: CONNECT(file, timeout=0, **options))
    store.delete(["1"])
    assert caught.traceback, "the frames of the call that failed are still there"
    assert sum(store.levels().values()) == 2


@pytest.mark.slow
def test_bytes_changed_anywhere_are_an_error_or_nothing(store: GameStore, path: Path, tmp_path: Path) -> None:
    rng = random.Random(10)
    for _ in range(60):
        store.add(made_game(rng))
    whole = path.read_bytes()
    failed = 0
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(rng.choice((1, 4, 64))):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        path.write_bytes(broken[: rng.choice((len(broken), rng.randrange(len(broken))))])
        for call in calls(store, tmp_path / "out.csv"):
            try:
                call()
            except StoreError:
                failed += 1
    assert failed


_ADD = """
import random, sys
from pathlib import Path
from minesweeper_qt.model.statistics.game_store import GameStore
from tests.model.statistics.test_game_store import made_game
store, rng = GameStore(Path(sys.argv[1])), random.Random(sys.argv[2])
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    store.add(made_game(rng, f"{sys.argv[2]} {number}"))
    print(number, flush=True)
"""


def start(path: Path, name: str, number: int) -> subprocess.Popen[bytes]:
    """Return a process that adds this number of games."""
    return subprocess.Popen(
        [sys.executable, "-c", _ADD, str(path), name, str(number)], cwd=ROOT, stdout=subprocess.PIPE
    )


@pytest.mark.long
def test_two_programs_add_their_games_at_once(store: GameStore, path: Path) -> None:
    processes = [start(path, name, 200) for name in ("one", "two")]
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    assert sum(store.levels().values()) == 400


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.long
def test_a_program_that_is_killed_leaves_a_database_with_all_that_it_added(store: GameStore, path: Path) -> None:
    rng, least = random.Random(11), 0
    for number in range(15):
        process = start(path, f"killed {number}", 10_000)
        assert process.stdout is not None
        for _ in range(rng.randrange(1, 60)):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        before, least = least, sum(store.levels().values())
        assert least >= before
        assert all(store.record(game.key) for level in store.levels() for game in store.games(level, 0, 10_000))
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()

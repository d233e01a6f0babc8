"""Games that are kept: resumed after the window was closed, filed when they end, and what can go wrong."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.game_files import resume
from minesweeper_qt.gui.statistics.game_keeper import GameKeeper
from minesweeper_qt.model import DIFFICULTIES, FirstClick, Record, State
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.play.journal import Journal
from minesweeper_qt.model.statistics.finished_game import FinishedGame
from minesweeper_qt.model.statistics.game_store import GameStore
from tests.gui.support.played import Played
from tests.gui.support.waiting import WaitingSchedule


class Kept(Played):
    """A game of a session with a ``keeper``, which keeps it in a folder; ``troubles``: what the keeper has said."""

    def __init__(self, qtbot: QtBot, folder: Path | None, level: str = "beginner", **options: object) -> None:
        super().__init__(qtbot, level, None, **options)
        self.keeper = GameKeeper(self.session, folder)
        self.troubles: list[str] = []
        self.keeper.troubled.connect(self.troubles.append)

    def close(self) -> None:
        """End as a window does that is closed."""
        self.keeper.close()
        self.session.shut_down()


MakeKept = Callable[..., Kept]


@pytest.fixture
def make_kept(qtbot: QtBot, tmp_path: Path) -> Iterator[MakeKept]:
    """Return a function that starts a session as a program does, which keeps its games in a folder."""
    made = []

    def make(level: str = "beginner", **options: object) -> Kept:
        made.append(Kept(qtbot, tmp_path, level, **options))
        resume(made[-1].session, made[-1].keeper)
        return made[-1]

    yield make
    for kept in made:
        kept.close()


def files(folder: Path) -> list[str]:
    """Return the kinds of the files of games."""
    return sorted(path.suffix for path in (folder / "games").glob("*"))


def stored(folder: Path) -> list[FinishedGame]:
    """Return all finished games, the latest first."""
    store = GameStore(folder / "statistics.sqlite")
    return [game for level in store.levels() for game in store.games(level, 0, 100)]


def finish(kept: Kept, state: State = State.WON) -> None:
    """End the game, and wait until it is filed."""
    with kept.qtbot.waitSignal(kept.keeper.filed):
        kept.end(state)


def test_a_game_goes_on_at_the_next_start_paused(make_kept: MakeKept, tmp_path: Path) -> None:
    now = count(100.0, 0.25)
    first = make_kept("expert", seconds=lambda: next(now))
    session = first.session
    assert not files(tmp_path), "nothing was done yet"
    first.click((4, 4))
    session.player.set_question_marks(True)
    asked = first.covered().pop()
    for _ in range(2):
        session.player.toggle_flag(asked)
    session.autoplay.set_strategy("exact")
    with first.qtbot.waitSignal(session.changed, check_params_cb=lambda before, now: now.hint is not None):
        session.request_hint()
    session.player.toggle_flag(first.mine())
    session.take_back()
    before, seconds = first.snapshot(), session.playthrough.seconds
    first.close()
    assert files(tmp_path) == [".json", ".record"]
    again = make_kept(seconds=lambda: 7.0)
    assert again.snapshot() == before
    assert again.game.mines == first.game.mines
    assert again.session.pause.is_on
    assert again.session.playthrough.seconds == pytest.approx(seconds, abs=0.8)
    assert again.session.player.questions == {asked}
    assert again.session.autoplay.strategy == "exact"
    assert again.session.help.had == session.help.had == Help.HINT | Help.TAKE_BACK
    assert len(again.session.timeline.moves) == len(session.timeline.moves)


def test_a_game_of_a_preset_stays_one_however_the_first_click_is_protected(make_kept: MakeKept) -> None:
    first = make_kept("expert")
    first.session.set_first_click(FirstClick.SAFE)
    first.click((4, 4))
    first.close()
    again = make_kept()
    assert again.game.rules.first_click is FirstClick.SAFE
    assert again.session.difficulty == DIFFICULTIES["expert"]


def test_a_finished_game_is_filed_with_its_figures_and_its_journal_is_gone(
    make_kept: MakeKept, tmp_path: Path, qtbot: QtBot
) -> None:
    kept = make_kept()
    kept.click((4, 4))
    with qtbot.waitSignals([kept.keeper.archive.changed] * 2):
        finish(kept)
    assert not files(tmp_path)
    (game,) = stored(tmp_path)
    assert (game.level, game.is_won, game.help, game.seed) == ("beginner", True, NO_HELP, kept.game.seed)
    assert game.luck is not None, "its moves are judged in the background"
    assert kept.keeper.best_before is None
    kept.session.new_game()
    finish(kept)
    assert kept.keeper.best_before == game.seconds
    assert len(stored(tmp_path)) == 2


def test_a_finished_game_that_is_opened_again_is_not_filed_again(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    finish(kept)
    record = Record.from_text(GameStore(tmp_path / "statistics.sqlite").record(stored(tmp_path)[0].key))
    kept.session.open(*record.history())
    kept.close()
    assert len(stored(tmp_path)) == 1


def test_a_game_that_is_put_aside_goes_on_at_the_next_start(make_kept: MakeKept) -> None:
    kept = make_kept()
    assert not kept.keeper.put_aside(), "nothing was done yet"
    kept.click((4, 4))
    before = kept.snapshot()
    assert kept.keeper.put_aside()
    kept.session.new_game()
    kept.close()
    assert make_kept().snapshot() == before


@pytest.mark.slow
def test_the_time_is_written_while_a_past_move_is_shown(
    make_kept: MakeKept, tmp_path: Path, time: WaitingSchedule
) -> None:
    kept = make_kept(seconds=time.now)
    kept.click((4, 4))
    kept.session.timeline.undo()
    time.wait(90_000)
    journal = Journal(tmp_path / "games", Journal.keys(tmp_path / "games")[0])
    kept.qtbot.waitUntil(lambda: journal.read_notes().seconds == 90)


def test_a_game_is_filed_with_the_help_that_the_player_has_had(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    kept.click((4, 4))
    kept.session.help.note(Help.OVERLAY)
    kept.session.autoplay.move()
    finish(kept, State.LOST)
    assert stored(tmp_path)[0].help == Help.OVERLAY | Help.AI
    kept.session.restart()
    finish(kept)
    assert stored(tmp_path)[0].help == Help.KNOWN_BOARD


def test_after_take_back_a_lost_game_goes_on_as_another_one(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    kept.click((4, 4))
    finish(kept, State.LOST)
    kept.session.take_back()
    finish(kept)
    assert [(game.is_won, game.help) for game in sorted(stored(tmp_path), key=lambda game: game.is_won)] == [
        (False, NO_HELP),
        (True, Help.TAKE_BACK),
    ]


def test_a_new_game_drops_the_journal_of_the_last(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    kept.click((4, 4))
    assert files(tmp_path) == [".json", ".lock", ".record"]
    kept.session.new_game()
    assert not files(tmp_path)


def test_two_windows_have_two_journals(make_kept: MakeKept, tmp_path: Path) -> None:
    first = make_kept()
    first.click((4, 4))
    second = make_kept()
    assert second.game.state is State.READY
    second.click((0, 0))
    boards = {first.game.seed, second.game.seed}
    for kept in (first, second):
        kept.close()
    third, fourth = make_kept(), make_kept()
    assert {third.game.seed, fourth.game.seed} == boards


def test_a_game_with_a_guest_is_not_kept(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept("cs50")
    kept.session.player.toggle_flag((0, 0))
    assert files(tmp_path)
    kept.session.guest = SimpleNamespace(failure_text="", follow=lambda: None)
    kept.session.player.toggle_flag((0, 0))
    assert not files(tmp_path)
    kept.end(State.LOST)
    kept.close()
    assert not stored(tmp_path)


def test_without_a_folder_nothing_is_kept(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    kept = Kept(qtbot, None)
    kept.click((4, 4))
    assert kept.keeper.archive is None
    kept.close()
    assert not [*tmp_path.iterdir()]


# -- what can go wrong


def test_a_game_that_can_not_be_filed_is_filed_at_the_next_start(make_kept: MakeKept, tmp_path: Path) -> None:
    (tmp_path / "statistics.sqlite").mkdir()
    kept = make_kept()
    for _ in range(2):
        with kept.qtbot.waitSignal(kept.keeper.archive.failed):
            kept.end(State.WON)
        kept.session.new_game()
    assert len(kept.troubles) == 1, "once until it succeeds"
    assert "statistics.sqlite can't be used: it can't be opened" in kept.troubles[0]
    kept.close()
    (tmp_path / "statistics.sqlite").rmdir()
    make_kept().close()
    assert len(stored(tmp_path)) == 2
    assert not files(tmp_path)


def test_a_game_without_a_journal_goes_on_and_is_filed(make_kept: MakeKept, tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    kept = make_kept()
    kept.click((4, 4))
    assert kept.troubles == ["This game can't be kept: File exists."]
    finish(kept)
    assert len(kept.troubles) == 1
    assert len(stored(tmp_path)) == 1


def test_a_game_whose_last_moves_could_not_be_written_is_filed_and_goes_on_no_more(
    make_kept: MakeKept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    kept.click((4, 4))
    monkeypatch.setattr(Journal, "write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    finish(kept)
    assert kept.troubles == ["This game can't be kept: No space left on device."]
    assert len(stored(tmp_path)) == 1
    assert not files(tmp_path)


@pytest.mark.parametrize(
    "damage, reason",
    [
        (lambda path: path.write_bytes(b"\xff\x00 nothing\n"), ""),
        (lambda path: os.truncate(path, 3 << 30), "it is larger than 100 MiB. It is now"),
    ],
)
def test_a_game_that_can_not_be_read_is_set_aside_with_a_message(
    make_kept: MakeKept, tmp_path: Path, damage: Callable[[Path], object], reason: str
) -> None:
    kept = make_kept()
    kept.click((4, 4))
    kept.close()
    damage(*(tmp_path / "games").glob("*.record"))
    again = make_kept()
    assert again.game.state is State.READY
    (trouble,) = again.troubles
    assert trouble.startswith(f"Your last game can't be read: {reason}")
    assert ".damaged" in trouble
    again.close()
    assert not make_kept().troubles


def test_a_kill_while_a_game_is_resumed_leaves_its_notes(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    kept.session.player.set_question_marks(True)
    kept.click((4, 4))
    asked = kept.free()
    for _ in range(2):
        kept.session.player.toggle_flag(asked)
    kept.close()
    (path,) = (tmp_path / "games").glob("*.json")
    journal, seen = Journal(path.parent, path.stem), []
    again = Kept(kept.qtbot, tmp_path)
    again.session.changed.connect(lambda *_: seen.append(journal.read_notes().questions))
    resume(again.session, again.keeper)
    again.close()
    assert {*seen, journal.read_notes().questions} == {frozenset({asked})}


def test_an_end_whose_moves_were_not_written_is_no_loss(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    kept.click((4, 4))
    before = kept.snapshot()
    kept.close()
    (path,) = (tmp_path / "games").glob("*.json")
    path.write_text(path.read_text().replace("null", "1800000000"))
    again = make_kept()
    assert again.snapshot() == before
    again.close()
    assert not stored(tmp_path)
    assert '"finished": null' in path.read_text()


def test_an_end_whose_notes_were_not_written_is_filed_at_the_next_start(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    kept.click((4, 4))
    (path,) = (tmp_path / "games").glob("*.json")
    before = path.read_text()
    finish(kept)
    kept.close()
    (tmp_path / "statistics.sqlite").unlink()
    path.write_text(before)
    path.with_suffix(".record").write_text(Record.of_history(kept.session.playthrough.history).to_text())
    again = make_kept()
    again.close()
    assert again.session.help.is_known
    assert [(game.is_won, game.help) for game in stored(tmp_path)] == [(True, NO_HELP)]
    assert not files(tmp_path)


@pytest.mark.parametrize("now", [-5000.5, 1e13])
def test_a_game_is_filed_whatever_the_clock_shows(
    make_kept: MakeKept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: float
) -> None:
    monkeypatch.setattr("minesweeper_qt.gui.statistics.game_keeper.time", lambda: now)
    kept = make_kept()
    finish(kept)
    assert [game.finished for game in stored(tmp_path)] == [int(now)]


def test_a_game_that_is_not_filed_is_not_said_to_be(
    make_kept: MakeKept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = make_kept()
    monkeypatch.setattr(Journal, "read", lambda *_: (_ for _ in ()).throw(OSError(5, "Input/output error")))
    with kept.qtbot.waitSignal(kept.keeper.archive.changed):
        kept.end(State.WON)
    assert not kept.keeper.is_filed
    assert not stored(tmp_path)


def test_damaged_games_of_the_statistics_are_told_once(make_kept: MakeKept, tmp_path: Path) -> None:
    kept = make_kept()
    finish(kept)
    kept.close()
    with sqlite3.connect(tmp_path / "statistics.sqlite") as database:
        database.execute("UPDATE games SET level = 'easy'")
    database.close()
    for troubles in (["1 game in the statistics can't be read, and no longer counts."], []):
        again = make_kept()
        finish(again)
        assert again.troubles == troubles
        again.close()


@pytest.mark.parametrize("old, new", [('"seconds": ', '"seconds": NaN, "": '), ("null", "1e30"), ("{", "")])
def test_with_damaged_notes_the_game_goes_on_as_one_with_help(
    make_kept: MakeKept, tmp_path: Path, old: str, new: str
) -> None:
    kept = make_kept()
    kept.click((4, 4))
    kept.close()
    (path,) = (tmp_path / "games").glob("*.json")
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    again = make_kept()
    assert again.game.clues == kept.game.clues
    assert again.session.help.had
    assert not again.troubles

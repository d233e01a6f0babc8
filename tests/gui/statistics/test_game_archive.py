"""Tests of the archive of finished games: reviews wait while Auto-play runs, and find what was missed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.worker import Worker
from minesweeper_qt.gui.statistics.game_archive import GameArchive
from minesweeper_qt.model import DIFFICULTIES, Action, Minesweeper, Record, Verb
from minesweeper_qt.model.dealing.no_guess import HardestStep, find_board
from minesweeper_qt.model.play.board_code import todays_board, todays_reasoning
from minesweeper_qt.model.practice.practice_memory import PracticeMemory
from minesweeper_qt.model.statistics.game_store import GameStore
from tests.gui.statistics.kept import game


def test_a_review_that_is_held_is_made_later(qtbot: QtBot, tmp_path: Path) -> None:
    worker, store = Worker(), GameStore(tmp_path / "statistics.sqlite")
    archive = GameArchive(worker, tmp_path / "statistics.sqlite")
    store.add(game(1))
    archive.review_games()
    archive.hold_reviews(True)
    assert not worker.is_computing
    archive.submit(GameStore.levels)
    qtbot.waitUntil(lambda: not worker.is_computing)
    assert store.unreviewed(1)
    archive.hold_reviews(False)
    qtbot.waitUntil(lambda: not store.unreviewed(1))
    worker.close()


# The player misses the safe cell (0, 3) three times; then the mine (0, 10) is opened, which can be known.
MISSED = """minesweeper-qt record 2
board 1 12 4
first-click anything
cascade on
win revealed
mines 0,1 0,4 0,7 0,10
reveal 0 0
reveal 0 2
reveal 0 5
reveal 0 11
reveal 0 9
reveal 0 10"""


def test_a_review_keeps_what_the_player_missed_once(qtbot: QtBot, tmp_path: Path) -> None:
    worker, path = Worker(), tmp_path / "statistics.sqlite"
    store, memory = GameStore(path), PracticeMemory(path)
    archive = GameArchive(worker, path)
    first, mine = "7x1x2/1H1HHHH", "7x1x2/01HH1H1"
    for number, (maker, kept) in enumerate(((" by ai", [first]), ("", [mine, first]), ("", [mine, first]))):
        store.add(game(number, record=f"{MISSED}{maker}\n"))
        archive.review_games()
        qtbot.waitUntil(lambda: not store.unreviewed(1) and not worker.is_computing)
        assert [each.key for each in memory.missed()] == kept
    worker.close()


def test_a_review_finds_the_hardest_step_of_a_board_that_needs_no_guess(qtbot: QtBot, tmp_path: Path) -> None:
    worker, store, day = Worker(), GameStore(tmp_path / "statistics.sqlite"), date(2026, 11, 26)
    archive, code = GameArchive(worker, tmp_path / "statistics.sqlite"), todays_board(DIFFICULTIES["expert"], day)
    level, asked = code.difficulty, HardestStep(todays_reasoning(day))
    assert code.start is not None
    found = find_board(level.height, level.width, level.mines, level.rules, code.start, asked, code.seed)
    board = Minesweeper.at_difficulty(level, seed=found.seed)
    board.play(Action(Verb.REVEAL, code.start))
    board.play(Action(Verb.REVEAL, min(board.mines)))
    store.add(game(1, "expert not-needed", is_won=False, record=Record.of(board).to_text()))
    store.add(game(1, record=MISSED))
    archive.review_games()
    qtbot.waitUntil(lambda: not store.unreviewed(1), timeout=30_000)
    assert [store.games(name, 0, 1)[0].hardest for name in store.levels()] == [None, found.hardest]
    worker.close()

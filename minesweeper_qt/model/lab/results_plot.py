"""Draws the lab's results as an SVG picture, without a display and without a library."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate
from math import ceil, floor, log10

from minesweeper_qt.model.lab.tallies import Tally
from minesweeper_qt.model.statistics.win_rates import Interval, wilson_interval

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000")
"""Colours that people with any colour vision can distinguish (M. Okabe, K. Ito 2008)."""

_TEXT, _MUTED, _GRID, _BACKGROUND = "#1f2328", "#59636e", "#e3e6ea", "#ffffff"
_POINTS = 200
"""The approximate number of points of a running rate, at most twice as many; more could not be seen."""

_MOST_LETTERS = 15
"""The letters of a strategy's name for which there is room; ``minesweeper.py`` has 14."""

_SHOWN_FROM = 0.05
"""The share of the games that the range of the rate axis ignores.

After so few games the intervals are so wide that the rest of the curve would look flat.
"""


def plot_svg(title: str, subtitle: str, tallies: dict[str, Tally]) -> str:
    """Return a picture (SVG) of the strategies' results: win rates, differences, running rates, and risks taken.

    >>> tally = Tally()
    >>> svg = plot_svg("8x8, 8 mines", "seed 1", {"cs50": tally})
    >>> svg.startswith("<svg "), "8x8, 8 mines" in svg
    (True, True)
    """
    names = list(tallies)
    canvas = _Canvas()
    canvas.text(48, 50, title, size=24, weight=600)
    canvas.text(48, 76, subtitle, colour=_MUTED)
    wide = len(names) == 1
    rows = 44 * len(names)
    _rates(canvas, _Frame(160, 150, 750 if wide else 260, rows), tallies)
    if not wide:
        _differences(canvas, _Frame(630, 150, 280, rows), tallies)
    top = 150 + rows + 110
    _rate_course(canvas, _Frame(100, top, 370, 250), tallies)
    _risks(canvas, _Frame(580, top, 370, 250), tallies)
    return canvas.svg(1000, top + 250 + 70)


# -- the four panels


def _rates(canvas: _Canvas, frame: _Frame, tallies: dict[str, Tally]) -> None:
    """Draw the win rate of each strategy with its interval."""
    canvas.heading(frame, "Games won", "with 95 % interval")
    frame.x = _axis(0, max((tally.interval.high for tally in tallies.values() if tally.games), default=1.0))
    canvas.grid(frame, _percent)
    for number, (name, tally) in enumerate(tallies.items()):
        y = frame.row(number, len(tallies))
        _name(canvas, frame, y, name, number)
        label = f"{100 * tally.rate:.1f} %" if tally.games else "no games"
        _whisker(canvas, frame, y, tally.rate, tally.interval, _colour(number), label)


def _differences(canvas: _Canvas, frame: _Frame, tallies: dict[str, Tally]) -> None:
    """Draw how much more often each strategy won than the first one, with the intervals."""
    first, *others = tallies
    differences = {name: tallies[name].minus(tallies[first]) for name in others}
    canvas.heading(frame, f"Won more often than {_shortened(first)}", "percentage points, same boards, 95 % interval")
    shown = [difference.interval for difference in differences.values()]
    frame.x = _axis(min(0.0, *(interval.low for interval in shown)), max(0.0, *(interval.high for interval in shown)))
    canvas.grid(frame, lambda share: f"{100 * share:+.{_decimals(frame.x)}f}" if share else "0")
    canvas.line([(frame.across(0), frame.top), (frame.across(0), frame.bottom)], _MUTED, 1.2)
    for number, name in enumerate(tallies):
        y = frame.row(number, len(tallies))
        _name(canvas, frame, y, name, number)
        if name in differences:
            rate, interval = differences[name].rate, differences[name].interval
            _whisker(canvas, frame, y, rate, interval, _colour(number), f"{100 * rate:+.1f}")


def _rate_course(canvas: _Canvas, frame: _Frame, tallies: dict[str, Tally]) -> None:
    """Draw the win rate of each strategy as a function of the number of games."""
    canvas.heading(frame, "Rate so far", "games won after so many games; shaded: 95 % interval")
    courses = [_running(tally) for tally in tallies.values()]
    most = max((tally.games for tally in tallies.values()), default=0)
    seen = [interval for course in courses for games, _, interval in course if games >= _SHOWN_FROM * most]
    frame.x = _axis(0, most or 1, whole=True)
    frame.y = _axis(min((low for low, _ in seen), default=0.0), max((high for _, high in seen), default=1.0))
    canvas.grid(frame, lambda games: f"{games:,.0f}", _percent)
    for number, course in enumerate(courses):
        lower = [(frame.across(games), frame.up(interval.low)) for games, _, interval in course]
        upper = [(frame.across(games), frame.up(interval.high)) for games, _, interval in course]
        canvas.area(lower + upper[::-1], _colour(number))
    for number, course in enumerate(courses):
        canvas.line([(frame.across(games), frame.up(rate)) for games, rate, _ in course], _colour(number), 2)


def _risks(canvas: _Canvas, frame: _Frame, tallies: dict[str, Tally]) -> None:
    """Draw how many guesses per game had at most a given risk."""
    canvas.heading(frame, "Risks taken", "guesses per game with at most this risk of a mine")
    most = max((tally.per_game(len(tally.risks)) for tally in tallies.values()), default=0)
    frame.x = _axis(0, 1)
    frame.y = _axis(0, most or 1)
    canvas.grid(frame, _percent, lambda guesses: f"{guesses:g}")
    for number, tally in enumerate(tallies.values()):
        risks = sorted(tally.risks)
        steps = [share / 100 for share in range(101)]
        # A risk is rounded to four digits, so it may be a little above its exact value.
        heights = [tally.per_game(bisect_right(risks, step + 5e-5)) for step in steps]
        line = [(frame.across(step), frame.up(height)) for step, height in zip(steps, heights, strict=True)]
        canvas.line(line if risks else [], _colour(number), 2)


def _name(canvas: _Canvas, frame: _Frame, y: float, name: str, number: int) -> None:
    """Write a strategy's name to the left of its row."""
    canvas.text(frame.left - 14, y + 5, _shortened(name), anchor="end", weight=600, colour=_colour(number))


def _shortened(name: str) -> str:
    """Return the end of a name that is too long, such as the path of a file."""
    return name if len(name) <= _MOST_LETTERS else f"…{name[1 - _MOST_LETTERS :]}"


def _whisker(
    canvas: _Canvas, frame: _Frame, y: float, value: float, interval: Interval, colour: str, label: str
) -> None:
    """Draw a value with its interval, and its label on the right."""
    left, right = frame.across(interval.low), frame.across(interval.high)
    canvas.line([(left, y), (right, y)], colour, 2)
    for end in (left, right):
        canvas.line([(end, y - 7), (end, y + 7)], colour, 2)
    canvas.dot(frame.across(value), y, colour)
    canvas.text(frame.right + 12, y + 5, label, size=13)


def _running(tally: Tally) -> list[tuple[int, float, Interval]]:
    """Return the number of games so far, the win rate and its interval, at evenly spaced numbers of games."""
    won = list(accumulate(tally.won_by_game[game] for game in sorted(tally.won_by_game)))
    step = max(1, len(won) // _POINTS)
    chosen = sorted({*range(step, len(won) + 1, step), len(won)} - {0})
    return [(games, won[games - 1] / games, wilson_interval(won[games - 1], games)) for games in chosen]


# -- scales


@dataclass(frozen=True, slots=True)
class _Axis:
    """A scale from ``low`` to ``high``, both multiples of ``step``, with a tick at every ``step``."""

    low: float
    high: float
    step: float

    @property
    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [round(self.low + number * self.step, 10) for number in range(count + 1)]


def _axis(low: float, high: float, *, whole: bool = False) -> _Axis:
    """Return an axis that covers the range with four to eight round steps."""
    span = max(high - low, 1e-6)
    power = 10 ** floor(log10(span / 4))
    step = next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= 6)
    if whole:
        step = max(1, step)
    return _Axis(floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step)


def _percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:g} %"


def _decimals(axis: _Axis) -> int:
    """Return the number of decimals that the ticks of an axis of percentages need."""
    return max(0, -floor(log10(100 * axis.step) + 1e-9))


@dataclass(slots=True)
class _Frame:
    """The place of a panel in the picture, in pixels, and its scales; ``y`` is ``None`` for panels with a row per
    strategy.
    """

    left: float
    top: float
    width: float
    height: float
    x: _Axis = field(default_factory=lambda: _axis(0, 1))
    y: _Axis | None = None

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def across(self, value: float) -> float:
        """Return the horizontal coordinate of a value on the ``x`` axis."""
        return self.left + self.width * _share(value, self.x)

    def up(self, value: float) -> float:
        """Return the vertical coordinate of a value on the ``y`` axis."""
        assert self.y is not None
        return self.bottom - self.height * _share(value, self.y)

    def row(self, number: int, rows: int) -> float:
        """Return the vertical coordinate of row ``number`` of ``rows``."""
        return self.top + self.height * (number + 0.6) / rows


def _share(value: float, axis: _Axis) -> float:
    """Return the place of a value on an axis, from 0 to 1; a value beyond an end is set to that end."""
    return min(max((value - axis.low) / (axis.high - axis.low), 0.0), 1.0)


def _colour(number: int) -> str:
    """Return the colour of strategy ``number``."""
    return _COLOURS[number % len(_COLOURS)]


# -- drawing


class _Canvas:
    """Collects the elements of the picture."""

    def __init__(self) -> None:
        self._elements: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = 14,
        weight: int = 400,
        anchor: str = "start",
        colour: str = _TEXT,
    ) -> None:
        style = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{colour}"'
        self._elements.append(f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>')

    def heading(self, frame: _Frame, title: str, detail: str) -> None:
        self.text(frame.left, frame.top - 32, title, size=16, weight=600)
        self.text(frame.left, frame.top - 13, detail, size=12, colour=_MUTED)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        if points:
            stroke = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
            self._elements.append(f'<polyline points="{_pairs(points)}" {stroke}/>')

    def area(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        if points:
            self._elements.append(f'<polygon points="{_pairs(points)}" fill="{colour}" fill-opacity="0.12"/>')

    def dot(self, x: float, y: float, colour: str) -> None:
        self._elements.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')

    def grid(self, frame: _Frame, across: Callable[[float], str], up: Callable[[float], str] | None = None) -> None:
        for tick in frame.x.ticks:
            x = frame.across(tick)
            self.line([(x, frame.top), (x, frame.bottom)], _GRID, 1)
            self.text(x, frame.bottom + 20, across(tick), anchor="middle", size=12, colour=_MUTED)
        if frame.y is not None and up is not None:
            for tick in frame.y.ticks:
                y = frame.up(tick)
                self.line([(frame.left, y), (frame.right, y)], _GRID, 1)
                self.text(frame.left - 10, y + 4, up(tick), anchor="end", size=12, colour=_MUTED)

    def svg(self, width: float, height: float) -> str:
        """Return the picture as SVG text."""
        # The picture has its own background: in a dark viewer its text could not be read.
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        fonts = 'font-family="system-ui, Segoe UI, Roboto, Helvetica, Arial, DejaVu Sans, sans-serif"'
        background = f'<rect width="{width:g}" height="{height:g}" fill="{_BACKGROUND}"/>'
        return "\n".join([f'{head} height="{height:g}" {fonts}>', background, *self._elements, "</svg>", ""])


def _pairs(points: Iterable[tuple[float, float]]) -> str:
    """Return points as the value of an SVG ``points`` attribute."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)

"""Draws the lab's results with matplotlib, without a display: as PNG, SVG or PDF."""

from __future__ import annotations

from bisect import bisect_right
from io import BytesIO
from itertools import accumulate
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from minesweeper_qt.model.lab.results import PairedDifference, Tally
from minesweeper_qt.model.statistics.win_rates import wilson_interval

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000")
"""Colours that people with any colour vision can distinguish (M. Okabe, K. Ito 2008)."""

_TEXT, _MUTED, _GRID = "#1f2328", "#59636e", "#e3e6ea"

_STYLE: dict[Any, Any] = dict.fromkeys(("axes.axisbelow", "axes.grid"), True)
_STYLE |= {"axes.titlelocation": "left", "axes.titlepad": 22, "axes.titlesize": 12, "axes.titleweight": "bold"}
_STYLE |= {"axes.edgecolor": _GRID, "grid.color": _GRID, "xtick.color": _GRID, "ytick.color": _GRID}
_STYLE |= {"text.color": _TEXT, "xtick.labelcolor": _MUTED, "ytick.labelcolor": _MUTED}
_STYLE |= {"font.size": 10, "savefig.dpi": 150, "text.parse_math": False}

_POINTS = 200
"""The approximate number of points of a running rate, at most twice as many; more could not be seen."""

_MOST_LETTERS = 15
"""The letters of a strategy's name for which there is room; ``minesweeper.py`` has 14."""

_SHOWN_FROM = 0.05
"""The share of the games that the range of the rate axis ignores.

After few games the intervals are so wide that the rest of the curve would look flat.
"""


def plot(title: str, subtitle: str, tallies: dict[str, Tally], kind: str) -> bytes:
    """Return a picture of the strategies' results: win rates, differences, running rates, and risks taken.

    ``kind`` is the format: ``png``, ``svg`` or ``pdf``.

    >>> plot("8x8, 8 mines", "seed 1", {"cs50": Tally()}, "png")[1:4]
    b'PNG'
    """
    first, *others = tallies
    rows = 0.44 * len(tallies)
    height = rows + 5.6
    with rc_context(_STYLE):
        layout = ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - 0.9 / height), wspace=0.06, hspace=0.08)
        figure = Figure(figsize=(10, height), layout=layout)
        figure.text(0, 1 - 0.35 / height, title, fontsize=16, weight="bold")
        figure.text(0, 1 - 0.6 / height, subtitle, color=_MUTED)
        places: Any = [["rates", "differences" if others else "rates"], ["course", "risks"]]
        panels = figure.subplot_mosaic(places, height_ratios=[rows, 2.5])
        _draw_rates(panels["rates"], tallies)
        if others:
            _draw_differences(panels["differences"], tallies, first)
        _draw_course(panels["course"], tallies)
        _draw_risks(panels["risks"], tallies)
        file = BytesIO()
        figure.savefig(file, format=kind, bbox_inches="tight", pad_inches=0.3)  # large enough for all texts
    return file.getvalue()


def _draw_rates(axes: Axes, tallies: dict[str, Tally]) -> None:
    _head(axes, "Games won", "with 95 % interval")
    rates = {name: PairedDifference(tally.games, tally.rate, tally.interval) for name, tally in tallies.items()}
    _draw_whiskers(axes, rates, [f"{100 * one.rate:.1f} %" if one.games else "no games" for one in rates.values()])
    axes.set_xlim(0, 1.02 * max((one.interval.high for one in rates.values() if one.games), default=1.0))
    axes.xaxis.set_major_formatter(_percent)


def _draw_differences(axes: Axes, tallies: dict[str, Tally], first: str) -> None:
    """Draw how much more often each strategy won than the first one, with the intervals."""
    _head(axes, f"Won more often than {_shortened(first)}", "percentage points, same boards, 95 % interval")
    base = tallies[first]
    differences = {name: tally.minus(base if tally is not base else Tally()) for name, tally in tallies.items()}
    _draw_whiskers(axes, differences, [f"{100 * one.rate:+.1f}" if one.games else "" for one in differences.values()])
    axes.axvline(0, color=_MUTED, linewidth=1.2)
    axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:+.6g}" if share else "0")


def _draw_course(axes: Axes, tallies: dict[str, Tally]) -> None:
    """Draw the win rate of each strategy as a function of the number of games, with its interval."""
    _head(axes, "Rate so far", "games won after so many games; shaded: 95 % interval")
    most = max(tally.games for tally in tallies.values())
    seen = []
    for number, tally in enumerate(tallies.values()):
        won = list(accumulate(tally.won_by_game[game] for game in sorted(tally.won_by_game)))
        step = max(1, len(won) // _POINTS)
        games = sorted({*range(step, len(won) + 1, step), len(won)} - {0})
        intervals = [wilson_interval(won[so_far - 1], so_far) for so_far in games]
        lows, highs = [low for low, _ in intervals], [high for _, high in intervals]
        axes.fill_between(games, lows, highs, color=_colour(number), alpha=0.12, linewidth=0)
        axes.plot(games, [won[so_far - 1] / so_far for so_far in games], color=_colour(number), linewidth=2)
        seen += [interval for so_far, interval in zip(games, intervals, strict=True) if so_far >= _SHOWN_FROM * most]
    axes.set_xlim(0, most or 1)
    axes.set_ylim(min((low for low, _ in seen), default=0.0), max((high for _, high in seen), default=1.0))
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_major_formatter(_percent)


def _draw_risks(axes: Axes, tallies: dict[str, Tally]) -> None:
    """Draw how many guesses per game had at most a given risk."""
    _head(axes, "Risks taken", "guesses per game with at most this risk of a mine")
    shares = [percent / 100 for percent in range(101)]
    for number, tally in enumerate(tallies.values()):
        risks = sorted(tally.risks)
        # A risk is rounded to four digits, so it may be a little above its exact value.
        heights = [tally.per_game(bisect_right(risks, share + 5e-5)) for share in shares]
        axes.plot(shares, heights, color=_colour(number), linewidth=2)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.04 * max(tally.per_game(len(tally.risks)) for tally in tallies.values()) or 1)
    axes.xaxis.set_major_formatter(_percent)


def _head(axes: Axes, title: str, detail: str) -> None:
    axes.set_title(title)
    axes.annotate(detail, (0, 1), (0, 7), "axes fraction", "offset points", fontsize=9, color=_MUTED)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_whiskers(axes: Axes, values: dict[str, PairedDifference], labels: list[str]) -> None:
    """Draw a row for each name: its value with the interval, if it is of any games, and the label on the right."""
    for row, (value, label) in enumerate(zip(values.values(), labels, strict=True)):
        if value.games:
            reach = [[value.rate - value.interval.low], [value.interval.high - value.rate]]
            axes.errorbar([value.rate], [row], xerr=reach, fmt="o", capsize=5, color=_colour(row), linewidth=2)
        axes.annotate(label, (1, row), (10, 0), ("axes fraction", "data"), "offset points", va="center")
    axes.set_yticks(range(len(values)), [_shortened(name) for name in values], weight="bold")
    for row, name in enumerate(axes.get_yticklabels()):
        name.set_color(_colour(row))
    axes.set_ylim(len(values) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")


def _percent(share: float, _: float) -> str:
    return f"{100 * share:.6g} %"


def _shortened(name: str) -> str:
    """Return the end of a name that is too long, such as the path of a file."""
    return name if len(name) <= _MOST_LETTERS else f"…{name[1 - _MOST_LETTERS :]}"


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]

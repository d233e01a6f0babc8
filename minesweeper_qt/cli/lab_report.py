"""The lab's results as text: the board, the conditions and the table that are printed at the end."""

from __future__ import annotations

from collections.abc import Mapping

from minesweeper_qt.model.board.rules import Win
from minesweeper_qt.model.lab.experiment import Experiment
from minesweeper_qt.model.lab.tallies import Tally
from minesweeper_qt.model.text.number_text import counted

_COLUMNS = ("strategy", "games", "won %", "95 % interval", "difference", "95 % interval", "guesses", "forced", "ms")

_MOST_CAUSES = 10
"""How many causes of failures are named of each student's agent."""


def board(experiment: Experiment, boards: str | None = None) -> str:
    """Describe the boards: ``boards``, which names the source of given boards, or else their size and mines.

    >>> board(Experiment(("cs50",), 8, 8, 1))
    '8x8, 1 mine'
    """
    return boards or f"{experiment.height}x{experiment.width}, {counted(experiment.mines, 'mine')}"


def conditions(experiment: Experiment) -> str:
    """Describe the rules that differ from the usual ones, and the seed.

    The first click is left out for given boards, which define where each game begins.

    >>> from minesweeper_qt.model.board.rules import CS50_RULES
    >>> conditions(Experiment(("cs50",), 8, 8, 8, CS50_RULES, seed=1))
    'first click anything, no cascade, won by flags, seed 1'
    """
    rules = experiment.rules
    parts = [] if experiment.boards else [f"first click {rules.first_click.value}"]
    if not rules.cascade:
        parts.append("no cascade")
    if rules.win is Win.FLAGGED:
        parts.append("won by flags")
    return ", ".join([*parts, f"seed {experiment.seed}"])


def table(tallies: Mapping[str, Tally]) -> str:
    """Return the table: a heading, a line for each strategy, and notes on the columns that need explaining.

    ``difference`` compares each strategy with the first one.

    >>> print(table({"cs50": Tally()}).splitlines()[1])
    cs50          0      -              -           -              -        -       -   -
    """
    first, *others = tallies
    rows = [_COLUMNS]
    for name, tally in tallies.items():
        rows.append((name, f"{tally.games:,}", *_rates(tally), *_difference(tally, tallies[first]), *_costs(tally)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    if others:
        lines.append(f"difference: percentage points won more than {first} on the same boards")
    lines.append("guesses, forced: per game; forced: no covered cell was provably safe")
    lines.append("ms: processor time per game of strategy, agent and game")
    for name, tally in tallies.items():
        if tally.unjudged:
            lines.append(f"{name}: {tally.unjudged:,} of {tally.guesses:,} guesses not judged; they may be forced too")
    return "\n".join(lines)


def failures(tallies: Mapping[str, Tally]) -> str:
    """Return the lines that name the causes for which students' agents failed; an empty text if none failed.

    >>> failures({"cs50": Tally()})
    ''
    """
    lines = []
    for name, tally in tallies.items():
        causes = sorted(tally.failures.values(), key=lambda cause: (-cause.games, cause.first))
        if causes:
            failed = sum(cause.games for cause in causes)
            lines.append(f"{name} failed in {failed:,} of {counted(tally.games, 'game')}, which count as lost:")
            lines += [f"  {counted(cause.games, 'game')}: {cause.line}" for cause in causes[:_MOST_CAUSES]]
        if len(causes) > _MOST_CAUSES:
            others = len(causes) - _MOST_CAUSES
            lines.append(f"  and {counted(others, 'other cause')}")
    return "\n".join(lines)


def _rates(tally: Tally) -> tuple[str, str]:
    if not tally.games:
        return "-", "-"
    low, high = tally.interval
    return f"{100 * tally.rate:.2f}", f"{100 * low:.2f} to {100 * high:.2f}"


def _difference(tally: Tally, first: Tally) -> tuple[str, str]:
    if tally is first:
        return "-", "-"
    difference = tally.minus(first)
    if not difference.games:
        return "-", "-"
    low, high = difference.interval
    return f"{100 * difference.rate:+.2f}", f"{100 * low:+.2f} to {100 * high:+.2f}"


def _costs(tally: Tally) -> tuple[str, str, str]:
    if not tally.games:
        return "-", "-", "-"
    return (
        f"{tally.per_game(tally.guesses):.2f}",
        f"{tally.per_game(tally.forced):.2f}",
        f"{tally.per_game(tally.ms):.1f}",
    )

"""Formats the findings about a position: the number of layouts, the least risk, or the contradicting clues."""

from __future__ import annotations

from collections.abc import Collection
from math import floor, log10

from minesweeper_qt.gui.presentation.chances import exact_text
from minesweeper_qt.gui.sandbox.position_service import Findings
from minesweeper_qt.model import Cell

COUNTING = "Counting the layouts…"
_SHOWN = 5
"""The most cells that are listed."""
TOO_HARD = "Too hard to count: the sentences are all that is known."


def amount(number: int) -> str:
    """Format a count, in powers of ten if it has more than nine digits.

    >>> amount(12), amount(1234567), amount(2**100), amount(10**5000)
    ('12', '1,234,567', '1.3×10^30', '1.0×10^5000')
    """
    if number < 10**9:
        return f"{number:,}"
    power = floor(log10(number))
    return f"{10 ** (log10(number) - power):.1f}×10^{power}"


def summary(findings: Findings, left_out: Collection[Cell] = ()) -> str:
    """Format the findings in a line or two, with the clues ``left_out`` that the knowledge base has not learned."""
    if findings.problem:
        return f"{findings.problem} {_left_out(findings, left_out)}".strip()
    chances = findings.chances
    if chances is None:
        return TOO_HARD
    agree = f"{amount(findings.layouts)} layout{' agrees' if findings.layouts == 1 else 's agree'}."
    covered = [cell for cell in chances.exact if cell not in findings.position.taken]
    safe = [cell for cell in covered if chances.exact[cell] == 0]
    if len(safe) > _SHOWN:
        return f"{agree} {len(safe)} covered cells are safe for certain."
    if safe:
        return f"{agree} Safe for certain: {_few(safe)}."
    if not covered or chances.least == 1:
        return f"{agree} No covered cell is safe."
    least = next(cell for cell in covered if chances.exact[cell] == chances.least)
    return f"{agree} No covered cell is provably safe; the least risk is {exact_text(chances.least)} at {least}."


def _left_out(findings: Findings, cells: Collection[Cell]) -> str:
    if not cells:
        return ""
    if len(cells) == 1 and findings.clash == frozenset(cells):
        # The problem names it already, and no other clue is involved.
        return "The knowledge base leaves it out."
    contradict = "it contradicts" if len(cells) == 1 else "they contradict"
    return f"The knowledge base leaves out {_few(sorted(cells))}: {contradict} the others."


def _few(cells: list[Cell]) -> str:
    named = ", ".join(map(str, cells[:_SHOWN]))
    return named if len(cells) <= _SHOWN else f"{named} and {len(cells) - _SHOWN} more"

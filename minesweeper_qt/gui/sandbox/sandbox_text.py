"""Formats the findings about a position: the number of layouts, the least risk, or the contradicting clues."""

from __future__ import annotations

from collections.abc import Collection

from minesweeper_qt.gui.background.findings import Findings
from minesweeper_qt.model import Cell
from minesweeper_qt.model.text.cell_text import listed
from minesweeper_qt.model.text.chance_text import exact_text
from minesweeper_qt.model.text.number_text import count_text, plural

COUNTING = "Counting the layouts…"
_SHOWN = 5
"""The most safe cells that are named; of more, only the number is given."""
TOO_HARD = "Too hard to count: the sentences are all that is known."


def summary(findings: Findings, left_out: Collection[Cell] = ()) -> str:
    """Format the findings in a line or two, with the clues ``left_out`` that the knowledge base has not learned."""
    if findings.problem:
        return f"{findings.problem} {_left_out(findings, left_out)}".strip()
    chances = findings.chances
    if chances is None:
        return TOO_HARD
    agree = f"{count_text(findings.layouts)} {plural(findings.layouts, 'layout agrees', 'layouts agree')}."
    covered = [cell for cell in chances.exact if cell not in findings.position.taken]
    safe = [cell for cell in covered if chances.exact[cell] == 0]
    if len(safe) > _SHOWN:
        return f"{agree} {len(safe)} covered cells are safe for certain."
    if safe:
        return f"{agree} Safe for certain: {listed(safe)}."
    if not covered or chances.least == 1:
        return f"{agree} No covered cell is safe."
    least = listed([cell for cell in covered if chances.exact[cell] == chances.least], 1)
    return f"{agree} No covered cell is provably safe; the least risk is {exact_text(chances.least)} at {least}."


def _left_out(findings: Findings, cells: Collection[Cell]) -> str:
    if not cells:
        return ""
    if len(cells) == 1 and findings.clash == frozenset(cells):
        # The problem names it already, and no other clue is involved.
        return "The knowledge base leaves it out."
    contradict = plural(len(cells), "it contradicts", "they contradict")
    return f"The knowledge base leaves out {listed(cells)}: {contradict} the others."

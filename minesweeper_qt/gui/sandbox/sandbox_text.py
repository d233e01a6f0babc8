"""Formats the findings about a position: the number of layouts, the least risk, or the contradicting clues."""

from __future__ import annotations

from minesweeper_qt.gui.sandbox.sandbox_session import LeftOut
from minesweeper_qt.gui.session.computations import Findings
from minesweeper_qt.model.text.cell_text import listed
from minesweeper_qt.model.text.chance_text import exact_text
from minesweeper_qt.model.text.number_text import MEANINGLESS, count_text, plural

COUNTING = "Counting the layouts…"
_SHOWN = 5
"""The most safe cells that are named; of more, only the number is given."""
TOO_HARD = "Too hard to count: what the AI knows is all there is."
TOO_HARD_TO_DECIDE = "Too hard to decide whether any layout agrees: what the AI knows is all there is."


def summary(findings: Findings, left_out: LeftOut) -> str:
    """Format the findings in a line or two, with what the knowledge base has ``left_out``.

    The number of layouts is left out if it is very high: ``layouts_text`` has it.
    """
    if findings.problem:
        return f"{findings.problem} {_left_out(findings, left_out)}".strip()
    chances = findings.chances
    if chances is None:
        # The layouts are not counted, so the knowledge base alone knows of a contradiction.
        return _left_out(findings, left_out) or (TOO_HARD_TO_DECIDE if left_out.is_undecided else TOO_HARD)
    covered = [cell for cell in chances.exact if cell not in findings.position.taken]
    safe = [cell for cell in covered if chances.exact[cell] == 0]
    number = "" if findings.layouts >= MEANINGLESS else f"{layouts_text(findings)} "
    if len(safe) > _SHOWN:
        return f"{number}{len(safe)} covered cells are safe for certain."
    if safe:
        return f"{number}Safe for certain: {listed(safe)}."
    if not covered or chances.least == 1:
        return f"{number}No covered cell is safe."
    least = listed([cell for cell in covered if chances.exact[cell] == chances.least], 1)
    return f"{number}No covered cell is provably safe; the least risk is {exact_text(chances.least)} at {least}."


def layouts_text(findings: Findings) -> str:
    """Return how many layouts agree with the position; empty where they are not counted."""
    if findings.problem or findings.chances is None:
        return ""
    return f"{count_text(findings.layouts)} {plural(findings.layouts, 'layout agrees', 'layouts agree')}."


def _left_out(findings: Findings, left_out: LeftOut) -> str:
    sentences = []
    clues, against = left_out.clues, left_out.against_mine_count
    if len(clues) == 1 and findings.clash == clues:
        # The problem names it already, and no other clue is involved.
        sentences.append("The knowledge base leaves it out.")
    elif clues:
        contradict = plural(len(clues), "it contradicts", "they contradict")
        sentences.append(f"The knowledge base leaves out {listed(clues)}: {contradict} the others.")
    if against and findings.problem:
        who = "It also" if clues else "The knowledge base"
        sentences.append(f"{who} leaves out the number of mines.")
    elif against:
        mines = plural(findings.position.mines, "the 1 mine", f"the {findings.position.mines} mines")
        at = plural(len(against), "the clue at", "the clues at")
        sentences.append(f"The knowledge base leaves out {mines} in all, which {at} {listed(against)} can't have.")
    return " ".join(sentences)

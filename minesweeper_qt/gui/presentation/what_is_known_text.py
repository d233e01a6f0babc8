"""The texts of the panel *What Is Known*: the covered cells grouped by reasoning level. Pure functions, no Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import IntEnum
from fractions import Fraction

from minesweeper_qt.model import Cell, Derivation, Position, Probabilities, Reasoning, ReasoningLevels
from minesweeper_qt.model.evidence.rule_words import BY
from minesweeper_qt.model.evidence.undecided import what_is_certain
from minesweeper_qt.model.words import counted_or_no, percent, plural

WORKING = "Working out what can be known…"
NOTHING_YET = "Nothing can be known yet: no cell is revealed."
OVER = "The game is over: there is nothing left to find out."
LOST = "The game is lost. Go back a move to see what was known before it."
TOO_HARD = "This board would take too long to count: cells that take cases and the least risk are missing here."


class Group(IntEnum):
    """The groups in which covered cells are listed; those of reasoning levels have the numbers of ``Reasoning``."""

    UNSEEN = 0
    """Safe cells that the CS50 agent has not found; they are in the group of their level as well."""
    CLUE = Reasoning.CLUE
    SUBSET = Reasoning.SUBSET
    OVERLAP = Reasoning.OVERLAP
    COUNT = Reasoning.COUNT
    CASES = Reasoning.CASES
    UNSETTLED = 6
    """Cells that are neither provably safe nor provably mines."""


_WHY_UNSEEN = {
    Reasoning.OVERLAP: "the shared cells",
    Reasoning.COUNT: "the mines left",
    Reasoning.CASES: "in every layout",
}
"""The information that CS50's rules don't use, in words short enough for a narrow panel."""


def groups_of(
    levels: ReasoningLevels, position: Position, settled: Mapping[Cell, Derivation]
) -> dict[Group, list[Cell]]:
    """Return the covered cells by group, each group in reading order.

    ``settled``: the cells that the agent has settled, which may lag behind the conclusions of its rules.
    """
    groups: dict[Group, list[Cell]] = {group: [] for group in Group}
    for cell, level in levels.items():
        groups[Group(level)].append(cell)
    groups[Group.UNSEEN] = unseen(levels, settled)
    groups[Group.UNSETTLED] = sorted(position.covered - levels.safe - levels.mines)
    return groups


def unseen(levels: ReasoningLevels, settled: Mapping[Cell, Derivation]) -> list[Cell]:
    """Return the safe cells that the agent, which has ``settled`` some cells, has not found, in reading order."""
    return [cell for cell in sorted(levels.safe) if levels[cell] > Reasoning.SUBSET or cell not in settled]


def least_risk(found: Probabilities) -> tuple[Fraction, list[Cell]]:
    """Return the lowest chance of a covered cell to be a mine, and the cells with this chance in reading order.

    They are 1 and no cells if no cell is covered.

    >>> from minesweeper_qt.model import mine_probabilities
    >>> least_risk(mine_probabilities(Position.from_text("3x2x2\\n1HH\\nHHH")))
    (Fraction(1, 3), [(0, 1), (1, 0), (1, 1)])
    """
    width = found.position.width
    risks = [(Fraction(mines, layouts), cells) for cells, mines, layouts in found.groups]
    least = min((risk for risk, _ in risks), default=Fraction(1))
    return least, sorted(divmod(cell, width) for risk, cells in risks if risk == least for cell in cells)


def summary(levels: ReasoningLevels, groups: Mapping[Group, Collection[Cell]]) -> str:
    """Summarise in a sentence or two how many cells are provably safe, or else which guess has the least risk.

    >>> from minesweeper_qt.model import reasoning_levels
    >>> position = Position.from_text("3x2x1\\n1HH\\nHHH")
    >>> levels = reasoning_levels(position)
    >>> summary(levels, groups_of(levels, position, {}))
    '2 cells are provably safe, with the number of mines; the CS50 agent sees none of them.'
    """
    text = _summary(levels, groups)
    return text if levels.probabilities is not None else f"{text} {TOO_HARD}"


def _summary(levels: ReasoningLevels, groups: Mapping[Group, Collection[Cell]]) -> str:
    if levels.safe:
        found = [(len(levels.safe.intersection(groups[Group(level)])), by) for level, by in BY.items()]
        found = [(number, by) for number, by in found if number]
        one = len(levels.safe) == 1
        text = f"{len(levels.safe)} {plural(len(levels.safe), 'cell is', 'cells are')} provably safe"
        text += f", {found[0][1]}" if len(found) == 1 else ": " + ", ".join(f"{number} {by}" for number, by in found)
        unseen = len(groups[Group.UNSEEN])
        seen = len(levels.safe) - unseen
        if one:
            return f"{text}; the CS50 agent {'does not see' if unseen else 'sees'} it."
        return f"{text}; the CS50 agent sees {'all' if not unseen else seen or 'none'} of them."
    if levels.probabilities is None:
        return "No covered cell is provably safe."
    certain = what_is_certain(frozenset(), *least_risk(levels.probabilities))
    return f"{certain[0].upper()}{certain[1:]}."


def title(group: Group, cells: Collection[Cell], levels: ReasoningLevels) -> str:
    """Return the name of a group with the number of its cells."""
    if group is Group.UNSEEN:
        return f"Safe, not seen by the CS50 agent: {counted_or_no(len(cells), 'cell')}"
    if group is Group.UNSETTLED:
        least = None if levels.probabilities is None or levels.safe else least_risk(levels.probabilities)
        risk = "" if not cells or least is None else f", the least risk is {percent(least[0])}"
        return f"Not certain: {counted_or_no(len(cells), 'cell')}{risk}"
    safe = sum(cell in levels.safe for cell in cells)
    mines = len(cells) - safe
    parts = [f"{safe} safe"] * bool(safe) + [counted_or_no(mines, "mine")] * bool(mines)
    name = BY[Reasoning(group)]
    return f"{name[0].upper()}{name[1:]}: {', '.join(parts) or 'none'}"


def entry(group: Group, cell: Cell, levels: ReasoningLevels) -> str:
    """Return a cell with its verdict, or with its chance to be a mine if it has none, as listed in ``group``."""
    level = levels.get(cell)
    if level is None:
        if levels.probabilities is None:
            return f"{cell}"
        return f"{cell}: a mine with {percent(levels.probabilities.probability[cell])}"
    if group is Group.UNSEEN:
        return f"{cell}: safe by {level}, {_WHY_UNSEEN.get(level, 'not learned yet')}"
    return f"{cell}: {'safe' if cell in levels.safe else 'a mine'}"

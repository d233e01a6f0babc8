"""Formats cells, sentences, verdicts and step numbers as text."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A pair ``(row, column)``, both from 0. Defined here again because this package must not import ``model.board``."""

MOST_NAMED = 8
"""The most cells that a text lists: as many as a clue has neighbours. People don't read longer lists."""


def counted(number: int, what: str) -> str:
    """Return ``number`` with the noun ``what``, in the plural unless ``number`` is 1.

    >>> counted(1, "mine"), counted(2, "mine")
    ('1 mine', '2 mines')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def joined(parts: list[str]) -> str:
    """Join the parts with commas, and with "and" before the last one.

    >>> joined(["a"]), joined(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def listed(cells: Collection[Cell]) -> str:
    """List the cells in reading order; of more than ``MOST_NAMED`` cells only the first two are named.

    >>> listed({(1, 0), (0, 1), (0, 0)})
    '(0, 0), (0, 1) and (1, 0)'
    >>> listed({(0, j) for j in range(20)})
    '(0, 0), (0, 1) and 18 more cells'
    """
    ordered = [str(cell) for cell in sorted(cells)]
    if len(ordered) > MOST_NAMED:
        ordered = [*ordered[:2], f"{len(ordered) - 2} more cells"]
    return joined(ordered)


def sentence_text(cells: Iterable[Cell], count: int) -> str:
    """Format a sentence as ``{cells} = count`` with all its cells, in reading order.

    >>> sentence_text({(0, 1), (0, 0)}, 1)
    '{(0, 0), (0, 1)} = 1'
    """
    return f"{{{', '.join(str(cell) for cell in sorted(cells))}}} = {count}"


def short_sentence(cells: Collection[Cell], count: int) -> str:
    """Format a sentence as ``{cells} = count``; of more than ``MOST_NAMED`` cells only the first two are named.

    >>> short_sentence({(0, 0), (0, 1)}, 1)
    '{(0, 0), (0, 1)} = 1'
    >>> short_sentence({(0, j) for j in range(20)}, 3)
    '{(0, 0), (0, 1), ... 20 cells} = 3'
    """
    if len(cells) <= MOST_NAMED:
        return sentence_text(cells, count)
    first, second = sorted(cells)[:2]
    return f"{{{first}, {second}, ... {len(cells)} cells}} = {count}"


def verdict_text(cells: Collection[Cell], is_mine: bool) -> str:
    """State that the cells are mines, or that they are safe.

    >>> verdict_text([(0, 1)], True), verdict_text([(0, 1), (0, 2)], False)
    ('(0, 1) is a mine', '(0, 1) and (0, 2) are safe')
    """
    one = len(cells) == 1
    return f"{listed(cells)} {'is' if one else 'are'} {('a mine' if one else 'mines') if is_mine else 'safe'}"


def steps_text(numbers: Iterable[int]) -> str:
    """List steps by their numbers in ascending order; three or more consecutive numbers become a range.

    >>> steps_text([3]), steps_text([1, 5]), steps_text([7, 1, 2, 3])
    ('step 3', 'steps 1 and 5', 'steps 1 to 3 and 7')
    """
    ordered = sorted(numbers)
    runs: list[list[int]] = []
    for number in ordered:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return f"step{'' if len(ordered) == 1 else 's'} {joined(parts)}"

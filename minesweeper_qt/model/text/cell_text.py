"""Writes cells, sentences and numbers of steps as text."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""``(row, column)``, both from 0; this package imports no board."""

MOST_NAMED = 8
"""A text that lists more cells than that is not read: as many as a clue has neighbours."""


def counted(number: int, what: str) -> str:
    """Return how many of what.

    >>> counted(1, "mine"), counted(2, "mine")
    ('1 mine', '2 mines')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def joined(parts: list[str]) -> str:
    """Return the parts as people list them.

    >>> joined(["a"]), joined(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def listed(cells: Collection[Cell]) -> str:
    """Name cells in reading order, not too many of them.

    >>> listed({(1, 0), (0, 1), (0, 0)})
    '(0, 0), (0, 1) and (1, 0)'
    """
    ordered = [str(cell) for cell in sorted(cells)]
    if len(ordered) > MOST_NAMED:
        ordered = [*ordered[:2], f"{len(ordered) - 2} more cells"]
    return joined(ordered)


def sentence_text(cells: Iterable[Cell], count: int) -> str:
    """Write ``{cells} = count`` with the cells in reading order.

    >>> sentence_text({(0, 1), (0, 0)}, 1)
    '{(0, 0), (0, 1)} = 1'
    """
    return f"{{{', '.join(str(cell) for cell in sorted(cells))}}} = {count}"


def short_sentence(cells: Collection[Cell], count: int) -> str:
    """Write ``{cells} = count``, not with hundreds of cells.

    >>> short_sentence({(0, 0), (0, 1)}, 1)
    '{(0, 0), (0, 1)} = 1'
    >>> short_sentence({(0, j) for j in range(20)}, 3)
    '{(0, 0), (0, 1), ... 20 cells} = 3'
    """
    if len(cells) <= MOST_NAMED:
        return sentence_text(cells, count)
    first, second = sorted(cells)[:2]
    return f"{{{first}, {second}, ... {len(cells)} cells}} = {count}"


def are(cells: Collection[Cell], is_mine: bool) -> str:
    """Say of cells that they are mines, or safe.

    >>> are([(0, 1)], True), are([(0, 1), (0, 2)], False)
    ('(0, 1) is a mine', '(0, 1) and (0, 2) are safe')
    """
    one = len(cells) == 1
    return f"{listed(cells)} {'is' if one else 'are'} {('a mine' if one else 'mines') if is_mine else 'safe'}"


def steps_text(numbers: Iterable[int]) -> str:
    """Name steps by their numbers.

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

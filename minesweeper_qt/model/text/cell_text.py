"""Formats cells, sentences and verdicts as text."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from heapq import nsmallest
from typing import TypeAlias

from minesweeper_qt.model.text.number_text import plural

Cell: TypeAlias = tuple[int, int]
"""A pair ``(row, column)``, both from 0. Defined here again because this package must not import ``model.board``."""

MOST_NAMED = 8
"""The most cells that a sentence of text names: as many as a clue has neighbours. People don't read longer lists."""


MOST_LISTED = 12
"""The most cells that are named where the list stands for itself, after a colon or at the end of a text."""


def joined(parts: Iterable[str], more: int = 0, comma: str = ", ", word: str = "and") -> str:
    """Join the parts with commas, and with ``word`` before the last one.

    ``more``: how many others exist that are not among the parts; only their number is given, if it is above 0.
    ``comma``: separates the parts in place of a comma.

    >>> joined(["a"]), joined(["a", "b", "c"]), joined(["a", "b"], more=3)
    ('a', 'a, b and c', 'a, b and 3 more')
    """
    named = [*parts, f"{more} more"] if more > 0 else list(parts)
    return f" {word} ".join([comma.join(named[:-1]), named[-1]] if len(named) > 1 else named)


def listed(cells: Collection[Cell], most: int = MOST_NAMED, word: str = "and") -> str:
    """List the cells in reading order; at most ``most`` of them are named, and the others counted.

    >>> listed({(1, 0), (0, 1), (0, 0)})
    '(0, 0), (0, 1) and (1, 0)'
    >>> listed({(0, j) for j in range(20)}, most=2)
    '(0, 0), (0, 1) and 18 more'
    """
    return joined(map(str, nsmallest(most, cells)), len(cells) - most, word=word)


def one_of(cells: Collection[Cell], most: int = MOST_NAMED) -> str:
    """List the cells in reading order as alternatives.

    >>> one_of({(1, 0), (0, 1), (0, 0)})
    '(0, 0), (0, 1) or (1, 0)'
    """
    return listed(cells, most, "or")


def cells_as_lists(cells: Iterable[Cell]) -> list[list[int]]:
    """Return the cells for JSON, each ``[row, column]``, in reading order.

    >>> cells_as_lists({(1, 0), (0, 1)})
    [[0, 1], [1, 0]]
    """
    return [list(cell) for cell in sorted(cells)]


def sentence_text(cells: Iterable[Cell], count: int) -> str:
    """Format a sentence as ``{cells} = count`` with all its cells, in reading order.

    >>> sentence_text({(0, 1), (0, 0)}, 1)
    '{(0, 0), (0, 1)} = 1'
    """
    return f"{{{', '.join(map(_cell_text, sorted(cells)))}}} = {count}"


# Cached because a cell occurs in many sentences, and a search formats all of them at once.
_cell_text = lru_cache(maxsize=2**16)(str)


def short_sentence(cells: Collection[Cell], count: int) -> str:
    """Format a sentence as ``{cells} = count``; of more than ``MOST_NAMED`` cells only the first two are named.

    >>> short_sentence({(0, 0), (0, 1)}, 1)
    '{(0, 0), (0, 1)} = 1'
    >>> short_sentence({(0, j) for j in range(20)}, 3)
    '{(0, 0), (0, 1), ... 18 more} = 3'
    """
    if len(cells) <= MOST_NAMED:
        return sentence_text(cells, count)
    first, second = nsmallest(2, cells)
    return f"{{{first}, {second}, ... {len(cells) - 2} more}} = {count}"


def verdict_text(cells: Collection[Cell], is_mine: bool, most: int = MOST_NAMED) -> str:
    """State that the cells are mines, or that they are safe; at most ``most`` of them are named.

    >>> verdict_text([(0, 1)], True), verdict_text([(0, 1), (0, 2)], False)
    ('(0, 1) is a mine', '(0, 1) and (0, 2) are safe')
    """
    return f"{listed(cells)} {are_text(len(cells), is_mine)}"


def are_text(number: int, is_mine: bool) -> str:
    """Return the end of a sentence that states of so many cells that they are mines, or that they are safe.

    >>> are_text(1, True), are_text(2, False)
    ('is a mine', 'are safe')
    """
    return plural(number, "is a mine", "are mines") if is_mine else plural(number, "is safe", "are safe")

"""Layouts drawn uniformly from all that agree with a position."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.position import Position


def draw_layout(
    position: Position, random: Random, given: Mapping[Cell, int] = MappingProxyType({})
) -> frozenset[Cell]:
    """Return the mines of a layout that agrees with ``position``, all such layouts equally likely.

    ``given`` says of covered cells that they are mines (1) or safe (0) in it.
    """
    raise NotImplementedError

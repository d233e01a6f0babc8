"""The positions to practise on that are shipped: a file for each topic, with a position on each line."""

from __future__ import annotations

from functools import cache

from minesweeper_qt.model.practice.practice_position import PracticePosition, Topic
from minesweeper_qt.model.resources import resource


@cache
def positions_of(topic: Topic) -> tuple[PracticePosition, ...]:
    """Return the shipped positions of ``topic``, in an order that stays the same; none of ``MISSED``.

    They are read once. What is certain in each of them is computed when it is needed.

    >>> {position.topic for position in positions_of(Topic.SUBSET)}, positions_of(Topic.MISSED)
    ({<Topic.SUBSET: 'subset'>}, ())
    """
    if topic is Topic.MISSED:
        return ()
    lines = resource(f"practice/{topic.value}.txt").decode().splitlines()
    return tuple([PracticePosition.from_key(topic, line) for line in lines])

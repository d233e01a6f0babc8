"""Tests that the garbage collector searches few objects at a time while pauses are kept short."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from minesweeper_qt.gui.app import pauses_kept_short


@pytest.fixture(autouse=True)
def garbage_is_collected() -> Iterator[None]:
    """Collect garbage as in the program; the other tests run without."""
    gc.enable()
    yield
    gc.disable()
    # What is loaded was frozen for all tests.
    gc.freeze()


def most_searched(objects: int) -> int:
    """Make this many objects that stay, and return how many objects a full collection had to search at most."""
    searched = [0]

    def count(phase: str, details: dict[str, int]) -> None:
        if phase == "start" and details["generation"] == 2:
            searched.append(len(gc.get_objects()))

    gc.callbacks.append(count)
    try:
        kept = [[number] for number in range(objects)]
        assert len(kept) == objects
    finally:
        gc.callbacks.remove(count)
    return max(searched)


def test_a_collection_searches_few_objects_however_many_there_are() -> None:
    with pauses_kept_short():
        assert 0 < most_searched(300_000) < 30_000


@pytest.mark.slow
def test_without_it_a_collection_searches_nearly_all() -> None:
    assert most_searched(300_000) > 100_000


def test_all_settings_are_restored() -> None:
    before = sys.getswitchinterval(), gc.get_threshold(), list(gc.callbacks)
    with pauses_kept_short():
        assert sys.getswitchinterval() < before[0]
    assert (sys.getswitchinterval(), gc.get_threshold(), list(gc.callbacks)) == before


@pytest.mark.slow
def test_garbage_in_young_cycles_is_freed() -> None:
    with pauses_kept_short():
        frozen = gc.get_freeze_count()
        for _ in range(100_000):
            cycle: list[object] = []
            cycle.append(cycle)
        assert gc.get_freeze_count() - frozen < 20_000

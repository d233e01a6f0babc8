"""Tests of pauses that are kept short, and of garbage that a window which is open for long leaves."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from minesweeper_qt.gui.app import pauses_kept_short


@pytest.fixture
def garbage_is_collected() -> Iterator[None]:
    """Collect garbage as in the program; the other tests run without."""
    gc.enable()
    yield
    gc.disable()
    # What is loaded was frozen for all tests.
    gc.freeze()


class Linked:
    """An object in a cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("garbage_is_collected")
def test_what_has_lived_for_long_is_collected_too() -> None:
    """A cycle may hold a whole game; it has outlived some collections when it is dropped."""
    with pauses_kept_short():
        thing = Linked()
        outlived = [[number] for number in range(300_000)]
        freed = weakref.ref(thing)
        del thing
        outlived += [[number] for number in range(600_000)]
        assert freed() is None


def test_all_settings_are_restored() -> None:
    before = sys.getswitchinterval()
    with pauses_kept_short():
        assert sys.getswitchinterval() < before
    assert sys.getswitchinterval() == before

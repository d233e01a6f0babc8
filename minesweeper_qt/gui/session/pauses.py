"""Keeps the pauses short in which Python lets no thread but one run, so that the window reacts at once."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

_SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread yields to another one; three times Python's default of 5 ms lasts a frame."""

_THRESHOLDS = (700, 10, 1)
"""When garbage is collected: the last of them lets a collection of all objects search some 14,000, in a few ms."""


@contextmanager
def kept_short() -> Iterator[None]:
    """Let threads yield soon and collect garbage in small portions, inside the block.

    A collection stops all threads. What survives a collection of all objects is not searched again: the knowledge of a
    large board, half a million objects, would take half a second. Python frees what is in no cycle without it; cycles
    that live as long as this are few and small, and are collected after the block.
    """
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    gc.freeze()
    # It searches nothing, but Python waits for a quarter more objects than the last collection of all has left.
    gc.collect()
    gc.set_threshold(*_THRESHOLDS)
    gc.callbacks.append(_keep_survivors)
    try:
        yield
    finally:
        gc.callbacks.remove(_keep_survivors)
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        sys.setswitchinterval(interval)


def _keep_survivors(phase: str, details: Mapping[str, int]) -> None:
    if phase == "stop" and details["generation"] == 2:
        gc.freeze()

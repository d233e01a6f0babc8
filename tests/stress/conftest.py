"""Marks the tests of this folder as long, and gives them their ``Effort``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.stress.effort import Effort


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents and not item.get_closest_marker("long"):
            # The conftest above has taken it for a fast one.
            item.own_markers = [marker for marker in item.own_markers if marker.name != "fast"]
            item.add_marker(pytest.mark.long)


@pytest.fixture
def effort(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Effort:
    """Return how much this test is to do, by the options ``--stress-...``."""
    seconds = None if request.config.getoption("--stress-full") else request.config.getoption("--stress-seconds")
    return Effort(request.config.getoption("--stress-seed"), seconds, record_property)

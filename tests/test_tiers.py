"""Tests of how tests run: in one tier each, the long ones by stable shares, and with which warnings as errors."""

from __future__ import annotations

import warnings

import pytest

from tests.conftest import TIERS, is_in_share

NODES = [f"tests/test_module.py::test_{number}" for number in range(1000)]


def test_this_test_is_fast(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("fast")


@pytest.mark.slow
def test_a_marked_test_is_not_fast(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("fast") is None


def test_no_test_is_in_two_tiers(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        tiers = [tier for tier in ("fast", *TIERS) if item.get_closest_marker(tier)]
        assert len(tiers) == 1, f"{item.nodeid}: {tiers}"


def test_a_share_of_the_long_tests_is_stable_and_as_large_as_asked_for() -> None:
    sample = [node for node in NODES if is_in_share(node, 0.3, "one commit")]
    assert sample == [node for node in NODES if is_in_share(node, 0.3, "one commit")]
    assert 240 < len(sample) < 360
    assert set(sample) < {node for node in NODES if is_in_share(node, 0.5, "one commit")}
    assert sample != [node for node in NODES if is_in_share(node, 0.3, "another commit")]
    assert all(is_in_share(node, 1, "") for node in NODES)
    assert not any(is_in_share(node, 0, "") for node in NODES)


def test_all_shares_together_cover_everything() -> None:
    covered = {node for commit in range(20) for node in NODES if is_in_share(node, 0.5, str(commit))}
    assert covered == set(NODES)


@pytest.mark.parametrize("category", [DeprecationWarning, PendingDeprecationWarning, FutureWarning])
def test_only_what_another_package_will_lose_is_no_error(category: type[Warning]) -> None:
    def warn(category: type[Warning], module: str) -> None:
        warnings.warn_explicit("for a test", category, "a_file.py", 1, module)

    with warnings.catch_warnings(record=True) as shown:
        warn(category, "another_package.module")
    assert len(shown) == 1
    for module in ("minesweeper_qt.gui.app", "tests.gui.test_app"):
        with pytest.raises(category):
            warn(category, module)
    with pytest.raises(UserWarning):
        warn(UserWarning, "another_package.module")

"""Tests that the meter of the stress tests finds gaps of the event loop, where and why."""

from __future__ import annotations

from time import monotonic, sleep, thread_time

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.gui.support.event_gaps import Gap, GapMeter, IdleProgram


def compute_for_a_while() -> None:
    start = thread_time()
    while thread_time() - start < 0.3:
        pass


def test_computing_and_waiting_are_gaps_of_different_kinds(qtbot: QtBot) -> None:
    meter = GapMeter(0.1, lambda: "a test")
    meter.start()
    qtbot.waitUntil(lambda: meter.ticks > 3)
    QTimer.singleShot(0, meter, compute_for_a_while)
    qtbot.waitUntil(lambda: any(gap.busy > 0.25 for gap in meter.gaps))
    computed = next(gap for gap in meter.gaps if gap.busy > 0.25)
    sleep(0.3)
    qtbot.waitUntil(lambda: any(gap.seconds > 0.25 > gap.busy for gap in meter.gaps))
    meter.leave_out()
    meter.stop()
    assert computed.seconds > 0.25
    assert computed.doing == "a test"
    assert "compute_for_a_while" in computed.stack


@pytest.mark.parametrize(
    "idle, beyond",
    [
        ([], 0.4),
        ([Gap(0.5, 0.2)], 0.4),
        ([Gap(0.9, 0.2)], 0.3),
        ([Gap(1.1, 0.1), Gap(1.3, 9.0)], 0.2),
    ],
)
def test_what_an_idle_program_shares_of_a_gap_does_not_count(idle: list[Gap], beyond: float) -> None:
    assert Gap(1.0, 0.4).beyond(idle) == pytest.approx(beyond)


@pytest.mark.slow
def test_an_idle_program_runs_until_the_block_ends() -> None:
    before = monotonic()
    with IdleProgram() as idle:
        sleep(0.2)
    assert all(before < gap.start < monotonic() for gap in idle.gaps)

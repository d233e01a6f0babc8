"""Tests of the docks: their default sizes, and floating docks, also after a restart."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper_qt.gui.window.preferences import WindowView
from tests.gui.support.windows import CTRL, SHIFT, Key, MakePlayer, Player

FLOATING = pytest.mark.qt_log_ignore(r"This plugin does not support", extend=True)


@pytest.mark.slow
def test_another_view_leaves_the_docks_of_the_sandbox_in_their_places(player: Player) -> None:
    player.key(Key.Key_B, CTRL)
    sandbox = player.window.sandbox
    assert sandbox is not None
    before = {name: sandbox.dockWidgetArea(dock) for name, dock in sandbox.inspector.docks.items()}
    for view in (WindowView.PLAY, WindowView.AGENT, WindowView.INSPECT, WindowView.PLAY):
        player.window.show_view(view)
    assert {name: sandbox.dockWidgetArea(dock) for name, dock in sandbox.inspector.docks.items()} == before


@pytest.mark.slow
@FLOATING
def test_a_floating_dock_is_visible_and_checked_after_a_restart(make_player: MakePlayer) -> None:
    first = make_player()
    first.window.inspector.docks["known"].setFloating(True)
    first.window.inspector.bring_to_front("known")
    assert first.window.inspector.what_is_known_panel.isVisible()
    assert first.action("known").isChecked()
    first.window.close()
    again = make_player()
    assert again.window.inspector.docks["known"].isFloating()
    assert again.window.inspector.what_is_known_panel.isVisible()
    assert again.action("known").isChecked()
    again.window.activateWindow()
    again.key(Key.Key_L, SHIFT)
    assert again.window.inspector.docks["known"].isHidden()
    assert not again.action("known").isChecked()


@pytest.mark.parametrize("seed", [pytest.param(1, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.long)])
def test_docks_that_are_moved_at_random_in_narrow_and_wide_windows_end_nothing(tmp_path: Path, seed: int) -> None:
    """Qt crashes when docks are put into tabs at the wrong moment: each walk has a process of its own."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.gui.support.dock_walk", str(seed), "150", str(tmp_path / "settings.ini")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert ended.returncode == 0, f"seed {seed}: {ended.stderr[-2000:]}\nafter\n{ended.stdout[-500:]}"

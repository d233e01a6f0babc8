"""What a review found broken, each as the user met it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from minesweeper_qt.model import Minesweeper, State
from tests.gui.support.windows import CTRL, LEFT, Key, MakePlayer, Player


def test_a_press_on_a_cell_that_the_ai_opens_meanwhile_does_not_chord(player: Player) -> None:
    player.click((4, 4))
    number = min(
        cell
        for cell in player.covered()
        if player.game.nearby_mines(cell) == len(player.around(cell) & player.game.mines)
    )
    player.flag(player.around(number) & player.game.mines)
    player.press(number)
    player.session.reveal(number)
    before = player.snapshot()
    player.release(number)
    assert player.snapshot() == before
    assert str(player.game.history[-1]) == f"reveal {number[0]} {number[1]}"


@pytest.mark.parametrize("level", ["cs50", "expert"])
@pytest.mark.parametrize("width, height", [(800, 600), (1180, 700)])
def test_the_board_keeps_its_place_whatever_the_status_says(
    make_player: MakePlayer, difficulty: str, width: int, height: int
) -> None:
    player = make_player(difficulty)
    player.window.resize(width, height)
    player.window.show()
    player.qtbot.wait(30)  # the footer finds its shape
    place = player.view.geometry()
    for text in ("", "Ready.", "No known safe move: AI made a random move. Lost after 1234 s: (12, 13) is a mine." * 2):
        player.window.footer.set_status(text)
        player.qtbot.wait(1)
        assert player.view.geometry() == place
    assert player.window.footer.status.toolTip() == player.status


def test_the_table_keeps_its_place_when_a_cell_is_selected(player: Player) -> None:
    top = player.window.knowledge_panel.table.geometry().top()
    player.click((3, 3), LEFT, CTRL)
    player.qtbot.wait(1)
    assert player.window.knowledge_panel.table.geometry().top() == top


def test_selected_rows_bring_their_cells_into_sight(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=5)
    for _ in range(40):
        player.session.ai_move()
        player.has_learned()
    player.window.board_area.set_zoom(64)
    view = player.window.board_view
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    view.outline(frozenset({(0, 0), (0, 1)}))
    sight = view.viewport().rect()
    assert sight.contains(view.visualRect(player.window.board_model.index(0, 0)))


def test_a_press_at_the_edge_does_not_scroll_the_board(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=5)
    player.window.board_area.set_zoom(64)
    view = player.window.board_view
    before = view.horizontalScrollBar().value(), view.verticalScrollBar().value()
    edge = view.viewport().rect().bottomRight()
    player.qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=edge)
    assert player.mines_left == 98
    assert (view.horizontalScrollBar().value(), view.verticalScrollBar().value()) == before


def test_ctrl_f_finds_sentences_even_while_the_panel_is_hidden(player: Player) -> None:
    player.action("knowledge").setChecked(False)
    player.key(Key.Key_F, CTRL)
    assert player.window.knowledge_panel.filter_field.hasFocus()
    assert player.action("knowledge").isChecked()


def test_the_copied_seed_with_the_same_first_click_brings_the_same_board(player: Player) -> None:
    player.click((4, 4))
    player.action("copy_seed").trigger()
    assert "same first click" in player.status
    again = Minesweeper.at_difficulty(
        player.session.difficulty, seed=int(QGuiApplication.clipboard().text()), start=(4, 4)
    )
    assert again.mines == player.game.mines


def test_an_error_in_the_agent_ends_autoplay(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks() -> None:
        raise RuntimeError("someone else's agent")

    player.session.start_autoplay()
    monkeypatch.setattr(player.session.agent, "make_safe_move", breaks)
    with pytest.raises(RuntimeError, match="someone else"):
        player.session._autoplay_tick()
    assert not player.session.is_autoplaying
    assert player.session.state is State.READY


def test_ctrl_c_while_a_picture_is_made_ends_with_130_and_no_picture(tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    # The signal comes from within, once Auto-play is under way: no guess at how long a start takes.
    script = (
        "import os, signal, sys\n"
        "from minesweeper_qt.cli.program import main\n"
        "from minesweeper_qt.gui.session.game_session import GameSession\n"
        "tick = GameSession._autoplay_slice\n"
        "def ticks(self, left=[3]):\n"
        "    left[0] -= 1\n"
        "    if not left[0]:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return tick(self)\n"
        "GameSession._autoplay_slice = ticks\n"
        "sys.exit(main())\n"
    )
    size = ["--height", "100", "--width", "100", "--mines", "1500", "--seed", "1"]
    command = [sys.executable, "-c", script, "play", *size, "--autoplay", "--screenshot", str(picture)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 128 + signal.SIGINT
    assert ended.stderr == ""
    assert list(tmp_path.iterdir()) == []

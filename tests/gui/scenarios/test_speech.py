"""Tests of what screen readers speak for each key: one sentence, once."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from minesweeper_qt.gui.panels.move_log_panel import MoveLogModel
from minesweeper_qt.model import Minesweeper, State
from tests.gui.support.heard import Heard
from tests.gui.support.windows import ALT, AUTOPLAY, CTRL, NOTHING, SHIFT, Key, Player, seed_ending_in

pytestmark = pytest.mark.slow


@pytest.fixture
def listened(player: Player, heard: Heard) -> tuple[Player, Heard]:
    """Return a player of a board of 4 rows and 5 columns, with the cursor on (0, 0), and what is spoken.

    ::

        . * . . .
        . . . . .
        * . . . .
        . . . . *
    """
    player.session.open(Minesweeper(4, 5, 3, layout_mines=[(0, 1), (2, 0), (3, 4)]))
    player.view.setFocus()
    player.go_to((0, 1))
    player.go_to((0, 0))
    heard.take()
    return player, heard


def test_each_move_of_the_cursor_or_the_ai_and_each_hint_is_one_sentence(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    for key, name in (
        (Key.Key_Down, "covered, row 1, column 0"),
        (Key.Key_Right, "covered, row 1, column 1"),
        (Key.Key_Left, "covered, row 1, column 0"),
    ):
        player.key(key)
        assert heard.take() == [name]
    player.key(Key.Key_Left)
    assert heard.take() == ["covered, row 1, column 0"]
    # What speaks in place of the board changes nothing about who takes the focus.
    assert player.view.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert player.view.parentWidget().focusPolicy() == Qt.FocusPolicy.NoFocus
    player.go_to((0, 4))
    player.key(Key.Key_Space)
    heard.take()
    player.key(Key.Key_H)
    hints = heard.take()
    assert len(hints) == 1
    assert hints[0].startswith("Hint: row ")
    player.key(Key.Key_A)
    moves = heard.take()
    assert len(moves) == 1
    assert moves[0].endswith(" opened")


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_where_announcements_are_heard_nothing_else_is_sent(
    listened: tuple[Player, Heard], monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    player, heard = listened
    monkeypatch.setattr(sys, "platform", system)
    player.key(Key.Key_Down)
    assert heard.take() == ["covered, row 1, column 0"]
    player.key(Key.Key_F)
    assert heard.take() == ["Flag, 2 left"]
    assert heard.announced == ["covered, row 1, column 0", "Flag, 2 left"]


def test_what_the_player_does_is_spoken_with_what_it_changed(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    # Without the AI nothing is said of the risks of guesses.
    player.key(Key.Key_F6)
    heard.take()
    for key, sentence in (
        (Key.Key_Space, "1, 1 opened"),
        (Key.Key_F, "Not possible: a revealed cell takes no flag"),
        (Key.Key_F, "Not possible: a revealed cell takes no flag"),
        (Key.Key_Space, "Not possible: the 1 needs 1 flag around it and has none"),
    ):
        player.key(key)
        assert heard.take() == [sentence]
    player.go_to((0, 1))
    heard.take()
    for sentence in ("Flag, 2 left", "No flag, 3 left", "Flag, 2 left"):
        player.key(Key.Key_F)
        assert heard.take() == [sentence]
    for cell, sentence in (((0, 0), "2 opened"), ((0, 4), "empty, 1 opened")):
        player.go_to(cell)
        heard.take()
        player.key(Key.Key_Space)
        assert heard.take() == [sentence]


def test_each_switch_and_each_view_speaks_its_name(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    for key, name, states in (
        (Key.Key_O, "Overlay", ("on", "off")),
        (Key.Key_R, "Risks", ("on", "off")),
        (Key.Key_L, "Levels", ("on", "off")),
        (Key.Key_U, "Follow the Cursor", ("on", "off")),
        (Key.Key_I, "Inspect by Click", ("on", "off")),
        (Key.Key_M, "Tell AI the Number of Mines", ("on", "off")),
        (Key.Key_C, "Coordinates", ("off", "on")),
    ):
        for state in states:
            player.key(key)
            assert heard.take()[0] == f"{name} {state}"
    for key, name in ((Key.Key_F6, "Play"), (Key.Key_F7, "Inspect"), (Key.Key_F8, "Agent")):
        player.key(key)
        assert heard.take() == [f"{name} view"]


def test_a_pause_and_its_end_are_spoken_and_why_a_key_can_do_nothing(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    player.key(Key.Key_Space)
    heard.take()
    player.key(Key.Key_P)
    assert heard.take() == ["Pause on"]
    player.key(Key.Key_P)
    assert heard.take() == ["Pause off. 1, row 0, column 0"]
    player.key(Key.Key_P)
    heard.take()
    for key in (Key.Key_Space, Key.Key_H):
        QTest.keyClick(player.window.focusWidget(), key)
        assert heard.take()[-1] == "Paused, P goes on"
    player.key(Key.Key_P)
    player.click((0, 1))
    assert player.game.state is State.LOST
    player.view.setFocus()
    player.qtbot.waitUntil(lambda: not player.session.is_computing)
    for key, modifier in ((Key.Key_Space, NOTHING), (Key.Key_F, NOTHING), (Key.Key_P, NOTHING), (Key.Key_End, ALT)):
        heard.take()
        cursor = player.view.cursor_cell
        player.key(key, modifier)
        assert heard.take() == ["The game is over. F2 starts another"]
        assert player.view.cursor_cell == cursor
    player.key(Key.Key_J)
    assert heard.take() == ["Next Mistake is not possible now"]


def test_other_moments_and_games_are_spoken(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    player.key(Key.Key_F6)
    player.key(Key.Key_Space)
    heard.take()
    player.key(Key.Key_Z, CTRL)
    assert heard.take() == ["Before the first move"]
    player.key(Key.Key_Right, ALT)
    assert heard.take() == ["1, 1 opened"]
    player.key(Key.Key_F, CTRL | SHIFT)
    heard.take()
    player.key(Key.Key_B, SHIFT)
    assert heard.take()[0].startswith("Time 0:00. 3BV ")
    player.key(Key.Key_F2)
    assert heard.take() == ["New game. covered, row 0, column 0"]


def test_the_end_of_a_game_is_spoken_again_from_an_earlier_moment_and_what_follows_it(
    listened: tuple[Player, Heard],
) -> None:
    player, heard = listened
    player.click((0, 0))
    player.click((0, 1))
    player.view.setFocus()
    player.wait_until_computed()
    heard.take()
    player.key(Key.Key_Z, CTRL)
    assert heard.take()[0].startswith("Move 1 of 2")
    player.key(Key.Key_End, ALT)
    (spoken,) = heard.take()
    assert spoken.startswith("Lost. A")
    for _ in range(2):
        player.key(Key.Key_4, ALT)
        assert heard.take()[0].startswith("The AI plays by Exact")


def test_a_step_that_there_is_not_is_told(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    player.key(Key.Key_Period)
    assert heard.take()[0].startswith("Ask why a cell is safe or a mine")


def test_a_win_is_spoken_once(player: Player, heard: Heard) -> None:
    player.session.new_game(seed=seed_ending_in("beginner", State.WON))
    player.view.setFocus()
    player.window.speed.set_speed(0)
    heard.take()
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: player.game.state is State.WON)
    spoken = ". ".join(heard.take())
    assert spoken.startswith("Auto-play on")
    assert spoken.count("The AI cleared it") == 1
    assert "opened" not in spoken


def test_a_proof_that_is_asked_for_is_spoken_with_the_number_of_its_steps(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    player.key(Key.Key_F7)
    for cell in ((0, 0), (1, 0), (1, 1)):
        player.click(cell)
    player.go_to((0, 1))
    player.qtbot.waitUntil(lambda: not player.session.is_computing)
    heard.take()
    for key, sentence in (
        (Key.Key_W, "row 0, column 1 is a mine. Level clue: one clue alone. 1 step"),
        (Key.Key_W, "row 0, column 1 is a mine. Level clue: one clue alone. 1 step"),
        (Key.Key_Period, "The 1 at row 0, column 0 has only one covered neighbour, row 0, column 1: a mine"),
    ):
        player.key(key)
        player.qtbot.waitUntil(lambda: not player.session.worker.is_computing)
        assert heard.take() == [sentence]
    player.key(Key.Key_A)
    player.qtbot.waitUntil(lambda: not player.session.worker.is_computing)
    heard.take()
    player.key(Key.Key_Escape)
    assert heard.take() == ["covered, row 0, column 1"]


def test_what_a_key_finds_and_where_esc_leads_is_spoken(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    hint = player.window.game_bar.buttons["hint"]
    hint.setFocus()
    heard.take()
    player.key(Key.Key_D)
    (spoken,) = heard.take()
    assert spoken.startswith("covered, row 0, column 0. Above: the edge.")
    assert hint.hasFocus()
    # What had the focus is there again for the next key.
    player.key(Key.Key_Control)
    assert heard.take() == [hint.accessibleName()]
    player.click((0, 0))
    player.key(Key.Key_W)
    steps = player.window.inspector.why_panel.steps
    player.qtbot.waitUntil(steps.isVisible)
    steps.setFocus()
    assert steps.hasFocus()
    player.wait_until_computed()
    heard.take()
    player.key(Key.Key_Escape)
    assert player.view.hasFocus()
    player.qtbot.waitUntil(lambda: bool(heard.spoken))
    assert heard.take() == ["1, row 0, column 0"]


def test_readers_that_keep_names_hear_of_each_cell_with_another_one(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    table = QAccessible.queryAccessibleInterface(player.view)
    names = {n: table.child(n).text(QAccessible.Text.Name) for n in range(table.childCount()) if table.child(n)}
    player.key(Key.Key_Space)
    player.go_to((0, 4))
    player.key(Key.Key_Space)
    heard.take()
    changed = {n for n, name in names.items() if table.child(n).text(QAccessible.Text.Name) != name}
    assert len(changed) == 2
    assert changed <= set(heard.renamed)


def test_a_move_log_that_is_hidden_tells_nothing(player: Player) -> None:
    player.click((4, 4))
    player.key(Key.Key_G)
    model = player.window.inspector.move_log_panel.model
    name = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert name.startswith("Move 1 of 1: You opened")
    player.key(Key.Key_P)
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) is None
    player.key(Key.Key_P)
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == name


def test_a_reader_that_asks_for_a_move_that_was_just_taken_back_gets_nothing(player: Player) -> None:
    player.click((4, 4))
    asked: list[object] = []
    model = MoveLogModel(player.session)
    # It is asked before it knows.
    player.session.changed.connect(lambda before, now: asked.append(model.data(row)))
    row = model.index(model.rowCount() - 1, 0)
    assert model.data(row) == "1"
    player.key(Key.Key_Backspace)
    assert asked == [None]


def test_tab_leads_from_the_board_and_the_card_to_everything_else(listened: tuple[Player, Heard]) -> None:
    player, heard = listened
    player.click((0, 1))
    player.view.setFocus()
    for key in (Key.Key_Right, Key.Key_Left):
        player.key(key)
        heard.take()
    seen = set()
    for _ in range(40):
        player.key(Key.Key_Tab)
        heard.take()
        seen.add(player.window.focusWidget())
    assert {player.window.result.card.new_game, player.window.game_bar.level, player.view} <= seen

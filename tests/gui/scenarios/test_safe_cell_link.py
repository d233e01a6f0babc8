"""Tests of the way from a guess to the proof of a cell that was safe: buttons, key, both makers, all views."""

from __future__ import annotations

import re

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from minesweeper_qt.gui.game.game_inspector import SafeCellButton
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import Cell, State, mine_probabilities
from tests.gui.support.exact_chances import exact_chances
from tests.gui.support.heard import Heard
from tests.gui.support.windows import CTRL, LEFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


def guess(player: Player, is_mine: bool) -> Cell:
    """Open an unclear cell, a mine or not, where another one is safe; return the safe one that is named."""
    exact = exact_chances(player)
    assert min(exact.values()) == 0
    unclear = [cell for cell, chance in exact.items() if 0 < chance < 1 and (cell in player.game.mines) == is_mine]
    player.click(min(unclear))
    player.wait_until_computed()
    safe_cell = player.session.timeline.moves[-1].safe_cell
    assert safe_cell is not None
    assert exact[safe_cell] == 0
    return safe_cell


@pytest.fixture
def begun(make_player: MakePlayer) -> Player:
    """A game whose first click leaves safe cells and unclear ones."""
    player = make_player("beginner", seed=3)
    player.click((4, 4))
    return player


def heading(player: Player) -> str:
    return player.window.inspector.why_panel.heading_text


def visible_buttons(player: Player) -> list[QPushButton]:
    return [button for button in player.window.findChildren(SafeCellButton) if button.isVisible()]


def assert_proved(player: Player, cell: Cell, moves: int) -> None:
    """Check that the window shows the proof of ``cell`` at the moment after ``moves`` moves."""
    player.qtbot.waitUntil(lambda: heading(player).startswith(f"{cell} is safe"), timeout=20_000)
    assert player.session.timeline.shown_move == moves
    assert player.window.inspector.why_panel.isVisible()
    assert player.window.selection.question == cell


def test_status_and_log_lead_from_a_guess_to_the_proof_of_a_safe_cell(begun: Player) -> None:
    assert not begun.action("prove_safe").isEnabled()
    assert visible_buttons(begun) == []
    cell = guess(begun, is_mine=False)
    assert begun.status.endswith(f"; {cell} was safe.")
    begun.session.pause.begin()
    begun.action("prove_safe").trigger()
    assert begun.session.timeline.is_live, "nothing happens while the game is paused"
    assert begun.window.selection.question is None
    begun.session.pause.end()
    (button,) = visible_buttons(begun)
    assert button.text() == "Which Was Safe?"
    QTest.mouseClick(button, LEFT)
    assert_proved(begun, cell, moves=1)
    assert visible_buttons(begun) == []
    begun.action("live").trigger()
    assert len(visible_buttons(begun)) == 1
    begun.click(cell)
    begun.window.inspector.bring_to_front("log")
    log = begun.window.inspector.move_log_panel
    begun.session.timeline.show_move(2)
    assert f"{cell} was safe" in log.details.toPlainText().split("\n")
    (button,) = log.findChildren(SafeCellButton)
    QTest.mouseClick(button, LEFT)
    assert_proved(begun, cell, moves=1)


def test_the_card_of_a_loss_leads_there_too(begun: Player) -> None:
    certain = [cell for cell, chance in exact_chances(begun).items() if not chance]
    cell = guess(begun, is_mine=True)
    card = begun.window.result.card
    assert begun.session.view.state is State.LOST
    assert card.result is not None
    assert card.detail.text() == f"{len(certain)} cells were safe."
    QTest.mouseClick(card.link, LEFT)
    assert_proved(begun, cell, moves=1)
    assert card.isVisible()
    assert card.link.text() == "Back to the Game"
    QTest.mouseClick(card.link, LEFT)
    assert begun.session.timeline.is_live
    assert card.link.text() == "Which Was Safe?"
    begun.key(Key.Key_Q)
    assert_proved(begun, cell, moves=1)
    QTest.mouseClick(card.take_back, LEFT)
    assert begun.session.timeline.is_live
    assert begun.session.view.state is State.PLAYING
    assert begun.status.startswith("Taken back.")
    assert begun.window.header.notes[1].text() == "with help"
    assert not card.isVisible()


def test_the_card_of_a_certain_mine_leads_to_its_proof_of_one_line_without_steps(begun: Player) -> None:
    begun.window.show_view(WindowView.PLAY)
    exact = exact_chances(begun)
    settled = begun.session.view.settled
    cell = min(cell for cell in exact if exact[cell] == 1 and cell in settled)
    begun.click(cell)
    begun.wait_until_computed()
    card = begun.window.result.card
    assert (card.title.text(), card.link.text()) == ("A certain mine", "Why a Mine?")
    assert card.detail.text() == "One clue said so."
    QTest.mouseClick(card.link, LEFT)
    begun.qtbot.waitUntil(lambda: heading(begun).startswith(f"{cell} is a mine"), timeout=20_000)
    panel = begun.window.inspector.why_panel
    assert begun.window.view is WindowView.INSPECT
    assert begun.view.hasFocus()
    assert panel.isVisible()
    steps = [panel.previous_button, panel.next_button, panel.steps_button]
    assert [button.isVisible() for button in steps] == [len(panel.model.rows) > 1] * 3


def test_in_play_the_card_says_in_place_what_shows_a_safe_cell_that_it_frames(begun: Player, heard: Heard) -> None:
    for size in ((1280, 800), (640, 480)):
        begun.window.resize(*size)
        begun.window.show_view(WindowView.PLAY)
        begun.key(Key.Key_R, CTRL)
        begun.click((4, 4))
        guess(begun, is_mine=False)
        assert visible_buttons(begun) == []
        begun.key(Key.Key_R, CTRL)
        begun.click((4, 4))
        guess(begun, is_mine=True)
        assert visible_buttons(begun) == []
        link = begun.window.result.card.link
        assert link.text() == "Which Was Safe?"
        result = begun.window.result.card.result
        assert result is not None
        assert "(" not in f"{result.title}{result.details[0]}"
        exact = dict(mine_probabilities(begun.session.playthrough.history.moment(1).position).probability)
        heard.take()
        QTest.mouseClick(link, LEFT)
        assert begun.window.view is WindowView.PLAY
        assert begun.session.timeline.is_live
        card, marks = begun.window.result.card, begun.window.board_view.marks
        assert marks.named is not None
        assert exact[marks.named] == 0
        assert marks.outlined
        assert marks.outlined <= begun.game.clues.keys()
        assert not card.title.is_cut
        assert card.title.text() == "Safe: in the frame"
        assert "\N{BLACK DIAMOND} is a mine" in card.result.details[-1]
        assert card.result.details[0].startswith("That cell was safe: the lit ")
        assert re.match(r"row \d+, column \d+ was safe: ", "".join(heard.take())), "in words, cells have names"
        assert link.text() == "Review"
        QTest.mouseClick(link, LEFT)
        assert begun.window.view is WindowView.INSPECT
        assert begun.session.timeline.shown_move == 1
        begun.window.show_view(WindowView.PLAY)
        begun.session.timeline.show_live()
        assert link.text() == "Which Was Safe?"


def test_in_play_the_menu_after_a_guess_says_it_in_the_status_and_a_key_takes_a_fatal_one_back(begun: Player) -> None:
    begun.window.show_view(WindowView.PLAY)
    guess(begun, is_mine=False)
    begun.action("prove_safe").trigger()
    assert begun.window.view is WindowView.PLAY
    assert begun.status.startswith("That cell was safe: the lit ")
    assert begun.window.board_view.marks.named in begun.session.view.position.covered
    assert begun.session.help.has_any
    begun.key(Key.Key_R, CTRL)
    begun.click((4, 4))
    before = begun.snapshot()
    guess(begun, is_mine=True)
    begun.view.setFocus()
    begun.key(Key.Key_Backspace)
    assert begun.snapshot() == before
    begun.action("new_game").trigger()
    assert begun.window.header.notes[1].text() == ""

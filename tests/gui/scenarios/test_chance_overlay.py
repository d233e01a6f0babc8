"""Tests of the overlay of mine chances: exact, up to date, visible, in texts, and absent where there are none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark, Overlay
from minesweeper_qt.gui.session.advice import KEPT_FOR
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, State
from minesweeper_qt.model.words import exact_text
from tests.gui.support.exact_chances import exact_chances
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.windows import CTRL, Key, MakePlayer, Player, seed_ending_in

pytestmark = pytest.mark.slow

__all__ = ["engine"]  # a fixture


def text(player: Player, cell: Cell, role: Qt.ItemDataRole = Qt.ItemDataRole.AccessibleTextRole) -> str | None:
    model = player.window.board_model
    return model.data(model.index(*cell), role)


@pytest.fixture
def risky(make_player: MakePlayer) -> Player:
    """An Intermediate game in progress with chances shown; mouse and focus are elsewhere."""
    player = make_player("intermediate", seed=1)
    player.key(Key.Key_R)
    player.click((8, 8))
    player.wait_until_computed()
    player.window.speed_slider.setFocus()
    return player


@pytest.mark.parametrize("keeps", [False, True])
def test_a_new_game_has_no_risks_in_any_view_unless_the_preference_keeps_them(
    make_player: MakePlayer, keeps: bool
) -> None:
    player = make_player()
    player.preferences.keeps_risks = keeps
    player.click((4, 4))
    player.key(Key.Key_R)
    player.key(Key.Key_F6)
    player.action("risks").trigger()
    player.key(Key.Key_F2)
    for key in (Key.Key_F6, Key.Key_F7):
        player.key(key)
        assert player.action("risks").isChecked() is keeps
    player.window.close()
    assert make_player().action("risks").isChecked() is keeps


def uncertain(player: Player) -> Cell:
    """Return an uncertain cell that touches a clue."""
    near, clues = player.game.grid.neighbours, player.game.clues.keys()
    return min(cell for cell, chance in exact_chances(player).items() if 0 < chance < 1 and near(cell) & clues)


# -- switching


def test_r_shows_risks_and_takes_them_away_and_before_a_protected_first_click_there_are_none(player: Player) -> None:
    legends = player.window.footer.legends
    assert not player.action("risks").isChecked()
    player.click((4, 4))
    player.wait_until_computed()
    assert player.session.view.chances is None
    assert not legends.scale.isVisible()
    for on in (True, False, True):
        player.key(Key.Key_R)
        player.wait_until_computed()
        assert player.action("risks").isChecked() is on
        assert (player.session.view.chances is not None) is on
        assert legends.scale.isVisible() is on
        assert legends.known.isVisible() is on
    player.key(Key.Key_R)
    for key, overlay, risks in (
        (Key.Key_O, True, False),
        (Key.Key_R, False, True),
        (Key.Key_O, True, False),
        (Key.Key_O, False, False),
    ):
        player.key(key)
        assert (player.action("overlay").isChecked(), player.action("risks").isChecked()) == (overlay, risks)
        assert legends.known.isVisible() == (overlay or risks)
        assert legends.scale.isVisible() == risks
    player.wait_until_computed()
    player.again()
    player.key(Key.Key_R)
    player.wait_until_computed()
    assert player.session.view.chances is None
    assert player.window.board_model.look((0, 0)).chance is None
    assert text(player, (0, 0), Qt.ItemDataRole.ToolTipRole) == "The first cell is safe."
    assert text(player, (0, 0)) == "covered, row 0, column 0"
    assert player.session.status.text.endswith("The first cell is safe.")
    player.key(Key.Key_R)
    assert text(player, (0, 0), Qt.ItemDataRole.ToolTipRole) is None


# -- what it shows


def test_the_chances_are_those_of_the_position_after_every_click(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(5, 6, 6), seed=4)
    player.key(Key.Key_R)
    while True:
        player.click(player.free())
        player.wait_until_computed()
        if player.game.state.is_over:
            break
        exact = exact_chances(player)
        assert player.session.view.chances is not None
        assert dict(player.session.view.chances.exact) == exact
        for cell, chance in exact.items():
            look = player.window.board_model.look(cell)
            assert look.chance is not None
            assert look.chance.is_certain == (chance in (0, 1))
            if not look.chance.is_certain and look.mark is Mark.NONE:
                assert f"{look.chance.text.lstrip('<>')} % mine" in text(player, cell)
            tip = text(player, cell, Qt.ItemDataRole.ToolTipRole)
            if chance in (0, 1):
                assert tip == f"{cell} is proved {'a mine' if chance else 'safe'}."
            else:
                assert tip == f"{cell} is a mine with probability {exact_text(chance)}."
    assert player.game.state is State.WON


@pytest.mark.parametrize("size", [16, 18, 24, 38])
@pytest.mark.parametrize("shown", [Chance(0), Chance(100)])
def test_short_and_long_numbers_show_on_cells_of_all_sizes_with_and_without_flag(
    qapp: QApplication, size: int, shown: Chance
) -> None:
    def differs(face: Face) -> bool:
        """Return whether another number makes another picture."""
        tiles = Tiles(themes.load("light"), size, 1, qapp.font())
        other = Chance(shown.percent, is_certain=True)
        pictures = [tiles.picture(Look(face, chance=chance)).toImage() for chance in (shown, other)]
        return pictures[0] != pictures[1]

    assert differs(Face.COVERED)
    assert differs(Face.FLAGGED)


def test_the_status_shows_the_exact_chance_of_the_selected_cell_else_the_last_result_or_the_card(risky: Player) -> None:
    risky.session.player.toggle_flag(uncertain(risky))
    assert risky.session.view.chances is not None, "a flag says nothing about mines"
    assert not risky.session.is_computing
    risky.session.player.toggle_flag(uncertain(risky))
    status, cell = risky.status, uncertain(risky)
    expected = f"{cell} is a mine with probability {exact_text(exact_chances(risky)[cell])}."
    assert "with probability" not in status
    risky.view.setFocus()
    risky.go_to(cell)
    assert risky.status == expected
    assert expected in risky.window.knowledge_panel.bar_label.text()
    risky.go_to(min(risky.game.clues))
    assert risky.status == status
    risky.go_to(cell)
    assert risky.status == expected
    risky.key(Key.Key_Escape)
    assert risky.status == status
    risky.click(cell, modifier=CTRL)
    assert risky.status == expected
    risky.key(Key.Key_R)
    assert risky.status == status
    risky.key(Key.Key_R)
    risky.wait_until_computed()
    risky.end(State.LOST)
    risky.wait_until_computed()
    assert risky.session.view.chances is not None
    card = risky.window.result.card
    assert card.isVisible()
    risky.window.selection.select_cell(min(risky.session.view.chances.exact))
    assert card.isVisible()


def test_the_legend_has_the_risk_of_the_cells_that_touch_no_clue(player: Player) -> None:
    player.preferences.keeps_risks = True
    legend = player.window.footer.legends.elsewhere
    assert not legend.isVisible()
    player.key(Key.Key_R)
    assert legend.words[0].text() == "every cell 12 %"
    player.click((4, 4))
    player.wait_until_computed()
    near, clues = player.game.grid.neighbours, player.game.clues.keys()
    risks = {chance for cell, chance in exact_chances(player).items() if not near(cell) & clues}
    assert legend.isVisible()
    assert legend.words[0].text() == f"elsewhere {Chance.of(*risks).text} %"
    player.key(Key.Key_N, CTRL)
    assert legend.words[0].text() == "every cell 12 %"
    player.session.new_game(DIFFICULTIES["expert"])
    assert legend.words[0].text() == "every cell 21 %"


@pytest.mark.parametrize("is_on", [True, False])
def test_after_a_loss_the_risk_stays_on_the_mine_and_the_numbers_with_risks_on(risky: Player, is_on: bool) -> None:
    player = risky
    near, clues = player.game.grid.neighbours, dict(player.game.clues)
    exact = exact_chances(player)
    hit, *others = [cell for cell in sorted(player.game.mines) if 0 < exact[cell] < 1 and near(cell) & clues.keys()]
    if not is_on:
        player.key(Key.Key_R)
    risk = Chance.of(exact[hit]).text
    player.click(hit)
    player.wait_until_computed()
    assert player.game.state is State.LOST
    assert text(player, hit) == f"exploded mine, risk {risk} %, row {hit[0]}, column {hit[1]}"
    assert player.window.board_model.look(hit).under(Overlay.OFF).chance is not None
    for cell in others:
        words = f", risk {Chance.of(exact[cell]).text} %" if is_on else ""
        assert text(player, cell) == f"mine{words}, row {cell[0]}, column {cell[1]}"
    player.key(Key.Key_R)
    player.wait_until_computed()
    # What is switched on after the loss is about the same position.
    assert ("risk" in (text(player, others[0]) or "")) is not is_on


def test_after_a_move_was_taken_back_they_are_those_of_the_position(player: Player) -> None:
    player.key(Key.Key_R)
    for _ in range(2):
        player.click(player.free())
        player.wait_until_computed()
    player.session.take_back()
    assert player.session.view.chances is None
    assert all(player.session.view.look(cell).chance is None for cell in player.covered())
    player.wait_until_computed()
    assert player.session.view.chances is not None
    assert dict(player.session.view.chances.exact) == exact_chances(player)


# -- late and failed answers


def test_old_chances_are_hidden_when_new_ones_take_long(engine: type[GatedEngine], risky: Player) -> None:
    player, cell = risky, uncertain(risky)
    before = player.picture(cell)
    assert "mine" in (text(player, cell) or "")
    engine.gate.shut()
    player.click(player.free())
    assert player.session.view.chances is None
    assert text(player, cell, Qt.ItemDataRole.ToolTipRole) is None
    player.time.wait(KEPT_FOR)
    assert text(player, cell) == f"covered, row {cell[0]}, column {cell[1]}"
    player.move((0, 0))
    without = player.picture(cell)
    assert without != before
    engine.gate.open()
    player.wait_until_computed()
    assert player.picture(cell) != without


def test_too_hard_is_explained_once_and_in_short_for_a_guess(
    make_player: MakePlayer, engine: type[GatedEngine]
) -> None:
    player = make_player("cs50", seed=seed_ending_in("cs50", State.WON))
    engine.gives_up = True
    player.key(Key.Key_R)
    player.wait_until_computed()
    assert "Exact chances would take too long here" in player.status
    legend = player.window.footer.legends.elsewhere
    assert legend.isVisible()
    cell = player.free()
    player.click(cell)
    player.wait_until_computed()
    assert not legend.isVisible()
    assert player.status.endswith(f"Guess at {cell}: its risk would take too long to count.")
    assert "Exact chances" not in player.status
    player.key(Key.Key_R)
    player.key(Key.Key_R)
    player.wait_until_computed()
    assert "too long" in player.status

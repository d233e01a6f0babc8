"""The overlay of chances: right, current, seen, said, and out of the way when there is none."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.tiles import Tiles, heat
from minesweeper_qt.gui.presentation.chances import Chance, exactly
from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import Cell, Difficulty, State, mine_probabilities, seen_by_player
from tests.gui.support.colours import distance
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.windows import CTRL, Key, MakePlayer, Player, seed_that

__all__ = ["engine"]  # a fixture


def truth(player: Player) -> dict[Cell, Fraction]:
    return dict(mine_probabilities(seen_by_player(player.game)).probability)


def text(player: Player, cell: Cell, role: Qt.ItemDataRole = Qt.ItemDataRole.AccessibleTextRole) -> str | None:
    model = player.window.board_model
    return model.data(model.index(*cell), role)


@pytest.fixture
def risky(make_player: MakePlayer) -> Player:
    """An Intermediate game under way with chances shown, the mouse and the cursor elsewhere."""
    player = make_player("intermediate", seed=1)
    player.key(Key.Key_R)
    player.click((8, 8))
    player.has_thought()
    player.window.speed_slider.setFocus()
    return player


def uncertain(player: Player) -> Cell:
    return min(cell for cell, chance in truth(player).items() if 0 < chance < 1)


# -- switching


def test_it_is_off_at_first_and_nothing_is_reckoned(player: Player) -> None:
    assert not player.action("risks").isChecked()
    player.click((4, 4))
    player.has_thought()
    assert player.session.chances is None
    assert not player.window.footer.scale.isVisible()


def test_r_shows_it_and_takes_it_away(player: Player) -> None:
    player.click((4, 4))
    for on in (True, False, True):
        player.key(Key.Key_R)
        player.has_thought()
        assert player.action("risks").isChecked() is on
        assert (player.session.chances is not None) is on
        assert player.window.footer.scale.isVisible() is on
        assert player.window.footer.legend.isVisible() is on


def test_of_the_two_overlays_one_is_shown_at_most(player: Player) -> None:
    act = player.action
    for key, overlay, risks in (
        (Key.Key_O, True, False),
        (Key.Key_R, False, True),
        (Key.Key_O, True, False),
        (Key.Key_O, False, False),
        (Key.Key_R, False, True),
        (Key.Key_R, False, False),
    ):
        player.key(key)
        assert (act("overlay").isChecked(), act("risks").isChecked()) == (overlay, risks)
        assert player.window.footer.legend.isVisible() == (overlay or risks)
        assert player.window.footer.scale.isVisible() == risks
    player.has_thought()


def test_it_is_remembered(make_player: MakePlayer) -> None:
    player = make_player()
    for on in (True, False):
        player.key(Key.Key_R)
        player.window.close()
        player = make_player()
        assert player.action("risks").isChecked() is on
        player.click((4, 4))
        player.has_thought()
        assert (player.session.chances is not None) is on


def test_the_legend_comes_without_moving_anything(risky: Player) -> None:
    window = risky.window
    widgets = (window.board_view, window.header, window.footer, window.footer.status)
    places = [widget.geometry() for widget in widgets]
    risky.action("risks").trigger()
    risky.qtbot.wait(1)
    assert [widget.geometry() for widget in widgets] == places


# -- what it shows


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_chances_are_those_of_the_position_after_every_click(make_player: MakePlayer, seed: int) -> None:
    player = make_player(Difficulty.custom(5, 6, 6), seed)
    player.key(Key.Key_R)
    while True:
        player.click(player.free())
        player.has_thought()
        if player.game.state.is_over:
            break
        exact = truth(player)
        assert player.session.chances is not None
        assert dict(player.session.chances.exact) == exact
        for cell, chance in exact.items():
            look = player.window.board_model.look(cell)
            assert look.chance is not None
            assert look.chance.is_certain == (chance in (0, 1))
            if not look.chance.is_certain and look.mark is Mark.NONE:
                assert f"{look.chance.text.lstrip('<>')} % mine" in text(player, cell)
            assert (
                text(player, cell, Qt.ItemDataRole.ToolTipRole)
                == f"{cell} is a mine with probability {exactly(chance)}."
            )
    assert player.game.state is State.WON


def test_revealed_cells_have_no_chance(risky: Player) -> None:
    for cell in risky.game.clues:
        look = risky.window.board_model.look(cell)
        assert look.face is Face.REVEALED
        assert look.chance is None
        assert text(risky, cell, Qt.ItemDataRole.ToolTipRole) is None


def test_a_tile_has_the_colour_of_its_chance(risky: Player) -> None:
    cell = uncertain(risky)
    picture = risky.picture(cell)
    theme = themes.for_palette(risky.window.palette())
    beside = picture.pixelColor(round(picture.width() * 0.15), picture.height() // 2)
    look = risky.window.board_model.look(cell)
    assert distance(beside, heat(look, theme)) < 12
    risky.action("risks").trigger()
    assert risky.picture(cell) != picture


def test_what_is_certain_carries_the_marks_of_the_other_overlay(risky: Player) -> None:
    exact = truth(risky)
    safe = min(cell for cell, chance in exact.items() if chance == 0)
    mine = min(cell for cell, chance in exact.items() if chance == 1)
    pictures = [risky.picture(cell) for cell in (safe, mine)]
    agent = risky.session.agent
    assert safe in agent.safes
    assert mine in agent.mines
    risky.action("overlay").trigger()
    assert [risky.picture(cell) for cell in (safe, mine)] == pictures


def test_a_flagged_cell_shows_flag_and_chance(risky: Player) -> None:
    cell = uncertain(risky)
    plain = risky.picture(cell)
    risky.session.toggle_flag(cell)
    assert risky.session.chances is not None, "a flag says nothing about mines"
    assert not risky.session.is_thinking
    flagged = risky.picture(cell)
    risky.action("risks").trigger()
    assert flagged not in (plain, risky.picture(cell))
    assert text(risky, cell) == f"row {cell[0]}, column {cell[1]}: flagged"


@pytest.mark.parametrize("size", range(10, 40, 2))
@pytest.mark.parametrize("shown", [Chance(0), Chance(100)])
def test_a_number_shows_wherever_a_shorter_one_does_flag_or_not(qapp: QApplication, size: int, shown: Chance) -> None:
    def differs(face: Face) -> bool:
        """Whether another number makes another picture."""
        tiles = Tiles(themes.load("light"), size, 1, qapp.font())
        other = Chance(shown.percent, is_certain=True)
        pictures = [tiles.picture(Look(face, chance=chance)).toImage() for chance in (shown, other)]
        return pictures[0] != pictures[1]

    assert differs(Face.COVERED) is (size >= 16)
    assert differs(Face.FLAGGED) is (size >= 16)


@pytest.mark.parametrize("zoom", [16, 20, 32, 64])
def test_a_number_stays_within_its_tile(risky: Player, zoom: int) -> None:
    risky.window.board_area.set_zoom(zoom)
    cell = uncertain(risky)
    risky.at(cell)
    theme = themes.for_palette(risky.window.palette())
    picture = risky.picture(cell)
    ground = heat(risky.window.board_model.look(cell), theme)
    middle = range(picture.height() // 4, picture.height() * 3 // 4)
    for x in (2, picture.width() - 3):
        assert all(distance(picture.pixelColor(x, y), ground) < 40 for y in middle)


def test_the_cursor_tells_the_exact_chance(risky: Player) -> None:
    cell = uncertain(risky)
    exact = truth(risky)[cell]
    risky.click(cell, modifier=CTRL)
    wanted = f"{cell} is a mine with probability {exactly(exact)}."
    assert risky.status == wanted
    assert wanted in risky.window.knowledge_panel.bar_text


def test_before_a_protected_first_click_there_are_none(player: Player) -> None:
    player.key(Key.Key_R)
    player.has_thought()
    assert player.session.chances is None
    assert player.window.board_model.look((0, 0)).chance is None
    assert text(player, (0, 0), Qt.ItemDataRole.ToolTipRole) == "The first cell is safe."
    assert text(player, (0, 0)) == "row 0, column 0: covered"
    assert player.status.endswith("The first cell is safe.")
    player.key(Key.Key_R)
    assert text(player, (0, 0), Qt.ItemDataRole.ToolTipRole) is None


def test_where_the_first_click_can_be_a_mine_it_has_a_chance(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=2)
    player.key(Key.Key_R)
    player.has_thought()
    assert text(player, (0, 0)) == "row 0, column 0: covered, 12 % mine"
    assert "first cell" not in player.status


@pytest.mark.parametrize("state", [State.WON, State.LOST])
def test_after_the_end_there_are_none(make_player: MakePlayer, state: State) -> None:
    player = make_player("intermediate", seed=1)
    player.key(Key.Key_R)
    player.click((8, 8))
    player.has_thought()
    player.end(state)
    for _ in range(3):
        player.has_thought()
        assert player.session.chances is None
        for cell in player.game.grid.cells:
            assert player.window.board_model.look(cell).chance is None
            assert text(player, cell, Qt.ItemDataRole.ToolTipRole) is None
        player.key(Key.Key_R)


def test_the_result_of_the_last_move_comes_back_after_a_chance(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=1)
    player.key(Key.Key_R)
    player.click(min(player.covered()))
    player.has_thought()
    said = player.status
    cell = uncertain(player)
    seen = min(player.game.clues)
    player.go_to(cell)
    assert "with probability" in player.status
    player.go_to(seen)
    assert player.status == said
    player.go_to(cell)
    assert "with probability" in player.status
    player.key(Key.Key_Escape)
    assert player.status == said
    player.click(cell, modifier=CTRL)
    assert "with probability" in player.status
    player.key(Key.Key_R)
    assert player.status == said


# -- what comes late


def test_an_answer_to_an_old_position_is_dropped(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player(seed=1)
    player.click((4, 4))
    player.has_thought()
    engine.gate.came.clear()
    engine.gate.shut()
    player.key(Key.Key_R)
    player.qtbot.waitUntil(lambda: len(engine.gate.came) == 1)
    found: list[object] = []
    player.session.chances_changed.connect(lambda: found.append(player.session.chances))
    player.click(player.free())
    player.click(player.free())
    assert player.session.chances is None
    engine.gate.open()
    player.has_thought()
    assert player.session.chances is not None
    assert dict(player.session.chances.exact) == truth(player)
    # The first answer made no difference, and of those that waited only the newest was looked at.
    assert [chances for chances in found if chances is not None] == [player.session.chances]
    assert engine.gate.came[-1] == seen_by_player(player.game)
    assert engine.gate.threads == {"thinking"}


def test_old_numbers_are_never_said_and_fade(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("intermediate", seed=1)
    player.key(Key.Key_R)
    player.click((8, 8))
    player.has_thought()
    cell = uncertain(player)
    player.window.speed_slider.setFocus()
    before = player.picture(cell)
    assert "mine" in (text(player, cell) or "")
    engine.gate.shut()
    player.click(player.free())
    assert player.session.chances is None
    assert text(player, cell) == f"row {cell[0]}, column {cell[1]}: covered"
    assert text(player, cell, Qt.ItemDataRole.ToolTipRole) is None
    player.qtbot.waitUntil(lambda: player.session.chances_are_stale)
    player.move((0, 0))
    faded = player.picture(cell)
    assert faded != before
    engine.gate.open()
    player.has_thought()
    assert not player.session.chances_are_stale
    assert player.picture(cell) != faded


def test_a_new_game_has_none_of_the_old_ones_chances(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("beginner", seed=1)
    player.key(Key.Key_R)
    player.click((4, 4))
    player.has_thought()
    engine.gate.shut()
    player.key(Key.Key_N, CTRL)
    assert all(player.window.board_model.look(cell).chance is None for cell in player.game.grid.cells)
    engine.gate.open()
    player.has_thought()
    assert player.session.chances is None
    player.click((4, 4))
    player.has_thought()
    assert player.session.chances is not None
    assert dict(player.session.chances.exact) == truth(player)


def test_what_is_too_hard_leaves_the_marks_and_says_so(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    player.has_thought()
    engine.gives_up = True
    player.key(Key.Key_R)
    player.has_thought()
    assert player.session.chances is None
    assert "Exact chances would take too long here" in player.status
    safe = min(player.session.agent.safes - player.game.clues.keys())
    marked = player.picture(safe)
    player.key(Key.Key_O)
    assert player.picture(safe) == marked
    player.key(Key.Key_R)
    engine.gives_up = False
    player.click(safe)
    player.has_thought()
    assert player.session.chances is not None
    assert "too long" not in player.status


def test_too_hard_is_said_once_and_of_a_guess_in_short(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("cs50", seed=seed_that("cs50", State.WON))
    engine.gives_up = True
    player.key(Key.Key_R)
    player.has_thought()
    assert "Exact chances would take too long here" in player.status
    cell = player.free()
    player.click(cell)
    player.has_thought()
    assert player.status.endswith(f"Guess at {cell}: its risk is too hard to count.")
    assert "too long" not in player.status
    player.key(Key.Key_R)
    player.key(Key.Key_R)
    player.has_thought()
    assert "too long" in player.status


def test_the_window_closes_at_once_while_much_waits(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("expert", seed=1)
    engine.gate.shut()
    player.key(Key.Key_R)
    player.click(player.free())
    player.qtbot.waitUntil(lambda: bool(engine.gate.came))
    engine.gate.open()
    player.window.close()
    assert not player.session.is_thinking
    came = len(engine.gate.came)
    player.qtbot.wait(20)
    assert len(engine.gate.came) == came


# -- guesses


def lost_guess(player: Player) -> tuple[Cell, dict[Cell, Fraction]]:
    """Reveal a mine that the sentences say nothing about; return it and the chances before."""
    exact = truth(player)
    cell = min(cell for cell in player.game.mines if cell not in player.session.agent.mines)
    player.click(cell)
    player.has_thought()
    return cell, exact


def test_a_guess_of_the_players_is_rated(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=8)
    player.click((0, 0))
    while (moves := player.session.agent.safes - player.game.clues.keys()) or min(truth(player).values()) == 0:
        cell = min(moves or (cell for cell, chance in truth(player).items() if chance == 0))
        player.click(cell)
        player.has_thought()
        assert ("Guess" in player.status) is False
        assert ("was no guess" in player.status) is not bool(moves)
    exact = truth(player)
    cell = min(cell for cell in player.covered() if exact[cell] > min(exact.values()))
    player.click(cell)
    player.has_thought()
    assert f"Guess at {cell}: risk " in player.status
    assert player.status.startswith(f"{cell} has ") or player.status.startswith("Revealed ")


def test_the_end_tells_the_risk(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    cell, exact = lost_guess(player)
    assert player.game.state is State.LOST
    assert f"{cell} is a mine." in player.status
    assert min(exact.values()) == 0
    assert player.status.endswith("but there was a safe cell.")


def test_the_protected_first_click_is_no_guess(player: Player) -> None:
    player.click((4, 4))
    player.has_thought()
    assert "uess" not in player.status
    player.key(Key.Key_R, CTRL)
    player.click((4, 4))
    player.has_thought()
    assert "Guess at (4, 4): risk 12 %, the lowest there was." in player.status


def test_a_guess_of_the_agents_is_rated(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=2)
    player.key(Key.Key_A)
    player.has_thought()
    assert player.status.startswith("Lost after ")
    assert "No known safe move: AI made a random move." in player.status
    assert player.status.endswith("risk 12 %, the lowest there was.")


def test_a_guess_in_a_slow_autoplay_is_rated(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed_that("cs50", State.WON))
    player.window.speed_slider.setValue(0)
    player.key(Key.Key_P)
    player.qtbot.waitUntil(lambda: "Guess at " in player.status)
    assert len(player.game.history) == 1
    assert player.session.is_autoplaying


def test_a_rating_that_comes_after_the_next_move_is_dropped(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("cs50", seed=2)
    engine.gate.shut()
    player.click(player.free())
    player.qtbot.waitUntil(lambda: bool(engine.gate.came))
    player.flag([player.mine()])
    engine.gate.open()
    player.qtbot.wait(20)
    assert "uess" not in player.status


def test_an_error_of_the_engines_is_shown_and_nobody_waits(
    make_player: MakePlayer, engine: type[GatedEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = make_player(seed=1)

    def breaks(self: GatedEngine, position: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(engine, "solve", breaks)
    with player.qtbot.captureExceptions() as errors:
        player.key(Key.Key_R)
        player.click((4, 4))
        player.has_thought()
    assert [str(error) for _, error, _ in errors] == ["a mistake"]
    assert player.session.chances is None

"""Tests of the mark of a hint on the board; tests/gui/session/test_strategies.py has those of hints themselves."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt

from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import CLASSIC_RULES, DIFFICULTIES, Minesweeper, State
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.words import in_words, plural
from tests.gui.support.heard import Heard
from tests.gui.support.windows import CTRL, RIGHT, SHIFT, Key, MakePlayer, Player
from tests.model.support.oracles import Truth, layouts

pytestmark = pytest.mark.slow


@pytest.fixture
def opened(make_player: MakePlayer) -> Player:
    """An Intermediate game in which the AI knows safe cells."""
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    return player


def test_a_hint_plays_nothing_and_is_shown_until_the_next_change(opened: Player) -> None:
    player, view = opened, opened.window.board_view
    before, cursor = player.snapshot(), view.cursor_cell
    player.key(Key.Key_H)
    cell = view.marks.hint
    assert cell in player.session.playthrough.snapshot.safes - player.game.clues.keys()
    assert player.status.startswith(f"Hint: {cell} is safe: ")
    assert player.snapshot() == before
    assert view.cursor_cell == cursor
    assert player.view.hasFocus()
    model = player.window.board_model
    accessible_texts = {
        c: model.data(model.index(*c), Qt.ItemDataRole.AccessibleTextRole) for c in player.game.grid.cells
    }
    assert [c for c, text in accessible_texts.items() if ", hint, row " in text] == [cell]
    player.click(cell)
    assert view.marks.hint is None
    for change in (lambda cell: player.click(cell), lambda cell: player.click(cell, RIGHT)):
        safe = player.session.playthrough.snapshot.safe_move
        assert safe is not None
        plain = player.picture(safe)
        player.key(Key.Key_H)
        assert view.marks.hint == safe
        assert player.picture(safe) != plain
        change(safe)
        assert view.marks.hint is None
    player.key(Key.Key_H)
    player.key(Key.Key_N, CTRL)
    assert view.marks.hint is None
    player.end(State.WON)
    assert not player.action("hint").isEnabled()


def test_a_hint_before_the_first_click_says_that_any_cell_is_safe_and_is_no_help(player: Player, heard: Heard) -> None:
    heard.take()
    player.key(Key.Key_H)
    assert player.status == "Any cell: the first is safe."
    assert heard.take() == ["Any cell: the first is safe"]
    player.click(player.session.view.hint or (4, 4))
    assert Help.HINT not in player.session.help.had
    player.session.new_game(DIFFICULTIES["cs50"], seed=1)
    player.key(Key.Key_H)
    player.wait_until_computed()
    assert player.status.startswith("Hint: guess at ")


def test_a_hint_names_the_flag_that_is_wrong(player: Player) -> None:
    player.click((4, 4))
    player.key(Key.Key_H)
    cell = player.session.view.hint
    assert cell is not None
    player.click(cell, RIGHT)
    player.key(Key.Key_H)
    assert player.status.startswith(f"Hint: {cell} is safe: ")
    assert player.status.endswith(f" Your flag on {cell} is wrong.")
    other = min(player.session.playthrough.snapshot.safes - player.game.clues.keys() - {cell})
    player.click(cell, RIGHT)
    player.click(other, RIGHT)
    player.key(Key.Key_H)
    assert player.status.endswith(f" Your flag on {other} is wrong.")
    player.action("coordinates").trigger()
    assert player.status.endswith(" Your flag on that cell is wrong.")
    assert player.window.board_view.marks.named == other


def test_after_a_hint_w_explains_it_until_the_cursor_moves(opened: Player) -> None:
    player, panel = opened, opened.window.inspector.why_panel
    player.key(Key.Key_H)
    hint, cursor = player.session.view.hint, player.window.board_view.cursor_cell
    player.key(Key.Key_W)
    player.wait_until_explained()
    assert panel.heading_text.startswith(f"{hint} is safe")
    player.window.board_view.move_cursor(cursor)
    player.key(Key.Key_W)
    assert player.window.selection.question == cursor


@pytest.mark.parametrize("seed", range(12))
def test_the_stages_of_a_hint_agree_with_all_layouts_and_each_is_one_sentence(
    player: Player, heard: Heard, seed: int
) -> None:
    player.window.show_view(WindowView.PLAY)
    rng = Random(seed)
    height, width = rng.choice([(2, 6), (3, 4), (4, 3)])
    cells = [(row, column) for row in range(height) for column in range(width)]
    order = rng.sample(cells, len(cells))
    truth = Truth(height, width, frozenset(order[:3]), tuple(order[3:]))
    game = Minesweeper(height, width, 3, rules=CLASSIC_RULES, layout_mines=truth.mines)
    player.session.open(game)
    for cell in truth.order[:3]:
        if cell not in game.clues and not game.state.is_over:
            player.click(cell)
    if game.state.is_over:
        return
    flag = next((cell for cell in truth.order if cell not in game.clues), None)
    if flag is not None and seed % 3 == 0:
        player.click(flag, RIGHT)
    possible = layouts(truth, game.clues, total=3)
    safe = set(cells) - game.clues.keys() - game.mines_found - frozenset().union(*possible)
    if not safe and flag in game.mines_found:
        return
    heard.take()
    stages: list[Help] = []
    while player.session.view.hint is None:
        player.key(Key.Key_H)
        player.wait_until_computed()
        assert len(heard.take()) == 1
        stages.append(player.session.help.had & ~Help.KNOWN_BOARD)
        if len(stages) == 1:
            certain = f"{in_words(len(safe)).capitalize()} {plural(len(safe), 'cell is', 'cells are')} certain; "
            assert player.status.startswith(certain if safe else "Nothing is certain: the best guess is ")
        elif len(stages) == 2 and safe:
            assert player.window.board_view.outlined <= game.clues.keys()
    assert stages == [Help.CERTAINTY, *[Help.CLUES] * bool(safe), Help.HINT], "the deepest stage alone is kept"
    assert not safe or player.session.view.hint in safe
    player.key(Key.Key_W)
    player.wait_until_explained()
    assert player.window.selection.question in safe or not safe, "W proves the hint, in Play too"


def test_where_hints_come_in_stages_is_a_preference(opened: Player) -> None:
    player = opened
    for view, stages, has_stages in (
        (WindowView.INSPECT, "play", False),
        (WindowView.INSPECT, "always", True),
        (WindowView.PLAY, "play", True),
        (WindowView.PLAY, "never", False),
    ):
        player.again()
        player.click((4, 4))
        player.window.show_view(view)
        player.preferences.hint_stages = stages
        player.key(Key.Key_H)
        player.wait_until_computed()
        assert (player.session.view.hint is None) is has_stages, (view, stages)


def test_what_is_proved_is_flagged_and_only_that(opened: Player) -> None:
    player, proved = opened, opened.session.view.snapshot.mines
    assert proved
    player.click(min(proved), RIGHT)
    wrong = max(player.covered() - player.session.view.settled.keys())
    player.click(wrong, RIGHT)
    player.key(Key.Key_F, SHIFT)
    assert player.game.mines_found == proved | {wrong}
    assert Help.HINT in player.session.help.had
    before = player.snapshot()
    player.key(Key.Key_F, SHIFT)
    assert player.snapshot() == before
    player.action("undo").trigger()
    player.key(Key.Key_F, SHIFT)
    assert player.snapshot() == before, "nothing is flagged at an earlier moment"

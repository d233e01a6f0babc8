"""Tests of the whole window by long sequences of random clicks and keys, with everything checked after each step."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

import pytest

from minesweeper_qt.gui.presentation.look import Face, Mark
from minesweeper_qt.gui.presentation.status_text import AGENT_STRATEGIES
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.dialogs import CustomGame
from minesweeper_qt.model import DIFFICULTIES, Board, Cell, Difficulty, State
from tests.gui.support.windows import ALT, CTRL, LEFT, MIDDLE, NOTHING, RIGHT, Key, MakePlayer, Player

pytestmark = pytest.mark.long

KEYS = (
    *((key, NOTHING, 3) for key in (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down)),
    *((key, NOTHING, 6) for key in (Key.Key_Space, Key.Key_F, Key.Key_A, Key.Key_P)),
    *((key, NOTHING, 3) for key in (Key.Key_H, Key.Key_R)),
    *((key, ALT, 1) for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4)),
    *((key, NOTHING, 2) for key in (Key.Key_S, Key.Key_O, Key.Key_K, Key.Key_C, Key.Key_M, Key.Key_Escape)),
    *((key, NOTHING, 2) for key in (Key.Key_BracketLeft, Key.Key_BracketRight, Key.Key_Tab)),
    *((key, CTRL, 1) for key in (Key.Key_N, Key.Key_R, Key.Key_Plus, Key.Key_Minus, Key.Key_0)),
    *((key, CTRL, 1) for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5)),
)


class RandomUser:
    """Performs random clicks and keys, and keeps a list of what it did in ``done``."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.random = random.Random(seed)
        self.done: list[str] = []
        player.waits_for_learning = False

    def step(self) -> None:
        steps: list[tuple[Callable[[], str], int]] = [
            (self.click, 40),
            (self.click_well, 25),
            (self.drag, 4),
            (self.both, 4),
            (self.key, 30),
            (self.row, 6),
            (self.type, 3),
            (self.wait, 10),
        ]
        (act,) = self.random.choices([step for step, _ in steps], [weight for _, weight in steps])
        self.done.append(act())

    def cell(self) -> Cell:
        return self.random.choice(self.player.game.grid.cells)

    def click(self) -> str:
        cell = self.cell()
        button = self.random.choice((LEFT, RIGHT, RIGHT, RIGHT, MIDDLE))
        modifier = CTRL if self.random.random() < 0.1 else NOTHING
        self.player.click(cell, button, modifier)
        return f"click {button.name} {modifier} {cell}"

    def click_well(self) -> str:
        """Open a cell without a mine, so that games last; start a new game if there is none or the game is over."""
        covered = sorted(self.player.covered())
        if self.player.game.state.is_over or not covered:
            self.player.key(Key.Key_N, CTRL)
            return "new game"
        cell = self.random.choice(covered)
        self.player.click(cell)
        return f"click well {cell}"

    def drag(self) -> str:
        start, end = self.cell(), self.cell()
        self.player.press(start)
        self.player.move(end)
        self.player.release(end)
        return f"drag {start} {end}"

    def both(self) -> str:
        cell = self.cell()
        self.player.press(cell, LEFT)
        self.player.press(cell, RIGHT)
        self.player.release(cell, LEFT)
        self.player.release(cell, RIGHT)
        return f"both {cell}"

    def key(self) -> str:
        ((key, modifier, _),) = self.random.choices(KEYS, [weight for _, _, weight in KEYS])
        self.player.key(key, modifier)
        return f"key {key.name} {modifier}"

    def row(self) -> str:
        table = self.player.window.knowledge_panel.table
        if not table.isVisible() or not table.model().rowCount():
            return "no row"
        row = self.random.randrange(table.model().rowCount())
        table.scrollTo(table.model().index(row, 0))
        spot = table.visualRect(table.model().index(row, 0)).center()
        self.player.qtbot.mouseClick(table.viewport(), LEFT, self.random.choice((CTRL, NOTHING)), spot)
        return f"row {row}"

    def type(self) -> str:
        field = self.player.window.knowledge_panel.filter_field
        if not field.isVisible():
            return "no field"
        text = self.random.choice(("(1, 2)", "clue", "subset", "= 1"))
        self.player.type(text, field)
        assert field.text().endswith(text)
        field.clear()
        self.player.view.setFocus()
        return f"type {text}"

    def wait(self) -> str:
        self.player.qtbot.wait(self.random.choice((0, 1, 5)))
        return "wait"


def assert_sound(player: Player) -> None:
    """Check that everything the window shows agrees with the game and with the agent."""
    window, session, game = player.window, player.session, player.game
    agent, state = session.playthrough.snapshot, game.state
    model = window.knowledge_model
    derivations = [model.derivation(row) for row in range(model.rowCount())]
    assert set(derivations) == set(agent.sentences)
    assert len(derivations) == len(agent.sentences)
    assert not agent.safes & game.mines
    assert agent.mines <= game.mines
    assert agent.moves_made <= game.clues.keys()
    if not session.is_learning:
        assert agent.moves_made == game.clues.keys()
    assert player.mines_left == game.mine_total - len(game.mines_found)
    words = {State.READY: "ready", State.PLAYING: "playing", State.WON: "won", State.LOST: "lost"}
    assert window.windowTitle().endswith(words[state])
    assert player.action("autoplay").isChecked() == session.autoplay.is_running
    assert player.action("ai_move").isEnabled() == (not state.is_over)
    assert not (session.autoplay.is_running and state.is_over)
    assert session.clock.is_running == (state is State.PLAYING)
    assert player.status
    assert_board_is_game(player)
    panel = window.knowledge_panel
    # A hidden table outlines no cell.
    chosen = [derivation.cells for derivation in panel.selected_derivations() if panel.isVisible()]
    assert window.board_view.outlined == frozenset[Cell]().union(*chosen)
    assert window.board_view.cursor_cell in game.grid
    figures = window.knowledge_panel.figures.text()
    assert f"Knowledge base length: {len(agent.sentences)} " in figures
    checked = [name for name, action in window.actions_by.difficulties.items() if action.isChecked()]
    assert checked == [session.difficulty.name]
    assert session.playthrough.uses_mine_count == player.action("tell_mines").isChecked()
    assert_advice_is_sound(player)
    assert window.knowledge_panel.isVisible() == player.action("knowledge").isChecked()


def assert_advice_is_sound(player: Player) -> None:
    """Check that strategy, hint and chances agree with the menus and belong to this position."""
    window, session, game = player.window, player.session, player.game
    checked = [name for name, action in window.actions_by.strategies.items() if action.isChecked()]
    assert checked == [session.autoplay.strategy]
    if session.autoplay.strategy in AGENT_STRATEGIES:
        assert session.playthrough.uses_mine_count is AGENT_STRATEGIES[session.autoplay.strategy]
    hint = window.board_view.marks.hint
    assert hint == session.hint
    assert hint is None or hint not in game.clues
    assert not (player.action("overlay").isChecked() and player.action("risks").isChecked())
    if session.view.chances is not None:
        assert player.action("risks").isChecked()
        exact = session.view.chances.exact
        assert len(exact) == len(game.grid.cells) - len(game.clues)
        assert sum(exact.values()) == game.mine_total
        assert all(
            cell in game.mines if chance == 1 else cell not in game.mines or chance for cell, chance in exact.items()
        )
    if not session.is_computing:
        has_some = not game.state.is_over and not game.protects_first_click
        assert (session.view.chances is not None) == (player.action("risks").isChecked() and has_some)


def assert_board_is_game(player: Player) -> None:
    game, agent, model = player.game, player.session.playthrough.snapshot, player.window.board_model
    assert (model.rowCount(), model.columnCount()) == (game.height, game.width)
    looks = {cell: model.look(cell) for cell in game.grid.cells}
    clues, safes, mines = game.clues, agent.safes, agent.mines
    revealed = {cell: look.clue for cell, look in looks.items() if look.face is Face.REVEALED}
    nearby = _nearby_mines(game.height, game.width, frozenset(game.mines))
    assert revealed == {cell: nearby[cell] for cell in clues}
    covered = {cell: look for cell, look in looks.items() if cell not in clues}
    flagged = {cell for cell, look in covered.items() if look.face in (Face.FLAGGED, Face.WRONG_FLAG)}
    assert flagged == {cell for cell in game.mines_found if cell not in game.exploded and cell not in clues}
    closed = {cell: look for cell, look in covered.items() if look.face in (Face.COVERED, Face.FLAGGED)}
    if game.state is not State.LOST:
        assert closed.keys() == covered.keys()
    assert {cell: look.mark for cell, look in closed.items()} == {
        cell: Mark.SAFE if cell in safes else Mark.MINE if cell in mines else Mark.NONE for cell in closed
    }


@lru_cache(maxsize=4)
def _nearby_mines(height: int, width: int, mines: frozenset[Cell]) -> dict[Cell, int]:
    """Return the number of mines among the neighbours of each cell."""
    grid = Board(height, width)
    return {cell: len(grid.neighbours(cell) & mines) for cell in grid.cells}


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("difficulty", [*DIFFICULTIES, "tiny"])
def test_random_play_stays_consistent(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch, difficulty: str, seed: int
) -> None:
    draw = random.Random(seed)

    def ask(start: Difficulty, parent: object) -> CustomGame | None:
        if draw.random() < 0.3:
            return None
        height, width = draw.randint(2, 20), draw.randint(2, 20)
        return CustomGame(Difficulty.custom(height, width, draw.randint(1, height * width - 1)), draw.randrange(1000))

    monkeypatch.setattr(dialogs.CustomDialog, "ask", ask)
    player = make_player(Difficulty.custom(3, 4, 2) if difficulty == "tiny" else difficulty, seed)
    user = RandomUser(player, seed)
    for _ in range(120):
        user.step()
        try:
            assert_sound(player)
        except AssertionError as error:
            error.add_note("after: " + "; ".join(user.done[-12:]))
            raise
    assert player.window.close()

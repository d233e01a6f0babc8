"""Provides checks that everything a game window shows agrees with the game and with what the agent knows."""

from __future__ import annotations

from functools import lru_cache

from minesweeper_qt.gui.presentation.look import Face, Mark
from minesweeper_qt.model import Board, Cell, State
from minesweeper_qt.model.strategy.strategies import AGENT_STRATEGIES
from tests.gui.support.windows import Player


def assert_sound(player: Player) -> None:
    """Check that everything the window shows agrees with the game and with the agent, at the present moment."""
    window, session, game = player.window, player.session, player.game
    # Not that of the playthrough, which may have learned more since the last signal.
    agent, state = session.view.snapshot, game.state
    derivations = window.knowledge_model.sentences
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
    assert session.status.text
    assert_board_is_game(player)
    panel = window.knowledge_panel
    # A hidden table outlines no cell. A proof may use sentences that are no longer in force: they have rows, too.
    rows = panel.table.selected_rows() if panel.isVisible() else []
    chosen = [panel.proxy.row_at(row).derivation.cells for row in rows]
    lit = window.status_display.highlight_source.outlined
    assert window.board_view.outlined in (frozenset[Cell]().union(*chosen), lit or None)
    assert window.board_view.cursor_cell in game.grid
    figures = window.knowledge_panel.figures.text()
    assert f"Knowledge base length: {len(agent.sentences)} " in figures
    checked = [name for name, action in window.actions_by.difficulties.items() if action.isChecked()]
    assert checked == [session.difficulty.name]
    assert session.playthrough.uses_mine_count == player.action("tell_mines").isChecked()
    assert_advice_is_sound(player)
    assert window.knowledge_panel.isVisible() == player.action("knowledge").isChecked()
    assert player.action(window.view.action).isChecked()
    timeline = session.timeline
    is_before_loss = session.game.state is State.LOST and timeline.shown_move == len(timeline.moves) - 1
    assert window.result.card.isVisible() == ((state.is_over and timeline.is_live) or is_before_loss)


def assert_advice_is_sound(player: Player) -> None:
    """Check that strategy, hint and chances agree with the menus and belong to this position."""
    window, session, game = player.window, player.session, player.game
    checked = [name for name, action in window.actions_by.strategies.items() if action.isChecked()]
    assert checked == [session.autoplay.strategy]
    own = AGENT_STRATEGIES.get(session.autoplay.strategy)
    if own is not None:
        assert session.playthrough.uses_mine_count is own.uses_mine_count
    assert session.playthrough.uses_overlap_rule is (own is not None and own.uses_overlap_rule)
    hint = window.board_view.marks.hint
    assert hint == session.view.hint
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
        has_some = game.state is not State.WON and not game.protects_first_click
        assert (session.view.chances is not None) == (player.action("risks").isChecked() and has_some)


def assert_board_is_game(player: Player) -> None:
    game, agent, model = player.game, player.session.view.snapshot, player.window.board_model
    assert (model.rowCount(), model.columnCount()) == (game.height, game.width)
    looks = {cell: model.look(cell) for cell in game.grid.cells}
    clues, safes, mines = game.clues, agent.safes, agent.mines
    revealed = {cell: look.clue for cell, look in looks.items() if look.face is Face.REVEALED}
    nearby = _nearby_mines(game.height, game.width, frozenset(game.mines))
    assert revealed == {cell: nearby[cell] for cell in clues}
    covered = {cell: look for cell, look in looks.items() if cell not in clues}
    if game.state is State.WON:
        # All mines have a flag then, those that the player left without one too.
        cleared = {cell for cell, look in covered.items() if look.face is Face.CLEARED}
        assert cleared == game.mines.difference(game.exploded)
        covered = {cell: look for cell, look in covered.items() if cell not in cleared}
    flagged = {cell for cell, look in covered.items() if look.face in (Face.FLAGGED, Face.WRONG_FLAG)}
    found = () if game.state is State.WON else game.mines_found
    assert flagged == {cell for cell in found if cell not in game.exploded and cell not in clues}
    closed = {cell: look for cell, look in covered.items() if look.face.is_closed}
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

"""Sets the order in which Tab goes through the game window: the one in which it is read."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.game.game_bar import GameBar
from minesweeper_qt.gui.game.result_card import ResultCard
from minesweeper_qt.gui.window.header import Header


def order_tabs(bar: GameBar, header: Header, board: BoardView, card: ResultCard) -> None:
    """Let Tab go through the tool bar from the left, then to the face, the board, the result and the panels."""
    for before, after in pairwise((*bar.controls, header.face, board, card.review, card.new_game)):
        QWidget.setTabOrder(before, after)

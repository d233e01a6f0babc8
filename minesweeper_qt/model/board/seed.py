"""Re-exports ``check_seed``."""

from minesweeper_qt.model.board.board import check_seed as check_seed

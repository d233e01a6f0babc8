"""minesweeper-qt: a native Minesweeper game with an AI player that shows what it knows and why."""

__version__ = "0.2.0"

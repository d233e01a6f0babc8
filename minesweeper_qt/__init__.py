"""minesweeper-qt: a native Minesweeper whose player can be watched thinking."""

__version__ = "0.1.0"

"""minesweeper-qt: a native Minesweeper game with an AI player that shows what it knows and why.

``cli`` may import ``gui``, ``gui`` may import ``model``, and ``model`` neither. See README.md beside this file.
"""

__version__ = "0.1.0"

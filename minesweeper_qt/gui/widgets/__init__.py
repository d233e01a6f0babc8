"""General Qt components, independent of Minesweeper: assets, themes, a row table, a label that shortens its text."""

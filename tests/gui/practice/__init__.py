"""Tests of ``minesweeper_qt.gui.practice``."""

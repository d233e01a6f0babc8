"""Tests of ``minesweeper_qt.gui.practise``."""

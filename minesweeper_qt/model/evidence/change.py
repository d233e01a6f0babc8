"""Re-exports ``Change``."""

from minesweeper_qt.model.evidence.derivation import Change as Change

"""The panel Why: the proof of a cell step by step, two layouts of an undecided cell, or a sentence's derivation."""

"""The proof panel: the proof of a cell step by step or, for an undecided cell, two layouts."""

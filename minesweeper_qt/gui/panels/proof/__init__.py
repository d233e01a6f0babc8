"""The proof of a cell, step by step, or two layouts where there is none."""

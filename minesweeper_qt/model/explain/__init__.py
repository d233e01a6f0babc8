"""The search for short proofs that a cell is safe or a mine, and for clues that contradict each other."""

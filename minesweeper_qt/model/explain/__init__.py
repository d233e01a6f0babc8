"""The search for short proofs that a cell is safe or a mine, and for clues that contradict each other.

May import ``model.knowledge``, ``model.check``, ``model.exact`` and what stands below them; never ``model.game``.
"""

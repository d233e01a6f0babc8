"""Strategies: which cell to open next.

May import ``model.knowledge``, ``model.exact`` and what stands below them; never ``model.game``.
"""

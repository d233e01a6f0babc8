"""Computation outside the GUI thread: chances, moves, hints, risks, explanations.

May import ``gui.presentation`` and ``model``.
"""

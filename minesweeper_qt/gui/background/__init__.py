"""Computes chances, moves, hints, risks, levels of reasoning and explanations outside the GUI thread.

May import ``gui.presentation`` and ``model``.
"""

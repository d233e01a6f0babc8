"""Geometry, rules, difficulties, positions and sentences: all that may be known before and during a game.

May import ``model.text`` and ``model.errors``.
"""

"""Geometry, rules, difficulties, positions and sentences: everything that a player may know before and during a game.

May import ``model.text`` and ``model.errors``.
"""

"""The window of a game.

May import ``gui.sandbox``, which it opens, what stands below it, and ``model``.
"""

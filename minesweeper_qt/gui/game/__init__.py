"""The window of a game.

May import ``gui.sandbox``, which it opens, the layers below it, and ``model``.
"""

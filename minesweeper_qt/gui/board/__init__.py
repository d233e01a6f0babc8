"""The board: its item model, its view, and the painting of tiles and highlights.

May import ``gui.session`` and the layers below it, ``gui.widgets`` and ``model``.
"""

"""The board: its item model, its view, and the painting of tiles and highlights.

May import ``gui.session`` and what stands below it, ``gui.widgets`` and ``model``.
"""

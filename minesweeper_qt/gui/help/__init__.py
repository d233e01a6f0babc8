"""The help: its chapters, the keys in them, the search, and the window that shows them.

May import ``gui.board`` and the layers below it, for pictures of positions, and ``model``.
"""

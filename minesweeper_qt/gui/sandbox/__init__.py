"""The sandbox, a window to edit positions in: its session, board, bars and dialogs.

May import ``gui.window`` and what stands below it, and ``model``.
"""

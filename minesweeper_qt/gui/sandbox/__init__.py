"""The sandbox, where positions are edited: its session, board, bars and window.

May import ``gui.window`` and what stands below it, and ``model``.
"""

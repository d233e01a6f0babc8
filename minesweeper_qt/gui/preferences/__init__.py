"""The dialog of preferences: its pages, the fields in them, and the editor of shortcuts.

May import ``gui.window`` and what stands below it, and ``model``.
"""

"""Text for cells, numbers, chances and plurals, shared by the command line and the window.

May import ``model.errors``.
"""

"""Cells, numbers, chances and plurals as text, in one place for the command line and the window.

May import ``model.errors``.
"""

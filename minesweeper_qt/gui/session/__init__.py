"""The bridge between model and views: what is running, which moment is shown, and the signals that say so.

May import ``gui.background``, ``gui.presentation`` and ``model``.
"""

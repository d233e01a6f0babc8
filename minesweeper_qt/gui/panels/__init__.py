"""The panels of the inspector, a package each. No panel imports another.

May import ``gui.board`` and what stands below it, and ``model``.
"""

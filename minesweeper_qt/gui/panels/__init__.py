"""The panels of the inspector, one package each. No panel package imports another.

May import ``gui.board``, the packages below it, and ``model``.
"""

"""Strategies that choose the next cell to open.

May import ``model.knowledge``, ``model.exact`` and the packages below them; never ``model.game``.
"""

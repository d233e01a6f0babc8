"""A game with an agent in it, move after move: the agent's moves, turns, the history, the derivation.

May import ``model.strategy``, ``model.knowledge``, ``model.game`` and what stands below them.
"""

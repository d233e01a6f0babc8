"""Games with an agent in them, turn after turn: the agent's moves, turns, the history, the record.

May import ``model.strategy``, ``model.knowledge``, ``model.game`` and what stands below them.
"""

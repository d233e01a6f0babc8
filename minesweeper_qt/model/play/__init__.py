"""Games with an agent in them, turn after turn: the agent's moves, turns, the history, the record, the journal."""

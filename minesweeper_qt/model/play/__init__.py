"""Games with an agent in them, turn after turn: its moves, turns, history, record, journal; and codes of boards."""

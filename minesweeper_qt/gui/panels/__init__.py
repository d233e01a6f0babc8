"""The panels of the inspector: knowledge table, Why, What Is Known, move log, timeline, and the agent of a student."""

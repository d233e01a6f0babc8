"""The window of a game."""

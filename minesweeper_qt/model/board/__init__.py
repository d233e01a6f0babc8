"""Geometry, rules, difficulties, positions and sentences: what a player may know before and during a game."""

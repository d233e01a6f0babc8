"""Experiments over many games: boards, worker processes, results, tallies, plots."""

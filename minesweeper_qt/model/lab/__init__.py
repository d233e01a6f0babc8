"""Experiments over many games: boards, worker processes, results, tallies, plots.

May import ``model.statistics`` and what stands below it.
"""

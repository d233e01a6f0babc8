"""Exact counting: fronts, probabilities, uniform sampling, enumeration, minimal subsets.

May import ``model.board`` and what stands below it.
"""

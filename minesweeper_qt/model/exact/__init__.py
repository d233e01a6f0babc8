"""Exact counting: fronts, probabilities, uniform sampling, enumeration, minimal subsets.

May import ``model.board`` and the packages below it.
"""

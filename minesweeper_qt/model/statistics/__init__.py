"""Win rates with their confidence intervals.

May import ``model.play`` and what stands below it.
"""

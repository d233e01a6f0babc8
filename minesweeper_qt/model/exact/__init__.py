"""Exact counting: fronts, probabilities, uniform sampling, enumeration, minimal subsets."""

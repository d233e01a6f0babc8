"""Win rates with their confidence intervals."""

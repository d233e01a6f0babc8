"""Finished games and the store that keeps them, and win rates with their confidence intervals."""

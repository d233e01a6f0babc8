"""Deals mines so that nobody loses by luck: fair guesses, and boards without a guess with their certificates."""

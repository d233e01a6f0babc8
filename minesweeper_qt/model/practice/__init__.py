"""Positions to practise on: what they are, which ones are shipped, and how they are cut out of games."""

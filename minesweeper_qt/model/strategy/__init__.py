"""Strategies that choose the next cell to open."""

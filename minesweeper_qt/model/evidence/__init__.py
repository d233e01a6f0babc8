"""Conclusions as immutable data: reasoning levels, derivations, proofs, their text and their JSON.

Nothing is found or checked here. May import ``model.board`` and what stands below it.
"""

"""Conclusions as immutable data: reasoning levels, derivations, proofs, their text and their JSON."""

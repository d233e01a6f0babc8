"""Conclusions as immutable data: reasoning levels, derivations, proofs, their text and their JSON.

This package neither searches for conclusions nor checks them. May import ``model.board`` and the layers below it.
"""

"""Independent checkers of derivations and proofs, which use no code of the search for them."""

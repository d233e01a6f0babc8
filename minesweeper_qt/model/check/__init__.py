"""Independent checkers of derivations and proofs, which use no code of the search for them.

May import ``model.evidence`` and the layers below it; never ``exact``, ``knowledge`` or ``explain``.
"""

"""Independent checkers of derivations and proofs, which share no code with the search for them.

May import ``model.evidence`` and the layers below it; never ``exact``, ``knowledge`` or ``explain``.
"""

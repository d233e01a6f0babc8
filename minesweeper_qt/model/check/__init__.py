"""Independent checkers of derivations and proofs, which share no code with the search for them.

May import ``model.evidence`` and what stands below it; never ``exact``, ``knowledge`` or ``explain``.
"""

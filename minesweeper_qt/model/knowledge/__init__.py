"""The CS50 agent, its knowledge base, the search for contradictions in it, and the levels of reasoning.

May import ``model.exact``, ``model.evidence`` and the packages below them; never ``model.game``.
"""

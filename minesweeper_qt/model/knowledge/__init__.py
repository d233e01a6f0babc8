"""The CS50 agent, its knowledge base, what keeps that consistent, and the levels of reasoning.

May import ``model.exact``, ``model.evidence`` and what stands below them; never ``model.game``.
"""

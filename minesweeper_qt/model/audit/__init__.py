"""The audit of someone else's agent: games beside the reference, findings, smallest cases and likely causes.

May import ``student``, ``statistics``, ``play`` and what stands below them; it sees where the mines are.
"""

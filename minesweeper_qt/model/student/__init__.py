"""Someone else's agent: a file ``minesweeper.py`` of the CS50 project, run in a process of its own with limits.

May import ``knowledge`` and what stands below it. ``child`` runs in the other process by its path, and imports nothing
of the project.
"""

"""Someone else's agent: a file ``minesweeper.py`` of the CS50 project, run in a process of its own with limits."""

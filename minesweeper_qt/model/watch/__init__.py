"""A student's agent beside the reference in one game: its calls, its differences, and both their knowledge compared."""

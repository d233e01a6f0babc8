"""A student's agent beside a game: its file, its game and its moves, how it differs, and the search for that."""

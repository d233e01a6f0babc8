"""The moves of the game: the slider over them and the move log."""

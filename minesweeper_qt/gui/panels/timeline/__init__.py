"""The panels of the moves of the game: the timeline with its slider, and the move log."""

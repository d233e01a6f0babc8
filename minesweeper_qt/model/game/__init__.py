"""The truth of a game and how it changes: the layout of mines, the actions and the game itself."""

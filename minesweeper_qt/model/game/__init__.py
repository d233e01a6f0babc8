"""The truth and what happens to it: the layout of mines, the actions, the game.

May import ``model.board`` and what stands below it. Nothing that reasons may import this package.
"""

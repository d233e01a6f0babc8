"""The truth of a game and how it changes: the layout of mines, the actions and the game itself.

May import ``model.board`` and the layers below it. Packages that reason must not import this one.
"""

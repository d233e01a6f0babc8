"""The window: Qt views of the model, and the session that connects the two.

May import ``model``. ``model`` must not import ``gui``; ``cli`` may.
"""

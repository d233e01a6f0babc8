"""The window: Qt views of the model, and the session that connects the two.

May import ``model``; nothing below ``gui`` may import it.
"""

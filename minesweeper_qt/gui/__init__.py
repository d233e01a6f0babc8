"""The window: Qt views on the model, and the session between the two.

May import ``model``; nothing below ``gui`` may import it.
"""

"""The window: Qt views of the model, and the session that connects the two."""

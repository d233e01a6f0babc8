"""The help: its chapters, the keys in them, the search, and the window that shows them."""

"""The help: its chapters, the search, and the window that shows them."""

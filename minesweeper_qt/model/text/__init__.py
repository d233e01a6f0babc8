"""Text for cells, numbers, chances, plurals and reasons, shared by the command line and the window."""

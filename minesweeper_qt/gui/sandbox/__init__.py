"""The sandbox, a window to edit positions in: its session, board, bars and dialogs."""

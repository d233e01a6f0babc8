"""The dialog of preferences: its pages, the fields in them, and the editor of shortcuts."""

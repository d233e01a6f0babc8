"""The window of the statistics: figures of a level, and its games."""

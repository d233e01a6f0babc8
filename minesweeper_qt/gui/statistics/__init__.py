"""Games on disk: the one in progress is kept, finished ones are filed, and a window shows their statistics."""

"""The review of a game: each move judged by what could be known before it, the luck, and the cause of a loss."""

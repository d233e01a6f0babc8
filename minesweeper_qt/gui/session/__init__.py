"""The bridge between model and views: holds the running game, the shown moment, and the signals about both."""

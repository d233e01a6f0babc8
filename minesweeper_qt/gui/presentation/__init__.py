"""The values and texts that views show: looks, highlights, updates, chances, sentences, moves. No Qt."""

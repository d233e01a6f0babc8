"""The levels panel: the covered cells of the position by the reasoning level that settles them."""

"""The levels panel: the covered cells of the position by the reasoning level that settles them.

May import what ``gui.panels`` may, but no other panel.
"""

"""The parts that every window around a board has: inspector, actions, menus, header, dialogs, preferences.

May import ``gui.panels`` and the layers below it, and ``model``.
"""

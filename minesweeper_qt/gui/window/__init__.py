"""The parts that every window around a board has: inspector, actions, menus, header, dialogs, preferences."""

"""Plays in the main window, and writes and pastes positions in the sandbox: the acts of the monkey on the boards."""

from __future__ import annotations

import random

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from minesweeper_qt.model import Board, Cell, Minesweeper, Position
from tests.stress.support.events import Button, Modifier, move, press, press_key, release
from tests.stress.support.monkey.choices import BUTTONS, MODIFIERS, Act, Choices, name_of

_ROUNDS_TO_OPEN = 20
"""The rounds of the event loop in which the sandbox opens, unless the game is paused or a dialog is open."""


def play(choices: Choices) -> Act:
    """Click on a cell of the game, at times with another button in between."""
    view, button = choices.window.board_view, choices.random.choice(BUTTONS)
    place, modifier = choices.cell(view), choices.random.choice(MODIFIERS)
    choices.note(f"click on the board at {place.x()}, {place.y()} with {button.name} and {modifier.name}")
    press(view, place, button, modifier)
    yield
    if choices.random.random() < 0.1:
        press(view, place, Button.RightButton)
        yield
        release(view, place, Button.RightButton)
    release(view, place, button, modifier)


def write(choices: Choices) -> Act:
    """Draw a stroke in the sandbox, with a paste or an undo in the middle of some."""
    if len(choices.windows()) < 2:
        yield from open_sandbox(choices)
        return
    view, button = choices.window.sandbox.board_view, choices.random.choice(BUTTONS)
    places = [choices.cell(view) for _ in range(choices.random.choice((1, 1, 2, 4)))]
    choices.note(f"stroke in the sandbox over {len(places)} cells with {button.name}")
    press(view, places[0], button)
    yield
    for place in places[1:]:
        if choices.random.random() < 0.1:
            yield from paste(choices)
        move(view, place, button)
        yield
    release(view, places[-1], button)


def open_sandbox(choices: Choices) -> Act:
    """Open the sandbox, with the position that it has or that of the game."""
    # While the game is paused or waits for practice, its position can not be copied.
    act = choices.window.actions_by
    name = choices.random.choice([name for name in ("sandbox", "sandbox_here") if act[name].isEnabled()])
    choices.note(f"open the sandbox by {name}")
    act[name].trigger()
    for _ in range(_ROUNDS_TO_OPEN):
        yield
        if choices.window.sandbox is not None:
            break


def paste(choices: Choices) -> Act:
    """Paste a position into a window."""
    window = choices.board_window()
    text = position_text(choices.random)
    choices.note(f"paste {text.splitlines()[0][:30] if text else ''!r} into {name_of(window)}")
    QGuiApplication.clipboard().setText(text)
    window.board_view.setFocus()
    press_key(window.board_view, Qt.Key.Key_V, Modifier.ControlModifier)
    yield


def position_text(chance: random.Random) -> str:
    """Return the text of a position: of a game, of marks that may contradict each other, or of none."""
    if chance.random() < 0.1:
        return chance.choice(("", "hello", "3x3x1\nHHH", "9x9x99\n", "\ufeff2x1x1\r\n1H\r\n"))
    height, width = (chance.choice((1, 2, 5, 9, 16, 24, chance.randint(1, 60))) for _ in range(2))
    if chance.random() < 0.05:
        height = width = 100
    mines = chance.randrange(height * width // 4 + 1)
    cells = Board(height, width).cells
    game = Minesweeper(height, width, mines, seed=chance.randrange(10**6))
    share = chance.choice((0.05, 0.3, 0.9))
    clues: dict[Cell, int] = {
        cell: game.nearby_mines(cell) for cell in cells if cell not in game.mines and chance.random() < share
    }
    for cell in chance.sample(sorted(clues), min(len(clues), chance.choice((0, 0, 1, 4)))):
        clues[cell] = chance.randrange(9)
    return Position(height, width, mines, clues).to_text()


def play_large(choices: Choices) -> Act:
    """Begin a game of any size up to 100x100 through the dialog, which ``answer`` fills."""
    choices.note("open the dialog of a custom game")
    choices.window.actions_by.difficulties["custom"].trigger()
    yield

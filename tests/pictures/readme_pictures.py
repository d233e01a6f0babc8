"""Takes the pictures of the README from the real window: python -m tests.pictures.readme_pictures

It writes loss.gif, window.png, risks.png and sandbox.png into resources/screenshots. Pillow, which comes with
matplotlib, joins the frames of the animation.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

# The screen that the offscreen platform has otherwise, of 800x800, makes windows smaller.
os.environ.setdefault("QT_QPA_PLATFORM", f"offscreen:configfile={Path(__file__).parents[1]}/gui/support/screen.json")

import numpy as np
from PIL import Image
from PySide6.QtCore import QBuffer, QEventLoop, QSettings, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.window.preferences import Preferences, WindowView
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, State, mine_probabilities
from tests.paths import ROOT

FOLDER = ROOT / "resources" / "screenshots"
SIZE = 1280, 700


def window(
    level: str | Difficulty,
    view: WindowView,
    folder: str,
    theme: ThemeChoice = ThemeChoice.LIGHT,
    size: tuple[int, int] = SIZE,
) -> MainWindow:
    """Return a window in ``view``, without motion."""
    preferences = Preferences(QSettings(f"{folder}/{view.value}.ini", QSettings.Format.IniFormat))
    preferences.reduced_motion, preferences.asks_new_game, preferences.theme = True, False, theme
    appearance.current().apply(preferences.appearance)
    difficulty = DIFFICULTIES[level] if isinstance(level, str) else level
    session = GameSession(difficulty, 1, seconds=lambda: 47.0)
    made = MainWindow(session, preferences, view, folder=Path(folder, "games"))
    made.resize(*size)
    made.show()
    settle(made)
    return made


def settle(made: MainWindow, is_done: Callable[[], bool] = lambda: True) -> None:
    """Let the window work until nothing is computed, and ``is_done``."""
    session = made.session
    for _ in range(10_000):
        loop = QEventLoop()
        QTimer.singleShot(15, loop.quit)
        loop.exec()
        if not (session.is_learning or session.worker.is_computing) and is_done():
            break


def image(widget: QWidget) -> Image.Image:
    buffer = QBuffer()
    widget.grab().save(buffer, "PNG")  # type: ignore[call-overload]  # PySide takes the name of the format as text
    return Image.open(BytesIO(bytes(buffer.data().data()))).convert("RGB")


def reduced(picture: Image.Image) -> Image.Image:
    """Return ``picture`` with 160 colours: exactly the most frequent, and rare ones, such as the red of a flag."""
    frequent = sorted(picture.getcolors(picture.width * picture.height) or [], reverse=True)[:128]
    rare = picture.quantize(32, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in frequent for part in colour] + rare[:96])  # type: ignore[union-attr]
    made = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    numbers, colours = np.array(made), np.array(picture)
    for number, (_, colour) in enumerate(frequent):
        numbers[(colours == colour).all(axis=2)] = number  # Pillow takes a colour nearby
    made.putdata(numbers.ravel())
    return made


def risky_mine(made: MainWindow) -> Cell | None:
    """Return a mine that is not certain while another cell is safe; ``None`` if there is none."""
    found = mine_probabilities(made.session.view.position)
    chances = found.chances()
    risky = [cell for cell in made.session.game.mines if 0.3 < chances[cell] < 1]
    return min(risky) if risky and found.safe and made.session.game.state is State.PLAYING else None


def take_animation(folder: str) -> None:
    """A loss, Which Was Safe?, the proof, Take Back, and a win by moves that the AI proves."""
    made = window("beginner", WindowView.INSPECT, folder)
    session, act = made.session, made.actions_by
    act["arrange"].trigger()
    frames: list[tuple[Image.Image, int]] = []

    def show(milliseconds: int) -> None:
        settle(made)
        frames.append((image(made), milliseconds))

    for seed in range(1, 500):
        session.new_game(seed=seed)
        session.player.reveal((4, 4))
        settle(made)
        cell, frames = risky_mine(made), []
        if cell is None:
            continue
        show(500)
        session.player.reveal(cell)
        show(1000)
        if not act["prove_safe"].isEnabled():
            continue
        act["prove_safe"].trigger()
        settle(made, lambda: bool(made.inspector.why_panel.heading_text))
        show(1700)
        act["take_back"].trigger()
        show(600)
        while session.playthrough.snapshot.safe_move is not None and not session.game.state.is_over:
            session.autoplay.move()
            settle(made, lambda: not session.autoplay.is_pending)
            frames.append((image(made), 0))
        if session.game.state is State.WON and len(frames) <= 20:
            break
    moves = len(frames) - 4
    frames = [(frame, time or 1_000 // moves) for frame, time in frames[:-1]] + [(frames[-1][0], 1100)]
    # What does not move, such as the package index, shows the first one: the proof.
    frames = frames[2:] + frames[:2]
    times = [time for _, time in frames]
    first, *others = [reduced(frame) for frame, _ in frames]
    first.save(FOLDER / "loss.gif", save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    print(f"loss.gif: {sum(times) / 1000:.1f} s, {(FOLDER / 'loss.gif').stat().st_size / 1e6:.2f} MB, seed {seed}")


def take_window(folder: str) -> None:
    """A hint, and its proof."""
    made = window("intermediate", WindowView.INSPECT, folder)
    session, act = made.session, made.actions_by
    act["arrange"].trigger()
    act["overlay"].trigger()
    session.new_game(seed=4)
    session.player.reveal((8, 8))
    for _ in range(7):
        settle(made)
        act["step"].trigger()
    settle(made)
    act["hint"].trigger()
    settle(made, lambda: session.view.hint is not None)
    act["why"].trigger()
    settle(made, lambda: bool(made.inspector.why_panel.heading_text))
    image(made).save(FOLDER / "window.png", optimize=True)


def take_risks(folder: str) -> None:
    made = window("intermediate", WindowView.PLAY, folder)
    made.session.new_game(seed=4)
    made.session.player.reveal((8, 8))
    made.actions_by["risks"].trigger()
    settle(made, lambda: made.session.view.chances is not None)
    image(made).save(FOLDER / "risks.png", optimize=True)


def take_sandbox(folder: str) -> None:
    made = window("beginner", WindowView.INSPECT, folder)
    made.actions_by["sandbox"].trigger()
    sandbox = made.sandbox
    assert sandbox is not None
    sandbox.resize(*SIZE)
    sandbox.show_example("pattern-1-2-1")
    sandbox.actions_by["levels"].trigger()
    settle(made, lambda: not sandbox.session.worker.is_computing)
    image(sandbox).save(FOLDER / "sandbox.png", optimize=True)


if __name__ == "__main__":
    QApplication(["minesweeper-qt"]).setStyle("fusion")
    assert QGuiApplication.platformName() == "offscreen"
    with tempfile.TemporaryDirectory() as place:
        for take in (take_window, take_risks, take_sandbox, take_animation):
            take(str(Path(place)))

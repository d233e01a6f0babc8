"""Takes pictures of the states of the windows: python -m tests.pictures.state_pictures [WORD ...]

It writes them into resources/screenshots/states, all in light, the first of each kind in every theme; with words, those
whose names have one of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.panels.student_agent.difference_card import DifferenceCard
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import Difficulty
from tests.model.student.support.corpus import source_of
from tests.pictures.readme_pictures import FOLDER, SIZE, image, settle, window

PLAY, INSPECT, AGENT, PRACTISE = WindowView.PLAY, WindowView.INSPECT, WindowView.AGENT, WindowView.PRACTISE
THEMES = ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST
SMALL = 640, 480
Step = Callable[[MainWindow], object]


def begun(made: MainWindow, cells: int = 120) -> None:
    """Open the middle, and cells that the AI knows to be safe, until so many are open."""
    session = made.session
    session.player.reveal((session.game.height // 2, session.game.width // 2))
    settle(made)
    while len(session.game.clues) < cells and (cell := session.playthrough.snapshot.safe_move) is not None:
        session.player.reveal(cell)
        settle(made)


def won(made: MainWindow) -> None:
    begun(made, 60)
    game = made.session.game
    for cell in game.grid.cells:
        if not game.is_mine(cell):
            made.session.player.reveal(cell)


def lost(made: MainWindow, cells: int = 120) -> None:
    begun(made, cells)
    game = made.session.game
    beside = [cell for clue in game.clues for cell in game.grid.neighbours(clue) if game.is_mine(cell)]
    made.session.player.reveal(min(beside))


def act(*names: str) -> Step:
    """Return what triggers these actions, one after the other."""

    def trigger(made: MainWindow) -> None:
        for name in names:
            made.actions_by[name].trigger()
            settle(made)

    return trigger


def ask(made: MainWindow) -> None:
    begun(made, 60)
    made.board_view.move_cursor(min(made.session.playthrough.snapshot.safes - made.session.game.clues.keys()))
    made.actions_by["why"].trigger()
    settle(made, lambda: bool(made.inspector.why_panel.heading_text))


def edits(made: MainWindow) -> None:
    made.actions_by["sandbox"].trigger()
    first = made.sandbox.inspector.places.docks["knowledge"]
    settle(made, lambda: first.width() > made.sandbox.width() // 3)


def practises(made: MainWindow) -> None:
    settle(made, lambda: made.practice.page is not None and made.practice.page.session.position is not None)


def with_agent(name: str, made: MainWindow) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "minesweeper.py")
        file.write_text(source_of(name), encoding="utf-8")
        made.student.agent.open(file)
        settle(made)
        begun(made, 60)
        made.actions_by["next_difference"].trigger()
        # The cause is looked for after the search; only then a test can be copied.
        copy = made.findChild(DifferenceCard).copy
        settle(made, lambda: copy.isVisible() and copy.isEnabled())


def cell_answered(made: MainWindow) -> None:
    page = made.practice.page
    page.board_view.move_cursor(min(page.session.position.safe))
    page.session.answer(page.board_view.cursor_cell, is_mine=False)
    settle(made, lambda: bool(page.why_panel.heading_text))


STATES: dict[str, tuple[str | Difficulty, WindowView, tuple[int, int], tuple[Step, ...]]] = {
    "01-play-new*": ("expert", PLAY, SIZE, ()),
    "02-play-playing*": ("expert", PLAY, SIZE, (begun,)),
    "03-play-hint": ("expert", PLAY, SIZE, (begun, act("hint", "hint", "hint"))),
    "04-play-figures*": ("expert", PLAY, SIZE, (begun, act("figures"))),
    "05-play-paused": ("expert", PLAY, SIZE, (begun, act("pause"))),
    "06-play-won*": ("intermediate", PLAY, SIZE, (won,)),
    "07-play-lost*": ("expert", PLAY, SIZE, (lost,)),
    "08-play-today*": ("intermediate", PLAY, SIZE, (act("todays_board"),)),
    "09-play-640x480*": ("expert", PLAY, SMALL, (begun,)),
    "10-first-start": ("beginner", INSPECT, SIZE, ()),
    "11-inspect-overlay*": ("intermediate", INSPECT, SIZE, (begun, act("overlay"))),
    "12-inspect-proof*": ("intermediate", INSPECT, SIZE, (ask,)),
    "13-inspect-logic*": ("intermediate", INSPECT, SIZE, (act("as_logic"), ask)),
    "14-inspect-risks": ("intermediate", INSPECT, SIZE, (begun, act("risks"))),
    "15-inspect-levels-timeline": ("expert", INSPECT, SIZE, (begun, act("levels", "known", "timeline"))),
    "16-inspect-earlier-move": ("expert", INSPECT, SIZE, (begun, act("log", "timeline", "undo", "undo"))),
    "17-inspect-640x480": ("expert", INSPECT, SMALL, (begun,)),
    "18-inspect-why-640x480": ("expert", INSPECT, SMALL, (ask,)),
    "20-review*": ("expert", INSPECT, SIZE, (lost, act("review", "timeline"))),
    "30-sandbox": ("beginner", INSPECT, SIZE, (edits,)),
    "40-agent-difference*": ("cs50", AGENT, SIZE, (partial(with_agent, "infers_once_sets"),)),
    "41-agent-empty": ("beginner", AGENT, SIZE, ()),
    "50-practise*": ("beginner", PRACTISE, SIZE, (practises,)),
    "51-practise-answered": ("beginner", PRACTISE, SIZE, (practises, cell_answered)),
    "60-board-100x100": (Difficulty.custom(100, 100, 1500), PLAY, SIZE, (begun,)),
    "70-preferences*": ("beginner", PLAY, SIZE, (act("preferences"),)),
    "71-help": ("beginner", PLAY, SIZE, (act("help"),)),
    "72-statistics*": (
        "beginner",
        PLAY,
        SIZE,
        (won, act("new_game"), won, act("new_game"), partial(lost, cells=30), act("statistics")),
    ),
}
"""The level, the view, the size and the steps; a name with a star is taken in every theme."""


def in_front(made: MainWindow) -> QWidget:
    """Return the window that was opened last."""
    others = [
        each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not made and each.isWindow()
    ]
    return next((each for each in others if isinstance(each, QDialog)), others[-1] if others else made)


def take(name: str, theme: ThemeChoice) -> None:
    level, view, size, steps = STATES[name]
    with tempfile.TemporaryDirectory() as folder:
        made = window(level, view, folder, theme, size)
        # The first size was that of a small screen.
        if view in (INSPECT, AGENT):
            act("arrange")(made)
        for step in steps:
            step(made)
            settle(made)
        shown = in_front(made)
        image(shown).quantize(128, dither=0).save(
            FOLDER / "states" / f"{name.rstrip('*')}-{theme.value}.png", optimize=True
        )
        for each in (shown, made):
            each.close()
            each.deleteLater()


if __name__ == "__main__":
    QApplication(["minesweeper-qt"]).setStyle("fusion")
    for name in STATES:
        if not sys.argv[1:] or any(word in name for word in sys.argv[1:]):
            for theme in THEMES if name.endswith("*") else THEMES[:1]:
                take(name, theme)
                print(name, theme.value)

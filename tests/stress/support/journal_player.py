"""Plays at random in a window that keeps its games in a folder, and prints each state, until it is killed.

Run as ``python -m tests.stress.support.journal_player FOLDER SEED``. Each line is a JSON object: ``resumed`` at first,
``played`` after each action, ``ticked`` between actions, ``over`` when a game has ended.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.game.game_files import resume
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, Record, State


class JournalPlayer:
    """Plays in the window of a session, an action every few milliseconds."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._rng = random.Random(seed)
        preferences = Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        preferences.question_marks = True
        self.session = GameSession(DIFFICULTIES[self._rng.choice(("cs50", "beginner", "expert"))])
        self.window = MainWindow(self.session, preferences, folder=folder)
        self.window.keeper.troubled.connect(lambda text: self._print("troubled", text=text))
        resume(self.session, self.window.keeper)
        self.window.show()
        self._print("resumed", paused=self.session.pause.is_on or self.session.game.state is not State.PLAYING)
        self.session.pause.end()
        self._timer = QTimer(interval=self._rng.choice((0, 5, 30)))
        self._timer.timeout.connect(self._act)
        self._timer.start()

    def _print(self, what: str, **more: object) -> None:
        session = self.session
        lines = [line.to_line() for line in Record.of_history(session.playthrough.history).moves]
        state = {"seed": session.game.seed, "moves": lines, "seconds": session.playthrough.seconds}
        state |= {"questions": sorted(session.player.questions), "help": session.help.had.value}
        print(json.dumps({"what": what, "over": session.game.state.is_over, **state, **more}), flush=True)

    def _act(self) -> None:
        session, rng = self.session, self._rng
        if session.game.state.is_over:
            (session.take_back if session.can_take_back and rng.random() < 0.3 else session.new_game)()
            self._print("begun")
            return
        chance = rng.random()
        cells = [cell for cell in session.game.grid.cells if cell not in session.game.clues]
        cell = rng.choice(cells)
        if chance < 0.5:
            self._print("ticked")
            return
        if chance < 0.7:
            session.player.toggle_flag(cell)
        elif chance < 0.75 and session.can_take_back:
            session.take_back()
        elif chance < 0.8:
            session.autoplay.move()
        elif cell not in session.game.mines or rng.random() < 0.1:
            session.player.reveal(cell)
        self._print("played")


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    player = JournalPlayer(Path(sys.argv[1]), int(sys.argv[2]))
    application.exec()

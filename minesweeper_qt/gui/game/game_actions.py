"""Carries out actions of the game window: plays, starts other games, says what is around, opens the sandbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QCheckBox, QInputDialog, QMessageBox, QWidget

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.header import Header
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, Guesses, Position, Reasoning, State, TurnMaker
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.words import counted, plural

if TYPE_CHECKING:
    from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow


_PLAYING = ("ai_move", "autoplay", "step", "hint", "reveal", "flag", "flag_proved")
"""The actions that are disabled while there is nothing to play."""

_OVER = {*_PLAYING, "pause", "live"}
"""Those that are disabled because the game is over, where it is over."""


class GiveUpDialog:
    """Asks the user whether the game under way may be given up."""

    @classmethod
    def ask(cls, main: str, parent: QWidget) -> tuple[bool, bool]:
        """Ask; return whether the user chose the button ``main``, and whether to ask again next time."""
        box = dialogs.message(parent, QMessageBox.Icon.Question, "New Game", "This game is not over. Give it up?")
        again = QCheckBox("&Don't ask again", box)
        box.setCheckBox(again)
        return dialogs.is_accepted(box, main, "&Keep playing", is_default=False), not again.isChecked()


class GameActions(QObject):
    """Carries out the actions that are about whole games and moves of ``session``, and shows in them how it stands.

    A game in which the player has revealed a cell and that is not over is under way; it is given up after a question.
    """

    def __init__(self, session: GameSession, act: Actions, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._act = act
        self._preferences = preferences
        self._window = window
        autoplay = session.autoplay
        act.connect(ai_move=autoplay.move, step=autoplay.step, hint=session.request_hint, take_back=session.take_back)
        act.connect(flag_proved=self._flag_proved, live=self.go_back, one_way=session.toggle_one_way)
        act.connect(new_game=self.start, restart=self._restart, enter_code=self._enter_code)
        act["autoplay"].toggled.connect(self._on_autoplay_toggled)
        act["tell_mines"].toggled.connect(autoplay.set_uses_mine_count)
        for name, action in act.strategies.items():
            action.triggered.connect(partial(autoplay.set_strategy, name))
        session.changed.connect(self._on_changed)
        for name, action in act.difficulties.items():
            action.triggered.connect(partial(self._choose_level, name))
        for action in act.choices_of_guesses():
            action.triggered.connect(self._on_guesses_triggered)

    # -- playing

    def enable(self) -> None:
        """Enable the actions that play unless the game is over; at an earlier moment of it they are always enabled."""
        session = self._session
        is_over = session.view.state.is_over and session.timeline.is_live
        for name in _PLAYING:
            self._act[name].setEnabled(not is_over or (name == "autoplay" and session.plays_on))
        self._act["take_back"].setEnabled(session.can_take_back)
        game = session.game
        is_certified = game.state.is_over and session.search.certified_level is not None
        self._act["one_way"].setEnabled(is_certified or session.shows_one_way)
        has_result = game.state.is_over and game.seed is not None and session.own is None
        self._act["copy_result"].setEnabled(has_result)
        self._act["one_way"].setText("Back to My Ga&me" if session.shows_one_way else "S&how Me One Way")
        # Before the first click, the board without a guess is not found yet.
        is_open = game.rules.guesses is Guesses.NOT_NEEDED and game.protects_first_click
        self._act["copy_code"].setEnabled(game.seed is not None and not is_open)

    def _flag_proved(self) -> None:
        view = self._session.view
        for cell in sorted(view.snapshot.mines - view.position.flags) if view.is_live else ():
            self._session.help.note(Help.HINT)
            self._session.player.toggle_flag(cell)

    def show_strategy(self) -> None:
        """Show by which strategy the AI plays, and whether it uses the number of mines."""
        self._act.show_strategy(self._session.autoplay.strategy)
        self._act["tell_mines"].setChecked(self._session.playthrough.uses_mine_count)

    def _on_autoplay_toggled(self, on: bool) -> None:
        runs = self._session.plays_on
        if on is not runs:
            # It is shown as it is, until it is another: a question may come first.
            self._show_run(runs)
            (self._session.autoplay.start if on else self._session.stop_autoplay)()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        runs = self._session.plays_on
        if runs is not self._act["autoplay"].isChecked():
            self._show_run(runs)
        if (now.strategy, now.agent) != (before.strategy, before.agent):
            self.show_strategy()

    def _show_run(self, runs: bool) -> None:
        action = self._act["autoplay"]
        action.setChecked(runs)
        action.setText("Stop Auto-&play" if runs else "Auto-&play")
        self._act.set_icon("autoplay", "pause" if runs else "autoplay", self._window)

    # -- other games

    def start(self) -> None:
        """Start a game of the same level."""
        if self.may_start("&New game"):
            self._session.new_game()

    def _restart(self) -> None:
        if self.may_start("&Restart"):
            self._session.restart()

    def _choose_level(self, name: str) -> None:
        session = self._session
        if name == "custom":
            chosen = dialogs.CustomDialog.ask(self._preferences.custom or session.difficulty, self._window)
            if chosen is not None and self.may_start("&New game"):
                session.new_game(chosen.difficulty, chosen.seed, NO_HELP if chosen.seed is None else Help.KNOWN_BOARD)
        elif self.may_start("&New game"):
            session.new_game(DIFFICULTIES[name])
        self._act.difficulties[session.difficulty.name].setChecked(True)

    def play(self, difficulty: Difficulty, guesses: Guesses, hardest: Reasoning | None = None) -> None:
        """Start a game of ``difficulty`` with these ``guesses``, unless that under way is not to be given up.

        From then on the hardest step of boards without a guess is exactly at the level ``hardest``, if that is given.
        """
        if self.may_start("&New game"):
            if hardest is not None:
                self._preferences.hardest_level, self._preferences.hardest_is_exact = hardest, True
            self._preferences.guesses = guesses
            self._session.new_game(difficulty)

    def _enter_code(self) -> None:
        code = dialogs.EnterCodeDialog.ask(self._window)
        if code is not None and self.may_start("&New game"):
            self._session.open_code(code)

    def _on_guesses_triggered(self) -> None:
        """Start a game with guesses as chosen; to choose the hardest step means that none is needed."""
        act, preferences = self._act, self._preferences
        chosen, level = act.guesses.checkedAction(), act.hardest.checkedAction()
        guesses = Guesses(chosen.objectName()) if self.sender() in act.guesses.actions() else Guesses.NOT_NEEDED
        if self.may_start("&New game"):
            preferences.hardest_level = next(one for one in Reasoning if str(one) == level.objectName())
            preferences.hardest_is_exact = act.hardest_is_exact.isChecked()
            preferences.guesses = guesses
            self.apply_guesses()
            self._session.new_game()
        self.apply_guesses()

    def apply_guesses(self) -> None:
        """Deal guesses as the preferences say, and show that in the menu."""
        from minesweeper_qt.model.dealing.no_guess import HardestStep

        act, preferences = self._act, self._preferences
        hardest = HardestStep(preferences.hardest_level, preferences.hardest_is_exact)
        for group, name in ((act.guesses, preferences.guesses.value), (act.hardest, str(hardest.level))):
            next(action for action in group.actions() if action.objectName() == name).setChecked(True)
        act.hardest_is_exact.setChecked(hardest.is_exact)
        self._session.set_guesses(preferences.guesses, hardest)

    def go_back(self) -> None:
        """Show the present moment, or the game that waits, unless that which is shown is not to be given up for it."""
        if self._session.own is None or self.may_start("&Back to My Game", goes_back=True):
            self._session.go_back()

    def may_start(self, main: str, *, goes_back: bool = False) -> bool:
        """Return whether the present game may be given up, after a question if it is under way.

        So may the game that waits, unless the user ``goes_back`` to it.
        """
        session, preferences = self._session, self._preferences
        own = [] if session.own is None or goes_back else [session.own.history]
        is_under_way = any(
            turn.maker is TurnMaker.PLAYER and any(result.observations for result in turn.plays)
            for history in (session.playthrough.history, *own)
            if history.game.state is State.PLAYING
            for turn in history.turns
        )
        if not is_under_way or not preferences.asks_new_game:
            return True
        may_start, preferences.asks_new_game = GiveUpDialog.ask(main, self._window)
        return may_start


class BoardWords(QObject):
    """Carries out *Where Am I* and what goes along the covered cells, for those who can't see the board."""

    def __init__(self, session: GameSession, act: Actions, model: BoardModel, view: BoardView, header: Header) -> None:
        super().__init__(view)
        self._session = session
        self._act = act
        self._model = model
        self._view = view
        self._header = header
        act.connect(where=self._say_where, row=self._say_row, time=self._say_time, go_to=self._ask_cell)
        for name, cells, nothing in (
            ("covered", self._beside_clues, "No covered cell touches a clue."),
            ("clue", self._open_clues, "No clue touches a covered cell without a flag."),
        ):
            act[f"next_{name}"].triggered.connect(partial(self._go_along, cells, nothing))
            act[f"previous_{name}"].triggered.connect(partial(self._go_along, cells, nothing, is_back=True))

    def say_why_not(self, keys: QKeySequence) -> None:
        """Say that ``keys`` do nothing now; why is seen, and spoken, while the game is paused or over."""
        act, name = self._act, "pause" if self._session.pause.is_on else "new_game"
        playing = [act["pause"], *(action for group in act.resting_groups for action in group.actions())]
        refused = next((one for one in playing if keys in one.shortcuts() and not one.isEnabled()), None)
        is_over = self._session.view.state.is_over and refused is not None and refused.objectName() in _OVER
        if refused is not None and (self._session.pause.is_on or is_over):
            says = "Paused, {} goes on" if name == "pause" else "The game is over. {} starts another"
            key = act[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            announce(self._view, says.format(key or "a click"))
        elif refused is not None:
            self._session.status.show(f"{refused.data()} is not possible now.")

    def _say_where(self) -> None:
        """Say what the cell of the cursor and its neighbours show, and how many covered cells touch a clue."""
        view, (row, column) = self._session.view, self._view.cursor_cell
        words = self._model.in_words
        sentences = [f"{words((row, column))}, row {row}, column {column}"]
        for name, below in (("Above", -1), ("Beside", 0), ("Below", 1)):
            line = [(row + below, column + right) for right in (-1, 0, 1) if below or right]
            shown = [words(cell) for cell in line if cell in view.board]
            sentences.append(f"{name}: {_joined(shown) or 'the edge'}")
        near = view.board.neighbours((row, column)) - view.clues.keys()
        flags = len(near & view.position.flags)
        touching = len(self._beside_clues())
        verb = plural(touching, "touches", "touch")
        sentences += [f"{len(near) - flags} covered, {counted(flags, 'flag')}"]
        sentences += [f"{counted(touching, 'covered cell')} {verb} clues", f"{view.mines_left} mines left."]
        self._view.key_cursor.set_shown(True)
        self._session.status.show(". ".join(sentences))

    def _say_row(self) -> None:
        row = self._view.cursor_cell[0]
        words = [self._model.in_words((row, column)) for column in range(self._session.view.board.width)]
        runs = [(word, len(list(alike))) for word, alike in groupby(words)]
        shown = _joined([f"{word} {number} times" if number > 1 else word for word, number in runs])
        self._view.key_cursor.set_shown(True)
        self._session.status.show(f"Row {row}: {shown}.")

    def _say_time(self) -> None:
        self._session.status.show(f"Time {self._header.time.text()}. {self._header.figures.text()}".rstrip())

    def _ask_cell(self) -> None:
        dialog = QInputDialog(self._view.window())
        dialog.setWindowTitle("Go to Cell")
        dialog.setLabelText("Row and column, such as 2 3:")
        numbers = re.findall(r"\d+", dialogs.answer(dialog, dialog.textValue) or "")
        board = self._session.view.board
        cell = next(zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=False), None)
        if cell in board:
            self._go_to(cell, "")
        elif numbers:
            last = f"rows go from 0 to {board.height - 1}, columns from 0 to {board.width - 1}"
            self._session.status.show(f"No cell is named so: {last}.")

    def _go_along(self, cells: Callable[[], list[Cell]], nothing: str, *, is_back: bool = False) -> None:
        """Move the cursor to the next of ``cells``, or back to the one before, and from the last to the first."""
        found, here = sorted(cells(), reverse=is_back), self._view.cursor_cell
        beyond = (cell for cell in found if (cell < here if is_back else cell > here))
        self._go_to(next(beyond, next(iter(found), None)), nothing)

    def _go_to(self, cell: Cell | None, nothing: str) -> None:
        if cell is None:
            self._session.status.show(nothing)
        else:
            self._view.setFocus()
            self._view.move_cursor(cell)
            self._view.key_cursor.set_shown(True)

    def _beside_clues(self) -> list[Cell]:
        """Return the covered cells without a flag that touch a clue, in reading order."""
        view = self._session.view
        around = {cell for clue in view.clues for cell in view.board.neighbours(clue)}
        return sorted(around - view.clues.keys() - view.position.flags)

    def _open_clues(self) -> list[Cell]:
        """Return the clues that touch such a cell, in reading order."""
        view = self._session.view
        known = view.clues.keys() | view.position.flags
        return sorted(clue for clue in view.clues if view.board.neighbours(clue) - known)


def _joined(words: Sequence[str]) -> str:
    """Return what cells show, apart from each other also where one of them has several words."""
    return ("; " if any("," in each for each in words) else ", ").join(words)


class SandboxOpener(QObject):
    """Opens the sandbox window beside ``owner``, which closes it by ``close``.

    Attribute: ``window``, ``None`` until it is needed.
    """

    def __init__(self, preferences: Preferences, owner: QWidget) -> None:
        super().__init__(owner)
        self.window: SandboxWindow | None = None
        self._preferences = preferences
        self._owner = owner

    def open(self, position: Position | None = None) -> None:
        """Bring the window to the front, with ``position`` in place of the one that it has."""
        window = self._made()
        if position is not None:
            window.show_position(position)
        window.show_later()

    def open_example(self, name: str) -> None:
        """Bring the window to the front, with the example of this ``name``."""
        window = self._made()
        window.show_example(name)
        window.show_later()

    def close(self) -> None:
        """Close the window, if there is one, and end its threads."""
        if self.window is not None:
            self.window.close()

    def _made(self) -> SandboxWindow:
        if self.window is None:
            from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow

            self.window = SandboxWindow(self._preferences, self._owner)
        return self.window

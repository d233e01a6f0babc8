"""The files of games and positions in the game window: saved, opened, dropped, resumed, and those of the statistics."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from minesweeper_qt.gui.game.game_actions import GameActions
from minesweeper_qt.gui.game.student_agent_files import StudentAgentFiles
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request
from minesweeper_qt.gui.statistics.game_keeper import GameKeeper
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import STRATEGIES, Difficulty, ForeignFileError, MinesweeperError, Position
from minesweeper_qt.model.statistics.finished_game import difficulty_of, level_of, level_parts

if TYPE_CHECKING:
    from minesweeper_qt.gui.session.computations import Tools
    from minesweeper_qt.gui.statistics.statistics_window import StatisticsWindow
    from minesweeper_qt.model import GameFile, History, Minesweeper

    _Played = tuple[Position | tuple[Minesweeper, History], str]

_KINDS = "Games and positions (*.txt);;All files (*)"
_REPLAYS = "Games, replays, boards and positions (*.txt *.mine *.avf *.evf *.mvf *.rmv *.mbf);;All files (*)"
_OPEN = "Open Game or Position"
_KEPT = "Your game is kept. The next start goes on with it, unless a later one is unfinished."
_ALLOWED = "Allowed are records of games, version 1 to 3, replays and boards of other programs, and positions."


class GameFiles(QObject):
    """Carries out what opens and saves files of games and positions, and shows the statistics.

    A file in Python that is dropped goes to ``agents``. ``open_position`` opens a position in the sandbox. Attribute:
    ``statistics``, the window of the statistics, ``None`` until it is needed. Signal: ``review_requested``, of a game
    of the statistics, which is shown.
    """

    review_requested = Signal()

    def __init__(
        self,
        session: GameSession,
        keeper: GameKeeper,
        act: Actions,
        actions: GameActions,
        agents: StudentAgentFiles,
        open_position: Callable[[Position], None],
        preferences: Preferences,
        window: BoardWindow,
    ) -> None:
        super().__init__(window)
        self.statistics: StatisticsWindow | None = None
        self._session = session
        self._keeper = keeper
        self._actions = actions
        self._agents = agents
        self._open_position = open_position
        self._preferences, self._window = preferences, window
        self._reading = Request()
        act.connect(paste_game=self._paste, save_game=self._save, open_game=self._ask, statistics=self.show_statistics)
        act["statistics"].setEnabled(keeper.archive is not None)
        # Queued: the window may not be shown yet.
        keeper.troubled.connect(self._warn, Qt.ConnectionType.QueuedConnection)

    def _warn(self, text: str) -> None:
        dialogs.warn(self._window, "Kept Games", text)

    def _save(self) -> None:
        from minesweeper_qt.model import Record

        text = Record.of_history(self._session.playthrough.history).to_text()
        dialogs.save_text(self._window, "Save Game", f"{self._session.difficulty.name}.mines.txt", _KINDS, text)

    def _ask(self) -> None:
        path = QFileDialog.getOpenFileName(self._window, _OPEN, "", _REPLAYS)[0]
        if path:
            self.open(Path(path))

    def _paste(self) -> None:
        self._open_text(QGuiApplication.clipboard().text(), "the clipboard")

    def open(self, path: Path) -> None:
        """Open what the file at ``path`` holds, or say in a message why that is impossible."""
        from minesweeper_qt.model import read_file

        self._read(str(path), partial(read_file, path))

    def _open_text(self, text: str, name: str, *, is_old: bool = False) -> None:
        """Open what ``text`` is; ``name`` is for messages. ``is_old``: it is a game of the statistics."""
        from minesweeper_qt.model import read_text

        self._read(name, partial(read_text, text), is_old=is_old)

    def _read(self, name: str, read: Callable[[], GameFile], *, is_old: bool = False) -> None:
        """Let the worker read it: a replay may take seconds."""
        self._reading.cancel()
        then = partial(self._show, name, is_old)
        self._reading = self._session.worker.request(then, _played, read, lane=Lane.FILES)

    def _show(self, name: str, is_old: bool, answer: Outcome[_Played]) -> None:
        """Open a position, or go on with the game of a record, paused, or show its end."""
        if answer.result is None:
            allowed = "" if isinstance(answer.error, ForeignFileError) else f" {_ALLOWED}"
            dialogs.warn(self._window, _OPEN, f"{name}: {answer.problem}.{allowed}")
            return
        content, note = answer.result
        if isinstance(content, Position):
            self._open_position(content)
            return
        if is_old:
            self._session.show_other(content[1], status_text.FINISHED_GAME)
            self._window.activateWindow()
            self.review_requested.emit()
            return
        is_kept = self._keeper.put_aside()
        if is_kept or self._actions.may_start("&Open"):
            self._session.open(*content)
            self._session.pause.begin()
            if is_kept:
                self._session.status.set(_KEPT)
                self._session.status.publish()
            if note:  # the result would hide a status
                dialogs.warn(self._window, _OPEN, note)

    # -- what is dropped on the window

    def take_drop(self, event: QDropEvent, *, opens: bool) -> None:
        """Accept ``event`` if it brings one local file; if that ``opens`` it, do so once the event is handled."""
        path = _only_file(event.mimeData())
        if path is None:
            event.ignore()
            return
        # The file stays where it is, whatever the other program proposes.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if opens:
            # Not at once: the program that the file was dropped from waits until the event has been handled.
            open_it = self._agents.open_dropped if path.suffix.lower() == ".py" else self.open
            QTimer.singleShot(0, self, lambda: open_it(path))

    # -- the statistics

    def show_statistics(self) -> None:
        """Show the statistics, those of the present level first."""
        archive = self._keeper.archive
        if archive is None:
            return
        if self.statistics is None:
            from minesweeper_qt.gui.statistics.statistics_window import StatisticsWindow

            self.statistics = StatisticsWindow(archive, level_of(self._session.game), self._preferences, self._window)
            self._window.explain(self.statistics, "statistics")
            self.statistics.list.opened.connect(self._open_kept)
            self.statistics.list.opened.connect(self.statistics.accept)
            self.statistics.play_requested.connect(self._play)
            archive.review_games()
        self.statistics.bring_up(level_of(self._session.game))

    def _open_kept(self, key: str) -> None:
        archive = self._keeper.archive
        assert archive is not None, "its window is open"
        archive.submit(lambda store: store.record(key), self._open_kept_text)

    def _open_kept_text(self, text: str) -> None:
        self._open_text(text, "the record of this game", is_old=True)

    def _play(self, level: str) -> None:
        board, guesses = level_parts(level)
        try:
            difficulty = difficulty_of(board)
        except MinesweeperError as wrong:
            dialogs.warn(self._window, "Statistics", f"No new game of this level: {wrong}.")
            return
        self._actions.play(difficulty, guesses)


def resume(session: GameSession, keeper: GameKeeper) -> None:
    """Go on with the game that was played last and is not over, if there is one, paused."""
    with keeper.last_game() as kept:
        if kept is not None:
            game, history, notes = kept
            session.open(game, history, notes.seconds, notes.help)
            if notes.strategy in STRATEGIES:
                session.autoplay.set_strategy(notes.strategy)
            if notes.uses_mine_count != session.playthrough.uses_mine_count:
                session.autoplay.set_uses_mine_count(notes.uses_mine_count)
            session.player.questions = notes.questions - game.clues.keys() - game.mines_found
            session.pause.begin()


def _played(tools: Tools, read: Callable[[], GameFile]) -> _Played:
    """Read a file in the worker, and play the game that it holds."""
    try:
        file = read()
    except OSError as wrong:
        raise MinesweeperError(f"it can't be read: {wrong.strerror or wrong}") from None
    if isinstance(file.content, Position):
        return file.content, ""
    record, least = file.content, Difficulty.MIN_SIDE
    Difficulty.custom(max(record.height, least), max(record.width, least), 1)
    return record.history(), file.note


def _only_file(data: QMimeData) -> Path | None:
    """Return the only file of ``data``, if it is a local one."""
    urls = data.urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None

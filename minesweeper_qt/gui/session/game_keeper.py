"""Keeps the game in progress on disk, and files each finished one in the statistics."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, Signal

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.game_archive import GameArchive
from minesweeper_qt.gui.session.status_line import Note
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import STRATEGIES
from minesweeper_qt.model.errors import MinesweeperError, RecordSyntaxError
from minesweeper_qt.model.file_writing import PRIVATE, make_private
from minesweeper_qt.model.play.history import NO_HELP, Help, History
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.play.turn import TurnMaker
from minesweeper_qt.model.statistics.finished_game import FinishedGame, level_of

if TYPE_CHECKING:
    from minesweeper_qt.gui.session.game_session import GameSession
    from minesweeper_qt.model.play.journal import Journal
    from minesweeper_qt.model.statistics.game_store import GameStore


class GameKeeper(QObject):
    """Writes each turn of the game of ``session`` to a journal in ``folder``, and files the game when it is over.

    A journal is locked while its game is played, so that two programs have two. A game that a student's agent plays or
    watches has none, and is not filed. Without a ``folder``, nothing is kept.

    Attributes: ``archive``, ``None`` without a folder; ``is_old``, true for a game that was over when it was opened;
    ``is_filed``, true when the game that is over is in the statistics; ``best_before``, the best time at its level
    before that, in seconds, ``None`` if there was none; ``kept_moves``, the number of moves of a game of last time that
    goes on, 0 for another game.

    Signals: ``helped`` at the first help in a game; ``filed`` when the game that is over is in the statistics;
    ``troubled(str)`` with what can't be kept and why, once until that succeeds.
    """

    helped = Signal()
    filed = Signal()
    troubled = Signal(str)

    def __init__(self, session: GameSession, folder: Path | None) -> None:
        super().__init__(session)
        self._shown = NO_HELP
        self.archive: GameArchive | None = None
        self._session = session
        self._folder = folder and folder / "games"
        if folder is not None:
            self.archive = GameArchive(folder / "statistics.sqlite", self)
            self.archive.failed.connect(self._on_failed)
            self.archive.damaged.connect(self.troubled)
            session.autoplay.changed.connect(self.archive.hold_reviews)
        session.advice.noted.connect(self._note_hint)
        # The clock shows no new seconds while a past moment is shown.
        self._timer = schedule.current.timer(self, self.follow, 1000, repeats=True)
        self._is_troubled = False
        self._is_resuming = False
        """True until all is restored: a kill in between must leave the notes as they are."""
        self._unwritten: list[FinishedGame] = []
        """Finished games whose journals could not be written."""
        self._journal: Journal | None = None
        self._lock: QLockFile | None = None
        self._resumed: tuple[Journal | None, QLockFile | None] = None, None
        """The journal of the game that is opened next, and its lock, if it has one."""
        self.begin(NO_HELP)

    # -- the help that the player had

    @property
    def help(self) -> Help:
        """The help that the player has had in this game."""
        return self._noted | Help.of(self._session.playthrough.history, self._counted)

    @property
    def has_help(self) -> bool:
        """Whether the player has had help in this game, or has it now; not where the AI alone plays, or if unknown."""
        turns, is_over = self._session.playthrough.history.turns, self._session.game.state.is_over
        is_own = not turns or any(turn.maker is TurnMaker.PLAYER for turn in turns)
        return is_own and not self.is_old and bool(self.help or (self._shown and not is_over))

    def set_shown(self, help_: Help) -> None:
        """Set the help that the window shows from now on."""
        self._shown = help_
        self.note_help(help_)

    def note_help(self, help_: Help) -> None:
        """Note that the player had this help, if the game is under way; say so if it is the first."""
        game, is_first = self._session.game, bool(help_) and not self.help
        if not game.state.is_over and game.history:
            self._noted |= help_
            if is_first:
                self._session.status.add(Note.HELP, status_text.NOW_HELPED)
                self.helped.emit()

    def _note_hint(self) -> None:
        if self._session.hint is not None:
            self.note_help(Help.HINT)

    # -- the game in progress

    def begin(self, help_: Help, is_over: bool = False) -> None:
        """Drop the journal of the last game, which was given up unless it is filed, and begin with ``help_``.

        A game that ``is_over`` already was filed when it ended: its help is not known any more.
        """
        self._drop()
        (self._journal, self._lock), self._resumed = self._resumed, (None, None)
        self._noted = help_
        self._counted = 0
        """The number of turns whose help is noted."""
        self._filing = ""
        """The key of the game that is to be filed."""
        self.is_filed = False
        self.is_old = self._is_done = is_over and self._journal is None
        self.kept_moves = 0
        self.best_before: float | None = None

    def put_aside(self) -> bool:
        """Keep the journal of the game under way for a later start; return whether it has one."""
        self._follow(round(self._session.playthrough.seconds, 3))
        if self._journal is None or self._is_troubled:
            return False
        self._release()
        return True

    def go_on(self) -> None:
        """Note that moves were taken back; a game that was over before goes on as another one."""
        if self._is_done:
            self.begin(self._noted)
        self._noted |= Help.TAKE_BACK
        self._counted = 0

    def follow(self) -> None:
        """Write what is new in the game, and its time in whole seconds; file it when it is over."""
        self._follow(int(self._session.playthrough.seconds))

    def _follow(self, seconds: float) -> None:
        session, playthrough = self._session, self._session.playthrough
        history, is_over = playthrough.history, playthrough.game.state.is_over
        if not is_over and self._session.timeline.is_live and history.turns:
            self._noted |= self._shown
        since = self._counted
        self._noted, self._counted = self.help, len(history.turns)
        if self._folder is None or self._is_done or self._is_resuming:
            return
        if session.watched.file is not None or any(turn.strategy == STUDENT for turn in history.turns[since:]):
            self._drop()
            self._is_done = True
        elif history.turns or self._journal is not None:
            self._write(self._folder, history, is_over, seconds)

    def _write(self, folder: Path, history: History, is_over: bool, seconds: float) -> None:
        from minesweeper_qt.model.play.journal import Journal, JournalNotes

        session, playthrough = self._session, self._session.playthrough
        if self._journal is None:
            self._journal = Journal(folder, os.urandom(16).hex())
        notes = JournalNotes(
            seconds,
            session.autoplay.strategy,
            playthrough.uses_mine_count,
            self._noted,
            session.player.questions,
            int(time()) if is_over else None,
        )
        self._is_done = is_over
        try:
            if self._lock is None:
                make_private(folder)
                self._lock = _lock(folder, self._journal.key)
            self._journal.write(history, notes)
            self._timer.start()
        except OSError as wrong:
            self._report(f"This game can't be kept: {wrong.strerror or wrong}.")
            if notes.finished is not None:
                game = playthrough.game
                made = FinishedGame.of(game, history, self._journal.key, notes.finished, notes.help)
                self._unwritten.append(made)
        if is_over:
            self._filing = self._journal.key
            self._release()
            self._file()

    def resume(self) -> None:
        """Go on with the game that was played last and is not over, paused, and file those that are over."""
        folder = self._folder
        if folder is None or not folder.is_dir():
            return
        from minesweeper_qt.model.play.journal import Journal

        has_finished = False
        for key in Journal.keys(folder):
            lock = _lock(folder, key)
            if lock is None:
                continue
            journal = Journal(folder, key)
            try:
                # A kill may have left the notes of an end whose moves were not written.
                if journal.read_notes().finished is not None and journal.read()[0].replay().state.is_over:
                    has_finished = True
                elif self._journal is None:
                    self._resume(journal, lock)
                    continue
            except (OSError, MinesweeperError) as wrong:
                self._set_aside(journal, wrong)
            lock.unlock()
        if has_finished:
            self._file()

    def _resume(self, journal: Journal, lock: QLockFile) -> None:
        """Go on with the game of ``journal``."""
        record, notes = journal.read()
        game, history = record.history()
        history.is_branch = Help.TAKE_BACK in notes.help
        times = [turn.seconds for turn in history.turns if turn.seconds is not None]
        session = self._session
        self._resumed = journal, lock
        self._is_resuming = True
        try:
            session.open(game, history, max([notes.seconds, *times[-1:]]), notes.help)
            if notes.strategy in STRATEGIES:
                session.autoplay.set_strategy(notes.strategy)
            if notes.uses_mine_count != session.playthrough.uses_mine_count:
                session.autoplay.set_uses_mine_count(notes.uses_mine_count)
            session.player.questions = notes.questions - game.clues.keys() - game.mines_found
            self.kept_moves = len(history.turns)
            session.pause.begin()
        finally:
            self._is_resuming = False
        self.follow()

    def _set_aside(self, journal: Journal, wrong: Exception) -> None:
        try:
            where = f" It is now {journal.set_aside()}."
        except OSError as error:
            where = f" It can't be renamed: {error.strerror or error}."
        cause = getattr(wrong, "strerror", None) or wrong
        self.troubled.emit(f"The game of last time can't be read: {cause}.{where}")

    def _drop(self) -> None:
        """Delete the journal."""
        if self._journal is not None:
            try:
                self._journal.remove()
            except OSError as wrong:
                self._report(f"The game can't be removed: {wrong.strerror or wrong}.")
        self._release()

    def _release(self) -> None:
        """Close the journal, and let other programs have it."""
        self._timer.stop()
        if self._journal is not None:
            self._journal.close()
            self._journal = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    # -- finished games

    def _file(self) -> None:
        if self.archive is not None and self._folder is not None:
            level = level_of(self._session.game)
            self.archive.submit(partial(_file_games, self._folder, self._unwritten, level), self._on_filed)

    def _on_filed(self, filed: tuple[float | None, set[str], list[Path]]) -> None:
        best, keys, damaged = filed
        for path in damaged:
            self.troubled.emit(f"A finished game can't be read, and is not in the statistics. It is now {path}.")
        assert self.archive is not None, "it has answered"
        self._is_troubled = False
        if self._filing in keys:
            self.best_before = best
            self.is_filed = True
            self.filed.emit()
        self.archive.changed.emit()
        self.archive.review_games()

    def _on_failed(self, problem: str) -> None:
        self._report(f"{problem[:1].upper()}{problem[1:]}.")

    def _report(self, text: str) -> None:
        if not self._is_troubled:
            self._is_troubled = True
            self.troubled.emit(text)

    def close(self) -> None:
        """Write how the game stands, and end the thread of the archive."""
        self.put_aside()
        self._release()
        self._is_done = True
        if self._unwritten:
            self._file()
        if self.archive is not None:
            self.archive.close()


def _lock(folder: Path, key: str) -> QLockFile | None:
    """Return the lock of a journal; ``None`` while another program has it."""
    lock = QLockFile(str(folder / f"{key}.lock"))
    lock.setStaleLockTime(0)  # only the end of its program frees it
    if not lock.tryLock(0):
        return None
    os.chmod(lock.fileName(), PRIVATE)
    return lock


def _file_games(
    folder: Path, unwritten: list[FinishedGame], level: str, store: GameStore
) -> tuple[float | None, set[str], list[Path]]:
    """Put the finished games of ``folder`` and those ``unwritten`` into the store, and then delete their journals.

    Return the best time at ``level`` before, the keys of these games, and the new names of records that can't be read.
    """
    from minesweeper_qt.model.play.journal import Journal

    best, keys, damaged = store.best_time(level), set(), []
    while unwritten:
        store.add(unwritten[0])
        keys.add(unwritten[0].key)
        with suppress(OSError):
            # What was written of it, before its end.
            Journal(folder, unwritten.pop(0).key).remove()
    for key in Journal.keys(folder):
        journal = Journal(folder, key)
        try:
            if journal.read_notes().finished is None:
                continue
            record, notes = journal.read()
            game, history = record.history()
            if notes.finished is None or not game.state.is_over:
                continue
            store.add(FinishedGame.of(game, history, key, notes.finished, notes.help))
            keys.add(key)
            journal.remove()
        except RecordSyntaxError:
            with suppress(OSError):
                damaged.append(journal.set_aside())
        except OSError:
            continue  # another program has filed it, or the next one will
    return best, keys, damaged

"""Keeps the game in progress on disk, and files each finished one in the statistics."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, Signal

from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.statistics.game_archive import GameArchive
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model.errors import MinesweeperError, RecordSyntaxError
from minesweeper_qt.model.file_writing import PRIVATE, make_private
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.play.history import Help, History
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.statistics.finished_game import FinishedGame, level_of

if TYPE_CHECKING:
    from minesweeper_qt.model.play.journal import Journal, JournalNotes
    from minesweeper_qt.model.statistics.game_store import GameStore


class GameKeeper(QObject):
    """Writes each turn of the game of ``session`` to a journal in ``folder``, and files the game when it is over.

    It follows the session, and changes nothing there.

    A journal is locked while its game is played, so that two programs have two. A game that a student's agent plays or
    watches has none, and is not filed. Without a ``folder``, nothing is kept.

    Attributes: ``archive``, ``None`` without a folder; ``best_before``, the best time at the level of the game that is
    over, before it, in seconds, ``None`` if there was none; ``kept_moves``, the number of moves of a game of last time
    that goes on, 0 for another game.

    Signals: ``filed`` when the game that is over is in the statistics; ``troubled(str)`` with what can't be kept and
    why, once until that succeeds.
    """

    filed = Signal()
    troubled = Signal(str)

    def __init__(self, session: GameSession, folder: Path | None) -> None:
        super().__init__(session)
        self.archive: GameArchive | None = None
        self._session = session
        self._folder = folder and folder / "games"
        if folder is not None:
            self.archive = GameArchive(session.worker, folder / "statistics.sqlite", self)
            self.archive.failed.connect(self._on_failed)
            self.archive.damaged.connect(self.troubled)
        session.changed.connect(self._on_changed)
        # The clock shows no new seconds while a past moment is shown.
        self._timer = schedule.current.timer(self, self.write, 1000, repeats=True)
        self._is_troubled = False
        self._filed: Minesweeper | None = None
        self._is_resuming = False
        """True until all is restored: a kill in between must leave the notes as they are."""
        self._unwritten: list[FinishedGame] = []
        """Finished games whose journals could not be written."""
        self._journal: Journal | None = None
        self._lock: QLockFile | None = None
        self._held: tuple[Minesweeper | None, Journal | None, QLockFile | None] = None, None, None
        """A game that waits, or that is opened next, with its journal and lock, if it has them."""
        self._begin()

    @property
    def is_filed(self) -> bool:
        """True when the game shown, which is over, is in the statistics."""
        return self._filed is self._session.game

    # -- the game in progress

    def _begin(self) -> None:
        """Drop the journal of the last game, which was given up unless it is filed, and begin that of another one.

        A game that is over already was filed when it ended. The journal of one that waits is held until it is back.
        """
        game, own = self._session.game, self._session.own
        if own is not None and self._held[0] is not own.history.game:
            self._held = own.history.game, self._journal, self._lock
            self._journal = self._lock = None
        self._drop()
        if own is None:
            (held, self._journal, self._lock), self._held = self._held, (None, None, None)
            if held is not game:
                self._drop()
        self._filing = ""
        """The key of the game that is to be filed."""
        self._is_done = game.state.is_over and self._journal is None
        self.kept_moves = len(self._session.timeline.moves) if self._journal is not None else 0
        self.best_before: float | None = None

    def put_aside(self) -> bool:
        """Keep the journal of the game under way for a later start; return whether it has one."""
        self._write_at(round(self._session.playthrough.seconds, 3))
        if self._journal is None or self._is_troubled:
            return False
        self._release()
        return True

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        """Follow the game, or begin another one, which one that was over is once it goes on."""
        if self.archive is not None and now.runs is not before.runs:
            self.archive.hold_reviews(now.runs)
        if now.game != before.game or (now.last_move < before.last_move and self._is_done):
            self._begin()
        self.write()

    def write(self) -> None:
        """Write what is new in the game, and its time in whole seconds; file it when it is over."""
        self._write_at(int(self._session.playthrough.seconds))

    def _write_at(self, seconds: float) -> None:
        session, playthrough = self._session, self._session.playthrough
        history, is_over = playthrough.history, playthrough.game.state.is_over
        if self._folder is None or self._is_done or self._is_resuming:
            return
        if session.guest is not None or any(turn.strategy == STUDENT for turn in history.turns):
            self._drop()
            self._is_done = True
        elif history.turns or self._journal is not None:
            self._write(self._folder, history, is_over, seconds)

    def _write(self, folder: Path, history: History, is_over: bool, seconds: float) -> None:
        from minesweeper_qt.model.play.journal import Journal, JournalNotes

        session, playthrough = self._session, self._session.playthrough
        if self._journal is None:
            self._journal = Journal(folder, os.urandom(16).hex())
        questions, finished = session.player.questions, int(time()) if is_over else None
        notes = JournalNotes(
            seconds, session.autoplay.strategy, playthrough.uses_mine_count, session.help.had, questions, finished
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
                made = FinishedGame.of(playthrough.game, history, self._journal.key, notes.finished, notes.help)
                self._unwritten.append(made)
        if is_over:
            self._filing = self._journal.key
            self._release()
            self._file()

    @contextmanager
    def last_game(self) -> Iterator[tuple[Minesweeper, History, JournalNotes] | None]:
        """Find the game that was played last and is not over, ``None`` without one, and file those that are over.

        In the block, the caller lets the session go on with it. What is new is written after the block: a kill in
        between must leave the notes as they are.
        """
        folder, kept, has_finished = self._folder, None, False
        if folder is None or not folder.is_dir():
            yield None
            return
        from minesweeper_qt.model.play.journal import Journal

        for key in Journal.keys(folder):
            lock = _lock(folder, key)
            if lock is None:
                continue
            journal = Journal(folder, key)
            try:
                # A kill may have left the notes of an end whose moves were not written.
                if journal.read_notes().finished is not None and journal.read()[0].replay().state.is_over:
                    has_finished = True
                elif kept is None:
                    record, notes = journal.read()
                    game, history = record.history()
                    history.is_branch = Help.TAKE_BACK in notes.help
                    times = [turn.seconds for turn in history.turns if turn.seconds is not None]
                    kept = game, history, replace(notes, seconds=max([notes.seconds, *times[-1:]]))
                    self._held = game, journal, lock
                    continue
            except (OSError, MinesweeperError) as wrong:
                self._set_aside(journal, wrong)
            lock.unlock()
        self._is_resuming = True
        yield kept
        self._is_resuming = False
        self.write()
        if has_finished:
            self._file()

    def _set_aside(self, journal: Journal, wrong: Exception) -> None:
        try:
            where = f" It is now {journal.set_aside()}."
        except OSError as error:
            where = f" It can't be renamed: {error.strerror or error}."
        cause = getattr(wrong, "strerror", None) or wrong
        self.troubled.emit(f"Your last game can't be read: {cause}.{where}")

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
            self._filed = self._session.game
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
        """Write how the game stands; what is to be filed is filed before the worker of the session is closed."""
        self.put_aside()
        self._release()
        _, self._journal, self._lock = self._held
        self._release()
        self._is_done = True
        if self._unwritten:
            self._file()
        if self.archive is not None:
            self.archive.hold_reviews(True)


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

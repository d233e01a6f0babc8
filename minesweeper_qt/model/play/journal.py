"""Keeps a game in progress on disk: its record, to which each turn is appended, and what a record does not hold."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from io import FileIO
from pathlib import Path

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import RecordSyntaxError
from minesweeper_qt.model.file_writing import PRIVATE, make_private, read_whole, write_whole
from minesweeper_qt.model.play.history import NO_HELP, Help, History
from minesweeper_qt.model.play.record import Record

_RECORD, _NOTES = ".record", ".json"
_MOST_SECONDS = 10**9
_MOST_MIB = 100
_LATEST = 10**15
"""The last moment that is told as a date; a clock may also be set before 1970."""


@dataclass(frozen=True, slots=True)
class JournalNotes:
    """What the record of a game does not hold.

    ``seconds``: those played, also after the last move. ``strategy``: the name of the AI's, empty for none.
    ``uses_mine_count``: whether the AI knows the number of mines. ``help``: the help that the player has had.
    ``questions``: the cells with a question mark. ``finished``: when the game ended, in seconds since 1970, ``None``
    while it goes on.

    >>> notes = JournalNotes(12, "exact", help=Help.HINT | Help.RISKS, questions=frozenset({(0, 3)}))
    >>> print(notes.to_text())  # doctest: +NORMALIZE_WHITESPACE
    {"seconds": 12, "strategy": "exact", "uses_mine_count": false, "help": "hint risks", "questions": [[0, 3]],
     "finished": null}
    >>> JournalNotes.from_text(notes.to_text()) == notes
    True
    """

    seconds: float = 0
    strategy: str = ""
    uses_mine_count: bool = False
    help: Help = NO_HELP
    questions: frozenset[Cell] = frozenset()
    finished: int | None = None

    def to_text(self) -> str:
        """Return the notes as JSON, in one line without its end."""
        values = {**asdict(self), "help": self.help.words, "questions": sorted(self.questions)}
        return json.dumps(values)

    @classmethod
    def from_text(cls, text: str) -> JournalNotes:
        """Return the notes that ``to_text`` wrote; raise ``RecordSyntaxError`` for any other text."""
        try:
            values = json.loads(text)
            seconds, finished = float(values["seconds"]), values["finished"]
            if not 0 <= seconds < _MOST_SECONDS or not (finished is None or abs(int(finished)) < _LATEST):
                raise ValueError(f"seconds {seconds}, finished {finished}")
            ended, strategy = None if finished is None else int(finished), str(values["strategy"])
            questions = frozenset((int(row), int(column)) for row, column in values["questions"])
            help_, uses_mine_count = Help.from_words(values["help"]), bool(values["uses_mine_count"])
            return cls(seconds, strategy, uses_mine_count, help_, questions, ended)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as wrong:
            raise RecordSyntaxError(f"no notes of a game: {type(wrong).__name__}: {wrong}") from None


class Journal:
    """The game ``key`` in ``folder``: a record, to which ``write`` appends each turn, and a file of notes beside it.

    >>> from tempfile import TemporaryDirectory
    >>> from minesweeper_qt.model import Action, Minesweeper, Playthrough
    >>> playthrough = Playthrough(Minesweeper(2, 3, 1, layout_mines=[(0, 0)]))
    >>> with TemporaryDirectory() as folder:
    ...     journal = Journal(Path(folder), "1")
    ...     for action in ("reveal 0 2", "flag 0 0"):
    ...         turn = playthrough.play(Action.from_text(action))
    ...         journal.write(playthrough.history, JournalNotes())
    ...     journal.close()
    ...     record, notes = Journal(Path(folder), "1").read()
    >>> list(map(str, record.actions))
    ['reveal 0 2', 'flag 0 0']

    A program that is killed loses no turn that was written, and leaves at most a part of the next line, which ``read``
    leaves out. All methods raise ``OSError``; after that, the next ``write`` writes all again.
    """

    def __init__(self, folder: Path, key: str) -> None:
        self.key = key
        self._folder = folder
        self._record = folder / f"{key}{_RECORD}"
        self._notes = folder / f"{key}{_NOTES}"
        self._file: FileIO | None = None
        self._history: History | None = None
        self._head: tuple[object, ...] = ()
        """What the first lines say of the game, and a search for a board may change before its first reveal."""
        self._written = 0
        """The number of turns of ``_history`` in the record."""
        self._last_notes: JournalNotes | None = None

    @staticmethod
    def keys(folder: Path) -> list[str]:
        """Return the keys of the games in ``folder``, the one written last first; none if there is no such folder."""
        found = []
        for path in folder.glob(f"*{_RECORD}"):
            with suppress(OSError):  # such as: another program has removed it meanwhile
                found.append((path.stat().st_mtime_ns, path.stem))
        return [key for _, key in sorted(found, reverse=True)]

    def write(self, history: History, notes: JournalNotes) -> None:
        """Append the turns of ``history`` that are new since the last call, or write all if it is another history.

        Every turn is with the system when this returns: only a crash of that may lose it.
        """
        turns, head = history.turns, (history.game.seed, history.game.rules)
        if history is self._history and head == self._head and self._file is not None:
            text = "".join(Record.turn_text(history.game, turn) for turn in turns[self._written :])
            file, self._file = self._file, None
            if text and file.write(text.encode()) != len(text):
                file.close()
                raise OSError("the disk took only a part of a line")
            # Before the notes, which may fail: what is written must not be written again.
            self._file, self._written = file, len(turns)
            self._write_notes(notes)
        else:
            # The notes first: a kill between the two must not lose that a move was taken back.
            self._write_notes(notes)
            self.close()
            write_whole(self._record, Record.of_history(history).to_text().encode(), PRIVATE)
            self._file = FileIO(self._record, "a")
            self._history, self._head, self._written = history, head, len(turns)

    def _write_notes(self, notes: JournalNotes) -> None:
        if notes != self._last_notes:
            make_private(self._folder)
            write_whole(self._notes, notes.to_text().encode(), PRIVATE)
            self._last_notes = notes

    def read(self) -> tuple[Record, JournalNotes]:
        """Return the record and the notes; raise ``RecordSyntaxError`` if the record is damaged."""
        record = Record.from_text(read_whole(self._record, _MOST_MIB).decode("utf-8", "replace"), allow_cut=True)
        return record, self.read_notes()

    def read_notes(self) -> JournalNotes:
        """Return the notes alone; where they are missing, unreadable or damaged, the player may have had any help."""
        try:
            return JournalNotes.from_text(read_whole(self._notes, _MOST_MIB).decode("utf-8", "replace"))
        except (OSError, RecordSyntaxError):
            return JournalNotes(help=Help.HINT)

    def close(self) -> None:
        """Close the record; the next ``write`` writes it anew."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def remove(self) -> None:
        """Delete the files."""
        self.close()
        for path in (self._record, self._notes):
            path.unlink(missing_ok=True)

    def set_aside(self) -> Path:
        """Rename the files, so that this game is read no more, and return the new name of the record."""
        aside = self._record.with_suffix(".damaged")
        self._record.replace(aside)
        if self._notes.exists():
            self._notes.replace(self._notes.with_suffix(".damaged-notes"))
        return aside

"""The database of SQLite in which the statistics and the answers of Practise are kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.file_writing import PRIVATE, make_private

_BUSY_SECONDS = 5.0

_MIGRATIONS = (
    """
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, finished INTEGER NOT NULL, level TEXT NOT NULL,
        height INTEGER NOT NULL, width INTEGER NOT NULL, mines INTEGER NOT NULL, seed INTEGER, won INTEGER NOT NULL,
        seconds REAL, three_bv INTEGER NOT NULL, solved INTEGER NOT NULL, clicks INTEGER NOT NULL,
        player TEXT NOT NULL, help TEXT NOT NULL,
        judged INTEGER NOT NULL, guesses INTEGER, survived INTEGER, expected REAL, chance REAL, cause TEXT
    );
    CREATE TABLE records (number INTEGER PRIMARY KEY REFERENCES games, record TEXT NOT NULL);
    CREATE INDEX games_by_level
        ON games (level, finished, number, won, help, seconds, guesses, survived, expected, cause);
    CREATE INDEX games_by_time ON games (level, won, seconds, help);
    CREATE INDEX games_to_judge ON games (finished) WHERE judged = 0;
    """,
    "CREATE TABLE damaged AS SELECT * FROM games JOIN records USING (number) WHERE 0",
    """
    CREATE TABLE practice_answers (
        number INTEGER PRIMARY KEY, topic TEXT NOT NULL, key TEXT NOT NULL, day INTEGER NOT NULL,
        right_in_a_row INTEGER NOT NULL, seconds REAL
    );
    CREATE INDEX practice_answers_by_position ON practice_answers (topic, key);
    CREATE TABLE practice_missed (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
    UPDATE games SET judged = 0 WHERE number IN (
        SELECT number FROM games WHERE cause IN ('misread', 'needless') AND player != 'ai'
        ORDER BY finished DESC LIMIT 200
    );
    """,
    """
    ALTER TABLE games ADD COLUMN hardest INTEGER;
    ALTER TABLE damaged ADD COLUMN hardest INTEGER;
    UPDATE games SET judged = 0 WHERE level GLOB '* not-needed';
    """,
)
"""What makes a database of each version one of the next version; version 0 is an empty file.

What was missed in the last games that a mistake lost, and the hardest steps of boards that need no guess, are found
when their moves are judged once more.
"""

_CAUSES = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the file or its folder is read-only",
    "SQLITE_CANTOPEN": "it can't be opened",
    "SQLITE_BUSY": "another program has been using it for 5 s",
    "SQLITE_NOTADB": "it is damaged; rename it, and new statistics begin",
    "SQLITE_CORRUPT": "it is damaged; rename it, and new statistics begin",
}
"""The causes of errors in words, by the names of SQLite."""


class StoreError(MinesweeperError):
    """The statistics can't be read or written; the message names the file and the cause.

    >>> from pathlib import Path
    >>> with transaction(Path(".")):
    ...     pass
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.statistics.database.StoreError: the statistics in . can't be used: it can't be opened
    """


@contextmanager
def transaction(path: Path) -> Iterator[sqlite3.Cursor]:
    """Connect to the database at ``path``, which is made when it is needed, for one transaction.

    It is rolled back if an error is raised in it. So any thread may use the database, and several programs at once. It
    has no write-ahead log, which network file systems do not support.

    All statements run in one cursor. Its end finishes the last of them: after an error a statement that is not
    finished would keep the database locked for as long as the error's traceback exists.
    """
    try:
        make_private(path.parent)
        if not path.exists():
            path.touch(PRIVATE)
        with (
            closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection,
            closing(connection.cursor()) as database,
        ):
            connection.text_factory = lambda text: text.decode("utf-8", "replace")
            _migrate(path, connection, database)
            with connection:
                database.execute("BEGIN")
                yield database
    except sqlite3.Error as wrong:
        name = getattr(wrong, "sqlite_errorname", "")
        cause = next((words for start, words in _CAUSES.items() if name.startswith(start)), str(wrong))
        raise StoreError(f"the statistics in {path} can't be used: {cause}") from None
    except OSError as wrong:
        raise StoreError(f"the statistics in {path} can't be used: {wrong.strerror or wrong}") from None
    except (ValueError, TypeError, KeyError) as wrong:
        if isinstance(wrong, MinesweeperError):
            raise
        damage = _CAUSES["SQLITE_CORRUPT"]
        raise StoreError(f"the statistics in {path} can't be used: {damage} ({wrong})") from None


def _migrate(path: Path, connection: sqlite3.Connection, database: sqlite3.Cursor) -> None:
    """Bring the database to the present version; raise ``StoreError`` for a later one."""
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version > len(_MIGRATIONS):
        raise StoreError(
            f"the statistics in {path} are of version {version}; allowed are versions up to "
            f"{len(_MIGRATIONS)}: use the program that wrote them"
        )
    if version < len(_MIGRATIONS):
        with connection:
            database.execute("BEGIN IMMEDIATE")
            # Another program may have done it meanwhile.
            version = database.execute("PRAGMA user_version").fetchone()[0]
            for statement in ";".join(_MIGRATIONS[version:]).split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")

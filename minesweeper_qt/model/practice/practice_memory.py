"""The memory of Practise: the answers, the days on which positions come again, and what was missed in games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from minesweeper_qt.model.errors import PositionSyntaxError
from minesweeper_qt.model.practice.practice_position import PracticePosition, Topic, positions_of
from minesweeper_qt.model.statistics.database import transaction

MOST_MISSED = 500
"""The number of missed moves that are kept."""

_DAYS = (1, 1, 3, 7, 16)
"""After how many days a position comes again, by the number of right answers in a row up to 4."""

_TRAVEL = 2
"""The most days by which a date goes back when one travels."""

_IS_SOUND = f"""
    right_in_a_row IN {tuple(range(len(_DAYS)))} AND day BETWEEN 1 AND 4e6 AND coalesce(seconds, 0) BETWEEN 0 AND 1e9
"""
"""What holds for each answer that this program has written; others count for nothing."""

_Answer: TypeAlias = Sequence[Any]
"""The key of a position, the day of the answer, the right answers in a row up to this one, and its seconds."""


@dataclass(frozen=True, slots=True)
class TopicSummary:
    """The figures of a topic: the numbers of its ``positions``, of answers, of the ``right`` ones, and of those due.

    ``due`` are positions that come again today or should have before; one that was never answered is not. The share
    right is ``right / answered``. ``median_seconds``: how long the right answers took; ``None`` if that is unknown. It
    ``is_done`` once ten positions were known and a board was won without help whose hardest step is at its level.
    """

    positions: int
    answered: int
    right: int
    median_seconds: float | None
    due: int
    is_done: bool = False


class PracticeMemory:
    """What is remembered in the database at ``path``, in which the statistics are kept, too.

    Attribute: ``today``, which returns the date. Each call is one or a few short transactions; what it has changed is
    on the disk when it returns. A position comes again 1, 3, 7 and 16 days after the first, second, third and each
    further right answer in a row, and the day after a wrong one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     memory = PracticeMemory(Path(folder, "statistics.sqlite"), lambda: date(2026, 12, 1))
    ...     first = memory.next_position(Topic.CLUE)
    ...     str(memory.add_answer(first, True, 2.5)), memory.next_position(Topic.CLUE) == first
    ('2026-12-02', False)

    All methods raise ``StoreError``, and then change nothing.
    """

    def __init__(self, path: Path, today: Callable[[], date] = date.today) -> None:
        self._path = path
        self.today = today

    # -- answers

    def add_answer(self, position: PracticePosition, is_right: bool, seconds: float | None) -> date:
        """Keep an answer, which took these seconds, if that is known; return the day on which the position returns."""
        today = self.today()
        last = f"""
            SELECT right_in_a_row FROM practice_answers WHERE topic = :topic AND key = :key AND {_IS_SOUND}
            ORDER BY number DESC LIMIT 1
        """
        values = {"topic": position.topic.value, "key": position.key, "day": today.toordinal(), "seconds": seconds}
        with transaction(self._path) as database:
            ((in_a_row,),) = database.execute(
                "INSERT INTO practice_answers (topic, key, day, right_in_a_row, seconds) "
                f"SELECT :topic, :key, :day, iif(:is_right, min(1 + coalesce(({last}), 0), :most), 0), :seconds "
                "RETURNING right_in_a_row",
                values | {"is_right": is_right, "most": len(_DAYS) - 1},
            ).fetchall()
        return today + timedelta(_DAYS[in_a_row])

    def next_position(
        self, topic: Topic, fits: Callable[[PracticePosition], bool] = lambda position: True
    ) -> PracticePosition | None:
        """Return the position to ask about next, of those that ``fits`` is true of; ``None`` without one.

        Those that are due come first, the one that has waited longest before all, and then those never answered.
        """
        days = self._days_to_wait(self._answers()[topic])
        waiting = [each for each in self._positions(topic) if days.get(each.key, 0) <= 0]
        # Those never answered would have waited less than any that is due.
        return next(filter(fits, sorted(waiting, key=lambda each: days.get(each.key, 1))), None)

    def summaries(self) -> dict[Topic, TopicSummary]:
        """Return the figures of each topic."""
        with transaction(self._path) as database:
            won = {level for (level,) in database.execute("SELECT hardest FROM games WHERE won AND help = ''")}
        return {topic: self._summary(topic, answers, topic.level in won) for topic, answers in self._answers().items()}

    def _summary(self, topic: Topic, answers: list[_Answer], has_won: bool) -> TopicSummary:
        positions = self._positions(topic)
        days = self._days_to_wait(answers)
        right = [seconds for _, _, in_a_row, seconds in answers if in_a_row]
        times = [seconds for seconds in right if seconds is not None]
        due = sum(days.get(each.key, 1) <= 0 for each in positions)
        is_done = has_won and len({key for key, _, in_a_row, _ in answers if in_a_row}) >= 10
        return TopicSummary(len(positions), len(answers), len(right), median(times) if times else None, due, is_done)

    def forget(self, topic: Topic | None = None) -> int:
        """Delete the answers about ``topic``, or all, and with them what was missed; return the number of answers."""
        word = topic and topic.value
        with transaction(self._path) as database:
            if topic in (Topic.MISSED, None):
                database.execute("DELETE FROM practice_missed")
            return database.execute("DELETE FROM practice_answers WHERE coalesce(topic = ?, 1)", (word,)).rowcount

    # -- missed moves

    def add_missed(self, position: PracticePosition) -> None:
        """Keep a position in which a move was missed in a game, once.

        If they become more than ``MOST_MISSED``, one is dropped: of those whose last answer was right the one answered
        first, and without any the oldest.
        """
        with transaction(self._path) as database:
            database.execute("INSERT OR IGNORE INTO practice_missed (key) VALUES (?)", (position.key,))
            database.execute(
                """
                DELETE FROM practice_missed WHERE number IN (
                    SELECT practice_missed.number FROM practice_missed LEFT JOIN (
                        SELECT key, right_in_a_row, max(number) AS last FROM practice_answers WHERE topic = ?
                        GROUP BY key
                    ) USING (key)
                    ORDER BY NOT coalesce(right_in_a_row, 0), iif(right_in_a_row, last, practice_missed.number)
                    LIMIT max((SELECT count(*) FROM practice_missed) - ?, 0)
                )
                """,
                (Topic.MISSED.value, MOST_MISSED),
            )

    def missed(self) -> tuple[PracticePosition, ...]:
        """Return the positions in which a move was missed, the latest first."""
        with transaction(self._path) as database:
            keys = database.execute("SELECT CAST(key AS TEXT) FROM practice_missed ORDER BY number DESC").fetchall()
        positions = []
        for (key,) in keys:
            with suppress(PositionSyntaxError):
                positions.append(PracticePosition.from_key(Topic.MISSED, key))
        return tuple(positions)

    # -- what both need

    def _positions(self, topic: Topic) -> tuple[PracticePosition, ...]:
        return self.missed() if topic is Topic.MISSED else positions_of(topic)

    def _answers(self) -> dict[Topic, list[_Answer]]:
        """Return the answers about each topic, in order."""
        with transaction(self._path) as database:
            rows = database.execute(
                "SELECT topic, key, day, right_in_a_row, seconds FROM practice_answers "
                f"WHERE {_IS_SOUND} ORDER BY number"
            ).fetchall()
        return {topic: [answer for word, *answer in rows if word == topic.value] for topic in Topic}

    def _days_to_wait(self, answers: list[_Answer]) -> dict[str, int]:
        """Return in how many days each position that was answered comes again; it is due if they are not above 0.

        One that was answered on a day which lies too far ahead was answered when the clock was wrong, and is due.
        """
        today = self.today().toordinal()
        return {
            key: day + _DAYS[in_a_row] - today if day <= today + _TRAVEL else 0 for key, day, in_a_row, _ in answers
        }

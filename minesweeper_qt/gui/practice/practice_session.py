"""The session of Practise: the position that is asked about, what the user says of it, and what is kept of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from random import sample

from PySide6.QtCore import Signal

from minesweeper_qt.gui.presentation.look import Chance, Chances
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView
from minesweeper_qt.gui.session.computations import Tools, find_chances
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import AgentSnapshot, Cell, Position, Proof, Undecided
from minesweeper_qt.model.practice.practice_memory import PracticeMemory, TopicSummary
from minesweeper_qt.model.practice.practice_position import Asked, PracticePosition, Topic, positions_of
from minesweeper_qt.model.statistics.database import StoreError

RUN = 10
"""The number of answers that are counted together."""


@dataclass(frozen=True)
class Verdict:
    """What became of the answer that ``cell`` is a mine, or else safe.

    ``truth``: whether it is certainly a mine; ``None`` if that is undecided, and then ``chance`` is that of a mine, if
    it is known. ``counts``: it is the first answer about the position. ``had_help``: after a hint or a proof.
    """

    cell: Cell
    is_mine: bool
    truth: bool | None
    chance: Chance | None
    counts: bool
    had_help: bool

    @property
    def is_right(self) -> bool:
        """True if the cell is certainly what the user said."""
        return self.truth is self.is_mine


@dataclass(frozen=True)
class Kept:
    """What the memory says: the ``summaries`` of all topics, or the ``problem`` why it keeps nothing.

    ``position``: the one to ask about next; ``days``: after so many the position answered comes again.
    """

    summaries: Mapping[Topic, TopicSummary] = field(default_factory=dict)
    problem: str = ""
    position: PracticePosition | None = None
    days: int | None = None


class PracticeSession(BoardSource):
    """Asks about one position of a topic after the other; ``memory`` keeps the answers, if there is one.

    Attributes: ``topic``; ``asked``, what the user chose to find; ``position``, ``None`` before the first one and where
    the topic has none; ``given``, its mines that have a flag from the start; ``verdict``, ``None`` until there is an
    answer; ``run``, which of the answers of this round were known; ``times``, their seconds; ``best``, the most that
    were known in a round; ``had_help``, whether a hint or a proof of the
    position was shown; ``solution``, the proof that was, if the user gave up; ``kept``, what the memory says.

    Signals besides that of ``BoardSource``: ``answered``, the verdict is another; ``memory_changed``, what the memory
    says is; ``proved(Proof)``, the easiest proof of what is to be found, for a hint unless it is the ``solution``.
    """

    answered = Signal()
    memory_changed = Signal()
    proved = Signal(object)

    def __init__(self, memory: PracticeMemory | None, topic: Topic = Topic.CLUE, asked: Asked = Asked.SAFE) -> None:
        super().__init__(PositionView(Position(8, 8, 0), AgentSnapshot(0)))
        self._memory = memory
        self.topic, self.asked = topic, asked
        self.position: PracticePosition | None = None
        self.given: frozenset[Cell] = frozenset()
        self.verdict: Verdict | None = None
        self.solution: Proof | None = None
        self.run: tuple[bool, ...] = ()
        self.times: tuple[float, ...] = ()
        self.best = 0
        self.had_help = self._has_begun = False
        self.kept = Kept()
        self._is_first = True
        """True until there is an answer about the position."""
        self._since: float | None = None
        """When the position was shown; ``None`` if it was out of sight meanwhile."""
        self._chances: Chances | None = None
        self._search = Request()

    def _make_view(self) -> PositionView:
        """Return the view of the next question."""
        shown = self.view.position
        if self.position is not None:
            shown = self.position.position.with_marks(dict.fromkeys(self.given, "F"))
        return PositionView(shown, AgentSnapshot(0), game=self.view.game + 1)

    @property
    def asks(self) -> Asked:
        """What is to be found in the position: what the user chose, if the position has that."""
        position = self.position
        if position is None or position.answers(self.asked):
            return self.asked
        return Asked.SAFE if position.safe else Asked.MINES

    def set_topic(self, topic: Topic) -> None:
        """Ask about positions of ``topic``."""
        if topic is not self.topic:
            self.topic, self.run, self.times = topic, (), ()
            self.show_next()

    def set_asked(self, asked: Asked) -> None:
        """Let ``asked`` be what is to be found where there is any, from another position on."""
        if asked is not self.asked:
            self.asked = asked
            self.show_next()

    @property
    def is_round_over(self) -> bool:
        """True while the result of a round is shown in place of a position."""
        return len(self.run) == RUN and self.position is None

    def show_next(self) -> None:
        """Ask about the next position of the topic, at first of one of which some are due; end a round before that."""
        if self.is_round_over:
            self.run, self.times = (), ()
        elif len(self.run) == RUN:
            self.best = max(self.best, sum(self.run))
            self.position = self.verdict = None
            self.answered.emit()
            self.touch()
            return
        find = partial(_find_next, self._memory, self.topic, self.asked, self.position, not self._has_begun)
        self._use_memory(self._show, find)

    def _use_memory(self, then: Callable[[Kept], object], act: Callable[[], Kept]) -> None:
        """Let ``act`` use the memory, if there is one, and pass what it says on to ``then``."""

        def receive(answer: Outcome[Kept]) -> None:
            if answer.result is not None:
                self.kept = answer.result
                then(answer.result)
                self.memory_changed.emit()

        self.worker.request(receive, lambda tools: act(), lane=Lane.FILES)

    def _show(self, kept: Kept) -> None:
        self._search.cancel()
        self.position, self.verdict, self.solution, self._chances = kept.position, None, None, None
        self.had_help, self._is_first, self._has_begun = False, True, True
        self._since = schedule.current.now()
        if kept.position is not None:
            self.topic = kept.position.topic
            self.given = kept.position.easier_mines if self.asks is not Asked.SAFE else frozenset()
            # A verdict names the chance of a cell that is not certain, and must not wait for it.
            self._search = self.worker.request(self._on_counted, find_chances, kept.position.position)
        self.answered.emit()
        self.touch()

    def _on_counted(self, answer: Outcome[Chances]) -> None:
        self._chances = answer.result

    def stop_watch(self) -> None:
        """Count no seconds for the present position: it is out of sight."""
        self._since = None

    def answer(self, cell: Cell, *, is_mine: bool) -> None:
        """Judge the answer that ``cell`` is a mine, or else safe, and keep the first one about the position."""
        position = self.position
        if position is None or self.verdict is not None or cell in position.position.clues or cell in self.given:
            return
        self._search.cancel()
        truth = True if cell in position.certain_mines else False if cell in position.safe else None
        chance = None if truth is not None or self._chances is None else self._chances.rounded.get(cell)
        self.verdict = Verdict(cell, is_mine, truth, chance, self._is_first, self.had_help)
        if self._is_first:
            self._is_first, was_known = False, self.verdict.is_right and not self.had_help
            seconds = None if self._since is None else schedule.current.now() - self._since
            self.run, self.times = (*self.run, was_known), (*self.times, *([] if seconds is None else [seconds]))
            if self._memory is not None:
                add = partial(self._memory.add_answer, position, was_known, seconds)
                self._use_memory(bool, partial(_change, self._memory, add))
        self.answered.emit()

    def try_again(self) -> None:
        """Take the answer back, so that the user may answer again."""
        self.verdict = None
        self.answered.emit()

    def forget(self, topic: Topic | None) -> None:
        """Delete the answers about ``topic``, or all for ``None``."""
        if self._memory is not None:
            self._use_memory(bool, partial(_change, self._memory, partial(self._memory.forget, topic)))

    def request_proof(self, *, gives_up: bool) -> None:
        """Look for the easiest proof of what is to be found, as a hint, or to show all of it to who ``gives_up``."""
        if self.position is not None:
            self.had_help = True
            receive = partial(self._on_proof, gives_up)
            self._search.cancel()
            self._search = self.worker.request(receive, find_solution, self.position, self.asks)

    def _on_proof(self, gives_up: bool, answer: Outcome[Proof | Undecided]) -> None:
        # There is none where the search was too hard.
        if isinstance(answer.result, Proof):
            self.solution = answer.result if gives_up else self.solution
            self.proved.emit(answer.result)


def find_solution(tools: Tools, position: PracticePosition, asked: Asked) -> Proof | Undecided:
    """Return a short proof of the easiest cell of what is ``asked``, which there is; raise as ``Explainer``."""
    explainer = tools.explainer(position.position)
    levels = explainer.levels
    cell = min(position.answers(asked), key=lambda cell: (levels[cell], cell))
    return explainer.short_proof(cell)


def _find_next(
    memory: PracticeMemory | None, topic: Topic, asked: Asked, before: PracticePosition | None, is_first: bool
) -> Kept:
    """Return the position to ask about after ``before``, of ``topic``, or if it ``is_first`` of one that has some due.

    It has what is ``asked``, if one that is due or new does. It is any one where the memory can't be used or has none.
    """

    def fits(position: PracticePosition) -> bool:
        return bool(position.answers(asked))

    summaries: Mapping[Topic, TopicSummary] = {}
    pool: tuple[PracticePosition, ...] = ()
    found, problem = None, "" if memory is not None else "Your answers are not kept."
    try:
        if memory is not None:
            summaries = memory.summaries()
            topic = next((each for each in (topic, *Topic) if is_first and summaries[each].due), topic)
            found = memory.next_position(topic, fits) or memory.next_position(topic)
            pool = memory.missed() if topic is Topic.MISSED else ()
    except StoreError as wrong:
        problem = _not_kept(wrong)
    if found is None and (pool := pool or positions_of(topic)):
        others = [one for one in pool if one != before] or pool
        shuffled = sample(others, len(others))
        found = next(filter(fits, shuffled), shuffled[0])
    # Computed here, since it may take long.
    return Kept(summaries, problem, found if found is not None and found.answers(Asked.EITHER) else None)


def _change(memory: PracticeMemory, change: Callable[[], date | int]) -> Kept:
    """Make a ``change`` of the memory, and return what it says then."""
    try:
        done = change()
        return Kept(memory.summaries(), days=(done - memory.today()).days if isinstance(done, date) else None)
    except StoreError as wrong:
        return Kept(problem=_not_kept(wrong))


def _not_kept(wrong: StoreError) -> str:
    return f"Your answers are not kept: {wrong}."

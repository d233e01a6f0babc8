"""Searches for the smallest case that shows a fault: a small board, and few cells that an agent learns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from math import inf
from time import monotonic

from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Call, Driver
from minesweeper_qt.model.student.fault import OFF_BOARD, Fault
from minesweeper_qt.model.student.finding import Case, Severity, Symptom
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import FindingKind, Limits, StudentState

RANDOM_CALLS = 50
"""The number of calls of ``make_random_move``, since not each of its moves may be wrong."""

_MOVES = {Call.SAFE_MOVE: (Call.SAFE_MOVE,), Call.RANDOM_MOVE: (Call.RANDOM_MOVE,) * RANDOM_CALLS}
"""The calls after the last observation, by the call that a fault is about."""

_CALL_SECONDS = 1.0
"""The limit for a call while cases are tried."""

_SHORT = Limits(seconds=0.4, memory_mb=160, output_mb=1)
"""The limits while cases are tried for a failure that takes as long as a limit allows."""

_TRIAL_SHARE = 0.1
"""The part of the time of a search that one trial may take: boards on which an agent is slow are given up."""

_WINDOWS = (2, 3)
"""The search begins with the cells up to these distances from the first one about which the agent errs."""

_FEW = 4
"""A case with as few observations is small enough; for a smaller one no other boards are tried."""

_LONG = 15
"""A whole game with more observations is tried late, for most agents are slow there."""

_BOARDS = 200
"""The number of further boards that are tried."""

_BOARDS_BEFORE = 100
"""The number of them that are tried before the whole board of the game."""

_SIDE = 6
"""The greatest height and width of these boards; at most a third of their cells are mines."""

OpenProcess = Callable[[Limits], StudentProcess]
"""Returns a new process of the agent with these limits."""


class NoCase(Enum):
    """Why there is no case of a fault; the value is a sentence about the agent."""

    CHANCE = "It does not err each time when it learns the same again: what it concludes depends on chance."
    CALLS = (
        "It does not err again when it only learns the same: calls for moves between them change what it knows, or it "
        "draws at random."
    )
    LIMIT = "It does not exceed the limit each time when it learns the same again."
    TIME = "No case was found in the time for the search."


class TimeIsUp(Exception):
    """A search must end."""


@dataclass(slots=True)
class Trial:
    """Tries cases on new agents in ``process``, whose random numbers follow from ``seed``, for the fault ``fault``.

    A case shows the fault if the agent errs in the same way, within ``seconds``. ``check_time`` is called after each
    call of the agent. ``has_own_size`` becomes true once an agent has had another size than its case.
    """

    process: StudentProcess
    fault: Fault
    seed: int = 0
    seconds: float = inf
    check_time: Callable[[], None] = lambda: None
    has_own_size: bool = False

    def shown_by(self, case: Case) -> Case | None:
        """Return ``case`` up to the call that shows the fault, with the cells of the fault; ``None`` if none does.

        The mines of the case are those of its board: a verdict or a sentence is wrong if it is wrong there, which is
        one of the boards that agree with the clues.
        """
        comparison = GameComparison(Board(case.height, case.width))
        end = monotonic() + self.seconds
        for step in Driver(self.process).replay(case, self.seed, _MOVES.get(self.fault.call, ())):
            if step.call is Call.CREATE and step.failure is None and self.process.size != (case.height, case.width):
                self.has_own_size = True
                return None
            for fault in comparison.compare(step, case.mines):
                if self._is_expected(fault):
                    cells = fault.cells if fault.key.kind is FindingKind.SENTENCE else fault.cells[:1]
                    return replace(case, observations=case.observations[: fault.learned], cells=cells)
            self.check_time()
            if monotonic() > end:
                break
        return None

    def _is_expected(self, fault: Fault) -> bool:
        expected = self.fault
        if fault.symptom is not expected.symptom:
            return False
        if fault.key.kind.is_slow and expected.key.kind.is_slow:
            # An endless loop that prints may exceed this limit or that one.
            return True
        if fault.key.kind is not expected.key.kind or fault.key == expected.key:
            return fault.key == expected.key
        if fault.key.kind is FindingKind.UNSOUND:
            # What is right by luck on one board is wrong on another one.
            return expected.key.severity is Severity.NOTE and fault.key.form not in OFF_BOARD
        return fault.key.kind is FindingKind.EXIT


def smallest_case(
    open_process: OpenProcess,
    start: Case,
    fault: Fault,
    *,
    limits: Limits | None = None,
    seconds: float = 20.0,
    should_stop: Callable[[], bool] = lambda: False,
) -> Case | NoCase | None:
    """Return a smallest case that shows ``fault``, or why there is none; ``None`` for a fault that no case can show.

    ``start`` holds all observations of the game until the fault, on the agent's own board with its mines. The result
    shows the fault no more if an observation, a mine, a row or a column is left out; it may be of another board than
    that of the game. After ``seconds``, or once ``should_stop`` returns true, the result is the smallest case found so
    far. It has shown the fault in a fresh process, with ``limits``.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.moves_made.add(cell)
    ...         self.safes.add(cell)
    ... '''
    >>> file = StudentFile.of(Path("minesweeper.py").absolute(), source)
    >>> from minesweeper_qt.model.evidence.derivation import Rule
    >>> from minesweeper_qt.model.student.fault import FaultKey
    >>> key = FaultKey(FindingKind.INCOMPLETE, Severity.WEAKNESS, Rule.CLUE)
    >>> fault = Fault(key, Symptom.MISSING_SAFE, Call.ADD_KNOWLEDGE, learned=1, cells=((0, 0),))
    >>> start = Case.of(5, 5, [(3, 3), (1, 1)], frozenset({(4, 4)}))
    >>> smallest_case(lambda limits: StudentProcess(file, limits), start, fault).to_json()
    {'height': 1, 'width': 2, 'observations': [[0, 0, 0]], 'cells': [[0, 1]]}

    Source: deletion of halves, quarters and so on down to single items, Zeller and Hildebrandt, Simplifying and
    isolating failure-inducing input, IEEE Transactions on Software Engineering 28(2), 2002.
    """
    if fault.symptom is None or fault.symptom is Symptom.SENTENCES_GROW:
        return None
    real = limits or Limits()
    short = replace(real, seconds=min(real.seconds, _CALL_SECONDS))
    if fault.key.kind.is_slow:
        least = {name: min(getattr(real, name), getattr(_SHORT, name)) for name in ("seconds", "memory_mb")}
        short = replace(_SHORT, box=real.box, **least)
    end = monotonic() + seconds

    def check_time() -> None:
        if monotonic() > end or should_stop():
            raise TimeIsUp

    is_over = False
    with open_process(short) as process:
        search = _Search(Trial(process, fault, seconds=seconds * _TRIAL_SHARE, check_time=check_time))
        try:
            search.run(start, fault)
        except TimeIsUp:
            is_over = True
    # What takes long with short limits may be quick enough for the real ones.
    shown = [start, *search.shown] if fault.key.kind.is_slow and not should_stop() else search.shown
    found = _smallest_proved(open_process, real, shown, fault)
    if found is not None:
        return replace(found, has_own_size=search.trial.has_own_size)
    if is_over:
        return NoCase.TIME
    if fault.key.kind.is_slow:
        return NoCase.LIMIT
    states = {stated_after(open_process, real, start, seed) for seed in (0, 1)}
    return NoCase.CHANCE if search.shown or len(states) > 1 else NoCase.CALLS


def _smallest_proved(open_process: OpenProcess, limits: Limits, cases: list[Case], fault: Fault) -> Case | None:
    """Return one of the last ``cases`` that show the fault in a fresh process: the last one, else bisected."""
    found = None
    first, last = 0, len(cases) - 1
    place = last
    while first <= last:
        proved = _proved(open_process, limits, cases[place], fault)
        if proved is None:
            last = place - 1
        else:
            found, first = proved, place + 1
        place = (first + last) // 2
    return found


def _proved(open_process: OpenProcess, limits: Limits, case: Case, fault: Fault) -> Case | None:
    """Return the case if an agent in a fresh process shows the fault after it, and whether that depends on chance."""
    is_long = fault.key.kind.is_slow or fault.call is Call.RANDOM_MOVE
    results = []
    for seed in (0,) if is_long else (0, 1):
        with open_process(limits) as process:
            results.append(Trial(process, fault, seed).shown_by(case))
    proved = next((result for result in results if result is not None), None)
    return None if proved is None else replace(proved, depends_on_chance=None in results)


def stated_after(open_process: OpenProcess, limits: Limits, case: Case, seed: int = 0) -> StudentState:
    """Return what an agent in a fresh process states after the observations of ``case``, or before a call that fails.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> file = StudentFile.of(Path("minesweeper.py").absolute(), b"from minesweeper_qt.model import MinesweeperAI")
    >>> case = Case.of(1, 2, [(0, 0)], frozenset({(0, 1)}))
    >>> sorted(stated_after(lambda limits: StudentProcess(file, limits), Limits(), case).mines)
    [(0, 1)]
    """
    with open_process(limits) as process:
        *_, last = Driver(process).replay(case, seed)
        return last.state


class _Search:
    """One search. ``shown`` are the cases that have shown the fault, each smaller than the one before."""

    def __init__(self, trial: Trial) -> None:
        self.shown: list[Case] = []
        self.trial = trial
        self._tried: set[Case] = set()

    def run(self, start: Case, fault: Fault) -> None:
        """Search in windows of ``start``; then on other boards, and on the whole one, unless the case is a small one.

        Raises ``TimeIsUp``.
        """
        for case in self._starts(start, fault):
            if self._shows(case):
                self._shrink()

    def _starts(self, start: Case, fault: Fault) -> Iterator[Case]:
        for case in _windows(start, fault):
            if not self.shown:
                yield case
        is_long = len(start.observations) > _LONG
        if not self.shown and not is_long:
            yield start
        for number in range(_BOARDS):
            if self.shown and len(self.shown[-1].observations) <= _FEW:
                return
            if number == _BOARDS_BEFORE and not self.shown and is_long:
                yield start
            size = (start.height, start.width) if self.trial.has_own_size else None
            most = len(self.shown[-1].observations) - 1 if self.shown else None
            yield _board(number, size, most)

    def _shows(self, case: Case) -> bool:
        """Return whether ``case`` shows the fault and is smaller than those before."""
        found = None
        if case not in self._tried:
            self._tried.add(case)
            found = self.trial.shown_by(case)
        if found is None or (self.shown and _size(found) >= _size(self.shown[-1])):
            return False
        self.shown.append(found)
        return True

    def _shrink(self) -> None:
        """Leave out rows, columns, observations and mines until none of them can be left out alone."""
        # One round is enough only if each set of them that contains one that is enough is so too.
        before = None
        while before != self.shown[-1]:
            before = self.shown[-1]
            for kind in range(len(_parts(before))):
                number, part = _parts(self.shown[-1])[kind]
                is_enough = partial(self._is_enough, part, may_be_empty=kind > 2)
                minimal_subset(is_enough, range(number))

    def _is_enough(self, part: Part, left: list[int], may_be_empty: bool) -> bool:
        return bool(left or may_be_empty) and self._shows(part(left))


Part = Callable[[Sequence[int]], Case]
"""Returns a case with some of its rows, columns, observations or mines."""


def _parts(case: Case) -> list[tuple[int, Part]]:
    """Return of how many rows, columns, observations and mines a case consists, and how parts of them are made.

    Rows and columns can be left out together, too, since some agents err only on square boards.
    """
    height, width, mines = case.height, case.width, sorted(case.mines)
    side = min(height, width)
    cells = [cell for cell, _ in case.observations]
    return [
        (height, lambda left: _cut(case, left, range(width))),
        (width, lambda left: _cut(case, range(height), left)),
        (side, lambda left: _cut(case, [*left, *range(side, height)], [*left, *range(side, width)])),
        (len(cells), lambda left: Case.of(height, width, [cells[place] for place in left], case.mines)),
        (len(mines), lambda left: Case.of(height, width, cells, frozenset([mines[place] for place in left]))),
    ]


def _cut(case: Case, rows: Sequence[int], columns: Sequence[int]) -> Case:
    """Return the case with these rows and columns of its board; the clues are counted again."""
    places = {(i, j): (row, column) for row, i in enumerate(rows) for column, j in enumerate(columns)}
    cells = [places[cell] for cell, _ in case.observations if cell in places]
    return Case.of(len(rows), len(columns), cells, frozenset([places[mine] for mine in case.mines & places.keys()]))


def _size(case: Case) -> tuple[int, int, int]:
    return len(case.observations), case.height * case.width, len(case.mines)


def _windows(start: Case, fault: Fault) -> Iterator[Case]:
    """Yield the surroundings of the first cell about which the agent errs, wider and wider."""
    board = Board(start.height, start.width)
    near = [cell for cell in (*fault.cells, *[cell for cell, _ in start.observations[-1:]]) if cell in board]
    for distance in _WINDOWS if near else ():
        i, j = near[0]
        rows = range(max(i - distance, 0), min(i + distance + 1, start.height))
        columns = range(max(j - distance, 0), min(j + distance + 1, start.width))
        yield _cut(start, rows, columns)


def _board(number: int, size: tuple[int, int] | None, most: int | None) -> Case:
    """Return a board with some mines, and up to ``most`` of its other cells in any order; the first ones are small.

    On a board of the given ``size`` all these lie in a corner.
    """
    chance = random.Random(number)
    height, width = (chance.randint(2, min(3 + 4 * number // _BOARDS, _SIDE)) for _ in range(2))
    if size is not None:
        height, width = min(height, size[0]), min(width, size[1])
    cells = list(Board(height, width).cells)
    chance.shuffle(cells)
    mines = frozenset(cells[: chance.randint(0, len(cells) // 3)])
    return Case.of(*(size or (height, width)), [cell for cell in cells if cell not in mines][:most], mines)

"""Explains why a cell is safe or a mine, or shows that it is undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import CellError, MineCountError, Stopped, TooHard
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.front_count import Form, FrontCounter
from minesweeper_qt.model.exact.frontier import Front, Frontier
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.exact.layout_sampling import draw_layout
from minesweeper_qt.model.exact.minimal_subset import minimal_subset, smallest_subset
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.explain.case_search import by_cases
from minesweeper_qt.model.explain.count_search import CountFacts
from minesweeper_qt.model.explain.forced_cells import Forcing
from minesweeper_qt.model.explain.proof_writer import write_proof
from minesweeper_qt.model.explain.rule_closure import Closure, settles, shortest
from minesweeper_qt.model.explain.search_facts import MOST_CLUES, Fact, Ground, clues_behind, facts_behind, fewest_clues
from minesweeper_qt.model.knowledge.bit_closure import Pair
from minesweeper_qt.model.knowledge.count_steps import Bounds, close_with_count
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels, Report, reasoning_levels

LEAST_BUDGET = 20_000
"""State transitions that may be spent to count the fewest mines of a front; no proof rests on that number."""

TRIES_WITH_COUNT = 40
"""The number of sets of clues that are tried to find fewer clues which settle a cell with the number of mines."""

STEPS_WITH_COUNT = 1_000
"""The limit on the search for leftovers in each of these tries."""

SENTENCES_WITH_COUNT = 30
"""The limit on the search for other ways in each of these tries, if all clues need such a way."""


def explain(
    known: Position | KnowledgeBase,
    cell: Cell,
    *,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Proof | Undecided:
    """Return a proof that ``cell`` is safe or a mine, or the two layouts that show that it is undecided.

    >>> print(explain(Position.from_text("3x1x1\\nH1F"), (0, 2)).chance)
    1/2
    >>> print(explain(Position.from_text("3x1x1\\n?1H"), (0, 2)))
    (0, 2) is safe. One clue shows it.
    1. (0, 0) is a mine: the position takes it for one.
    2. {(0, 2)} = 0 because the 1 at (0, 1) already touches the mine at (0, 0) and needs no more.
    3. (0, 2) is safe: no mine is left for it (step 2).

    The proof has the reasoning level that ``reasoning_levels`` gives the cell. It takes few clues, and among proofs
    with few clues few steps. ``engine`` is used instead of a new one.

    For a knowledge base, the proof uses what that has learned: clues, the number of mines, and cells marked as mines;
    cells marked as safe are ignored. If the knowledge base has no number of mines, no proof uses one. The ``position``
    of such a proof has the fewest mines that the clues allow or, where that is too hard to count, a lower bound of that
    number.

    Raises ``CellError`` off the board and for a revealed cell; ``InconsistentPosition``; ``TooHard`` when the engine
    can't count the position and no rule settles the cell; ``MineCountError`` when the clues don't settle the cell and
    the knowledge base has no number of mines; ``Stopped`` when ``should_stop`` returns true. ``should_stop`` is called
    every few milliseconds, and during a long count every few hundredths of a second.
    """
    if isinstance(known, Position):
        return Explainer(known, engine=engine, should_stop=should_stop).explain(cell)
    explainer = _ClueExplainer if known.total_mines is None else Explainer
    return explainer(_position_of(known), engine=engine, should_stop=should_stop).explain(cell)


def _position_of(base: KnowledgeBase) -> Position:
    """Return what a knowledge base has learned; without a number of mines, with the fewest that the clues allow."""
    board, clues = base.board, base.clues
    taken = [cell for cell, verdict in base.settled.items() if verdict.rule is Rule.MARKED and verdict.count]
    mines = base.total_mines
    if mines is None:
        frontier = Frontier(board.height, board.width)
        frontier.take([i * board.width + j for i, j in taken])
        frontier.add([(i * board.width + j, clue) for (i, j), clue in clues.items()])
        mines = frontier.mines + _fewest_mines(frontier.fronts)
    return Position(board.height, board.width, mines, clues, taken=taken)


def _fewest_mines(fronts: Iterable[Front]) -> int:
    """Return the fewest mines of the fronts together; of a front that is too hard to count, a lower bound."""
    counter = FrontCounter(LEAST_BUDGET)
    fewest = 0
    for front in fronts:
        counter.begin()
        try:
            fewest += counter.count(front.form).least
        except TooHard:
            fewest += _disjoint_needs(front.form)
    return fewest


def _disjoint_needs(form: Form) -> int:
    """Return how many mines the clues of a front need at least: the sum over clues that share no box.

    The clues are chosen one by one, those that need the most mines first.
    """
    used: set[int] = set()
    mines = 0
    for need, boxes in sorted(zip(form.needs, form.rows, strict=True), key=lambda row: -row[0]):
        if used.isdisjoint(boxes):
            used.update(boxes)
            mines += need
    return mines


class Explainer:
    """Explains the cells of one position, and computes only once what the explanations share.

    >>> explainer = Explainer(Position.from_text("3x1x1\\n1HH"))
    >>> [explainer.explain(cell).is_mine for cell in explainer.levels]
    [True, False]

    ``levels`` and ``explain`` raise ``InconsistentPosition`` for a position that no layout agrees with, and ``Stopped``
    when ``should_stop`` returns true. ``report`` is called as in ``reasoning_levels``.
    """

    def __init__(
        self,
        position: Position,
        *,
        engine: Engine | None = None,
        should_stop: Callable[[], bool] | None = None,
        report: Report | None = None,
    ) -> None:
        self.position = position
        self._engine = engine
        self.should_stop = should_stop
        self._report = report
        self._count_facts: dict[Reasoning, CountFacts] = {}

    @cached_property
    def levels(self) -> ReasoningLevels:
        """The reasoning level of each certain cell."""
        engine = self._engine or Engine()
        before = engine.counter.poll
        engine.counter.poll = self._count_poll
        try:
            return reasoning_levels(self.position, engine, self.should_stop, self._report)
        finally:
            engine.counter.poll = before

    def explain(self, cell: Cell) -> Proof | Undecided:
        """Return what the function ``explain`` returns; raise what it raises."""
        cell = self.position.board.cell(cell)
        if cell in self.position.clues:
            raise CellError(f"{cell} is revealed; allowed are covered cells")
        self.poll()
        level = self._level(cell)
        self.poll()
        if level is None:
            return self._undecided(cell)
        number = cell[0] * self.position.width + cell[1]
        if cell in self.position.taken:
            goal = self._ground.taken_fact(number)
        elif level <= Reasoning.OVERLAP:
            goal = self._chain(number, level)
        elif level is Reasoning.COUNT:
            goal = self._with_count(number)
        else:
            goal = by_cases(self._ground, number, self._is_mine(cell), self._by_count, self.poll)
        return write_proof(self._ground, goal, cell, level)

    def _level(self, cell: Cell) -> Reasoning | None:
        """Return the reasoning level of ``cell``, or ``None`` if the cell is undecided."""
        return self.levels.get(cell)

    def _is_mine(self, cell: Cell) -> bool:
        """Return whether ``cell``, which must be certain, is a mine."""
        return cell in self.levels.mines

    @cached_property
    def _ground(self) -> Ground:
        """The position in bits."""
        return Ground(self.position)

    def _by_count(self, level: Reasoning = Reasoning.OVERLAP) -> CountFacts:
        """Return the facts that follow from all clues by the rules of ``level`` and the number of mines."""
        if level not in self._count_facts:
            ground = self._ground
            goal = ground.to_bits([cell for cell, needs in self.levels.items() if needs is Reasoning.COUNT])
            self._count_facts[level] = CountFacts(ground, sorted(ground.clues), self.poll, goal, level=level)
        return self._count_facts[level]

    @property
    def _count_poll(self) -> Poll | None:
        """The function that a count calls: ``None`` where no stop can be requested, which is faster."""
        return None if self.should_stop is None else self.poll

    def poll(self) -> None:
        """Raise ``Stopped`` if a stop is requested."""
        if self.should_stop is not None and self.should_stop():
            raise Stopped("the explanation was stopped")

    # -- by the rules

    def _chain(self, number: int, level: Reasoning) -> Fact:
        """Return the fact that settles the cell with this ``number`` by the rules, without the number of mines."""
        ground = self._ground
        goal = 1 << number

        def enough(clues: list[int]) -> bool:
            self.poll()
            return settles([ground.clues[clue] for clue in clues], ground.taken, goal, level)

        clues = fewest_clues(ground, number, enough, lambda near: self._support(near, number, level))
        fact = shortest(ground, clues, goal, level, self.poll)
        return fact or Closure(ground, clues, level, self.poll).owner[number]

    def _support(self, clues: list[int], number: int, level: Reasoning) -> list[int]:
        """Return those of ``clues`` from which a closure settles the cell."""
        used = clues_behind(Closure(self._ground, clues, level, self.poll).owner[number])
        return [clue for clue in clues if clue in used]

    # -- with the number of mines

    def _with_count(self, number: int) -> Fact:
        """Return the fact that settles the cell with this ``number`` by the rules and the number of mines."""
        ground = self._ground
        closure = self._by_count(Reasoning.SUBSET).closure
        if not closure.known >> number & 1:
            closure = self._by_count().closure
        goal = closure.owner[number]
        clues = sorted(clues_behind(goal))
        bounds = Bounds()

        def enough(clues: list[int]) -> bool:
            self.poll()
            sentences = [ground.clues[clue] for clue in clues]
            whole = ground.covered, self.position.mines
            closed = close_with_count(sentences, whole, 1 << number, ground.taken, bounds, self.poll)
            return closed.known >> number & 1 > 0

        for sentences in (0, SENTENCES_WITH_COUNT):
            bounds = Bounds(STEPS_WITH_COUNT, sentences)
            if enough(clues):
                break
        else:
            return goal
        best = minimal_subset(enough, clues)
        if len(ground.clues) <= MOST_CLUES:
            best = smallest_subset(enough, sorted(ground.clues), best, TRIES_WITH_COUNT)
        # Where weaker rules are enough, what they find may have a shorter proof.
        levels = (Reasoning.CLUE, Reasoning.SUBSET, Reasoning.OVERLAP)
        closures = [CountFacts(ground, best, self.poll, 1 << number, bounds, level).closure for level in levels]
        found = [closure.owner[number] for closure in closures if closure.known >> number & 1]
        return min(found, key=lambda fact: len(facts_behind(fact)))

    # -- undecided

    def _undecided(self, cell: Cell) -> Undecided:
        """Return the two layouts and the chances that show that ``cell`` is undecided."""
        found = self.levels.probabilities
        if found is None:
            raise TooHard(f"whether {cell} is a mine takes more counting than the engine does, and no rule settles it")
        chances = found.probability
        least = min(chances.values())
        dice = Random(0)
        return Undecided(
            self.position,
            cell,
            chances[cell],
            found.layouts,
            draw_layout(self.position, dice, {cell: 1}, self._count_poll),
            draw_layout(self.position, dice, {cell: 0}, self._count_poll),
            found.safe,
            least,
            tuple(other for other, chance in chances.items() if chance == least),
        )


class _ClueExplainer(Explainer):
    """Explains by the clues alone, for a knowledge base without a number of mines."""

    def _level(self, cell: Cell) -> Reasoning | None:
        ground = self._ground
        number = cell[0] * ground.width + cell[1]
        clues = [ground.clues[clue] for ring in ground.rings(number) for clue in ring]
        for level in (Reasoning.CLUE, Reasoning.SUBSET, Reasoning.OVERLAP):
            if cell in self.position.taken or settles(clues, ground.taken, 1 << number, level):
                return level
        is_settled = any(self._is_forced(number, is_mine, clues) for is_mine in (False, True))
        return Reasoning.CASES if is_settled else None

    def _is_forced(self, number: int, is_mine: bool, clues: list[Pair]) -> bool:
        return Forcing(1 << number, is_mine, self._ground.taken, self._count_poll).holds(clues)

    def _is_mine(self, cell: Cell) -> bool:
        ground = self._ground
        number = cell[0] * ground.width + cell[1]
        clues = [ground.clues[clue] for ring in ground.rings(number) for clue in ring]
        return self._is_forced(number, True, clues)

    def _undecided(self, cell: Cell) -> Undecided:
        raise MineCountError(f"the clues don't settle {cell}, and how likely a mine is takes the number of mines")

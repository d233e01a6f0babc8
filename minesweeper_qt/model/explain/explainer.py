"""Explains why a cell is safe or a mine, or shows that it is undecided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import CellError, Stopped, TooHard
from minesweeper_qt.model.evidence.proof import Proof, short_lines
from minesweeper_qt.model.evidence.reasoning import Reasoning, Rule
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.exact.minimal_subset import minimal_subset, smallest_subset
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.explain.case_search import by_cases
from minesweeper_qt.model.explain.known_search import KnownFacts, short_facts
from minesweeper_qt.model.explain.least_difference import least_difference
from minesweeper_qt.model.explain.pattern_finder import find_pattern
from minesweeper_qt.model.explain.proof_writer import write_proof
from minesweeper_qt.model.explain.rule_closure import Closure, CountFacts, settles, shortest
from minesweeper_qt.model.explain.search_facts import MOST_CLUES, Fact, Ground, clues_behind, facts_behind, fewest_clues
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.mine_count import Bounds, close_with_count
from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels, Report, knowledge_of, reasoning_levels
from minesweeper_qt.model.text.cell_text import MOST_NAMED

TRIES_WITH_COUNT = 40
"""The number of sets of clues that are tried to find fewer clues which settle a cell with the number of mines."""

STEPS_WITH_COUNT = 1_000
"""The limit on the search for leftovers in each of these tries."""

_LONG = 4
"""The cost, in lines, of a sentence of so many cells that it is not written out."""

_SPLIT = 2
"""The cost, in lines, of a case split."""

SENTENCES_WITH_COUNT = 30
"""The limit on the search for other ways in each of these tries, if all clues need such a way."""


def explain(
    position: Position,
    cell: Cell,
    *,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Proof | Undecided:
    """Return a proof from the clues that ``cell`` is safe or a mine, or two layouts that show that it is undecided.

    >>> print(explain(Position.from_text("3x1x1\\nH1F"), (0, 2)).chance)
    1/2
    >>> print(explain(Position.from_text("3x1x1\\n?1H"), (0, 2)))
    (0, 2) is safe. Level clue: one clue alone.
    The position takes (0, 0) for a mine.
    The 1 at (0, 1) has its mine already, (0, 0). So (0, 2) is safe.

    The proof has the reasoning level that ``reasoning_levels`` gives the cell. It takes few clues, and among proofs
    with few clues few steps. ``engine`` is used instead of a new one.

    Raises ``CellError`` off the board and for a revealed cell; ``InconsistentPosition``; ``TooHard`` when the engine
    can't count the position and no rule settles the cell; ``Stopped`` when ``should_stop`` returns true.
    ``should_stop`` is called every few milliseconds, and during a long count every few hundredths of a second.
    """
    return Explainer(position, engine=engine, should_stop=should_stop).explain(cell)


def short_proof(
    position: Position,
    cell: Cell,
    known: AgentSnapshot | None = None,
    *,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Proof | Undecided:
    """Return a proof that starts from what an agent knows, or two layouts that show that ``cell`` is undecided.

    >>> from minesweeper_qt.model.evidence.proof import short_text
    >>> print(short_text(short_proof(Position.from_text("3x1x1\\n?1H"), (0, 2))))
    (0, 2) is safe. Level clue: one clue alone.
    The 1 at (0, 1) has its mine already, (0, 0) ▸. So (0, 2) is safe.

    ``known``: what the agent knows about ``position``; ``None`` stands for all that the three rules of CS50 find, and
    so does what an agent knows of another position. Arguments and errors are otherwise those
    of ``explain``. The method is our own: the search of ``explain``, with what the agent knows in place of the clues.
    """
    return Explainer(position, engine=engine, should_stop=should_stop).short_proof(cell, known)


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
        level = self.levels.get(cell)
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
            goal = by_cases(self._ground, number, cell in self.levels.mines, self._by_count, self.poll)
        return write_proof(self._ground, goal, cell, level)

    def short_proof(self, cell: Cell, known: AgentSnapshot | None = None) -> Proof | Undecided:
        """Return what the function ``short_proof`` returns; raise what it raises."""
        position = self.position
        cell = position.board.cell(cell)
        level = None if cell in position.clues else self.levels.get(cell)
        if level is None or cell in position.taken:
            return self.explain(cell)
        facts = KnownFacts(self._ground, self.start_of(known), cell)
        found: list[Proof] = []
        for fact in short_facts(facts, cell, cell in self.levels.mines, level, self.poll):
            proof = write_proof(self._ground, fact, cell, level)
            found.append(replace(proof, known=facts.derivations_of(proof.steps)))
        if not found:
            return self.explain(cell)
        best = min(found, key=_reading_cost)
        settled = {other: verdict.count > 0 for other, verdict in facts.verdicts.items()}
        return replace(best, pattern=find_pattern(best, settled))

    def start_of(self, known: AgentSnapshot | None) -> AgentSnapshot:
        """Return what a short proof starts from if the agent knows ``known``; see the function ``short_proof``."""
        if known is not None and known.moves_made <= self.position.clues.keys():
            return known
        return self._by_three_rules

    @cached_property
    def _by_three_rules(self) -> AgentSnapshot:
        base = knowledge_of(self.position, self.should_stop)
        return AgentSnapshot.of(0, base, base.settled, base.clues)

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
        undecided = self.position.covered - found.safe - found.mines
        return Undecided(
            self.position,
            cell,
            chances[cell],
            found.layouts,
            *least_difference(self.position, cell, found.mines, undecided, self._count_poll),
            found.safe,
            least,
            tuple(other for other, chance in chances.items() if chance == least),
        )


def _reading_cost(found: Proof) -> tuple[int, int]:
    """Return the key that orders proofs by how much there is to read: lines and long sentences, then characters.

    A case split reads worse than a contradiction, since it has no end that shows where it leads.
    """
    lines = short_lines(found)
    last = found.steps[-1]
    long = [
        step
        for step in found.steps
        if not step.is_verdict and len(step.cells) > MOST_NAMED and step.number not in last.premises
    ]
    cost = sum([1 + len(line.folded) for line in lines]) + _LONG * len(long) + _SPLIT * (last.rule is Rule.CASES)
    return cost, sum([len(line.text) for line in lines])

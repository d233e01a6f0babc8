"""Explains why a cell is safe or a mine, or shows that it is undecided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, count
from math import dist
from random import Random

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import CellError, InconsistentPosition, Poll, TooHard, never_interrupt
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.evidence.proof import Proof, short_lines
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.front_count import mentions
from minesweeper_qt.model.exact.layout_sampling import draw_layout
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.explain.case_search import by_cases
from minesweeper_qt.model.explain.known_search import KnownFacts, short_facts
from minesweeper_qt.model.explain.pattern_finder import find_pattern
from minesweeper_qt.model.explain.proof_writer import write_proof
from minesweeper_qt.model.explain.rule_closure import Closure, CountFacts, shortest
from minesweeper_qt.model.explain.search_facts import Fact, Ground, clues_behind, facts_behind, fewest_clues
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.bit_closure import Bounds, close, close_with_count
from minesweeper_qt.model.knowledge.reasoning_levels import ReasoningLevels, knowledge_of, reasoning_levels
from minesweeper_qt.model.words import MOST_NAMED

STEPS_WITH_COUNT = 1_000
"""The limit on the search for leftovers in each of these tries."""

_LONG = 4
"""The cost, in lines, of a sentence of so many cells that it is not written out."""

_SPLIT = 2
"""The cost, in lines, of a case split."""

SENTENCES_WITH_COUNT = 30
"""The limit on the search for other ways in each of these tries, if all clues need such a way."""


def explain(
    position: Position, cell: Cell, *, engine: Engine | None = None, poll: Poll = never_interrupt
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
    can't count the position and no rule settles the cell; and what ``poll`` raises, which is called
    every few milliseconds, and during a long count every few hundredths of a second.
    """
    return Explainer(position, engine=engine, poll=poll).explain(cell)


def short_proof(
    position: Position,
    cell: Cell,
    known: AgentSnapshot | None = None,
    *,
    engine: Engine | None = None,
    poll: Poll = never_interrupt,
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
    return Explainer(position, engine=engine, poll=poll).short_proof(cell, known)


class Explainer:
    """Explains the cells of one position, and computes only once what the explanations share.

    >>> explainer = Explainer(Position.from_text("3x1x1\\n1HH"))
    >>> [explainer.explain(cell).is_mine for cell in explainer.levels]
    [True, False]

    ``levels`` and ``explain`` raise ``InconsistentPosition`` for a position that no layout agrees with, and what
    ``poll`` raises.
    """

    def __init__(self, position: Position, *, engine: Engine | None = None, poll: Poll = never_interrupt) -> None:
        self.position = position
        self._engine = engine
        self.poll = poll
        self._count_facts: dict[Reasoning, CountFacts] = {}

    @cached_property
    def levels(self) -> ReasoningLevels:
        """The reasoning level of each certain cell."""
        engine = self._engine or Engine()
        before = engine.counter.poll
        engine.counter.poll = self.poll
        try:
            return reasoning_levels(self.position, engine, self.poll)
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
        base = knowledge_of(self.position, self.poll)
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

    # -- by the rules

    def _chain(self, number: int, level: Reasoning) -> Fact:
        """Return the fact that settles the cell with this ``number`` by the rules, without the number of mines."""
        ground = self._ground
        goal = 1 << number

        def enough(clues: list[int]) -> bool:
            self.poll()
            sentences = [ground.clues[clue] for clue in clues]
            return close(sentences, level, ground.taken, ground.taken, goal).known & goal > 0

        clues = fewest_clues(ground, number, enough)
        fact = shortest(ground, clues, goal, level, self.poll)
        return fact or Closure(ground, clues, level, self.poll).owner(number)

    # -- with the number of mines

    def _with_count(self, number: int) -> Fact:
        """Return the fact that settles the cell with this ``number`` by the rules and the number of mines."""
        ground = self._ground
        closure = self._by_count(Reasoning.SUBSET).closure
        if not closure.known >> number & 1:
            closure = self._by_count().closure
        goal = closure.owner(number)
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
        # Where weaker rules are enough, what they find may have a shorter proof.
        levels = (Reasoning.CLUE, Reasoning.SUBSET, Reasoning.OVERLAP)
        closures = [CountFacts(ground, best, self.poll, 1 << number, bounds, level).closure for level in levels]
        found = [closure.owner(number) for closure in closures if closure.known >> number & 1]
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
        both = least_difference(self.position, cell, found.mines, undecided, self.poll)
        cells = tuple(other for other, chance in chances.items() if chance == least)
        return Undecided(self.position, cell, chances[cell], found.layouts, *both, found.safe, least, cells)


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


MOST_STEPS = 2_000
"""The limit on the differences that the search looks at: about a tenth of a second."""

MOST_DRAWS = 10
"""The limit on the complete differences for which it looks for layouts."""

_BOARD = (-1, -1)
"""The key of the sentence that states the number of mines; those of the others are the cells of their clues."""


def least_difference(
    position: Position, cell: Cell, mines: Set[Cell], open_cells: Iterable[Cell], poll: Poll = never_interrupt
) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the mines of two layouts that differ in as few cells as possible: the first has a mine at ``cell``.

    ``mines`` are the cells that are certainly mines, ``open_cells`` those that are neither certain mines nor safe.

    >>> position = Position.from_text("4x2x1\\n1HHH\\nHHHH")
    >>> least_difference(position, (0, 1), frozenset(), [(0, 1), (1, 0), (1, 1)])
    (frozenset({(0, 1)}), frozenset({(1, 1)}))

    Of the least differences it prefers one with few cells that only the number of mines makes differ. After too many
    steps it returns two layouts that were drawn at random. Raises ``TooHard`` and what ``poll`` raises.

    Method: A* search over differences, sets of cells that are mines in one layout only. A clue that has more of them in
    one layout than in the other takes another cell; where no clue has, any layout with these cells is one of the two.
    """
    search = _Search(position, cell, mines, open_cells)
    serial = count()
    todo = [(1, 0, 0, next(serial), frozenset([cell]), frozenset[Cell]())]
    seen = set()
    draws = 0
    for _ in range(MOST_STEPS):
        poll()
        _, elsewhere, _, _, added, removed = heappop(todo)
        more, less = search.tally(added), search.tally(removed)
        unequal = [clue for clue in more | less if more[clue] != less[clue]]
        if unequal:
            clue, is_added, free = search.narrowest(unequal, more, less, added | removed)
            elsewhere += clue == _BOARD or elsewhere > 0
            for after in [(added | {each}, removed) if is_added else (added, removed | {each}) for each in free]:
                if after not in seen:
                    seen.add(after)
                    size = len(after[0]) + len(after[1])
                    more, less = map(search.tally, after)
                    lack = max([abs(more[other] - less[other]) for other in more | less])
                    heappush(todo, (size + lack, elsewhere, -size, next(serial), *after))
        elif draws == MOST_DRAWS:
            break
        else:
            draws += 1
            with suppress(InconsistentPosition):
                mined = draw_layout(position, Random(0), dict.fromkeys(added, 1) | dict.fromkeys(removed, 0), poll)
                return mined, mined - added | removed
    rng = Random(0)
    return draw_layout(position, rng, {cell: 1}, poll), draw_layout(position, rng, {cell: 0}, poll)


class _Search:
    """The sentences of a position, its clues and its number of mines, without the cells that are certain."""

    def __init__(self, position: Position, cell: Cell, mines: Set[Cell], open_cells: Iterable[Cell]) -> None:
        around = position.board.neighbours
        cells_of = {_BOARD: frozenset(open_cells)}
        need = {_BOARD: position.mines - len(mines)}
        for clue, number in position.clues.items():
            if near := around(clue) & cells_of[_BOARD]:
                cells_of[clue], need[clue] = near, number - len(around(clue) & mines)
        self._clues_of = mentions(cells_of)
        # With more cells of one kind a layout would have too many mines at the clue, or too few.
        self._most = {clue: min(need[clue], len(cells) - need[clue]) for clue, cells in cells_of.items()}
        # Cells with the same clues are interchangeable, so only the nearest of them that is left is tried.
        self._boxes: dict[tuple[Cell, ...], list[Cell]] = {}
        for other in sorted(cells_of[_BOARD] - {cell}, key=lambda other: (dist(cell, other), other)):
            self._boxes.setdefault(tuple(self._clues_of[other]), []).append(other)
        self._boxes_of = mentions({box: box for box in self._boxes})

    def tally(self, cells: Set[Cell]) -> Counter[Cell]:
        """Return for each sentence how many of the ``cells`` it mentions."""
        return Counter([clue for cell in cells for clue in self._clues_of[cell]])

    def narrowest(
        self, unequal: list[Cell], more: Counter[Cell], less: Counter[Cell], changed: Set[Cell]
    ) -> tuple[Cell, bool, list[Cell]]:
        """Return the unequal sentence with the least choice of a next cell, the number of mines last.

        Also returns whether the next cell is to be a mine in the first layout, and the choice.
        """
        found: list[tuple[Cell, bool, list[Cell]]] = []
        for clue in [clue for clue in unequal if clue != _BOARD] or unequal:
            is_added = more[clue] < less[clue]
            boxes = [
                [each for each in self._boxes[box] if each not in changed][:1]
                for box in self._boxes_of.get(clue, ())
                if all((more if is_added else less)[other] < self._most[other] for other in box)
            ]
            found.append((clue, is_added, list(chain.from_iterable(boxes))))
        return min(found, key=lambda choice: len(choice[2]))

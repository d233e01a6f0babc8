"""Why a cell is safe or a mine, or why nobody can know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from random import Random

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.case_split import find_split
from minesweeper_qt.model.closure import Closure, settles, shortest
from minesweeper_qt.model.count_facts import CountFacts
from minesweeper_qt.model.derivation import Rule
from minesweeper_qt.model.errors import CellError, MineCountError, Stopped, TooHard
from minesweeper_qt.model.fact import Fact, Ground, clues_behind
from minesweeper_qt.model.forcing import Forcing, is_forced
from minesweeper_qt.model.front_count import FrontCounter
from minesweeper_qt.model.frontier import Frontier
from minesweeper_qt.model.knowledge import KnowledgeBase
from minesweeper_qt.model.levels import Levels, knowledge_of, levels_of
from minesweeper_qt.model.position import Position
from minesweeper_qt.model.probability import BUDGET, Engine
from minesweeper_qt.model.proof_step import Proof, ProofRule, Split
from minesweeper_qt.model.proof_writer import write_proof
from minesweeper_qt.model.reasoning import Reasoning
from minesweeper_qt.model.sample import draw_layout
from minesweeper_qt.model.smallest import irredundant, smallest
from minesweeper_qt.model.undecided import Undecided

MOST_CLUES = 40
"""Fewer clues than the first found are looked for among so many, the nearest ones."""

MOST_DISJOINT = 60
"""How many ways are tried to take sentences out of the mine count before a case split."""

MOST_PREMISES = 10
"""Of more premises than that none is taken out of the mine count."""

TRIES = 150
"""How many sets of clues may be tried for that."""


def explain(
    known: Position | KnowledgeBase,
    cell: Cell,
    *,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Proof | Undecided:
    """Return a proof that ``cell`` is safe or a mine, or the two layouts that show that nobody can know.

    >>> print(explain(Position.from_text("3x1x1\\nH1F"), (0, 2)).chance)
    1/2
    >>> print(explain(Position.from_text("3x1x1\\n?1H"), (0, 2)))
    (0, 2) is safe: proved with 1 clue (clue).
    1. (0, 0) is a mine: the position takes it for one.
    2. {(0, 2)} = 0 because the 1 at (0, 1) already touches the mine at (0, 0).
    3. (0, 2) is safe: its sentence counts no mine (step 2).

    The proof is of the level that ``levels_of`` gives the cell, takes few clues, and then few steps. ``engine`` is used
    in place of a new one. Of a knowledge base counts what it has learned: clues, the number of mines, and cells marked
    as mines; cells marked as safe don't.

    Raises ``CellError`` off the board and for a revealed cell; ``InconsistentPosition``; ``TooHard`` when the engine
    can't count the position and no rule settles the cell; ``MineCountError`` when the clues don't settle it and the
    knowledge base was told no number of mines; ``Stopped`` when ``should_stop`` returns true, which is asked every few
    milliseconds.
    """
    if isinstance(known, Position):
        return Explainer(known, engine=engine, should_stop=should_stop).explain(cell)
    explainer = _OfClues if known.total_mines is None else Explainer
    return explainer(_position_of(known), engine=engine, should_stop=should_stop).explain(cell)


def _position_of(base: KnowledgeBase) -> Position:
    """What a knowledge base has learned; without a number of mines, with the least that the clues allow."""
    board, clues = base.board, base.clues
    taken = [cell for cell, verdict in base.settled.items() if verdict.rule is Rule.MARKED and verdict.count]
    mines = base.total_mines
    if mines is None:
        frontier = Frontier(board.height, board.width)
        frontier.take([i * board.width + j for i, j in taken])
        frontier.add([(i * board.width + j, clue) for (i, j), clue in clues.items()])
        counter = FrontCounter(BUDGET)
        mines = frontier.mines + sum([counter.count(front.form).least for front in frontier.fronts])
    return Position(board.height, board.width, mines, clues, taken=taken)


class Explainer:
    """Explains the cells of one position, and does once what they share.

    >>> explainer = Explainer(Position.from_text("3x1x1\\n1HH"))
    >>> [explainer.explain(cell).is_mine for cell in explainer.levels]
    [True, False]
    """

    def __init__(
        self, position: Position, *, engine: Engine | None = None, should_stop: Callable[[], bool] | None = None
    ) -> None:
        self.position = position
        self._engine = engine
        self._should_stop = should_stop

    @cached_property
    def levels(self) -> Levels:
        """The level of reasoning that each certain cell takes."""
        return levels_of(self.position, self._engine)

    def explain(self, cell: Cell) -> Proof | Undecided:
        """Return what the function ``explain`` returns; raise what it raises."""
        cell = self.position.board.cell(cell)
        if cell in self.position.clues:
            raise CellError(f"{cell} is revealed; allowed are covered cells")
        self._poll()
        level = self._level(cell)
        self._poll()
        if level is None:
            return self._undecided(cell)
        number = cell[0] * self.position.width + cell[1]
        if cell in self.position.taken:
            goal = self._ground.taken_fact(number)
        elif level <= Reasoning.SUBSET:
            goal = self._chain(number, level is Reasoning.SUBSET)
        elif level is Reasoning.COUNT:
            goal = self._with_count(number)
        else:
            goal = self._by_cases(number, self._is_mine(cell))
        return write_proof(self._ground, goal, cell, level)

    def _level(self, cell: Cell) -> Reasoning | None:
        return self.levels.get(cell)

    def _is_mine(self, cell: Cell) -> bool:
        return cell in self.levels.mines

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self.position)

    @cached_property
    def _by_count(self) -> CountFacts:
        base = knowledge_of(self.position)
        self._poll()
        base.tell(self.position.mines)
        return CountFacts(self._ground, sorted(self._ground.clues), self._poll, base)

    def _poll(self) -> None:
        if self._should_stop is not None and self._should_stop():
            raise Stopped("the explanation was stopped")

    # -- by the rules

    def _chain(self, number: int, by_subset: bool) -> Fact:
        ground = self._ground
        goal = 1 << number

        def enough(clues: Iterable[int]) -> bool:
            self._poll()
            return settles([ground.clues[clue] for clue in clues], ground.taken, goal, by_subset)

        clues = self._fewest(number, enough, lambda near: self._support(near, number, by_subset))
        fact = shortest(ground, clues, goal, by_subset, self._poll)
        return fact or Closure(ground, clues, by_subset, self._poll).owner[number]

    def _fewest(
        self, number: int, enough: Callable[[list[int]], bool], part: Callable[[list[int]], list[int]]
    ) -> list[int]:
        """The fewest clues found that are ``enough``; ``part`` makes a first choice among some that are."""
        rings: list[list[int]] = []
        coming = self._ground.rings(number)
        for ring in coming:
            rings.append(ring)
            if enough([clue for near in rings for clue in near]):
                break
        best = irredundant(enough, part([clue for near in rings for clue in near]))
        # Fewer than these are connected, so they reach no further than this.
        rings += islice(coming, max(len(best) - 1 - len(rings), 0))
        reach = [clue for ring in rings[: len(best) - 1] for clue in ring]
        return smallest(enough, reach[:MOST_CLUES], best, TRIES)

    def _support(self, clues: list[int], number: int, by_subset: bool) -> list[int]:
        """Those of ``clues`` from which a closure settles the cell."""
        used = clues_behind(Closure(self._ground, clues, by_subset, self._poll).owner[number])
        return [clue for clue in clues if clue in used]

    # -- with the number of mines

    def _with_count(self, number: int) -> Fact:
        ground = self._ground
        goal = self._by_count.closure.owner[number]
        clues = sorted(clues_behind(goal))
        if len(clues) > MOST_CLUES:
            return goal

        def enough(clues: list[int]) -> bool:
            self._poll()
            return number in CountFacts(ground, clues, self._poll, goal=number).closure.owner

        if not enough(clues):
            return goal
        best = irredundant(enough, clues)
        if len(ground.clues) <= MOST_CLUES:
            best = smallest(enough, sorted(ground.clues), best, TRIES)
        return CountFacts(ground, best, self._poll, goal=number).closure.owner[number]

    # -- by cases

    def _by_cases(self, number: int, is_mine: bool) -> Fact:
        ground = self._ground
        goal = 1 << number
        forcing = Forcing(goal, is_mine, ground.taken)

        def enough(clues: Iterable[int]) -> bool:
            self._poll()
            return forcing.holds([ground.clues[clue] for clue in clues])

        near = [clue for ring in ground.rings(number) for clue in ring]
        if enough(near):
            clues = self._fewest(number, enough, lambda near: near)
            closure = Closure(ground, clues, True, self._poll)
            facts = [closure.without_known(ground.clue_fact(clue)) for clue in clues]
            facts = [fact for fact in facts if not fact.is_sure]
            alone = Forcing(goal, is_mine)

            def needed(places: Iterable[int]) -> bool:
                self._poll()
                return alone.holds([(facts[place].cells, facts[place].count) for place in places])

            return self._split([facts[place] for place in irredundant(needed, range(len(facts)))], goal, is_mine)
        return self._cases_with_count(goal, is_mine)

    def _cases_with_count(self, goal: int, is_mine: bool) -> Fact:
        ground = self._ground
        closure = self._by_count.closure
        whole = self._by_count.left()
        forcing = Forcing(goal, is_mine)
        facts: dict[int, Fact] = {}
        for clue in ground.clues:
            fact = closure.without_known(ground.clue_fact(clue))
            if not fact.is_sure:
                facts.setdefault(fact.cells, fact)
        items = list(facts.values())

        def enough(places: Iterable[int]) -> bool:
            self._poll()
            return forcing.holds(
                [(items[place].cells, items[place].count) for place in places], (whole.cells, whole.count)
            )

        best = irredundant(enough, range(len(items)))
        best = smallest(enough, range(len(items)), best, TRIES)
        chosen = [items[place] for place in best]
        fact = self._split([*chosen, whole], goal, is_mine)
        # What lies apart from what decides is better taken out of the mine count than looked at in each case.
        for apart in islice(_disjoint([item for item in chosen if not item.cells & goal]), 1, MOST_DISJOINT):
            left = whole.less((item, item.cells) for item in apart)
            premises = [*(item for item in chosen if item not in apart), left]
            lighter = self._irredundant(premises, goal, is_mine)
            if lighter:
                other = self._split(lighter, goal, is_mine)
                if _size(other) < _size(fact):
                    fact = other
        return fact

    def _irredundant(self, premises: list[Fact], goal: int, is_mine: bool) -> list[Fact]:
        """Those premises that force the cell, none of which can be spared; nothing if they don't, or are too many."""

        def enough(places: Iterable[int]) -> bool:
            self._poll()
            return is_forced([(premises[place].cells, premises[place].count) for place in places], goal, is_mine)

        if len(premises) > MOST_PREMISES or not enough(range(len(premises))):
            return []
        return [premises[place] for place in irredundant(enough, range(len(premises)))]

    def _split(self, premises: list[Fact], goal: int, is_mine: bool) -> Fact:
        pairs = [(fact.cells, fact.count) for fact in premises]
        split = find_split(self._ground, pairs, goal, is_mine, self._poll)
        return Fact(
            goal, int(is_mine), ProofRule.CASES, out=tuple((fact, fact.cells) for fact in premises), split=split
        )

    # -- not at all

    def _undecided(self, cell: Cell) -> Undecided:
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
            draw_layout(self.position, dice, {cell: 1}),
            draw_layout(self.position, dice, {cell: 0}),
            found.safe,
            least,
            tuple(other for other, chance in chances.items() if chance == least),
        )


def _disjoint(facts: list[Fact]) -> Iterator[list[Fact]]:
    """Yield all sets of facts that share no cell, the empty set first, then those with the first fact."""
    stack: list[tuple[int, list[Fact]]] = [(0, [])]
    while stack:
        place, chosen = stack.pop()
        yield chosen
        stack += [
            (later + 1, [*chosen, facts[later]])
            for later in range(len(facts) - 1, place - 1, -1)
            if not any(facts[later].cells & fact.cells for fact in chosen)
        ]


def _size(fact: Fact) -> tuple[bool, int, int]:
    """How much there is to read in a proof by cases: whether they are too many, how many they are, and the premises."""
    return fact.split is None, 0 if fact.split is None else _ends(fact.split), len(fact.out)


def _ends(split: Split) -> int:
    return sum([1 if case.split is None else _ends(case.split) for case in split.cases])


class _OfClues(Explainer):
    """Explains by the clues alone: nobody has said how many mines there are."""

    def _level(self, cell: Cell) -> Reasoning | None:
        ground = self._ground
        number = cell[0] * ground.width + cell[1]
        clues = [ground.clues[clue] for ring in ground.rings(number) for clue in ring]
        for level in (Reasoning.CLUE, Reasoning.SUBSET):
            if cell in self.position.taken or settles(clues, ground.taken, 1 << number, level is Reasoning.SUBSET):
                return level
        is_settled = any(Forcing(1 << number, is_mine, ground.taken).holds(clues) for is_mine in (False, True))
        return Reasoning.CASES if is_settled else None

    def _is_mine(self, cell: Cell) -> bool:
        ground = self._ground
        number = cell[0] * ground.width + cell[1]
        clues = [ground.clues[clue] for ring in ground.rings(number) for clue in ring]
        return Forcing(1 << number, True, ground.taken).holds(clues)

    def _undecided(self, cell: Cell) -> Undecided:
        raise MineCountError(f"the clues don't settle {cell}, and how likely a mine is takes the number of mines")

"""Why a cell is safe or a mine, or why nobody can know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.case_split import find_split
from minesweeper_qt.model.closure import Closure, settles, shortest
from minesweeper_qt.model.count_facts import CountFacts
from minesweeper_qt.model.errors import CellError, Stopped, TooHard
from minesweeper_qt.model.fact import Fact, Ground
from minesweeper_qt.model.forcing import Forcing
from minesweeper_qt.model.knowledge import KnowledgeBase
from minesweeper_qt.model.levels import Levels, knowledge_of, levels_of
from minesweeper_qt.model.position import Position
from minesweeper_qt.model.probability import Engine
from minesweeper_qt.model.proof_step import Proof, ProofRule
from minesweeper_qt.model.proof_writer import write_proof
from minesweeper_qt.model.reasoning import Reasoning
from minesweeper_qt.model.sample import draw_layout
from minesweeper_qt.model.smallest import irredundant, smallest
from minesweeper_qt.model.undecided import Undecided

MOST_CLUES = 40
"""Fewer clues than the first found are looked for among so many, the nearest ones."""

TRIES = 150
"""How many sets of clues may be tried for that."""


def explain(
    known: Position | KnowledgeBase,
    cell: Cell,
    *,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Proof | Undecided:
    """Return a proof that ``cell`` is safe or a mine, or the two layouts that show that nobody can know."""
    if isinstance(known, KnowledgeBase):
        raise NotImplementedError
    return Explainer(known, engine=engine, should_stop=should_stop).explain(cell)


class Explainer:
    """Explains the cells of one position, and does once what they share."""

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
        """Return what ``explain`` does."""
        cell = self.position.board.cell(cell)
        if cell in self.position.clues:
            raise CellError(f"{cell} is revealed; allowed are covered cells")
        self._poll()
        level = self.levels.get(cell)
        self._poll()
        if level is None:
            return self._undecided(cell)
        if cell in self.position.taken:
            goal = self._ground.taken_fact(cell[0] * self.position.width + cell[1])
        elif level <= Reasoning.SUBSET:
            goal = self._chain(cell, level is Reasoning.SUBSET)
        elif level is Reasoning.COUNT:
            goal = self._by_count.closure.owner[cell[0] * self.position.width + cell[1]]
        else:
            goal = self._cases(cell, cell in self.levels.mines)
        return write_proof(self._ground, goal, cell, level)

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self.position)

    @cached_property
    def _by_count(self) -> CountFacts:
        base = knowledge_of(self.position)
        self._poll()
        base.tell(self.position.mines)
        return CountFacts(self._ground, base, self._poll)

    def _poll(self) -> None:
        if self._should_stop is not None and self._should_stop():
            raise Stopped("the explanation was stopped")

    # -- by the rules

    def _chain(self, cell: Cell, by_subset: bool) -> Fact:
        ground = self._ground
        number = cell[0] * ground.width + cell[1]
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
        near: list[int] = []
        rings: list[list[int]] = []
        for ring in self._ground.rings(number):
            rings.append(ring)
            near += ring
            if enough(near):
                break
        best = irredundant(enough, part(near))
        # Fewer than these are connected, and reach no further than this.
        reach = [clue for ring in rings[: max(len(best) - 2, 1)] for clue in ring][:MOST_CLUES]
        return smallest(enough, reach, best, TRIES)

    def _support(self, clues: list[int], number: int, by_subset: bool) -> list[int]:
        """Those of ``clues`` from which a closure settled the cell."""
        todo = [Closure(self._ground, clues, by_subset, self._poll).owner[number]]
        found: dict[int, Fact] = {}
        for fact in todo:
            if id(fact) not in found:
                found[id(fact)] = fact
                todo += [*([fact.base] if fact.base else []), *(other for other, _ in fact.out)]
        used = {fact.clue for fact in found.values()}
        return [clue for clue in clues if clue in used]

    # -- by cases

    def _cases(self, cell: Cell, is_mine: bool) -> Fact:
        ground = self._ground
        number = cell[0] * ground.width + cell[1]
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
            premises = [fact for fact in facts if not fact.is_sure]
            return self._split(premises, goal, is_mine, Forcing(goal, is_mine))
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
        return self._split([*(items[place] for place in best), whole], goal, is_mine, None)

    def _split(self, premises: list[Fact], goal: int, is_mine: bool, forcing: Forcing | None) -> Fact:
        if forcing is not None:

            def enough(places: Iterable[int]) -> bool:
                self._poll()
                return forcing.holds([(premises[place].cells, premises[place].count) for place in places])

            premises = [premises[place] for place in irredundant(enough, range(len(premises)))]
        pairs = [(fact.cells, fact.count) for fact in premises]
        split = find_split(self._ground, pairs, goal, is_mine, self._poll)
        out = tuple((fact, fact.cells) for fact in premises)
        return Fact(goal, int(is_mine), ProofRule.CASES, out=out, split=split)

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

"""Verifies derivations from the observations alone, without any code of the inference that made them.

A reader who doubts a conclusion needs to trust only this module: each rule is one short test. For ``Rule.CASES``, which
claims that no layout with the opposite verdict exists, ``is_satisfiable`` tries all layouts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import MinesweeperError, TooHard
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.evidence.proof_step import ProofStep

_GIVEN = (Rule.REVEALED, Rule.CLUE, Rule.MARKED, Rule.MINE_COUNT, Rule.STATED, Rule.CLAIMED)
"""The rules of derivations that rest on nothing."""


class DerivationError(MinesweeperError):
    """A derivation does not follow from its premises and the observations.

    The message names the number and the sentence of the derivation and what is wrong with it.

    >>> from minesweeper_qt.model import Checker, DerivationError, MinesweeperAI
    >>> ai = MinesweeperAI(1, 2)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> try:
    ...     Checker(1, 2, {}).check(ai.derivation((0, 0)))
    ... except DerivationError as error:
    ...     print(error)
    #1 {(0, 0)} = 0: that cell was not revealed
    """


class Checker:
    """Checks derivations against the observations of a game on a board of ``height`` x ``width`` cells.

    ``observations`` maps each revealed cell to its clue. ``total_mines`` and ``marks``, which maps a cell to 1 for a
    mine and to 0 for a safe cell, are the other information that the agent was given.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 2)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> Checker(1, 2, {(0, 0): 1}).check(ai.derivation((0, 1)))
    >>> Checker(1, 2, {(0, 0): 0}).check(ai.derivation((0, 1)))
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.check.derivation_checker.DerivationError: #2 {(0, 1)} = 1: the clue at (0, 0) does not say so
    """

    def __init__(
        self,
        height: int,
        width: int,
        observations: Mapping[Cell, int],
        total_mines: int | None = None,
        marks: Mapping[Cell, int] | None = None,
    ) -> None:
        self._board = Board(height, width)
        self._observations = observations
        self._total_mines = total_mines
        self._marks = marks or {}
        # The derivations themselves, not just their ids: Python may reuse the id of a deleted derivation.
        self._checked: set[Derivation] = set()

    def check(self, derivation: Derivation) -> None:
        """Check ``derivation`` and all derivations that it rests on; those that passed before are not checked again.

        Raises ``DerivationError``, which names the first derivation that fails, and ``TooHard`` when a step by
        ``Rule.CASES`` would take more than ``CHECK_STEPS`` steps to verify.
        """
        seen: set[Derivation] = set()
        todo = [derivation]
        while todo:
            step = todo.pop()
            if step in seen or step in self._checked:
                continue
            seen.add(step)
            for premise in step.premises:
                if premise.number >= step.number or premise.move > step.move:
                    raise DerivationError(f"#{step.number} rests on #{premise.number}, which is not older")
            fault = self._fault(step)
            if fault:
                raise DerivationError(f"#{step.number} {step.text}: {fault}")
            todo.extend(step.premises)
        self._checked |= seen

    def _fault(self, step: Derivation) -> str:
        """Return what is wrong with this one step; an empty string when nothing is."""
        premises, sentences = step.premises, [premise for premise in step.premises if not premise.is_verdict]
        if step.clue is not None and step.rule not in (Rule.CLUE, Rule.SETTLED):
            return "only a clue, or what is left of it, states a clue"
        if step.is_verdict and len(step.cells) != 1:
            return "settles one cell at a time"
        if step.rule is Rule.SETTLED:
            if len(premises) < 2 or premises[0].is_verdict or len(sentences) > 1 or step.clue != premises[0].clue:
                return "needs a sentence, and the verdicts on its cells"
            return rest_fault(step, premises[0].cells, premises[0].count, premises[1:])
        if step.rule is Rule.SUBSET and len(premises) == len(sentences) == 2 and step.cells:
            return rest_fault(step, premises[0].cells, premises[0].count, premises[1:])
        if step.rule is Rule.OVERLAP and len(premises) == len(sentences) == 2:
            return shared_fault(step, *premises)
        if step.rule in (Rule.ALL_SAFE, Rule.ALL_MINES) and len(premises) == len(sentences) == 1:
            return all_fault(step, premises[0])
        if step.rule is Rule.CASES and premises and len(premises) == len(sentences):
            statements = [(premise.cells, premise.count) for premise in premises]
            is_open = step.count not in (0, 1) or is_satisfiable([*statements, (step.cells, 1 - step.count)])
            return "the premises leave it open" if is_open else ""
        if step.rule in _GIVEN and not premises:
            return self._given_fault(step)
        return "needs other premises"

    def _given_fault(self, step: Derivation) -> str:
        """Return the fault of a step without premises: it must repeat an observation or other given information."""
        if step.rule in (Rule.STATED, Rule.CLAIMED):
            return "the agent gives no derivation"
        cells, count, clue = set(step.cells), step.count, step.clue
        if step.rule is Rule.CLUE:
            agrees = (
                clue is not None and count == self._observations.get(clue) and cells == self._board.neighbours(clue)
            )
            return "" if agrees else f"the clue at {clue} does not say so"
        if step.rule is Rule.MINE_COUNT:
            return "" if cells == set(self._board.cells) and count == self._total_mines else "that is not known"
        (cell,) = cells
        if step.rule is Rule.REVEALED:
            return "" if cell in self._observations and count == 0 else "that cell was not revealed"
        return "" if count == self._marks.get(cell) else "nobody said so"


Stated: TypeAlias = Derivation | ProofStep
"""What states that cells hold a number of mines, or settles them."""


def rest_fault(step: Stated, left: frozenset[Cell], count: int, premises: Iterable[Stated]) -> str:
    """Return why ``step`` does not state the sentence ``{left} = count`` minus ``premises``; empty if it does.

    A premise is a verdict on some cells of the sentence, or a sentence inside it.
    """
    whole = left
    for premise in premises:
        out = premise.cells & whole if premise.is_verdict else premise.cells
        if not out or not out <= left:
            return f"#{premise.number} can't be taken out of what is left"
        left -= out
        count -= len(out) * (premise.count > 0) if premise.is_verdict else premise.count
    return "" if step.cells == left and step.count == count else "what is left is something else"


def shared_fault(step: Stated, one: Stated, other: Stated) -> str:
    """Return why ``step`` does not state how many mines the cells hold that both premises mention; empty if it does."""
    shared = one.cells & other.cells
    if not shared or shared in (one.cells, other.cells):
        return "needs two sentences that share cells, neither inside the other"
    least = max(0, one.count - len(one.cells - shared), other.count - len(other.cells - shared))
    most = min(one.count, other.count, len(shared))
    fits = step.cells == shared and step.count == least == most
    return "" if fits else "the shared cells may hold another number of mines"


def all_fault(step: Stated, whole: Stated) -> str:
    """Return why ``step`` is not the verdict on cells of ``whole``, all of them safe or mines; empty if it is."""
    share = int(step.rule is Rule.ALL_MINES)
    if whole.count != len(whole.cells) * share:
        return "the count of the premise does not settle it"
    return "" if step.cells <= whole.cells and step.count == len(step.cells) * share else "is not what the premise says"


CHECK_STEPS = 200_000
"""Bound on the work for one answer, in states (see ``is_satisfiable``)."""

Statement = tuple[frozenset[Cell], int]
"""A sentence: a set of cells and the number of mines among them."""


def is_satisfiable(statements: Iterable[Statement], budget: int = CHECK_STEPS) -> bool:
    """Return true when some set of mines agrees with all ``statements``, each a pair ``(cells, count)``.

    >>> is_satisfiable([(frozenset({(0, 0), (0, 1)}), 1), (frozenset({(0, 1), (0, 2)}), 2)])
    True
    >>> is_satisfiable([(frozenset({(0, 0), (0, 1)}), 1), (frozenset({(0, 0), (0, 1), (0, 2)}), 3)])
    False

    The search is complete. It assigns the cells one by one and follows all assignments at the same time: a state is the
    number of mines that each begun statement still needs, and equal states are merged. The statement with the most
    cells is not part of the state, since it mentions nearly every cell: stored with each state is the set of numbers of
    its mines that lead there, as bits. Raises ``TooHard`` after ``budget`` states.
    """
    distinct = {(frozenset(cells), count) for cells, count in statements}
    widest, *others = sorted(distinct, key=lambda one: (-len(one[0]), one[1], sorted(one[0])))
    members: dict[Cell, list[int]] = {}
    for number, (cells, _) in enumerate(others):
        for cell in cells:
            members.setdefault(cell, []).append(number)
    left = [len(cells) for cells, _ in others]
    # The statements that are begun and not finished. A key of states holds what each of them still needs, in their
    # order. In the value, bit n is set when that can happen with n mines among the cells of the widest statement that
    # are assigned so far.
    begun: list[int] = []
    states: dict[tuple[int, ...], int] = {(): 1}
    steps = 0
    for cell in _order([cells for cells, _ in others], members):
        touched = members[cell]
        new = [number for number in touched if number not in begun]
        begun += new
        counts = tuple([others[number][1] for number in new])
        for number in touched:
            left[number] -= 1
        limits = [(begun.index(number), left[number]) for number in touched]
        kept = [(place, int(number in touched)) for place, number in enumerate(begun) if left[number]]
        begun = [number for number in begun if left[number]]
        inside = int(cell in widest[0])
        after: dict[tuple[int, ...], int] = {}
        for state, totals in states.items():
            needs = state + counts
            for mine in (0, 1):
                if all(mine <= needs[place] <= most + mine for place, most in limits):
                    rest = tuple([needs[place] - mine * touches for place, touches in kept])
                    after[rest] = after.get(rest, 0) | totals << mine * inside
        steps += len(after)
        if steps > budget:
            raise TooHard(f"{len(others) + 1} sentences take more than {budget} steps to check")
        if not after:
            return False
        states = after
    free = len(widest[0]) - len(widest[0] & set().union(*(cells for cells, _ in others)))
    return any(states.get((), 0) >> (widest[1] - more) & 1 for more in range(min(free, widest[1]) + 1))


def _order(statements: list[frozenset[Cell]], members: dict[Cell, list[int]]) -> list[Cell]:
    """Return the cells of the statements in an order that keeps few statements begun and unfinished at a time."""
    order: dict[Cell, None] = {}
    left = [len(cells) for cells in statements]
    waiting = dict(enumerate(statements))
    begun: set[int] = set()
    while waiting:
        number = min(begun or waiting, key=lambda number: (left[number], number))
        for cell in sorted(waiting.pop(number) - order.keys()):
            order[cell] = None
            for other in members[cell]:
                left[other] -= 1
                if other in waiting:
                    begun.add(other)
        begun.discard(number)
    return list(order)

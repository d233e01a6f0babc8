"""Feeds arbitrary clues, as in the sandbox, and checks with a SAT solver whether what is refused is contradictory."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from time import process_time

from minesweeper_qt.model import (
    Board,
    Cell,
    Checker,
    InconsistentKnowledge,
    InconsistentPosition,
    KnowledgeBase,
    Position,
    TooHard,
    explain,
    mine_probabilities,
    reasoning_levels,
)
from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction
from tests.model.support.oracles import around
from tests.model.support.sat import Solver
from tests.stress.support.formula import Formula, Seen, TooMany

_SHAPES = ((1, 8), (2, 3), (3, 3), (4, 4), (3, 7), (4, 5), (5, 5), (3, 9), (5, 6), (6, 6), (8, 8), (7, 10), (9, 13))

_EASY = 20_000
"""The state transitions of a position in which each contradiction must be found."""


def random_sandbox(rng: random.Random) -> Seen:
    """Return a board with arbitrary clues, marks and number of mines, or with those of a layout and some errors."""
    height, width = rng.choice(_SHAPES)
    if rng.random() < 0.5:
        height, width = width, height
    cells = [(i, j) for i in range(height) for j in range(width)]
    mines = set(rng.sample(cells, round(len(cells) * rng.choice((0, 0.1, 0.2, 0.3, 0.5)))))
    shown = [cell for cell in cells if cell not in mines and rng.random() < 0.7]
    if rng.random() < 0.2:
        # Lone clues, which share cells but settle none.
        shown = [(i, j) for i, j in cells if i % 2 == j % 2 == 1 and (i, j) not in mines]
    clues = {cell: len(around(height, width, cell) & mines) for cell in shown}
    for cell in rng.sample(cells, rng.choice((0, 1, 1, 1, 2, 4))):
        clues[cell] = rng.randint(0, 8) if rng.random() < 0.2 else max(0, clues.get(cell, 1) + rng.choice((-1, 1)))
    covered = [cell for cell in cells if cell not in clues]
    marked = rng.sample(covered, min(len(covered), rng.choice((0, 0, 0, 1, 3))))
    marks = {cell: int((cell in mines) == (rng.random() < 0.8)) for cell in marked}
    total = len(mines) if rng.random() < 0.7 else rng.randint(0, len(cells))
    return Seen(height, width, {cell: min(clue, 8) for cell, clue in clues.items()}, marks, total)


class Sandbox:
    """Arbitrary clues and marks, and everything that is said about whether they contradict each other."""

    def __init__(self, seen: Seen, rng: random.Random, figures: dict[str, int]) -> None:
        self._seen = seen
        self._rng = rng
        self._figures = figures

    def check(self) -> None:
        self._figures["positions"] += 1
        board, total = Board(self._seen.height, self._seen.width), self._seen.total
        checks: list[Callable[[], None]] = [
            lambda: self._check_base(KnowledgeBase(board), None, finds_all=False),
            lambda: self._check_base(KnowledgeBase(board, total), total, finds_all=False),
            lambda: self._check_base(KnowledgeBase(board, total, exact=True), total, finds_all=True),
            self._check_position,
        ]
        for check in checks:
            try:
                check()
            except TooMany:
                self._figures["too hard for SAT"] += 1

    # -- knowledge bases

    def _check_base(self, base: KnowledgeBase, total: int | None, finds_all: bool) -> None:
        """Let ``base`` learn one piece after the other, and compare what it refuses and accepts."""
        clues: dict[Cell, int] = {}
        marks: dict[Cell, int] = {}
        pieces = [(cell, clue, False) for cell, clue in self._seen.clues.items()]
        pieces += [(cell, count, True) for cell, count in self._seen.marks.items()]
        self._rng.shuffle(pieces)
        hard = False
        for cell, count, is_mark in pieces:
            before = _known(base)
            more = ({}, {cell: count}) if is_mark else ({cell: count}, {})
            tried = replace(self._seen, clues=clues | more[0], marks=marks | more[1], total=total)
            self._figures["statements"] += 1
            began = process_time()
            try:
                base.mark(cell, count) if is_mark else base.learn(cell, count)
            except InconsistentKnowledge as error:
                self._note_time(began)
                self._figures["contradictions"] += 1
                self._check_refusal(error, tried)
                assert _known(base) == before
            except TooHard:
                self._figures["too hard"] += 1
                hard = True
                assert _known(base) == before
            else:
                self._note_time(began)
                clues, marks = dict(tried.clues), dict(tried.marks)
        accepted = replace(self._seen, clues=clues, marks=marks, total=total)
        if finds_all and not hard and not Formula(accepted).is_satisfiable():
            assert _is_hard(_position(accepted)), f"{accepted}: accepted, but contradictory"

    def _note_time(self, began: float) -> None:
        milliseconds = round(1000 * (process_time() - began))
        self._figures["slowest ms"] = max(self._figures["slowest ms"], milliseconds)

    def _check_refusal(self, error: InconsistentKnowledge, tried: Seen) -> None:
        """Check that no layout agrees, that the sentences named can't all be true, and that each follows."""
        assert not Formula(tried).is_satisfiable(), f"{tried}: is possible, but: {error}"
        assert str(error)
        if not error.clash:
            return
        sentences = [(derivation.cells, derivation.count) for derivation in error.clash]
        assert Solver(sentences).layout() is None, f"can all be true: {error}"
        checker = Checker(tried.height, tried.width, tried.clues, tried.total, tried.marks)
        for derivation in error.clash:
            checker.check(derivation)

    # -- the position

    def _check_position(self) -> None:
        position = _position(self._seen)
        seen = replace(self._seen, marks=dict.fromkeys(position.taken, 1))
        possible = Formula(seen).is_satisfiable()
        cell = self._rng.choice(sorted(position.covered) or [None])
        subjects: list[Callable[[], object]] = [
            lambda: mine_probabilities(position),
            lambda: reasoning_levels(position),
            *([lambda: explain(position, cell)] if cell else []),
        ]
        for subject in subjects:
            try:
                subject()
            except InconsistentPosition:
                self._figures["contradictions"] += 1
                assert not possible, f"{position!r} is possible"
            except TooHard:
                self._figures["too hard"] += 1
            else:
                assert possible, f"{position!r} is contradictory"
        try:
            named = contradicting_clues(position)
        except TooHard:
            self._figures["too hard"] += 1
            return
        assert (named is None) == possible, f"{position!r}: {named}"
        if named is not None:
            self._check_named(position, seen, named)

    def _check_named(self, position: Position, seen: Seen, named: tuple[Cell, ...]) -> None:
        """Check that the clues named contradict each other, that none can be left out, and what is said in words."""
        some = {cell: position.clues[cell] for cell in named}
        assert not _possible(seen, some), f"{position!r}: {named} are possible"
        for cell in named:
            fewer = {other: clue for other, clue in some.items() if other != cell}
            assert _possible(seen, fewer), f"{position!r}: {cell} of {named} can be left out"
        words = describe_contradiction(position, named)
        if named and "in all" not in words:
            assert not _possible(replace(seen, total=None), some), words


def _possible(seen: Seen, clues: dict[Cell, int]) -> bool:
    """Return whether a layout has these ``clues``; the cells of the others are not known to be safe."""
    return Formula(replace(seen, clues=clues)).is_satisfiable()


def _position(seen: Seen) -> Position:
    taken = [cell for cell, count in seen.marks.items() if count and cell not in seen.clues]
    return Position(seen.height, seen.width, seen.total or 0, seen.clues, taken=taken)


def _is_hard(position: Position) -> bool:
    try:
        mine_probabilities(position, _EASY)
    except TooHard:
        return True
    except InconsistentPosition:
        pass
    return False


def _known(base: KnowledgeBase) -> tuple[object, ...]:
    """Return all that a knowledge base knows."""
    sentences = [(derivation.number, derivation.text) for derivation in base]
    settled = {cell: (verdict.number, verdict.count) for cell, verdict in base.settled.items()}
    return sentences, settled, base.clues, base.moves, base.total_mines

"""Compares all that is said about a small position with the list of its layouts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from minesweeper_qt.model import (
    STRATEGIES,
    Board,
    Cell,
    Checker,
    Explainer,
    KnowledgeBase,
    MinesweeperAI,
    Position,
    Proof,
    Reasoning,
    Undecided,
    check_proof,
    make_strategy,
    mine_probabilities,
    reasoning_levels,
)
from tests.stress.support.layouts import Layouts, Seen, TooMany, around, packs, single_clues, three_rules
from tests.stress.support.proof_reading import read

_SHAPES = ((1, 9), (1, 14), (2, 5), (2, 8), (3, 3), (3, 4), (3, 6), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (6, 6))
_MOST_PACKED = 8
"""The most sentences of which all disjoint sets are tried."""


def random_position(rng: random.Random) -> tuple[Position, set[Cell]]:
    """Return a position of a small board with some of its cells revealed, and its mines."""
    height, width = rng.choice(_SHAPES)
    if rng.random() < 0.5:
        height, width = width, height
    cells = [(i, j) for i in range(height) for j in range(width)]
    mines = set(rng.sample(cells, round(len(cells) * rng.choice((0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 0.7)))))
    safe = [cell for cell in cells if cell not in mines]
    rng.shuffle(safe)
    shown = safe[: round(len(safe) * rng.choice((0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1)))]
    clues = {cell: len(around(height, width, cell) & mines) for cell in shown}
    taken = {cell for cell in mines if rng.random() < rng.choice((0, 0, 0, 0.3))}
    return Position(height, width, len(mines), clues, taken=taken), mines


class SmallPosition:
    """A position with at most ``MOST_LISTED`` layouts, and everything that is said about it."""

    def __init__(self, position: Position, rng: random.Random, figures: dict[str, int]) -> None:
        self._position = position
        self._rng = rng
        self._figures = figures
        taken = dict.fromkeys(position.taken, 1)
        self._seen = Seen(position.height, position.width, dict(position.clues), taken, position.mines)
        self._all = Layouts(self._seen)
        self._by_clues: Layouts | None = None
        with suppress(TooMany):
            self._by_clues = Layouts(replace(self._seen, total=None))
        self._safe, self._mines = self._all.always

    def check(self) -> None:
        self._figures["positions"] += 1
        self._figures["layouts"] += len(self._all.listed)
        self._check_chances()
        self._check_bases()
        self._check_levels()
        self._check_proofs()
        self._check_choices()

    def _check_chances(self) -> None:
        found = mine_probabilities(self._position)
        assert found.layouts == len(self._all.listed)
        assert dict(found.probability) == {cell: self._all.chance(cell) for cell in self._seen.covered}
        assert found.safe == self._safe
        assert found.mines == self._mines
        self._figures["chances"] += len(found.probability)

    # -- agents

    def _learned(self, base: KnowledgeBase, with_taken: bool = True) -> KnowledgeBase:
        """Return the ``base`` after it has learned the position in any order."""
        if with_taken:
            for cell in self._position.taken:
                base.mark(cell, 1)
        for cell, clue in self._rng.sample(list(self._position.clues.items()), len(self._position.clues)):
            base.learn(cell, clue)
        return base

    def _check_bases(self) -> None:
        position = self._position
        board, mines = Board(position.height, position.width), position.mines
        base = self._learned(KnowledgeBase(board))
        known, sentences = three_rules(self._seen)
        assert _settled(base, position) == {**known, **dict.fromkeys(position.clues, 0)}
        assert {derivation.cells: derivation.count for derivation in base} == sentences
        self._check_claims(base, self._by_clues, None)
        base.learn_mine_count(mines)
        self._check_claims(base, self._all, mines)
        self._check_packing(base)
        base = self._learned(KnowledgeBase(board, mines))
        self._check_claims(base, self._all, mines)
        base = self._learned(KnowledgeBase(board, mines, exact=True))
        self._check_claims(base, self._all, mines)
        settled = _settled(base, position)
        certain = {**dict.fromkeys(self._safe, 0), **dict.fromkeys(self._mines, 1)}
        assert settled == {**certain, **dict.fromkeys(position.clues, 0)}

    def _check_claims(self, base: KnowledgeBase, layouts: Layouts | None, total: int | None) -> None:
        """Check that each verdict and sentence holds in all layouts, and that its derivation can be checked."""
        checker = Checker(self._position.height, self._position.width, self._position.clues, total, self._seen.marks)
        for derivation in (*base, *base.settled.values()):
            checker.check(derivation)
            for step in derivation.ancestors() if self._rng.random() < 0.1 else (derivation,):
                assert layouts is None or layouts.holds(step.cells, step.count), f"does not follow: {step}"
                self._figures["derivations"] += 1

    def _check_packing(self, base: KnowledgeBase) -> None:
        """Check that no set of disjoint sentences leaves cells that the number of mines settles."""
        local = {derivation.cells: derivation.count for derivation in base if derivation is not base.mine_count}
        if base.mine_count is not None and len(local) <= _MOST_PACKED:
            assert not packs(local, base.mine_count.cells, base.mine_count.count)

    # -- levels, proofs, choices

    def _check_levels(self) -> None:
        levels = reasoning_levels(self._position)
        assert levels.safe == self._safe
        assert levels.mines == self._mines
        clues, clue_level = self._position.clues, single_clues(self._seen)
        subset_level, _ = three_rules(self._seen)
        for cell, level in levels.items():
            assert (level == Reasoning.CLUE) == (cell in clue_level), f"{cell} {level}"
            assert (level <= Reasoning.SUBSET) == (cell in subset_level), f"{cell} {level}"
        assert all(cell in levels or cell in clues for cell in subset_level)

    def _check_proofs(self) -> None:
        explainer = Explainer(self._position)
        covered = self._seen.covered
        for cell in self._rng.sample(covered, min(len(covered), 6)):
            found = explainer.explain(cell)
            self._figures["proofs"] += 1
            assert str(found)
            if isinstance(found, Proof):
                assert cell in (self._mines if found.is_mine else self._safe)
                assert read(found, self._all)
                check_proof(found)
            else:
                self._check_undecided(found)

    def _check_undecided(self, found: Undecided) -> None:
        assert found.cell not in self._safe | self._mines
        assert found.chance == self._all.chance(found.cell)
        assert found.layouts == len(self._all.listed)
        assert found.safe == self._safe
        assert self._all.contains(found.with_mine)
        assert self._all.contains(found.without)
        assert found.cell in found.with_mine - found.without
        chances = {cell: self._all.chance(cell) for cell in self._seen.covered}
        assert found.least == min(chances.values())
        assert list(found.least_cells) == sorted(cell for cell, chance in chances.items() if chance == found.least)

    def _check_choices(self) -> None:
        position = self._position
        flags = [cell for cell in self._seen.covered if cell not in position.taken and self._rng.random() < 0.1]
        flagged = Position(
            position.height, position.width, position.mines, position.clues, flags=flags, taken=position.taken
        )
        name = self._rng.choice(list(STRATEGIES))
        total = self._rng.choice((None, position.mines))
        agent = MinesweeperAI(position.height, position.width, total_mines=total, seed=1)
        for cell in position.taken:
            agent.mark_mine(cell)
        for cell, clue in position.clues.items():
            agent.add_knowledge(cell, clue)
        choice = make_strategy(name, seed=self._rng.randrange(100)).choose(flagged, agent)
        self._figures["choices"] += 1
        free = [cell for cell in self._seen.covered if cell not in flags]
        if choice is None:
            # A safe cell with a flag is chosen only by those who know it.
            knows_all = name in ("exact", "expert")
            assert not (self._safe if knows_all else agent.safes - agent.moves_made)
            assert all(cell in (self._mines if knows_all else agent.mines) for cell in free)
            return
        assert choice.cell in self._seen.covered
        # A protected first click is no claim about the layouts.
        if position.clues:
            self._check_choice(name, choice.cell, choice.is_safe, choice.risk, choice.least_risk)

    def _check_choice(self, name: str, cell: Cell, is_safe: bool, risk: float | None, least: float | None) -> None:
        assert not is_safe or cell in self._safe
        assert name not in ("exact", "expert") or is_safe == bool(self._safe)
        assert risk is None or risk == float(self._all.chance(cell))
        assert least is None or least == float(min(self._all.chance(other) for other in self._seen.covered))


def _settled(base: KnowledgeBase, position: Position) -> Mapping[Cell, int]:
    return {cell: verdict.count for cell, verdict in base.settled.items()}

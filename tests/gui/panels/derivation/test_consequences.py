"""Tests that consequences are the reverse of premises, however the knowledge changes meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from minesweeper_qt.gui.panels.derivation.consequences import Consequences
from minesweeper_qt.model import Action, Cell, Derivation, Minesweeper, Playthrough, Position, Verb
from tests.gui.support.inspected import FixedBoardSource


@dataclass
class Source:
    """Stands for a board source: shows these sentences and verdicts."""

    sentences: Sequence[Derivation] = ()
    settled: dict[Cell, Derivation] = field(default_factory=dict)

    @property
    def view(self) -> Any:
        return SimpleNamespace(sentences=self.sentences, settled=self.settled)


def played(seed: int, uses_mine_count: bool) -> Iterator[Playthrough]:
    """Yield a game with its history after every few moves."""
    rng = Random(seed)
    game = Minesweeper(rng.randint(4, 14), rng.randint(4, 14), 12, seed=seed)
    playthrough = Playthrough(game, uses_mine_count=uses_mine_count)
    cells = sorted(game.grid.cells)
    rng.shuffle(cells)
    for number, cell in enumerate(cells):
        if not game.state.is_over and not game.is_mine(cell) and cell not in game.clues:
            playthrough.play(Action(Verb.REVEAL, cell))
        if not number % 3:
            assert playthrough.learn(20)
            yield playthrough
    playthrough.close()


def check(found: Consequences, source: Source) -> None:
    tops = [*source.sentences, *source.settled.values()]
    reached = {old for top in tops for old in top.ancestors()}
    following: dict[Derivation, list[Derivation]] = {derivation: [] for derivation in reached}
    latest: dict[Cell, Derivation] = {}
    for derivation in sorted(reached, key=lambda derivation: derivation.number):
        for premise in derivation.premises:
            following[premise].append(derivation)
        if derivation.clue is not None:
            latest[derivation.clue] = derivation
    assert {premise: list(found.of(premise)) for premise in reached} == following
    assert all(found.clue_sentence(cell) is derivation for cell, derivation in latest.items())


@pytest.mark.slow
@pytest.mark.parametrize("uses_mine_count", [False, True])
def test_consequences_follow_a_game_and_jumps_in_its_past(uses_mine_count: bool) -> None:
    jumps = 0
    for seed in range(6):
        rng, source = Random(seed), Source()
        found = Consequences(source)  # type: ignore[arg-type]
        for playthrough in played(seed, uses_mine_count):
            history = playthrough.history
            # Now and then another moment is shown before the last one was taken over as a whole.
            for _ in range(rng.randint(1, 3)):
                moment = history.moment(rng.choice([len(history.turns), rng.randint(0, len(history.turns))]))
                source.sentences, source.settled = moment.sentences, dict(moment.settled)
                found.expire()
                found.catch_up(rng.choice([1, 10, 100_000]))
                jumps += 1
            while not found.catch_up(rng.randint(1, 50)):
                pass
            check(found, source)
    assert jumps > 200


def test_many_changes_take_several_steps() -> None:
    source = FixedBoardSource(Position.from_text("3x3x2\n1HH\nH1H\nHHH\n"))
    found = Consequences(source)
    assert not found.is_current
    assert not found.catch_up(1)
    assert not found.is_current
    assert found.catch_up(1_000)
    assert found.is_current
    assert found.clue_sentence((2, 2)) is None
    found.expire()
    assert not found.is_current


def test_nothing_is_left_of_another_game() -> None:
    source = FixedBoardSource(Position.from_text("3x1x1\n1HH\n"))
    found = Consequences(source)
    assert found.catch_up()
    (clue,) = [old for old in source.view.settled[0, 1].ancestors() if old.clue == (0, 0)]
    assert found.of(clue)
    source.set_position(Position.from_text("3x1x1\nH1H\n"))
    assert found.of(clue)
    found.clear()
    assert found.catch_up()
    assert not found.of(clue)

"""Compares what agents, strategies, counts and proofs claim with oracles that share no code with the reasoning."""

from __future__ import annotations

import random

from tests.stress.effort import Effort
from tests.stress.support.claims import WatchedGame
from tests.stress.support.contradictions import Sandbox, random_sandbox


def test_claims_in_games(effort: Effort) -> None:
    names = ("moves", "claims", "games", "positions", "derivations", "chances", "proofs", "choices")
    figures = dict.fromkeys(names, 0)
    for seed in effort.cases(1_000_000, figures, "moves"):
        WatchedGame(random.Random(f"claims {seed}"), figures).play()


def test_contradictions(effort: Effort) -> None:
    names = ("positions", "statements", "contradictions", "too hard", "too hard for SAT", "slowest ms")
    figures = dict.fromkeys(names, 0)
    for seed in effort.cases(4_000, figures, "positions"):
        rng = random.Random(f"contradictions {seed}")
        Sandbox(random_sandbox(rng), rng, figures).check()

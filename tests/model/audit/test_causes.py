"""The likely cause of each agent of the corpus is found, in each way of writing it; no agent has a wrong cause."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from minesweeper_qt.model import Board
from minesweeper_qt.model.audit.causes import likely_cause
from minesweeper_qt.model.audit.comparison import faults_of
from minesweeper_qt.model.audit.finding import Cause
from minesweeper_qt.model.audit.game_trace import LearnedGame, VerdictChange
from minesweeper_qt.model.game.minesweeper import Observation
from tests.model.audit.support.corpus import EXPECTED, HERE, play

SIZES = [(8, 8, 8), (5, 9, 7), (9, 4, 6)]
CAUSES = sorted(name for name in HERE if EXPECTED[name]["cause"])
# The agent whose sentences grow takes seconds for each game.
OTHERS = sorted(name for name in HERE if not EXPECTED[name]["cause"] and name != "sentence_growth")


def games_with_faults(name: str, count: int = 6) -> list[LearnedGame]:
    games = []
    for seed in range(count):
        random.seed(seed)  # agents use the random numbers of this process
        trace = play(name, seed, *SIZES[seed % len(SIZES)])
        if faults_of(trace):
            games.append(trace.verdicts_learned())
    return games


def test_each_cause_is_in_the_corpus_in_two_ways() -> None:
    named = [EXPECTED[name]["cause"] for name in CAUSES]
    assert all(named.count(cause.value) >= 2 for cause in Cause)


@pytest.mark.long
@pytest.mark.parametrize("name", CAUSES)
def test_the_cause_is_found(name: str) -> None:
    assert likely_cause(games_with_faults(name), seconds=60) is Cause(EXPECTED[name]["cause"])


@pytest.mark.long
@pytest.mark.parametrize("name", OTHERS)
def test_other_faults_have_no_cause(name: str) -> None:
    assert likely_cause(games_with_faults(name), seconds=60) is None


def test_two_causes_that_fit_equally_give_none() -> None:
    # (0, 0) and (0, 1) leave (0, 2) and (1, 2) safe by the subset rule: none of that, or one pass, look the same here.
    known = frozenset({(0, 0)})
    changes = (VerdictChange(known, frozenset()), VerdictChange(frozenset({(0, 1)}), frozenset()))
    game = LearnedGame(0, Board(2, 3), (Observation((0, 0), 1), Observation((0, 1), 1)), changes)
    assert likely_cause([game]) is None


@pytest.mark.slow
def test_one_game_that_does_not_fit_rules_a_cause_out() -> None:
    games = games_with_faults("no_subset_rule_sets")
    last = games[-1]
    taken_away = VerdictChange(last.changes[-1].safes ^ {last.observations[0].cell}, last.changes[-1].mines)
    games[-1] = replace(last, changes=(*last.changes[:-1], taken_away))
    assert likely_cause(games[:-1]) is Cause.NO_SUBSET_RULE
    assert likely_cause(games) is None


def test_a_cell_far_away_from_the_board_has_no_cause() -> None:
    change = VerdictChange(frozenset({(0, 0), (7, 7)}), frozenset())
    assert likely_cause([LearnedGame(0, Board(2, 2), (Observation((0, 0), 1),), (change,))]) is None


def test_without_time_there_is_no_cause() -> None:
    games = games_with_faults("no_subset_rule_sets")
    assert likely_cause(games, seconds=-1) is None
    assert likely_cause(games, should_stop=lambda: True) is None


def test_the_search_can_be_stopped_at_each_observation() -> None:
    """The window stays fast only if it can interrupt the search every few milliseconds."""
    games = games_with_faults("no_subset_rule_sets")
    calls: list[int] = []
    likely_cause(games[:1], seconds=60, should_stop=lambda: bool(calls.append(1)))
    assert len(calls) > len(games[0].observations)

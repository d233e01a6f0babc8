"""Tests of the lab's report: the table and the conditions."""

from __future__ import annotations

from dataclasses import replace

from minesweeper_qt.cli.lab_command import conditions, results_parts
from minesweeper_qt.model.board.rules import CLASSIC_RULES, CS50_RULES, Guesses
from minesweeper_qt.model.dealing.no_guess import HardestStep
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, GivenBoard
from minesweeper_qt.model.lab.results import Tally, count, tallies
from minesweeper_qt.model.report_parts import as_text


def play(found: dict[str, Tally], games: range, risks: tuple[float | None, ...] = ()) -> None:
    for name in found:
        count(found, [GameResult(game, 0, name, game % 4 == 0, 9, risks, 0, risks.count(None), 1.0) for game in games])


def test_the_table_shows_the_results():
    found = tallies(["cs50", "expert"])
    play(found, range(1000), (0.5, 0.25))
    count(found, [GameResult(1000, 0, "expert", True, 9, (None,), 0, 1, 5.0)])
    lines = as_text(results_parts(found)).splitlines()
    assert lines[0].split("  ")[0] == "strategy"
    # Wilson's interval of 250 of 1,000; the difference is over the boards that both have played.
    first, second = (" ".join(line.split()) for line in lines[1:3])
    assert first == "cs50 1,000 25.00 22.42 to 27.78 - - 2.00 0.00 1.0"
    assert second == "expert 1,001 25.07 22.49 to 27.85 +0.00 -0.27 to +0.27 2.00 0.00 1.0"
    assert lines[3] == "difference: percentage points won more than cs50 on the same boards"
    assert lines[-1] == "expert: 1 of 2,001 guesses not judged; they may be forced too"
    assert as_text(results_parts(found)).isascii()


def test_what_has_not_been_played_has_no_figures():
    found = tallies(["cs50", "expert"])
    play({"cs50": found["cs50"]}, range(4))
    assert as_text(results_parts(found)).splitlines()[2].split() == ["expert", "0", *["-"] * 7]


def test_conditions_name_what_is_not_usual():
    expert = Experiment(("cs50",), 16, 30, 99, CLASSIC_RULES, seed=3)
    assert conditions(expert) == "first click opening, seed 3"
    assert conditions(replace(expert, boards=(GivenBoard(1, 2, ((0, 0),)),))) == "seed 3"
    cs50 = Experiment(("cs50",), 8, 8, 8, CS50_RULES)
    assert conditions(cs50) == "first click anything, no cascade, won by flags, seed 0"
    rules = replace(CLASSIC_RULES, guesses=Guesses.NOT_NEEDED)
    no_guess = replace(expert, rules=rules, hardest=HardestStep(Reasoning.SUBSET, is_exact=True))
    assert conditions(no_guess) == "first click opening, no guess needed, hardest step exactly subset, seed 3"

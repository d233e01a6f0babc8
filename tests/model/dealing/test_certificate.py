"""Tests of certificates: each that is made is accepted by the checker, and one with any fault is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    DIFFICULTIES,
    Action,
    Board,
    Guesses,
    Minesweeper,
    MinesweeperError,
    Position,
    Proof,
    Reasoning,
    Rules,
    TooHard,
    Verb,
    explain,
)
from minesweeper_qt.model.check.certificate_checker import CertificateError, check_certificate
from minesweeper_qt.model.dealing.certificate import GuessNeeded, certify
from minesweeper_qt.model.dealing.no_guess import HardestStep, find_board, hardest_step
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.certificate import Certificate, certificate_dict
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.game.minesweeper import Layout
from tests.model.support.games import drawn, play
from tests.model.support.oracles import layouts, truths


def opened(mines, size, start, rules: Rules = CLASSIC_RULES) -> Minesweeper:
    game = Minesweeper(*size, len(mines), rules=rules, layout_mines=mines)
    game.play(Action(Verb.REVEAL, start))
    return game


def found(name: str, asked: HardestStep, seed: int) -> Minesweeper:
    """Return a game without a guess after its first click, of which the board was found from ``seed`` on."""
    level = DIFFICULTIES[name].with_guesses(Guesses.NOT_NEEDED)
    board = find_board(level.height, level.width, level.mines, level.rules, (4, 4), asked, seed)
    game = Minesweeper.at_difficulty(level, seed=board.seed)
    game.play(Action(Verb.REVEAL, (4, 4)))
    return game


@pytest.mark.slow
@given(truth=truths(max_cells=42), cascade=st.booleans(), place=st.integers(0, 10**6))
def test_a_certificate_is_made_where_no_guess_is_needed_and_is_accepted(truth, cascade, place) -> None:
    if not truth.order:
        return
    best = min(map(truth.clue, truth.order))
    starts = [cell for cell in truth.order if truth.clue(cell) == best]
    start = starts[place % len(starts)]
    game = opened(truth.mines, (truth.height, truth.width), start, Rules(cascade=cascade))
    hardest = hardest_step(Layout(Board(truth.height, truth.width), truth.mines), start)
    if hardest is None:
        with pytest.raises(GuessNeeded, match=r"^this board needs a guess, after \d+ moves? from") as needed:
            certify(game)
        found = needed.value.undecided
        if len(truth.cells) <= 12:
            possible = layouts(truth, found.position.clues, total=len(truth.mines))
            assert {found.with_mine, found.without} <= {*possible}
            assert frozenset().union(*possible) == found.position.covered
        return
    made = certify(game)
    assert made.hardest is hardest
    check_certificate(made, truth.mines, cascade)


@pytest.mark.slow
@pytest.mark.parametrize("level", Reasoning)
def test_a_board_that_was_found_is_certified(level: Reasoning) -> None:
    name = "expert" if level in (Reasoning.SUBSET, Reasoning.OVERLAP) else "beginner"
    game = found(name, HardestStep(level, is_exact=True), seed=3)
    made = certify(game)
    assert made.hardest is level
    check_certificate(made, game.mines)


@pytest.fixture(scope="module")
def solved() -> tuple[Certificate, frozenset]:
    game = found("beginner", HardestStep(Reasoning.OVERLAP, is_exact=True), seed=3)
    return certify(game), frozenset(game.mines)


def moved(certificate: Certificate, change: Callable[[list[Proof]], object]) -> Certificate:
    proofs = list(certificate.proofs)
    change(proofs)
    return replace(certificate, proofs=tuple(proofs))


def with_proof(certificate: Certificate, place: int, **changes: object) -> Certificate:
    return moved(certificate, lambda proofs: proofs.__setitem__(place, replace(proofs[place], **changes)))


def refused(certificate: Certificate, mines: frozenset, match: str | None = None) -> None:
    with pytest.raises(CertificateError, match=match):
        check_certificate(certificate, mines)


def test_a_certificate_without_one_of_its_moves_is_refused() -> None:
    game = found("cs50", HardestStep(Reasoning.SUBSET), seed=3)
    made = certify(game)
    assert len(made.proofs) == 55
    for place in range(len(made.proofs)):
        with pytest.raises(CertificateError):  # without cascades nothing else opens its cell
            check_certificate(moved(made, lambda proofs, place=place: proofs.pop(place)), game.mines, cascade=False)


def test_a_move_that_comes_twice_or_too_early_is_refused(solved) -> None:
    made, mines = solved
    for place, proof in enumerate(made.proofs):
        refused(moved(made, lambda proofs, proof=proof: proofs.append(proof)), mines, "is open already")
        # Swapped with the first: a proof from a later position reads clues that are not seen yet.
        if len(proof.position.clues) > len(made.position.clues):
            refused(moved(made, lambda proofs, place=place: proofs.insert(0, proofs.pop(place))), mines, "move 1: ")


def test_a_wrong_cell_clue_verdict_or_board_is_refused(solved) -> None:
    made, mines = solved
    for place, proof in enumerate(made.proofs):
        position = proof.position
        seen, clue = next(iter(position.clues.items()))
        wrong = position.with_marks({seen: str(8 - clue)})
        refused(with_proof(made, place, position=wrong), mines, "another position")
        more = Position(position.height, position.width, position.mines + 1, position.clues)
        refused(with_proof(made, place, position=more), mines, "another position")
        mine = min(mines)
        refused(with_proof(made, place, position=position.with_marks({mine: "M"})), mines, "another position")
        refused(with_proof(made, place, cell=mine), mines)
        refused(with_proof(made, place, is_mine=True), mines, "is a mine")
        refused(with_proof(made, place, steps=proof.steps[:-1]), mines)


def test_a_wrong_start_position_or_level_is_refused(solved) -> None:
    made, mines = solved
    refused(replace(made, start=min(mines)), mines, "no safe cell")
    refused(replace(made, start=(9, 9)), mines, "no safe cell")
    refused(replace(made, position=made.proofs[-1].position), mines, "not what is seen")
    for level in set(Reasoning) - {made.hardest}:
        refused(replace(made, hardest=level), mines, "the hardest step is overlap")


def test_a_certificate_of_other_mines_or_without_cascades_is_refused(solved) -> None:
    made, mines = solved
    covered = min(set(made.position.covered) - mines)
    refused(made, mines - {min(mines)} | {covered})
    with pytest.raises(CertificateError):
        check_certificate(made, mines, cascade=False)


def test_a_guess_is_refused() -> None:
    # Which of the two cells beside the clue is the mine can't be known; the proof takes one for it.
    position = Position(1, 3, 1, {(0, 1): 1})
    guess = explain(position.with_marks({(0, 0): "M"}), (0, 2))
    assert isinstance(guess, Proof)
    certificate = Certificate((0, 1), position, (guess,), guess.level)
    refused(certificate, frozenset({(0, 0)}), "another position")
    certificate = Certificate((0, 1), position, (replace(guess, position=position),), guess.level)
    refused(certificate, frozenset({(0, 0)}), "does not take that for a mine")


def test_a_game_in_which_nothing_was_opened_has_no_certificate() -> None:
    with pytest.raises(MinesweeperError, match="no safe cell of this game was opened"):
        certify(Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1))


def test_a_first_cell_that_is_a_mine_is_a_guess() -> None:
    game = Minesweeper(2, 2, 1, start=(0, 0), layout_mines=[(0, 0)])
    with pytest.raises(MinesweeperError, match="needs a guess, after 0 moves"):
        certify(game)


def test_a_position_that_is_too_hard_to_count_is_said_to_be() -> None:
    game = drawn("*.* ... *.*")
    play(game, "reveal 1 1")
    with pytest.raises(TooHard):
        certify(game, engine=Engine(budget=0))


def test_it_ends_when_it_is_stopped() -> None:
    def poll() -> None:
        raise Stopped

    game = drawn(".*. ...")
    play(game, "reveal 1 0")
    with pytest.raises(Stopped):
        certify(game, poll=poll)


def test_the_text_numbers_the_moves_and_their_proofs() -> None:
    game = Minesweeper(1, 4, 1, layout_mines=[(0, 1)])
    play(game, "reveal 0 0")
    made = certify(game)
    lines = str(made).splitlines()
    assert lines[0] == "4×1, 1 mine, from (0, 0): solvable without a guess in 2 moves; hardest step: count."
    assert lines[1] == "1. (0, 2) is safe. Level count: the number of mines left."
    assert lines[2].startswith("   The board has 1 mine.")
    assert [line[:2] for line in lines if line[0] != " "] == ["4×", "1.", "2."]
    whole = json.loads(json.dumps(certificate_dict(made)))
    assert (whole["height"], whole["width"], whole["mines"], whole["start"]) == (1, 4, 1, [0, 0])
    assert [(move["cell"], move["level"]) for move in whole["moves"]] == [([0, 2], "count"), ([0, 3], "count")]

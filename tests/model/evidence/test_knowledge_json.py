"""Tests that another program can read the knowledge as JSON, using only ``json``, and verify all of it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from minesweeper_qt.model import Board, Cell, Checker, Derivation, DerivationError, Minesweeper, MinesweeperAI, Rule
from minesweeper_qt.model.evidence.derivation import knowledge_as_json


def play(seed: int, information: str, moves: int = 25) -> tuple[MinesweeperAI, dict[Cell, int]]:
    game = Minesweeper(7, 8, 12, seed=seed)
    total = None if information == "nothing" else 12
    exact, overlap = "exact" in information, "overlap" in information
    ai = MinesweeperAI(7, 8, total_mines=total, exact=exact, overlap=overlap)
    clues: dict[Cell, int] = {}
    cells = sorted(set(game.grid.cells) - game.mines)
    random.Random(seed).shuffle(cells)
    ai.mark_mine(min(game.mines))
    for cell in cells[:moves]:
        clues[cell] = game.nearby_mines(cell)
        ai.add_knowledge(cell, clues[cell])
    return ai, clues


def written(ai: MinesweeperAI, clues: dict[Cell, int]) -> dict[str, Any]:
    kb = ai.knowledge_base
    return json.loads(knowledge_as_json(kb.board, clues, kb, kb.settled.values()))


def rebuilt(read: dict[str, Any]) -> dict[int, Derivation]:
    """Return the derivations by number, made only from the JSON data."""
    derivations: dict[int, Derivation] = {}
    for item in read["records"]:
        number, rule, cells = item["number"], Rule(item["rule"]), frozenset(map(tuple, item["cells"]))
        premises = tuple(derivations[number] for number in item["premises"])
        clue = None if item["clue"] is None else tuple(item["clue"])
        derivations[number] = Derivation(number, rule, cells, item["count"], premises, item["move"], clue)
    return derivations


def verify(read: dict[str, Any]) -> dict[int, Derivation]:
    """Check every derivation against the observations and the other information in the file; return them by number."""
    clues = {(i, j): clue for i, j, clue in read["clues"]}
    marks = {(i, j): count for i, j, count in read["marks"]}
    checker = Checker(read["height"], read["width"], clues, read["total_mines"], marks)
    derivations = rebuilt(read)
    for derivation in derivations.values():
        checker.check(derivation)
    return derivations


@pytest.mark.parametrize("information", ["nothing", "the mines", "the mines, exact", "the mines, overlap"])
@pytest.mark.parametrize("seed", range(8))
def test_all_that_is_known_can_be_read_and_verified(seed: int, information: str) -> None:
    ai, clues = play(seed, information)
    kb = ai.knowledge_base
    read = written(ai, clues)
    derivations = verify(read)
    assert [(derivations[n].cells, derivations[n].count) for n in read["sentences"]] == [(d.cells, d.count) for d in kb]
    assert {min(derivations[n].cells): derivations[n].count for n in read["verdicts"]} == {
        cell: verdict.count for cell, verdict in kb.settled.items()
    }
    marked = {cell: verdict.count for cell, verdict in kb.settled.items() if verdict.rule is Rule.MARKED}
    assert {(i, j): count for i, j, count in read["marks"]} == marked
    needed = {step.number for derivation in (*kb, *kb.settled.values()) for step in derivation.ancestors()}
    assert list(derivations) == sorted(needed)


def test_an_overlap_step_can_be_read_and_verified() -> None:
    ai = MinesweeperAI(2, 4, overlap=True)
    ai.add_knowledge((1, 1), 1)
    ai.add_knowledge((1, 2), 3)
    read = written(ai, {(1, 1): 1, (1, 2): 3})
    (step,) = [record for record in read["records"] if record["rule"] == "overlap"]
    assert (step["cells"], step["count"], len(step["premises"])) == ([[0, 1], [0, 2]], 1, 2)
    assert read["sentences"] == [step["number"]]
    verify(read)
    step["count"] = 2
    with pytest.raises(DerivationError):
        verify(read)


def test_a_mark_states_whether_the_cell_is_a_mine() -> None:
    ai = MinesweeperAI(2, 3)
    ai.mark_mine((0, 1))
    ai.mark_safe((1, 2))
    read = written(ai, {})
    assert read["marks"] == [[0, 1, 1], [1, 2, 0]]
    verify(read)


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_a_changed_number_is_detected(place: int) -> None:
    read = written(*play(3, "the mines"))
    read["records"][place % len(read["records"])]["count"] += 1
    with pytest.raises(DerivationError):
        verify(read)


def test_a_clue_that_was_not_seen_is_detected() -> None:
    read = written(*play(3, "nothing"))
    read["clues"].pop()
    with pytest.raises(DerivationError):
        verify(read)


def test_an_empty_board_has_all_keys_too() -> None:
    read = json.loads(knowledge_as_json(Board(2, 3), {}, [], []))
    assert read["records"] == read["sentences"] == read["verdicts"] == read["clues"] == []
    assert (read["height"], read["width"], read["total_mines"]) == (2, 3, None)

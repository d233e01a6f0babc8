"""Tests of the reasons in the words of the game: no sentence in them, and true of every rule."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation.plain_reason import plain_reason
from minesweeper_qt.gui.presentation.status_text import proved_hint_text
from minesweeper_qt.model import Cell, MinesweeperAI


def told(
    height: int, width: int, clues: dict[Cell, int], mines: int | None = None, exact: bool = False
) -> MinesweeperAI:
    agent = MinesweeperAI(height, width, total_mines=mines, exact=exact)
    for cell, clue in clues.items():
        agent.add_knowledge(cell, clue)
    return agent


@pytest.mark.parametrize(
    "agent, cell, words",
    [
        (told(1, 3, {(0, 0): 0}), (0, 1), "the 0 at (0, 0) has no mine around"),
        (told(1, 3, {(0, 0): 1}), (0, 1), "the 1 at (0, 0) has no other place for a mine"),
        (told(2, 2, {(0, 0): 3}), (1, 1), "the 3 at (0, 0) has no other place for its mines"),
        (told(1, 4, {(0, 0): 1, (0, 2): 1}), (0, 3), "the 1 at (0, 2) has its mine elsewhere"),
        (told(2, 3, {(1, 0): 1, (1, 1): 1}), (0, 2), "that follows from several numbers together"),
        (told(1, 4, {(0, 0): 1}, mines=1), (0, 3), "all mines are found"),
        (told(1, 4, {(0, 0): 1}, mines=3), (0, 3), "the mines that are left need every cell"),
    ],
)
def test_the_reason_of_each_rule(agent: MinesweeperAI, cell: Cell, words: str) -> None:
    assert plain_reason(agent.derivation(cell)) == words


def test_what_only_cases_settle() -> None:
    agent = told(2, 5, {(0, 0): 1, (0, 4): 1}, mines=2, exact=True)
    assert plain_reason(agent.derivation((0, 2))) in (
        "it is so however the mines lie",
        "that follows from several numbers together",
        "all mines are found",
    )


def test_a_mark_from_outside() -> None:
    agent = MinesweeperAI(2, 2)
    agent.mark_mine((0, 0))
    assert plain_reason(agent.derivation((0, 0))) == "the AI was told so"


def test_a_hint_names_no_sentence() -> None:
    agent = told(1, 4, {(0, 0): 1, (0, 2): 1})
    text = proved_hint_text((0, 3), agent.derivation((0, 3)))
    assert text == "Hint: (0, 3) is safe: the 1 at (0, 2) has its mine elsewhere."
    assert "{" not in text

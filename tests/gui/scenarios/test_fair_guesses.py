"""Tests of a game with fair guesses in the window, by real clicks: what legend, status, hint and card say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from minesweeper_qt.model import DIFFICULTIES, Cell, Guesses, Minesweeper, State
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from tests.gui.support.exact_chances import exact_chances
from tests.gui.support.heard import Heard
from tests.gui.support.windows import Key, MakePlayer, Player

pytestmark = pytest.mark.slow

OTHERS = "Any cell that is not a certain mine is safe."


def fair_player(make_player: MakePlayer, name: str, **changes: int) -> Player:
    player, level = make_player("beginner"), replace(DIFFICULTIES[name], **changes)  # type: ignore[arg-type]
    level = replace(level, rules=replace(level.rules, guesses=Guesses.FAIR))
    player.session.open(Minesweeper.at_difficulty(level, seed=3, dealer=FairDealer()))
    player.view.setFocus()
    return player


def uncertain(player: Player) -> Cell:
    return min(cell for cell, chance in exact_chances(player).items() if 0 < chance < 1)


def legend_words(player: Player) -> list[str]:
    return [word.text() for word in player.window.footer.legends.findChildren(QLabel) if word.isVisible()]


def test_where_nothing_is_certain_a_guess_is_safe_and_the_window_says_so(make_player: MakePlayer, heard: Heard) -> None:
    player = fair_player(make_player, "cs50", mines=20)
    assert player.status.endswith("Guesses are fair: safe when forced.")
    player.key(Key.Key_R)
    player.wait_until_computed()
    assert "mine; any other is safe" in legend_words(player)
    assert "safe" not in legend_words(player)
    player.key(Key.Key_H)
    player.wait_until_computed()
    assert player.status.endswith(OTHERS)
    for cell in ((7, 7), (0, 7)):  # far from each other, so that nothing is certain in between
        player.go_to(cell)
        player.wait_until_computed()
        assert player.window.footer.text.endswith(OTHERS)
        heard.take()
        player.key(Key.Key_Space)
        player.wait_until_computed()
        assert player.game.state is State.PLAYING
        assert "Nothing was certain: the guess is safe." in player.session.status.text
        assert "of the layouts" in player.session.status.text
        spoken = ". ".join(heard.take())
        assert " opened. Nothing was certain: the guess is safe. Guess at" in spoken
        assert spoken.count("Nothing was certain") == 1


@pytest.mark.parametrize(
    "size, title", [((1280, 700), "A guess, though a cell was certain"), ((640, 480), "A needless guess")]
)
def test_a_guess_where_a_cell_is_certain_is_lost_and_the_card_says_so(
    make_player: MakePlayer, size: tuple[int, int], title: str
) -> None:
    player = fair_player(make_player, "beginner")
    player.window.resize(*size)
    player.wait_until_laid_out()
    player.click((4, 4))
    player.key(Key.Key_R)
    player.wait_until_computed()
    assert "mine; any other is safe" not in legend_words(player)
    player.click(uncertain(player))
    player.wait_until_computed()
    card = player.window.result.card
    player.qtbot.waitUntil(card.isVisible)
    player.wait_until_laid_out()
    assert player.game.state is State.LOST
    assert (card.title.text(), card.link.text()) == (title, "Which Was Safe?")
    assert not card.title.is_cut
    assert card.accessibleName().startswith("Lost. A guess, though a cell was certain. ")

"""Tests of chances: their percentages and texts, the looks of cells that show them, and their colours."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor

from minesweeper_qt.gui.board.tiles import heat
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Chance, Chances, Face, Look, Mark, Overlay
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.theme import Theme, ink_on
from minesweeper_qt.model import Choice, ChoiceReason, ChoiceReasonKind, Position, mine_probabilities
from tests.gui.support.colours import COLOUR_VISIONS, contrast, difference, distance

BETWEEN = st.fractions(0, 1).filter(lambda chance: 0 < chance < 1)
TINY = Fraction(1, 10**30)
ALL_PERCENT = range(101)
WHY = ChoiceReason(ChoiceReasonKind.OTHER, words="why")
LOWEST, TOO_HARD = ChoiceReason(ChoiceReasonKind.LOWEST_RISK), ChoiceReason(ChoiceReasonKind.TOO_HARD)


@pytest.fixture(params=themes.NAMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return themes.load(request.param)


# -- texts


@pytest.mark.slow
@given(BETWEEN)
def test_what_is_uncertain_never_rounds_to_what_is_certain(chance: Fraction) -> None:
    for shown in (chance, TINY * chance, 1 - TINY * chance):
        made = Chance.of(shown)
        assert not made.is_certain
        assert made.text not in ("0", "100")
        assert "certainly" not in made.in_words()


@pytest.mark.slow
@given(BETWEEN)
def test_percentages_are_as_near_as_whole_numbers_can_be(chance: Fraction) -> None:
    text = Chance.of(chance).text
    if text == "<1":
        assert chance <= Fraction(1, 200)
    elif text == ">99":
        assert chance >= Fraction(199, 200)
    else:
        assert abs(Fraction(int(text), 100) - chance) <= Fraction(1, 200)


@pytest.mark.slow
@pytest.mark.parametrize("sure, text, words", [(0, "0", "certainly safe"), (1, "100", "certainly a mine")])
def test_certain_chances_are_written_as_certain(sure: int, text: str, words: str) -> None:
    for chance in (Chance.of(Fraction(sure)), Chance.of(float(sure))):
        assert chance.is_certain
        assert chance.text == text
        assert chance.in_words() == words


def test_the_best_are_marked_where_there_is_a_choice_and_cells_that_touch_no_clue_have_one_chance() -> None:
    # The four cells away from the clue share the mine that the clue leaves.
    chances = Chances.of(mine_probabilities(Position(1, 7, 2, {(0, 1): 1})))
    assert chances.least == Fraction(1, 4)
    assert {cell for cell, chance in chances.rounded.items() if chance.is_best} == {(0, 3), (0, 4), (0, 5), (0, 6)}
    assert chances.rounded[0, 0] == Chance(50)
    # The cells that touch no clue have one chance.
    assert chances.elsewhere == chances.rounded[0, 4] == Chance(25, is_best=True, is_elsewhere=True)
    assert [cell for cell, chance in chances.rounded.items() if not chance.is_elsewhere] == [(0, 0), (0, 2)]


@pytest.mark.parametrize(
    "position", [Position(1, 3, 1, {(0, 1): 1}), Position(2, 2, 1, {}), Position(1, 5, 1, {(0, 0): 0, (0, 1): 0})]
)
def test_no_cell_is_best_where_all_are_equal_or_one_is_safe(position: Position) -> None:
    assert not any(chance.is_best for chance in Chances.of(mine_probabilities(position)).rounded.values())


@pytest.mark.parametrize("position", [Position(1, 3, 1, {(0, 1): 1}), Position(1, 7, 1, {(0, 1): 1})])
def test_no_chance_is_left_out_where_all_cells_touch_clues_or_are_certain(position: Position) -> None:
    chances = Chances.of(mine_probabilities(position))
    assert chances.elsewhere is None
    assert not any(chance.is_elsewhere for chance in chances.rounded.values())


def test_a_finished_board_has_no_chances() -> None:
    chances = Chances.of(mine_probabilities(Position(1, 1, 0, {(0, 0): 0})))
    assert not chances.exact
    assert str(status_text.cell_chance_text((0, 0), chances)) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "risk, least, text",
    [
        (Fraction(21, 100), Fraction(17, 100), "Guess at (3, 4): risk 21 %, lowest 17 %."),
        (Fraction(1, 5), Fraction(1, 5), "Guess at (3, 4): risk 20 %, the lowest."),
        (Fraction(1, 5), Fraction(0), "Guess at (3, 4): risk 20 %, lowest 0 %; there was a safe cell."),
        (TINY, TINY / 2, "Guess at (3, 4): risk <0.1 %, lowest <0.1 %."),
        (Fraction(1), Fraction(1, 2), "Guess at (3, 4): risk 100 %, lowest 50 %."),
        (Fraction(0), Fraction(0), "(3, 4) was no guess: it could not be a mine."),
    ],
)
def test_guesses_in_words(risk: Fraction, least: Fraction, text: str) -> None:
    assert str(status_text.guess_text((3, 4), risk, least)) == text
    if "safe cell" in text:
        named = status_text.guess_text((3, 4), risk, least, safe_cell=(0, 1))
        assert str(named) == text.replace("there was a safe cell", "(0, 1) was safe")


@pytest.mark.parametrize(
    "choice, text",
    [
        (Choice((1, 2), True, WHY), "Hint: (1, 2) is safe: why; W shows it."),
        (
            Choice((1, 2), True, ChoiceReason(ChoiceReasonKind.ALL_LAYOUTS, layouts=7)),
            "Hint: (1, 2) is safe in all 7 possible layouts of mines; W shows it.",
        ),
        (Choice((1, 2), False, TOO_HARD), "No hint: this board would take too long to count."),
        (Choice((1, 2), False, LOWEST, 0.2, 0.2), "Hint: guess at (1, 2): risk 20 %, the lowest."),
        (Choice((1, 2), False, WHY, 0.2, 0.2), "Hint: guess at (1, 2): risk 20 %, the lowest; why."),
        (Choice((1, 2), False, WHY, 0.2, 0.1), "Hint: guess at (1, 2): risk 20 %, lowest 10 %; why."),
    ],
)
def test_hints_in_words(choice: Choice, text: str) -> None:
    hint = status_text.hint_text(choice)
    assert str(hint) == text
    assert str(hint.plain()) == text.replace("; W shows it", "")


# -- looks


LOST = list(product((Chance(50), Chance(100, is_certain=True)), Overlay))
SAFE, CERTAIN, LIKELY = Chance(0, is_certain=True), Chance(100, is_certain=True), Chance(70)


@pytest.mark.parametrize(
    "look, overlay, shown",
    [
        (Look(Face.COVERED, mark=Mark.SAFE, chance=LIKELY), Overlay.OFF, Look(Face.COVERED)),
        (Look(Face.COVERED, mark=Mark.SAFE, chance=LIKELY), Overlay.KNOWLEDGE, Look(Face.COVERED, mark=Mark.SAFE)),
        (Look(Face.COVERED, chance=LIKELY), Overlay.KNOWLEDGE, Look(Face.COVERED)),
        (Look(Face.COVERED, chance=LIKELY), Overlay.CHANCES, Look(Face.COVERED, chance=LIKELY)),
        (Look(Face.COVERED, mark=Mark.SAFE), Overlay.CHANCES, Look(Face.COVERED, mark=Mark.SAFE)),
        (Look(Face.FLAGGED, chance=CERTAIN), Overlay.CHANCES, Look(Face.FLAGGED, mark=Mark.MINE)),
        (Look(Face.COVERED, chance=SAFE), Overlay.CHANCES, Look(Face.COVERED, mark=Mark.SAFE)),
        (Look(Face.COVERED), Overlay.CHANCES, Look(Face.COVERED)),
        (Look(Face.MINE, chance=LIKELY), Overlay.CHANCES, Look(Face.MINE, chance=LIKELY)),
        (Look(Face.MINE, chance=LIKELY), Overlay.OFF, Look(Face.MINE)),
        (Look(Face.MINE, chance=CERTAIN), Overlay.CHANCES, Look(Face.MINE, mark=Mark.MINE)),
        *((Look(Face.EXPLODED, chance=risk), each, Look(Face.EXPLODED, chance=risk)) for risk, each in LOST),
    ],
)
def test_overlays_show_what_they_are_for(look: Look, overlay: Overlay, shown: Look) -> None:
    assert look.under(overlay) == shown


# -- colours


@pytest.mark.parametrize("hovered", [False, True])
def test_every_number_can_be_read(theme: Theme, hovered: bool) -> None:
    for number in ALL_PERCENT:
        ground = heat(Look(Face.COVERED, chance=Chance(number)), theme, hovered)
        assert contrast(ink_on(ground), ground) >= 4.5


@pytest.mark.parametrize("name, covered, chance", [("light", 4.7, 4.7), ("dark", 3.1, 3.1)])
def test_a_chance_is_as_strong_on_revealed_cells_as_a_covered_cell(name: str, covered: float, chance: float) -> None:
    theme = themes.load(name)
    assert round(contrast(theme.covered, theme.revealed), 1) == covered
    assert round(min(contrast(theme.heat_at(number), theme.revealed) for number in ALL_PERCENT), 1) == chance


@pytest.mark.parametrize("name", ["light", "dark"])
def test_lightness_alone_orders_the_chances(name: str) -> None:
    lightness = [contrast(stop, QColor("black")) for stop in themes.load(name).heat]
    assert lightness == sorted(lightness, reverse=name == "light")


def test_with_high_contrast_lightness_orders_all_chances_but_those_from_20_to_40() -> None:
    theme = themes.load("contrast")
    lightness = [contrast(theme.heat_at(number), QColor("black")) for number in ALL_PERCENT]
    for earlier, later in pairwise(ALL_PERCENT):
        step = lightness[later] / lightness[earlier]
        assert step == pytest.approx(1, abs=0.015) if 20 <= earlier < 40 else step < 1


@pytest.mark.parametrize("vision", COLOUR_VISIONS)
def test_no_chance_looks_like_a_revealed_cell_and_low_and_high_ones_differ_with_every_colour_vision(
    theme: Theme, vision: str
) -> None:
    """The lowest come near to it, but all have the edges of a tile and a number in black or white."""
    assert min(distance(theme.heat_at(number), theme.revealed, vision) for number in ALL_PERCENT) >= 6
    # Low and high chances differ with every colour vision.
    assert round(difference(theme.heat_at(20), theme.heat_at(80), vision)) >= 42
    for one, other in pairwise(theme.heat):
        assert round(difference(one, other, vision)) >= 3


@pytest.mark.parametrize("ground", ["covered", "revealed", "safe_tile", "mine_tile", "heat"])
def test_the_hints_ring_is_seen_on_every_tile(theme: Theme, ground: str) -> None:
    assert contrast(theme.hint, theme.hint_casing) >= 4.5
    grounds = theme.heat if ground == "heat" else (getattr(theme, ground),)
    for colour in grounds:
        assert max(contrast(theme.hint, colour), contrast(theme.hint_casing, colour)) >= 3

"""Tests of how rows look: colours that can be read and told apart, marks, weights, signs, sentences cut short."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QStyleOptionViewItem

from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.knowledge.knowledge_table import FADED, mark_ink, row_ground
from minesweeper_qt.gui.widgets import theme
from minesweeper_qt.gui.widgets.theme import Controls
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from tests.gui.support.colours import contrast
from tests.gui.support.comparisons import clue, comparison_of, of_each_kind
from tests.gui.support.knowledge_games import Known
from tests.gui.support.knowledge_panels import filled, kb, panel

__all__ = ["filled", "kb", "panel"]  # fixtures


@pytest.fixture(params=theme.NAMES)
def colours(request: pytest.FixtureRequest) -> Controls:
    return theme.load(request.param).controls


@pytest.fixture
def compared(panel: KnowledgePanel) -> KnowledgePanel:
    rows = of_each_kind()
    panel.model.reset([row.derivation for row in rows])
    panel.set_comparison(comparison_of(rows), int)
    panel.resize(520, 400)
    return panel


@pytest.mark.parametrize("kind", RowKind)
def test_texts_and_marks_can_be_read_on_their_grounds(colours: Controls, kind: RowKind) -> None:
    ground = row_ground(kind, colours)
    grounds = [ground] if ground is not None else [colours.surface, colours.other_row, colours.new_row]
    for each in (*grounds, colours.accent_soft):
        assert contrast(colours.text, each) >= 4.5
        assert contrast(mark_ink(kind, colours), each) >= 3


@pytest.mark.parametrize("name", theme.NAMES)
def test_marked_rows_can_be_read(name: str) -> None:
    colours = theme.load(name).controls
    assert contrast(colours.text, colours.new_row) > 7
    assert contrast(colours.new_row, colours.surface) > 1.1
    assert contrast(theme.mixed(colours.text, colours.surface, FADED), colours.surface) > 4.5


def test_the_marks_of_the_move_are_painted(filled: KnowledgePanel, kb: Known) -> None:
    """A new sentence has a sign and another ground in all columns, a removed one is struck out."""
    plain = [option_at(filled, 1, column) for column in (Column.SENTENCE, Column.RULE)]
    filled.model.set_move(kb[:1], [clue([(0, 0), (0, 1)])])
    filled.filter_button.removed.trigger()
    removed = filled.proxy.rowCount() - 1
    for column, before in zip((Column.SENTENCE, Column.RULE), plain, strict=True):
        new, old, gone = (option_at(filled, row, column) for row in (0, 1, removed))
        assert new.backgroundBrush.color() == theme.for_palette(filled.palette()).controls.new_row
        assert old.backgroundBrush == before.backgroundBrush
        assert [each.font.strikeOut() for each in (new, old, gone)] == [False, False, True]
    signs = [picture(filled, row, "left") for row in (0, 1)]
    assert colours_in(signs[0]) > 2
    assert colours_in(signs[0]) != colours_in(signs[1])


@pytest.mark.parametrize("width", [100, 180, 400])
def test_a_sentence_that_is_cut_keeps_its_count(filled: KnowledgePanel, width: int) -> None:
    cut = 0
    for number, row in enumerate(filled.proxy.rows):
        option = option_at(filled, number, Column.SENTENCE, width)
        assert option.text.endswith(f"}} = {row.derivation.count}")
        assert option.fontMetrics.horizontalAdvance(option.text) < width - 6
        if option.text != row.text(Column.SENTENCE):
            cut += 1
            assert option.text.split("\N{HORIZONTAL ELLIPSIS}")[0].strip("{ ,") in row.derivation.text, (
                "the first cells"
            )
    assert cut or width == 400


def option_at(panel: KnowledgePanel, row: int, column: Column, width: int = 200) -> QStyleOptionViewItem:
    """Return how a cell of the table is painted."""
    option = QStyleOptionViewItem()
    option.initFrom(panel.table)
    option.rect = QRect(0, 0, width, 20)
    panel.table.itemDelegate().initStyleOption(option, panel.proxy.index(row, column))
    return option


def test_wrong_and_missing_rows_are_bold_on_a_ground_of_their_own(compared: KnowledgePanel) -> None:
    colours = theme.for_palette(compared.palette()).controls
    for row in range(8):
        kind = list(RowKind)[row // 2]
        for column in Column:
            option = option_at(compared, row, column)
            bold = kind in (RowKind.WRONG, RowKind.MISSING)
            assert option.font.weight() == (QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
            ground = row_ground(kind, colours)
            assert option.backgroundBrush.color() == ground if ground else not option.backgroundBrush.style().value


def test_what_does_not_fit_is_shortened_and_not_painted_over(compared: KnowledgePanel) -> None:
    assert option_at(compared, 2, Column.REFERENCE).text == "move 10, clue"
    assert option_at(compared, 2, Column.REFERENCE, 60).text == "10, clue"
    assert option_at(compared, 6, Column.YOURS, 60).text == "8, twice"
    assert option_at(compared, 0, Column.YOURS, 60).text == "= 3"
    assert option_at(compared, 6, Column.SENTENCE, 400).text == "{(5, 0), (5, 1)} = 1"
    assert option_at(compared, 6, Column.SENTENCE, 140).text == "{\N{HORIZONTAL ELLIPSIS}} = 1"
    without = option_at(compared, 4, Column.SENTENCE, 140).text
    assert without == "{(6, 6)} = 1"


def picture(panel: KnowledgePanel, row: int, side: str) -> QImage:
    """Return the picture of the left or right end of a sentence."""
    rect = panel.table.visualRect(panel.proxy.index(row, Column.SENTENCE))
    width = panel.fontMetrics().height() + 6
    rect.setLeft(rect.right() - 2 * width) if side == "right" else rect.setWidth(width)
    return panel.table.viewport().grab(rect).toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_each_kind_has_a_mark_and_the_signs_stand_at_the_right(compared: KnowledgePanel) -> None:
    marks = [picture(compared, row, "left") for row in range(0, 8, 2)]
    assert all(one != other for one, other in combinations(marks, 2))
    assert min(map(colours_in, marks)) > 2, "there is a mark before each sentence"
    signs = [picture(compared, row, "right") for row in (6, 7)]
    assert min(map(colours_in, signs)) > 2
    assert colours_in(picture(compared, 4, "right")) == 1, "nothing is painted behind other sentences"


def colours_in(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())})


def test_a_selected_row_has_a_frame(compared: KnowledgePanel) -> None:
    accent = theme.for_palette(compared.palette()).controls.accent

    def has_frame(row: int) -> bool:
        edges = []
        for column in (Column.SENTENCE, Column.REFERENCE):
            rect = compared.table.visualRect(compared.proxy.index(row, column))
            image = compared.table.viewport().grab(rect).toImage()
            edges += [image.pixelColor(image.width() // 2, y) for y in (0, image.height() - 1)]
        return all(edge == accent for edge in edges)

    compared.table.selectRow(3)
    assert [has_frame(row) for row in range(8)] == [row == 3 for row in range(8)]

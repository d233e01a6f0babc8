"""Tests of the review in the window: what it lists, the way from mistake to mistake, and that it can be stopped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFileDialog

from minesweeper_qt.gui.widgets.speech import pronounced
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import (
    CLASSIC_RULES,
    Action,
    FirstClick,
    History,
    Minesweeper,
    Record,
    Review,
    State,
    Turn,
    TurnKind,
    TurnMaker,
    review,
)
from minesweeper_qt.model.review import review as review_module
from minesweeper_qt.model.review import review_words
from tests.gui.support.heard import Heard
from tests.gui.support.waiting import NotYet
from tests.gui.support.windows import LEFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

MOVES = ("reveal 0 1", "reveal 2 0", "reveal 2 3", "reveal 0 4")
"""A forced guess, a needless one, a safe move and a certain mine on the board of ``lost_game``."""


def lost_game() -> tuple[Minesweeper, History]:
    return played(Minesweeper(3, 6, 3, rules=CLASSIC_RULES, layout_mines=[(0, 0), (0, 4), (2, 5)]), MOVES)


def played(game: Minesweeper, moves: Sequence[str]) -> tuple[Minesweeper, History]:
    history = History(game)
    for number, text in enumerate(moves):
        if game.state.is_over:
            break
        result = game.play(Action.from_text(text))
        turn = Turn(TurnMaker.PLAYER, TurnKind.GUESS, result.action.cell, (result,), seconds=float(number))
        if turn.changes_anything:
            history.add(turn)
    return game, history


@pytest.fixture
def reviewed(make_player: MakePlayer) -> Player:
    """A lost game whose review is shown by the key."""
    player = make_player()
    player.session.open(*lost_game())
    player.wait_until_learned()
    player.view.setFocus()
    player.key(Key.Key_V)
    found(player)
    return player


def found(player: Player) -> Review:
    control = player.window.inspector.review
    player.wait_until(lambda: control.found is not None)
    assert control.found is not None
    return control.found


def rows(player: Player) -> list[tuple[str, ...]]:
    model = player.window.inspector.review_panel.model
    return [tuple(str(model.index(row, column).data()) for column in range(4)) for row in range(model.rowCount())]


def test_the_worst_moves_come_first(reviewed: Player) -> None:
    expected = review(Record.of_history(reviewed.session.playthrough.history))
    assert found(reviewed).moves == expected.moves
    kinds = list(review_words.KINDS.values())
    shown = [row[0] for row in rows(reviewed)]
    assert shown == sorted(shown, key=kinds.index)
    assert len(shown) == sum(move.judgement in review_words.KINDS for move in expected.moves) > 1
    panel = reviewed.window.inspector.review_panel
    assert panel.title.text().startswith("Lost at move ")
    assert "guess" in panel.figures.text()


def test_j_goes_from_mistake_to_mistake_and_proves_what_was_certain(reviewed: Player, heard: Heard) -> None:
    rules = replace(CLASSIC_RULES, first_click=FirstClick.ANYTHING, cascade=False)
    game = Minesweeper(1, 8, 2, rules=rules, layout_mines=[(0, 0), (0, 6)])
    reviewed.session.open(*played(game, ("reveal 0 1", "reveal 0 4", "reveal 0 2", "reveal 0 0")))
    result = review_words.result_text(found(reviewed))
    assert not any(result in text.lower() for text in heard.take()), "the card speaks of the end of a game"
    for _ in range(2):
        reviewed.action("review").trigger()
    found(reviewed)
    assert any(result in text.lower() for text in heard.take())
    panel = reviewed.window.inspector.review_panel
    mistakes = [move for move in panel.model.rows if move.is_mistake]
    assert [move.turn for move in mistakes] == [4, 3], "the worst first, as in the table"
    panel.table.setFixedHeight(2 * panel.table.horizontalHeader().height())
    for move in (*mistakes, mistakes[0]):
        heard.take()
        panel.table.verticalScrollBar().setValue(panel.table.verticalScrollBar().maximum())
        reviewed.view.setFocus()
        reviewed.key(Key.Key_J)
        reviewed.wait_until_explained()
        assert reviewed.window.board_view.marks.named == move.result.action.cell
        assert f"before move {move.turn} of 4" in reviewed.window.windowTitle()
        assert reviewed.session.timeline.shown_move == move.turn - 1
        assert reviewed.window.footer.text == review_words.mistake_text(move)
        assert any(pronounced(review_words.mistake_text(move)).rstrip(".") in text for text in heard.take())
        assert reviewed.window.selection.question == move.proved
        row = panel.table.currentIndex()
        assert row.siblingAtColumn(1).data() == str(move.turn)
        assert panel.table.viewport().rect().contains(panel.table.visualRect(row).center())
    reviewed.action("previous_mistake").trigger()
    assert reviewed.session.timeline.shown_move == mistakes[-1].turn - 1


def test_in_play_next_mistake_leads_to_inspect_as_review_does(reviewed: Player) -> None:
    reviewed.window.show_view(WindowView.PLAY)
    reviewed.action("next_mistake").trigger()
    assert reviewed.window.view is WindowView.INSPECT
    assert reviewed.session.timeline.shown_move == found(reviewed).mistakes[-1].turn - 1
    reviewed.window.show_view(WindowView.PLAY)
    assert not reviewed.action("why_panel").isChecked(), "Play keeps the board alone"


def test_the_slider_says_what_comes_next_by_the_review(reviewed: Player) -> None:
    slider = reviewed.window.inspector.timeline_panel.slider
    mistake = found(reviewed).mistakes[0]
    reviewed.session.timeline.show_move(mistake.turn - 1)
    assert slider.accessibleDescription().endswith(f"Next: {review_words.mistake_text(mistake)}")


def test_a_small_window_keeps_its_size(make_player: MakePlayer) -> None:
    player = make_player()
    player.window.show_view(WindowView.INSPECT)
    player.window.resize(640, 480)
    player.session.open(*lost_game())
    player.wait_until_learned()
    player.view.setFocus()
    player.key(Key.Key_V)
    found(player)
    player.wait_until_laid_out()
    player.key(Key.Key_J)
    player.wait_until_laid_out()
    assert (player.window.width(), player.window.height()) == (640, 480)


def test_a_row_shows_its_move_and_the_game_goes_on_from_there(reviewed: Player) -> None:
    panel, before = reviewed.window.inspector.review_panel, reviewed.session.playthrough
    panel.table.selectRow(panel.model.rowCount() - 1)
    move = panel.model.rows[-1]
    assert reviewed.session.timeline.shown_move == move.turn - 1
    reviewed.action("live").trigger()
    place = panel.table.visualRect(panel.model.index(panel.model.rowCount() - 1, 0)).center()
    reviewed.qtbot.mouseClick(panel.table.viewport(), LEFT, pos=place)
    assert reviewed.session.timeline.shown_move == move.turn - 1
    reviewed.window.inspector.asks_branch = False
    assert panel.try_it.text() == reviewed.action("branch").iconText() == "Play On from Here"
    reviewed.qtbot.mouseClick(panel.try_it, LEFT)
    assert reviewed.session.playthrough is not before
    assert reviewed.session.game.state is not State.LOST
    assert panel.title.text() == "The game is not over yet."
    assert rows(reviewed) == []


def test_a_click_on_a_bar_shows_that_move(reviewed: Player) -> None:
    slider = reviewed.window.inspector.timeline_panel.slider
    assert reviewed.action("timeline").isChecked()
    reviewed.wait_until_laid_out()
    for x, number in ((2, 0), (slider.width() - 2, len(reviewed.session.timeline.moves))):
        reviewed.qtbot.mouseClick(slider, LEFT, pos=QPoint(x, slider.height() // 2))
        assert reviewed.session.timeline.shown_move == number


def test_a_review_says_how_far_it_is_and_escape_stops_it(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never_ends(record: Record, *, should_stop: object, progress: Callable[[int], None]) -> Review:
        progress(2)
        raise NotYet

    monkeypatch.setattr(review_module, "review", never_ends)
    player = make_player()
    player.session.open(*lost_game())
    player.wait_until_learned()
    player.waits_for_learning = False
    player.view.setFocus()
    player.key(Key.Key_V)
    panel, total = player.window.inspector.review_panel, len(player.session.timeline.moves)
    player.wait_until(lambda: panel.figures.text() == f"2 of {total} moves judged.")
    assert panel.stop.isVisible()
    player.view.setFocus()
    player.key(Key.Key_Escape)
    assert panel.figures.text() == "The review was stopped."
    assert not panel.stop.isVisible()
    player.session.timeline.undo()
    player.session.timeline.redo()
    assert not player.window.inspector.review.is_running


def test_a_game_under_way_has_no_review(player: Player) -> None:
    player.click((4, 4))
    player.key(Key.Key_V)
    panel = player.window.inspector.review_panel
    assert panel.title.text() == "The game is not over yet."
    assert not player.action("next_mistake").isEnabled()
    player.end(State.WON)
    player.wait_until(lambda: player.window.inspector.review.found is not None)
    assert re.fullmatch(r"Won in \d:\d\d\.\d\d", panel.title.text())


def test_in_play_the_menu_leads_to_inspect(make_player: MakePlayer) -> None:
    player = make_player()
    player.action("view_play").trigger()
    player.session.open(*lost_game())
    player.action("review").trigger()
    assert player.window.view.value == "inspect"
    found(player)


def test_the_report_is_a_page_with_the_proofs(
    reviewed: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "review.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    reviewed.action("save_report").trigger()
    assert reviewed.window.footer.text == "The report is being made; Esc stops that."
    reviewed.view.setFocus()
    reviewed.key(Key.Key_Escape)
    assert not reviewed.window.inspector.review.is_busy
    assert "report" not in reviewed.window.footer.text
    reviewed.action("save_report").trigger()
    reviewed.wait_until(path.exists)
    assert "report" not in reviewed.window.footer.text
    text = path.read_text("utf-8")
    assert re.search(r"Reviewed on \d+ \w{3} \d{4}\.", text)
    assert text.startswith("<!doctype html>")
    assert text.count("<article") >= len(found(reviewed).mistakes) > 0

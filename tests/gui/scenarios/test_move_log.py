"""Tests of the move log: each move with its maker, safety, risk and reason, in the words of the course's examples."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.move_log_panel import LEAST, REASON, RISK, SAFETY, WHAT, WHO, MoveLogModel
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import DIFFICULTIES, Difficulty, MinesweeperAI, TurnKind
from minesweeper_qt.model.words import listed
from tests.gui.support.session_views import RIGHT, Key, SessionViews
from tests.gui.support.windows import CTRL, MIDDLE, SHIFT


@pytest.fixture
def views(qtbot: QtBot) -> SessionViews:
    """An Intermediate game after some moves of player and AI."""
    views = SessionViews(qtbot, "intermediate", seed=1)
    views.click((8, 8))
    views.wait_until_learned()
    views.play(6)
    views.wait_until_computed()
    return views


def text(views: SessionViews, row: int, column: int) -> str:
    model = views.log.model
    return str(model.data(model.index(row, column)))


def details(views: SessionViews) -> list[str]:
    return views.log.details.toPlainText().splitlines()


# -- rows


def test_a_row_shows_maker_move_safety_and_reason(views: SessionViews) -> None:
    assert [text(views, 0, column) for column in range(7)] == [
        *("1", "You", "opened (8, 8)", "safe", "0 %", "0 %", "The first cell is safe.")
    ]
    cell = views.session.timeline.moves[1].cell
    assert text(views, 1, WHO) == "AI"
    assert text(views, 1, WHAT) == f"opened {cell}"
    assert text(views, 1, SAFETY) == "safe"
    assert text(views, 1, REASON).startswith("the ")


def test_the_ais_moves_are_described_in_the_words_of_the_course(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "cs50", seed=4)
    views.session.autoplay.move()
    views.wait_until_computed()
    assert text(views, 0, REASON) == "No known safe moves, AI making random move."
    assert details(views)[:2] == ["No known safe moves, AI making random move.", f"AI {text(views, 0, WHAT)}."]
    while views.session.playthrough.snapshot.safe_move is None:
        views.click(views.free())
    views.session.autoplay.move()
    views.wait_until_learned()
    assert details(views)[0] == "AI making safe move."
    moves = views.session.timeline.moves
    cell, reason = moves[-1].cell, text(views, len(moves) - 1, REASON)
    assert details(views)[1] == f"AI opened {cell}: {reason}."
    assert views.session.status.text.startswith(f"{cell} is safe: {reason}."), "the log has the words of the status"
    base, mines, safes = views.session.view.snapshot.figures
    assert details(views)[-3:] == [
        f"Knowledge base length: {base}",
        f"Known mines: {mines}",
        f"Safe moves remaining: {safes}",
    ]


@pytest.mark.slow
def test_new_knowledge_names_its_two_premises_and_a_big_opening_is_cut_short(
    qtbot: QtBot, slow_machine: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each inferred sentence is the difference of two sentences, or about the cells that they share."""
    views = SessionViews(qtbot, "expert", seed=3)
    views.session.autoplay.set_strategy("cs50-overlap")
    shared = 0
    views.click((8, 15))
    views.wait_until_learned()
    views.play(60)
    found: list[str] = []
    for number in range(1, len(views.session.timeline.moves) + 1):
        views.session.timeline.show_move(number)
        for line in details(views):
            if line.startswith("New inferred knowledge: "):
                assert line not in found, "it was new at an earlier move"
                found.append(line)
                new, _, rest = line.removeprefix("New inferred knowledge: ").partition(" from ")
                larger, smaller = rest.split(" and ")
                cells, count = parsed(new)
                (more, most), (fewer, least) = parsed(larger), parsed(smaller)
                if fewer < more:
                    assert cells == more - fewer
                    assert count == most - least
                else:
                    shared += 1
                    assert cells == more & fewer
                    assert count == most
    assert found
    assert shared
    # The details of a big opening are cut short.
    monkeypatch.setattr(status_text, "MOST_LINES", 5)
    views = SessionViews(qtbot, Difficulty.custom(60, 60, 300), seed=1)
    views.click((30, 30))
    assert details(views)[-1] == "The AI is still reading the board."
    views.wait_until_learned()
    assert len(details(views)) == 2 + 5 + 1 + 3
    assert details(views)[7] == "…"
    assert details(views)[-1].startswith("Safe moves remaining")


def parsed(sentence: str) -> tuple[frozenset[str], int]:
    cells, count = sentence.removeprefix("{").split("} = ")
    return frozenset(cells.removeprefix("(").removesuffix(")").split("), (")), int(count)


@pytest.mark.slow
def test_the_details_name_all_that_was_newly_known(views: SessionViews) -> None:
    for number in range(1, len(views.session.timeline.moves) + 1):
        views.session.timeline.show_move(number)
        game, before = views.session.playthrough.history.replayed(number - 1), MinesweeperAI(16, 16)
        for cell, clue in game.clues.items():
            before.add_knowledge(cell, clue)
        again = views.session.playthrough.history.replayed(number)
        after = MinesweeperAI(16, 16)
        for cell, clue in again.clues.items():
            after.add_knowledge(cell, clue)
        mines = set(after.mines) - set(before.mines)
        safes = set(after.safes) - set(before.safes) - again.clues.keys()
        for title, new in (("New known mines: ", mines), ("New known safes: ", safes)):
            lines = [line for line in details(views) if line.startswith(title)]
            if len(new) <= 12:
                assert lines == ([f"{title}{listed(new, 12)}"] if new else [])


def test_flags_and_chords_are_moves_too(views: SessionViews) -> None:
    game = views.session.game
    number = min(
        cell for cell, clue in game.clues.items()
        if clue and views.session.view.board.neighbours(cell) - game.clues.keys() - game.mines
    )  # fmt: skip
    for mine in sorted(views.session.view.board.neighbours(number) & game.mines):
        views.click(mine, RIGHT)
    last = len(views.session.timeline.moves) - 1
    assert text(views, last, WHAT).startswith("put a flag on")
    assert [text(views, last, column) for column in (SAFETY, RISK, LEAST)] == [""] * 3
    views.click(number, MIDDLE)
    assert text(views, last + 1, WHAT) == f"opened around {number}"
    assert views.session.timeline.moves[last + 1].kind is TurnKind.CHORD
    views.click(min(views.session.game.mines_found), RIGHT)
    assert text(views, last + 2, WHAT).startswith("took the flag off")


# -- moving through the log


@pytest.mark.slow
def test_clicks_and_keys_go_from_moment_to_moment(views: SessionViews) -> None:
    for row in (3, 0, 5):
        views.click_row(row)
        assert views.session.timeline.shown_move == row + 1
        views.assert_sound()
    last = views.log.model.rowCount() - 1
    for key, row in (
        (Key.Key_End, last),
        (Key.Key_Up, last - 1),
        (Key.Key_Up, last - 2),
        (Key.Key_Down, last - 1),
        (Key.Key_Home, 0),
        (Key.Key_End, last),
    ):
        views.key(views.log.table, key)
        assert views.session.timeline.shown_move == row + 1
        assert views.log.table.currentIndex().row() == row
        views.assert_sound()
    assert views.session.timeline.is_live


@pytest.mark.slow
def test_the_current_row_follows_the_timeline(views: SessionViews) -> None:
    views.session.timeline.show_move(2)
    assert views.log.table.selectionModel().selectedRows()[0].row() == 1
    views.session.timeline.show_move(0)
    assert not views.log.table.selectionModel().hasSelection()
    assert details(views) == ["Before the first move: nothing is known yet."]
    views.session.timeline.show_live()
    assert views.log.table.currentIndex().row() == views.log.model.rowCount() - 1


@pytest.mark.slow
def test_the_log_scrolls_to_the_newest_row(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "expert", seed=3)
    views.click((8, 15))
    views.wait_until_learned()
    views.play(40)
    table = views.log.table
    assert table.verticalScrollBar().maximum()
    rect = table.visualRect(table.model().index(table.model().rowCount() - 1, 0))
    assert table.viewport().rect().contains(rect.center())


def test_several_rows_can_be_selected_and_copied(views: SessionViews) -> None:
    views.click_row(0)
    views.key(views.log.table, Key.Key_Down, SHIFT)
    views.key(views.log.table, Key.Key_C, CTRL)
    first, second = QGuiApplication.clipboard().text().splitlines()
    assert first == "1\tYou\topened (8, 8)\tsafe\t0 %\t0 %\tThe first cell is safe."
    assert second.startswith("2\tAI\topened ")
    views.key(views.log.table, Key.Key_Down, SHIFT)
    assert views.session.timeline.shown_move == 3
    assert [index.row() for index in views.log.table.selectionModel().selectedRows()] == [0, 1, 2]


def test_the_rows_after_the_shown_one_look_paler(views: SessionViews) -> None:
    table = views.log.table
    table.setFocus()

    def row(number: int) -> object:
        return table.viewport().grab(table.visualRect(table.model().index(number, WHAT))).toImage()

    views.session.timeline.show_live()
    before = row(3)
    views.session.timeline.show_move(2)
    assert row(3) != before


# -- the model


def test_the_model_stays_consistent_during_a_game(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    session = GameSession(DIFFICULTIES["beginner"], 1)
    model = MoveLogModel(session)
    session.changed.connect(model.follow)
    qtmodeltester.check(model)
    session.player.reveal((4, 4))
    for _ in range(5):
        session.autoplay.move()
        qtbot.waitUntil(lambda: not session.is_learning)
    assert model.rowCount() == len(session.timeline.moves)
    session.timeline.show_move(2)
    session.branch()
    assert model.rowCount() == 2
    session.new_game()
    assert model.rowCount() == 0
    session.shut_down()

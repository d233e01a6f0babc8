"""The move log: every move with its maker, safety, risk and reason, in the words of the course's examples."""

from __future__ import annotations

from time import perf_counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.timeline.move_log_model import LogColumn, MoveLogModel
from minesweeper_qt.gui.presentation import move_text
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import (
    DIFFICULTIES,
    Difficulty,
    MinesweeperAI,
    State,
    TurnKind,
    TurnMaker,
)
from tests.gui.support.desk import RIGHT, Desk, Key
from tests.gui.support.windows import CTRL, MIDDLE, SHIFT


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    """An Intermediate game after some moves of player and AI."""
    desk = Desk(qtbot, "intermediate", seed=1)
    desk.click((8, 8))
    desk.has_learned()
    desk.play(6)
    desk.has_thought()
    return desk


def text(desk: Desk, row: int, column: LogColumn) -> str:
    model = desk.log.model
    return str(model.data(model.index(row, column)))


def details(desk: Desk) -> list[str]:
    return desk.log.details.toPlainText().splitlines()


# -- rows


def test_a_row_says_who_did_what_and_why(desk: Desk) -> None:
    assert [text(desk, 0, column) for column in LogColumn] == [
        *("1", "You", "opened (8, 8)", "safe", "0 %", "0 %", "The first cell is safe.")
    ]
    cell = desk.session.moves[1].cell
    assert text(desk, 1, LogColumn.WHO) == "AI"
    assert text(desk, 1, LogColumn.WHAT) == f"opened {cell}"
    assert text(desk, 1, LogColumn.SAFETY) == "safe"
    assert text(desk, 1, LogColumn.REASON).startswith("all safe in {")


def test_the_ais_moves_are_told_in_the_words_of_the_course(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "cs50", seed=4)
    desk.session.ai_move()
    desk.has_thought()
    assert text(desk, 0, LogColumn.REASON) == "No known safe moves, AI making random move."
    assert details(desk)[:2] == ["No known safe moves, AI making random move.", f"AI {text(desk, 0, LogColumn.WHAT)}."]
    while desk.session.agent.make_safe_move() is None:
        desk.click(desk.free())
    desk.session.ai_move()
    desk.has_learned()
    assert details(desk)[0] == "AI making safe move."
    base, mines, safes = desk.session.figures()
    assert details(desk)[-3:] == [
        f"Knowledge base length: {base}",
        f"Known mines: {mines}",
        f"Safe moves remaining: {safes}",
    ]


def test_new_inferred_knowledge_names_its_two_premises(qtbot: QtBot) -> None:
    """The difference of two sentences, one inside the other, as in the course's examples."""
    desk = Desk(qtbot, "expert", seed=3)
    desk.click((8, 15))
    desk.has_learned()
    desk.play(60)
    found: list[str] = []
    for number in range(1, len(desk.session.moves) + 1):
        desk.session.show_move(number)
        for line in details(desk):
            if line.startswith("New inferred knowledge: "):
                assert line not in found, "it was new at an earlier move"
                found.append(line)
                new, _, rest = line.removeprefix("New inferred knowledge: ").partition(" from ")
                larger, smaller = rest.split(" and ")
                cells, count = parsed(new)
                (more, most), (fewer, least) = parsed(larger), parsed(smaller)
                assert fewer < more
                assert cells == more - fewer
                assert count == most - least
    assert found


def parsed(sentence: str) -> tuple[frozenset[str], int]:
    cells, count = sentence.removeprefix("{").split("} = ")
    return frozenset(cells.removeprefix("(").removesuffix(")").split("), (")), int(count)


def test_the_details_name_all_that_was_newly_known(desk: Desk) -> None:
    for number in range(1, len(desk.session.moves) + 1):
        desk.session.show_move(number)
        game, before = desk.session.history.replayed(number - 1), MinesweeperAI(16, 16)
        for cell, clue in game.clues.items():
            before.add_knowledge(cell, clue)
        again = desk.session.history.replayed(number)
        after = MinesweeperAI(16, 16)
        for cell, clue in again.clues.items():
            after.add_knowledge(cell, clue)
        mines = set(after.mines) - set(before.mines)
        safes = set(after.safes) - set(before.safes) - again.clues.keys()
        for title, new in (("New known mines: ", mines), ("New known safes: ", safes)):
            said = [line for line in details(desk) if line.startswith(title)]
            if len(new) <= 12:
                assert said == ([f"{title}{', '.join(map(str, sorted(new)))}"] if new else [])


def test_flags_and_chords_are_moves_too(desk: Desk) -> None:
    game = desk.session.game
    number = min(
        cell for cell, clue in game.clues.items()
        if clue and desk.session.neighbours(cell) - game.clues.keys() - game.mines
    )  # fmt: skip
    for mine in sorted(desk.session.neighbours(number) & game.mines):
        desk.click(mine, RIGHT)
    last = len(desk.session.moves) - 1
    assert text(desk, last, LogColumn.WHAT).startswith("put a flag on")
    assert [text(desk, last, column) for column in (LogColumn.SAFETY, LogColumn.RISK, LogColumn.LEAST)] == [""] * 3
    desk.click(number, MIDDLE)
    assert text(desk, last + 1, LogColumn.WHAT) == f"opened around {number}"
    assert desk.session.moves[last + 1].kind is TurnKind.CHORD
    desk.click(min(desk.session.game.mines_found), RIGHT)
    assert text(desk, last + 2, LogColumn.WHAT).startswith("took the flag off")


def test_what_changes_nothing_is_no_move(desk: Desk) -> None:
    count = desk.log.model.rowCount()
    zero = min(
        cell for cell, clue in desk.session.game.clues.items()
        if not clue and desk.session.neighbours(cell) <= desk.session.game.clues.keys()
    )  # fmt: skip
    desk.click(zero, MIDDLE)
    assert desk.session.status == "Nothing to reveal there."
    assert desk.log.model.rowCount() == count


def test_the_last_step_of_the_ai_is_one_row(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "cs50", seed=4)
    while not desk.session.state.is_over:
        if len(desk.session.game.clues) < 64 - 8:
            desk.click(desk.free())
            desk.has_learned()
        else:
            desk.session.ai_move()
    assert desk.session.state is State.WON
    last = desk.log.model.rowCount() - 1
    assert text(desk, last, LogColumn.WHAT) == "flagged the known mines"
    assert text(desk, last, LogColumn.REASON) == "No moves left to make."
    assert desk.session.moves[last].maker is TurnMaker.AI
    assert "Won" in details(desk)


# -- going through it


def test_a_click_on_a_row_shows_that_moment(desk: Desk) -> None:
    for row in (3, 0, 5):
        desk.click_row(row)
        assert desk.session.shown_move == row + 1
        desk.assert_sound()


def test_the_keys_go_from_moment_to_moment(desk: Desk) -> None:
    last = desk.log.model.rowCount() - 1
    for key, row in (
        (Key.Key_Up, last - 1),
        (Key.Key_Up, last - 2),
        (Key.Key_Down, last - 1),
        (Key.Key_Home, 0),
        (Key.Key_End, last),
    ):
        desk.key(desk.log.table, key)
        assert desk.session.shown_move == row + 1
        assert desk.log.table.currentIndex().row() == row
        desk.assert_sound()
    assert desk.session.is_live


def test_the_current_row_follows_the_timeline(desk: Desk) -> None:
    desk.session.show_move(2)
    assert desk.log.table.selectionModel().selectedRows()[0].row() == 1
    desk.session.show_move(0)
    assert not desk.log.table.selectionModel().hasSelection()
    assert details(desk) == ["Before the first move: nothing is known yet."]
    desk.session.show_live()
    assert desk.log.table.currentIndex().row() == desk.log.model.rowCount() - 1


def test_the_newest_row_comes_into_sight(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "expert", seed=3)
    desk.click((8, 15))
    desk.has_learned()
    desk.play(60)
    table = desk.log.table
    rect = table.visualRect(table.model().index(table.model().rowCount() - 1, 0))
    assert table.viewport().rect().contains(rect.center())


def test_several_rows_can_be_selected_without_losing_them(desk: Desk) -> None:
    desk.click_row(1)
    desk.key(desk.log.table, Key.Key_Down, SHIFT)
    desk.key(desk.log.table, Key.Key_Down, SHIFT)
    assert desk.session.shown_move == 4
    assert [index.row() for index in desk.log.table.selectionModel().selectedRows()] == [1, 2, 3]


def test_ctrl_c_copies_the_selected_rows(desk: Desk) -> None:
    desk.click_row(0)
    desk.key(desk.log.table, Key.Key_Down, SHIFT)
    desk.key(desk.log.table, Key.Key_C, CTRL)
    first, second = QGuiApplication.clipboard().text().splitlines()
    assert first == "1\tYou\topened (8, 8)\tsafe\t0 %\t0 %\tThe first cell is safe."
    assert second.startswith("2\tAI\topened ")


def test_the_rows_after_the_shown_one_look_paler(desk: Desk) -> None:
    table = desk.log.table
    table.setFocus()

    def row(number: int) -> object:
        return table.viewport().grab(table.visualRect(table.model().index(number, LogColumn.WHAT))).toImage()

    desk.session.show_live()
    before = row(3)
    desk.session.show_move(2)
    assert row(3) != before


# -- the model


def test_the_model_is_sound_whatever_happens(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    session = GameSession(DIFFICULTIES["beginner"], 1)
    model = MoveLogModel(session)
    qtmodeltester.check(model)
    session.reveal((4, 4))
    for _ in range(5):
        session.ai_move()
        qtbot.waitUntil(lambda: not session.is_learning)
    assert model.rowCount() == len(session.moves)
    session.show_move(2)
    session.branch()
    assert model.rowCount() == 2
    session.new_game()
    assert model.rowCount() == 0
    session.shut_down()


def test_a_thousand_moves_stay_quick(qtbot: QtBot) -> None:
    desk = Desk(qtbot, Difficulty.custom(40, 40, 60), seed=1)
    game = desk.session.game
    desk.session.reveal((0, 0))
    desk.has_learned()
    for cell in sorted(set(game.grid.cells) - game.clues.keys())[:1000]:
        for _ in range(4):
            desk.session.toggle_flag(cell)
        if len(desk.session.moves) > 1000:
            break
    times = []
    for row in range(400, 440):
        start = perf_counter()
        desk.click_row(row)
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.05


def test_the_details_of_a_big_opening_are_cut_short(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_text, "MOST_LINES", 5)
    desk = Desk(qtbot, Difficulty.custom(60, 60, 300), seed=1)
    desk.click((30, 30))
    assert details(desk)[-1] == "The AI is still reading the board."
    desk.has_learned()
    assert len(details(desk)) == 2 + 5 + 1 + 3
    assert details(desk)[7] == "…"
    assert details(desk)[-1].startswith("Safe moves remaining")


def test_all_of_it_has_names(desk: Desk) -> None:
    assert desk.log.accessibleName() == "Move log"
    assert desk.log.table.accessibleName() == "Moves"
    assert desk.log.details.accessibleName() == "All about the move that is shown"
    model = desk.log.model
    spoken = model.data(model.index(0, LogColumn.NUMBER), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Move 1: You opened (8, 8), safe"
    assert model.data(model.index(0, LogColumn.RISK), Qt.ItemDataRole.AccessibleTextRole) == "Risk 0 %"
    for column in LogColumn:
        assert model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)

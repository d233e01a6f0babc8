"""Tests of the whole window with students' agents by random clicks, keys, edits and reloads, checked after each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.presentation.look import Face, Mark
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from tests.gui.scenarios.test_random_play import RandomUser, answer_dialogs
from tests.gui.support.student_sessions import copied, replaced
from tests.gui.support.windows import MakePlayer, Player

pytestmark = pytest.mark.long

STEPS = 120
OTHERS = ("correct_lists", "infers_once_sets", "unsound_count_kept", "exception_key_error", "no_subset_rule_sets")

AGENTS = {
    "correct": "correct_pairwise",
    "one pass": "infers_once_sets",
    "unsound": "unsound_almost_all",
    "off the board": "beyond_edge_sets",
    "hanging": "hang_in_add_knowledge",
    "exit": "exit_in_add_knowledge",
    "wrong moves": "move_random_repeated",
    "double": "sentence_double",
}


class Student(RandomUser):
    """A user who also edits, reloads, drops and opens agents, and goes to differences."""

    def __init__(self, player: Player, seed: int, path: Path) -> None:
        super().__init__(player, seed)
        self._path = path

    def step(self) -> None:
        if self.random.random() < 0.75:
            super().step()
            return
        window = self.player.window
        student = window.student.agent
        acts: dict[str, Callable[[], object]] = {
            "edit": lambda: replaced(self.random.choice(OTHERS), self._path),
            "break": lambda: self._path.write_text("class MinesweeperAI(:"),
            "reload": student.reload,
            "next": window.student.search.show_next,
            "back": lambda: window.session.timeline.show_move(
                self.random.randint(0, len(window.session.timeline.moves))
            ),
            "view": lambda: window.show_view(self.random.choice([WindowView.AGENT, *WindowView][:4])),
            "drop": student.drop,
            "open": self._open,
            "run": self.player.action("autoplay").trigger,
            "levels": self.player.action("levels").trigger,
        }
        name = self.random.choice(sorted(acts))
        self.done.append(name)
        acts[name]()

    def _open(self) -> None:
        replaced(self.random.choice(OTHERS), self._path)
        self.player.window.student.agent.open(self._path)


def assert_compared(window: MainWindow) -> None:
    """Check that table, board and panel show what the session has compared, and that each row is of its kind."""
    session = window.session
    view, mines = session.view, session.game.mines
    rows = window.knowledge_model.sentences
    assert set(rows) == set(view.sentences)
    assert len(rows) == len(view.sentences)
    comparison = view.comparison
    assert comparison is None or window.student.agent.is_shown
    if comparison is None:
        return
    for row in comparison.rows:
        cells, count = row.derivation.cells, row.derivation.count
        is_true = len(cells & mines) == count and cells <= set(view.board.cells)
        assert is_true == (row.kind is not RowKind.WRONG) or row.failure
    assert sum(comparison.counts.values()) == len(rows)
    for cell, verdict in comparison.verdicts.items():
        look = window.board_model.look(cell)
        if look.face in (Face.COVERED, Face.FLAGGED, Face.QUESTIONED) and look.level is None:
            assert look.difference is verdict.kind
            assert look.mark is (Mark.MINE if verdict.is_mine else Mark.SAFE)


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("agent", AGENTS)
def test_random_play_with_a_student_stays_consistent(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, agent: str, seed: int
) -> None:
    answer_dialogs(monkeypatch, seed)
    monkeypatch.setattr(dialogs.BranchDialog, "ask", lambda moves, parent: bool(moves % 2))
    path = copied(AGENTS[agent], tmp_path)
    player = make_player("cs50", seed, opens_panels=True)
    window = player.window
    window.show_view(WindowView.AGENT)
    window.student.agent.open(path)
    window.session.autoplay.set_speed(0)
    user = Student(player, seed, path)
    for _ in range(STEPS):
        user.step()
        try:
            assert_compared(window)
        except AssertionError as error:
            error.add_note("after: " + "; ".join(user.done[-12:]))
            raise
    assert window.close()

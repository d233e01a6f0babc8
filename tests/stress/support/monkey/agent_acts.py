"""Opens, edits, runs and drops students' agents: the acts of the monkey on the agent of the main window."""

from __future__ import annotations

import os
from pathlib import Path

from minesweeper_qt.gui.window.preferences import WindowView
from tests.model.support.corpus_files import copied
from tests.stress.support.monkey.choices import Act, Choices

_AGENTS = (
    "correct_lists correct_pairwise infers_once_sets no_subset_rule_sets unsound_almost_all exception_key_error "
    "exit_in_add_knowledge hang_in_add_knowledge sentence_double move_random_repeated beyond_edge_sets output_flood"
)
"""Agents of the corpus: right ones, and one of each kind of fault that shows differently in the window."""


def use_agent(choices: Choices) -> Act:
    """Open an agent, or change its file, load it again, go to a difference, let it play, audit it, or drop it."""
    window = choices.window
    student = window.session.student
    path = Path("minesweeper.py").absolute()
    acts = ("edit", "edit", "break", "reload", "next", "run", "run", "audit", "drop")
    act = choices.random.choice(acts) if student.file is not None else "open"
    choices.note(f"{act} the student's agent")
    match act:
        case "open":
            _write(path, choices)
            window.student_agent_files.use(path)
        case "edit":
            _write(path, choices)
        case "break":
            path.write_text("class MinesweeperAI(:", encoding="utf-8")
        case "reload":
            student.reload()
        case "next":
            window.session.search.show_next()
        case "run":
            window.show_view(WindowView.AGENT)
            yield
            window.actions_by["autoplay"].trigger()
        case "audit":
            window.actions_by["run_audit"].trigger()
            for _ in range(choices.random.randrange(200)):
                yield
            student.audit.clear()
        case "drop":
            student.drop()
    yield


def _write(path: Path, choices: Choices) -> None:
    """Put an agent of the corpus in the place of the file at ``path``."""
    os.replace(copied(choices.random.choice(_AGENTS.split()), path.parent, f"{path.stem}.new"), path)

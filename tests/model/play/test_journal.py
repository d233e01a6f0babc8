from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    Minesweeper,
    Playthrough,
    Record,
    RecordSyntaxError,
    Verb,
)
from minesweeper_qt.model.play import journal as journal_module
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.play.journal import Journal, JournalNotes

_NOTES = JournalNotes(
    12.5, "exact", True, Help.HINT | Help.TAKE_BACK, frozenset({(0, 3), (2, 1)}), finished=1_800_000_000
)


def _play(playthrough: Playthrough, rng: random.Random) -> None:
    """Do an action at random."""
    game = playthrough.game
    cell = rng.choice([cell for cell in game.grid.cells if cell not in game.clues])
    verb = rng.choice((Verb.FLAG, Verb.REVEAL)) if cell not in game.mines_found else Verb.UNFLAG
    playthrough.play(Action(verb, cell))


@given(seed=st.integers(0, 10**6), height=st.integers(1, 6), width=st.integers(2, 6), data=st.data())
def test_what_is_read_at_any_moment_is_the_game(
    tmp_path_factory: pytest.TempPathFactory, seed: int, height: int, width: int, data: st.DataObject
) -> None:
    rng, folder = random.Random(seed), tmp_path_factory.mktemp("games")
    rules = data.draw(st.sampled_from((CLASSIC_RULES, CS50_RULES)))
    playthrough = Playthrough(Minesweeper(height, width, rng.randrange(height * width), rules=rules, seed=seed))
    journal = Journal(folder, "1")
    for _ in range(12):
        if playthrough.game.state.is_over:
            break
        if rng.random() < 0.2 and playthrough.history.turns:
            game, history = playthrough.history.branch(rng.randrange(len(playthrough.history.turns)))
            playthrough = Playthrough(game, history=history)
        _play(playthrough, rng)
        journal.write(playthrough.history, _NOTES)
        record, notes = Journal(folder, "1").read()
        assert (record, notes) == (Record.of_history(playthrough.history), _NOTES)
    journal.close()


def test_the_game_written_last_comes_first(tmp_path: Path) -> None:
    assert Journal.keys(tmp_path / "missing") == []
    for key in ("a", "b", "a"):
        journal = Journal(tmp_path, key)
        journal.write(Playthrough(Minesweeper(2, 3, 1)).history, _NOTES)
        journal.close()
    assert Journal.keys(tmp_path) == ["a", "b"]


def test_after_an_error_all_is_written_again(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.touch()
    journal, playthrough = Journal(folder, "1"), Playthrough(Minesweeper(2, 3, 1, layout_mines=[(0, 0)]))
    playthrough.play(Action(Verb.FLAG, (1, 1)))
    with pytest.raises(OSError, match="File exists"):
        journal.write(playthrough.history, _NOTES)
    folder.unlink()
    playthrough.play(Action(Verb.REVEAL, (0, 2)))
    journal.write(playthrough.history, _NOTES)
    journal.close()
    assert len(Journal(folder, "1").read()[0].moves) == 2


def test_what_was_written_is_not_written_again_when_the_notes_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playthrough, rng = Playthrough(Minesweeper(6, 6, 3, rules=CLASSIC_RULES, seed=2)), random.Random(1)
    journal = Journal(tmp_path, "1")
    journal.write(playthrough.history, _NOTES)
    monkeypatch.setattr(journal_module, "write_whole", lambda *_: (_ for _ in ()).throw(OSError("full")))
    for seconds in range(4):
        playthrough.play(Action(Verb.FLAG, (seconds, 0)))
        for _ in range(2):
            with pytest.raises(OSError, match="full"):
                journal.write(playthrough.history, JournalNotes(seconds))
        assert Journal(tmp_path, "1").read()[0] == Record.of_history(playthrough.history)
    monkeypatch.undo()
    _play(playthrough, rng)
    journal.write(playthrough.history, JournalNotes(5))
    journal.close()
    assert Journal(tmp_path, "1").read() == (Record.of_history(playthrough.history), JournalNotes(5))


@pytest.mark.parametrize("finished", [-(10**9), 0, 2 * 10**12])
def test_a_clock_may_be_wrong(finished: int) -> None:
    notes = JournalNotes(finished=finished)
    assert JournalNotes.from_text(notes.to_text()) == notes


@pytest.mark.skipif(sys.platform == "win32", reason="there files have no such modes")
def test_files_are_for_their_user_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "data" / "games", "1")
    for notes in (_NOTES, JournalNotes()):
        journal.write(Playthrough(Minesweeper(2, 3, 1)).history, notes)
        journal.close()
        modes = {path.name: oct(path.stat().st_mode)[-3:] for path in tmp_path.rglob("*")}
        assert modes == {"data": "700", "games": "700", "1.record": "600", "1.json": "600"}


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "3", "nan", _NOTES.to_text()[:-1], _NOTES.to_text().replace("12.5", '"x"')]
)
def test_notes_that_are_damaged_are_an_error_with_a_cause(tmp_path: Path, text: str) -> None:
    with pytest.raises(RecordSyntaxError, match="no notes of a game"):
        JournalNotes.from_text(text)


def test_a_game_whose_notes_can_not_be_read_may_have_had_any_help(tmp_path: Path) -> None:
    journal = Journal(tmp_path, "1")
    journal.write(Playthrough(Minesweeper(2, 3, 1)).history, _NOTES)
    journal.close()
    (tmp_path / "1.json").unlink()
    (tmp_path / "1.json").mkdir()
    assert journal.read()[1] == JournalNotes(help=Help.HINT)


def test_removed_and_set_aside_games_are_read_no_more(tmp_path: Path) -> None:
    for key in ("a", "b"):
        journal = Journal(tmp_path, key)
        journal.write(Playthrough(Minesweeper(2, 3, 1)).history, _NOTES)
        if key == "a":
            journal.remove()
        else:
            journal.close()
            assert journal.set_aside().read_text().startswith("minesweeper-qt record")
    assert Journal.keys(tmp_path) == []

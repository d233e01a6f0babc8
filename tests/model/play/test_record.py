"""Tests of records: a game written as text and read again is the same, and broken text is refused with its line."""

from __future__ import annotations

import json
import random
from collections import deque
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    DIFFICULTIES,
    Action,
    FirstClick,
    History,
    IllegalAction,
    MineCountError,
    Minesweeper,
    MinesweeperError,
    Record,
    RecordSyntaxError,
    Rules,
    Turn,
    TurnKind,
    TurnMaker,
    Verb,
    Win,
    seen_by_player,
)
from tests.model.play.test_record_lines import error_text
from tests.model.support.games import drawn
from tests.paths import GOLDEN

RULES = [Rules(first, cascade, win) for first in FirstClick for cascade in (True, False) for win in Win]


@st.composite
def played_games(draw: st.DrawFn) -> Minesweeper:
    """Generate games after random actions, with many flags on mines, so that all endings occur."""
    height, width = draw(st.sampled_from(range(1, 7))), draw(st.sampled_from(range(1, 7)))
    rules = draw(st.sampled_from(RULES))
    most = height * width - (rules.first_click is not FirstClick.ANYTHING)
    chance = random.Random(draw(st.integers(0, 2**32)))
    start = (chance.randrange(height), chance.randrange(width)) if chance.random() < 0.3 else None
    mines = min(chance.choice([0, 1, 2, 5, most]), most)
    game = Minesweeper(height, width, mines, rules=rules, seed=chance.getrandbits(31), start=start)
    if chance.random() < 0.3:
        given = chance.sample(game.grid.cells, mines)
        game = Minesweeper(height, width, mines, rules=rules, start=start, layout_mines=given)
    for _ in range(chance.randrange(60)):
        cell = chance.choice(sorted(game.mines) if game.mines and chance.random() < 0.4 else game.grid.cells)
        likely = Verb.FLAG if cell in game.mines else Verb.REVEAL
        try:
            game.play(Action(likely if chance.random() < 0.7 else chance.choice(list(Verb)), cell))
        except IllegalAction:
            continue
    return game


def outcome(game: Minesweeper) -> tuple[object, ...]:
    fixed = (game.protects_first_click, game.given_start, game.start, game.seed, game.rules, game.mine_total)
    return (game.mines, game.clues, game.mines_found, game.exploded, game.state, list(game.history), *fixed)


@pytest.mark.slow
@given(game=played_games(), through_text=st.booleans())
def test_a_game_is_the_same_after_each_action_when_it_is_played_again(game: Minesweeper, through_text: bool) -> None:
    """The record of the game after any action leads to the game as it was then, before the mines are fixed as well."""
    size, mines = (game.height, game.width, game.mine_total), game.mines if game.seed is None else None
    original = Minesweeper(*size, rules=game.rules, seed=game.seed, start=game.given_start, layout_mines=mines)
    again = replace(Record.of(game), moves=()).replay()
    for action in (None, *game.history):
        if action is not None:
            assert again.play(action) == original.play(action)
        record = Record.of(original)
        replayed = (Record.from_text(record.to_text()) if through_text else record).replay()
        assert outcome(replayed) == outcome(again) == outcome(original)


@pytest.mark.slow
@given(game=played_games())
def test_what_is_written_is_read_again(game: Minesweeper) -> None:
    record = Record.of(game)
    assert Record.from_text(record.to_text()) == record
    assert Record.from_text(record.to_text().replace("\n", "\r\n")) == record


def test_a_replay_of_flags_set_before_a_protected_first_click_wins_no_earlier() -> None:
    rules = Rules(FirstClick.SAFE, win=Win.FLAGGED, cascade=False)
    for seed in range(60):
        game = Minesweeper(2, 2, 1, rules=rules, seed=seed)
        for text in ("flag 0 0", "reveal 1 1"):
            game.play(Action.from_text(text))
        assert outcome(Record.from_text(Record.of(game).to_text()).replay()) == outcome(game)


def test_the_end_of_a_record_may_be_missing() -> None:
    lines = Record.of(game_of_some_moves()).to_text().splitlines(keepends=True)
    assert [number for number, line in enumerate(lines) if line.startswith("mines ")] == [8]
    for length in range(6, len(lines) + 1):
        record = Record.from_text("".join(lines[:length]))
        assert len(record.actions) == length - 6 - (length > 8)
        # The seed determines the layout as soon as a cell is revealed.
        assert record.layout == (game_of_some_moves().mines if length > 7 else None)


def game_of_some_moves() -> Minesweeper:
    game = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=8)
    game.play(Action.from_text("flag 0 0"))
    game.play(Action.from_text("reveal 4 4"))
    covered = [cell for cell in game.grid.cells if cell not in game.clues and cell != (0, 0)]
    for cell in covered[:4]:
        game.play(Action(Verb.FLAG, cell))
    return game


@pytest.mark.slow
@given(text=st.text())
def test_text_that_is_no_record_at_all_fails_in_its_first_line(text: str) -> None:
    assert (error_text([text]) or "").startswith("line 1: ")


HEAD = ["minesweeper-qt record 1", "board 2 3 1", "first-click safe", "cascade on", "win revealed", "seed 5"]


@pytest.mark.parametrize(
    "line, text, message",
    [
        (1, "minesweeper-qt record 4", "line 1: 'minesweeper-qt record 4'; expected 'minesweeper-qt record 1' or"),
        (2, "board 2 3", "line 2: 'board 2 3'; expected board HEIGHT WIDTH MINES"),
        (2, "board 2 x 1", "line 2: 'board 2 x 1'; expected board HEIGHT WIDTH MINES"),
        (2, "board 2 3_0 1", "line 2: 'board 2 3_0 1'; expected board HEIGHT WIDTH MINES"),
        (2, "board 2 3 " + "9" * 5000, "expected board HEIGHT WIDTH MINES"),
        (2, "board 0 3 1", "lines 2 to 6: there is no such game; height is 0; allowed are whole numbers from 1"),
        (2, "board 2 3 6", "lines 2 to 6: there is no such game; 6 mines on a board of 3×2; allowed are 0 to 5"),
        (3, "first-click lucky", "line 3: 'first-click lucky'; expected first-click anything|safe|opening"),
        (4, "cascade yes", "line 4: 'cascade yes'; expected cascade on|off"),
        (5, "win", "line 5: 'win'; expected win revealed|flagged"),
        (6, "seed", "line 6: 'seed'; expected seed NUMBER"),
        (6, "seed 99999999999999999999", "lines 2 to 6: there is no such game; seed is"),
        (7, "start 1", "line 7: 'start 1'; expected start ROW COLUMN"),
        (7, "start 2 0", "lines 2 to 7: there is no such game; (2, 0) is not on the board"),
        (7, "jump 1 1", "line 7: no action: 'jump 1 1'; write VERB ROW COLUMN"),
        (7, " ", "line 7: no action: ' '"),
        (7, "reveal 5 5", "line 7: the game can't go on like this; (5, 5) is not on the board"),
        (7, "chord 0 0", "line 7: the game can't go on like this; chord 0 0: only a revealed cell"),
    ],
)
def test_the_error_names_the_line_and_what_is_expected(line: int, text: str, message: str) -> None:
    lines = [*HEAD, "reveal 0 0"]
    lines[line - 1] = text
    assert message in (error_text(lines) or "")


def test_the_line_of_a_later_action_is_right_with_a_start() -> None:
    with pytest.raises(RecordSyntaxError, match="line 9: the game can't go on like this; flag 0 0: the cell has"):
        Record.from_text("\n".join([*HEAD, "start 1 1", "flag 0 0", "flag 0 0"]))


def test_a_record_that_was_made_up_fails_when_it_is_replayed() -> None:
    with pytest.raises(MineCountError):
        Record(2, 2, 9, CLASSIC_RULES, 1, None, ()).replay()
    # A record without seed and layout has no game.
    with pytest.raises(MinesweeperError, match="neither a seed nor a layout"):
        Record(2, 2, 1, CLASSIC_RULES, None, None, ()).replay()
    # A record that was made up with other mines than its seed fails when it is replayed.
    game = game_of_some_moves()
    other = frozenset(sorted(set(game.grid.cells) - game.mines)[:10])
    with pytest.raises(MinesweeperError, match="is not that of seed 8"):
        replace(Record.of(game), layout=other).replay()


@pytest.mark.parametrize("game", json.loads((GOLDEN / "records_v1.json").read_text())["records"])
def test_records_of_version_1_are_still_read(game: dict[str, Any]) -> None:
    text = "\n".join([*game["text"], ""])
    for record in (Record.from_text(text), Record.from_text(Record.from_text(text).to_text())):
        again, history = record.history()
        assert [str(action) for action in record.actions] == game["text"][len(game["text"]) - len(record.actions) :]
        assert again.state.value == game["state"]
        assert sorted(again.mines) == [tuple(cell) for cell in game["mines"]]
        assert [[*cell, clue] for cell, clue in again.clues.items()] == game["clues"]
        assert sorted(again.mines_found) == [tuple(cell) for cell in game["flags"]]
        assert list(again.exploded) == [tuple(cell) for cell in game["exploded"]]
        assert again.start == (None if game["start"] is None else tuple(game["start"]))
        assert history.moment(len(history.turns)).position == seen_by_player(again)
        assert all(turn.maker is TurnMaker.PLAYER and turn.seconds is None for turn in history.turns)


# -- histories


@st.composite
def played_histories(draw: st.DrawFn) -> History:
    """Generate histories of games with turns of the player and the AI; some are branches of longer ones."""
    game = draw(played_games())
    chance = random.Random(draw(st.integers(0, 2**32)))
    history = History(game.restarted() if chance.random() < 0.5 else replace(Record.of(game), moves=()).replay())
    actions = deque(game.history)
    clock = 0.0 if chance.random() < 0.8 else None
    while actions and not history.game.state.is_over:
        some = [actions.popleft() for _ in range(min(len(actions), chance.choice([1, 1, 1, 2, 3])))]
        plays = []
        for action in some:
            with suppress(IllegalAction):
                plays.append(history.game.play(action))
        maker = chance.choice(list(TurnMaker))
        names = ["", "cs50", "cs50-count", "cs50-overlap", "по-русски", "at", "hint"]
        strategy = chance.choice(names) if maker is TurnMaker.AI else ""
        seconds = None if clock is None or chance.random() < 0.2 else round(clock, 3)
        is_hint = maker is TurnMaker.PLAYER and chance.random() < 0.3
        turn = Turn(maker, TurnKind.GUESS, None, tuple(plays), strategy=strategy, is_hint=is_hint, seconds=seconds)
        if turn.changes_anything:
            history.add(turn)
        clock = None if clock is None else clock + chance.choice([0, 0.001, 1.23456, 1000])
    if chance.random() < 0.3:
        history = history.branch(chance.randint(0, len(history.turns)))[1]
    return history


@pytest.mark.slow
@given(history=played_histories())
def test_a_history_is_the_same_after_it_was_written_and_read(history: History) -> None:
    record = Record.of_history(history)
    read = Record.from_text(record.to_text())
    assert read == record
    game, again = read.history()
    assert again.game is game
    # The turns of ``played_histories`` have no kind.
    assert [replace(turn, kind=TurnKind.GUESS, cell=None) for turn in again.turns] == list(history.turns)
    assert (game.mines, game.start, game.state) == (history.game.mines, history.game.start, history.game.state)
    for number in range(len(history.turns) + 1):
        replayed = again.replayed(number)
        assert again.moment(number) == history.moment(number)
        assert again.moment(number).position == seen_by_player(replayed)
        assert again.moment(number).state is replayed.state
        if number:
            # The oracle: a new game, action after action.
            assert replayed.history == [a for move in record.moves[:number] for a in move.actions]


@pytest.mark.slow
@given(history=played_histories())
def test_a_text_to_which_a_line_was_appended_after_each_turn_is_that_of_the_whole_history(history: History) -> None:
    game = replace(Record.of_history(history), moves=()).replay()
    text = Record.of(game).head_text()
    assert Record.from_text(text).to_text() == text
    for turn in history.turns:
        game.replay(result.action for result in turn.plays)
        text += Record.turn_text(game, turn)
        assert Record.from_text(text).replay().state is turn.state
    assert text == Record.of_history(history).to_text()


def test_a_turn_can_be_appended_when_the_game_has_gone_on() -> None:
    history = Record.of(game_of_some_moves()).history()[1]
    text = Record.of(history.replayed(0)).head_text()
    assert "start" in text
    fresh = replace(Record.of(history.game), moves=(), layout=None)
    text = fresh.head_text() + "".join(Record.turn_text(history.game, turn) for turn in history.turns)
    assert text == Record.of_history(history).to_text()
    assert text.count("mines ") == 1


def test_moves_that_changed_nothing_are_no_turns() -> None:
    game = Minesweeper(2, 3, 1, layout_mines=[(0, 1)])
    for text in ("reveal 0 0", "reveal 0 0", "flag 0 1"):
        game.play(Action.from_text(text))
    again, history = Record.of(game).history()
    assert [turn.verb for turn in history.turns] == [Verb.REVEAL, Verb.FLAG]
    assert again.history == game.history
    assert len(Record.of_history(history).moves) == 2


def test_the_kind_of_a_turn_follows_from_its_actions_as_far_as_it_can() -> None:
    text = Record.of(drawn("*.. ... ..*")).to_text()
    moves = ["flag 0 0", "unflag 0 0", "reveal 0 1", "flag 0 0, chord 0 1 by ai", "flag 2 2 by ai", "reveal 2 0 by ai"]
    _, history = Record.from_text(text + "\n".join([*moves, ""])).history()
    kinds = [TurnKind.FLAG, TurnKind.FLAG, TurnKind.GUESS, TurnKind.CHORD, TurnKind.LAST, TurnKind.GUESS]
    assert [turn.kind for turn in history.turns] == kinds
    assert [turn.cell for turn in history.turns] == [(0, 0), (0, 0), (0, 1), (0, 1), None, (2, 0)]
    assert all(turn.is_safe is None and turn.risk is None for turn in history.turns)

"""What the AI plays by: chosen in a menu, remembered, asked in the worker, and stopped at any moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.model import STRATEGIES, Difficulty, Engine, Probabilities, State, TooHard
from tests.gui.support.slow import Gate, strategies
from tests.gui.support.windows import ALT, CTRL, RIGHT, Key, MakePlayer, Player

__all__ = ["strategies"]  # a fixture

ALT_KEYS = dict(zip(STRATEGIES, (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4), strict=True))


def chosen(player: Player) -> list[str]:
    return [name for name, action in player.window.actions_by.strategies.items() if action.isChecked()]


@pytest.fixture
def thinking(make_player: MakePlayer, strategies: Gate) -> Player:
    """A game by the strategy ``exact`` with nothing certain, whose next move is held back once it is asked for."""
    player = make_player("cs50", seed=2)
    player.window.actions_by.strategies["exact"].trigger()
    strategies.shut()
    return player


def ask(player: Player, gate: Gate, key: Key = Key.Key_A) -> None:
    player.key(key)
    player.qtbot.waitUntil(lambda: bool(gate.came))
    assert player.session.advice_service.is_choosing


def assert_nothing_comes(player: Player, gate: Gate) -> None:
    """The answer that is on its way makes no difference."""
    before, status = player.snapshot(), player.status
    gate.open()
    player.qtbot.wait(30)
    player.has_thought()
    assert player.snapshot() == before
    assert player.status == status
    assert not player.session.is_autoplaying


# -- choosing


def test_there_is_an_entry_for_each_and_the_documents_agent_is_the_default(player: Player) -> None:
    assert tuple(player.window.actions_by.strategies) == tuple(STRATEGIES) == tuple(status_text.STRATEGIES)
    assert chosen(player) == ["cs50"]
    assert player.session.strategy == "cs50"


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_menu_chooses_and_it_is_remembered(make_player: MakePlayer, name: str) -> None:
    player = make_player()
    player.window.actions_by.strategies[name].trigger()
    assert player.session.strategy == name
    assert chosen(player) == [name]
    player.window.close()
    player = make_player()
    assert player.session.strategy == name
    assert chosen(player) == [name]
    assert player.session.uses_mine_count is (name == "cs50-count")


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_one_has_a_key(player: Player, name: str) -> None:
    player.window.actions_by.strategies["cs50-count" if name == "cs50" else "cs50"].trigger()
    player.key(ALT_KEYS[name], ALT)
    assert chosen(player) == [name]


def test_a_strategy_that_is_none_is_not_remembered(make_player: MakePlayer) -> None:
    player = make_player()
    player.window.close()
    player.settings.setValue("strategy", "psychic")
    player.settings.sync()
    assert make_player().session.strategy == "cs50"


def test_the_choice_is_said(player: Player) -> None:
    player.window.actions_by.strategies["expert"].trigger()
    assert player.status.startswith("The AI plays by Expert: the Strongest Play.")


def test_what_the_knowledge_base_reckons_with_is_said(player: Player) -> None:
    """The strongest play leaves the knowledge base as it was, and says how that is."""
    for first, reckons in ((Key.Key_1, False), (Key.Key_2, True)):
        player.key(first, ALT)
        player.key(Key.Key_4, ALT)
        assert player.session.uses_mine_count is reckons
        assert player.status == "The AI plays by Expert: the Strongest Play. It knows the number of mines" + (
            "." if reckons else "; the knowledge base does not reckon with it (M changes that)."
        )
    player.key(Key.Key_M)
    assert player.status == ("The knowledge base no longer reckons with the number of mines; the strategy still does.")
    player.key(Key.Key_M)
    assert player.status == "The knowledge base now reckons with the number of mines."
    player.key(Key.Key_1, ALT)
    assert player.status == "The AI plays by CS50: Sentences, Else Random."
    player.key(Key.Key_M)
    assert player.status.endswith("The AI plays by CS50, Told the Number of Mines.")


def test_the_tips_of_what_plays_name_the_strategy(player: Player) -> None:
    for key, name in ((Key.Key_4, "Expert: the Strongest Play"), (Key.Key_1, "CS50: Sentences, Else Random")):
        player.key(key, ALT)
        for action in ("ai_move", "autoplay", "step"):
            assert f"Strategy: {name} (" in player.action(action).toolTip()


def test_telling_the_number_of_mines_is_another_strategy_of_the_agents_own(player: Player) -> None:
    act, tell = player.window.actions_by.strategies, player.action("tell_mines")
    player.key(Key.Key_M)
    assert chosen(player) == ["cs50-count"]
    player.key(Key.Key_M)
    assert chosen(player) == ["cs50"]
    act["cs50-count"].trigger()
    assert tell.isChecked()
    assert player.session.agent.knowledge_base.total_mines == player.game.mine_total
    act["expert"].trigger()
    assert tell.isChecked()
    for on in (False, True):
        player.key(Key.Key_M)
        assert tell.isChecked() is on
        assert chosen(player) == ["expert"]
    act["cs50"].trigger()
    assert not tell.isChecked()
    assert player.session.agent.knowledge_base.total_mines is None


# -- playing


@pytest.mark.parametrize("position", [6, 7])
@pytest.mark.parametrize("name", STRATEGIES)
def test_autoplay_comes_to_an_end_by_each(make_player: MakePlayer, name: str, position: int) -> None:
    player = make_player("beginner", seed=5)
    player.window.actions_by.strategies[name].trigger()
    player.autoplay(position)
    assert player.game.state.is_over or "No moves left to make" in player.status
    assert not player.session.advice_service.is_advising


@pytest.mark.parametrize("level", ["intermediate", "expert"])
@pytest.mark.parametrize("risks", [False, True])
def test_autoplay_by_the_strongest_play(make_player: MakePlayer, difficulty: str, risks: bool) -> None:
    player = make_player(difficulty, seed=3)
    player.action("risks").setChecked(risks)
    player.window.actions_by.strategies["expert"].trigger()
    player.autoplay()
    player.has_thought()
    assert player.game.state.is_over
    if player.game.state is State.LOST:
        assert "No safe cell: AI made a guess" in player.status
        assert "Guess at " in player.status


def test_with_the_courses_rules_it_wins_by_flags_at_the_end(make_player: MakePlayer) -> None:
    states = set()
    for seed in range(1, 5):
        player = make_player("cs50", seed)
        player.window.actions_by.strategies["exact"].trigger()
        player.autoplay()
        states.add(player.game.state)
        if player.game.state is State.WON:
            assert player.status.startswith("Won in ")
            assert player.status.endswith("No moves left to make: AI flagged the mines it knows.")
    assert State.WON in states


def test_slow_and_instant_come_to_the_same_end(make_player: MakePlayer) -> None:
    histories = []
    for position in (6, 7):
        player = make_player("beginner", seed=4)
        player.window.actions_by.strategies["expert"].trigger()
        player.autoplay(position)
        histories.append(player.game.history)
    assert histories[0] == histories[1]


def test_it_thinks_in_the_worker_and_only_without_a_safe_cell(make_player: MakePlayer, strategies: Gate) -> None:
    player = make_player("intermediate", seed=1)
    player.window.actions_by.strategies["exact"].trigger()
    player.click((8, 8))
    assert player.session.agent.make_safe_move() is not None
    player.key(Key.Key_A)
    assert len(player.game.history) == 2
    assert strategies.came == []
    player = make_player("expert", seed=2)
    player.window.actions_by.strategies["exact"].trigger()
    player.autoplay()
    assert strategies.came
    assert strategies.threads == {"thinking"}


def test_a_guess_by_the_worker_tells_its_risk(thinking: Player, strategies: Gate) -> None:
    strategies.open()
    thinking.key(Key.Key_A)
    thinking.has_thought()
    assert thinking.status.startswith("No safe cell: AI made a guess, by the stand-in.")
    assert thinking.status.endswith("Guess at (0, 0): risk 12 %, the lowest there was.")


def test_the_restarted_board_protects_no_first_click(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=1)
    player.window.actions_by.strategies["expert"].trigger()
    player.key(Key.Key_A)
    player.has_thought()
    assert "safe move" in player.status
    player.key(Key.Key_R, CTRL)
    player.key(Key.Key_A)
    player.has_thought()
    assert player.status.startswith("No safe cell: AI made a guess")


# -- while it thinks


@pytest.mark.parametrize("key", [Key.Key_A, Key.Key_P, Key.Key_S])
def test_a_click_meanwhile_counts_and_the_late_move_does_not(thinking: Player, strategies: Gate, key: Key) -> None:
    ask(thinking, strategies, key)
    cell = thinking.free()
    thinking.click(cell)
    assert cell in thinking.game.clues
    assert len(thinking.game.history) == 1
    thinking.qtbot.wait(1)
    strategies.open()
    thinking.has_thought()
    thinking.qtbot.wait(20)
    assert len(thinking.game.history) == 1


@pytest.mark.parametrize("stop", [Key.Key_P, Key.Key_Escape])
def test_autoplay_can_be_stopped_while_it_thinks(thinking: Player, strategies: Gate, stop: Key) -> None:
    ask(thinking, strategies, Key.Key_P)
    thinking.key(stop)
    assert not thinking.session.is_autoplaying
    assert not thinking.action("autoplay").isChecked()
    assert thinking.status == "Stopped thinking."
    assert_nothing_comes(thinking, strategies)
    assert thinking.game.history == []


def test_escape_stops_a_single_move(thinking: Player, strategies: Gate) -> None:
    ask(thinking, strategies)
    thinking.key(Key.Key_Escape)
    assert thinking.status == "Stopped thinking."
    assert_nothing_comes(thinking, strategies)
    assert thinking.game.history == []


def test_an_impossible_click_stops_it_too(thinking: Player, strategies: Gate) -> None:
    thinking.flag([(2, 2)])
    ask(thinking, strategies)
    thinking.click((2, 2))
    assert thinking.status.startswith("Not possible")
    assert_nothing_comes(thinking, strategies)


CHANGES: dict[str, Callable[[Player], None]] = {
    "new game": lambda player: player.key(Key.Key_N, CTRL),
    "restart": lambda player: player.key(Key.Key_R, CTRL),
    "level": lambda player: player.window.actions_by.difficulties["beginner"].trigger(),
    "flag": lambda player: player.click((3, 3), RIGHT),
    "strategy": lambda player: player.window.actions_by.strategies["cs50"].trigger(),
    "mines told": lambda player: player.key(Key.Key_M),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_move_for_what_is_no_more_is_dropped(thinking: Player, strategies: Gate, change: str) -> None:
    ask(thinking, strategies)
    CHANGES[change](thinking)
    assert_nothing_comes(thinking, strategies)


def test_pressing_twice_makes_one_move(thinking: Player, strategies: Gate) -> None:
    ask(thinking, strategies)
    for key in (Key.Key_A, Key.Key_S, Key.Key_A):
        thinking.key(key)
    strategies.open()
    thinking.has_thought()
    thinking.qtbot.wait(20)
    assert len(thinking.game.history) == 1
    assert len(strategies.came) == 1


def test_a_move_that_is_thought_about_can_become_the_first_of_autoplay(thinking: Player, strategies: Gate) -> None:
    ask(thinking, strategies)
    thinking.key(Key.Key_P)
    assert thinking.session.is_autoplaying
    strategies.open()
    thinking.autoplay()
    assert thinking.game.state.is_over
    assert strategies.came[0] != strategies.came[1]


def test_another_strategy_takes_over_a_running_autoplay(thinking: Player, strategies: Gate) -> None:
    ask(thinking, strategies, Key.Key_P)
    thinking.window.speed_slider.setValue(7)
    thinking.window.actions_by.strategies["cs50"].trigger()
    thinking.qtbot.waitUntil(lambda: not thinking.session.is_autoplaying)
    assert thinking.game.state.is_over or "No moves left" in thinking.status
    before = thinking.snapshot()
    strategies.open()
    thinking.has_thought()
    assert thinking.snapshot() == before
    assert len(strategies.came) == 1


def test_another_speed_meanwhile_asks_for_no_second_move(thinking: Player, strategies: Gate) -> None:
    ask(thinking, strategies, Key.Key_P)
    for position in (7, 0, 7, 3, 0):
        thinking.window.speed_slider.setValue(position)
        thinking.qtbot.wait(2)
    strategies.open()
    thinking.qtbot.waitUntil(lambda: len(thinking.game.history) == 1)
    assert len(strategies.came) == 1
    assert thinking.session.is_autoplaying or thinking.game.state.is_over


def test_the_event_loop_answers_and_says_that_it_takes_long(thinking: Player, strategies: Gate) -> None:
    ticks: list[str] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(thinking.status))
    timer.start(5)
    ask(thinking, strategies)
    thinking.qtbot.waitUntil(lambda: thinking.status == "Thinking… Esc stops it.")
    timer.stop()
    assert len(ticks) > 10
    strategies.open()
    thinking.has_thought()
    assert thinking.status.startswith("No safe cell")


def test_the_window_closes_while_it_thinks(thinking: Player, strategies: Gate) -> None:
    ask(thinking, strategies, Key.Key_P)
    QTimer.singleShot(0, thinking.window.close)
    # The window is gone before the worker is; closing waits for the end of what it is at.
    thread = thinking.session.advice_service._worker._thread
    assert thread is not None
    strategies.open()
    thinking.qtbot.waitUntil(lambda: not thinking.window.isVisible())
    thinking.qtbot.waitUntil(lambda: not thread.is_alive())
    assert not thinking.session.is_autoplaying
    assert thinking.game.history == []


def test_an_error_of_a_strategys_ends_autoplay_and_is_shown(
    thinking: Player, strategies: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(position: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(strategies, "enter", breaks)
    with thinking.qtbot.captureExceptions() as errors:
        thinking.key(Key.Key_P)
        thinking.qtbot.waitUntil(lambda: not thinking.session.is_autoplaying)
    assert [str(error) for _, error, _ in errors] == ["a mistake"]
    assert thinking.status == "The AI found no move: a mistake."


# -- hints


def test_a_hint_plays_nothing_and_keeps_the_focus(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    before, cursor = player.snapshot(), player.window.board_view.cursor_cell
    player.key(Key.Key_H)
    player.has_thought()
    cell = player.window.board_view.hint_cell
    assert cell in player.session.agent.safes - player.game.clues.keys()
    assert player.status.startswith(f"Hint: {cell} is safe: all safe in ")
    assert player.snapshot() == before
    assert player.window.board_view.cursor_cell == cursor
    assert player.view.hasFocus()
    model = player.window.board_model
    spoken = {c: model.data(model.index(*c), Qt.ItemDataRole.AccessibleTextRole) for c in player.game.grid.cells}
    assert [c for c, words in spoken.items() if words.endswith(", hint")] == [cell]


def test_a_hint_is_seen_until_the_next_change(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    for change in (lambda cell: player.click(cell), lambda cell: player.click(cell, RIGHT)):
        safe = player.session.agent.make_safe_move()
        assert safe is not None
        plain = player.picture(safe)
        player.key(Key.Key_H)
        assert player.window.board_view.hint_cell == safe
        assert player.picture(safe) != plain
        change(safe)
        assert player.window.board_view.hint_cell is None
    player.key(Key.Key_H)
    player.key(Key.Key_N, CTRL)
    assert player.window.board_view.hint_cell is None


def test_a_hint_has_a_shape_of_its_own(make_player: MakePlayer) -> None:
    """On a ring for a safe cell another ring would hardly be seen."""
    player = make_player("intermediate", seed=1)
    player.window.board_area.set_zoom(20)
    player.key(Key.Key_O)
    player.click((8, 8))
    safe = player.session.agent.make_safe_move()
    assert safe is not None
    player.at(safe)
    plain = player.picture(safe)
    player.key(Key.Key_H)
    hinted = player.picture(safe)
    middle, last = plain.width() // 2, plain.width() - 3
    for x, y, changes in ((2, 2, True), (last, 2, True), (2, last, True), (last, last, True), (middle, 2, False)):
        assert (hinted.pixelColor(x, y) != plain.pixelColor(x, y)) is changes
    ring = range(middle - 5, middle + 6)
    assert all(hinted.pixelColor(x, y) == plain.pixelColor(x, y) for x in ring for y in ring)


def test_a_hint_where_nothing_is_certain_tells_the_risk(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=2)
    player.key(Key.Key_H)
    player.has_thought()
    cell = player.window.board_view.hint_cell
    assert cell is not None
    assert player.status.startswith(f"Hint: guess at {cell}: risk 12 %, the lowest")
    assert player.game.history == []


def test_no_hint_where_all_safe_cells_are_open(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=2)
    while player.covered():
        player.click(player.free())
    player.key(Key.Key_H)
    player.has_thought()
    assert player.status == "No cell is left to open: flag the remaining mines."
    assert player.window.board_view.hint_cell is None


def test_no_hint_under_the_players_flags(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(3, 3, 2), seed=1)
    player.flag(player.game.grid.cells)
    player.key(Key.Key_H)
    player.has_thought()
    assert player.status == "No hint: what may be safe is under your 9 flags; take one off to go on."
    assert player.window.board_view.hint_cell is None


def test_no_hint_where_counting_is_too_hard(make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(self: Engine, position: object) -> Probabilities:
        raise TooHard("too many layouts for a test")

    monkeypatch.setattr(Engine, "solve", gives_up)
    player = make_player("expert", seed=1)
    player.window.actions_by.strategies["expert"].trigger()
    player.click((0, 0))
    while (safe := player.session.agent.make_safe_move()) is not None:
        player.click(safe)
    player.key(Key.Key_H)
    player.has_thought()
    assert player.status == "No hint: this position is too hard to count."
    assert player.window.board_view.hint_cell is None
    player.key(Key.Key_A)
    player.has_thought()
    assert "AI made a guess: too hard to count: random." in player.status


def test_a_safe_move_of_the_workers_says_why(make_player: MakePlayer) -> None:
    player = make_player("beginner", seed=1)
    player.key(Key.Key_4, ALT)
    player.key(Key.Key_A)
    player.has_thought()
    assert "AI made a safe move: the first cell is safe." in player.status


def test_a_hint_does_not_know_the_truth(make_player: MakePlayer) -> None:
    hints = set()
    for seed in range(1, 5):
        player = make_player("beginner", seed)
        player.key(Key.Key_H)
        player.has_thought()
        hints.add(player.window.board_view.hint_cell)
        player.window.close()
    assert len(hints) == 1


def test_a_hint_for_what_is_no_more_is_dropped(thinking: Player, strategies: Gate) -> None:
    thinking.key(Key.Key_H)
    thinking.qtbot.waitUntil(lambda: bool(strategies.came))
    thinking.click(thinking.free())
    thinking.qtbot.wait(1)
    strategies.open()
    thinking.qtbot.wait(30)
    assert thinking.window.board_view.hint_cell is None


def test_escape_takes_back_a_hint_that_takes_long(thinking: Player, strategies: Gate) -> None:
    thinking.key(Key.Key_H)
    thinking.qtbot.waitUntil(lambda: thinking.status == "Thinking… Esc stops it.")
    thinking.key(Key.Key_Escape)
    assert_nothing_comes(thinking, strategies)
    assert thinking.window.board_view.hint_cell is None


def test_a_hint_and_a_move_at_once(thinking: Player, strategies: Gate) -> None:
    ask(thinking, strategies)
    thinking.key(Key.Key_H)
    strategies.open()
    thinking.has_thought()
    thinking.qtbot.waitUntil(lambda: len(thinking.game.history) == 1)
    assert thinking.window.board_view.hint_cell is None


def test_no_hint_for_a_finished_game(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(3, 3, 1), seed=1)
    player.end(State.WON)
    assert not player.action("hint").isEnabled()
    player.has_thought()
    player.session.request_hint()
    assert not player.session.is_thinking

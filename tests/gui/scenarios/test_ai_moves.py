"""Tests of AI Move and Single Step: the moves that the agent makes, and the status line that describes them."""

import pytest
from PySide6.QtCore import Qt

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Face, Mark
from minesweeper_qt.model import (
    DIFFICULTIES,
    AgentMoveKind,
    Cell,
    Difficulty,
    Minesweeper,
    MinesweeperAI,
    State,
    Verb,
    play_agent_move,
)
from tests.gui.support.windows import AUTOPLAY, LEFT, Key, MakePlayer, Player, seed_ending_in

pytestmark = pytest.mark.slow


def known_safe(player: Player) -> set[Cell]:
    return set(player.session.playthrough.snapshot.safes) - player.game.clues.keys()


def test_the_first_move_is_called_safe_in_status_log_and_timeline(player: Player) -> None:
    player.key(Key.Key_A)
    assert player.status.startswith("AI made a safe move: the first cell is safe. Revealed")
    assert player.game.clues
    turn = player.session.timeline.moves[0]
    assert status_text.safety_text(turn) == "safe"
    assert status_text.reason_text(turn.reason) == "The first cell is safe."
    assert str(status_text.headline(1, 1, turn)) == f"Move 1 of 1: AI opened {turn.cell}, safe"


def test_a_first_move_that_the_rules_do_not_protect_is_random(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=4)
    player.key(Key.Key_A)
    assert player.status.startswith("No known safe move: AI made a random move.")
    assert status_text.safety_text(player.session.timeline.moves[0]) == "guess"


def test_with_knowledge_the_move_is_safe_and_the_status_shows_it(player: Player) -> None:
    player.click((4, 4))
    safe = known_safe(player)
    assert safe
    player.key(Key.Key_A)
    assert player.status.startswith("AI made a safe move.")
    (opened,) = {action.cell for action in player.game.history} - {(4, 4)}
    assert opened in safe


def test_the_ai_never_opens_a_mine_while_it_knows_a_safe_cell(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=2)
    while not player.game.state.is_over:
        safe = bool(known_safe(player)) or player.game.protects_first_click
        player.key(Key.Key_A)
        assert safe == ("safe move" in player.status and "No known" not in player.status)
        assert not (safe and player.game.state is State.LOST)


def test_the_ai_learns_from_the_users_own_moves(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=5)
    player.click(player.free(0))
    player.click(player.free(1))
    player.wait_until_learned()
    agent = player.session.playthrough.snapshot
    assert agent.moves_made == player.game.clues.keys()
    reference = MinesweeperAI(8, 8)
    for cell, clue in player.game.clues.items():
        reference.add_knowledge(cell, clue)
    assert set(agent.safes) == set(reference.safes)
    assert set(agent.mines) == set(reference.mines)
    assert player.rows() == [str(sentence) for sentence in reference.knowledge]


def test_a_flag_on_a_provably_safe_cell_comes_off_with_a_notice(player: Player) -> None:
    player.click((4, 4))
    cell = player.session.playthrough.snapshot.safe_move
    player.flag([cell])
    assert player.face(cell) is Face.FLAGGED
    player.key(Key.Key_A)
    assert player.face(cell) is Face.REVEALED
    assert player.status.startswith(f"AI took your flag off {cell}: it is proved safe.")
    assert player.mines_left == player.game.mine_total


def test_a_guess_never_opens_a_flagged_cell(make_player: MakePlayer) -> None:
    for seed in range(1, 6):
        player = make_player("cs50", seed)
        free = player.free()
        player.flag(set(player.game.grid.cells) - {free})
        player.key(Key.Key_A)
        assert player.game.clues.keys() == {free}


def stop_at_flags(player: Player) -> None:
    """Reveal one number that settles nothing, and flag every other cell."""
    number = min(
        cell for cell in player.covered() if len(player.around(cell)) == 8 and 0 < player.game.nearby_mines(cell) < 8
    )
    player.click(number)
    player.flag(set(player.game.grid.cells) - {number})


def test_when_only_flagged_cells_are_left_the_ai_stops_and_explains_it(make_player: MakePlayer) -> None:
    player = make_player("cs50", 5)
    stop_at_flags(player)
    before = player.game.clues.copy()
    player.key(Key.Key_A)
    assert player.game.clues == before
    assert player.game.state is State.PLAYING
    assert "No moves left to make" in player.status
    assert "It does not guess on your 63 flags: take one off to go on." in player.status


def test_autoplay_stops_when_only_flagged_cells_are_left(make_player: MakePlayer) -> None:
    player = make_player("cs50", 5)
    stop_at_flags(player)
    player.autoplay()
    assert player.game.state is State.PLAYING
    assert "It does not guess on your 63 flags" in player.status
    assert not player.action("autoplay").isChecked()
    assert player.action("autoplay").isEnabled()


@pytest.mark.parametrize("state", [State.WON, State.LOST])
def test_no_move_after_the_end(player: Player, state: State) -> None:
    player.end(state)
    before, status = player.snapshot(), player.status
    for key in (Key.Key_A, Key.Key_S, AUTOPLAY):
        player.key(key)
    assert player.snapshot() == before
    assert player.status == status
    assert not player.session.autoplay.is_running


def test_the_last_moves_of_the_ai_flag_the_mines(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed_ending_in("cs50", State.WON))
    kinds = []
    while not player.game.state.is_over:
        player.key(Key.Key_A)
        kinds.append(player.game.history[-1].verb)
    assert kinds[-1] is Verb.FLAG
    assert kinds.count(Verb.FLAG) == 1
    assert player.game.mines_found == player.game.mines
    assert player.status.startswith("Won in ")
    assert "No moves left to make: AI flagged the mines it knows." in player.status
    assert "Every mine is flagged" in player.status


def test_the_status_names_a_random_move_that_explodes(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed_ending_in("cs50", State.LOST))
    while not player.game.state.is_over:
        player.key(Key.Key_A)
    assert player.status.startswith("Lost after ")
    assert "No known safe move: AI made a random move." in player.status
    assert "is a mine" in player.status


def test_the_window_plays_the_moves_that_the_model_plays(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=7)
    game = Minesweeper.at_difficulty(DIFFICULTIES["intermediate"], seed=7)
    agent = MinesweeperAI(16, 16, seed=7)
    while not game.state.is_over:
        move = play_agent_move(game, agent)
        for played in move.plays:
            for cell, clue in played.observations:
                agent.add_knowledge(cell, clue)
        if move.kind is AgentMoveKind.LAST:
            break
    player.autoplay()
    assert player.game.history == game.history


def test_the_cell_that_the_ai_opened_last_is_marked(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=1)
    player.move((0, 0))
    player.key(Key.Key_A)
    cell = player.game.history[-1].cell
    with_corner = player.picture(cell)
    player.window.board_view.show_ai_move((0, 0) if cell != (0, 0) else (0, 1))
    assert player.picture(cell) != with_corner


def test_the_board_scrolls_to_the_move_of_the_ai(make_player: MakePlayer) -> None:
    player = make_player("expert", seed=3)
    player.window.board_area.set_zoom(64)
    viewport = player.view.viewport().rect()
    for _ in range(20):
        player.key(Key.Key_A)
        if player.game.state.is_over:
            break
        index = player.window.board_model.index(*player.game.history[-1].cell)
        assert viewport.contains(player.view.visualRect(index))


def test_the_ai_waits_until_it_has_learned_a_big_opening(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(100, 100, 20), seed=1)
    player.waits_for_learning = False
    player.click((50, 50))
    assert player.session.is_learning
    steps = len(player.game.history)
    player.key(Key.Key_A)
    assert len(player.game.history) == steps
    player.wait_until_learned()
    player.qtbot.waitUntil(lambda: len(player.game.history) == steps + 1)
    assert player.status.startswith("AI made a safe move.")
    assert player.session.playthrough.snapshot.moves_made == player.game.clues.keys()


@pytest.mark.parametrize("key", [AUTOPLAY, Key.Key_N])
def test_a_pending_move_is_dropped_when_something_else_is_done(make_player: MakePlayer, key: Qt.Key) -> None:
    player = make_player(Difficulty.custom(100, 100, 20), seed=1)
    player.waits_for_learning = False
    player.window.speed_slider.setValue(0)
    player.click((50, 50))
    player.key(Key.Key_A)
    assert player.session.is_learning
    if key is AUTOPLAY:
        player.key(AUTOPLAY)
        player.key(AUTOPLAY)
    else:
        player.action("new_game").trigger()
    steps = len(player.game.history)
    player.wait_until_learned()
    player.qtbot.wait(30)
    assert len(player.game.history) == steps


def test_marks_follow_what_the_ai_knows(player: Player) -> None:
    player.click((4, 4), LEFT)
    agent = player.session.playthrough.snapshot
    for cell in player.game.grid.cells:
        expected = Mark.NONE
        if cell not in player.game.clues:
            expected = Mark.SAFE if cell in agent.safes else Mark.MINE if cell in agent.mines else Mark.NONE
        assert player.mark(cell) is expected

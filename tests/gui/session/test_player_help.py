"""The help that the player has had in a game: what counts, and until when."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.model import FirstClick, State
from minesweeper_qt.model.play.history import NO_HELP, Help
from tests.gui.support.played import MakePlayed, Played, make_played, played

__all__ = ["make_played", "played"]  # fixtures


def test_each_kind_of_help_is_noted_while_the_game_is_under_way(played: Played) -> None:
    given = played.session.help
    given.set_shown(Help.RISKS)
    given.set_shown(NO_HELP)
    assert given.had is NO_HELP, "nothing was to be seen before the first click"
    played.click((4, 4))
    assert not played.session.view.is_help_said
    given.set_shown(Help.OVERLAY)
    assert played.session.view.is_help_said
    given.set_shown(NO_HELP)
    assert played.status.count(str(status_text.NOW_HELPED)) == 1
    played.session.autoplay.move()
    assert str(status_text.NOW_HELPED) not in played.status
    assert given.had == Help.OVERLAY | Help.AI
    played.end(State.LOST)
    given.set_shown(Help.RISKS)
    assert given.had == Help.OVERLAY | Help.AI
    assert given.is_known


def test_what_is_shown_from_the_start_is_a_help_from_the_first_move(played: Played) -> None:
    given = played.session.help
    given.set_shown(Help.RISKS)
    played.click((4, 4))
    given.set_shown(NO_HELP)
    assert given.had == Help.RISKS


@pytest.mark.parametrize("help_", [NO_HELP, Help.KNOWN_BOARD])
def test_another_first_click_and_a_restart_before_the_first_move_change_no_help(played: Played, help_: Help) -> None:
    session = played.session
    session.new_game(seed=5, help_=help_)
    for first_click in (FirstClick.SAFE, FirstClick.OPENING):
        session.set_first_click(first_click)
        assert session.help.had == help_
    session.restart()
    assert session.help.had == help_


def test_the_help_of_a_game_that_was_over_when_it_was_opened_is_unknown(make_played: MakePlayed) -> None:
    played, other = make_played(), make_played()
    played.end(State.LOST)
    for number, is_known in ((len(played.session.timeline.moves), False), (1, True)):
        game, history = played.session.playthrough.history.branch(number)
        other.session.open(game, history)
        assert other.session.help.is_known is is_known
        assert Help.KNOWN_BOARD in other.session.help.had
    other.session.open(*played.session.playthrough.history.branch(len(played.session.timeline.moves)))
    assert not other.session.help.has_any
    other.session.take_back()
    assert other.session.help.is_known
    assert other.session.help.had == Help.KNOWN_BOARD | Help.TAKE_BACK

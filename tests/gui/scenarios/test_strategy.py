"""Tests of the AI's strategies in the window: chosen in a menu, named and remembered.

What the strategies do is tested in tests/gui/session/test_strategies.py.
"""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.session.autoplay import STRATEGY_DESCRIPTIONS
from minesweeper_qt.model import STRATEGIES
from minesweeper_qt.model.play.playthrough import STUDENT
from tests.gui.support.slow import strategies
from tests.gui.support.windows import ALT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

__all__ = ["strategies"]  # a fixture

ALT_KEYS = dict(zip(STRATEGIES, (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5), strict=True))


def chosen(player: Player) -> list[str]:
    return [name for name, action in player.window.actions_by.strategies.items() if action.isChecked()]


def test_every_strategy_has_an_entry_and_a_key_and_cs50_is_the_default(player: Player) -> None:
    actions = player.window.actions_by.strategies
    assert tuple(STRATEGIES) == tuple(STRATEGY_DESCRIPTIONS)
    assert tuple(actions) == (*STRATEGIES, STUDENT)
    assert not actions[STUDENT].isEnabled(), "no agent was opened"
    assert chosen(player) == ["cs50"]
    assert player.session.autoplay.strategy == "cs50"
    for name in (*reversed(STRATEGIES), "cs50-count", "cs50"):
        player.key(ALT_KEYS[name], ALT)
        assert chosen(player) == [name]
        assert player.session.autoplay.strategy == name
    actions["expert"].trigger()
    assert player.session.autoplay.strategy == "expert"
    assert player.status.startswith("The AI plays by Expert: the Strongest Play.")
    for key, name in ((Key.Key_5, "Expert: the Strongest Play"), (Key.Key_1, "CS50: Sentences, Else Random")):
        player.key(key, ALT)
        for action in ("ai_move", "autoplay", "step"):
            assert f"Strategy: {name} (" in player.action(action).toolTip()


def test_the_choice_is_remembered_unless_it_is_unknown(make_player: MakePlayer) -> None:
    player = make_player()
    for name in ("expert", "cs50-overlap", "cs50-count", "cs50"):
        player.window.actions_by.strategies[name].trigger()
        player.window.close()
        player = make_player()
        assert player.session.autoplay.strategy == name
        assert chosen(player) == [name]
        assert player.session.playthrough.uses_mine_count is (name in ("cs50-count", "cs50-overlap"))
        assert player.session.playthrough.uses_overlap_rule is (name == "cs50-overlap")
    player.window.close()
    player.settings.setValue("strategy", "psychic")
    player.settings.sync()
    assert make_player().session.autoplay.strategy == "cs50"


def test_the_status_shows_whether_the_knowledge_base_uses_the_mine_count(player: Player) -> None:
    """Choosing the strongest play leaves the knowledge base unchanged, and the status describes it."""
    told = player.action("tell_mines")
    for first, uses_count in ((Key.Key_1, False), (Key.Key_2, True)):
        player.key(first, ALT)
        player.key(Key.Key_5, ALT)
        assert player.session.playthrough.uses_mine_count is told.isChecked() is uses_count
        assert player.status == "The AI plays by Expert: the Strongest Play. It counts the mines" + (
            "." if uses_count else "; the knowledge table does not."
        )
    player.key(Key.Key_M)
    assert player.status == (
        "The knowledge table no longer uses the number of mines; the AI, when it moves, still does."
    )
    assert (told.isChecked(), chosen(player)) == (False, ["expert"])
    player.key(Key.Key_M)
    assert player.status == "The knowledge table now uses the number of mines."
    assert (told.isChecked(), chosen(player)) == (True, ["expert"])
    player.key(Key.Key_1, ALT)
    assert player.status == "The AI plays by CS50: Sentences, Else Random."
    assert not told.isChecked()
    player.key(Key.Key_M)
    assert player.status.endswith("It plays by CS50, Told the Number of Mines.")
    assert (told.isChecked(), chosen(player)) == (True, ["cs50-count"])
    player.key(Key.Key_M)
    assert (told.isChecked(), chosen(player)) == (False, ["cs50"])

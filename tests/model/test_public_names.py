"""Tests of the public names of the model: they exist, have docstrings, and work under their old names too."""

from __future__ import annotations

import inspect

import pytest

import minesweeper_qt.model as model

# All public names up to the change of names that followed version 0.1.0.
OLD_NAMES = [
    "CLASSIC_RULES",
    "CS50_RULES",
    "LEVELS",
    "STRATEGIES",
    "Action",
    "ActionSyntaxError",
    "Board",
    "BoardSizeError",
    "BoardsSyntaxError",
    "Cell",
    "CellError",
    "Change",
    "Checker",
    "Choice",
    "ClueError",
    "Derivation",
    "DerivationError",
    "Engine",
    "Experiment",
    "Explainer",
    "FirstClick",
    "GameOver",
    "GameResult",
    "GivenBoard",
    "History",
    "IllegalAction",
    "InconsistentKnowledge",
    "InconsistentPosition",
    "Kind",
    "KnowledgeBase",
    "Level",
    "Levels",
    "Line",
    "Maker",
    "MineCountError",
    "Minesweeper",
    "MinesweeperAI",
    "MinesweeperError",
    "Moment",
    "Move",
    "MoveKind",
    "Observation",
    "Played",
    "Position",
    "PositionSyntaxError",
    "Probabilities",
    "Proof",
    "ProofError",
    "ProofRule",
    "Reasoning",
    "Record",
    "RecordSyntaxError",
    "ResultsError",
    "Rule",
    "Rules",
    "SeedError",
    "Sentence",
    "SentenceError",
    "State",
    "Strategy",
    "StrategyError",
    "Tally",
    "TooHard",
    "Turn",
    "Undecided",
    "Verb",
    "Win",
    "WorkerLost",
    "check_proof",
    "explain",
    "levels_of",
    "lines_of",
    "make_strategy",
    "mine_probabilities",
    "paired_interval",
    "play_agent_move",
    "play_choice",
    "play_game",
    "read_boards",
    "seen_by_player",
    "wilson_interval",
]
RENAMED = {
    "Kind": "TurnKind",
    "LEVELS": "DIFFICULTIES",
    "Level": "Difficulty",
    "Levels": "ReasoningLevels",
    "Line": "ProofLine",
    "Maker": "TurnMaker",
    "Move": "AgentMove",
    "MoveKind": "AgentMoveKind",
    "Played": "ActionResult",
    "levels_of": "reasoning_levels",
    "lines_of": "proof_lines",
}


def test_there_were_81_names() -> None:
    assert len(set(OLD_NAMES)) == 81
    assert RENAMED.keys() <= set(OLD_NAMES)


@pytest.mark.parametrize("name", OLD_NAMES)
def test_every_old_name_goes_on_working(name: str) -> None:
    if name not in RENAMED:
        assert name in model.__all__
        assert getattr(model, name) is not None
        return
    assert name not in model.__all__
    with pytest.warns(DeprecationWarning, match=f"^{name} is now called {RENAMED[name]}$") as caught:
        found = getattr(model, name)
    assert found is getattr(model, RENAMED[name])
    assert caught[0].filename == __file__, "the warning must point at the caller"


def test_an_old_name_can_be_imported() -> None:
    with pytest.warns(DeprecationWarning, match="reasoning_levels"):
        from minesweeper_qt.model import levels_of
    assert levels_of is model.reasoning_levels


def test_a_game_at_a_difficulty_has_its_old_name_too() -> None:
    with pytest.warns(DeprecationWarning, match="at_difficulty") as caught:
        game = model.Minesweeper.at_level(model.DIFFICULTIES["beginner"], seed=1)
    assert caught[0].filename == __file__
    assert game.mines == model.Minesweeper.at_difficulty(model.DIFFICULTIES["beginner"], seed=1).mines


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Levles'"):
        _ = model.Levles


@pytest.mark.parametrize("name", model.__all__)
def test_every_public_name_is_there_and_described(name: str) -> None:
    found = getattr(model, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert inspect.getdoc(found)

"""Names the likely cause of an agent's faults: the only fault with which the reference knows what the agent knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from minesweeper_qt.model.audit.fault_forms import FORMS
from minesweeper_qt.model.audit.fault_switches import Switches
from minesweeper_qt.model.audit.faulty_reference import (
    BoardBits,
    ChangedWhileIterated,
    FaultyReference,
    TooManySentences,
)
from minesweeper_qt.model.audit.finding import Cause
from minesweeper_qt.model.audit.game_trace import LearnedGame
from minesweeper_qt.model.game.minesweeper import Observation


@dataclass(frozen=True, slots=True)
class _Game:
    """A game in the form in which it is compared: what the agent knew after each observation, as numbers."""

    height: int
    width: int
    steps: tuple[tuple[Observation, int, int], ...]
    failed: Observation | None


def likely_cause(
    games: Sequence[LearnedGame], seconds: float = 5.0, should_stop: Callable[[], bool] = lambda: False
) -> Cause | None:
    """Return the fault that explains what an agent knew in all ``games``, or ``None`` if not exactly one does.

    A fault explains a game if the reference with one form of that fault has the agent's own ``safes`` and ``mines``
    after every observation, and fails to learn the same observation as the agent where the game has one. Returns
    ``None`` for games that the reference without a fault explains, and after ``seconds`` or when ``should_stop``
    returns true, since then not all games are compared.

    >>> likely_cause([]) is None
    True
    """
    end = monotonic() + seconds
    alive = [(cause, form) for cause, forms in FORMS.items() for form in forms]
    is_sound = True
    for game in games:
        numbers = _numbers(game)
        if numbers is None:
            return None
        is_sound = is_sound and _explains(Switches(), numbers)
        left = []
        for cause, form in alive:
            if monotonic() > end or should_stop():
                return None
            if _explains(form, numbers):
                left.append((cause, form))
        alive = left
        if not alive:
            return None
    causes = {cause for cause, _ in alive}
    return causes.pop() if len(causes) == 1 and not is_sound and games else None


def _numbers(game: LearnedGame) -> _Game | None:
    """Return a game with its verdicts as numbers; ``None`` if one is about a cell far away from the board."""
    bits = BoardBits(game.board.height, game.board.width)
    steps = []
    for observation, (safes, mines) in zip(game.observations, game.verdicts(), strict=True):
        safe_mask, mine_mask = bits.mask(safes), bits.mask(mines)
        if safe_mask is None or mine_mask is None:
            return None
        steps.append((observation, safe_mask, mine_mask))
    return _Game(bits.height, bits.width, tuple(steps), game.failed)


def _explains(form: Switches, game: _Game) -> bool:
    """Return whether the reference with a fault knows what the agent knew, and fails where it failed."""
    agent = FaultyReference(game.height, game.width, form)
    try:
        for (cell, clue), safes, mines in game.steps:
            agent.add_knowledge(cell, clue)
            if agent.safes != safes or agent.mines != mines:
                return False
    except (ChangedWhileIterated, TooManySentences):
        return False
    if game.failed is None:
        return True
    try:
        agent.add_knowledge(*game.failed)
    except ChangedWhileIterated:
        return True
    except TooManySentences:
        pass
    return False

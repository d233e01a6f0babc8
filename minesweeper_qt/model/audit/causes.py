"""Names the likely cause of an agent's faults: the only fault with which the reference knows what the agent knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from minesweeper_qt.model.audit.board_bits import BoardBits
from minesweeper_qt.model.audit.fault_forms import FORMS
from minesweeper_qt.model.audit.fault_switches import Switches
from minesweeper_qt.model.audit.faulty_reference import ChangedWhileIterated, FaultyReference, TooManySentences
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


class _TimeIsUp(Exception):
    """The search must end."""


def likely_cause(
    games: Sequence[LearnedGame], seconds: float = 5.0, should_stop: Callable[[], bool] = lambda: False
) -> Cause | None:
    """Return the fault that explains what an agent knew in all ``games``, or ``None`` if not exactly one does.

    A fault explains a game if the reference with one form of that fault has the agent's own ``safes`` and ``mines``
    after every observation, and where a set of the agent changed while it was iterated over, fails to learn the same
    observation. Returns ``None`` for games that the reference without a fault explains, and after ``seconds`` or when
    ``should_stop`` returns true, since then not all games are compared; it is called before each observation.

    >>> likely_cause([]) is None
    True
    """
    compared = [_numbers(game) for game in games]
    numbers = [game for game in compared if game is not None]
    end = monotonic() + seconds

    def check_time() -> None:
        if monotonic() > end or should_stop():
            raise _TimeIsUp

    try:
        found = _causes(numbers, check_time) if len(numbers) == len(games) else []
    except _TimeIsUp:
        return None
    return found[0] if len(found) == 1 else None


def _causes(games: list[_Game], check_time: Callable[[], None]) -> list[Cause]:
    """Return the faults that explain all ``games``; none for games that the reference without a fault explains.

    ``check_time`` is called before each observation.
    """
    faultless = [_steps_explained(Switches(), game, check_time) for game in games]
    if all(steps is None for steps in faultless):
        return []
    # A fault that is not the cause is ruled out soonest by the games in which the agent errs early.
    order = sorted(range(len(games)), key=lambda place: faultless[place] or 0)
    ordered = [games[place] for place in order]
    return [cause for cause, forms in FORMS.items() if any(_explains_all(form, ordered, check_time) for form in forms)]


def _explains_all(form: Switches, games: list[_Game], check_time: Callable[[], None]) -> bool:
    """Return whether the reference with a fault knows in all games what the agent knew.

    The game that a form does not explain becomes the second one, for it rules out similar forms too. The first one
    stays: it rules out most of the others, and soonest.
    """
    for place, game in enumerate(games):
        if _steps_explained(form, game, check_time) is not None:
            if place > 1:
                games.insert(1, games.pop(place))
            return False
    return True


def _numbers(game: LearnedGame) -> _Game | None:
    """Return a game with its verdicts as numbers; ``None`` if one is about a cell far away from the board."""
    bits = BoardBits(game.board.height, game.board.width)
    steps = []
    for observation, (safes, mines) in zip(game.observations, game.verdicts(), strict=True):
        safe_mask, mine_mask = bits.mask(safes), bits.mask(mines)
        if safe_mask is None or mine_mask is None:
            return None
        steps.append((observation, safe_mask, mine_mask))
    return _Game(bits.height, bits.width, tuple(steps), game.failed if game.has_changed_set else None)


def _steps_explained(form: Switches, game: _Game, check_time: Callable[[], None]) -> int | None:
    """Return after how many steps the reference with a fault first differs from the agent; ``None`` if it never does.

    It differs in what it knows, or by failing where the agent does not, or by not failing where the agent does.
    """
    agent = FaultyReference(game.height, game.width, form)
    for number, ((cell, clue), safes, mines) in enumerate(game.steps):
        check_time()
        try:
            agent.add_knowledge(cell, clue)
        except (ChangedWhileIterated, TooManySentences):
            return number
        if agent.safes != safes or agent.mines != mines:
            return number
    if game.failed is None:
        return None
    try:
        agent.add_knowledge(*game.failed)
    except ChangedWhileIterated:
        return None
    except TooManySentences:
        pass
    return len(game.steps)

"""Names the likely cause of an agent's faults: the only fault with which the reference knows what the agent knows.

``FORMS`` holds the forms that the faults take in students' files, as switches of the reference. A fault that leaves all
sentences true has the same effect in whatever order an agent works, as long as it goes on until nothing changes. Where
the order matters (conclusions in one pass, false sentences, skipped items), there is a form for each order that is
common.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from time import monotonic
from types import MappingProxyType

from minesweeper_qt.model.audit.faulty_reference import (
    COMPARE,
    COMPARE_ALL,
    SETTLE,
    SETTLE_ALL,
    BoardBits,
    ChangedWhileIterated,
    FaultyReference,
    Iteration,
    OwnCell,
    Pairs,
    Pass,
    Settling,
    Share,
    Switches,
    TooManySentences,
)
from minesweeper_qt.model.audit.finding import Cause
from minesweeper_qt.model.audit.game_trace import LearnedGame
from minesweeper_qt.model.game.minesweeper import Observation

_BOTH = (False, True)


def _with_false_sentences(fault: Switches) -> list[Switches]:
    """Return a fault that makes sentences false, with all habits: false sentences contradict each other."""
    habits = [
        *product(Settling, (Pass.OLD, Pass.INNER_NEW), _BOTH),
        *product((Settling.ONE_BY_ONE, Settling.FROM_THE_START), (Pass.FIRST_NEW,), (True,)),
    ]
    return [
        replace(
            fault,
            settling=settling,
            compares=compares,
            settles_first=settles_first,
            drops_doubles=drops_doubles,
            safe_first=safe_first,
        )
        for (settling, compares, settles_first), drops_doubles, safe_first in product(habits, _BOTH, _BOTH)
    ]


def _infers_once() -> list[Switches]:
    """Return one pass of the rules in each order; in ``ONE_BY_ONE``, a mark has an effect in the same pass."""
    orders = [
        (SETTLE, COMPARE),
        (COMPARE, SETTLE),
        (SETTLE, COMPARE, SETTLE),
        (SETTLE_ALL, COMPARE),
        (SETTLE_ALL, COMPARE, SETTLE),
        (SETTLE_ALL, COMPARE, SETTLE_ALL),
        (COMPARE, SETTLE_ALL),
        (COMPARE_ALL, SETTLE),
        (SETTLE, COMPARE_ALL, SETTLE),
    ]
    forms = [
        Switches(settling, once=order, compares=compares, larger_first=larger_first, drops_doubles=drops_doubles)
        for order, settling, compares, larger_first, drops_doubles in product(
            orders,
            (Settling.TOGETHER, Settling.SAFES_FIRST, Settling.MINES_FIRST, Settling.ONE_BY_ONE),
            (Pass.OLD, Pass.INNER_NEW, Pass.ALL_NEW),
            _BOTH,
            _BOTH,
        )
    ]
    return [form for form in forms if _is_different(form)]


def _is_different(form: Switches) -> bool:
    """Return false for a form that has the same effect as one with fewer habits."""
    if SETTLE not in form.once and form.settling is not Settling.TOGETHER:
        return False
    depends_on_order = form.settling is Settling.ONE_BY_ONE or form.compares is not Pass.OLD
    return depends_on_order or not (form.larger_first or form.drops_doubles)


def _newest_only() -> list[Switches]:
    compared_once = [(COMPARE, SETTLE_ALL), (SETTLE_ALL, COMPARE, SETTLE_ALL)]
    ways = [(Pairs.NEWEST, once) for once in ((), *compared_once)] + [(Pairs.LAST, ())]
    forms = [
        Switches(pairs=pairs, once=once, directions=directions)
        for (pairs, once), directions in product(ways, ("sl", "s", "l"))
    ]
    return [*forms, Switches(pairs=Pairs.ADDED)]


def _known_cells_kept() -> list[Switches]:
    kept = [(True, True, False), (True, False, True), (False, True, False), (False, True, True), (True, True, True)]
    return [
        Switches(keeps_safes=safes, keeps_mines=mines, subtracts=subtracts, marks_again=marks_again)
        for (safes, mines, subtracts), marks_again in product(kept, _BOTH)
    ]


def _shared_sets() -> list[Switches]:
    habits = product((Share.DIFFERENCE, Share.LARGER), _BOTH, _BOTH)
    differences = [
        Switches(share=share, larger_first=larger_first, equal_too=equal_too)
        for share, larger_first, equal_too in habits
    ]
    return [form for fault in (*differences, Switches(share=Share.CLUES)) for form in _with_false_sentences(fault)]


def _forms() -> dict[Cause, list[Switches]]:
    sides = ("tblr", "tl", "br", "tb", "lr", "t", "b", "l", "r")
    reaches = ("o", "os", "om", "s", "m", "sm", "")
    skips_marks = [
        Switches(
            iteration=Iteration.SKIPS_MARKS, larger_first=larger_first, compares=compares, drops_doubles=drops_doubles
        )
        for larger_first, compares, drops_doubles in product(_BOTH, (Pass.OLD, Pass.INNER_NEW), _BOTH)
    ]
    skips_new = [
        Switches(iteration=iteration, marks_again=marks_again)
        for iteration, marks_again in product((Iteration.SKIPS_NEW_BY_ROW, Iteration.SKIPS_NEW_BY_COLUMN), _BOTH)
    ]
    raises = [
        Switches(iteration=iteration)
        for iteration in (
            Iteration.RAISES_AT_SAFES,
            Iteration.RAISES_AT_MINES,
            Iteration.RAISES_AT_BOTH,
            Iteration.RAISES_AT_NEW,
        )
    ]
    return {
        Cause.INFERS_ONCE: _infers_once(),
        Cause.NO_SUBSET_RULE: [Switches(pairs=Pairs.NONE)],
        Cause.NEWEST_SUBSETS_ONLY: _newest_only(),
        Cause.MINES_NOT_SUBTRACTED: [
            form
            for skips_negative in _BOTH
            for form in _with_false_sentences(Switches(subtracts=False, skips_negative=skips_negative))
        ],
        Cause.KNOWN_CELLS_KEPT: _known_cells_kept(),
        Cause.BEYOND_EDGE: [Switches(beyond=beyond) for beyond in sides],
        Cause.CELL_ITSELF: [
            Switches(own_cell=own_cell, marks_again=marks_again)
            for own_cell, marks_again in product((OwnCell.KEPT, OwnCell.KEPT_AFTER_GUESSES), _BOTH)
        ],
        Cause.CHANGED_WHILE_ITERATED: [*raises, *skips_new, *skips_marks],
        Cause.SHARED_SETS: _shared_sets(),
        Cause.MARKS_NOT_PASSED_ON: [
            *(Switches(passes=passes) for passes in reaches),
            *(
                Switches(first_only=True, settling=settling, compares=compares, drops_doubles=drops_doubles)
                for settling, compares, drops_doubles in product(Settling, (Pass.OLD, Pass.INNER_NEW), _BOTH)
            ),
        ],
    }


FORMS: Mapping[Cause, tuple[Switches, ...]] = MappingProxyType(
    {cause: tuple(dict.fromkeys(forms)) for cause, forms in _forms().items()}
)
"""For each cause the forms of its fault, without duplicates."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game in the form in which it is compared: what the agent knew after each observation, as numbers."""

    height: int
    width: int
    steps: tuple[tuple[Observation, int, int], ...]
    failed: Observation | None


class TimeIsUp(Exception):
    """A search must end."""


def time_check(seconds: float, should_stop: Callable[[], bool]) -> Callable[[], None]:
    """Return a function that raises ``TimeIsUp`` after ``seconds``, or once ``should_stop`` returns true.

    >>> time_check(-1, lambda: False)()
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.audit.causes.TimeIsUp
    """
    end = monotonic() + seconds

    def check() -> None:
        if monotonic() > end or should_stop():
            raise TimeIsUp

    return check


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
    try:
        found = _causes(numbers, time_check(seconds, should_stop)) if len(numbers) == len(games) else []
    except TimeIsUp:
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

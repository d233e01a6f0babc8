"""The forms that the faults take in students' files, as switches of the reference.

A fault that leaves all sentences true has the same effect in whatever order an agent works, as long as it goes on until
nothing changes. Where the order matters (conclusions in one pass, false sentences, skipped items), there is a form for
each order that is common.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from types import MappingProxyType

from minesweeper_qt.model.audit.fault_switches import (
    COMPARE,
    COMPARE_ALL,
    SETTLE,
    SETTLE_ALL,
    Iteration,
    OwnCell,
    Pairs,
    Pass,
    Settling,
    Share,
    Switches,
)
from minesweeper_qt.model.audit.finding import Cause

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
        Switches(keeps_safes=safes, keeps_mines=mines, subtracts=subtracts, remarks=remarks)
        for (safes, mines, subtracts), remarks in product(kept, _BOTH)
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
        Switches(iteration=iteration, remarks=remarks)
        for iteration, remarks in product((Iteration.SKIPS_NEW_BY_ROW, Iteration.SKIPS_NEW_BY_COLUMN), _BOTH)
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
            Switches(own_cell=own_cell, remarks=remarks)
            for own_cell, remarks in product((OwnCell.KEPT, OwnCell.KEPT_AFTER_GUESSES), _BOTH)
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

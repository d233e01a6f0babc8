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
    Pairs,
    Settling,
    Share,
    Switches,
)
from minesweeper_qt.model.audit.finding import Cause

_BOTH = (False, True)


def _with_false_sentences(fault: Switches) -> list[Switches]:
    """Return a fault that makes sentences false, with all habits: false sentences contradict each other."""
    return [
        replace(fault, settling=settling, settles_first=settles_first, skips_negative=skips_negative)
        for settling, settles_first, skips_negative in product(Settling, _BOTH, _BOTH)
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
    return [
        Switches(once=order, settling=settling, grows=grows, larger_first=larger_first)
        for order, settling, (grows, larger_first) in product(
            orders, Settling, [(False, False), (False, True), (True, False), (True, True)]
        )
    ]


def _newest_only() -> list[Switches]:
    compared_once = [(COMPARE, SETTLE_ALL), (SETTLE_ALL, COMPARE, SETTLE_ALL)]
    ways = [(Pairs.NEWEST, once) for once in ((), *compared_once)] + [(Pairs.LAST, ())]
    forms = [
        Switches(pairs=pairs, once=once, directions=directions)
        for (pairs, once), directions in product(ways, ("sl", "s", "l"))
    ]
    return [*forms, Switches(pairs=Pairs.ADDED)]


def _known_cells_kept() -> list[Switches]:
    kept = [(True, True, False), (True, False, False), (False, True, False), (False, True, True), (True, True, True)]
    return [
        Switches(keeps_safes=safes, keeps_mines=mines, subtracts=subtracts and mines, remarks=remarks)
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
    orders_of_marks = [
        Switches(iteration=Iteration.SKIPS_MARKS, larger_first=larger_first, settles_first=settles_first)
        for larger_first, settles_first in product(_BOTH, _BOTH)
    ]
    others = [iteration for iteration in Iteration if iteration not in (Iteration.SAFE, Iteration.SKIPS_MARKS)]
    return {
        Cause.INFERS_ONCE: _infers_once(),
        Cause.NO_SUBSET_RULE: [Switches(pairs=Pairs.NONE)],
        Cause.NEWEST_SUBSETS_ONLY: _newest_only(),
        Cause.MINES_NOT_SUBTRACTED: _with_false_sentences(Switches(subtracts=False)),
        Cause.KNOWN_CELLS_KEPT: _known_cells_kept(),
        Cause.BEYOND_EDGE: [Switches(beyond=beyond) for beyond in sides],
        Cause.CELL_ITSELF: [Switches(keeps_cell=True, remarks=remarks) for remarks in _BOTH],
        Cause.CHANGED_WHILE_ITERATED: [Switches(iteration=iteration) for iteration in others] + orders_of_marks,
        Cause.SHARED_SETS: _shared_sets(),
        Cause.MARKS_NOT_PASSED_ON: [Switches(passes=passes) for passes in reaches] + [Switches(first_only=True)],
    }


FORMS: Mapping[Cause, tuple[Switches, ...]] = MappingProxyType(
    {cause: tuple(dict.fromkeys(forms)) for cause, forms in _forms().items()}
)
"""For each cause the forms of its fault, without duplicates."""

"""Groups the faults of many games: what has the same key is one finding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from minesweeper_qt.model.audit.audited_game import AuditedGame
from minesweeper_qt.model.audit.fault import Fault, FaultKey
from minesweeper_qt.model.audit.finding import Cause
from minesweeper_qt.model.audit.finding_kind import FindingKind, Severity
from minesweeper_qt.model.audit.game_trace import Call
from minesweeper_qt.model.audit.move_comparison import NEVER_NONE


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """The faults with one key: of each game in which it occurs the first one, in the order of the games.

    ``cause`` is the likely cause, if one was found.

    >>> from minesweeper_qt.model.audit.symptom import Symptom
    >>> late, early = (
    ...     Fault.of(Symptom.SENTENCE_EMPTY, Severity.WEAKNESS, game, learned, (), "")
    ...     for game, learned in ((0, 9), (3, 2))
    ... )
    >>> found = FaultGroup(late.key, (late, early))
    >>> found.games, found.first.game, found.simplest.game
    ([0, 3], 0, 3)
    """

    key: FaultKey
    faults: tuple[Fault, ...]
    cause: Cause | None = None

    @property
    def games(self) -> list[int]:
        """The numbers of the games in which it occurs."""
        return sorted({fault.game for fault in self.faults})

    @property
    def first(self) -> Fault:
        """The fault in the first game in which it occurs."""
        return min(self.faults, key=lambda fault: (fault.game, fault.learned))

    @property
    def simplest(self) -> Fault:
        """The fault after the fewest observations."""
        return min(self.faults, key=lambda fault: (fault.learned, fault.game))


def grouped(games: Iterable[AuditedGame]) -> list[FaultGroup]:
    """Return the faults of ``games`` by their keys.

    Left out are faults that another one explains: a right verdict without a reason where the same kind of verdict is
    wrong in another game, a random move when no cell is left where random moves are wrong before, and a failure without
    a line where such failures have one.

    >>> grouped([])
    []
    """
    found: dict[FaultKey, list[Fault]] = {}
    for game in games:
        for fault in game.faults:
            found.setdefault(fault.key, []).append(fault)
    found = _with_joined_hangs(found)
    explained = {(key.kind, faults[0].symptom) for key, faults in found.items() if not _may_follow(key)}
    return [
        FaultGroup(key, tuple(faults))
        for key, faults in found.items()
        if not _may_follow(key) or (key.kind, faults[0].symptom) not in explained
    ]


def _with_joined_hangs(found: dict[FaultKey, list[Fault]]) -> dict[FaultKey, list[Fault]]:
    """Return the faults with those hangs as one that are in one loop, interrupted in different functions that it calls.

    A hang belongs to the outermost of its functions in which another hang of the same call was interrupted.
    """
    joined: dict[FaultKey, list[Fault]] = {}
    for key, faults in found.items():
        common = key
        if key.kind is FindingKind.TIMEOUT:
            call = key.place.split()[0]
            places = [f"{call} {line.function}" for line in faults[0].trace]
            common = next((other for other in (replace(key, place=place) for place in places) if other in found), key)
        joined.setdefault(common, []).extend(faults)
    return joined


def _may_follow(key: FaultKey) -> bool:
    """Return whether another fault of the same kind with the same symptom explains those with this key."""
    has_no_line = key.place in [call.value for call in Call]
    return key.severity is Severity.NOTE or key.place == NEVER_NONE or has_no_line


def merged(groups: Iterable[FaultGroup], causes: Mapping[FaultKey, Cause]) -> list[FaultGroup]:
    """Return the groups with their causes; those of one kind and severity with one cause become one.

    >>> merged([], {})
    []
    """
    found: dict[tuple[FindingKind, Severity, Cause] | FaultKey, FaultGroup] = {}
    for group in groups:
        cause = causes.get(group.key)
        common = group.key if cause is None else (group.key.kind, group.key.severity, cause)
        before = found.get(common)
        if before is None:
            found[common] = replace(group, cause=cause)
        else:
            found[common] = replace(before, faults=before.faults + group.faults)
    return list(found.values())

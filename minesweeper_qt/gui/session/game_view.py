"""The view of a game at one moment: now, or after any of its moves. It uses no Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Chances, Face, Look, Mark, face_of, mark_of
from minesweeper_qt.model import (
    AgentSnapshot,
    Board,
    Cell,
    Derivation,
    FirstClick,
    Moment,
    MovePicker,
    Playthrough,
    Position,
    Rules,
    State,
    Update,
)
from minesweeper_qt.model.knowledge.agent import SnapshotPicker
from minesweeper_qt.model.watch.knowledge_comparison import ComparedVerdict, KnowledgeComparison, RowKind


class PositionView(ABC):
    """A position, the knowledge of an agent about it, and the look of its cells; read-only.

    It is valid until the next signal of its board source. What it returns never changes. ``position`` is the position
    as the player sees it, which everything else here is about; ``snapshot`` is what the agent knows. ``comparison`` is
    what a student's agent and the reference know, ``None`` unless both are shown. ``uses_mine_count``: the agent is
    told the number of mines.
    """

    comparison: KnowledgeComparison | None = None
    uses_mine_count: bool = False

    def __init__(self, position: Position, snapshot: AgentSnapshot) -> None:
        self._position = position
        self._snapshot = snapshot

    @property
    def position(self) -> Position:
        """The position as the player sees it."""
        return self._position

    @property
    def snapshot(self) -> AgentSnapshot:
        """What the agent knows."""
        return self._snapshot

    @property
    def board(self) -> Board:
        """The geometry."""
        return self._position.board

    @abstractmethod
    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the mark and the chance of the overlays, whether or not these are on.

        Its reasoning level is added by the board model.
        """

    def looks(self, cells: Iterable[Cell]) -> Iterable[Look]:
        """Return how each of ``cells`` looks, as ``look`` does."""
        return map(self.look, cells)

    @abstractmethod
    def chance_text(self, cell: Cell) -> str:
        """Format the exact chance of ``cell``; empty unless it is covered and chances are enabled and known."""

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """The verdict on each cell that the agent settled, revealed cells included."""
        return self.snapshot.settled

    @property
    def sentences(self) -> tuple[Derivation, ...]:
        """The sentences in force, each with its derivation."""
        return self.snapshot.sentences

    @property
    def has_levels(self) -> bool:
        """True when levels of reasoning are meaningful: not before a protected first click, nor after the end."""
        return True

    @property
    def is_lost(self) -> bool:
        """True when the game shown is lost, so that its last position without an opened mine is a past moment."""
        return False

    @property
    def chances_are_stale(self) -> bool:
        """True when new chances are taking long, so that the old ones must be shown as stale."""
        return False


# Most cells have one of these looks, and to make a new one takes longer than to find out which it is.
_COVERED = Look(Face.COVERED)
_REVEALED = tuple(Look(Face.REVEALED, clue) for clue in range(9))
_MINES = (Face.MINE, Face.EXPLODED)


@dataclass(frozen=True, slots=True)
class ShownChances:
    """The ``chances`` to show with a position, ``None`` while there are none.

    ``are_current``: they are those of this position, not of an earlier one. ``are_stale``: they are earlier ones, and
    should look so, because new ones are taking long.
    """

    chances: Chances | None = None
    are_current: bool = False
    are_stale: bool = False


class GameView(PositionView):
    """A game and the agent's knowledge as they were at ``moment``, or as they are now if that is ``None``.

    ``shown`` are the chances to show; ``None`` while chances are not enabled. ``questions`` are the cells with a
    question mark of the player. ``comparison`` is what a student's agent and the reference know, if both are shown:
    then sentences and marks are those of both.

    Attributes: ``comparison``; ``moment``; ``state``, ``clues`` and ``flags``, as the player sees them.
    """

    def __init__(
        self,
        playthrough: Playthrough,
        moment: Moment | None = None,
        shown: ShownChances | None = None,
        questions: frozenset[Cell] = frozenset(),
        comparison: KnowledgeComparison | None = None,
    ) -> None:
        if moment is None:
            super().__init__(playthrough.position, playthrough.snapshot)
        else:
            super().__init__(moment.position, _snapshot_of(moment))
        self._playthrough = playthrough
        self.moment = moment
        self._shows_chances = shown is not None
        self._shown = shown or ShownChances()
        self._questions = questions
        self.comparison = comparison
        self.uses_mine_count = playthrough.uses_mine_count
        self._verdicts: Mapping[Cell, ComparedVerdict] = {} if comparison is None else comparison.verdicts
        self.state: State = playthrough.game.state if moment is None else moment.state
        self.clues: Mapping[Cell, int] = self._position.clues
        self.flags: Collection[Cell] = self._position.flags

    @property
    def sentences(self) -> tuple[Derivation, ...]:
        if self.comparison is None:
            return super().sentences
        return tuple([row.derivation for row in self.comparison.rows])

    @property
    def mines_left(self) -> int:
        """The mines minus the flags, which may be negative."""
        return self._position.mines - len(self.flags)

    @property
    def next_safe_cell(self) -> Cell | None:
        """The covered cell that the agent has known to be safe for the longest time; ``None`` if there is none."""
        safe = (cell for cell, verdict in self.settled.items() if not verdict.count and cell not in self.clues)
        return next(safe, None)

    @property
    def is_protected(self) -> bool:
        """True while the first click is protected, so that no chance and no level applies to it."""
        return self._playthrough.game.protects_first_click

    @property
    def has_levels(self) -> bool:
        return not self.state.is_over and not self.is_protected

    @property
    def is_lost(self) -> bool:
        return self.state is State.LOST

    def look(self, cell: Cell) -> Look:
        clue = self.clues.get(cell)
        if clue is not None:
            return self._revealed_look(cell, clue)
        face = self._face(cell)
        mark, difference = self._mark(cell, face)
        chances = self._shown.chances
        if chances is not None and face.is_closed:
            is_stale = not self._shown.are_current
            return Look(face, -1, mark, chances.rounded.get(cell), is_stale, difference=difference)
        if face is Face.COVERED and mark is Mark.NONE:
            return _COVERED
        return Look(face, -1, mark, difference=difference)

    def _revealed_look(self, cell: Cell, clue: int) -> Look:
        """Return how a revealed cell looks; it has a mark only where both agents do not know it to be safe."""
        verdict = self._verdicts.get(cell)
        if verdict is None or verdict.kind is RowKind.SAME:
            return _REVEALED[clue]
        return Look(Face.REVEALED, clue, Mark.MINE if verdict.is_mine else Mark.SAFE, difference=verdict.kind)

    def _mark(self, cell: Cell, face: Face) -> tuple[Mark, RowKind | None]:
        """Return the verdict on ``cell``, and how both agents stand to it if both are shown."""
        if self.comparison is None:
            return mark_of(cell, face, self._snapshot.safes, self._snapshot.mines), None
        verdict = self._verdicts.get(cell)
        # A mine that is laid open after a loss is marked only where the student's agent called it safe.
        if verdict is None or not (face.is_closed or (face in _MINES and verdict.kind is RowKind.WRONG)):
            return Mark.NONE, None
        return Mark.MINE if verdict.is_mine else Mark.SAFE, verdict.kind

    def looks(self, cells: Iterable[Cell]) -> Iterable[Look]:
        if self._shown.chances is not None or self.state.is_over or self.comparison is not None:
            return super().looks(cells)
        return self._plain_looks(cells)

    def _plain_looks(self, cells: Iterable[Cell]) -> Iterator[Look]:
        """Yield how ``cells`` look in a running game without chances: most of thousands without calling a function."""
        clues, safes, mines, flags = self.clues, self._snapshot.safes, self._snapshot.mines, self.flags
        questions = self._questions
        for cell in cells:
            if cell in clues:
                yield _REVEALED[clues[cell]]
            elif cell in safes or cell in mines or cell in flags or cell in questions:
                yield self.look(cell)
            else:
                yield _COVERED

    def _face(self, cell: Cell) -> Face:
        if self.moment is None:
            face = face_of(self._playthrough.game, cell)
            is_questioned = face is Face.COVERED and cell in self._questions and not self.state.is_over
            return Face.QUESTIONED if is_questioned else face
        return Face.FLAGGED if cell in self.flags else Face.COVERED

    def chance_text(self, cell: Cell) -> str:
        """Format the exact chance of ``cell``; before a protected first click, return that any cell is safe."""
        if self._shows_chances and self.is_protected:
            return status_text.FIRST_IS_SAFE
        chances = self.chances
        return "" if chances is None else status_text.cell_chance_text(cell, chances)

    @property
    def chances(self) -> Chances | None:
        """The chances of this position, if they are enabled and found; else ``None``."""
        return self._shown.chances if self._shown.are_current else None

    @property
    def chances_are_stale(self) -> bool:
        return self._shown.are_stale

    # -- what a strategy needs to choose a move here

    @property
    def rules(self) -> Rules:
        """The rules of the game, as far as they hold for the next move.

        Strategies must not count on a protected first click where it can hit a mine in spite of the rules.
        """
        rules = self._playthrough.game.rules
        return rules if self.is_protected else replace(rules, first_click=FirstClick.ANYTHING)

    @property
    def seed(self) -> int | None:
        """The seed of the game."""
        return self._playthrough.game.seed

    def picker(self) -> MovePicker:
        """Return the knowledge of the agent at this moment, to pick moves from it."""
        number = len(self._playthrough.game.history) if self.moment is None else self.moment.number
        # What is revealed is no move, also while the agent has yet to learn it.
        known = replace(self._snapshot, moves_made=frozenset(self.clues))
        return SnapshotPicker(known, self.board, f"known {self.seed} {number}")

    # -- changes

    def update(self, before: GameView, ai_cell: Cell | None = None) -> Update:
        """Return the update for views that show ``before``."""
        now, then = self.sentences, before.sentences
        here, there = set(now), set(then)
        return Update(
            self._changed_cells(before),
            tuple(derivation for derivation in now if derivation not in there),
            tuple(derivation for derivation in then if derivation not in here),
            ai_cell,
        )

    def _changed_cells(self, before: GameView) -> frozenset[Cell]:
        """Return the cells that look different than ``before``, or are shown for another reason."""
        cells = self.clues.keys() ^ before.clues.keys()
        cells |= set(self.flags) ^ set(before.flags)
        cells |= self._questions ^ before._questions
        cells |= self.snapshot.safes ^ before.snapshot.safes
        cells |= self.snapshot.mines ^ before.snapshot.mines
        cells |= {cell for cell, _ in self._verdicts.items() ^ before._verdicts.items()}
        if self.state is not before.state:
            # After the end the mines and the wrong flags are shown.
            cells |= self._playthrough.game.mines | set(self.flags) | set(before.flags)
        return frozenset(cells)


def _snapshot_of(moment: Moment) -> AgentSnapshot:
    return AgentSnapshot.of(moment.number, moment.sentences, moment.settled, moment.position.clues)

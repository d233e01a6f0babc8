"""Holds the source that boards and panels read, its frozen view of a position, and the selection in a window.

The position may be that of a game, of a past moment of it, or one under edit.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Announcement, Chance, Chances, Face, Look, Mark, face_of, mark_of
from minesweeper_qt.gui.session.levels import Levels
from minesweeper_qt.gui.session.worker import Worker
from minesweeper_qt.model import (
    AgentSnapshot,
    Board,
    Cell,
    Derivation,
    FirstClick,
    Guesses,
    Moment,
    MovePicker,
    Playthrough,
    Position,
    Reasoning,
    Rules,
    State,
    Update,
)
from minesweeper_qt.model.evidence.cell_text import CellText
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.knowledge.agent import SnapshotPicker
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedVerdict, KnowledgeComparison, RowKind

# Most cells have one of these looks, and to make a new one takes longer than to find out which it is.
_COVERED = Look(Face.COVERED)
_REVEALED = tuple(Look(Face.REVEALED, clue) for clue in range(9))
_MINES = (Face.MINE, Face.EXPLODED)


@dataclass(frozen=True, slots=True)
class ShownChances:
    """The ``chances`` to show with a position, ``None`` while there are none.

    ``are_current``: they are those of this position, not of an earlier one, which stay for a moment.
    """

    chances: Chances | None = None
    are_current: bool = False


@dataclass(frozen=True, eq=False)
class PositionView:
    """A ``position`` as the player sees it, what the agent knows of it (``snapshot``), and what else is shown of it.

    Two views are compared by what they have: another ``game`` has another number, and another ``agent``, by which all
    sentences are others.

    ``state`` is that of the game; ``is_live``: the game is shown as it is now; ``move``: the number of moves made.
    ``laid_open``: how covered cells look that are shown as mines or wrong flags. ``questions``: the cells with a
    question mark of the player. ``fatal``: the risk of the move that lost the game, if known. ``shown`` are the chances
    to show; ``None`` while chances are not enabled.
    ``comparison`` is what a student's agent and the reference know, if both are shown: then sentences and marks are
    those of both. ``uses_mine_count``: the agent is told the number of mines. ``is_protected``: the first click is, so
    that no chance and no level applies to it. ``is_impossible``: no layout agrees, so that verdicts mean nothing.
    ``rules`` and ``seed`` are those of the game, for the strategies; the rules as far as they hold for the next move.
    ``hint`` is its cell, if one is shown, ``hints`` the number of hints so far; ``ai_cell`` the cell that the AI has
    opened last since the view before; ``last_change``, the sentences that the last move or edit brought into force, and
    those that it removed.

    Of a game that is played: ``plays``, while the moves are shown one after the other; ``last_move``, the number of its
    last move, also while an earlier moment is shown; ``judged``, the numbers of the moves whose safety or risk became
    known since the view before; ``seconds`` at the moment shown; ``is_paused``; ``is_help_said``, that it has help;
    ``strategy``, by which the AI plays, and ``runs``, while Auto-play does; ``announcement`` of its next move;
    ``sought``, the cell to open once a board is found, ``may_give_up`` the search, and ``certified``, the hardest step
    of a board that needs no guess.
    """

    position: Position
    snapshot: AgentSnapshot
    state: State = State.PLAYING
    is_live: bool = True
    move: int = 0
    laid_open: Mapping[Cell, Face] = field(default_factory=dict)
    questions: frozenset[Cell] = frozenset()
    fatal: Chance | None = None
    shown: ShownChances | None = None
    comparison: KnowledgeComparison | None = None
    uses_mine_count: bool = False
    is_protected: bool = False
    is_impossible: bool = False
    rules: Rules = field(default_factory=Rules)
    seed: int | None = None
    game: int = 0
    agent: int = 0
    hint: Cell | None = None
    hints: int = 0
    ai_cell: Cell | None = None
    last_change: tuple[tuple[Derivation, ...], tuple[Derivation, ...]] = ((), ())
    plays: bool = False
    last_move: int = 0
    judged: tuple[int, ...] = ()
    seconds: int = 0
    is_paused: bool = False
    is_help_said: bool = False
    strategy: str = ""
    runs: bool = False
    announcement: Announcement | None = None
    sought: Cell | None = None
    may_give_up: bool = False
    certified: Reasoning | None = None

    @classmethod
    def of_game(
        cls,
        playthrough: Playthrough,
        moment: Moment | None = None,
        questions: frozenset[Cell] = frozenset(),
        comparison: KnowledgeComparison | None = None,
    ) -> PositionView:
        """Return the view of a game as it was at ``moment``, or as it is now if that is ``None``."""
        game, is_protected = playthrough.game, playthrough.game.protects_first_click
        position, snapshot, state = playthrough.position, playthrough.snapshot, game.state
        move = last_move = len(playthrough.history.turns)
        laid_open: Mapping[Cell, Face] = {}
        fatal = None
        if moment is not None:
            position, state, move = moment.position, moment.state, moment.number
            snapshot = AgentSnapshot.of(move, moment.sentences, moment.settled, position.clues)
        elif state.is_over:
            laid_open = {cell: face_of(game, cell) for cell in game.mines | position.flags}
            last = playthrough.history.turns[-1] if playthrough.history.turns else None
            if state is State.LOST and last is not None and last.risk is not None:
                fatal = Chance.of(last.risk)
        return cls(
            position,
            snapshot,
            state,
            moment is None,
            move,
            laid_open,
            frozenset() if state.is_over else questions,
            fatal,
            comparison=comparison,
            uses_mine_count=playthrough.uses_mine_count,
            is_protected=is_protected,
            # Strategies must not count on a protected first click where it can hit a mine in spite of the rules.
            rules=game.rules if is_protected else replace(game.rules, first_click=FirstClick.ANYTHING),
            seed=game.seed,
            last_move=last_move,
            is_paused=playthrough.is_paused,
        )

    @property
    def board(self) -> Board:
        """The geometry."""
        return self.position.board

    @property
    def clues(self) -> Mapping[Cell, int]:
        """The clues that the player sees."""
        return self.position.clues

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """The verdict on each cell that the agent settled, revealed cells included."""
        return self.snapshot.settled

    @cached_property
    def sentences(self) -> tuple[Derivation, ...]:
        """The sentences in force, each with its derivation."""
        if self.comparison is None:
            return self.snapshot.sentences
        return tuple([row.derivation for row in self.comparison.rows])

    @property
    def mines_left(self) -> int:
        """The mines minus the flags, which may be negative."""
        return self.position.mines - len(self.position.flags)

    @property
    def has_chances(self) -> bool:
        """True when chances are meaningful: not before a protected first click, nor after a win."""
        return self.state is not State.WON and not self.is_protected

    @property
    def has_levels(self) -> bool:
        """True when levels of reasoning are meaningful: not before a protected first click, nor after the end."""
        return not self.state.is_over and not self.is_protected

    @property
    def is_lost(self) -> bool:
        """True when the game shown is lost, so that its last position without an opened mine is a past moment."""
        return self.state is State.LOST

    @property
    def chances(self) -> Chances | None:
        """The chances of this position, if they are enabled and found; else ``None``."""
        return self.shown.chances if self.shown is not None and self.shown.are_current else None

    @property
    def chance_elsewhere(self) -> Chance | None:
        """The chance of the cells that touch no clue, if chances are enabled; before the first clue, of every cell."""
        shown = self.shown
        if shown is not None and self.is_blank:
            return Chance.of(Fraction(self.position.mines, len(self.board.cells)), is_elsewhere=True)
        return None if shown is None or shown.chances is None else shown.chances.elsewhere

    @property
    def is_guess_safe(self) -> bool:
        """True where any cell that is not a certain mine is safe: guesses are fair, and no cell is certainly safe.

        False while chances are not known.
        """
        chances = self.chances
        is_fair = self.rules.guesses is Guesses.FAIR and not self.state.is_over
        return is_fair and chances is not None and 0 < chances.least < 1

    @property
    def is_blank(self) -> bool:
        """True while nothing is known of any cell."""
        return not self.clues and not self.position.taken

    def picker(self) -> MovePicker:
        """Return the knowledge of the agent at this moment, to pick moves from it."""
        # What is revealed is no move, also while the agent has yet to learn it.
        known = replace(self.snapshot, moves_made=frozenset(self.clues))
        return SnapshotPicker(known, self.board, f"known {self.seed} {self.move}")

    # -- cells

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the mark and the chance of the overlays, whether or not these are on.

        Its reasoning level is added by the board model.
        """
        clue = self.position.clues.get(cell)
        verdict = self._verdicts.get(cell)
        if clue is not None:
            # A revealed cell has a mark only where both agents do not know it to be safe.
            if verdict is None or verdict.kind is RowKind.SAME:
                return _REVEALED[clue]
            return Look(Face.REVEALED, clue, Mark.MINE if verdict.is_mine else Mark.SAFE, difference=verdict.kind)
        face = self._face(cell)
        mark, difference = Mark.NONE, None
        if self.comparison is None:
            if not self.is_impossible:
                mark = mark_of(cell, face, self.snapshot.safes, self.snapshot.mines)
        elif verdict is not None and (face.is_closed or (face in _MINES and verdict.kind is RowKind.WRONG)):
            # A mine that is laid open after a loss is marked only where the student's agent called it safe.
            mark, difference = Mark.MINE if verdict.is_mine else Mark.SAFE, verdict.kind
        if face is Face.EXPLODED:
            return Look(face, -1, mark, self.fatal, difference=difference)
        if self.shown is not None and self.shown.chances is not None and (face.is_closed or face is Face.MINE):
            chance = self.shown.chances.rounded.get(cell)
            return Look(face, -1, mark, chance, difference=difference)
        if face is Face.COVERED and mark is Mark.NONE:
            return _COVERED
        return Look(face, -1, mark, difference=difference)

    def chance_text(self, cell: Cell) -> CellText:
        """Format the exact chance of ``cell``; empty unless it is covered and chances are enabled and known.

        Before a protected first click, return that any cell is safe.
        """
        if self.shown is not None and self.is_protected:
            return CellText.of(status_text.FIRST_IS_SAFE)
        if self.chances is None:
            return CellText()
        return status_text.cell_chance_text(cell, self.chances, is_guess_safe=self.is_guess_safe)

    @cached_property
    def _verdicts(self) -> Mapping[Cell, ComparedVerdict]:
        return {} if self.comparison is None else self.comparison.verdicts

    def _face(self, cell: Cell) -> Face:
        if cell in self.laid_open:
            return self.laid_open[cell]
        if cell in self.position.flags:
            return Face.FLAGGED
        return Face.QUESTIONED if cell in self.questions else Face.COVERED

    # -- changes

    def update(self, before: PositionView) -> Update:
        """Return what views of ``before``, a position on the same board, have to change."""
        return _update(before, self)


@lru_cache(maxsize=1)  # several views ask for the same
def _update(before: PositionView, now: PositionView) -> Update:
    here, there = set(now.sentences), set(before.sentences)
    # The sentence of the mine count comes first, as if the agent had learned it before any clue.
    added = sorted(
        (derivation for derivation in dict.fromkeys(now.sentences) if derivation not in there),
        key=lambda derivation: derivation.origin.rule is not Rule.MINE_COUNT,
    )
    removed = tuple(derivation for derivation in dict.fromkeys(before.sentences) if derivation not in here)
    # The cells that look different, or are shown for another reason.
    cells = {cell for cell, _ in now.clues.items() ^ before.clues.items()}
    cells |= now.position.flags ^ before.position.flags
    cells |= now.questions ^ before.questions
    cells |= now.snapshot.safes ^ before.snapshot.safes
    cells |= now.snapshot.mines ^ before.snapshot.mines
    cells |= {cell for cell, _ in now.laid_open.items() ^ before.laid_open.items()}
    if now.fatal != before.fatal:
        cells |= {cell for cell, face in now.laid_open.items() if face is Face.EXPLODED}
    cells |= {cell for cell, _ in now._verdicts.items() ^ before._verdicts.items()}
    return Update(frozenset(cells), tuple(added), removed)


class BoardSource(QObject):
    """Has a ``view`` of a position and of an agent's knowledge, and announces each change of it by one signal.

    What changes something calls ``touch``. The signal is ``changed(before, now)`` with two views, of which ``now`` is
    shown; who receives it compares what it shows of them, in any order.

    Attributes: ``view``; ``worker``, which computes for this source; ``levels``, the reasoning levels of the position
    shown.
    """

    changed = Signal(object, object)

    def __init__(self, view: PositionView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.worker = Worker()
        self.levels = Levels(self.worker, self)
        self._is_touched = self._is_announcing = False

    def touch(self) -> None:
        """Make the view of now, and announce it; while a change is announced, after that."""
        self._is_touched = True
        if self._is_announcing:
            return
        self._is_announcing = True
        try:
            while self._is_touched:
                self._is_touched = False
                before, self.view = self.view, self._make_view()
                self._update_levels()
                self.changed.emit(before, self.view)
        finally:
            self._is_announcing = False

    @abstractmethod
    def _make_view(self) -> PositionView:
        """Return the view of now; ``view`` is the one before."""

    @property
    def is_learning(self) -> bool:
        """True while the agent has yet to learn clues; a change is announced when it has learned them."""
        return False

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the move that added ``derivation``; 0 when it was there before the first move."""
        return derivation.move

    def set_chances_enabled(self, enabled: bool) -> None:
        """Set whether the chances of every position are found from now on, or of none; by default there are none."""

    def _update_levels(self) -> None:
        """Let the levels be those of the position shown, if they are requested and meaningful."""
        self.levels.update(self.view.position if self.view.has_levels else None)

    def shut_down(self) -> None:
        """Stop everything that runs: no signal is sent any more."""
        self.levels.close()
        self.worker.close()


class Selection(QObject):
    """The cell in question and what the user asks why about, which all views of a window share.

    To select a cell explains nothing: the question, whose answer is shown, stays until the user asks another one.
    Another game clears both, and another agent a question about a sentence: its derivation belongs to the agent before.

    A view reads it, follows its signals, and changes it by its slots. Attributes: ``cell``, the one in question;
    ``question``, the cell or the sentence that the user asked why about, often another cell. Signals:
    ``cell_changed(Cell | None)``, emitted only for a change; ``asked(Cell | Derivation | None)``, emitted also when the
    user asks the same question again.
    """

    cell_changed = Signal(object)
    asked = Signal(object)

    def __init__(self, source: BoardSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cell: Cell | None = None
        self.question: Cell | Derivation | None = None
        source.changed.connect(self._on_changed)

    def select_cell(self, cell: Cell | None) -> None:
        """Put ``cell`` into question, or no cell for ``None``."""
        if cell != self.cell:
            self.cell = cell
            self.cell_changed.emit(cell)

    def ask(self, cell: Cell) -> None:
        """Select ``cell`` and ask why it is safe or a mine."""
        self.select_cell(cell)
        self.question = cell
        self.asked.emit(cell)

    def ask_about_sentence(self, sentence: Derivation) -> None:
        """Ask why ``sentence`` holds; the selected cell stays selected."""
        self.question = sentence
        self.asked.emit(sentence)

    def withdraw_question(self) -> None:
        """Ask about nothing any more; the selected cell stays selected."""
        if self.question is not None:
            self.question = None
            self.asked.emit(None)

    def clear(self) -> None:
        """Put no cell into question, and ask about nothing."""
        self.select_cell(None)
        self.withdraw_question()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        if now.game != before.game:
            self.clear()
        elif now.agent != before.agent and isinstance(self.question, Derivation):
            self.withdraw_question()

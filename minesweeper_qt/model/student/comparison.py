"""Finds the faults in the trace of a game: wrong moves, sentences and verdicts, the first of each sort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.fault import Fault, FaultKey, MissingStep, StatedKnowledge
from minesweeper_qt.model.student.finding import FindingKind, Severity, Symptom
from minesweeper_qt.model.student.game_trace import Call, GameTrace, Step
from minesweeper_qt.model.student.student_state import FailureKind, StatedSentence, StudentFailure, StudentState
from minesweeper_qt.model.text.cell_text import joined, listed, short_sentence, verdict_text
from minesweeper_qt.model.text.number_text import counted, plural

ATTRIBUTES = ("moves_made", "mines", "safes", "sentences")
"""The attributes of ``StudentState`` that a method that picks a move must not change."""

NEVER_NONE = "never None"
"""The place of the fault that ``make_random_move`` returns a cell when none is left."""


class MoveComparison:
    """Compares the calls of an agent in one game with what it stated before, step by step.

    ``moved`` are the cells that were revealed so far.

    >>> comparison = MoveComparison(0, Board(1, 2))
    >>> before = StudentState(safes=frozenset({(0, 1)}))
    >>> [fault.text for fault in comparison.compare(Step(Call.SAFE_MOVE, None, None, before), before, 1)]
    ['make_safe_move() returned None, although (0, 1) is in safes and was not moved to']
    """

    def __init__(self, game: int, board: Board) -> None:
        self.moved: set[Cell] = set()
        self._game = game
        self._board = board

    def compare(self, step: Step, before: StudentState, learned: int) -> list[Fault]:
        """Return the faults of ``step``, before which the agent stated ``before``."""
        if step.observation is not None:
            self.moved.add(step.observation.cell)
            return list(self._learning(step, before, learned))
        if step.call is Call.SAFE_MOVE:
            return [*self._safe_move(step, before, learned), *self._changes(step, before, learned)]
        if step.call is Call.RANDOM_MOVE:
            return [*self._random_move(step, before, learned), *self._changes(step, before, learned)]
        return []

    def _error(self, symptom: Symptom, learned: int, text: str, cells: Collection[Cell] = (), place: str = "") -> Fault:
        return Fault.of(symptom, Severity.ERROR, self._game, learned, tuple(sorted(cells)), text, place)

    # -- what a method returns

    def _safe_move(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        cell = step.value
        returned = f"make_safe_move() returned {cell}"
        left = frozenset(other for other in before.safes - self.moved - before.mines if other in self._board)
        if cell is None:
            if left:
                text = f"{returned}, although {listed(left, 3)} {plural(len(left), 'is', 'are')} in safes"
                text += f" and {plural(len(left), 'was', 'were')} not moved to"
                yield self._error(Symptom.SAFE_MOVE_MISSING, learned, text, left)
            return
        wrong = self._wrong_move(cell, before)
        if cell in self._board and cell not in before.safes:
            wrong = "is not in safes"
        is_unsound = cell in before.safes and cell not in self._board  # which is a fault of its own
        if wrong and not is_unsound:
            yield self._wrong(Symptom.SAFE_MOVE_WRONG, learned, returned, wrong, cell)

    def _random_move(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        cell = step.value
        returned = f"make_random_move() returned {cell}"
        left = frozenset(other for other in self._board.cells if other not in self.moved and other not in before.mines)
        if cell is None:
            if left:
                text = f"{returned}, although {listed(left, 3)} {plural(len(left), 'is', 'are')} left"
                yield self._error(Symptom.RANDOM_MOVE_MISSING, learned, text, left)
            return
        wrong = self._wrong_move(cell, before)
        if not wrong and cell in before.mines:
            wrong = "is in mines"
        if wrong and not left:
            text = f"{returned}, which {wrong}; no cell is left, so it must return None"
            yield self._error(Symptom.RANDOM_MOVE_WRONG, learned, text, place=NEVER_NONE)
        elif wrong:
            yield self._wrong(Symptom.RANDOM_MOVE_WRONG, learned, returned, wrong, cell)

    def _wrong_move(self, value: object, before: StudentState) -> str:
        """Return what is wrong with a move whatever cells the agent knows; the empty string if nothing is.

        A move that was made before is not the fault of the method if the agent has not recorded it.
        """
        if not isinstance(value, tuple):
            return "is no pair (row, column)"
        if value not in self._board:
            return "is not on the board"
        return "was moved to before" if value in self.moved & before.moves_made else ""

    def _wrong(self, symptom: Symptom, learned: int, returned: str, wrong: str, value: object) -> Fault:
        cells = [value] if isinstance(value, tuple) else []
        return self._error(symptom, learned, f"{returned}, which {wrong}", cells, f"{symptom.value}: {wrong}")

    # -- what a method changes

    def _changes(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        """Yield a fault for each attribute that a call changed which must change none."""
        symptom = Symptom.SAFE_MOVE_CHANGES if step.call is Call.SAFE_MOVE else Symptom.RANDOM_MOVE_CHANGES
        for name in ATTRIBUTES:
            if getattr(step.state, name) != getattr(before, name):
                attribute = "knowledge" if name == "sentences" else name
                text = f"{step.call.value}() changes {attribute}, which it must not"
                yield self._error(symptom, learned, text, place=f"{step.call.value} {attribute}")

    def _learning(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        assert step.observation is not None
        cell, now = step.observation.cell, step.state
        call = f"add_knowledge({cell}, {step.observation.clue})"
        if cell not in now.moves_made:
            text = f"{call} does not add {cell} to moves_made"
            yield self._error(Symptom.MOVE_NOT_RECORDED, learned, text, [cell])
        lost = before.moves_made - now.moves_made
        other = now.moves_made - before.moves_made - {cell}
        if lost or other:
            what = f"removes {listed(lost, 3)} from" if lost else f"adds {listed(other, 3)} to"
            text = f"{call} {what} moves_made"
            yield self._error(Symptom.MOVE_NOT_RECORDED, learned, text, lost or other, "other moves")
        for name, taken_back in (("safes", before.safes - now.safes), ("mines", before.mines - now.mines)):
            if taken_back:
                text = f"{call} removes {listed(taken_back, 3)} from {name}"
                yield self._error(Symptom.VERDICT_TAKEN_BACK, learned, text, taken_back, f"taken from {name}")


GROWTH = 10
"""An agent with more than this number of sentences for each cell of the board has too many."""


class SentenceComparison:
    """Compares the sentences of an agent in one game, state by state.

    ``is_wrong`` becomes true with the first wrong sentence; no other wrong one is then reported, for they may follow
    from it.

    >>> comparison = SentenceComparison(0, Board(1, 2), frozenset({(0, 1)}))
    >>> stated = StudentState(sentences=(StatedSentence(frozenset({(0, 0), (0, 1)}), 2),))
    >>> [fault.text for fault in comparison.compare(stated, 1)]
    ['the sentence {(0, 0), (0, 1)} = 2 is wrong: 1 of these cells is a mine']
    """

    def __init__(self, game: int, board: Board, mines: frozenset[Cell]) -> None:
        self.is_wrong = False
        self._game = game
        self._board = board
        self._mines = mines
        self._right: set[StatedSentence] = set()

    def compare(self, state: StudentState, learned: int) -> list[Fault]:
        """Return the faults in the sentences of ``state``, which the agent stated after ``learned`` observations."""
        faults = [] if self.is_wrong else list(self._wrong(state, learned))
        self.is_wrong = self.is_wrong or bool(faults)
        return [*faults, *self._superfluous(state, learned)]

    def _wrong(self, state: StudentState, learned: int) -> Iterator[Fault]:
        """Yield the first sentence that is wrong, and the first that names a cell off the board."""
        new = [sentence for sentence in state.sentences if sentence not in self._right]
        wrong: dict[Symptom, Fault] = {}
        for sentence in new:
            outside = frozenset(cell for cell in sentence.cells if cell not in self._board)
            mines = len(sentence.cells & self._mines)
            shown = f"the sentence {short_sentence(sentence.cells, sentence.count)}"
            if outside:
                text = f"{shown} names {listed(outside)}, which {plural(len(outside), 'is', 'are')} not on the board"
                symptom = Symptom.SENTENCE_OFF_BOARD
            elif mines != sentence.count:
                text = (
                    f"{shown} is wrong: {mines or 'none'} of these cells {plural(mines or 1, 'is a mine', 'are mines')}"
                )
                symptom = Symptom.SENTENCE_WRONG
            else:
                self._right.add(sentence)
                continue
            cells = tuple(sorted(sentence.cells))
            wrong.setdefault(symptom, Fault.of(symptom, Severity.ERROR, self._game, learned, cells, text))
        yield from wrong.values()

    def _superfluous(self, state: StudentState, learned: int) -> Iterator[Fault]:
        def weakness(symptom: Symptom, text: str, cells: tuple[Cell, ...] = ()) -> Fault:
            return Fault.of(symptom, Severity.WEAKNESS, self._game, learned, cells, text)

        number = len(state.sentences)
        filled = [sentence for sentence in state.sentences if sentence.cells]
        if len(filled) < number:
            yield weakness(
                Symptom.SENTENCE_EMPTY, f"{counted(number - len(filled), 'sentence')} in knowledge without cells"
            )
        if len(set(filled)) < len(filled):
            ((sentence, times),) = Counter(filled).most_common(1)
            shown = short_sentence(sentence.cells, sentence.count)
            yield weakness(
                Symptom.SENTENCE_DOUBLE, f"{shown} is in knowledge {times} times", tuple(sorted(sentence.cells))
            )
        cells = len(self._board.cells)
        if number > GROWTH * cells:
            yield weakness(Symptom.SENTENCES_GROW, f"{number:,} sentences in knowledge on a board of {cells} cells")


class VerdictComparison:
    """Compares the verdicts of an agent in one game, observation by observation.

    ``mines`` is where the mines are. ``is_wrong`` becomes true with the first wrong verdict: what follows from that is
    no further fault, and nothing is compared any more. After one that is right by luck, no missing one is a fault.
    ``poll`` is called every few milliseconds; see ``Interruptible``.

    >>> comparison = VerdictComparison(0, Board(1, 2), frozenset({(0, 1)}))
    >>> [fault.text for fault in comparison.compare(None, StudentState(safes=frozenset({(0, 1)})))]
    ['(0, 1) is in safes, but is a mine']
    """

    def __init__(self, game: int, board: Board, mines: frozenset[Cell], poll: Poll | None = None) -> None:
        self.is_wrong = False
        self._game = game
        self._board = board
        self._cells = frozenset(board.cells)
        self._mines = mines
        self._reference = MinesweeperAI(board.height, board.width)
        self._reference.poll = poll
        self._engine = Engine()
        self._engine.counter.poll = poll
        self._clues: dict[Cell, int] = {}
        self._learned = 0
        self._missed: frozenset[Cell] = frozenset()
        self._judged: set[Cell] = set()
        self._was_lucky = False

    def compare(self, observation: Observation | None, state: StudentState) -> list[Fault]:
        """Let the reference learn ``observation``, if there is one, and return the faults in the agent's ``state``."""
        if self.is_wrong:
            return []
        if observation is not None:
            self._learned += 1
            self._clues[observation.cell] = observation.clue
            self._reference.add_knowledge(*observation)
        wrong = list(self._wrong(state))
        self.is_wrong = bool(wrong)
        lucky = [] if wrong else list(self._lucky(state))
        self._was_lucky = self._was_lucky or bool(lucky)
        return wrong or lucky or ([] if self._was_lucky else list(self._incomplete(state)))

    def _wrong(self, state: StudentState) -> Iterator[Fault]:
        for symptom, name, stated, truth in (
            (Symptom.WRONG_SAFE, "safes", state.safes, "a mine"),
            (Symptom.WRONG_MINE, "mines", state.mines, "safe"),
        ):
            outside = stated - self._cells
            wrong = stated & self._mines if name == "safes" else stated - outside - self._mines
            if wrong:
                text = f"{listed(wrong)} {plural(len(wrong), 'is', 'are')} in {name}, but {_is(wrong, truth)}"
                yield self._fault(symptom, Severity.ERROR, wrong, text)
            elif outside:
                text = f"{listed(outside)} {plural(len(outside), 'is', 'are')} in {name}, but not on the board"
                yield self._fault(symptom, Severity.ERROR, outside, text, f"{name} off the board")

    def _lucky(self, state: StudentState) -> Iterator[Fault]:
        """Yield the right verdicts that neither the clues nor the number of mines imply."""
        further_safes = state.safes - self._reference.safes - self._judged
        further_mines = state.mines - self._reference.mines - self._judged
        if not further_safes and not further_mines:
            return
        self._judged |= further_safes | further_mines
        board = self._board
        try:
            found = self._engine.solve(Position(board.height, board.width, len(self._mines), self._clues))
        except TooHard:
            return
        for symptom, name, lucky in (
            (Symptom.WRONG_SAFE, "safes", further_safes - found.safe),
            (Symptom.WRONG_MINE, "mines", further_mines - found.mines),
        ):
            if lucky:
                text = f"{listed(lucky)} {plural(len(lucky), 'is', 'are')} in {name}, but nothing seen says so"
                yield self._fault(symptom, Severity.NOTE, lucky, text, f"luck in {name}")

    def _incomplete(self, state: StudentState) -> Iterator[Fault]:
        """Yield the cells that the three rules settle since the last observation and the agent does not."""
        reference = self._reference
        missed = frozenset((reference.safes - state.safes) | (reference.mines - state.mines))
        new, self._missed = missed - self._missed, missed
        if not new:
            return
        knowledge = StatedKnowledge(state)
        for cell in sorted(new):
            verdict = reference.derivation(cell)
            assert verdict is not None
            step = MissingStep.of(verdict, knowledge)
            symptom = Symptom.MISSING_MINE if verdict.count else Symptom.MISSING_SAFE
            text = f"{verdict_text([cell], bool(verdict.count))}, but not in {'mines' if verdict.count else 'safes'}"
            yield self._fault(symptom, Severity.WEAKNESS, [cell], text, step.rule.value, step)

    def _fault(
        self,
        symptom: Symptom,
        severity: Severity,
        cells: frozenset[Cell] | list[Cell],
        text: str,
        place: str = "",
        step: MissingStep | None = None,
    ) -> Fault:
        return Fault.of(symptom, severity, self._game, self._learned, tuple(sorted(cells)), text, place, step)


def _is(cells: frozenset[Cell], what: str) -> str:
    """Return "is a mine", "are mines", "is safe" or "are safe".

    >>> _is(frozenset({(0, 0), (0, 1)}), "a mine")
    'are mines'
    """
    return verdict_text(cells, what == "a mine").removeprefix(listed(cells)).strip()


_FAILS = {
    Call.CREATE: Symptom.LEARNING_FAILS,
    Call.ADD_KNOWLEDGE: Symptom.LEARNING_FAILS,
    Call.SAFE_MOVE: Symptom.SAFE_MOVE_FAILS,
    Call.RANDOM_MOVE: Symptom.RANDOM_MOVE_FAILS,
}


def faults_of(trace: GameTrace) -> list[Fault]:
    """Return the faults of an agent in one game, in the order in which they happened.

    Of the faults that have the same key the first is returned. After a wrong verdict or sentence of the agent, its
    verdicts and sentences are no longer compared: what is wrong or missing then may follow from the first error. Moves
    are always compared with what the agent itself stated.

    >>> stated = StudentState(mines=frozenset({(0, 0)}))
    >>> step = Step(Call.CREATE, None, None, stated)
    >>> [fault.text for fault in faults_of(GameTrace(0, Board(1, 2), frozenset({(0, 1)}), (step,)))]
    ['(0, 0) is in mines, but is safe']
    """
    found: dict[FaultKey, Fault] = {}
    if trace.inherited is not None:
        fault = _inherited_fault(trace.game, trace.inherited)
        found[fault.key] = fault
    comparison = GameComparison(trace.board, trace.mines, trace.game)
    for step in trace.steps:
        for fault in comparison.compare(step):
            found.setdefault(fault.key, fault)
    if trace.failure is not None and trace.failed_call is not None:
        learned = comparison.learned + (trace.failed_call is Call.ADD_KNOWLEDGE)
        failed = failure_fault(trace.failure, trace.failed_call, trace.game, learned)
        found.setdefault(failed.key, failed)
    return list(found.values())


def _inherited_fault(game: int, inherited: StudentState) -> Fault:
    """Return the fault that a new agent knows what an earlier one has learned."""
    sizes = {
        "moves_made": len(inherited.moves_made),
        "mines": len(inherited.mines),
        "safes": len(inherited.safes),
        "knowledge": len(inherited.sentences),
    }
    names = joined([name for name, size in sizes.items() if size])
    text = (
        f"A new MinesweeperAI is not empty but has {names} of the game before: "
        "the attributes must be created in __init__, not in the class or as default arguments"
    )
    return Fault(FaultKey(FindingKind.MUTATION, Severity.ERROR, "inherited"), None, game, 0, (), text)


class GameComparison:
    """Compares the calls of an agent in one game, step by step, with the truth and with the reference.

    ``mines`` is where the mines are; they must not be moved any more. ``game`` is the number of the game from 0.
    ``poll`` is called every few milliseconds, and may raise an exception to end a comparison. ``learned`` is the number
    of observations so far. The first step is the creation of the agent.

    >>> from minesweeper_qt.model.game.minesweeper import Observation
    >>> comparison = GameComparison(Board(1, 2), frozenset({(0, 1)}))
    >>> comparison.compare(Step(Call.CREATE, None, None, StudentState()))
    []
    >>> step = Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 1), None, StudentState(frozenset({(0, 0)})))
    >>> [fault.text for fault in comparison.compare(step)]
    ['(0, 0) is safe, but not in safes', '(0, 1) is a mine, but not in mines']
    """

    def __init__(self, board: Board, mines: frozenset[Cell], game: int = 0, poll: Poll | None = None) -> None:
        self.learned = 0
        self._game = game
        self._before = StudentState()
        self._has_taken_back = False
        self._verdicts = VerdictComparison(game, board, mines, poll)
        self._sentences = SentenceComparison(game, board, mines)
        self._moves = MoveComparison(game, board)

    def compare(self, step: Step) -> list[Fault]:
        """Return the faults of the next step."""
        self.learned += step.observation is not None
        faults = [self._problem(problem) for problem in step.state.problems]
        moves = self._moves.compare(step, self._before, self.learned)
        if self._verdicts.is_wrong:
            moves = [fault for fault in moves if fault.symptom is not Symptom.VERDICT_TAKEN_BACK]
        self._has_taken_back |= any(fault.symptom is Symptom.VERDICT_TAKEN_BACK for fault in moves)
        faults += moves
        if step.call in (Call.CREATE, Call.ADD_KNOWLEDGE):
            faults += self._stated(step)
        self._before = step.state
        return faults

    def _stated(self, step: Step) -> list[Fault]:
        sentences = self._sentences.compare(step.state, self.learned)
        if self._verdicts.is_wrong:
            # A wrong verdict makes sentences wrong; one that is double or empty is a fault all the same.
            return [fault for fault in sentences if fault.key.severity is not Severity.ERROR]
        verdicts = self._verdicts.compare(step.observation, step.state)
        if self._sentences.is_wrong or self._has_taken_back:
            # What is missing from here on may follow from that; a verdict may still go wrong.
            verdicts = [fault for fault in verdicts if fault.key.severity is Severity.ERROR]
        return [*sentences, *verdicts]

    def _problem(self, problem: str) -> Fault:
        key = FaultKey(FindingKind.API, Severity.ERROR, problem)
        return Fault(key, None, self._game, self.learned, (), problem)


def is_slow(kind: FindingKind) -> bool:
    """Return whether failures of this kind take long, so that they should not be repeated for all games.

    >>> is_slow(FindingKind.TIMEOUT), is_slow(FindingKind.EXCEPTION)
    (True, False)
    """
    return kind in (FindingKind.TIMEOUT, FindingKind.MEMORY, FindingKind.OUTPUT)


def failure_fault(failure: StudentFailure, call: Call, game: int, learned: int) -> Fault:
    """Return the fault that a failed call is.

    Failures are one fault if they happen in the same line; hangs if they happen in the same function, since a loop that
    does not end is interrupted in any of its lines, and in methods such as ``__eq__`` that these use.

    >>> failure_fault(StudentFailure(FailureKind.EXIT, "the process ended"), Call.SAFE_MOVE, 0, 1).symptom
    <Symptom.SAFE_MOVE_FAILS: 'safe-move-fails'>
    """
    place = call.value
    if failure.trace:
        if failure.kind is FailureKind.TIMEOUT:
            place += next((f" {line.function}" for line in reversed(failure.trace) if line.function[:2] != "__"), "")
        else:
            place += f" {failure.trace[-1].file}:{failure.trace[-1].line}"
    key = FaultKey(FindingKind(failure.kind.value), Severity.ERROR, place)
    return Fault(key, _FAILS[call], game, learned, (), str(failure), failure.trace)

"""Compares the calls of an agent in one game with the truth and with the reference, and returns the faults of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import Poll, TooHard, never_interrupt
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.child import NO_CELLS
from minesweeper_qt.model.student.driver import Call, Step
from minesweeper_qt.model.student.fault import Fault, FaultKey, Form, MissingStep, StatedKnowledge, WrongMove
from minesweeper_qt.model.student.finding import Severity, Symptom
from minesweeper_qt.model.student.student_state import (
    FindingKind,
    StatedSentence,
    StudentFailure,
    StudentState,
    are_more_than_half_done,
)
from minesweeper_qt.model.words import are_text, counted, listed, plural, short_sentence, verdict_text

GROWTH = 10
"""An agent with more than this number of sentences for each cell of the board has too many."""

_FORBIDDEN = {Call.SAFE_MOVE: ("moves_made", "mines", "safes"), Call.RANDOM_MOVE: ("mines", "safes")}
"""The attributes that a method must not change; the course does not say so of the others."""


class GameComparison:
    """Compares the calls of an agent in one game, step by step, with the truth and with the reference.

    ``game`` is the number of the game from 0. ``poll`` is called every few milliseconds, and may raise an exception to
    end a comparison; see ``Poll``. The first step is the creation of the agent. After the first wrong verdict
    or sentence, verdicts and sentences are compared no more, and after a verdict that is right by luck, no missing one
    is a fault: what is wrong or missing then may follow from that. Moves are always compared with what the agent itself
    stated. ``learned`` is the number of observations so far, ``moved`` are their cells.

    >>> from minesweeper_qt.model.game.minesweeper import Observation
    >>> comparison = GameComparison(Board(1, 2))
    >>> comparison.compare(Step(Call.CREATE, None, None, StudentState()))
    []
    >>> step = Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 1), None, StudentState(frozenset({(0, 0)})))
    >>> [fault.text for fault in comparison.compare(step, mines=frozenset({(0, 1)}))]
    ['(0, 0) is safe, but not in safes', '(0, 1) is a mine, but not in mines']
    """

    def __init__(self, board: Board, game: int = 0, poll: Poll = never_interrupt) -> None:
        self.learned = 0
        self.moved: set[Cell] = set()
        self._board = board
        self._cells = frozenset(board.cells)
        self._game = game
        self._step = Step(Call.CREATE, None, None, StudentState())
        self._reference = MinesweeperAI(board.height, board.width)
        self._reference.knowledge_base.poll = poll
        self._engine = Engine()
        self._engine.counter.poll = poll
        self._clues: dict[Cell, int] = {}
        self._right: set[StatedSentence] = set()
        """The sentences that are right."""
        self._missed: frozenset[Cell] = frozenset()
        self._judged: set[Cell] = set()
        self._taken_back: set[Cell] = set()
        self._has_wrong_verdict = self._has_wrong_sentence = self._was_lucky = self._has_lost_verdict = False
        self._lasting: set[object] = set()
        """What is reported once in a game: problems, and sentences that are superfluous."""

    def compare(self, step: Step, mines: frozenset[Cell] | None = None) -> list[Fault]:
        """Return the faults of the next step.

        ``mines`` is where the mines are, needed for observations: they are fixed from the first one on. Without them,
        only what the truth is not needed for is compared.
        """
        before, self._step = self._step.state, step
        seen = step.observation
        self.learned += seen is not None
        if step.failure is not None:
            return [*self._left_behind(step.failure, mines), self._failure(step.failure)]
        faults = [self._problem(*problem) for problem in step.state.problems if self._is_new(problem[0])]
        if step.call in _FORBIDDEN:
            return [*faults, *self._move(before), *self._changes(before)]
        if seen is not None:
            self.moved.add(seen.cell)
            self._clues[seen.cell] = seen.clue
            faults += self._moves_made(before)
            if not self._has_wrong_verdict:
                faults += self._lost(before)
            faults += self._superfluous()
            if not self._has_wrong_verdict:
                # The wrong sentences are looked at before the verdicts, and reported with them.
                wrong = list(self._wrong_sentences(mines)) if mines is not None else []
                self._reference.add_knowledge(*seen)
                faults += [*wrong, *self._verdicts(mines)]
        return faults

    def _fault(
        self,
        symptom: Symptom,
        severity: Severity,
        text: str,
        cells: Collection[Cell] = (),
        form: Form | WrongMove | Rule | None = None,
        place: tuple[object, ...] = (),
        steps: tuple[MissingStep, ...] = (),
    ) -> Fault:
        """Return a fault of the present step; its form is the symptom itself unless it is given."""
        assert symptom.kind is not None
        key = FaultKey(symptom.kind, severity, form or symptom, place)
        step = self._step
        ordered = tuple(sorted(cells))
        return Fault(key, symptom, step.call, step.observation, self._game, self.learned, ordered, text, steps=steps)

    def _is_new(self, what: object) -> bool:
        is_new = what not in self._lasting
        self._lasting.add(what)
        return is_new

    def _problem(self, sort: str, text: str) -> Fault:
        key = FaultKey(FindingKind.API, Severity.ERROR, None, (sort,))
        symptom = Symptom.NO_CELLS if sort == NO_CELLS else None
        return Fault(key, symptom, self._step.call, self._step.observation, self._game, self.learned, text=text)

    def _failure(self, failure: StudentFailure) -> Fault:
        call, seen = self._step.call, self._step.observation
        key = FaultKey(failure.kind, Severity.ERROR, None, _failure_place(failure, call))
        symptom = Symptom[f"{call.name}_FAILS"] if call in _FORBIDDEN else Symptom.LEARNING_FAILS
        return Fault(key, symptom, call, seen, self._game, self.learned, (), str(failure), failure.trace)

    def _left_behind(self, failure: StudentFailure, mines: frozenset[Cell] | None) -> Iterator[Fault]:
        """Yield what is wrong in the state that a failed call left; one sentence may have been changed in part."""
        if failure.state is None or mines is None or self._has_wrong_verdict:
            return
        wrong = [
            sentence
            for sentence in failure.state.sentences
            if sentence.cells - self._cells or len(sentence.cells & mines) != sentence.count
        ]
        if are_more_than_half_done(wrong):
            yield from self._wrong_sentences(mines)
        yield from self._wrong_verdicts(mines)

    # -- what a method returns and changes

    def _move(self, before: StudentState) -> Iterator[Fault]:
        call, cell, is_safe = self._step.call, self._step.value, self._step.call is Call.SAFE_MOVE
        text = f"{call.value}() returned {cell}"
        left = (before.safes & self._cells if is_safe else self._cells) - self.moved - before.mines
        wrong = self._wrong_move(cell, before)
        if cell is None and left:
            where = f"in safes and {plural(len(left), 'was', 'were')} not moved to" if is_safe else "left"
            text += f", although {listed(left, 3)} {plural(len(left), 'is', 'are')} {where}"
            yield self._fault(Symptom[f"{call.name}_MISSING"], Severity.ERROR, text, left)
        elif wrong is not None and not is_safe and not left:
            text += f", which {wrong.value}; no cell is left, so it must return None"
            yield self._fault(Symptom.RANDOM_MOVE_WRONG, Severity.ERROR, text, form=Form.NEVER_NONE)
        elif wrong is not None:
            cells = [cell] if isinstance(cell, tuple) else []
            symptom, text = Symptom[f"{call.name}_WRONG"], f"{text}, which {wrong.value}"
            yield self._fault(symptom, Severity.ERROR, text, cells, wrong, (call,))

    def _wrong_move(self, value: object, before: StudentState) -> WrongMove | None:
        """Return what is wrong with a move; ``None`` if nothing is.

        A move that was made before is not the fault of the method if the agent has not recorded it, and a safe cell off
        the board is a fault of its own.
        """
        is_safe = self._step.call is Call.SAFE_MOVE
        if value is None or (is_safe and value in before.safes - self._cells):
            return None
        if not isinstance(value, tuple):
            return WrongMove.NO_CELL
        if value not in self._board:
            return WrongMove.OFF_BOARD
        if is_safe and value not in before.safes:
            return WrongMove.NOT_IN_SAFES
        if value in self.moved & before.moves_made:
            return WrongMove.REPEATED
        return WrongMove.IN_MINES if not is_safe and value in before.mines else None

    def _changes(self, before: StudentState) -> Iterator[Fault]:
        """Yield a fault for each attribute that a call has changed which picks a move; a note where that is allowed."""
        call = self._step.call
        for name in ("moves_made", "mines", "safes", "sentences"):
            if getattr(self._step.state, name) != getattr(before, name):
                attribute = "knowledge" if name == "sentences" else name
                is_forbidden = name in _FORBIDDEN[call]
                text = f"{call.value}() changes {attribute}{', which it must not' if is_forbidden else ''}"
                severity = Severity.ERROR if is_forbidden else Severity.NOTE
                yield self._fault(Symptom[f"{call.name}_CHANGES"], severity, text, place=(attribute,))

    # -- what add_knowledge records and loses

    def _moves_made(self, before: StudentState) -> Iterator[Fault]:
        assert self._step.observation is not None
        (cell, clue), now = self._step.observation, self._step.state
        call = f"add_knowledge({cell}, {clue})"
        if cell not in now.moves_made:
            text = f"{call} does not add {cell} to moves_made"
            yield self._fault(Symptom.MOVE_NOT_RECORDED, Severity.ERROR, text, [cell])
        lost = before.moves_made - now.moves_made
        other = now.moves_made - before.moves_made - {cell}
        if lost or other:
            what = f"removes {listed(lost, 3)} from" if lost else f"adds {listed(other, 3)} to"
            text = f"{call} {what} moves_made"
            yield self._fault(Symptom.MOVE_NOT_RECORDED, Severity.ERROR, text, lost or other, Form.OTHER_MOVES)

    def _lost(self, before: StudentState) -> Iterator[Fault]:
        """Yield the verdicts that were taken back; of revealed cells that is a note, for nothing is lost by it."""
        assert self._step.observation is not None
        cell, clue = self._step.observation
        now = self._step.state
        for name, form, lost in (
            ("safes", Form.SAFE_TAKEN_BACK, before.safes - now.safes),
            ("mines", Form.MINE_TAKEN_BACK, before.mines - now.mines),
        ):
            if lost:
                is_harmless = name == "safes" and lost <= self.moved
                self._has_lost_verdict |= not is_harmless
                self._taken_back |= lost
                text = f"add_knowledge({cell}, {clue}) removes {listed(lost, 3)} from {name}"
                severity = Severity.NOTE if is_harmless else Severity.ERROR
                form = Form.REVEALED_TAKEN_BACK if is_harmless else form
                yield self._fault(Symptom.VERDICT_TAKEN_BACK, severity, text, lost, form)

    # -- sentences

    def _wrong_sentences(self, mines: frozenset[Cell]) -> Iterator[Fault]:
        """Yield the first sentence that is wrong, and the first that names a cell off the board."""
        if self._has_wrong_sentence:
            return
        wrong: dict[Symptom, Fault] = {}
        for sentence in self._step.state.sentences:
            if sentence in self._right:
                continue
            outside = sentence.cells - self._cells
            number = len(sentence.cells & mines)
            shown = f"the sentence {short_sentence(sentence.cells, sentence.count)}"
            if outside:
                text = f"{shown} names {listed(outside)}, which {plural(len(outside), 'is', 'are')} not on the board"
                symptom = Symptom.SENTENCE_OFF_BOARD
            elif number != sentence.count:
                are = plural(number or 1, "is a mine", "are mines")
                text, symptom = f"{shown} is wrong: {number or 'none'} of these cells {are}", Symptom.SENTENCE_WRONG
            else:
                self._right.add(sentence)
                continue
            wrong.setdefault(symptom, self._fault(symptom, Severity.ERROR, text, sentence.cells))
        self._has_wrong_sentence = bool(wrong)
        yield from wrong.values()

    def _superfluous(self) -> Iterator[Fault]:
        """Yield that sentences are empty, double or too many, each once in a game."""
        sentences = self._step.state.sentences
        number, cells = len(sentences), len(self._cells)
        filled = [sentence for sentence in sentences if sentence.cells]
        if len(filled) < number and self._is_new(Symptom.SENTENCE_EMPTY):
            text = f"{counted(number - len(filled), 'sentence')} in knowledge without cells"
            yield self._fault(Symptom.SENTENCE_EMPTY, Severity.NOTE, text)
        if len(set(filled)) < len(filled) and self._is_new(Symptom.SENTENCE_DOUBLE):
            ((sentence, times),) = Counter(filled).most_common(1)
            text = f"{short_sentence(sentence.cells, sentence.count)} is in knowledge {times} times"
            yield self._fault(Symptom.SENTENCE_DOUBLE, Severity.NOTE, text, sentence.cells)
        if number > GROWTH * cells and self._is_new(Symptom.SENTENCES_GROW):
            text = f"{number:,} sentences in knowledge on a board of {cells} cells"
            yield self._fault(Symptom.SENTENCES_GROW, Severity.WEAKNESS, text)

    # -- verdicts

    def _verdicts(self, mines: frozenset[Cell] | None) -> list[Fault]:
        wrong = [] if mines is None else list(self._wrong_verdicts(mines))
        if wrong:
            self._has_wrong_verdict = True
            return wrong
        # What is missing after a wrong sentence may follow from that; a verdict may still go wrong.
        if self._has_wrong_sentence or self._has_lost_verdict:
            return []
        lucky = [] if mines is None else list(self._lucky(mines))
        self._was_lucky |= bool(lucky)
        return lucky or ([] if self._was_lucky else self._missing())

    def _wrong_verdicts(self, mines: frozenset[Cell]) -> Iterator[Fault]:
        state = self._step.state
        for symptom, form, name, stated, wrong, truth in (
            (Symptom.WRONG_SAFE, Form.SAFES_OFF_BOARD, "safes", state.safes, state.safes & mines, True),
            (Symptom.WRONG_MINE, Form.MINES_OFF_BOARD, "mines", state.mines, state.mines & self._cells - mines, False),
        ):
            outside = stated - self._cells
            if wrong:
                text = f"{listed(wrong)} {plural(len(wrong), 'is', 'are')} in {name}, but {are_text(len(wrong), truth)}"
                yield self._fault(symptom, Severity.ERROR, text, wrong)
            elif outside:
                text = f"{listed(outside)} {plural(len(outside), 'is', 'are')} in {name}, but not on the board"
                yield self._fault(symptom, Severity.ERROR, text, outside, form)

    def _lucky(self, mines: frozenset[Cell]) -> Iterator[Fault]:
        """Yield the right verdicts that neither the clues nor the number of mines imply."""
        state = self._step.state
        safes = state.safes - self._reference.safes - self._judged
        mine_cells = state.mines - self._reference.mines - self._judged
        if not safes and not mine_cells:
            return
        self._judged |= safes | mine_cells
        board = self._board
        try:
            found = self._engine.solve(Position(board.height, board.width, len(mines), self._clues))
        except TooHard:
            return
        for symptom, form, name, lucky in (
            (Symptom.WRONG_SAFE, Form.LUCKY_SAFE, "safes", safes - found.safe),
            (Symptom.WRONG_MINE, Form.LUCKY_MINE, "mines", mine_cells - found.mines),
        ):
            if lucky:
                text = f"{listed(lucky)} {plural(len(lucky), 'is', 'are')} in {name}, but nothing seen says so"
                yield self._fault(symptom, Severity.NOTE, text, lucky, form)

    def _missing(self) -> list[Fault]:
        """Return the cells that the three rules settle since the last observation and the agent does not.

        Those of one sort that lack a step by the same rule are one fault.
        """
        reference, state = self._reference, self._step.state
        missed = (reference.safes - state.safes) | (reference.mines - state.mines)
        new, self._missed = missed - self._missed - self._taken_back, frozenset(missed)
        knowledge = StatedKnowledge(state) if new else None
        found: dict[tuple[Symptom, Rule], dict[Cell, MissingStep]] = {}
        for cell in sorted(new):
            verdict = reference.derivation(cell)
            assert verdict is not None
            assert knowledge is not None
            step = MissingStep.of(verdict, knowledge)
            symptom = Symptom.MISSING_MINE if verdict.count else Symptom.MISSING_SAFE
            found.setdefault((symptom, step.rule), {})[cell] = step
        faults = []
        for (symptom, rule), steps in found.items():
            is_mine = symptom is Symptom.MISSING_MINE
            text = f"{verdict_text(steps, is_mine)}, but not in {'mines' if is_mine else 'safes'}"
            faults.append(self._fault(symptom, Severity.WEAKNESS, text, steps, rule, steps=tuple(steps.values())))
        return faults


def _failure_place(failure: StudentFailure, call: Call) -> tuple[object, ...]:
    """Return what failures have in common that are one fault.

    Those that happen in the same line. Where a loop is interrupted, and where memory or a recursion ends, is a matter
    of chance.
    """
    if failure.kind is FindingKind.MEMORY:
        return ()
    if failure.error == RecursionError.__name__:
        return call, failure.error
    if failure.kind is FindingKind.TIMEOUT or not failure.trace:
        return (call,)
    return call, failure.trace[-1].file, failure.trace[-1].line

"""A fault: how an agent erred in one game; for a missing verdict, with the first step of its derivation not taken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.finding import Severity, Symptom
from minesweeper_qt.model.student.student_state import FindingKind, SourceLine, StatedSentence, StudentState


class StepStanding(Enum):
    """How a step of a derivation stands in an agent's knowledge; the value says it in words.

    >>> StepStanding.MISSING.value
    'missing'
    """

    KNOWN = "known"
    UNREDUCED = "known, with settled cells left in"
    MISSING = "missing"


class StatedKnowledge:
    """What an agent stated at one moment, in a form in which the steps of a derivation are found.

    A sentence counts as known, too, if the agent has taken out cells that it calls safe or mines, and if it is the sum
    of sentences without a common cell.

    >>> stated = StudentState(safes=frozenset({(0, 0)}), sentences=(StatedSentence(frozenset({(0, 1)}), 1),))
    >>> knowledge = StatedKnowledge(stated)
    >>> knowledge.sentence(frozenset({(0, 0), (0, 1)}), 1), knowledge.sentence(frozenset({(0, 2)}), 0)
    (<StepStanding.KNOWN: 'known'>, <StepStanding.MISSING: 'missing'>)
    """

    def __init__(self, state: StudentState) -> None:
        self.without_settled = state.without_settled
        self._state = state
        self._stated = frozenset(state.sentences)
        self._reduced = {
            self.without_settled(sentence.cells, sentence.count): sentence
            for sentence in state.sentences
            if sentence.cells
        }
        """Each sentence without its settled cells, with one that it is made of."""

    def standing(self, derivation: Derivation) -> StepStanding:
        """Return how the verdict or sentence of ``derivation`` stands in the agent's knowledge."""
        if not derivation.is_verdict:
            return self.sentence(derivation.cells, derivation.count)
        settled = self._state.mines if derivation.count else self._state.safes
        return StepStanding.KNOWN if derivation.cells <= settled else StepStanding.MISSING

    def sentence(self, cells: frozenset[Cell], count: int) -> StepStanding:
        """Return how the sentence ``cells`` = ``count`` stands in the agent's knowledge."""
        rest = self.without_settled(cells, count)
        if not rest.cells or rest in self._stated:
            return StepStanding.KNOWN
        if rest in self._reduced:
            return StepStanding.UNREDUCED
        return StepStanding.KNOWN if self._is_sum(rest) else StepStanding.MISSING

    def stated_as(self, cells: frozenset[Cell], count: int) -> StatedSentence | None:
        """Return the agent's own sentence that the sentence ``cells`` = ``count`` is without settled cells.

        ``None`` if it is missing, or the sum of several.
        """
        rest = self.without_settled(cells, count)
        return rest if rest in self._stated else self._reduced.get(rest)

    def _is_sum(self, whole: StatedSentence) -> bool:
        """Return whether sentences without a common cell make up ``whole``."""
        if not whole.cells:
            return whole.count == 0
        first = min(whole.cells)
        return any(
            self._is_sum(StatedSentence(whole.cells - part.cells, whole.count - part.count))
            for part in self._reduced
            if first in part.cells and part.cells <= whole.cells and 0 <= part.count <= whole.count
        )


@dataclass(frozen=True, slots=True)
class StepPremise:
    """A premise of a missing step: ``cells`` hold ``count`` mines, as the agent has it, without settled cells.

    ``clue`` is the revealed cell whose clue it states, ``None`` if it was inferred. ``stated`` is the agent's own
    sentence, which may have settled cells left in; ``None`` for a verdict, and for the sum of several sentences.
    """

    cells: frozenset[Cell]
    count: int
    clue: Cell | None
    standing: StepStanding
    stated: StatedSentence | None


@dataclass(frozen=True, slots=True)
class MissingStep:
    """The step that an agent did not take although all its premises stand in its knowledge.

    ``rule`` is the rule that it did not apply: ``Rule.SETTLED`` where a premise has settled cells left in, from which
    the step follows by ``conclusion_rule``. The conclusion is that ``cells`` hold ``count`` mines, without the cells
    that the agent has settled; ``is_verdict`` if it settles a cell, ``is_chained`` if another conclusion from the same
    observation is among its premises. ``clue`` is the cell of a clue whose sentence this is.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> step = MissingStep.of(ai.derivation((0, 1)), StatedKnowledge(StudentState()))
    >>> step.rule.value, sorted(step.cells), step.count, step.clue
    ('clue', [(0, 1)], 1, (0, 0))
    """

    rule: Rule
    conclusion_rule: Rule
    cells: frozenset[Cell]
    count: int
    is_verdict: bool
    clue: Cell | None
    premises: tuple[StepPremise, ...]
    is_chained: bool = False

    @classmethod
    def of(cls, derivation: Derivation, knowledge: StatedKnowledge) -> MissingStep:
        """Return the step that is missing first of ``derivation``, which is missing in ``knowledge``."""
        step = missing_step(derivation, knowledge)
        conclusion = StatedSentence(step.cells, step.count)
        if not step.is_verdict:
            conclusion = knowledge.without_settled(step.cells, step.count)
        return cls(
            missing_rule(step, knowledge),
            step.rule,
            conclusion.cells,
            conclusion.count,
            step.is_verdict,
            step.clue,
            tuple(_premise(premise, knowledge) for premise in step.premises),
            any(_is_concluded(premise, step.move) for premise in step.premises),
        )


def _is_concluded(premise: Derivation, move: int) -> bool:
    """Return whether a premise was concluded at an observation, and is not what that observation says itself."""
    if premise.rule is Rule.SETTLED:
        return any(_is_concluded(other, move) for other in premise.premises)
    return premise.move == move and premise.rule not in (Rule.CLUE, Rule.REVEALED)


def _premise(premise: Derivation, knowledge: StatedKnowledge) -> StepPremise:
    standing = knowledge.standing(premise)
    if premise.is_verdict:
        return StepPremise(premise.cells, premise.count, None, standing, None)
    rest = knowledge.without_settled(premise.cells, premise.count)
    stated = knowledge.stated_as(premise.cells, premise.count)
    return StepPremise(rest.cells, rest.count, premise.clue, standing, stated)


def missing_step(derivation: Derivation, knowledge: StatedKnowledge) -> Derivation:
    """Return the first step of ``derivation`` that is missing in ``knowledge``, which has all its premises.

    The agent could have taken that step. ``derivation`` itself is missing; it is the step if no premise is.
    """
    step = derivation
    while True:
        before = next((other for other in step.premises if knowledge.standing(other) is StepStanding.MISSING), None)
        if before is None:
            return step
        step = before


def missing_rule(step: Derivation, knowledge: StatedKnowledge) -> Rule:
    """Return the rule that an agent did not apply to take ``step``.

    It is ``Rule.SETTLED`` where the agent has a premise with settled cells left in it.
    """
    if any(knowledge.standing(premise) is StepStanding.UNREDUCED for premise in step.premises):
        return Rule.SETTLED
    return step.rule


class Form(Enum):
    """The forms of a symptom that have another headline, which is the value; see ``Symptom.headline``.

    >>> Form.NEVER_NONE.value
    'makes a random move when no cell is left, instead of returning None'
    """

    SAFES_OFF_BOARD = "puts cells into safes that are not on the board"
    MINES_OFF_BOARD = "puts cells into mines that are not on the board"
    LUCKY_SAFE = "puts a cell into safes before anything says so; it was right by luck"
    LUCKY_MINE = "puts a cell into mines before anything says so; it was right by luck"
    NEVER_NONE = "makes a random move when no cell is left, instead of returning None"
    OTHER_MOVES = "changes other cells in moves_made when it learns a clue"
    SAFE_TAKEN_BACK = "takes a cell out of safes again"
    MINE_TAKEN_BACK = "takes a cell out of mines again"
    REVEALED_TAKEN_BACK = ""


OFF_BOARD = (Form.SAFES_OFF_BOARD, Form.MINES_OFF_BOARD)


class WrongMove(Enum):
    """What is wrong with a move; the value says it, as the end of a clause about what a method returned.

    >>> WrongMove.IN_MINES.value
    'is in mines'
    """

    NO_CELL = "is not a pair (row, column)"
    OFF_BOARD = "is not on the board"
    REPEATED = "was moved to before"
    NOT_IN_SAFES = "is not in safes"
    IN_MINES = "is in mines"


@dataclass(frozen=True, slots=True)
class FaultKey:
    """What faults have in common that are one finding.

    ``form`` is how the agent errs: the symptom or a form of it, what is wrong with a move, or the rule that was not
    applied; ``None`` for a call that failed and for what can't be read. ``place`` is where in the agent that is, where
    it tells faults apart: the call, with the function or the line, or the attribute.

    >>> FaultKey(FindingKind.INCOMPLETE, Severity.WEAKNESS, Rule.SUBSET).form.value
    'subset'
    """

    kind: FindingKind
    severity: Severity
    form: Symptom | Form | WrongMove | Rule | None
    place: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of an agent in one game, at one call.

    ``symptom`` is ``None`` for what no few observations can show, such as an attribute that is missing. ``call`` is the
    call, ``observation`` what ``add_knowledge`` was called with, else ``None``. ``game`` is the number of the game from
    0, ``learned`` how many observations the agent had been given by then, with the one of this call. ``cells`` are the
    cells about which it errs, in reading order. ``text`` says what was wrong, as a clause for people. ``trace`` holds
    the student's own lines, if there are some. ``steps`` are what the agent did not conclude where verdicts are
    missing, one for each cell.

    >>> key = FaultKey(FindingKind.UNSOUND, Severity.ERROR, Symptom.WRONG_SAFE)
    >>> text = "(0, 1) is in safes, but it is a mine"
    >>> Fault(key, Symptom.WRONG_SAFE, Call.ADD_KNOWLEDGE, Observation((0, 0), 1), learned=3, text=text).game
    0
    """

    key: FaultKey
    symptom: Symptom | None
    call: Call
    observation: Observation | None = None
    game: int = 0
    learned: int = 0
    cells: tuple[Cell, ...] = ()
    text: str = ""
    trace: tuple[SourceLine, ...] = ()
    steps: tuple[MissingStep, ...] = ()

    @property
    def is_endless(self) -> bool:
        """True if a call did not end, or called itself again and again."""
        return self.key.kind is FindingKind.TIMEOUT or RecursionError.__name__ in self.key.place

    @property
    def headline(self) -> str:
        """What is wrong: the end of a sentence about the agent, empty where only the text says it."""
        form = self.key.form
        return form.value if isinstance(form, Form) else self.symptom.headline if self.symptom else ""

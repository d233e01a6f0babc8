"""Verifies an outline from its position alone, without any code of the search that finds outlines.

A reader who doubts an outline needs to trust only this module, the two checkers of steps and of derivations, and
``satisfiable``.
"""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.check.derivation_checker import Checker, DerivationError
from minesweeper_qt.model.check.proof_checker import ProofError, check_step
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.outline import LEMMA_RULES, Outline
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.evidence.reasoning import Reasoning


class OutlineError(MinesweeperError):
    """An outline does not hold. The message names the step and what is wrong with it.

    >>> from dataclasses import replace
    >>> from minesweeper_qt.model import OutlineError, Position, check_outline, outline
    >>> found = outline(Position.from_text("3x1x1\\n1HH"), (0, 1))
    >>> try:
    ...     check_outline(replace(found, is_mine=False))
    ... except OutlineError as error:
    ...     print(error)
    step 2: is not the verdict on (0, 1)
    """


def check_outline(outline: Outline) -> None:
    """Check that ``outline`` holds and contains nothing superfluous.

    Each step must follow by its rule from earlier steps. Each lemma must have its derivations, which must follow from
    clues of the position, from the cells that it takes for mines and from its number of mines, but not from the verdict
    on the cell of the outline. A step or lemma that is not needed is a fault too, and so is a rule above the level;
    but an outline at the level ``count`` may go by cases.

    >>> from minesweeper_qt.model import Position, check_outline, outline
    >>> check_outline(outline(Position.from_text("3x1x1\\n1HH"), (0, 1)))

    Raises ``OutlineError``, and ``TooHard`` when a step or derivation by cases would take more than
    ``satisfiable.CHECK_STEPS`` steps to verify.
    """
    position = outline.position
    if outline.cell not in position.covered:
        raise OutlineError(f"{outline.cell} is no covered cell")
    marks = dict.fromkeys(position.taken, 1)
    checker = Checker(position.height, position.width, position.clues, position.mines, marks)
    earlier: dict[int, ProofStep] = {}
    stated: set[tuple[bool, frozenset[Cell], int]] = set()
    for number, step in enumerate(outline.steps, 1):
        try:
            _check_step(outline, step, number, earlier, checker)
        except (OutlineError, ProofError, DerivationError) as fault:
            raise OutlineError(f"step {number}: {fault}") from fault
        statement = (step.is_verdict, step.cells, step.count)
        if statement in stated:
            raise OutlineError(f"step {number}: an earlier step says the same")
        stated.add(statement)
        earlier[number] = step
    _check_end(outline)


def _check_step(
    outline: Outline, step: ProofStep, number: int, earlier: dict[int, ProofStep], checker: Checker
) -> None:
    """Check the step that should have this ``number``; raise the error of the checker that finds a fault."""
    if step.number != number:
        raise OutlineError(f"bears the number {step.number!r}")
    if step.rule not in LEMMA_RULES:
        # By cases, without the number of mines, some of what takes it is easier to see.
        highest = Reasoning.CASES if outline.level is Reasoning.COUNT else outline.level
        check_step(outline.position, highest, step, earlier)
        if number in outline.lemmas:
            raise OutlineError("only known cells and sentences have derivations")
        return
    if step.premises or step.clue is not None or step.split is not None or step.supposed is not None:
        raise OutlineError("rests on its derivations alone")
    derivations = outline.lemmas.get(number, ())
    if step.rule is ProofRule.KNOWN_CELLS:
        _check_known_cells(step, derivations)
    elif [(one.is_verdict, one.cells, one.count) for one in derivations] != [(False, step.cells, step.count)]:
        raise OutlineError("its derivation states something else")
    for derivation in derivations:
        checker.check(derivation)
    if _rest_on(derivations, outline.cell):
        raise OutlineError(f"rests on the verdict on {outline.cell}")


def _check_known_cells(step: ProofStep, derivations: tuple[Derivation, ...]) -> None:
    """Check that ``derivations`` are the verdicts on the cells of ``step``; raise ``OutlineError``."""
    if not step.cells or step.count not in (0, len(step.cells)):
        raise OutlineError("known cells are all safe, or all mines")
    verdict = int(step.count > 0)
    found = [(one.is_verdict, one.cells, one.count) for one in derivations]
    if found != [(True, frozenset((cell,)), verdict) for cell in sorted(step.cells)]:
        raise OutlineError("its derivations are not the verdicts on its cells")


def _rest_on(derivations: Iterable[Derivation], cell: Cell) -> bool:
    """Return whether one of ``derivations`` is the verdict on ``cell``, or rests on it."""
    todo = list(derivations)
    seen = set(todo)
    while todo:
        derivation = todo.pop()
        if derivation.is_verdict and derivation.cells == {cell}:
            return True
        new = [premise for premise in derivation.premises if premise not in seen]
        seen.update(new)
        todo += new
    return False


def _check_end(outline: Outline) -> None:
    """Check that every step is needed and that the last one is the verdict; raise ``OutlineError``."""
    if not outline.steps:
        raise OutlineError("there is no step")
    numbers = {step.number for step in outline.steps}
    if outline.lemmas.keys() - numbers:
        raise OutlineError("a lemma belongs to no step")
    idle = min(numbers - {premise for step in outline.steps for premise in step.premises})
    if idle != len(numbers):
        raise OutlineError(f"step {idle}: nothing rests on it")
    end = outline.steps[-1]
    if not (end.is_verdict and end.cells == {outline.cell} and end.count == outline.is_mine):
        raise OutlineError(f"step {idle}: is not the verdict on {outline.cell}")

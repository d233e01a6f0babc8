"""Puts the steps of a proof that are not by cases into words: the sentences that a step rests on, and what they say."""

from __future__ import annotations

from collections.abc import Mapping

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.text.cell_text import joined, listed, short_sentence, steps_text, verdict_text
from minesweeper_qt.model.text.number_text import counted, plural

_SHOWN_PREMISES = 4
"""The most premises of a step that its text names one by one."""


def named(step: ProofStep) -> str:
    """Return the sentence of ``step``, shortened if it is long."""
    return short_sentence(step.cells, step.count)


class ProofWords:
    """Words for the ``steps`` of a proof about ``position``; ``steps`` maps the numbers of the steps to them."""

    def __init__(self, position: Position, steps: Mapping[int, ProofStep]) -> None:
        self._position = position
        self._steps = steps

    def text(self, step: ProofStep) -> str:
        """Return the text of a step that is not by cases, without its number and the full stop."""
        if step.rule is ProofRule.TAKEN:
            return f"{verdict_text(step.cells, True)}: the position takes it for one"
        if step.rule is ProofRule.CLUE:
            return f"{named(step)} because {self._clue_reason(step)}"
        if step.rule is ProofRule.MINE_COUNT:
            mines = counted(self._position.mines, "mine")
            return f"{named(step)}: {mines} in all covered cells{self._minus_text(step.premises)}"
        if step.rule is ProofRule.SUBSET:
            first, *others = step.premises
            return f"{named(step)}: {named(self._steps[first])}{self._minus_text(tuple(others), first)}"
        if step.rule is ProofRule.OVERLAP:
            return f"{named(step)}: {self._shared_reason(step)}"
        reason = self._verdict_reason(step)
        return f"{verdict_text(step.cells, step.count > 0)}: {reason} ({steps_text(step.premises)})"

    def premise_text(self, premise: ProofStep) -> str:
        """Return a name for a premise: the clue that it states, or its sentence and step number."""
        return self._name(premise) if premise.clue is not None else f"{named(premise)} ({steps_text([premise.number])})"

    def _name(self, premise: ProofStep) -> str:
        """Return a name for a premise: the clue that it states, or its sentence."""
        return named(premise) if premise.clue is None else self._clue_name(premise.clue)

    def _clue_name(self, clue: Cell) -> str:
        number = self._position.clues[clue]
        return f"the {number} at {clue}" if number else f"the blank tile at {clue}"

    def _verdict_reason(self, step: ProofStep) -> str:
        """Return the reason of a verdict: how many mines its sentence has left, and for how many cells."""
        if not step.count:
            return f"no mine is left for {plural(len(step.cells), 'it', 'them')}"
        (whole,) = [self._steps[number] for number in step.premises]
        mines = f"{counted(whole.count, 'mine')} {plural(whole.count, 'is', 'are')} left"
        return f"{mines} for {counted(len(whole.cells), 'cell')}"

    def _clue_reason(self, step: ProofStep) -> str:
        """Return the reason why a ``CLUE`` step holds: the clue and the neighbours that are settled already."""
        position = self._position
        assert step.clue is not None
        if not position.clues[step.clue]:
            return f"{step.clue} is blank: no mine touches it"
        clue = self._clue_name(step.clue)
        around = position.board.neighbours(step.clue) - position.clues.keys() - step.cells
        mines = [cell for number in step.premises if self._steps[number].count for cell in self._steps[number].cells]
        touched, safe = around.intersection(mines), around.difference(mines)
        if touched:
            left = f"needs {step.count or 'no'} more"
            text = f"{clue} already touches the {plural(len(touched), 'mine')} at {listed(touched)} and {left}"
            return f"{text}; {verdict_text(safe, False)}" if safe else text
        if safe:
            return f"{listed(safe)}, which {clue} touches too, {plural(len(safe), 'is', 'are')} safe"
        if len(step.cells) == 1:
            return f"this is the only covered neighbour of {clue}"
        return f"these are all covered neighbours of {clue}"

    def _shared_reason(self, step: ProofStep) -> str:
        """Return why the cells that the two premises share hold this number of mines."""
        one, other = (self._steps[number] for number in step.premises)
        shared = step.cells
        # The premise with the fewest other cells for its mines sets the least number, the other one the most.
        needs = max(one, other, key=lambda premise: premise.count - len(premise.cells - shared))
        allows = other if needs is one else one
        share = f"{self._name(one)} and {self._name(other)} share {plural(len(shared), 'it', 'them')}"
        text = f"{share} ({steps_text(step.premises)}); {self._name(allows)} {self._has(allows, 'only ')}"
        if not step.count:
            return text
        beside = needs.cells - shared
        has = "" if needs.clue is None else "has "
        room = f"but {has}only {counted(len(beside), 'other cell')} for them, {listed(beside)}"
        least = f"so at least {plural(step.count, 'one is', f'{step.count} are')} here"
        return f"{text}, and {self._name(needs)} {self._has(needs)} {room}, {least}"

    def _has(self, premise: ProofStep, only: str = "") -> str:
        """Return how many mines a premise has for its cells: "needs 2 more mines" of a clue."""
        number = f"{only}{premise.count}" if premise.count else "no"
        mines = plural(premise.count or 1, "mine")
        if premise.clue is None:
            return f"has {number} {mines}"
        more = "more " if premise.count < self._position.clues[premise.clue] else ""
        return f"needs {number} {more}{mines}"

    def _minus_text(self, premises: tuple[int, ...], first: int | None = None) -> str:
        """Return the part of a step's text that names the premises removed from a sentence, and their step numbers.

        ``first`` is the number of the step that the premises are removed from, when it is to be listed as well.
        """
        if not premises:
            return ""
        named_steps = steps_text(premises if first is None else (first, *premises))
        if len(premises) > _SHOWN_PREMISES:
            return f" minus what {len(premises)} steps say of the others ({named_steps})"
        parts = []
        for number in premises:
            step = self._steps[number]
            if step.is_verdict:
                kind = "mine" if step.count else "safe cell"
                parts.append(f"the {plural(len(step.cells), kind)} {listed(step.cells)}")
            else:
                parts.append(named(step))
        return f" minus {joined(parts)} ({named_steps})"

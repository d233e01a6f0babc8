"""Puts the steps of an outline into words, one line for what follows by one rule, those by cases aside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.outline import LEMMA_RULES, Outline, OutlineLine
from minesweeper_qt.model.evidence.outline_case_text import case_lines
from minesweeper_qt.model.evidence.outline_words import OutlineWords, capital, of_which, ordinal_word
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.text.cell_text import joined, listed, short_sentence, verdict_text
from minesweeper_qt.model.text.number_text import counted, plural

READ = (ProofRule.CLUE, *LEMMA_RULES)
"""The rules of steps that the lines read where they use them, and that have no line of their own."""

_DRAWN = (ProofRule.ALL_SAFE, ProofRule.ALL_MINES)
"""The rules of verdicts, which are drawn in the line of the sentence that they rest on."""


def rule_lines(outline: Outline) -> list[OutlineLine]:
    """Return the lines of all steps of ``outline``, none of them folded."""
    return _RuleWriter(outline).lines()


class _RuleWriter:
    """Writes the lines of one outline."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._words = OutlineWords(outline)
        self._drawn: set[int] = set()
        """The numbers of the verdicts that were drawn in the line of another step."""

    def lines(self) -> list[OutlineLine]:
        """Return all lines."""
        lines: list[OutlineLine] = []
        for step in self._outline.steps:
            if step.rule not in READ and step.number not in self._drawn:
                lines += self._lines_of(step)
        return lines

    def _lines_of(self, step: ProofStep) -> list[OutlineLine]:
        if step.rule in (ProofRule.CASES, ProofRule.CONTRADICTION):
            return case_lines(self._words, step)
        verdicts = self._verdicts_on(step)
        if step.rule is ProofRule.MINE_COUNT and not verdicts:
            text = self._mine_count_text(step)
            if step.premises:
                text += (
                    f" {plural(step.count, 'One is', f'{step.count} are')} left for {counted(len(step.cells), 'cell')}."
                )
            return [self._line(text, step)]
        if step.rule is ProofRule.MINE_COUNT:
            return [
                self._line(self._mine_count_text(step), step),
                self._line(self._mines_left_text(step, verdicts), step, verdicts),
            ]
        if step.rule is ProofRule.TAKEN:
            text = f"The position takes {listed(step.cells)} for a mine."
        elif step.rule in _DRAWN:
            text = self._reading_text(step)
        elif step.rule is ProofRule.OVERLAP:
            text = self._overlap_text(step, verdicts)
        else:
            text = self._subset_text(step, verdicts)
        return [self._line(text, step, verdicts)]

    def _verdicts_on(self, step: ProofStep) -> list[ProofStep]:
        """Return the verdicts that rest on ``step`` alone, to be drawn in its line."""
        found = [other for other in self._outline.steps if other.premises == (step.number,) and other.rule in _DRAWN]
        self._drawn.update([other.number for other in found])
        return found

    def _line(self, text: str, step: ProofStep, verdicts: Iterable[ProofStep] = ()) -> OutlineLine:
        """Return the line with ``text``, which states ``step`` and the ``verdicts`` on it."""
        verdicts = list(verdicts) or ([step] if step.is_verdict else [])
        for stated in (step, *verdicts):
            self._words.read(stated)
        steps, lemmas = self._words.take()
        read = [self._words.steps[number] for number in dict.fromkeys((*steps, *step.premises))]
        return OutlineLine(
            text,
            steps,
            lemmas,
            clues=frozenset([other.clue for other in read if other.clue is not None]),
            cells=_cells(other for other in read if not other.is_verdict),
            mines=_cells(verdict for verdict in verdicts if verdict.count),
            safes=_cells(verdict for verdict in verdicts if not verdict.count),
        )

    # -- one sentence

    def _reading_text(self, step: ProofStep) -> str:
        """Return the text of a verdict on cells of one sentence that has no line of its own."""
        words = self._words
        (premise,) = words.premises(step)
        if premise.clue is None:
            return f"In {words.name(premise)} {verdict_text(step.cells, step.count > 0)}."
        words.read(premise)
        around = self._outline.position.board.neighbours(premise.clue)
        known = words.premises(premise)
        mines = [verdict for verdict in known if verdict.count]
        safes = [verdict for verdict in known if not verdict.count]
        clue, value = capital(words.short(premise)), words.value(premise)
        if step.count:
            clue += words.known_in_brackets(mines, around)
            besides = f" besides {words.places(safes, around)}, safe" if safes else ""
            return f"{clue} {self._needs_all(premise, besides)}. So {verdict_text(step.cells, True)}."
        if not value:
            return f"{premise.clue} is blank: no neighbour is a mine. So {verdict_text(step.cells, False)}."
        clue += words.known_in_brackets(safes, around)
        its = plural(value, "its mine", f"its {value} mines")
        return f"{clue} has {its} already, {words.places(mines, around)}. So {verdict_text(step.cells, False)}."

    def _needs_all(self, premise: ProofStep, besides: str) -> str:
        """Return that all covered neighbours of a clue are mines, apart from those in ``besides``."""
        left = len(premise.cells)
        more = " more" if self._words.left(premise) else ""
        if left == 1:
            return f"has one {'other ' if more else ''}covered neighbour{besides}"
        neighbours = f"{left} {'other ' if more else ''}covered neighbours"
        return f"needs {left}{more} and has only {neighbours}{besides}: {listed(premise.cells)}"

    # -- two sentences

    def _subset_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of a sentence less others."""
        words = self._words
        first, *others = words.premises(step)
        inner = [other for other in others if not other.is_verdict]
        known = [other for other in others if other.is_verdict]
        if len(inner) == 1 and inner[0].rule is ProofRule.OVERLAP and not known:
            return self._beside_text(step, first, verdicts)
        # The names come in the order of the text: what is known is named with the first of them.
        begin = capital(words.name(inner[0])) if len(inner) == 1 else ""
        name = f"{words.name(first)}{words.known_in_brackets(known, first.cells)}" if inner else ""
        if not inner:
            text = self._without_known_text(first, known)
        elif len(inner) == 1 and inner[0].clue is not None:
            (small,) = inner
            text = f"{begin} has {words.where(small)}, {of_which(small.cells)} {name} touches too."
        elif len(inner) == 1:
            text = f"{begin} lies within {name}."
        else:
            takes = joined([f"{words.name(other)} has {other.count}" for other in inner])
            text = f"Of the mines of {name}, {takes}, and these share no cell."
        return f"{text} {self._rest_text(step, first, verdicts)}"

    def _without_known_text(self, first: ProofStep, known: Sequence[ProofStep]) -> str:
        """Return the text of the known cells of a sentence."""
        name = self._words.name(first)
        parts = []
        for is_mine in (True, False):
            verdicts = [verdict for verdict in known if (verdict.count > 0) is is_mine]
            if verdicts:
                number = len(_cells(verdicts) & first.cells)
                what = plural(number, "is a mine", "are mines") if is_mine else plural(number, "is safe", "are safe")
                parts.append(f"{self._words.places(verdicts, first.cells)} {what}")
        return f"Of {name}, {joined(parts)}."

    def _rest_text(self, step: ProofStep, first: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what is left of ``first``, with the verdicts on it."""
        if not verdicts:
            return f"So {short_sentence(step.cells, step.count)}."
        clue, cells = self._words.shortest(first, self._words.premises(step)[1:]), _cells(verdicts)
        if first.clue is None:
            return f"So {verdict_text(cells, step.count > 0)}."
        if not step.count:
            return f"So {clue} needs no more: {verdict_text(cells, False)}."
        if step.count == 1:
            return f"So the other mine of {clue} is at {listed(cells)}."
        if cells == step.cells:
            return f"So the other {step.count} mines of {clue} are at {listed(cells)}."
        return f"So the other {step.count} mines of {clue} fill {listed(step.cells)}: {verdict_text(cells, True)}."

    # -- overlaps

    def _overlap_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of the cells that two sentences share."""
        words = self._words
        few, many = sorted(words.premises(step), key=lambda premise: premise.count)
        text = f"{capital(words.name(few))} and {words.name(many)} share {listed(step.cells)}."
        outside = len(many.cells - step.cells)
        more = " more" if words.left(many) else ""
        needs = f"{capital(words.shortest(many, [few]))} needs {many.count}{more} and has {outside} other"
        text += f" {needs} {plural(outside, 'cell')}, so at least {many.count - outside} of these"
        text += f" {plural(many.count - outside, 'is a mine', 'are mines')};"
        text += f" {words.shortest(few, [many])} allows only {few.count}."
        return f"{text} So {verdict_text(_cells(verdicts), step.count > 0)}." if verdicts else text

    def _beside_text(self, step: ProofStep, first: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what is left of ``first`` beside the cells that it shares with another sentence."""
        if not verdicts or step.count:
            return self._rest_text(step, first, verdicts)
        mines = plural(first.count, "mine", f"{first.count} mines")
        more = "last " if self._words.left(first) else ""
        (shared,) = self._words.premises(step)[1:]
        both = [other for other in self._words.premises(shared) if other is not first]
        whose = f"the {more}{mines} of {self._words.shortest(first, both)}"
        return f"So {whose} {plural(first.count, 'is', 'are')} there, and {verdict_text(_cells(verdicts), False)}."

    # -- the number of mines

    def _mine_count_text(self, step: ProofStep) -> str:
        """Return the text of what is known of all mines of the board."""
        words, total = self._words, self._outline.position.mines
        premises = words.premises(step)
        mines = [other for other in premises if other.is_verdict and other.count]
        safes = [other for other in premises if other.is_verdict and not other.count]
        inner = [other for other in premises if not other.is_verdict]
        known = len(_cells(mines))
        if not known:
            text = f"The board has {counted(total, 'mine')}"
        elif known == total:
            text = f"All {total} mines are known{words.marks(mines)}"
        else:
            text = f"{known} of the {total} mines {plural(known, 'is', 'are')} known{words.marks(mines)}"
        if safes:
            number = len(_cells(safes))
            text += f", and {counted(number, 'covered cell')} {plural(number, 'is', 'are')} safe{words.marks(safes)}"
        return f"{text}.{self._placed_text(inner, total - known, known > 0)}"

    def _placed_text(self, inner: Sequence[ProofStep], left: int, is_some_known: bool) -> str:
        """Return the text of the sentences that hold some of the ``left`` mines; empty without sentences."""
        if not inner:
            return ""
        placed = sum([other.count for other in inner])
        if len(inner) == 1 and placed == left:
            (other,) = inner
            which = f"The {ordinal_word(self._outline.position.mines)}" if left == 1 else f"The other {left}"
            verb = plural(left, "is", "are")
            at = f"in {self._words.name(other)}" if other.clue is None else f"next to {self._words.name(other)}"
            return f" {which} {verb} {at}."
        others = f"the other {left}" if is_some_known else f"these {left}"
        named = [f"{self._words.name(other)} has {other.count}" for other in inner]
        apart = "; they share no cell" if len(inner) > 1 else ""
        return f" Of {others}, {joined(named)}{apart}."

    def _mines_left_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what the number of mines leaves for the other covered cells."""
        number = len(step.cells)
        cells = _cells(verdicts)
        if cells == step.cells:
            left = "these mines are" if step.count else "no mine is"
            return f"So {left} left: {verdict_text(cells, step.count > 0)}."
        if step.count:
            return f"So {step.count} mines are left for {number} cells. All of these are mines, {listed(cells)} too."
        return f"So every other covered cell is safe, {listed(cells)} too."


def _cells(steps: Iterable[ProofStep]) -> frozenset[Cell]:
    """Return the cells of all ``steps``."""
    return frozenset[Cell]().union(*(step.cells for step in steps))

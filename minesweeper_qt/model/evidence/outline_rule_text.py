"""Puts the steps of an outline into words, one line for what follows by one rule, those by cases aside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.outline import LEMMA_RULES, Outline, OutlineLine
from minesweeper_qt.model.evidence.outline_case_text import case_lines
from minesweeper_qt.model.evidence.outline_words import OutlineWords, all_mines, capital, of_which, ordinal_word
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.text.cell_text import joined, listed, short_sentence, verdict_text
from minesweeper_qt.model.text.number_text import counted, in_words, plural

READ = (ProofRule.CLUE, *LEMMA_RULES)
"""The rules of steps that the lines read where they use them, and that have no line of their own."""

_NAMED_BESIDES = 3
"""The most cells outside of an overlap that its text names."""

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
                left = plural(step.count, "One is", f"{capital(in_words(step.count))} are")
                text += f" {left} left for {counted(len(step.cells), 'cell')}."
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
        around = words.around(premise)
        known = words.premises(premise)
        mines = [verdict for verdict in known if verdict.count]
        safes = [verdict for verdict in known if not verdict.count]
        clue, value = words.short(premise), words.value(premise)
        if not value:
            return f"{premise.clue} is blank: no neighbour is a mine. So {verdict_text(step.cells, False)}."
        if not step.count:
            its = plural(value, "its mine", f"its {in_words(value)} mines")
            brackets = words.known_in_brackets(safes, around)
            text = f"{capital(clue)}{brackets} has {its} already, {words.places(mines, around)}."
            return f"{text} So {verdict_text(step.cells, False)}."
        begin = ""
        if safes:
            number = len(_cells(safes) & around)
            begin = f"{words.places(safes, around)} {plural(number, 'is', 'are')} safe, so "
        return capital(f"{begin}{clue}{words.known_in_brackets(mines, around)} {self._only_text(premise, step)}.")

    def _only_text(self, premise: ProofStep, step: ProofStep) -> str:
        """Return that the covered cells that a clue has left are its mines, and so those of ``step``."""
        left = listed(premise.cells)
        if len(premise.cells) == 1:
            known = self._words.premises(premise)
            return f"has only {left} left: it is a mine" if known else f"has only one covered neighbour, {left}: a mine"
        more = " more" if self._words.left(premise) else ""
        needs = f"needs {in_words(premise.count)}{more} and has only {left} left"
        ends = all_mines(premise.cells) if step.cells == premise.cells else verdict_text(step.cells, True)
        return f"{needs}: {ends}"

    # -- two sentences

    def _subset_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of a sentence less others."""
        words = self._words
        first, *others = words.premises(step)
        inner = [other for other in others if not other.is_verdict]
        known = [other for other in others if other.is_verdict]
        if len(inner) == 1 and inner[0].rule is ProofRule.OVERLAP and not known:
            return self._beside_text(step, first, verdicts)
        if not inner:
            return f"{self._known_text(first, known)} {self._rest_text(step, first, verdicts)}"
        # The names come in the order of the text: what is known is named with the first of them.
        begin = capital(words.name(inner[0])) if len(inner) == 1 else ""
        name = f"{words.name(first)}{words.known_in_brackets(known, first.cells)}"
        if len(inner) == 1 and inner[0].clue is not None:
            (small,) = inner
            text = f"{begin} has {words.where(small)}, {of_which(small.cells)} {name} touches too."
        elif len(inner) == 1:
            within = "belongs to" if first.clue is None else "lies around"
            text = f"{begin} {within} {name}."
        else:
            takes = joined([f"{words.name(other)} has {in_words(other.count)}" for other in inner])
            text = f"Of the mines of {name}, {takes}, and these share no cell."
        return f"{text} {self._rest_text(step, first, verdicts)}"

    def _known_text(self, first: ProofStep, known: Sequence[ProofStep]) -> str:
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
        cells = _cells(verdicts)
        if first.clue is None:
            return f"So {verdict_text(cells, step.count > 0)}."
        clue = self._words.shortest(first, self._others(step, first))
        last = "last " if self._words.left(first) else ""
        if not step.count:
            those = plural(first.count, f"that is the {last}mine", f"those are the {last}{in_words(first.count)} mines")
            return f"So {those} of {clue}: {verdict_text(cells, False)}."
        other = "other" if self._words.value(first) == 2 else "last"
        if step.count == 1:
            return f"So the {other} mine of {clue} is at {listed(cells)}."
        if cells == step.cells:
            return f"So the other {in_words(step.count)} mines of {clue} are at {listed(cells)}."
        filled = f"So the other {in_words(step.count)} mines of {clue} fill {listed(step.cells)}"
        return f"{filled}: {verdict_text(cells, True)}."

    def _others(self, step: ProofStep, first: ProofStep) -> list[ProofStep]:
        """Return the other sentences that the text of ``step`` may have named besides ``first``."""
        inner = self._words.premises(step)[1:]
        both = [other for shared in inner if shared.rule is ProofRule.OVERLAP for other in self._words.premises(shared)]
        return [other for other in (*inner, *both) if other is not first]

    # -- overlaps

    def _overlap_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of the cells that two sentences share."""
        words = self._words
        few, many = sorted(words.premises(step), key=lambda premise: premise.count)
        text = f"{capital(words.name(few))} and {words.name(many)} share {listed(step.cells)}."
        outside = many.cells - step.cells
        besides = listed(outside) if len(outside) <= _NAMED_BESIDES else f"{in_words(len(outside))} other cells"
        least = many.count - len(outside)
        needs = f"needs at least {plural(least, 'one mine', f'{in_words(least)} mines')} there"
        more = " more" if words.left(few) else ""
        text += f" {capital(words.shortest(many, [few]))} {needs}, as it has only {besides} besides;"
        text += f" {words.shortest(few, [many])} allows only {in_words(few.count)}{more}."
        return f"{text} So {verdict_text(_cells(verdicts), step.count > 0)}." if verdicts else text

    def _beside_text(self, step: ProofStep, first: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what is left of ``first`` beside the cells that it shares with another sentence."""
        if not verdicts or step.count:
            return self._rest_text(step, first, verdicts)
        mines = plural(first.count, "mine", f"{in_words(first.count)} mines")
        more = "last " if self._words.left(first) else ""
        whose = f"the {more}{mines} of {self._words.shortest(first, self._others(step, first))}"
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
            text = f"{plural(total, 'The only mine is', f'All {total} mines are')} known{words.marks(mines)}"
        else:
            text = f"{known} of the {total} mines {plural(known, 'is', 'are')} known{words.marks(mines)}"
        if safes:
            number = len(_cells(safes))
            text += f", and {counted(number, 'covered cell')} {plural(number, 'is', 'are')} safe{words.marks(safes)}"
        return f"{text}.{self._placed_text(inner, total - known, known > 0)}"

    def _placed_text(self, inner: Sequence[ProofStep], left: int, is_some_known: bool) -> str:
        """Return the text of the sentences that hold some of the ``left`` mines; empty without sentences."""
        words = self._words
        if not inner:
            return ""
        if len(inner) == 1 and inner[0].count == left:
            name, more = capital(words.name(inner[0])), " more" if words.left(inner[0]) else ""
            which = (
                f"that is the {ordinal_word(self._outline.position.mines)}" if left == 1 else "these are all of them"
            )
            return f" {name} needs {in_words(left)}{more}: {which}."
        others = f"the other {in_words(left)}" if is_some_known else f"these {in_words(left)}"
        named = [f"{words.name(other)} has {in_words(other.count)}" for other in inner]
        apart = "; they share no cell" if len(inner) > 1 else ""
        return f" Of {others}, {joined(named)}{apart}."

    def _mines_left_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what the number of mines leaves for the other covered cells."""
        cells = _cells(verdicts)
        if step.count:
            fill = f"So {plural(step.count, 'the mine that is', f'the {in_words(step.count)} mines that are')} left"
            if cells == step.cells:
                return f"{fill} can only be at {listed(cells)}."
            return f"{fill} fill the other {in_words(len(step.cells))} cells, {listed(cells)} too."
        if cells == step.cells:
            return f"So no mine is left elsewhere, and {verdict_text(cells, False)}."
        inner = [other for other in self._words.premises(step) if not other.is_verdict]
        where = ""
        if inner and all(other.clue is not None for other in inner):
            where = " that it does not touch" if len(inner) == 1 else " that none of them touches"
        return f"So every other covered cell{where} is safe, {listed(cells)} too."


def _cells(steps: Iterable[ProofStep]) -> frozenset[Cell]:
    """Return the cells of all ``steps``."""
    return frozenset[Cell]().union(*(step.cells for step in steps))

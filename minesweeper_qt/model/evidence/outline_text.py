"""Puts outlines into words: few lines in the order in which a person thinks, what settles the cell last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.outline import LEMMA_RULES, MARK, Outline, OutlineLine
from minesweeper_qt.model.evidence.outline_case_text import case_lines
from minesweeper_qt.model.evidence.outline_words import OutlineWords, both_or_all, capital, ordinal_word
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.text.cell_text import cells_as_lists, joined, listed, short_sentence, verdict_text
from minesweeper_qt.model.text.number_text import counted, plural

MOST_LINES = 8
"""The most lines of an outline that are not folded."""

_READ = (ProofRule.CLUE, *LEMMA_RULES)
"""The rules of steps that the lines read where they use them, and that have no line of their own."""

_VERDICTS = (ProofRule.ALL_SAFE, ProofRule.ALL_MINES)

_SHOWN_STATEMENTS = 3
"""The most results of folded lines that the line above them names."""


def outline_heading(outline: Outline) -> str:
    """Return a sentence with the verdict, and one with the pattern or the reasoning level.

    >>> from minesweeper_qt.model import Position, outline
    >>> outline_heading(outline(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    '(0, 1) is a mine. Level clue: one clue alone.'
    """
    verdict = verdict_text([outline.cell], outline.is_mine)
    name = "" if outline.pattern is None else f" {capital(outline.pattern.title)}."
    return f"{verdict}.{name} Level {outline.level}: {outline.level.meaning}."


def outline_text(outline: Outline, unfold: bool = False) -> str:
    """Return the heading and the lines of an outline, with the lines within cases indented.

    ``unfold``: also the folded lines, and each known cell or sentence with the reason why the agent knows it.

    >>> from minesweeper_qt.model import Position, outline
    >>> print(outline_text(outline(Position.from_text("3x1x1\\n?1H"), (0, 2)), unfold=True))
    (0, 2) is safe. Level clue: one clue alone.
    The 1 at (0, 1) has its mine, (0, 0) ▸. So (0, 2) is safe.
        (0, 0) is a mine: marked.
    """
    rows: list[str] = [outline_heading(outline)]
    for line in outline_lines(outline):
        rows.append("  " * line.depth + line.text)
        if unfold:
            rows += _unfolded(outline, line, line.depth + 2)
    return "\n".join(rows)


def _unfolded(outline: Outline, line: OutlineLine, depth: int) -> list[str]:
    """Return what is folded below ``line``: its folded lines, and the reasons of its lemmas."""
    rows: list[str] = []
    for inner in line.folded:
        rows.append("  " * (depth + inner.depth) + inner.text)
        rows += _unfolded(outline, inner, depth + inner.depth + 2)
    for number in line.lemmas:
        rows += ["  " * depth + text for text in lemma_texts(outline, number)]
    return rows


def lemma_texts(outline: Outline, number: int) -> tuple[str, ...]:
    """Return one line for each derivation of the lemma that step ``number`` states: what is known, and why."""
    return tuple(
        f"{verdict_text(one.cells, one.count > 0) if one.is_verdict else one.text}: {one.reason()}."
        for one in outline.lemmas[number]
    )


def outline_dict(outline: Outline) -> dict[str, object]:
    """Return the outline as a JSON object: its heading, its pattern, and its lines with the lemmas that they use.

    >>> from minesweeper_qt.model import Position, outline
    >>> found = outline_dict(outline(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    >>> found["pattern"], [line["text"] for line in found["lines"]]
    (None, ['The 1 at (0, 0) has one covered neighbour left, (0, 1). So it is a mine.'])
    """
    return {
        "text": outline_heading(outline),
        "pattern": None if outline.pattern is None else outline.pattern.kind.value,
        "lines": [_line_dict(outline, line) for line in outline_lines(outline)],
    }


def _line_dict(outline: Outline, line: OutlineLine) -> dict[str, object]:
    return {
        "text": line.text,
        "depth": line.depth,
        "lemmas": [
            {
                "cells": cells_as_lists(one.cells),
                "count": one.count,
                "reason": one.reason(),
            }
            for number in line.lemmas
            for one in outline.lemmas[number]
        ],
        "folded": [_line_dict(outline, inner) for inner in line.folded],
    }


def outline_lines(outline: Outline) -> tuple[OutlineLine, ...]:
    """Return the lines of an outline, at most ``MOST_LINES`` besides those that are folded.

    Each line states what follows by one rule; a clue is read, and a verdict drawn, in the line of the rule that uses
    it. Every step of the outline belongs to one line.

    >>> from minesweeper_qt.model import Position, outline
    >>> for line in outline_lines(outline(Position.from_text("2x3x1\\n1H\\n1H\\nHH"), (2, 1))):
    ...     print(*line.text.split(". "), sep="\\n")
    The 1 at (0, 0) has its mine at (0, 1) or (1, 1), both of which the 1 at (1, 0) touches too
    So the 1 needs no more: (2, 1) is safe.
    """
    lines = _Writer(outline).lines()
    deepest = max([line.depth for line in lines], default=0)
    while len(lines) > MOST_LINES and deepest:
        lines = _with_folded_cases(lines, deepest)
        deepest -= 1
    return tuple(_with_folded_beginning(outline, lines))


def _with_folded_cases(lines: Sequence[OutlineLine], depth: int) -> list[OutlineLine]:
    """Return the lines with those of this ``depth``, the greatest, folded below the lines before them."""
    found: list[OutlineLine] = []
    for line in lines:
        if line.depth < depth:
            found.append(line)
        else:
            found[-1] = replace(found[-1], folded=(*found[-1].folded, replace(line, depth=0)))
    return [line if line.depth != depth - 1 or not line.folded else _with_end(line) for line in found]


def _with_end(line: OutlineLine) -> OutlineLine:
    """Return ``line`` with a mark, and with what the last of its folded lines states."""
    end = line.folded[-1].text.removesuffix(f"\N{NO-BREAK SPACE}{MARK}")
    begin = line.text.removesuffix(f"\N{NO-BREAK SPACE}{MARK}").rstrip(":.")
    text = f"{begin}. In the end {end.removeprefix('Then ')}" if end.startswith("Then ") else f"{begin}."
    return replace(line, text=f"{text}\N{NO-BREAK SPACE}{MARK}")


def _with_folded_beginning(outline: Outline, lines: list[OutlineLine]) -> list[OutlineLine]:
    """Return at most ``MOST_LINES`` lines: the first ones are folded below a line that states their results."""
    if len(lines) <= MOST_LINES:
        return lines
    number = len(lines) - MOST_LINES + 1
    first, later = lines[:number], lines[number:]
    steps = {step.number: step for step in outline.steps}
    own = [step for line in first for step in line.steps]
    used = {premise for line in later for step in line.steps for premise in steps[step].premises}
    results = [steps[step] for step in own if step in used and steps[step].rule not in _READ]
    texts = [
        verdict_text(step.cells, step.count > 0) if step.is_verdict else step.sentence
        for step in results[-_SHOWN_STATEMENTS:]
    ]
    text = f"{capital(joined(texts, len(results) - len(texts)))} by {counted(number, 'line')}\N{NO-BREAK SPACE}{MARK}"
    cells = frozenset(cell for step in results for cell in step.cells)
    return [OutlineLine(text, (), cells=cells, folded=tuple(first)), *later]


class _Writer:
    """Writes the lines of one outline."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._words = OutlineWords(outline)
        self._done: set[int] = set()

    def lines(self) -> list[OutlineLine]:
        """Return all lines, none of them folded."""
        lines: list[OutlineLine] = []
        for step in self._outline.steps:
            if step.rule not in _READ and step.number not in self._done:
                lines += self._lines_of(step)
        return lines

    def _lines_of(self, step: ProofStep) -> list[OutlineLine]:
        if step.rule in (ProofRule.CASES, ProofRule.CONTRADICTION):
            return case_lines(self._words, step)
        verdicts = self._verdicts_on(step)
        self._words.read(step)
        if step.rule is ProofRule.TAKEN:
            text = f"The position takes {step.sentence.partition('}')[0][1:]} for a mine."
        elif step.rule in _VERDICTS:
            text = self._reading_text(step)
        elif step.rule is ProofRule.OVERLAP:
            text = self._overlap_text(step, verdicts)
        elif step.rule is ProofRule.MINE_COUNT:
            return self._mine_count_lines(step, verdicts)
        else:
            text = self._subset_text(step, verdicts)
        return [self._line(text, step, verdicts)]

    def _verdicts_on(self, step: ProofStep) -> list[ProofStep]:
        """Return the verdicts that rest on ``step`` alone and are drawn in its line."""
        found = [other for other in self._outline.steps if other.premises == (step.number,) and other.rule in _VERDICTS]
        self._done.update(other.number for other in found)
        return found

    def _line(self, text: str, step: ProofStep, verdicts: Iterable[ProofStep] = ()) -> OutlineLine:
        """Return the line with ``text``, which states ``step`` and the ``verdicts`` on it."""
        verdicts = list(verdicts) or ([step] if step.is_verdict else [])
        for verdict in verdicts:
            self._words.read(verdict)
        steps, lemmas = self._words.take()
        read = [self._words.steps[number] for number in (*steps, *step.premises)]
        nothing = frozenset[Cell]()
        return OutlineLine(
            text,
            steps,
            lemmas,
            clues=frozenset(other.clue for other in read if other.clue is not None),
            cells=nothing.union(*(other.cells for other in read if not other.is_verdict)),
            mines=nothing.union(*(verdict.cells for verdict in verdicts if verdict.count)),
            safes=nothing.union(*(verdict.cells for verdict in verdicts if not verdict.count)),
        )

    # -- one sentence

    def _reading_text(self, step: ProofStep) -> str:
        """Return the text of a verdict on the cells of one clue."""
        words = self._words
        (premise,) = words.premises(step)
        settled = listed(step.cells)
        if premise.clue is None:
            return f"In {words.name(premise)} {verdict_text(step.cells, step.count > 0)}."
        clue, value = words.short(premise), words.value(premise)
        known = words.premises(premise)
        words.read(premise)
        if not step.count:
            if not value:
                return f"{premise.clue} is blank, so no neighbour is a mine: {verdict_text(step.cells, False)}."
            mines = plural(value, "its mine", f"all its {value} mines")
            return f"{capital(clue)} has {mines}, {words.places(known)}. So {verdict_text(step.cells, False)}."
        safe = f" once {words.places(known)} {plural(_number_of(known), 'is', 'are')} safe" if known else ""
        left = len(premise.cells)
        if left == 1:
            return f"{capital(clue)} has one covered neighbour left{safe}, {settled}. So it is a mine."
        needs = f"{capital(clue)} needs {counted(value, 'mine')} and has {left} covered neighbours left{safe}"
        if step.cells == premise.cells:
            return f"{needs}: {settled} are mines."
        return f"{needs}, all mines. So {verdict_text(step.cells, True)}."

    # -- two sentences

    def _subset_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of a sentence less others."""
        words = self._words
        first, *others = words.premises(step)
        sentences = [other for other in others if not other.is_verdict]
        known = [other for other in others if other.is_verdict]
        if not sentences:
            return (
                f"Of {words.name(first)}, {joined(map(words.known, known))}. {self._rest_text(step, first, verdicts)}"
            )
        extra = f" ({joined(map(words.known, known))})" if known else ""
        if len(sentences) == 1 and sentences[0].rule is ProofRule.OVERLAP:
            return self._shared_text(step, first, extra, verdicts)
        if len(sentences) > 1:
            takes = joined(
                f"{words.name(other)} {plural(other.count, 'takes', 'takes')} {other.count}" for other in sentences
            )
            text = f"Of the {first.count} that {words.name(first)}{extra} needs, {takes}, and they share no cell."
            return f"{text} {self._rest_text(step, first, verdicts)}"
        (inner,) = sentences
        if inner.clue is None:
            text = f"{words.name(inner)} lies within {words.name(first)}{extra}."
        else:
            touched = plural(len(inner.cells), "which", f"{both_or_all(inner.cells)} of which")
            text = f"{capital(words.name(inner))} has {words.where(inner)}, {touched} {words.name(first)}{extra} touches too."
        return f"{text} {self._rest_text(step, first, verdicts)}"

    def _rest_text(self, step: ProofStep, first: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what is left of ``first``, with the verdicts on it."""
        clue = self._words.shortest(first)
        if not verdicts:
            return f"So {short_sentence(step.cells, step.count)}."
        cells = frozenset(cell for verdict in verdicts for cell in verdict.cells)
        if not step.count:
            needs = "" if first.clue is None else f"{clue} needs no more: " if first.count else ""
            return f"So {needs}{verdict_text(cells, False)}."
        if first.clue is None:
            return f"So {verdict_text(cells, True)}."
        mines = plural(step.count, "mine is", f"{step.count} mines are")
        return (
            f"So the other {mines} of {clue} {'in' if len(cells) < step.count else 'at'} {listed(step.cells)}.".replace(
                f"{mines} of {clue}",
                f"{plural(step.count, 'mine', f'{step.count} mines')} of {clue} {plural(step.count, 'is', 'are')}",
            )
        )

    # -- overlaps

    def _overlap_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of the cells that two sentences share."""
        words = self._words
        one, other = words.premises(step)
        if one.count != step.count:
            one, other = other, one
        shared = listed(step.cells)
        names = f"{capital(words.name(one))} and {words.name(other)} share {shared}."
        few, many = words.shortest(one, [other]), words.shortest(other, [one])
        least = f"{capital(many)} needs {'more' if words.left(other) else 'mines'}"
        outside = len(other.cells - step.cells)
        least = (
            f"{capital(many)} needs {words.more(other, other.count)}, at most {outside} of them elsewhere"
            if other.count > outside and outside
            else f"{capital(many)} needs {words.more(other, other.count)}"
        )
        allows = f"{few} allows only {step.count}"
        text = f"{names} {least}, so at least {step.count} there; {allows}."
        if verdicts:
            cells = frozenset(cell for verdict in verdicts for cell in verdict.cells)
            return f"{text} So {verdict_text(cells, step.count > 0)}."
        return text

    def _shared_text(self, step: ProofStep, first: ProofStep, extra: str, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what is left of ``first`` without the cells that it shares with another sentence."""
        words = self._words
        if not verdicts or step.count:
            return self._rest_text(step, first, verdicts)
        cells = frozenset(cell for verdict in verdicts for cell in verdict.cells)
        mines = plural(first.count, "mine is", "mines are")
        whose = (
            f"the {mines.split()[0]} of {words.shortest(first)}"
            if first.clue is not None
            else f"the {mines.split()[0]} of {words.short(first)}"
        )
        return f"So {whose}{extra} {mines.split()[1]} there, and {verdict_text(cells, False)}."

    # -- the number of mines

    def _mine_count_lines(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> list[OutlineLine]:
        """Return the lines of the mine count: what is known of it, and what is left."""
        words = self._words
        total = self._outline.position.mines
        premises = words.premises(step)
        mines = [other for other in premises if other.is_verdict and other.count]
        safes = [other for other in premises if other.is_verdict and not other.count]
        sentences = [other for other in premises if not other.is_verdict]
        known = _number_of(mines)
        begin = f"All {total} mines of the board are in the covered cells"
        if known == total:
            begin = f"All {total} mines are known{''.join(words._mark(other) for other in mines)}"
        elif known:
            marks = "".join(words._mark(other) for other in mines)
            begin = f"{known} of the {total} mines {plural(known, 'is', 'are')} known{marks}"
        if safes:
            marks = "".join(words._mark(other) for other in safes)
            begin += f", and {counted(_number_of(safes), 'covered cell')} {plural(_number_of(safes), 'is', 'are')} safe{marks}"
        lines = []
        left = total - known
        if sentences:
            named = joined(words.name(other) for other in sentences)
            if step.count:
                taken = sum(other.count for other in sentences)
                begin += f". Of the other {left}, {taken} {plural(taken, 'is', 'are')} in {named}"
            elif left == 1:
                begin += f". The {ordinal_word(total)} is in {named}"
            else:
                begin += f". The other {left} are in {named}" + (", which share no cell" if len(sentences) > 1 else "")
        lines.append(self._line(f"{begin}.", step))
        if not verdicts:
            rest = f"So {counted(step.count, 'mine')} {plural(step.count, 'is', 'are')} left in {listed(step.cells)}."
        elif step.count:
            rest = f"So {counted(step.count, 'mine')} {plural(step.count, 'is', 'are')} left for {counted(len(step.cells), 'other cell')}: {verdict_text([self._outline.cell], True)}."
        elif len(step.cells) == 1:
            rest = f"So {verdict_text(step.cells, False)}."
        else:
            rest = f"So every other covered cell is safe, {joined(map(str, sorted(verdicts[-1].cells)))} too."
        lines.append(self._line(rest, step, verdicts))
        return lines


def _number_of(verdicts: Iterable[ProofStep]) -> int:
    """Return the number of cells that ``verdicts`` settle."""
    return sum([len(verdict.cells) for verdict in verdicts])

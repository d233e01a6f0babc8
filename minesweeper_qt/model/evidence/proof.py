"""Proofs that a cell is safe or a mine, and their text: few lines, in the order in which a person thinks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from html import escape

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import KNOWN_RULES, Derivation, Reasoning, Rule
from minesweeper_qt.model.evidence.proof_step import MARK, ProofLine, ProofStep, Split
from minesweeper_qt.model.evidence.proof_words import ProofNames, all_cells, all_mines, capital, case_lines
from minesweeper_qt.model.words import as_lists, counted, in_words, joined, listed, plural, short_sentence, verdict_text

MOST_LINES = 8
"""The most lines that are not folded."""

_SHOWN_BY = {
    Reasoning.CLUE: "With what is known, one clue shows it",
    Reasoning.SUBSET: "With what is known, the difference of two sentences shows it",
    Reasoning.OVERLAP: "With what is known, the shared cells of two sentences show it",
    Reasoning.COUNT: "With what is known, the number of mines shows it",
    Reasoning.CASES: "Supposing the opposite shows it",
}
"""The reasoning of a proof whose highest level is not that of its cell, by that level."""

_SHOWN_STATEMENTS = 3
"""The most results of folded lines that the line above them names."""

_READ = (Rule.CLUE, *KNOWN_RULES)
"""The rules of steps that the lines read where they use them, and that have no line of their own."""

_DRAWN = (Rule.ALL_SAFE, Rule.ALL_MINES)
"""The rules of verdicts, which are drawn in the line of the sentence that they rest on."""


class PatternKind(Enum):
    """The patterns that players know by name; the value is the name."""

    ONE_ONE = "1-1"
    """Two clues with one mine left each; the covered cells of one are among those of the other."""
    ONE_TWO = "1-2"
    """A clue with one mine left beside one with more; one cell alone remains for the further mine."""
    ONE_TWO_ONE = "1-2-1"
    """Three clues in a row along covered cells: the mines are at the ones."""
    ONE_TWO_TWO_ONE = "1-2-2-1"
    """Four clues in a row along covered cells: the mines are at the twos."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that a proof is an instance of.

    ``is_reduced``: the numbers are those of the mines left beside known mines, not the clues as they stand.
    ``is_at_wall``: the edge of the board, or revealed cells across the row of clues, end it. ``clues``: its clues, in
    the order of the name.

    >>> Pattern(PatternKind.ONE_TWO, is_reduced=True).title
    '1-2 pattern, reduced'
    """

    kind: PatternKind
    is_reduced: bool = False
    is_at_wall: bool = False
    clues: tuple[Cell, ...] = ()

    @property
    def title(self) -> str:
        """The name of the pattern for people."""
        return f"{self.kind.value} pattern{', reduced' if self.is_reduced else ''}{', at the wall' * self.is_at_wall}"


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that ``cell`` is a mine, or is safe, in every layout that agrees with ``position``.

    The last of ``steps`` states the verdict on the cell. ``level`` is the weakest reasoning level that settles the
    cell from the clues. ``str(proof)`` is the proof in words, see ``short_text``.

    A proof from the clues has steps alone. One that starts from what an agent knows has ``KNOWN_CELLS`` steps, which
    state cells that the agent has settled, and ``KNOWN_SENTENCE`` steps, which state a sentence that it holds or held.
    ``known`` has their derivations, by the number of the step: the verdict on each cell in reading order, or the one
    derivation of the sentence. None of them rests on the verdict on ``cell``. ``pattern`` is the pattern that the proof
    is an instance of, ``None`` if it is none that has a name.

    >>> from minesweeper_qt.model import Position, explain
    >>> proof = explain(Position.from_text("3x1x1\\n1HH"), (0, 1))
    >>> proof.is_mine, str(proof.level), proof.clues
    (True, 'clue', ((0, 0),))
    >>> print(proof)
    (0, 1) is a mine. Level clue: one clue alone.
    The 1 at (0, 0) has only one covered neighbour, (0, 1): a mine.

    A proof is not checked when it is made; ``check_proof`` raises ``ProofError`` for one that does not hold.
    """

    position: Position
    cell: Cell
    is_mine: bool
    level: Reasoning
    steps: tuple[ProofStep, ...]
    known: Mapping[int, tuple[Derivation, ...]] = field(default_factory=dict)
    pattern: Pattern | None = None

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The revealed cells whose clues the steps read, in reading order, without those behind ``known``."""
        return tuple(sorted({step.clue for step in self.steps if step.clue is not None}))

    @property
    def marks(self) -> BoardMarks:
        """What a picture marks: the verdict on the cell, what the proof takes for known of others, and the clues."""
        known = [verdict for found in self.known.values() for verdict in found if verdict.is_verdict]
        mines, safe = (
            {cell for verdict in known if (verdict.count > 0) is is_mine for cell in verdict.cells}
            for is_mine in (True, False)
        )
        (mines if self.is_mine else safe).add(self.cell)
        return BoardMarks(safe, mines, clues=frozenset(self.clues))

    def __str__(self) -> str:
        return short_text(self)

    def _repr_html_(self) -> str:
        """Return a picture of the board and the short lines, which notebooks show."""
        picture, lines = board_svg(self.position, marks=self.marks), html_lines(self, short_lines(self))
        return f"{picture}<p>{escape(short_heading(self))}</p>{lines}"


def short_heading(proof: Proof) -> str:
    """Return a sentence with the verdict, and one with the pattern or the reasoning level.

    >>> from minesweeper_qt.model import Position, short_proof
    >>> short_heading(short_proof(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    '(0, 1) is a mine. Level clue: one clue alone.'
    """
    verdict = verdict_text([proof.cell], proof.is_mine)
    name = "" if proof.pattern is None else f" {capital(proof.pattern.title)}."
    highest = max([step.rule.level for step in proof.steps], default=proof.level)
    if highest is proof.level:
        return f"{verdict}.{name} Level {proof.level}: {proof.level.meaning}."
    return f"{verdict}.{name} {_SHOWN_BY[highest]}; the clues alone take level {proof.level}."


def short_text(proof: Proof, unfold: bool = False) -> str:
    """Return the heading and the short lines of a proof, with the lines within cases indented.

    ``unfold``: also the folded lines, and each known cell or sentence with the reason why the agent knows it.

    >>> from minesweeper_qt.model import Position, short_proof
    >>> print(short_text(short_proof(Position.from_text("3x1x1\\n?1H"), (0, 2)), unfold=True))
    (0, 2) is safe. Level clue: one clue alone.
    The 1 at (0, 1) has its mine already, (0, 0) ▸. So (0, 2) is safe.
        (0, 0) is a mine: marked.
    """
    return "\n".join([short_heading(proof), *_texts(proof, short_lines(proof), 0, unfold)])


def _texts(proof: Proof, lines: Iterable[ProofLine], depth: int, unfold: bool) -> list[str]:
    """Return the texts of ``lines``, indented; with ``unfold`` also of what is folded below them."""
    rows: list[str] = []
    for line in lines:
        inner = depth + line.depth
        rows.append("  " * inner + line.text)
        if unfold:
            rows += _texts(proof, line.folded, inner + 2, unfold)
            rows += ["  " * (inner + 2) + text for number in line.known for text in known_texts(proof, number)]
    return rows


def html_lines(proof: Proof, lines: Iterable[ProofLine]) -> str:
    """Return ``lines`` as a list of HTML; a click on one with ``MARK`` unfolds what is folded below it."""
    rows = []
    for line in lines:
        text, more = escape(line.text), html_lines(proof, line.folded) if line.folded else ""
        known = [f"<li>{escape(reason)}</li>" for number in line.known for reason in known_texts(proof, number)]
        more += f"<ul>{''.join(known)}</ul>" if known else ""
        if more:
            text = f'<details><summary style="list-style:none">{text}</summary>{more}</details>'
        rows.append(f'<li style="margin-left:{2 * line.depth}em">{text}</li>')
    return f"<ul>{''.join(rows)}</ul>"


def known_texts(proof: Proof, number: int) -> tuple[str, ...]:
    """Return one line for each derivation of what step ``number`` takes for known: what it is, and why."""
    return tuple(f"{one.conclusion}: {one.cause()}." for one in proof.known[number])


def short_lines(proof: Proof) -> tuple[ProofLine, ...]:
    """Return the short lines of a proof, at most ``MOST_LINES`` besides those that are folded.

    Each line states what follows by one rule; a clue is read, and a verdict drawn, in the line of the rule that uses
    it. Every step of the proof belongs to one line.

    >>> from minesweeper_qt.model import Position, short_proof
    >>> for line in short_lines(short_proof(Position.from_text("2x3x1\\n1H\\n1H\\nHH"), (2, 1))):
    ...     print(*line.text.split(". "), sep="\\n")
    The 1 at (0, 0) has its mine at (0, 1) or (1, 1), both of which the 1 at (1, 0) touches too
    So that is the mine of the 1 at (1, 0): (2, 1) is safe.
    """
    lines = _LineWriter(proof).lines()
    deepest = max([line.depth for line in lines], default=0)
    is_contradiction = proof.steps[-1].rule is Rule.CONTRADICTION
    while len(lines) > MOST_LINES and deepest:
        lines = _with_folded_cases(lines, deepest, is_contradiction)
        deepest -= 1
    return tuple(_with_folded_beginning(proof, lines))


def _with_folded_cases(lines: Sequence[ProofLine], depth: int, is_contradiction: bool) -> list[ProofLine]:
    """Return the lines with those of this ``depth``, the greatest, folded below the lines before them.

    ``is_contradiction``: every case ends in a contradiction.
    """
    found: list[ProofLine] = []
    for line in lines:
        if line.depth < depth:
            found.append(line)
        else:
            found[-1] = replace(found[-1], folded=(*found[-1].folded, replace(line, depth=0)))
    for place, line in enumerate(found):
        if line.folded and line.depth == depth - 1:
            end = line.folded[-1].end
            more = f"In the end {end}" if end else "That ends in contradictions." if is_contradiction else "It goes on."
            found[place] = replace(line, text=f"{line.text} {more} {MARK}")
    return found


def _with_folded_beginning(proof: Proof, lines: list[ProofLine]) -> list[ProofLine]:
    """Return at most ``MOST_LINES`` lines: the first ones are folded below a line that states their results."""
    if len(lines) <= MOST_LINES:
        return lines
    number = len(lines) - MOST_LINES + 1
    first, later = lines[:number], lines[number:]
    steps = {step.number: step for step in proof.steps}
    own = [step for line in first for step in line.steps]
    used = {premise for line in later for step in line.steps for premise in steps[step].premises}
    results = [steps[step] for step in own if step in used and steps[step].rule not in _READ]
    texts = [
        verdict_text(step.cells, step.count > 0) if step.is_verdict else short_sentence(step.cells, step.count)
        for step in results[-_SHOWN_STATEMENTS:]
    ]
    text = f"{capital(joined(texts, len(results) - len(texts)))} by {counted(number, 'line')}. {MARK}"
    cells = frozenset(cell for step in results for cell in step.cells)
    return [ProofLine(text, (), cells=cells, folded=tuple(first)), *later]


class _LineWriter:
    """Writes the lines of one proof."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._names = ProofNames(proof.position, proof.steps)
        self._drawn: set[int] = set()
        """The numbers of the verdicts that were drawn in the line of another step."""

    def lines(self) -> list[ProofLine]:
        """Return all lines."""
        lines: list[ProofLine] = []
        for step in self._proof.steps:
            if step.rule not in _READ and step.number not in self._drawn:
                lines += self._lines_of(step)
        return lines

    def _lines_of(self, step: ProofStep) -> list[ProofLine]:
        if step.rule in (Rule.CASES, Rule.CONTRADICTION):
            return case_lines(self._names, step)
        verdicts = self._verdicts_on(step)
        if step.rule is Rule.MINE_COUNT:
            text = self._mine_count_text(step)
            if verdicts:
                first = self._line(text, step)
                return [first, self._line(self._mines_left_text(step, verdicts), step, verdicts)]
            if step.premises:
                left = plural(step.count, "One is", f"{capital(in_words(step.count))} are")
                text += f" {left} left for {counted(len(step.cells), 'cell')}."
            return [self._line(text, step)]
        if step.rule is Rule.TAKEN:
            text = f"The position takes {listed(step.cells)} for a mine."
        elif step.rule in _DRAWN:
            text = self._reading_text(step)
        elif step.rule is Rule.OVERLAP:
            text = self._overlap_text(step, verdicts)
        else:
            text = self._subset_text(step, verdicts)
        return [self._line(text, step, verdicts)]

    def _verdicts_on(self, step: ProofStep) -> list[ProofStep]:
        """Return the verdicts that rest on ``step`` alone, to be drawn in its line."""
        found = [other for other in self._proof.steps if other.premises == (step.number,) and other.rule in _DRAWN]
        self._drawn.update([other.number for other in found])
        return found

    def _line(self, text: str, step: ProofStep, verdicts: Iterable[ProofStep] = ()) -> ProofLine:
        """Return the line with ``text``, which states ``step`` and the ``verdicts`` on it."""
        verdicts = list(verdicts) or ([step] if step.is_verdict else [])
        for stated in (step, *verdicts):
            self._names.read(stated)
        steps, known = self._names.take()
        read = [self._names.steps[number] for number in dict.fromkeys((*steps, *step.premises))]
        clues = frozenset([other.clue for other in read if other.clue is not None])
        cells = all_cells(other for other in read if not other.is_verdict)
        mines = all_cells(verdict for verdict in verdicts if verdict.count)
        safes = all_cells(verdict for verdict in verdicts if not verdict.count)
        return ProofLine(text, steps, clues=clues, cells=cells, mines=mines, safes=safes, known=known)

    # -- one sentence

    def _reading_text(self, step: ProofStep) -> str:
        """Return the text of a verdict on cells of one sentence that has no line of its own."""
        names = self._names
        (premise,) = names.premises(step)
        if premise.clue is None:
            return f"In {names.name(premise)} {verdict_text(step.cells, step.count > 0)}."
        names.read(premise)
        around = names.around(premise)
        known = names.premises(premise)
        mines = [verdict for verdict in known if verdict.count]
        safes = [verdict for verdict in known if not verdict.count]
        clue, value = names.short(premise), names.value(premise)
        if not value:
            return f"{premise.clue} is blank: no neighbour is a mine. So {verdict_text(step.cells, False)}."
        if not step.count:
            its = plural(value, "its mine", f"its {in_words(value)} mines")
            brackets = names.known_in_brackets(safes, around)
            text = f"{capital(clue)}{brackets} has {its} already, {names.places(mines, around)}."
            return f"{text} So {verdict_text(step.cells, False)}."
        begin = ""
        if safes:
            number = len(all_cells(safes) & around)
            begin = f"{names.places(safes, around)} {plural(number, 'is', 'are')} safe, so "
        return capital(f"{begin}{clue}{names.known_in_brackets(mines, around)} {self._only_text(premise, step)}.")

    def _only_text(self, premise: ProofStep, step: ProofStep) -> str:
        """Return that the covered cells that a clue has left are its mines, and so those of ``step``."""
        left = listed(premise.cells)
        if len(premise.cells) == 1:
            known = self._names.premises(premise)
            return f"has only {left} left: it is a mine" if known else f"has only one covered neighbour, {left}: a mine"
        more = " more" if self._names.left(premise) else ""
        needs = f"needs {in_words(premise.count)}{more} and has only {left} left"
        ends = all_mines(premise.cells) if step.cells == premise.cells else verdict_text(step.cells, True)
        return f"{needs}: {ends}"

    # -- two sentences

    def _subset_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of a sentence less others."""
        names = self._names
        first, *others = names.premises(step)
        inner = [other for other in others if not other.is_verdict]
        known = [other for other in others if other.is_verdict]
        if len(inner) == 1 and inner[0].rule is Rule.OVERLAP and not known and names.is_named(first):
            return self._beside_text(step, first, verdicts)
        if not inner:
            return f"{self._known_text(first, known)} {self._rest_text(step, first, verdicts)}"
        # The names come in the order of the text: what is known is named with the first of them.
        begin = capital(names.name(inner[0])) if len(inner) == 1 else ""
        name = f"{names.name(first)}{names.known_in_brackets(known, first.cells)}"
        if len(inner) == 1 and inner[0].clue is not None:
            (small,) = inner
            text = f"{begin} has {names.where(small)}, {_of_which(small.cells)} {name} touches too."
        elif len(inner) == 1:
            within = "belongs to" if first.clue is None else "lies around"
            text = f"{begin} {within} {name}."
        else:
            takes = joined([f"{names.name(other)} has {in_words(other.count)}" for other in inner])
            text = f"Of the mines of {name}, {takes}, and these share no cell."
        return f"{text} {self._rest_text(step, first, verdicts)}"

    def _known_text(self, first: ProofStep, known: Sequence[ProofStep]) -> str:
        """Return the text of the known cells of a sentence."""
        name = self._names.name(first)
        parts = []
        for is_mine in (True, False):
            verdicts = [verdict for verdict in known if (verdict.count > 0) is is_mine]
            if verdicts:
                number = len(all_cells(verdicts) & first.cells)
                what = plural(number, "is a mine", "are mines") if is_mine else plural(number, "is safe", "are safe")
                parts.append(f"{self._names.places(verdicts, first.cells)} {what}")
        return f"Of {name}, {joined(parts)}."

    def _rest_text(self, step: ProofStep, first: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what is left of ``first``, with the verdicts on it."""
        if not verdicts:
            return f"So {short_sentence(step.cells, step.count)}."
        cells = all_cells(verdicts)
        if first.clue is None:
            return f"So {verdict_text(cells, step.count > 0)}."
        clue = self._names.shortest(first, self._others(step, first))
        last = "last " if self._names.left(first) else ""
        if not step.count:
            those = plural(first.count, f"that is the {last}mine", f"those are the {last}{in_words(first.count)} mines")
            return f"So {those} of {clue}: {verdict_text(cells, False)}."
        other = "other" if self._names.value(first) == 2 else "last"
        if step.count == 1:
            return f"So the {other} mine of {clue} is at {listed(cells)}."
        if cells == step.cells:
            return f"So the other {in_words(step.count)} mines of {clue} are at {listed(cells)}."
        filled = f"So the other {in_words(step.count)} mines of {clue} fill {listed(step.cells)}"
        return f"{filled}: {verdict_text(cells, True)}."

    def _others(self, step: ProofStep, first: ProofStep) -> list[ProofStep]:
        """Return the other sentences that the text of ``step`` may have named besides ``first``."""
        inner = self._names.premises(step)[1:]
        both = [other for shared in inner if shared.rule is Rule.OVERLAP for other in self._names.premises(shared)]
        return [other for other in (*inner, *both) if other is not first]

    # -- overlaps

    def _overlap_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of the cells that two sentences share."""
        names = self._names
        few, many = sorted(names.premises(step), key=lambda premise: premise.count)
        text = f"{capital(names.name(few))} and {names.name(many)} share {listed(step.cells)}."
        text += f" {capital(names.bounds_text(step))}."
        return f"{text} So {verdict_text(all_cells(verdicts), step.count > 0)}." if verdicts else text

    def _beside_text(self, step: ProofStep, first: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what is left of ``first`` beside the cells that it shares with another sentence."""
        if not verdicts or step.count:
            return self._rest_text(step, first, verdicts)
        mines = plural(first.count, "mine", f"{in_words(first.count)} mines")
        more = "last " if self._names.left(first) else ""
        whose = f"the {more}{mines} of {self._names.shortest(first, self._others(step, first))}"
        return f"So {whose} {plural(first.count, 'is', 'are')} there, and {verdict_text(all_cells(verdicts), False)}."

    # -- the number of mines

    def _mine_count_text(self, step: ProofStep) -> str:
        """Return the text of what is known of all mines of the board."""
        names, total = self._names, self._proof.position.mines
        premises = names.premises(step)
        mines = [other for other in premises if other.is_verdict and other.count]
        safes = [other for other in premises if other.is_verdict and not other.count]
        inner = [other for other in premises if not other.is_verdict]
        known = len(all_cells(mines))
        if not known:
            text = f"The board has {counted(total, 'mine')}"
        elif known == total:
            text = f"{plural(total, 'The only mine is', f'All {total} mines are')} known{names.marks(mines)}"
        else:
            text = f"{known} of the {total} mines {plural(known, 'is', 'are')} known{names.marks(mines)}"
        if safes:
            number = len(all_cells(safes))
            text += f", and {counted(number, 'covered cell')} {plural(number, 'is', 'are')} safe{names.marks(safes)}"
        return f"{text}.{self._placed_text(inner, total - known, known > 0)}"

    def _placed_text(self, inner: Sequence[ProofStep], left: int, is_some_known: bool) -> str:
        """Return the text of the sentences that hold some of the ``left`` mines; empty without sentences."""
        names = self._names
        if not inner:
            return ""
        if len(inner) == 1 and inner[0].count == left:
            name, more = capital(names.name(inner[0])), " more" if names.left(inner[0]) else ""
            which = f"that is the {_ordinal_word(self._proof.position.mines)}" if left == 1 else "these are all of them"
            return f" {name} needs {in_words(left)}{more}: {which}."
        others = f"the other {in_words(left)}" if is_some_known else f"these {in_words(left)}"
        named = [f"{names.name(other)} has {in_words(other.count)}" for other in inner]
        apart = "; they share no cell" if len(inner) > 1 else ""
        return f" Of {others}, {joined(named)}{apart}."

    def _mines_left_text(self, step: ProofStep, verdicts: Sequence[ProofStep]) -> str:
        """Return the text of what the number of mines leaves for the other covered cells."""
        cells = all_cells(verdicts)
        if step.count:
            fill = f"So {plural(step.count, 'the mine that is', f'the {in_words(step.count)} mines that are')} left"
            if cells == step.cells:
                return f"{fill} can only be at {listed(cells)}."
            return f"{fill} fill the other {in_words(len(step.cells))} cells, {listed(cells)} too."
        if cells == step.cells:
            return f"So no mine is left elsewhere, and {verdict_text(cells, False)}."
        inner = [other for other in self._names.premises(step) if not other.is_verdict]
        where = ""
        if inner and all(other.clue is not None for other in inner):
            where = " that it does not touch" if len(inner) == 1 else " that none of them touches"
        return f"So every other covered cell{where} is safe, {listed(cells)} too."


def _of_which(cells: Collection[Cell]) -> str:
    """Return the beginning of a clause about all of some cells that were named right before it.

    >>> _of_which([(0, 0)]), _of_which([(0, 0), (0, 1)]), _of_which([(0, 0), (0, 1), (0, 2)])
    ('which', 'both of which', 'all of which')
    """
    return plural(len(cells), "which", "both of which" if len(cells) == 2 else "all of which")


def _ordinal_word(number: int) -> str:
    """Return "99th" for 99.

    >>> [_ordinal_word(number) for number in (1, 2, 3, 11, 22, 99)]
    ['1st', '2nd', '3rd', '11th', '22nd', '99th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# -- as JSON


def proof_dict(proof: Proof) -> dict[str, object]:
    """Return the proof as a JSON object: a cell is ``[row, column]``, and each step has the lines that state it.

    >>> from minesweeper_qt.model import Position, explain
    >>> found = proof_dict(explain(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    >>> found["cell"], found["verdict"], found["level"], found["clues"]
    ([0, 1], 'mine', 'clue', [[0, 0]])
    """
    lines = list(_unfolded(short_lines(proof)))
    return {
        "cell": list(proof.cell),
        "verdict": "mine" if proof.is_mine else "safe",
        "level": str(proof.level),
        "clues": as_lists(proof.clues),
        "text": short_heading(proof),
        "steps": [
            {
                "number": step.number,
                "rule": step.rule.value,
                "cells": as_lists(step.cells),
                "count": step.count,
                "premises": list(step.premises),
                "clue": None if step.clue is None else list(step.clue),
                "text": "\n".join("  " * line.depth + line.text for line in lines if step.number in line.steps),
                "cases": None if step.split is None else _split_dict(step.split),
            }
            for step in proof.steps
        ],
    }


def _split_dict(split: Split) -> dict[str, object]:
    return {
        "premise": split.premise,
        "ways": [
            {
                "mines": as_lists(case.mines),
                "safes": as_lists(case.safes),
                "forced": [
                    {"premise": forced.premise, "cells": as_lists(forced.cells), "mine": forced.is_mine}
                    for forced in case.forced
                ],
                "clash": case.clash,
                "cases": None if case.split is None else _split_dict(case.split),
            }
            for case in split.cases
        ],
    }


def _unfolded(lines: Iterable[ProofLine]) -> Iterator[ProofLine]:
    for line in lines:
        yield line
        yield from _unfolded(line.folded)


def short_dict(proof: Proof) -> dict[str, object]:
    """Return the short lines as a JSON object, with heading and pattern, and with what each line takes for known.

    >>> from minesweeper_qt.model import Position, short_proof
    >>> found = short_dict(short_proof(Position.from_text("3x1x1\\n1HH"), (0, 1)))
    >>> found["pattern"], [line["text"] for line in found["lines"]]
    (None, ['The 1 at (0, 0) has only one covered neighbour, (0, 1): a mine.'])
    """
    return {
        "text": short_heading(proof),
        "pattern": None if proof.pattern is None else proof.pattern.kind.value,
        "lines": [_line_dict(proof, line) for line in short_lines(proof)],
    }


def _line_dict(proof: Proof, line: ProofLine) -> dict[str, object]:
    return {
        "text": line.text,
        "depth": line.depth,
        "lemmas": [
            {"cells": as_lists(one.cells), "count": one.count, "reason": one.reason()}
            for number in line.known
            for one in proof.known[number]
        ],
        "folded": [_line_dict(proof, inner) for inner in line.folded],
    }

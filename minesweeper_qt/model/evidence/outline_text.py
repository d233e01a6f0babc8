"""Puts outlines into words: few lines in the order in which a person thinks, what settles the cell last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from minesweeper_qt.model.evidence.outline import MARK, Outline, OutlineLine
from minesweeper_qt.model.evidence.outline_rule_text import READ, rule_lines
from minesweeper_qt.model.evidence.outline_words import capital
from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.text.cell_text import cells_as_lists, joined, short_sentence, verdict_text
from minesweeper_qt.model.text.number_text import counted

MOST_LINES = 8
"""The most lines of an outline that are not folded."""

_RULE_LEVELS = {
    ProofRule.SUBSET: Reasoning.SUBSET,
    ProofRule.OVERLAP: Reasoning.OVERLAP,
    ProofRule.MINE_COUNT: Reasoning.COUNT,
    ProofRule.CASES: Reasoning.CASES,
    ProofRule.CONTRADICTION: Reasoning.CASES,
}
"""The reasoning level of each rule; the other rules have the lowest."""

_SHOWN_BY = {
    Reasoning.CLUE: "with what is known, one clue is enough",
    Reasoning.SUBSET: "with what is known, the difference of two sentences is enough",
    Reasoning.OVERLAP: "with what is known, the shared cells of two sentences are enough",
    Reasoning.COUNT: "with what is known, the number of mines is enough",
    Reasoning.CASES: "shown by supposing the opposite",
}
"""The reasoning of an outline that is not of the level of its cell, by its highest level."""

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
    highest = max([_RULE_LEVELS.get(step.rule, Reasoning.CLUE) for step in outline.steps], default=outline.level)
    if highest is outline.level:
        return f"{verdict}.{name} Level {outline.level}: {outline.level.meaning}."
    return f"{verdict}.{name} Level {outline.level}; {_SHOWN_BY[highest]}."


def outline_text(outline: Outline, unfold: bool = False) -> str:
    """Return the heading and the lines of an outline, with the lines within cases indented.

    ``unfold``: also the folded lines, and each known cell or sentence with the reason why the agent knows it.

    >>> from minesweeper_qt.model import Position, outline
    >>> print(outline_text(outline(Position.from_text("3x1x1\\n?1H"), (0, 2)), unfold=True))
    (0, 2) is safe. Level clue: one clue alone.
    The 1 at (0, 1) has its mine already, (0, 0) ▸. So (0, 2) is safe.
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
    (None, ['The 1 at (0, 0) has only one covered neighbour, (0, 1): a mine.'])
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
    So that is the mine of the 1 at (1, 0): (2, 1) is safe.
    """
    lines = rule_lines(outline)
    deepest = max([line.depth for line in lines], default=0)
    is_contradiction = outline.steps[-1].rule is ProofRule.CONTRADICTION
    while len(lines) > MOST_LINES and deepest:
        lines = _with_folded_cases(lines, deepest, is_contradiction)
        deepest -= 1
    return tuple(_with_folded_beginning(outline, lines))


def _with_folded_cases(lines: Sequence[OutlineLine], depth: int, is_contradiction: bool) -> list[OutlineLine]:
    """Return the lines with those of this ``depth``, the greatest, folded below the lines before them.

    ``is_contradiction``: every case ends in a contradiction.
    """
    found: list[OutlineLine] = []
    for line in lines:
        if line.depth < depth:
            found.append(line)
        else:
            found[-1] = replace(found[-1], folded=(*found[-1].folded, replace(line, depth=0)))
    return [line if line.depth != depth - 1 or not line.folded else _with_end(line, is_contradiction) for line in found]


def _with_end(line: OutlineLine, is_contradiction: bool) -> OutlineLine:
    """Return ``line`` with a mark, and with what the last of its folded lines states."""
    # The lemmas of the folded line are marked where it is unfolded.
    end = line.folded[-1].text.replace(f" {MARK}", "")
    begin = line.text.rstrip(":.")
    if end.startswith("Then "):
        text = f"{begin}. In the end {end.removeprefix('Then ')}"
    else:
        text = f"{begin}. {'That ends in contradictions' if is_contradiction else 'It goes on'}."
    return replace(line, text=f"{text} {MARK}")


def _with_folded_beginning(outline: Outline, lines: list[OutlineLine]) -> list[OutlineLine]:
    """Return at most ``MOST_LINES`` lines: the first ones are folded below a line that states their results."""
    if len(lines) <= MOST_LINES:
        return lines
    number = len(lines) - MOST_LINES + 1
    first, later = lines[:number], lines[number:]
    steps = {step.number: step for step in outline.steps}
    own = [step for line in first for step in line.steps]
    used = {premise for line in later for step in line.steps for premise in steps[step].premises}
    results = [steps[step] for step in own if step in used and steps[step].rule not in READ]
    texts = [
        verdict_text(step.cells, step.count > 0) if step.is_verdict else short_sentence(step.cells, step.count)
        for step in results[-_SHOWN_STATEMENTS:]
    ]
    text = f"{capital(joined(texts, len(results) - len(texts)))} by {counted(number, 'line')} {MARK}"
    cells = frozenset(cell for step in results for cell in step.cells)
    return [OutlineLine(text, (), cells=cells, folded=tuple(first)), *later]

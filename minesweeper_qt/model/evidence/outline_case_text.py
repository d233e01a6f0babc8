"""Puts the cases of an outline into words: what follows from each supposition, up to a contradiction or the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.outline import OutlineLine
from minesweeper_qt.model.evidence.outline_words import OutlineWords, capital
from minesweeper_qt.model.evidence.proof_step import Case, Forced, ProofRule, ProofStep, Split
from minesweeper_qt.model.text.cell_text import joined, listed, verdict_text
from minesweeper_qt.model.text.number_text import counted, plural


def case_lines(words: OutlineWords, step: ProofStep) -> list[OutlineLine]:
    """Return the lines of a ``CASES`` or ``CONTRADICTION`` step; those within cases have a depth."""
    return list(_CaseWriter(words, step).lines())


class _CaseWriter:
    """Writes the lines of one step by cases."""

    def __init__(self, words: OutlineWords, step: ProofStep) -> None:
        self._words = words
        self._step = step
        self._verdict = verdict_text(step.cells, step.count > 0)

    def lines(self) -> Iterator[OutlineLine]:
        """Yield the lines of the step."""
        step, words = self._step, self._words
        if step.supposed is not None:
            yield from self._contradiction(step.supposed)
            return
        if step.split is None:
            named = joined([words.name(premise) for premise in words.premises(step)])
            yield self._end(f"Every way to fill {named} has the same verdict there: {self._verdict}.")
            return
        ends: list[bool] = []
        yield from self._split(step.split, 0, frozenset(), ends)
        yield self._end(f"{_cases_left(ends)} {self._verdict}.")

    def _end(self, text: str) -> OutlineLine:
        """Return the line with ``text`` that settles the cell."""
        self._words.read(self._step)
        steps, lemmas = self._words.take()
        cells = frozenset(cell for premise in self._words.premises(self._step) for cell in premise.cells)
        settled, nothing = self._step.cells, frozenset[Cell]()
        mines, safes = (settled, nothing) if self._step.count else (nothing, settled)
        return OutlineLine(text, steps, lemmas, cells=cells, mines=mines, safes=safes)

    def _line(self, text: str, premise: ProofStep | None, depth: int) -> OutlineLine:
        """Return the line with ``text`` that reads the sentence of ``premise``."""
        steps, lemmas = self._words.take()
        clues = frozenset(() if premise is None or premise.clue is None else (premise.clue,))
        cells = frozenset[Cell]() if premise is None else premise.cells
        return OutlineLine(text, steps, lemmas, depth, clues, cells)

    # -- by contradiction

    def _contradiction(self, supposed: Case) -> Iterator[OutlineLine]:
        """Yield the lines from the opposite verdict to its contradiction."""
        is_mine = not self._step.count
        (cell,) = self._step.cells
        line = self._line(f"Suppose {cell} were {'a mine' if is_mine else 'safe'}.", None, 0)
        yield replace(line, mines=supposed.mines, safes=supposed.safes, is_assumption=True)
        yield from self._inside(supposed, 1, supposed.mines)
        if supposed.clash is not None:
            premise = self._words.steps[supposed.clash]
            text = self._clash_text(premise, self._mines_of(supposed, frozenset()))
            yield self._end(f"{text} That can't be, so {self._verdict}.")
        else:
            is_one_line = supposed.split is not None and _same_clash(supposed.split) is not None
            none = "That can't be" if is_one_line else "None of these can be"
            yield self._end(f"{none}, so {self._verdict}.")

    def _inside(self, case: Case, depth: int, mines: frozenset[Cell]) -> Iterator[OutlineLine]:
        """Yield the lines of what a case forces and of the split within it; ``mines`` are those known there."""
        for forced in case.forced:
            yield self._forced_line(forced, mines, depth)
            mines |= forced.cells if forced.is_mine else frozenset()
        if case.split is not None:
            yield from self._split(case.split, depth, mines, [])

    @staticmethod
    def _mines_of(case: Case, mines: frozenset[Cell]) -> frozenset[Cell]:
        return mines.union(case.mines, *(forced.cells for forced in case.forced if forced.is_mine))

    def _forced_line(self, forced: Forced, mines: frozenset[Cell], depth: int) -> OutlineLine:
        """Return the line of a conclusion within a case in which the cells ``mines`` are mines."""
        premise = self._words.steps[forced.premise]
        inside = premise.cells & mines
        line = self._line(
            f"Then {verdict_text(forced.cells, forced.is_mine)}: {self._why(forced, inside)}.", premise, depth
        )
        nothing = frozenset[Cell]()
        return replace(
            line, mines=forced.cells if forced.is_mine else nothing, safes=nothing if forced.is_mine else forced.cells
        )

    def _why(self, forced: Forced, inside: frozenset[Cell]) -> str:
        """Return why a sentence, ``inside`` of which are its known mines, forces what it does."""
        premise = self._words.steps[forced.premise]
        name = self._words.name(premise)
        if premise.rule is ProofRule.MINE_COUNT:
            return "as many mines are left as cells" if forced.is_mine else "no mine is left for the board"
        more = premise.count - len(inside)
        if forced.is_mine:
            left = plural(len(forced.cells), "only that cell left", "only those left")
            return f"{name} needs {more}{' more' if inside or self._words.left(premise) else ''} and has {left}"
        last = "its last mine" if self._words.left(premise) else "its mine"
        its = plural(premise.count, last, f"all its {premise.count} mines")
        return f"{name} has {its} at {listed(inside)}"

    def _clash_text(self, premise: ProofStep, mines: frozenset[Cell]) -> str:
        """Return what would be wrong with a sentence when the cells ``mines`` were mines."""
        inside = premise.cells & mines
        if premise.rule is ProofRule.MINE_COUNT:
            left = plural(premise.count, "one is", f"{premise.count} are")
            if len(inside) > premise.count:
                return f"Then these cells would have {counted(len(inside), 'mine')}, and only {left} left."
            return f"Then no cell would be left for {counted(premise.count - len(inside), 'mine')} of the board."
        name = self._words.name(premise)
        has = len(inside) + self._words.left(premise)
        need = premise.count + self._words.left(premise)
        if len(inside) > premise.count:
            where = f"at {listed(inside)}" if len(inside) == has else f"{listed(inside)} among them"
            return f"Then {name} would have {counted(has, 'mine')}, {where}."
        only = f"only {has} of its {need} mines" if has else f"none of its {counted(need, 'mine')}"
        return f"Then {name} could have {only}."

    # -- by cases

    def _split(self, split: Split, depth: int, mines: frozenset[Cell], ends: list[bool]) -> Iterator[OutlineLine]:
        """Yield the lines of all cases, given the ``mines`` supposed or forced so far; appends to ``ends`` per end."""
        premise = self._words.steps[split.premise]
        number = len(split.cases)
        more = len(split.cases[0].mines)
        cells = split.cases[0].mines | split.cases[0].safes
        text = f"{capital(self._words.name(premise))} has {counted(more, 'mine')} in {listed(cells)}"
        clash = _same_clash(split)
        if clash is not None:
            # Each case would have a line of its own with the same reason.
            ends += [False] * number
            wrong = self._words.steps[clash]
            kind = "many" if len(wrong.cells & (mines | split.cases[0].mines)) > wrong.count else "few"
            yield self._line(f"{text}. Any way, {self._words.name(wrong)} would have too {kind}.", premise, depth)
            return
        yield self._line(f"{text}: {counted(number, 'way')}.", premise, depth)
        for place, case in enumerate(split.cases):
            yield from self._case(case, place, premise, depth, mines, ends)

    def _case(
        self, case: Case, place: int, premise: ProofStep, depth: int, mines: frozenset[Cell], ends: list[bool]
    ) -> Iterator[OutlineLine]:
        """Yield the lines of one case."""
        word = "Or" if place else "Either"
        shorter = (case.mines, True) if len(case.mines) <= len(case.safes) or not case.safes else (case.safes, False)
        what = verdict_text(*shorter)
        inside = mines | case.mines
        ended = self._mines_of(case, mines)
        clash = None if case.clash is None else self._words.steps[case.clash]
        if clash is not None and not case.forced:
            text = f"{word} {what}. {self._clash_text(clash, ended)}"
        elif len(case.forced) == 1 and case.clash is None and case.split is None:
            forced = self._forced_line(case.forced[0], inside, depth)
            text = f"{word} {what}. {forced.text}"
        else:
            text = f"{word} {what}{'.' if not case.forced and case.split is None else ':'}"
        line = self._line(text, premise, depth)
        yield replace(line, mines=case.mines, safes=case.safes, is_assumption=True)
        if not (len(case.forced) == 1 and case.clash is None and case.split is None):
            for forced_one in case.forced:
                yield self._forced_line(forced_one, inside, depth + 1)
                inside |= forced_one.cells if forced_one.is_mine else frozenset()
        if clash is not None:
            ends.append(False)
            if case.forced:
                yield self._line(f"{self._clash_text(clash, ended)} That can't be.", clash, depth + 1)
        elif case.split is not None:
            yield from self._split(case.split, depth + 1, inside, ends)
        else:
            ends.append(True)


def _same_clash(split: Split) -> int | None:
    """Return the step with which all cases of ``split`` clash at once; ``None`` if they differ or go on."""
    clashes = {None if case.forced or case.split is not None else case.clash for case in split.cases}
    return clashes.pop() if len(clashes) == 1 else None


def _cases_left(ends: list[bool]) -> str:
    """Return the words before the verdict that state in how many cases it holds; ``ends`` has False for a clash."""
    good = sum(ends)
    if good == 1:
        return "In the only way that is left," if len(ends) > 1 else "So"
    number = "both" if good == 2 else f"all {good}"
    return f"In {number} ways{' that are left' if good < len(ends) else ''},"

"""Puts the cases of an outline into words: what follows from each supposition, up to a contradiction or the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.outline import MARK, OutlineLine
from minesweeper_qt.model.evidence.outline_words import OutlineWords, all_mines, capital
from minesweeper_qt.model.evidence.proof import cases_left_text
from minesweeper_qt.model.evidence.proof_step import Case, Forced, ProofRule, ProofStep, Split
from minesweeper_qt.model.text.cell_text import listed, one_of, verdict_text
from minesweeper_qt.model.text.number_text import in_words, plural


def case_lines(words: OutlineWords, step: ProofStep) -> list[OutlineLine]:
    """Return the lines of a ``CASES`` or ``CONTRADICTION`` step; those within cases have a depth."""
    return list(_CaseWriter(words, step).lines())


@dataclass(frozen=True, slots=True)
class _State:
    """The cells that are mines, and those that are safe, at one place of the cases."""

    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()

    def after(self, case: Case) -> _State:
        """Return the state after what ``case`` supposes."""
        return _State(self.mines | case.mines, self.safes | case.safes)

    def with_forced(self, forced: Forced) -> _State:
        """Return the state after a conclusion."""
        if forced.is_mine:
            return _State(self.mines | forced.cells, self.safes)
        return _State(self.mines, self.safes | forced.cells)

    def at_end_of(self, case: Case) -> _State:
        """Return the state after all conclusions of ``case``."""
        state = self.after(case)
        for forced in case.forced:
            state = state.with_forced(forced)
        return state


class _CaseWriter:
    """Writes the lines of one step by cases."""

    def __init__(self, words: OutlineWords, step: ProofStep) -> None:
        self._words = words
        self._step = step
        self._verdict = verdict_text(step.cells, step.count > 0)

    def lines(self) -> Iterator[OutlineLine]:
        """Yield the lines of the step."""
        step = self._step
        if step.supposed is not None:
            yield from self._contradiction(step.supposed)
        elif step.split is None:
            yield self._unlisted()
        else:
            ends: list[bool] = []
            yield from self._split(step.split, 0, _State(), ends)
            yield self._end(f"{cases_left_text(ends)} {self._verdict}.")

    def _unlisted(self) -> OutlineLine:
        """Return the line of a step whose cases are too many to list, with its sentences folded below."""
        premises = self._words.premises(self._step)
        folded = tuple([self._line(f"{capital(self._words.name(premise))}.", premise, 0) for premise in premises])
        number = f"these {in_words(len(premises))} sentences"
        line = self._end(f"{self._verdict} in every layout that fits {number}, which are too many to list. {MARK}")
        return replace(line, folded=folded)

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
        (cell,) = self._step.cells
        line = self._line(f"Suppose {cell} were {'safe' if self._step.count else 'a mine'}.", None, 0)
        yield replace(line, mines=supposed.mines, safes=supposed.safes, is_assumption=True)
        yield from self._forced_lines(supposed, _State(), 1)
        state = _State().at_end_of(supposed)
        if supposed.clash is not None:
            text = self._clash_text(self._words.steps[supposed.clash], state)
            yield self._end(f"{text} That can't be, so {self._verdict}.")
            return
        assert supposed.split is not None
        yield from self._split(supposed.split, 1, state, [])
        none = "Each way ends in a contradiction" if _same_clash(supposed.split) is None else "That can't be"
        yield self._end(f"{none}, so {self._verdict}.")

    def _forced_lines(self, case: Case, before: _State, depth: int) -> Iterator[OutlineLine]:
        """Yield the lines of what ``case`` forces, one after the other."""
        state = before.after(case)
        for place, forced in enumerate(case.forced):
            yield self._forced_line(forced, self._used_later(case, place), depth)
            state = state.with_forced(forced)

    def _used_later(self, case: Case, place: int) -> frozenset[Cell]:
        """Return the cells of the sentences that ``case`` reads after its conclusion at ``place``."""
        numbers = [forced.premise for forced in case.forced[place + 1 :]]
        numbers += [] if case.clash is None else [case.clash]
        todo = [] if case.split is None else [case.split]
        while todo:
            split = todo.pop()
            numbers.append(split.premise)
            for inner in split.cases:
                numbers += [forced.premise for forced in inner.forced]
                numbers += [] if inner.clash is None else [inner.clash]
                todo += [] if inner.split is None else [inner.split]
        return self._step.cells.union(*(self._words.steps[number].cells for number in numbers))

    def _forced_line(self, forced: Forced, used: frozenset[Cell], depth: int) -> OutlineLine:
        """Return the line of a conclusion within a case; of safe cells it names those that are ``used`` later."""
        premise = self._words.steps[forced.premise]
        line = self._line(f"Then {self._forced_text(forced, forced.cells & used or forced.cells)}.", premise, depth)
        nothing = frozenset[Cell]()
        mines, safes = (forced.cells, nothing) if forced.is_mine else (nothing, forced.cells)
        return replace(line, mines=mines, safes=safes)

    def _forced_text(self, forced: Forced, shown: frozenset[Cell]) -> str:
        """Return what a sentence forces, the reason first; of safe cells those ``shown``."""
        words = self._words
        premise = words.steps[forced.premise]
        left = listed(forced.cells)
        if premise.rule is ProofRule.MINE_COUNT:
            if forced.is_mine:
                return f"the mines of the board have only {left} left: {all_mines(forced.cells)}"
            return f"all mines of the board have their places: {verdict_text(shown, False)}"
        name = words.name(premise)
        if forced.is_mine:
            return f"{name} has only {left} left: {all_mines(forced.cells)}"
        complete = f"has {words.mine_of(premise)}" if premise.clue is None else "is complete"
        return f"{name} {complete}: {verdict_text(shown, False)}"

    def _clash_text(self, premise: ProofStep, state: _State) -> str:
        """Return what would be wrong with a sentence in ``state``."""
        words = self._words
        inside = premise.cells & state.mines
        room = len(premise.cells - state.safes)
        if premise.rule is ProofRule.MINE_COUNT:
            left = plural(premise.count, "one is", f"{in_words(premise.count)} are")
            if len(inside) > premise.count:
                return f"That takes {in_words(len(inside))} mines, and only {left} left."
            return f"Then only {in_words(room)} of the {in_words(premise.count)} mines left would have a place."
        name, value, known = words.name(premise), words.value(premise), words.left(premise)
        if len(inside) > premise.count:
            where = f", {listed(inside)}" + ("" if not known else " among them")
            return f"Then {name} would have {in_words(len(inside) + known)} mines{where}."
        if not room:
            return f"Then {name} would have no cell left for {words.mine_of(premise)}."
        return f"Then {name} would have room for only {in_words(room + known)} of its {in_words(value)} mines."

    # -- by cases

    def _split(self, split: Split, depth: int, state: _State, ends: list[bool]) -> Iterator[OutlineLine]:
        """Yield the lines of all cases that follow ``state``; appends to ``ends`` for each, False for a clash."""
        premise = self._words.steps[split.premise]
        text = self._ways_text(premise, split)
        clash = _same_clash(split)
        if clash is not None:
            # Each case would have a line of its own with the same reason.
            ends += [False] * len(split.cases)
            wrong = self._words.steps[clash]
            kind = "many" if len(wrong.cells & (state.mines | split.cases[0].mines)) > wrong.count else "few"
            yield self._line(f"{text}. Any way, {self._words.name(wrong)} would have too {kind}.", premise, depth)
            return
        yield self._line(f"{text}.", premise, depth)
        for place, case in enumerate(split.cases):
            yield from self._case(case, place, premise, depth, state, ends)

    def _ways_text(self, premise: ProofStep, split: Split) -> str:
        """Return where the mines of a sentence are that its cases place."""
        number = len(split.cases[0].mines)
        cells = split.cases[0].mines | split.cases[0].safes
        name = "The rest of the board" if premise.rule is ProofRule.MINE_COUNT else capital(self._words.name(premise))
        if number == 1:
            return f"{name} has a mine at {one_of(cells)}"
        return f"{name} has {in_words(number)} mines among {listed(cells)}"

    def _case(
        self, case: Case, place: int, premise: ProofStep, depth: int, before: _State, ends: list[bool]
    ) -> Iterator[OutlineLine]:
        """Yield the lines of one case."""
        fewer_safes = bool(case.safes) and len(case.safes) < len(case.mines)
        what = verdict_text(case.safes, False) if fewer_safes else verdict_text(case.mines, True)
        text = f"{'Or' if place else 'Either'} {what}."
        clash = None if case.clash is None else self._words.steps[case.clash]
        end = before.at_end_of(case)
        if clash is not None and not case.forced:
            text += f" {self._clash_text(clash, end)}"
        line = self._line(text, premise, depth)
        yield replace(line, mines=case.mines, safes=case.safes, is_assumption=True)
        yield from self._forced_lines(case, before, depth + 1)
        if clash is not None:
            ends.append(False)
            if case.forced:
                yield self._line(f"{self._clash_text(clash, end)} That can't be.", clash, depth + 1)
        elif case.split is not None:
            yield from self._split(case.split, depth + 1, end, ends)
        else:
            ends.append(True)


def _same_clash(split: Split) -> int | None:
    """Return the step with which all cases of ``split`` clash at once; ``None`` if they differ or go on."""
    clashes = {None if case.forced or case.split is not None else case.clash for case in split.cases}
    return clashes.pop() if len(clashes) == 1 else None

"""The names of the sentences that the lines of a proof read, and the lines of its cases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import KNOWN_RULES, Rule
from minesweeper_qt.model.evidence.proof_step import MARK, Forced, ProofLine, ProofStep, Split, SplitCase
from minesweeper_qt.model.words import in_words, joined, listed, one_of, plural, short_sentence, verdict_text

_NAMED = 3
"""The most known cells of a clue, and the most cells outside of an overlap, that are named; more are counted."""


class ProofNames:
    """Names the sentences of one proof about ``position``, and notes what each line of it has named.

    A clue with known neighbours is named with them when it is named first. ``take`` returns what was named since the
    last call.
    """

    def __init__(self, position: Position, steps: Iterable[ProofStep]) -> None:
        self.position = position
        self.steps = {step.number: step for step in steps}
        self._introduced: set[int] = set()
        self._known: list[int] = []
        self._stated: list[int] = []

    def take(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the steps stated, and those marked as known, since the last call; in the order of the text."""
        stated, known = tuple(self._stated), tuple(self._known)
        self._stated, self._known = [], []
        return stated, known

    def premises(self, step: ProofStep) -> list[ProofStep]:
        """Return the premises of ``step``, in its order."""
        return [self.steps[number] for number in step.premises]

    def read(self, step: ProofStep) -> bool:
        """Note that the line states ``step``; return whether no line has before."""
        is_new = step.number not in self._introduced
        if is_new:
            self._introduced.add(step.number)
            self._stated.append(step.number)
        return is_new

    def is_named(self, step: ProofStep) -> bool:
        """Return whether a line states ``step`` already."""
        return step.number in self._introduced

    # -- names of sentences

    def name(self, step: ProofStep) -> str:
        """Return a name of the sentence of ``step``, with what is known of a clue's neighbours at the first time."""
        if step.clue is None:
            return f"{self.short(step)}{self._mark(step)}"
        is_new = self.read(step)
        return f"{self.short(step)}{self.known_in_brackets(self.premises(step), self.around(step)) if is_new else ''}"

    def short(self, step: ProofStep) -> str:
        """Return the name of the sentence of ``step`` without what is known around it."""
        if step.clue is None:
            return short_sentence(step.cells, step.count)
        return f"the {self.value(step)} at {step.clue}"

    def shortest(self, step: ProofStep, others: Iterable[ProofStep] = ()) -> str:
        """Return "the 3" for a clue, or "that sentence", where none of the ``others`` could be meant."""
        if step.clue is None:
            return self.short(step) if any(other.clue is None for other in others) else "that sentence"
        value = self.value(step)
        same = [other for other in others if other.clue is not None and self.value(other) == value]
        return self.short(step) if same else f"the {value}"

    def value(self, step: ProofStep) -> int:
        """Return the clue that a ``CLUE`` step reads, and the count of any other sentence."""
        return step.count if step.clue is None else self.position.clues[step.clue]

    def left(self, step: ProofStep) -> int:
        """Return how many mines of a clue its step takes out, which are known; 0 for other sentences."""
        return self.value(step) - step.count

    def mine_of(self, step: ProofStep) -> str:
        """Return "its mine" for a sentence with one mine, "its last mine" if others are known, or the number left."""
        last = "last " if self.left(step) else ""
        return f"its {last}mine" if step.count == 1 else f"its {last}{in_words(step.count)} mines"

    def where(self, step: ProofStep) -> str:
        """Return where the mines of a sentence are: "its mine at (0, 1) or (0, 2)", "two mines among (0, 1), ..."."""
        if step.count == 1:
            return f"{self.mine_of(step)} at {one_of(step.cells)}"
        return f"{in_words(step.count)} {'more ' if self.left(step) else ''}mines among {listed(step.cells)}"

    def bounds_text(self, step: ProofStep) -> str:
        """Return how many mines the two premises of an ``OVERLAP`` step need and allow in the cells that they share."""
        few, many = sorted(self.premises(step), key=lambda premise: premise.count)
        outside = many.cells - step.cells
        besides = listed(outside) if len(outside) <= _NAMED else f"{in_words(len(outside))} other cells"
        least = many.count - len(outside)
        needs = f"needs at least {plural(least, 'one mine', f'{in_words(least)} mines')} there"
        more = " more" if self.left(few) else ""
        text = f"{self.shortest(many, [few])} {needs}, as it has only {besides} besides"
        return f"{text}; {self.shortest(few, [many])} allows only {in_words(few.count)}{more}"

    # -- what is known

    def marks(self, verdicts: Iterable[ProofStep]) -> str:
        """Return the marks of those of ``verdicts`` that the agent knows and that were not named before."""
        return "".join(map(self._mark, verdicts))

    def _mark(self, step: ProofStep) -> str:
        """Return the mark of what the agent knows, with a space before it, the first time that it is named."""
        if step.rule not in KNOWN_RULES or not self.read(step):
            return ""
        self._known.append(step.number)
        return f" {MARK}"

    def around(self, step: ProofStep) -> frozenset[Cell]:
        """Return the neighbours of the clue that ``step`` reads, or the cells of its sentence."""
        return step.cells if step.clue is None else self.position.board.neighbours(step.clue)

    def known_in_brackets(self, verdicts: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return those cells ``around`` that ``verdicts`` settle, in brackets; empty without verdicts.

        Verdicts that were all named before are only counted.
        """
        parts = []
        for word, is_mine in (("mine", True), ("safe", False)):
            some = [verdict for verdict in verdicts if (verdict.count > 0) is is_mine]
            number = len(all_cells(some) & around)
            is_new = any(verdict.number not in self._introduced for verdict in some)
            if some and is_new and number <= _NAMED:
                parts.append(f"{plural(number, word, 'mines' if is_mine else word)} {self.places(some, around)}")
            elif some:
                many = f"{in_words(number)} {plural(number, word, 'mines' if is_mine else word)}"
                parts.append(f"{many}{self.marks(some)}")
        return f" (known: {', '.join(parts)})" if parts else ""

    def places(self, verdicts: Collection[ProofStep], around: frozenset[Cell]) -> str:
        """Return the cells ``around`` that ``verdicts`` settle, with a mark after those that the agent knows."""
        new = [verdict for verdict in verdicts if verdict.number not in self._introduced]
        if len(new) < 2:
            return f"{listed(all_cells(verdicts) & around)}{self.marks(verdicts)}"
        return joined([f"{listed(verdict.cells & around)}{self._mark(verdict)}" for verdict in verdicts])


def all_cells(steps: Iterable[ProofStep]) -> frozenset[Cell]:
    """Return the cells of all ``steps``."""
    return frozenset[Cell]().union(*(step.cells for step in steps))


def capital(text: str) -> str:
    """Return ``text`` with a capital first letter.

    >>> capital("the 1 at (0, 0)")
    'The 1 at (0, 0)'
    """
    return text[:1].upper() + text[1:]


def all_mines(cells: Collection[Cell]) -> str:
    """Return that all of some cells that were named right before are mines.

    >>> all_mines([(0, 0)]), all_mines([(0, 0), (0, 1)]), all_mines([(0, 0), (0, 1), (0, 2)])
    ('it is a mine', 'both are mines', 'all are mines')
    """
    return plural(len(cells), "it is a mine", "both are mines" if len(cells) == 2 else "all are mines")


_Settled = tuple[frozenset[Cell], frozenset[Cell]]
"""The cells that are mines, and those that are safe, at one place of the cases."""


def case_lines(names: ProofNames, step: ProofStep) -> list[ProofLine]:
    """Return the lines of a ``CASES`` or ``CONTRADICTION`` step; those within cases have a depth."""
    return list(_CaseWriter(names, step).lines())


class _CaseWriter:
    """Writes the lines of one step by cases."""

    def __init__(self, names: ProofNames, step: ProofStep) -> None:
        self._names = names
        self._step = step
        self._verdict = verdict_text(step.cells, step.count > 0)

    def lines(self) -> Iterator[ProofLine]:
        """Yield the lines of the step."""
        step, nothing = self._step, frozenset[Cell]()
        if step.supposed is not None:
            yield from self._contradiction(step.supposed)
        elif step.split is None:
            yield self._unlisted()
        else:
            ends: list[bool] = []
            yield from self._split(step.split, 0, (nothing, nothing), ends)
            yield self._end(f"{_cases_left(ends)} {self._verdict}.")

    def _unlisted(self) -> ProofLine:
        """Return the line of a step whose cases are too many to list, with its sentences folded below."""
        premises = self._names.premises(self._step)
        text = f"{self._verdict} in every layout that fits"
        folded = tuple([self._line(f"{capital(self._names.name(premise))}.", premise, 0) for premise in premises])
        line = self._end(f"{text} these {in_words(len(premises))} sentences, which are too many to list. {MARK}")
        return replace(line, folded=folded)

    def _end(self, text: str) -> ProofLine:
        """Return the line with ``text`` that settles the cell."""
        self._names.read(self._step)
        steps, known = self._names.take()
        line = ProofLine(text, steps, known=known, cells=all_cells(self._names.premises(self._step)))
        return with_verdict(line, self._step.cells, self._step.count > 0)

    def _line(self, text: str, premise: ProofStep | None, depth: int) -> ProofLine:
        """Return the line with ``text`` that reads the sentence of ``premise``."""
        steps, known = self._names.take()
        clues = frozenset(() if premise is None or premise.clue is None else (premise.clue,))
        cells = frozenset[Cell]() if premise is None else premise.cells
        return ProofLine(text, steps, depth, clues, cells, known=known)

    # -- by contradiction

    def _contradiction(self, supposed: SplitCase) -> Iterator[ProofLine]:
        """Yield the lines from the opposite verdict to its contradiction."""
        (cell,) = self._step.cells
        line = self._line(f"Suppose {cell} were {'safe' if self._step.count else 'a mine'}.", None, 0)
        yield replace(line, mines=supposed.mines, safes=supposed.safes, is_assumption=True)
        yield from self._forced_lines(supposed, 1)
        settled = _at_end_of(supposed, (frozenset(), frozenset()))
        if supposed.clash is not None:
            text = self._clash_text(self._names.steps[supposed.clash], settled)
            yield self._end(f"Then {text}. That can't be, so {self._verdict}.")
            return
        assert supposed.split is not None
        yield from self._split(supposed.split, 1, settled, [])
        none = "Each way ends in a contradiction" if _same_clash(supposed.split) is None else "That can't be"
        yield self._end(f"{none}, so {self._verdict}.")

    def _forced_lines(self, case: SplitCase, depth: int) -> Iterator[ProofLine]:
        """Yield the lines of what ``case`` forces; of safe cells they name those that are used later."""
        for place, forced in enumerate(case.forced):
            used = self._used_later(case, place)
            premise = self._names.steps[forced.premise]
            line = self._then(f"{self._forced_text(forced, forced.cells & used or forced.cells)}.", premise, depth)
            yield with_verdict(line, forced.cells, forced.is_mine)

    def _then(self, text: str, premise: ProofStep, depth: int) -> ProofLine:
        """Return the line within a case that states ``text``, which reads the sentence of ``premise``."""
        # What is known is marked in the line itself.
        return replace(self._line(f"Then {text}", premise, depth), end=text.replace(f" {MARK}", ""))

    def _used_later(self, case: SplitCase, place: int) -> frozenset[Cell]:
        """Return the cells of the sentences that ``case`` reads after its conclusion at ``place``."""
        rest = replace(case, forced=case.forced[place + 1 :])
        return self._step.cells.union(*(self._names.steps[number].cells for number in _steps_read(rest)))

    def _forced_text(self, forced: Forced, shown: frozenset[Cell]) -> str:
        """Return what a sentence forces, the reason first; of safe cells those ``shown``."""
        names = self._names
        premise = names.steps[forced.premise]
        left = listed(forced.cells)
        if premise.rule is Rule.MINE_COUNT:
            if forced.is_mine:
                return f"the mines of the board have only {left} left: {all_mines(forced.cells)}"
            return f"all mines of the board have their places: {verdict_text(shown, False)}"
        name = names.name(premise)
        if forced.is_mine:
            return f"{name} has only {left} left: {all_mines(forced.cells)}"
        complete = f"has {names.mine_of(premise)}" if premise.clue is None else "is complete"
        return f"{name} {complete}: {verdict_text(shown, False)}"

    def _clash_text(self, premise: ProofStep, settled: _Settled) -> str:
        """Return what would be wrong with a sentence after all that is ``settled``, as a clause."""
        names = self._names
        inside = premise.cells & settled[0]
        room = len(premise.cells - settled[1])
        if premise.rule is Rule.MINE_COUNT:
            left = plural(premise.count, "one is", f"{in_words(premise.count)} are")
            if len(inside) > premise.count:
                return f"{in_words(len(inside))} mines are needed, and only {left} left"
            return f"only {in_words(room)} of the {in_words(premise.count)} mines left would have a place"
        name, value, known = names.name(premise), names.value(premise), names.left(premise)
        if len(inside) > premise.count:
            where = f", {listed(inside)}" + ("" if not known else " among them")
            return f"{name} would have {in_words(len(inside) + known)} mines{where}"
        if not room:
            return f"{name} would have no cell left for {names.mine_of(premise)}"
        return f"{name} would have room for only {in_words(room + known)} of its {in_words(value)} mines"

    # -- by cases

    def _split(self, split: Split, depth: int, settled: _Settled, ends: list[bool]) -> Iterator[ProofLine]:
        """Yield the lines of all cases that follow ``settled``; appends to ``ends`` for each, False for a clash."""
        premise = self._names.steps[split.premise]
        text = self._ways_text(premise, split)
        clash = _same_clash(split)
        if clash is not None:
            # Each case would have a line of its own with the same reason.
            ends += [False] * len(split.cases)
            wrong = self._names.steps[clash]
            is_full = len(wrong.cells & (settled[0] | split.cases[0].mines)) > wrong.count
            if wrong.rule is Rule.MINE_COUNT:
                why = f"{'more' if is_full else 'fewer'} mines than the {in_words(wrong.count)} that are left"
                yield self._line(f"{text}. Any way, there would be {why}.", premise, depth)
            else:
                many = "many" if is_full else "few"
                yield self._line(f"{text}. Any way, {self._names.name(wrong)} would have too {many}.", premise, depth)
            return
        yield self._line(f"{text}.", premise, depth)
        for place, case in enumerate(split.cases):
            yield from self._case(case, place, premise, depth, settled, ends)

    def _ways_text(self, premise: ProofStep, split: Split) -> str:
        """Return where the mines of a sentence are that its cases place."""
        number = len(split.cases[0].mines)
        cells = split.cases[0].mines | split.cases[0].safes
        name = "The rest of the board" if premise.rule is Rule.MINE_COUNT else capital(self._names.name(premise))
        if number == 1:
            return f"{name} has a mine at {one_of(cells)}"
        return f"{name} has {in_words(number)} mines among {listed(cells)}"

    def _case(
        self, case: SplitCase, place: int, premise: ProofStep, depth: int, before: _Settled, ends: list[bool]
    ) -> Iterator[ProofLine]:
        """Yield the lines of one case."""
        fewer_safes = bool(case.safes) and len(case.safes) < len(case.mines)
        what = verdict_text(case.safes, False) if fewer_safes else verdict_text(case.mines, True)
        text = f"{'Or' if place else 'Either'} {what}."
        clash = None if case.clash is None else self._names.steps[case.clash]
        settled = _at_end_of(case, before)
        if clash is not None and not case.forced:
            text += f" Then {self._clash_text(clash, settled)}."
        line = self._line(text, premise, depth)
        yield replace(line, mines=case.mines, safes=case.safes, is_assumption=True)
        yield from self._forced_lines(case, depth + 1)
        if clash is not None:
            ends.append(False)
            if case.forced:
                yield self._then(f"{self._clash_text(clash, settled)}. That can't be.", clash, depth + 1)
        elif case.split is not None:
            yield from self._split(case.split, depth + 1, settled, ends)
        else:
            ends.append(True)


def with_verdict(line: ProofLine, cells: frozenset[Cell], is_mine: bool) -> ProofLine:
    """Return ``line``, which settles ``cells`` as mines or as safe."""
    return replace(line, mines=cells) if is_mine else replace(line, safes=cells)


def _at_end_of(case: SplitCase, before: _Settled) -> _Settled:
    """Return what is settled after all conclusions of ``case``."""
    mines = [forced.cells for forced in case.forced if forced.is_mine]
    safes = [forced.cells for forced in case.forced if not forced.is_mine]
    return before[0].union(case.mines, *mines), before[1].union(case.safes, *safes)


def _steps_read(case: SplitCase) -> Iterator[int]:
    """Yield the numbers of the steps whose sentences ``case`` reads."""
    yield from (forced.premise for forced in case.forced)
    if case.clash is not None:
        yield case.clash
    if case.split is not None:
        yield case.split.premise
        for inner in case.split.cases:
            yield from _steps_read(inner)


def _same_clash(split: Split) -> int | None:
    """Return the step with which all cases of ``split`` clash at once; ``None`` if they differ or go on."""
    clashes = {None if case.forced or case.split is not None else case.clash for case in split.cases}
    return clashes.pop() if len(clashes) == 1 else None


def _cases_left(ends: list[bool]) -> str:
    """Return the words before the verdict that state in how many cases it holds; ``ends`` is as in ``_split``."""
    good = sum(ends)
    if good == 1:
        return "In the only way that is left," if len(ends) > 1 else "So"
    number = "both" if good == 2 else f"all {good}"
    return f"In {number} ways{' that are left' if good < len(ends) else ''},"

"""Words one application of a rule: why a cell is safe by its last step, and the bounds that two sentences set."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText, Named
from minesweeper_qt.model.evidence.derivation import Derivation, Reasoning, Rule
from minesweeper_qt.model.evidence.logic import Formula
from minesweeper_qt.model.evidence.proof_step import ProofStep
from minesweeper_qt.model.words import capitalized, counted, in_words, joined, listed, one_of, plural

BY = {
    Reasoning.CLUE: "by single clues",
    Reasoning.SUBSET: "by the subset rule",
    Reasoning.OVERLAP: "by the overlap rule",
    Reasoning.COUNT: "with the number of mines",
    Reasoning.CASES: "by cases",
}
"""The way to what is known at each level."""
LOGIC = {
    Rule.CLUE: "a clue",
    Rule.MINE_COUNT: "the number of mines",
    Rule.SETTLED: "without settled cells",
    Rule.ALL_SAFE: "no mine in these cells",
    Rule.ALL_MINES: "as many mines as cells",
    Rule.SUBSET: "difference of a subset",
    Rule.OVERLAP: "the bounds of shared cells meet",
    Rule.CASES: "true in every case",
    Rule.CONTRADICTION: "the opposite contradicts",
}
"""The step in logic that a rule takes; of the other rules the name says it."""
_MOST_NAMED = 3
"""The most clues, and the most known cells of a kind, that a clause names."""


def steps_in_logic(stated: Iterable[Derivation | ProofStep]) -> list[tuple[str, Formula]]:
    """Return the step in logic, and the formula, of each of the derivations or steps of a proof.

    What states nothing of any cell, or more mines than cells as a wrong agent may, is left out.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> change = MinesweeperAI(1, 3).add_knowledge((0, 1), 1)
    >>> [(step, formula.cells) for step, formula in steps_in_logic(change.added)]
    [('A clue', ((0, 0), (0, 2)))]
    """
    possible = (each for each in stated if each.cells and 0 <= each.count <= len(each.cells))
    return [(capitalized(LOGIC.get(one.rule, one.rule.value)), Formula(one.cells, one.count)) for one in possible]


def spoken_reason(verdict: Derivation, revealed: Container[Cell] | None = None, more: str = "") -> CellText:
    """Return why ``verdict`` says that a cell is safe: its last step, down to clues and to cells that were known.

    What is named, with the board as it shows, alone forces the cell to be safe. Without coordinates the board marks
    it: the clues that are read are lit, known mines are marked, and known safe cells ringed. ``revealed``: the cells
    that show their clues; known safe cells are named only if they are not among these, and not at all without them.
    ``more`` is added where the clues are too many for a line, so that only the way and their number are named.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(2, 4)
    >>> changes = [ai.add_knowledge((1, 0), 1), ai.add_knowledge((1, 1), 1)]
    >>> spoken_reason(ai.derivation((0, 2))).clause
    'the 1 at (1, 0) has its mine at (0, 0) or (0, 1); that is the only one of the 1 at (1, 1), too'

    Source: the third rule of CS50's project, and the wording of players' guides such as
    minesweeper.online/help/patterns.
    """
    if verdict.rule is Rule.MARKED:
        return CellText.of("the AI was told so")
    sentence = verdict.premises[0] if verdict.rule is Rule.ALL_SAFE else verdict
    origin, mines = sentence.origin, _known(sentence, 1)
    if origin.rule is Rule.CLUE and origin.clue is not None and len(mines) == origin.count:
        clue = Named((origin.clue,), f"the lit {origin.count}", f"the {origin.count} at {{}}", CellRole.LIT)
        if not mines:
            return CellText.of(clue, " has no mine around")
        its = plural(origin.count, "its mine", f"its {in_words(origin.count)} mines")
        marked = f"{its}, which {plural(origin.count, 'is', 'are')} marked"
        return CellText.of(clue, " has ", Named(tuple(mines), marked, f"{its} at {{}}", CellRole.MARKED))
    if origin.rule is Rule.MINE_COUNT and len(mines) == origin.count:
        if not mines:
            return CellText.of("there are no mines")
        all_known = plural(origin.count, "the only mine is known", f"all {origin.count} mines are known")
        return CellText.of(all_known, Named(tuple(mines), ", and marked", "", CellRole.MARKED))

    def covered(cells: Iterable[Cell]) -> frozenset[Cell]:
        return frozenset(() if revealed is None else [cell for cell in cells if cell not in revealed])

    if origin.rule is Rule.SUBSET and not mines:
        many, few = origin.premises
        if many.origin.rule is few.origin.rule is Rule.CLUE and few.count == many.count:
            return _same_mines(few, many, covered(_known(few, 0)))
    clues, known, total, level = _rests_on(sentence)
    mines, safes = frozenset(known[1]), covered(known[0])
    number = [] if total is None else [f"the number of mines, {total}"]
    has_way = len(clues) > _MOST_NAMED
    begin, names = "that follows from", [_name(clue) for clue in clues]
    if has_way:
        begin, names = f"{BY[level]}, from", [counted(len(clues), "clue")]
    at = f"{plural(len(mines), 'the mine', 'the mines')} at {{}}"
    with_mines = f", with {at if len(mines) <= _MOST_NAMED else f'the {len(mines)} known mines'}"
    return CellText.of(
        _lit(clues, begin, f"{begin} {joined([*names, *number])}", number),
        *_marked(mines, safes, with_mines, _as_safe(safes)),
        more if has_way else "",
    )


def _same_mines(few: Derivation, many: Derivation, safes: frozenset[Cell]) -> CellText:
    """Return that the mines that the clue of ``few`` has left are all that the clue of ``many`` has left."""
    of_few, of_many = _known(few, 1), _known(many, 1)
    where = f"at {one_of(few.cells)}" if few.count == 1 else f"among {listed(few.cells)}"
    its = plural(few.count, "its mine ", f"its {in_words(few.count)} mines ")
    if of_few:
        its = f"{in_words(few.count)} {plural(few.count, 'mine')} left, "
    that = f"{plural(few.count, 'that is', 'those are')} the {'last' if of_many else 'only'} {in_words(few.count)}"
    first = f"{_name(few.origin)} has {its}{where}{_as_safe(safes).format(listed(safes))}"
    lit = _lit([few.origin, many.origin], "that follows from", f"{first}; {that} of {_name(many.origin)}, too")
    return CellText.of(lit, *_marked(of_few | of_many, safes))


def _lit(clues: Collection[Derivation], begin: str, words: str, number: Sequence[str] = ()) -> Named:
    """Return ``words``, or without coordinates ``begin`` with the lit numbers and the ``number`` of mines."""
    lit = [plural(len(clues), "the lit number", "the lit numbers")] if clues else []
    cells = tuple(clue.clue for clue in clues if clue.clue is not None)
    return Named(cells, f"{begin} {joined([*lit, *number])}", words, CellRole.LIT)


def _marked(mines: frozenset[Cell], safes: frozenset[Cell], with_mines: str = "", as_safe: str = "") -> Iterator[Named]:
    """Yield the known ``mines`` and ``safes``, which the board marks, in words or without coordinates."""
    if mines:
        plain = plural(len(mines), ", with the marked mine", ", with the marked mines")
        yield Named(tuple(mines), plain, with_mines, CellRole.MARKED)
    if safes:
        yield Named(tuple(safes), ", as the other ringed cells are safe", as_safe, CellRole.RINGED)


def _rests_on(sentence: Derivation) -> tuple[list[Derivation], dict[int, set[Cell]], int | None, Reasoning]:
    """Return what ``sentence`` rests on: clues, known safe cells and mines, the number of mines, and the level.

    What is known is not followed further. The number of mines does not count for the level.
    """
    clues: dict[Cell, Derivation] = {}
    known: dict[int, set[Cell]] = {0: set(), 1: set()}
    total, level = None, Reasoning.SUBSET
    todo = [sentence]
    while todo:
        step = todo.pop()
        if step.rule is Rule.CLUE and step.clue is not None:
            clues[step.clue] = step
        elif step.rule is Rule.MINE_COUNT:
            total = step.count
        else:
            level = max(level, step.rule.level)
        for premise in step.premises:
            if premise.is_verdict:
                known[premise.count].update(premise.cells)
            else:
                todo.append(premise)
    return list(clues.values()), known, total, level


def _as_safe(safes: frozenset[Cell]) -> str:
    if len(safes) > _MOST_NAMED:
        return f", as {len(safes)} cells are known to be safe"
    return f", as {{}} {plural(len(safes), 'is', 'are')} safe" if safes else ""


def _name(clue: Derivation) -> str:
    return f"the {clue.count} at {clue.clue}"


def _known(sentence: Derivation, count: int) -> frozenset[Cell]:
    """Return the known mines (``count`` 1) or safe cells (0) that were taken out of a sentence."""
    cells = [verdict.cells for verdict in sentence.taken_out if verdict.count == count]
    return frozenset[Cell]().union(*cells) & sentence.origin.cells

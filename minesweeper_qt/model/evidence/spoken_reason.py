"""Words the last step by which an agent proved a cell safe, and holds all that this step rests on."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Reasoning, Rule
from minesweeper_qt.model.words import counted, in_words, joined, listed, one_of, plural

_BY = {
    Reasoning.SUBSET: "by differences of sentences",
    Reasoning.OVERLAP: "by sentences that share cells",
    Reasoning.CASES: "by trying cases",
}
_MOST_NAMED = 3
"""The most clues, and the most known cells of a kind, that a clause names."""


@dataclass(frozen=True, slots=True)
class SpokenReason:
    """What the last step to a verdict rests on: this alone, with the board as it shows, forces the cell to be safe.

    ``clauses``: the step in one clause or in two; they name what it rests on, or the ``way`` and the number of clues if
    that is too much for a line; else ``way`` is empty. ``clues``, the clues that are read, in the order of the text;
    ``mines`` and ``safes``, covered cells that are known; ``total_mines``, the number of mines of the board if the step
    uses it, else ``None``.
    """

    clauses: tuple[str, ...]
    clues: tuple[Cell, ...] = ()
    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()
    total_mines: int | None = None
    way: str = ""

    @property
    def text(self) -> str:
        """The clauses in one."""
        return "; ".join(self.clauses)


def spoken_reason(verdict: Derivation, revealed: Container[Cell] | None = None) -> SpokenReason:
    """Return why ``verdict`` says that a cell is safe: its last step, down to clues and to cells that were known.

    ``revealed``: the cells that show their clues; known safe cells are named only if they are not among these, and not
    at all without them.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(2, 4)
    >>> changes = [ai.add_knowledge((1, 0), 1), ai.add_knowledge((1, 1), 1)]
    >>> print(*spoken_reason(ai.derivation((0, 2))).clauses, sep="\\n")
    the 1 at (1, 0) has its mine at (0, 0) or (0, 1)
    that is the only one of the 1 at (1, 1), too

    Source: the third rule of CS50's project, and the wording of players' guides such as
    minesweeper.online/help/patterns.
    """
    if verdict.rule is Rule.MARKED:
        return SpokenReason(("the AI was told so",))
    sentence = verdict.premises[0] if verdict.rule is Rule.ALL_SAFE else verdict
    origin, mines = sentence.origin, _known(sentence, 1)
    if origin.rule is Rule.CLUE and origin.clue is not None and len(mines) == origin.count:
        its = plural(origin.count, "its mine", f"its {in_words(origin.count)} mines")
        has = f"has {its} at {listed(mines)}" if mines else "has no mine around"
        return SpokenReason((f"{_name(origin)} {has}",), (origin.clue,), mines)
    if origin.rule is Rule.MINE_COUNT and len(mines) == origin.count:
        all_known = plural(origin.count, "the only mine is known", f"all {origin.count} mines are known")
        return SpokenReason((all_known if mines else "there are no mines",), (), mines, total_mines=origin.count)

    def covered(cells: Iterable[Cell]) -> frozenset[Cell]:
        return frozenset(() if revealed is None else [cell for cell in cells if cell not in revealed])

    if origin.rule is Rule.SUBSET and not mines:
        many, few = origin.premises
        if many.origin.rule is few.origin.rule is Rule.CLUE and few.count == many.count:
            return _same_mines(few, many, covered(_known(few, 0)))
    named, known, total, level = _rests_on(sentence)
    mines, safes = frozenset(known[1]), covered(known[0])
    number = [] if total is None else [f"the number of mines, {total}"]
    way = _BY[level] if len(named) > _MOST_NAMED else ""
    if way:
        text = f"{way}, from {joined([counted(len(named), 'clue'), *number])}"
    else:
        text = f"that follows from {joined([*named.values(), *number])}"
    if mines:
        some = f"{plural(len(mines), 'the mine', 'the mines')} at {listed(mines)}"
        text += f", with {some if len(mines) <= _MOST_NAMED else f'the {len(mines)} known mines'}"
    return SpokenReason((text + _as_safe(safes),), tuple(named), mines, safes, total, way)


def _same_mines(few: Derivation, many: Derivation, safes: frozenset[Cell]) -> SpokenReason:
    """Return that the mines that the clue of ``few`` has left are all that the clue of ``many`` has left."""
    of_few, of_many = _known(few, 1), _known(many, 1)
    where = f"at {one_of(few.cells)}" if few.count == 1 else f"among {listed(few.cells)}"
    its = plural(few.count, "its mine ", f"its {in_words(few.count)} mines ")
    if of_few:
        its = f"{in_words(few.count)} {plural(few.count, 'mine')} left, "
    that = f"{plural(few.count, 'that is', 'those are')} the {'last' if of_many else 'only'}"
    clauses = (
        f"{_name(few.origin)} has {its}{where}{_as_safe(safes)}",
        f"{that} {in_words(few.count)} of {_name(many.origin)}, too",
    )
    clues = tuple([other.origin.clue for other in (few, many) if other.origin.clue is not None])
    return SpokenReason(clauses, clues, of_few | of_many, safes)


def _rests_on(sentence: Derivation) -> tuple[dict[Cell, str], dict[int, set[Cell]], int | None, Reasoning]:
    """Return what ``sentence`` rests on: names of clues, known safe cells and mines, the number of mines, the level.

    What is known is not followed further. The number of mines does not count for the level.
    """
    named: dict[Cell, str] = {}
    known: dict[int, set[Cell]] = {0: set(), 1: set()}
    total, level = None, Reasoning.SUBSET
    todo = [sentence]
    while todo:
        step = todo.pop()
        if step.rule is Rule.CLUE and step.clue is not None:
            named[step.clue] = _name(step)
        elif step.rule is Rule.MINE_COUNT:
            total = step.count
        else:
            level = max(level, step.rule.level)
        for premise in step.premises:
            if premise.is_verdict:
                known[premise.count].update(premise.cells)
            else:
                todo.append(premise)
    return named, known, total, level


def _as_safe(safes: frozenset[Cell]) -> str:
    if len(safes) > _MOST_NAMED:
        return f", as {len(safes)} cells are known to be safe"
    return f", as {listed(safes)} {plural(len(safes), 'is', 'are')} safe" if safes else ""


def _name(clue: Derivation) -> str:
    return f"the {clue.count} at {clue.clue}"


def _known(sentence: Derivation, count: int) -> frozenset[Cell]:
    """Return the known mines (``count`` 1) or safe cells (0) that were taken out of a sentence."""
    cells: set[Cell] = set()
    while sentence.rule is Rule.SETTLED:
        sentence, *verdicts = sentence.premises
        cells.update(*[verdict.cells for verdict in verdicts if verdict.count == count])
    return frozenset(cells & sentence.cells)

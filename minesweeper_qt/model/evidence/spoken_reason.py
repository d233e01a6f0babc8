"""Words the last step by which an agent proved a cell safe: one clause, and the cells that it names."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.text.cell_text import joined
from minesweeper_qt.model.text.number_text import in_words, plural

_WORDS = {
    Rule.MINE_COUNT: "all mines are found",
    Rule.CASES: "it is so however the mines lie",
    Rule.MARKED: "the AI was told so",
    Rule.CLAIMED: "the AI gives no reason",
}
_MOST_CLUES = 3
"""The most clues that a clause names; of more it says how many there are."""


@dataclass(frozen=True, slots=True)
class SpokenReason:
    """The clause ``text``, and what it rests on: ``clues``, in its order, and the known ``mines`` that it names."""

    text: str
    clues: tuple[Cell, ...] = ()
    mines: tuple[Cell, ...] = ()


def spoken_reason(verdict: Derivation) -> SpokenReason:
    """Return why ``verdict`` says that a cell is safe, by its last rule alone.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(2, 4)
    >>> changes = [ai.add_knowledge((1, 0), 1), ai.add_knowledge((1, 1), 1)]
    >>> print(spoken_reason(ai.derivation((0, 2))).text)
    the 1 at (1, 0) has its mine at (0, 0) or (0, 1), the only one of the 1 at (1, 1)

    Source: the third rule of CS50's project, and the wording of players' guides such as
    minesweeper.online/help/patterns.
    """
    sentence = verdict.premises[0] if verdict.rule is Rule.ALL_SAFE else verdict
    origin, mines = sentence.origin, _settled_mines(sentence)
    if origin.rule is Rule.CLUE and origin.clue is not None and len(mines) == origin.count:
        its = plural(origin.count, "its mine", f"its {in_words(origin.count)} mines")
        has = f"has {its} at {joined(list(map(str, mines)))}" if mines else "has no mine around"
        return SpokenReason(f"{_name(origin)} {has}", (origin.clue,), mines)
    if origin.rule is Rule.SUBSET and not mines:
        many, few = origin.premises
        if many.origin.rule is few.origin.rule is Rule.CLUE and few.count == many.count:
            names = [str(cell) for cell in sorted(few.cells)]
            where = f"{', '.join(names[:-1])} or {names[-1]}" if few.count == 1 else f"among {joined(names)}"
            known = _settled_mines(few), _settled_mines(many)
            its = plural(few.count, f"its {'last ' * bool(known[0])}mine", f"{in_words(few.count)} mines")
            last = plural(many.count, "one", in_words(many.count))
            text = f"{_name(few.origin)} has {its} {'at ' * (few.count == 1)}{where}, "
            text += f"the {'last' if known[1] else 'only'} {last} of {_name(many.origin)}"
            clues = tuple(other.origin.clue for other in (few, many) if other.origin.clue is not None)
            return SpokenReason(text, clues, (*known[0], *known[1]))
    if origin.rule in _WORDS:
        return SpokenReason(_WORDS[origin.rule])
    named: dict[str, Cell | None] = {}
    todo = [origin]
    while todo:
        step = todo.pop().origin
        if step.rule in (Rule.CLUE, Rule.MINE_COUNT):
            named[_name(step)] = step.clue
        else:
            todo += [premise for premise in step.premises if not premise.is_verdict]
    text = f"that follows from {joined(list(named)[:_MOST_CLUES], len(named) - _MOST_CLUES)}"
    return SpokenReason(text, tuple(clue for clue in named.values() if clue is not None))


def _name(clue: Derivation) -> str:
    return "the number of mines" if clue.clue is None else f"the {clue.count} at {clue.clue}"


def _settled_mines(sentence: Derivation) -> tuple[Cell, ...]:
    """Return the known mines that were taken out of a sentence."""
    mines: set[Cell] = set()
    while sentence.rule is Rule.SETTLED:
        sentence, *verdicts = sentence.premises
        mines.update(cell for verdict in verdicts if verdict.count for cell in verdict.cells & sentence.cells)
    return tuple(sorted(mines))

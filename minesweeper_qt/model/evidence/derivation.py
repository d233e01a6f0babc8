"""Sentences, the rules of inference, and derivations, which hold a sentence with its rule and premises; their JSON.

A verdict is a sentence about one cell: ``{cell} = 0`` means that the cell is safe, ``{cell} = 1`` that it is a mine.
Derivations are numbered in the order in which they are made, and a premise always has a lower number than its
conclusion, so the graph of derivations has no cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Any

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.errors import MinesweeperError, SentenceError
from minesweeper_qt.model.words import MOST_NAMED, counted, joined, sentence_text, short_sentence, verdict_text


class Sentence:
    """A sentence as in the CS50 project: the set ``cells`` holds exactly ``count`` mines.

    >>> sentence = Sentence({(0, 1), (0, 2), (1, 0)}, 2)
    >>> sentence.mark_mine((0, 1))
    >>> print(sentence)
    {(0, 2), (1, 0)} = 1
    >>> sentence.mark_safe((1, 0))
    >>> sentence.known_mines()
    {(0, 2)}

    A sentence changes as cells are marked; it can't be hashed. Two sentences are equal when their cells and counts are.

    Raises ``SentenceError`` unless ``count`` is a whole number from 0 to the number of cells. ``mark_mine`` and
    ``mark_safe`` raise it for a mark that would make the sentence impossible, and then change nothing.
    """

    __slots__ = ("cells", "count")
    __hash__ = None  # type: ignore[assignment]  # a sentence changes as cells are marked, so it can't be a key

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count
        self._check(len(self.cells), count)

    def _check(self, size: int, count: int) -> None:
        if not is_whole(count) or not 0 <= count <= size:
            text = sentence_text(self.cells, self.count)
            room = f"{counted(size, 'cell')}; allowed are 0 to {size}"
            raise SentenceError(f"{text} leaves {count!r} mines for {room}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    def __str__(self) -> str:
        return sentence_text(self.cells, self.count)

    def __repr__(self) -> str:
        return f"Sentence({{{', '.join(map(str, sorted(self.cells)))}}}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """Return all cells when ``count`` is their number (CS50's second rule), else an empty set."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """Return all cells when ``count`` is 0 (CS50's first rule), else an empty set."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Remove ``cell`` as a known mine and lower ``count`` by 1; do nothing when the sentence does not mention it.

        Raises ``SentenceError`` when ``count`` is 0.
        """
        if cell in self.cells:
            self._check(len(self.cells) - 1, self.count - 1)
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Remove ``cell`` as a known safe cell; do nothing when the sentence does not mention it.

        Raises ``SentenceError`` when ``count`` is the number of cells.
        """
        if cell in self.cells:
            self._check(len(self.cells) - 1, self.count)
            self.cells.remove(cell)


class Reasoning(IntEnum):
    """The levels of reasoning, weakest first.

    >>> Reasoning.CLUE < Reasoning.SUBSET < Reasoning.OVERLAP < Reasoning.COUNT < Reasoning.CASES
    True
    >>> str(Reasoning.SUBSET), Reasoning.SUBSET.meaning
    ('subset', "the difference of two sentences, CS50's rule")
    """

    CLUE = 1
    """One clue alone: all its undetermined neighbours are safe, or all are mines."""
    SUBSET = 2
    """The three rules of the CS50 project."""
    OVERLAP = 3
    """The three rules and the overlap rule, which players know as the 1-2 and 1-2-1 patterns."""
    COUNT = 4
    """The four rules with the number of mines on the board, as far as ``reasoning_levels`` searches."""
    CASES = 5
    """All consistent layouts agree on the cell."""

    @property
    def meaning(self) -> str:
        """A description of the level in a few words, for people."""
        return _MEANINGS[self]

    def __str__(self) -> str:
        return self.name.lower()


_MEANINGS = {
    Reasoning.CLUE: "one clue alone",
    Reasoning.SUBSET: "the difference of two sentences, CS50's rule",
    Reasoning.OVERLAP: "the shared cells of two sentences",
    Reasoning.COUNT: "the number of mines left",
    Reasoning.CASES: "all consistent layouts agree",
}


_LEVELS = {
    "subset": Reasoning.SUBSET,
    "overlap": Reasoning.OVERLAP,
    "mine count": Reasoning.COUNT,
    "cases": Reasoning.CASES,
    "contradiction": Reasoning.CASES,
}
"""The reasoning levels of rules. The others, which read a clue or settle cells of one sentence, have the lowest."""

_VERDICTS = (
    *("revealed", "marked", "all safe", "all mines", "cases", "claimed by the agent"),
    *("taken", "known cells", "contradiction"),
)
"""The rules that settle their cells as safe or as mines."""


class Rule(Enum):
    """The rules by which a derivation or a step of a proof follows; the value is the name of the rule for people.

    ``level`` is the reasoning level of a rule, and ``is_verdict`` whether it settles its cells as safe or as mines.

    In a proof, ``CLUE``, ``MINE_COUNT`` and ``SUBSET`` state a sentence *minus* some premises. A premise that is a
    verdict removes those of its cells that the sentence mentions. Any other premise must lie inside the sentence and is
    removed as a whole. No cell is removed twice. A verdict of a proof may settle several cells, one of a derivation
    settles one.

    >>> Rule.SUBSET.value
    'subset'
    >>> Rule("all safe").name
    'ALL_SAFE'

    ``Rule(name)`` raises ``ValueError`` for any other name.
    """

    REVEALED = "revealed"
    """The cell was revealed and is not a mine. No premises."""
    CLUE = "clue"
    """The clue of a revealed cell counts the mines among its neighbours: all of them, or in proofs the covered ones."""
    MARKED = "marked"
    """The verdict was set from outside (``mark_mine``, ``ai.safes.add``) and is assumed to be true. No premises."""
    MINE_COUNT = "mine count"
    """The whole board, or in proofs all covered cells, holds the number of mines that is given."""
    SETTLED = "settled"
    """In derivations: the first premise without the cells that the other premises, which are verdicts, settle."""
    ALL_SAFE = "all safe"
    """CS50's first rule: the premise counts no mine, so each of its cells is safe."""
    ALL_MINES = "all mines"
    """CS50's second rule: the premise counts as many mines as cells, so each of its cells is a mine."""
    SUBSET = "subset"
    """CS50's third rule: the first premise minus the second, a subset of it: ``set2 - set1 = count2 - count1``."""
    OVERLAP = "overlap"
    """The rule beyond CS50's: the cells that the two premises share, where both allow one number of mines alone.

    For premises ``A = a`` and ``B = b``, neither inside the other, ``I = A & B`` holds at least
    ``max(0, a - |A - I|, b - |B - I|)`` mines and at most ``min(a, b, |I|)``. Where the two are equal, that is the
    count of ``I``.
    """
    CASES = "cases"
    """The rule of the exact engine: the cell is safe, or is a mine, in all layouts that satisfy the premises."""
    STATED = "stated by the agent"
    """A sentence of an agent that offers no derivations, which nobody has verified. No premises."""
    CLAIMED = "claimed by the agent"
    """A verdict of an agent that offers no derivations, which nobody has verified. No premises."""
    TAKEN = "taken"
    """In proofs, as all that follow: the position takes the cell for a mine. No premises."""
    KNOWN_CELLS = "known cells"
    """The agent has settled the cells, all as safe or all as mines. No premises; see ``Proof.known``."""
    KNOWN_SENTENCE = "known sentence"
    """The agent holds, or held, the sentence. No premises; see ``Proof.known``."""
    CONTRADICTION = "contradiction"
    """The opposite verdict, which ``supposed`` begins with, contradicts the premises."""

    def __init__(self, name: str) -> None:
        self.level = _LEVELS.get(name, Reasoning.CLUE)
        self.is_verdict = name in _VERDICTS


KNOWN_RULES = (Rule.KNOWN_CELLS, Rule.KNOWN_SENTENCE)
"""The rules of steps that state what an agent knows."""


_REASONS = {
    Rule.CLUE: "clue {count} at {clue}",
    Rule.MINE_COUNT: "{mines} on the board",
    Rule.ALL_SAFE: "all safe in {0}",
    Rule.ALL_MINES: "all mines in {0}",
    Rule.SUBSET: "{0} minus {1}",
    Rule.OVERLAP: "shared by {0} and {1}",
    Rule.CASES: "in all cases of {cases}",
}
"""The reason by each rule, with the premises; the other rules have none, and their own name is the reason."""


# Cached because many have the sentence of the mine count as a premise, which mentions thousands of cells.
_short_sentence = lru_cache(maxsize=4)(short_sentence)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Derivation:
    """One derivation: ``cells`` hold ``count`` mines, which follows by ``rule`` from ``premises``.

    ``number`` is its place in the order in which derivations were made. ``move`` is the number of the agent's move at
    which it was made: each clue that the agent learns is a move, 1 is the first, and 0 means before the first.
    ``clue`` is the revealed cell whose clue the sentence states, with or without settled cells; it is ``None`` for
    inferred sentences and for verdicts. Two derivations are equal only when they are the same object.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> print(ai.derivation((0, 1)))
    #3 (0, 1) is a mine: all mines in {(0, 1)} = 1
    >>> [str(premise.sentence) for premise in ai.derivation((0, 1)).premises]
    ['{(0, 1)} = 1']
    """

    number: int
    rule: Rule
    cells: frozenset[Cell]
    count: int
    premises: tuple[Derivation, ...]
    move: int
    clue: Cell | None
    _level: int | None = field(default=0, init=False)
    """The level, once it is known; 0 until then."""

    @property
    def level(self) -> Reasoning | None:
        """The strongest reasoning level that the derivation rests on; a weaker way may exist.

        It is ``None`` for what rests on conclusions of an agent that offers no derivations.
        """
        todo = [self]
        while todo:
            step = todo[-1]
            unknown = [premise for premise in step.premises if premise._level == 0]
            todo += unknown
            if not unknown:
                levels = [step.rule.level, *(premise._level for premise in step.premises)]
                is_derived = step.rule not in (Rule.STATED, Rule.CLAIMED) and None not in levels
                object.__setattr__(todo.pop(), "_level", max(filter(None, levels)) if is_derived else None)
        return None if self._level is None else Reasoning(self._level)

    @property
    def sentence(self) -> Sentence:
        """The conclusion as a new ``Sentence``; changing it does not change the derivation."""
        return Sentence(self.cells, self.count)

    @property
    def is_verdict(self) -> bool:
        """True when the derivation settles a cell, false when it states a sentence."""
        return self.rule.is_verdict

    @property
    def origin(self) -> Derivation:
        """The derivation before settled cells were removed from it, for example the clue or the subset step.

        For a derivation by ``Rule.SETTLED`` follow the first premises back to the first derivation by another rule; any
        other derivation is its own origin.
        """
        derivation = self
        while derivation.rule is Rule.SETTLED:
            derivation = derivation.premises[0]
        return derivation

    @property
    def taken_out(self) -> tuple[Derivation, ...]:
        """The verdicts on the settled cells that were removed from the origin; none by a rule but ``Rule.SETTLED``."""
        verdicts: list[Derivation] = []
        derivation = self
        while derivation.rule is Rule.SETTLED:
            derivation, *removed = derivation.premises
            verdicts += removed
        return tuple(verdicts)

    def ancestors(self) -> Iterator[Derivation]:
        """Yield each derivation that this one rests on once, premises before conclusions, and this one last."""
        yield from with_premises([self])

    def reason(self, name: Callable[[Derivation], str] | None = None) -> str:
        """Return one line with the reason why the conclusion holds, in the notation of the CS50 project.

        The line names the premises by ``name``, by default as sentences, long ones shortened. For a derivation by
        ``Rule.SETTLED`` it gives the reason of the origin and the number of settled cells that were removed.
        """
        origin = self.origin
        premises = [one._sentence if name is None else name(one) for one in origin.premises[:3]]
        form, mines = _REASONS.get(origin.rule, origin.rule.value), counted(origin.count, "mine")
        cases = joined(premises, len(origin.premises) - 3, comma="; ")
        text = form.format(*premises, count=origin.count, clue=origin.clue, mines=mines, cases=cases)
        if self is not origin:
            text += f", {counted(len(origin.cells) - len(self.cells), 'settled cell')} taken out"
        return text

    def cause(self) -> str:
        """Return the reason; for a verdict that only reads a sentence about its own cell, that of the sentence."""
        reads = self.rule in (Rule.ALL_SAFE, Rule.ALL_MINES) and self.premises[0].cells == self.cells
        return (self.premises[0] if reads else self).reason()

    @property
    def text(self) -> str:
        """The conclusion as ``{cells} = count``."""
        return sentence_text(self.cells, self.count)

    @property
    def conclusion(self) -> str:
        """The verdict on the cell, or the sentence, of which only the first two cells are named if it has many.

        A verdict is written otherwise than the sentence with the same cell, which an agent may have without the
        verdict.
        """
        return verdict_text(self.cells, bool(self.count)) if self.is_verdict else self._sentence

    @property
    def _sentence(self) -> str:
        return self.text if len(self.cells) <= MOST_NAMED else _short_sentence(self.cells, self.count)

    def __str__(self) -> str:
        return f"#{self.number} {self.conclusion}: {self.reason()}"

    def __repr__(self) -> str:
        return f"<Derivation {self}>"


@dataclass(frozen=True, slots=True)
class Change:
    """The change in a knowledge base that was caused by the observation of ``clue`` at ``cell``.

    ``move`` is the number of the observation, from 1. ``added`` and ``removed`` are the derivations of the sentences
    that came into force and of those that are no longer in force. A sentence that came into force and left it during
    the same observation is in neither. ``verdicts`` are those on the cells that were settled, in their order.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 4)
    >>> change = ai.add_knowledge((0, 1), 1)
    >>> [derivation.text for derivation in change.added]
    ['{(0, 0), (0, 2)} = 1']
    >>> change = ai.add_knowledge((0, 2), 1)
    >>> [derivation.text for derivation in change.removed], [verdict.text for verdict in change.mines]
    (['{(0, 0), (0, 2)} = 1'], ['{(0, 3)} = 1', '{(0, 0)} = 1'])
    """

    cell: Cell
    clue: int
    move: int
    added: tuple[Derivation, ...] = ()
    removed: tuple[Derivation, ...] = ()
    verdicts: tuple[Derivation, ...] = ()

    @property
    def safes(self) -> tuple[Derivation, ...]:
        """The verdicts that a cell is safe."""
        return tuple(verdict for verdict in self.verdicts if not verdict.count)

    @property
    def mines(self) -> tuple[Derivation, ...]:
        """The verdicts that a cell is a mine."""
        return tuple(verdict for verdict in self.verdicts if verdict.count)


class InconsistentKnowledge(MinesweeperError):
    """The knowledge contradicts itself: no layout agrees with it.

    ``clash`` holds derivations that can't all be true. It is empty when the new clue alone is impossible, because it is
    above the number of neighbours: then no sentence can state it.

    >>> from minesweeper_qt.model import InconsistentKnowledge, MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> try:
    ...     change = ai.add_knowledge((0, 2), 0)
    ... except InconsistentKnowledge as error:
    ...     print(error.sentences)
    [Sentence({(0, 1)}, 0), Sentence({(0, 1)}, 1)]
    """

    def __init__(self, message: str, clash: Sequence[Derivation] = ()) -> None:
        super().__init__(message)
        self.clash = tuple(clash)

    @classmethod
    def among(cls, derivations: Sequence[Derivation]) -> InconsistentKnowledge:
        """Return the error for ``derivations`` that can't all be true; its message names the first eight of them."""
        shown = joined((derivation.text for derivation in derivations[:8]), len(derivations) - 8, comma="; ")
        return cls(f"no layout agrees with all of: {shown}", derivations)

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences that contradict each other, as new objects."""
        return [derivation.sentence for derivation in self.clash]

    @property
    def clues(self) -> frozenset[Cell]:
        """The cells of the clues from which the sentences in ``clash`` were derived.

        >>> from minesweeper_qt.model import InconsistentKnowledge, MinesweeperAI
        >>> ai = MinesweeperAI(1, 5)
        >>> changes = [ai.add_knowledge((0, 1), 1), ai.add_knowledge((0, 3), 1)]
        >>> try:
        ...     ai.learn_mine_count(3)
        ... except InconsistentKnowledge as error:
        ...     print(sorted(error.clues))
        [(0, 1)]
        """
        ancestors = [ancestor for derivation in self.clash for ancestor in derivation.ancestors()]
        return frozenset(ancestor.clue for ancestor in ancestors if ancestor.clue is not None)


def with_premises(derivations: Iterable[Derivation]) -> list[Derivation]:
    """Return these derivations and all that they rest on, each once, premises before conclusions."""
    found: dict[int, Derivation] = {}
    todo = [*derivations]
    while todo:
        derivation = todo.pop()
        if derivation.number not in found:
            found[derivation.number] = derivation
            todo += derivation.premises
    return [found[number] for number in sorted(found)]


def knowledge_as_json(
    board: Board, clues: Mapping[Cell, int], sentences: Iterable[Derivation], verdicts: Iterable[Derivation]
) -> str:
    """Return JSON text with the ``sentences`` in force, the ``verdicts``, and every derivation that they rest on.

    In the result, ``records`` are the derivations, premises before conclusions, and ``sentences`` and ``verdicts`` are
    the numbers of their derivations. ``clues`` are the observations; ``total_mines`` and ``marks`` are the other
    information that the agent received. A derivation without premises is to be checked against these three. A cell is
    ``[row, column]``, a clue is ``[row, column, number]``, and a mark is ``[row, column, 1]`` for a mine or
    ``[row, column, 0]`` for a safe cell. The names of the rules are the values of ``Rule``.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 1), 1)
    >>> kb = ai.knowledge_base
    >>> print(knowledge_as_json(kb.board, {(0, 1): 1}, kb, kb.settled.values()))
    {
     "format": "minesweeper-qt knowledge",
     "version": 1,
     "height": 1,
     "width": 3,
     "total_mines": null,
     "clues": [[0, 1, 1]],
     "marks": [],
     "sentences": [2],
     "verdicts": [1],
     "records": [
      {"number": 1, "rule": "revealed", "cells": [[0, 1]], "count": 0, "premises": [], "move": 1, "clue": null},
      {"number": 2, "rule": "clue", "cells": [[0, 0], [0, 2]], "count": 1, "premises": [], "move": 1, "clue": [0, 1]}
     ]
    }
    """
    import json  # the window can start without it

    stated, settled = list(sentences), list(verdicts)
    derivations = with_premises([*stated, *settled])
    totals = [one.count for one in derivations if one.rule is Rule.MINE_COUNT]
    head = {
        "format": "minesweeper-qt knowledge",
        "version": 1,
        "height": board.height,
        "width": board.width,
        "total_mines": totals[0] if totals else None,
        "clues": sorted((*cell, clue) for cell, clue in clues.items()),
        "marks": sorted((*min(one.cells), one.count) for one in derivations if one.rule is Rule.MARKED),
        "sentences": [derivation.number for derivation in stated],
        "verdicts": [derivation.number for derivation in settled],
    }
    lines = [f' "{name}": {json.dumps(value)},' for name, value in head.items()]
    records = ",".join(f"\n  {json.dumps(_as_object(derivation))}" for derivation in derivations)
    return "\n".join(["{", *lines, f' "records": [{records}', " ]", "}"])


def _as_object(derivation: Derivation) -> dict[str, Any]:
    """Return ``derivation`` as a JSON object."""
    return {
        "number": derivation.number,
        "rule": derivation.rule.value,
        "cells": sorted(derivation.cells),
        "count": derivation.count,
        "premises": [premise.number for premise in derivation.premises],
        "move": derivation.move,
        "clue": derivation.clue,
    }

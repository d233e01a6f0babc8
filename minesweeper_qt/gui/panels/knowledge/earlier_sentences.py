"""Finds the sentences that the verdict on a settled cell rests on, most of which are no longer in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation


def settling_sentences(verdict: Derivation | None) -> list[Derivation]:
    """Return the sentence that settled the cell of ``verdict``, as it was then and as it was learned.

    The list is empty without a verdict, and for a cell that is settled because it was revealed.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 4)
    >>> change = ai.add_knowledge((0, 1), 1)
    >>> change = ai.add_knowledge((0, 2), 1)
    >>> [sentence.text for sentence in settling_sentences(ai.derivation((0, 0)))]
    ['{(0, 0), (0, 2)} = 1', '{(0, 0)} = 1']
    """
    if verdict is None:
        return []
    return _with_origins(premise for premise in verdict.premises if not premise.is_verdict)


@lru_cache(maxsize=1)  # late in a large game this takes 50 ms, and the proof stays the same from move to move
def used_sentences(
    statements: frozenset[tuple[frozenset[Cell], int]], clues: frozenset[Cell], verdict: Derivation | None
) -> list[Derivation]:
    """Return the sentences that a proof uses, as the agent had them before ``verdict`` and as they were learned.

    The proof states the sentences ``statements`` and reads the ``clues``. Of a clue that the agent had in none of the
    forms which the proof states, it is the last one.
    """
    if verdict is None:
        return []
    sentences = [sentence for sentence in verdict.ancestors() if not sentence.is_verdict]
    found = {sentence for sentence in sentences if (sentence.cells, sentence.count) in statements}
    stated = {sentence.clue for sentence in found}
    last = {sentence.clue: sentence for sentence in sentences if sentence.clue in clues - stated}
    return _with_origins(sorted(found.union(last.values()), key=attrgetter("number")))


def _with_origins(sentences: Iterable[Derivation]) -> list[Derivation]:
    """Return each of the sentences after the one that it was before cells were settled."""
    return list(dict.fromkeys(each for sentence in sentences for each in (sentence.origin, sentence)))


class EarlierSentences:
    """Lets ``proxy`` show the sentences that the verdict on the filtered cell rests on, in force or not.

    They are those that a proof of the cell uses, if it is shown, or else those that settled the cell.

    Attribute: ``is_by_settling``, true in the latter case.
    """

    def __init__(self, proxy: KnowledgeFilterProxy) -> None:
        self._proxy = proxy
        self._verdict: Derivation | None = None
        self._known: Sequence[Derivation] = ()
        self.is_by_settling = False

    def set_verdict(self, verdict: Derivation | None) -> None:
        """Set the agent's verdict on the cell, ``None`` if it has none."""
        self._verdict = verdict
        self._show()

    def set_known(self, known: Sequence[Derivation]) -> None:
        """Set the sentences of the agent that the proof rests on; the proxy knows already what else it uses."""
        self._known = known
        self._show()

    def _show(self) -> None:
        proxy, context = self._proxy, self._proxy.context
        earlier: list[Derivation] = []
        if proxy.filter.is_by_proof(context):
            earlier = [*self._known, *used_sentences(context.statements, context.clues, self._verdict)]
        self.is_by_settling = not earlier and not proxy.found
        if self.is_by_settling:
            earlier = settling_sentences(self._verdict)
        proxy.set_earlier(list(dict.fromkeys(earlier)) if proxy.cell is not None else ())

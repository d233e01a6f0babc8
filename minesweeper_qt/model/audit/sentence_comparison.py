"""Compares the sentences of an agent with the truth, and finds those that are double or empty or far too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.finding_kind import Severity
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.student_state import StatedSentence, StudentState
from minesweeper_qt.model.text.cell_text import listed, short_sentence
from minesweeper_qt.model.text.number_text import counted, plural

GROWTH = 10
"""An agent with more than this number of sentences for each cell of the board has too many."""


class SentenceComparison:
    """Compares the sentences of an agent in one game, state by state.

    ``is_wrong`` becomes true with the first wrong sentence; no other wrong one is then reported, for they may follow
    from it.

    >>> comparison = SentenceComparison(0, Board(1, 2), frozenset({(0, 1)}))
    >>> stated = StudentState(sentences=(StatedSentence(frozenset({(0, 0), (0, 1)}), 2),))
    >>> [fault.text for fault in comparison.compare(stated, 1)]
    ['the sentence {(0, 0), (0, 1)} = 2 is wrong: 1 of these cells is a mine']
    """

    def __init__(self, game: int, board: Board, mines: frozenset[Cell]) -> None:
        self.is_wrong = False
        self._game = game
        self._board = board
        self._mines = mines
        self._right: set[StatedSentence] = set()

    def compare(self, state: StudentState, learned: int) -> list[Fault]:
        """Return the faults in the sentences of ``state``, which the agent stated after ``learned`` observations."""
        faults = [] if self.is_wrong else list(self._wrong(state, learned))
        self.is_wrong = self.is_wrong or bool(faults)
        return [*faults, *self._superfluous(state, learned)]

    def _wrong(self, state: StudentState, learned: int) -> Iterator[Fault]:
        """Yield the first sentence that is wrong, and the first that names a cell off the board."""
        new = [sentence for sentence in state.sentences if sentence not in self._right]
        wrong: dict[Symptom, Fault] = {}
        for sentence in new:
            outside = frozenset(cell for cell in sentence.cells if cell not in self._board)
            mines = len(sentence.cells & self._mines)
            shown = f"the sentence {short_sentence(sentence.cells, sentence.count)}"
            if outside:
                text = f"{shown} names {listed(outside)}, which {plural(len(outside), 'is', 'are')} not on the board"
                symptom = Symptom.SENTENCE_OFF_BOARD
            elif mines != sentence.count:
                text = (
                    f"{shown} is wrong: {mines or 'none'} of these cells {plural(mines or 1, 'is a mine', 'are mines')}"
                )
                symptom = Symptom.SENTENCE_WRONG
            else:
                self._right.add(sentence)
                continue
            cells = tuple(sorted(sentence.cells))
            wrong.setdefault(symptom, Fault.of(symptom, Severity.ERROR, self._game, learned, cells, text))
        yield from wrong.values()

    def _superfluous(self, state: StudentState, learned: int) -> Iterator[Fault]:
        def weakness(symptom: Symptom, text: str, cells: tuple[Cell, ...] = ()) -> Fault:
            return Fault.of(symptom, Severity.WEAKNESS, self._game, learned, cells, text)

        number = len(state.sentences)
        filled = [sentence for sentence in state.sentences if sentence.cells]
        if len(filled) < number:
            yield weakness(
                Symptom.SENTENCE_EMPTY, f"{counted(number - len(filled), 'sentence')} in knowledge without cells"
            )
        if len(set(filled)) < len(filled):
            ((sentence, times),) = Counter(filled).most_common(1)
            shown = short_sentence(sentence.cells, sentence.count)
            yield weakness(
                Symptom.SENTENCE_DOUBLE, f"{shown} is in knowledge {times} times", tuple(sorted(sentence.cells))
            )
        cells = len(self._board.cells)
        if number > GROWTH * cells:
            yield weakness(Symptom.SENTENCES_GROW, f"{number:,} sentences in knowledge on a board of {cells} cells")

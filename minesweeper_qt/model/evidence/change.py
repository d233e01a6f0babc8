"""The change that one observation made in a knowledge base."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation


@dataclass(frozen=True, slots=True)
class Change:
    """The change in a knowledge base that was caused by the observation of ``clue`` at ``cell``.

    ``move`` is the number of the observation, from 1. ``added`` and ``removed`` are the derivations of the sentences
    that came into force and of those that are no longer in force. ``safes`` and ``mines`` are the verdicts on the cells
    that were settled; ``retracted`` are the verdicts that an agent has taken back, which ``KnowledgeBase`` never does.
    A sentence that came into force and left it during the same observation is in neither ``added`` nor ``removed``.

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
    safes: tuple[Derivation, ...] = ()
    mines: tuple[Derivation, ...] = ()
    retracted: tuple[Derivation, ...] = ()

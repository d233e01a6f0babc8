"""Verifies a certificate from the mines of its board alone, without any code that deals boards or finds proofs."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.check.proof_checker import ProofError, check_proof
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.evidence.derivation import Reasoning

if TYPE_CHECKING:
    from minesweeper_qt.model.evidence.certificate import Certificate
    from minesweeper_qt.model.evidence.proof import Proof


class CertificateError(MinesweeperError):
    """A certificate does not show how its board is solved; the message names the move and what is wrong with it.

    >>> print(CertificateError("move 3: (0, 1) is open already"))
    move 3: (0, 1) is open already
    """


def check_certificate(certificate: Certificate, mines: Set[Cell], cascade: bool = True) -> None:
    """Check that ``certificate`` solves the board with these ``mines``, and that each of its proofs holds.

    The proofs may use only what is seen by then. With ``cascade``, opening a cell whose clue is 0 opens its neighbours.

    >>> from minesweeper_qt.model.evidence.certificate import Certificate
    >>> position = Position(1, 3, 1, {(0, 1): 1})
    >>> check_certificate(Certificate((0, 1), position, (), Reasoning.CLUE), {(0, 0)})
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.check.certificate_checker.CertificateError: at the end: (0, 2) is not open

    Raises ``CertificateError``, and ``TooHard`` as ``check_proof`` does.
    """
    start, board = certificate.start, certificate.position.board
    _demand(start in board and start not in mines, "start", f"{start} is no safe cell")
    seen: dict[Cell, int] = {}
    _open(board, mines, cascade, start, seen)
    shown = Position(board.height, board.width, len(mines), seen)
    _demand(certificate.position == shown, "start", "its position is not what is seen then")
    for number, proof in enumerate(certificate.proofs, 1):
        where = f"move {number}"
        _demand(proof.cell not in seen, where, f"{proof.cell} is open already")
        _demand(_reads_only(proof, board, len(mines), seen), where, "its proof is about another position")
        _demand(not proof.is_mine, where, f"its proof says that {proof.cell} is a mine")
        try:
            check_proof(proof)
        except ProofError as wrong:
            raise CertificateError(f"{where}: {wrong}") from wrong
        _open(board, mines, cascade, proof.cell, seen)
    left = set(board.cells) - mines - seen.keys()
    _demand(not left, "at the end", f"{min(left, default=None)} is not open")
    hardest = max([proof.level for proof in certificate.proofs], default=Reasoning.CLUE)
    _demand(certificate.hardest is hardest, "at the end", f"the hardest step is {hardest}")


def _reads_only(proof: Proof, board: Board, mines: int, seen: Mapping[Cell, int]) -> bool:
    """Return whether the position of ``proof`` has nothing but what is ``seen``."""
    position = proof.position
    size = (position.height, position.width, position.mines)
    is_board = size == (board.height, board.width, mines) and not position.taken
    return is_board and position.clues.items() <= seen.items()


def _open(board: Board, mines: Set[Cell], cascade: bool, cell: Cell, seen: dict[Cell, int]) -> None:
    """Add the clue of a safe ``cell`` to ``seen``, and those that its cascade opens."""
    todo = {cell}
    while todo:
        cell = todo.pop()
        around = board.neighbours(cell)
        seen[cell] = len(around & mines)
        if cascade and not seen[cell]:
            todo |= around - seen.keys()


def _demand(is_right: bool, where: str, fault: str) -> None:
    if not is_right:
        raise CertificateError(f"{where}: {fault}")

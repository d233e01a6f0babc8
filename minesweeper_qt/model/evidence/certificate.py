"""Certificates, each of which shows one way to solve a board without a guess, and their text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.evidence.proof import Proof, proof_dict, short_text
from minesweeper_qt.model.words import counted, size_text


@dataclass(frozen=True, slots=True)
class Certificate:
    """One way to solve a board without a guess, from its first cell on.

    ``position`` is what is seen when ``start`` has been opened. Each of ``proofs`` proves the next cell to open safe
    from what is seen by then. ``hardest`` is the highest of their levels, ``CLUE`` if there are none.

    A certificate is not checked when it is made; ``check_certificate`` raises ``CertificateError`` for a wrong one.
    """

    start: Cell
    position: Position
    proofs: tuple[Proof, ...]
    hardest: Reasoning

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        position = self.position
        board = f"{size_text(position.height, position.width)}, {counted(position.mines, 'mine')}, from {self.start}"
        moves = counted(len(self.proofs), "move")
        yield f"{board}: solvable without a guess in {moves}; hardest step: {self.hardest}."
        for number, proof in enumerate(self.proofs, 1):
            yield f"{number}. " + short_text(proof).replace("\n", "\n   ")


def certificate_dict(certificate: Certificate) -> dict[str, object]:
    """Return ``certificate`` as a JSON object: its moves are proofs as in ``proof_dict``.

    >>> found = certificate_dict(Certificate((0, 1), Position(1, 2, 1, {(0, 1): 1}), (), Reasoning.CLUE))
    >>> found["start"], found["hardest"], found["moves"]
    ([0, 1], 'clue', [])
    """
    position = certificate.position
    return {
        "height": position.height,
        "width": position.width,
        "mines": position.mines,
        "start": list(certificate.start),
        "hardest": str(certificate.hardest),
        "moves": [proof_dict(proof) for proof in certificate.proofs],
    }

"""Verifies a proof against its position alone. Shares no code with the search that finds proofs."""

from __future__ import annotations

from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.proof_step import Proof


class ProofError(MinesweeperError):
    """A proof does not hold."""


def check_proof(proof: Proof) -> None:
    """Raise ``ProofError``, which names the step and what is wrong with it, unless ``proof`` holds."""
    raise NotImplementedError

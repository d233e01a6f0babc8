"""The symptoms of faults: how an agent errs, as precisely as a few observations can show it."""

from __future__ import annotations

from enum import Enum

from minesweeper_qt.model.audit.finding_kind import FindingKind


class Symptom(Enum):
    """The ways in which an agent errs after some observations.

    >>> Symptom.WRONG_MINE.kind.value
    'unsound'
    """

    WRONG_MINE = "wrong-mine"
    """A cell is in ``mines`` that is off the board, or safe in a layout that agrees with all clues."""
    WRONG_SAFE = "wrong-safe"
    """A cell is in ``safes`` that is off the board, or a mine in a layout that agrees with all clues."""
    MISSING_MINE = "missing-mine"
    """A cell that the three rules prove to be a mine is not in ``mines``."""
    MISSING_SAFE = "missing-safe"
    """A cell that the three rules prove to be safe is not in ``safes``."""
    SAFE_MOVE_MISSING = "safe-move-missing"
    """``make_safe_move`` returns ``None``, although a cell is in ``safes`` that was not moved to."""
    SAFE_MOVE_WRONG = "safe-move-wrong"
    """``make_safe_move`` returns something that is no cell in ``safes``, or one that was moved to already."""
    RANDOM_MOVE_MISSING = "random-move-missing"
    """``make_random_move`` returns ``None``, although a cell is left."""
    RANDOM_MOVE_WRONG = "random-move-wrong"
    """``make_random_move`` returns a known mine, a cell moved to already, or no cell of the board at all."""
    SENTENCE_WRONG = "sentence-wrong"
    """A sentence is false in a layout that agrees with all clues."""
    SENTENCE_OFF_BOARD = "sentence-off-board"
    """A sentence names a cell that is off the board."""
    SENTENCE_DOUBLE = "sentence-double"
    """A sentence is in ``knowledge`` twice."""
    SENTENCE_EMPTY = "sentence-empty"
    """A sentence without cells is in ``knowledge``."""
    SENTENCES_GROW = "sentences-grow"
    """``knowledge`` holds many times more sentences than the board has cells."""
    VERDICT_TAKEN_BACK = "verdict-taken-back"
    """``add_knowledge`` removes a cell from ``safes`` or ``mines`` that was there rightly."""
    MOVE_NOT_RECORDED = "move-not-recorded"
    """``add_knowledge`` does not add the cell to ``moves_made``, or changes other cells there."""
    SAFE_MOVE_CHANGES = "safe-move-changes"
    """``make_safe_move`` changes what the agent states."""
    RANDOM_MOVE_CHANGES = "random-move-changes"
    """``make_random_move`` changes what the agent states."""
    LEARNING_FAILS = "learning-fails"
    """Creating the agent or ``add_knowledge`` raises an exception, does not end, or ends the process."""
    SAFE_MOVE_FAILS = "safe-move-fails"
    """``make_safe_move`` raises an exception, does not end, or ends the process."""
    RANDOM_MOVE_FAILS = "random-move-fails"
    """``make_random_move`` raises an exception, does not end, or ends the process."""

    @property
    def kind(self) -> FindingKind | None:
        """The kind of finding that the symptom belongs to; ``None`` for a failure, which has a kind of its own."""
        return _KINDS.get(self)


_KINDS = {
    Symptom.WRONG_MINE: FindingKind.UNSOUND,
    Symptom.WRONG_SAFE: FindingKind.UNSOUND,
    Symptom.MISSING_MINE: FindingKind.INCOMPLETE,
    Symptom.MISSING_SAFE: FindingKind.INCOMPLETE,
    Symptom.SAFE_MOVE_MISSING: FindingKind.MOVE,
    Symptom.SAFE_MOVE_WRONG: FindingKind.MOVE,
    Symptom.RANDOM_MOVE_MISSING: FindingKind.MOVE,
    Symptom.RANDOM_MOVE_WRONG: FindingKind.MOVE,
    Symptom.SENTENCE_WRONG: FindingKind.SENTENCE,
    Symptom.SENTENCE_OFF_BOARD: FindingKind.SENTENCE,
    Symptom.SENTENCE_DOUBLE: FindingKind.SENTENCE,
    Symptom.SENTENCE_EMPTY: FindingKind.SENTENCE,
    Symptom.SENTENCES_GROW: FindingKind.SENTENCE,
    Symptom.VERDICT_TAKEN_BACK: FindingKind.MUTATION,
    Symptom.MOVE_NOT_RECORDED: FindingKind.MUTATION,
    Symptom.SAFE_MOVE_CHANGES: FindingKind.MUTATION,
    Symptom.RANDOM_MOVE_CHANGES: FindingKind.MUTATION,
}

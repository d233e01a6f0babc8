"""The headlines of faults: what is wrong, in a few words."""

from __future__ import annotations

from minesweeper_qt.model.audit.move_comparison import NEVER_NONE
from minesweeper_qt.model.audit.symptom import Symptom

HEADLINES = {
    Symptom.WRONG_SAFE.value: "puts a cell into safes that is a mine",
    Symptom.WRONG_MINE.value: "puts a cell into mines that is safe",
    "safes off the board": "puts cells into safes that are not on the board",
    "mines off the board": "puts cells into mines that are not on the board",
    "luck in safes": "puts a cell into safes before anything says so; it was right by luck",
    "luck in mines": "puts a cell into mines before anything says so; it was right by luck",
    Symptom.SENTENCE_WRONG.value: "has a sentence that is wrong",
    Symptom.SENTENCE_OFF_BOARD.value: "has a sentence about cells that are not on the board",
    Symptom.SENTENCE_DOUBLE.value: "has the same sentence twice",
    Symptom.SENTENCE_EMPTY.value: "keeps sentences without cells",
    Symptom.SENTENCES_GROW.value: "keeps more and more sentences",
    Symptom.SAFE_MOVE_MISSING.value: "finds no safe move although it knows a safe cell",
    Symptom.RANDOM_MOVE_MISSING.value: "finds no random move although cells are left",
    NEVER_NONE: "makes a random move when no cell is left, instead of returning None",
    Symptom.MOVE_NOT_RECORDED.value: "does not put a cell into moves_made when it learns its clue",
    "other moves": "changes other cells in moves_made when it learns a clue",
    "taken from safes": "takes a cell out of safes again",
    "taken from mines": "takes a cell out of mines again",
}
"""What is wrong, by the place of the fault's key: the end of a sentence about the agent."""

"""The reason of a verdict in the words of the game, for those who have never seen a sentence. No Qt."""

from __future__ import annotations

from minesweeper_qt.model import Derivation, Rule


def plain_reason(derivation: Derivation) -> str:
    """Return in a few words why a cell is safe or a mine; ``derivation`` is the agent's verdict on it.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> plain_reason(ai.derivation((0, 1)))
    'the 1 at (0, 0) has no other place for a mine'
    """
    if derivation.rule is Rule.CASES:
        return "it is so however the mines lie"
    if derivation.rule not in (Rule.ALL_SAFE, Rule.ALL_MINES):
        return "the AI was told so" if derivation.rule is Rule.MARKED else "the AI gives no reason"
    origin = derivation.premises[0].origin
    is_safe = derivation.rule is Rule.ALL_SAFE
    if origin.rule is Rule.CLUE:
        return _by_clue(origin, is_safe)
    if origin.rule is Rule.MINE_COUNT:
        return "all mines are found" if is_safe else "the mines that are left need every cell"
    return "that follows from several numbers together"


def _by_clue(clue: Derivation, is_safe: bool) -> str:
    number = f"the {clue.count} at {clue.clue}"
    if not is_safe:
        return f"{number} has no other place for {'a mine' if clue.count == 1 else 'its mines'}"
    if not clue.count:
        return f"{number} has no mine around"
    return f"{number} has {'its mine' if clue.count == 1 else 'all its mines'} elsewhere"

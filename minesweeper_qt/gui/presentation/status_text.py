"""What the status line says, in words that the CS50 project's own programs use where they have some."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from minesweeper_qt.gui.presentation.chances import Chances, exactly, percent
from minesweeper_qt.gui.presentation.look import is_protected
from minesweeper_qt.model import (
    ActionResult,
    AgentMove,
    AgentMoveKind,
    Cell,
    Choice,
    Derivation,
    Minesweeper,
    MinesweeperAI,
    Position,
    State,
    Win,
)

TITLES = {
    "cs50": "CS50: Sentences, Else Random",
    "cs50-count": "CS50, Told the Number of Mines",
    "exact": "Exact: the Lowest Risk",
    "expert": "Expert: the Strongest Play",
}
"""What the strategies are called."""

STRATEGIES = {
    "cs50": "safe by the sentences, else random",
    "cs50-count": "safe by the sentences and the number of mines, else random",
    "exact": "safe by all layouts, else the lowest risk",
    "expert": "the strongest play",
}
"""What the AI can play by, in a few words."""

OWN = {"cs50": False, "cs50-count": True}
"""The strategies that are the agent itself, which picks its moves at once, and whether it is told the number of mines.

All others know it, and are asked in the worker, but only when the agent knows no safe cell.
"""

_LOWEST = "the lowest risk"
"""The reason of a choice that its risk tells anyway."""

_NOTES = {
    AgentMoveKind.SAFE: "AI made a safe move.",
    AgentMoveKind.RANDOM: "No known safe move: AI made a random move.",
    AgentMoveKind.LAST: "No moves left to make: AI flagged the mines it knows.",
}


FIRST_IS_SAFE = "The first cell is safe."


def ready(game: Minesweeper) -> str:
    """Say what a new game asks for."""
    goal = "Flag exactly the mines to win." if game.rules.win is Win.FLAGGED else "Reveal every safe cell to win."
    return f"Ready. {goal} {FIRST_IS_SAFE}" if is_protected(game) else f"Ready. {goal}"


def restarted(game: Minesweeper) -> str:
    """Say what a game asks for that was begun before."""
    if is_protected(game):
        return ready(game)
    return "The same board again. The mines stay where they were, so the first click is not protected."


NOTHING_TO_REVEAL = "Nothing to reveal there."


def not_possible(why: str) -> str:
    """Say what forbids an action."""
    return f"Not possible: {why}."


def played(what: ActionResult) -> str:
    """Say what an action did."""
    if what.flagged:
        return f"Flag put on {what.flagged[0]}."
    if what.unflagged:
        return f"Flag taken off {what.unflagged[0]}."
    if not what.observations:
        return NOTHING_TO_REVEAL
    cell, clue = what.observations[0]
    if len(what.observations) == 1:
        return f"{cell} has {clue or 'no'} mine{'' if clue == 1 else 's'} around."
    return f"Revealed {len(what.observations)} cells."


def plays_by(strategy: str, reckons: bool) -> str:
    """Say what the AI plays by, and whether its knowledge base reckons with the number of mines."""
    text = f"The AI plays by {TITLES[strategy]}."
    if strategy not in OWN:
        text += " It knows the number of mines" + (
            "." if reckons else "; the knowledge base does not reckon with it (M changes that)."
        )
    return text


def told(strategy: str, reckons: bool) -> str:
    """Say whether the knowledge base reckons with the number of mines, when that has changed."""
    text = f"The knowledge base {'now reckons' if reckons else 'no longer reckons'} with the number of mines"
    if strategy in OWN:
        return f"{text}. The AI plays by {TITLES[strategy]}."
    return f"{text}." if reckons else f"{text}; the strategy still does."


def verdict(cell: Cell, derivation: Derivation | None) -> str:
    """Say what the agent knows of a cell and why."""
    if derivation is None:
        # Not that nothing settles it: a proof may.
        return f"The agent has not settled {cell}."
    return f"{cell} is {'a mine' if derivation.count else 'safe'}: {derivation.reason()}."


def note(move: AgentMove, choice: Choice | None = None) -> str:
    """Say what sort of move the AI made, which another strategy than the agent's own may have chosen."""
    if move.kind is AgentMoveKind.RANDOM and choice is not None:
        if choice.risk is None:
            return f"AI made a guess: {choice.reason}."
        # The lowest risk is said by the rating that follows.
        why = "" if choice.reason == _LOWEST else f", {choice.reason}"
        return f"No safe cell: AI made a guess{why}."
    if move.took_flag_off:
        return f"AI took your flag off {move.cell}: it is proved safe."
    if move.kind is AgentMoveKind.LAST and not move.plays:
        return "No moves left to make."
    if move.kind is AgentMoveKind.SAFE and choice is not None:
        return f"AI made a safe move: {readable(choice.reason)}."
    return _NOTES[move.kind]


def stuck(game: Minesweeper, agent: MinesweeperAI) -> str:
    """Say why an agent with no move left has not won."""
    guarded = len(game.mines_found - agent.mines)
    if guarded:
        return f"It does not guess on your {guarded} flag{'' if guarded == 1 else 's'}: take one off to go on."
    return "It can't tell where the others are."


def ending(note: str, what: ActionResult, game: Minesweeper, seconds: int) -> str:
    """Say how the game ended, before the ``note`` on the agent's move if it was one."""
    if what.state is State.WON:
        how = "every mine is flagged" if game.rules.win is Win.FLAGGED else "every safe cell is revealed"
        return f"Won in {seconds} s: {how}. {note}".strip()
    where = ", ".join(map(str, what.exploded))
    text = f"Lost after {seconds} s: {where} {'is a mine' if len(what.exploded) == 1 else 'are mines'}."
    wrong = len(game.mines_found - game.mines)
    if wrong:
        text += f" {wrong} flag{' was' if wrong == 1 else 's were'} wrong."
    return f"{text} {note}".strip()


# -- moves, as the move log has them

RANDOM_MOVE = "No known safe moves, AI making random move."
"""As in the CS50 project's own program, and so are the next two."""
SAFE_MOVE = "AI making safe move."
LAST_MOVE = "No moves left to make."
GUESS_MOVE = "No known safe moves, AI making a guess"
ALL_PROVED = "every cell that it opens is proved safe"

PAST = "You are looking at the past: whoever plays here is asked first."
BEFORE_LOSS = "This is before the fatal move: play on from here to take it back (you are asked first)."


def branched(number: int) -> str:
    """Say that the game goes on from a move that is no longer the last."""
    return f"The game goes on after move {number}." if number else "The same board from its start again."


def not_proved(cells: Sequence[Cell]) -> str:
    """Say which of the opened cells nothing proves safe."""
    shown = ", ".join(map(str, cells[:4])) + (f" and {len(cells) - 4} more" if len(cells) > 4 else "")
    return f"{shown} {'is' if len(cells) == 1 else 'are'} not proved safe"


# -- chances


def guess(cell: Cell, risk: Fraction | float, least: Fraction | float, where: str = "at") -> str:
    """Say how good a guess was, or that it was none; ``where`` it was: at the cell, or around it."""
    if risk == 0:
        return f"{cell} was no guess: no layout has a mine there."
    text = f"Guess {where} {cell}: risk {percent(risk)}"
    if risk == least:
        return f"{text}, the lowest there was."
    if least == 0:
        return f"{text}, but there was a safe cell."
    return f"{text}, the lowest was {percent(least)}."


def rated(game: Minesweeper, choice: Choice | None) -> str:
    """Say how good a guess is that is about to be made, by the word of who makes it; nothing if there is none."""
    if choice is None or choice.is_safe or choice.risk is None or choice.least_risk is None or is_protected(game):
        return ""
    return guess(choice.cell, choice.risk, choice.least_risk)


def rated_too_hard(cell: Cell) -> str:
    """Say that nobody can tell how good a guess was."""
    return f"Guess at {cell}: its risk is too hard to count."


def hint(choice: Choice) -> str:
    """Say which cell to open next and why."""
    if choice.is_safe:
        reason = readable(choice.reason)
        return f"Hint: {choice.cell} is {reason if reason.startswith('safe ') else f'safe: {reason}'}."
    if choice.risk is None or choice.least_risk is None:
        return "No hint: this position is too hard to count."
    lowest = "the lowest" if choice.risk == choice.least_risk else f"the lowest is {percent(choice.least_risk)}"
    why = "" if choice.reason == _LOWEST else f"; {choice.reason}"
    return f"Hint: guess at {choice.cell}: risk {percent(choice.risk)}, {lowest}{why}."


def no_hint(position: Position, mines: Collection[Cell]) -> str:
    """Say why there is no cell to hint at, when these are the known ``mines``."""
    if len(position.clues) + position.mines == position.height * position.width:
        return "No cell is left to open: flag the remaining mines."
    flags = len(position.flags.difference(mines))
    return f"No hint: what may be safe is under your {flags} flag{'' if flags == 1 else 's'}; take one off to go on."


def readable(reason: str) -> str:
    """Shorten long numbers: there can be more layouts than atoms.

    >>> readable("safe in all 12345678901234 layouts")
    'safe in all 1.2×10^13 layouts'
    """
    return re.sub("[0-9]{8,}", lambda found: f"{found[0][0]}.{found[0][1]}×10^{len(found[0]) - 1}", reason)


def chance(cell: Cell, chances: Chances) -> str:
    """Say the chance of a cell as exactly as fits a line; nothing for a revealed one."""
    exact = chances.exact.get(cell)
    return "" if exact is None else f"{cell} is a mine with probability {exactly(exact)}."


THINKING = "Thinking… Esc stops it."
STOPPED = "Stopped thinking."
TOO_HARD = "Exact chances would take too long here: the overlay shows what the sentences prove."

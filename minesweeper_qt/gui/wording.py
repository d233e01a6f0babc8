"""What the status line says, in words that the CS50 project's own programs use where they have some."""

from __future__ import annotations

from minesweeper_qt.model import (
    Cell,
    Derivation,
    FirstClick,
    Minesweeper,
    MinesweeperAI,
    Move,
    MoveKind,
    Played,
    State,
    Win,
)

_NOTES = {
    MoveKind.SAFE: "AI made a safe move.",
    MoveKind.RANDOM: "No known safe move: AI made a random move.",
    MoveKind.LAST: "No moves left to make: AI flagged the mines it knows.",
}


def ready(game: Minesweeper) -> str:
    """Say what a new game asks for."""
    goal = "Flag exactly the mines to win." if game.rules.win is Win.FLAGGED else "Reveal every safe cell to win."
    return f"Ready. {goal}"


def restarted(game: Minesweeper) -> str:
    """Say what a game asks for that was begun before."""
    if game.start is None and game.rules.first_click is not FirstClick.ANYTHING:
        # Nothing had been revealed, so the first click still moves the mines away from it.
        return ready(game)
    return "The same board again. The mines stay where they were, so the first click is not protected."


def played(what: Played) -> str:
    """Say what an action did."""
    if what.flagged:
        return f"Flag put on {what.flagged[0]}."
    if what.unflagged:
        return f"Flag taken off {what.unflagged[0]}."
    if not what.observations:
        return "Nothing to reveal there."
    cell, clue = what.observations[0]
    if len(what.observations) == 1:
        return f"{cell} has {clue or 'no'} mine{'' if clue == 1 else 's'} around."
    return f"Revealed {len(what.observations)} cells."


def verdict(cell: Cell, record: Derivation | None) -> str:
    """Say what the agent knows of a cell and why."""
    if record is None:
        return f"{cell} is undetermined."
    return f"{cell} is {'a mine' if record.count else 'safe'}: {record.reason()}."


def note(move: Move) -> str:
    """Say what sort of move the agent made."""
    if move.took_flag_off:
        return f"AI took your flag off {move.cell}: it is proved safe."
    if move.kind is MoveKind.LAST and not move.plays:
        return "No moves left to make."
    return _NOTES[move.kind]


def stuck(game: Minesweeper, agent: MinesweeperAI) -> str:
    """Say why an agent with no move left has not won."""
    guarded = len(game.mines_found - agent.mines)
    if guarded:
        return f"It does not guess on your {guarded} flag{'' if guarded == 1 else 's'}: take one off to go on."
    return "It can't tell where the others are."


def ending(note: str, what: Played, game: Minesweeper, seconds: int) -> str:
    """Say how the game ended, after the ``note`` on the agent's move if it was one."""
    if what.state is State.WON:
        how = "every mine is flagged" if game.rules.win is Win.FLAGGED else "every safe cell is revealed"
        return f"{note} Won in {seconds} s: {how}.".strip()
    where = ", ".join(map(str, what.exploded))
    text = f"{note} Lost after {seconds} s: {where} {'is a mine' if len(what.exploded) == 1 else 'are mines'}."
    wrong = len(game.mines_found - game.mines)
    if wrong:
        text += f" {wrong} flag{' was' if wrong == 1 else 's were'} wrong."
    return text.strip()

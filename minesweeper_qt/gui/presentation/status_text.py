"""The texts of the status line, and the names of the strategies.

The texts use the words of the CS50 project's own programs where those have any.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.gui.presentation.plain_reason import plain_reason
from minesweeper_qt.model import (
    ActionResult,
    AgentMove,
    AgentMoveKind,
    Cell,
    Choice,
    ChoiceReason,
    ChoiceReasonKind,
    Derivation,
    Minesweeper,
    Obstacle,
    ObstacleKind,
    Position,
    State,
    Win,
)
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.text import cell_text
from minesweeper_qt.model.text.chance_text import exact_text, percents
from minesweeper_qt.model.text.number_text import clock_text, counted, counted_or_no, plural
from minesweeper_qt.model.text.reason_text import safe_text

STRATEGY_TITLES = {
    "cs50": "CS50: Sentences, Else Random",
    "cs50-count": "CS50, Told the Number of Mines",
    "cs50-overlap": "CS50 with the Overlap Rule",
    "exact": "Exact: the Lowest Risk",
    "expert": "Expert: the Strongest Play",
}
"""The titles of the strategies, by name."""

STRATEGY_DESCRIPTIONS = {
    "cs50": "safe by what the AI knows, else random",
    "cs50-count": "safe by what the AI knows, the number of mines too, else random",
    "cs50-overlap": "safe by what the AI knows, the number of mines and the overlap rule too, else random",
    "exact": "any cell that is certainly safe, else the lowest risk",
    "expert": "the strongest play",
}
"""The strategies that the AI can play by, each described in a few words."""

AGENT_STRATEGIES = {"cs50": False, "cs50-count": True, "cs50-overlap": True}
"""The strategies by which the agent itself picks its moves, and whether it then uses the number of mines.

The agent picks its moves at once. All other strategies use the number of mines; they run in the worker, and only when
the agent knows no safe cell.
"""

OVERLAP_STRATEGIES = ("cs50-overlap",)
"""The strategies by which the agent uses the overlap rule too."""

YOUR_AGENT_PLAYS = "Your agent plays; the reference watches."

FIRST_MOVE = "AI made a safe move: the first cell is safe."
_NOTES = {
    AgentMoveKind.SAFE: "AI made a safe move.",
    AgentMoveKind.RANDOM: "No known safe move: AI made a random move.",
    AgentMoveKind.LAST: "No moves left to make: AI flagged the mines it knows.",
}


FIRST_CELL_SAFE = "The first cell is safe"
FIRST_IS_SAFE = f"{FIRST_CELL_SAFE}."


def ready_text(game: Minesweeper) -> str:
    """Return the text at the start of a new game: its goal, and whether the first click is safe."""
    goal = "Flag exactly the mines to win." if game.rules.win is Win.FLAGGED else "Reveal every safe cell to win."
    return f"Ready. {goal} {FIRST_IS_SAFE}" if game.protects_first_click else f"Ready. {goal}"


def restarted_text(game: Minesweeper) -> str:
    """Return the text at the restart of the same board, whose first click may no longer be protected."""
    if game.protects_first_click:
        return ready_text(game)
    return "The same board again. The mines stay where they were, so the first click is not protected."


NOTHING_TO_REVEAL = "Nothing to reveal there."


def obstacle_text(obstacle: Obstacle) -> str:
    """Return the text for an action that is not possible or does nothing."""
    if obstacle.kind is ObstacleKind.NOTHING_LEFT:
        return NOTHING_TO_REVEAL
    return f"Not possible: {obstacle}."


def question_text(cell: Cell, is_on: bool) -> str:
    """Return the text after a question mark was put on ``cell``, or taken off."""
    return f"Question mark {'put on' if is_on else 'taken off'} {cell}."


def result_text(result: ActionResult) -> str:
    """Return what an action changed on the board."""
    if result.flagged:
        return f"Flag put on {result.flagged[0]}."
    if result.unflagged:
        return f"Flag taken off {result.unflagged[0]}."
    if not result.observations:
        return NOTHING_TO_REVEAL
    cell, clue = result.observations[0]
    if len(result.observations) == 1:
        return f"{cell} has {counted_or_no(clue, 'mine')} around."
    return f"Revealed {len(result.observations)} cells."


def strategy_text(strategy: str, uses_mine_count: bool) -> str:
    """Return which strategy the AI plays by, and how it uses the number of mines.

    ``uses_mine_count``: whether the knowledge base uses it.
    """
    if strategy == STUDENT:
        return YOUR_AGENT_PLAYS
    text = f"The AI plays by {STRATEGY_TITLES[strategy]}."
    if strategy in AGENT_STRATEGIES:
        return text
    return f"{text} It counts the mines" + ("." if uses_mine_count else "; the knowledge table leaves them uncounted.")


def mine_count_text(strategy: str, uses_mine_count: bool) -> str:
    """Return the text after a change of whether the knowledge base uses the number of mines."""
    if strategy in AGENT_STRATEGIES:
        knows = "now knows" if uses_mine_count else "no longer knows"
        return f"The AI {knows} the number of mines. It plays by {STRATEGY_TITLES[strategy]}."
    if uses_mine_count:
        return "The knowledge table now uses the number of mines."
    return "The knowledge table no longer uses the number of mines; the AI, when it moves, still does."


def verdict_text(cell: Cell, derivation: Derivation | None) -> str:
    """Return the agent's verdict on a cell and its reason; ``derivation`` is ``None`` if it has none."""
    if derivation is None:
        # Not "can't be settled": a proof may still settle the cell.
        return f"The AI has not settled {cell}: it may be safe or a mine."
    return f"{cell} is {'a mine' if derivation.count else 'safe'}: {derivation.reason()}."


def agent_move_text(move: AgentMove, choice: Choice | None = None) -> str:
    """Return the kind of move that the AI made.

    ``choice``: the choice of the strategy that picked the move; ``None`` if the agent itself did.
    """
    if move.kind is AgentMoveKind.RANDOM and choice is not None:
        if choice.risk is None:
            return f"AI made a guess: {choice.reason}."
        # The text of the rating, which follows, mentions the lowest risk.
        return f"No safe cell: AI made a guess{_unless_lowest(', ', choice.reason)}."
    if move.took_flag_off:
        return f"AI took your flag off {move.cell}: it is proved safe."
    if move.kind is AgentMoveKind.LAST and not move.plays:
        return "No moves left to make."
    if move.kind is AgentMoveKind.SAFE and choice is not None and choice.reason.kind is not ChoiceReasonKind.SENTENCES:
        return f"AI made a safe move: {choice.reason}."
    return _NOTES[move.kind]


def stuck_text(game: Minesweeper, mines: Collection[Cell]) -> str:
    """Return why an agent that has no move left, and knows these ``mines``, has not won."""
    guarded = len(game.mines_found.difference(mines))
    if guarded:
        return f"It does not guess on your {counted(guarded, 'flag')}: take one off to go on."
    return "It can't tell where the others are."


def ending_text(note: str, result: ActionResult, game: Minesweeper, seconds: int) -> str:
    """Return how the game ended after ``seconds``, followed by ``note``: the text on the agent's move, or empty."""
    if result.state is State.WON:
        how = "Every mine is flagged" if game.rules.win is Win.FLAGGED else "Every safe cell is revealed"
        return f"Won in {clock_text(seconds)}. {how}. {note}".strip()
    text = f"Lost after {clock_text(seconds)}. {cell_text.verdict_text(result.exploded, is_mine=True)}."
    wrong = len(game.mines_found - game.mines)
    if wrong:
        text += f" {counted(wrong, 'flag')} {plural(wrong, 'was', 'were')} wrong."
    return f"{text} {note}".strip()


# -- moves in the move log

RANDOM_MOVE = "No known safe moves, AI making random move."
"""In the words of the CS50 project's own program, as the next two are."""
SAFE_MOVE = "AI making safe move."
LAST_MOVE = "No moves left to make."
CLAIMED_MOVE = "Your agent calls the cell safe, which is not proved."
GUESS_MOVE = "No known safe moves, AI making a guess"

PAST = "This is an earlier move. If you play here, you are asked first."
BEFORE_LOSS = "This is before the fatal move. Play on from here to take it back; you are asked first."


def branch_text(number: int) -> str:
    """Return the text after a return to move ``number``, from which the game continues; 0 is the start."""
    return f"The game goes on after move {number}." if number else "The same board from its start again."


def wrong_flag_text(cells: Sequence[Cell]) -> str:
    """Return the text for a chord that opened a mine, because the flags on ``cells`` were wrong.

    >>> wrong_flag_text([(2, 3)]), wrong_flag_text([(2, 3), (2, 4)])
    ('a chord on a wrong flag: (2, 3) is no mine', 'a chord on wrong flags: (2, 3) and (2, 4) are no mines')
    """
    flags = plural(len(cells), "a wrong flag", "wrong flags")
    return f"a chord on {flags}: {cell_text.listed(cells)} {plural(len(cells), 'is no mine', 'are no mines')}"


def not_proved_text(cells: Sequence[Cell]) -> str:
    """Return the text for opened ``cells`` that were not proved safe; at most four are named."""
    return f"{cell_text.listed(cells, 4)} {plural(len(cells), 'is', 'are')} not proved safe"


# -- chances


def guess_text(
    cell: Cell, risk: Fraction | float, least: Fraction | float, where: str = "at", safe_cell: Cell | None = None
) -> str:
    """Return the risk of a guess compared with the least risk, or that it was no guess.

    ``where``: the preposition before the cell, ``at`` or ``around``. ``safe_cell``: one that was certainly safe.
    """
    if risk == 0:
        return f"{cell} was no guess: it could not be a mine."
    shown, lowest = percents(risk, least)
    text = f"Guess {where} {cell}: risk {shown}"
    if risk == least:
        return f"{text}, the lowest there was."
    if least == 0:
        return f"{text}, but {'there was a safe cell' if safe_cell is None else f'{safe_cell} was safe'}."
    return f"{text}, the lowest was {lowest}."


def rating_text(game: Minesweeper, choice: Choice | None) -> str:
    """Return the rating of a guess that is about to be made, with the risks that its strategy computed.

    Empty if there is no choice, the choice is safe, its risk is not known or the first click is protected.
    """
    if (
        choice is None
        or choice.is_safe
        or choice.risk is None
        or choice.least_risk is None
        or game.protects_first_click
    ):
        return ""
    return guess_text(choice.cell, choice.risk, choice.least_risk)


def too_hard_rating_text(cell: Cell) -> str:
    """Return the text for a guess whose risk is too hard to compute."""
    return f"Guess at {cell}: its risk would take too long to count."


def hint_text(choice: Choice) -> str:
    """Return the hint: which cell to open next, and why."""
    if choice.is_safe:
        return f"Hint: {choice.cell} is {safe_text(choice.reason)}."
    if choice.risk is None or choice.least_risk is None:
        return "No hint: this board would take too long to count."
    risk, least = percents(choice.risk, choice.least_risk)
    lowest = "the lowest" if choice.risk == choice.least_risk else f"the lowest is {least}"
    reason = _unless_lowest("; ", choice.reason)
    return f"Hint: guess at {choice.cell}: risk {risk}, {lowest}{reason}."


def proved_hint_text(cell: Cell, derivation: Derivation) -> str:
    """Return the hint to open ``cell``, which ``derivation`` proves safe."""
    return f"Hint: {cell} is safe: {plain_reason(derivation)}."


def _unless_lowest(separator: str, reason: ChoiceReason) -> str:
    """Return the separator and the reason of a guess; empty for the lowest risk, which the risk shows already."""
    return "" if reason.kind is ChoiceReasonKind.LOWEST_RISK else f"{separator}{reason}"


def no_hint_text(position: Position, mines: Collection[Cell]) -> str:
    """Return why there is no hint; ``mines`` are the cells that are known to be mines."""
    if len(position.clues) + position.mines == position.height * position.width:
        return "No cell is left to open: flag the remaining mines."
    flags = len(position.flags.difference(mines))
    return f"No hint: what may be safe is under your {counted(flags, 'flag')}; take one off to go on."


def cell_chance_text(cell: Cell, chances: Chances) -> str:
    """Return the chance of a cell to be a mine, as exact as fits a line; empty for a revealed cell."""
    exact = chances.exact.get(cell)
    return "" if exact is None else f"{cell} is a mine with probability {exact_text(exact)}."


THINKING = "Thinking…[ {show_all} stops it.]"
"""With the name of an action in place of its key, as in all texts for ``KeyTexts``."""
STOPPED = "Stopped thinking."
TOO_HARD = "Exact chances would take too long here: the board shows only what the AI knows."

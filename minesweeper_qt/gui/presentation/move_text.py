"""The texts of the move log: each move and what the agent learned from it, in the words of the CS50 project's examples.

No Qt.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from minesweeper_qt.gui.presentation.derivation_text import short_text
from minesweeper_qt.gui.presentation.status_text import FIRST_IS_SAFE, CellText, wrong_flag_text
from minesweeper_qt.model import (
    Derivation,
    History,
    Moment,
    Rule,
    State,
    Turn,
    TurnKind,
    TurnMaker,
    TurnReason,
    TurnReasonKind,
    Verb,
)
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.text.cell_text import MOST_LISTED, listed, verdict_text
from minesweeper_qt.model.text.chance_text import percent, percents
from minesweeper_qt.model.text.number_text import plural

MOST_LINES = 300
"""The most lines of conclusions in the details of one move: a big opening adds thousands of sentences at once."""


# -- one line


def reason_text(reason: TurnReason | None) -> str:
    """Return why a turn was made, or what proved it safe; empty for a turn without a reason."""
    if reason is None:
        return ""
    match reason.kind:
        case TurnReasonKind.PROVED:
            return "said to be safe" if reason.derivation is None else reason.derivation.reason(is_short=True)
        case TurnReasonKind.FLAG:
            found = reason.derivation
            verdict = "a mine" if found is not None and found.count else "safe"
            return "nothing is proved of it" if found is None else f"{verdict}: {found.reason(is_short=True)}"
        case TurnReasonKind.NOT_PROVED:
            return f"{listed(reason.cells, 4)} {plural(len(reason.cells), 'is', 'are')} not proved safe"
        case TurnReasonKind.WRONG_FLAG:
            return str(wrong_flag_text(reason.cells))
        case TurnReasonKind.SAFE_CHOICE:
            return str(reason.choice)
        case TurnReasonKind.GUESS:
            return f"No known safe moves, AI making a guess: {reason.choice}"
    return _WORDS[reason.kind]


_WORDS = {
    TurnReasonKind.FIRST_CELL: FIRST_IS_SAFE,
    TurnReasonKind.ALL_PROVED: "every cell that it opens is proved safe",
    TurnReasonKind.RANDOM: "No known safe moves, AI making random move.",
    TurnReasonKind.CLAIMED: "Your agent calls the cell safe, which is not proved.",
    TurnReasonKind.LAST: "No moves left to make.",
}
"""The words of the reasons that need nothing else."""


def _rests_on_wrong_flag(turn: Turn) -> bool:
    return turn.reason is not None and turn.reason.kind is TurnReasonKind.WRONG_FLAG


def action_text(turn: Turn) -> CellText:
    """Return the action of a turn in words, without its maker."""
    if turn.cell is None:
        return CellText.of("flagged the known mines")
    words = {Verb.FLAG: "put a flag on ", Verb.UNFLAG: "took the flag off "}.get(turn.verb, "opened ")
    return CellText.of("opened around " if turn.kind is TurnKind.CHORD else words, turn.cell)


def safety_text(turn: Turn) -> str:
    """Return ``safe`` for a move that was safe, ``wrong flag`` for a chord on one, or else ``guess``.

    It is empty if the move opened no cell.
    """
    if turn.is_safe is None:
        return "wrong flag" if _rests_on_wrong_flag(turn) else ""
    return "safe" if turn.is_safe else "guess"


def risk_text(turn: Turn, risk: Fraction | float | None) -> str:
    """Format ``risk``, which is the risk or the least risk of a move; empty if the move opened no cell."""
    if turn.is_safe is None:
        return ""
    if turn.is_too_hard:
        return "too hard"
    if risk is None:
        return "…"  # it is being computed
    # Beside each other the risk and the least risk read differently unless they are equal.
    other = turn.least_risk if risk == turn.risk else turn.risk
    return percent(risk) if other is None else percents(risk, other)[0]


def headline(number: int, total: int, turn: Turn | None) -> CellText:
    """Return the number of the shown move, its action and its end; ``None`` stands for the board before any move."""
    if turn is None:
        return CellText.of("Before the first move" if total else "No move yet")
    end = {State.LOST: ", lost", State.WON: ", won"}.get(turn.state, "")
    return CellText.of(f"Move {number} of {total}{end}: ", _maker_and_action(turn))


def _maker_and_action(turn: Turn) -> CellText:
    safety = safety_text(turn)
    how = " on a wrong flag" if _rests_on_wrong_flag(turn) else f", {safety}" if safety else ""
    return CellText.of("Your agent " if turn.strategy == STUDENT else f"{turn.maker.value} ", action_text(turn), how)


# -- the details


def details(history: History, number: int, failure: Exception | None = None) -> list[str]:
    """Return the details of move ``number``, a string for each line.

    They are the action, what it revealed, the conclusions that followed, and the figures of the knowledge base after.
    ``failure`` is the error of an agent that failed, which learns no more.
    """
    turn = history.turns[number - 1]
    moment = history.moment(number)
    lines = [*_move_lines(turn), *_proof_lines(history, number, moment), *_result_lines(turn)]
    if not history.is_complete(number):
        return [*lines, "The AI is still reading the board." if failure is None else f"Not learned: {failure}."]
    learned = list(islice(_learned_lines(history, number), MOST_LINES + 1))
    if len(learned) > MOST_LINES:
        learned[MOST_LINES:] = ["…"]
    clues, settled = moment.position.clues, moment.settled
    mines = sum(1 for verdict in settled.values() if verdict.count)
    safes = sum(1 for cell, verdict in settled.items() if not verdict.count and cell not in clues)
    figures = [
        f"Knowledge base length: {len(moment.sentences)}",
        f"Known mines: {mines}",
        f"Safe moves remaining: {safes}",
    ]
    return [*lines, *learned, *figures]


def _move_lines(turn: Turn) -> Iterator[str]:
    if turn.maker is TurnMaker.AI and turn.kind is TurnKind.SAFE:
        yield "AI making safe move."
    if turn.reason is None:
        yield f"{turn.maker.value} {action_text(turn)}."
    elif turn.maker is TurnMaker.AI and turn.kind is not TurnKind.SAFE:
        yield reason_text(turn.reason)
        yield f"AI {action_text(turn)}."
    else:
        stop = "" if turn.reason.kind is TurnReasonKind.FIRST_CELL else "."
        yield f"{turn.maker.value} {action_text(turn)}: {reason_text(turn.reason)}{stop}"
    if turn.is_too_hard:
        yield "Its risk would take too long to count."
    elif turn.is_safe is False and turn.risk is not None and turn.least_risk is not None:
        risk, least = percents(turn.risk, turn.least_risk)
        yield f"Risk: {risk}, the lowest was {least}"
        if turn.safe_cell is not None:
            yield f"{turn.safe_cell} was safe"


def _proof_lines(history: History, number: int, moment: Moment) -> Iterator[str]:
    """Yield a line with the sentence that proved the move safe and its reason, if the move has one.

    ``moment`` is the one after the move: going back to the one before may take long.
    """
    turn = history.turns[number - 1]
    derivation = moment.settled.get(turn.cell) if turn.kind is TurnKind.SAFE and turn.cell else None
    if derivation is not None and derivation.rule is Rule.ALL_SAFE and history.move_of(derivation) < number:
        yield f"{short_text(derivation.premises[0])}: {derivation.premises[0].reason(is_short=True)}"


def _result_lines(turn: Turn) -> Iterator[str]:
    revealed = list(turn.observations)
    if len(revealed) == 1:
        yield f"Revealed {revealed[0].cell}: {revealed[0].clue}"
    elif revealed:
        yield f"Revealed {len(revealed)} cells"
    if turn.exploded:
        yield f"Lost: {verdict_text(turn.exploded, is_mine=True)}"
    elif turn.state is State.WON:
        yield "Won"


def _learned_lines(history: History, number: int) -> Iterator[str]:
    # The opened cells are safe too, but they are listed as revealed already.
    opened = {cell for cell, _ in history.turns[number - 1].observations}
    verdicts = history.verdicts(number)
    for count, title in ((1, "New known mines"), (0, "New known safes")):
        cells = [cell for derivation in verdicts if derivation.count == count for cell in derivation.cells - opened]
        if cells:
            yield f"{title}: {listed(cells, MOST_LISTED)}"
    for derivation in _inferred(history, number):
        one, other = derivation.premises
        yield f"New inferred knowledge: {short_text(derivation)} from {short_text(one)} and {short_text(other)}"


def _inferred(history: History, number: int) -> Iterator[Derivation]:
    """Yield the derivations from two sentences each that followed from move ``number``, premises before conclusions.

    They include those whose sentence is no longer in force, because it settled its cells at once or lost some of them.
    """
    moves = history.agent_moves(number)
    behind: dict[int, Derivation] = {}
    todo = [*history.difference(number)[0], *history.verdicts(number)]
    while todo:
        derivation = todo.pop()
        # Premises are older than their conclusion, so all premises of an old derivation are old as well.
        if derivation.number not in behind and derivation.move in moves:
            behind[derivation.number] = derivation
            todo.extend(derivation.premises)
    inferring = (Rule.SUBSET, Rule.OVERLAP)
    yield from (derivation for _, derivation in sorted(behind.items()) if derivation.rule in inferring)

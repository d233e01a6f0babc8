"""The words of the move log: what a move was, and all that it taught, as the CS50 project's own examples print it.

No Qt in here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from heapq import nsmallest
from itertools import islice

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.chances import percent
from minesweeper_qt.gui.presentation.sentence_text import SHOWN_CELLS, short_text
from minesweeper_qt.model import Cell, Derivation, History, Rule, State, Turn, TurnKind, TurnMaker, Verb

MOST_LINES = 300
"""Of the details of one move: a big opening teaches thousands of sentences at once."""

TOO_HARD = "too hard"
NOT_YET = "…"
"""In place of a risk that is being found out."""


# -- one line


def verdict_reason(derivation: Derivation | None) -> str:
    """Say what is proved of the cell that a flag is about, and why, without naming the cell."""
    if derivation is None:
        return "nothing is proved of it"
    return f"{'a mine' if derivation.count else 'safe'}: {short_reason(derivation)}"


def short_reason(derivation: Derivation) -> str:
    """Say why a derivation holds, as ``Derivation.reason`` does, but with no sentence about the whole board in full."""
    premises = derivation.origin.premises
    if all(len(premise.cells) <= SHOWN_CELLS for premise in premises):
        return derivation.reason()
    if derivation.origin.rule is Rule.MINE_COUNT or len(premises) > 2:
        return derivation.origin.rule.value
    return f"{derivation.origin.rule.value} in {' minus '.join(map(short_text, premises))}"


def what(turn: Turn) -> str:
    """Say what was done."""
    if turn.kind is TurnKind.LAST:
        return "flagged the known mines"
    if turn.kind is TurnKind.CHORD:
        return f"opened around {turn.cell}"
    words = {Verb.FLAG: "put a flag on", Verb.UNFLAG: "took the flag off"}
    return f"{words.get(turn.verb, 'opened')} {turn.cell}"


def safety(turn: Turn) -> str:
    """Say whether the move was proved safe or a guess; nothing when it opened no cell."""
    if turn.is_safe is None:
        return ""
    return "safe" if turn.is_safe else "guess"


def risk_text(turn: Turn, risk: Fraction | float | None) -> str:
    """Write one of the risks of a move; nothing when it has none."""
    if turn.is_safe is None:
        return ""
    if turn.is_too_hard:
        return TOO_HARD
    return NOT_YET if risk is None else percent(risk)


def headline(number: int, total: int, turn: Turn | None) -> str:
    """Say which move is shown, and what it was; ``None`` stands for the board before the first one."""
    if turn is None:
        return "Before the first move" if total else "No move yet"
    end = {State.LOST: ", lost", State.WON: ", won"}.get(turn.state, "")
    return f"Move {number} of {total}{end}: {_done(turn)}"


def summary(turn: Turn) -> str:
    """Say who did what, and whether that was safe.

    >>> from minesweeper_qt.model import Action, State, Played
    >>> played = ActionResult(Action(Verb.REVEAL, (3, 4)), State.PLAYING)
    >>> summary(Turn(Maker.AI, Kind.SAFE, (3, 4), (played,), is_safe=True))
    'AI opened (3, 4), safe'
    """
    end = {State.LOST: "the game was lost", State.WON: "the game was won"}.get(turn.state, "")
    return ", ".join(filter(None, (_done(turn), end)))


def _done(turn: Turn) -> str:
    return ", ".join(filter(None, (f"{turn.maker.value} {what(turn)}", safety(turn))))


# -- all of it


def details(history: History, number: int) -> list[str]:
    """Say all about move ``number``: what it was, what it revealed, what followed, and the figures after it."""
    turn = history.turns[number - 1]
    lines = [*_move_lines(turn), *_proof_lines(history, number), *_result_lines(turn)]
    if not history.is_complete(number):
        return [*lines, "The AI is still reading the board."]
    taught = list(islice(_taught_lines(history, number), MOST_LINES + 1))
    if len(taught) > MOST_LINES:
        taught[MOST_LINES:] = ["…"]
    moment = history.moment(number)
    clues, settled = moment.position.clues, moment.settled
    mines = sum(1 for verdict in settled.values() if verdict.count)
    safes = sum(1 for cell, verdict in settled.items() if not verdict.count and cell not in clues)
    figures = [
        f"Knowledge base length: {len(moment.sentences)}",
        f"Known mines: {mines}",
        f"Safe moves remaining: {safes}",
    ]
    return [*lines, *taught, *figures]


def _move_lines(turn: Turn) -> Iterator[str]:
    if turn.maker is TurnMaker.AI and turn.kind is TurnKind.SAFE:
        yield status_text.SAFE_MOVE
    if turn.maker is TurnMaker.AI and turn.kind is not TurnKind.SAFE:
        yield turn.reason
        yield f"AI {what(turn)}."
    else:
        yield f"{turn.maker.value} {what(turn)}: {turn.reason.removesuffix('.')}."
    if turn.is_too_hard:
        yield "Its risk is too hard to count."
    elif turn.is_safe is False and turn.risk is not None and turn.least_risk is not None:
        yield f"Risk: {percent(turn.risk)}, the lowest was {percent(turn.least_risk)}"


def _proof_lines(history: History, number: int) -> Iterator[str]:
    """Say where the sentence comes from that made the move safe."""
    turn = history.turns[number - 1]
    derivation = history.moment(number - 1).settled.get(turn.cell) if turn.kind is TurnKind.SAFE and turn.cell else None
    if derivation is not None and derivation.rule is Rule.ALL_SAFE:
        yield f"{short_text(derivation.premises[0])}: {short_reason(derivation.premises[0])}"


def _result_lines(turn: Turn) -> Iterator[str]:
    revealed = list(turn.observations)
    if len(revealed) == 1:
        yield f"Revealed {revealed[0].cell}: {revealed[0].clue}"
    elif revealed:
        yield f"Revealed {len(revealed)} cells"
    if turn.exploded:
        yield f"Lost: {_cells_text(turn.exploded)} {'is a mine' if len(turn.exploded) == 1 else 'are mines'}"
    elif turn.state is State.WON:
        yield "Won"


def _taught_lines(history: History, number: int) -> Iterator[str]:
    # What was opened is safe too, but that is no news.
    opened = {cell for cell, _ in history.turns[number - 1].observations}
    verdicts = history.verdicts(number)
    for count, title in ((1, "New known mines"), (0, "New known safes")):
        cells = [cell for derivation in verdicts if derivation.count == count for cell in derivation.cells - opened]
        if cells:
            yield f"{title}: {_cells_text(cells)}"
    for derivation in _inferred(history, number):
        larger, smaller = derivation.premises
        yield f"New inferred knowledge: {short_text(derivation)} from {short_text(larger)} and {short_text(smaller)}"


def _inferred(history: History, number: int) -> Iterator[Derivation]:
    """Yield the steps of the subset rule that move ``number`` brought about, premises before conclusions.

    Those are among them whose sentence did not last: it settled its cells at once, or lost some.
    """
    moves = history.agent_moves(number)
    seen: set[int] = set()
    for new in sorted(
        (*history.difference(number)[0], *history.verdicts(number)), key=lambda derivation: derivation.number
    ):
        behind: dict[int, Derivation] = {}
        todo = [new]
        while todo:
            derivation = todo.pop()
            # Premises are older than their conclusion: beyond an old derivation all is old.
            if derivation.number not in seen and derivation.move in moves:
                seen.add(derivation.number)
                behind[derivation.number] = derivation
                todo.extend(derivation.premises)
        yield from (behind[made] for made in sorted(behind) if behind[made].rule is Rule.SUBSET)


def _cells_text(cells: tuple[Cell, ...] | list[Cell]) -> str:
    shown = ", ".join(map(str, nsmallest(_MOST_CELLS, cells)))
    return shown + (f" and {len(cells) - _MOST_CELLS} more" if len(cells) > _MOST_CELLS else "")


_MOST_CELLS = 12

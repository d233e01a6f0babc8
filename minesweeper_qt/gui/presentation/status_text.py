"""The texts of moves in the status line and in the move log. No Qt.

The texts use the words of the CS50 project's own programs where those have any. Those of the status line are written
with the coordinates of cells or without.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from fractions import Fraction
from itertools import islice

from minesweeper_qt.gui.presentation.look import Chances
from minesweeper_qt.model import (
    ActionResult,
    AgentMoveKind,
    Cell,
    Choice,
    ChoiceReason,
    ChoiceReasonKind,
    Derivation,
    Guesses,
    History,
    Minesweeper,
    Moment,
    Obstacle,
    ObstacleKind,
    Position,
    Reasoning,
    Rule,
    State,
    Turn,
    TurnKind,
    TurnMaker,
    TurnReason,
    TurnReasonKind,
    Verb,
    Win,
    words,
)
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText, KeyHint, Named
from minesweeper_qt.model.evidence.rule_words import spoken_reason
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.statistics.finished_game import Figures
from minesweeper_qt.model.strategy.choice_reason import safe_text

SEPARATOR = " \N{MIDDLE DOT} "
FIRST_IS_SAFE = "The first cell is safe."
OTHERS_ARE_SAFE = "Any cell that is not a certain mine is safe."
"""What holds at fair guesses where no cell is certainly safe."""
_NOTHING_TO_REVEAL = "Nothing to reveal there."
THINKING = "Thinking… Esc stops it."
STOPPED = "Stopped thinking."
_SHOWN_BY_W = KeyHint("; W shows it")
MOST_LINES = 300
"""The most lines of conclusions in the details of one move: a big opening adds thousands of sentences at once."""


def _named(cells: Collection[Cell]) -> Named:
    return Named(tuple(cells), words.plural(len(cells), "that cell", "those cells"))


# -- what the player and the AI did


def ready_text(game: Minesweeper) -> CellText:
    """Return the text at the start of a new game: its goal, whether the first click is safe, and fair guesses."""
    goal = "Flag exactly the mines to win." if game.rules.win is Win.FLAGGED else "Reveal every safe cell to win."
    text = f"Ready. {goal} {FIRST_IS_SAFE}" if game.protects_first_click else f"Ready. {goal}"
    fair = "Guesses are fair: safe when forced." if game.rules.guesses is Guesses.FAIR else ""
    return CellText.sentences(_spoken_as("New game.", text), fair)


def _spoken_as(spoken: str, text: str, plain: str | None = None, *cells: Cell) -> CellText:
    return CellText((Named(cells, text if plain is None else plain, text, spoken=spoken),))


def restarted_text(game: Minesweeper) -> str | CellText:
    """Return the text at the restart of the same board, whose first click may no longer be protected."""
    if game.protects_first_click:
        return ready_text(game)
    if game.rules.guesses is Guesses.FAIR:
        return "The same game again: the same clicks open the same cells."
    return "The same board again. The mines stay where they were, so the first click is not protected."


def opened_text(game: Minesweeper) -> str | CellText:
    """Return the text for a game that was opened."""
    if not game.clues:
        return ready_text(game)
    return "The game is over: go back to any of its moves." if game.state.is_over else "The game goes on."


def searching_text(tried: int, may_give_up: bool, is_spoken: bool) -> CellText:
    """Return the text while a board without a guess is searched for, after so many were ``tried``."""
    text = f"Looking for a board without a guess: {tried:,} tried."
    if may_give_up:
        text = f"{tried:,} {words.plural(tried, 'board')} tried, none without a guess yet."
    offer = " Take Any, or Play It Fair." if may_give_up else ""
    return _spoken_as(f"{text}{offer}" if is_spoken else "", text)


def no_board_text(problem: str) -> str:
    """Return the text where there is no board without a guess."""
    return f"No board without a guess: {problem}."


def certified_text(hardest: Reasoning) -> str:
    """Return that the board needs no guess, and what its hardest step takes."""
    return f"Certified: solvable without a guess; hardest step: {hardest}."


def obstacle_text(obstacle: Obstacle) -> str:
    """Return the text for an action that is not possible or does nothing."""
    return _NOTHING_TO_REVEAL if obstacle.kind is ObstacleKind.NOTHING_LEFT else f"Not possible: {obstacle}."


def question_text(cell: Cell, is_on: bool) -> CellText:
    """Return the text after a question mark was put on ``cell``, or taken off."""
    return CellText.of(Named((cell,), "", f"Question mark {'put on' if is_on else 'taken off'} {{}}."))


def result_text(result: ActionResult, mines_left: int = 0) -> CellText:
    """Return what an action changed on the board; without coordinates nothing is said of a flag.

    ``mines_left``: the number of mines without those under flags, which screen readers speak with a flag.
    """
    if result.flagged or result.unflagged:
        done, spoken = ("put on", "Flag") if result.flagged else ("taken off", "No flag")
        cell = (result.flagged or result.unflagged)[0]
        return _spoken_as(f"{spoken}, {mines_left} left.", f"Flag {done} {{}}.", "", cell)
    if not result.observations:
        return CellText.of(_NOTHING_TO_REVEAL)
    cell, clue = result.observations[0]
    opened = f"{len(result.observations)} opened."
    shown = dict(result.observations).get(result.action.cell)
    spoken = opened if shown is None else f"{shown or 'empty'}, {opened}"
    if len(result.observations) > 1:
        return _spoken_as(spoken, f"Revealed {len(result.observations)} cells.")
    around = f"has {words.counted_or_no(clue, 'mine')} around."
    return _spoken_as(spoken, f"{{}} {around}", f"that cell {around}", cell)


def player_turn_text(turn: Turn, game: Minesweeper) -> CellText:
    """Return what a turn of the player changed, or how it ended ``game``."""
    note: str | CellText = ""
    if turn.state.is_over and turn.reason is not None and turn.reason.kind is TurnReasonKind.WRONG_FLAG:
        note = CellText.of("It was ", wrong_flag_text(turn.reason.cells), ".")
    return _turn_text(turn, game, note, result_text(turn.plays[-1], game.mine_total - len(game.mines_found)))


FINISHED_GAME, ONE_WAY, TRIED = "Finished game", "One way to solve it", "Another try"
"""The titles of a game that is shown while that of the player waits."""
CODE_STARTED = "A new game on the board of the code."
TAKEN_BACK = "Taken back. The game goes on with help: no record."
NOW_HELPED = _spoken_as("", "Now with help: no record.")
"""The header speaks it."""


def help_text(had: Help) -> str:
    """Return what a game with this help counts as.

    >>> help_text(Help.KNOWN_BOARD), help_text(Help.HINT)
    ('known board', 'with help')
    """
    return "known board" if Help.KNOWN_BOARD in had else "with help"


def figures_text(figures: Figures, *, keeps_width: bool = False) -> str:
    """Return the 3BV done of all and in a second, the clicks, the efficiency and the luck.

    ``keeps_width``: it is as wide as any other of a game, in a font whose figures have one width.

    >>> figures_text(Figures(three_bv=40, solved=30, clicks=25, seconds=12.0, luck=0.5))
    '3BV 30/40 · 3BV/s 2.50 · clicks 25 · efficiency 120 % · luck 50.0 %'
    """
    fill, dash = "\N{FIGURE SPACE}", "\N{FIGURE DASH}"
    digits = len(str(figures.three_bv))
    luck = f"{dash}.{dash}" if figures.luck is None else f"{100 * figures.luck:.1f}"
    speed, efficiency = figures.three_bv_per_second or 0, 100 * (figures.efficiency or 0)
    done = f"3BV {figures.solved:{fill}>{digits}}/{figures.three_bv or dash}", f"3BV/s {speed:{fill}>5.2f}"
    clicks = f"clicks {figures.clicks:{fill}>3}", f"efficiency {efficiency:{fill}>3.0f} %"
    text = SEPARATOR.join((*done, *clicks, f"luck {luck:{fill}>5} %"))
    return text if keeps_width else text.replace(fill, "")


def wrong_flag_text(cells: Collection[Cell]) -> CellText:
    r"""Return the text for a chord that opened a mine, because the flags on ``cells`` were wrong.

    >>> print(wrong_flag_text([(2, 3)]), wrong_flag_text([(2, 3), (2, 4)]), sep="\n")
    a chord on a wrong flag: (2, 3) is not a mine
    a chord on wrong flags: (2, 3) and (2, 4) are not mines
    """
    flags, are = ("a wrong flag", " is not a mine") if len(cells) == 1 else ("wrong flags", " are not mines")
    return CellText.of(f"a chord on {flags}: ", _named(cells), are)


def ai_turn_text(turn: Turn, game: Minesweeper, mines: Collection[Cell]) -> CellText:
    """Return why the AI moved, what that changed or how it ended ``game``, and the risk of a random move if known.

    ``mines`` are those that the AI knows.
    """
    if turn.cell is None:
        note: str | CellText = "No moves left to make: AI flagged the mines it knows."
        return _turn_text(turn, game, note, stuck_text(game, mines))
    note = spoken_text(turn, game.clues)
    if turn.plays[0].unflagged:
        note = CellText.sentences(CellText.of("AI took your flag off ", turn.cell, "."), note)
    is_random = turn.reason is not None and turn.reason.kind is TurnReasonKind.RANDOM
    rating = rated_text(turn) if is_random and turn.risk is not None else ""
    return CellText.sentences(_turn_text(turn, game, note, result_text(turn.plays[-1])), rating)


def spoken_text(
    turn: Turn, revealed: Container[Cell] = (), *, is_next: bool = False, is_fair: bool = False
) -> CellText:
    """Return what the AI says with its move, or before it: that the cell is safe and why, or how it guesses.

    ``revealed``: the cells that show their clues; ``is_next``: the move is not made yet, so that W can prove it;
    ``is_fair``: it will be dealt as a fair guess if it is one.
    """
    reason = turn.reason
    choice = None if reason is None else reason.choice
    assert turn.cell is not None, "the last step opens no cell"
    if turn.is_safe is not False:
        if reason is not None and reason.kind is TurnReasonKind.FIRST_CELL:
            return CellText.of(turn.cell, " is safe as the first cell.")
        if reason is not None and reason.derivation is not None:
            return _proved_text(_named([turn.cell]), reason.derivation, revealed, is_next=is_next)
        safe = choice or ChoiceReason(ChoiceReasonKind.SENTENCES)
        has_proof = is_next and safe.kind is ChoiceReasonKind.ALL_LAYOUTS
        return CellText.of(turn.cell, f" is {safe_text(safe)}", _SHOWN_BY_W if has_proof else "", ".")
    if choice is None:
        return CellText.of("No safe cell known: a random guess at ", turn.cell, ".")
    if turn.risk is None or turn.least_risk is None:
        return CellText.of("A guess at ", turn.cell, f": {choice}.")
    risk = _risk_text(turn.risk, turn.least_risk, choice, is_fair=is_fair or _was_fair(turn))
    guess = CellText.of("No cell is certain. A guess at ", turn.cell, f": {risk}.")
    return CellText.sentences(guess, OTHERS_ARE_SAFE if is_fair else "")


def _proved_text(
    cell: Named, derivation: Derivation, revealed: Container[Cell], *, is_next: bool, verb: str = "is"
) -> CellText:
    """Return that ``cell`` is safe, and why."""
    reason = spoken_reason(derivation, revealed, _SHOWN_BY_W if is_next else "")
    return CellText.of(cell, f" {verb} safe: ", reason, ".")


def stuck_text(game: Minesweeper, mines: Collection[Cell]) -> str:
    """Return why an agent that has no move left, and knows these ``mines``, has not won."""
    guarded = len(game.mines_found.difference(mines))
    if guarded:
        return f"The AI does not guess on your {words.counted(guarded, 'flag')}: take one off to go on."
    return "The AI can't tell where the other mines are."


def student_turn_text(turn: Turn, asked: AgentMoveKind, game: Minesweeper) -> CellText:
    """Return which move the student's agent was ``asked`` for, and what it changed or how it ended ``game``."""
    if asked is AgentMoveKind.LAST:
        return _turn_text(turn, game, "Your agent has no move left; the mines that it knows are flagged.", "")
    call = "make_safe_move" if asked is AgentMoveKind.SAFE else "make_random_move"
    return _turn_text(turn, game, f"Your agent moved by {call}().", result_text(turn.plays[-1]))


def _turn_text(turn: Turn, game: Minesweeper, note: str | CellText, what: str | CellText) -> CellText:
    if turn.state.is_over:
        return CellText.sentences(ending_text(turn.plays[-1], game, int(turn.seconds or 0)), note, _fair_text(turn))
    return CellText.sentences(note, what, _fair_text(turn))


def _fair_text(turn: Turn) -> str:
    """Return what became of a fair guess: that it is safe, or was too hard to tell; empty after a loss by one."""
    if turn.plays[-1].is_too_hard and not turn.is_safe:
        return "The guess was too hard to count: the mines stay as they were dealt."
    is_survived = _was_fair(turn) and turn.state is not State.LOST
    return "Nothing was certain: the guess is safe." if is_survived else ""


def _was_fair(turn: Turn) -> bool:
    return bool(turn.plays) and turn.plays[-1].dealt is not None


def ending_text(result: ActionResult, game: Minesweeper, seconds: int) -> CellText:
    """Return how the game ended after ``seconds``."""
    if result.state is State.WON:
        how = "Every mine is flagged" if game.rules.win is Win.FLAGGED else "Every safe cell is revealed"
        return CellText.of(f"Won in {words.clock_text(seconds)}. {how}.")
    are = words.plural(len(result.exploded), " is a mine.", " are mines.")
    lost = CellText.of(f"Lost after {words.clock_text(seconds)}. ", _named(result.exploded), are)
    wrong = len(game.mines_found - game.mines)
    flags = f"{words.counted(wrong, 'flag')} {words.plural(wrong, 'was', 'were')} wrong." if wrong else ""
    return CellText.sentences(lost, flags)


# -- guesses and hints


def _risk_text(
    risk: Fraction | float, least: Fraction | float, reason: ChoiceReason | None = None, *, is_fair: bool = False
) -> str:
    """Return a risk with the lowest; a fair guess has its share of the layouts, since its risk decides nothing.

    The ``reason`` of the guess follows unless it is the lowest risk.
    """
    shown, lowest = words.percents(risk, least)
    text = f"risk {shown}, the lowest" if risk == least else f"risk {shown}, lowest {lowest}"
    if is_fair:
        text = f"a mine in {shown} of the layouts"
    return text if reason is None or reason.kind is ChoiceReasonKind.LOWEST_RISK else f"{text}; {reason}"


def guess_text(
    cell: Cell,
    risk: Fraction | float,
    least: Fraction | float,
    where: str = "at",
    safe_cell: Cell | None = None,
    *,
    is_fair: bool = False,
) -> CellText:
    """Return the risk of a guess compared with the least risk, or that it was no guess.

    ``where``: the preposition before the cell, ``at`` or ``around``; empty if the text before names it. ``safe_cell``:
    one that was certainly safe. ``is_fair``: the guess was dealt as a fair one.
    """
    if risk == 0:
        return CellText.of(cell, " was no guess: it could not be a mine.")
    begin = CellText.of(f"Guess {where} ", cell, ": ") if where else "Guess: "
    there_was = "" if least else "; there was a safe cell"
    other = there_was if safe_cell is None else Named((), there_was, f"; {safe_cell} was safe")
    return CellText.of(begin, _risk_text(risk, least, is_fair=is_fair), other, ".")


def rated_text(turn: Turn) -> str | CellText:
    """Return the risk of a guess that was rated, compared with the least risk, or that it is too hard to count."""
    single = len(turn.guessed) == 1
    cell = turn.guessed[0] if single else turn.cell
    assert cell is not None, "the last step is no guess"
    if turn.risk is None or turn.least_risk is None:
        return CellText.of("Guess at ", cell, ": its risk would take too long to count.")
    if turn.reason is not None and turn.reason.kind is TurnReasonKind.CLAIMED:
        called = CellText.of("Your agent called ", cell, f" safe: {_risk_text(turn.risk, turn.least_risk)}.")
        return called if turn.risk else ""
    is_named = turn.reason is not None and turn.reason.kind is TurnReasonKind.RANDOM
    where = "" if is_named else "at" if single else "around"
    return guess_text(cell, turn.risk, turn.least_risk, where, turn.safe_cell, is_fair=_was_fair(turn))


def hint_text(choice: Choice, *, is_fair: bool = False) -> CellText:
    """Return the hint: which cell to open next, and why; ``is_fair``: guesses are fair."""
    if choice.is_safe:
        has_proof = choice.reason.kind in (ChoiceReasonKind.ALL_LAYOUTS, ChoiceReasonKind.OTHER)
        safe = f" is {safe_text(choice.reason)}"
        return CellText.of(_ringed(choice.cell), safe, _SHOWN_BY_W if has_proof else "", ".")
    if choice.risk is None or choice.least_risk is None:
        return CellText.of("No hint: this board would take too long to count.")
    risk = _risk_text(choice.risk, choice.least_risk, choice.reason, is_fair=is_fair)
    guess = CellText.of("Hint: guess at ", Named((choice.cell,), "the marked cell"), f": {risk}.")
    return CellText.sentences(guess, OTHERS_ARE_SAFE if is_fair else "")


def certainty_text(number: int, choice: Choice | None, *, is_fair: bool = False) -> str:
    """Return the first stage of a hint: the ``number`` of cells that are certainly safe, or the risk of ``choice``.

    >>> certainty_text(2, None)
    'Two cells are certain; the next hint lights the clues.'
    """
    if number:
        cells = f"{words.in_words(number).capitalize()} {words.plural(number, 'cell is', 'cells are')}"
        return f"{cells} certain; the next hint lights the clues."
    best = "hard to count" if choice is None or choice.risk is None else words.percent(choice.risk)
    return f"Nothing is certain: the best guess is {best}{' of the layouts' * is_fair}, which the next hint shows."


def clues_text(clues: Collection[Cell]) -> CellText:
    """Return the second stage of a hint: which ``clues`` to look at."""
    numbers, cells = words.plural(len(clues), "number"), tuple(sorted(clues))
    return CellText.of("Look at ", Named(cells, f"the lit {numbers}", f"the {numbers} at {{}}", CellRole.LIT), ".")


def proved_hint_text(cell: Cell, derivation: Derivation, revealed: Container[Cell] = ()) -> CellText:
    r"""Return the hint to open ``cell``, which ``derivation`` proves safe, in the words of the game.

    ``revealed``: the cells that show their clues.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 4)
    >>> changes = [ai.add_knowledge((0, 0), 1), ai.add_knowledge((0, 2), 1)]
    >>> hint = proved_hint_text((0, 3), ai.derivation((0, 3)))
    >>> print(hint, hint.written(has_coordinates=False), sep="\n")
    Hint: (0, 3) is safe: the 1 at (0, 2) has its mine at (0, 1).
    The ringed cell is safe: the lit 1 has its mine, which is marked.
    """
    return _proved_text(_ringed(cell), derivation, revealed, is_next=True)


def _ringed(cell: Cell) -> Named:
    return Named((cell,), "the ringed cell", "Hint: {}", CellRole.RINGED)


def no_hint_text(position: Position, mines: Collection[Cell]) -> str:
    """Return why there is no hint; ``mines`` are the cells that are known to be mines."""
    if len(position.clues) + position.mines == position.height * position.width:
        return "No cell is left to open: flag the remaining mines."
    flags = len(position.flags.difference(mines))
    return f"No hint: what may be safe is under your {words.counted(flags, 'flag')}; take one off to go on."


def safe_cell_text(cell: Cell, derivation: Derivation | None, revealed: Container[Cell]) -> CellText:
    """Return that ``cell`` was safe, and what showed it; without a derivation, that no layout had a mine there.

    ``revealed``: the cells that showed their clues.
    """
    if derivation is None:
        return CellText.of(cell, " was safe: no layout has a mine there.")
    return _proved_text(_named([cell]), derivation, revealed, is_next=False, verb="was")


def cell_chance_text(cell: Cell, chances: Chances, *, is_guess_safe: bool = False) -> CellText:
    """Return the chance of a cell to be a mine, or that it is proved; empty for a revealed cell.

    ``is_guess_safe``: any cell that is not a certain mine is safe in spite of it.
    """
    exact = chances.exact.get(cell)
    if exact in (None, 0, 1):
        return CellText() if exact is None else CellText.of(cell, f" is proved {'a mine' if exact else 'safe'}.")
    chance = CellText.of(cell, f" is a mine with probability {words.exact_text(exact)}.")
    return CellText.sentences(chance, OTHERS_ARE_SAFE if is_guess_safe else "")


# -- the move log: one line


def reason_text(reason: TurnReason | None) -> str:
    """Return why a turn was made, or what proved it safe; empty for a turn without a reason."""
    if reason is None:
        return ""
    match reason.kind:
        case TurnReasonKind.PROVED:
            return "said to be safe" if reason.derivation is None else spoken_reason(reason.derivation).clause
        case TurnReasonKind.FLAG:
            found = reason.derivation
            verdict = "a mine" if found is not None and found.count else "safe"
            return "nothing is proved about it" if found is None else f"{verdict}: {found.cause()}"
        case TurnReasonKind.NOT_PROVED:
            return f"{words.listed(reason.cells, 4)} {words.plural(len(reason.cells), 'is', 'are')} not proved safe"
        case TurnReasonKind.WRONG_FLAG:
            return wrong_flag_text(reason.cells).clause
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
    done = {Verb.FLAG: "put a flag on ", Verb.UNFLAG: "took the flag off "}.get(turn.verb, "opened ")
    return CellText.of("opened around " if turn.kind is TurnKind.CHORD else done, turn.cell)


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
    return words.percent(risk) if other is None else words.percents(risk, other)[0]


def least_text(turn: Turn) -> str:
    """Format the least risk of a move as ``risk_text`` does; empty where it is too hard to count."""
    return "" if turn.is_too_hard else risk_text(turn, turn.least_risk)


def headline(number: int, total: int, turn: Turn | None) -> CellText:
    """Return the number of the shown move, its action and its end; ``None`` stands for the board before any move."""
    if turn is None:
        return CellText.of("Before the first move" if total else "No move yet")
    end, safety = {State.LOST: ", lost", State.WON: ", won"}.get(turn.state, ""), safety_text(turn)
    who = "Your agent" if turn.strategy == STUDENT else turn.maker.value
    how = " on a wrong flag" if _rests_on_wrong_flag(turn) else f", {safety}" if safety else ""
    return CellText.of(f"Move {number} of {total}{end}: {who} ", action_text(turn), how)


# -- the move log: the details


def details(history: History, number: int) -> list[str]:
    """Return the details of move ``number``, a string for each line.

    They are the action, what it revealed, the conclusions that followed, and the figures of the knowledge base after.
    """
    turn = history.turns[number - 1]
    moment = history.moment(number)
    lines = [*_move_lines(turn), *_proof_lines(history, number, moment), *_result_lines(turn)]
    if not history.is_complete(number):
        return [*lines, "The AI is still reading the board."]
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
        yield str(spoken_text(turn)) if turn.reason.choice is not None else reason_text(turn.reason)
        yield f"AI {action_text(turn)}."
    else:
        stop = "" if turn.reason.kind is TurnReasonKind.FIRST_CELL else "."
        yield f"{turn.maker.value} {action_text(turn)}: {reason_text(turn.reason)}{stop}"
    if turn.is_too_hard:
        yield "Its risk would take too long to count."
    elif turn.is_safe is False and turn.risk is not None and turn.least_risk is not None:
        yield f"Guess: {_risk_text(turn.risk, turn.least_risk)}."
        if turn.safe_cell is not None:
            yield f"{turn.safe_cell} was safe"
    if fair := _fair_text(turn):
        yield fair


def _proof_lines(history: History, number: int, moment: Moment) -> Iterator[str]:
    """Yield a line with the sentence that proved the move safe and its reason, if the move has one.

    ``moment`` is the one after the move: going back to the one before may take long.
    """
    turn = history.turns[number - 1]
    derivation = moment.settled.get(turn.cell) if turn.kind is TurnKind.SAFE and turn.cell else None
    if derivation is not None and derivation.rule is Rule.ALL_SAFE and history.move_of(derivation) < number:
        yield f"{derivation.premises[0].conclusion}: {derivation.premises[0].reason()}"


def _result_lines(turn: Turn) -> Iterator[str]:
    revealed = list(turn.observations)
    if len(revealed) == 1:
        yield f"Revealed {revealed[0].cell}: {revealed[0].clue}"
    elif revealed:
        yield f"Revealed {len(revealed)} cells"
    if turn.exploded:
        yield f"Lost: {words.verdict_text(turn.exploded, is_mine=True)}"
    elif turn.state is State.WON:
        yield "Won"


def _learned_lines(history: History, number: int) -> Iterator[str]:
    # The opened cells are safe too, but they are listed as revealed already.
    opened = {cell for cell, _ in history.turns[number - 1].observations}
    verdicts = history.verdicts(number)
    for count, title in ((1, "New known mines"), (0, "New known safes")):
        cells = [cell for derivation in verdicts if derivation.count == count for cell in derivation.cells - opened]
        if cells:
            yield f"{title}: {words.listed(cells, words.MOST_LISTED)}"
    for derivation in _inferred(history, number):
        one, other = derivation.premises
        yield f"New inferred knowledge: {derivation.conclusion} from {one.conclusion} and {other.conclusion}"


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

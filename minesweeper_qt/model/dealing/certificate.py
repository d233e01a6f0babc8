"""Makes the certificate of a board that can be solved without a guess: its moves, each with a proof."""

from __future__ import annotations

from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import Rules
from minesweeper_qt.model.check.proof_checker import check_proof
from minesweeper_qt.model.errors import MinesweeperError, Poll, TooHard, never_interrupt
from minesweeper_qt.model.evidence.certificate import Certificate
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper, State
from minesweeper_qt.model.words import counted


class GuessNeeded(MinesweeperError):
    """A board can't be solved without a guess.

    ``undecided`` shows that of the first position without a certainly safe cell: two layouts that differ in a cell with
    the least risk.

    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 0)])
    >>> result = game.play(Action(Verb.REVEAL, (0, 1)))
    >>> try:
    ...     certify(game)
    ... except GuessNeeded as needed:
    ...     print(needed.undecided.reason)
    (0, 0) is not settled: it is a mine in 1 of the 2 layouts that agree with everything seen.
    """

    def __init__(self, message: str, undecided: Undecided) -> None:
        super().__init__(message)
        self.undecided = undecided


def certify(game: Minesweeper, *, engine: Engine | None = None, poll: Poll = never_interrupt) -> Certificate:
    """Return one way to solve the board of ``game`` without a guess, from the cell that was opened first.

    That is the cell which the mines were kept away from, if there is one. At each position the cells at the least
    level are proved and opened in reading order, without those that a cascade has opened. ``engine`` is used in place
    of a new one.

    >>> game = Minesweeper(1, 5, 1, layout_mines=[(0, 1)])
    >>> result = game.play(Action(Verb.REVEAL, (0, 0)))
    >>> print(str(certify(game)).splitlines()[0])
    5×1, 1 mine, from (0, 0): solvable without a guess in 3 moves; hardest step: count.

    Raises ``MinesweeperError`` when no cell has been opened; ``GuessNeeded`` when the board needs a guess; ``TooHard``
    when the engine can't count a position; and what ``poll`` raises.
    """
    start = game.start or next(iter(game.clues), None)
    if start is None:
        raise MinesweeperError("no safe cell of this game was opened, and its board depends on the first one")
    rules = Rules(cascade=game.rules.cascade)
    solved = Minesweeper(game.height, game.width, game.mine_total, rules=rules, layout_mines=game.mines)
    proofs: list[Proof] = []
    solved.play(Action(Verb.REVEAL, start))
    first = Position.seen(solved.grid, solved.mine_total, solved.clues)
    engine = engine or Engine()
    while solved.state is not State.WON:
        position = Position.seen(solved.grid, solved.mine_total, solved.clues)
        explainer = Explainer(position, engine=engine, poll=poll)
        levels = explainer.levels
        if levels.probabilities is None:
            raise TooHard("whether this board needs a guess takes more counting than the engine does")
        if not levels.safe:
            chances = levels.probabilities.probability
            undecided = explainer.explain(min(chances, key=lambda cell: chances[cell]))
            assert isinstance(undecided, Undecided), "no cell is safe, and one is left to open"
            what = f"this board needs a guess, after {counted(len(proofs), 'move')} from {start}"
            raise GuessNeeded(what, undecided)
        least = min(levels[cell] for cell in levels.safe)
        for cell in sorted(levels.safe):
            if levels[cell] is least and cell not in solved.clues:
                proof = explainer.explain(cell)
                assert isinstance(proof, Proof)
                check_proof(proof)
                proofs.append(proof)
                solved.play(Action(Verb.REVEAL, cell))
    hardest = max([proof.level for proof in proofs], default=Reasoning.CLUE)
    return Certificate(start, first, tuple(proofs), hardest)

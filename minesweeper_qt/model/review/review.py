"""Reviews a game: replays its record, and judges each move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import Stopped, TooHard
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.exact.frontier import MINE, SAFE, Frontier
from minesweeper_qt.model.exact.probability import Engine, chord_risk
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.play.record import Record
from minesweeper_qt.model.play.turn import TurnMaker
from minesweeper_qt.model.review.judgement import JudgedMove, Judgement, Review
from minesweeper_qt.model.review.review_report import notebook_html


def review(
    record: Record,
    *,
    should_stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int], object] = lambda judged: None,
) -> Review:
    """Judge each action of the game of ``record`` by what could be known before it, and return the review.

    >>> text = "minesweeper-qt record 2\\nboard 1 4 1\\nfirst-click anything\\ncascade on\\nwin revealed\\nmines 0,2\\n"
    >>> found = review(Record.from_text(text + "reveal 0 1\\nreveal 0 0\\n"))
    >>> [(move.judgement.value, str(move.risk)) for move in found.moves]
    [('forced, least risk', '1/4'), ('missed', '1/2')]
    >>> found.moves[1].proved, str(found.moves[1].level), str(found.chance)
    ((0, 3), 'count', '3/8')

    The flags of the player count for nothing: what is judged is what follows from the clues and the number of mines. A
    chord is one decision, with the joint risk of the cells that it opens. ``progress`` is called with the number of
    moves judged.

    Raises what ``Record.replay`` raises, and ``Stopped`` soon after ``should_stop`` has returned true. Positions that
    are too hard to count raise nothing: their moves are ``UNKNOWN`` unless a rule settles their cells. The method is
    our own; the layouts are counted as in ``mine_probabilities``.
    """
    record.replay()
    judge = _Judge(record.new_game(), should_stop)
    moves = []
    for number, move in enumerate(record.moves, 1):
        moves += [judge.judge(number, move.maker, action) for action in move.actions]
        progress(number)
    return Review(tuple(moves), record, notebook_html)


class _Judge:
    """Judges the actions of a game one after the other; what is counted for one position is reused for the next.

    ``game`` is the game before its first action. ``judge`` carries them out.
    """

    def __init__(self, game: Minesweeper, should_stop: Callable[[], bool]) -> None:
        self._game = game
        self._should_stop = should_stop
        self._engine = Engine()
        self._engine.counter.poll = self._poll
        self._frontier = Frontier(game.height, game.width)
        self._explainer = self._new_explainer()

    def judge(self, turn: int, maker: TurnMaker, action: Action) -> JudgedMove:
        """Carry out ``action`` and return it with the judgement on it."""
        self._poll()
        game, position, cell = self._game, self._explainer.position, action.cell
        was_protected = action.verb is Verb.REVEAL and game.protects(cell)
        flags = frozenset(game.mines_found)
        result = game.play(action)
        move = JudgedMove(turn, maker, result, position, Judgement.UNKNOWN)
        if action.verb is Verb.UNFLAG:
            move = replace(move, judgement=Judgement.FLAG_OFF)
        elif not result.changes_anything:
            move = replace(move, judgement=Judgement.WASTED)
        elif was_protected:
            move = replace(move, judgement=Judgement.PROTECTED)
        elif action.verb is Verb.FLAG:
            move = self._judge_flag(move, cell)
        else:
            with suppress(TooHard):
                move = self._judge_opening(move, cell, flags if action.verb is Verb.CHORD else None)
        if result.observations:
            width, known = game.width, len(position.clues)
            self._frontier.add([(i * width + j, clue) for (i, j), clue in islice(game.clues.items(), known, None)])
            self._explainer = self._new_explainer()
        return move

    def _judge_flag(self, move: JudgedMove, cell: Cell) -> JudgedMove:
        status = self._frontier.known[cell[0] * self._game.width + cell[1]]
        if status == MINE:
            return replace(move, judgement=Judgement.RIGHT_FLAG, level=Reasoning.CLUE, proved=cell)
        levels = self._explainer.levels
        if cell in levels:
            judgement = Judgement.RIGHT_FLAG if cell in levels.mines else Judgement.WRONG_FLAG
            return self._with_verdict(replace(move, judgement=judgement), cell)
        judgement = Judgement.UNKNOWN if levels.probabilities is None else Judgement.UNPROVED_FLAG
        return replace(move, judgement=judgement)

    def _judge_opening(self, move: JudgedMove, cell: Cell, flags: frozenset[Cell] | None) -> JudgedMove:
        """Judge a reveal of ``cell``, or with ``flags`` a chord around it; raise ``TooHard`` for too many layouts."""
        position, known, width = move.position, self._frontier.known, self._game.width
        cells = {cell} if flags is None else position.board.neighbours(cell) - position.clues.keys() - flags
        none = Fraction(0)
        if all(known[i * width + j] == SAFE for i, j in cells):
            return replace(move, judgement=Judgement.CERTAIN, risk=none, least_risk=none, level=Reasoning.CLUE)
        levels = self._explainer.levels
        if cells <= levels.safe:
            level = max(levels[one] for one in cells)
            return replace(move, judgement=Judgement.CERTAIN, risk=none, least_risk=none, level=level)
        found, mines = levels.probabilities, cells & levels.mines
        if mines:
            risk = Fraction(1)
        elif found is None:
            return move
        elif flags is None:
            risk = found.probability[cell]
        else:
            risk = chord_risk(self._engine, position, cell, flags)
        least = None if found is None else min(Fraction(mine, layouts) for _, mine, layouts in found.groups)
        move = replace(move, risk=risk, least_risk=least)
        if risk == 1:
            move = replace(move, judgement=Judgement.PROVABLE_MINE)
            return self._with_verdict(move, min(mines, key=lambda mine: (levels[mine], mine))) if mines else move
        if levels.safe:
            move = replace(move, judgement=Judgement.MISSED)
            return self._with_verdict(
                move, min(levels.safe, key=lambda safe: (levels[safe], _distance(safe, cell), safe))
            )
        return replace(move, judgement=Judgement.LEAST_RISK if risk == least else Judgement.HIGHER_RISK)

    def _with_verdict(self, move: JudgedMove, cell: Cell) -> JudgedMove:
        """Return ``move`` with the verdict on ``cell`` and its level."""
        return replace(move, level=self._explainer.levels[cell], proved=cell)

    def _new_explainer(self) -> Explainer:
        game = self._game
        position = Position.seen(game.grid, game.mine_total, game.clues)
        return Explainer(position, engine=self._engine, poll=self._poll)

    def _poll(self) -> None:
        if self._should_stop():
            raise Stopped("the review is no longer wanted")


def _distance(one: Cell, other: Cell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

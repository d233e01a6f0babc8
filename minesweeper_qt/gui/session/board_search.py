"""Searches for a board without a guess, before the first cell of a game is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.status_line import Note, StatusLine
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request, Worker
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import Cell, Guesses, Minesweeper, Reasoning, Rules, State
from minesweeper_qt.model.evidence.cell_text import CellText
from minesweeper_qt.model.game.minesweeper import Layout

if TYPE_CHECKING:
    from minesweeper_qt.gui.session.computations import Tools
    from minesweeper_qt.model.dealing.no_guess import FoundBoard, HardestStep
    from minesweeper_qt.model.evidence.certificate import Certificate

_LOOK_INTERVAL = 250
_LONG = 2.0
"""Seconds after which the user may go on without a board of this kind."""


class BoardSearch:
    """Finds a board that needs no guess for the first cell that is opened, where the rules say so.

    Attributes: ``asked``, what the hardest step may take, ``None`` until it is set; ``first``, the cell that is opened
    first wherever the player clicks, and what opens it, ``None`` where the player chooses; ``hardest``, what that of
    the board found last takes; ``certified_level``, that of the present game, ``None`` while unknown; ``cell``, the
    cell to open, ``None`` unless it ``is_running``; ``may_give_up``, true once it takes long or there is no such board.
    """

    def __init__(
        self, timeline: Timeline, worker: Worker, status: StatusLine, touch: Callable[[], None], parent: QObject
    ) -> None:
        self.asked: HardestStep | None = None
        self.first: tuple[Cell, Callable[[], object]] | None = None
        self.hardest: Reasoning | None = None
        self.certified_level: Reasoning | None = None
        self.cell: Cell | None = None
        self.may_give_up = False
        self._timeline = timeline
        self._worker = worker
        self._status = status
        self._touch = touch
        self._request = self._level_request = self._certificate_request = Request()
        self._then: Callable[[], object] = lambda: None
        self._found: tuple[Minesweeper, Cell] | None = None
        self._tried = [0]
        """The number of boards tried so far; the thread of the worker counts it up."""
        self._begun = 0.0
        self._followed: tuple[Minesweeper, State] | None = None
        self._timer = schedule.current.timer(parent, self._look, _LOOK_INTERVAL, repeats=True)

    @property
    def is_running(self) -> bool:
        """True while a board is searched for, or while the user chooses what to do without one."""
        return self.cell is not None

    @property
    def is_busy(self) -> bool:
        """True while a board, or one way to solve a board, is searched for."""
        return self.is_running or self._certificate_request.is_open

    def awaits(self, cell: Cell) -> bool:
        """Return whether ``cell``, or what is opened in its place, is opened as soon as there is a board."""
        return self.is_running and (self.first is not None or self.cell == cell)

    def search_first(self, cell: Cell, then: Callable[[], object]) -> bool:
        """Return false if ``cell`` can be opened now; else search for a board first, and call ``then`` with it."""
        game = self._timeline.playthrough.game
        is_needed = game.rules.guesses is Guesses.NOT_NEEDED and game.protects_first_click
        cell, then = self.first or (cell, then)
        if self.asked is None or not is_needed or self._found == (game, cell):
            return False
        self.cancel()
        self.cell, self._then, self._tried, self._begun = cell, then, [0], schedule.current.now()
        size = game.height, game.width, game.mine_total
        what = self._tried, size, game.rules, cell, self.asked, game.seed
        self._request = self._worker.request(self._on_found, _find, *what, lane=Lane.LONG)
        self._timer.start()
        self._touch()
        return True

    def cancel(self) -> None:
        """Stop the searches, if there are any; the cell stays covered."""
        self._request.cancel()
        self._certificate_request.cancel()
        if self.cell is not None:
            self._end()
            self._touch()

    def give_up(self, guesses: Guesses) -> None:
        """Open the cell on the board as it was dealt, with other ``guesses``."""
        if self.cell is not None:
            game, then = self._timeline.playthrough.game, self._then
            self.cancel()
            assert game.seed is not None, "its first reveal moves the mines"
            game.deal_by(game.seed, guesses)
            then()

    def follow(self) -> None:
        """Say of a board that was found here what its hardest step takes, once it is opened; else find that out."""
        game = self._timeline.playthrough.game
        if self.hardest is not None and game.clues:
            self._status.note(Note.CERTIFIED, status_text.certified_text(self.hardest))
            self.hardest = None
        if self._followed == (game, game.state):
            return
        self._followed = game, game.state
        self.certified_level = None
        self._level_request.cancel()
        start = next(iter(game.clues), None)
        if game.rules.guesses is Guesses.NOT_NEEDED and start is not None:
            layout = Layout.of(game.grid, game.mines)
            then = partial(self._on_level, game)
            self._level_request = self._worker.request(then, _hardest_step, layout, start)

    def _on_level(self, game: Minesweeper, answer: Outcome[Reasoning | None]) -> None:
        self.certified_level = answer.result
        if answer.result is None and not answer.problem:
            # A file or a code that says so, and is wrong.
            game.rules = replace(game.rules, guesses=Guesses.AS_DEALT)
        self._touch()

    def certify(self, then: Callable[[Certificate], None]) -> None:
        """Find one way to solve the board of the present game without a guess, for ``then``."""
        game = self._timeline.playthrough.game
        self._status.show(status_text.THINKING)
        self._certificate_request.cancel()
        receive = partial(self._on_certified, then)
        self._certificate_request = self._worker.request(receive, _certify, game, lane=Lane.LONG)

    def _on_certified(self, then: Callable[[Certificate], None], answer: Outcome[Certificate]) -> None:
        if answer.result is None:
            self._status.show(status_text.no_board_text(answer.problem))
        else:
            then(answer.result)

    def _end(self) -> None:
        self.cell, self.may_give_up = None, False
        self._timer.stop()

    def _on_found(self, answer: Outcome[FoundBoard]) -> None:
        game, cell, then, found = self._timeline.playthrough.game, self.cell, self._then, answer.result
        assert cell is not None, "it is running"
        if found is None:
            self._timer.stop()
            self.may_give_up = True
            self._say(status_text.no_board_text(answer.problem))
            return
        game.deal_by(found.seed, Guesses.NOT_NEEDED)
        self._found, self.hardest = (game, cell), found.hardest
        self._end()
        then()

    def _look(self) -> None:
        passed, could_give_up = schedule.current.now() - self._begun, self.may_give_up
        self.may_give_up = could_give_up or passed >= _LONG
        # Screen readers speak the first text, and the choice; each number would be too much.
        is_spoken = self.may_give_up is not could_give_up or passed < 2 * _LOOK_INTERVAL / 1000
        self._say(status_text.searching_text(self._tried[0], self.may_give_up, is_spoken))

    def _say(self, text: str | CellText) -> None:
        self._status.set(text)
        self._touch()


def _hardest_step(tools: Tools, layout: Layout, start: Cell) -> Reasoning | None:
    from minesweeper_qt.model.dealing.no_guess import hardest_step

    return hardest_step(layout, start, counter=tools.engine.counter)


def _certify(tools: Tools, game: Minesweeper) -> Certificate:
    from minesweeper_qt.model.dealing.certificate import certify

    return certify(game, engine=tools.engine, poll=tools.poll)


def _find(
    tools: Tools, tried: list[int], size: tuple[int, int, int], rules: Rules, cell: Cell, asked: HardestStep, seed: int
) -> FoundBoard:
    from minesweeper_qt.model.dealing.no_guess import find_board

    return find_board(*size, rules, cell, asked, seed, poll=tools.poll, progress=partial(tried.__setitem__, 0))

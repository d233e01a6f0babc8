"""The moves of the player, with the reason where one is not possible, and the help that the player has had."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.advice import Advice
from minesweeper_qt.gui.session.autoplay import Autoplay
from minesweeper_qt.gui.session.board_search import BoardSearch
from minesweeper_qt.gui.session.status_line import Note, StatusLine
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.model import Action, Cell, IllegalAction, Obstacle, ObstacleKind, Position, TurnMaker, Verb
from minesweeper_qt.model.play.history import NO_HELP, Help


class PlayerMoves:
    """Carries out the actions of the player, at an earlier moment once the user has confirmed that.

    While the game is paused, it does nothing; else it stops ``autoplay`` first. Attribute: ``questions``, the cells
    that got a question mark in the running game; it shows while they are covered and have no flag. Nothing that reasons
    reads it.
    """

    def __init__(
        self,
        timeline: Timeline,
        advice: Advice,
        search: BoardSearch,
        autoplay: Autoplay,
        status: StatusLine,
        touch: Callable[[], None],
    ) -> None:
        self._timeline = timeline
        self._advice = advice
        self._search = search
        self._autoplay = autoplay
        self._status = status
        self._touch = touch
        self.questions: frozenset[Cell] = frozenset()
        self._puts_questions = False

    def reveal(self, cell: Cell) -> None:
        """Reveal a covered cell, or chord around a revealed one."""
        self._play(Action(Verb.CHORD if cell in self._position.clues else Verb.REVEAL, cell))

    def chord(self, cell: Cell) -> None:
        """Reveal all covered neighbours of a revealed cell, when the flags around equal its clue."""
        if cell in self._position.clues:
            self._play(Action(Verb.CHORD, cell))

    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on a covered cell, or take it off, which may put a question mark there; or take that off."""
        position = self._position
        if self._timeline.playthrough.is_paused:
            return
        is_running = self._timeline.is_live and not self._timeline.playthrough.game.state.is_over
        if is_running and cell not in position.flags and cell in self.questions:
            self.questions -= {cell}
            self._status.set(status_text.question_text(cell, is_on=False))
            self._touch()
        else:
            self._play(Action(Verb.UNFLAG if cell in position.flags else Verb.FLAG, cell))

    @property
    def _position(self) -> Position:
        moment = self._timeline.moment
        return self._timeline.playthrough.position if moment is None else moment.position

    def set_question_marks(self, enabled: bool) -> None:
        """Set whether taking a flag off puts a question mark there; if not, take off those that there are."""
        self._puts_questions = enabled
        if not enabled and self.questions:
            self.questions = frozenset()
            self._touch()

    def _play(self, action: Action, is_hint: bool = False) -> None:
        """Carry out an action of the player, or show in the status why the rules forbid it.

        ``is_hint``: its cell was that of the hint, which is gone once the later moves are discarded.
        """
        if self._timeline.playthrough.is_paused:
            return
        is_hint = is_hint or (action.verb is Verb.REVEAL and action.cell == self._advice.hint)
        # Checked first, so that the user is not asked to discard moves for an action that the rules forbid.
        found = None if self._timeline.is_live else self._obstacle(action)
        if found is not None:
            self._refuse(status_text.obstacle_text(found))
        elif action.verb is Verb.REVEAL and self._search.awaits(action.cell):
            return
        elif not self._timeline.asks_first(partial(self._play, action, is_hint)):
            notes = {Note.STOPPED: "The search for a board stopped."} if self._search.is_running else {}
            self._autoplay.stop()
            is_reveal = action.verb is Verb.REVEAL and action.cell not in self._position.flags
            if is_reveal and self._search.search_first(action.cell, partial(self._play, action, is_hint)):
                return
            playthrough = self._timeline.playthrough
            try:
                turn = playthrough.play(action, is_hint=is_hint)
            except IllegalAction as error:
                self._refuse(status_text.obstacle_text(error.obstacle))
            else:
                self._status.set(status_text.player_turn_text(turn, playthrough.game), notes)
                (result,) = turn.plays
                self.questions -= {cell for cell, _ in result.observations}.union(result.flagged, result.exploded)
                if result.unflagged and self._puts_questions:
                    self.questions |= frozenset(result.unflagged)
                    self._status.set(status_text.question_text(result.unflagged[0], is_on=True))
                self._touch()

    def _refuse(self, text: str) -> None:
        self._status.set(text)
        self._touch()

    def _obstacle(self, action: Action) -> Obstacle | None:
        """Return why ``action`` would do nothing at the earlier moment shown; ``None`` if it does something there."""
        game = self._timeline.playthrough.history.replayed(self._timeline.shown_move)
        try:
            result = game.play(action)
        except IllegalAction as error:
            return error.obstacle
        return None if result.changes_anything else Obstacle(ObstacleKind.NOTHING_LEFT)


class PlayerHelp:
    """Notes what help the player has had in the game of ``timeline``, and says so in ``status`` at the first.

    Attributes: ``is_known``, false for a game that was over when it was opened, if its help was not told; ``is_said``,
    true once the status has said that the game has help.
    """

    def __init__(self, timeline: Timeline, advice: Advice, status: StatusLine, touch: Callable[[], None]) -> None:
        self._timeline = timeline
        self._advice = advice
        self._status = status
        self._touch = touch
        self._shown = NO_HELP
        self.begin(NO_HELP)

    @property
    def had(self) -> Help:
        """The help that the player has had in this game."""
        return (self._noted | Help.of(self._timeline.playthrough.history)).deepest

    @property
    def has_any(self) -> bool:
        """Whether the player has had help in this game, or has it now; not where the AI alone plays, or if unknown."""
        turns, is_over = self._timeline.moves, self._timeline.playthrough.game.state.is_over
        is_own = not turns or any(turn.maker is TurnMaker.PLAYER for turn in turns)
        return is_own and self.is_known and bool(self.had or (self._shown and not is_over))

    def begin(self, help_: Help | None) -> None:
        """Begin another game with the help that the player has had already: a known board, if that is not told."""
        self.is_known = help_ is not None or not self._timeline.playthrough.game.state.is_over
        self.is_said = False
        self._noted = Help.KNOWN_BOARD if help_ is None else help_

    def go_on(self) -> None:
        """Go on with the game after moves were taken back, which is a help."""
        self.begin(self._noted | Help.TAKE_BACK)

    def set_shown(self, help_: Help) -> None:
        """Set the help that the window shows from now on."""
        self._shown = help_
        self.note(help_)

    def note(self, help_: Help) -> None:
        """Note that the player had this help, if the game is under way."""
        if self._note(help_):
            self._touch()

    def _note(self, help_: Help) -> bool:
        """Note this help; return whether it is the first."""
        game, is_first = self._timeline.playthrough.game, bool(help_) and not self.had
        if game.state.is_over or not game.history:
            return False
        self._noted |= help_
        if is_first:
            self.is_said = True
            self._status.note(Note.HELP, status_text.NOW_HELPED)
        return is_first

    def follow(self) -> None:
        """Note the help of the turns, which may be taken back, what is shown with them, and a hint."""
        self._note(self._advice.stage)
        self._noted = self.had
        if self._timeline.is_live and self._timeline.moves and not self._timeline.playthrough.game.state.is_over:
            self._noted |= self._shown

"""Shows how the game stands: by the face in the header, and after the end by a card in the footer's place."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from minesweeper_qt.gui.game.result_card import ResultCard, result_of
from minesweeper_qt.gui.game.safe_cell_link import SafeCellButton, SafeCellLink
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.face_button import FaceButton, Mood
from minesweeper_qt.gui.window.footer import Footer
from minesweeper_qt.model import State

_MOODS = {State.WON: Mood.WON, State.LOST: Mood.LOST}


class ResultDisplay(QObject):
    """Updates ``face`` and the card of ``footer`` from ``session``.

    The card names cells while the action ``coordinates`` is checked. Attributes: ``card``; ``safe_cell``, the link
    from a guess to a cell that was safe, and ``safe_button``, its button beside the status.
    """

    def __init__(self, session: GameSession, face: FaceButton, footer: Footer, act: Actions) -> None:
        super().__init__(footer)
        self._session = session
        self._face = face
        self._footer = footer
        self._coordinates = act["coordinates"]
        self.card = ResultCard()
        self.card.new_game.setToolTip("Start a new game at this level (F2)")
        footer.set_card(self.card)
        self.safe_cell = SafeCellLink(session, act, self)
        self.safe_button = SafeCellButton(self.safe_cell)
        footer.add_button(self.safe_button)
        self.card.add_button(SafeCellButton(self.safe_cell))
        self.safe_cell.changed.connect(self.card.fit_buttons)
        session.state_changed.connect(self._on_state_changed)
        session.timeline.changed.connect(self.refresh)
        session.move_rated.connect(self.refresh)
        self._coordinates.toggled.connect(self.refresh)

    @Slot(bool)
    def show_press(self, is_pressed: bool) -> None:
        """Let the face open its mouth while a cell of a game that goes on is pressed."""
        state = self._session.view.state
        self._face.set_mood(Mood.TENSE if is_pressed and not state.is_over else _MOODS.get(state, Mood.CALM))

    @Slot()
    def refresh(self) -> None:
        """Show the face of the moment shown, and the card while that is the end of the game."""
        session = self._session
        state = session.view.state
        self._face.set_mood(_MOODS.get(state, Mood.CALM))
        if state.is_over:
            turns = session.playthrough.history.turns
            result = result_of(
                session.game,
                turns[-1] if turns else None,
                session.playthrough.seconds,
                names_cells=self._coordinates.isChecked(),
            )
            if result != self.card.result:
                self.card.set_result(result)
        self._footer.show_card(state.is_over)

    @Slot(object)
    def _on_state_changed(self, state: State) -> None:
        self.refresh()
        if state.is_over:
            self.card.rise()

"""Shows the state of the game: the face in the header, and after the end a card with what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QPropertyAnimation, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget

from minesweeper_qt.gui.game.game_inspector import SafeCellButton
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import appearance, metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.style import set_property
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.footer import Footer
from minesweeper_qt.gui.window.header import FaceButton, Mood
from minesweeper_qt.model import Board, Cell, Minesweeper, State, Turn, TurnReasonKind
from minesweeper_qt.model.game.board_statistics import BoardStatistics
from minesweeper_qt.model.text.cell_text import listed
from minesweeper_qt.model.text.chance_text import percents
from minesweeper_qt.model.text.number_text import clock_text, counted, plural

_LEAST_DETAIL = 80
"""The least room for the detail beside the title, in pixels; with less it is left out."""
_SEPARATOR = " \N{MIDDLE DOT} "
_MOODS = {State.WON: Mood.WON, State.LOST: Mood.LOST}


@dataclass(frozen=True, slots=True)
class Result:
    """What the card shows: ``title``, the ``detail`` below it, and whether the game was won."""

    is_won: bool
    title: str
    detail: str


@guarded
class ResultCard(QFrame):
    """Shows a ``Result``, tinted as a win or a loss.

    Attributes: ``title`` and ``detail``, the labels; ``review`` and ``new_game``, the buttons; ``result``, what is
    shown, ``None`` at first. Signals: ``review_requested``, ``new_game_requested``; ``changed``, after another result
    was shown.
    """

    review_requested = Signal()
    new_game_requested = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("result_card")
        self.result: Result | None = None
        self.title = CutLabel(self)
        self.title.setObjectName("result_title")
        self.detail = CutLabel(self)
        self.review = _button("Re&view", "Inspect the game at the fatal move, or at its end", self)
        self.new_game = _button("New &Game", "Start a new game at this level", self)
        self.new_game.setProperty("main", True)
        self._texts = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._texts.setSpacing(0)
        self._texts.addWidget(self.title)
        self._texts.addWidget(self.detail, 1)
        self._row = row = QHBoxLayout(self)
        row.setSpacing(metrics.GAP)
        row.addLayout(self._texts, 1)
        self._buttons: list[QWidget] = [self.review, self.new_game]
        row.addWidget(self.review)
        row.addWidget(self.new_game)
        self._rise = QPropertyAnimation(self, b"pos", self)
        self._rise.setDuration(metrics.RESULT_TIME)
        self._rise.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.review.clicked.connect(self.review_requested)
        self.new_game.clicked.connect(self.new_game_requested)
        self.set_compact(False)

    def set_compact(self, is_compact: bool) -> None:
        """Set whether title and detail stand in one line."""
        directions = QBoxLayout.Direction
        self._texts.setDirection(directions.LeftToRight if is_compact else directions.TopToBottom)
        self._texts.setSpacing(metrics.EDGE if is_compact else 0)
        self._is_compact = is_compact
        scale = 1.0 if is_compact else metrics.RESULT_TITLE
        self.title.setFont(metrics.scaled(self.font(), scale, QFont.Weight.Bold))
        edge = metrics.GAP if is_compact else metrics.EDGE
        self._row.setContentsMargins(edge, metrics.HAIR, edge, metrics.HAIR)
        self._fit_title()

    def add_button(self, button: QWidget) -> None:
        """Put ``button`` before the others."""
        self._row.insertWidget(1, button)
        self._buttons.insert(0, button)

    def fit_buttons(self) -> None:
        """Leave the title its room after a button was shown, hidden or named otherwise."""
        self._fit_title()
        self.changed.emit()

    def _fit_title(self) -> None:
        """In one line the title keeps its room as far as there is any; the detail is cut off, or left out."""
        text = _width(self.title)
        room = max(self.width() - self._around_texts(), 0)
        # setFixedWidth() could not be taken back without a number for "any width".
        self.title.setMinimumWidth(min(text, room) if self._is_compact else 0)
        self.detail.setHidden(self._is_compact and room < text + _LEAST_DETAIL)
        self._texts.setStretch(0, 0 if self._is_compact else 1)

    def _around_texts(self) -> int:
        shown = [button for button in self._buttons if not button.isHidden()]
        for button in shown:
            # Before that, the padding of the style sheet is missing in its width.
            button.ensurePolished()
        buttons = sum(button.sizeHint().width() + metrics.GAP for button in shown)
        return 2 * (self._row.contentsMargins().left() + metrics.HAIR) + buttons

    @property
    def whole_width(self) -> int:
        """The width with which no text is cut off."""
        title, detail = _width(self.title), _width(self.detail)
        texts = title + metrics.EDGE + detail if self._is_compact else max(title, detail)
        return texts + self._around_texts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()
        # In the next round of the event loop the title would stand over the buttons for a moment.
        self._row.activate()

    def set_result(self, result: Result) -> None:
        """Show ``result`` and announce it to screen readers."""
        self.result = result
        for widget in (self, self.title):
            set_property(widget, "won", result.is_won)
        self.title.set_text(result.title)
        self._fit_title()
        self.detail.set_text(result.detail)
        text = f"{result.title}. {result.detail}"
        self.setAccessibleName(text)
        self.changed.emit()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def rise(self) -> None:
        """Slide up to its place, unless nothing should move."""
        if appearance.current().moves:
            self._rise.stop()
            self._rise.setStartValue(self.pos() + QPoint(0, metrics.RESULT_RISE))
            self._rise.setEndValue(self.pos())
            self._rise.start()


def _width(label: CutLabel) -> int:
    return label.fontMetrics().horizontalAdvance(label.text()) + metrics.HAIR


def _button(text: str, tip: str, parent: QWidget) -> QPushButton:
    button = QPushButton(text, parent)
    button.setToolTip(tip)
    # Enter presses the button that has the focus, and no other.
    button.setAutoDefault(True)
    return button


def result_of(game: Minesweeper, turn: Turn | None, seconds: float, *, names_cells: bool) -> Result:
    """Return the result of ``game``, which ended with ``turn`` after ``seconds``.

    ``names_cells``: whether cells are named by their coordinates, which the board then shows.
    """
    if game.state is State.WON:
        return Result(True, f"Cleared in {clock_text(int(seconds))}", _SEPARATOR.join(_win_parts(game, seconds)))
    named = listed(game.exploded, 2) if names_cells else ""
    title = f"That was a mine: {named}" if named else "That was a mine"
    parts = filter(None, (_risk(turn, names_cells), *_wrong_flags(game, turn), clock_text(int(seconds))))
    return Result(False, title, _SEPARATOR.join(parts))


def _win_parts(game: Minesweeper, seconds: float) -> Iterator[str]:
    """Yield the parts of the detail after a win; a 3BV exists only where a 0 reveals its neighbours."""
    if not game.rules.cascade:
        yield "every mine is flagged"
        return
    three_bv = _three_bv(game.grid, frozenset(game.mines))
    if seconds >= 1:  # a game of Auto-play in an instant has no speed worth a number
        yield f"{three_bv / seconds:.2f} 3BV/s"
    yield f"3BV {three_bv}"


@lru_cache(maxsize=1)
def _three_bv(board: Board, mines: frozenset[Cell]) -> int:
    """Return the 3BV; that of the last board is kept, since its result is shown again and again."""
    return BoardStatistics(board, mines).three_bv


def _risk(turn: Turn | None, names_cells: bool) -> str:
    """Return the risk of the fatal turn and what else there was; empty while it is unknown."""
    if turn is None or turn.risk is None or turn.least_risk is None:
        return ""
    risk, least = percents(turn.risk, turn.least_risk)
    text = "it was certain to be one" if turn.risk == 1 else f"it had {risk}"
    if turn.risk == turn.least_risk:
        return f"{text}, the lowest there was"
    if turn.least_risk == 0:
        is_named = names_cells and turn.safe_cell is not None
        return f"{text}, and {f'{turn.safe_cell} was safe' if is_named else 'a safe cell was left'}"
    return f"{text}, the lowest was {least}"


def _wrong_flags(game: Minesweeper, turn: Turn | None) -> Iterator[str]:
    """Yield that the fatal turn was a chord on a wrong flag, and how many flags are wrong where that says more."""
    wrong, used = len(game.mines_found - game.mines), 0
    if turn is not None and turn.reason is not None and turn.reason.kind is TurnReasonKind.WRONG_FLAG:
        used = len(turn.reason.cells)
        yield f"a chord on {plural(used, 'a wrong flag', 'wrong flags')}"
    if wrong > min(used, 1):
        yield f"{counted(wrong, 'flag')} wrong"


class ResultDisplay(QObject):
    """Updates ``face`` and the card of ``footer`` from ``session``.

    The card names cells while the action ``coordinates`` is checked. Attributes: ``card``; ``safe_button``, the button
    beside the status that leads from a guess to a cell that was safe.
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
        self.safe_button = SafeCellButton(act["prove_safe"])
        footer.add_button(self.safe_button)
        self.card.add_button(SafeCellButton(act["prove_safe"]))
        act["prove_safe"].changed.connect(self.card.fit_buttons)
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

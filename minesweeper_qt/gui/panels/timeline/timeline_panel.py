"""The timeline panel: a slider over the moves of the game, with buttons, in one row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from minesweeper_qt.gui.panels.timeline.move_slider import MoveSlider
from minesweeper_qt.gui.presentation.move_text import headline
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded

_BUTTONS = {
    "first": ("move-first", "First", "The board before the first move"),
    "back": ("move-back", "Back", "The game as it was a move before"),
    "forward": ("move-forward", "Forward", "The game a move later"),
    "last": ("move-last", "Last", "The game as it is now"),
    "branch": ("branch", "Play On from Here", "Discard the moves after the one shown, and play on, after a question"),
}

_LONG_TEXT = "Move 888 of 888, lost: You opened around (88, 88), guess"
_LEAST_SLIDER = 60
"""The width that the slider keeps, in device-independent pixels."""
_FIRST = 1000
"""The stretch of the label, so large that it gets all space up to its greatest width before the slider grows."""
_WIDE = 1000
"""The width of a window from which the last button has a text."""


@guarded
class TimelinePanel(QWidget):
    """Shows which move of the game is displayed, and lets the user go to other moves.

    Attributes: ``slider``; ``label``, the description of the shown move, with the full text as its tool tip;
    ``buttons``, by their names ``first``, ``back``, ``forward``, ``last``, ``branch``.
    """

    def __init__(self, session: GameSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setAccessibleName("Timeline")
        self.setAccessibleDescription("The moves of the game: board and knowledge base as they were after each")
        self.slider = MoveSlider(self)
        self.slider.setAccessibleName("Move that is shown")
        self.label = QLabel(self)
        # The label gets the width of a long text, unless the slider needs the space. Its width does not depend on the
        # text that is shown, which would move the slider.
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.label.setMaximumWidth(self.label.fontMetrics().horizontalAdvance(_LONG_TEXT))
        self.slider.setMinimumWidth(_LEAST_SLIDER)
        self.buttons = {name: self._make_button(name) for name in _BUTTONS}
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(metrics.GAP, metrics.HAIR, metrics.GAP, metrics.HAIR)
        row.setSpacing(metrics.NARROW)
        self.setFixedHeight(metrics.TIMELINE_HEIGHT)
        for name in ("first", "back"):
            row.addWidget(self.buttons[name])
        row.addWidget(self.slider, 1)
        for name in ("forward", "last"):
            row.addWidget(self.buttons[name])
        row.addWidget(self.label, _FIRST)
        row.addWidget(self.buttons["branch"])
        self.slider.valueChanged.connect(session.timeline.show_move)
        actions: dict[str, Callable[[], None]] = {
            "first": self._show_first,
            "back": session.timeline.undo,
            "forward": session.timeline.redo,
            "last": session.timeline.show_live,
            "branch": session.timeline.request_branch,
        }
        for name, act in actions.items():
            self.buttons[name].clicked.connect(act)
        session.game_started.connect(self._on_game_started)
        session.timeline.changed.connect(self._on_moment_changed)
        session.move_rated.connect(self._on_move_rated)
        self._on_game_started()

    def _make_button(self, name: str) -> QToolButton:
        _, text, explanation = _BUTTONS[name]
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setToolTip(explanation)
        button.setAccessibleName(text)
        button.setAccessibleDescription(explanation)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoRepeat(name in ("back", "forward"))
        if name == "branch":
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setAutoRaise(False)
        return button

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self._refresh_icons()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        styles = Qt.ToolButtonStyle
        style = styles.ToolButtonTextBesideIcon if self.window().width() >= _WIDE else styles.ToolButtonIconOnly
        self.buttons["branch"].setToolButtonStyle(style)
        self._row.activate()
        self._fit_label()

    def sizeHint(self) -> QSize:
        # Qt would widen the window for a dock that is opened and prefers more than there is.
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(metrics.TIMELINE_WIDTH, metrics.TIMELINE_HEIGHT)

    def _fit_label(self) -> None:
        text, room = self.label.toolTip(), self.label.width()
        self.label.setText(self.label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room))

    def _refresh_icons(self) -> None:
        for name, button in self.buttons.items():
            button.setIcon(assets.icon(_BUTTONS[name][0], self.palette()))

    @Slot()
    def _show_first(self) -> None:
        self.session.timeline.show_move(0)

    @Slot()
    def _on_game_started(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.reset_moves(self.session.timeline.moves)
        self._refresh_icons()
        self._on_moment_changed()

    @Slot()
    def _on_moment_changed(self) -> None:
        session = self.session
        shown, total = session.timeline.shown_move, len(session.timeline.moves)
        # The session has changed the moment already: the slider must not request it again.
        with QSignalBlocker(self.slider):
            self.slider.set_moves(session.timeline.moves)
            self.slider.setValue(shown)
        self._show_headline()
        self.slider.setEnabled(total > 0)
        for name, is_possible in {
            "first": shown > 0,
            "back": shown > 0,
            "forward": not session.timeline.is_live,
            "last": not session.timeline.is_live,
            "branch": not session.timeline.is_live,
        }.items():
            self.buttons[name].setEnabled(is_possible)

    @Slot(int)
    def _on_move_rated(self, number: int) -> None:
        timeline = self.session.timeline
        self.slider.mark_move(number, timeline.moves[number - 1].is_safe is False)
        if number == timeline.shown_move:
            self._show_headline()

    def _show_headline(self) -> None:
        """Show which move is displayed, and whether it was safe if that is known."""
        timeline = self.session.timeline
        shown = timeline.shown_move
        text = str(headline(shown, len(timeline.moves), timeline.moves[shown - 1] if shown else None))
        self.slider.setAccessibleDescription(text)
        self.slider.setToolTip(text)
        self.label.setToolTip(text)
        self.label.setAccessibleName(text)
        self._fit_label()

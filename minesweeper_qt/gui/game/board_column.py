"""The middle of the game window: header, board and footer below each other, and what the status in the footer says."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.board.panel_requests import HighlightSource
from minesweeper_qt.gui.game.result import ResultCard
from minesweeper_qt.gui.presentation.look import Chance, Highlight
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.status_line import Note
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.appearance import set_property
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.metrics import ROW, filled
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.footer import Footer, Notice
from minesweeper_qt.gui.window.header import Header
from minesweeper_qt.model import Guesses
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText
from minesweeper_qt.model.play.history import Help

INSPECTING = "A click asks why and does not play. Esc ends that."
HELP = "Left click opens, right click flags."


@guarded
class BoardColumn(QWidget):
    """Places header, board and footer; a card in the footer covers the lower edge of a board that leaves no room.

    Attribute: ``back``, the button in the tab of a past moment that triggers ``live``.
    """

    def __init__(self, header: Header, area: BoardArea, footer: Footer, card: ResultCard, live: QAction) -> None:
        super().__init__()
        self._header = header
        self._area = area
        self._footer = footer
        self._card, self._live = card, live
        self._is_certified = False
        self._card_height, self._status_height = metrics.CARD_HEIGHT, metrics.STATUS_HEIGHT
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._tab = QFrame(self)
        self._tab.setObjectName("past_tab")
        self._moment = CutLabel(self._tab)
        self.back = QPushButton(self._tab)
        self.back.setToolTip(live.statusTip())
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.back.clicked.connect(live.trigger)
        self._tab.setLayout(filled(ROW, metrics.EDGE, self._moment, self.back))
        self._tab.hide()
        for part in (header, area, footer):
            part.setParent(self)
        for changed in (area.arranged, footer.page_changed, footer.legends.changed):
            changed.connect(self._fit_widths)

    def set_certified(self, is_certified: bool) -> None:
        """Set whether the card of the game needs room for a third line, where the window is not low."""
        self._is_certified = is_certified
        self._arrange()

    def set_figures(self, text: str) -> None:
        """Show ``text`` in a line of the header; no line without any."""
        before = self._header.figures_width
        self._header.set_figures(text)
        if self._header.figures_width != before:
            self._arrange()

    def set_past(self, text: str) -> None:
        """Show that the board is another one, of the past or not, which ``text`` names in a tab; empty for the present.

        The frame and the ground of all three parts say so too, and the figures of the header are muted.
        """
        back, is_past = self._live.iconText(), bool(text)
        if (text, back) == (self._moment.text(), self.back.accessibleName()):
            return
        self._moment.set_text(text)
        self.back.setAccessibleName(back)
        if is_past is self._tab.isHidden():
            self._tab.setVisible(is_past)
            set_property(self, "past", is_past)
            self._header.set_past(is_past)
            self._area.rim.set_past(is_past)
        self._arrange()

    def _arrange(self) -> None:
        is_low = self.window().height() < metrics.LOW_BELOW
        self._footer.set_large(self.window().width() >= metrics.LARGE_FROM)
        self._card.set_low(is_low)
        height = metrics.CERTIFIED_CARD_HEIGHT if self._is_certified else metrics.CARD_HEIGHT
        self._card_height = metrics.LOW_CARD_HEIGHT if is_low else height
        # A low window is often a narrow one, where a status takes three lines.
        self._status_height = metrics.LOW_CARD_HEIGHT if is_low else metrics.STATUS_HEIGHT
        tab = 0 if self._tab.isHidden() else metrics.PAST_TAB
        for text in (self.back.accessibleName(), "Back"):
            self.back.setText(text)
            if self._tab.sizeHint().width() <= self.width():
                break
        width = min(self._tab.sizeHint().width(), self.width())
        self._tab.setGeometry((self.width() - width) // 2, 0, width, metrics.PAST_TAB)
        top = tab + metrics.NARROW + self._header.height() + metrics.NARROW
        room = self.height() - top - metrics.HAIR - self._status_height
        self._area.setGeometry(QRect(metrics.GAP, top, self.width() - 2 * metrics.GAP, room))
        if self._area.isHidden():
            # A hidden widget receives the event of its new size only when it is shown.
            self._area.arrange()
        self._fit_widths()

    def _fit_widths(self) -> None:
        """Put header and footer next to the tray of the board, also where the window is higher than all three.

        They are as wide as the tray. Beside a legend, the status has a least width; a card is never wider.
        """
        tray, board = (rect.translated(self._area.pos()) for rect in (self._area.tray, self._area.board_rect))
        most = self.width() - 2 * metrics.GAP
        self._footer.set_room(most)
        header = max(metrics.HEADER_WIDTH, self._header.minimumSizeHint().width(), self._header.figures_width)
        footer = 0 if self._footer.shows_card else metrics.STATUS_WIDTH + self._footer.legends_width
        self._footer.setFixedHeight(self._card_height if self._footer.shows_card else self._status_height)
        above = board.top() - metrics.NARROW - self._header.height()
        below = board.bottom() + 1 + metrics.NARROW
        if self._footer.shows_card:
            below = min(below, self.height() - self._card_height - metrics.HAIR)
        for part, least, top in ((self._header, header, above), (self._footer, footer, below)):
            width = min(max(tray.width(), least), most)
            left = tray.x() + (tray.width() - width) // 2
            part.setGeometry(min(max(left, metrics.GAP), metrics.GAP + most - width), top, width, part.height())
        self._header.set_room(self._header.width())

    # -- overrides of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return self._area.sizeHint() + QSize(0, self._outside())

    def minimumSizeHint(self) -> QSize:
        least = self._area.minimumSizeHint().expandedTo(QSize(metrics.HEADER_WIDTH, 0))
        return least + QSize(2 * metrics.GAP, self._outside())

    def _outside(self) -> int:
        """Return the height of everything but the board, at least."""
        return 2 * metrics.NARROW + metrics.HEADER_HEIGHT + metrics.HAIR + metrics.STATUS_HEIGHT


class SearchButtons(QWidget):
    """What the user may do while no board without a guess is found: two buttons beside the status.

    Attributes: ``take_any``, ``play_fair``.
    """

    def __init__(self, session: GameSession) -> None:
        super().__init__()
        self.take_any, self.play_fair = QPushButton("Take An&y", self), QPushButton("Play It &Fair", self)
        self.setLayout(filled(ROW, metrics.GAP, self.take_any, self.play_fair))
        tips = {self.take_any: "Play a board that may need a guess", self.play_fair: "Play it with fair guesses"}
        for (button, tip), guesses in zip(tips.items(), (Guesses.AS_DEALT, Guesses.FAIR), strict=True):
            button.setToolTip(tip)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(session.search.give_up, guesses))
        session.changed.connect(lambda _, now: self.setVisible(now.may_give_up))
        self.hide()

    def set_narrow(self, is_narrow: bool) -> None:
        """Set whether there is little room beside the status."""
        self.take_any.setText("An&y" if is_narrow else "Take An&y")
        self.play_fair.setText("&Fair" if is_narrow else "Play It &Fair")


class StatusDisplay(QObject):
    """Shows the status of ``session`` in ``footer``.

    While the action ``coordinates`` is not checked, or its text is too long, the text names no cell. Instead the board
    marks the cell with a frame or, for a hint, with a ring, and the clue that the hint reads: ``highlight_source``
    requests that. While ``is_plain``, the text has no figures of the AI either. A move that the AI announces is marked
    in any case.
    """

    def __init__(self, session: GameSession, footer: Footer, board: BoardView, act: Actions) -> None:
        super().__init__(footer)
        self._autoplay, self._advice, self._timeline = session.autoplay, session.advice, session.timeline
        self._status = status = session.status
        self._footer = footer
        self._board = board
        self._coordinates, self._why = act["coordinates"], act["why"]
        self._is_plain = False
        self._number, self._spoken, self._was_over = status.number, status.parts[1], False
        self.highlight_source = HighlightSource(footer)
        self.highlight_source.set_active(on=True)
        status.changed.connect(self.show)
        status.shown_once.connect(self.show_once)
        session.changed.connect(self._on_changed)
        self._coordinates.toggled.connect(self.show)

    def set_plain(self, is_plain: bool) -> None:
        """Set whether the status has no figures of the AI."""
        self._is_plain = is_plain
        self.show()

    def show(self) -> None:
        """Show the status as it is now."""
        unrated = self._true(self._status.without(Note.RATING))
        status = unrated if self._is_plain else self._true(self._status.without())
        # Where there is no room for coordinates, marks take their place too; and the log has the risk.
        ways = [(status, True)] if self._coordinates.isChecked() else []
        ways += [(status, False), (unrated, False)]
        fitting = (way for way in ways if self._footer.status.fits(way[0].written(has_coordinates=way[1])))
        status, has_coordinates = next(fitting, ways[0])
        self._footer.set_status(status.written(has_coordinates=has_coordinates))
        self._speak()
        move = self._autoplay.announcement
        if move is not None:
            self._board.show_named(move.cell, "" if move.risk is None else Chance.of(move.risk).text)
            self.highlight_source.set_highlight(move.highlight)
            self.highlight_source.set_outlined(frozenset())
            return
        # Where the text has coordinates, or the card covers it, nothing marks its cells, but for what a hint rests on.
        is_hint = bool(status.marked(CellRole.RINGED)) or self._advice.stage is Help.CLUES
        is_hidden = self._footer.shows_card or (has_coordinates and not is_hint)
        self.mark(CellText() if is_hidden else status, rings=not has_coordinates)

    def _true(self, text: CellText) -> CellText:
        """Return ``text``, without what it says of keys in Play and where they are others."""
        return text.plain() if self._is_plain or self._why.shortcut().toString() != "W" else text

    def mark(self, text: CellText, *, rings: bool = True) -> None:
        """Mark the cells of ``text`` on the board, until the next status; those to be ringed only if it ``rings``."""
        framed, mines = text.marked(CellRole.FRAMED), text.marked(CellRole.MARKED)
        ringed = text.marked(CellRole.RINGED) if rings else frozenset()
        self._board.show_named(next(iter(framed)) if len(framed) == 1 else None)
        self.highlight_source.set_highlight(Highlight(safes=ringed, mines=mines) if ringed or mines else None)
        self.highlight_source.set_outlined(text.marked(CellRole.LIT))

    def _speak(self) -> None:
        """Let screen readers speak a new status or a new note; of Auto-play only what it says, and its end."""
        (text, notes), is_same = self._status.parts, self._status.number == self._number
        said = self._spoken if is_same else {}
        self._number, self._spoken = self._status.number, notes
        hidden = Note.RATING if self._is_plain else None
        new = [note for kind, note in notes.items() if kind is not hidden and note != said.get(kind)]
        spoken = CellText.sentences("" if is_same else text, *new)
        is_quiet = (self._autoplay.is_running and self._autoplay.announcement is None) or self._timeline.plays
        # The card says how the game ended.
        was_over, self._was_over = self._was_over, self._footer.shows_card and self._timeline.is_live
        if not is_quiet and not (self._was_over and (is_same or not was_over)):
            announce(self._footer.status, self._true(spoken).spoken, joins=is_same)

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        """Write the next move bold, and show the time until it is made; or show again what happened last."""
        if now.announcement is not before.announcement:
            self._footer.set_countdown(0 if now.announcement is None else now.announcement.milliseconds)
            self.show()
        elif now.is_paused is not before.is_paused:
            self.show()  # in place of a notice

    def show_once(self, text: str) -> None:
        """Show ``text`` until the next status."""
        self._footer.set_notice(text, Notice.ONCE)
        announce(self._footer.status, text)

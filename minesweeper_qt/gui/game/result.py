"""Shows the state of the game: the face in the header, and after the end a card with what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import product
from typing import NamedTuple

from PySide6.QtCore import QEasingCurve, QObject, QPoint, QPropertyAnimation, Qt, Signal
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from minesweeper_qt.gui.game.game_inspector import SafeCellButton
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.statistics.game_keeper import GameKeeper
from minesweeper_qt.gui.widgets import appearance, metrics
from minesweeper_qt.gui.widgets.appearance import set_property
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.metrics import COLUMN, ROW, filled
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.footer import Footer
from minesweeper_qt.gui.window.header import FaceButton, Mood
from minesweeper_qt.model import Minesweeper, Reasoning, State, Turn, TurnMaker, TurnReasonKind
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.statistics.finished_game import Figures
from minesweeper_qt.model.words import counted, in_words, luck_text, percents, plural, time_text

_MOODS = {State.WON: Mood.WON, State.LOST: Mood.LOST}


class Link(Enum):
    """Where the link of the card leads: the value is its text."""

    SAFE = "Which Was Safe?"
    MINE = "Why a Mine?"
    REVIEW = "Review"
    END = "Back to the Game"


class Result(NamedTuple):
    """What the card shows: ``title``, a detail below it with a link after it, and whether the game was won.

    ``details``: the detail, and shorter ones for less room; ``full``, with all figures, for more. Where the detail
    ``is_asked`` for, it alone is spoken. ``short_title``: the title for less room, if it is another. ``spoken``: the
    detail for screen readers, which names cells.
    """

    is_won: bool
    title: str
    details: tuple[str, ...]
    link: Link | None = None
    is_asked: bool = False
    short_title: str = ""
    spoken: str = ""
    full: str = ""


@guarded
class ResultCard(QFrame):
    """Shows a ``Result``, tinted as a win or a loss.

    Attributes: ``title`` and ``detail``, the labels; ``link``, ``take_back``, ``review``, ``new_game`` and
    ``shut``, the buttons; ``certified``, ``one_way`` and ``copy``, the third line of a game that needs no guess;
    ``result``, what is shown, ``None`` at first.
    """

    def __init__(self, take_back: QAction, one_way: QAction, copy: QAction) -> None:
        super().__init__()
        self.setObjectName("result_card")
        self.result: Result | None = None
        self.title = CutLabel(self)
        self.title.setObjectName("result_title")
        self.detail = CutLabel(self)
        self.detail.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.link = _button("", "", self)
        self.link.setObjectName("link")
        self.take_back = _button("Take &Back", take_back.statusTip(), self)
        self.review = _button("Re&view", "Inspect the game at its end", self)
        self.new_game = _button("New &Game", "Start a new game at this level", self)
        self.new_game.setProperty("main", True)
        self.new_game.setAccessibleName("New Game")
        self._texts = filled(COLUMN, 0, self.title, filled(ROW, metrics.GAP, self.detail, self.link, None))
        self._row = row = QHBoxLayout()
        row.addLayout(self._texts, 1)
        self.shut = _button("\N{MULTIPLICATION SIGN}", "Close this card: the board is below it", self)
        self.shut.setObjectName("link")
        self.shut.setAccessibleName("Close")
        self.shut.setProperty("square", True)
        for button in (self.take_back, self.review, self.new_game, self.shut):
            row.addWidget(button)
        self._hardest: Reasoning | None = None
        self.certified = CutLabel(self)
        self.certified.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.one_way = _button("Show Me One Way", one_way.statusTip(), self)
        self.copy = _button("Copy Result", copy.statusTip(), self)
        for link, action in ((self.one_way, one_way), (self.copy, copy)):
            link.setObjectName("link")
            link.clicked.connect(action.trigger)
        one_way.changed.connect(lambda: self.one_way.setText(one_way.iconText()))
        self._third = filled(ROW, metrics.GAP, self.certified, self.one_way, self.copy, None)
        whole = filled(COLUMN, 0, row, self._third)
        whole.setStretch(0, 1)
        self.setLayout(whole)
        self._rise = QPropertyAnimation(self, b"pos", self)
        self._rise.setDuration(metrics.RESULT_TIME)
        self._rise.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.take_back.clicked.connect(take_back.trigger)
        self.set_low(False)

    def set_low(self, is_low: bool) -> None:
        """Set whether the card is in a low window, where its texts are smaller."""
        self._is_low = is_low
        scale = metrics.CAPTION if is_low else 1.0
        self.detail.setFont(metrics.scaled(self.font(), scale))
        self.certified.setFont(metrics.scaled(self.font(), metrics.CAPTION))
        for link, size in ((self.link, scale), (self.one_way, metrics.CAPTION), (self.copy, metrics.CAPTION)):
            font = metrics.scaled(self.font(), size, QFont.Weight.DemiBold)
            font.setUnderline(True)
            link.setFont(font)
        self._fit()

    def set_certified(self, hardest: Reasoning | None) -> None:
        """Say in a third line that the board needs no guess, and what its ``hardest`` step takes, if it is known."""
        is_new, self._hardest = hardest is not self._hardest, hardest
        self._fit()
        if is_new and hardest is not None:
            announce(self, status_text.certified_text(hardest))

    def _fit(self) -> None:
        """In a narrow card, leave out the detail if there is a link, and leave the title room beside the buttons."""
        is_narrow, result = self.width() < metrics.NARROW_CARD, self.result
        set_property(self, "narrow", is_narrow)
        edge = metrics.GAP if is_narrow else metrics.EDGE
        self._row.setContentsMargins(edge, metrics.HAIR, edge, metrics.HAIR)
        self._row.setSpacing(metrics.NARROW if is_narrow else metrics.GAP)
        has_third = self._hardest is not None and not self._is_low
        self._third.setContentsMargins(edge, 0, edge, metrics.NARROW if has_third else 0)
        for part in (self.certified, self.one_way, self.copy):
            part.setVisible(has_third)
        if self._hardest is not None:
            short = f"No guess needed; hardest step: {self._hardest}."
            texts = status_text.certified_text(self._hardest), short, "No guess needed."
            links = self.one_way.sizeHint().width() + self.copy.sizeHint().width()
            room = self.width() - links - 2 * (edge + metrics.GAP)
            self.certified.show_longest(texts, room)
        # A narrow card is in a low window, where it covers nothing.
        self.shut.setVisible(not is_narrow)
        for button in (self.take_back, self.review, self.new_game):
            button.setFont(metrics.scaled(self.font(), metrics.CAPTION if is_narrow else 1.0))
        self.new_game.setText("New" if is_narrow else "New &Game")
        if result is not None:
            self.detail.setVisible(bool(result.details[0]) and not (is_narrow and result.link is not None))
            # In the narrowest, the face above the board starts a new game.
            has_room = self.width() >= metrics.LEAST_CARD
            self.new_game.setVisible(result.link is not Link.END and has_room)
            # There the tab above the board leads back.
            self.link.setVisible(result.link is not None and (result.link is not Link.END or has_room))
        self._choose_texts()

    def set_result(self, result: Result) -> None:
        """Show ``result``, and announce it to screen readers, unless only its detail is new."""
        is_new = self.result is None or self.result.title != result.title or result.is_asked
        self.result = result
        for widget in (self, self.title):
            set_property(widget, "won", result.is_won)
        self.link.setText(result.link.value if result.link is not None else "")
        self.take_back.setVisible(not result.is_won)
        self.review.setVisible(result.is_won)
        self._fit()
        detail = (result.spoken or result.details[0]).rstrip(".")
        text = ". ".join(filter(None, ("" if result.is_won else "Lost", result.title, detail)))
        self.setAccessibleName(text)
        if is_new:
            announce(self, detail if result.is_asked else text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _choose_texts(self) -> None:
        """Show as much of the title and of the detail as there is room for."""
        # In the next round of the event loop the title would stand over the buttons for a moment.
        self._row.activate()
        if self.result is not None:
            link = 0 if self.link.isHidden() else self.link.sizeHint().width() + metrics.GAP
            result, room = self.result, self._texts.geometry().width()
            self.detail.show_longest((result.full or result.details[0], *result.details), room - link)
            is_narrow = self.width() < metrics.NARROW_CARD
            scales = [metrics.CAPTION] if is_narrow else [1.0] if self._is_low else [metrics.RESULT_TITLE, 1.0]
            for title, scale in product(filter(None, (result.title, result.short_title)), scales):
                self.title.setFont(metrics.scaled(self.font(), scale, QFont.Weight.Bold))
                self.title.set_text(title)
                if self.title.fontMetrics().horizontalAdvance(title) < room:
                    break

    def rise(self) -> None:
        """Slide up to its place, unless nothing should move."""
        if appearance.current().moves:
            self._rise.stop()
            self._rise.setStartValue(self.pos() + QPoint(0, metrics.RESULT_RISE))
            self._rise.setEndValue(self.pos())
            self._rise.start()


def _button(text: str, tip: str, parent: QWidget) -> QPushButton:
    # Enter presses the button that has the focus, and no other.
    button = QPushButton(text, parent, autoDefault=True)
    button.setToolTip(tip)
    # A click leaves the focus where it is: most buttons hide the card.
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def result_of(
    game: Minesweeper, turns: Sequence[Turn], seconds: float, *, names_cells: bool, had: Help | None, best: str = ""
) -> Result:
    """Return the result of ``game``, which ended with the last of ``turns`` after ``seconds``.

    ``names_cells``: whether cells are named by their coordinates, which the board then shows. ``had``: the help of the
    player, ``None`` where that is not known. ``best``: what is known of the best time.
    """
    figures = Figures.of(game, turns, seconds)
    shown, speed = status_text.figures_text(figures), figures.three_bv_per_second
    taken = sum(turn.risk is not None and 0 < turn.risk < 1 for turn in turns)
    guesses = ""
    if taken and figures.luck is not None:
        guesses = f"{counted(taken, 'guess', 'guesses')}: {luck_text(figures.luck)} to win"
    if game.state is State.WON:
        # A game of Auto-play in an instant has no speed worth a number.
        rate = "every mine is flagged" if not game.rules.cascade else "" if speed is None else f"{speed:.2f} 3BV/s"
        help_ = "" if had is None else status_text.help_text(had) if had else "no help"
        if turns and all(turn.maker is TurnMaker.AI for turn in turns):
            return Result(True, "The AI cleared it", (rate,), full=shown)
        shorter_lines = (best, rate, help_, guesses), (best, help_, guesses), (best, help_), (best or help_,)
        full, *shorter = [
            status_text.SEPARATOR.join(filter(None, line)) for line in ((best, shown, help_), *shorter_lines)
        ]
        return Result(True, f"Cleared in {time_text(seconds)}", tuple(shorter), full=full)
    turn = turns[-1] if turns else None
    title, short_title, detail, link = "A mine", "", "", Link.REVIEW
    if turn is not None and turn.risk is not None and turn.least_risk is not None:
        risk, least = percents(turn.risk, turn.least_risk)
        title = "A certain mine" if turn.risk == 1 else f"A mine, at {risk}"
        if turn.least_risk == 0:
            one = f"{turn.safe_cell} was safe." if names_cells and turn.safe_cell is not None else "A cell was safe."
            detail = f"{turn.safe_cells} cells were safe." if turn.safe_cells > 1 else one
            link = Link.SAFE if turn.safe_cell is not None else link
            if turn.plays[-1].dealt is not None:
                title, short_title = "A guess, though a cell was certain", "A needless guess"
        elif turn.risk == turn.least_risk:
            detail = "No cell was safe: a forced guess."
        else:
            detail = f"No cell was safe; the lowest risk was {least}."
        if turn.risk == 1:
            said = f"{in_words(turn.mine_clues).capitalize()} {plural(turn.mine_clues, 'clue')} said so."
            detail, link = said if turn.mine_clues else "It was proved.", Link.MINE
    wrong = " and ".join(_wrong_flags(game, turn))
    detail = f"{wrong[:1].upper()}{wrong[1:]}." if wrong else detail
    details = (f"{detail} {guesses}.", detail) if guesses else (detail,)
    spoken = f"{details[0]} Safe: {turn.safe_cell}" if turn is not None and link is Link.SAFE else ""
    full = status_text.SEPARATOR.join(filter(None, (details[0].rstrip("."), shown)))
    return Result(False, title, details, link, short_title=short_title, spoken=spoken, full=full)


def best_text(seconds: float, best_before: float | None, *, has_help: bool) -> str:
    """Return what a win after ``seconds`` means for the best time, which was ``best_before``; ``None`` if none was.

    >>> best_text(63, 72, has_help=False), best_text(63, 72, has_help=True), best_text(63, None, has_help=False)
    ('New best: 9 s faster', 'best 1:12.00', 'New best')
    """
    if best_before is None:
        return "" if has_help else "New best"
    faster = best_before - seconds
    if has_help or faster <= 0:
        return f"best {time_text(best_before)}"
    return f"New best: {faster:.0f} s faster" if faster >= 9.5 else f"New best: {faster:.2g} s faster"


def _wrong_flags(game: Minesweeper, turn: Turn | None) -> Iterator[str]:
    """Yield that the fatal turn was a chord on a wrong flag, and how many flags are wrong where that says more."""
    wrong, used = len(game.mines_found - game.mines), 0
    if turn is not None and turn.reason is not None and turn.reason.kind is TurnReasonKind.WRONG_FLAG:
        used = len(turn.reason.cells)
        yield f"a chord on {plural(used, 'a wrong flag', 'wrong flags')}"
    if wrong > min(used, 1):
        yield f"{counted(wrong, 'flag')} wrong"


def _details(text: CellText) -> tuple[str, ...]:
    """Return ``text`` for a board that marks its cells, and in a few words."""
    lit, whole = len(text.marked(CellRole.LIT)), text.written(has_coordinates=False)
    if not lit:
        return whole, "Safe in all layouts"
    # The title says which cell was safe.
    mine = "; \N{BLACK DIAMOND} is a mine" if text.marked(CellRole.MARKED) else ""
    return whole, CellText(text.parts[2:]).written(has_coordinates=False), f"See the lit {plural(lit, 'number')}{mine}"


class ResultDisplay(QObject):
    """Updates ``face`` and the card of ``footer`` from ``session``.

    The card names cells while the action ``coordinates`` is checked. It stays at the moment before a fatal move, which
    its link shows. Attributes: ``card``; ``safe_button``, the button beside the status that leads from a guess to a
    cell that was safe. Signals: ``review_requested``; ``mine_requested``, why the cell of the fatal move was a mine.
    """

    review_requested = Signal()
    mine_requested = Signal()

    def __init__(
        self, session: GameSession, keeper: GameKeeper, face: FaceButton, footer: Footer, act: Actions
    ) -> None:
        super().__init__(footer)
        self._session = session
        self._keeper = keeper
        self._face = face
        self._footer = footer
        self._act = act
        self._safe_cell: CellText | None = None
        """Which cell was safe before a fatal move, once the user has asked in Play."""
        self.card = ResultCard(act["take_back"], act["one_way"], act["copy_result"])
        self.card.new_game.setToolTip("Start a new game at this level (F2)")
        self._is_closed = False
        """Whether the user has closed the card."""
        footer.set_card(self.card)
        self.safe_button = SafeCellButton(act["prove_safe"])
        footer.add_button(self.safe_button)
        footer.narrowed.connect(self.safe_button.set_narrow)
        self.card.shut.clicked.connect(self._close)
        self.card.link.clicked.connect(self._open_link)
        self.card.review.clicked.connect(self.review_requested)
        session.changed.connect(self._on_changed)
        act["coordinates"].toggled.connect(self._forget_safe_cell)
        keeper.filed.connect(self.refresh)

    def show_press(self, is_pressed: bool) -> None:
        """Let the face open its mouth while a cell of a game that goes on is pressed."""
        state = self._session.view.state
        self._face.set_mood(Mood.TENSE if is_pressed and not state.is_over else _MOODS.get(state, Mood.CALM))

    def show_safe_cell(self, text: CellText) -> None:
        """Say in the card which cell was safe before the fatal move, and what shows it."""
        self._safe_cell = text
        self.refresh()

    def _forget_safe_cell(self) -> None:
        self._safe_cell = None
        self.refresh()

    def refresh(self) -> None:
        """Show the face of the moment shown, and the card while that is the end of the game, or just before a loss."""
        session = self._session
        state, timeline = session.view.state, session.timeline
        self._face.set_mood(_MOODS.get(state, Mood.CALM))
        is_before_loss = session.game.state is State.LOST and timeline.shown_move == len(timeline.moves) - 1
        if state.is_over or is_before_loss:
            keeper, seconds, had = self._keeper, session.playthrough.seconds, session.help.had
            best = best_text(seconds, keeper.best_before, has_help=bool(had)) if keeper.is_filed else ""
            known, names_cells = had if session.help.is_known else None, self._act["coordinates"].isChecked()
            result = result_of(session.game, timeline.moves, seconds, names_cells=names_cells, had=known, best=best)
            result = result._replace(link=Link.END) if is_before_loss else result
            if session.shows_one_way:
                result = result._replace(title=status_text.ONE_WAY)
            if self._safe_cell is not None:
                result = result._replace(details=_details(self._safe_cell), full="", link=Link.REVIEW, is_asked=True)
                result = result._replace(title="Safe: in the frame", short_title="", spoken=self._safe_cell.spoken)
            if result != self.card.result:
                self.card.set_result(result)
            self.card.set_certified(session.search.certified_level)
        self._footer.show_card((state.is_over or is_before_loss) and not self._is_closed)

    def _close(self) -> None:
        self._is_closed = True
        self.refresh()

    def _open_link(self) -> None:
        match self.card.result and self.card.result.link:
            case Link.SAFE:
                self._act["prove_safe"].trigger()
            case Link.END:
                self._session.timeline.show_live()
            case Link.MINE:
                self.mine_requested.emit()
            case _:
                self.review_requested.emit()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        if (now.game, now.move, now.last_move) != (before.game, before.move, before.last_move):
            self._safe_cell, self._is_closed = None, False
        elif (now.state, now.certified) == (before.state, before.certified) and not now.judged:
            return
        self.refresh()
        if now.state.is_over and (now.game, now.state) != (before.game, before.state):
            self.card.rise()
            announce(self.card, self.card.accessibleName())

"""The tool bar of the game window, its controls, and which of them are hidden first where it is narrow."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSlider,
    QToolBar,
    QToolButton,
    QWidget,
)

from minesweeper_qt.gui.game.student_agent_files import StudentAgentChooser
from minesweeper_qt.gui.session.autoplay import SLOW, SPEEDS, Autoplay
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.appearance import set_property
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import Menu
from minesweeper_qt.gui.widgets.metrics import ROW, filled
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window.actions import OVERLAYS, Actions, InspectorActions
from minesweeper_qt.gui.window.preferences import Preferences, WindowView
from minesweeper_qt.model import DIFFICULTIES, Difficulty, Guesses
from minesweeper_qt.model.words import counted, size_text

_TOOLS = {
    WindowView.PLAY: ("hint", "risks"),
    WindowView.INSPECT: ("ai_move", "autoplay", "think_aloud", "hint", "why", "inspect", "overlay", "risks", "levels"),
    WindowView.AGENT: ("reload_agent", "autoplay", "step", "next_difference"),
    WindowView.PRACTISE: ("practise_hint", "practise_why", "practise_sandbox_here"),
}
"""The tools of each view, besides the switch, the level, the file of the agent and the speed."""

_WITH_TEXT = {
    WindowView.PLAY: ("hint", "risks"),
    WindowView.INSPECT: ("ai_move", "think_aloud", "why"),
    WindowView.AGENT: ("reload_agent", "autoplay", "next_difference"),
    WindowView.PRACTISE: ("practise_hint", "practise_why", "practise_sandbox_here"),
}
"""The tools of each view that have a text where the tool bar is wide; others until they were used, if there is room."""

_LEFT = ("ai_move", "reload_agent", "autoplay", "think_aloud", "step")
_RIGHT = ("hint", "why", "inspect", "next_difference")
"""The tools of all views beside the choosers and at the right; what is laid over the board comes at the end."""

_IN_SHOW_MENU = ("inspect", *OVERLAYS)
"""The tools of Inspect that one menu holds where the tool bar is narrow."""

_GUESSES = {Guesses.AS_DEALT: "Any", Guesses.NOT_NEEDED: "No guess", Guesses.FAIR: "Fair"}
"""What the tool bar of Play calls what becomes of guesses, where it is not wide."""

_PLACES = (4, 3, 5, 0, 0, 0, 0, 1, 0, 3, 0)
"""Where in the text of each speed its key in the menu stands: v, o, e, 1, 2, 4, 8, 6, 3, m and i, each once."""

_READING_SPEED = 0.25
"""The speed that Think Aloud sets when a higher one is chosen, in moves per second."""

_ARROW = 52
"""The width of the paddings and of the arrow, in pixels."""


class SpeedControl(QObject):
    """Sets the speed of ``autoplay``, by a ``slider`` with a ``label`` or by an entry of ``menu``.

    ``menu`` can be shown in several places; the slider's value is the index of the speed in ``SPEEDS``. Think Aloud
    goes with a speed at which people can read what is said; without it, the speed is again what it was before.
    """

    def __init__(self, autoplay: Autoplay, act: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._autoplay = autoplay
        self._think_aloud = act["think_aloud"]
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(SPEEDS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFixedWidth(metrics.SPEED_SLIDER_WIDTH)
        self.slider.setAccessibleName("Auto-play speed")
        self.label = QLabel()
        self.label.setMinimumWidth(self.label.fontMetrics().horizontalAdvance("a move in 8 s"))
        self.label.setBuddy(self.slider)
        self.menu = Menu("Sp&eed", parent)
        self._group = QActionGroup(self)
        for index, speed in enumerate(SPEEDS):
            text, place = speed_text(speed), _PLACES[index]
            action = QAction(f"{text[:place]}&{text[place:]}", self._group)
            action.setCheckable(True)
            action.triggered.connect(partial(self.slider.setValue, index))
        self.menu.addActions(self._group.actions())
        self.slider.valueChanged.connect(self._on_changed)
        self._think_aloud.toggled.connect(self._set_thinks_aloud)
        act.connect(slower=partial(self.step, -1), faster=partial(self.step, 1))
        self._on_changed(self.slider.value())
        self._before = self.speed
        """The speed when Think Aloud was switched on."""

    @property
    def speed(self) -> float:
        """The chosen moves per second, 0 for instant."""
        return SPEEDS[self.slider.value()]

    def set_speed(self, speed: float) -> None:
        """Choose ``speed``, one of ``SPEEDS``."""
        self.slider.setValue(SPEEDS.index(speed))

    def step(self, by: int) -> None:
        """Choose the speed that is ``by`` steps higher, or the nearest there is."""
        self.slider.setValue(self.slider.value() + by)
        announce(self.slider, self.label.text())

    def _on_changed(self, position: int) -> None:
        text = speed_text(SPEEDS[position])
        self.label.setText(text)
        self.slider.setAccessibleDescription(text)
        self.slider.setToolTip(f"Auto-play speed: {text}")
        self._group.actions()[position].setChecked(True)
        self._autoplay.set_speed(SPEEDS[position])
        if not 0 < SPEEDS[position] <= SLOW:
            self._think_aloud.setChecked(False)

    def _set_thinks_aloud(self, on: bool) -> None:
        is_slow = 0 < self.speed <= SLOW
        if on:
            self._before = self.speed
        if on is not is_slow:
            self.set_speed(_READING_SPEED if on else self._before)
        self._autoplay.set_thinks_aloud(on)


class LevelChooser(QPushButton):
    """Shows the level of the game with its size, and the menu of all ``levels``."""

    def __init__(self, levels: QMenu) -> None:
        super().__init__()
        self.setProperty("chooser", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Level: a choice starts a new game")
        self.setMenu(levels)
        self._difficulty = DIFFICULTIES["beginner"]
        self._is_short = False
        self._show()

    def show_difficulty(self, difficulty: Difficulty) -> None:
        """Show ``difficulty`` as that of the game."""
        self._difficulty = difficulty
        self.setAccessibleName(f"Level: {_level_text(difficulty)}")
        self._show()

    def set_short(self, is_short: bool) -> None:
        """Set whether there is no room for the size of the board."""
        if is_short is not self._is_short:
            self._is_short = is_short
            self._show()

    def _show(self) -> None:
        # The widest text keeps the tools beside it in their places.
        texts = (level.title if self._is_short else _level_text(level) for level in DIFFICULTIES.values())
        self.setMinimumWidth(max(map(self.fontMetrics().horizontalAdvance, texts)) + _ARROW)
        # With text at the left, Qt ignores the padding of the style sheet.
        shown = self._difficulty.title if self._is_short else _level_text(self._difficulty)
        self.setText(f"\N{EN SPACE}{shown}")


@guarded
class GameBar(QWidget):
    """A row with the view switch, the level, the guesses, the tools of the view, and what is laid over the board.

    Attributes: ``level`` and ``agent``, the choosers, and ``chooser``, that of Practise once it was shown; ``buttons``,
    those of the tools by the names of their actions; ``show_menu``, the button of the menu that holds some of them
    where the bar is narrow; ``controls``, all of them and the buttons of the switch, from the left.
    """

    def __init__(
        self, act: Actions, levels: QMenu, speed: SpeedControl, agent: StudentAgentChooser, preferences: Preferences
    ) -> None:
        super().__init__()
        self._speed, self._preferences = speed, preferences
        self._view = WindowView.INSPECT
        self.chooser: QWidget | None = None
        self.level = LevelChooser(levels)
        self.agent = agent
        names = (*_LEFT, *_RIGHT, *OVERLAYS)
        self.buttons = {name: self._button(act[name]) for name in names}
        self._run_menu = Menu("", self)
        self._run_menu.addAction(act["think_aloud"])
        self._run_menu.addSeparator()
        self._run_menu.addActions(speed.menu.actions())
        self.show_menu = self._make_show_menu(act)
        self._line = QFrame(self)
        self._line.setFrameShape(QFrame.Shape.VLine)
        self._line.setFixedHeight(metrics.WIDE)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(metrics.GAP, 0, metrics.GAP, 0)
        row.setSpacing(metrics.NARROW)
        self._views = [self._segment(act[view.action], view.title) for view in WindowView]
        of_guesses = {action.objectName(): action for action in act.guesses.actions()}
        self._guesses = [self._segment(of_guesses[each.value], each.words.capitalize()) for each in _GUESSES]
        self._switch = self._make_switch("View", self._views)
        self._guess_switch = self._make_switch("Guesses", self._guesses)
        for widget in (self._switch, self.level):
            row.addWidget(widget)
            row.addSpacing(metrics.GAP)
        row.addWidget(self._guess_switch)
        left, right, laid_over = ([self.buttons[name] for name in part] for part in (_LEFT, _RIGHT, OVERLAYS))
        for tool in (self.agent, *left, speed.slider, speed.label):
            row.addWidget(tool)
        row.addStretch(1)
        for tool in (*right, self._line, *laid_over):
            row.addWidget(tool)
        row.addWidget(self.show_menu)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        ends = (speed.slider, *right, *laid_over, self.show_menu)
        self.controls = [*self._views, self.level, *self._guesses, self.agent, *left, *ends]
        act["autoplay"].toggled.connect(self._name_run)
        self._arrange()

    def add_practice_tools(self, chooser: QWidget, act: InspectorActions, board: QWidget) -> None:
        """Add the tools of Practise: ``chooser`` in place of the level, and buttons for ``act`` at the right."""
        self._row.insertWidget(self._row.indexOf(self.level), chooser)
        self.chooser = chooser
        for name in _TOOLS[WindowView.PRACTISE]:
            self.buttons[name] = self._button(act[name.removeprefix("practise_")])
            self._row.addWidget(self.buttons[name])
        tools = [chooser, *(self.buttons[name] for name in _TOOLS[WindowView.PRACTISE])]
        for before, after in pairwise((self._views[-1], *tools, board)):
            QWidget.setTabOrder(before, after)
        self.controls += tools
        self._arrange()

    def set_view(self, view: WindowView) -> None:
        """Show the tools of ``view``."""
        self._view = view
        self._name_run()
        self._arrange()

    def _arrange(self) -> None:
        """Show the tools that the view has, as far as the width allows."""
        inspects = self._view is WindowView.INSPECT
        width = self.window().width()
        is_wide, is_narrow = width >= metrics.WIDE_TOOL_BAR, width < metrics.NARROW_TOOL_BAR
        in_menu = _IN_SHOW_MENU if inspects and is_narrow else ()
        for name, button in self.buttons.items():
            has_room = is_wide or name != "think_aloud"
            button.setVisible(name in _TOOLS[self._view] and name not in in_menu and has_room)
            least = {"think_aloud": metrics.WIDEST_TOOL_BAR, "why": metrics.TIGHT_TOOL_BAR}.get(name, 0)
            has_text = is_wide and width >= least and name in _WITH_TEXT[self._view]
            styles = Qt.ToolButtonStyle
            button.setToolButtonStyle(styles.ToolButtonTextBesideIcon if has_text else styles.ToolButtonIconOnly)
        self._speed.slider.setVisible(inspects and is_wide)
        self._speed.label.setVisible(inspects and width >= metrics.TIGHT_TOOL_BAR)
        self._line.setVisible(inspects and not is_narrow)
        self.show_menu.setVisible(bool(in_menu))
        has_agent = self._view is WindowView.AGENT
        practises = self._view is WindowView.PRACTISE
        is_tight = not practises and width < metrics.TIGHT_TOOL_BAR
        for view, button in zip(WindowView, self._views, strict=True):
            set_property(button, "narrow", is_narrow or is_tight)
            # One view gives way to the others, but not while it is shown.
            button.setHidden(is_narrow and view is WindowView.AGENT and not has_agent)
        if self.chooser is not None:
            self.chooser.setVisible(practises)
        self.level.setHidden(practises or (has_agent and is_narrow))
        self.agent.setVisible(has_agent)
        self.agent.set_narrow(is_narrow)
        self.level.set_short(is_tight)
        self._guess_switch.setVisible(self._view is WindowView.PLAY)
        for button, (guesses, short) in zip(self._guesses, _GUESSES.items(), strict=True):
            set_property(button, "narrow", is_tight)
            button.defaultAction().setIconText(guesses.words.capitalize() if is_wide else short)
        self._offer_speeds((has_agent and not is_narrow) or (inspects and not is_wide))
        # Its segments may be narrower than before, which a layout takes note of only later.
        self._switch.updateGeometry()
        self._guess_switch.updateGeometry()
        for name, button in self.buttons.items():
            is_known = self._preferences.switch(f"used_{button.defaultAction().objectName()}", default=False)
            if name in _TOOLS[self._view] and not is_known:
                style = button.toolButtonStyle()
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                if self._row.sizeHint().width() > self.width():
                    button.setToolButtonStyle(style)

    def _keep_used(self) -> None:
        """Note that a tool was used: its word goes with the next change of view or size, lest the others move now."""
        self._preferences.set_switch(f"used_{self.sender().objectName()}", on=True)

    def _name_run(self) -> None:
        """Name the button of Auto-play in the words of the view."""
        action = self.buttons["autoplay"].defaultAction()
        own = "Stop" if action.isChecked() else "Run"
        action.setIconText(own if self._view is WindowView.AGENT else "Auto-play")

    def _offer_speeds(self, is_offered: bool) -> None:
        """Set whether the button of Auto-play has the menu of speeds beside it."""
        button, modes = self.buttons["autoplay"], QToolButton.ToolButtonPopupMode
        mode = modes.MenuButtonPopup if is_offered else modes.DelayedPopup
        if button.popupMode() is not mode:
            button.setPopupMode(mode)
            # The room for the arrow is a rule of the style sheet, which would be looked up again with the theme only.
            button.style().unpolish(button)
            button.style().polish(button)
        # The stubs of PySide don't know that a menu can be taken away.
        button.setMenu(self._run_menu if is_offered else None)  # type: ignore[arg-type]  # None takes it away

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        action.triggered.connect(self._keep_used)
        button.setIconSize(QSize(metrics.TOOL_ICON, metrics.TOOL_ICON))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _segment(self, action: QAction, text: str) -> QToolButton:
        action.setIconText(text)
        button = self._button(action)
        button.setAccessibleName(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        return button

    def _make_switch(self, name: str, segments: list[QToolButton]) -> QFrame:
        switch = QFrame(self)
        switch.setObjectName("view_switch")
        switch.setAccessibleName(name)
        switch.setFixedHeight(metrics.TOOL_HEIGHT)
        row = filled(ROW, 0, *segments)
        row.setContentsMargins(metrics.HAIR, metrics.HAIR, metrics.HAIR, metrics.HAIR)
        switch.setLayout(row)
        return switch

    def _make_show_menu(self, act: Actions) -> QToolButton:
        button = QToolButton(self)
        button.setText("Show")
        button.setToolTip("What is laid over the board, and Inspect by Click")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = Menu("", button)
        menu.addActions([act[name] for name in _IN_SHOW_MENU])
        button.setMenu(menu)
        return button

    # -- overrides of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        # Smaller than its contents, so that some are hidden instead of moving into an overflow menu.
        return QSize(0, metrics.TOOL_HEIGHT)


def add_tool_bar(window: QMainWindow, bar: GameBar, toggle: QAction) -> QToolBar:
    """Add a tool bar with ``bar`` to ``window``, which ``toggle`` shows and hides; return it."""
    made = QToolBar("Tools", window, movable=False, floatable=False)
    made.setObjectName("game_bar")
    made.setFixedHeight(metrics.TOOL_BAR_HEIGHT)
    made.addWidget(bar)
    window.addToolBar(made)
    # A second action for the same purpose, of which the menu bar knows nothing.
    made.toggleViewAction().setVisible(False)
    toggle.toggled.connect(made.setVisible)
    return made


def speed_text(speed: float) -> str:
    """Return the name of a speed of Auto-play, in moves per second."""
    if 0 < speed < 1:
        return f"a move in {round(1 / speed)} s"
    return f"{counted(round(speed), 'move')}/s" if speed else "instant"


def _level_text(difficulty: Difficulty) -> str:
    size = size_text(difficulty.height, difficulty.width)
    return f"{difficulty.title}  {size}"

"""Every action of the window: text, icon, keys and what it says of itself, in one table."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui import assets, wording
from minesweeper_qt.model import LEVELS, Level


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    text: str
    keys: str
    tip: str
    icon: str = ""
    checkable: bool = False


_REPEATING = ("ai_move", "step", "slower", "faster", "zoom_in", "zoom_out")
"""What goes on while its key is held down. Nothing else does: a held F would make a flag flicker."""

_TABLE = (
    _Entry("new_game", "&New Game", "Ctrl+N", "Start a new game at this level", "new-game"),
    _Entry("restart", "&Restart", "Ctrl+R", "Play the same board again from its start", "restart"),
    _Entry("reveal", "Re&veal or Chord", "Space", "Reveal the cell under the cursor, or chord on a number"),
    _Entry("flag", "&Flag", "F", "Put a flag on the cell under the cursor, or take it off", "flag"),
    _Entry(
        "copy_seed",
        "&Copy Seed",
        "Ctrl+Shift+S",
        "Copy the number that, with the same first click, brings this board again",
    ),
    _Entry("quit", "&Quit", "Ctrl+Q", "Close the window", "quit"),
    _Entry("ai_move", "&AI Move", "A", "Let the AI make one move: a safe one if it knows one", "ai-move"),
    _Entry("autoplay", "Auto-&play", "P", "Let the AI play to the end; again to stop", "autoplay", True),
    _Entry("step", "Single &Step", "S", "Stop Auto-play and make one move of it", "step"),
    _Entry("slower", "S&lower", "[", "Auto-play with fewer moves per second"),
    _Entry("faster", "Fas&ter", "]", "Auto-play with more moves per second, up to instant"),
    _Entry("hint", "&Hint", "H", "Show the best next cell and why, without playing it", "hint"),
    _Entry(
        "tell_mines",
        "Tell AI the &Number of Mines",
        "M",
        "The knowledge base reckons with the number of mines",
        "",
        True,
    ),
    _Entry("overlay", "&Overlay", "O", "Colour the cells that the AI knows to be safe or mines", "overlay", True),
    _Entry("risks", "Mine &Risks", "R", "Colour each covered cell by its exact chance to be a mine", "risks", True),
    _Entry("knowledge", "&Knowledge Base", "K", "Show the sentences that the AI knows", "knowledge", True),
    _Entry("find", "Fin&d Sentences", "Ctrl+F", "Filter the knowledge base by a text or a cell"),
    _Entry("coordinates", "&Coordinates", "C", "Number the rows and columns", "", True),
    _Entry("show_all", "Select &No Cell", "Escape", "Stop thinking; show the sentences of all cells again"),
    _Entry("zoom_in", "Zoom &In", "Ctrl++ Ctrl+=", "Larger cells", "zoom-in"),
    _Entry("zoom_out", "Zoo&m Out", "Ctrl+-", "Smaller cells", "zoom-out"),
    _Entry("zoom_fit", "&Fit Window", "Ctrl+0", "Cells as large as the window allows", "zoom-fit"),
    _Entry("full_screen", "F&ull Screen", "F11", "Use the whole screen, or stop it", "", True),
    _Entry("keys", "&Mouse and Keys", "F1", "What mouse and keys do", "help"),
    _Entry("about", "&About Minesweeper", "Shift+F1", "What this program is"),
)


class Actions:
    """The window's actions by name, ``levels``, one for each level and ``custom``, and ``strategies``.

    ``reveal`` and ``flag`` work only while ``board`` has the focus: Space belongs to buttons and tables elsewhere.
    """

    def __init__(self, window: QWidget, board: QWidget) -> None:
        self._icons: dict[QAction, str] = {}
        self.by_name: dict[str, QAction] = {}
        for entry in _TABLE:
            action = self._make(window, entry)
            if entry.name in ("reveal", "flag"):
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                board.addAction(action)
            self.by_name[entry.name] = action
        self.levels: dict[str, QAction] = {}
        group = QActionGroup(window)
        for number, level in enumerate(LEVELS.values(), 1):
            size = f"{level.height} × {level.width}, {level.mines} mines"
            tip = "The rules of the CS50 project: first click may be a mine, flag all mines to win"
            entry = _Entry(
                level.name,
                f"&{number} {title(level)}: {size}",
                f"Ctrl+{number}",
                tip if level.name == "cs50" else f"New game: {size}",
                checkable=True,
            )
            self.levels[level.name] = self._make(window, entry)
        custom = _Entry("custom", "&Custom…", f"Ctrl+{len(LEVELS) + 1}", "Choose size and mines", "settings", True)
        self.levels["custom"] = self._make(window, custom)
        for action in self.levels.values():
            group.addAction(action)
        self.strategies: dict[str, QAction] = {}
        strategies = QActionGroup(window)
        for number, (name, words) in enumerate(wording.STRATEGIES.items(), 1):
            entry = _Entry(
                name,
                f"&{number} {wording.TITLES[name]}",
                f"Alt+{number}",
                f"The AI plays by: {words}",
                checkable=True,
            )
            self.strategies[name] = strategies.addAction(self._make(window, entry))
        # One of them at most: what is shown is one thing.
        overlays = QActionGroup(window)
        overlays.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for name in ("overlay", "risks"):
            overlays.addAction(self.by_name[name])
        self.refresh_icons(window)

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def all(self) -> list[QAction]:
        """Return every action."""
        return [*self.by_name.values(), *self.levels.values(), *self.strategies.values()]

    def set_icon(self, name: str, icon: str, window: QWidget) -> None:
        """Give an action another icon."""
        self._icons[self[name]] = icon
        self[name].setIcon(assets.icon(icon, window.palette()))

    def show_strategy(self, name: str) -> None:
        """Check the strategy's entry, and name it in the tips of what plays by it."""
        self.strategies[name].setChecked(True)
        for entry in _TABLE:
            if entry.name in ("ai_move", "autoplay", "step"):
                _set_tip(self[entry.name], f"{entry.tip}. Strategy: {wording.TITLES[name]}")

    def refresh_icons(self, window: QWidget) -> None:
        """Draw all icons in the palette's colours."""
        for action, icon in self._icons.items():
            action.setIcon(assets.icon(icon, window.palette()))

    def _make(self, window: QWidget, entry: _Entry) -> QAction:
        action = QAction(entry.text, window)
        action.setObjectName(entry.name)
        action.setShortcuts([QKeySequence(keys) for keys in entry.keys.split()])
        action.setCheckable(entry.checkable)
        action.setAutoRepeat(entry.name in _REPEATING)
        _set_tip(action, entry.tip)
        if entry.icon:
            self._icons[action] = entry.icon
        return action


def _set_tip(action: QAction, tip: str) -> None:
    shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{tip} ({shown})")
    action.setStatusTip(tip)


def title(level: Level) -> str:
    """Return the level's name as people write it."""
    return "CS50" if level.name == "cs50" else level.name.capitalize()

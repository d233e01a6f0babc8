"""The actions of the windows: tables of their texts, icons, keys and tips, their classes, and their menus."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.session.autoplay import STRATEGY_DESCRIPTIONS, STRATEGY_TITLES
from minesweeper_qt.gui.widgets import assets
from minesweeper_qt.gui.widgets.labels import Menu
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import DIFFICULTIES, Difficulty, Guesses, Reasoning
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.words import size_text


class Entry(NamedTuple):
    """The description of an action: its object name, menu text, shortcuts (separated by spaces), tip and icon.

    ``in_pause``: whether it stays enabled while the game is paused, since it neither plays nor shows the position.
    Of an action that shows a panel, ``topic`` is that of the panel's help, and ``title`` that of its dock, where that
    is not the text.
    """

    name: str
    text: str
    keys: str
    tip: str
    icon: str = ""
    checkable: bool = False
    in_pause: bool = False
    topic: str = ""
    title: str = ""


_switch = partial(Entry, checkable=True)
_steady = partial(Entry, in_pause=True)
_steady_switch = partial(Entry, checkable=True, in_pause=True)


OVERLAYS = {"overlay": Overlay.KNOWLEDGE, "risks": Overlay.CHANCES, "levels": Overlay.LEVELS}
"""The overlay of the board that each of the mutually exclusive actions shows, by the name of the action."""

_REPEATING = (
    *("ai_move", "step", "undo", "redo", "slower", "faster"),
    *("previous_step", "next_step", "zoom_in", "zoom_out"),
)
"""The actions that repeat while their key is held down. No others do: a held F would make a flag flicker."""

_ON_BOARD = "reveal", "flag", "say_safe", "say_mine"
"""The actions whose keys, letters too, work on the board alone."""

PANELS = (
    _steady_switch(
        "knowledge", "&Knowledge Base", "K", "Show the sentences that the AI knows", "knowledge", topic="knowledge"
    ),
    _steady_switch(
        "why_panel",
        "Why Pane&l",
        "Shift+W",
        "Show why a cell is safe or a mine, or why a sentence holds",
        topic="why",
        title="Why",
    ),
    _steady_switch(
        "known", "What Is K&nown", "Shift+L", "Show what is certain, and what reasoning it takes", topic="levels"
    ),
)
"""The panels of every window with an inspector, in the order of its menu."""

INSPECTOR_ENTRIES = (
    _switch("overlay", "&Overlay", "O", "Colour the cells that the AI knows to be safe or mines", "overlay"),
    _switch("risks", "&Risks", "R", "Colour each covered cell by its exact chance to be a mine", "risks"),
    _switch("levels", "&Levels", "L", "Colour the certain cells by the reasoning that they take", "levels"),
    Entry(
        "why", "&Why?", "W", "Prove that the cell under the cursor is safe or a mine, or show that nobody can", "why"
    ),
    _switch("inspect", "&Inspect by Click", "I", "A click on the board asks why, and does not play", "inspect"),
    _switch("follow", "Follow the C&ursor", "U", "Ask why about each cell on which the cursor rests"),
    _switch("from_clues", "From the &Clues Alone", "Shift+C", "Prove from the clues, not from what the AI knows"),
    Entry("previous_step", "Pr&evious Step", ",", "Show the step of the proof before, from anywhere in the window"),
    Entry("next_step", "Ne&xt Step", ".", "Show the next step of the proof, from anywhere in the window"),
    Entry("find", "Fin&d Sentences", "Ctrl+F", "Filter the knowledge base by a text or a cell"),
    _switch("coordinates", "&Coordinates", "C", "Number the rows and columns"),
    _switch("as_logic", "As Lo&gic", "Shift+G", "Show in the panel Why each step as a formula of logic, too"),
    Entry(
        "show_all",
        "Stop or Cl&ear",
        "Escape",
        "One step a press: stop what runs; clear what is selected and go to the board; go back to the game",
    ),
    _steady("hide_panels", "Hide &All Panels", "Shift+F9", "Leave only the board; each panel's key opens it again"),
    _steady("arrange", "De&fault Panels", "Ctrl+Shift+L", "Put all panels back to where they were at first"),
    Entry("save_knowledge", "&Save Knowledge Base…", "Ctrl+E", "Write all sentences and how they came about as JSON"),
    Entry("zoom_in", "Zoom &In", "Ctrl++ Ctrl+=", "Larger cells", "zoom-in"),
    Entry("zoom_out", "Zoo&m Out", "Ctrl+-", "Smaller cells", "zoom-out"),
    Entry("zoom_fit", "Fit &Window", "Ctrl+0", "Cells as large as the window allows", "zoom-fit"),
    *PANELS,
)
"""The actions of every window with a board and an inspector."""

GAME_PANELS = (
    _switch("agent", "M&y Agent", "Y", "Show where and why your agent differs, and what it prints", topic="agent"),
    _switch("review", "Re&view", "V", "Show what could have been known in this game", topic="timeline"),
    _steady_switch("log", "&Move Log", "G", "Show every move, who made it, its risk and the reason", topic="timeline"),
    _steady_switch("timeline", "&Timeline", "T", "Show the slider over the moves of the game", topic="timeline"),
)
"""The other panels of the game window."""

GAME_ENTRIES = (
    _steady("new_game", "&New Game", "F2 Ctrl+N", "Start a new game at this level", "new-game"),
    _steady("restart", "&Restart", "Ctrl+R", "Play the same board again from its start", "restart"),
    Entry("reveal", "Re&veal or Chord", "Space", "Reveal the cell under the cursor, or chord on a number"),
    Entry("flag", "&Flag", "F", "Put a flag on the cell under the cursor, or take it off", "flag"),
    Entry("flag_proved", "Flag What Is Pro&ved", "Shift+F", "Put flags on what the AI knows to be mines: a help"),
    Entry("where", "&Where Am I", "D", "Say what is at the cursor and around it, and what is left to do"),
    Entry("row", "Whole &Row", "Shift+D", "Say what all cells in the row of the cursor show"),
    Entry("time", "&Time", "Shift+B", "Say the time of this game, and its figures if they are shown"),
    Entry("go_to", "&Go to Cell…", "Ctrl+G", "Move the cursor to a cell that you name"),
    Entry("next_covered", "&Next Covered Cell beside a Clue", "E", "Move the cursor to where clues tell something"),
    Entry("previous_covered", "&Previous Covered Cell beside a Clue", "Shift+E", "Move the cursor back to such a cell"),
    Entry("next_clue", "Next &Open Clue", "X", "Move the cursor to a clue beside covered cells without flags"),
    Entry("previous_clue", "Previous Open &Clue", "Shift+X", "Move the cursor back to such a clue"),
    _steady("open_game", "&Open Game or Position…", "Ctrl+Alt+O", "A game, a replay, or a position for the sandbox"),
    _steady("paste_game", "Paste Ga&me or Position", "Ctrl+V", "Open the game or position whose text was copied"),
    _steady("save_game", "Save &Game As…", "Ctrl+S", "Write the record of this game: its board and its moves"),
    _steady("statistics", "Stat&istics…", "B", "Show best times, win rates and all finished games"),
    Entry("undo", "&Back One Move", "Ctrl+Z Alt+Left", "Look at the game as it was a move before"),
    Entry("redo", "F&orward One Move", "Ctrl+Shift+Z Ctrl+Y Alt+Right", "Look at the game a move later"),
    Entry("live", "Back to the &Game", "Alt+End", "Show the game as it is now"),
    Entry("next_mistake", "Ne&xt Mistake", "J", "Show the next move that missed something certain"),
    Entry("previous_mistake", "Pre&vious Mistake", "Shift+J", "Show the mistake before"),
    Entry("save_report", "Save &Report…", "Ctrl+Shift+R", "Write the review of this game as a page for a browser"),
    Entry("branch", "&Play On from Here", "Ctrl+Return", "Discard the moves after the one shown, and play on"),
    Entry("take_back", "Take Bac&k", "Backspace", "Take the last move back; the game goes on with help"),
    Entry("prove_safe", "Whic&h Was Safe?", "Q", "Show a cell that was safe before the guess, and why"),
    _steady("sandbox", "San&dbox…", "Ctrl+B", "Type or paste a position, and ask the inspector about it"),
    Entry("sandbox_here", "Open Position in Sand&box", "Ctrl+Shift+B", "Edit a copy of the position that is shown"),
    Entry(
        "copy_seed",
        "&Copy Seed",
        "Ctrl+Shift+S",
        "Copy the number that gives this board again after the same first click",
    ),
    _steady("todays_board", "Today'&s Board", "Ctrl+D", "Play the board that everybody has at this level today"),
    _steady("calendar", "C&alendar of Boards…", "Ctrl+Shift+D", "The boards of other days, and days won in a row"),
    _steady("copy_result", "Copy R&esult", "Ctrl+Shift+K", "Copy this game as one line: date, level, time, help, code"),
    Entry("copy_code", "Cop&y Code", "Ctrl+Shift+C", "Copy a short code with which others can play this board"),
    _steady("enter_code", "En&ter Code…", "Ctrl+Shift+V", "Play the board of a code"),
    Entry("one_way", "S&how Me One Way", "Shift+Q", "Show moves that solve this board without a guess"),
    _steady_switch("pause", "Pa&use", "P", "Stop the clock and cover the board; again to go on"),
    _steady("preferences", "&Preferences…", "Ctrl+,", "Choose look, rules, mouse and keys", "settings"),
    _steady("quit", "&Quit", "Ctrl+Q", "Close the window", "quit"),
    Entry("ai_move", "&AI Move", "A", "Let the AI make one move: a safe one if it knows one", "ai-move"),
    _switch("autoplay", "Auto-&play", "Shift+P", "Let the AI play to the end; again to stop", "autoplay"),
    Entry("step", "Single &Step", "S", "Stop Auto-play and make one move", "step"),
    _steady_switch(
        "think_aloud",
        "Thin&k Aloud",
        "Shift+T",
        "Let Auto-play say each move before it makes it, and why",
        "think-aloud",
    ),
    _steady("slower", "S&lower", "[", "Auto-play with fewer moves per second"),
    _steady("faster", "Fas&ter", "]", "Auto-play with more moves per second, up to instant"),
    Entry("hint", "&Hint", "H", "Show the best next cell and why, without playing it", "hint"),
    _switch("tell_mines", "Tell AI the &Number of Mines", "M", "Let the AI use the number of mines"),
    Entry("open_agent", "&Open My Agent…", "Ctrl+O", "Let the MinesweeperAI in your file play", "agent"),
    Entry("reload_agent", "Reloa&d My Agent", "F5", "Load the file again; the new agent learns this game", "reload"),
    Entry("drop_agent", "&Go On with the Reference", "Ctrl+Shift+O", "Play without your agent"),
    Entry("next_difference", "Ne&xt Difference", "N", "Play on to where your agent errs next", "next-difference"),
    _switch(
        "stop_at_difference",
        "Stop at &First Difference",
        "Shift+N",
        "Stop Auto-play where your agent and the reference begin to differ",
    ),
    Entry("run_audit", "Run the A&udit", "Shift+A", "Look for mistakes of your agent in many games", "audit"),
    _steady_switch("view_play", "&Play", "F6", "The board alone"),
    _steady_switch("view_inspect", "I&nspect", "F7", "The board, and beside it what the AI knows and why"),
    _steady_switch("view_agent", "&Agent", "F8", "The board, and beside it where your agent errs"),
    _steady_switch("view_practise", "Practi&se", "F12", "Positions in which you find what is certain"),
    _steady("next_view", "Ne&xt View", "F9", "Go from Play to Inspect, to Agent, to Practise, and back"),
    _steady_switch("tool_bar", "&Tool Bar", "Ctrl+T", "Show the tool bar"),
    _switch(
        "figures",
        "&Figures",
        "Ctrl+Shift+F",
        "Show 3BV, speed, clicks, efficiency and luck of this game below the time",
    ),
    _steady_switch("full_screen", "F&ull Screen", "F11", "Use the whole screen, or stop it"),
    _steady("help", "&Help", "F1", "Show the chapter about the part with the focus", "help"),
    _steady("keys", "&Mouse and Keys", "", "What mouse and keys do"),
    _steady("about", "&About Minesweeper", "", "What this program is"),
    *GAME_PANELS,
)
"""The other actions of the game window."""


_STUDENT_NUMBER = len(STRATEGY_DESCRIPTIONS) + 1
_STUDENT_TITLE = "My Agent"


def _difficulty_entry(number: int, difficulty: Difficulty) -> Entry:
    size = f"{size_text(difficulty.height, difficulty.width)}, {difficulty.mines} mines"
    tip = "The rules of the CS50 project: first click may be a mine, flag all mines to win"
    text = f"&{number} {difficulty.title}: {size}"
    is_course = difficulty.name == "cs50"
    return _steady_switch(difficulty.name, text, f"Ctrl+{number}", tip if is_course else f"New game: {size}")


DIFFICULTY_ENTRIES = (
    *(_difficulty_entry(number, difficulty) for number, difficulty in enumerate(DIFFICULTIES.values(), 1)),
    _steady_switch("custom", "&Custom…", f"Ctrl+{len(DIFFICULTIES) + 1}", "Choose size and mines", "settings"),
)
"""The actions that start a game of another level."""

GUESSES_ENTRIES = (
    _steady_switch(Guesses.AS_DEALT.value, "&Any Board", "", "New games: the mines stay, and luck decides guesses"),
    _steady_switch(
        Guesses.FAIR.value,
        "&Fair",
        "",
        "New games: a guess is safe if no cell is certainly safe,\nand a mine if one is; no game is lost by luck alone",
    ),
    _steady_switch(
        Guesses.NOT_NEEDED.value,
        "&None Needed",
        "",
        "New games: the first click starts the search for a board\nthat can be solved without a guess",
    ),
)
"""The actions that choose what becomes of guesses."""

HARDEST_ENTRIES = (
    *(
        _steady_switch(str(level), f"&{level.value} {str(level).capitalize()}", "", f"Hardest step: {level.meaning}")
        for level in Reasoning
    ),
    _steady_switch("hardest_is_exact", "&Exactly That", "", "No board whose hardest step is easier"),
)
"""The actions that choose what the hardest step of boards without a guess takes."""

STRATEGY_ENTRIES = (
    *(
        _switch(name, f"&{number} {STRATEGY_TITLES[name]}", f"Alt+{number}", f"The AI plays by: {words}")
        for number, (name, words) in enumerate(STRATEGY_DESCRIPTIONS.items(), 1)
    ),
    _switch(
        STUDENT,
        f"&{_STUDENT_NUMBER} {_STUDENT_TITLE}",
        f"Alt+{_STUDENT_NUMBER}",
        "Your agent plays; the reference watches",
    ),
)
"""The actions that choose what the AI plays by; the last one lets the student's agent play."""


class InspectorActions:
    """The actions of a window with a board and an inspector.

    ``by_name`` maps each entry's name to its action, as indexing with the name does. ``resting_groups`` have those that
    a pause disables. ``keys`` has the keys of each, those that are left out included.
    """

    def __init__(self, window: QWidget, entries: Iterable[Entry] = INSPECTOR_ENTRIES) -> None:
        self._icons: dict[QAction, str] = {}
        self.keys: dict[QAction, list[str]] = {}
        self._first_keys: dict[QAction, list[str]] = {}
        self._letters_are_keys = True
        self._without_keys: frozenset[str] = frozenset()
        self._resting = QActionGroup(window)
        self._resting.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self.resting_groups = [self._resting]
        self.by_name = {entry.name: self._make(window, entry) for entry in entries}
        # At most one of them is checked: the board shows one overlay at a time.
        self._overlays = QActionGroup(window)
        self._overlays.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for name in OVERLAYS.keys() & self.by_name.keys():
            self._overlays.addAction(self.by_name[name])
        self.resting_groups.append(self._overlays)

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def connect(self, **slots: Callable[..., object]) -> None:
        """Let each of these actions call the slot that is given under its name when it is triggered."""
        for name, slot in slots.items():
            self[name].triggered.connect(slot)

    def switches(self) -> list[QAction]:
        """Return the actions that are switched on and off, each by itself; their data is the name to speak."""
        exclusive = QActionGroup.ExclusionPolicy.Exclusive
        groups = ((action, action.actionGroup()) for action in self.by_name.values() if action.isCheckable())
        return [action for action, group in groups if group is None or group.exclusionPolicy() is not exclusive]

    def overlay(self) -> Overlay:
        """Return the chosen overlay, ``Overlay.OFF`` if none is."""
        chosen = self._overlays.checkedAction()
        return OVERLAYS[chosen.objectName()] if chosen is not None else Overlay.OFF

    def use_letters(self, are_keys: bool) -> None:
        """Give all actions their keys, or, unless letters ``are_keys``, only those of more than one character.

        Digits and punctuation are meant too, also with Shift. Speech input types them, and would trigger actions
        (WCAG 2.1.4). F works on the board alone, which could not be played without it, nor without a letter to reveal.
        """
        self._letters_are_keys = are_keys
        self._set_keys()

    def set_keys(self, own: Mapping[str, str], left_out: Iterable[str] = ()) -> None:
        """Give each action the key that ``own`` has for its name, and all others their first ones that are free.

        Those in ``left_out`` have none of the latter with one character; menus, buttons and other keys work as before.
        """
        for action, keys in self._first_keys.items():
            free, key = [each for each in keys if each not in own.values()], own.get(action.objectName())
            self.keys[action] = free if key is None else [key]
        self._without_keys = frozenset(left_out) - own.keys()
        self._set_keys()

    def leaves_out(self, keys: QKeySequence) -> bool:
        """Return whether ``keys`` do nothing now because their action was left out."""
        missing = [own for action, own in self.keys.items() if keys not in action.shortcuts()]
        return self._letters_are_keys and any(keys in map(QKeySequence, own) for own in missing)

    def _set_keys(self) -> None:
        for action, keys in self.keys.items():
            name = action.objectName()
            has_letters = name in _ON_BOARD or (self._letters_are_keys and name not in self._without_keys)
            used = [key for key in keys if has_letters or len(key.removeprefix("Shift+")) > 1]
            action.setShortcuts([QKeySequence(key) for key in used])
            _set_tip(action, action.statusTip())

    def set_paused(self, is_paused: bool) -> None:
        """Disable all actions but those of a pause, or let each be enabled again as it is without one."""
        for group in self.resting_groups:
            group.setEnabled(not is_paused)

    def refresh_icons(self, window: QWidget) -> None:
        """Draw all icons in the palette's colours."""
        for action, icon in self._icons.items():
            action.setIcon(assets.icon(icon, window.palette()))

    def _make(self, window: QWidget, entry: Entry) -> QAction:
        action = QAction(entry.text, window, checkable=entry.checkable, autoRepeat=entry.name in _REPEATING)
        action.setObjectName(entry.name)
        self.keys[action] = self._first_keys[action] = entry.keys.split()
        if entry.name == "full_screen":  # macOS has another key for it
            self.keys[action] += {QKeySequence(QKeySequence.StandardKey.FullScreen).toString()} - {"F11", ""}
        action.setShortcuts([QKeySequence(key) for key in self.keys[action]])
        action.setData(entry.text.replace("&", ""))
        # Menus would show the icon in place of the check mark; those of macOS have none.
        action.setIconVisibleInMenu(not entry.checkable and sys.platform != "darwin")
        _set_tip(action, entry.tip)
        if entry.icon:
            self._icons[action] = entry.icon
            action.setIcon(assets.icon(entry.icon, window.palette()))
        if not entry.in_pause:
            self._resting.addAction(action)
        return action


class Actions(InspectorActions):
    """The actions of the game window.

    Attributes besides ``by_name``: ``difficulties``, an action for each preset and for ``custom``; ``guesses``, the
    group of what becomes of them; ``hardest``, that of the hardest steps, and ``hardest_is_exact``; ``strategies``, an
    action for each strategy of the AI.

    ``reveal`` and ``flag`` work only while ``board`` has the focus, since buttons and tables use Space themselves.
    """

    def __init__(self, window: QWidget, board: QWidget) -> None:
        super().__init__(window, (*INSPECTOR_ENTRIES, *GAME_ENTRIES))
        self["reload_agent"].setIconText("Reload")
        for name in ("reveal", "flag"):
            self[name].setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            board.addAction(self[name])
        self.difficulties: dict[str, QAction] = {}
        group = QActionGroup(window)
        for entry in DIFFICULTY_ENTRIES:
            self.difficulties[entry.name] = group.addAction(self._make(window, entry))
        self.guesses, self.hardest = QActionGroup(window), QActionGroup(window)
        for group, entries in ((self.guesses, GUESSES_ENTRIES), (self.hardest, HARDEST_ENTRIES[:-1])):
            for entry in entries:
                group.addAction(self._make(window, entry))
        self.hardest_is_exact = self._make(window, HARDEST_ENTRIES[-1])
        self.strategies: dict[str, QAction] = {}
        strategies = QActionGroup(window)
        for entry in STRATEGY_ENTRIES:
            self.strategies[entry.name] = action = strategies.addAction(self._make(window, entry))
            action.setObjectName(f"strategy_{entry.name}")  # two levels have the names of strategies
        self.resting_groups.append(strategies)
        self.name_student("")
        self._views = QActionGroup(window)
        for view in WindowView:
            self._views.addAction(self[view.action])

    def all(self) -> list[QAction]:
        """Return every action, without the choices of guesses, which have no keys."""
        return [*self.by_name.values(), *self.difficulties.values(), *self.strategies.values()]

    def choices_of_guesses(self) -> list[QAction]:
        """Return what becomes of guesses, then what the hardest step of boards without one takes."""
        return [*self.guesses.actions(), *self.hardest.actions(), self.hardest_is_exact]

    def set_icon(self, name: str, icon: str, window: QWidget) -> None:
        """Set the icon of the action ``name``."""
        self._icons[self[name]] = icon
        self[name].setIcon(assets.icon(icon, window.palette()))

    def show_strategy(self, name: str) -> None:
        """Check the action of the strategy ``name``, and name it in the tips of the actions that play by it."""
        self.strategies[name].setChecked(True)
        shown = STRATEGY_TITLES.get(name) or self._student_name
        for entry in GAME_ENTRIES:
            if entry.name in ("ai_move", "autoplay", "step"):
                _set_tip(self[entry.name], f"{entry.tip}. Strategy: {shown}")

    def name_student(self, name: str) -> None:
        """Name the file of the student's agent as a strategy; without one, with an empty name, it can't be chosen."""
        self._student_name = name or _STUDENT_TITLE
        action = self.strategies[STUDENT]
        action.setText(f"&{_STUDENT_NUMBER} {self._student_name.replace('&', '&&')}")
        action.setEnabled(bool(name))


def _set_tip(action: QAction, tip: str) -> None:
    shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{tip} ({shown})" if shown else tip)
    action.setStatusTip(tip)


SEPARATOR = ""
"""Stands for a separator in a list of action names."""
_ZOOM = ("zoom_in", "zoom_out", "zoom_fit")
VIEW_MENU = (*OVERLAYS, SEPARATOR, "coordinates", "as_logic", "show_all", SEPARATOR, *_ZOOM)
"""The actions of the View menu of every window around a board."""

_ASKING = ("why", "inspect", "follow", "from_clues", SEPARATOR, "previous_step", "next_step")
INSPECTOR_MENU_START = (*_ASKING, SEPARATOR, *(panel.name for panel in PANELS))
INSPECTOR_MENU_END = ("find", "save_knowledge", SEPARATOR, "hide_panels", "arrange")
"""The actions at the start and at the end of the Inspector menu of every window around a board."""


WORD_ACTIONS = "where", "row", "time", "go_to", "next_covered", "previous_covered", "next_clue", "previous_clue"
"""The actions for those who can't see the board."""


def build_menu_bar(window: QMainWindow, act: Actions, levels: QMenu, speeds: QMenu, recent: QMenu) -> list[QMenu]:
    """Add the menus to ``window``; every action is in one of them.

    Menus of their own are the ``levels``, the ``speeds`` of Auto-play, and the agents opened before.
    """
    strategies = menu_of(window, "Strateg&y", act.strategies.values())
    game = ("new_game", "restart", "pause", SEPARATOR, "reveal", "flag", "take_back", "one_way", SEPARATOR)
    moving = (menu_of(window, "Cursor and &Words", [act[name] for name in WORD_ACTIONS]), SEPARATOR, levels, SEPARATOR)
    files = ("open_game", "paste_game", "save_game", "statistics", SEPARATOR)
    boards = ("todays_board", "calendar", "enter_code", "copy_code", "copy_seed", "copy_result")
    other = (SEPARATOR, "sandbox", "sandbox_here", SEPARATOR, "preferences", SEPARATOR, "quit")
    of_game = [add_menu(window, act, "&Game", *game, *moving, *files, *boards, *other)]
    playing = ("ai_move", "autoplay", "step", "think_aloud", SEPARATOR, "slower", "faster", speeds, SEPARATOR)
    agent = ("reload_agent", "next_difference", "stop_at_difference", "run_audit", "drop_agent")
    choosing = ("hint", "flag_proved", "tell_mines", strategies, SEPARATOR, "open_agent", recent)
    of_game.append(add_menu(window, act, "&AI", *playing, *choosing, *agent))
    views = (*(view.action for view in WindowView), "next_view", SEPARATOR)
    add_menu(window, act, "&View", *views, *VIEW_MENU, SEPARATOR, "tool_bar", "figures", "full_screen")
    review = [act[name] for name in ("next_mistake", "previous_mistake", "save_report")]
    past = ("undo", "redo", "live", "branch", "prove_safe", menu_of(window, "&Review of This Game", review), SEPARATOR)
    panels = (*INSPECTOR_MENU_START, *(panel.name for panel in GAME_PANELS), SEPARATOR)
    of_game.append(add_menu(window, act, "&Inspector", *panels, *past, *INSPECTOR_MENU_END))
    add_menu(window, act, "&Help", "help", "keys", SEPARATOR, "about")
    return of_game


def add_menu(window: QMainWindow, act: InspectorActions, text: str, *items: str | QMenu) -> QMenu:
    """Add a menu to the menu bar of ``window``, of the actions with these names and of other menus; return it."""
    menu = menu_of(window, text)
    for item in items:
        if isinstance(item, QMenu):
            menu.addMenu(item)
        elif item == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(act[item])
    window.menuBar().addMenu(menu)
    return menu


def level_menu(window: QMainWindow, act: Actions) -> QMenu:
    """Return the menu of the levels, and at its end that of guesses."""
    levels = menu_of(window, "&Level", act.difficulties.values())
    levels.insertSeparator(act.difficulties["custom"])
    levels.addSeparator()
    guesses = menu_of(window, "&Guesses", act.guesses.actions())
    hardest = menu_of(window, "&Hardest Step", act.hardest.actions())
    hardest.addSeparator()
    hardest.addAction(act.hardest_is_exact)
    guesses.addMenu(hardest)
    levels.addMenu(guesses)
    return levels


def menu_of(window: QMainWindow, text: str, actions: Iterable[QAction] = ()) -> QMenu:
    """Return a menu of these actions, which shows their tool tips."""
    menu = Menu(text, window)
    menu.addActions(list(actions))
    return menu

"""Tests of the dialog of preferences: each field applies at once, is kept, and follows changes made elsewhere."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.preferences_dialog import PreferencesDialog
from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.preferences import Preferences, WindowView
from minesweeper_qt.model import FirstClick, State
from tests.gui.support.heard import Heard
from tests.gui.support.windows import ALT, CTRL, LEFT, NOTHING, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.qt_log_ignore(r"This plugin does not support raise", extend=True)

CHOICES: dict[str, tuple[Enum | str | float, ...]] = {
    "theme": tuple(ThemeChoice),
    "tiles": (TileSet.OWN, TileSet.CLASSIC),
    "number_colours": (NumberColours.CLASSIC, NumberColours.COLOUR_BLIND),
    "first_click": (FirstClick.OPENING, FirstClick.SAFE, FirstClick.ANYTHING),
    "hint_stages": ("play", "always", "never"),
    "speed": SPEEDS,
}
SWITCHES = (
    *("reduced_motion", "keeps_risks", "question_marks", "pauses_without_focus", "asks_new_game", "asks_branch"),
    *("chord_on_left", "long_press_flags", "letters_are_keys", "keys_point", "flags_on_number"),
)


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def dialog(qtbot: QtBot, preferences: Preferences) -> PreferencesDialog:
    window = QWidget()
    qtbot.addWidget(window)
    act = Actions(window, window)
    made = PreferencesDialog(preferences, act, window)
    qtbot.addWidget(made)
    made.bring_up()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def field(dialog: PreferencesDialog, name: str) -> QWidget:
    """Return the field with this name, on its page that is then in front."""
    found = dialog.findChild(QWidget, name)
    assert found is not None, name
    pages = map(dialog.pages.widget, range(dialog.pages.count()))
    dialog.pages.setCurrentWidget(next(page for page in pages if page.isAncestorOf(found)))
    return found


def box_of(dialog: PreferencesDialog, name: str) -> QCheckBox:
    box = field(dialog, name)
    assert isinstance(box, QCheckBox)
    return box


def toggle(dialog: PreferencesDialog, name: str) -> None:
    """Click a check box."""
    box = box_of(dialog, name)
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))


def choose(dialog: PreferencesDialog, name: str, index: int) -> None:
    """Choose an entry of a list by the keys Home and Down."""
    box = field(dialog, name)
    assert isinstance(box, QComboBox)
    box.setFocus()
    QTest.keyClick(box, Key.Key_Home)
    for _ in range(index):
        QTest.keyClick(box, Key.Key_Down)
    assert box.currentIndex() == index


# -- the dialog alone


def test_a_switch_is_named_by_label_and_text_and_a_choice_is_heard(dialog: PreferencesDialog, heard: Heard) -> None:
    assert box_of(dialog, "keeps_risks").accessibleName() == "Risks: stay on in a new game"
    interface = QAccessible.queryAccessibleInterface(box_of(dialog, "pauses_without_focus"))
    assert interface.text(QAccessible.Text.Name) == "Pause: when another program gets the focus"
    assert not interface.relations(QAccessible.RelationFlag.Label), "or else that is heard in place of the name"
    theme, tiles, numbers = (field(dialog, name) for name in ("theme", "tiles", "number_colours"))
    theme.setFocus()
    for box, choice in ((theme, "Light"), (tiles, "Classic, bevelled"), (numbers, "Safe with any colour vision")):
        assert box.hasFocus()
        heard.take()
        QTest.keyClick(box, Key.Key_Down)
        assert heard.take() == [choice]
        QTest.keyClick(box, Key.Key_Up)
        heard.take()
        QTest.keyClick(box, Key.Key_Tab)
    for part in (numbers, tiles, theme, dialog.pages.tabBar()):
        QTest.keyClick(dialog.focusWidget(), Key.Key_Backtab)
        heard.take()
        assert part.hasFocus(), "what is spoken is no stop of Tab"


def test_what_is_chosen_in_a_list_is_kept_at_once_and_the_list_follows(
    dialog: PreferencesDialog, preferences: Preferences
) -> None:
    for name, values in CHOICES.items():
        for index in (*range(1, len(values)), 0):
            choose(dialog, name, index)
            assert getattr(preferences, name) is values[index]
        box = field(dialog, name)
        assert isinstance(box, QComboBox)
        for index in (*range(1, len(values)), 0):
            setattr(preferences, name, values[index])
            assert box.currentIndex() == index, name
    theme = field(dialog, "theme")
    assert isinstance(theme, QComboBox)
    assert [theme.itemText(index) for index in range(4)] == ["As the system", "Light", "Dark", "High contrast"]


def test_a_switch_is_kept_at_once_and_follows(dialog: PreferencesDialog, preferences: Preferences) -> None:
    for name in SWITCHES:
        before = getattr(preferences, name)
        assert box_of(dialog, name).isChecked() is before, name
        for value in (not before, before):
            toggle(dialog, name)
            assert getattr(preferences, name) is value, name
        setattr(preferences, name, not before)
        assert box_of(dialog, name).isChecked() is not before, name


def test_all_fields_have_names_for_screen_readers_and_the_dialog_fits_a_small_screen(dialog: PreferencesDialog) -> None:
    for kind in (QCheckBox, QComboBox):
        for found in dialog.findChildren(kind):
            assert QAccessible.queryAccessibleInterface(found).text(QAccessible.Text.Name), found.objectName()
    assert dialog.width() <= 620
    assert dialog.height() <= 440
    for index in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(index)
        assert dialog.minimumSizeHint().height() <= 440


# -- in the window


@pytest.mark.slow
def test_the_dialog_leaves_the_window_usable_and_exists_once(player: Player) -> None:
    player.key(Key.Key_Comma, CTRL)
    dialog = player.window.findChild(PreferencesDialog)
    assert dialog is not None
    player.qtbot.waitUntil(dialog.isActiveWindow)
    assert not dialog.isModal()
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    toggle(dialog, "question_marks")
    assert player.preferences.question_marks
    assert player.view.horizontalHeader().isVisible()
    toggle(dialog, "coordinates")
    assert not player.view.horizontalHeader().isVisible()
    player.action("coordinates").trigger()
    assert box_of(dialog, "coordinates").isChecked()
    QTest.keyClick(dialog, Key.Key_Escape)
    assert not dialog.isVisible()
    player.action("preferences").trigger()
    assert dialog.isVisible()
    assert player.window.findChildren(PreferencesDialog) == [dialog]


@pytest.mark.slow
def test_the_look_applies_at_once(player: Player) -> None:
    player.preferences.theme = ThemeChoice.DARK
    assert appearance.current().choices == player.preferences.appearance
    assert appearance.current().theme.name == "dark"
    assert player.window.palette().window().color() == appearance.current().theme.controls.page
    assert not appearance.current().choices.reduces_motion
    player.preferences.reduced_motion = True
    assert appearance.current().choices.reduces_motion
    assert not appearance.current().moves
    player.click((4, 4))
    number = player.number()
    before = player.picture(number)
    player.preferences.number_colours = NumberColours.COLOUR_BLIND
    player.qtbot.waitUntil(lambda: player.picture(number) != before)
    player.preferences.number_colours = NumberColours.CLASSIC
    player.qtbot.waitUntil(lambda: player.picture(number) == before)
    cell = player.mine()
    before = player.picture(cell)
    player.preferences.tiles = TileSet.CLASSIC
    player.qtbot.waitUntil(lambda: player.picture(cell) != before)


@pytest.mark.slow
def test_the_first_click_is_that_of_a_new_game_and_of_one_in_which_nothing_was_done(player: Player) -> None:
    for rule in (FirstClick.SAFE, FirstClick.OPENING, FirstClick.ANYTHING):
        player.preferences.first_click = rule
        assert player.game.rules.first_click is rule
        assert player.game.seed == 1
        mine = player.mine()
        player.click(mine)
        assert player.face(mine) is (Face.EXPLODED if rule is FirstClick.ANYTHING else Face.REVEALED)
        if rule is FirstClick.OPENING:
            assert player.game.clues[mine] == 0
        player.again()
    player.click(player.free())
    game = player.game
    player.preferences.first_click = FirstClick.SAFE
    assert player.game is game
    assert game.rules.first_click is FirstClick.ANYTHING
    player.session.new_game()
    assert player.game.rules.first_click is FirstClick.SAFE
    player.window.actions_by.difficulties["cs50"].trigger()
    assert player.session.difficulty.name == "cs50"
    player.preferences.first_click = FirstClick.OPENING
    assert player.game.rules.first_click is FirstClick.ANYTHING


@pytest.mark.slow
def test_the_speed_is_one_with_that_of_the_tool_bar_and_letters_are_keys_only_if_chosen(player: Player) -> None:
    player.preferences.speed = SPEEDS[-1]
    assert player.session.autoplay.speed == SPEEDS[-1]
    assert player.window.speed_slider.value() == len(SPEEDS) - 1
    player.window.speed_slider.setValue(1)
    assert player.preferences.speed == SPEEDS[1]
    single = {"autoplay": "Shift+P", "previous_step": ",", "faster": "]"}
    others = {"flag": "F", "reveal": "Space", "new_game": "F2", "hide_panels": "Shift+F9", "zoom_in": "Ctrl++"}
    for are_keys in (False, True):
        player.preferences.letters_are_keys = are_keys
        for name, key in {**single, **others}.items():
            has_key = are_keys or name in others
            assert player.action(name).shortcut().toString() == (key if has_key else "")
            assert (f"({key})" in player.action(name).toolTip()) is has_key


def row_of(dialog: PreferencesDialog, start: str) -> str:
    """Choose the action whose row begins so, and return the row."""
    rows = [dialog.listed.item(row).text() for row in range(dialog.listed.count())]
    row = next(row for row, text in enumerate(rows) if text.startswith(start))
    dialog.listed.setCurrentRow(row)
    return rows[row]


@pytest.mark.slow
def test_a_key_that_is_free_can_be_chosen_for_an_action_and_no_other(make_player: MakePlayer, tmp_path: Path) -> None:
    player = make_player()
    player.action("preferences").trigger()
    dialog = player.window.findChildren(PreferencesDialog)[0]
    dialog.pages.setCurrentIndex(3)
    player.qtbot.waitUntil(dialog.isActiveWindow)
    fixed = "a key of lists, buttons and menus"
    presses: tuple[tuple[str, Qt.Key, Qt.KeyboardModifier, str], ...] = (
        ("Hint", Key.Key_R, CTRL, "Ctrl+R is Restart"),
        ("Hint", Key.Key_Space, NOTHING, "Space is Reveal or Chord"),
        ("Hint", Key.Key_Return, NOTHING, f"Return is {fixed}"),
        ("Hint", Key.Key_G, ALT, f"Alt+G is {fixed}"),
        ("Hint", Key.Key_Z, NOTHING, ""),
        ("Flag", Key.Key_H, NOTHING, ""),
        ("Reveal", Key.Key_F, NOTHING, ""),
        ("Pause", Key.Key_Space, NOTHING, f"Space is {fixed}"),
        ("New Game", Key.Key_Y, SHIFT, ""),
    )
    for name, key, modifier, user in presses:
        row, kept = row_of(dialog, name), player.preferences.keys
        assert dialog.key.accessibleName() == f"New key of {row.split(':  ')[0]}"
        dialog.key.setFocus()
        QTest.keyClick(dialog.key, key, modifier)
        assert dialog.note.text().startswith(f"{user} already; allowed is" if user else "Choose an action")
        assert (player.preferences.keys == kept) is bool(user), name
        assert dialog.key.accessibleName() == f"New key of {row.split(':  ')[0]}"
    chosen = {"hint": "Z", "flag": "H", "reveal": "F", "new_game": "Shift+Y"}
    assert player.preferences.keys == chosen
    assert row_of(dialog, "Hint") == "Hint:  Z"
    # Tab and Shift+Tab leave the field, which takes all other keys, and change nothing.
    for key, modifier in ((Key.Key_Tab, NOTHING), (Key.Key_Backtab, SHIFT), (Key.Key_Escape, NOTHING)):
        dialog.key.setFocus()
        QTest.keyClick(dialog.key, key, modifier)
        assert not dialog.key.hasFocus()
    assert player.preferences.keys == chosen
    dialog.close()
    for other in (player, make_player()):
        for view in (WindowView.INSPECT, WindowView.PLAY):
            other.window.show_view(view)
            for name, keys in chosen.items():
                assert [each.toString() for each in other.action(name).shortcuts()] == [keys]
                assert other.action(name).toolTip().endswith(f"({keys})")
        other.preferences.letters_are_keys = False
        assert not other.action("hint").shortcuts()
        assert other.action("reveal").shortcut().toString() == "F"
        other.preferences.letters_are_keys = True
    other.click((4, 4))
    other.go_to(mine := min(other.game.mines))
    other.key(Key.Key_H)
    assert other.face(mine) is Face.FLAGGED
    assert other.view.accessibleDescription() == "Arrow keys move, F: Reveal or Chord, H: Flag"
    other.window.show_view(WindowView.PRACTISE)
    act = other.window.practice.page.actions_by if other.window.practice.page else {}
    shown = {name: act[name].shortcut().toString() for name in ("say_safe", "say_mine", "hint", "why", "next")}
    assert shown == {"say_safe": "F", "say_mine": "H", "hint": "Z", "why": "W", "next": "N"}
    next(button for button in dialog.findChildren(QPushButton) if button.text() == "&Restore All").click()
    assert player.action("new_game").shortcuts() == [QKeySequence("F2"), QKeySequence("Ctrl+N")]
    assert row_of(dialog, "Flag") == "Flag:  F"
    player.preferences.keys = {"hint": "Ctrl+R"}  # as a later version may find it, in which another action has that key
    assert not player.action("restart").shortcuts()


def test_what_is_no_key_in_the_settings_counts_as_not_chosen(preferences: Preferences) -> None:
    assert preferences.keys == {}
    for kept in ("hint", ["hint", "no key"], ["hint"], ["hint", ""]):
        preferences.settings.setValue("keys", kept)
        assert preferences.keys == {}
    preferences.keys = {"hint": ",", "zoom_in": "Ctrl+,"}
    preferences.settings.sync()
    assert Preferences(QSettings(preferences.settings.fileName(), QSettings.Format.IniFormat)).keys == preferences.keys

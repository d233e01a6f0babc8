"""Tests of the dialog of preferences: each field applies at once, is kept, and follows changes made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QWidget

from minesweeper_qt.gui.game.preferences_dialog import PreferencesDialog
from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import FirstClick, State
from tests.gui.support.windows import CTRL, LEFT, RIGHT, Key, MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]


@pytest.fixture
def dialog(player: Player) -> PreferencesDialog:
    player.key(Key.Key_Comma, CTRL)
    dialog = player.window.findChild(PreferencesDialog)
    assert dialog is not None
    player.qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


@pytest.fixture(autouse=True)
def the_look_stays(qapp: QApplication) -> Iterator[None]:
    """Give the application the look back that it had before."""
    before = appearance.current().choices
    yield
    appearance.current().apply(before)


def field(dialog: PreferencesDialog, name: str) -> QWidget:
    """Return the field with this name, on its page that is then in front."""
    found = dialog.findChild(QWidget, name)
    assert found is not None, name
    pages = map(dialog.pages.widget, range(dialog.pages.count()))
    dialog.pages.setCurrentWidget(next(page for page in pages if page.isAncestorOf(found)))
    return found


def toggle(dialog: PreferencesDialog, name: str) -> None:
    """Click a check box."""
    box = field(dialog, name)
    assert isinstance(box, QCheckBox)
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


def reread(player: Player) -> Preferences:
    """Return the preferences as another program start would read them."""
    player.settings.sync()
    return Preferences(QSettings(player.settings.fileName(), QSettings.Format.IniFormat))


@pytest.mark.parametrize("index, theme", list(enumerate(ThemeChoice)))
def test_the_theme_applies_at_once(player: Player, dialog: PreferencesDialog, index: int, theme: ThemeChoice) -> None:
    choose(dialog, "theme", (index + 1) % len(ThemeChoice))
    choose(dialog, "theme", index)
    assert reread(player).theme is theme
    assert appearance.current().choices.theme is theme
    if theme is not ThemeChoice.SYSTEM:
        assert appearance.current().theme.name == theme.value
        ground = player.window.palette().window().color()
        assert ground == appearance.current().theme.controls.page


def test_the_colours_of_numbers_apply_at_once(player: Player, dialog: PreferencesDialog) -> None:
    player.session.player.reveal((4, 4))
    player.wait_until_learned()
    number = player.number()
    before = player.picture(number)
    choose(dialog, "number_colours", 1)
    assert reread(player).number_colours is NumberColours.COLOUR_BLIND
    player.qtbot.waitUntil(lambda: player.picture(number) != before)
    choose(dialog, "number_colours", 0)
    player.qtbot.waitUntil(lambda: player.picture(number) == before)


def test_the_tiles_apply_at_once(player: Player, dialog: PreferencesDialog) -> None:
    before = player.picture((0, 0))
    choose(dialog, "tiles", 1)
    assert reread(player).tiles is TileSet.CLASSIC
    player.qtbot.waitUntil(lambda: player.picture((0, 0)) != before)


def test_reduced_motion_applies_at_once(player: Player, dialog: PreferencesDialog) -> None:
    toggle(dialog, "reduced_motion")
    assert appearance.current().choices.reduces_motion
    assert not appearance.current().moves
    assert reread(player).reduced_motion


def test_coordinates_follow_the_action_and_lead_it(player: Player, dialog: PreferencesDialog) -> None:
    box = field(dialog, "coordinates")
    assert isinstance(box, QCheckBox)
    before = player.action("coordinates").isChecked()
    assert box.isChecked() is before
    toggle(dialog, "coordinates")
    assert player.action("coordinates").isChecked() is not before
    assert player.view.horizontalHeader().isVisible() is not before
    player.action("coordinates").toggle()
    assert box.isChecked() is before


@pytest.mark.parametrize("index, rule", list(enumerate((FirstClick.OPENING, FirstClick.SAFE, FirstClick.ANYTHING))))
def test_the_first_click(player: Player, dialog: PreferencesDialog, index: int, rule: FirstClick) -> None:
    choose(dialog, "first_click", index)
    assert reread(player).first_click is rule
    # A game in which nothing was done yet has the rule at once, with the seed that it had.
    assert player.game.rules.first_click is rule
    assert player.game.seed == 1
    mine = player.mine()
    player.click(mine)
    assert player.face(mine) is (Face.EXPLODED if rule is FirstClick.ANYTHING else Face.REVEALED)
    if rule is FirstClick.OPENING:
        assert player.game.clues[mine] == 0


def test_the_first_click_waits_for_the_next_game_of_one_that_has_begun(
    player: Player, dialog: PreferencesDialog
) -> None:
    player.click((4, 4))
    game = player.game
    choose(dialog, "first_click", 2)
    assert player.game is game
    player.session.new_game()
    assert player.game.rules.first_click is FirstClick.ANYTHING
    player.window.actions_by.difficulties["cs50"].trigger()
    assert player.session.difficulty.name == "cs50"
    choose(dialog, "first_click", 0)
    assert player.game.rules.first_click is FirstClick.ANYTHING


def test_question_marks(player: Player, dialog: PreferencesDialog) -> None:
    toggle(dialog, "question_marks")
    assert reread(player).question_marks
    for face in (Face.FLAGGED, Face.QUESTIONED, Face.COVERED, Face.FLAGGED):
        player.click((0, 0), RIGHT)
        assert player.face((0, 0)) is face
    player.click((0, 0), RIGHT)
    toggle(dialog, "question_marks")
    assert player.face((0, 0)) is Face.COVERED
    player.click((0, 0), RIGHT)
    player.click((0, 0), RIGHT)
    assert player.face((0, 0)) is Face.COVERED


def test_the_speed_is_one_with_that_of_the_tool_bar(player: Player, dialog: PreferencesDialog) -> None:
    slider = dialog.speed
    dialog.pages.setCurrentIndex(1)
    slider.setFocus()
    QTest.keyClick(slider, Key.Key_End)
    assert player.session.autoplay.speed == SPEEDS[-1] == reread(player).speed
    assert player.window.speed_slider.value() == len(SPEEDS) - 1
    player.window.speed_slider.setValue(1)
    assert slider.value() == 1
    assert reread(player).speed == SPEEDS[1]


def test_letters_are_no_keys_once_that_is_chosen(player: Player, dialog: PreferencesDialog) -> None:
    single = {"flag": "F", "autoplay": "Shift+P", "previous_step": ",", "faster": "]"}
    others = {"reveal": "Space", "new_game": "F2", "hide_panels": "Shift+F9", "zoom_in": "Ctrl++"}
    for are_keys in (False, True):
        toggle(dialog, "letters_are_keys")
        assert reread(player).letters_are_keys is are_keys
        for name, key in {**single, **others}.items():
            has_key = are_keys or name in others
            assert player.action(name).shortcut().toString() == (key if has_key else "")
            assert (f"({key})" in player.action(name).toolTip()) is has_key


@pytest.mark.parametrize("name", ["chord_on_left", "long_press_flags"])
def test_switches_of_the_mouse(player: Player, dialog: PreferencesDialog, name: str) -> None:
    toggle(dialog, name)
    assert getattr(reread(player), name) is False
    assert getattr(player.window.board_view.press, name) is False
    toggle(dialog, name)
    assert getattr(player.window.board_view.press, name) is True


def test_the_pause_without_focus(player: Player, dialog: PreferencesDialog, qapp: QApplication) -> None:
    toggle(dialog, "pauses_without_focus")
    assert reread(player).pauses_without_focus
    player.click((4, 4))
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert player.session.pause.is_on
    assert player.game.state is State.PLAYING


@pytest.mark.parametrize("name", ["asks_new_game", "asks_branch"])
def test_confirmations(player: Player, dialog: PreferencesDialog, name: str) -> None:
    before = getattr(reread(player), name)
    toggle(dialog, name)
    assert getattr(reread(player), name) is not before


# -- the dialog


def test_the_dialog_leaves_the_window_usable_and_exists_once(player: Player, dialog: PreferencesDialog) -> None:
    assert not dialog.isModal()
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    QTest.keyClick(dialog, Key.Key_Escape)
    assert not dialog.isVisible()
    player.action("preferences").trigger()
    assert dialog.isVisible()
    assert player.window.findChildren(PreferencesDialog) == [dialog]


def test_the_dialog_follows_the_preferences(player: Player, dialog: PreferencesDialog) -> None:
    preferences = player.window._preferences
    preferences.theme = ThemeChoice.DARK
    preferences.question_marks = True
    theme, marks = field(dialog, "theme"), field(dialog, "question_marks")
    assert isinstance(theme, QComboBox)
    assert isinstance(marks, QCheckBox)
    assert theme.currentText() == "Dark"
    assert marks.isChecked()


def test_all_fields_have_names_for_screen_readers(dialog: PreferencesDialog) -> None:
    for kind in (QCheckBox, QComboBox):
        for found in dialog.findChildren(kind):
            assert QAccessible.queryAccessibleInterface(found).text(QAccessible.Text.Name), found.objectName()


def test_the_dialog_fits_a_small_screen(dialog: PreferencesDialog) -> None:
    assert dialog.width() <= 620
    assert dialog.height() <= 440
    for index in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(index)
        assert dialog.minimumSizeHint().height() <= 440


def test_everything_comes_back(make_player: MakePlayer) -> None:
    player = make_player()
    preferences = player.window._preferences
    preferences.question_marks = True
    preferences.chord_on_left = False
    preferences.first_click = FirstClick.ANYTHING
    preferences.speed = SPEEDS[-1]
    player.window.close()
    again = make_player()
    cell = again.free()
    for _ in range(2):
        again.session.player.toggle_flag(cell)
    assert again.session.player.questions == {cell}
    assert not again.window.board_view.press.chord_on_left
    assert again.game.rules.first_click is FirstClick.ANYTHING
    assert again.session.autoplay.speed == SPEEDS[-1]

"""Tests of the preferences: saved values come back, and invalid values count as missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtWidgets import QDockWidget

from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.gui.window.preferences import MOST_AGENTS, Preferences
from minesweeper_qt.model import DIFFICULTIES, STRATEGIES, Difficulty, FirstClick, State
from tests.gui.support.windows import MakePlayer

KEYS = (
    "level",
    "custom/height",
    "custom/width",
    "custom/mines",
    "autoplay_speed",
    "zoom",
    "strategy",
    "view",
    "recent_agents",
    "switches/stops_at_difference",
    "switches/overlay",
    "switches/risks",
    "switches/coordinates",
    "switches/tell_mines",
    "switches/knowledge",
    "window/geometry",
    "window/docks",
    "window/columns",
)
NONSENSE = (
    "",
    "nonsense",
    "-1",
    "999999999999999999999",
    "1.5",
    "custom",
    "@Invalid()",
    "@ByteArray(xyz)",
    "\x00",
    "٣",
)


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    return tmp_path / "settings.ini"


def settings(ini: Path) -> QSettings:
    return QSettings(str(ini), QSettings.Format.IniFormat)


@pytest.fixture
def preferences(ini: Path) -> Preferences:
    return Preferences(settings(ini))


def reread(preferences: Preferences, ini: Path) -> Preferences:
    """Return the same preferences, read from the file again."""
    preferences.settings.sync()
    return Preferences(settings(ini))


def test_defaults(preferences: Preferences) -> None:
    assert preferences.difficulty == DIFFICULTIES["beginner"]
    assert preferences.speed == SPEEDS[2]
    assert preferences.zoom == 0
    assert preferences.switch("overlay", False) is False
    assert preferences.switch("coordinates", True) is True
    assert preferences.state("geometry") is None


@pytest.mark.parametrize(
    "difficulty", [*DIFFICULTIES.values(), Difficulty.custom(2, 2, 3), Difficulty.custom(100, 100, 9999)]
)
def test_difficulties_come_back(preferences: Preferences, ini: Path, difficulty: Difficulty) -> None:
    preferences.difficulty = difficulty
    assert reread(preferences, ini).difficulty == difficulty


@pytest.mark.parametrize("speed", SPEEDS)
def test_speeds_come_back(preferences: Preferences, ini: Path, speed: int) -> None:
    preferences.speed = speed
    assert reread(preferences, ini).speed == speed


@pytest.mark.parametrize("on", [True, False])
def test_switches_come_back(preferences: Preferences, ini: Path, on: bool) -> None:
    preferences.set_switch("overlay", on)
    for default in (True, False):
        assert preferences.switch("overlay", default) is on
        assert reread(preferences, ini).switch("overlay", default) is on


def test_states_and_zoom_come_back(preferences: Preferences, ini: Path) -> None:
    preferences.zoom = 24
    preferences.set_state("docks", QByteArray(b"\x00\x01\xff"))
    restored = reread(preferences, ini)
    assert restored.zoom == 24
    assert restored.state("docks") == QByteArray(b"\x00\x01\xff")


def test_recent_agents_come_back_each_once_and_only_a_few(preferences: Preferences, ini: Path) -> None:
    assert preferences.recent_agents == ()
    paths = [Path(f'/students/{number}/a, b; "c" é.py') for number in range(MOST_AGENTS + 1)]
    preferences.add_recent_agent(paths[0])
    preferences.add_recent_agent(Path(os.fsdecode(b"/students/\xff.py")))
    assert reread(preferences, ini).recent_agents == (paths[0],)
    for path in (*paths, paths[3]):
        preferences.add_recent_agent(path)
    expected = (paths[3], *(path for path in reversed(paths) if path != paths[3]))[:MOST_AGENTS]
    assert reread(preferences, ini).recent_agents == expected
    for path in expected:
        preferences.remove_recent_agent(path)
    assert reread(preferences, ini).recent_agents == ()


@pytest.mark.parametrize("value", ["", [], [3, None], 3.5, {"a.py": 1}, QByteArray(b"a.py")])
def test_recent_agents_that_are_no_texts_are_none(ini: Path, value: object) -> None:
    file = settings(ini)
    file.setValue("recent_agents", value)
    assert not [path for path in Preferences(file).recent_agents if path.suffix == ".py"]


@pytest.mark.parametrize("value", NONSENSE)
def test_nonsense_counts_as_missing(ini: Path, value: str) -> None:
    file = settings(ini)
    for key in KEYS:
        file.setValue(key, value)
    file.sync()
    read = Preferences(settings(ini))
    assert read.difficulty == DIFFICULTIES["beginner"]
    assert read.speed == SPEEDS[2]
    assert read.zoom >= 0
    assert read.switch("overlay", False) is False


@pytest.mark.parametrize(
    "height, width, mines", [("9", "9", "81"), ("1", "9", "3"), ("101", "9", "3"), ("9", "9", "0"), ("9", "", "3")]
)
def test_an_impossible_board_counts_as_missing(ini: Path, height: str, width: str, mines: str) -> None:
    file = settings(ini)
    for key, value in (
        ("level", "custom"),
        ("custom/height", height),
        ("custom/width", width),
        ("custom/mines", mines),
    ):
        file.setValue(key, value)
    assert Preferences(file).difficulty == DIFFICULTIES["beginner"]


# -- the values of the dialog

VALUES: dict[str, tuple[object, ...]] = {
    "theme": tuple(ThemeChoice),
    "tiles": (TileSet.OWN, TileSet.CLASSIC),
    "number_colours": tuple(NumberColours),
    "reduced_motion": (False, True),
    "first_click": (FirstClick.OPENING, FirstClick.SAFE, FirstClick.ANYTHING),
    "question_marks": (False, True),
    "speed": (4, *SPEEDS),
    "chord_on_left": (True, False),
    "long_press_flags": (True, False),
    "letters_are_keys": (True, False),
    "asks_new_game": (True, False),
    "asks_branch": (True, False),
    "pauses_without_focus": (False, True),
    "strategy": (None, *STRATEGIES),
    "view": (None, *WindowView),
}
"""All values that each preference can have, the default first."""


@pytest.mark.parametrize("name", VALUES)
def test_each_value_comes_back_and_is_announced(preferences: Preferences, ini: Path, name: str) -> None:
    default, *others = VALUES[name]
    announced: list[str] = []
    preferences.changed.connect(announced.append)
    assert getattr(preferences, name) == default
    setattr(preferences, name, default)
    assert announced == []
    for value in (*others, default):
        before = getattr(preferences, name)
        announced.clear()
        setattr(preferences, name, value)
        assert announced == [name] * (value != before)
        assert getattr(preferences, name) == value
        assert getattr(reread(preferences, ini), name) == value


def test_all_values_are_tested() -> None:
    assert {name for name, value in vars(Preferences).items() if hasattr(value, "default")} == set(VALUES)


@pytest.mark.parametrize("name", sorted(VALUES))
@pytest.mark.parametrize("value", [*NONSENSE, 3.5, ["light", "dark"], {"theme": "dark"}, QByteArray(b"dark")])
def test_an_invalid_value_is_the_default(ini: Path, name: str, value: object) -> None:
    file = settings(ini)
    file.setValue(vars(Preferences)[name].key, value)
    file.sync()
    assert getattr(Preferences(settings(ini)), name) == VALUES[name][0]
    assert getattr(Preferences(file), name) == VALUES[name][0]


def test_the_settings_of_the_last_version_are_taken_over(ini: Path) -> None:
    ini.write_text(
        "[General]\nautoplay_speed=16\nlevel=expert\nstrategy=expert\nzoom=24\n"
        "[switches]\ncoordinates=false\noverlay=true\ntell_mines=true\n"
    )
    read = Preferences(settings(ini))
    assert read.speed == 16
    assert read.difficulty == DIFFICULTIES["expert"]
    assert read.strategy == "expert"
    assert read.zoom == 24
    assert read.switch("overlay", False) is True
    assert read.switch("coordinates", True) is False


# -- in the window


@pytest.mark.slow
@pytest.mark.parametrize("value", NONSENSE)
def test_a_window_opens_with_nonsense_in_the_settings(make_player: MakePlayer, ini: Path, value: str) -> None:
    file = settings(ini)
    for key in KEYS:
        file.setValue(key, value)
    file.sync()
    player = make_player(None)
    assert player.session.difficulty == DIFFICULTIES["beginner"]
    assert player.window.isVisible()
    assert player.view.width() > 100
    player.click((4, 4))
    assert player.game.state is State.PLAYING


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["", "[General", "\x00\x01\x02", "level=beginner\n[window]\ngeometry=@ByteArray(\\x1)"]
)
def test_a_window_opens_with_a_broken_settings_file(make_player: MakePlayer, ini: Path, text: str) -> None:
    ini.write_text(text)
    player = make_player(None)
    assert player.session.difficulty == DIFFICULTIES["beginner"]


_saved: list[bytes] = []
"""The settings file that a closed window leaves."""


@pytest.mark.slow
@pytest.mark.parametrize("key", ["window/geometry", "window/docks", "window/columns"])
@pytest.mark.parametrize("junk", [b"", b"\x00" * 64, b"\xff" * 64, b"{}", b"[1, 2", b'{"widths": null, "sort": 3}'])
def test_an_invalid_state_is_ignored(make_player: MakePlayer, ini: Path, key: str, junk: bytes) -> None:
    if not _saved:
        make_player().window.close()
        settings(ini).sync()
        _saved.append(ini.read_bytes())
    ini.write_bytes(_saved[0])
    file = settings(ini)
    file.setValue(key, QByteArray(junk))
    file.sync()
    player = make_player()
    assert player.window.width() > 300
    assert player.window.knowledge_panel.isVisible()
    player.click((4, 4))
    assert player.rows()


@pytest.mark.slow
def test_settings_that_are_no_more_are_ignored(make_player: MakePlayer, ini: Path) -> None:
    file = settings(ini)
    for key, value in (
        ("keys/game/hint", "X"),
        ("keys/general/why", "none"),
        ("tiles", "folder"),
        ("tile_folder", "/no/such/folder"),
        ("sliding_press", "follow"),
        ("flag_target", "pointer"),
    ):
        file.setValue(key, value)
    file.sync()
    player = make_player()
    assert player.action("hint").shortcut().toString() == "H"
    assert player.action("why").shortcut().toString() == "W"
    player.click((4, 4))
    assert player.rows()


@pytest.mark.slow
def test_everything_comes_back(make_player: MakePlayer) -> None:
    player = make_player("intermediate")
    window = player.window
    for name in ("overlay", "coordinates", "tell_mines", "knowledge"):
        player.action(name).trigger()
    switches = {name: player.action(name).isChecked() for name in ("overlay", "coordinates", "tell_mines", "knowledge")}
    window.speed_slider.setValue(5)
    window.board_area.set_zoom(28)
    window.resize(760, 560)
    player.qtbot.waitUntil(lambda: window.width() == 760)
    window.close()
    restored = make_player(None)
    assert restored.session.difficulty == DIFFICULTIES["intermediate"]
    assert {name: restored.action(name).isChecked() for name in switches} == switches
    assert restored.window.speed_slider.value() == 5
    assert restored.session.autoplay.speed == SPEEDS[5]
    assert restored.window.board_area.zoom == 28
    assert restored.window.board_view.cell_size == 28
    assert restored.window.size() == window.size()
    assert restored.session.playthrough.uses_mine_count is switches["tell_mines"]
    assert restored.window.knowledge_panel.isVisible() is switches["knowledge"]
    assert restored.view.horizontalHeader().isVisible() is switches["coordinates"]


@pytest.mark.slow
def test_a_custom_board_comes_back(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(7, 11, 13))
    player.window.close()
    assert make_player(None).session.difficulty == Difficulty.custom(7, 11, 13)


@pytest.mark.slow
def test_docks_come_back(make_player: MakePlayer) -> None:

    player = make_player()
    dock = player.window.findChild(QDockWidget, "known_dock")
    player.window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
    player.window.close()
    restored = make_player().window
    dock = restored.findChild(QDockWidget, "known_dock")
    assert restored.dockWidgetArea(dock) is Qt.DockWidgetArea.BottomDockWidgetArea


@pytest.mark.slow
def test_a_minimised_window_remembers_its_docks(make_player: MakePlayer) -> None:
    player = make_player()
    player.window.showMinimized()
    player.qtbot.waitUntil(player.window.isMinimized)
    player.window.close()
    assert make_player().action("knowledge").isChecked()

"""Tests of the preferences: saved values come back, and invalid values count as missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings, Qt

from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.gui.window.preferences import MOST_AGENTS, Preferences, WindowView
from minesweeper_qt.model import DIFFICULTIES, STRATEGIES, Difficulty, FirstClick, Guesses, Reasoning, State
from minesweeper_qt.model.practice.practice_position import Asked, Topic
from tests.gui.support.windows import MakePlayer

KEYS = (
    *("level", "custom/height", "custom/width", "custom/mines", "recent_agents"),
    *("autoplay_speed", "zoom", "strategy", "view"),
    *("switches/stops_at_difference", "switches/overlay", "switches/risks", "switches/coordinates"),
    *("switches/tell_mines", "switches/knowledge", "window/geometry", "window/docks", "window/columns"),
)
NONSENSE = ("", "nonsense", "-1", "9" * 21, "1.5", "custom", "@Invalid()", "@ByteArray(xyz)", "\x00", "٣")
OFF_OR_ON, ON_OR_OFF = (False, True), (True, False)


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


def test_difficulties_switches_and_states_have_defaults_and_come_back(preferences: Preferences, ini: Path) -> None:
    assert preferences.difficulty == DIFFICULTIES["beginner"]
    assert preferences.speed == SPEEDS[5]
    assert preferences.switch("overlay", False) is False
    assert preferences.switch("coordinates", True) is True
    assert preferences.state("geometry") is None
    for difficulty in (*DIFFICULTIES.values(), Difficulty.custom(2, 2, 3), Difficulty.custom(100, 100, 9999)):
        preferences.difficulty = difficulty
        assert reread(preferences, ini).difficulty == difficulty
    for on in (True, False):
        preferences.set_switch("overlay", on)
        for default in (True, False):
            assert preferences.switch("overlay", default) is on
            assert reread(preferences, ini).switch("overlay", default) is on
    preferences.set_state("docks", QByteArray(b"\x00\x01\xff"))
    restored = reread(preferences, ini)
    assert restored.state("docks") == QByteArray(b"\x00\x01\xff")


def test_recent_agents_come_back_each_once_if_they_are_texts(preferences: Preferences, ini: Path) -> None:
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
    file = settings(ini)
    for value in ("", [], [3, None], 3.5, {"a.py": 1}, QByteArray(b"a.py")):
        file.setValue("recent_agents", value)
        assert not [path for path in Preferences(file).recent_agents if path.suffix == ".py"], value


def test_nonsense_and_an_impossible_board_count_as_missing(ini: Path) -> None:
    file = settings(ini)
    for value in NONSENSE:
        for key in KEYS:
            file.setValue(key, value)
        file.sync()
        read = Preferences(settings(ini))
        assert read.difficulty == DIFFICULTIES["beginner"], value
        assert read.speed == SPEEDS[5], value
        assert read.zoom == 0, value
        assert read.switch("overlay", False) is False, value
    file.setValue("level", "custom")
    for size in (("9", "9", "81"), ("1", "9", "3"), ("101", "9", "3"), ("9", "9", "0"), ("9", "", "3")):
        for key, value in zip(("height", "width", "mines"), size, strict=True):
            file.setValue(f"custom/{key}", value)
        assert Preferences(file).difficulty == DIFFICULTIES["beginner"], size


def test_a_broken_file_counts_as_missing(ini: Path) -> None:
    for text in ("", "[General", "\x00\x01\x02"):
        ini.write_text(text)
        assert Preferences(settings(ini)).difficulty == DIFFICULTIES["beginner"], text


# -- the values of the dialog

VALUES: dict[str, tuple[object, ...]] = {
    "theme": tuple(ThemeChoice),
    "tiles": (TileSet.OWN, TileSet.CLASSIC),
    "number_colours": tuple(NumberColours),
    "first_click": (FirstClick.OPENING, FirstClick.SAFE, FirstClick.ANYTHING),
    "guesses": tuple(Guesses),
    "hardest_level": (Reasoning.OVERLAP, *Reasoning),
    **dict.fromkeys(("reduced_motion", "hardest_is_exact", "keeps_risks", "question_marks"), OFF_OR_ON),
    **dict.fromkeys(("thinks_aloud", "flags_on_number", "pauses_without_focus"), OFF_OR_ON),
    **dict.fromkeys(("chord_on_left", "long_press_flags", "keys_point", "letters_are_keys"), ON_OR_OFF),
    **dict.fromkeys(("asks_new_game", "asks_branch"), ON_OR_OFF),
    "hint_stages": ("play", "always", "never"),
    "speed": (4, *SPEEDS),
    "zoom": (0, 16, 24, 64),
    "strategy": (None, *STRATEGIES),
    "view": (None, *WindowView),
    "practice_topic": (Topic.CLUE, *Topic),
    "practice_asked": tuple(Asked),
    "practice_best": tuple(range(11)),
}
"""Values that each preference can have, the default first."""


def test_each_value_comes_back_and_is_announced(preferences: Preferences, ini: Path) -> None:
    announced: list[str] = []
    preferences.changed.connect(announced.append)
    for name, (default, *others) in VALUES.items():
        assert getattr(preferences, name) == default, name
        setattr(preferences, name, default)
        assert announced == []
        for value in (*others, default):
            before = getattr(preferences, name)
            setattr(preferences, name, value)
            assert announced == [name] * (value != before), (name, value)
            assert getattr(preferences, name) == value
            assert getattr(reread(preferences, ini), name) == value
            announced.clear()


def test_all_values_are_tested() -> None:
    keys = {name: value.key for name, value in vars(Preferences).items() if hasattr(value, "default")}
    assert keys.keys() == VALUES.keys()
    assert len(set(keys.values())) == len(keys)


def test_an_invalid_value_is_the_default(ini: Path) -> None:
    file = settings(ini)
    for value in (*NONSENSE, 3.5, ["light", "dark"], {"theme": "dark"}, QByteArray(b"dark")):
        for name in VALUES:
            file.setValue(vars(Preferences)[name].key, value)
        file.sync()
        for read in (Preferences(settings(ini)), Preferences(file)):
            assert {name: getattr(read, name) for name in VALUES} == {name: VALUES[name][0] for name in VALUES}, value


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
def test_a_window_opens_with_nonsense_in_the_settings(make_player: MakePlayer, tmp_path: Path) -> None:
    # Texts for all, a cell that is too large, one that is too small, and states that are no states.
    for number, value in enumerate(("nonsense", "999999999999999999999", "\u0663", QByteArray(b"\xff" * 64))):
        file = settings(tmp_path / f"{number}.ini")
        for key in KEYS:
            file.setValue(key, value)
        file.sync()
        player = make_player(None, ini=f"{number}.ini")
        assert player.session.difficulty == DIFFICULTIES["beginner"]
        assert player.window.isVisible()
        assert player.window.width() > 300
        assert player.view.width() > 100
        assert player.window.knowledge_panel.isVisible()
        player.click((4, 4))
        assert player.game.state is State.PLAYING
        assert player.rows()
        player.window.close()


@pytest.mark.slow
def test_everything_comes_back(make_player: MakePlayer) -> None:
    board = Difficulty.custom(7, 11, 13)
    player = make_player(board)
    window, preferences = player.window, player.preferences
    for name in ("overlay", "coordinates", "tell_mines", "knowledge"):
        player.action(name).trigger()
    switches = {name: player.action(name).isChecked() for name in ("overlay", "coordinates", "tell_mines", "knowledge")}
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, window.inspector.docks["known"])
    window.speed_slider.setValue(8)
    window.board_area.set_zoom(28)
    preferences.question_marks = True
    preferences.chord_on_left = False
    preferences.first_click = FirstClick.ANYTHING
    window.resize(760, 560)
    player.qtbot.waitUntil(lambda: window.width() == 760)
    window.close()
    restored = make_player(None)
    again = restored.window
    assert restored.session.difficulty == board
    assert {name: restored.action(name).isChecked() for name in switches} == switches
    assert again.dockWidgetArea(again.inspector.docks["known"]) is Qt.DockWidgetArea.BottomDockWidgetArea
    assert again.speed_slider.value() == 8
    assert restored.session.autoplay.speed == SPEEDS[8]
    assert again.board_area.zoom == 28
    assert again.board_view.cell_size == 28
    assert again.size() == window.size()
    assert restored.session.playthrough.uses_mine_count is switches["tell_mines"]
    assert again.knowledge_panel.isVisible() is switches["knowledge"]
    assert restored.view.horizontalHeader().isVisible() is switches["coordinates"]
    press = again.board_view.press
    assert (press.chord_on_left, press.long_press_flags) == (False, True)
    assert restored.game.rules.first_click is FirstClick.ANYTHING
    cell = restored.free()
    for _ in range(2):
        restored.session.player.toggle_flag(cell)
    assert restored.session.player.questions == {cell}


@pytest.mark.slow
def test_a_minimised_window_remembers_its_docks(make_player: MakePlayer) -> None:
    player = make_player()
    player.window.showMinimized()
    player.qtbot.waitUntil(player.window.isMinimized)
    player.window.close()
    assert make_player().action("knowledge").isChecked()

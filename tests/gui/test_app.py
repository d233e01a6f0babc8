"""Tests of the whole application: the screenshot of a game without a window, and a window that opens and closes."""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMessageBox

from minesweeper_qt.cli.output import write_note, write_output
from minesweeper_qt.gui import app
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.widgets.guarded import error_reporter
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import DIFFICULTIES, Action, Difficulty, History, Minesweeper, Record, RecordedMove, Verb
from minesweeper_qt.model.play.playthrough import STUDENT
from tests.model.support.corpus_files import copied

pytestmark = pytest.mark.slow


SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.fixture(autouse=True)
def own_settings(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use a temporary folder for settings and games, and the signal handlers of a program in a terminal.

    A shell that runs the tests in the background, or nohup, ignores some signals.
    """
    monkeypatch.setenv("MINESWEEPER_QT_DATA", str(tmp_path / "data"))
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    yield tmp_path
    for number, handler in before.items():
        signal.signal(number, handler)


def run(options: PlayOptions) -> int:
    """Run the application as the command line does."""
    return app.run(options, write_output, write_note)


def when_open(qapp: QApplication, act: object) -> None:
    """Call ``act`` with the window once it is shown."""

    def look() -> None:
        windows = [widget for widget in qapp.topLevelWidgets() if isinstance(widget, MainWindow) and widget.isVisible()]
        if windows:
            act(windows[0])
        else:
            QTimer.singleShot(5, look)

    QTimer.singleShot(0, look)


def seen_when_open(qapp: QApplication, look: Callable[[MainWindow], object]) -> list[object]:
    """Return a list that gets what ``look`` returns of the window once it is shown; the window closes then."""
    seen: list[object] = []
    when_open(qapp, lambda window: (seen.append(look(window)), window.close()))
    return seen


def test_a_picture_of_a_fresh_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "out.png"
    assert run(PlayOptions(seed=1, screenshot=picture)) == 0
    image = QImage(str(picture))
    assert image.width() >= 800
    assert image.height() >= 500
    assert len({image.pixel(x, y) for x in range(image.width()) for y in range(0, image.height(), 7)}) > 20
    assert capsys.readouterr() == ("Ready. Reveal every safe cell to win. The first cell is safe.\n", "")


def test_a_picture_of_a_game_and_of_a_position_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, file = tmp_path / "out.png", tmp_path / "in.txt"
    game = Minesweeper.at_difficulty(DIFFICULTIES["expert"], seed=1)
    history = History(game)
    history.add(RecordedMove((Action(Verb.REVEAL, (8, 8)),), seconds=5).play(game))
    pictures, position = [], "3x2x1\n01H\n01H\n"
    for text, status in ((Record.of_history(history).to_text(), "The game goes on."), (position, "2 layouts agree.")):
        file.write_text(text)
        assert run(PlayOptions(seed=1, screenshot=picture, file=file)) == 0
        pictures.append(QImage(str(picture)))
        out, err = capsys.readouterr()
        assert (out.startswith(status), err) == (True, "")
    assert run(PlayOptions(DIFFICULTIES["expert"], seed=1, screenshot=picture)) == 0
    assert QImage(str(picture)) not in pictures
    capsys.readouterr()
    picture.unlink()
    file.write_text("nonsense")
    assert run(PlayOptions(screenshot=picture, file=file)) == 1
    assert capsys.readouterr().err.startswith(f"minesweeper-qt: {file}: ")
    assert not picture.exists()


@pytest.mark.parametrize("apt", ["/bin/apt-get", None])
def test_a_machine_without_fonts_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], apt: str | None
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: apt)
    # Qt lists fontconfig's aliases on a bare Debian.
    families = SimpleNamespace(families=lambda: ["Monospace", "Sans Serif", "Serif"])
    monkeypatch.setattr(app, "QFontDatabase", families)
    assert run(PlayOptions(seed=1, screenshot=tmp_path / "out.png")) == 0
    told = capsys.readouterr().err
    assert told.startswith("no fonts are installed")
    assert ("apt-get install fonts-dejavu-core" in told) == (apt is not None)


@pytest.mark.parametrize(
    "difficulty",
    [DIFFICULTIES["cs50"], Difficulty.custom(60, 60, 500)],
    ids=lambda difficulty: f"{difficulty.name}-{difficulty.height}",
)
def test_autoplay_ends_before_the_picture_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], difficulty: Difficulty
) -> None:
    assert run(PlayOptions(difficulty, seed=3, autoplay=True, overlay=True, screenshot=tmp_path / "out.png")) == 0
    output = capsys.readouterr().out
    assert "Won in" in output or "Lost after" in output or "No moves left" in output


@pytest.mark.parametrize("system, name", [("win32", ""), ("darwin", "Minesweeper")])
def test_the_program_has_its_own_name_on_windows_and_macos(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, name: str
) -> None:
    named: list[str] = []
    shell32 = SimpleNamespace(SetCurrentProcessExplicitAppUserModelID=named.append)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(shell32=shell32), raising=False)
    monkeypatch.setattr(sys, "platform", system)
    assert run(PlayOptions(seed=1, screenshot=tmp_path / "out.png")) == 0
    assert named == (["minesweeper-qt"] if system == "win32" else [])
    assert qapp.applicationDisplayName() == name
    qapp.setApplicationDisplayName("")


def test_a_picture_leaves_nothing_else(own_settings: Path) -> None:
    picture, temporary = own_settings / "out.png", own_settings / "temporary"
    temporary.mkdir()
    # A process, since settings are written when it ends, too.
    words = ["--level", "expert", "--seed", "1", "--overlay", "--screenshot", str(picture)]
    command = [sys.executable, "-m", "minesweeper_qt", "play", *words]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=60)
    assert [*own_settings.rglob("*")] == [picture, temporary]
    gone = (
        "from pathlib import Path\nfrom minesweeper_qt.gui import app\n"
        "from minesweeper_qt.gui.options import PlayOptions\n"
        "app.run(PlayOptions(agent=Path('nowhere.py'), screenshot=Path('out.png')), print, print)\n"
    )
    subprocess.run([sys.executable, "-c", gone], env=environment, check=True, capture_output=True, timeout=60)
    assert not list(temporary.iterdir()), "where there is no picture"


def test_a_picture_that_can_not_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "missing" / "out.png"
    assert run(PlayOptions(seed=1, screenshot=picture)) == 1
    assert f"can't write {picture}" in capsys.readouterr().err
    assert not picture.exists()


def test_the_window_opens_and_closes_with_0(qapp: QApplication, own_settings: Path) -> None:
    seen = seen_when_open(
        qapp,
        lambda window: (window.session.difficulty, window.session.game.seed, window.actions_by["overlay"].isChecked()),
    )
    assert run(PlayOptions(DIFFICULTIES["intermediate"], seed=7, overlay=True)) == 0
    assert seen == [(DIFFICULTIES["intermediate"], 7, True)]
    assert [file.suffix for file in own_settings.rglob("*.ini")] == [".ini"]


def test_preferences_apply_where_no_option_is_given(qapp: QApplication) -> None:
    when_open(qapp, lambda window: window.close())
    run(PlayOptions(DIFFICULTIES["expert"], overlay=True))
    seen = seen_when_open(qapp, lambda window: (window.session.difficulty, window.actions_by["overlay"].isChecked()))
    run(PlayOptions())
    assert seen == [(DIFFICULTIES["expert"], True)]


@pytest.mark.parametrize("option, overlay", [("overlay", Overlay.KNOWLEDGE), ("probabilities", Overlay.CHANCES)])
def test_options_about_the_overlay_start_in_inspect(qapp: QApplication, option: str, overlay: Overlay) -> None:
    seen_when_open(qapp, lambda window: window.show_view(WindowView.PLAY))
    run(PlayOptions())
    seen = seen_when_open(qapp, lambda window: (window.view, window.actions_by.overlay()))
    run(PlayOptions(**{option: True}))
    assert seen == [(WindowView.INSPECT, overlay)]


def test_the_game_in_progress_goes_on_at_the_next_start_unless_options_name_another(
    qapp: QApplication, own_settings: Path
) -> None:
    kept = own_settings / "data" / "games"
    seen: list[tuple[int, bool]] = []

    def play(window: MainWindow) -> None:
        seen.append((len(window.session.game.clues), window.session.pause.is_on))
        window.session.pause.end()
        window.session.player.reveal((0, 0))
        window.session.player.toggle_flag(min(window.session.game.mines - window.session.game.mines_found))
        window.close()

    nothing_kept = PlayOptions(seed=7), PlayOptions(autoplay=True), PlayOptions(seed=7, autoplay=True)
    for options in (*nothing_kept, PlayOptions(), PlayOptions(), *nothing_kept):
        when_open(qapp, play)
        assert run(options) == 0
        assert kept.exists() == (len(seen) > len(nothing_kept))
    opened = [clues for clues, _ in seen]
    assert opened[:4] == [0] * 4
    assert opened[4] > 0
    assert opened[5:] == [0] * 3
    assert [is_paused for _, is_paused in seen] == [clues > 0 for clues in opened]
    assert len([*kept.glob("*.record")]) == 1


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_the_window_closes_when_a_signal_asks_for_the_end(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """An agent's process and its folder are gone then, as after Ctrl+Q."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    made: list[list[Path]] = []

    def act(window: MainWindow) -> None:
        made.append(list(Path(tempfile.gettempdir()).iterdir()))
        signal.raise_signal(number)

    when_open(qapp, act)
    assert run(PlayOptions(DIFFICULTIES["cs50"], seed=1, agent=copied("correct_lists", tmp_path))) == 0
    assert made[0]
    for thread in threading.enumerate():
        if thread.name.startswith("student"):  # it still ends the process; the end of the program waits for it
            thread.join(30)
    assert not list(Path(tempfile.gettempdir()).iterdir())
    assert signal.getsignal(number) is signal.SIG_DFL


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
def test_a_signal_that_is_ignored_stays_ignored(qapp: QApplication) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    ignored = seen_when_open(qapp, lambda window: signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)
    assert run(PlayOptions(seed=1)) == 0
    assert ignored == [True]


@pytest.mark.parametrize("is_interrupted", [False, True])
def test_a_damaged_settings_file_is_named_in_a_dialog_and_on_standard_error(
    qapp: QApplication, own_settings: Path, capsys: pytest.CaptureFixture[str], is_interrupted: bool
) -> None:
    when_open(qapp, lambda window: window.close())
    run(PlayOptions(DIFFICULTIES["expert"]))
    file = next(own_settings.rglob("*.ini"))
    file.write_bytes(b"\xff\0nonsense")
    assert capsys.readouterr().err == ""
    shown: list[str] = []

    def act(window: MainWindow) -> None:
        box = qapp.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown.append(box.text())
        assert window.session.difficulty == DIFFICULTIES["beginner"]
        if is_interrupted:
            signal.raise_signal(signal.SIGINT)
        else:
            box.close()
            window.close()

    when_open(qapp, lambda window: QTimer.singleShot(50, window, lambda: act(window)))
    assert run(PlayOptions()) == 0
    assert f"{file.name}.damaged" in shown[0]
    assert capsys.readouterr().err == f"minesweeper-qt: {shown[0]}\n"
    assert file.with_name(f"{file.name}.damaged").read_bytes() == b"\xff\0nonsense"
    when_open(qapp, lambda window: window.close())
    assert run(PlayOptions()) == 0
    assert capsys.readouterr().err == ""


class Failing(QObject):
    """Has a slot that raises an error."""

    @Slot()
    def fail(self) -> None:
        raise ZeroDivisionError("no")


def test_an_error_in_a_slot_is_logged_shown_once_and_passed_on(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    passed: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: passed.append(str(error)))
    hook, failing = sys.excepthook, Failing()
    noticed: list[str] = []
    shown: list[str] = []
    links = [error_reporter.noticed.connect(noticed.append)]

    def act(window: MainWindow) -> None:
        # Called next after the window has shown the mistake, before any other status takes its place.
        def look() -> None:
            shown.append(window.footer.text)

        links.append(error_reporter.noticed.connect(look, Qt.ConnectionType.QueuedConnection))
        window.actions_by["zoom_in"].triggered.connect(failing.fail)
        for _ in range(2):
            window.actions_by["zoom_in"].trigger()
        error_reporter.report(BufferError("why"), "Table.data")
        QTimer.singleShot(0, window, window.close)

    when_open(qapp, act)
    with caplog.at_level(logging.ERROR):
        assert run(PlayOptions(seed=1)) == 0
    for link in links:
        QObject.disconnect(link)
    assert passed == ["no", "no", "why"]
    in_slot, in_override = "ZeroDivisionError in Failing.fail", "BufferError in Table.data"
    assert [record.getMessage() for record in caplog.records] == [f"{in_slot}: no"] * 2 + [f"{in_override}: why"]
    assert [text.split(". ")[0] for text in noticed] == [
        f"A mistake in the program: {where}" for where in (in_slot, in_override)
    ]
    assert "A mistake in the program" in shown[0]
    assert sys.excepthook is hook


@pytest.mark.parametrize(
    "words, override, before, style",
    [
        ((), None, "windowsvista", "fusion"),
        ((), None, "fusion", None),
        (("-style", "windows"), None, "windows", None),
        (("--style=windows",), None, "windows", None),
        (("-platform", "offscreen"), None, "macos", "fusion"),
        ((), "windows", "windows", None),
    ],
)
def test_the_style_of_the_look_is_used_unless_another_one_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], override: str | None, before: str, style: str | None
) -> None:
    monkeypatch.delenv("QT_STYLE_OVERRIDE", raising=False)
    if override is not None:
        monkeypatch.setenv("QT_STYLE_OVERRIDE", override)
    set_to: list[str] = []
    fake: Any = SimpleNamespace(style=lambda: SimpleNamespace(name=lambda: before), setStyle=set_to.append)
    app.set_style(fake, words)
    assert set_to == ([style] if style else [])


def test_an_agent_of_the_command_line_plays_in_its_view(qapp: QApplication, tmp_path: Path) -> None:
    seen = []

    def act(window: MainWindow) -> None:
        seen.append((window.view, window.student.agent.file.path, window.session.autoplay.strategy))
        window.close()

    when_open(qapp, act)
    agent = copied("correct_lists", tmp_path)
    assert run(PlayOptions(DIFFICULTIES["cs50"], seed=5, agent=agent)) == 0
    assert seen == [(WindowView.AGENT, agent, STUDENT)]
    views = []

    def look(window: MainWindow) -> None:
        views.append(window.view)
        window.close()

    when_open(qapp, look)
    assert run(PlayOptions(None)) == 0
    assert views == [WindowView.INSPECT], "later starts open the view of the user"


def test_an_agent_that_vanished_since_it_was_checked_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(PlayOptions(agent=tmp_path / "gone.py")) == 1
    assert "'gone.py' does not exist" in capsys.readouterr().err


@pytest.mark.slow
def test_what_a_new_game_does_not_need_is_not_imported(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from minesweeper_qt.cli import main\n"
        "assert main(['--seed', '1', '--screenshot', sys.argv[1]]) == 0\n"
        "late = {'psutil', 'PySide6.QtDBus', 'minesweeper_qt.model.student.process'}\n"
        "late |= {'minesweeper_qt.gui.panels.student_agent', 'minesweeper_qt.model.strategy.expert'}\n"
        "sys.exit(' '.join(late & {*sys.modules}) or 0)\n"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run([sys.executable, "-c", code, tmp_path / "out.png"], env=environment, check=True, timeout=60)


def test_a_picture_waits_for_a_part_that_is_to_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed, show = [], MainWindow.show

    def show_and_change(window: MainWindow) -> None:
        show(window)
        timer = QTimer(window, interval=50, singleShot=True)
        timer.timeout.connect(lambda: changed.append(timer))
        timer.start()

    monkeypatch.setattr(MainWindow, "show", show_and_change)
    assert run(PlayOptions(seed=1, screenshot=tmp_path / "out.png")) == 0
    assert changed


def test_a_data_folder_that_is_not_utf_8_is_refused_in_words(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINESWEEPER_QT_DATA", os.fsdecode(os.fsencode(tmp_path) + b"/d\xff"))
    told: list[str] = []

    def warn(parent: MainWindow, title: str, text: str) -> None:
        told.append(text)
        parent.close()

    monkeypatch.setattr(dialogs, "warn", warn)
    assert run(PlayOptions()) == 0
    assert [text.partition(": /")[0] for text in told] == [
        "Your games are not kept: the name of their folder is not UTF-8"
    ]
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"settings.ini"}

"""Tests of the files that the commands write: each kind of target, by the option that names it."""

from __future__ import annotations

import os
import re
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper_qt.cli import program
from tests.cli.support.lab_program import QUICK, ROOT, rows

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs the kinds of files of Linux")

OPTIONS = {
    "--screenshot": ["play", "--level", "cs50", "--seed", "1"],
    "--plot": [*QUICK, "--games", "2"],
    "--out": [*QUICK, "--games", "2", "--resume"],
}
ENDINGS = {"--screenshot": ".png", "--plot": ".svg", "--out": ".csv"}


def run_with(option: str, target: Path, *, full_disk: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the program with ``option`` and this file, on request with a disk that is full after 100 bytes."""
    return subprocess.run(
        [sys.executable, "-m", "minesweeper_qt", *OPTIONS[option], option, target],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        preexec_fn=_fill_disk if full_disk else None,
        capture_output=True,
        text=True,
        timeout=120,
    )


def _fill_disk() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def errors(result: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in result.stderr.splitlines() if line.startswith("minesweeper-qt: error: ")]


@pytest.mark.parametrize("option", OPTIONS)
def test_a_folder_is_refused_before_anything_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    target = tmp_path / f"file{ENDINGS[option]}"
    target.mkdir()
    with pytest.raises(SystemExit) as end:
        program.main([*OPTIONS[option], option, str(target)])
    assert end.value.code == 2
    assert re.fullmatch(
        f"minesweeper-qt: error: {option}: '.*' is a folder; allowed is a file name that ends in .*\n",
        capsys.readouterr().err,
    )


@pytest.mark.long
@pytest.mark.parametrize("option", ["--screenshot", "--plot"])
def test_a_device_and_a_pipe_are_written_into(tmp_path: Path, option: str) -> None:
    full, pipe = tmp_path / f"full{ENDINGS[option]}", tmp_path / f"pipe{ENDINGS[option]}"
    os.mkfifo(pipe)
    try:
        os.mknod(full, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("devices may not be made here")
    result = run_with(option, full)
    assert result.returncode == 1
    assert [line.endswith(f"{full}: No space left on device") for line in errors(result)] == [True]
    assert stat.S_ISCHR(os.lstat(full).st_mode)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        result = run_with(option, pipe)
        data = reader.communicate(timeout=60)[0]
    assert (result.returncode, errors(result)) == (0, [])
    assert data.startswith(b"\x89PNG" if option == "--screenshot" else b"<?xml")
    assert stat.S_ISFIFO(os.lstat(pipe).st_mode)
    assert sorted(tmp_path.iterdir()) == [full, pipe]


@pytest.mark.slow
def test_a_link_to_the_screenshot_is_followed_and_the_mode_kept(tmp_path: Path) -> None:
    real, link = linked(tmp_path, ".png")
    result = run_with("--screenshot", link)
    assert (result.returncode, errors(result)) == (0, [])
    assert real.read_bytes().startswith(b"\x89PNG")
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert link.is_symlink()


@pytest.mark.slow
def test_links_to_the_results_and_the_plot_are_followed_and_the_modes_kept(tmp_path: Path) -> None:
    places = {option: linked(tmp_path, ENDINGS[option]) for option in ("--plot", "--out")}
    places["--out"][0].write_bytes(b"")
    links = [str(word) for option, (_, link) in places.items() for word in (option, link)]
    assert program.main([*QUICK, "--games", "2", "--resume", *links]) == 0
    for real, link in places.values():
        assert stat.S_IMODE(real.stat().st_mode) == 0o600
        assert link.is_symlink()
    assert len(rows(places["--out"][0])) == 4
    assert places["--plot"][0].read_bytes().startswith(b"<?xml")


def linked(folder: Path, ending: str) -> tuple[Path, Path]:
    """Write a file that only its owner may read, and return it and a link to it."""
    real, link = folder / f"real{ending}", folder / f"link{ending}"
    real.write_bytes(b"old")
    real.chmod(0o600)
    link.symlink_to(real)
    return real, link


@pytest.mark.slow
def test_a_full_disk_leaves_the_old_screenshot_and_no_draft(tmp_path: Path) -> None:
    target = tmp_path / "file.png"
    target.write_bytes(b"old")
    result = run_with("--screenshot", target, full_disk=True)
    assert result.returncode == 1
    assert [line.endswith(f"{target}: File too large") for line in errors(result)] == [True]
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("is_pipe", [False, True])
def test_results_are_never_written_to_a_device_or_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], is_pipe: bool
) -> None:
    target = tmp_path / "file.csv"
    if is_pipe:
        os.mkfifo(target)
    else:
        try:
            os.mknod(target, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        except PermissionError:
            pytest.skip("devices may not be made here")
    with pytest.raises(SystemExit) as end:
        program.main([*OPTIONS["--out"], "--out", str(target)])
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert "it is no regular file" in err
    assert not target.is_file()


@pytest.mark.slow
def test_a_full_disk_of_both_files_is_named_twice(tmp_path: Path) -> None:
    out, plot = tmp_path / "out.csv", tmp_path / "plot.svg"
    plot.write_bytes(b"old")

    def fill_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (800, 800))

    result = subprocess.run(
        [sys.executable, "-m", "minesweeper_qt", *QUICK, "--games", "9", "--out", out, "--plot", plot],
        cwd=ROOT,
        preexec_fn=fill_disk,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 1
    assert errors(result) == [f"minesweeper-qt: error: {path}: File too large" for path in (out, plot)]
    assert "cs50-count" in result.stdout
    assert plot.read_bytes() == b"old"
    assert sorted(tmp_path.iterdir()) == [out, plot]

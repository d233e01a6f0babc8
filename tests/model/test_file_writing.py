"""Tests of writing whole files: every kind of target, each failure, and that no draft is left behind."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper_qt.model.file_writing import check_target, read_whole, write_whole

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs the kinds of files of Linux")

OLD, NEW = b"old contents", b"new"
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may do that")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return a file with the contents ``OLD`` in a folder of its own."""
    path = tmp_path / "folder" / "file.txt"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Yield a folder that every user may enter."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def refusal(path: Path) -> OSError:
    """Return the error of writing to ``path``, which must leave its folder as it was."""
    before = {entry: os.lstat(entry).st_ino for entry in path.parent.iterdir()}
    with pytest.raises(OSError, match=r"\[Errno [0-9]+\] .+") as error:
        write_whole(path, NEW)
    assert {entry: os.lstat(entry).st_ino for entry in path.parent.iterdir()} == before
    return error.value


def as_nobody(code: str, *arguments: object) -> str:
    """Run ``code`` in a process of the user nobody, and return what it prints."""
    before = "import os, sys\nfrom pathlib import Path\nfrom minesweeper_qt.model.file_writing import write_whole\n"
    # The import must come first: nobody may not read the project.
    change = "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
    command = [sys.executable, "-c", before + change + code, *map(str, arguments)]
    result = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout


WRITE = """
try:
    write_whole(Path(sys.argv[1]), b"new")
except OSError as wrong:
    print(wrong.strerror)
"""


# -- regular files


def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "file", NEW)
    finally:
        os.umask(before)
    assert (tmp_path / "file").read_bytes() == NEW
    assert stat.S_IMODE(os.stat(tmp_path / "file").st_mode) == 0o640
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o666, 0o640])
def test_a_replaced_file_keeps_its_mode(target: Path, mode: int) -> None:
    target.chmod(mode)
    number = target.stat().st_ino
    write_whole(target, NEW)
    assert target.read_bytes() == NEW
    assert stat.S_IMODE(target.stat().st_mode) == mode
    assert target.stat().st_ino != number, "readers must see the old contents or the new, not a half"
    assert list(target.parent.iterdir()) == [target]


@as_root
@pytest.mark.parametrize(
    "mode, owner, folder_owner, cause",
    [
        (0o444, 65534, 65534, "it is read-only for this user"),
        (0o600, 0, 65534, "it is read-only for this user"),
        (0o644, 65534, 0, "the folder '{}' may not be written to"),
        (None, 0, 0, "the folder '{}' may not be written to"),
    ],
)
def test_what_is_forbidden_is_named(
    open_folder: Path, mode: int | None, owner: int, folder_owner: int, cause: str
) -> None:
    target = open_folder / "file"
    if mode is not None:
        target.write_bytes(OLD)
        target.chmod(mode)
        os.chown(target, owner, -1)
    os.chown(open_folder, folder_owner, -1)
    assert as_nobody(WRITE, target).strip() == cause.format(open_folder)
    assert [path.read_bytes() for path in open_folder.iterdir()] == ([] if mode is None else [OLD])


def test_a_long_name_has_room_for_its_draft(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 255)
    write_whole(target, OLD)
    write_whole(target, NEW)
    assert target.read_bytes() == NEW


# -- links


def test_links_are_followed(target: Path, tmp_path: Path) -> None:
    (tmp_path / "second").symlink_to("first")
    (tmp_path / "first").symlink_to("folder/file.txt")
    write_whole(tmp_path / "second", NEW)
    assert target.read_bytes() == NEW
    assert (tmp_path / "first").is_symlink()
    assert (tmp_path / "second").is_symlink()
    assert list(target.parent.iterdir()) == [target]


def test_a_dangling_link_makes_the_file_that_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("folder/file")
    assert refusal(tmp_path / "link").strerror == f"there is no folder {str(tmp_path / 'folder')!r}"
    (tmp_path / "folder").mkdir()
    write_whole(tmp_path / "link", NEW)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "file").read_bytes() == NEW


# -- what is not a regular file


@pytest.mark.parametrize("is_linked", [False, True])
def test_a_pipe_with_a_reader_gets_the_data(tmp_path: Path, is_linked: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = bytes(range(256)) * 2000  # more than fits into a pipe at once
    read: list[bytes] = []
    held = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # it is read from before it is written
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    path = pipe
    if is_linked:
        path = tmp_path / "link"
        path.symlink_to(pipe)
    write_whole(path, data)
    reader.join(30)
    os.close(held)
    assert read == [data]
    assert stat.S_ISFIFO(os.lstat(pipe).st_mode)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert refusal(tmp_path / "folder").strerror == "it is a folder"
    (tmp_path / "link").symlink_to("folder")
    assert refusal(tmp_path / "link").errno == errno.EISDIR


@as_root
def test_a_device_is_written_and_never_replaced(tmp_path: Path) -> None:
    for name, minor in (("null", 3), ("full", 7)):
        try:
            os.mknod(tmp_path / name, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        except PermissionError:
            pytest.skip("devices may not be made here")
    write_whole(tmp_path / "null", NEW)
    assert refusal(tmp_path / "full").errno == errno.ENOSPC
    (tmp_path / "link").symlink_to("full")
    assert refusal(tmp_path / "link").errno == errno.ENOSPC
    assert (tmp_path / "link").is_symlink()
    assert all(stat.S_ISCHR(os.lstat(tmp_path / name).st_mode) for name in ("null", "full"))


# -- failures


def _limit_size() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize("is_there", [False, True])
def test_a_full_disk_leaves_the_old_contents_and_no_draft(target: Path, is_there: bool) -> None:
    if not is_there:
        target.unlink()
    before = {path: path.read_bytes() for path in target.parent.iterdir()}
    code = (
        "import sys; from pathlib import Path; from minesweeper_qt.model.file_writing import write_whole\n"
        "try: write_whole(Path(sys.argv[1]), bytes(5000))\n"
        "except OSError as wrong: print(wrong.strerror)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, target], preexec_fn=_limit_size, capture_output=True, text=True, timeout=60
    )
    assert (result.stdout, result.stderr) == ("File too large\n", "")
    assert {path: path.read_bytes() for path in target.parent.iterdir()} == before


@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_contents_and_no_draft(
    target: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(type(error)):
        write_whole(target, NEW)
    monkeypatch.undo()
    assert target.read_bytes() == OLD
    assert list(target.parent.iterdir()) == [target]


def test_the_check_changes_nothing(target: Path) -> None:
    check_target(target)
    check_target(target.with_name("new"))
    assert target.read_bytes() == OLD
    assert list(target.parent.iterdir()) == [target]


# -- reading


def test_a_file_is_read_up_to_its_limit_and_a_pipe_or_a_larger_file_not_at_all(target: Path, tmp_path: Path) -> None:
    assert read_whole(target, 1) == OLD
    os.mkfifo(tmp_path / "pipe")
    for path, cause in ((tmp_path / "pipe", "not a regular file"), (Path("/dev/zero"), "not a regular file")):
        with pytest.raises(OSError, match=cause):
            read_whole(path, 1)
    for size in (1 << 20, (1 << 20) + 1, 3 << 30):
        os.truncate(target, size)
        if size == 1 << 20:
            assert len(read_whole(target, 1)) == size
            continue
        with pytest.raises(OSError, match="it is larger than 1 MiB"):
            read_whole(target, 1)


def test_a_file_that_is_held_for_a_moment_is_written(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, held = os.replace, [True, True]

    def refuse(*paths: Path) -> None:
        if held:
            held.pop()
            raise PermissionError(errno.EACCES, "another program has it")
        replace(*paths)

    monkeypatch.setattr(os, "replace", refuse)
    write_whole(target, NEW)
    assert target.read_bytes() == NEW
    assert list(target.parent.iterdir()) == [target]

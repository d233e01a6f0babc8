"""Tests of writing whole files: every kind of target, each failure, and that no draft is left behind."""

from __future__ import annotations

import errno
import os
import resource
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper_qt.model import file_writing
from minesweeper_qt.model.file_writing import check_target, write_whole

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
def test_a_replaced_file_keeps_its_owner_and_group(target: Path) -> None:
    os.chown(target, 65534, 1234)
    target.chmod(0o640)
    write_whole(target, NEW)
    assert target.read_bytes() == NEW
    assert (target.stat().st_uid, target.stat().st_gid, stat.S_IMODE(target.stat().st_mode)) == (65534, 1234, 0o640)


@as_root
def test_a_file_whose_owner_can_not_be_kept_is_overwritten_in_place(open_folder: Path) -> None:
    open_folder.chmod(0o777)
    target = open_folder / "file"
    target.write_bytes(OLD)
    os.chown(target, 1234, 65534)
    target.chmod(0o660)
    number = target.stat().st_ino
    assert as_nobody(WRITE, target) == ""
    assert target.read_bytes() == NEW
    found = target.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode), found.st_ino) == (1234, 65534, 0o660, number)
    assert list(open_folder.iterdir()) == [target]


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


def test_a_file_with_several_names_keeps_them(target: Path) -> None:
    other = target.with_name("other")
    other.hardlink_to(target)
    write_whole(target, NEW)
    assert other.read_bytes() == NEW
    assert target.stat().st_nlink == 2
    write_whole(target, 3 * OLD)
    assert other.read_bytes() == 3 * OLD


def test_an_access_list_is_kept(target: Path) -> None:
    # Owner rw, user 1000 rw, group and others nothing: without the list, the mask would be the rights of the group.
    entries = [(1, 6, 2**32 - 1), (2, 6, 1000), (4, 0, 2**32 - 1), (16, 6, 2**32 - 1), (32, 0, 2**32 - 1)]
    rights = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
    try:
        os.setxattr(target, "system.posix_acl_access", rights)
    except OSError:
        pytest.skip("this file system has no access lists")
    write_whole(target, NEW)
    assert target.read_bytes() == NEW
    assert os.getxattr(target, "system.posix_acl_access") == rights


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


def test_a_circle_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    error = refusal(tmp_path / "one")
    assert (error.errno, error.strerror) == (errno.ELOOP, "its symbolic links lead in a circle")
    (tmp_path / "self").symlink_to("self")
    with pytest.raises(OSError, match="lead in a circle"):
        write_whole(tmp_path / "self" / "file", NEW)


# -- what is no regular file


@pytest.mark.parametrize("is_linked", [False, True])
def test_a_pipe_with_a_reader_gets_the_data(tmp_path: Path, is_linked: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = bytes(range(256)) * 2000  # more than fits into a pipe at once
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    path = pipe
    if is_linked:
        path = tmp_path / "link"
        path.symlink_to(pipe)
    while True:
        try:
            write_whole(path, data)
            break
        except OSError as wrong:
            if wrong.errno != errno.ENXIO:  # the reader has not come yet
                raise
    reader.join(30)
    assert read == [data]
    assert stat.S_ISFIFO(os.lstat(pipe).st_mode)


def test_a_pipe_without_a_reader_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe").strerror == "it is a pipe that nobody reads"
    assert stat.S_ISFIFO(os.lstat(tmp_path / "pipe").st_mode)


def test_a_pipe_whose_reader_takes_nothing_does_not_block_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_writing, "_STREAM_SECONDS", 0.2)
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(TimeoutError, match="nothing was taken"):
        write_whole(tmp_path / "pipe", bytes(10**6))
    os.close(reader)


def test_a_socket_and_a_folder_are_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert refusal(tmp_path / "s").strerror == "it is a socket"
        assert stat.S_ISSOCK(os.lstat(tmp_path / "s").st_mode)
    (tmp_path / "folder").mkdir()
    assert refusal(tmp_path / "folder").strerror == "it is a folder"
    (tmp_path / "link").symlink_to("folder")
    assert refusal(tmp_path / "link").errno == errno.EISDIR


@as_root
def test_a_device_is_never_replaced(tmp_path: Path) -> None:
    for name, kind, major, minor in (("null", "c", 1, 3), ("full", "c", 1, 7), ("disk", "b", 7, 250)):
        try:
            os.mknod(tmp_path / name, 0o666 | (stat.S_IFCHR if kind == "c" else stat.S_IFBLK), os.makedev(major, minor))
        except PermissionError:
            pytest.skip("devices may not be made here")
    write_whole(tmp_path / "null", NEW)
    assert refusal(tmp_path / "full").errno == errno.ENOSPC
    assert refusal(tmp_path / "disk").strerror == "it is a block device"
    (tmp_path / "link").symlink_to("full")
    assert refusal(tmp_path / "link").errno == errno.ENOSPC
    assert (tmp_path / "link").is_symlink()
    kinds = {name: stat.S_IFMT(os.lstat(tmp_path / name).st_mode) for name in ("null", "full", "disk")}
    assert kinds == {"null": stat.S_IFCHR, "full": stat.S_IFCHR, "disk": stat.S_IFBLK}


# -- failures


def _limit_size() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("names", [1, 2])
def test_a_full_disk_leaves_the_old_contents_and_no_draft(target: Path, is_there: bool, names: int) -> None:
    if not is_there:
        target.unlink()
    elif names == 2:
        target.with_name("other").hardlink_to(target)
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


@as_root
@pytest.mark.parametrize("names", [1, 2])
def test_a_file_system_without_space_leaves_the_old_contents(tmp_path: Path, names: int) -> None:
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", tmp_path]
    try:
        mounted = subprocess.run(command, capture_output=True, timeout=60).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("nothing can be mounted here")
    try:
        target = tmp_path / "file"
        target.write_bytes(OLD)
        if names == 2:
            (tmp_path / "other").hardlink_to(target)
        with pytest.raises(OSError, match="No space left"):
            write_whole(target, bytes(100_000))
        assert target.read_bytes() == OLD
        assert len(list(tmp_path.iterdir())) == names
    finally:
        subprocess.run(["umount", tmp_path], check=True, timeout=60)


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
def test_no_step_that_fails_leaves_a_draft(
    target: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(file_writing.os, step, fail)
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

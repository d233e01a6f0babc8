"""Tests of the pools of processes: all of them end, and signals reach whom they are meant for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from minesweeper_qt.model.pools import available_cores, local_pool
from tests.model.support.students import wait_until

pytestmark = pytest.mark.long


@pytest.mark.skipif(sys.platform == "win32", reason="there os.kill(pid, 0) sends Ctrl+C")
def test_the_pool_does_not_outlive_its_block():
    with local_pool(2) as pool:
        pid = pool.submit(os.getpid).result()
        busy = pool.submit(time.sleep, 60)
        wait_until(busy.running)
    assert busy.cancelled() or busy.exception() is not None, "it has not slept for so long"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_leave_the_end_signals_to_the_first_process():
    with local_pool(1) as pool:
        pid = pool.submit(os.getpid).result()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        assert pool.submit(os.getpid).result(timeout=30) == pid


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_outlive_these_signals_but_what_they_start_gets_them():
    code = "import signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, ()), signal.getsignal(signal.SIGTERM).name)"
    with local_pool(1) as pool:
        worker = pool.submit(os.getpid).result()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(worker, number)
        assert pool.submit(subprocess.check_output, [sys.executable, "-c", code]).result() == b"set() SIG_DFL\n"
        assert pool.submit(os.getpid).result() == worker
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {signal.SIGINT, signal.SIGTERM}, "here they arrive"


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_do_not_outlive_a_first_process_that_is_killed():
    code = (
        "import os, time\nfrom minesweeper_qt.model.pools import local_pool\n"
        "if __name__ == '__main__':\n"
        "    with local_pool(1) as pool:\n"
        "        print(pool.submit(os.getpid).result(), flush=True)\n"
        "        time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as first:
        assert first.stdout is not None
        worker = int(first.stdout.readline())
        first.kill()
    wait_until(lambda: not is_alive(worker))


def is_alive(pid: int) -> bool:
    """Return whether a process is alive; a dead process that has not been waited for (a zombie) counts as dead."""
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_there_is_a_core():
    assert 1 <= available_cores() <= (os.cpu_count() or 1)


def test_no_thread_of_the_pool_is_left_to_fail_while_python_exits():
    before = set(threading.enumerate())
    for is_started in (False, True):
        with local_pool(2) as pool:
            if is_started:
                pool.submit(os.getpid).result()
            pool.submit(time.sleep, 60)
        assert set(threading.enumerate()) == before

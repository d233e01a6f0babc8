"""Tests of reading the lines that were running, as ``faulthandler`` writes them."""

from __future__ import annotations

import faulthandler
import threading
from pathlib import Path

from minesweeper_qt.model.student.process import own_lines
from minesweeper_qt.model.student.student_file import StudentFile

FOLDER = Path("/home/zoë/a \N{GRINNING FACE}")
FILE = StudentFile.of(FOLDER / "minesweeper.py", b"\xef\xbb\xbfone\n  two\nthree")
INSTALLED = ["/home/", f"{FOLDER}/python/"]
OTHER = (
    'Thread 0x00000002 (most recent call first):\n  File "/home/zo\\xeb/a \\U0001f600/minesweeper.py", line 1 in f\n'
)
MAIN = """Current thread 0x00000001 [main] (most recent call first):
  File "/usr/lib/python3.11/random.py", line 5 in choice
  File "/home/zo\\xeb/a \\U0001f600/minesweeper.py", line 2 in g
  File "/home/zo\\xeb/a \\U0001f600/helper.py", line 7 in h
  File "/home/zo\\xeb/a \\U0001f600/python/lib/x.py", line 7 in h
  File "/home/zo\\xeb/a \\U0001f600/minesweeper.py", line 99 in <module>
  File "/project/child.py", line 600 in <module>
"""


def test_the_lines_of_the_main_thread_in_the_students_folder_are_kept() -> None:
    lines = [("minesweeper.py", 99, "<module>", ""), ("helper.py", 7, "h", ""), ("minesweeper.py", 2, "g", "two")]
    for dump in (f"{OTHER}\n{MAIN}", f"{MAIN}\n{OTHER}", "Fatal Python error: Aborted\n\n" + MAIN):
        found = [(line.file, line.line, line.function, line.text) for line in own_lines(dump, 1, FILE, INSTALLED)]
        assert found == lines


def test_of_several_dumps_the_last_one_counts() -> None:
    first = MAIN.replace("line 2", "line 1")
    assert own_lines(f"{first}\n{MAIN}", 1, FILE)[-1].text == "two"


def test_what_is_no_dump_has_no_lines() -> None:
    for text in ("", "x" * 1000, MAIN.replace("0x00000001", "0x3"), "Thread 0x1\n  File"):
        assert own_lines(text, 1, FILE) == ()


def test_it_reads_what_this_python_writes(tmp_path) -> None:
    with open(tmp_path / "dump", "w+", encoding="utf-8") as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        here = StudentFile.of(Path(__file__).absolute(), Path(__file__).read_bytes())
        assert own_lines(file.read(), threading.get_ident(), here)[-1].text == "faulthandler.dump_traceback(file)"

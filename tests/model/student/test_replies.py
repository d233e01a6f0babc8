"""Tests of the checks of replies: a process that lies causes errors of its own, and never another one."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import (
    NO_REPLY,
    FindingKind,
    Limits,
    StatedSentence,
    StateTable,
    StudentFailure,
    StudentState,
    read_cells,
    read_failure,
    read_move,
    read_seconds,
    read_text,
)
from tests.model.support.students import learning

LEAVES = st.none() | st.booleans() | st.integers(-3, 2**70) | st.floats(allow_nan=False) | st.text(max_size=5)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3)
)
FLAT = st.lists(st.integers(-2, 3), max_size=6) | ANYTHING
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "mines": st.lists(FLAT, max_size=3) | ANYTHING,
        "safes": st.lists(FLAT, max_size=3) | ANYTHING,
        "restart": ANYTHING,
        "new": st.lists(st.lists(FLAT, max_size=3), max_size=3) | ANYTHING,
        "sentences": FLAT,
        "problems": st.lists(st.text(), max_size=2) | ANYTHING,
    },
)


@pytest.mark.slow
@settings(max_examples=80)
@given(values=st.lists(CHANGES | ANYTHING, max_size=4))
def test_whatever_comes_as_a_state_is_one_or_is_refused(values) -> None:
    table = StateTable()
    for value in values:
        try:
            state = table.update(value)
        except NO_REPLY:
            return
        assert all(type(number) is int for cell in state.mines | state.safes for number in cell)
        assert all(isinstance(sentence, StatedSentence) for sentence in state.sentences)


@pytest.mark.slow
@settings(max_examples=80)
@given(value=ANYTHING)
def test_whatever_comes_as_a_value_is_one_or_is_refused(value) -> None:
    for read in (read_cells, read_move, read_seconds, read_text):
        try:
            read(value)
        except NO_REPLY:
            continue


@pytest.mark.slow
@settings(max_examples=80)
@given(
    reply=st.fixed_dictionaries(
        {"failure": st.sampled_from(list(FindingKind)).map(lambda kind: kind.value) | ANYTHING},
        optional={"error": ANYTHING, "text": ANYTHING, "missing": ANYTHING, "trace": ANYTHING},
    )
)
def test_whatever_comes_as_a_failure_is_one_or_is_refused(reply) -> None:
    try:
        failure = read_failure("f()", reply, Limits())
    except NO_REPLY:
        return
    assert str(failure).isprintable()


def test_changes_add_up() -> None:
    table = StateTable()
    first = table.update({"safes": [[0, 1, 2, 3], []], "new": [[[0, 0], 1], [[], 0]], "sentences": [1, 0, 1]})
    one, none = StatedSentence(frozenset({(0, 0)}), 1), StatedSentence(frozenset(), 0)
    assert first == StudentState(safes=frozenset({(0, 1), (2, 3)}), sentences=(none, one, none))
    assert table.update({}) is first
    second = table.update({"safes": [[4, 5], [0, 1]], "sentences": [0]})
    assert second == StudentState(safes=frozenset({(2, 3), (4, 5)}), sentences=(one,))
    third = table.update({"restart": True, "new": [[[], 0]], "sentences": [0], "problems": [["cells", "a"]]})
    assert third.sentences == (none,)
    assert third.problems == (("cells", "a"),)


LIES = [
    "b'{}\\n'",
    "b'\"id\":2}\\n'",
    "b'\\xff' * 100 + b'\\n'",
    "b'null\\n'",
    "b'[' * 100_000 + b'\\n'",
    "b'{\"id\":' + b'1' * 10_000 + b'}\\n'",
    'b\'{"id":3,"value":[0,"a"],"seconds":"soon","notes":[]}\\n\'',
    "b'{\"id\":1000000'",
    "b'x' * 5_000_000",
    "random.randbytes(50)",
]


@pytest.mark.skipif(sys.platform == "win32", reason="needs /dev/fd")
@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
def test_a_student_who_writes_into_the_connection_only_fails(tmp_path, lie) -> None:
    body = f"""
for name in os.listdir('/dev/fd'):
    if int(name) > 2:
        try:
            os.write(int(name), {lie})
        except OSError:
            pass
"""
    with StudentProcess(learning(tmp_path, body), Limits(seconds=30)) as process:
        process.create(8, 8)
        failed = first_failure(process)
        assert failed.kind is FindingKind.EXIT
        assert "disturbed the connection to its process" in str(failed)
        process.create(8, 8)


def first_failure(process: StudentProcess) -> StudentFailure:
    """Return the failure of the call whose reply was damaged, or of one that takes what was written for its reply."""
    for number in range(5):
        try:
            process.call("add_knowledge", (0, number), 1)
        except StudentFailure as failed:
            return failed
    raise AssertionError

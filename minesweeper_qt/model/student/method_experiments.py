"""The experiments for the methods that the course describes: what a sentence knows, and marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, product

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.course_checks import Attempt, set_text, shown_knowledge
from minesweeper_qt.model.student.finding import Skill, words_of
from minesweeper_qt.model.student.pictures import PICTURES, REPETITIONS, Failed, Picture, stated_as, try_pictures
from minesweeper_qt.model.student.student_state import FindingKind, StatedSentence, StudentFailure, call_text
from minesweeper_qt.model.words import sentence_text

_ASKED = [(0, 1), (2, 3), (4, 5)]
"""The cells of a sentence that is asked for what it knows, some or all."""

_UNRESOLVED = ("1*... .*... ..... .....", "*1*. **.. .... .... ....", ".1*. .... ....", "*.*. .1*. .... ....")
"""Pictures of which nothing follows yet."""


def unstated_mark(run: Attempt) -> str:
    """Return that a method that marks does not do so in the agent's own set; empty if both do, or have another name."""
    with suppress(StudentFailure), run.aside():
        for method, name in (("mark_safe", "safes"), ("mark_mine", "mines")):
            run.create(5, 8)
            run.call(method, (1, 2))
            if (1, 2) not in getattr(run.state, name):
                return words_of("verdicts-set", method=method, name=name)
    return ""


def _try_known_changes_nothing(run: Attempt) -> None:
    for method, count in (("known_mines", len(_ASKED)), ("known_safes", 0)):
        seen = _asked_sentence(run, _ASKED, count, method, "is_as_made", count, _ASKED)
        if seen is not None:
            expected = f"{sentence_text(_ASKED, count)} after it"
            raise Failed(expected, f"it is {seen}", True).saying("known-changes-nothing-one", method=method)


def _asked_sentence(
    run: Attempt,
    cells: Sequence[Cell],
    count: int,
    method: str,
    comparison: str,
    *expected: object,
    given: Sequence[Cell] = (),
) -> str | None:
    """Make a sentence and call its method, and return what a comparison then finds to be wrong."""
    called = f"s.{call_text(method, *given)}"
    made, _ = run.calls[:] = [f"s = Sentence({set_text(frozenset(cells))}, {count})", called]
    run.process.course_step("the import", "begin")
    run.process.course_step(made, "make_sentence", count, cells, True)
    run.process.course_step(called, "call", method, *given)
    return run.process.course_step(called, comparison, *expected)


def _try_marks(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``Failed`` if a mark is not in the one sentence that the agent knows, and then if not in the pictures.

    What is missing there is a matter of marks only if known cells are left in sentences.
    """
    try:
        is_right = _try_mark(run)
    except StudentFailure:
        _ask_marks(run)
        raise
    try:
        try_pictures(run, pictures, repetitions=REPETITIONS, is_direct=True)
    except Failed as wrong:
        if wrong.args[2]:
            raise wrong.saying("marks-call" if is_right else "marks-wrong") from None
        cells = frozenset(chain(*(sentence.cells for sentence in run.state.sentences)))
        for name, method in (("safes", "mark_safe"), ("mines", "mark_mine")):
            if cells & getattr(run.state, name):
                raise wrong.saying("marks-concluded", name=name, method=method) from None


def _ask_marks(run: Attempt) -> None:
    """Raise ``Failed`` if a method of a sentence that marks raises an error for a cell that is there, or is not."""
    for method, cell in product(("mark_mine", "mark_safe"), (_ASKED[0], (6, 7))):
        try:
            _asked_sentence(run, _ASKED, 2, method, "returns_none", given=[cell])
        except StudentFailure as failure:
            if failure.kind is not FindingKind.EXCEPTION or failure.error == AttributeError.__name__:
                continue  # there is no such method
            wrong = Failed("no error", str(failure), True)
            has = "has" if cell in _ASKED else "does not have"
            raise wrong.saying("marks-raises", method=method, error=failure.error, has=has) from None


def _owner(run: Attempt, method: str) -> str:
    """Return the class of which the method that marks is wrong, with a full stop; empty where that can't be said."""
    with suppress(StudentFailure), run.aside():
        for cell, *left in ((_ASKED[0], 2 - (method == "mark_mine"), _ASKED[1:]), ((6, 7), 2, _ASKED)):
            if _asked_sentence(run, _ASKED, 2, method, "is_as_made", *left, given=[cell]) is not None:
                return "Sentence."
        return "MinesweeperAI."
    return ""


def _try_mark(run: Attempt) -> bool:
    """Raise ``Failed`` if a mark is not in all sentences that the agent knows, one or three; nothing follows from them.

    Return whether that was tried: it is left out if the method that marks has another name.
    """
    board, marked, is_tried = Board(5, 8), (1, 2), False
    for clues, method in product(([(0, 3)], [(0, 1), (0, 3), (2, 3)], [(0, 3), (3, 6)]), ("mark_safe", "mark_mine")):
        run.create(5, 8, [(cell, 2) for cell in clues])
        around = [board.neighbours(cell) for cell in clues]
        if {*run.state.sentences} == {StatedSentence(cells, 2) for cells in around}:
            try:
                run.call(method, marked)
            except StudentFailure:
                _ask_marks(run)  # else it may be called as it is not meant
            else:
                is_tried = True
                for cells in around:
                    left, count = cells - {marked}, 2 - (method == "mark_mine" and marked in cells)
                    if StatedSentence(left, count) not in run.state.sentences:
                        sentences, expected = run.state.sentences, f"{set_text(left)} = {count} in ai.knowledge"
                        has_cell = [marked in sentence.cells for sentence in sentences]
                        is_gone = all(sentence.cells != left for sentence in sentences)
                        hows = {
                            "other": left == cells,
                            "all": {*has_cell} == {True},
                            "some": any(has_cell),
                            "gone": is_gone,
                        }
                        how = next((how for how, is_so in hows.items() if is_so), f"count-{method}")
                        wrong = Failed(expected, shown_knowledge(run.state), True)
                        raise wrong.saying(f"marks-{how}", method=f"{_owner(run, method)}{method}")
    cell, others = _ASKED[0], _ASKED[1:]
    with suppress(StudentFailure):  # a sentence is made in another way
        for method, count in (("mark_mine", 1), ("mark_mine", 3), ("mark_safe", 0), ("mark_safe", 2)):
            right = count - (method == "mark_mine")
            seen = _asked_sentence(run, _ASKED, count, method, "is_as_made", right, others, given=[cell])
            if seen is not None:
                wrong = Failed(sentence_text(others, right), f"it is {seen}", True)
                call, sentence = call_text(method, cell), sentence_text(_ASKED, count)
                raise wrong.saying(
                    "marks-asked", call=call, sentence=sentence, seen=seen, right=sentence_text(others, right)
                )
    return is_tried


def is_marking_wrong(run: Attempt) -> bool:
    """Return whether marks are wrong, for which other experiments may fail; keep the calls so far."""
    with run.aside(), suppress(StudentFailure):
        try:
            _try_mark(run)
        except Failed:
            return True
    return False


def _try_count(run: Attempt, skill: Skill) -> None:
    """Raise ``Failed`` if a sentence is taken for settled that is not, or if one that is settled is not."""
    is_zero = skill is Skill.COUNT_ZERO
    method = "known_safes" if is_zero else "known_mines"
    for picture in map(Picture.of, _UNRESOLVED):
        run.create(picture.height, picture.width, picture.observations)
        if is_zero and run.state.mines - picture.mines:
            continue  # from wrong mines, wrong safe cells follow
        wrong = run.state.safes & picture.mines if is_zero else run.state.mines - picture.mines
        if wrong:
            name = "safes" if is_zero else "mines"
            failed = Failed(f"{min(wrong)} not yet in ai.{name}", stated_as(name, run.state), True)
            board, clues, is_right = Board(picture.height, picture.width), dict(picture.observations), False
            with suppress(StudentFailure), run.aside():
                is_right = not any(
                    _asked_sentence(
                        run, sorted(board.neighbours(cell) - clues.keys()), clue, method, "returns_cells", []
                    )
                    for cell, clue in clues.items()
                )
            key = "count-elsewhere" if is_right else f"{skill.value}-wrong"
            raise failed.saying(key, name=name, method=method)
    is_asked = False
    for number in range(1, len(_ASKED) + 1):
        cells = _ASKED[:number]
        with suppress(StudentFailure):  # it is made in another way
            seen = _asked_sentence(run, cells, 0 if is_zero else number, method, "returns_cells", cells)
            is_asked = True
            if seen is not None:
                sentence = sentence_text(cells, 0 if is_zero else number)
                wrong_answer = Failed(set_text(frozenset(cells)), f"it returned {seen}")
                raise wrong_answer.saying("count-asked", method=method, sentence=sentence, seen=seen)
    if not is_asked:  # else what becomes of the answer is another matter
        try_pictures(run, PICTURES[skill], repetitions=REPETITIONS, may_be_later=True)


METHOD_EXPERIMENTS: Mapping[Skill, Callable[[Attempt, Sequence[str]], None]] = {
    Skill.KNOWN_CHANGES_NOTHING: lambda run, _: _try_known_changes_nothing(run),
    Skill.COUNT_ZERO: lambda run, _: _try_count(run, Skill.COUNT_ZERO),
    Skill.COUNT_SIZE: lambda run, _: _try_count(run, Skill.COUNT_SIZE),
    Skill.MARKS: _try_marks,
}
"""The function that tries a skill of these methods, on the pictures if it uses some."""

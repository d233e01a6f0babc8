"""Tries the abilities of an agent one by one: each in a few calls, of which the result is known.

Most experiments are pictures of a small board. The digits are the cells that are revealed, in this order; "M" and "S"
are mines and safe cells that follow from the last clue, "*" other mines and "." other safe cells. No digit is in the
last row or column, so a picture shows the same on a larger board, such as that of an agent whose size is hard-coded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.child import NO_CELLS
from minesweeper_qt.model.student.course_checks import Attempt, set_text, shown_knowledge
from minesweeper_qt.model.student.finding import Skill
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import (
    FindingKind,
    SentenceResult,
    SourceLine,
    StatedSentence,
    StudentFailure,
    StudentState,
    are_more_than_half_done,
)
from minesweeper_qt.model.words import counted, joined, sentence_text

COURSE_SIDE = 8
_MOST_HANGS = 2
_MOST_COPIES = 4
"""How often the skills are tried again, with copies in loops that were found to need them."""

_REPETITIONS = 3
"""How often the last clue is given again, where it does not matter that a conclusion comes late."""

_RANDOM_MOVES = 30
_MOST_SHOWN = 8
"""The most cells that a message names of those that a move may be."""

_MOST_NAMED = 8
"""The most skills of which nothing is known that are named."""

_EMPTY = ("IndexError", "ValueError", "KeyError", "StopIteration")
"""The errors of choosing one of none."""

_SHAPES = ((4, 7), (9, 5), (5, 9))

_PICTURES = {
    Skill.COUNT_ZERO: ("1S... SS... ..... .....", ".S1S. .SSS. ..... ....."),
    Skill.COUNT_SIZE: ("1M", "1M. MM. ... ... ...", ".MMM. .M1M. .MMM. ....."),
    Skill.CELL_ITSELF: ("1M... MM... ..... .....", ".MMM. .M1M. .MMM. ....."),
    Skill.KNOWN_SAFES: ("21... MM*.. ..... .....", "1... ..M. M2M. MMM. ....", ".1.. .... M2M. MMM. ...."),
    Skill.MINES_SUBTRACTED: ("1*2S. **SS. ..... .....", "1*.. **S. 2SS. SS.. ...."),
    Skill.KNOWN_MINES: ("1*2S. **SS. ..... .....", "1*.. **S. S2S. SSS. ...."),
    Skill.MARKS: (
        "1M... M3... 2M... MM... .....",
        "3*.. **SS 1.2S ..SS ....",
        "*M12.. .M.... ...... ......",
        "..*... 2..... 1..... MM.... ......",
    ),
    Skill.SUBSET_ONLY: (
        *("*..*. .12.. ..... .....", "*..*. .12*. ..... .....", "*..*. *12.. ..... ....."),
        *("*1... ..2.. ...*. .....", "*2... ..1.. ...*. ....."),
    ),
    Skill.ALL_PAIRS: ("**S..... 24S..... ..S..... ........ ........ ..*..*.. ..1..3.. ........",),
    Skill.SUBSET_OF_NEW: ("**S.. 12S.. ..S.. .....", "1... 2*.. MM.. .... ....", "**1. ..2. .SSS .... ...."),
    Skill.NEW_AS_SUBSET: ("**S.. 21S.. ..S.. .....", "2... 1*.. MM.. .... ....", "**2. ..1. .SSS .... ...."),
    Skill.PARENTS_KEPT: (".15.* 43M2. *.M** ***..", ".2M* 415. .*M. .3*. ...."),
    Skill.OWN_SETS: (".*12 ..*.", "2**.. .1...", "*12 .*. ... ..."),
    Skill.SUBSET_OF_OLD: ("*... ..*S 312S ...S ....", "2.1.. M*.3. ..... *....", "*... .... .3.. .2.. *1.. SSS."),
    Skill.SAME_CALL: ("1S... SS... ..... .....", "1M. MM. ... ... ..."),
    Skill.TWO_STEPS: (".... .2.. 1... MM.. ....", "...1M ..2.M ..... ....."),
    Skill.THREE_STEPS: ("*1S.. 2.... *.3.* .....", "..*SS 31.2S *..SS ....."),
    Skill.SIX_STEPS: (
        ".**.... *3..... *.M.... 512.... *4..... ...*...",
        ".5**... .21*... 3*S*... **4.... ..*.... .......",
    ),
}
_SPARE: dict[tuple[Skill, ...], tuple[str, ...]] = {
    (Skill.SUBSET_OF_NEW, Skill.MARKS): (".1.. 23.. *.S. ....",),
    (Skill.SUBSET_OF_NEW, Skill.KNOWN_SAFES): ("**S.. 12S.. ..S.. .....",),
    (Skill.NEW_AS_SUBSET, Skill.MARKS): (".1.. 32.. *.S. ....",),
    (Skill.TWO_STEPS, Skill.AFTER_ZERO, Skill.ALL_SENTENCES): (".1.. 23.. *.S. ....",),
    **dict.fromkeys(
        [
            (Skill.MARKS, Skill.OPENED_ONLY),
            (Skill.MARKS, Skill.SUBSET_ONLY),
            (Skill.MARKS, Skill.OPENED_ONLY, Skill.SUBSET_ONLY),
        ],
        ("1S... SS... ..... .....",),
    ),
}
"""Other pictures for a skill, which do without other ones that failed."""

_NEEDED_THERE = {Skill.TWO_STEPS: Skill.SUBSET_OF_NEW}
"""What the other pictures need in place of them."""

_UNRESOLVED = ("1*... .*... ..... .....", "*1*. **.. .... .... ....", ".1*. .... ....")
"""Pictures of which nothing follows yet."""

_FOR_PAIRS = (Skill.KNOWN_SAFES, Skill.MARKS, Skill.SUBSET_OF_NEW, Skill.NEW_AS_SUBSET)
_NEEDS: dict[Skill, tuple[Skill, ...]] = {
    **dict.fromkeys((Skill.MOVE_RECORDED, Skill.REVEALED_SAFE, Skill.NEIGHBOURS, Skill.SAFE_MOVE), (Skill.CELLS,)),
    **dict.fromkeys((Skill.EDGES, Skill.CORNERS), (Skill.NEIGHBOURS,)),
    Skill.OTHER_SIZES: (Skill.SIZE, Skill.EDGES, Skill.CORNERS),
    Skill.CELL_ITSELF: (Skill.CORNERS,),
    **dict.fromkeys((Skill.OLD_SENTENCES, Skill.COUNT_ZERO, Skill.COUNT_SIZE), (Skill.EDGES, Skill.CORNERS)),
    Skill.VERDICTS: (Skill.CELL_ITSELF, Skill.COUNT_ZERO, Skill.COUNT_SIZE),
    Skill.MARKS: (Skill.REVEALED_SAFE, Skill.OPENED_ONLY, Skill.OLD_SENTENCES, Skill.VERDICTS, Skill.SUBSET_ONLY),
    Skill.SUBSET_ONLY: (Skill.EDGES, Skill.CORNERS, Skill.OLD_SENTENCES, Skill.COUNT_ZERO, Skill.COUNT_SIZE),
    Skill.KNOWN_SAFES: (
        *(Skill.REVEALED_SAFE, Skill.OPENED_ONLY, Skill.OLD_SENTENCES, Skill.VERDICTS, Skill.SAME_CALL),
    ),
    Skill.AFTER_ZERO: (Skill.MARKS, Skill.SAME_CALL),
    Skill.MINES_SUBTRACTED: (Skill.OLD_SENTENCES, Skill.VERDICTS),
    Skill.KNOWN_MINES: (Skill.MINES_SUBTRACTED, Skill.SAME_CALL),
    **dict.fromkeys(
        (Skill.SUBSET_RULE, Skill.SUBSET_OF_NEW, Skill.NEW_AS_SUBSET),
        (Skill.OPENED_ONLY, *_FOR_PAIRS[:2], Skill.SUBSET_ONLY),
    ),
    **dict.fromkeys((Skill.PARENTS_KEPT, Skill.OWN_SETS, Skill.ALL_PAIRS), _FOR_PAIRS),
    Skill.SUBSET_OF_OLD: (*_FOR_PAIRS, Skill.AFTER_ZERO),
    Skill.SAME_CALL: (Skill.VERDICTS,),
    Skill.ALL_SENTENCES: (Skill.OPENED_ONLY, Skill.MARKS, Skill.SUBSET_ONLY),
    Skill.TWO_STEPS: (Skill.SAME_CALL, Skill.AFTER_ZERO, Skill.ALL_SENTENCES),
    Skill.DIFFERENCE_KEPT: (
        Skill.TWO_STEPS,
        Skill.KNOWN_MINES,
        Skill.SUBSET_OF_NEW,
        Skill.NEW_AS_SUBSET,
        Skill.ALL_PAIRS,
    ),
    Skill.THREE_STEPS: (Skill.DIFFERENCE_KEPT,),
    Skill.SIX_STEPS: (Skill.THREE_STEPS, Skill.SUBSET_OF_OLD),
    Skill.NO_RANDOM_MOVE: (Skill.RANDOM_MOVE,),
}
"""The skills that the experiments for a skill use directly, besides learning a clue at all."""

STEPS = (Skill.SAME_CALL, Skill.AFTER_ZERO, Skill.ALL_SENTENCES, Skill.TWO_STEPS, Skill.THREE_STEPS, Skill.SIX_STEPS)
_SUBSETS = (Skill.SUBSET_OF_NEW, Skill.NEW_AS_SUBSET, Skill.SUBSET_OF_OLD)


@dataclass(frozen=True, slots=True)
class SkillResult:
    """The result of the experiments for one skill, in a fresh agent each; of those that fail the first one.

    ``calls`` are what was called there, in the student's terms, and ``expected`` and ``seen`` what was expected and
    stated. ``is_wrong`` is true if something stated is false, and not just missing. ``failure`` is the failure of a
    call, if there was one. ``was_run`` is false if a skill that is needed failed before. ``loops`` are the loops that
    must go over copies, of ``Skill.STEADY_LOOPS``. ``example`` is a clause that names what the agent concludes from.

    >>> SkillResult(Skill.MOVE_RECORDED, False, ("ai.add_knowledge((0, 1), 1)",), "a", "b").problem
    'expected a; b'
    """

    skill: Skill
    passed: bool
    calls: tuple[str, ...] = ()
    expected: str = ""
    seen: str = ""
    failure: StudentFailure | None = None
    was_run: bool = True
    is_wrong: bool = False
    loops: tuple[SourceLine, ...] = ()
    example: str = ""

    @property
    def has_failed(self) -> bool:
        """True if the agent lacks the skill: it was tried, did not pass, and no error of the agent ended it.

        What the agent stated when it failed may be false, too.
        """
        return self.was_run and not self.passed and (self.failure is None or self.is_wrong)

    @property
    def problem(self) -> str:
        """What was expected and seen."""
        return f"expected {self.expected}; {self.seen}" if self.expected else self.seen


class _Failed(Exception):
    """An experiment failed: what was expected and is seen, whether that is false and not just missing, an example."""

    def __init__(self, expected: str, seen: str, is_wrong: bool = False, example: str = "") -> None:
        super().__init__(expected, seen, is_wrong, example)


@dataclass(frozen=True, slots=True)
class _Picture:
    """What a picture shows: the observations, all mines, and the cells that follow from the last observation."""

    height: int
    width: int
    observations: tuple[tuple[Cell, int], ...]
    mines: frozenset[Cell]
    found_mines: frozenset[Cell]
    found_safes: frozenset[Cell]

    @classmethod
    def of(cls, text: str) -> _Picture:
        rows = text.split()
        board = Board(len(rows), len(rows[0]))

        def cells(letters: str) -> frozenset[Cell]:
            return frozenset((i, j) for i, j in board.cells if rows[i][j] in letters)

        mines = cells("M*")
        revealed = sorted(cells("123456789"), key=lambda cell: rows[cell[0]][cell[1]])
        observations = tuple((cell, len(board.neighbours(cell) & mines)) for cell in revealed)
        return cls(board.height, board.width, observations, mines, cells("M"), cells("S"))

    @property
    def is_at_edge(self) -> bool:
        """True if a cell in the last row or column is revealed."""
        return any(i == self.height - 1 or j == self.width - 1 for (i, j), _ in self.observations)

    def learn(self, run: Attempt) -> None:
        """Give all observations to a new agent; raise ``_Failed`` if it states something false."""
        run.create(self.height, self.width)
        run.failure = None
        try:
            run.learn(self.observations)
        finally:
            self.check_truth(run.state, has_failed=run.failure is not None)

    def check_truth(self, state: StudentState, *, has_failed: bool) -> None:
        """Raise ``_Failed`` if a verdict or a sentence is false; ``has_failed``: the call was stopped anywhere."""
        wrong_mines, wrong_safes = state.mines - self.mines, state.safes & self.mines
        if wrong_mines:
            raise _Failed(f"no safe cell in ai.mines, such as {min(wrong_mines)}", _is("mines", state), True)
        if wrong_safes:
            raise _Failed(f"no mine in ai.safes, such as {min(wrong_safes)}", _is("safes", state), True)
        false = list(filter(self.is_false, state.sentences))
        if are_more_than_half_done(false) if has_failed else false:
            expected = f"no false sentence where the mines are {set_text(self.mines)}"
            raise _Failed(expected, shown_knowledge(state, self.is_false), True)

    def is_false(self, sentence: StatedSentence) -> bool:
        return bool(sentence.cells) and len(sentence.cells & self.mines) != sentence.count

    def check_found(self, state: StudentState, *, is_direct: bool = False) -> None:
        """Raise ``_Failed`` unless all cells are found.

        With ``is_direct`` a sentence of which all cells are mines, or all safe, does as well.
        """
        for name, found in (("mines", self.found_mines), ("safes", self.found_safes)):
            known = frozenset(getattr(state, name))
            if is_direct:
                said = [s.cells for s in state.sentences if s.count == (len(s.cells) if name == "mines" else 0)]
                known = known.union(*said)
            if not found <= known:
                raise _Failed(f"{set_text(found)} in ai.{name}", f"{_is(name, state)}, and {shown_knowledge(state)}")

    def is_found_later(self, run: Attempt) -> bool:
        """Return whether a new agent finds all cells once it learns clues elsewhere, on a larger board."""
        if self.is_at_edge:
            return False
        run.create(self.height + 4, max(self.width, 7))
        try:
            run.learn([*self.observations, ((self.height + 2, 1), 0), ((self.height + 2, 5), 3)])
            self.check_found(run.state)
        except (_Failed, StudentFailure):
            return False
        return True


def _is(name: str, state: StudentState) -> str:
    return f"ai.{name} is {set_text(getattr(state, name))}"


def _try_pictures(
    run: Attempt,
    pictures: Sequence[str],
    *,
    repetitions: int = 0,
    is_direct: bool = False,
    may_be_later: bool = False,
) -> None:
    """Raise ``_Failed`` unless the agent finds what follows in each picture, at the latest with some repetitions.

    With ``may_be_later`` clues elsewhere may bring it.
    """
    for picture in map(_Picture.of, pictures):
        if picture.is_at_edge and run.least > 1:
            continue  # there it shows something else
        picture.learn(run)
        stated = frozenset(chain(*(sentence.cells for sentence in run.state.sentences)))
        if picture.is_at_edge and not stated.issubset(Board(picture.height, picture.width).cells):
            continue  # the neighbours on a board of one row are wrong, which is another matter
        found = run.state.mines & picture.found_mines or run.state.safes & picture.found_safes
        is_part = bool(found) and not is_direct  # the rest of what one sentence settles is not late, it is lost
        calls, first = list(run.calls), list[_Failed]()
        for left in range(0 if is_part else repetitions, -1, -1):
            try:
                picture.check_found(run.state, is_direct=is_direct)
                break
            except _Failed as wrong:
                first.append(wrong)
            if not left:
                if may_be_later and not is_part and picture.is_found_later(run):
                    break
                run.calls[:] = calls  # without the repetitions
                raise first[0]
            run.learn(picture.observations[-1:])


def _try_truth(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``_Failed`` if the agent states something false."""
    for picture in pictures:
        _Picture.of(picture).learn(run)


def _try_mines_subtracted(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``_Failed`` if the count of a new sentence is wrong for known mines that it leaves out."""
    for cell in ((3, 2), (0, 2)):
        near = sorted(Board(COURSE_SIDE, COURSE_SIDE).neighbours(cell))
        for mines in [*([one] for one in near), near[:3]]:
            left, count = frozenset(near) - frozenset(mines), len(near) // 2 + 1
            run.create(COURSE_SIDE, COURSE_SIDE)
            run.update("mines", frozenset(mines))
            if not run.state.mines.issuperset(mines):  # it keeps its mines elsewhere
                _try_truth(run, pictures)
                return
            run.learn([(cell, count)])
            stated = [sentence for sentence in run.state.sentences if sentence.cells == left]
            if any(sentence.count != count - len(mines) for sentence in stated):
                expected = f"{set_text(left)} = {count - len(mines)} in ai.knowledge"
                raise _Failed(expected, shown_knowledge(run.state), True)


def _try_subset_only(run: Attempt, pictures: Sequence[str]) -> None:
    for picture in map(_Picture.of, pictures):
        try:
            picture.learn(run)
        except _Failed as wrong:
            if _is_marking_wrong(run):
                return
            board, clues = Board(picture.height, picture.width), dict(picture.observations)
            pair = joined([sentence_text(board.neighbours(cell) - clues.keys(), clues[cell]) for cell in clues])
            example = f"the agent also concludes from {pair}, and neither is a subset of the other"
            expected, seen, is_wrong, _none = wrong.args
            raise _Failed(expected, seen, is_wrong, example) from None


# -- the experiments: each raises _Failed, or StudentFailure


def _try_size(run: Attempt) -> None:
    for shape in _SHAPES:
        run.create(*shape)
        if run.process.size != shape:
            height, width = run.process.size
            raise _Failed("ai.height = {} and ai.width = {}".format(*shape), f"they are {height} and {width}", True)


def _try_own_state(run: Attempt) -> None:
    run.create(5, 4)
    run.learn([((0, 0), 3), ((2, 1), 3)])
    run.create(4, 5, runs_again=False)
    for name in ("moves_made", "mines", "safes", "sentences"):
        if getattr(run.state, name):
            seen = shown_knowledge(run.state) if name == "sentences" else _is(name, run.state)
            raise _Failed("nothing known to a new agent", seen, True)


def _try_move_recorded(run: Attempt) -> None:
    run.create(4, 7)
    for cell, count in (((1, 4), 2), ((2, 0), 1)):
        before = run.state.moves_made
        run.learn([(cell, count)])
        if run.state.moves_made != before | {cell}:
            raise _Failed(f"ai.moves_made = {set_text(before | {cell})}", _is("moves_made", run.state), True)
    run.learn([((0, 0), 0), ((0, 1), 0)])
    if (0, 1) not in run.state.moves_made:  # known to be safe before
        raise _Failed("(0, 1) in ai.moves_made", _is("moves_made", run.state), True)


def _try_revealed_safe(run: Attempt) -> None:
    run.create(4, 7)
    for cell, count in (((1, 4), 2), ((2, 0), 1)):
        run.learn([(cell, count)])
        if cell not in run.state.safes:
            raise _Failed(f"{cell} in ai.safes", _is("safes", run.state))


def _try_opened_only(run: Attempt) -> None:
    run.create(4, 7)
    run.learn([((2, 4), 3)])
    if len(run.state.moves_made) > 1:
        return  # others get there that are not concluded, which is another matter
    run.create(4, 7)
    run.learn([((0, 0), 0)])
    if not run.state.moves_made <= {(0, 0)}:
        raise _Failed("ai.moves_made = {(0, 0)}", _is("moves_made", run.state), True)


def _try_known_changes_nothing(run: Attempt) -> None:
    cells = frozenset({(0, 1), (2, 3), (4, 5)})
    for method, count in (("known_mines", 3), ("known_safes", 0)):
        found = _asked_sentence(run, cells, count, method)
        if (found.cells, found.count) != (cells, count):
            raise _Failed(f"s.cells = {set_text(cells)} and s.count = {count} after it", _left(found), True)


def _asked_sentence(run: Attempt, cells: frozenset[Cell], count: int, method: str, *given: Cell) -> SentenceResult:
    run.calls[:] = [f"s = Sentence({set_text(cells)}, {count})", f"s.{method}({', '.join(map(str, given))})"]
    return run.process.sentence(cells, count, method, *given)


def _left(found: SentenceResult) -> str:
    return f"they are {set_text(found.cells)} and {found.count}"


def _try_marks(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``_Failed`` if a mark is not in the one sentence that the agent knows, and then if not in the pictures.

    What is missing there is a matter of marks only if known cells are left in sentences.
    """
    _try_mark(run)
    try:
        _try_pictures(run, pictures, repetitions=_REPETITIONS, is_direct=True)
    except _Failed as wrong:
        known = run.state.mines | run.state.safes
        if wrong.args[2] or any(sentence.cells & known for sentence in run.state.sentences):
            raise


def _try_mark(run: Attempt) -> None:
    """Raise ``_Failed`` if a mark is not in the one sentence that the agent knows; what it infers plays no part.

    It is left out if the method that marks has another name.
    """
    cells, marked = frozenset({(0, 2), (0, 4), (1, 2), (1, 3), (1, 4)}), (1, 2)
    marks: tuple[tuple[Literal["mark_safe", "mark_mine"], int], ...] = (("mark_safe", 2), ("mark_mine", 1))
    for method, count in marks:
        run.create(5, 8)
        run.learn([((0, 3), 2)])
        if run.state.sentences == (StatedSentence(cells, 2),):
            with suppress(StudentFailure):
                run.mark(method, marked)
                if StatedSentence(cells - {marked}, count) not in run.state.sentences:
                    expected = f"{set_text(cells - {marked})} = {count} in ai.knowledge"
                    raise _Failed(expected, shown_knowledge(run.state), True)


def _is_marking_wrong(run: Attempt) -> bool:
    """Return whether marks are wrong, for which other experiments may fail; keep the calls so far."""
    calls = list(run.calls)
    try:
        _try_mark(run)
    except _Failed:
        return True
    finally:
        run.calls[:] = calls
    return False


def _try_all_sentences(run: Attempt) -> None:
    """Raise ``_Failed`` if an earlier sentence is settled by a clue, stays in knowledge, and nothing is concluded."""
    try:
        _try_pictures(run, _PICTURES[Skill.MARKS][:2], repetitions=_REPETITIONS)
    except _Failed:
        if any(sentence.cells and sentence.count in (0, len(sentence.cells)) for sentence in run.state.sentences):
            raise


def _try_after_zero(run: Attempt) -> None:
    """Raise ``_Failed`` if earlier sentences are looked at, but not after a clue without mines."""
    other, zero = _PICTURES[Skill.MARKS][:2], _PICTURES[Skill.MARKS][2:]
    try:
        _try_pictures(run, other, repetitions=_REPETITIONS)
    except _Failed:
        return
    _try_pictures(run, zero, repetitions=_REPETITIONS)


def _try_verdicts(run: Attempt) -> None:
    try:
        pictures = _PICTURES[Skill.COUNT_ZERO] + _PICTURES[Skill.COUNT_SIZE]
        _try_pictures(run, pictures, repetitions=_REPETITIONS, may_be_later=True)
    except _Failed:
        if not _is_marking_wrong(run):
            raise


def _try_any(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``_Failed`` unless the agent finds what follows in one of the pictures, or states something false."""
    for number, picture in enumerate(pictures, 1):
        try:
            _try_pictures(run, [picture], repetitions=_REPETITIONS, is_direct=True, may_be_later=True)
            return
        except _Failed as wrong:
            if wrong.args[2]:
                return
            if number == len(pictures):
                raise


def _try_difference_kept(run: Attempt) -> None:
    """Raise ``_Failed`` if nothing follows from a difference later, and it is not in knowledge."""
    try:
        _try_pictures(run, _PICTURES[Skill.THREE_STEPS])
    except _Failed:
        run.create(4, 5)
        run.learn([*_PAIR, ((3, 4), 1)])  # the last sentence may be left out each time, which is another matter
        cells = frozenset({(0, 2), (1, 2), (2, 2)})
        if StatedSentence(cells, 1) not in run.state.sentences:
            expected = f"{set_text(cells)} = 1 in ai.knowledge, the difference"
            raise _Failed(expected, shown_knowledge(run.state)) from None


_PAIR = [((1, 0), 2), ((1, 1), 3)]
"""Two clues of which the sentence of the first is a part of that of the second."""


def _try_cells(run: Attempt) -> None:
    for observations in ([((1, 4), 2), ((2, 0), 1)], [((1, 1), 0)], [((0, 0), 3)]):
        run.create(4, 7)
        run.learn(observations)
        _check_cells(run)
    run.create(4, 7)
    run.update("safes", Board(4, 7).neighbours((1, 4)) - {(0, 3)})
    run.learn([((1, 4), 1)])
    _check_cells(run)


def _check_cells(run: Attempt) -> None:
    wrong = [text for sort, text in run.state.problems if sort == NO_CELLS]
    if wrong:
        raise _Failed("cells, pairs (row, column)", wrong[0], True)


def _try_neighbours(run: Attempt, shape: tuple[int, int], places: Sequence[Cell]) -> None:
    """Raise ``_Failed`` unless the clue of each of ``places`` is known to be about its neighbours alone."""
    for cell in places:
        run.create(*shape)
        height, width = run.process.size
        row, column = cell[0] % height, cell[1] % width
        neighbours = Board(height, width).neighbours((row, column))
        count = len(neighbours) // 2
        run.failure = None
        with suppress(StudentFailure):
            run.learn([((row, column), count)])
        stated = {sentence.cells - {(row, column)}: sentence.count for sentence in run.state.sentences}
        mentioned = frozenset(chain(*stated, run.state.mines, run.state.safes)) - {(row, column)}
        if run.failure is not None and mentioned <= neighbours:
            raise run.failure  # before the sentence was there
        if run.state.problems and not stated:
            raise StudentFailure(FindingKind.API, run.state.problems[0][1])  # it may be right, and can't be read
        if (
            mentioned != neighbours
            or stated.get(neighbours, count) != count
            or stated.keys() - {neighbours, frozenset()}
        ):
            expected = f"{set_text(neighbours)} = {count} in ai.knowledge"
            raise _Failed(expected, shown_knowledge(run.state), bool(mentioned))


def _try_sentence_of_clue(run: Attempt) -> None:
    """Raise ``_Failed`` if the sentence of a clue is missing or wrong: in the middle, and beside known cells."""
    _try_neighbours(run, (COURSE_SIDE, COURSE_SIDE), [(3, 2), (4, 5)])
    cell = (3, 2)
    near = Board(COURSE_SIDE, COURSE_SIDE).neighbours(cell)
    first, *_rest, last = sorted(near)
    safes, mines = [("safes", known) for known in (first, last, cell)], [("mines", first)]
    for name, known in (*safes, *mines):
        run.create(COURSE_SIDE, COURSE_SIDE)
        run.update("safes" if name == "safes" else "mines", frozenset({known}))
        run.learn([(cell, 4)])
        left = near - {known}
        stated = [sentence for sentence in run.state.sentences if sentence.cells & near]
        mentioned = frozenset(chain(*(sentence.cells for sentence in stated), run.state.mines, run.state.safes))
        is_miscounted = name == "safes" and {each.count for each in stated if each.cells == left} - {4}
        if not left <= mentioned or is_miscounted:
            count = 4 - (name == "mines")
            raise _Failed(f"{set_text(left)} = {count} in ai.knowledge", shown_knowledge(run.state), True)


def _corners(height: int, width: int) -> list[Cell]:
    return [(0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1)]


def _edges(height: int, width: int) -> list[Cell]:
    return [(0, 2), (2, 0), (height - 1, width - 3), (height - 3, width - 1)]


def _try_other_sizes(run: Attempt) -> None:
    for shape in _SHAPES:
        height, width = shape
        _try_neighbours(run, shape, [(height - 2, width - 2), *_corners(*shape)[1:], *_edges(*shape)[2:]])


def _try_cell_itself(run: Attempt) -> None:
    for picture in map(_Picture.of, _PICTURES[Skill.CELL_ITSELF]):
        run.create(picture.height, picture.width)
        run.learn(picture.observations)
        (cell, _), *_rest = picture.observations
        if any(cell in sentence.cells for sentence in run.state.sentences):
            picture.check_found(run.state, is_direct=True)
    # Where the cell is left out after the conclusions, it disturbs only those on mines.
    zero, mines = (_Picture.of(_PICTURES[skill][0]) for skill in (Skill.COUNT_ZERO, Skill.CELL_ITSELF))
    found = []
    for picture, repetitions in ((zero, 1), (mines, 1), (mines, 2)):
        run.create(picture.height, picture.width)
        run.learn(picture.observations * repetitions)
        found.append(picture.found_mines <= run.state.mines and picture.found_safes <= run.state.safes)
    if found == [True, False, True]:
        raise _Failed(f"{set_text(mines.found_mines)} in ai.mines at once", "they came when the clue was given again")


def _try_old_sentences(run: Attempt) -> None:
    """Raise ``_Failed`` if a sentence is gone after others of which nothing follows: an overlapping one, and many."""
    side = 11 if run.least == 1 else COURSE_SIDE
    _first, *others = [(i, j) for i in range(1, side, 3) for j in range(1, side, 3)]
    for cells in ([(1, 3)], others):
        run.create(side, side)
        run.learn([((1, 1), 2)])
        (first, *_rest) = run.state.sentences or (StatedSentence(frozenset(), 0),)
        for cell in cells:
            run.learn([(cell, 2)])
            if run.state.mines or run.state.safes - run.state.moves_made:
                return  # it concludes what does not follow, which is another matter
            if first not in run.state.sentences:
                expected = f"{set_text(first.cells)} = {first.count} still in ai.knowledge"
                raise _Failed(expected, shown_knowledge(run.state), True)


def _try_parents_kept(run: Attempt) -> None:
    """Raise ``_Failed`` if the smaller or the larger sentence is gone after the subset rule was applied to it."""
    run.create(4, 5)
    run.learn(_PAIR)
    smaller = frozenset({(0, 0), (0, 1), (2, 0), (2, 1)})
    stated = {sentence.cells - {(1, 1)} for sentence in run.state.sentences}
    if smaller not in stated:
        raise _Failed(f"{set_text(smaller)} = 2 in ai.knowledge, from the first clue", shown_knowledge(run.state))
    if smaller | {(0, 2), (1, 2), (2, 2)} not in stated:
        _try_pictures(run, _PICTURES[Skill.PARENTS_KEPT], repetitions=_REPETITIONS, is_direct=True)


def _try_count(run: Attempt, skill: Skill) -> None:
    """Raise ``_Failed`` if a sentence is taken for settled that is not, or if one that is settled is not."""
    is_zero = skill is Skill.COUNT_ZERO
    for picture in map(_Picture.of, _UNRESOLVED):
        run.create(picture.height, picture.width)
        run.learn(picture.observations)
        if is_zero and run.state.mines - picture.mines:
            continue  # from wrong mines, wrong safe cells follow
        wrong = run.state.safes & picture.mines if is_zero else run.state.mines - picture.mines
        if wrong:
            name = "safes" if is_zero else "mines"
            raise _Failed(f"{min(wrong)} not yet in ai.{name}", _is(name, run.state), True)
    try:
        _try_pictures(run, _PICTURES[skill], repetitions=_REPETITIONS, may_be_later=True)
    except _Failed:
        cells = frozenset({(0, 1), (2, 3), (4, 5)})
        method, count = ("known_safes", 0) if is_zero else ("known_mines", len(cells))
        known = _asked_sentence(run, cells, count, method).value
        if known != cells:
            raise _Failed(set_text(cells), f"it returned {set_text(known)}") from None


def _try_safe_move(run: Attempt) -> None:
    for shape in ((2, 3), (3, 2), (COURSE_SIDE, COURSE_SIDE)):
        run.create(*shape)
        height, width = run.process.size
        cell: Cell | None = (0, 0)
        while cell is not None and len(run.calls) < height * width * 2:
            run.learn([(cell, 0)])
            left = run.state.safes - run.state.moves_made
            if not left <= frozenset(Board(height, width).cells):
                return  # the neighbours are wrong, which is another matter
            _check_move(run, run.safe_move, left)
            cell = min(left, default=None)
    run.create(4, 7)
    run.learn([((1, 2), 3)])
    _check_move(run, run.safe_move, run.state.safes - run.state.moves_made)


def _try_random_move(run: Attempt) -> None:
    """Raise ``_Failed`` unless a random move is right at the start, and with one cell left: each of a board in turn."""
    run.create(3, 4)
    run.learn([((0, 0), 3), ((1, 2), 3)])
    for _ in range(_RANDOM_MOVES):
        _check_random_move(run)
    for shape in ((3, 4), (4, 3), (COURSE_SIDE, COURSE_SIDE)):
        corners = _corners(*shape)
        for cell in corners[-1:] if COURSE_SIDE in shape else Board(*shape).cells:
            run.create(*shape)
            if run.process.size != shape:
                break
            board = Board(*shape)
            # What is known to be safe needs no random move: a corner stays unknown behind mines.
            mines = board.neighbours(cell) if cell in corners else frozenset[Cell]()
            for other in board.cells:
                if other not in mines and other != cell:
                    run.learn([(other, len(board.neighbours(other) & mines))])
                    if COURSE_SIDE in shape:
                        _check_random_move(run)
            _check_random_move(run)


def _check_random_move(run: Attempt) -> None:
    left = frozenset(Board(*run.process.size).cells) - run.state.moves_made - run.state.mines
    _check_move(run, run.random_move, left, may_be_none=left <= run.state.safes)


def _check_move(
    run: Attempt, move: Callable[[], Cell | str | None], left: frozenset[Cell], *, may_be_none: bool = False
) -> None:
    """Raise ``_Failed`` unless ``move`` returns one of the cells ``left``, and ``None`` without one."""
    expected = f"one of {set_text(left)}" if left else "None"
    if len(left) > _MOST_SHOWN:
        expected = f"a cell of the board that was not moved to and is no mine, such as {min(left)}"
    try:
        found = move()
    except StudentFailure as failure:
        if failure.error in _EMPTY or failure.kind is FindingKind.TIMEOUT:
            raise _Failed(expected, str(failure), True) from None
        raise
    if found not in left and (found is not None or (left and not may_be_none)):
        raise _Failed(expected, f"it returned {found}", True)


def _try_no_random_move(run: Attempt) -> None:
    for height, width, observations in ((2, 2, [((0, 0), 3)]), (1, 3, [((0, 1), 0), ((0, 0), 0), ((0, 2), 0)])):
        run.create(height, width)
        if run.process.size != (height, width):
            continue
        run.learn(observations)
        if not frozenset(Board(height, width).cells) - run.state.moves_made - run.state.mines:
            _check_random_move(run)


def _try_moves_change_nothing(run: Attempt) -> None:
    run.create(4, 5)
    run.learn([((0, 0), 3), ((3, 4), 0)])
    for name, move in (("make_safe_move", run.safe_move), ("make_random_move", run.random_move)):
        before = run.state
        move()
        for attribute in ("moves_made", "mines", "safes"):
            if getattr(run.state, attribute) != getattr(before, attribute):
                expected = f"ai.{attribute} = {set_text(getattr(before, attribute))} after ai.{name}()"
                raise _Failed(expected, _is(attribute, run.state), True)


def _experiment(skill: Skill, pictures: Sequence[str]) -> Callable[[Attempt], None]:
    """Return the function that tries a skill, on the ``pictures`` if it uses some."""
    experiments: dict[Skill, Callable[[Attempt], None]] = {
        Skill.SIZE: _try_size,
        Skill.OWN_STATE: _try_own_state,
        Skill.MOVE_RECORDED: _try_move_recorded,
        Skill.REVEALED_SAFE: _try_revealed_safe,
        Skill.OPENED_ONLY: _try_opened_only,
        Skill.KNOWN_CHANGES_NOTHING: _try_known_changes_nothing,
        Skill.SUBSET_ONLY: lambda run: _try_subset_only(run, pictures),
        Skill.MARKS: lambda run: _try_marks(run, pictures),
        Skill.AFTER_ZERO: _try_after_zero,
        Skill.SUBSET_RULE: lambda run: _try_any(run, _PICTURES[_SUBSETS[0]] + _PICTURES[_SUBSETS[1]]),
        Skill.DIFFERENCE_KEPT: _try_difference_kept,
        Skill.CELLS: _try_cells,
        Skill.NEIGHBOURS: _try_sentence_of_clue,
        Skill.EDGES: lambda run: _try_neighbours(run, (8, 8), _edges(8, 8)),
        Skill.CORNERS: lambda run: _try_neighbours(run, (8, 8), _corners(8, 8)),
        Skill.OTHER_SIZES: _try_other_sizes,
        Skill.CELL_ITSELF: _try_cell_itself,
        Skill.OLD_SENTENCES: _try_old_sentences,
        Skill.COUNT_ZERO: lambda run: _try_count(run, skill),
        Skill.COUNT_SIZE: lambda run: _try_count(run, skill),
        Skill.VERDICTS: _try_verdicts,
        Skill.MINES_SUBTRACTED: lambda run: _try_mines_subtracted(run, pictures),
        Skill.PARENTS_KEPT: _try_parents_kept,
        Skill.OWN_SETS: lambda run: _try_truth(run, pictures),
        Skill.ALL_SENTENCES: _try_all_sentences,
        Skill.STEADY_LOOPS: lambda run: None,  # see ``try_skills``
        Skill.SAFE_MOVE: _try_safe_move,
        Skill.RANDOM_MOVE: _try_random_move,
        Skill.NO_RANDOM_MOVE: _try_no_random_move,
        Skill.MOVES_CHANGE_NOTHING: _try_moves_change_nothing,
    }
    if skill in experiments:
        return experiments[skill]
    is_subset = skill in (Skill.ALL_PAIRS, *_SUBSETS)
    repetitions = _REPETITIONS if is_subset else 0
    return lambda run: _try_pictures(
        run, pictures, repetitions=repetitions, is_direct=skill not in STEPS, may_be_later=is_subset
    )


def _tried(skill: Skill, process: StudentProcess, least: int, pictures: Sequence[str]) -> SkillResult:
    run = Attempt(process, least)
    try:
        _experiment(skill, pictures)(run)
    except _Failed as wrong:
        expected, seen, is_wrong, example = wrong.args
        is_one_set = run.state.mines and run.state.mines == run.state.safes  # which is another matter
        is_never = skill in (Skill.THREE_STEPS, Skill.SIX_STEPS) and not _is_late(run, pictures)
        if is_one_set or is_never:
            return SkillResult(skill, False, was_run=False)
        return SkillResult(
            skill, False, tuple(run.calls), expected, seen, run.failure, is_wrong=is_wrong, example=example
        )
    except StudentFailure as failure:
        return SkillResult(skill, False, tuple(run.calls[:-1]), "", str(failure), failure.without_traceback())
    return SkillResult(skill, True)


def _is_late(run: Attempt, pictures: Sequence[str]) -> bool:
    """Return whether what follows in the pictures is found later, if not at once; keep the calls so far."""
    calls = list(run.calls)
    try:
        _try_pictures(run, pictures, repetitions=_REPETITIONS, may_be_later=True)
    except (_Failed, StudentFailure):
        return False
    finally:
        run.calls[:] = calls
    return True


def try_skills(process: StudentProcess, should_stop: Callable[[], bool] = lambda: False) -> tuple[SkillResult, ...]:
    """Try all skills in the agent of ``process``, each in fresh agents, and return the results in their order.

    A skill is not tried if one that it needs failed, and none is tried after two hangs, or once ``should_stop`` returns
    true.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b"from minesweeper_qt.model import MinesweeperAI, Sentence"
    >>> with StudentProcess(StudentFile.of(Path("/tmp/minesweeper.py"), source)) as process:
    ...     all(result.passed for result in try_skills(process))
    True

    Raises ``PythonNotStarted`` as the methods of ``process`` do.
    """
    results = _tried_all(process, should_stop)
    loops: dict[int, SourceLine] = {}
    fixed: list[SkillResult] = []
    copied = results
    with suppress(Stopped, StudentFailure):
        for _ in range(
            _MOST_COPIES if any(result.skill.is_inference and not result.passed for result in results) else 0
        ):
            process.watch(loops)
            copied = _tried_all(process, should_stop)
            found = {line.line: line for line in process.watch(loops)}
            if found.keys() <= loops.keys():
                break
            loops.update(found)
        fixed = [
            old
            for old, new in zip(results, copied, strict=True)
            if loops and old.was_run and not old.passed and new.passed
        ]
    if not fixed:
        return tuple(results)
    # What fails because of these loops alone is there.
    steady = replace(fixed[0], skill=Skill.STEADY_LOOPS, failure=None, loops=tuple(loops.values()))
    best = [old if old.passed else new for old, new in zip(results, copied, strict=True)]
    return tuple([steady if result.skill is steady.skill else result for result in best])


def _tried_all(process: StudentProcess, should_stop: Callable[[], bool]) -> list[SkillResult]:
    results: list[SkillResult] = []
    failed: set[Skill] = set()
    hangs = 0
    for skill in Skill:
        missing = sorted(failed.intersection(_NEEDS.get(skill, ())), key=list(Skill).index)
        pictures = _SPARE.get((skill, *missing), ()) if missing else _PICTURES.get(skill, ())
        if missing and _NEEDED_THERE.get(skill) in failed:
            pictures = ()
        has_no_rule = skill in _SUBSETS and any(each.skill is Skill.SUBSET_RULE and each.has_failed for each in results)
        if hangs >= _MOST_HANGS or should_stop() or (missing and not pictures) or has_no_rule:
            result = SkillResult(skill, False, was_run=False)
        else:
            # An agent that is right on the board of the course alone is tried there.
            is_square = bool(failed & {Skill.SIZE, Skill.OTHER_SIZES}) and skill is not Skill.OTHER_SIZES
            try:
                result = _tried(skill, process, COURSE_SIDE if is_square else 1, pictures)
            except Stopped:
                result = SkillResult(skill, False, was_run=False)
        if not result.passed:
            failed.add(skill)
        hangs += result.failure is not None and result.failure.kind is FindingKind.TIMEOUT
        results.append(result)
    return results


def skills_line(results: Sequence[SkillResult]) -> str:
    """Return how many skills the agent has, which it lacks, and of which nothing is known, all in the order of tries.

    >>> skills_line([SkillResult(Skill.SIZE, True), SkillResult(Skill.EDGES, False)])
    '1 of 2 skills; without: edges'

    Of many that are not known it says the number.
    """
    failed = [result.skill.value for result in results if result.has_failed]
    unknown = [result.skill.value for result in results if not (result.passed or result.has_failed)]
    if len(unknown) > _MOST_NAMED:
        unknown = [f"{len(unknown)} others, which need these"]
    parts = [f"{sum(result.passed for result in results)} of {counted(len(results), 'skill')}"]
    parts += [f"{word}: {', '.join(names)}" for word, names in (("without", failed), ("not known", unknown)) if names]
    return "; ".join(parts)

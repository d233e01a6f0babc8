"""The experiments for the skills of an agent: each is a few calls of which the result is known.

An experiment raises ``Failed`` if the agent lacks the skill, and ``StudentFailure`` if a call fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import chain

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.child import NO_CELLS
from minesweeper_qt.model.student.course_checks import Attempt, set_text, shown_knowledge
from minesweeper_qt.model.student.finding import Skill, words_of
from minesweeper_qt.model.student.method_experiments import is_marking_wrong, unstated_mark
from minesweeper_qt.model.student.pictures import PICTURES, REPETITIONS, Failed, Picture, stated_as, try_pictures
from minesweeper_qt.model.student.student_state import FindingKind, StatedSentence, StudentFailure, StudentState
from minesweeper_qt.model.words import counted, listed, one_of, rows_and_columns, sentence_text, short_sentence

COURSE_SIDE = 8
_RANDOM_MOVES = 30
_MOST_SHOWN = 8
"""The most cells that a message names of those that a move may be."""
_EMPTY = ("IndexError", "ValueError", "KeyError", "StopIteration")
"""The errors of choosing one of none."""

_SHAPES = ((4, 7), (9, 5), (5, 9))


def _try_truth(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``Failed`` if the agent states something false."""
    for picture in pictures:
        Picture.of(picture).learn(run)


def _try_mines_subtracted(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``Failed`` if the count of a new sentence is wrong for known mines that it leaves out."""
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
            wrong = next((each.count for each in stated if each.count != count - len(mines)), None)
            if wrong is not None:
                right, known = count - len(mines), counted(len(mines), "known mine")
                failed = Failed(f"{set_text(left)} = {right} in ai.knowledge", shown_knowledge(run.state), True)
                raise failed.saying("mines-subtracted-count", clue=count, known=known, seen=wrong, right=right)


def _check_cells_of(run: Attempt, name: str, expected: frozenset[Cell], when: str = "") -> None:
    """Raise ``Failed`` unless the agent states these cells."""
    if getattr(run.state, name) != expected:
        raise Failed(f"ai.{name} = {set_text(expected)}{when}", stated_as(name, run.state), True)


def _try_size(run: Attempt) -> None:
    for shape in _SHAPES:
        run.create(*shape)
        if run.process.size != shape:
            height, width = run.process.size
            raise Failed("ai.height = {} and ai.width = {}".format(*shape), f"they are {height} and {width}", True)


def _try_own_state(run: Attempt) -> None:
    for name, other in (("safes", "moves_made"), ("safes", "mines"), ("mines", "moves_made")):
        run.create(4, 5)
        with suppress(StudentFailure):  # it can't be changed from outside
            run.update(name, frozenset({(0, 0)}))
        if (0, 0) in getattr(run.state, other):
            raise Failed(f"ai.{other} = set()", stated_as(other, run.state), True).saying(
                "own-state-one", name=name, other=other
            )
    run.create(5, 4, [((0, 0), 3), ((2, 1), 3)])
    run.create(4, 5, runs_again=False)
    for name in ("moves_made", "mines", "safes", "sentences"):
        if getattr(run.state, name):
            seen = shown_knowledge(run.state) if name == "sentences" else stated_as(name, run.state)
            raise Failed("nothing known to a new agent", seen)


def _try_move_recorded(run: Attempt) -> None:
    run.create(4, 7)
    for cell, count in (((1, 4), 2), ((2, 0), 1)):
        before = run.state.moves_made
        run.learn([(cell, count)])
        _check_cells_of(run, "moves_made", before | {cell})
    run.learn([((0, 0), 0), ((0, 1), 0)])
    if (0, 1) not in run.state.moves_made:  # known to be safe before
        wrong = Failed("(0, 1) in ai.moves_made", stated_as("moves_made", run.state), True)
        other = run.state.moves_made - {(1, 4), (2, 0), (0, 0)}
        if other:
            raise wrong.saying("move-recorded-other", other=listed(other), cell=(0, 1))
        raise wrong.saying("move-recorded-safe")


def _try_revealed_safe(run: Attempt) -> None:
    run.create(4, 7)
    for cell, count in (((1, 4), 2), ((2, 0), 1)):
        run.learn([(cell, count)])
        if cell not in run.state.safes:
            seen = stated_as("safes", run.state)
            raise Failed(f"{cell} in ai.safes", seen, words=unstated_mark(run))
    # Where it is marked after the conclusions, an earlier sentence that it settles is seen in the next call.
    settled, found = Picture.of(PICTURES[Skill.REVEALED_SAFE][0]), list[bool]()
    run.create(settled.height, settled.width, settled.observations[:1])
    with suppress(StudentFailure):  # a mine that it does not bear is another matter
        for _ in range(2):
            run.learn(settled.observations[1:])
            found.append(settled.found_mines <= run.state.mines)
    if found == [False, True]:
        expected, seen = (
            f"{set_text(settled.found_mines)} in ai.mines at once",
            "they came when the clue was given again",
        )
        raise Failed(expected, seen).saying("revealed-safe-late")


def _try_opened_only(run: Attempt) -> None:
    run.create(4, 7, [((2, 4), 3)])
    if len(run.state.moves_made) > 1:
        return  # others get there that are not concluded, which is another matter
    run.create(4, 7, [((0, 0), 0)])
    if run.state.moves_made:
        brings_sentences = bool(run.state.sentences)
        run.learn([((3, 5), 3)])
        try:
            _check_cells_of(run, "moves_made", frozenset({(0, 0), (3, 5)}))
        except Failed as wrong:
            raise wrong if brings_sentences else wrong.saying("opened-only-moves") from None


def _try_known(run: Attempt, pictures: Sequence[str], name: str) -> None:
    """Raise ``Failed`` if known cells are in new sentences, or their counts are wrong."""
    try:
        try_pictures(run, pictures, is_direct=True)
    except Failed as wrong:
        is_left = any(sentence.cells & getattr(run.state, name) for sentence in run.state.sentences)
        if name == "mines" and (is_left or wrong.args[2]):
            key = _mines_key(run) or "known-mines-left" * is_left
            raise wrong.saying(key) if key else wrong from None
        if name == "mines" or is_left or wrong.args[2]:
            raise  # else it is another matter


def _mines_key(run: Attempt) -> str:
    """Return the key of how a new sentence treats a known mine, among its neighbours or elsewhere; empty if rightly."""
    cell = (3, 2)
    near = Board(COURSE_SIDE, COURSE_SIDE).neighbours(cell)
    with suppress(StudentFailure), run.aside():
        for known, how in ((min(near), "both"), ((7, 7), "elsewhere")):
            run.create(COURSE_SIDE, COURSE_SIDE)
            run.update("mines", frozenset({known}))
            run.learn([(cell, 4)])
            for count, key in ((3, how), (4, "left")):
                if StatedSentence(near, count) in run.state.sentences and (known in near or count == 3):
                    return f"known-mines-{key}"
    return ""


def _try_all_sentences(run: Attempt) -> None:
    """Raise ``Failed`` if an earlier sentence is settled by a clue, stays in knowledge, and nothing is concluded."""
    for picture in PICTURES[Skill.MARKS][:2]:
        try:
            try_pictures(run, [picture], repetitions=REPETITIONS)
        except Failed as wrong:
            if run.state.mines & Picture.of(picture).found_mines:
                raise wrong.saying("all-sentences-first") from None
            if any(sentence.cells and sentence.count in (0, len(sentence.cells)) for sentence in run.state.sentences):
                raise


def _try_after_zero(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``Failed`` if earlier sentences are looked at, but not after a clue without mines, or among known cells."""
    other, zero = PICTURES[Skill.MARKS][:2], PICTURES[Skill.MARKS][2:]
    try:
        try_pictures(run, other, repetitions=REPETITIONS)
    except Failed:
        return
    try_pictures(run, zero, repetitions=REPETITIONS)
    try:
        try_pictures(run, pictures, repetitions=REPETITIONS)
    except Failed as wrong:
        if all(each.count != len(each.cells) or not each.count for each in run.state.sentences):
            return  # the earlier sentence is not settled
        raise wrong.saying("after-zero-known") from None


def _try_verdicts(run: Attempt) -> None:
    _try_end(run)
    of_names = (("safes", PICTURES[Skill.COUNT_ZERO]), ("mines", PICTURES[Skill.COUNT_SIZE]))
    for name, picture in [(name, picture) for name, pictures in of_names for picture in pictures]:
        try:
            try_pictures(run, [picture], repetitions=REPETITIONS, may_be_later=True)
        except Failed as wrong:
            if not is_marking_wrong(run):
                is_both, is_wrong = bool(run.state.mines & run.state.safes), wrong.args[2]
                words = "" if is_wrong else _verdict_words(name, run.state, Picture.of(picture))
                key = "verdicts-both" if is_both else _swapped_key(run, name) if is_wrong else ""
                words = words_of(key) if key else words
                wrong.words = unstated_mark(run) or _verdict_condition(run, name) or words
                raise


def _try_end(run: Attempt) -> None:
    """Raise ``Failed`` if conclusions without mines do not end, from one clue or two, and it is seen why."""
    setups = ((8, 8), [((3, 2), 4)]), ((8, 8), [((1, 1), 0)]), ((4, 5), [((1, 0), 2), ((1, 1), 2)])
    for shape, clues in setups:
        try:
            run.create(*shape, clues)
        except StudentFailure as failure:
            sentences, safes = run.state.sentences, run.state.safes
            if failure.is_endless and not is_marking_wrong(run):
                wrong = Failed("an end", str(failure), True)
                # Where it was stopped, one cell may have been marked in part.
                kept = next((each for each in sentences if len(each.cells & safes) > 1), None)
                if kept is not None:
                    raise wrong.saying("verdicts-kept", sentence=short_sentence(kept.cells, kept.count)) from None
                if any(not each.cells for each in sentences) and clues == setups[1][1]:
                    raise wrong.saying("verdicts-empty") from None
                if clues == setups[0][1] and all(each.cells for each in sentences):
                    raise wrong.saying("verdicts-endless", call=run.calls[-1]) from None
            if len(clues) == 1:
                raise
            run.failure = None


def _try_same_call(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``Failed`` if what one sentence settles is not known at once."""
    for name, picture in zip(("safes", "mines"), pictures, strict=True):
        try:
            try_pictures(run, [picture])
        except Failed as wrong:
            wrong.words = _verdict_condition(run, name)
            raise


def _swapped_key(run: Attempt, name: str) -> str:
    """Return the key of what is wrong where cells get into the wrong set: the set, or only what is new or alone."""
    is_mines, wrong = name == "mines", "safes" if name == "mines" else "mines"
    are_wrong: list[bool] = []
    with suppress(StudentFailure), run.aside():
        for number in (1, 2):
            marked, cells = [(0, 1), (1, 0)][:number], frozenset([(1, 1), (1, 0)][: 3 - number])
            run.create(COURSE_SIDE, COURSE_SIDE, [((0, 0), 3 - number if is_mines else number)])
            for cell in marked:
                run.call("mark_safe" if is_mines else "mark_mine", cell)
            run.learn([((5, 5), 3)])
            if not any(cells <= getattr(run.state, each) for each in (name, wrong)):
                return ""
            are_wrong.append(cells <= getattr(run.state, wrong))
    keys: dict[tuple[bool, ...], str] = {
        (True, True): "verdicts-swapped",
        (False, True): "verdicts-single",
        (False, False): "neighbours-full",
    }
    return keys.get(tuple(are_wrong), "")


def _verdict_condition(run: Attempt, name: str) -> str:
    """Return when alone what one sentence settles gets into ``ai.mines`` or ``ai.safes``; empty if that is not seen."""
    settled, cells = ((0, 0), 3 if name == "mines" else 0), {(0, 1), (1, 0), (1, 1)}
    found = []
    with suppress(StudentFailure), run.aside():
        for clues in ([settled], [((5, 5), 3), settled], [settled, ((5, 5), 3)], [settled, ((5, 5), 0)]):
            run.create(COURSE_SIDE, COURSE_SIDE, clues)
            found.append(cells <= getattr(run.state, name))
    how = {(False, True, False, False): "first", (False, False, False, True): "zero"}.get(tuple(found))
    return words_of(f"verdicts-{how}") if how else ""


def _verdict_words(name: str, state: StudentState, picture: Picture) -> str:
    """Return why what one sentence settles is not in ``ai.mines`` or ``ai.safes``."""
    is_zero, method = name == "safes", "mark_safe" if name == "safes" else "mark_mine"
    for each in state.sentences:
        if each.cells and each.count == (0 if is_zero else len(each.cells)):
            sentence = sentence_text(each.cells, each.count)
            return words_of("verdicts-stays", sentence=sentence, name=name, method=method)
    lost = sentence_text(picture.found_safes | picture.found_mines, len(picture.found_mines))
    return words_of("verdicts-lost", name=name, sentence=lost)


def _try_cells(run: Attempt) -> None:
    """Raise ``Failed`` if something is no cell, or no sentence."""
    for observations in ([((1, 4), 2), ((2, 0), 1)], [((1, 1), 0)], [((0, 0), 3)]):
        run.create(4, 7)
        try:
            run.learn(observations)
        finally:
            _check_cells(run)
    run.create(4, 7)
    run.update("safes", Board(4, 7).neighbours((1, 4)) - {(0, 3)})
    run.learn([((1, 4), 1)])
    _check_cells(run)


def _check_cells(run: Attempt) -> None:
    for sort, text in run.state.problems:
        if sort == NO_CELLS:
            raise Failed("cells, pairs (row, column)", text, True).saying("cells-what", problem=text)
        if sort == "sentence":
            raise Failed("sentences in ai.knowledge", text, True).saying("cells-sentence", problem=text)


def _try_neighbours(run: Attempt, shape: tuple[int, int], places: Sequence[Cell], key: str = "neighbours") -> None:
    """Raise ``Failed`` unless the clue of each of ``places`` is known to be about its neighbours alone."""
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
        mentioned = frozenset(chain(*stated, run.state.mines, run.state.safes & neighbours)) - {(row, column)}
        if run.failure is not None and mentioned <= neighbours:
            raise run.failure  # before the sentence was there
        if run.state.problems and not stated:
            raise StudentFailure(FindingKind.API, run.state.problems[0][1])  # it may be right, and can't be read
        left = neighbours - run.state.safes  # those are wrong, which is another matter
        is_other = stated.get(left, count) != count or stated.keys() - {left, frozenset()}
        if mentioned != neighbours or is_other:
            expected = f"{set_text(neighbours)} = {count} in ai.knowledge"
            parts = (("lacks", neighbours - mentioned), ("has", mentioned - neighbours))
            wrong = " and ".join([f"{word} {listed(cells)}" for word, cells in parts if cells and mentioned])
            wrong = wrong or ("" if mentioned else "is not in knowledge")
            size = rows_and_columns(*shape)
            key = key if shape == (COURSE_SIDE, COURSE_SIDE) else "other-sizes"
            words = words_of(f"{key}-cells", cell=(row, column), wrong=wrong, size=size) if wrong else ""
            raise Failed(expected, shown_knowledge(run.state), bool(mentioned), words)


def _try_later_clue(run: Attempt, cell: Cell) -> None:
    """Raise ``Failed`` unless the sentence of a clue after one far away is about its own neighbours."""
    near = Board(COURSE_SIDE, COURSE_SIDE).neighbours(cell)
    run.create(COURSE_SIDE, COURSE_SIDE, [((6, 6), 3)])
    run.learn([(cell, 4)])
    stated = max(
        (sentence.cells for sentence in run.state.sentences), key=lambda cells: len(cells & near), default=near
    )
    if near & stated and stated - near - {cell}:
        wrong = Failed(f"{set_text(near)} = 4 in ai.knowledge", shown_knowledge(run.state), True)
        raise wrong.saying("neighbours-later", cell=cell, cells=listed(stated - near))


def _try_sentence_of_clue(run: Attempt) -> None:
    """Raise ``Failed`` if the sentence of a clue is missing or wrong: in the middle, and beside known cells."""
    cell = (3, 2)
    near = Board(COURSE_SIDE, COURSE_SIDE).neighbours(cell)
    for name, not_there, clue in (("mines", "safes", 0), ("safes", "mines", 8)):
        are_all = []
        for count in (4, clue):
            run.create(COURSE_SIDE, COURSE_SIDE, [(cell, count)])
            are_all.append(near <= getattr(run.state, name))
        if all(are_all) and not near & getattr(run.state, not_there):
            wrong = Failed(f"no neighbour in ai.{name}", stated_as(name, run.state), True)
            raise wrong.saying("neighbours-count", clue=4, other=clue)
    try:
        _try_neighbours(run, (COURSE_SIDE, COURSE_SIDE), [(3, 2), (4, 5)])
    except Failed as wrong:
        with run.aside(), suppress(StudentFailure, Failed):
            if not run.state.sentences:
                _try_neighbours(run, (COURSE_SIDE, COURSE_SIDE), [(0, 0)])
                wrong.saying("neighbours-large")
        raise
    _try_later_clue(run, cell)
    first, *_rest, last = sorted(near)
    for name, known in (("safes", first), ("safes", last), ("safes", cell), ("mines", first), ("moves_made", first)):
        run.create(COURSE_SIDE, COURSE_SIDE)
        if name == "moves_made":
            run.learn([(known, 3)])
        else:
            run.update(name, frozenset({known}))
        run.learn([(cell, 4)])
        left = near - {known}
        stated = [sentence for sentence in run.state.sentences if sentence.cells & near]
        mentioned = frozenset(chain(*(sentence.cells for sentence in stated), run.state.mines, run.state.safes))
        counts = {each.count for each in stated if each.cells == left}
        is_miscounted = name != "mines" and counts and 4 not in counts
        if (not left <= mentioned and name != "moves_made") or is_miscounted:
            expected = f"{set_text(left)} = {4 - (name == 'mines')} in ai.knowledge"
            words = words_of(f"neighbours-{name}") if is_miscounted else ""
            if not is_miscounted and (stated or known == cell):
                key = "of-safe" if known == cell else "lost"
                words = words_of(f"neighbours-{key}", known=known, cell=cell, cells=listed(left - mentioned))
            raise Failed(expected, shown_knowledge(run.state), True, words)


def _corners(height: int, width: int) -> list[Cell]:
    return [(0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1)]


def _edges(height: int, width: int) -> list[Cell]:
    return [(0, 2), (2, 0), (height - 1, width - 3), (height - 3, width - 1)]


def _try_other_sizes(run: Attempt) -> None:
    for shape in _SHAPES:
        height, width = shape
        _try_neighbours(run, shape, [(height - 2, width - 2), *_corners(*shape)[1:], *_edges(*shape)[2:]])


def _try_cell_itself(run: Attempt) -> None:
    for picture in map(Picture.of, PICTURES[Skill.CELL_ITSELF]):
        run.create(picture.height, picture.width, picture.observations)
        (cell, _), *_rest = picture.observations
        if any(cell in sentence.cells for sentence in run.state.sentences):
            picture.check_found(run.state, is_direct=True)
    # Where the cell is left out after the conclusions, it disturbs only those on mines.
    zero, mines = (Picture.of(PICTURES[skill][0]) for skill in (Skill.COUNT_ZERO, Skill.CELL_ITSELF))
    found = []
    for picture, repetitions in ((zero, 1), (mines, 1), (mines, 2)):
        run.create(picture.height, picture.width, picture.observations * repetitions)
        found.append(picture.found_mines <= run.state.mines and picture.found_safes <= run.state.safes)
    if found == [True, False, True]:
        raise Failed(f"{set_text(mines.found_mines)} in ai.mines at once", "they came when the clue was given again")


def _try_old_sentences(run: Attempt) -> None:
    """Raise ``Failed`` if a sentence is gone after others of which nothing follows: an overlapping one, and many."""
    side = 17 if run.least == 1 else COURSE_SIDE
    _first, *others = [(i, j) for i in range(1, side, 3) for j in range(1, side, 3)]
    for cells in ([(1, 3)], others):
        run.create(side, side, [((1, 1), 2)])
        (first, *_rest) = run.state.sentences or (StatedSentence(frozenset(), 0),)
        for number, cell in enumerate(cells, 1):
            run.learn([(cell, 2)])
            if run.state.mines or run.state.safes - run.state.moves_made:
                return  # it concludes what does not follow, which is another matter
            near = Board(side, side).neighbours(cell)
            if first not in run.state.sentences:
                is_changed = any(each.cells & first.cells and not near <= each.cells for each in run.state.sentences)
                is_changed |= sum(each.cells == near for each in run.state.sentences) > 1
                wrong = Failed(
                    f"{sentence_text(first.cells, first.count)} still in ai.knowledge", shown_knowledge(run.state), True
                )
                more = counted(number, "other one", "other ones")
                raise wrong.saying(f"old-sentences-{'changed' if is_changed else 'gone'}", others=more)
            if not any(near <= each.cells for each in run.state.sentences):
                wrong = Failed(f"{sentence_text(near, 2)} in ai.knowledge", shown_knowledge(run.state))
                raise wrong.saying("old-sentences-new") if len(cells) == 1 else wrong


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
            _check_move(run, "make_safe_move", left)
            cell = min(left, default=None)
    run.create(4, 7, [((1, 2), 3)])
    _check_move(run, "make_safe_move", run.state.safes - run.state.moves_made)


def _try_random_move(run: Attempt) -> None:
    """Raise ``Failed`` unless a random move is right at the start, and with one cell left: each of a board in turn."""
    run.create(3, 4, [((0, 0), 3), ((1, 2), 3)])
    for _ in range(_RANDOM_MOVES):
        _check_random_move(run)
    for shape in ((3, 4), (4, 3), (COURSE_SIDE, COURSE_SIDE)):
        corners, missed = _corners(*shape), dict[Cell, Failed]()
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
            try:
                _check_random_move(run)
            except Failed as wrong:
                missed[cell] = wrong
        for first in missed.values():
            where = f", although {one_of(missed)} is left alone on a board of {rows_and_columns(*shape)}"
            raise _move_failed(first, "make_random_move", None, where) if "None" in first.args[1] else first


def _check_random_move(run: Attempt) -> None:
    left = frozenset(Board(*run.process.size).cells) - run.state.moves_made - run.state.mines
    _check_move(run, "make_random_move", left, may_be_none=left <= run.state.safes)


def _check_move(run: Attempt, method: str, left: frozenset[Cell], *, may_be_none: bool = False) -> None:
    """Raise ``Failed`` unless ``method`` returns one of the cells ``left``, and ``None`` without one."""
    expected = f"one of {set_text(left)}" if left else "None"
    if len(left) > _MOST_SHOWN:
        expected = f"a cell of the board that was not moved to and is no mine, such as {min(left)}"
    try:
        found = run.call(method)
    except StudentFailure as failure:
        if failure.error in _EMPTY or failure.kind is FindingKind.TIMEOUT:
            raise Failed(expected, str(failure), True) from None
        raise
    if found not in left and (found is not None or (left and not may_be_none)):
        board = Board(*run.process.size)
        where = [f"in {name}" for name in ("moves_made", "mines") if found in getattr(run.state, name)]
        if isinstance(found, tuple) and found not in board:
            where.append(f"not on the board of {rows_and_columns(board.height, board.width)}")
        wrong = (
            f", which is {' and '.join(where)}" if where else f", although {one_of(left, 3)} is left" if left else ""
        )
        raise _move_failed(Failed(expected, f"it returned {found}", True), method, found, wrong)


def _move_failed(failed: Failed, method: str, found: object, wrong: str) -> Failed:
    """Return the same, saying what is wrong with the move that a method returned."""
    must = "in safes, and not in moves_made"
    if method == "make_random_move":
        must = "of the board, neither in mines nor in moves_made"
    return failed.saying("move-returned", method=method, found=found, wrong=wrong, must=must)


def _try_no_random_move(run: Attempt) -> None:
    for height, width, observations in ((2, 2, [((0, 0), 3)]), (1, 3, [((0, 1), 0), ((0, 0), 0), ((0, 2), 0)])):
        run.create(height, width)
        if run.process.size != (height, width):
            continue
        run.learn(observations)
        if not frozenset(Board(height, width).cells) - run.state.moves_made - run.state.mines:
            _check_random_move(run)


def _try_moves_change_nothing(run: Attempt) -> None:
    run.create(4, 5, [((0, 0), 3), ((3, 4), 0)])
    for name in ("make_safe_move", "make_random_move"):
        before = run.state
        run.call(name)
        for attribute in ("moves_made", "mines", "safes"):
            try:
                _check_cells_of(run, attribute, getattr(before, attribute), f" after ai.{name}()")
            except Failed as wrong:
                raise wrong.saying("moves-change-one", method=name, name=attribute) from None


EXPERIMENTS: Mapping[Skill, Callable[[Attempt, Sequence[str]], None]] = {
    Skill.SIZE: lambda run, _: _try_size(run),
    Skill.OWN_STATE: lambda run, _: _try_own_state(run),
    Skill.MOVE_RECORDED: lambda run, _: _try_move_recorded(run),
    Skill.REVEALED_SAFE: lambda run, _: _try_revealed_safe(run),
    Skill.OPENED_ONLY: lambda run, _: _try_opened_only(run),
    Skill.AFTER_ZERO: _try_after_zero,
    Skill.KNOWN_SAFES: lambda run, pictures: _try_known(run, pictures, "safes"),
    Skill.KNOWN_MINES: lambda run, pictures: _try_known(run, pictures, "mines"),
    Skill.CELLS: lambda run, _: _try_cells(run),
    Skill.NEIGHBOURS: lambda run, _: _try_sentence_of_clue(run),
    Skill.EDGES: lambda run, _: _try_neighbours(run, (8, 8), [*_edges(8, 8), (1, 1), (6, 6)], "edges"),
    Skill.CORNERS: lambda run, _: _try_neighbours(run, (8, 8), _corners(8, 8), "edges"),
    Skill.OTHER_SIZES: lambda run, _: _try_other_sizes(run),
    Skill.CELL_ITSELF: lambda run, _: _try_cell_itself(run),
    Skill.OLD_SENTENCES: lambda run, _: _try_old_sentences(run),
    Skill.SAME_CALL: _try_same_call,
    Skill.VERDICTS: lambda run, _: _try_verdicts(run),
    Skill.MINES_SUBTRACTED: _try_mines_subtracted,
    Skill.OWN_SETS: _try_truth,
    Skill.ALL_SENTENCES: lambda run, _: _try_all_sentences(run),
    Skill.STEADY_LOOPS: lambda run, _: None,  # see ``try_skills``
    Skill.SAFE_MOVE: lambda run, _: _try_safe_move(run),
    Skill.RANDOM_MOVE: lambda run, _: _try_random_move(run),
    Skill.NO_RANDOM_MOVE: lambda run, _: _try_no_random_move(run),
    Skill.MOVES_CHANGE_NOTHING: lambda run, _: _try_moves_change_nothing(run),
}
"""The function that tries a skill, on the pictures if it uses some; the others find what follows in these."""

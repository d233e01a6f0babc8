"""The experiments for the skills of an agent: each is a few calls of which the result is known.

An experiment raises ``Failed`` if the agent lacks the skill, and ``StudentFailure`` if a call fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain, product

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.child import NO_CELLS
from minesweeper_qt.model.student.course_checks import Attempt, set_text, shown_knowledge
from minesweeper_qt.model.student.finding import STEPS, SUBSETS, Skill
from minesweeper_qt.model.student.pictures import PICTURES, REPETITIONS, Failed, Picture, stated_as, try_pictures
from minesweeper_qt.model.student.student_state import FindingKind, StatedSentence, StudentFailure
from minesweeper_qt.model.words import joined, sentence_text

COURSE_SIDE = 8
_RANDOM_MOVES = 30
_MOST_SHOWN = 8
"""The most cells that a message names of those that a move may be."""
_EMPTY = ("IndexError", "ValueError", "KeyError", "StopIteration")
"""The errors of choosing one of none."""

_ASKED = frozenset({(0, 1), (2, 3), (4, 5)})
"""The cells of a sentence that is asked for what it knows."""

_SHAPES = ((4, 7), (9, 5), (5, 9))
_UNRESOLVED = ("1*... .*... ..... .....", "*1*. **.. .... .... ....", ".1*. .... ....")
"""Pictures of which nothing follows yet."""


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
            if any(sentence.count != count - len(mines) for sentence in stated):
                expected = f"{set_text(left)} = {count - len(mines)} in ai.knowledge"
                raise Failed(expected, shown_knowledge(run.state), True)


def _try_subset_only(run: Attempt, pictures: Sequence[str]) -> None:
    for picture in map(Picture.of, pictures):
        try:
            picture.learn(run)
        except Failed as wrong:
            if _is_marking_wrong(run):
                return
            board, clues = Board(picture.height, picture.width), dict(picture.observations)
            pair = joined([sentence_text(board.neighbours(cell) - clues.keys(), clues[cell]) for cell in clues])
            example = f"the agent also concludes from {pair}, and neither is a subset of the other"
            expected, seen, is_wrong, _none = wrong.args
            raise Failed(expected, seen, is_wrong, example) from None


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
    run.create(5, 4, [((0, 0), 3), ((2, 1), 3)])
    run.create(4, 5, runs_again=False)
    for name in ("moves_made", "mines", "safes", "sentences"):
        if getattr(run.state, name):
            seen = shown_knowledge(run.state) if name == "sentences" else stated_as(name, run.state)
            raise Failed("nothing known to a new agent", seen, True)


def _try_move_recorded(run: Attempt) -> None:
    run.create(4, 7)
    for cell, count in (((1, 4), 2), ((2, 0), 1)):
        before = run.state.moves_made
        run.learn([(cell, count)])
        _check_cells_of(run, "moves_made", before | {cell})
    run.learn([((0, 0), 0), ((0, 1), 0)])
    if (0, 1) not in run.state.moves_made:  # known to be safe before
        raise Failed("(0, 1) in ai.moves_made", stated_as("moves_made", run.state), True)


def _try_revealed_safe(run: Attempt) -> None:
    run.create(4, 7)
    for cell, count in (((1, 4), 2), ((2, 0), 1)):
        run.learn([(cell, count)])
        if cell not in run.state.safes:
            raise Failed(f"{cell} in ai.safes", stated_as("safes", run.state))
    # Where it is marked after the conclusions, an earlier sentence that it settles is seen in the next call.
    settled, found = Picture.of(PICTURES[Skill.REVEALED_SAFE][0]), list[bool]()
    run.create(settled.height, settled.width, settled.observations[:1])
    with suppress(StudentFailure):  # a mine that it does not bear is another matter
        for _ in range(2):
            run.learn(settled.observations[1:])
            found.append(settled.found_mines <= run.state.mines)
    if found == [False, True]:
        raise Failed(f"{set_text(settled.found_mines)} in ai.mines at once", "they came when the clue was given again")


def _try_opened_only(run: Attempt) -> None:
    run.create(4, 7, [((2, 4), 3)])
    if len(run.state.moves_made) > 1:
        return  # others get there that are not concluded, which is another matter
    run.create(4, 7, [((0, 0), 0)])
    if run.state.moves_made:
        _check_cells_of(run, "moves_made", frozenset({(0, 0)}))


def _try_known_changes_nothing(run: Attempt) -> None:
    for method, count in (("known_mines", len(_ASKED)), ("known_safes", 0)):
        seen = _asked_sentence(run, count, method, "is_as_made", count, sorted(_ASKED))
        if seen is not None:
            expected = f"s.cells = {set_text(_ASKED)} and s.count = {count} after it"
            raise Failed(expected, f"they are {seen}", True)


def _asked_sentence(run: Attempt, count: int, method: str, comparison: str, *expected: object) -> str | None:
    """Make a sentence and call its method, and return what a comparison then finds to be wrong."""
    made, called = run.calls[:] = [f"s = Sentence({set_text(_ASKED)}, {count})", f"s.{method}()"]
    run.process.course_step("the import", "begin")
    run.process.course_step(made, "make_sentence", count, sorted(_ASKED), True)
    run.process.course_step(called, "call", method)
    return run.process.course_step(called, comparison, *expected)


def _try_marks(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``Failed`` if a mark is not in the one sentence that the agent knows, and then if not in the pictures.

    What is missing there is a matter of marks only if known cells are left in sentences.
    """
    _try_mark(run)
    try:
        try_pictures(run, pictures, repetitions=REPETITIONS, is_direct=True)
    except Failed as wrong:
        known = run.state.mines | run.state.safes
        if wrong.args[2] or any(sentence.cells & known for sentence in run.state.sentences):
            raise


def _try_mark(run: Attempt) -> None:
    """Raise ``Failed`` if a mark is not in all sentences that the agent knows, one or three; nothing follows from them.

    It is left out if the method that marks has another name.
    """
    board, marked = Board(5, 8), (1, 2)
    for clues, method in product(([(0, 3)], [(0, 1), (0, 3), (2, 3)]), ("mark_safe", "mark_mine")):
        run.create(5, 8, [(cell, 2) for cell in clues])
        around = [board.neighbours(cell) for cell in clues]
        if {*run.state.sentences} == {StatedSentence(cells, 2) for cells in around}:
            with suppress(StudentFailure):
                run.call(method, marked)
                for left, count in ((cells - {marked}, 2 - (method == "mark_mine")) for cells in around):
                    if StatedSentence(left, count) not in run.state.sentences:
                        raise Failed(f"{set_text(left)} = {count} in ai.knowledge", shown_knowledge(run.state), True)


def _is_marking_wrong(run: Attempt) -> bool:
    """Return whether marks are wrong, for which other experiments may fail; keep the calls so far."""
    calls = list(run.calls)
    try:
        _try_mark(run)
    except Failed:
        return True
    finally:
        run.calls[:] = calls
    return False


def _try_all_sentences(run: Attempt) -> None:
    """Raise ``Failed`` if an earlier sentence is settled by a clue, stays in knowledge, and nothing is concluded."""
    try:
        try_pictures(run, PICTURES[Skill.MARKS][:2], repetitions=REPETITIONS)
    except Failed:
        if any(sentence.cells and sentence.count in (0, len(sentence.cells)) for sentence in run.state.sentences):
            raise


def _try_after_zero(run: Attempt) -> None:
    """Raise ``Failed`` if earlier sentences are looked at, but not after a clue without mines."""
    other, zero = PICTURES[Skill.MARKS][:2], PICTURES[Skill.MARKS][2:]
    try:
        try_pictures(run, other, repetitions=REPETITIONS)
    except Failed:
        return
    try_pictures(run, zero, repetitions=REPETITIONS)


def _try_verdicts(run: Attempt) -> None:
    try:
        pictures = PICTURES[Skill.COUNT_ZERO] + PICTURES[Skill.COUNT_SIZE]
        try_pictures(run, pictures, repetitions=REPETITIONS, may_be_later=True)
    except Failed:
        if not _is_marking_wrong(run):
            raise


def _try_subset_rule(run: Attempt) -> None:
    """Raise ``Failed`` unless the agent finds what follows in one of the pictures, or states something false.

    It lacks the rule, too, if it ends after clues apart, and not after two of which one sentence is part of the other.
    """
    run.create(8, 8, [((1, 1), 2), ((4, 5), 3)])
    run.create(4, 5, _PAIR[:1])
    try:
        run.learn(_PAIR[1:])
    except StudentFailure as failure:
        if failure.is_endless:
            raise Failed("an end", str(failure), True) from None
    pictures = PICTURES[SUBSETS[0]] + PICTURES[SUBSETS[1]]
    for number, picture in enumerate(pictures, 1):
        try:
            try_pictures(run, [picture], repetitions=REPETITIONS, is_direct=True, may_be_later=True)
            return
        except Failed as wrong:
            if wrong.args[2]:
                return
            if number == len(pictures):
                raise


def _try_difference_kept(run: Attempt) -> None:
    """Raise ``Failed`` if nothing follows from a difference later, and it is not in knowledge."""
    try:
        try_pictures(run, PICTURES[Skill.THREE_STEPS])
    except Failed:
        run.create(4, 5)
        run.learn([*_PAIR, ((3, 4), 1)])  # the last sentence may be left out each time, which is another matter
        cells = frozenset({(0, 2), (1, 2), (2, 2)})
        if StatedSentence(cells, 1) not in run.state.sentences:
            expected = f"{set_text(cells)} = 1 in ai.knowledge, the difference"
            raise Failed(expected, shown_knowledge(run.state)) from None


_PAIR = [((1, 0), 2), ((1, 1), 3)]
"""Two clues of which the sentence of the first is a part of that of the second."""


def _try_cells(run: Attempt) -> None:
    for observations in ([((1, 4), 2), ((2, 0), 1)], [((1, 1), 0)], [((0, 0), 3)]):
        run.create(4, 7, observations)
        _check_cells(run)
    run.create(4, 7)
    run.update("safes", Board(4, 7).neighbours((1, 4)) - {(0, 3)})
    run.learn([((1, 4), 1)])
    _check_cells(run)


def _check_cells(run: Attempt) -> None:
    wrong = [text for sort, text in run.state.problems if sort == NO_CELLS]
    if wrong:
        raise Failed("cells, pairs (row, column)", wrong[0], True)


def _try_neighbours(run: Attempt, shape: tuple[int, int], places: Sequence[Cell]) -> None:
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
            raise Failed(expected, shown_knowledge(run.state), bool(mentioned))


def _try_sentence_of_clue(run: Attempt) -> None:
    """Raise ``Failed`` if the sentence of a clue is missing or wrong: in the middle, and beside known cells."""
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
            raise Failed(f"{set_text(left)} = {count} in ai.knowledge", shown_knowledge(run.state), True)


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
    side = 11 if run.least == 1 else COURSE_SIDE
    _first, *others = [(i, j) for i in range(1, side, 3) for j in range(1, side, 3)]
    for cells in ([(1, 3)], others):
        run.create(side, side, [((1, 1), 2)])
        (first, *_rest) = run.state.sentences or (StatedSentence(frozenset(), 0),)
        for cell in cells:
            run.learn([(cell, 2)])
            if run.state.mines or run.state.safes - run.state.moves_made:
                return  # it concludes what does not follow, which is another matter
            if first not in run.state.sentences:
                expected = f"{set_text(first.cells)} = {first.count} still in ai.knowledge"
                raise Failed(expected, shown_knowledge(run.state), True)


def _try_parents_kept(run: Attempt) -> None:
    """Raise ``Failed`` if the smaller or the larger sentence is gone after the subset rule was applied to it."""
    run.create(4, 5, _PAIR)
    smaller = frozenset({(0, 0), (0, 1), (2, 0), (2, 1)})
    stated = {sentence.cells - {(1, 1)} for sentence in run.state.sentences}
    if smaller not in stated:
        raise Failed(f"{set_text(smaller)} = 2 in ai.knowledge, from the first clue", shown_knowledge(run.state))
    if smaller | {(0, 2), (1, 2), (2, 2)} not in stated:
        try_pictures(run, PICTURES[Skill.PARENTS_KEPT], repetitions=REPETITIONS, is_direct=True)


def _try_count(run: Attempt, skill: Skill) -> None:
    """Raise ``Failed`` if a sentence is taken for settled that is not, or if one that is settled is not."""
    is_zero = skill is Skill.COUNT_ZERO
    for picture in map(Picture.of, _UNRESOLVED):
        run.create(picture.height, picture.width, picture.observations)
        if is_zero and run.state.mines - picture.mines:
            continue  # from wrong mines, wrong safe cells follow
        wrong = run.state.safes & picture.mines if is_zero else run.state.mines - picture.mines
        if wrong:
            name = "safes" if is_zero else "mines"
            raise Failed(f"{min(wrong)} not yet in ai.{name}", stated_as(name, run.state), True)
    try:
        try_pictures(run, PICTURES[skill], repetitions=REPETITIONS, may_be_later=True)
    except Failed:
        method, count = ("known_safes", 0) if is_zero else ("known_mines", len(_ASKED))
        seen = _asked_sentence(run, count, method, "returns_cells", sorted(_ASKED))
        if seen is not None:
            raise Failed(set_text(_ASKED), f"it returned {seen}") from None


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
        raise Failed(expected, f"it returned {found}", True)


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
            _check_cells_of(run, attribute, getattr(before, attribute), f" after ai.{name}()")


def experiment(skill: Skill, pictures: Sequence[str]) -> Callable[[Attempt], None]:
    """Return the function that tries a skill, on the ``pictures`` if it uses some.

    >>> callable(experiment(Skill.SIZE, ()))
    True
    """
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
        Skill.SUBSET_RULE: _try_subset_rule,
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
    is_subset = skill in (Skill.ALL_PAIRS, *SUBSETS)
    repetitions = REPETITIONS if is_subset else 0
    return lambda run: try_pictures(
        run, pictures, repetitions=repetitions, is_direct=skill not in STEPS, may_be_later=is_subset
    )

"""The experiments for the subset rule: whether it is there, on which pairs of sentences, and whether it is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.course_checks import Attempt, set_text, shown_knowledge
from minesweeper_qt.model.student.experiments import COURSE_SIDE
from minesweeper_qt.model.student.finding import SUBSETS, Skill, words_of
from minesweeper_qt.model.student.method_experiments import is_marking_wrong
from minesweeper_qt.model.student.pictures import PICTURES, REPETITIONS, Failed, Picture, try_pictures
from minesweeper_qt.model.student.student_state import StatedSentence, StudentFailure, StudentState
from minesweeper_qt.model.words import joined, sentence_text, short_sentence


def _try_subset_only(run: Attempt, pictures: Sequence[str]) -> None:
    for picture in map(Picture.of, pictures):
        try:
            picture.learn(run)
        except Failed as wrong:
            if is_marking_wrong(run):
                return
            board, clues = Board(picture.height, picture.width), dict(picture.observations)
            pair = joined([sentence_text(board.neighbours(cell) - clues.keys(), clues[cell]) for cell in clues])
            raise wrong.saying("subset-only-pair", pair=pair) from None
    for common, *numbers in _OVERLAPS:
        _try_overlap(
            run,
            [frozenset(_COMMON[:common] + own[:number]) for own, number in zip(_OWN, numbers[:2], strict=True)],
            numbers[2:],
        )


def _try_overlap(run: Attempt, cells: Sequence[frozenset[Cell]], counts: Sequence[int]) -> None:
    """Raise ``Failed`` if the agent concludes what is not so in each case that two sentences leave."""
    unknown = sorted(cells[0] | cells[1])
    with suppress(StudentFailure):
        _learned_among(run, cells[0] | cells[1], [((2, 2), counts[0]), ((2, 3), counts[1])])
        for values in product((0, 1), repeat=len(unknown)):
            mines = frozenset(cell for cell, is_mine in zip(unknown, values, strict=True) if is_mine)
            if [len(mines & each) for each in cells] == [*counts]:
                try:
                    Picture(COURSE_SIDE, COURSE_SIDE, (), mines, frozenset(), frozenset()).check_truth(
                        run.state, has_failed=False
                    )
                except Failed as wrong:
                    pair = joined([sentence_text(*each) for each in zip(cells, counts, strict=True)])
                    raise wrong.saying("subset-only-pair", pair=pair) from None


def _try_subset_rule(run: Attempt) -> None:
    """Raise ``Failed`` unless the agent finds what follows in one of the pictures, or states something false.

    It lacks the rule, too, if it ends after clues apart, and not after two of which one sentence is part of the other.
    """
    try:
        run.create(8, 8, [((3, 2), 4)])
    except StudentFailure as failure:
        if failure.is_endless and any(not each.cells for each in run.state.sentences):
            raise Failed("an end", str(failure), True).saying("subset-rule-itself") from None
        raise
    for clues in ([((1, 1), 0)], [((1, 1), 2), ((4, 5), 3)]):
        run.create(8, 8, clues)
    pictures, is_pair = PICTURES[SUBSETS[0]] + PICTURES[SUBSETS[1]], True
    try:
        run.create(4, 5, _PAIR)
        is_pair = False
        for number, picture in enumerate(pictures, 1):
            try:
                try_pictures(run, [picture], repetitions=REPETITIONS, is_direct=True, may_be_later=True)
                return
            except Failed as wrong:
                if wrong.args[2]:
                    return
                if number == len(pictures):
                    wrong.words = _pair_words(run, True)
                    raise
    except StudentFailure as failure:
        words = _endless_words(run.state, is_pair) if failure.is_endless else ""
        if not words:
            raise
        raise Failed("an end", str(failure), True, words) from None


def _endless_words(state: StudentState, is_pair: bool) -> str:
    """Return what was there when the subset rule did not end, with the clues of ``_PAIR`` if it ``is_pair``."""
    stated = [sentence.cells for sentence in state.sentences]
    double = next((each for each in state.sentences if each.cells and state.sentences.count(each) == 2), None)
    if double is not None and _REST not in stated:
        return words_of("subset-rule-equal", sentence=short_sentence(double.cells, double.count))
    if not is_pair:
        return ""
    is_kept = {_SMALLER, _SMALLER | _REST} <= {*stated}
    how = "removes" if not is_kept else "endless" if _REST in stated else "lacks"
    return _made_words(state) or words_of(f"subset-rule-{how}", rest=sentence_text(_REST, 1))


def _made_words(state: StudentState) -> str:
    """Return what else the subset rule made of the two sentences of ``_PAIR``; empty if that is not seen."""
    right = {StatedSentence(_SMALLER, 1), StatedSentence(_SMALLER | _REST, 2), StatedSentence(_REST, 1)}
    made = [each for each in state.sentences if each not in right and each.cells <= _SMALLER | _REST]
    # A wrong sentence may follow from others, but not one of the cells that the rule must take.
    if any(each.cells in (_SMALLER, _SMALLER | _REST) for each in made):
        made = [each for each in made if each.cells == _REST]
    larger, smaller, rest = [
        sentence_text(each.cells, each.count) for each in sorted(right, key=lambda s: -len(s.cells))
    ]
    if not made:
        return ""
    text = short_sentence(made[0].cells, made[0].count)
    return words_of("subset-rule-made", made=text, larger=larger, smaller=smaller, rest=rest)


def _try_pair(run: Attempt, pictures: Sequence[str], is_new_larger: bool) -> None:
    """Raise ``Failed`` unless the rule is applied in the pictures, and to two sentences of which none has changed."""
    try:
        try_pictures(run, pictures, repetitions=REPETITIONS, is_direct=True, may_be_later=True)
    except Failed as wrong:
        wrong.words = _pair_words(run, is_new_larger) or (words_of("subset-rule-false") if wrong.args[2] else "")
        raise
    for pair in (_Pair(2, 1, 1, 0), _Pair(3, 2, 2, 2)):
        with suppress(StudentFailure):
            if pair.concluded(run, is_new_larger) == frozenset():
                expected, state = f"{set_text(frozenset(_MORE[: pair.more]))} settled", shown_knowledge(run.state)
                raise Failed(expected, state, words=_pair_words(run, is_new_larger))


_Clues = Sequence[tuple[Cell, int]]

_COMMON, _MORE = ((1, 2), (1, 3), (3, 2), (3, 3)), ((1, 4), (2, 4), (3, 4))
"""Unknown neighbours of both cells with a clue in a pair of sentences, and of the second cell alone."""

_OWN = (((1, 1), (2, 1), (3, 1)), _MORE)
_OVERLAPS = (
    (2, 1, 2, 1, 1),
    (3, 1, 2, 2, 2),
    (2, 1, 3, 1, 2),
    (3, 1, 1, 1, 2),
    (4, 1, 3, 2, 3),
    (1, 2, 3, 1, 2),
    (4, 2, 1, 2, 1),
)
"""Of two sentences the common cells, those of each alone, and the counts; nothing follows from them."""


def _learned_among(run: Attempt, unknown: frozenset[Cell], clues: Sequence[tuple[Cell, int]]) -> bool:
    """Let a new agent learn clues amid cells that it marks as safe; return whether it states them."""
    board, safe = Board(COURSE_SIDE, COURSE_SIDE), frozenset(product(range(1, 6), range(1, 6))) - unknown
    run.create(COURSE_SIDE, COURSE_SIDE)
    with suppress(StudentFailure):  # the method that marks has another name
        for cell in safe:
            run.process.call("mark_safe", cell)
    run.update("safes", safe)
    run.calls[1:] = [f"for cell in {set_text(safe)}: ai.mark_safe(cell)"]
    run.learn(clues)
    expected = {StatedSentence(board.neighbours(cell) - safe, clue) for cell, clue in clues}
    return expected <= {*run.state.sentences}


def _mirrored(cell: Cell) -> Cell:
    row, column = cell
    return row, 6 - column


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two sentences: the number of cells and mines of the smaller one, and of the rest of the larger one."""

    cells: int
    mines: int
    more: int
    rest: int

    @property
    def smaller(self) -> StatedSentence:
        return StatedSentence(frozenset(_COMMON[: self.cells]), self.mines)

    @property
    def larger(self) -> StatedSentence:
        cells = frozenset(_COMMON[: self.cells] + _MORE[: self.more])
        return StatedSentence(cells, self.mines + self.rest)

    @property
    def features(self) -> tuple[int, ...]:
        """What a condition of a subset rule may be about."""
        larger, smaller = self.larger, self.smaller
        sizes = len(smaller.cells), len(larger.cells), self.more
        return *sizes, smaller.count, larger.count, self.rest

    @property
    def is_settled(self) -> bool:
        return self.rest in (0, self.more)

    def text(self, is_mirrored: bool) -> str:
        both = ((each.cells, each.count) for each in (self.larger, self.smaller))
        return joined([sentence_text(map(_mirrored, cells) if is_mirrored else cells, count) for cells, count in both])

    def concluded(
        self, run: Attempt, is_new_larger: bool, is_mirrored: bool = False, others: Sequence[_Clues] = ((), (), ())
    ) -> frozenset[int | None] | None:
        """Return how many mines the agent concludes to be in the rest; ``None`` if nothing is known.

        A number that is wrong and not stated is ``None``.

        ``others`` are clues before, between and after the two.
        """
        place = _mirrored if is_mirrored else lambda cell: cell
        rest, unknown = frozenset(map(place, _MORE[: self.more])), frozenset(map(place, self.larger.cells))
        clues = [(place((2, 2)), self.mines), (place((2, 3)), self.mines + self.rest)]
        first, second = clues if is_new_larger else clues[::-1]
        is_stated = _learned_among(run, unknown, [*others[0], first, *others[1], second, *others[2]])
        for _ in range(REPETITIONS):
            found: set[int | None] = {each.count for each in run.state.sentences if each.cells == rest}
            if not found and (rest <= run.state.safes or rest <= run.state.mines):
                found = {self.rest if self.rest == (self.more if rest <= run.state.mines else 0) else None}
            known = {
                StatedSentence(frozenset(map(place, each.cells)), each.count) for each in (self.smaller, self.larger)
            }
            is_other = bool((unknown - rest) & (run.state.safes | run.state.mines)) or any(
                each.cells <= unknown and each.cells != rest and each not in known for each in run.state.sentences
            )
            if is_other:
                found = {None if found - {self.rest} else self.rest} if found else found  # it may follow from that
            if found:
                return frozenset(found)
            run.learn(clues[-1:])
        return frozenset() if is_stated else None


def _pair_words(run: Attempt, is_new_larger: bool) -> str:
    """Return where alone the subset rule is applied, or which count is wrong; empty if that is not seen."""
    found: dict[_Pair, bool] = {}
    with suppress(StudentFailure), run.aside():
        run.create(4, 5, _PAIR)
        words = "" if any(each.cells == _REST for each in run.state.sentences) else _made_words(run.state)
        if words:
            return words
        for cells, mines, more, rest in product((2, 3, 4), (1, 2, 3), (1, 2, 3), (0, 1, 2, 3)):
            pair = _Pair(cells, mines, more, rest)
            concluded, mirrored = (
                pair.concluded(run, is_new_larger, is_mirrored) if mines < cells and rest <= more else None
                for is_mirrored in (False, True)
            )
            if concluded and concluded - {rest}:
                seen = next(iter(concluded - {rest}))
                if seen is not None:
                    return words_of("subset-rule-wrong", larger=mines + rest, smaller=mines, seen=seen, rest=rest)
                continue
            if concluded is not None and mirrored is not None and bool(concluded) is not bool(mirrored):
                texts = pair.text(bool(mirrored)), pair.text(bool(concluded))
                return words_of("subset-rule-order", applied=texts[0], other=texts[1])
            if concluded is not None:
                found[pair] = bool(concluded)
    if found and not any(found.values()):
        return _order_words(run, next(iter(found)), is_new_larger)
    return _condition(found)


def _order_words(run: Attempt, pair: _Pair, is_new_larger: bool) -> str:
    """Return with which other clues alone the subset rule is applied to a pair; empty if with none."""
    far = [((7, 7), 1)]
    with suppress(StudentFailure), run.aside():
        if pair.concluded(run, is_new_larger, others=(far, (), ())):
            return words_of("subset-rule-few")
        if pair.concluded(run, is_new_larger, others=((), (), far)):
            return words_of("subset-rule-last")
        if pair.concluded(run, is_new_larger, others=((), (), [((7, 7), 0)])):
            return words_of("subset-rule-marked")
        other = pair.concluded(run, not is_new_larger), pair.concluded(run, not is_new_larger, others=((), far, ()))
        if other[0] and other[1] is not None and not other[1]:
            return words_of("subset-rule-next")
    return ""


def _condition(found: Mapping[_Pair, bool]) -> str:
    """Return what tells the pairs to which the rule is applied from the others; empty if there are none of a sort."""
    for place, name in enumerate(_FEATURES):
        passed, failed = (
            {pair.features[place] for pair in found if found[pair] is is_right} for is_right in (True, False)
        )
        if passed and failed and not passed & failed:
            least, most = min(passed), max(passed)
            number = least if least == most else f"at least {least}" if least > max(failed) else f"at most {most}"
            return words_of("subset-rule-where", name=name, number=number)
    applied, left_out = (next((pair for pair in found if found[pair] is is_right), None) for is_right in (True, False))
    if applied is not None and left_out is not None:
        if all(is_applied is not pair.is_settled for pair, is_applied in found.items()):
            return words_of("subset-rule-settled", pair=left_out.text(False))
        return words_of("subset-rule-some", applied=applied.text(False), other=left_out.text(False))
    return ""


_FEATURES = (
    *("the size of the smaller sentence", "the size of the larger sentence", "the number of cells left"),
    *("the count of the smaller sentence", "the count of the larger sentence", "the difference of the two counts"),
)
"""What a condition of a subset rule may be about."""


def _try_all_pairs(run: Attempt, pictures: Sequence[str]) -> None:
    """Raise ``Failed`` unless all pairs are compared: after one that brings a sentence, and apart in the list."""
    unknown, rest = frozenset({(1, 2), (2, 2), (3, 3), (3, 4), (5, 2)}), StatedSentence(frozenset({(1, 2), (2, 2)}), 1)
    with suppress(StudentFailure):
        if _learned_among(run, unknown, [((2, 3), 2), ((4, 3), 2)]):
            run.learn([((2, 4), 1)] * REPETITIONS)
            stated = {sentence.cells for sentence in run.state.sentences}
            if rest.cells in stated and frozenset({(5, 2)}) not in stated | {run.state.mines}:
                raise Failed("(5, 2) in ai.mines", shown_knowledge(run.state)).saying("all-pairs-first")
    try_pictures(run, pictures, repetitions=REPETITIONS, is_direct=True, may_be_later=True)


def _try_difference_kept(run: Attempt) -> None:
    """Raise ``Failed`` if nothing follows from a difference later, and it is not in knowledge."""
    try:
        try_pictures(run, PICTURES[Skill.THREE_STEPS])
    except Failed:
        run.create(4, 5)
        run.learn([*_PAIR, ((3, 4), 1)])  # the last sentence may be left out each time, which is another matter
        if StatedSentence(_REST, 1) not in run.state.sentences:
            expected = f"{set_text(_REST)} = 1 in ai.knowledge, the difference"
            raise Failed(expected, shown_knowledge(run.state)) from None


def inferred_unused(run: Attempt) -> str:
    """Return that the agent does not use a sentence that the subset rule adds in the same call; empty if it does."""
    with suppress(StudentFailure), run.aside():
        for count, name in ((2, "safes"), (5, "mines")):
            run.create(4, 5, [((1, 0), 2), ((1, 1), count)])
            if any(each == StatedSentence(_REST, count - 2) for each in run.state.sentences):
                return words_of("inferred-unused", sentence=sentence_text(_REST, count - 2), name=name)
    return ""


_PAIR = [((1, 0), 1), ((1, 1), 2)]
_SMALLER, _REST = frozenset({(0, 0), (0, 1), (2, 0), (2, 1)}), frozenset({(0, 2), (1, 2), (2, 2)})
"""Two clues of which the sentence of the first is a part of that of the second, its cells, and the others."""


def _try_parents_kept(run: Attempt) -> None:
    """Raise ``Failed`` if the smaller or the larger sentence is gone after the subset rule was applied to it."""
    run.create(4, 5, _PAIR)
    stated = {sentence.cells - {(1, 1)} for sentence in run.state.sentences}
    if _SMALLER not in stated:
        raise Failed(f"{set_text(_SMALLER)} = 1 in ai.knowledge, from the first clue", shown_knowledge(run.state))
    if _SMALLER | _REST not in stated:
        words = _made_words(run.state)
        if words:
            wrong = Failed(f"{set_text(_SMALLER | _REST)} = 2 in ai.knowledge", shown_knowledge(run.state), True)
            raise wrong.saying("parents-kept-changed")
        try_pictures(run, PICTURES[Skill.PARENTS_KEPT], repetitions=REPETITIONS, is_direct=True)


SUBSET_EXPERIMENTS: Mapping[Skill, Callable[[Attempt, Sequence[str]], None]] = {
    Skill.SUBSET_ONLY: _try_subset_only,
    Skill.SUBSET_RULE: lambda run, _: _try_subset_rule(run),
    Skill.SUBSET_OF_NEW: lambda run, pictures: _try_pair(run, pictures, True),
    Skill.NEW_AS_SUBSET: lambda run, pictures: _try_pair(run, pictures, False),
    Skill.ALL_PAIRS: _try_all_pairs,
    Skill.PARENTS_KEPT: lambda run, _: _try_parents_kept(run),
    Skill.DIFFERENCE_KEPT: lambda run, _: _try_difference_kept(run),
}
"""The function that tries a skill of the subset rule, on the pictures if it uses some."""

"""Pictures of small boards that show one ability of an agent each, and what an agent must find there.

The digits are the cells that are revealed, in this order; "M" and "S" are mines and safe cells that follow from the
last clue, "*" other mines and "." other safe cells. No digit is in the last row or column, so a picture shows the same
on a larger board, such as that of an agent whose size is hard-coded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.course_checks import Attempt, set_text, shown_knowledge
from minesweeper_qt.model.student.fault import StatedKnowledge, StepStanding
from minesweeper_qt.model.student.finding import Skill, skill_data, words_of
from minesweeper_qt.model.student.student_state import (
    StatedSentence,
    StudentFailure,
    StudentState,
    are_more_than_half_done,
)

REPETITIONS = 3
"""How often the last clue is given again, where it does not matter that a conclusion comes late."""
PICTURES = {Skill(name): tuple(rows) for name, rows in skill_data()["pictures"].items()}
SPARE: dict[tuple[Skill, ...], tuple[str, ...]] = {
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

NEEDED_THERE = {Skill.TWO_STEPS: Skill.SUBSET_OF_NEW}
"""What the other pictures need in place of them."""


class Failed(Exception):
    """An experiment failed: what was expected and is seen, and whether that is false and not just missing.

    ``words`` say what is wrong more exactly than those of the skill, where they are not empty.

    >>> Failed("3", "it is 4").args
    ('3', 'it is 4', False)
    """

    def __init__(self, expected: str, seen: str, is_wrong: bool = False, words: str = "") -> None:
        super().__init__(expected, seen, is_wrong)
        self.words = words

    def saying(self, key: str, **values: object) -> Self:
        """Set the words to those of ``words_of``, and return this."""
        self.words = words_of(key, **values)
        return self


class Lost(Failed):
    """What is expected is not found, and the sentence of a clue is neither in knowledge: it says no more."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows: the observations, all mines, and the cells that follow from the last observation.

    >>> Picture.of("1M").found_mines
    frozenset({(0, 1)})
    """

    height: int
    width: int
    observations: tuple[tuple[Cell, int], ...]
    mines: frozenset[Cell]
    found_mines: frozenset[Cell]
    found_safes: frozenset[Cell]

    @classmethod
    def of(cls, text: str) -> Picture:
        """Return what the rows of ``text`` show."""
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
        """Give all observations to a new agent; raise ``Failed`` if it states something false."""
        run.create(self.height, self.width)
        run.failure = None
        try:
            run.learn(self.observations)
        finally:
            self.check_truth(run.state, has_failed=run.failure is not None)

    def check_truth(self, state: StudentState, *, has_failed: bool) -> None:
        """Raise ``Failed`` if a verdict or a sentence is false; ``has_failed``: the call was stopped anywhere."""
        wrong_mines, wrong_safes = state.mines - self.mines, state.safes & self.mines
        if wrong_mines:
            raise Failed(f"no safe cell in ai.mines, such as {min(wrong_mines)}", stated_as("mines", state), True)
        if wrong_safes:
            raise Failed(f"no mine in ai.safes, such as {min(wrong_safes)}", stated_as("safes", state), True)
        false = list(filter(self.is_false, state.sentences))
        if are_more_than_half_done(false) if has_failed else false:
            expected = f"no false sentence where the mines are {set_text(self.mines)}"
            raise Failed(expected, shown_knowledge(state, self.is_false), True)

    def is_false(self, sentence: StatedSentence) -> bool:
        """Return whether a sentence has another number of mines than it counts."""
        return bool(sentence.cells) and len(sentence.cells & self.mines) != sentence.count

    def check_found(self, state: StudentState, *, is_direct: bool = False) -> None:
        """Raise ``Failed`` unless all cells are found.

        With ``is_direct`` a sentence of which all cells are mines, or all safe, does as well.
        """
        for name, found in (("mines", self.found_mines), ("safes", self.found_safes)):
            known = frozenset(getattr(state, name))
            if is_direct:
                said = [s.cells for s in state.sentences if s.count == (len(s.cells) if name == "mines" else 0)]
                known = known.union(*said)
            if not found <= known:
                raise Failed(
                    f"{set_text(found)} in ai.{name}", f"{stated_as(name, state)}, and {shown_knowledge(state)}"
                )

    def loses_sentence(self, state: StudentState) -> bool:
        """Return whether the sentence of a clue is missing, with the cells that are known or without."""
        board, knowledge = Board(self.height, self.width), StatedKnowledge(state)
        stands = [knowledge.sentence(board.neighbours(cell), clue) for cell, clue in self.observations]
        return StepStanding.MISSING in stands

    def is_found_later(self, run: Attempt) -> bool:
        """Return whether a new agent finds all cells once it learns clues elsewhere, on a larger board."""
        if self.is_at_edge:
            return False
        run.create(self.height + 4, max(self.width, 7))
        try:
            run.learn([*self.observations, ((self.height + 2, 1), 0), ((self.height + 2, 5), 3)])
            self.check_found(run.state)
        except (Failed, StudentFailure):
            return False
        return True


def stated_as(name: str, state: StudentState) -> str:
    """Return what an attribute is, as a clause.

    >>> stated_as("mines", StudentState())
    'ai.mines is set()'
    """
    return f"ai.{name} is {set_text(getattr(state, name))}"


def try_pictures(
    run: Attempt, pictures: Sequence[str], *, repetitions: int = 0, is_direct: bool = False, may_be_later: bool = False
) -> None:
    """Raise ``Failed`` unless the agent finds what follows in each picture, at the latest with some repetitions.

    With ``may_be_later`` clues elsewhere may bring it.
    """
    for picture in map(Picture.of, pictures):
        if run.least > 1 and (picture.is_at_edge or max(picture.height, picture.width) > run.least):
            continue  # there it shows something else
        picture.learn(run)
        stated = frozenset(chain(*(sentence.cells for sentence in run.state.sentences)))
        if picture.is_at_edge and not stated.issubset(Board(picture.height, picture.width).cells):
            continue  # the neighbours on a board of one row are wrong, which is another matter
        found = run.state.mines & picture.found_mines or run.state.safes & picture.found_safes
        is_part = bool(found) and not is_direct  # the rest of what one sentence settles is not late, it is lost
        calls, first, is_lost = list(run.calls), list[Failed](), picture.loses_sentence(run.state)
        for left in range(0 if is_part else repetitions, -1, -1):
            try:
                picture.check_found(run.state, is_direct=is_direct)
                break
            except Failed as wrong:
                first.append(wrong)
            if not left or not _learns_again(run, picture, may_be_later):
                if may_be_later and not is_part and picture.is_found_later(run):
                    break
                run.calls[:] = calls  # without the repetitions
                raise Lost(*first[0].args) if is_lost else first[0]


def _learns_again(run: Attempt, picture: Picture, may_fail: bool) -> bool:
    """Give the last clue again, and return whether the agent takes it, where it ``may_fail``."""
    try:
        run.learn(picture.observations[-1:])
    except StudentFailure:
        if not may_fail:
            raise
        run.failure = None
        return False
    return True

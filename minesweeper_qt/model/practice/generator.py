"""Finds positions to practise on in games that it plays; the shipped ones are what it finds from seed 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import count
from random import Random
from typing import NamedTuple

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.evidence.proof import PatternKind, Proof
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.frontier import SAFE
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.knowledge.reasoning_levels import reasoning_levels
from minesweeper_qt.model.practice.practice_position import (
    LEAST_SIDE,
    MOST_SIDE,
    PracticePosition,
    Topic,
    Window,
    cut_window,
    window_around,
)

SHIPPED: Mapping[Topic, int] = {
    topic: 500 if topic.name in Reasoning.__members__ else 50 for topic in Topic if topic is not Topic.MISSED
}
"""The number of positions of each topic that are shipped."""

_PATTERNS = frozenset([Topic[kind.name] for kind in PatternKind])
_GAMES = (*["small"] * 6, "intermediate", *["expert"] * 3)
"""How often games of each kind are played."""

_TOPICS = {level: {Topic[level.name]} for level in Reasoning}
for _level in (Reasoning.SUBSET, Reasoning.OVERLAP):
    _TOPICS[_level] |= {Topic.CASES, *_PATTERNS}
_TOPICS[Reasoning.COUNT] |= {Topic.CASES}
_WINDOWS = dict(zip(Reasoning, (1, 6, 12, 12, 24), strict=True))
"""The number of windows around the easiest cells of a moment, by their level: the more, the rarer it is."""

_LEAST_CELLS = 30
_MOST_SAFE = 6
_MOST_UNDECIDED = 0.5
"""The limit on the share of a board's cells that are undecided."""
_LEAST_UNDECIDED = 3


def generate(
    numbers: Mapping[Topic, int], seed: int, progress: Callable[[int], None] = lambda found: None
) -> dict[Topic, list[PracticePosition]]:
    """Return these ``numbers`` of positions of each topic, no two of a topic the same when they are turned or mirrored.

    ``seed`` makes them repeatable: more of a topic, or other topics beside it, leave the first ones as they are.
    ``progress`` is called with the number of positions found.

    >>> found = generate({Topic.CLUE: 2}, seed=1)[Topic.CLUE]
    >>> len(found), found == generate({Topic.CLUE: 3, Topic.SUBSET: 1}, seed=1)[Topic.CLUE][:2]
    (2, True)
    """
    found: dict[Topic, dict[str, PracticePosition]] = {topic: {} for topic in numbers}
    for game in count():
        wanted = {topic for topic, number in numbers.items() if len(found[topic]) < number}
        if not wanted:
            return {topic: list(positions.values()) for topic, positions in found.items()}
        with suppress(TooHard):  # then the game ends there
            for position in _positions_of_game(f"practice {seed} {game}", wanted):
                found[position.topic].setdefault(canonical_key(position), position)
        progress(sum(map(len, found.values())))
    raise AssertionError("the games never end")


def canonical_key(practice: PracticePosition) -> str:
    """Return the least key of the position and of what it is when it is turned or mirrored.

    >>> {canonical_key(PracticePosition.from_key(Topic.CLUE, key)) for key in ("2x1x1/1H", "2x1x1/H1", "1x2x1/1/H")}
    {'1x2x1/1/H'}
    """
    size, *rows = practice.key.split("/")
    forms = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        forms += [rows, [row[::-1] for row in rows]]
    mines = size.rsplit("x")[-1]
    return min("/".join([f"{len(form[0])}x{len(form)}x{mines}", *form]) for form in forms)


class _Moment(NamedTuple):
    """A moment of a game: its mines, what is seen of it, and the ``easiest`` safe cells with their reasoning level.

    Where no cell is certainly safe, they are those beside a clue, as a part of the board may have one all the same.
    """

    mines: Set[Cell]
    seen: Position
    easiest: Sequence[Cell]
    level: Reasoning


def _moments(random: Random) -> Iterator[_Moment]:
    """Play a game to the end, and yield its moments.

    A move opens the easiest safe cells; where none is certain, a cell beside a clue that is not a mine.
    """
    difficulty = DIFFICULTIES.get(random.choice(_GAMES)) or _small_difficulty(random)
    game = Minesweeper.at_difficulty(difficulty, seed=random.randrange(2**31))
    engine = Engine()
    cells = [random.choice(game.grid.cells)]
    while True:
        for cell in cells:
            if cell not in game.clues:
                game.play(Action(Verb.REVEAL, cell))
        if game.state.is_over:
            return
        seen = Position.seen(game.grid, game.mine_total, game.clues)
        level, cells = _easiest(seen, engine)
        easiest = cells
        if not cells:
            hidden = sorted(seen.covered - game.mines)
            easiest = [cell for cell in hidden if not game.grid.neighbours(cell).isdisjoint(game.clues)] or hidden
            cells = [random.choice(easiest)]
        yield _Moment(game.mines, seen, easiest, level)


def _small_difficulty(random: Random) -> Difficulty:
    height, width = (random.randint(LEAST_SIDE, MOST_SIDE) for _ in range(2))
    return Difficulty.custom(height, width, height * width // 6)


def _easiest(seen: Position, engine: Engine) -> tuple[Reasoning, list[Cell]]:
    """Return the lowest level of a safe cell, and the safe cells at that level."""
    engine.solve(seen)
    assert engine.frontier is not None
    easy = [divmod(cell, seen.width) for cell, status in enumerate(engine.frontier.known) if status == SAFE]
    if easy:  # faster than to compute all levels
        return Reasoning.CLUE, easy
    levels = reasoning_levels(seen, engine)
    least = min([levels[cell] for cell in levels.safe], default=Reasoning.CASES)
    return least, [cell for cell in sorted(levels.safe) if levels[cell] is least]


def _positions_of_game(name: str, wanted: Set[Topic]) -> Iterator[PracticePosition]:
    """Play the game of this ``name`` and yield what it has to offer: at most one position of each topic ``wanted``."""
    left = set(wanted)
    engine = Engine()
    for number, moment in enumerate(_moments(Random(name))):
        if not left:
            return
        # Drawn for each moment alone, whatever is left of the others.
        random = Random(f"{name} {number}")
        board = moment.seen.board
        is_small = max(board.height, board.width) <= MOST_SIDE
        for _ in range(_WINDOWS[moment.level]):
            height, width = (random.randint(LEAST_SIDE, MOST_SIDE) for _ in range(2))
            window = window_around(random.choice(moment.easiest), height, width, board)
            # Of a small board the whole is taken, and only where the number of mines tells something.
            window = (range(board.height), range(board.width)) if is_small else window
            here = left & (_TOPICS[moment.level] if not is_small else {Topic.COUNT})
            if here:
                position = cut_window(moment.mines, moment.seen.clues, *window)
                for topic in _topics_of(position, here, engine):
                    left.remove(topic)
                    if topic in _PATTERNS:
                        position = _cropped(moment, window, topic, engine)
                    if _undecided(position, engine) <= len(position.board.cells) * _MOST_UNDECIDED:
                        yield PracticePosition(topic, position)


def _cropped(moment: _Moment, window: Window, topic: Topic, engine: Engine) -> Position:
    """Return the window without the rows and columns at its sides that can be spared."""
    rows, columns = window
    for smaller in ((rows[1:], columns), (rows[:-1], columns), (rows, columns[1:]), (rows, columns[:-1])):
        position = cut_window(moment.mines, moment.seen.clues, *smaller)
        if len(position.board.cells) >= _LEAST_CELLS and topic in _topics_of(position, {topic}, engine):
            return _cropped(moment, smaller, topic, engine)
    return cut_window(moment.mines, moment.seen.clues, *window)


def _topics_of(position: Position, wanted: Set[Topic], engine: Engine) -> Iterator[Topic]:
    """Yield the level and the pattern of the position, those that are ``wanted``, if it is worth a minute."""
    undecided = _undecided(position, engine)
    if not 0 < len(engine.solve(position).safe) <= _MOST_SAFE or undecided < _LEAST_UNDECIDED:
        return
    least, easiest = _easiest(position, engine)
    explainer = Explainer(position, engine=engine)
    level = Topic[least.name]
    is_worth_it = level in wanted and undecided <= len(position.board.cells) * _MOST_UNDECIDED
    # The search that knows the number of mines also settles cells without it.
    if is_worth_it and (level is not Topic.COUNT or all(map(_reads_mine_count, map(explainer.short_proof, easiest)))):
        yield level
    if level in (Topic.SUBSET, Topic.OVERLAP) and not wanted.isdisjoint(_PATTERNS):
        proofs = map(explainer.short_proof, easiest)
        names = {proof.pattern.kind.name if isinstance(proof, Proof) and proof.pattern else "" for proof in proofs}
        topic = Topic.__members__.get(names.pop())
        if topic is not None and topic in wanted and not names:
            yield topic


def _undecided(position: Position, engine: Engine) -> int:
    found = engine.solve(position)
    return len(position.covered) - len(found.safe) - len(found.mines)


def _reads_mine_count(proof: Proof | Undecided) -> bool:
    return isinstance(proof, Proof) and any(step.rule is Rule.MINE_COUNT for step in proof.steps)

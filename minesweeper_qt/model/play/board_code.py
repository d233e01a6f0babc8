"""Codes of boards, which people type or read to each other, and the board of the day.

A code is written in groups of four characters. The first character is the version of the code, the last one checks the
others, and those between are the digits of a number, the least one first. The number has a radix of its own for each of
its parts: the level, the rules, the size and the mines of a custom level, the first opened cell, the sign of the seed,
and the seed. So each part takes the least room, and none is off its range.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import product
from textwrap import wrap

from minesweeper_qt.model.board.board import Board, Cell, check_seed
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty, FirstClick, Guesses, Rules, Win
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.errors import BoardCodeError, SeedError, quoted
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.game.action import Action, Verb
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.play.history import History
from minesweeper_qt.model.play.record import RecordedMove

ALPHABET = "0123456789ABCDEFHJKLMNPRSTUVWXY"
"""The characters of codes, those of Finnish identity codes: without letters that look like digits. 31 is a prime."""

VERSION = "1"
"""The first character of codes; another one when the same code would say another board, or the same board another."""

_GROUP, _LEAST, _MOST = 4, 12, 28
"""The lengths of a group, of the code of a preset with a drawn seed, and of the longest code."""

_LEVELS = (*DIFFICULTIES, "custom")
_RULES = tuple([Rules(*values) for values in product(FirstClick, (True, False), Win, Guesses)])
_SIDES = Difficulty.MAX_SIDE - Difficulty.MIN_SIDE + 1


@dataclass(frozen=True, slots=True)
class BoardCode:
    """All that a board follows from: the difficulty, the seed, and the first opened cell if mines move away from it.

    >>> code = BoardCode(DIFFICULTIES["expert"], seed=2026, start=(7, 14))
    >>> code.to_text()
    '1FJE-W7C0-000J'
    >>> BoardCode.from_text("1fje w7c0 000j") == code
    True
    >>> BoardCode.of(code.game()) == code
    True

    ``difficulty`` has the name of a preset when it differs from that by its first click and its guesses alone.

    Raises what ``Difficulty.custom`` raises for a board that can't be chosen, ``SeedError`` and ``CellError``.
    """

    difficulty: Difficulty
    seed: int
    start: Cell | None = None

    def __post_init__(self) -> None:
        height, width, rules = self.difficulty.height, self.difficulty.width, self.difficulty.rules
        custom = Difficulty.custom(height, width, self.difficulty.mines)
        first_click = FirstClick.OPENING if rules.cascade else FirstClick.ANYTHING
        usual = replace(rules, guesses=Guesses.AS_DEALT, first_click=first_click)
        name = Difficulty.of(height, width, custom.mines, usual).name
        object.__setattr__(self, "difficulty", replace(custom, name=name, rules=rules))
        check_seed(self.seed)
        if self.start is not None:
            Board(height, width).cell(self.start)

    @classmethod
    def of(cls, game: Minesweeper) -> BoardCode:
        """Return the code of the board of ``game``; raise ``SeedError`` if its layout was given.

        Where the rules protect the first click, the board is fixed once that was made.
        """
        if game.seed is None:
            raise SeedError("a layout that was given has no seed, and thus no code")
        difficulty = Difficulty("custom", game.height, game.width, game.mine_total, game.rules)
        return cls(difficulty, game.seed, game.start or next(iter(game.clues), None))

    def game(self) -> Minesweeper:
        """Return a new game on this board."""
        # Elsewhere the board does not depend on it; and where guesses are fair, the first click is one.
        start = None if self.difficulty.rules.first_click is FirstClick.ANYTHING else self.start
        return Minesweeper.at_difficulty(self.difficulty, seed=self.seed, start=start, dealer=FairDealer())

    def history(self) -> tuple[Minesweeper, History]:
        """Return a game on this board with its first cell opened, if it has one, and the history of the game."""
        game = Minesweeper.at_difficulty(self.difficulty, seed=self.seed, dealer=FairDealer())
        history = History(game)
        if self.start is not None:
            history.add(RecordedMove((Action(Verb.REVEAL, self.start),), seconds=0).play(game))
        return game, history

    def to_text(self) -> str:
        """Return the code as text."""
        level, cells = self.difficulty, self.difficulty.height * self.difficulty.width
        parts = [(_LEVELS.index(level.name), len(_LEVELS)), (_RULES.index(level.rules), len(_RULES))]
        if level.name == "custom":
            parts += [(side - Difficulty.MIN_SIDE, _SIDES) for side in (level.height, level.width)]
            parts.append((level.mines - 1, cells - 1))
        place = cells if self.start is None else self.start[0] * level.width + self.start[1]
        parts += [(place, cells + 1), (int(self.seed < 0), 2)]
        number = ~self.seed if self.seed < 0 else self.seed
        for value, radix in reversed(parts):
            number = number * radix + value
        digits = [ALPHABET.index(VERSION)]
        while number or len(digits) < _LEAST - 1 or (len(digits) + 1) % _GROUP:
            number, digit = divmod(number, len(ALPHABET))
            digits.append(digit)
        digits.append((1 - _remainder([*digits, 0])) % len(ALPHABET))
        return "-".join(wrap("".join([ALPHABET[digit] for digit in digits]), _GROUP))

    @classmethod
    def from_text(cls, text: str) -> BoardCode:
        """Return the code that ``to_text`` wrote, in upper or lower case, with any blanks and hyphens.

        >>> BoardCode.from_text("1FJE-W7C0-00J0")
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.BoardCodeError: a character is wrong, or two are swapped: the last one does not fit

        Raises ``BoardCodeError`` for any other text.
        """
        # Programs that send texts make dashes of hyphens.
        typed = re.sub(r"[\s_\-\u2010-\u2015]", "", text.upper())
        if not typed:
            raise BoardCodeError("there is no code yet; write one such as 1FJE-W7C0-000J")
        for character in typed:
            if character not in ALPHABET:
                allowed = "digits, and letters but G, I, O, Q, Z"
                raise BoardCodeError(f"no code has {quoted(character)}; allowed are {allowed}")
        if len(typed) % _GROUP or not _LEAST <= len(typed) <= _MOST:
            allowed = f"{_LEAST} to {_MOST}, in groups of {_GROUP}"
            raise BoardCodeError(f"the number of characters is {len(typed)}; allowed are {allowed}")
        digits = [ALPHABET.index(character) for character in typed]
        if _remainder(digits) != 1:
            raise BoardCodeError("a character is wrong, or two are swapped: the last one does not fit")
        if typed[0] != VERSION:
            raise BoardCodeError(f"a code of version {typed[0]}, not {VERSION}: use the program that made it")
        number = 0
        for digit in reversed(digits[1:-1]):
            number = number * len(ALPHABET) + digit
        number, level = divmod(number, len(_LEVELS))
        number, rules = divmod(number, len(_RULES))
        if _LEVELS[level] == "custom":
            number, height = divmod(number, _SIDES)
            number, width = divmod(number, _SIDES)
            height, width = height + Difficulty.MIN_SIDE, width + Difficulty.MIN_SIDE
            number, mines = divmod(number, height * width - 1)
            difficulty = Difficulty.custom(height, width, mines + 1)
        else:
            difficulty = DIFFICULTIES[_LEVELS[level]]
        cells = Board(difficulty.height, difficulty.width).cells
        number, place = divmod(number, len(cells) + 1)
        seed, is_negative = divmod(number, 2)
        if seed >= 2**63:
            raise BoardCodeError("no board has this code")
        start = cells[place] if place < len(cells) else None
        return cls(replace(difficulty, rules=_RULES[rules]), ~seed if is_negative else seed, start)


def todays_board(difficulty: Difficulty, day: date) -> BoardCode:
    """Return where the search for the board of ``day`` begins, the same for everybody at a level.

    It needs no guess and begins with an opening, at the safe cell that is nearest to the middle, where an opening is
    the largest. The search for a board, whose hardest step takes at most ``todays_reasoning``, begins with this seed.

    >>> todays_board(DIFFICULTIES["beginner"], date(2026, 11, 24)).to_text()
    '1DCS-93HY-F547'
    """
    difficulty = difficulty.with_guesses(Guesses.NOT_NEEDED)
    text = f"minesweeper-qt today {day:%Y-%m-%d} {difficulty.height} {difficulty.width} {difficulty.mines}"
    # Python's own random numbers may change with its version; this can't.
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
    row, column = difficulty.height // 2, difficulty.width // 2
    code = BoardCode(difficulty, seed, (row, column))
    mines = code.game().mines
    safe = [cell for cell in Board(difficulty.height, difficulty.width).cells if cell not in mines]
    return replace(code, start=min(safe, key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - column) ** 2))


def todays_reasoning(day: date) -> Reasoning:
    """Return what the hardest step of the board of ``day`` may take: more towards the end of the week.

    >>> [str(todays_reasoning(date(2026, 11, 23 + number))) for number in range(7)]
    ['subset', 'subset', 'overlap', 'overlap', 'count', 'cases', 'cases']
    """
    level = Reasoning
    return (level.SUBSET, level.SUBSET, level.OVERLAP, level.OVERLAP, level.COUNT, level.CASES, level.CASES)[
        day.weekday()
    ]


def streak_of_days(won: Collection[date], today: date) -> tuple[int, int]:
    """Return how many days in a row were ``won`` up to ``today`` or, while that is open, yesterday; and the most ever.

    >>> days = [date(2026, 11, number) for number in (1, 2, 3, 5, 6)]
    >>> [streak_of_days(days, date(2026, 11, today)) for today in (6, 7, 8)]
    [(2, 3), (2, 3), (0, 3)]
    """
    run = most = 0
    for day in sorted(won):
        run = run + 1 if day - timedelta(1) in won else 1
        most = max(most, run)
    return run if run and today - max(won) <= timedelta(1) else 0, most


def _remainder(digits: Sequence[int]) -> int:
    """Return what is 1 for a code without a mistake: that of a pure system of ISO/IEC 7064, with modulus 31, radix 3.

    The modulus is a prime, so one wrong character is always found. The radix is a primitive root of it, so two swapped
    characters are, too. The systems named in the standard either miss some swaps (MOD 37,36) or need a further
    character for the check alone (MOD 37-2).
    """
    remainder = 0
    for digit in digits:
        remainder = (3 * remainder + digit) % len(ALPHABET)
    return remainder

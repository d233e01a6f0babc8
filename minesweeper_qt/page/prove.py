"""Answers what the page asks about a text: what is certain in a position, why a cell is safe, what a game shows.

Everything is drawn and worded by the renderers of the program; they escape what a user has written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from minesweeper_qt.cli.arguments import MAX_CELLS, no_layout_problem, size_problem
from minesweeper_qt.cli.output import numbers_of_any_length
from minesweeper_qt.cli.solve_command import Solution, as_text, best_move, certain_text, heading
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.why_text import highlight_text, line_highlight
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg, part_around
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.dealing.certificate import certify
from minesweeper_qt.model.errors import InconsistentPosition, MinesweeperError
from minesweeper_qt.model.evidence.certificate import Certificate
from minesweeper_qt.model.evidence.derivation import InconsistentKnowledge
from minesweeper_qt.model.evidence.proof import Proof, html_lines, short_heading, short_lines, short_text
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.html_page import html_page
from minesweeper_qt.model.play.board_code import BoardCode
from minesweeper_qt.model.play.record import Record
from minesweeper_qt.model.replay.game_file import read_file, read_text
from minesweeper_qt.model.review.review import review
from minesweeper_qt.model.review.review_report import STYLE, ReviewReport
from minesweeper_qt.model.words import capitalized

PAGE_STYLE = f"""{STYLE}
.review pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem; margin: .5rem 0 }}
.review .layouts {{ display: flex; flex-wrap: wrap; gap: 1rem; margin: .75rem 0 }} .review figure {{ margin: 0 }}
"""
"""The style of what is answered, on the page and in a file."""

_CODE = re.compile(r"\s*1\w{3}(?:[- ]\w{4})+\s*")
_SIZE = re.compile(r"\s*([0-9]{1,3})[x×]([0-9]{1,3})[x×]([0-9]{1,9})\s*")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page shows: a ``title``, the ``board`` in SVG, and below them the ``body`` in HTML.

    ``text`` is for copies, and ``spoken`` names the marked cells of the board. ``parts`` returns what stands in a file
    in place of board and body, if that is more.
    """

    title: str
    board: str
    body: str
    text: str
    spoken: str = ""
    parts: Callable[[], Iterable[str]] = tuple

    def page(self) -> str:
        """Return the answer as a page of its own, which needs no other file."""
        parts = [*self.parts()] or [self.board, self.body]
        return html_page(self.title, PAGE_STYLE, [f'<section class="review">{"".join(parts)}</section>'])


class _Subject:
    """What a text holds: a position, or a game with a position at its end."""

    def __init__(self, text: str) -> None:
        size, content = _SIZE.fullmatch(text), None
        if size is not None:
            text = "\n".join([text.strip(), *["H" * int(size[1])] * int(size[2])])
        elif _CODE.fullmatch(text):
            content = Record.of(BoardCode.from_text(text).history()[0])
        found = content or read_text(text).content
        self.record = None if isinstance(found, Position) else found
        problem = size_problem(found.height, found.width, MAX_CELLS if self.record is None else Difficulty.MAX_SIDE**2)
        if problem:
            raise MinesweeperError(problem)
        self.position = found if isinstance(found, Position) else _seen(found)
        self.explainer = Explainer(self.position)

    def answer(self, cell: Cell | None, line: int | None) -> Answer:
        """Return what is asked: why of a ``cell``, else all; with the board of a ``line`` of the proof, or a move."""
        if cell is not None:
            found = self.explainer.short_proof(cell)
            return _undecided(found) if isinstance(found, Undecided) else _proof(found, line)
        if self.record is None:
            return _solution(self.position, self.explainer)
        if len(self.record.moves) > 1:
            return _review(self.record, self.position)
        return _certificate(_certified(self.record), self.position, line)


_subject = lru_cache(4)(_Subject)
_certified: Callable[[Record], Certificate] = lru_cache(4)(lambda record: certify(record.replay()))


def _seen(record: Record) -> Position:
    """Return what is seen at the end of a recorded game."""
    game = record.replay()
    return Position.seen(game.grid, game.mine_total, game.clues, game.mines_found)


def _solution(position: Position, explainer: Explainer) -> Answer:
    levels = explainer.levels
    solution = Solution(position, levels, "expert", best_move(position, levels, "expert"))
    body = f"<pre>{escape(certain_text(solution))}</pre>"
    return Answer(heading(solution), board_svg(position, marks=solution.marks), body, as_text(solution))


def _proof(proof: Proof, line: int | None) -> Answer:
    lines, board, spoken = short_lines(proof), board_svg(proof.position, marks=proof.marks), ""

    def parts() -> Iterator[str]:
        """Yield the whole board, and each line beside the part of the board that it is about."""
        yield board_svg(proof.position, marks=proof.marks)
        for number, each in enumerate(lines):
            shown = line_highlight(lines, number)
            part = part_around(proof.position.board, {*shown.all_cells, proof.cell})
            picture = board_svg(proof.position, marks=_marks(shown), part=part)
            text = html_lines(proof, [each])
            yield f'<article><div class="sides"><div>{picture}</div><div>{text}</div></div></article>'

    if line is not None and line in range(len(lines)):
        shown = line_highlight(lines, line)
        board, spoken = board_svg(proof.position, marks=_marks(shown)), highlight_text(shown)
    body, text = html_lines(proof, lines), f"{proof.position.to_text()}\n{short_text(proof)}"
    return Answer(short_heading(proof), board, f'<div class="steps">{body}</div>', text, spoken, parts)


def _marks(highlight: Highlight) -> BoardMarks:
    """Return what a picture marks of the cells that a line of a proof highlights."""
    return BoardMarks(
        highlight.safes | highlight.supposed_safes,
        highlight.mines | highlight.supposed_mines,
        clues=highlight.clues,
        asked=highlight.cells,
    )


def _undecided(found: Undecided) -> Answer:
    position, differing = found.position, found.with_mine ^ found.without
    part = part_around(position.board, {*differing, found.cell})
    figures = [
        f"<figure><figcaption>{escape(capitalized(title))}</figcaption>"
        f"{board_svg(position, marks=BoardMarks(position.covered - mines, mines, asked=differing), part=part)}</figure>"
        for title, mines in found.layout_pair
    ]
    words = (found.difference, found.layouts_text, f"{capitalized(found.position_now)}.")
    body = "".join([f"<p>{escape(each)}</p>" for each in words]) + f'<div class="layouts">{"".join(figures)}</div>'
    return Answer(found.reason, board_svg(position, marks=found.marks), body, f"{position.to_text()}\n{found}")


def _review(record: Record, position: Position) -> Answer:
    report = ReviewReport(review(record))
    title = report.text.splitlines()[0]
    return Answer(title, board_svg(position), report.section(), report.text, parts=lambda: [report.section()])


def _certificate(made: Certificate, position: Position, line: int | None) -> Answer:
    title, *_ = str(made).splitlines()
    moves = [f"<li>{escape(short_heading(proof))}{html_lines(proof, short_lines(proof))}</li>" for proof in made.proofs]
    board = board_svg(position)
    if line is not None and line in range(len(made.proofs)):
        proof = made.proofs[line]
        board = board_svg(proof.position, marks=proof.marks)
    return Answer(title, board, f'<ol class="steps">{"".join(moves)}</ol>', str(made))


# -- what the page calls


def answer(question: str) -> str:
    """Return the answer to a question of the page, both as JSON.

    The question has a ``text``, and may have a ``cell``, a ``line``, a ``mark`` to write into the cell, and ``file``,
    true for the answer as a page. What is wrong with it is the ``error`` of the answer.

    >>> found = json.loads(answer('{"text": "3x1x1\\\\n1HH", "cell": [0, 1]}'))
    >>> found["title"], found["text"], "<li" in found["body"]
    ('(0, 1) is a mine. Level clue: one clue alone.', '3x1x1\\n1HH', True)
    >>> answer('{"text": "3x1x1\\\\n1H"}')
    '{"error": "Line 2, column 3: 2 cells in the row; expected 3"}'
    """
    asked: dict[str, Any] = json.loads(question)
    text, mark, cell = asked["text"], asked.get("mark"), asked.get("cell")
    cell = None if cell is None else (cell[0], cell[1])
    subject = None
    try:
        subject = _subject(text)
        if mark is not None and cell is not None:
            text = subject.position.with_marks({cell: mark}).to_text()
            subject, cell = _subject(text), None
        with numbers_of_any_length():
            made = subject.answer(cell, asked.get("line"))
            return json.dumps({"file": made.page()} if asked.get("file") else {"text": text, **_shown(made)})
    except (InconsistentPosition, InconsistentKnowledge):
        assert subject is not None
        wrong = no_layout_problem(subject.position)
    except MinesweeperError as error:
        wrong = str(error)
    # The board stays, so that it can be edited.
    shown = {} if subject is None else {"text": text, "board": board_svg(subject.position)}
    return json.dumps({"error": capitalized(wrong), **shown})


def _shown(made: Answer) -> dict[str, str]:
    return {"title": made.title, "board": made.board, "body": made.body, "copy": made.text, "spoken": made.spoken}


def text_of_file(name: str, data: bytes) -> str:
    """Return the text that stands for a file, which any program may have written, as JSON: ``text`` or ``error``.

    >>> text_of_file("board.mbf", bytes([3, 2, 0, 1, 2, 0]))[:33]
    '{"text": "minesweeper-qt record 2'
    """
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder, "file").with_suffix(Path(name).suffix)
            path.write_bytes(data)
            return json.dumps({"text": read_file(path).content.to_text()})
    except (MinesweeperError, OSError, ValueError) as wrong:
        return json.dumps({"error": capitalized(str(wrong))})

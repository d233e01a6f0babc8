"""The report of a review: sentences, JSON for programs, and HTML with the boards and proofs of the mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg, part_around
from minesweeper_qt.model.errors import Poll, never_interrupt
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.evidence.proof import Proof, html_lines, short_dict, short_heading, short_lines
from minesweeper_qt.model.explain.explainer import short_proof
from minesweeper_qt.model.html_page import colours
from minesweeper_qt.model.review.judgement import JudgedMove, Review
from minesweeper_qt.model.review.review_words import guesses_text, move_text, result_text
from minesweeper_qt.model.words import chance_dict, counted, size_text

_LEGEND = (
    "\u2715 misread a certain mine, \u25bc needless guess, \u25cb forced guess. On the boards: a thin frame is the cell"
    " of the move, a ring a safe cell, a diamond a mine; double rings are the clues that prove it."
)

STYLE = """
.review { color: var(--ink); background: var(--ground) }
.review p { color: inherit; margin: .25rem 0 }
.review h3 { font-size: 1rem; margin: 0 0 .5rem }
.review .risks { display: flex; gap: 1px; align-items: flex-end; height: 4rem; margin: .75rem 0; padding-top: 1rem;
  border-bottom: 1px solid var(--line); print-color-adjust: exact }
.review .risks i { flex: 1 1 0; max-width: 1rem; min-height: 2px; position: relative; background: var(--muted) }
.review .risks .misread, .review .risks .needless { background: var(--bad) }
.review .misread::before { content: "\\2715"; color: var(--bad) }
.review .needless::before { content: "\\25BC"; color: var(--bad) }
.review .forced::before { content: "\\25CB"; color: var(--muted) }
.review article > ::before { margin-right: .4rem }
.review .risks i::before { position: absolute; bottom: 100%; left: 50%; transform: translateX(-50%);
  font: normal .75rem/1 sans-serif }
.review article { border-top: 1px solid var(--line); padding: .75rem 0; break-inside: avoid }
.review .sides { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1rem }
.review ul { list-style: none; margin: 0; padding: 0 } .review ul ul { margin-left: 1rem; color: var(--muted) }
.review li { margin: .25rem 0 } .review summary { cursor: pointer }
.review summary::-webkit-details-marker { display: none }
@media (max-width: 45rem) { .review .sides { grid-template-columns: minmax(0, 1fr) } }
@media print { .review details::details-content { content-visibility: visible; block-size: auto }
  .review { font-size: .75rem } .review p, .review .risks { break-after: avoid } }
"""


@dataclass(frozen=True)
class ReviewReport:
    """The report of a review; the proofs are searched for once, when they are first needed.

    >>> from minesweeper_qt.model import Record, review
    >>> text = "minesweeper-qt record 2\\nboard 1 4 1\\nfirst-click anything\\ncascade on\\nwin revealed\\nmines 0,2\\n"
    >>> print(ReviewReport(review(Record.from_text(text + "reveal 0 1\\nreveal 0 0\\n"))).text)
    4×1, 1 mine: not finished
    2 guesses, 1 needless; luck 1 in 3
    Move 1, (0, 1): forced guess, risk 25 %
    Move 2, (0, 0): needless guess, risk 50 %
      (0, 3) is safe. Level count: the number of mines left.

    ``poll`` is called while a proof is searched for; what it raises leaves the property that needs the proof. ``note``
    is what else is to be said of the game.
    """

    found: Review
    poll: Poll = never_interrupt
    note: str = ""

    # -- sentences

    @property
    def text(self) -> str:
        """The report as lines of text: the board and the result, the luck, then the guesses and mistakes in order."""
        lines = [self._heading, guesses_text(self.found)]
        for move, proof in self._named:
            lines.append(move_text(move))
            if proof is not None:
                lines.append(f"  {short_heading(proof)}")
        return "\n".join([*lines, self.note]).rstrip()

    @property
    def _heading(self) -> str:
        record = self.found.record
        return f"{size_text(record.height, record.width)}, {counted(record.mines, 'mine')}: {result_text(self.found)}"

    @cached_property
    def _named(self) -> list[tuple[JudgedMove, Proof | None]]:
        """The guesses and mistakes, each mistake with the proof of what was safe, or a mine, unless it has none."""
        named = [move for move in self.found.moves if move.judgement.cause is not None]
        return [(move, self._proof(move) if move.is_mistake else None) for move in named]

    def _proof(self, move: JudgedMove) -> Proof | None:
        if move.proved is None:
            return None
        proof = short_proof(move.position, move.proved, poll=self.poll)
        return proof if isinstance(proof, Proof) else None

    # -- JSON

    @property
    def figures(self) -> dict[str, Any]:
        """What the game comes to, for JSON: a chance is ``{"fraction": "1/6", "decimal": 0.16666666666666666}``."""
        found, record = self.found, self.found.record
        return {
            "height": record.height,
            "width": record.width,
            "mines": record.mines,
            "dealt": record.rules.guesses.value,
            "result": found.state.value,
            "seconds": found.seconds,
            "moves": len(found.moves),
            "guesses": found.guesses,
            "needless": found.needless,
            "survived": found.survived,
            "expected": float(found.expected),
            "luck": None if found.luck is None or found.is_fair else chance_dict(found.chance),
            "mistakes": len(found.mistakes),
            "cause": None if found.cause is None else found.cause.value,
            "note": self.note,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the figures with the judged moves as a JSON object; a mistake has the ``outline`` of its proof."""
        outlines = {id(move): short_dict(proof) for move, proof in self._named if proof is not None}
        moves = [
            {
                "move": move.turn,
                "maker": move.maker.value,
                "action": str(move.result.action),
                "judgement": move.judgement.value,
                "risk": chance_dict(move.risk),
                "least_risk": chance_dict(move.least_risk),
                "level": None if move.level is None else str(move.level),
                "proved": move.proved,
                "outline": outlines.get(id(move)),
            }
            for move in self.found.moves
        ]
        return {**self.figures, "moves": moves}

    # -- HTML

    def section(self) -> str:
        """Return the report as a part of a page that has the rules of ``STYLE``."""
        parts = [
            f"<p><b>{escape(self._heading)}</b></p><p>{escape(guesses_text(self.found))}</p><p>{escape(self.note)}</p>",
            self._risks(),
            *self._articles(),
        ]
        return f'<section class="review">{"".join(parts)}</section>'

    def _risks(self) -> str:
        """Return a bar for each move that opened something, its height the risk."""
        bars = [
            f'<i class="{_kind(move)}" style="height:{100 * float(move.risk):.0f}%" title="{move_text(move)}"></i>'
            for move in self.found.moves
            if move.risk is not None
        ]
        if not self._named:
            return ""
        risks = f'<div class="risks" role="img" aria-label="the risk of each move">{"".join(bars)}</div>'
        return f"{risks}<p>{_LEGEND}</p>"

    def _articles(self) -> Iterator[str]:
        """Yield the guesses and mistakes; a proof that stood before is referred to."""
        moves: dict[str, int] = {}
        for move, proof in self._named:
            text = "<p>One of the cells that it opened had to be a mine.</p>"
            if proof is not None:
                lines = html_lines(proof, short_lines(proof))
                first = moves.setdefault(lines, move.turn)
                lines = lines if first == move.turn else f"<p>The proof stands at move {first}.</p>"
                text = f"<p><b>{escape(short_heading(proof))}</b></p>{lines}"
            yield _article(move, proof, text)


def _kind(move: JudgedMove) -> str:
    """Return the class of a move in HTML: the cause of a loss by it, or none."""
    return "" if move.judgement.cause is None else move.judgement.cause.value


def _article(move: JudgedMove, proof: Proof | None, text: str) -> str:
    """Return a guess or mistake; a mistake has the board before it, and beside it ``text``, the proof."""
    title = f'<h3 class="{_kind(move)}">{escape(move_text(move))}</h3>'
    if not move.is_mistake:
        return f"<article>{title}</article>"
    return f'<article>{title}<div class="sides"><div>{_board(move, proof)}</div><div>{text}</div></div></article>'


def _board(move: JudgedMove, proof: Proof | None) -> str:
    """Return the board before a move; of a large one the part with the proof and the move."""
    position, cell = move.position, move.result.action.cell
    marks = (BoardMarks() if proof is None else proof.marks)._replace(opened=cell)
    if proof is not None and any(step.rule is Rule.MINE_COUNT for step in proof.steps):
        return board_svg(position, marks=marks)
    part = part_around(position.board, {*marks.safe, *marks.mines, *marks.clues, cell})
    return board_svg(position, marks=marks, part=part)


def notebook_html(found: Review) -> str:
    """Return the report of a review as a part of any page, with its style."""
    style = f"{colours('.review')}{STYLE}.review {{ padding: .5rem 1rem }}"
    return f"<style>{style}</style>{ReviewReport(found).section()}"

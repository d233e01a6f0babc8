"""The command ``minesweeper-qt practise``: prints positions to practise on, with their answers, or finds new ones."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from random import Random, SystemRandom
from typing import NamedTuple, NoReturn

from minesweeper_qt.cli.arguments import EXIT_ENVIRONMENT, MAX_SEED, Parser
from minesweeper_qt.cli.output import write_file, write_output
from minesweeper_qt.cli.progress import ProgressBar
from minesweeper_qt.model.board.board_svg import board_svg
from minesweeper_qt.model.evidence.proof import Proof, html_lines, short_heading, short_lines, short_text
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.html_page import html_page
from minesweeper_qt.model.practice.generator import SHIPPED, generate
from minesweeper_qt.model.practice.practice_position import PracticePosition, Topic, positions_of
from minesweeper_qt.model.words import counted, size_text

_MOST = 1000
_BAR = "{percentage:3.0f} %|{bar:10}| {n:,} of {total:,} {desc}, {elapsed}"


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``practise`` to its parser."""
    command.description = (
        "Print positions in which you find a cell that is certainly safe, and the answers with proofs, for work "
        "sheets and other programs."
    )
    topics = [topic.value for topic in SHIPPED]
    listed = ", ".join(topics)
    about = f"the topic: {listed}; without it any topic"
    command.option("--topic", f"allowed are {listed}", choices=topics, metavar="T", help=about)
    about = "how many positions; without it 10, with --generate as many as this program has"
    command.number("--n", 1, _MOST, metavar="N", help=about)
    about = "the seed: the same one gives the same positions; without it they differ each time, or 1 with --generate"
    command.number("--seed", 0, MAX_SEED, metavar="S", help=about)
    command.flag("--json", "write a list in JSON, for programs")
    command.file("--html", ".html", about="write a page to print (.html); the answers start on a new sheet")
    about = "find positions in games, and write a file for each topic (.txt) into this folder"
    command.option("--generate", "allowed is a folder", type=Path, metavar="FOLDER", help=about)


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Print, write or generate the positions that the arguments ask for, and return the exit code.

    The code is 1 when they can't be written. Calls ``error``, which does not return, for options that conflict.
    """
    topics = list(SHIPPED) if arguments.topic is None else [Topic(arguments.topic)]
    if arguments.generate is not None:
        if arguments.json or arguments.html:
            error("--generate goes only with --topic, --n and --seed")
        if not arguments.generate.is_dir():
            error(f"--generate: there is no folder {str(arguments.generate)!r}; allowed is a folder")
        return _generate(arguments, topics)
    seed = SystemRandom().randrange(MAX_SEED) if arguments.seed is None else arguments.seed
    shipped = [position for topic in topics for position in positions_of(topic)]
    number = arguments.n or 10
    if number > len(shipped):
        error(f"--n: {number} is out of range; allowed are 1 to {len(shipped)}")
    chosen = Random(f"practise {seed}").sample(shipped, number)
    if arguments.json:
        return 0 if write_output(json.dumps([_as_dict(position) for position in chosen])) else EXIT_ENVIRONMENT
    answers = [_Solved.of(position) for position in chosen]
    if arguments.html is not None:
        return 0 if write_file(arguments.html, _page(answers)) else EXIT_ENVIRONMENT
    text = "\n\n".join([answer.text(number) for number, answer in enumerate(answers, 1)])
    return 0 if write_output(text) else EXIT_ENVIRONMENT


def _generate(arguments: argparse.Namespace, topics: Sequence[Topic]) -> int:
    """Generate positions, write them, and return the exit code."""
    numbers = {topic: arguments.n or SHIPPED[topic] for topic in topics}
    total = sum(numbers.values())
    with ProgressBar(_BAR) as bar:
        seed = 1 if arguments.seed is None else arguments.seed
        found = generate(numbers, seed, lambda done: bar.show(done, total, "positions"))
    written = [
        write_file(arguments.generate / f"{topic.value}.txt", "".join([f"{position.key}\n" for position in positions]))
        for topic, positions in found.items()
    ]
    return 0 if all(written) else EXIT_ENVIRONMENT


def _as_dict(practice: PracticePosition) -> dict[str, object]:
    """Return a position for JSON; see the help."""
    return {
        "topic": practice.topic.value,
        "mines": practice.position.mines,
        "rows": practice.key.split("/")[1:],
        "safe": sorted(practice.safe),
        "certain_mines": sorted(practice.certain_mines),
    }


class _Solved(NamedTuple):
    """A position, and the proof of the first of its safe cells at the lowest level."""

    practice: PracticePosition
    proof: Proof

    @classmethod
    def of(cls, practice: PracticePosition) -> _Solved:
        explainer = Explainer(practice.position)
        levels = explainer.levels
        proof = explainer.short_proof(min(levels.safe, key=lambda cell: (levels[cell], cell)))
        assert isinstance(proof, Proof)
        return cls(practice, proof)

    @property
    def title(self) -> str:
        position = self.practice.position
        size = size_text(position.height, position.width)
        return f"{self.practice.topic.value}: {size}, {counted(position.mines, 'mine')}"

    @property
    def certain(self) -> str:
        """What is certain: the cells that are safe, and the mines."""
        found = {"Safe": self.practice.safe, "Mines": self.practice.certain_mines}
        return ". ".join([f"{name}: {', '.join(map(str, sorted(cells)))}" for name, cells in found.items() if cells])

    def text(self, number: int) -> str:
        board = self.practice.position.to_text()
        return f"{number}. {self.title}\n{board}{self.certain}\n{short_text(self.proof)}"


# -- the page

_STYLE = """
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem }
.sheet article { break-inside: avoid } .sheet h3 { font-size: 1rem; margin: 0 0 .5rem }
.sheet ul { list-style: none; margin: 0; padding: 0 } .sheet ul ul { margin-left: 1rem } .sheet p { color: inherit }
.answers { break-before: page } svg { print-color-adjust: exact }
"""


def _page(answers: Sequence[_Solved]) -> str:
    """Return the page: the positions, and then, on another sheet of paper, the answers."""
    questions, solutions = [], []
    for number, answer in enumerate(answers, 1):
        position, proof = answer.practice.position, answer.proof
        title = f"<h3>{number}. {escape(answer.title)}</h3>"
        marks = proof.marks._replace(safe=answer.practice.safe, mines=answer.practice.certain_mines)
        questions.append(f"<article>{title}{board_svg(position)}</article>")
        shown = f"<p>{escape(answer.certain)}</p><p><b>{escape(short_heading(proof))}</b></p>"
        lines = html_lines(proof, short_lines(proof))
        solutions.append(f"<article>{title}{board_svg(position, marks=marks)}{shown}{lines}</article>")
    parts = [
        "<p>Find a cell that is certainly safe. Cells are (row, column), both from 0.</p>",
        f'<div class="sheet">{"".join(questions)}</div>',
        f'<h2 class="answers">Answers</h2><div class="sheet">{"".join(solutions)}</div>',
    ]
    return html_page(f"Practise: {counted(len(answers), 'position')}", _STYLE, parts)

"""Tests of the answers of the page: the words of the command line, the boards of each line, and wrong texts."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Action, BoardCode, Minesweeper, Position, Proof, Record, Verb, short_lines, short_proof
from minesweeper_qt.model.board.rules import CLASSIC_RULES, DIFFICULTIES
from minesweeper_qt.model.dealing.certificate import certify
from minesweeper_qt.model.evidence.proof import short_text
from minesweeper_qt.page.prove import answer, text_of_file
from tests.model.support.positions import tiny_positions

SMALL = "8x6x9\n1HHHHHHH\n12HHHHHH\n0123HHHH\n0001HHHH\n00012HHH\n00001HHH"
HOSTILE = '<img src=x onerror="alert(1)">'
NO_GUESS = BoardCode(DIFFICULTIES["beginner"], seed=8, start=(4, 4))


def asked(text: str, **question: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps({"text": text, **question})))
    return found


def words(html: str) -> str:
    return unescape(re.sub("<[^>]*>", "", html))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(tiny_positions(), st.data())
def test_each_covered_cell_has_the_proof_or_the_two_layouts_of_the_model(position, data) -> None:
    whole = asked(position.to_text())
    if "error" in whole:
        assert whole["error"].startswith("No layout agrees with this position")
        assert whole["board"]  # it can still be edited
        return
    # Which of several short proofs is found depends on the order of the clues.
    position = Position.from_text(position.to_text())
    if not position.covered:
        return
    cell = data.draw(st.sampled_from(sorted(position.covered)))
    shown, found = asked(position.to_text(), cell=cell), short_proof(position, cell)
    if not isinstance(found, Proof):
        assert shown["copy"].endswith(str(found))
        assert shown["body"].count("<svg") == 2
        return
    assert shown["copy"].endswith(short_text(found))
    lines = short_lines(found)
    assert all(line.text in words(shown["body"]) for line in lines)
    for number, line in enumerate(lines):
        board = asked(position.to_text(), cell=cell, line=number)["board"]
        assert board.count("clue that is read") == len(line.clues)


@given(st.text() | st.just(HOSTILE) | st.sampled_from([SMALL, "3x1x1\n1HH"]).map(lambda text: text + HOSTILE))
def test_a_text_that_is_none_of_them_is_an_error_in_one_sentence(text: str) -> None:
    found = asked(text)
    assert found.keys() == {"error"}
    assert found["error"]


@pytest.mark.parametrize("question", [{}, {"cell": [3, 5]}, {"cell": [4, 5]}, {"cell": [3, 5], "file": True}])
def test_html_is_well_formed_and_runs_nothing(question) -> None:
    found = asked(SMALL, **question)
    for html in (
        (found["file"].partition("<h1>")[2].removesuffix("</html>\n"),)
        if "file" in found
        else (found["body"], found["board"])
    ):
        tags = _Tags()
        tags.feed(html.partition("</h1>")[2] if "file" in found else html)
        assert not tags.open
        assert not tags.found & {"script", "img", "iframe", "link"}


def test_a_mark_is_written_into_the_position_and_a_size_alone_is_an_empty_one() -> None:
    empty = asked("3x2x1")
    assert empty["board"].count("covered,") == 6
    marked = asked("3x2x1", cell=[0, 1], mark="1")
    assert marked["text"] == "3x2x1\nH1H\nHHH\n"
    assert asked(marked["text"], cell=[0, 1])["error"] == "(0, 1) is revealed; allowed are covered cells"


def test_a_board_without_a_guess_has_its_certificate_and_a_board_for_each_move() -> None:
    certificate = certify(NO_GUESS.history()[0])
    found = asked(NO_GUESS.to_text())
    assert found["copy"] == str(certificate)
    assert found["body"].count("Level ") == len(certificate.proofs)
    last = asked(NO_GUESS.to_text(), line=len(certificate.proofs) - 1)
    assert last["board"] != found["board"]
    assert last["body"] == found["body"]
    assert asked(NO_GUESS.to_text(), cell=certificate.proofs[0].cell)["title"].startswith(
        str(certificate.proofs[0].cell)
    )


def test_a_played_game_has_its_review() -> None:
    game = Minesweeper(1, 4, 1, rules=CLASSIC_RULES, layout_mines=[(0, 2)])
    for cell in ((0, 0), (0, 3)):
        game.play(Action(Verb.REVEAL, cell))
    found = asked(Record.of(game).to_text())
    assert found["title"] == "4×1, 1 mine: won"
    assert "Move 1, (0, 0): forced guess" in words(found["body"])
    assert len(asked(Record.of(game).to_text(), file=True)["file"]) < 60_000


@pytest.mark.parametrize(
    "text, error",
    [
        ("4x2:0,0,u18", "This board needs a guess, after 0 moves from (0, 0)"),
        ("3x1x1\n0H1", "No layout agrees with this position: "),
        ("1FJE-W7C0-000K", "A character is wrong, or two are swapped: the last one does not fit"),
        ("999x999x9", "999×999 are 998,001 cells; allowed are up to 40,000: a larger board would take minutes"),
    ],
)
def test_what_is_wrong_is_said_as_on_the_command_line(text: str, error: str) -> None:
    assert asked(text)["error"].startswith(error)


@pytest.mark.parametrize(
    "name, data, key",
    [
        ("board.mbf", bytes([3, 2, 0, 1, 2, 0]), "text"),
        ("../../<b>.txt", b"3x1x1\n1HH", "text"),
        ("x.txt", b"\xff\x00", "error"),
        ("a.avf", b"\0\0\0", "error"),
        ("a.\0", b"", "error"),
    ],
)
def test_a_file_of_any_program_becomes_a_text_or_an_error(name: str, data: bytes, key: str) -> None:
    assert json.loads(text_of_file(name, data)).keys() == {key}

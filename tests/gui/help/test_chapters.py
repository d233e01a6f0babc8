"""Tests of the chapters of the help: every link leads somewhere, and the keys in the files are those of the actions."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.help.page import Chapter, chapter_about, chapters, example_picture, slug
from minesweeper_qt.gui.widgets.theme import load
from minesweeper_qt.model.board.examples import PATTERNS, example_named
from minesweeper_qt.model.evidence.proof import PatternKind
from tests.gui.support.help_pictures import FOLDER as PICTURES
from tests.gui.support.help_pictures import names_of_pictures
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.windows import Player
from tests.paths import ROOT

FOLDER = ROOT / "resources" / "help"
TOPICS = {
    *("rules", "mouse-and-keys", "views", "knowledge", "risks", "why", "levels", "timeline", "sandbox", "lab", "check"),
    *("agent", "command-line", "logic", "python", "measured"),
    *("pattern-1-1", "pattern-1-2", "pattern-1-2-1", "pattern-1-2-2-1"),
}


def without_code(chapter: Chapter) -> str:
    return re.sub(r"^```.*?^```$", "", chapter.text, flags=re.DOTALL | re.MULTILINE)


def test_there_is_a_chapter_for_each_topic_and_each_file() -> None:
    assert {chapter.topic for chapter in chapters()} >= TOPICS
    assert [chapter.file for chapter in chapters()] == sorted(file.name for file in FOLDER.glob("*.md"))


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.topic)
def test_a_chapter_has_one_title_and_no_pictures_but_those_of_examples(chapter: Chapter) -> None:
    assert re.findall(r"^# (.*)$", without_code(chapter), re.MULTILINE) == [chapter.title]
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", chapter.text)
    assert "![" not in chapter.text or pictures
    assert all(picture.startswith("example:") for picture in pictures)


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.topic)
def test_every_link_leads_to_a_heading(chapter: Chapter) -> None:
    by_file = {other.file: other for other in chapters()}
    for link in re.findall(r"\]\(([^)]+)\)", without_code(chapter)):
        if link.startswith("example:"):
            assert example_named(link.removeprefix("example:"))
        elif not link.startswith("https://"):
            file, _, anchor = link.partition("#")
            target = by_file[file] if file else chapter
            headings = re.findall(r"^#+ (.*)$", target.text, re.MULTILINE)
            assert not anchor or anchor in map(slug, headings), link


@pytest.mark.parametrize("kind", PatternKind)
def test_each_pattern_has_a_chapter_whose_pictures_open_in_the_sandbox(kind: PatternKind) -> None:
    chapter = chapter_about(f"pattern-{kind.value}")
    assert chapter.title == f"The {kind.value} pattern"
    links = re.findall(r"(!?)\[[^\]]*\]\(example:([\w-]+)\)", chapter.text)
    pictures = [name for mark, name in links if mark]
    assert pictures == [name for mark, name in links if not mark]
    own = re.compile(rf"{chapter.topic}(-wall|-reduced)?")
    assert pictures == [example.name for example in PATTERNS if own.fullmatch(example.name)]


def test_the_pictures_for_readers_of_the_repository_are_those_of_the_examples(qapp: QApplication) -> None:
    """``python -m tests.gui.support.help_pictures`` writes them."""
    names = names_of_pictures()
    assert {file.stem for file in PICTURES.glob("*.png")} == set(names)
    for name in names:
        size = example_picture(name, load("light"), qapp.font(), 2.0).size()
        assert QImage(str(PICTURES / f"{name}.png")).size() == size


def test_a_chapter_is_found_by_its_topic() -> None:
    assert chapter_about("rules").title == "The rules"
    with pytest.raises(KeyError):
        chapter_about("no such topic")


@pytest.mark.slow
def test_the_tables_of_keys_are_those_of_the_actions(player: Player) -> None:
    player.action("sandbox").trigger()
    sandbox = opened_sandbox(player.window).actions_by.by_name.values()
    for topic, actions in (("mouse-and-keys", player.window.actions_by.all()), ("sandbox", sandbox)):
        text = re.sub(r"\\(.)", r"\1", chapter_about(topic).text)
        rows = re.findall(r"^\| \*\*(.+?)\*\* \| ([^|]*) \| ([^|]*) \|$", text, re.MULTILINE)
        assert sorted(rows) == sorted(
            (
                ", ".join(key.toString() for key in action.shortcuts()),
                re.sub(r"^[0-9] ", "", action.text().replace("&", "")),
                action.statusTip(),
            )
            for action in actions
            if action.shortcuts()
        )

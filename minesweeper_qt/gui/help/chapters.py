"""Loads the chapters of the help: the Markdown files ``NUMBER-TOPIC.md`` in ``resources/help``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from minesweeper_qt.gui.widgets import assets

_FOLDER = "help"
EXAMPLE_SCHEME = "example"
"""The scheme of the addresses of examples in the text of a chapter: of their pictures, and of the sandbox with them."""

_EXAMPLE_PICTURE = re.compile(r"(?<=\]\()\.\./screenshots/patterns/([\w-]+)\.png(?=\))")
_EXAMPLE_LINK = re.compile(r"(?<=\]\()[\w.-]+\)<!-- example ([\w-]+) -->")
_PICTURE = re.compile(rf"^!\[[^\]]*\]\((?!{EXAMPLE_SCHEME}:)[^)]*\)\n?", re.MULTILINE)
"""A picture in a line of its own. They are shown where the repository is, not in the window."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the help.

    ``topic`` names it in the program, ``file`` in links of other chapters, ``title`` in the contents. ``text`` is
    Markdown, without pictures of the window. Pictures of examples, and links that open one in the sandbox, have the
    address ``example:NAME`` there.
    """

    topic: str
    file: str
    title: str
    text: str


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return all chapters in the order of the numbers of their files."""
    return tuple(_chapter(name) for name in assets.resource_names(_FOLDER) if name.endswith(".md"))


def chapter_about(topic: str) -> Chapter:
    """Return the chapter about ``topic``; raises ``KeyError`` if there is none."""
    return {chapter.topic: chapter for chapter in chapters()}[topic]


def slug(heading: str) -> str:
    """Return the name by which a link leads to a heading, as on the pages of GitHub.

    >>> slug("Why? Proofs, and what nobody can know")
    'why-proofs-and-what-nobody-can-know'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def _chapter(file: str) -> Chapter:
    text = assets.resource(f"{_FOLDER}/{file}").decode("utf-8")
    title = text.partition("\n")[0].removeprefix("# ")
    topic = file.removesuffix(".md").partition("-")[2]
    text = _EXAMPLE_PICTURE.sub(rf"{EXAMPLE_SCHEME}:\1", text)
    text = _EXAMPLE_LINK.sub(rf"{EXAMPLE_SCHEME}:\1)", text)
    return Chapter(topic, file, title, _PICTURE.sub("", text))

"""The tags of a page that a command has written."""

from __future__ import annotations

from html.parser import HTMLParser


class Tags(HTMLParser):
    """Collects the tags of a page, and checks that each is closed."""

    EMPTY = ("br", "input", "meta", "path", "use")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self._stack: list[str] = []
        self.text = ""
        self.ids: list[str | None] = []
        self.links: list[str | None] = []
        self.feed(page)
        assert self._stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if tag == "a" else []
        if tag not in self.EMPTY:
            self._stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

"""The frame of the program's pages of HTML: one file without a script, for phones and paper, light and dark."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def colours(selector: str) -> str:
    """Return the rule that sets the colours of the page, or of the part that ``selector`` names."""
    light = (
        "--ink: #1c1e21; --muted: #5c6370; --line: #d5d9df; --ground: #fff; --card: #f5f6f8; --good: #7fae8c; "
        "--bad: #c22f2f; --accent: #2457c5"
    )
    dark = (
        "--ink: #e6e8eb; --muted: #a0a7b1; --line: #3a3f47; --ground: #1a1c1f; --card: #24272b; --good: #4f7a5c; "
        "--bad: #ff7b6b; --accent: #8ab4ff"
    )
    return (
        f"{selector} {{ color-scheme: light dark; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ {selector} {{ {dark} }} }}"
    )


_STYLE = """
* { box-sizing: border-box }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 76rem;
  margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; margin: .5rem 0 0; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; break-after: avoid }
p { margin: .25rem 0; color: var(--muted) }
"""


def html_page(title: str, style: str, parts: Iterable[str]) -> str:
    """Return a page with ``title`` as its title and heading; ``style`` and ``parts`` are what else it holds.

    >>> page = html_page("a<b", "", ["<p>Text</p>"])
    >>> page.count("a&lt;b"), page.splitlines()[-2:]
    (2, ['<p>Text</p>', '</html>'])
    """
    head = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{colours(':root')}{_STYLE}{style}</style>",
        f"<h1>{escape(title)}</h1>",
    ]
    return "\n".join([*head, *filter(None, parts), "</html>\n"])

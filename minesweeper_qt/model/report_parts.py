"""The parts of reports as values, sentences, sections and tables, and how each is written as text, CSV and HTML."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from minesweeper_qt.model.words import NO_BREAK, with_unbroken_cells

_INDENT = "   "
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}")
"""How texts begin that some spreadsheet takes for a formula."""


class Link(NamedTuple):
    """A cell of a table that leads to the part of the page with the id ``target``."""

    text: str
    target: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below the names of their columns; a row of two cells may hold a text in place of all other columns.

    >>> print(*Table(("name", "won", "lost"), [("ada", 12, 0), ("ben", "no Python file")]).lines(), sep="\\n")
    name  won  lost
    ada   12   0
    ben   no Python file
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    has_numbers: bool = False
    """True if the columns after the first one hold numbers, which are written below each other."""

    def lines(self) -> list[str]:
        """Return the table as lines of text."""
        number = len(self.columns)
        rows = [[*map(str, row)] for row in (self.columns, *self.rows)]
        name, *widths = (max(len(row[at]) for row in rows if at == 0 or len(row) == number) for at in range(number))
        align = str.rjust if self.has_numbers else str.ljust
        return [
            "  ".join([row[0].ljust(name), *map(align, row[1:], widths if len(row) == number else [0])]).rstrip()
            for row in rows
        ]

    def csv(self) -> str:
        """Return the table as CSV; a quote stands before a text that a spreadsheet would take for a formula.

        A mark that nobody sees, such as one that turns the direction of writing, is written as its code.

        >>> Table(("name", "won"), [("=1+1", None), ("a\\u202eb", 1)]).csv()
        "name,won\\n'=1+1,\\na\\\\u202eb,1\\n"
        """
        text, rows = io.StringIO(), (self.columns, *self.rows)
        written = ([_csv_value(one) if isinstance(one, str) else one for one in row] for row in rows)
        csv.writer(text, lineterminator="\n").writerows(written)
        return text.getvalue()

    def html(self) -> str:
        """Return the table as HTML.

        >>> Table(("name",), [(Link("a<b", "1"),)]).html()
        '<table><tr><th>name</th></tr><tr><td><a href="#1">a&lt;b</a></td></tr></table>'
        """
        heads = "".join([f"<th>{escape(name)}</th>" for name in self.columns])
        rows = ["".join([f"<td>{_html_value(one)}</td>" for one in row]) for row in self.rows]
        return f"<table><tr>{heads}</tr>{''.join([f'<tr>{row}</tr>' for row in rows])}</table>"


def _csv_value(text: str) -> str:
    kept = "".join(ascii(letter)[1:-1] if unicodedata.category(letter) == "Cf" else letter for letter in text)
    return f"'{kept}" if text.startswith(_FORMULA) else kept


def _html_value(value: object) -> str:
    text = escape(str(value))
    return f'<a href="#{value.target}">{text}</a>' if isinstance(value, Link) else text


@dataclass(frozen=True, slots=True)
class Section:
    """Parts below a title, or, without one, parts that stand together.

    ``is_verbatim``: the parts are lines that stay as they are, such as code; other texts may be broken into lines.
    """

    title: str
    parts: Sequence[Part] = ()
    is_verbatim: bool = False


Part: TypeAlias = str | Table | Section


def as_text(parts: Iterable[Part], width: int = 0) -> str:
    """Return the parts that are not empty with a blank line between them, in lines of ``width`` letters if it is given.

    >>> print(as_text(["One sentence.", Section("A cell:", ["(0, 1)", Section("Why", ["x"])])], 13))
    One sentence.
    <BLANKLINE>
    A cell:
       (0, 1)
       Why
          x
    """
    return "\n\n".join(["\n".join(_lines(part, "", width)) for part in parts if part])


def _lines(part: Part, indent: str, width: int) -> Iterator[str]:
    if isinstance(part, Table):
        yield from part.lines()
    elif isinstance(part, str) and width:
        # No line ends within a cell, whose space does not break meanwhile.
        kept, more = with_unbroken_cells(part), f"{indent}  "
        lines = wrap(kept, width, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False)
        yield from [line.replace(NO_BREAK, " ") for line in lines]
    elif isinstance(part, str):
        yield f"{indent}{part}"
    else:
        if part.title:
            yield from _lines(part.title, indent, width)
            indent += _INDENT
        for inner in part.parts:
            yield from [f"{indent}{inner}"] if part.is_verbatim else _lines(inner, indent, width)

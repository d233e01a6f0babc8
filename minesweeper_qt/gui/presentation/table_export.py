"""Formats the rows of a table for other programs: as tab-separated text, Markdown and CSV. No Qt."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

Texts = Iterable[Sequence[str]]


def as_text(rows: Texts) -> str:
    r"""Return a line for each row, with tabs between the columns.

    >>> as_text([("{(0, 1)} = 1", "1"), ("{(0, 2)} = 0", "0")])
    '{(0, 1)} = 1\t1\n{(0, 2)} = 0\t0'
    """
    return "\n".join("\t".join(row) for row in rows)


def as_markdown(titles: Sequence[str], rows: Texts) -> str:
    """Return the table in GitHub's Markdown.

    >>> print(as_markdown(["Sentence", "Rule"], [("{(0, 1)} = 1", "a|b")]), end="")
    | Sentence | Rule |
    | --- | --- |
    | {(0, 1)} = 1 | a\\|b |
    """
    lines = [titles, ["---"] * len(titles), *rows]
    # An unescaped bar within a text would end the cell.
    cells = [[text.replace("|", r"\|") for text in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def as_csv(titles: Sequence[str], rows: Texts) -> str:
    r"""Return comma-separated values with a line of titles, as RFC 4180 specifies.

    >>> as_csv(["Sentence", "Count"], [("{(0, 1)} = 1", "1")])
    'Sentence,Count\r\n"{(0, 1)} = 1",1\r\n'
    """
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(titles)
    writer.writerows(rows)
    return written.getvalue()

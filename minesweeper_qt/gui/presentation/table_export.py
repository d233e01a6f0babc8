"""Rows of a table as text for other programs. No Qt in here."""

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
    """Return a table as GitHub's Markdown writes it.

    >>> print(as_markdown(["Sentence", "Rule"], [("{(0, 1)} = 1", "a|b")]), end="")
    | Sentence | Rule |
    | --- | --- |
    | {(0, 1)} = 1 | a\\|b |
    """
    lines = [titles, ["---"] * len(titles), *rows]
    # A bar of their own would end the cell.
    cells = [[text.replace("|", r"\|") for text in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def as_csv(titles: Sequence[str], rows: Texts) -> str:
    r"""Return comma-separated values with a line of titles, as RFC 4180 says.

    >>> as_csv(["Sentence", "Count"], [("{(0, 1)} = 1", "1")])
    'Sentence,Count\r\n"{(0, 1)} = 1",1\r\n'
    """
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(titles)
    writer.writerows(rows)
    return written.getvalue()

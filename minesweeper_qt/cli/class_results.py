"""The results of a class of submissions as a table, as CSV, and as a page of HTML; all are made of records."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypeAlias

from minesweeper_qt.model.student.finding import Skill
from minesweeper_qt.model.text.number_text import counted, plural

Record: TypeAlias = Mapping[str, Any]
"""What is known of a submission: its ``name``, the ``problem`` why it can't be checked, and the keys of the report."""

_MOST_CAUSES = 4


def found_in(record: Record, errors_alone: bool = False) -> int:
    """Return the number of errors and weaknesses of a submission, or that of its errors."""
    counted_ones = ["error"] if errors_alone else ["error", "weakness"]
    return sum(finding["severity"] in counted_ones for finding in record["findings"])


def _causes(record: Record) -> str:
    """Return the causes of what was found, or the kinds where none is known, the worst first; no failed checks.

    Where games were left out, since calls take long or hang, also how many were played.
    """
    found = (finding for finding in record["findings"] if finding["severity"] != "note")
    names = dict.fromkeys(finding["cause"] or finding["kind"] for finding in found)
    names.pop("check", None)
    more = [f"{len(names) - _MOST_CAUSES} more"] if len(names) > _MOST_CAUSES else []
    games, planned = record["games"], record["settings"]["games"]
    left_out = f"only {games} of {planned} games" if games < planned else "stopped early"
    return ", ".join([*list(names)[:_MOST_CAUSES], *more, *([] if record["complete"] else [left_out])])


def _failing(skills: Mapping[str, bool | None]) -> str:
    """Return how many skills fail, after a comma; empty if none does. The others are not known."""
    number = sum(passed is False for passed in skills.values())
    return f", {number} {plural(number, 'fails', 'fail')}" if number else ""


def _failing_skills(records: Sequence[Record]) -> list[tuple[Skill, int]]:
    """Return the skills that a submission lacks, each with the number of those that do, the most frequent first."""
    failed = Counter(name for record in records for name, passed in record.get("skills", {}).items() if passed is False)
    often = sorted(Skill, key=lambda skill: -failed[skill.value])
    return [(skill, failed[skill.value]) for skill in often if failed[skill.value]]


def class_table(records: Sequence[Record]) -> str:
    """Return a line for each submission, and how often each skill fails.

    >>> print(class_table([{"name": "ada", "problem": "no Python file"}]))
    submission  checks  skills  errors  weaknesses  won  what fails
    ada         no Python file
    <BLANKLINE>
    1 submission: 1 can't be checked
    """
    rows: list[Sequence[str]] = [("submission", "checks", "skills", "errors", "weaknesses", "won", "what fails")]
    for record in records:
        if record["problem"]:
            rows.append((record["name"], record["problem"]))
            continue
        checks, skills = record["checks"], record["skills"]
        errors = found_in(record, errors_alone=True)
        rows.append(
            (
                record["name"],
                f"{sum(check['passed'] for check in checks)} of {len(checks)}",
                f"{sum(map(bool, skills.values()))} of {len(skills)}{_failing(skills)}" if skills else "-",
                str(errors),
                str(found_in(record) - errors),
                f"{record['won']} of {record['games']}",
                _causes(record),
            )
        )
    widths = [max(len(row[column]) for row in rows if len(row) > 2 or column == 0) for column in range(len(rows[0]))]
    lines = ["  ".join(map(str.ljust, row, widths if len(row) > 2 else (widths[0], 0))).rstrip() for row in rows]
    failing = [f"{skill.value} {number}" for skill, number in _failing_skills(records)]
    text = "\n".join([*lines, "", _class_line(records)])
    return f"{text}\nSkills that fail, and how often: {', '.join(failing)}" if failing else text


def _class_line(records: Sequence[Record]) -> str:
    """Return how many submissions there are, how many have errors or weaknesses, and how many can't be checked.

    Of those that played most games comes how many of these the reference won.
    """
    unchecked = sum(bool(record["problem"]) for record in records)
    faulty = sum(found_in(record) > 0 for record in records if not record["problem"])
    stopped = sum(not (record["problem"] or record["complete"] or found_in(record)) for record in records)
    numbers = {
        "can't be checked": unchecked,
        "with errors or weaknesses": faulty,
        "with nothing found so far": stopped,
        "with nothing found": len(records) - unchecked - faulty - stopped,
    }
    parts = [f"{number} {words}" for words, number in numbers.items() if number]
    line = f"{counted(len(records), 'submission')}: {', '.join(parts)}"
    most = max(
        (record for record in records if not record["problem"]), key=lambda record: record["games"], default=None
    )
    reference = "" if most is None else f"; the AI of this program won {most['reference_won']} of {most['games']}"
    return line + reference


def class_csv(records: Sequence[Record]) -> str:
    """Return a row for each submission, with a column for each skill: 1 it is there, 0 it fails, empty not known.

    >>> class_csv([{"name": "ada", "file": None, "problem": "no Python file"}]).splitlines()[1][:24]
    'ada,,no Python file,,,,,'
    """
    skills = [skill.value for skill in Skill]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_CSV_COLUMNS, *skills])
    for record in records:
        # With a quote before it, no spreadsheet takes a text for a formula.
        texts = (record[key] or "" for key in ("name", "file", "problem"))
        values: list[object] = [f"'{text}" if text.startswith(("=", "+", "-", "@")) else text for text in texts]
        if not record["problem"]:
            errors = found_in(record, errors_alone=True)
            known = [record["skills"].get(skill) for skill in skills]
            values += [sum(check["passed"] for check in record["checks"]), errors, found_in(record) - errors]
            values += [record["games"], record["won"], record["reference_won"], _causes(record)]
            values += ["" if passed is None else int(passed) for passed in known]
        writer.writerow([*values, *[""] * (len(_CSV_COLUMNS) + len(skills) - len(values))])
    return text.getvalue()


_CSV_COLUMNS = (
    *("submission", "file", "problem", "checks passed", "errors", "weaknesses"),
    *("games", "won", "won by the reference", "what fails"),
)

# -- the page

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1e21; --muted: #5c6370; --line: #d5d9df; --ground: #fff; --card: #f5f6f8;
  --good: #7fae8c; --bad: #c22f2f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --muted: #a0a7b1; --line: #3a3f47; --ground: #1a1c1f; --card: #24272b; --good: #4f7a5c;
    --bad: #ff7b6b; } }
* { box-sizing: border-box }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 76rem;
  margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; margin: .5rem 0 0 } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
p { margin: .25rem 0; color: var(--muted) }
.bar { height: .7rem; background: var(--card); border-radius: .35rem }
.bar i { display: block; height: 100%; background: var(--bad); border-radius: .35rem }
details { border-top: 1px solid var(--line) }
summary { display: grid; grid-template-columns: minmax(9rem, 15rem) 8rem 16rem 8rem 1fr; gap: .1rem 1rem;
  align-items: center; padding: .5rem .25rem; cursor: pointer; list-style: none }
.skill > summary { grid-template-columns: 12.5rem 1fr auto; padding: .2rem .25rem }
.skill p { padding: .25rem .25rem .5rem }
summary:hover, details[open] summary { background: var(--card) }
summary b { overflow-wrap: anywhere }
.problem { grid-column: 2 / -1; color: var(--bad) }
.causes { color: var(--muted); overflow-wrap: anywhere }
.marks { display: flex; gap: 2px; align-items: flex-end; height: 1.2rem }
.marks i { width: 6px; height: .45rem; background: var(--good) }
.marks .no { height: 1.2rem; background: var(--bad) }
.marks .unknown { background: none; border: 1px solid var(--muted) }
pre { background: var(--card); margin: 0; padding: .75rem; overflow-x: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace }
@media (max-width: 60rem) {
  summary { grid-template-columns: 1fr auto; gap: .1rem .5rem } .marks i { width: 5px }
  .problem, .causes { grid-column: 1 / -1 } }
"""

_MARKS = {True: ("yes", ""), False: ("no", " fails"), None: ("unknown", " is not known")}


def class_page(title: str, records: Sequence[Record]) -> str:
    """Return a page of HTML that needs no other file: how often each skill fails, and each submission with its report.

    >>> page = class_page("submissions", [{"name": "a<b", "problem": "no Python file", "report": "no Python file"}])
    >>> page.count("<details>"), "<b>a&lt;b</b>" in page
    (1, True)
    """
    checked = sum(not record["problem"] for record in records)
    skills = [
        f'<details class="skill"><summary>{skill.value}<span class="bar">'
        f'<i style="width: {100 * number / checked:.0f}%"></i></span>{number} of {checked}</summary>'
        f"<p>{escape(skill.words)}.</p></details>"
        for skill, number in _failing_skills(records)
    ]
    rows = [
        f"<details><summary><b>{escape(record['name'])}</b>{_summary(record)}</summary>"
        f"<pre>{escape(record['report'])}</pre></details>"
        for record in records
    ]
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f"<h1>{escape(title)}</h1><p>{escape(_class_line(records))}.</p>",
        "<h2>Skills that fail, and how often</h2>" if skills else "",
        *skills,
        "<h2>Submissions</h2>",
        f"<p>Each of the {len(Skill)} skills has a mark: a low one if it is there, a high one if it fails, an empty "
        "one if that is not known. A click opens the report.</p>",
        *rows,
        "</html>\n",
    ]
    return "\n".join(parts)


def _summary(record: Record) -> str:
    """Return the columns of a submission after its name."""
    if record["problem"]:
        return f'<span class="problem">{escape(record["problem"])}</span>'
    checks = record["checks"]
    failed = [name for name, passed in record["skills"].items() if passed is False]
    marks = [
        f'<i class="{_MARKS[passed][0]}" title="{name}{_MARKS[passed][1]}"></i>'
        for name, passed in record["skills"].items()
    ]
    return (
        f"<span>{sum(check['passed'] for check in checks)} of {len(checks)} checks</span>"
        f'<span class="marks" role="img" aria-label="skills that fail: {", ".join(failed) or "none"}">'
        f"{''.join(marks)}</span>"
        f"<span>won {record['won']} of {record['games']}</span>"
        f'<span class="causes">{escape(_causes(record))}</span>'
    )

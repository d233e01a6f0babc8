"""The report of a class: a row for each submission as text and as CSV, and a page of HTML with the reports of all.

What is known of a submission is its record, a JSON object: ``name``, ``file``, ``problem``, ``settings``, ``shape``,
the keys of ``check --json``, and ``report``, the text.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from itertools import compress

from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.html_page import html_page
from minesweeper_qt.model.report_parts import Section, Table, as_text
from minesweeper_qt.model.student.finding import Severity, Skill
from minesweeper_qt.model.student.grading import CheckedAgent, points_text
from minesweeper_qt.model.words import counted, plural

_MOST_CAUSES = 4
_MOST_LETTERS = 32
"""The most letters of a submission's name in the table."""

_MOST_SOURCE = 1 << 18
_SAME = "The same except for names and layout"


def shape_of(source: bytes) -> str | None:
    """Return a digest of a source without its names, its layout, its comments and its docstrings.

    It is ``None`` for what is no Python, or longer than any submission.

    >>> shape_of(b"def f(a): return a  # it") == shape_of(b"def go(x):\\n  return x") != shape_of(b"def f(a): return f")
    True
    """
    if len(source) > _MOST_SOURCE:
        return None
    try:
        tree = ast.parse(source)
        numbers: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, False):
                node.body = node.body[1:]
            for field in ("id", "arg", "attr", "name"):
                if isinstance(name := getattr(node, field, None), str):
                    setattr(node, field, numbers.setdefault(name, str(len(numbers))))
        return hashlib.sha256(ast.dump(tree).encode(errors="replace")).hexdigest()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _same(records: Sequence[CheckedAgent]) -> dict[str, str]:
    """Return, of each submission that is the same as others but for names and layout, the names of these."""
    by_shape: dict[str, list[str]] = {}
    for record in records:
        if record.get("shape"):
            by_shape.setdefault(record["shape"], []).append(record["name"])
    return {
        name: "; ".join(each for each in names if each != name)
        for names in by_shape.values()
        if len(names) > 1
        for name in names
    }


def _errors_and_weaknesses(record: CheckedAgent) -> tuple[int, int]:
    """Return how many of each were found in a submission."""
    severities = [finding["severity"] for finding in record.get("findings", ())]
    return severities.count("error"), severities.count("weakness")


def has_failed(record: CheckedAgent, least: Severity) -> bool:
    """Return whether a submission can't be checked, was not checked in full, or has what is at least so bad.

    >>> has_failed({"problem": "no Python file"}, Severity.ERROR)
    True
    """
    errors, weaknesses = _errors_and_weaknesses(record)
    is_found = errors or (weaknesses and least is Severity.WEAKNESS)
    return bool(record["problem"] or not record["complete"] or is_found)


def _passed(record: CheckedAgent) -> tuple[int, int]:
    """Return how many checks passed, and how many were run; those after several that did not end were not."""
    passed = [check["passed"] for check in record["checks"]]
    return passed.count(True), len(passed) - passed.count(None)


def _causes(record: CheckedAgent, most: int = 1000) -> str:
    """Return the causes of what was found, or the kinds where none is known, the worst first; no failed checks.

    Where games were left out, since calls take long or hang, also how many were played.
    """
    found = (finding for finding in record["findings"] if finding["severity"] != "note")
    names = dict.fromkeys(finding["cause"] or finding["kind"] for finding in found)
    names.pop("check", None)
    more = [f"{len(names) - most} more"] if len(names) > most else []
    games, planned = record["games"], record["settings"]["games"]
    left_out = f"only {games} of {planned} games" if games < planned else "stopped early"
    return ", ".join([*list(names)[:most], *more, *([] if record["complete"] else [left_out])])


def _failing(skills: Mapping[str, bool | None]) -> str:
    """Return how many skills fail, after a comma; empty if none does. The others are not known."""
    number = sum(passed is False for passed in skills.values())
    return f", {number} {plural(number, 'fails', 'fail')}" if number else ""


def _failing_skills(records: Sequence[CheckedAgent]) -> list[tuple[Skill, int]]:
    """Return the skills that a submission lacks, each with the number of those that do, the most frequent first."""
    failed = Counter(name for record in records for name, passed in record.get("skills", {}).items() if passed is False)
    often = sorted(Skill, key=lambda skill: -failed[skill.value])
    return [(skill, failed[skill.value]) for skill in often if failed[skill.value]]


def class_table(records: Sequence[CheckedAgent]) -> str:
    """Return a line for each submission, and how often each skill fails.

    >>> print(class_table([{"name": "ada", "problem": "no Python file"}]))
    submission  checks  skills  errors  weaknesses  won  what fails
    ada         no Python file
    <BLANKLINE>
    1 submission: 1 can't be checked
    """
    pointed = ["points"] if any("points" in record for record in records) else []
    rows: list[Sequence[object]] = []
    for record in records:
        name = record["name"] if len(record["name"]) <= _MOST_LETTERS else f"{record['name'][: _MOST_LETTERS - 3]}..."
        if record["problem"]:
            rows.append((name, record["problem"]))
            continue
        skills = record["skills"]
        row = [name, *(points_text(record) for _ in pointed), "{} of {}".format(*_passed(record))]
        row.append(f"{sum(map(bool, skills.values()))} of {len(skills)}{_failing(skills)}" if skills else "-")
        won = f"{record['won']} of {record['games']}"
        rows.append((*row, *_errors_and_weaknesses(record), won, _causes(record, _MOST_CAUSES)))
    table = Table(("submission", *pointed, "checks", "skills", "errors", "weaknesses", "won", "what fails"), rows)
    failing = ", ".join(f"{skill.value} {number}" for skill, number in _failing_skills(records))
    same = "; ".join(f"{name} and {others}" for name, others in _same(records).items() if name < others)
    lines = [_class_line(records), f"{_SAME}: {same}" if same else ""]
    lines.append(f"Skills that fail, and how often: {failing}" if failing else "")
    return as_text([table, Section("", [*filter(None, lines)])])


def _standing(record: CheckedAgent) -> str:
    if record["problem"]:
        return "can't be checked"
    if any(_errors_and_weaknesses(record)):
        return "with errors or weaknesses"
    return "with nothing found" if record["complete"] else "with nothing found so far"


def _class_line(records: Sequence[CheckedAgent]) -> str:
    """Return how many submissions there are, how many have errors or weaknesses, and how many can't be checked.

    Of those that played most games comes how many of these the reference won.
    """
    parts = [f"{number} {words}" for words, number in sorted(Counter(map(_standing, records)).items())]
    line = f"{counted(len(records), 'submission')}: {', '.join(parts)}"
    played = [record for record in records if not record["problem"]]
    if not played:
        return line
    most = max(played, key=lambda record: record["games"])
    return f"{line}; the AI of this program won {most['reference_won']} of {most['games']}"


def class_csv(records: Sequence[CheckedAgent]) -> str:
    """Return a row for each submission, with a column for each skill: 1 it is there, 0 it fails, empty not known.

    >>> class_csv([{"name": "ada", "file": None, "problem": "no Python file"}]).splitlines()[1][:24]
    'ada,,no Python file,,,,,'
    """
    columns = (*_CSV_COLUMNS, *(skill.value for skill in Skill))
    same, rows = _same(records), []
    for record in records:
        row = [record[key] for key in ("name", "file", "problem")]
        row += [same.get(record["name"]), record.get("points"), record.get("max_points")]
        if not record["problem"]:
            skills = [record["skills"].get(skill.value) for skill in Skill]
            row += [_passed(record)[0], *_errors_and_weaknesses(record)]
            row += [record["games"], record["won"], record["reference_won"], _causes(record)]
            row += [None if passed is None else int(passed) for passed in skills]
        rows.append([*row, *[None] * (len(columns) - len(row))])
    return Table(columns, rows).csv()


_CSV_COLUMNS = (
    *("submission", "file", "problem", "same as", "points", "max points", "checks passed", "errors", "weaknesses"),
    *("games", "won", "won by the reference", "what fails"),
)

# -- the page

_STYLE = """
.bar { height: .7rem; background: var(--card); border-radius: .35rem }
.bar i { display: block; height: 100%; background: var(--bad); border-radius: .35rem }
details { border-top: 1px solid var(--line) } section:target { outline: 2px solid var(--accent) }
.rows { display: flex; flex-direction: column } label { margin-right: .75rem; white-space: nowrap }
summary { display: grid; grid-template-columns: minmax(9rem, 15rem) 8rem 16rem 12rem 1fr; gap: .1rem 1rem;
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
.cases { display: flex; flex-wrap: wrap; gap: 1rem; padding: .75rem; background: var(--card) }
figure { margin: 0; width: 15rem } figcaption { color: var(--muted); font-size: .85rem; overflow-wrap: anywhere }
@media (max-width: 60rem) {
  summary { grid-template-columns: 1fr auto; gap: .1rem .5rem } .marks i { width: 5px }
  .problem, .causes { grid-column: 1 / -1 } }
@media print { form { display: none } summary, figure { break-inside: avoid } pre { font-size: .7rem }
  details::details-content { content-visibility: visible; display: block } }
"""

_ORDERS = ("name", "errors", "weaknesses", "won")
_KINDS = ("all", "errors", "weaknesses", "nothing", "unchecked")


def _choices(name: str, keys: Sequence[str]) -> str:
    """Return one button for each of the ``keys``; the first one is chosen."""
    chosen = dict.fromkeys(keys[:1], " checked")
    return "".join(
        f'<label><input type="radio" name="{name}" id="{name}-{key}"{chosen.get(key, "")}> {key}</label>'
        for key in keys
    )


_MARKS = {True: ("yes", ""), False: ("no", " fails"), None: ("unknown", " is not known")}


def class_page(title: str, records: Sequence[CheckedAgent]) -> str:
    """Return a page of HTML that needs no other file: how often each skill fails, and each submission with its report.

    >>> page = class_page("submissions", [{"name": "a<b", "problem": "no Python file", "report": "no Python file"}])
    >>> page.count("<details "), "<b>a&lt;b</b>" in page
    (1, True)
    """
    checked = sum(not record["problem"] for record in records)
    skills = [
        f'<details class="skill"><summary>{skill.value}<span class="bar">'
        f'<i style="width: {100 * number / checked:.0f}%"></i></span>{number} of {checked}</summary>'
        f"<p>{escape(skill.words)}.</p></details>"
        for skill, number in _failing_skills(records)
    ]
    same = _same(records)
    rows = [_row(number, record, same) for number, record in enumerate(records)]
    # Without a script: the style looks at the buttons.
    orders = [f"body:has(#sort-{key}:checked) .row {{ order: var(--{key}) }}" for key in _ORDERS]
    kinds = [f"body:has(#show-{key}:checked) .row:not(.{key}) {{ display: none }}" for key in _KINDS]
    parts = [
        f"<p>{escape(_class_line(records))}.</p>",
        "<h2>Skills that fail, and how often</h2>" if skills else "",
        *skills,
        "<h2>Submissions</h2>",
        f"<p>Each of the {len(Skill)} skills has a mark: a low one if it is there, a high one if it fails, an empty "
        "one if that is not known. A click opens the report, which has an address of its own (#name).</p>",
        f"<form><p>Sort by {_choices('sort', _ORDERS)}</p>",
        f"<p>Show {_choices('show', _KINDS)}</p></form>",
        f'<div class="rows">{"".join(rows)}</div>',
    ]
    return html_page(title, "\n".join([_STYLE, *orders, *kinds]), parts)


def _row(number: int, record: CheckedAgent, same: Mapping[str, str]) -> str:
    """Return a submission with its report, with what it is sorted and filtered by."""
    errors, weaknesses = numbers = _errors_and_weaknesses(record)
    kinds = " ".join(["unchecked"] if record["problem"] else [*compress(_KINDS[1:], numbers)] or ["nothing"])
    # The most first; what has no games stands last.
    won = 1 if record["problem"] else -record["won"]
    order = dict(zip(_ORDERS, (number, -errors, -weaknesses, won), strict=True))
    style = "; ".join(f"--{key}: {value}" for key, value in order.items())
    name, anchor = escape(record["name"]), escape("-".join(record["name"].split()))
    mark = f"<p>{_SAME} as {escape(same[record['name']])}.</p>" if record["name"] in same else ""
    return (
        f'<details class="row all {kinds}" style="{style}">'
        f"<summary><b>{name}</b>{_summary(record, errors, weaknesses)}</summary>"
        f'<section id="{anchor}">{mark}{report_html(record)}</section></details>'
    )


def report_html(record: CheckedAgent) -> str:
    """Return a report, and pictures of the smallest cases in which the agent errs, with frames around the cells.

    >>> report_html({"report": "a<b"})
    '<pre>a&lt;b</pre>'
    """
    report = f"<pre>{escape(record['report'])}</pre>"
    drawn = []
    for finding in record.get("findings", ()):
        case = finding["case"]
        if case is not None:
            clues = {(row, column): clue for row, column, clue in case["observations"]}
            marks = BoardMarks(asked={(row, column) for row, column in case["cells"]})
            # The number of mines is not seen.
            picture = board_svg(Position(case["height"], case["width"], 0, clues), marks=marks)
            caption = escape(finding["headline"])
            drawn.append(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>")
    return f'{report}<div class="cases">{"".join(drawn)}</div>' if drawn else report


def _summary(record: CheckedAgent, errors: int, weaknesses: int) -> str:
    """Return the columns of a submission after its name."""
    if record["problem"]:
        return f'<span class="problem">{escape(record["problem"])}</span>'
    failed = [name for name, passed in record["skills"].items() if passed is False]
    marks = [
        f'<i class="{_MARKS[passed][0]}" title="{name}{_MARKS[passed][1]}"></i>'
        for name, passed in record["skills"].items()
    ]
    points = f"{points_text(record)} points<br>" if "points" in record else ""
    found = f"{counted(errors, 'error')}, {counted(weaknesses, 'weakness', 'weaknesses')}"
    return (
        f"<span>{points}{'{} of {}'.format(*_passed(record))} checks</span>"
        f'<span class="marks" role="img" aria-label="skills that fail: {", ".join(failed) or "none"}">'
        f"{''.join(marks)}</span>"
        f"<span>{found}<br>won {record['won']} of {record['games']}</span>"
        f'<span class="causes">{escape(_causes(record, _MOST_CAUSES))}</span>'
    )

"""Tests of README, chapters, CHANGELOG and the contributors' page: each Python name, JSON key, link and path exists."""

from __future__ import annotations

import ast
import builtins
import json
import re
import tomllib
from pathlib import Path

import pytest
from PySide6.QtGui import QImageReader

import minesweeper_qt
import minesweeper_qt.model as model
from minesweeper_qt.cli.explain_command import as_json as explanation_as_json
from minesweeper_qt.cli.program import main
from minesweeper_qt.gui.window.preferences import DATA_FOLDER
from minesweeper_qt.model import Position, explain
from minesweeper_qt.model.student.grading import Points
from minesweeper_qt.model.student.student_state import SourceLine
from tests.paths import ROOT

README, CHANGELOG = ROOT / "README.md", ROOT / "CHANGELOG.md"
CONTRIBUTING = ROOT / "minesweeper_qt" / "README.md"
AT_TOP = [ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
CHAPTERS = sorted((ROOT / "resources" / "help").glob("*.md"))
PACKAGE = Path(minesweeper_qt.__file__).parent

EXAMPLES = {"ai": model.MinesweeperAI, "game": model.Minesweeper, "position": model.Position, "why_panel": model.Proof}
"""Variables of the examples, and their classes."""
METHODS = {
    name
    for cls in (model.MinesweeperAI, model.Minesweeper, model.Sentence, model.Strategy)
    for name in (*dir(cls), *cls.__annotations__)
    if not name.startswith("_")
} | {name for name in vars(model.Minesweeper(2, 2, 1)) if not name.startswith("_")}
"""The methods and attributes of the classes of the course, and of strategies."""
OTHERS = {"ms_toollib", "random.sample", "run_autograder", "sys.exit", "C", "And", "Or", "Not", "Symbol", "model_check"}
"""Names that look like Python but belong to others."""


def prose(path: Path) -> str:
    """Return the text of ``path`` without its fenced blocks, which doctests and tests of commands run."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def code_spans(path: Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", prose(path))


def looks_like_python(span: str) -> bool:
    """Return whether ``span`` is a call, an attribute, a snake_case or a CamelCase name."""
    is_call_or_attribute = re.match(r"[A-Za-z_][\w.]*\(", span) or re.fullmatch(r"[a-z]\w*(\.[a-z_]\w*)+", span)
    is_name = re.fullmatch(r"[a-z]+(_[a-z]+)+|([A-Z][a-z]+)+([A-Z]+|[A-Z][a-z]+)?|_?[A-Z]+(_[A-Z]+)+", span)
    is_file = re.search(r"\.(txt|toml|md|csv|svg|png|json|py|js|sh|html|yml)$", span)
    return bool(is_call_or_attribute or is_name) and not is_file


def names_of(span: str) -> list[str]:
    """Return the names that ``span`` uses; a chain of attributes counts as one name."""
    tree = ast.parse(span.replace("(...,", "(0,").replace("(...)", "()"), mode="eval")
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [ast.unparse(node) for node in called] or [ast.unparse(tree.body)]


def keys_of(value: object) -> set[str]:
    """Return the keys of all objects in a value that was read from JSON."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def json_keys() -> set[str]:
    """Return all keys that ``solve --json`` and ``explain --json`` write."""
    texts = ["5x2x2\n1HHH1\nHHHHH", "7x6x8\nHH1001H\nH31013H\nH1001HH\nH1001HH\nH1111HH\nHHHHHHH"]
    found: set[str] = set()
    for position in map(Position.from_text, texts):
        for cell in sorted(position.covered):
            found |= keys_of(json.loads(explanation_as_json(position, explain(position, cell))))
    return found


def report_keys() -> set[str]:
    """Return all keys that ``check --json`` writes."""
    line = SourceLine("minesweeper.py", 1, "add_knowledge", "pass")
    case = model.Case(1, 1, (), ())
    finding = model.Finding(model.FindingKind.MOVE, model.Severity.ERROR, 1, "", (line,), case=case)
    report = model.Report(
        Path("minesweeper.py"), model.DIFFICULTIES["cs50"], 1, 1, (model.CheckResult("", True),), (finding,)
    )
    return keys_of(report.to_json())


def exists(name: str) -> bool:
    """Return whether ``name`` is public in the model, a method of the three classes of the course, or built in."""
    if name.startswith("minesweeper_qt"):
        return (ROOT / name.replace(".", "/")).exists()
    first, *attributes = name.split(".")
    first = first.removesuffix("()")
    if first in EXAMPLES:
        found: object = EXAMPLES[first]
    elif first in model.__all__:
        found = getattr(model, first)
    else:
        return first in METHODS or name in OTHERS or hasattr(builtins, first)
    for attribute in attributes:
        if not hasattr(found, attribute):
            return False
        found = getattr(found, attribute)
    return True


@pytest.mark.slow
def test_every_python_name_exists(tmp_path: Path, capsys) -> None:
    board = tmp_path / "board.txt"
    board.write_text("5x2x2\n1HHH1\nHHHHH\n")
    assert main(["solve", str(board), "--json"]) == 0
    solution = json.loads(capsys.readouterr().out)
    keys = (
        json_keys()
        | Points().added({}).keys()
        | report_keys()
        | solution.keys()
        | solution["cells"][0].keys()
        | solution["best"].keys()
        | {DATA_FOLDER}
    )
    for paths in ([README, *CHAPTERS], [CHANGELOG]):
        spans = [span for path in paths for span in code_spans(path)]
        names = [name for span in spans if looks_like_python(span) for name in names_of(span)]
        assert len(names) > 3
        assert [name for name in names if not exists(name) and name not in keys] == []


def test_what_counts_as_a_python_name() -> None:
    assert all(
        map(looks_like_python, ["ai.knowledge", "explain(x)", "levels_of", "KnowledgeBase", "TooHard", "Engine"])
    )
    assert not any(map(looks_like_python, ["--json", "A", "Ctrl+Z", "board.txt", "play --help", "5/13", "cell"]))
    assert names_of("mine_probabilities(Position.from_text(text))") == ["mine_probabilities", "Position.from_text"]
    assert not any(map(exists, ["levels_of", "draw_layouts", "ai.derivations", "Position.of_text", "Engin"]))


def defined_names() -> set[str]:
    """Return all classes, functions, methods and constants of the package, and the fixtures of the window tests."""
    found: set[str] = set()
    for file in (*PACKAGE.rglob("*.py"), ROOT / "tests" / "gui" / "conftest.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.id if isinstance(node, ast.Name) else node.attr)
    return found


@pytest.mark.slow
def test_every_name_on_the_contributors_page_is_defined() -> None:
    defined = defined_names()
    names = [name for span in code_spans(CONTRIBUTING) if looks_like_python(span) for name in names_of(span)]
    assert len(names) > 20
    missing = [name for name in names if not set(name.split(".")) <= defined | METHODS | set(dir(builtins))]
    assert missing == []


@pytest.mark.parametrize("path", [README, CHANGELOG, CONTRIBUTING, *AT_TOP, *CHAPTERS], ids=str)
def test_every_link_and_path_leads_to_a_file(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)\)", prose(path))
    paths = [span for span in code_spans(path) if re.fullmatch(r"[\w./]+/[\w.-]*\w", span)]
    paths = [span for span in paths if "NAME" not in span and not span.startswith(".venv/")]
    bases = (path.parent, ROOT, PACKAGE)
    assert [link for link in links if not (path.parent / link).exists()] == []
    assert [found for found in paths if not any((base / found).exists() for base in bases)] == []


def test_the_contributors_page_has_the_floors_of_the_contracts_and_no_others() -> None:
    text = CONTRIBUTING.read_text(encoding="utf-8")
    floors = text[text.index("```text\n") + 8 : text.index("```\n\nWhat reasons")]
    # The second column begins after two spaces.
    named = [re.split(r"\s{2,}", line.strip())[0] for line in floors.splitlines()]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = [layer for contract in contracts if contract["type"] == "layers" for layer in contract["layers"]]
    words = [word for layer in layers for word in layer.split(" | ") if word != "__main__"]
    assert sorted(re.findall(r"[a-z_]+", " ".join(named))) == sorted(words)
    folders = {folder.parent for folder in PACKAGE.rglob("__init__.py")}
    assert {folder.name for folder in folders if folder.parent.name in ("minesweeper_qt", "gui", "model")} <= {*words}


@pytest.mark.parametrize("title, command", [("Play", "play"), ("Lab", "lab"), ("Check", "check")])
def test_the_reference_names_every_option(
    title: str, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = next(path for path in CHAPTERS if path.name.endswith("command-line.md")).read_text(encoding="utf-8")
    section = text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    first_column = " ".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE))
    named = set(re.findall(r"--[a-z][\w-]+", first_column))
    monkeypatch.setenv("COLUMNS", "1000")  # no option is broken at its hyphen
    with pytest.raises(SystemExit):
        main([command, "--help"])
    options = re.findall(r"^  (-.*?)(?:  |$)", capsys.readouterr().out, re.MULTILINE)
    assert named == set(re.findall(r"--[a-z][\w-]+", " ".join(options))) - {"--help"}


def test_the_page_links_to_every_chapter() -> None:
    text = README.read_text(encoding="utf-8")
    assert [path.name for path in CHAPTERS if f"(resources/help/{path.name})" not in text] == []


def test_the_animation_is_short_and_small() -> None:
    path = ROOT / "resources" / "screenshots" / "loss.gif"
    assert path.stat().st_size <= 1_500_000
    reader = QImageReader(str(path))
    assert reader.imageCount() > 5
    milliseconds = 0
    while reader.canRead():
        assert not reader.read().isNull()
        milliseconds += reader.nextImageDelay()
    assert 3_000 < milliseconds <= 6_000


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").split()) <= 700

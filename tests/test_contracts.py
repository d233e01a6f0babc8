"""Tests that the import contracts hold."""

from __future__ import annotations

import ast

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.paths import ROOT


@pytest.mark.slow
def test_the_import_contracts_hold(capsys) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_no_module_of_ours_is_imported_by_a_name_in_a_string() -> None:
    """The contracts can't see such an import; the public API names what it imports late for the type checker, too."""
    found = []
    for path in (ROOT / "minesweeper_qt").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called.endswith(("import_module", "__import__")):
                found.append((path.relative_to(ROOT / "minesweeper_qt").as_posix(), ast.unparse(node.args[0])))
    others = {("model/lab/worker_pool.py", "'distributed'"), ("model/replay/replay_child.py", "'ms_toollib'")}
    assert {each for each in found if each[0] != "model/__init__.py"} == {*others, ("gui/qt_libraries.py", "module")}

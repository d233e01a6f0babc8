from __future__ import annotations

from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports


def test_the_import_contracts_hold(capsys) -> None:
    status = lint_imports(config_filename=str(Path(__file__).parents[1] / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out

"""Tests that the import contracts hold."""

from __future__ import annotations

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.paths import ROOT


@pytest.mark.slow
def test_the_import_contracts_hold(capsys) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out

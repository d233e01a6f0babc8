"""How the page is built: from the package with the right hash alone, and left out where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.conftest import hook


def test_without_the_package_the_reason_is_said(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("MINESWEEPER_PYODIDE", str(tmp_path))
    prove = hook()
    with pytest.raises(prove.NotThere, match="No such file"):
        prove.build(tmp_path / "page")
    monkeypatch.delenv("MINESWEEPER_PYODIDE")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(prove.NotThere, match="npm is not installed"):
        prove.build(tmp_path / "page")
    assert not (tmp_path / "page").exists()


def test_a_package_with_another_hash_is_refused(tmp_path: Path, monkeypatch) -> None:
    prove = hook()
    (tmp_path / f"pyodide-{prove.VERSION}.tgz").write_bytes(b"another")
    monkeypatch.setenv("MINESWEEPER_PYODIDE", str(tmp_path))
    with pytest.raises(ValueError, match="expected is sha512-"):
        prove.build(tmp_path / "page")
    assert not (tmp_path / "page").exists()

"""Tests of how the page is built: from the package with the right hash alone, and left out where there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.model.support.corpus_files import source_of
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


def test_the_zip_alone_proves_and_checks(tmp_path: Path) -> None:
    hook().write_model(tmp_path / "model.zip")
    with ZipFile(tmp_path / "model.zip") as packed:
        packed.extractall(tmp_path)
    asks = """import sys
sys.platform = "emscripten"
from minesweeper_qt.page import check, prove
print(prove.answer('{"text": "3x1x1\\\\n1HH", "cell": [0, 1]}'))
print(prove.text_of_file("a.avf", bytes(9)))
print(check.check("b.py", b"import no_such", lambda done: None, 1))
print(check.check("a.py", open("agent").read().encode(), lambda done: None, 1), check.__file__)"""
    (tmp_path / "agent").write_text(source_of("unsound_difference"), "utf-8")
    ran = subprocess.run([sys.executable, "-c", asks], cwd=tmp_path, capture_output=True, text=True)
    assert "1 error" in ran.stdout, ran.stderr
    assert str(tmp_path) in ran.stdout
    assert "are read by the program alone" in ran.stdout
    assert "No module named 'no_such'; this page has the modules of Python alone" in ran.stdout
    assert "--python" not in ran.stdout
    assert "pip install" not in ran.stdout


def test_a_package_with_another_hash_is_refused(tmp_path: Path, monkeypatch) -> None:
    prove = hook()
    (tmp_path / f"pyodide-{prove.VERSION}.tgz").write_bytes(b"another")
    monkeypatch.setenv("MINESWEEPER_PYODIDE", str(tmp_path))
    with pytest.raises(ValueError, match="expected is sha512-"):
        prove.build(tmp_path / "page")
    assert not (tmp_path / "page").exists()

"""Tests of the public names of the model: they exist, have docstrings, and are imported when they are needed."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import minesweeper_qt.model as model


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Levles'"):
        _ = model.Levles


@pytest.mark.parametrize("name", model.__all__)
def test_every_public_name_is_there_and_described(name: str) -> None:
    found = getattr(model, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert inspect.getdoc(found)


@pytest.mark.slow
def test_nothing_is_imported_before_it_is_used_and_no_package_hides_a_function() -> None:
    code = (
        "import sys, minesweeper_qt.model as model\n"
        "late = tuple(f'minesweeper_qt.model.{name}.' for name in ('explain', 'lab', 'student'))\n"
        "assert not [name for name in sys.modules if name.startswith(late)]\n"
        "import minesweeper_qt.model.explain.explainer, minesweeper_qt.model.student.finding\n"
        "assert callable(model.explain) and callable(model.audit)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

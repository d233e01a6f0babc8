"""Tests that an error in a method that Qt calls is reported and ends nothing, and that every such method is guarded."""

from __future__ import annotations

import ast
import importlib
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSize, Qt

import minesweeper_qt.gui
from minesweeper_qt.gui.widgets.guarded import error_reporter, guarded
from minesweeper_qt.gui.widgets.tables import NO_PARENT, Index

GUI = Path(next(iter(minesweeper_qt.gui.__path__)))


@guarded
class Table(QAbstractTableModel):
    """A table whose methods raise ``error``, if it is set."""

    error: BaseException | None = None

    def rowCount(self, parent: Index = NO_PARENT) -> int:  # noqa: N802
        self.fail()
        return 3

    def columnCount(self, parent: Index = NO_PARENT) -> int:  # noqa: N802
        return 3

    def data(self, index: QModelIndex, role: int = 0) -> object:
        self.fail()
        return "x"

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        self.fail()
        return Qt.ItemFlag.ItemIsEnabled

    def fail(self) -> None:
        if self.error is not None:
            raise self.error


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[type]:
    """The types of the errors that ``sys.excepthook`` got."""
    types: list[type] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, traceback: types.append(kind))
    return types


def test_an_error_is_logged_reported_each_time_and_noticed_once_else_there_is_the_result(
    qapp: object, reported: list[type], caplog: pytest.LogCaptureFixture
) -> None:
    table = Table()
    assert (table.rowCount(), table.data(QModelIndex())) == (3, "x")
    # An error is logged, reported each time, and noticed once.
    noticed: list[str] = []
    error_reporter.noticed.connect(noticed.append)
    table.error = ZeroDivisionError("no")
    with caplog.at_level(logging.ERROR):
        assert [table.data(QModelIndex()) for _ in range(3)] == [None] * 3
        assert (table.rowCount(), table.flags(QModelIndex())) == (0, Qt.ItemFlag.NoItemFlags)
    assert reported == [ZeroDivisionError] * 5
    assert caplog.records[0].getMessage() == "ZeroDivisionError in Table.data: no"
    assert len(caplog.records) == 5
    assert [text.split(". ")[0] for text in noticed] == [
        f"A mistake in the program: ZeroDivisionError in Table.{name}" for name in ("data", "rowCount", "flags")
    ]
    error_reporter.noticed.disconnect(noticed.append)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_requests_to_end_pass(qapp: object, error: type[BaseException], reported: list[type]) -> None:
    table = Table()
    table.error = error()
    with pytest.raises(error):
        table.data(QModelIndex())
    assert reported == []


def test_what_is_no_override_stays_and_one_without_a_harmless_result_is_refused(qapp: object) -> None:
    @guarded
    class Watcher(QObject):
        def look(self) -> int:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Watcher().look()
    # A method without a harmless result is refused.
    with pytest.raises(TypeError, match=r"span overrides a method of QAbstractTableModel without a harmless result"):

        @guarded
        class Spanning(QAbstractTableModel):
            def span(self, index: QModelIndex) -> QSize:
                return QSize(1, 1)


# -- all methods of the package


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    for path in sorted(GUI.rglob("*.py")):
        parts = path.relative_to(GUI).with_suffix("").parts
        module = ".".join(("minesweeper_qt.gui", *parts)).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield module, node


def overrides(module: str, node: ast.ClassDef) -> list[str]:
    """Return the names of the methods in the class ``node`` that override one of its Qt class."""
    kind = getattr(importlib.import_module(module), node.name)
    qt = next((base for base in kind.__mro__ if base.__module__.startswith("PySide6.")), None)
    methods = [part.name for part in node.body if isinstance(part, ast.FunctionDef)]
    return [name for name in methods if qt is not None and not name.startswith("_") and hasattr(qt, name)]


@pytest.mark.slow
def test_every_class_that_overrides_methods_of_qt_is_guarded_indeed(qapp: object) -> None:
    unguarded = [
        f"{module}.{node.name} with {', '.join(names)}"
        for module, node in classes()
        if (names := overrides(module, node)) and "guarded" not in map(ast.unparse, node.decorator_list)
    ]
    assert not unguarded, f"put @guarded before: {unguarded}"
    # The methods are guarded indeed.
    guards = [
        vars(getattr(importlib.import_module(module), node.name))[name]
        for module, node in classes()
        for name in overrides(module, node)
    ]
    assert len(guards) > 100
    assert all(isinstance(guard, FunctionType) and hasattr(guard, "__wrapped__") for guard in guards)

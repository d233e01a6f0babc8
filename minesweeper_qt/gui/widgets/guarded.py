"""Guards the methods that Qt calls: an error in one is reported, instead of ending the process.

PySide can't pass an error of Python through Qt. Where Qt's event loop called the method, PySide prints the error. Where
Python called Qt, which called the method, an error that C code raised, such as the ``IndexError`` of a list, crashes
Python 3.11.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FunctionType, TracebackType
from typing import Any, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPixmap

_Kind = TypeVar("_Kind", bound=type)

_log = logging.getLogger(__name__)


class ErrorReporter(QObject):
    """Reports the errors of guarded methods and of slots, each of which is a mistake in the program.

    Signal: ``noticed(str)``, the first error of one type in one method or slot, in words for the user. It may be
    emitted while Qt paints or computes a size, so a receiver that changes widgets needs a queued connection.
    """

    noticed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._known: set[tuple[str, str]] = set()
        self._is_reporting = False

    def report(self, error: Exception, place: str) -> None:
        """Log ``error``, which was raised in the method ``place``, and pass it to ``sys.excepthook``."""
        self._notice(error, place)
        self._is_reporting = True
        try:
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            self._is_reporting = False

    @contextmanager
    def reporting_slots(self) -> Iterator[None]:
        """Report the errors of slots too, inside the block: PySide passes them to ``sys.excepthook``.

        The previous hook gets them afterwards. ``KeyboardInterrupt`` is no error, and goes to that hook alone.
        """
        before = sys.excepthook

        def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            if isinstance(error, Exception) and not self._is_reporting:
                self._notice(error, "a slot" if trace is None else trace.tb_frame.f_code.co_qualname)
            before(kind, error, trace)

        sys.excepthook = hook
        try:
            yield
        finally:
            sys.excepthook = before

    def _notice(self, error: Exception, place: str) -> None:
        kind = type(error).__name__
        _log.error("%s in %s: %s", kind, place, error)
        if (kind, place) not in self._known:
            self._known.add((kind, place))
            self.noticed.emit(f"A mistake in the program: {kind} in {place}. It goes on, but may show something wrong.")


error_reporter = ErrorReporter()
"""Reports the errors of all guarded methods and, in the program, of slots."""


def guarded(kind: _Kind) -> _Kind:
    """Guard all methods of the class ``kind`` that override one of its Qt class; use this as a decorator.

    ``error_reporter`` reports an error in such a method, and Qt gets a harmless result. ``KeyboardInterrupt`` and
    ``SystemExit`` are no errors, and pass. The arguments of the methods are given by position only, as Qt gives them.

    Raises ``TypeError`` for a method without a harmless result in this module.
    """
    qt = next(base for base in kind.__mro__ if base.__module__.startswith("PySide6."))
    for name, method in list(vars(kind).items()):
        if isinstance(method, FunctionType) and not name.startswith("_") and hasattr(qt, name):
            if name not in _RESULTS and not name.endswith("Event"):
                raise TypeError(f"{method.__qualname__} overrides a method of {qt.__name__} without a harmless result")
            setattr(kind, name, _guard(method, _RESULTS.get(name, _NOTHING)))
    return kind


def _guard(method: Callable[..., Any], result: Callable[[], Any]) -> Callable[..., Any]:
    place = method.__qualname__

    @wraps(method)
    def guard(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except Exception as error:  # of any type: whatever it is, it must not reach Qt
            error_reporter.report(error, place)
            return result()
        except BaseException:
            # Raised once more it has an instance, which PySide needs and C code does not always make.
            raise

    return guard


_NOTHING = type(None)

_RESULTS: dict[str, Callable[[], Any]] = {
    **dict.fromkeys(("data", "headerData", "sort", "paint", "initStyleOption"), _NOTHING),
    **dict.fromkeys(("currentChanged", "dataChanged", "keyboardSearch", "clone", "loadResource"), _NOTHING),
    "fetchMore": _NOTHING,
    "pixmap": QPixmap,
    **dict.fromkeys(("rowCount", "columnCount"), int),
    **dict.fromkeys(("hasHeightForWidth", "eventFilter", "event", "viewportEvent", "mergeWith", "canFetchMore"), bool),
    "focusNextPrevChild": bool,
    **dict.fromkeys(("filterAcceptsRow", "lessThan"), bool),
    "moveCursor": QModelIndex,
    **dict.fromkeys(("sizeHint", "minimumSizeHint"), QSize),
    "flags": lambda: Qt.ItemFlag.NoItemFlags,
    **dict.fromkeys(("heightForWidth", "id"), lambda: -1),
}
"""What makes the harmless result of each method that may be overridden; handlers of events have none."""

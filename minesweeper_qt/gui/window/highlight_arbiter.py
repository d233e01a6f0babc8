"""Decides between panels that request different highlights, or different outlines, on the same board."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget


class HighlightArbiter(QObject):
    """Decides which panel's request counts: that of the panel that was used last.

    A request is a ``Highlight`` or a set of cells to outline. The inspector has one arbiter for highlights and another
    one for outlines. The signals connected to ``set_request`` must be signals of the panels themselves.

    A panel is used when it makes a request or gets the focus. Requests of other panels do not displace that of the
    panel with the focus. When the last panel withdraws its request, the request of the panel used before it counts.

    ``no_request`` is the value by which a panel withdraws its request, and the one in effect while no panel has any.
    Signal: ``changed(object)``, the request that counts now.
    """

    changed = Signal(object)

    def __init__(self, no_request: object, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._no_request = no_request
        self._requests: dict[QWidget, object] = {}
        """The request of each panel that has one; the panel that was used last is at the end."""
        self._announced = no_request
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    @Slot(object)
    def set_request(self, request: object) -> None:
        """Set the request of the panel that emits the connected signal; ``no_request`` withdraws it."""
        panel = self.sender()
        assert isinstance(panel, QWidget)
        self._requests.pop(panel, None)
        if request != self._no_request:
            self._requests[panel] = request
        self._move_to_end(QApplication.focusWidget())
        self._announce()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        self._move_to_end(now)
        self._announce()

    def _move_to_end(self, focus: QWidget | None) -> None:
        """Move the request of the panel around ``focus`` to the end, where it counts, if this panel has one."""
        for panel in list(self._requests):
            if focus is not None and panel.isAncestorOf(focus):
                self._requests[panel] = self._requests.pop(panel)

    def _announce(self) -> None:
        request = next(reversed(self._requests.values()), self._no_request)
        if request != self._announced:
            self._announced = request
            self.changed.emit(request)

"""Loads the icons in ``resources/icons/``."""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model.resources import resource

_APP_SIZES = (16, 20, 24, 32, 40, 48, 64, 128)
"""The sides of the pictures of the program's own icon, in pixels."""


@cache
def _svg(name: str) -> bytes:
    return resource(f"icons/{name}.svg")


@lru_cache(maxsize=512)
def picture(name: str, colour: str, size: int) -> QPixmap:
    """Return ``icons/name.svg`` in this size, in one colour, or in its own colours without one."""
    drawn = QPixmap(size, size)
    drawn.fill(Qt.GlobalColor.transparent)
    with QPainter(drawn) as painter:
        QSvgRenderer(QByteArray(_svg(name))).render(painter, QRectF(0, 0, size, size))
        if colour:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(drawn.rect(), QColor(colour))
    return drawn


_clones: list[QIconEngine] = []
"""The drawings of icons that Qt has copied to change them, which is hardly ever done."""


@guarded
class _Drawing(QIconEngine):
    """Draws ``icons/name.svg`` in each size when it is first needed, so that no screen must scale it."""

    def __init__(self, name: str, normal: str, disabled: str) -> None:
        super().__init__()
        self._drawn = name, normal, disabled

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        name, normal, disabled = self._drawn
        return picture(name, disabled if mode is QIcon.Mode.Disabled else normal, min(size.width(), size.height()))

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.drawPixmap(rect, self.pixmap(rect.size(), mode, state))

    def clone(self) -> QIconEngine:
        # Python would destroy what nothing in Python refers to, although Qt uses it.
        _clones.append(_Drawing(*self._drawn))
        return _clones[-1]


def icon(name: str, palette: QPalette) -> QIcon:
    """Return ``icons/name.svg`` in the palette's text colour, with a paler one for disabled buttons.

    Raises ``FileNotFoundError`` if there is no such icon.
    """
    _svg(name)
    normal, disabled = (
        QColor(palette.color(group, QPalette.ColorRole.ButtonText)).name()
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
    )
    return _icon(name, normal, disabled)


@cache
def _icon(name: str, normal: str, disabled: str) -> QIcon:
    return QIcon(_Drawing(name, normal, disabled))


@cache
def app_icon() -> QIcon:
    """Return the program's own icon."""
    made = QIcon()
    for size in _APP_SIZES:
        made.addPixmap(picture("minesweeper-qt", "", size))
    return made

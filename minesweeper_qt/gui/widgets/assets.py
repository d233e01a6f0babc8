"""Loads the files in ``resources/``: their bytes, and the icons. No other module reads that folder."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

_SIDES = (16, 20, 24, 32)
"""The sides that icons are shown with in menus, bars and headers, in device-independent pixels."""
_APP_SIZES = (16, 20, 24, 32, 40, 48, 64, 128)
"""The sides of the pictures of the program's own icon, in pixels."""


@cache
def _folder() -> Traversable:
    """Return the folder ``resources`` of the installed package, or else of a checkout."""
    packed = files("minesweeper_qt") / "resources"
    return packed if packed.is_dir() else Path(__file__).resolve().parents[3] / "resources"


def resource(path: str) -> bytes:
    """Return the bytes of ``resources/path``, from the installed package or from a checkout.

    Raises ``FileNotFoundError`` if there is no such file.
    """
    return (_folder() / path).read_bytes()


def resource_names(folder: str) -> list[str]:
    """Return the names of the files in ``resources/folder``, sorted; of the installed package or of a checkout."""
    return sorted(file.name for file in (_folder() / folder).iterdir() if file.is_file())


@cache
def _svg(name: str) -> bytes:
    return resource(f"icons/{name}.svg")


@cache
def _shapes(name: str, sizes: tuple[int, ...]) -> tuple[QPixmap, ...]:
    """Return ``icons/name.svg`` in each of these sizes, drawn in black where it has no colours of its own."""
    renderer = QSvgRenderer(QByteArray(_svg(name)))
    shapes = []
    for size in sizes:
        shape = QPixmap(size, size)
        shape.fill(Qt.GlobalColor.transparent)
        with QPainter(shape) as painter:
            renderer.render(painter, QRectF(0, 0, size, size))
        shapes.append(shape)
    return tuple(shapes)


def _coloured(shape: QPixmap, colour: str) -> QPixmap:
    """Return ``shape`` in one colour: much faster than to draw the icon again."""
    pixmap = QPixmap(shape)
    with QPainter(pixmap) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), QColor(colour))
    return pixmap


def icon(name: str, palette: QPalette) -> QIcon:
    """Return ``icons/name.svg`` in the palette's text colour, with a paler one for disabled buttons.

    Raises ``FileNotFoundError`` if there is no such icon.
    """
    normal, disabled = (
        QColor(palette.color(group, QPalette.ColorRole.ButtonText)).name()
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
    )
    return QIcon(_icon(name, normal, disabled, _sizes()))


def _sizes() -> tuple[int, ...]:
    """Return the sides of the pictures of an icon in pixels: no screen must scale them, which would blur them."""
    ratios = {1.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}
    return tuple(sorted({round(side * ratio) for side in _SIDES for ratio in ratios}))


# Large enough for all icons in several palettes. In a cache that is too small by one, each window would draw all of
# them again.
@lru_cache(maxsize=512)
def _icon(name: str, normal: str, disabled: str, sizes: tuple[int, ...]) -> QIcon:
    made = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, normal), (QIcon.Mode.Disabled, disabled)):
        for shape in _shapes(name, sizes):
            made.addPixmap(_coloured(shape, colour), mode)
    return made


@cache
def app_icon() -> QIcon:
    """Return the program's own icon."""
    made = QIcon()
    for shape in _shapes("minesweeper-qt", _APP_SIZES):
        made.addPixmap(shape)
    return made

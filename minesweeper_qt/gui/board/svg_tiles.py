"""Reads the user's own tiles, SVG files with fixed names in a folder, and names what is wrong with them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from minesweeper_qt.gui.widgets import assets
from minesweeper_qt.gui.widgets.theme import CellStyle, TileSet

BACKGROUNDS = ("covered", "hovered", "pressed", "revealed", "exploded", "won")
"""The files that fill a whole cell."""
SIGNS = ("flag", "question", "mine", "wrong-flag", *(str(clue) for clue in range(1, 9)))
"""The files that are drawn on top of a background."""

_LARGEST = 1_000_000
"""The most bytes of a file. Pictures of one cell are much smaller."""
_MOST_UNEVEN = 0.02
"""The most that width and height may differ, as a share of the width."""


class SvgTiles:
    """The pictures that could be read from a folder. Attribute: ``problems``, what is wrong with the others."""

    def __init__(self, folder: str) -> None:
        self._renderers: dict[str, QSvgRenderer] = {}
        self.problems: tuple[str, ...] = ()
        place = Path(folder)
        if not folder:
            self.problems = ("No folder is chosen; choose one with SVG files.",)
            return
        try:
            if not place.is_dir():
                self.problems = (f"{folder}: there is no such folder; choose one with SVG files.",)
                return
            files = sorted(path for path in place.iterdir() if path.suffix.lower() == ".svg")
        except OSError as wrong:
            self.problems = (f"{folder}: can't be read: {wrong.strerror or wrong}.",)
            return
        found = [self._read(path) for path in files]
        if not self._renderers:
            found.append(
                f"{folder}: no file with one of the names {', '.join((*BACKGROUNDS, *SIGNS))} and the ending .svg."
            )
        self.problems = tuple(problem for problem in found if problem)

    def _read(self, path: Path) -> str:
        """Read a file; return what is wrong with it, empty if nothing is."""
        if path.stem not in BACKGROUNDS + SIGNS:
            return f"{path.name}: not used; the names are {', '.join((*BACKGROUNDS, *SIGNS))}."
        try:
            if path.stat().st_size > _LARGEST:
                return f"{path.name}: larger than 1 MB; use a smaller picture."
            data = path.read_bytes()
        except OSError as wrong:
            return f"{path.name}: can't be read: {wrong.strerror or wrong}."
        # Qt would write to the console that a file is no SVG.
        if b"<svg" not in data:
            return f"{path.name}: no SVG picture."
        renderer = QSvgRenderer()
        if not renderer.load(QByteArray(data)):
            return f"{path.name}: no SVG picture that can be drawn."
        size = renderer.viewBoxF().size()
        if size.isEmpty():
            return f"{path.name}: has no size; give it a viewBox, as in the template."
        if abs(size.width() - size.height()) > _MOST_UNEVEN * size.width():
            return f"{path.name}: {size.width():g} x {size.height():g}; it must be as wide as high."
        self._renderers[path.stem] = renderer
        return ""

    def paint(self, name: str, painter: QPainter, box: QRectF) -> bool:
        """Paint the picture ``name`` into ``box``; return false if there is none."""
        renderer = self._renderers.get(name)
        if renderer is None and name == "hovered":
            renderer = self._renderers.get("covered")
        if renderer is None:
            return False
        renderer.render(painter, box)
        return True


@lru_cache(maxsize=4)
def load(folder: str) -> SvgTiles:
    """Return the tiles in ``folder``, read at the first call."""
    return SvgTiles(folder)


def paint(style: CellStyle, name: str, painter: QPainter, box: QRectF) -> bool:
    """Paint the user's picture ``name`` into ``box``; return false if there is none, or they are not in use."""
    return style.tiles is TileSet.FOLDER and load(style.folder).paint(name, painter, box)


def problems(folder: str) -> tuple[str, ...]:
    """Read ``folder`` again, and return what is wrong with it and its files, each as a sentence."""
    load.cache_clear()
    return load(folder).problems


def copy_template(folder: str) -> None:
    """Write the template into ``folder``: this program's own tiles, and what each is for.

    Raises ``OSError`` if it can't be written; files with the same names are not overwritten.
    """
    for name in assets.resource_names(_TEMPLATE):
        place = Path(folder, name)
        if not place.exists():
            place.write_bytes(assets.resource(f"{_TEMPLATE}/{name}"))


_TEMPLATE = "tiles"

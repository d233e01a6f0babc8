"""Writes the pictures of examples in the chapters of the help, for readers of the repository; run as a program."""

from __future__ import annotations

import os
import re

from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.help.page import example_picture
from minesweeper_qt.gui.widgets.theme import load
from tests.paths import ROOT

FOLDER = ROOT / "resources" / "screenshots" / "patterns"
_SCALE = 2.0


def names_of_pictures() -> list[str]:
    """Return the names of the examples whose pictures the chapters show, in the order of the chapters."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "resources" / "help").glob("*.md"))]
    return [name for text in texts for name in re.findall(r"\]\(\.\./screenshots/patterns/([\w-]+)\.png\)", text)]


def main() -> None:
    """Write the picture of each example that a chapter shows."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication.instance() or QApplication([])
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names_of_pictures():
        picture = example_picture(name, load("light"), QApplication.font(), _SCALE)
        assert picture.save(str(FOLDER / f"{name}.png"))
    application.processEvents()


if __name__ == "__main__":
    main()

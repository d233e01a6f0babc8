"""Tests of the user's own tiles: they are painted, and bad files are named and replaced by the built-in tile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board import svg_tiles
from minesweeper_qt.gui.board.svg_tiles import BACKGROUNDS, SIGNS
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.widgets import assets
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.theme import CellStyle, TileSet

RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#ff0000"/></svg>'
COVERED, ONE, FLAGGED = Look(Face.COVERED), Look(Face.REVEALED, 1), Look(Face.FLAGGED)


@pytest.fixture(autouse=True)
def read_again() -> Iterator[None]:
    svg_tiles.load.cache_clear()
    yield
    svg_tiles.load.cache_clear()


def picture(qapp: QApplication, look: Look, folder: Path | None, **how: bool) -> QImage:
    style = CellStyle(tiles=TileSet.FOLDER, folder=str(folder)) if folder else CellStyle()
    return Tiles(themes.load("light", style), 32, 1, qapp.font()).picture(look, **how).toImage()


def middle(image: QImage) -> QColor:
    return image.pixelColor(image.rect().center())


def test_a_picture_of_the_user_is_painted_and_the_others_stay(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "covered.svg").write_text(RED)
    assert svg_tiles.problems(str(tmp_path)) == ()
    assert middle(picture(qapp, COVERED, tmp_path)) == QColor("#ff0000")
    assert middle(picture(qapp, COVERED, tmp_path, hovered=True)) == QColor("#ff0000"), "covered.svg for hovered.svg"
    for look in (ONE, Look(Face.MINE), Look(Face.COVERED, mark=Mark.SAFE)):
        assert picture(qapp, look, tmp_path) == picture(qapp, look, None)
    assert picture(qapp, FLAGGED, tmp_path) != picture(qapp, COVERED, tmp_path), "the built-in flag on it"


@pytest.mark.parametrize("name", BACKGROUNDS + SIGNS)
def test_every_file_has_a_use(qapp: QApplication, tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.svg").write_text(RED)
    faces = [Look(face) for face in Face if face is not Face.REVEALED]
    looks = [(look, {}) for look in faces + [Look(Face.REVEALED, clue) for clue in range(9)]]
    looks += [(COVERED, {"pressed": True}), (COVERED, {"hovered": True})]
    changed = [look for look, how in looks if picture(qapp, look, tmp_path, **how) != picture(qapp, look, None, **how)]
    assert changed


@pytest.mark.parametrize(
    "name, content, problem",
    [
        ("flag.svg", "", "flag.svg: no SVG picture."),
        ("flag.svg", "<svg", "flag.svg: no SVG picture that can be drawn."),
        ("flag.svg", "\x89PNG", "flag.svg: no SVG picture."),
        ("flag.svg", RED.replace("0 0 4 4", "0 0 4 8"), "flag.svg: 4 x 8; it must be as wide as high."),
        ("flag.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', "flag.svg: has no size; give it a viewBox"),
        ("flag.svg", RED + " " * 1_000_000, "flag.svg: larger than 1 MB"),
        ("flagge.svg", RED, "flagge.svg: not used; the names are covered, "),
    ],
)
def test_a_bad_file_is_named_with_its_cause_and_replaced(
    qapp: QApplication, tmp_path: Path, name: str, content: str, problem: str
) -> None:
    (tmp_path / name).write_text(content, encoding="latin-1")
    (tmp_path / "covered.svg").write_text(RED)
    (found,) = svg_tiles.problems(str(tmp_path))
    assert found.startswith(problem)
    image = picture(qapp, FLAGGED, tmp_path)
    assert middle(image) != middle(picture(qapp, COVERED, tmp_path)), "the built-in flag is there"


def test_a_folder_without_tiles_is_named(qapp: QApplication, tmp_path: Path) -> None:
    assert "no file with one of the names" in svg_tiles.problems(str(tmp_path))[0]
    assert "there is no such folder" in svg_tiles.problems(str(tmp_path / "none"))[0]
    assert "can't be read: File name too long" in svg_tiles.problems(str(tmp_path / ("long" * 100)))[0]
    assert svg_tiles.problems("") == ("No folder is chosen; choose one with SVG files.",)
    assert picture(qapp, COVERED, tmp_path / "none") == picture(qapp, COVERED, None)


def test_a_changed_file_is_read_again(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "covered.svg").write_text(RED)
    assert middle(picture(qapp, COVERED, tmp_path)) == QColor("#ff0000")
    (tmp_path / "covered.svg").write_text(RED.replace("#ff0000", "#00ff00"))
    assert svg_tiles.problems(str(tmp_path)) == ()
    assert middle(picture(qapp, COVERED, tmp_path)) == QColor("#00ff00")


def test_the_template_is_complete_without_problems_and_documented(qapp: QApplication, tmp_path: Path) -> None:
    svg_tiles.copy_template(str(tmp_path))
    assert svg_tiles.problems(str(tmp_path)) == ()
    assert {path.stem for path in tmp_path.glob("*.svg")} == set(BACKGROUNDS + SIGNS)
    text = assets.resource("tiles/README.md").decode()
    for name in BACKGROUNDS + SIGNS[:4]:
        assert f"`{name}.svg`" in text


def test_the_template_does_not_overwrite(tmp_path: Path) -> None:
    (tmp_path / "flag.svg").write_text("mine")
    svg_tiles.copy_template(str(tmp_path))
    assert (tmp_path / "flag.svg").read_text() == "mine"
    assert (tmp_path / "mine.svg").exists()

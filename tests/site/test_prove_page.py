"""The page *Prove It* in a real Chromium: paste, click, step, link, edit, save, keys, and pictures."""

from __future__ import annotations

import base64
import gzip
import json
import os
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from minesweeper_qt.model import BoardCode
from minesweeper_qt.model.board.rules import DIFFICULTIES
from minesweeper_qt.page.prove import answer
from tests.page.test_prove import HOSTILE, SMALL
from tests.site.conftest import LINK

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400), pytest.mark.xdist_group("chromium")]

UNDECIDED = "text=2x2x1%0A1H%0AHH&cell=0%2C1"


def title(page) -> str:
    return page.element("title").text


def test_a_click_on_a_cell_asks_why_and_a_click_on_a_line_shows_its_cells(page) -> None:
    assert title(page) == "8×6, 9 mines: 4,760 layouts agree"
    page.settled(page.cell(3, 5).click)
    assert title(page).startswith("(3, 5) is safe.")
    before = page.element("board").get_property("innerHTML")
    page.settled(page.driver.find_element("css selector", ".steps li").click)
    assert page.element("board").get_property("innerHTML") != before
    assert "clues read: (4, 4) and (5, 4)" in page.element("status").text
    assert page.run("document.querySelectorAll('[aria-current]').length") == 1


def test_a_board_of_the_same_size_has_the_new_cells_and_all_their_shapes(page) -> None:
    page.settled(page.cell(3, 5).click)
    page.paste(SMALL.replace("H", "F", 3))
    fresh = "Object.assign(document.createElement('template'), { innerHTML: shown.board }).content"
    assert page.run(f"cells().flat().every((each, n) => each.innerHTML === cells({fresh}).flat()[n].innerHTML)")
    assert page.run(
        "[...board.querySelectorAll('use')].every((each) => board.querySelector(`defs > ${each.getAttribute('href')}`))"
    )


def test_an_address_opens_its_answer_and_back_goes_to_the_one_before(page) -> None:
    assert page.first_title.startswith("(3, 5) is safe.")
    page.settled(page.cell(3, 5).click)
    assert title(page) == page.first_title
    assert page.driver.current_url == f"{page.address}#{LINK}"
    page.settled(page.driver.back)
    assert title(page) == "8×6, 9 mines: 4,760 layouts agree"
    page.settled(page.driver.forward)
    assert title(page) == page.first_title
    assert page.element("text").get_property("value") == SMALL


def test_keys_move_on_the_board_ask_and_write(page) -> None:
    page.paste("3x1x1")
    page.run("cells()[0][0].focus()")
    keys = page.driver.switch_to.active_element
    keys.send_keys("\ue014")  # right
    assert page.run("document.activeElement.textContent.trim()").startswith("row 0, column 1")
    page.settled(lambda: page.driver.switch_to.active_element.send_keys("1"))
    assert page.element("text").get_property("value") == "3x1x1\nH1H\n"
    assert page.run("document.activeElement.textContent").startswith("row 0, column 1")
    page.driver.switch_to.active_element.send_keys("\ue012")  # left
    page.settled(lambda: page.driver.switch_to.active_element.send_keys("\ue007"))  # Enter
    assert title(page).startswith("(0, 0) is not settled")
    assert page.run("document.querySelectorAll('#body svg').length") == 2


def test_a_click_writes_what_is_chosen(page) -> None:
    page.run("document.getElementById('mark').value = 'F'")
    page.settled(page.cell(0, 7).click)
    page.run("document.getElementById('mark').value = ''")
    assert page.element("text").get_property("value").splitlines()[1] == "1HHHHHHF"


def test_a_whole_game_has_its_certificate_whose_moves_can_be_stepped(page) -> None:
    page.paste(BoardCode(DIFFICULTIES["beginner"], seed=8, start=(4, 4)).to_text())
    assert "solvable without a guess" in title(page)
    before = page.element("board").get_property("innerHTML")
    page.settled(page.driver.find_elements("css selector", ".steps > li")[-1].click)
    assert page.element("board").get_property("innerHTML") != before
    assert page.run("scrollY > 300 && board.getBoundingClientRect().top >= 0")


def test_each_control_has_a_name_of_its_own_and_a_line_is_read_once(page) -> None:
    def controls() -> list[str]:
        nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [
            node["name"]["value"]
            for node in nodes
            if any(each["name"] == "focusable" and each["value"]["value"] for each in node.get("properties", []))
        ]

    for text in (BoardCode(DIFFICULTIES["beginner"], seed=8, start=(4, 4)).to_text(), SMALL):
        page.paste(text)
        page.settled(page.cell(3, 5).click) if text == SMALL else None
        names = controls()
        assert all(names)
        assert len(set(names)) == len(names)
    page.run("new MutationObserver(() => window.said++).observe(document.getElementById('title'), { childList: true })")
    page.run("(window.said = 0, document.querySelector('.steps summary, .steps button').focus())")
    page.settled(lambda: page.driver.switch_to.active_element.send_keys("\ue007"))
    assert page.element("status").text.startswith("clues read: ")
    assert page.run("window.said") == 0


def test_a_file_is_opened_and_what_is_wrong_is_said(page, tmp_path: Path) -> None:
    board = tmp_path / "board.mbf"
    board.write_bytes(bytes([3, 2, 0, 1, 2, 0]))
    page.settled(lambda: page.element("file").send_keys(str(board)))
    page.wait("document.getElementById('status').textContent.startsWith('No safe cell of this game was opened')")
    assert page.element("text").get_property("value").startswith("minesweeper-qt record")


@pytest.mark.parametrize(
    "text", [HOSTILE, f"3x1x1\n{HOSTILE}", f"4x2:0,0,{HOSTILE}", f"minesweeper-qt record 2\n{HOSTILE}"]
)
def test_nothing_that_a_user_wrote_becomes_an_element(page, text: str) -> None:
    page.paste(text)
    assert page.element("status").get_attribute("class") == "wrong"
    assert page.run("document.querySelectorAll('img, iframe').length") == 0
    assert title(page) == ""


def test_a_copy_and_a_file_have_what_python_says(page) -> None:
    page.settled(page.cell(3, 5).click)
    page.run("(window.copied = [], navigator.clipboard.writeText = async (words) => { window.copied.push(words) })")
    page.element("copy").click()
    page.element("link").click()
    asked = {"text": SMALL, "cell": [3, 5]}
    expected = json.loads(answer(json.dumps(asked)))
    assert page.wait("window.copied.length == 2 && window.copied") == [expected["copy"], page.driver.current_url]
    page.run("(window.saved = [], save = (file) => window.saved.push(file))")
    page.element("save").click()
    assert page.wait("window.saved[0]") == json.loads(answer(json.dumps({**asked, "file": True})))["file"]


def test_a_request_to_another_host_would_be_seen(page) -> None:
    page.run("fetch('http://example.invalid/').catch(() => 0)")
    assert page.foreign == ["example.invalid"]
    page.foreign.clear()
    assert page.errors()


def test_the_page_is_light_enough(page_folder: Path) -> None:
    files = [file for file in (page_folder / "prove").rglob("*") if file.is_file()]
    whole = [file.read_bytes() for file in files]
    packed = [
        len(data) if file.suffix == ".bin" else len(gzip.compress(data))
        for file, data in zip(files, whole, strict=True)
    ]
    assert sum(map(len, whole)) < 14e6
    assert sum(packed) < 6e6


def test_what_the_page_loads_first_is_compiled(page_folder: Path) -> None:
    packed = gzip.decompress((page_folder / "prove" / "model.bin").read_bytes())
    names = ZipFile(BytesIO(packed)).namelist()
    assert "minesweeper_qt/page/prove.pyc" in names
    assert "minesweeper_qt/page/check.py" in names


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_is_cut_off_at_any_width(page, scheme: str, width: int) -> None:
    send = page.driver.execute_cdp_cmd
    send("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    send(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    try:
        for name, fragment in (("why", f"text={SMALL}&cell=3,5&line=0".replace("\n", "%0A")), ("undecided", UNDECIDED)):
            page.settled(lambda fragment=fragment: page.run("location.hash = arguments[0]", fragment))
            assert page.run("document.documentElement.scrollWidth") <= width
            if folder := os.environ.get("MINESWEEPER_PICTURES"):
                taken = send("Page.captureScreenshot", {"captureBeyondViewport": True})
                Path(folder, f"prove-{name}-{width}-{scheme}.png").write_bytes(base64.b64decode(taken["data"]))
    finally:
        send("Emulation.clearDeviceMetricsOverride", {})
        send("Emulation.setEmulatedMedia", {"features": []})

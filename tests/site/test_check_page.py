"""The check of an agent on the page, in a real Chromium: the report, calls that do not end, and hostile texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.paths import GOLDEN

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.xdist_group("chromium")]

CORRECT = (GOLDEN / "agents" / "correct_frozensets.py").read_text("utf-8")


def that_hangs(line: str) -> str:
    """Return an agent whose safe move goes on for ever by this line."""
    return CORRECT.replace(
        "    def make_safe_move(self", f"    def make_safe_move(self):\n        {line}\n\n    def old(self"
    )


HOSTILE = "\n    def make_random_move(self):\n        raise ValueError('<img src=x onerror=alert(1)>')\n"


def report(page, folder: Path, source: str) -> str:
    """Return the title of the report on this source."""
    file = folder / "minesweeper.py"
    file.write_text(source, "utf-8")
    page.run("(shown = {}, document.getElementById('file').value = '')")
    page.element("file").send_keys(str(file))
    page.wait("shown.title || status.className === 'wrong'")
    return page.element("title").text if page.run("shown.title") else page.element("status").text


def test_a_correct_agent_passes_and_its_report_can_be_saved(page, tmp_path: Path) -> None:
    assert "nothing found (23 checks, 100 games" in report(page, tmp_path, CORRECT)
    assert "Checks of the course: 23 of 23 passed." in page.element("body").text
    assert page.run("shown.page.includes(shown.title)")


def test_a_call_without_end_is_named_with_its_line_and_no_text_becomes_an_element(page, tmp_path: Path) -> None:
    assert "2 errors" in report(page, tmp_path, that_hangs("while True: pass") + HOSTILE)
    said = page.element("body").text
    assert "make_safe_move() took longer than 2 s" in said
    assert "in make_safe_move: while True: pass" in said
    assert "raised ValueError: <img src=x" in said
    assert page.run("document.querySelectorAll('img').length") == 0


def test_what_cannot_be_stopped_ends_the_check_alone(page, tmp_path: Path) -> None:
    page.run("patience = 8")
    assert report(page, tmp_path, that_hangs("sum(iter(int, 1))")).startswith("The check was ended: a call did not end")
    page.settled(page.driver.find_element("css selector", "#form button").click)
    assert page.element("title").text == "8×6, 9 mines: 4,760 layouts agree"

"""The check of an agent on the page, in a real Chromium: the report, calls that do not end, and hostile texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.test_prove import SMALL
from tests.paths import GOLDEN

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("chromium")]


def agent(**lines: str) -> str:
    """Return the source of a correct agent whose methods of these names begin with a line."""
    source = (GOLDEN / "agents" / "correct_frozensets.py").read_text("utf-8")
    for method, line in lines.items():
        head = f"    def {method}(self"
        source = source.replace(
            head, f"{head}):\n        {line}\n        return self.own_{method}()\n\n    def own_{method}(self"
        )
    return source


def report(page, folder: Path, source: str) -> str:
    """Return the title of the report on this source, or what is wrong."""
    file = folder / "minesweeper.py"
    file.write_text(source, "utf-8")
    page.run("(shown = {}, document.getElementById('file').value = '')")
    page.element("file").send_keys(str(file))
    page.wait("shown.title || status.className === 'wrong'")
    return page.element("title" if page.run("shown.title") else "status").text


def test_a_report_names_what_does_not_end_and_no_text_of_a_file_becomes_an_element(page, tmp_path: Path) -> None:
    source = agent(
        make_safe_move="if self.height == 4: raise ValueError('<img src=x onerror=alert(1)>')",
        make_random_move="while self.height == 9: pass",
    )
    assert report(page, tmp_path, source).startswith("minesweeper.py: 2 errors (23 checks, 100 games")
    said = page.element("body").text
    assert "Checks of the course: 23 of 23 passed." in said
    assert "make_safe_move() raised ValueError: <img src=x" in said
    assert "make_random_move() took longer than 2 s" in said
    assert "in make_random_move: while self.height == 9: pass" in said
    assert page.run("document.querySelectorAll('img').length") == 0
    assert page.run("document.querySelectorAll('#body svg').length") == 2
    assert page.run("shown.page.includes(shown.title)")
    assert not page.element("link").is_displayed()  # no address holds a file


def test_what_cannot_be_stopped_ends_the_check_alone(page, tmp_path: Path) -> None:
    page.run("patience = 4")
    source = agent(make_safe_move="sum(iter(int, 1))")
    assert report(page, tmp_path, source).startswith("The check was ended: a call did not end")
    page.paste(SMALL)
    assert page.element("title").text == "8×6, 9 mines: 4,760 layouts agree"

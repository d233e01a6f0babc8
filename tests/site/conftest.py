"""The built page on a server of its own, and a headless Chromium; without one of them the tests are skipped.

``MINESWEEPER_SITE`` is a folder with a built site, to be used in place of a fresh page; ``MINESWEEPER_PICTURES`` one
for pictures.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest

from tests.paths import ROOT

_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
)
LINK = "text=8x6x9%0A1HHHHHHH%0A12HHHHHH%0A0123HHHH%0A0001HHHH%0A00012HHH%0A00001HHH&cell=3%2C5"
SECONDS = 100
"""For the first answer on a busy machine."""


def hook() -> ModuleType:
    """Return the module that builds the page."""
    spec = importlib.util.spec_from_file_location("prove", ROOT / "resources" / "site" / "prove.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built page in ``prove``."""
    if given := os.environ.get("MINESWEEPER_SITE"):
        return Path(given)
    prove, folder = hook(), tmp_path_factory.mktemp("site")
    try:
        prove.build(folder / "prove")
    except prove.NotThere as wrong:
        pytest.skip(f"no Pyodide: {wrong}")
    return folder


CHROMIUM = {
    *("accounts.google.com", "clients2.google.com", "content-autofill.googleapis.com", "www.google.com"),
    *(
        "optimizationguide-pa.googleapis.com",
        "update.googleapis.com",
        "redirector.gvt1.com",
        "android.clients.google.com",
    ),
}
"""Whom Chromium itself asks, whatever page is open."""


@pytest.fixture(scope="session")
def servers(page_folder: Path) -> Iterator[tuple[str, int, list[str]]]:
    """The address of the page, the port of a proxy that refuses all other hosts, and what it was asked for."""
    foreign: list[str] = []

    class Files(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Print nothing."""

    class Proxy(Files):
        def parse_request(self) -> bool:
            """Note the host, and refuse."""
            host = self.raw_requestline.decode("latin-1").split()[1].removeprefix("http://")
            host = re.split("[:/]", host)[0]
            if host not in CHROMIUM:
                foreign.append(host)
            return False

    handlers = (partial(Files, directory=str(page_folder)), Proxy)
    started = [ThreadingHTTPServer(("127.0.0.1", 0), handler) for handler in handlers]
    for server in started:
        Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{started[0].server_port}/prove/index.html", started[1].server_port, foreign
    for server in started:
        server.shutdown()
        server.server_close()


class Page:
    """The page in a browser.

    ``foreign`` lists the requests to other hosts; ``first_title`` is that of the answer to ``LINK``, which is opened
    first. A method raises ``TimeoutException`` if nothing comes of it.
    """

    def __init__(self, driver: Any, address: str, foreign: list[str]) -> None:
        self.driver, self.address, self.foreign = driver, address, foreign
        self.first_title = ""

    def run(self, script: str, *values: object) -> Any:
        """Return the value of an expression in JavaScript; ``arguments`` are the values."""
        return self.driver.execute_script(f"return {script}", *values)

    def wait(self, script: str, *values: object) -> Any:
        """Wait until an expression is true, and return its value."""
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, SECONDS, 0.02).until(lambda _: self.run(script, *values))

    def element(self, name: str) -> Any:
        """Return the element with this id."""
        return self.driver.find_element("id", name)

    def settled(self, act: Callable[[], object]) -> None:
        """Do something, and wait until it is answered."""
        self.run("window.before = shown")
        act()
        self.wait("shown !== window.before && isFree && !next")

    def paste(self, text: str) -> None:
        """Paste a text and ask about it."""
        self.run("document.getElementById('text').value = arguments[0]", text)
        self.settled(lambda: self.driver.find_element("css selector", "#form button").click())

    def cell(self, row: int, column: int) -> Any:
        """Return the element of a cell on the board."""
        return self.run("cells()[arguments[0]][arguments[1]]", row, column)

    def errors(self) -> list[str]:
        """Return what the console has of warnings and errors since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="session")
def browser(servers: tuple[str, int, list[str]]) -> Iterator[Page]:
    """A browser for all tests."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if None in programs:
        pytest.skip("Chromium is not installed: apt install chromium chromium-driver")
    address, proxy, foreign = servers
    options = webdriver.ChromeOptions()
    for option in (*_OPTIONS.split(), f"--proxy-server=http://127.0.0.1:{proxy}"):
        options.add_argument(option)
    options.binary_location = programs[0]
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(programs[1]))
    try:
        driver.set_script_timeout(SECONDS)
        driver.set_window_size(1280, 1000)
        page = Page(driver, address, foreign)
        driver.get(f"{address}#{LINK}")
        page.wait("document.querySelector('#board svg') && isFree && !next")
        page.first_title = page.element("title").text
        yield page
    finally:
        driver.quit()


@pytest.fixture
def page(browser: Page) -> Iterator[Page]:
    """The page with its first example; a test fails on errors in the console and on requests to other hosts."""
    browser.settled(lambda: browser.run("ask({ text: document.getElementById('text').defaultValue })"))
    yield browser
    assert not browser.errors()
    assert not browser.foreign

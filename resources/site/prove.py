"""Puts the page *Prove it* beside the documents: its files, the model as a zip, and Pyodide, which runs the model.

Pyodide is the package of npm at a pinned version. It is taken from the folder in ``MINESWEEPER_PYODIDE``, where
``npm pack`` has put it, or else by ``npm pack``. Without both the documents alone are built. With Node, what the page
loads first is compiled, which takes half of the time until the first proof.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.nav import Navigation

_log = logging.getLogger("mkdocs.hooks.prove")
_TOP = Path(__file__).parents[2]
VERSION = "0.29.5"
_INTEGRITY = "sha512-TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw=="
"""The hash that the registry names: ``npm view pyodide@VERSION dist.integrity``."""
_FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
_LOCK = "pyodide-lock.json"

_MODEL = ("*.py", "page/*.py", "cli/*.py", "gui/*.py", "gui/presentation/*.py", "model/**/*.*")
_UNUSED = re.compile(
    "__pycache__|model/(lab|practice|box|pools)|statistics/(?!win_rates|__init__)|gui/options|"
    "cli/(?!arguments|output|solve|__init__)|presentation/(?!derivation|look|why|__init__)"
)
"""What of the package the page needs, and of that what it does not."""
_UNUSED_LIBRARY = re.compile("multiprocessing/|_pyrepl/|xmlrpc/|wsgiref/|encodings/(cp(?!437|125)|mac_)")
"""What of Python's library no page can use, having no processes and no sockets, and encodings older than the web."""

_made: list[TemporaryDirectory[str]] = []
"""The folder of the page, once it is made."""


class NotThere(Exception):
    """Pyodide is not there; the argument says why."""


def build(folder: Path) -> None:
    """Write the page into ``folder``; raise ``NotThere`` without Pyodide, and ``ValueError`` if it is another one."""
    package = _package()
    found = f"sha512-{b64encode(hashlib.sha512(package).digest()).decode()}"
    if found != _INTEGRITY:
        raise ValueError(f"pyodide {VERSION} has the hash {found}; expected is {_INTEGRITY}")
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        for name in _FILES:
            (folder / "pyodide" / name).write_bytes(_member(archive, name))
        # The packages of others that it lists are not there.
        lock = {**json.loads(_member(archive, _LOCK)), "packages": {}}
        (folder / "pyodide" / _LOCK).write_text(json.dumps(lock), encoding="utf-8")
    here = Path(__file__).parent
    for name in ("prove.js", "worker.js"):
        shutil.copyfile(here / name, folder / name)
    (folder / "index.html").write_text(_page((here / "prove.html").read_text("utf-8")), encoding="utf-8")
    write_model(folder / "model.zip")
    node = shutil.which("node")
    if node is not None:  # else the page compiles all sources, which takes as long again as all else
        subprocess.run([node, here / "compile.mjs", folder], check=True, timeout=300)
    for path in (folder / "model.zip", folder / "pyodide" / "python_stdlib.zip"):
        _pack(path)


def _pack(path: Path) -> None:
    """Pack an archive anew as a whole, which makes it a fifth smaller than file by file."""
    stored = BytesIO()
    with ZipFile(path) as archive, ZipFile(stored, "w") as whole:
        for name in archive.namelist():
            if not _UNUSED_LIBRARY.match(name):
                whole.writestr(name, archive.read(name))
    path.with_suffix(".bin").write_bytes(gzip.compress(stored.getvalue()))
    path.unlink()


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def _package() -> bytes:
    """Return the package as npm has it."""
    given, name = os.environ.get("MINESWEEPER_PYODIDE"), f"pyodide-{VERSION}.tgz"
    if given:
        try:
            return Path(given, name).read_bytes()
        except OSError as wrong:
            raise NotThere(f"{wrong.filename}: {wrong.strerror}") from None
    npm = shutil.which("npm")
    if npm is None:
        raise NotThere("npm is not installed")
    with TemporaryDirectory() as folder:
        command = [npm, "pack", f"pyodide@{VERSION}", "--silent", "--prefer-offline", "--pack-destination", folder]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if ran.returncode:
            raise NotThere(f"npm pack fails: {' '.join(ran.stderr.split())[-200:]}")
        return Path(folder, name).read_bytes()


def _page(text: str) -> str:
    """Return the page, a ``text`` in HTML behind its style, in the frame and the style of the program's reports."""
    sys.path.insert(0, str(_TOP))
    from minesweeper_qt.cli.arguments import FORMAT
    from minesweeper_qt.model.html_page import html_page
    from minesweeper_qt.page.prove import PAGE_STYLE

    style, _, body = text.partition("</style>")
    page = html_page("Prove It", PAGE_STYLE + style.removeprefix("<style>"), [body.replace("FORMAT", escape(FORMAT))])
    return page.replace("<title>", '<link rel="icon" href="data:,"><title>', 1)  # browsers would ask for one


def write_model(path: Path) -> None:
    """Write the sources that the page imports, with the themes, as they lie in an installed package."""
    package = _TOP / "minesweeper_qt"
    files = [file for kind in _MODEL for file in sorted(package.glob(kind)) if not _UNUSED.search(file.as_posix())]
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for file in files:
            archive.write(file, file.relative_to(_TOP))
        for file in sorted(_TOP.glob("resources/themes/*.json")):
            archive.write(file, Path("minesweeper_qt", file.relative_to(_TOP)))


# -- the hook


def on_config(config: MkDocsConfig) -> None:
    """Make the page at once, in a folder of its own: only then do others link to it."""
    _made.clear()
    try:
        folder = TemporaryDirectory(prefix="minesweeper-qt-site-")
        build(Path(folder.name))
        _made.append(folder)
    except NotThere as wrong:
        # No warning, which would be an error with --strict.
        _log.info("The page Prove It is left out: %s", wrong)


def on_nav(nav: Navigation, **_: object) -> None:
    """Add a link to the page."""
    if _made:
        from mkdocs.structure.nav import Link

        nav.items.append(Link("Prove It", "prove/index.html"))


def on_post_build(config: MkDocsConfig) -> None:
    """Put the page beside the documents."""
    for folder in _made:
        shutil.copytree(folder.name, Path(config.site_dir, "prove"), dirs_exist_ok=True)

"""Puts the page *Prove it* beside the documents: its files, the model as a zip, and Pyodide, which runs the model.

Pyodide is the package of npm at a pinned version. It is taken from the folder in ``MINESWEEPER_PYODIDE``, where
``npm pack`` has put it, or else by ``npm pack``. Without both the documents alone are built.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

_TOP = Path(__file__).parents[2]
_VERSION = "0.29.5"
_INTEGRITY = "INTEGRITY"
"""The hash that the registry names: ``npm view pyodide@VERSION dist.integrity``."""
_FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

_LEFT_OUT = ("lab", "practice", "pools.py")
"""What of the model the page does not use."""


class NotThere(Exception):
    """Pyodide is not there; the argument says why."""


def build(folder: Path) -> None:
    """Write the page into ``folder``; raise ``NotThere`` without Pyodide, and ``ValueError`` if it is another one."""
    package = _package()
    found = f"sha512-{b64encode(hashlib.sha512(package).digest()).decode()}"
    if found != _INTEGRITY:
        raise ValueError(f"pyodide {_VERSION} has the hash {found}; expected is {_INTEGRITY}")
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        for name in _FILES:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            (folder / "pyodide" / name).write_bytes(file.read())
    here = Path(__file__).parent
    for name in ("prove.js", "worker.js"):
        shutil.copyfile(here / name, folder / name)
    (folder / "index.html").write_text(_page((here / "prove.html").read_text(encoding="utf-8")), encoding="utf-8")
    _write_model(folder / "model.zip")


def _package() -> bytes:
    """Return the package as npm has it."""
    given, name = os.environ.get("MINESWEEPER_PYODIDE"), f"pyodide-{_VERSION}.tgz"
    if given:
        try:
            return Path(given, name).read_bytes()
        except OSError as wrong:
            raise NotThere(f"{wrong.filename}: {wrong.strerror}") from None
    npm = shutil.which("npm")
    if npm is None:
        raise NotThere("npm is not installed")
    with TemporaryDirectory() as folder:
        command = [npm, "pack", f"pyodide@{_VERSION}", "--silent", "--prefer-offline", "--pack-destination", folder]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if ran.returncode:
            raise NotThere(f"npm pack fails: {' '.join(ran.stderr.split())[-200:]}")
        return Path(folder, name).read_bytes()


def _page(body: str) -> str:
    """Return the page with this ``body``, in the frame and the style of the program's reports."""
    sys.path.insert(0, str(_TOP))
    from minesweeper_qt.model.html_page import html_page
    from minesweeper_qt.model.review.review_report import STYLE

    style, _, parts = body.removeprefix("<style>").partition("</style>")
    return html_page("Prove it", STYLE + style, [parts])


def _write_model(path: Path) -> None:
    """Write the sources that the page imports, with the themes, as they lie in an installed package."""
    package, resources = _TOP / "minesweeper_qt", _TOP / "resources"
    files = [file for room in ("", "model", "cli", "page", "gui/presentation") for file in _sources(package / room)]
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for file in files:
            archive.write(file, file.relative_to(_TOP))
        for file in sorted((resources / "themes").glob("*.json")):
            archive.write(file, Path("minesweeper_qt", file.relative_to(_TOP)))

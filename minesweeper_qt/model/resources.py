"""Reads the files in ``resources/``. No other module reads that folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _folder() -> Path:
    """Return the folder ``resources`` of the installed package, or else of a checkout."""
    package = Path(__file__).resolve().parents[1]
    packed = package / "resources"
    return packed if packed.is_dir() else package.parent / "resources"


def resource(path: str) -> bytes:
    """Return the bytes of ``resources/path``, from the installed package or from a checkout.

    >>> resource("themes/light.json")[:1]
    b'{'

    Raises ``FileNotFoundError`` if there is no such file.
    """
    return (_folder() / path).read_bytes()


def resource_names(folder: str) -> list[str]:
    """Return the names of the files in ``resources/folder``, sorted; of the installed package or of a checkout.

    >>> resource_names("themes")
    ['contrast.json', 'controls.qss', 'dark.json', 'light.json']
    """
    return sorted(file.name for file in (_folder() / folder).iterdir() if file.is_file())

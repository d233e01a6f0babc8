"""Fits the docstrings to Markdown, where mkdocstrings reads them."""

import re
from typing import Any

from griffe import Attribute, Class, Docstring, Extension, Object

_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Docstrings(Extension):
    """Fences the examples, whose ``>>>`` would become quotes, and gives members of enumerations that have none one."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of ``obj``."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
        elif isinstance(obj, Attribute) and isinstance(obj.parent, Class) and "Enum" in str(obj.parent.bases):
            obj.docstring = Docstring("")  # else the member would not be shown

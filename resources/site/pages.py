"""Adds the pages that lie elsewhere or are made, and puts all in order."""

import ast
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

_TOP = Path(__file__).parents[2]
_MOVED = {"README.md": "index.md", "CHANGELOG.md": "changes.md", "minesweeper_qt/README.md": "contributing.md"}
"""The files that have another address on the site."""
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)[^)#]+")
_MODEL = "minesweeper_qt.model"


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add pages, and list all; each has the title of its heading."""
    chapters = sorted(file.src_uri for file in files if re.fullmatch(r"help/.*\.md", file.src_uri))
    pictures = sorted(file.src_uri for file in files if file.src_uri.startswith("screenshots/states/"))
    moved = {page: _with_links(path) for path, page in _MOVED.items()}
    shown = [(Path(uri).stem[3:].replace("-", " ").capitalize(), uri) for uri in pictures]
    moved["pictures.md"] = "# Pictures\n" + "".join(f"\n## {name}\n\n![{name}]({uri})\n" for name, uri in shown)
    reference = _reference()
    for page, text in (moved | reference).items():
        files.append(File.generated(config, page, content=text))
    config.nav = [{"Program": list(moved)}, {"Help": chapters}, {"Python": list(reference)}]


def on_page_markdown(markdown: str, **_: object) -> str:
    """Name what an example prints as output, which has another colour than Python."""
    return markdown.replace("```python\n>>>", "```pycon\n>>>")


def _with_links(path: str) -> str:
    """Return the text of the file ``path``, whose links lead to the same places on the site."""

    def on_site(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[0]))
        moved = _MOVED | {"resources/screenshots/states": "pictures.md"}
        return moved.get(target, target.removeprefix("resources/"))

    return _LINK.sub(on_site, (_TOP / path).read_text(encoding="utf-8"))


def _reference() -> dict[str, str]:
    """Return an overview of the public names of the model, and a page for each group of ``__all__`` under a comment."""
    source = (_TOP / _MODEL.replace(".", "/") / "__init__.py").read_text(encoding="utf-8")
    imports = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom))
    paths = {name.name: f"{node.module}.{name.name}" for node in imports for name in node.names}
    options = "{members: false, show_root_heading: false, show_root_toc_entry: false}"
    overview, pages = f"# The model\n\n::: {_MODEL}\n    options: {options}\n", {}
    for title, lines in re.findall(r"^# (.+)\n((?:__all__.*\n)+)", source, re.MULTILINE):
        names = sorted(re.findall(r'"(\w+)"', lines), key=str.lower)
        page, heading = re.sub(r"\W+", "-", title) + ".md", title.capitalize()
        overview += f"\n[{heading}]({page}): {', '.join(f'[`{name}`][{paths[name]}]' for name in names)}\n"
        pages[f"reference/{page}"] = f"# {heading}\n" + "".join(f"\n::: {paths[name]}\n" for name in names)
    return {"reference/index.md": overview} | pages

"""Mutants of the correct agents of the corpus, each without one skill or a few that belong together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from minesweeper_qt.model import Skill
from tests.model.support.corpus_files import source_of
from tests.paths import GOLDEN

_BASES = ("dataclasses", "frozensets", "lists", "pairwise", "recursion")

_SORTS = {
    "STEPS": "same-call after-zero all-sentences two-steps three-steps six-steps",
    "SUBSETS": "subset-rule subset-of-new new-as-subset all-pairs subset-of-old",
}


@dataclass(frozen=True)
class Mutant:
    """A correct agent with one change; ``skills`` are those of which one is missing."""

    name: str
    base: str
    pairs: tuple[Sequence[str], ...]
    source: str
    skills: frozenset[Skill]


def changed(source: str, pairs: Iterable[Sequence[str]]) -> str:
    """Return the source with the first of each pair replaced by the second, in the agent's class if it is there."""
    for old, new in pairs:
        # The game of the course may stand before the agent, with the same lines.
        start = source.index("class MinesweeperAI") if old in source.split("class MinesweeperAI")[1] else 0
        source = source[:start] + source[start:].replace(old, new, 1)
    return source


def mutants(file: str = "mutants.txt") -> Iterator[Mutant]:
    """Yield all mutants of a ``file``."""
    for number, (names, pairs) in enumerate(changes(file), 1):
        skills = " ".join(_SORTS.get(name, name) for name in names.split()).split()
        for base in _BASES:
            source = source_of(f"correct_{base}")
            if all(old in source for old, _ in pairs):
                yield Mutant(f"{number} {base}", base, pairs, changed(source, pairs), frozenset(map(Skill, skills)))


def changes(file: str) -> Iterator[tuple[str, tuple[Sequence[str], ...]]]:
    """Yield what stands first in each line of a ``file``, and what is replaced by what."""
    text = (GOLDEN / "agents" / file).read_text(encoding="utf-8").split("\n\n", 2)[2]
    for line in text.strip("\n").split("\n"):
        names, *parts = [part.replace("\\n", "\n").replace("\\|", "|") for part in line.split(" | ")]
        yield names, tuple([tuple(part.split(" => ")) for part in parts]) if " => " in parts[0] else (tuple(parts),)


def first_changed(pairs: Sequence[Sequence[str]]) -> str:
    """Return the first correct agent that has what is replaced, with that changed."""
    sources = [source_of(f"correct_{base}") for base in ("pairwise", *_BASES)]
    return changed(next(source for source in sources if all(old in source for old, _ in pairs)), pairs)

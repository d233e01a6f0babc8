"""A logic of our own in the notation of the course's ``logic.py``, and the truth table of a knowledge in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from minesweeper_qt.model import Cell


class Symbol:
    """A sentence as the course's ``logic.py`` has them: it is evaluated in a model, and knows its symbols."""

    def __init__(self, name: str) -> None:
        self.symbols = {name}
        self.evaluate = lambda model: model[name]


class Not(Symbol):
    def __init__(self, operand: Symbol) -> None:
        self.symbols = operand.symbols
        self.evaluate = lambda model: not operand.evaluate(model)


class Or(Symbol):
    has = staticmethod(any)

    def __init__(self, *parts: Symbol) -> None:
        self.parts = list(parts)
        self.evaluate = lambda model: self.has(part.evaluate(model) for part in self.parts)

    def add(self, part: Symbol) -> None:
        self.parts.append(part)

    @property
    def symbols(self) -> set[str]:  # type: ignore[override]
        return set().union(*(part.symbols for part in self.parts))


class And(Or):
    has = staticmethod(all)  # type: ignore[assignment]


NAMES = {"And": And, "Or": Or, "Not": Not, "Symbol": Symbol}


def read(code: str) -> Any:
    """Run course code and return its ``knowledge``."""
    names: dict[str, Any] = dict(NAMES)
    exec(code.replace("from logic import And, Not, Or, Symbol, model_check\n", ""), names)
    return names["knowledge"]


def models_of(knowledge: Any, cells: Iterable[Cell] = ()) -> Iterator[frozenset[Cell]]:
    """Yield the mines of each row of the whole truth table, also over ``cells``, in which ``knowledge`` is true."""
    symbols = sorted(knowledge.symbols | {str(cell) for cell in cells})
    named = [eval(name, {"never": None}) for name in symbols]
    for row in product([False, True], repeat=len(symbols)):
        if knowledge.evaluate(dict(zip(symbols, row, strict=True))):
            yield frozenset(cell for cell, is_mine in zip(named, row, strict=True) if is_mine)

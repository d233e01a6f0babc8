"""Small changes of a student's file, one at a time: another comparison, name or number, a line less, another place."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.GtE: ">=", ast.Gt: ">"}
_MEMBERSHIPS = {ast.In: "in", ast.NotIn: "not in"}
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
_ALIKE = (
    *("mines safes moves_made", "height width", "mark_mine mark_safe", "known_mines known_safes", "add discard remove"),
    *("issubset issuperset", "difference intersection union symmetric_difference", "append remove", "cells count"),
)
"""Attributes of which one is taken for another."""
_LONG = 20
"""Texts of this length are messages."""
_BUILT_IN = frozenset({"range", "len", "set", "list", "sorted", "print", "enumerate", "zip", "tuple", "frozenset"})


class EditKind(Enum):
    """The kinds of changes, those that are tried first before others; the value says what helps.

    >>> EditKind.NUMBER.value
    'with another number in place of {}'
    """

    CONDITION = "without the condition {}"
    JUMP = "with another statement in place of {}"
    DELETE = "without this statement"
    ANY_ALL = "with the other one of any and all in place of {}"
    COMPARISON = "with another comparison in place of {}"
    NUMBER = "with another number in place of {}"
    OPERATOR = "with another operator in place of {}"
    ATTRIBUTE = "with another name in place of {}"
    OBJECT = "with another object in place of {}"
    OUTDENT = "with less indentation of it, and of what follows in its block,"
    INDENT = "with more indentation of it"
    TEXT = "with another text in place of {}"
    SWAP = "with {} the other way round"
    NOT = "with the opposite of the condition {}"
    BOTH = "with the other word in place of {} between the conditions"
    COPY = "with a copy of {}"
    SET = "with a set of {}"
    BOUND = "with one more or one less than {}"
    PART = "with another condition in place of {}"
    CALL = "with something else in place of {}"
    RETURN = "when it returns something else"
    ORDER = "when it comes before what stands above it"
    NAME = "with the name of something else in place of {}"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change in a ``line`` of a ``function``: ``parts`` are the bytes from one place to another, and their new text.

    ``old`` is the student's text there, as far as the words of the ``kind`` have a place for it.
    """

    kind: EditKind
    line: int
    function: str
    old: str
    parts: tuple[tuple[int, int, str], ...]


class SourceEdits:
    """The small changes of a ``source``: of all functions but those of the class ``Minesweeper`` and of a game.

    >>> edits = SourceEdits("def f(x):\\n    return x < 3\\n")
    >>> edit = next(edit for edit in edits.all() if edit.kind is EditKind.COMPARISON)
    >>> edits.applied(edit), edit.line
    ('def f(x):\\n    return x <= 3\\n', 2)

    Raises ``SyntaxError`` if it is no Python.

    Source: V. Debroy and W. E. Wong, Using mutation to automatically suggest fixes for faulty programs, ICST 2010.
    """

    def __init__(self, source: str) -> None:
        self._bytes = source.encode()
        self._starts = [0]
        for line in self._bytes.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._tree = ast.parse(source)
        self._function = ""
        self._names: set[str] = set()
        self._texts: set[str] = set()

    def all(self, functions: Collection[str] | None = None) -> list[Edit]:
        """Return the changes in functions with these names, or in all, those that help most often first,
        and of these those of the shortest text.
        """
        found: list[Edit] = []
        for node in self._tree.body:
            inner = node.body if isinstance(node, ast.ClassDef) and node.name != "Minesweeper" else [node]
            for function in inner:
                if isinstance(function, ast.FunctionDef) and (functions is None or function.name in functions):
                    self._function = function.name
                    found += self._of_function(function)
        kinds = list(EditKind)
        return sorted(found, key=lambda edit: (kinds.index(edit.kind), len(edit.old)))

    def applied(self, edit: Edit) -> str:
        """Return the source with a change."""
        data = self._bytes
        for begin, end, new in sorted(edit.parts, reverse=True):
            data = data[:begin] + new.encode() + data[end:]
        return data.decode()

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[end_line - 1] + end_column

    def _text(self, begin: int, end: int) -> str:
        return self._bytes[begin:end].decode()

    def _of(self, node: ast.expr | ast.stmt) -> str:
        return self._text(*self._span(node))

    def _edit(self, kind: EditKind, node: ast.expr | ast.stmt, old: str, *parts: tuple[int, int, str]) -> Edit:
        return Edit(kind, node.lineno, self._function, " ".join(old.split()), parts)

    def _replaced(self, kind: EditKind, node: ast.expr | ast.stmt, *news: str) -> Iterator[Edit]:
        old = self._of(node)
        yield from [self._edit(kind, node, old, (*self._span(node), new)) for new in news if new != old]

    def _between(
        self, kind: EditKind, left: ast.expr, right: ast.expr, old: str, news: Collection[str]
    ) -> Iterator[Edit]:
        """Yield the changes of the operator between two expressions."""
        begin, end = self._span(left)[1], self._span(right)[0]
        text = self._text(begin, end)
        if old in text:
            for new in news:
                if new != old:
                    yield self._edit(kind, left, old, (begin, end, text.replace(old, new, 1)))

    def _of_function(self, function: ast.FunctionDef) -> Iterator[Edit]:
        nodes = list(ast.walk(function))
        arguments = {argument.arg for argument in function.args.args}
        self._names = {*arguments, *(node.id for node in nodes if isinstance(node, ast.Name))} - _BUILT_IN
        texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
        self._texts = {text for text in texts if isinstance(text, str)}
        # To leave out the only statement under a condition is to leave out the condition, which is the line to look at.
        alone = [node.body[0] for node in nodes if isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse]
        for node in nodes:
            # The methods below have the names of the nodes, as those of ``ast.NodeVisitor``.
            yield from getattr(self, f"_{type(node).__name__.lower()}", _no_edits)(node)
            if isinstance(node, ast.stmt) and node is not function and not _is_text(node) and node not in alone:
                yield from self._replaced(EditKind.DELETE, node, "pass")
            for name in ("body", "orelse"):
                block = getattr(node, name, None)
                if isinstance(block, list):
                    yield from self._of_block(node, block)

    def _test(self, test: ast.expr) -> Iterator[Edit]:
        yield from self._replaced(EditKind.CONDITION, test, "True")
        yield from self._replaced(EditKind.NOT, test, f"(not ({self._of(test)}))")
        yield from self._replaced(EditKind.PART, test, "False")

    def _if(self, node: ast.If | ast.While | ast.IfExp) -> Iterator[Edit]:
        return self._test(node.test)

    _while = _ifexp = _if

    def _for(self, node: ast.For | ast.comprehension) -> Iterator[Edit]:
        yield from self._replaced(EditKind.COPY, node.iter, f"list({self._of(node.iter)})")
        for test in node.ifs if isinstance(node, ast.comprehension) else ():
            yield from self._test(test)

    _comprehension = _for

    def _compare(self, node: ast.Compare) -> Iterator[Edit]:
        for operator, (left, right) in zip(node.ops, pairwise([node.left, *node.comparators]), strict=True):
            for operators in (_COMPARISONS, _MEMBERSHIPS):
                if type(operator) in operators:
                    own = operators[type(operator)]
                    yield from self._between(EditKind.COMPARISON, left, right, own, operators.values())
            if isinstance(operator, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                yield from [*self._bounds(left), *self._bounds(right)]

    def _bounds(self, node: ast.expr) -> Iterator[Edit]:
        return self._replaced(EditKind.BOUND, node, f"{self._of(node)} + 1", f"{self._of(node)} - 1")

    def _constant(self, node: ast.Constant) -> Iterator[Edit]:
        news: list[str] = []
        if isinstance(node.value, bool):
            news = [str(not node.value)]
        elif isinstance(node.value, int):
            news = [str(node.value + 1), f"({node.value - 1})", "0"]
        elif isinstance(node.value, str) and len(node.value) < _LONG:
            news = [repr(text) for text in sorted(self._texts) if text != node.value and len(text) < _LONG]
        return self._replaced(EditKind.TEXT if isinstance(node.value, str) else EditKind.NUMBER, node, *news)

    def _binop(self, node: ast.BinOp) -> Iterator[Edit]:
        if type(node.op) in _OPERATORS:
            own = _OPERATORS[type(node.op)]
            yield from self._between(EditKind.OPERATOR, node.left, node.right, own, _OPERATORS.values())
        yield from self._swapped(node.left, node.right)
        yield from self._replaced(EditKind.CALL, node, self._of(node.left), self._of(node.right))

    def _boolop(self, node: ast.BoolOp) -> Iterator[Edit]:
        own, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        gaps = [(self._span(left)[1], self._span(right)[0]) for left, right in pairwise(node.values)]
        yield self._edit(EditKind.BOTH, node, own, *[(*gap, self._text(*gap).replace(own, other, 1)) for gap in gaps])
        for value in node.values:
            yield from self._replaced(EditKind.CONDITION, value, str(own == "and"))

    def _unaryop(self, node: ast.UnaryOp) -> Iterator[Edit]:
        if isinstance(node.op, ast.Not):
            yield from self._replaced(EditKind.NOT, node, self._of(node.operand))

    def _attribute(self, node: ast.Attribute) -> Iterator[Edit]:
        end = self._span(node)[1]
        for alike in [names.split() for names in _ALIKE]:
            for name in alike if node.attr in alike else ():
                if name != node.attr:
                    yield self._edit(EditKind.ATTRIBUTE, node, node.attr, (end - len(node.attr), end, name))
        if isinstance(node.value, ast.Name) and "self" in self._names:
            yield from self._replaced(EditKind.OBJECT, node.value, "self")

    def _name(self, node: ast.Name) -> Iterator[Edit]:
        if node.id in self._names:
            yield from self._replaced(EditKind.NAME, node, *sorted(self._names))

    def _tuple(self, node: ast.Tuple) -> Iterator[Edit]:
        if len(node.elts) == 2:
            yield from self._swapped(*node.elts)

    def _swapped(self, left: ast.expr, right: ast.expr) -> Iterator[Edit]:
        texts = self._of(left), self._of(right)
        parts = ((*self._span(left), f"({texts[1]})"), (*self._span(right), f"({texts[0]})"))
        yield self._edit(EditKind.SWAP, left, f"{texts[0]} and {texts[1]}", *parts)

    def _call(self, node: ast.Call) -> Iterator[Edit]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else name
        if isinstance(node.func, ast.Attribute):
            yield from self._method(node, node.func)
        if len(node.args) >= 2:
            yield from self._swapped(*node.args[:2])
        if name in ("any", "all"):
            yield from self._replaced(EditKind.ANY_ALL, node.func, "all" if name == "any" else "any")
        for bound in node.args if method in ("range", "randint", "randrange") else ():
            yield from self._bounds(bound)
        inner = [each for argument in node.args for each in ast.walk(argument)]
        used = [each for each in inner if isinstance(each, ast.Name) and each.id in self._names]
        pair = sorted({each.id for each in used})
        if len(pair) == 2 and len(used) > 2:
            parts = [(*self._span(each), pair[each.id == pair[0]]) for each in used]
            yield self._edit(EditKind.SWAP, node, " and ".join(pair), *parts)
        if name and len(node.args) == 1:
            yield from self._replaced(EditKind.CALL, node, self._of(node.args[0]))

    def _method(self, node: ast.Call, function: ast.Attribute) -> Iterator[Edit]:
        """Yield the changes of the call of a method."""
        owner = self._of(function.value)
        own = {"self.mines": "mark_mine", "self.safes": "mark_safe"}
        if not node.args:
            yield from self._replaced(EditKind.CALL, node, owner)
        if len(node.args) == 1:
            yield from self._swapped(function.value, node.args[0])
        if function.attr == "add" and owner in own:
            yield from self._replaced(EditKind.CALL, function, f"self.{own[owner]}")
        if function.attr == "pop" and not node.args:
            part = (self._span(function)[1] - len(function.attr), self._span(node)[1])
            for argument in sorted(self._names):
                yield self._edit(EditKind.CALL, node, "pop()", (*part, f"discard({argument})"))

    def _augassign(self, node: ast.AugAssign) -> Iterator[Edit]:
        own = _OPERATORS.get(type(node.op), " ") + "="
        news = [f"{operator}=" for operator in (*_OPERATORS.values(), "")]
        return self._between(EditKind.OPERATOR, node.target, node.value, own, news)

    def _assign(self, node: ast.Assign) -> Iterator[Edit]:
        yield from self._between(EditKind.OPERATOR, node.targets[0], node.value, "=", ("|=", "+=", "-="))
        if isinstance(node.value, (ast.Name, ast.Attribute)):
            value = self._of(node.value)
            yield from self._replaced(EditKind.COPY, node.value, f"{value}.copy()")
            yield from self._replaced(EditKind.SET, node.value, f"set({value})")

    def _return(self, node: ast.Return) -> Iterator[Edit]:
        if node.value is not None:
            yield from self._replaced(EditKind.COPY, node.value, f"({self._of(node.value)}).copy()")
            yield from self._replaced(EditKind.RETURN, node.value, "set()", "None")
        yield from self._break(node)

    def _break(self, node: ast.Return | ast.Break | ast.Continue) -> Iterator[Edit]:
        return self._replaced(EditKind.JUMP, node, "continue", "break")

    _continue = _break

    def _lines(self, first: ast.stmt, last: ast.stmt) -> tuple[int, int]:
        """Return where the lines of statements begin and end."""
        return self._starts[first.lineno - 1], self._starts[last.end_lineno or 0]

    def _of_block(self, outer: ast.AST, block: list[ast.stmt]) -> Iterator[Edit]:
        """Yield the changes of places: statements out of their block, into that before them, and before another one."""
        for number, (one, other) in enumerate(pairwise(block), 1):
            if other.lineno <= (one.end_lineno or 0) or _is_text(one):
                continue
            (begin, middle), (_, end) = self._lines(one, one), self._lines(other, other)
            between = self._text(middle, self._lines(other, other)[0])
            text = self._text(*self._lines(other, other)) + between + self._text(begin, middle)
            yield self._edit(EditKind.ORDER, other, "", (begin, end, text))
            if isinstance(one, (ast.If, ast.For, ast.While)) and one.body[0].lineno > one.lineno:
                more = " " * ((one.orelse or one.body)[-1].col_offset - one.col_offset)
                yield self._moved(EditKind.INDENT, [other], more, 0)
            if isinstance(outer, (ast.If, ast.For, ast.While)) and not outer.orelse and other.lineno > outer.lineno:
                yield self._moved(EditKind.OUTDENT, block[number:], "", other.col_offset - outer.col_offset)

    def _moved(self, kind: EditKind, block: Sequence[ast.stmt], more: str, less: int) -> Edit:
        """Return the change of the indentation of some statements: spaces ``more``, or so many ``less``."""
        begin, end = self._lines(block[0], block[-1])
        lines = self._text(begin, end).splitlines(keepends=True)
        text = "".join([more + line[less:] if line.strip() else line for line in lines])
        return self._edit(kind, block[0], "", (begin, end, text))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _no_edits(node: ast.AST) -> tuple[Edit, ...]:
    return ()

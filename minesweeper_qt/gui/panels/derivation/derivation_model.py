"""The item model of derivation trees, which makes the nodes only where a view shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import count
from operator import attrgetter
from typing import Any
from weakref import WeakValueDictionary

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from minesweeper_qt.gui.presentation.derivation_text import (
    MoveOf,
    reason_in_words,
    rule_text,
    screen_reader_text,
    short_text,
    tooltip_text,
)
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.item_model import Headers
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model.evidence.derivation import Derivation

BATCH = 50
"""The number of children of a node that are shown at first: the mine count rests on hundreds of verdicts."""

_numbers = count(1)

Follow = Callable[[Derivation], Sequence[Derivation]]
"""Returns the derivations below a derivation in a branch: its premises, or its consequences."""


class DerivationColumn(IntEnum):
    """The columns of the tree."""

    CONCLUSION = 0
    RULE = 1
    MOVE = 2


class DerivationRole(IntEnum):
    """The data roles of the model besides Qt's own."""

    DERIVATION = Qt.ItemDataRole.UserRole + 1
    """The ``Derivation`` of the row; ``None`` for a title and for a row that stands for more rows."""
    IS_MORE = Qt.ItemDataRole.UserRole + 2
    """True for the row that stands for more rows."""


_HEADERS = Headers(
    {
        DerivationColumn.CONCLUSION: ("Sentence", "The sentence, or what is concluded of a cell"),
        DerivationColumn.RULE: ("Because", "How it follows from the rows below it"),
        DerivationColumn.MOVE: ("Move", "The move since which it holds in this form"),
    }
)
_COLUMNS = len(DerivationColumn)


class _Node:
    """A row: a derivation, or the title of a branch, or (with neither) the rest of its siblings.

    ``children`` are made on first access: as a tree, a derivation can be larger than memory.
    """

    __slots__ = ("__weakref__", "_children", "derivation", "follow", "hidden", "number", "parent", "title")

    def __init__(
        self, parent: _Node | None, follow: Follow, derivation: Derivation | None = None, title: str = ""
    ) -> None:
        self.number = next(_numbers)
        self.parent = parent
        self.follow = follow
        self.derivation = derivation
        self.title = title
        self.hidden: list[Derivation] = []
        """The children's derivations that have no row yet."""
        self._children: list[_Node] | None = None

    @property
    def is_more(self) -> bool:
        return self.derivation is None and not self.title

    @property
    def children(self) -> list[_Node]:
        if self._children is None:
            self._children = []
            if self.derivation is not None:
                self.set_children(self.follow(self.derivation))
        return self._children

    @property
    def has_children(self) -> bool:
        if self._children is not None:
            return bool(self._children)
        return self.derivation is not None and bool(self.follow(self.derivation))

    @property
    def has_made_children(self) -> bool:
        return self._children is not None

    def rows_for(self, derivations: Sequence[Derivation]) -> tuple[list[_Node], list[Derivation]]:
        """Return rows for ``derivations``, and the derivations beyond ``BATCH``, which share one row at the end."""
        shown, rest = list(derivations[:BATCH]), list(derivations[BATCH:])
        rows = [_Node(self, self.follow, derivation) for derivation in shown]
        if rest:
            rows.append(_Node(self, self.follow))
        return rows, rest

    def set_children(self, derivations: Sequence[Derivation]) -> None:
        """Make the children for ``derivations``."""
        self._children, self.hidden = self.rows_for(derivations)


@guarded
class DerivationModel(QAbstractItemModel):
    """Branches of derivations, each under a title; the children of a derivation are given by the branch's function.

    A derivation has one row for each path that leads to it. ``is_more`` rows stand for children beyond the first ones
    until ``show_more`` replaces them by these. The argument ``move_of`` returns the move of the game that a derivation
    came with.
    """

    def __init__(self, parent: QObject | None = None, move_of: MoveOf = attrgetter("move")) -> None:
        super().__init__(parent)
        self._move_of = move_of
        self._root = _Node(None, _no_derivations)
        # Indexes carry a number, not a pointer: a view may keep one for a moment after its node has been removed.
        self._nodes: WeakValueDictionary[int, _Node] = WeakValueDictionary()

    # -- changing

    def show_branches(self, branches: Sequence[tuple[str, Sequence[Derivation], Follow]]) -> None:
        """Replace all branches; each is a title, its derivations, and the function that returns their children."""
        nodes = []
        for title, derivations, follow in branches:
            node = _Node(self._root, follow, title=title)
            node.set_children(derivations)
            nodes.append(node)
        self._replace(self._root, nodes, [])

    def update_branch(self, number: int, derivations: Sequence[Derivation]) -> None:
        """Update a branch and all children made in it, because the knowledge has changed; rows that still fit stay."""
        branch = self._root.children[number]
        self._update(branch, derivations)
        title = self._index(branch)
        self.dataChanged.emit(title, title)

    def _update(self, node: _Node, derivations: Sequence[Derivation]) -> None:
        before = [child.derivation for child in node.children if child.derivation is not None]
        after = list(derivations[: len(before)]) if node.hidden else list(derivations)
        if node.hidden and before == after:
            node.hidden = list(derivations[len(before) :])
            last = len(node.children) - 1
            self.dataChanged.emit(self._index(node.children[last]), self._index(node.children[last]))
        elif not node.hidden and before == after[: len(before)]:
            self._append(node, after[len(before) :])
        else:
            rows, hidden = node.rows_for(derivations)
            self._replace(node, rows, hidden)
            return
        for child in node.children:
            if child.derivation is not None and child.has_made_children:
                self._update(child, child.follow(child.derivation))

    def show_more(self, index: Index) -> None:
        """Replace an ``is_more`` row by the next rows; do nothing for any other row."""
        node = self._node(index)
        parent = node.parent
        if node.is_more and parent is not None:
            hidden = parent.hidden
            self._remove(parent, len(parent.children) - 1, len(parent.children) - 1)
            self._append(parent, hidden)

    def _append(self, node: _Node, derivations: Sequence[Derivation]) -> None:
        rows, hidden = node.rows_for(derivations)
        if rows:
            first = len(node.children)
            self.beginInsertRows(self._index(node), first, first + len(rows) - 1)
            node.children.extend(rows)
            node.hidden = hidden
            self.endInsertRows()

    def _remove(self, node: _Node, first: int, last: int) -> None:
        self.beginRemoveRows(self._index(node), first, last)
        for child in node.children[first : last + 1]:
            child.parent = None
        del node.children[first : last + 1]
        node.hidden = []
        self.endRemoveRows()

    def _replace(self, node: _Node, rows: list[_Node], hidden: list[Derivation]) -> None:
        if node.children:
            self._remove(node, 0, len(node.children) - 1)
        if rows:
            self.beginInsertRows(self._index(node), 0, len(rows) - 1)
            node.children.extend(rows)
            node.hidden = hidden
            self.endInsertRows()

    # -- reading

    def derivation(self, index: Index) -> Derivation | None:
        """Return the derivation of a row, or ``None`` for a row without one."""
        return self._node(index).derivation if index.isValid() else None

    def index(self, row: int, column: int, parent: Index = NO_PARENT) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self._place(row, column, self._node(parent).children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # Qt calls only this one of its two overloads
        node = self._node(index).parent if index.isValid() else None
        return QModelIndex() if node is None else self._index(node)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.column() > 0 else len(self._node(parent).children)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return _COLUMNS

    def hasChildren(self, parent: Index = NO_PARENT) -> bool:
        # Does not make the children: a view calls this for every row that it shows.
        return parent.column() <= 0 and self._node(parent).has_children

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self._node(index)
        if node.parent is None:
            return None  # the root, or a row that has been removed
        if role == DerivationRole.DERIVATION:
            return node.derivation
        if role == DerivationRole.IS_MORE:
            return node.is_more
        if node.derivation is None:
            shows = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return self._title(node) if shows and index.column() == DerivationColumn.CONCLUSION else None
        return _derivation_data(node.derivation, self._move_of(node.derivation), index.column(), role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return _HEADERS.data(section, orientation, role)

    def _title(self, node: _Node) -> str:
        if node.is_more:
            assert node.parent is not None
            return f"… {len(node.parent.hidden)} more"
        count = len(node.children) - bool(node.hidden) + len(node.hidden)
        return f"{node.title}: {count or 'nothing'}"

    def _node(self, index: Index) -> _Node:
        return self._nodes.get(index.internalId(), _GONE) if index.isValid() else self._root

    def _index(self, node: _Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self._place(node.parent.children.index(node), 0, node)

    def _place(self, row: int, column: int, node: _Node) -> QModelIndex:
        self._nodes[node.number] = node
        return self.createIndex(row, column, node.number)


def _no_derivations(derivation: Derivation) -> Sequence[Derivation]:
    return ()


_GONE = _Node(None, _no_derivations)
"""The node for indexes whose row has been removed."""


def _derivation_data(derivation: Derivation, move: int, column: int, role: int) -> Any:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            rule = rule_text(derivation) if derivation is derivation.origin else derivation.rule.value
            return (short_text(derivation), rule, str(move))[column]
        case Qt.ItemDataRole.AccessibleTextRole:
            return (screen_reader_text(derivation), reason_in_words(derivation), f"since move {move}")[column]
        case Qt.ItemDataRole.ToolTipRole:
            if column == DerivationColumn.RULE:
                return reason_in_words(derivation)
            return str(derivation) if derivation.is_verdict else tooltip_text(derivation)
    return None

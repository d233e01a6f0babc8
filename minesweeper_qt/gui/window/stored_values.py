"""The kinds of values in the settings, as descriptors: each reads and writes one key; an invalid value is missing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar, Generic, Protocol, TypeVar

from PySide6.QtCore import QSettings, SignalInstance

_Value = TypeVar("_Value")
_Member = TypeVar("_Member", bound=Enum)


class HasSettings(Protocol):
    """The owner of stored values: ``changed`` is emitted with the name of a value that gets another one."""

    settings: QSettings

    @property
    def changed(self) -> SignalInstance:
        """The signal."""


class _Stored(Generic[_Value]):
    """A value under ``key`` in the settings of its owner; ``default`` if it is missing or invalid."""

    def __init__(self, key: str, default: _Value) -> None:
        self.key = key
        self.default = default
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, owner: HasSettings, kind: type | None = None) -> _Value:
        found = self._from_text(str(owner.settings.value(self.key, "")))
        return self.default if found is None else found

    def __set__(self, owner: HasSettings, value: _Value) -> None:
        before = self.__get__(owner)
        owner.settings.setValue(self.key, self._to_text(value))
        if value != before:
            owner.changed.emit(self._name)

    def _from_text(self, text: str) -> _Value | None:
        """Return the value that ``text`` stands for, ``None`` for an invalid one."""
        raise NotImplementedError

    def _to_text(self, value: _Value) -> object:
        raise NotImplementedError


class Switch(_Stored[bool]):
    """A value that is on or off."""

    _WORDS: ClassVar = {"true": True, "1": True, "false": False, "0": False}

    def _from_text(self, text: str) -> bool | None:
        return self._WORDS.get(text.lower())

    def _to_text(self, value: bool) -> object:
        return value


class EnumMember(_Stored[_Member]):
    """A member of an enumeration, stored as its value."""

    def _from_text(self, text: str) -> _Member | None:
        return next((member for member in type(self.default) if member.value == text), None)

    def _to_text(self, value: _Member) -> object:
        return value.value


class OneOf(_Stored[int]):
    """One of a few whole numbers."""

    def __init__(self, key: str, default: int, allowed: Sequence[int]) -> None:
        super().__init__(key, default)
        self._allowed = allowed

    def _from_text(self, text: str) -> int | None:
        return next((number for number in self._allowed if str(number) == text), None)

    def _to_text(self, value: int) -> object:
        return value

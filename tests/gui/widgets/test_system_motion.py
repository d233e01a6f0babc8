"""Tests of the system's wish to reduce motion, with settings as each kind of system has them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6 import QtDBus
from PySide6.QtDBus import QDBusMessage, QDBusVariant

from minesweeper_qt.gui.widgets import appearance


@pytest.fixture(autouse=True)
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_CURRENT_DESKTOP", raising=False)


@pytest.mark.parametrize(
    "text, reduced", [("0", True), ("0.0", True), ("1", False), ("0.5", False), ("x", False), (None, False)]
)
def test_kde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None, reduced: bool) -> None:
    if text is not None:
        (tmp_path / "kdeglobals").write_text(f"[KDE]\nAnimationDurationFactor={text}\n")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert appearance.system_reduces_motion() is reduced


@pytest.mark.parametrize(
    "settings, reduced",
    [
        ({}, False),
        ({"enable-animations": True}, False),
        ({"enable-animations": False}, True),
        ({"reduced-motion": 1}, True),
        ({"reduced-motion": 0, "enable-animations": True}, False),
    ],
)
def test_a_desktop_with_a_portal(monkeypatch: pytest.MonkeyPatch, settings: dict[str, object], reduced: bool) -> None:
    monkeypatch.setattr(appearance, "desktop_setting", lambda group, key: settings.get(key))
    assert appearance.system_reduces_motion() is reduced


@pytest.mark.parametrize("value", [False, QDBusVariant(False)])
def test_an_answer_of_the_portal(monkeypatch: pytest.MonkeyPatch, value: object) -> None:
    reply = SimpleNamespace(type=lambda: QDBusMessage.MessageType.ReplyMessage, arguments=lambda: [value])
    bus = SimpleNamespace(isConnected=lambda: True, call=lambda *_: reply)
    monkeypatch.setattr(QtDBus, "QDBusConnection", SimpleNamespace(sessionBus=lambda: bus))
    assert appearance.desktop_setting("a", "b") is False


def test_a_portal_that_fails_or_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = SimpleNamespace(type=lambda: QDBusMessage.MessageType.ErrorMessage, arguments=lambda: ["no"])
    for is_connected in (True, False):
        bus = SimpleNamespace(isConnected=lambda there=is_connected: there, call=lambda *_: reply)
        monkeypatch.setattr(QtDBus, "QDBusConnection", SimpleNamespace(sessionBus=lambda bus=bus: bus))
        assert appearance.desktop_setting("a", "b") is None
        assert not appearance.system_reduces_motion()

"""Chooses the theme, by the system or by the user, and gives it to the application as palette and style sheet."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from enum import Enum
from functools import cached_property
from pathlib import Path
from string import Template
from typing import NamedTuple

from PySide6.QtCore import QObject, QSettings, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.theme import CellStyle, Theme, mixed
from minesweeper_qt.model.resources import resource


class ThemeChoice(Enum):
    """What decides on the theme; the value is its name in the preferences."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Choices(NamedTuple):
    """The user's choices for the look. ``reduces_motion``: nothing moves, even if the system allows it."""

    theme: ThemeChoice = ThemeChoice.SYSTEM
    cells: CellStyle = CellStyle()
    reduces_motion: bool = False


@guarded
class Appearance(QObject):
    """The look of the application. ``current()`` returns the only one.

    Attribute: ``choices``, those of the user. Signal: ``changed``, after another theme or another style of cells has
    come into use; all widgets are repainted anyway, and those whose palette changed have received a ``PaletteChange``.
    """

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        # Otherwise widgets with a style would not follow the font and the palette of their parents.
        application.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
        self._application = application
        self.choices = Choices()
        self._theme: Theme | None = None
        self.system_palette = application.palette()
        """The palette before the first change, which shows whether a system without hints is light or dark."""
        self._pictures = QTemporaryDir()
        self._sheets: dict[str, str] = {}
        """The style sheet of each theme that has been used."""
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return self._theme or themes.load(self._name(), self.choices.cells)

    @cached_property
    def system_reduces_motion(self) -> bool:
        """Whether the system's setting was to reduce motion when it was first needed."""
        return system_reduces_motion()

    @property
    def moves(self) -> bool:
        """False if nothing should move: the user, the system or the style does not want it."""
        duration = self._application.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        return not (self.choices.reduces_motion or self.system_reduces_motion) and duration > 0

    def apply(self, choices: Choices) -> None:
        """Use these choices from now on."""
        self.choices = choices
        hints = self._application.styleHints()
        # Title bars and dialogs of the system follow too, where it can do so.
        if choices.theme in _SCHEMES:
            hints.setColorScheme(_SCHEMES[choices.theme])
        elif choices.theme is ThemeChoice.SYSTEM:
            hints.unsetColorScheme()
        self._follow_system()

    def _follow_system(self) -> None:
        """Use the theme that the choices and the system result in; do nothing if it is in use."""
        theme = themes.load(self._name(), self.choices.cells)
        before, self._theme = self._theme, theme
        if theme is before:
            return
        themes.set_style(theme.style)
        if before is None or before.name != theme.name:
            # To replace a style sheet takes Qt four times as long as to take it away and to set another one.
            self._application.setStyleSheet("")
            self._application.setPalette(palette_of(theme))
            self._application.setStyleSheet(self._sheet(theme))
        for widget in self._application.allWidgets():
            widget.update()
        self.changed.emit()

    def _sheet(self, theme: Theme) -> str:
        """Return the style sheet of ``theme``, with its pictures in a folder that exists as long as the program."""
        if theme.name not in self._sheets:
            folder = self._pictures.filePath(theme.name)
            # On a full disk the arrows and ticks of some widgets are missing.
            with suppress(OSError):
                write_pictures(theme, folder)
            self._sheets[theme.name] = sheet(theme, folder)
        return self._sheets[theme.name]

    def _name(self) -> str:
        """Return the name of the theme that the choices and the system result in."""
        if self.choices.theme is not ThemeChoice.SYSTEM:
            return str(self.choices.theme.value)
        hints = self._application.styleHints()
        if hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast:
            return "contrast"
        scheme = hints.colorScheme()
        if scheme is Qt.ColorScheme.Unknown:
            return "dark" if self.system_palette.window().color().lightness() < 128 else "light"
        return "dark" if scheme is Qt.ColorScheme.Dark else "light"


_SCHEMES = {
    ThemeChoice.LIGHT: Qt.ColorScheme.Light,
    ThemeChoice.DARK: Qt.ColorScheme.Dark,
    ThemeChoice.CONTRAST: Qt.ColorScheme.Dark,
}


def current() -> Appearance:
    """Return the look of the running application, made at the first call."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    found = application.findChild(Appearance)
    return found if isinstance(found, Appearance) else Appearance(application)


_PATIENCE = 200
"""The longest wait for an answer of the desktop, in milliseconds, once in a run."""

_GET_CLIENT_AREA_ANIMATION = 0x1042
"""SPI_GETCLIENTAREAANIMATION of Windows."""


def system_reduces_motion() -> bool:
    """Return true if the system's setting is to reduce motion; false if there is none, or it can't be read."""
    if sys.platform == "win32":
        return _is_reduced_in_windows()
    if sys.platform == "darwin":
        value = QSettings("apple.com", "universalaccess").value("reduceMotion")
        return str(value).lower() in ("1", "true")
    if "KDE" in os.environ.get("XDG_CURRENT_DESKTOP", ""):
        return _is_reduced_in_kde()
    return desktop_setting("org.freedesktop.appearance", "reduced-motion") == 1 or (
        desktop_setting("org.gnome.desktop.interface", "enable-animations") is False
    )


def _is_reduced_in_windows() -> bool:
    import ctypes

    animates = ctypes.c_int(1)
    windll = getattr(ctypes, "windll", None)
    if windll is None:
        return False
    windll.user32.SystemParametersInfoW(_GET_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0)
    return not animates.value


def _is_reduced_in_kde() -> bool:
    folder = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    settings = QSettings(str(Path(folder, "kdeglobals")), QSettings.Format.IniFormat)
    try:
        return float(str(settings.value("KDE/AnimationDurationFactor", "1"))) == 0
    except ValueError:
        return False


def desktop_setting(group: str, key: str) -> object:
    """Return a setting of the desktop, read through its portal; ``None`` if there is no portal or no such setting."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    place = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings")
    call = QDBusMessage.createMethodCall(*place, "ReadOne")
    call.setArguments([group, key])
    reply = bus.call(call, QDBus.CallMode.Block, _PATIENCE)
    if reply.type() is not QDBusMessage.MessageType.ReplyMessage or not reply.arguments():
        return None
    value: object = reply.arguments()[0]
    return value.variant() if isinstance(value, QDBusVariant) else value


_Role, _Group = QPalette.ColorRole, QPalette.ColorGroup


def palette_of(theme: Theme) -> QPalette:
    """Return the palette of all widgets."""
    colours = theme.controls
    made = QPalette()
    for colour, *roles in (
        (colours.text, _Role.WindowText, _Role.Text, _Role.ButtonText, _Role.ToolTipText, _Role.HighlightedText),
        (colours.surface, _Role.Base, _Role.Button, _Role.ToolTipBase, _Role.Light),
        (colours.accent, _Role.Accent, _Role.Link, _Role.LinkVisited),
        (colours.control, _Role.Dark, _Role.Shadow),
        (colours.page, _Role.Window),
        (colours.other_row, _Role.AlternateBase),
        (colours.placeholder, _Role.PlaceholderText),
        (colours.loss, _Role.BrightText),
        (colours.accent_soft, _Role.Highlight),
        (colours.sunken, _Role.Midlight),
        (colours.border, _Role.Mid),
    ):
        for role in roles:
            made.setColor(role, colour)
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.HighlightedText, _Role.PlaceholderText):
        made.setColor(_Group.Disabled, role, colours.disabled)
    made.setColor(_Group.Disabled, _Role.Accent, colours.disabled)
    return made


def sheet(theme: Theme, pictures: str) -> str:
    """Return the style sheet of all widgets. ``pictures`` is the folder with what ``write_pictures`` has written.

    The board is not styled by it: it is painted from cached pictures.
    """
    colours = theme.controls
    names = {name: colour.name() for name, colour in colours._asdict().items()}
    return Template(resource("themes/controls.qss").decode()).substitute(
        names,
        disabled=colours.disabled.name(),
        placeholder=colours.placeholder.name(),
        # In the dark, covered cells would not stand out from the ground.
        past=(colours.page if colours.page.lightnessF() < 0.5 else colours.accent_soft).name(),
        other_row=colours.other_row.name(),
        faint=mixed(colours.surface, colours.control, 0.5).name(),
        accent_hover=mixed(colours.accent, colours.text, 0.12).name(),
        pictures=pictures,
        field_radius=metrics.FIELD_RADIUS,
        card_radius=metrics.CARD_RADIUS,
        switch_radius=metrics.SWITCH_RADIUS,
        button=metrics.BUTTON_HEIGHT - 2,
        tool=metrics.TOOL_HEIGHT - 2,
    )


def write_pictures(theme: Theme, folder: str) -> None:
    """Write the arrows and ticks of the style sheet into ``folder``: a style sheet takes them from files only."""
    place, colours = Path(folder), theme.controls
    place.mkdir(parents=True, exist_ok=True)
    for name, drawing in _DRAWINGS.items():
        for suffix, colour in (("", colours.text), ("-disabled", colours.disabled), ("-ink", colours.accent_ink)):
            text = _SVG.format(colour=colour.name(), drawing=drawing)
            (place / f"{name}{suffix}.svg").write_text(text, encoding="utf-8")
    for name, (drawing, background, ink) in _SIGNS.items():
        text = _SIGN_SVG.format(
            background=getattr(colours, background).name(), ink=getattr(colours, ink).name(), drawing=drawing
        )
        (place / f"{name}.svg").write_text(text, encoding="utf-8")


_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="{colour}" '
    'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">{drawing}</svg>'
)
_DRAWINGS = {
    "down": '<path d="M2.5 4.5 6 8l3.5-3.5"/>',
    "up": '<path d="M2.5 7.5 6 4l3.5 3.5"/>',
    "left": '<path d="M7.5 2.5 4 6l3.5 3.5"/>',
    "right": '<path d="M4.5 2.5 8 6l-3.5 3.5"/>',
    "tick": '<path d="M2.5 6.3 5 8.8l4.6-5.4"/>',
    "dot": '<circle cx="6" cy="6" r="1.9"/>',
    "dash": '<path d="M3 6h6"/>',
    "float": '<path d="M2 4.5h5.5V10H2zM4.5 4.5V2H10v5.5H7.5"/>',
    "cross": '<path d="M3 3l6 6M9 3l-6 6"/>',
}
_SIGN_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" fill="none" stroke-width="4" '
    'stroke-linecap="round" stroke-linejoin="round"><g fill="{background}" stroke="{ink}">{drawing}</g></svg>'
)
_SIGNS = {
    "question": (
        '<circle cx="24" cy="24" r="21" stroke="none"/>'
        '<path d="M17.5 19a6.5 6.5 0 1 1 9.6 5.7c-2 1.1-3.1 2.3-3.1 4.6" fill="none"/><path d="M24 35.5v.1"/>',
        "accent",
        "accent_ink",
    ),
    "warning": (
        '<path d="M24 5 45 42H3z" stroke="none"/><path d="M24 18v11"/><path d="M24 35.5v.1"/>',
        "face",
        "face_ink",
    ),
}
"""The drawing of each sign in messages, with the names of the colours of its background and its ink."""


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that rules of the style sheet are about, which Qt applies anew only on request."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.updateGeometry()

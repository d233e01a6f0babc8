"""Makes the palette and the style sheet of the application from the colours of a theme."""

from __future__ import annotations

from pathlib import Path
from string import Template

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.theme import Theme, mixed

_Role, _Group = QPalette.ColorRole, QPalette.ColorGroup


def palette(theme: Theme) -> QPalette:
    """Return the palette of all widgets."""
    colours = theme.controls
    made = QPalette()
    for role, colour in (
        (_Role.Window, colours.page),
        (_Role.WindowText, colours.text),
        (_Role.Base, colours.surface),
        (_Role.AlternateBase, colours.other_row),
        (_Role.Text, colours.text),
        (_Role.PlaceholderText, colours.placeholder),
        (_Role.Button, colours.surface),
        (_Role.ButtonText, colours.text),
        (_Role.BrightText, colours.loss),
        (_Role.ToolTipBase, colours.surface),
        (_Role.ToolTipText, colours.text),
        (_Role.Highlight, colours.accent_soft),
        (_Role.HighlightedText, colours.text),
        (_Role.Accent, colours.accent),
        (_Role.Link, colours.accent),
        (_Role.LinkVisited, colours.accent),
        (_Role.Light, colours.surface),
        (_Role.Midlight, colours.sunken),
        (_Role.Mid, colours.border),
        (_Role.Dark, colours.control),
        (_Role.Shadow, colours.control),
    ):
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
    return Template(assets.resource("themes/controls.qss").decode()).substitute(
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

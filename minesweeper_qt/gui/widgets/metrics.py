"""The spacing, sizes, font scales and durations of the window: the one place for them, besides the themes' colours.

Lengths are device-independent pixels, durations milliseconds.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QBoxLayout, QWidget

HAIR: Final = 2
NARROW: Final = 4
GAP: Final = 8
"""The space between the parts of a panel."""
EDGE: Final = 12
"""The space at the edge of a window."""
MARGIN: Final = 16
"""The margin of a dialog."""
WIDE: Final = 24

FIELD_RADIUS: Final = 8
SWITCH_RADIUS: Final = 9
CARD_RADIUS: Final = 12
RIM_RADIUS: Final = 7
RIM: Final = 4
TOOL_BAR_HEIGHT: Final = 40
TOOL_HEIGHT: Final = 32
TOOL_ICON: Final = 20
BUTTON_HEIGHT: Final = 30
ROW_HEIGHT: Final = 24
"""The least height of a row in a list or a table, and of what can be clicked."""
HEADER_HEIGHT: Final = 40
HEADER_WIDTH: Final = 240
"""The least width of the header."""
FACE: Final = 34
"""The side of the button with the face."""
HEADER_ICON: Final = 26
STATUS_HEIGHT: Final = 34
"""The height of the footer with a status: two lines."""
CARD_HEIGHT, LOW_CARD_HEIGHT, CERTIFIED_CARD_HEIGHT = 56, 46, 76
NARROW_CARD, LEAST_CARD = 340, 240
"""In a card that is narrower than this, the buttons are small, and a link stands in place of the detail; and there is
no button for a new game."""
STATUS_WIDTH: Final = 400
"""The least width of the footer, and of the status beside a legend, where there is room."""
WIDE_LOG: Final = 500
"""A move log that is narrower than this has no columns for risks."""
TIMELINE_WIDTH: Final = 240
"""The least width of the timeline."""
TIMELINE_HEIGHT: Final = 38
REVIEW_HEIGHT, LOW_REVIEW_HEIGHT = 76, 60
"""The heights of a timeline with the bars of a review."""
PAST_TAB: Final = 24
"""The height of the tab above the board that says that the past is shown."""
ROW_ICON: Final = 16
"""The side of the icons in the rows of a table."""
SWATCH: Final = 20
PICTURE_CELL: Final = 28
"""The side of a cell in the pictures of the help."""
EMPTY_ICON: Final = 24
SPEED_SLIDER_WIDTH: Final = 84
AGENT_NAME, SHORT_AGENT_NAME = 130, 56
"""The greatest width of the name of the agent's file in the tool bar, and that in a narrow one."""
PRACTICE_CARD, PRACTICE_SIDE = 380, 300
"""The least widths of the cards of Practise, where there is room, and of what is at the right there."""
LARGE_FROM: Final = 1600
"""In a window that is at least as wide as this, the status is larger."""
LOW_BELOW: Final = 560
"""A window that is lower than this has a lower card and a lower review."""
WIDE_TOOL_BAR: Final = 1000
"""In a tool bar that is narrower than this, the tools have no texts and no slider."""
WIDEST_TOOL_BAR: Final = 1320
"""In a tool bar that is narrower than this, Think Aloud has no text."""
TIGHT_TOOL_BAR: Final = 1220
"""In a tool bar of a game that is narrower than this, the level has no size, and the views are close; Why?
and the slider have no text."""
NARROW_TOOL_BAR: Final = 800
"""In a tool bar that is narrower than this, what is laid over the board is in one menu."""
TABS_BELOW: Final = 900
"""In a window that is narrower than this, all panels at the right share one group of tabs."""
NARROW_FOOTER: Final = 480
"""In a narrower footer, the legend of the chances leaves out known cells, and that of the levels words."""
FEW_LEVELS_BELOW: Final = 950
"""In a footer that is narrower than this, the legend of the levels has one cell for each level."""

LARGE_STATUS: Final = 14
"""The height of the font of the status in a wide window, in pixels."""
LEAST_FONT: Final = 11
"""The least height of the font of what is written on a cell or beside one, in pixels: less can't be read."""
CAPTION: Final = 0.9
"""The scale of captions and rulers, relative to the system's font."""
FIGURE: Final = 1.4
RESULT_TITLE: Final = 1.3
CARD_TITLE: Final = 1.2

REVEAL_TIME: Final = 90
CASCADE_STEP: Final = 20
"""The delay of a cascade for each ring of cells around the click."""
CASCADE_TIME: Final = 120
FLAG_TIME: Final = 80
WIN_TIME: Final = 250
LOSS_STAR_TIME: Final = 160
LOSS_TIME: Final = 500
RESULT_TIME: Final = 180
RESULT_RISE: Final = 8
"""The distance that the result slides up."""
HIGHLIGHT_TIME: Final = 120
CURSOR_REST: Final = 400
"""The time for which the cursor rests on a cell before that is explained, while the cursor is followed."""


def cell_radius(side: float) -> float:
    """Return the radius of a covered tile with this ``side``."""
    return 2 if side < 32 else side * 0.1


def scaled(font: QFont, scale: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return ``font`` in another size and weight, with figures of one width."""
    made = QFont(font)
    if font.pointSizeF() > 0:
        made.setPointSizeF(font.pointSizeF() * scale)
    else:
        made.setPixelSize(max(round(font.pixelSize() * scale), 1))
    made.setWeight(weight)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


ROW, COLUMN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


def filled(direction: QBoxLayout.Direction, spacing: int, *parts: QWidget | QBoxLayout | None) -> QBoxLayout:
    """Return a row or a column of these parts, without margins; ``None`` stands for room that stretches."""
    layout = QBoxLayout(direction)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        elif part is None:
            layout.addStretch(1)
        else:
            layout.addLayout(part)
    return layout

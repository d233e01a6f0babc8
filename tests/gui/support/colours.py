"""Measures the contrast and the distance of colours, for normal and for deficient colour vision."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]

_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)

# Matrices that simulate each colour vision: Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
COLOUR_VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: QColor, other: QColor, vision: str = "normal") -> float:
    """Return the distance in CIELAB as seen with ``vision``: 2 is hardly noticeable, 100 is black to white."""
    first, second = (_lab_seen(colour.redF(), colour.greenF(), colour.blueF(), vision) for colour in (one, other))
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


@lru_cache(maxsize=100_000)  # the pixels of a picture have few colours
def _lab_seen(red: float, green: float, blue: float, vision: str) -> Triple:
    return _lab(_seen((red, green, blue), vision))


def _linear(colour: Triple) -> Triple:
    def channel(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = colour
    return channel(red), channel(green), channel(blue)


def _luminance(colour: QColor) -> float:
    linear = _linear((colour.redF(), colour.greenF(), colour.blueF()))
    return sum(weight * part for weight, part in zip(_TO_XYZ[1], linear, strict=True))


def _times(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _seen(colour: Triple, vision: str) -> Triple:
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _times(COLOUR_VISIONS[vision], _linear(colour)))
    return red, green, blue


def _lab(linear: Triple) -> Triple:
    def bent(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    x, y, z = (bent(part / white) for part, white in zip(_times(_TO_XYZ, linear), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: QColor, other: QColor, vision: str = "normal") -> float:
    """Return the difference CIEDE2000 as seen with ``vision``: 1 is hardly noticeable."""
    (l1, a1, b1), (l2, a2, b2) = (
        _lab_seen(colour.redF(), colour.greenF(), colour.blueF(), vision) for colour in (one, other)
    )
    mean_chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    hue_step = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    lightness_part = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2))
    chroma_part = (c2 - c1) / (1 + 0.045 * chroma)
    hue_part = hue_step / (1 + 0.015 * chroma * t)
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation *= math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    return math.sqrt(lightness_part**2 + chroma_part**2 + hue_part**2 + rotation * chroma_part * hue_part)

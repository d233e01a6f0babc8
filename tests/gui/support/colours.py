"""Measures the contrast and the distance of colours, for normal and for deficient colour vision."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]

_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)

# Matrices that simulate each colour vision: Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
COLOUR_VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
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

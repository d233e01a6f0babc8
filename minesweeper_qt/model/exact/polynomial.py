"""Multiplies polynomials, given as lists of coefficients: non-negative whole numbers, that of x^0 first.

For a product the coefficients are packed into one whole number, each in enough bytes that none overflows (Kronecker
substitution): one multiplication of two numbers with thousands of digits is faster than many small ones.
"""

from __future__ import annotations

from collections.abc import Sequence


def times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the product of two polynomials.

    >>> times([1, 2], [3, 0, 4])
    [3, 6, 4, 8]
    """
    width = (sum(one) * sum(other)).bit_length() // 8 + 1
    return unpack(pack(one, width) * pack(other, width), width, len(one) + len(other) - 1)


def pack(coefficients: Sequence[int], width: int) -> int:
    """Return the value of the polynomial at 256 to the power of ``width``: its digits are the coefficients.

    >>> pack([1, 2], 1)
    513
    """
    return int.from_bytes(b"".join([coefficient.to_bytes(width, "little") for coefficient in coefficients]), "little")


def unpack(packed: int, width: int, size: int) -> list[int]:
    """Return the ``size`` coefficients, of ``width`` bytes each, that ``pack`` has packed: its inverse.

    >>> unpack(513, 1, 3)
    [1, 2, 0]
    """
    data = packed.to_bytes(width * size, "little")
    return [int.from_bytes(data[n : n + width], "little") for n in range(0, width * size, width)]

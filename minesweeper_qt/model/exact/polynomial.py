"""Multiplies polynomials, given as lists of coefficients: non-negative whole numbers, that of x^0 first.

For a product the coefficients are packed into one whole number, each in enough bytes that none overflows (Kronecker
substitution): one multiplication of two numbers with thousands of digits is faster than many small ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the product of two polynomials.

    >>> times([1, 2], [3, 0, 4])
    [3, 6, 4, 8]
    """
    width = (sum(one) * sum(other)).bit_length() // 8 + 1
    return unpack(pack(one, width) * pack(other, width), width, len(one) + len(other) - 1)


def sums_with_others(
    polynomials: Sequence[Sequence[int]], weights: Sequence[int], poll: Callable[[], None]
) -> tuple[list[list[int]], list[int]]:
    """Return the sums of ``weights`` over the product of all other polynomials, for each one; and the whole product.

    Entry ``n`` of the sums for a polynomial is the sum over ``m`` of coefficient ``m`` of the product of all others,
    times ``weights[n + m]``, for ``n`` from 0 to its degree. ``weights`` has as many entries as the whole product.
    ``poll`` is called between two multiplications, of which there are some for each polynomial.

    >>> sums_with_others([[1, 2], [3, 4]], [1, 10, 100], lambda: None)
    ([[43, 430], [21, 210]], [3, 10, 8])

    Method: the polynomials are multiplied in pairs, those products in pairs again and so on; then the weights go down
    the same tree, and are summed over the sibling at each branching. This takes a few multiplications of long numbers
    in place of one for each polynomial. Source: Bostan, Lecerf and Schost, Tellegen's principle into practice, 2003.
    """
    levels: list[list[Sequence[int]]] = [list(polynomials)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        above: list[Sequence[int]] = []
        for place in range(0, len(below) - 1, 2):
            poll()
            above.append(times(below[place], below[place + 1]))
        levels.append(above + below[len(above) * 2 :])
    (whole,) = levels.pop() or [[1]]
    sums = [list(weights)]
    for below in reversed(levels):
        sums = [
            _sums_over(below[place ^ 1], sums[place // 2], len(below[place]), poll)
            if place ^ 1 < len(below)
            else sums[place // 2]
            for place in range(len(below))
        ]
    return (sums if polynomials else []), list(whole)


def _sums_over(other: Sequence[int], weights: Sequence[int], size: int, poll: Callable[[], None]) -> list[int]:
    """Return entry ``n`` for ``n < size``: the sum over ``m`` of ``other[m] * weights[n + m]``."""
    poll()
    return times(other[::-1], weights)[len(other) - 1 :][:size]


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

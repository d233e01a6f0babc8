"""Multiplies polynomials, given as lists of coefficients: non-negative whole numbers, that of x^0 first.

For a product the coefficients are packed into one whole number, each in enough bytes that none overflows (Kronecker
substitution): one multiplication of two numbers with thousands of digits is faster than many small ones.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, zip_longest
from typing import NamedTuple

from minesweeper_qt.model.exact.interruption import Poll, never_interrupt

_LONGEST = 30_000
"""The bytes of the longer number in one multiplication: some milliseconds, in which no other thread can run."""


def times(one: Sequence[int], other: Sequence[int], poll: Poll = never_interrupt) -> list[int]:
    """Return the product of two polynomials.

    >>> times([1, 2], [3, 0, 4])
    [3, 6, 4, 8]
    """
    product = [0] * (len(one) + len(other) - 1)
    most = sum(one) * sum(other)
    if not most:
        return product
    width = most.bit_length() // 8 + 1
    half = max(len(one), len(other)) // 2
    if half * 2 * width <= _LONGEST or half < 2:
        poll()
        return unpack(pack(one, width) * pack(other, width), width, len(product))
    if min(len(one), len(other)) <= half:
        longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
        _add(product, 0, times(longer[:half], shorter, poll))
        _add(product, half, times(longer[half:], shorter, poll))
        return product
    # Karatsuba's method: (a + bx)(c + dx) takes the three products ac, bd and (a + b)(c + d).
    low, high = times(one[:half], other[:half], poll), times(one[half:], other[half:], poll)
    middle = times(_plus(one[:half], one[half:]), _plus(other[:half], other[half:]), poll)
    _add(product, 0, low)
    _add(product, 2 * half, high)
    _add(product, half, middle)
    _add(product, half, [-coefficient for coefficient in _plus(low, high)])
    return product


def _plus(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip_longest(one, other, fillvalue=0)]


def _add(total: list[int], place: int, summand: Sequence[int]) -> None:
    """Add ``summand`` to ``total`` from ``place`` on."""
    for number, coefficient in enumerate(summand, place):
        total[number] += coefficient


def sums_with_others(
    polynomials: Sequence[Sequence[int]], weights: Sequence[int], poll: Poll = never_interrupt
) -> tuple[list[list[int]], list[int]]:
    """Return the sums of ``weights`` over the product of all other polynomials, for each one; and the whole product.

    Entry ``n`` of the sums for a polynomial is the sum over ``m`` of coefficient ``m`` of the product of all others,
    times ``weights[n + m]``, for ``n`` from 0 to its degree. ``weights`` has as many entries as the whole product.

    >>> sums_with_others([[1, 2], [3, 4]], [1, 10, 100])
    ([[43, 430], [21, 210]], [3, 10, 8])

    Method: the polynomials are multiplied in a balanced tree; then the weights go down the tree, and are summed over
    the sibling at each branching. This takes a few multiplications of long numbers in place of one for each polynomial.
    Source: Bostan, Lecerf and Schost, Tellegen's principle into practice, 2003.
    """
    if not polynomials:
        return [], [1]
    tree = _product_tree(polynomials, poll)
    sums: list[list[int]] = []
    stack = [(tree, list(weights))]
    while stack:
        node, weights_here = stack.pop()
        if node.parts is None:
            sums.append(weights_here)
            continue
        first, second = node.parts
        stack.append((second, _sums_over(first.product, weights_here, len(second.product), poll)))
        stack.append((first, _sums_over(second.product, weights_here, len(first.product), poll)))
    return sums, list(tree.product)


class _ProductTree(NamedTuple):
    """The product of some polynomials, and the nodes of its two factors; ``None`` for a single polynomial."""

    product: Sequence[int]
    parts: tuple[_ProductTree, _ProductTree] | None = None


def _product_tree(polynomials: Sequence[Sequence[int]], poll: Poll) -> _ProductTree:
    """Return the tree of products of the ``polynomials``, in this order; the two parts of each are about as long."""
    if len(polynomials) == 1:
        return _ProductTree(polynomials[0])
    upto = list(accumulate(map(len, polynomials)))
    half = min(max(bisect(upto, upto[-1] // 2), 1), len(polynomials) - 1)
    first, second = _product_tree(polynomials[:half], poll), _product_tree(polynomials[half:], poll)
    return _ProductTree(times(first.product, second.product, poll), (first, second))


def _sums_over(other: Sequence[int], weights: Sequence[int], size: int, poll: Poll) -> list[int]:
    """Return entry ``n`` for ``n < size``: the sum over ``m`` of ``other[m] * weights[n + m]``."""
    return times(other[::-1], weights, poll)[len(other) - 1 :][:size]


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

"""Finds words in the text of a chapter. No Qt."""

from __future__ import annotations


def words_of(query: str) -> tuple[str, ...]:
    """Return the words of a query, in lower case, each once.

    >>> words_of("Mine  risk mine")
    ('mine', 'risk')
    """
    return tuple(dict.fromkeys(query.lower().split()))


def find_hits(text: str, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return start and end of each occurrence of a word in ``text``; none unless every word occurs.

    >>> find_hits("A mine, a mine and a risk", ("mine", "risk"))
    [(2, 6), (10, 14), (21, 25)]
    >>> find_hits("A mine", ("mine", "risk"))
    []
    """
    lowered = text.lower()
    if not words or not all(word in lowered for word in words):
        return []
    found: list[tuple[int, int]] = []
    for word in words:
        start = lowered.find(word)
        while start >= 0:
            found.append((start, start + len(word)))
            start = lowered.find(word, start + len(word))
    return sorted(found)

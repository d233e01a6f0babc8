"""The limits that a strange agent's process must keep."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one strange agent's process may use; who exceeds a limit is ended.

    ``seconds``: time of one call. ``import_seconds``: time to import the file. ``memory_mb``: memory of the process and
    its children, in MiB. ``processes``: how many processes it may consist of. ``output_mb``: what it may print for one
    agent, in MiB; the last MiB is kept. ``sentences``: how many sentences its knowledge may hold. ``cells``: how many
    cells all these sentences may hold together, and each of its sets.

    >>> Limits().seconds, Limits(memory_mb=64).memory_mb
    (2.0, 64)
    """

    seconds: float = 2.0
    import_seconds: float = 10.0
    memory_mb: int = 512
    processes: int = 64
    output_mb: int = 16
    sentences: int = 20_000
    cells: int = 200_000

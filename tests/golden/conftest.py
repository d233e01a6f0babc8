"""Keeps pytest from importing the agents in ``agents`` as modules with doctests: each of them has a fault."""

from __future__ import annotations

collect_ignore = ["agents"]

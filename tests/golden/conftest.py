"""Keeps pytest from importing the agents in ``agents`` as modules with doctests: they are as students write them."""

from __future__ import annotations

collect_ignore = ["agents"]

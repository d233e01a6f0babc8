"""Faults of agents as tests need them."""

from __future__ import annotations

from typing import Any

from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.fault import Fault, FaultKey, Form, WrongMove
from minesweeper_qt.model.student.finding import Severity, Symptom


def fault_of(
    symptom: Symptom, severity: Severity = Severity.ERROR, *, form: Form | WrongMove | Rule | None = None, **others: Any
) -> Fault:
    """Return a fault whose kind follows from its symptom; its form is the symptom itself unless it is given."""
    assert symptom.kind is not None
    values: dict[str, Any] = {"call": Call.ADD_KNOWLEDGE, "learned": 1, **others}
    return Fault(FaultKey(symptom.kind, severity, form or symptom), symptom, **values)

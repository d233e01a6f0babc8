from __future__ import annotations

import tomllib
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[1]


def test_the_import_contracts_hold(capsys) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def listed(name: str) -> set[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (found,) = [contract for contract in contracts if contract["name"] == name]
    return {module.rpartition(".")[2] for module in found["source_modules"]}


def test_no_module_of_the_model_is_left_out_of_its_contracts() -> None:
    modules = {path.stem for path in (ROOT / "minesweeper_qt" / "model").glob("*.py")} - {"__init__"}
    lab = {module for module in modules if module.startswith("lab")}
    assert listed("Nothing in the model imports the lab") == modules - lab
    # What owns the truth, what plays with it, and values that both sides speak in.
    truth = {"layout", "game", "record", "hand", "history", "turn", "action", "rules", "errors", "seed"}
    assert listed("What reasons can't see what is true") == modules - lab - truth

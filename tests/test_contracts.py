from __future__ import annotations

import tomllib
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[1]


def test_the_import_contracts_hold(capsys) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def listed(name: str, key: str = "source_modules") -> set[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (found,) = [contract for contract in contracts if contract["name"] == name]
    return {module.rpartition(".")[2] for module in found[key]}


def test_no_module_of_the_model_is_left_out_of_its_contracts() -> None:
    modules = {path.stem for path in (ROOT / "minesweeper_qt" / "model").glob("*.py")} - {"__init__"}
    lab = {module for module in modules if module.startswith("lab")}
    assert listed("Nothing in the model imports the lab") == modules - lab
    # What owns the truth, what plays with it, and values that both sides speak in.
    truth = {"layout", "game", "record", "hand", "history", "turn", "action", "rules", "errors", "seed"}
    assert listed("What reasons can't see what is true") == modules - lab - truth


def test_no_module_beside_the_model_is_left_out_of_its_contracts() -> None:
    beside = {path.stem for path in (ROOT / "minesweeper_qt").glob("*.py")} - {"__init__", "__main__"} | {"gui"}
    assert listed("The layout is seen by the game alone") == beside
    assert listed("The model never imports Qt or the window", "forbidden_modules") == beside | {"PySide6", "shiboken6"}

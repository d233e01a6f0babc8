"""Small games for the tests, made from pictures and from texts of actions."""

from __future__ import annotations

from minesweeper_qt.model import CLASSIC_RULES, Action, ActionResult, Cell, Minesweeper, Rules


def drawn(picture: str, rules: Rules = CLASSIC_RULES) -> Minesweeper:
    """Return a game from a picture: rows of ``*`` for a mine and ``.`` for a safe cell."""
    rows = picture.split()
    mines = [(i, j) for i, row in enumerate(rows) for j, letter in enumerate(row) if letter == "*"]
    return Minesweeper(len(rows), len(rows[0]), len(mines), rules=rules, layout_mines=mines)


def play(game: Minesweeper, *texts: str) -> ActionResult:
    *before, last = map(Action.from_text, texts)
    game.replay(before)
    return game.play(last)


def seen(game: Minesweeper) -> tuple[object, ...]:
    return (dict(game.clues), set(game.mines_found), game.exploded, list(game.history), game.state, game.mines)


def opened(result: ActionResult) -> set[Cell]:
    return {observation.cell for observation in result.observations}

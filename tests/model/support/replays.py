"""Provides an independent replay of a history: an agent that learns the clues itself."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model import Cell, History, Minesweeper, MinesweeperAI, Turn, TurnReasonKind, Verb


class Twin:
    """An agent that learns clues one after the other, without delay."""

    def __init__(self, height: int, width: int, total_mines: int | None, uses_overlap_rule: bool = False) -> None:
        self.agent = MinesweeperAI(height, width, total_mines=total_mines, overlap=uses_overlap_rule)

    def learn(self, clues: Iterable[tuple[Cell, int]]) -> None:
        for cell, clue in clues:
            self.agent.add_knowledge(cell, clue)

    @property
    def sentences(self) -> set[tuple[frozenset[Cell], int]]:
        return {(frozenset(sentence.cells), sentence.count) for sentence in self.agent.knowledge}

    @property
    def settled(self) -> dict[Cell, int]:
        return {**dict.fromkeys(self.agent.safes, 0), **dict.fromkeys(self.agent.mines, 1)}


def assert_history_is_as_learned(history: History, uses_mine_count: bool, uses_overlap_rule: bool = False) -> None:
    """Assert that each turn has the safety, and each moment the knowledge, of a game that is played and learned again.

    A turn may have been judged by an agent with or without the number of mines and the overlap rule, whichever played
    then.
    """
    game = history.game.restarted() if history.game.history else history.game
    count = history.game.mine_total
    rules = [(None, False), (count, False), (None, True), (count, True)]
    twins = [Twin(game.height, game.width, *known) for known in rules]
    for number in range(len(history.turns) + 1):
        if number:
            turn = history.turns[number - 1]
            _assert_is_judged(turn, number, game, twins)
            for result in turn.plays:
                assert game.play(result.action) == result, f"move {number}"
            for twin in twins:
                twin.learn(turn.observations)
        moment, twin = history.moment(number), twins[uses_mine_count + 2 * uses_overlap_rule]
        assert moment.state is game.state
        assert dict(moment.position.clues) == game.clues
        assert moment.is_complete
        assert {(sentence.cells, sentence.count) for sentence in moment.sentences} == twin.sentences, f"move {number}"
        assert {cell: verdict.count for cell, verdict in moment.settled.items()} == twin.settled, f"move {number}"


def _assert_is_judged(turn: Turn, number: int, before: Minesweeper, twins: list[Twin]) -> None:
    """Assert that ``turn`` counts as safe if an agent knew that all cells that it opens are safe; else it is a guess.

    Where a strategy proved the cell safe, the agent need not know it.
    """
    assert turn.reason is not None, f"move {number} has no reason"
    cell = turn.cell
    if cell is None or turn.verb not in (Verb.REVEAL, Verb.CHORD):
        assert turn.is_safe is None, f"move {number}"
        return
    if turn.reason.kind is TurnReasonKind.WRONG_FLAG:
        wrong = set(turn.reason.cells)
        assert wrong, f"move {number}"
        assert wrong <= (before.grid.neighbours(cell) & before.mines_found) - before.mines, f"move {number}"
        assert turn.exploded, f"move {number}"
        assert turn.is_safe is None, f"move {number}"
        return
    if turn.reason.kind is TurnReasonKind.SAFE_CHOICE:
        assert turn.is_safe, f"move {number}"
        return
    around = before.grid.neighbours(cell) - before.clues.keys() - before.mines_found
    cells = around if turn.verb is Verb.CHORD else {cell}
    known = [all(twin.settled.get(opened) == 0 for opened in cells) for twin in twins]
    # Whether the rules protected it, the game that is played again does not know: its mines are where they were moved.
    was_protected = turn.reason.kind is TurnReasonKind.FIRST_CELL
    assert not (was_protected and before.clues), f"move {number}"
    assert turn.is_safe in ([True] if was_protected else known), f"move {number}"

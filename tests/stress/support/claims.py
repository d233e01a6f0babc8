"""Plays a game with an agent, and compares each claim of the agent with the layout, and some with a SAT solver."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress

from minesweeper_qt.model import (
    STRATEGIES,
    Action,
    Cell,
    Checker,
    Explainer,
    MinesweeperAI,
    Position,
    Proof,
    TooHard,
    Undecided,
    Verb,
    check_proof,
    make_strategy,
    mine_probabilities,
)
from minesweeper_qt.model.evidence.derivation import Change
from minesweeper_qt.model.evidence.proof_step import ProofStep
from tests.model.support.oracles import around
from tests.stress.support.formula import Formula, Seen, TooMany
from tests.stress.support.games import in_some_order, random_game

_MOST_MOVES = 1_500
_MOST_COUNTED = 600
"""The most cells of a board whose number of mines is known: the search for what follows from it takes long."""

_EASY = 5_000
"""The state transitions of a position in which everything must be found that follows."""


class WatchedGame:
    """A game whose agent is watched: each move is compared with the layout, and every few hundredth in depth."""

    def __init__(self, rng: random.Random, figures: dict[str, int]) -> None:
        self._rng = rng
        self._figures = figures
        self._game = game = random_game(rng)
        self._knowledge = knowledge = rng.choice(("clues", "mines", "mines", "exact", "exact", "mines later"))
        if len(game.grid.cells) > _MOST_COUNTED:
            self._knowledge = knowledge = "clues"
        self._total = game.mine_total if knowledge in ("mines", "exact") else None
        size, total, exact = (game.height, game.width), self._total, knowledge == "exact"
        overlap, seed = rng.random() < 0.5, rng.randrange(10**6)
        self._agent = MinesweeperAI(*size, total_mines=total, exact=exact, overlap=overlap, seed=seed)
        self._strategy = make_strategy(rng.choice(list(STRATEGIES)), game.rules, rng.randrange(10**6))
        self._marks: dict[Cell, int] = {}
        self._marks_often = rng.choice((0, 0, 0.02, 0.2))
        self._mines: set[Cell] = set()

    def play(self) -> None:
        """Play to the end, or for some moves, and check all that is claimed."""
        game, rng, figures = self._game, self._rng, self._figures
        figures["games"] += 1
        moves = 0
        for cell in self._cells():
            if game.state.is_over or moves > _MOST_MOVES:
                break
            if cell in game.clues:
                continue
            opened = game.play(Action(Verb.REVEAL, cell)).observations
            self._mines = self._mines or game.mines
            assert opened, f"a mine at {cell} is called safe"
            for place, clue in opened:
                change = self._agent.add_knowledge(place, clue)
                self._check_change(change)
                moves += 1
                figures["moves"] += 1
            self._act_from_outside()
            if rng.random() < 0.01 * len(opened):
                self._check_in_depth()
        if moves:
            self._check_all()

    def _cells(self) -> Iterator[Cell]:
        """Yield cells to reveal: safe moves of the agent, where it is to play, else safe cells in some order."""
        rng, game = self._rng, self._game
        yield rng.choice(sorted({*game.grid.cells} - game.mines if not game.protects_first_click else game.grid.cells))
        order = in_some_order(rng, sorted({*game.grid.cells} - game.mines))
        follows_agent = rng.random() < 0.6
        for cell in order:
            while follows_agent and (safe := self._agent.make_safe_move()) is not None:
                assert safe not in game.mines, f"the safe move {safe} is a mine"
                yield safe
            yield cell

    # -- each move

    def _check_change(self, change: Change) -> None:
        mines = self._mines
        for verdict in (*change.safes, *change.mines):
            (cell,) = verdict.cells
            assert (cell in mines) == verdict.count, f"not true: {verdict}"
        for sentence in change.added:
            assert len(sentence.cells & mines) == sentence.count, f"not true: {sentence}"
        self._figures["claims"] += len(change.safes) + len(change.mines) + len(change.added)

    def _check_all(self) -> None:
        agent, mines = self._agent, self._mines
        known = agent.safes | agent.mines
        assert not agent.safes & mines, f"not safe: {agent.safes & mines}"
        assert agent.mines <= mines, f"no mines: {agent.mines - mines}"
        for sentence in agent.knowledge:
            assert len(sentence.cells & mines) == sentence.count, f"not true: {sentence}"
            assert not sentence.cells & known
        for cell, verdict in agent.knowledge_base.settled.items():
            assert (cell in mines) == verdict.count, f"not true: {verdict}"
        move = agent.make_random_move()
        assert move is None or move not in agent.mines | agent.moves_made

    def _act_from_outside(self) -> None:
        """Mark cells from outside as what they are, repeat a clue, or learn the number of mines, now and then."""
        rng, agent, game = self._rng, self._agent, self._game
        if rng.random() < self._marks_often:
            cell = rng.choice(game.grid.cells)
            is_mine = cell in self._mines
            if cell not in game.clues:
                self._marks.setdefault(cell, int(is_mine))
            if rng.random() < 0.5:
                (agent.mark_mine if is_mine else agent.mark_safe)(cell)
            else:
                (agent.mines if is_mine else agent.safes).add(cell)
                repeated = rng.choice(list(game.clues))
                self._check_change(agent.add_knowledge(repeated, game.clues[repeated]))
            if rng.random() < 0.2:
                agent.safes.discard(rng.choice(game.grid.cells))
        if self._knowledge == "mines later" and rng.random() < 0.02:
            self._knowledge, self._total = "mines", game.mine_total
            agent.learn_mine_count(game.mine_total)
            self._check_all()

    # -- some moves

    def _seen(self, total: int | None, marks: dict[Cell, int]) -> Seen:
        game = self._game
        return Seen(game.height, game.width, dict(game.clues), marks, total)

    def _position(self) -> Position:
        game = self._game
        taken = [cell for cell, count in self._marks.items() if count and self._rng.random() < 0.5]
        covered = [cell for cell in game.grid.cells if cell not in game.clues and cell not in taken]
        flags = self._rng.sample(covered, min(len(covered), self._rng.choice((0, 0, 3))))
        return Position(game.height, game.width, game.mine_total, game.clues, flags=flags, taken=taken)

    def _check_in_depth(self) -> None:
        self._figures["positions"] += 1
        checks = (self._check_agent, self._check_chances, self._check_proofs, self._check_choice)
        with suppress(TooMany):
            self._rng.choice(checks)()

    def _check_agent(self) -> None:
        """Compare the agent's claims with the SAT solver, and its derivations with the checker."""
        agent, game = self._agent, self._game
        self._check_all()
        settled = {cell: verdict.count for cell, verdict in agent.knowledge_base.settled.items()}
        seen = self._seen(self._total, self._marks)
        rest = [cell for cell in seen.covered if cell not in settled]
        claimed = {cell: count for cell, count in settled.items() if cell not in game.clues}
        sentences = [sentence for sentence in agent.knowledge_base if len(sentence.cells) <= 8]
        sentences = self._rng.sample(sentences, min(5, len(sentences)))
        stated = [cell for sentence in sentences for cell in sentence.cells]
        formula = Formula(seen, [*claimed, *stated, *self._few(rest)])
        assert formula.all_follow(claimed.items()), "a verdict does not follow"
        for sentence in sentences:
            assert formula.follows(sentence.cells, sentence.count), f"does not follow: {sentence}"
        checker = Checker(game.height, game.width, game.clues, self._total, self._marks)
        for derivation in agent.knowledge_base:
            checker.check(derivation)
        for verdict in agent.knowledge_base.settled.values():
            checker.check(verdict)
        self._figures["derivations"] += len(agent.knowledge_base) + len(settled)
        position = Position(game.height, game.width, game.mine_total, game.clues)
        if self._knowledge == "exact" and _is_easy(position):
            assert formula.undecided(self._few(rest)), "a cell is settled, but the exact agent does not know"

    def _check_chances(self) -> None:
        """Compare the certain cells with the SAT solver, and the sum of the chances with the number of mines."""
        position = self._position()
        try:
            found = mine_probabilities(position)
        except TooHard:
            return
        certain = [(cell, count) for count, cells in enumerate((found.safe, found.mines)) for cell in self._few(cells)]
        rest = [cell for cell in sorted(position.covered) if cell not in found.safe and cell not in found.mines]
        seen = self._seen(position.mines, dict.fromkeys(position.taken, 1))
        formula = Formula(seen, [*(cell for cell, _ in certain), *self._few(rest)])
        assert formula.all_follow(certain), "a certain cell is not"
        assert formula.undecided(self._few(rest)), "an uncertain cell is certain"
        assert sum(found.probability.values()) == position.mines
        self._figures["chances"] += len(found.probability)

    def _few(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return those of ``cells`` that touch a clue, and one of the others, which are all alike."""
        game = self._game
        cells = sorted(cells)
        touching = [cell for cell in cells if any(near in game.clues for near in around(game.height, game.width, cell))]
        away = set(cells).difference(touching)
        return [*touching, *sorted(away)[:1]]

    def _check_proofs(self) -> None:
        """Read the proofs of some cells, in a position and by what the agent has learned."""
        position = self._position()
        covered = sorted(position.covered)
        if not covered:
            return
        explainer = Explainer(position)
        certain = sorted(explainer.levels)
        cells = [*self._rng.sample(certain, min(3, len(certain))), self._rng.choice(covered)]
        found = [explainer.explain(cell) for cell in cells if cell in certain or explainer.levels.probabilities]
        stated = [cell for one in found if isinstance(one, Proof) for step in _short_steps(one) for cell in step.cells]
        seen = self._seen(position.mines, dict.fromkeys(position.taken, 1))
        formula = Formula(seen, [*self._few(certain), *cells, *stated])
        assert formula.all_follow([(cell, int(cell in explainer.levels.mines)) for cell in self._few(certain)])
        for one in found:
            self._read(one, formula)

    def _read(self, found: Proof | Undecided, formula: Formula) -> None:
        self._figures["proofs"] += 1
        assert str(found)
        if isinstance(found, Proof):
            check_proof(found)
            assert found.is_mine == (found.cell in self._mines), str(found)
            for step in _short_steps(found):
                assert formula.follows(step.cells, step.count), f"step {step.number} is wrong:\n{found}"
            assert formula.all_follow([(found.cell, int(found.is_mine))]), str(found)
            return
        game, position = self._game, found.position
        assert formula.undecided([found.cell])
        assert found.cell in found.with_mine - found.without
        for mines in (found.with_mine, found.without):
            assert len(mines) == position.mines
            assert mines.isdisjoint(game.clues)
            assert position.taken <= mines
            for cell, clue in game.clues.items():
                assert len(around(game.height, game.width, cell) & mines) == clue

    def _check_choice(self) -> None:
        """Compare what a strategy picks with the layout and the SAT solver."""
        position = self._position()
        choice = self._strategy.choose(position, self._agent)
        self._figures["choices"] += 1
        if choice is None:
            return
        seen = self._seen(position.mines, {**self._marks, **dict.fromkeys(position.taken, 1)})
        assert choice.cell in position.covered
        assert not choice.is_safe or choice.cell not in self._mines, f"not safe: {choice}"
        assert choice.is_safe or choice.cell not in position.flags
        formula = Formula(seen, [choice.cell])
        assert not choice.is_safe or formula.all_follow([(choice.cell, 0)]), f"not safe: {choice}"
        if choice.risk == 1:
            assert formula.all_follow([(choice.cell, 1)])


def _short_steps(proof: Proof) -> list[ProofStep]:
    return [step for step in proof.steps if len(step.cells) <= 8]


def _is_easy(position: Position) -> bool:
    try:
        mine_probabilities(position, _EASY)
    except TooHard:
        return False
    return True

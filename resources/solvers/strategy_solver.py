"""A strategy of this program as a solver, with a reason for each safe cell; the argument is its name."""

import json
import sys

from minesweeper_qt.model import MinesweeperAI, Position, Rule, explain, make_strategy


def behind(verdict, position):
    """Return the derivations from which a verdict follows, where a revealed cell is known to be safe."""
    found = {verdict.number: verdict}
    todo = [verdict]
    for derivation in todo:
        for premise in derivation.premises:
            is_seen = premise.is_verdict and premise.cells <= position.clues.keys()
            if not is_seen and premise.number not in found:
                found[premise.number] = premise
                todo.append(premise)
    return todo


def answers(name, lines):
    """Yield the answer to the position on each line by the strategy of this name."""
    strategy = make_strategy(name, seed=1)
    agent = size = None
    for line in lines:
        asked = json.loads(line)
        before, size = size, (asked["height"], asked["width"], asked["mines"])
        position = Position.from_text("\n".join(["{1}x{0}x{2}".format(*size), *asked["rows"]]))
        clues = position.clues
        if before != size or not set(agent.moves_made) <= clues.keys():
            total = size[2] if strategy.uses_mine_count else None
            agent = MinesweeperAI(*size[:2], total_mines=total, overlap=strategy.uses_overlap_rule, seed=1)
        for cell in sorted(clues.keys() - set(agent.moves_made)):
            agent.add_knowledge(cell, clues[cell])
        choice = strategy.choose(position, agent)
        safe = set(agent.safes) - clues.keys()
        if choice is not None and choice.is_safe:
            safe.add(choice.cell)
        because = []
        for cell in sorted(safe) if clues else ():
            verdict = agent.knowledge_base.settled.get(cell)
            steps = explain(position, cell).steps if verdict is None else behind(verdict, position)
            named = sorted({step.clue for step in steps if step.rule is Rule.CLUE})
            counts = any(step.rule is Rule.MINE_COUNT for step in steps)
            because.append({"cell": cell, "clues": named, "mines": counts})
        opened = None if choice is None else choice.cell
        yield {"open": opened, "safe": sorted(safe), "mines": sorted(agent.mines), "because": because}


if __name__ == "__main__":
    for answer in answers(sys.argv[1], sys.stdin):
        print(json.dumps(answer), flush=True)

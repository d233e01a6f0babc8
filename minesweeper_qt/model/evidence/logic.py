"""Sentences and positions as propositional logic: formulas, CNF for SAT solvers, SMT-LIB, and the course's code.

A cell is a proposition, true when the cell is a mine. The sentence ``{cells} = count`` is then a disjunction with one
term for each way to place its mines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, islice, repeat
from math import comb
from operator import neg

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.derivation import Sentence
from minesweeper_qt.model.words import MOST_NAMED, count_text, counted, verdict_text

MOST_TERMS = 12
"""The most terms that people read, and the most cells of a sentence of which any terms are shown."""

_MOST_WRITTEN = 5_000
"""The most terms that are written out: a megabyte of text."""

MOST_HELPERS = 500_000
"""The most help variables: 100x100 cells with 2,000 mines would need 16 million, and gigabytes."""
_WITHOUT = "allowed is to leave the number of mines out"


class Notation(Enum):
    """The notations of formulas; the values are their parts: literals of a row and column, a term, a formula, a sum."""

    PLAIN = "({}, {})", "Not(({}, {}))", ", ", "And({})", ", ", "Or({})", "{} = {}"
    """That of the course, with cells in place of symbols."""
    COURSE = "mine_{}_{}", "Not(mine_{}_{})", ", ", "And({})", ", ", "Or({})", "# {} = {}"
    """Python code for the course's ``logic.py``; the symbols are variables."""
    LATEX = "M_{{{},{}}}", r"\lnot M_{{{},{}}}", r" \land ", "({})", r" \lor ", "{}", "{} = {}"
    WORDS = "({}, {}) is a mine", "({}, {}) is safe", " and ", "{}", ", or ", "{}", "{} = {}"
    MARKDOWN = "({}, {})", "¬({}, {})", " ∧ ", "({})", " ∨ ", "{}", "{} = {}"


class Formula:
    """The sentence that exactly ``count`` of ``cells`` are mines, as a formula of propositional logic.

    >>> formula = Formula({(0, 1), (0, 2)}, 1)
    >>> print(formula.written(Notation.PLAIN))
    Or(And((0, 1), Not((0, 2))), And(Not((0, 1)), (0, 2)))
    >>> print(formula.written(Notation.WORDS))
    (0, 1) is a mine and (0, 2) is safe, or (0, 1) is safe and (0, 2) is a mine
    >>> print(formula.written(Notation.LATEX))
    (M_{0,1} \\land \\lnot M_{0,2}) \\lor (\\lnot M_{0,1} \\land M_{0,2})

    Raises ``SentenceError`` unless ``count`` is a whole number from 0 to the number of cells.
    """

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = tuple(sorted(Sentence(cells, count).cells))
        self.count = count
        self.terms = comb(len(self.cells), count)

    def shown(self, notation: Notation) -> str:
        """Return the formula in ``notation``; of one with many terms the first ones, if its cells are few, and bounds.

        The bounds say the same as the formula, with one clause for each subset of the cells.

        >>> print(Formula([(0, j) for j in range(20)], 3).shown(Notation.PLAIN))
        C(20, 3) = 1,140 terms. In short: at least 3 (any 18 cells have a mine) and at most 3 (any 4 have a safe one)
        """
        number, count = len(self.cells), self.count
        if max(self.terms, number) <= MOST_TERMS:
            return self.written(notation)
        if count in (0, number):
            return verdict_text(self.cells, count > 0, MOST_TERMS)
        begin = f"{self.written(notation, 3)}. " if number <= MOST_TERMS else ""
        least = f"at least {count} (any {number - count + 1} cells have a mine)"
        most = f"at most {count} (any {count + 1} have a safe one)"
        return f"{begin}C({number}, {count}) = {count_text(self.terms)} terms. In short: {least} and {most}"

    def written(self, notation: Notation, first: int | None = None) -> str:
        """Return the formula, of its terms only the ``first`` if that is given; one of more than 5,000 terms as a sum.

        >>> Formula({(0, 1), (0, 2)}, 2).written(Notation.COURSE)
        'And(mine_0_1, mine_0_2)'
        """
        mine, safe, conjunction, term, disjunction, formula, total = notation.value
        literals = [(safe.format(*cell), mine.format(*cell)) for cell in self.cells]
        if self.terms > _MOST_WRITTEN:
            return total.format(" + ".join(pair[1] for pair in literals), self.count)
        terms = []
        for mines in islice(combinations(range(len(literals)), self.count), first):
            text = conjunction.join([pair[n in mines] for n, pair in enumerate(literals)])
            terms.append(term.format(text) if len(literals) > 1 else text)
        more = ["…"] * (len(terms) < self.terms)
        return formula.format(disjunction.join([*terms, *more])) if self.terms > 1 else terms[0]


def formulas_text(formulas: Sequence[Formula], notation: Notation) -> str:
    """Return the formulas in ``notation``, each in a line; before those in the course's code, their symbols.

    >>> print(formulas_text([Formula({(0, 1)}, 0)], Notation.COURSE))
    mine_0_1 = Symbol("(0, 1)")
    Not(mine_0_1)
    """
    cells = {cell for formula in formulas for cell in formula.cells} if notation is Notation.COURSE else set()
    return "\n".join([*_symbols(sorted(cells)), *(formula.written(notation) for formula in formulas)])


def _symbols(cells: Iterable[Cell]) -> list[str]:
    return [f'mine_{i}_{j} = Symbol("({i}, {j})")' for i, j in cells]


# -- positions


def _sentences(position: Position, *, has_mine_count: bool) -> Iterator[tuple[str, list[Cell], int]]:
    """Yield what a position states: in words, and as the cells in reading order and the number of mines in them."""
    covered = position.covered
    for cell, clue in position.clues.items():
        yield f"the {clue} at {cell}", sorted(position.board.neighbours(cell) & covered), clue
    for cell in sorted(position.taken):
        yield f"{cell} is taken for a mine", [cell], 1
    if has_mine_count:
        yield f"{counted(position.mines, 'mine')} in all", sorted(covered), position.mines


@dataclass(frozen=True, slots=True)
class Cnf:
    """A position in conjunctive normal form: its models are the layouts that agree with the position, one for each.

    ``variables``: the variable of each covered cell, from 1 in reading order; it is true when the cell is a mine.
    ``clauses``: their literals, negative ones for negations. ``helpers``: what other variables mean, in words; the
    cells determine their values.
    """

    variables: Mapping[Cell, int]
    clauses: Sequence[tuple[int, ...]]
    helpers: Mapping[range, str]


def to_cnf(position: Position, *, has_mine_count: bool = True) -> Cnf:
    """Return the formula of ``position``; without ``has_mine_count`` its clues alone.

    A clue is two clauses for each subset of its covered neighbours: not more of them are mines, and not fewer. The
    number of mines is a sequential counter.

    >>> cnf = to_cnf(Position(1, 3, 1, {(0, 1): 1}), has_mine_count=False)
    >>> cnf.variables, cnf.clauses
    ({(0, 0): 1, (0, 2): 2}, [(1, 2), (-1, -2)])

    Raises ``TooHard`` for a number of mines that would take more than ``MOST_HELPERS`` help variables.
    """
    variables = {cell: number for number, cell in enumerate(sorted(position.covered), 1)}
    clauses: list[tuple[int, ...]] = []
    helpers: dict[range, str] = {}
    for _, cells, count in _sentences(position, has_mine_count=has_mine_count):
        numbers = [variables[cell] for cell in cells]
        if MOST_NAMED < len(cells) >= count:
            helpers = _count(numbers, count, clauses)
        else:
            clauses += combinations(numbers, max(len(cells) - count + 1, 0))
            clauses += combinations(map(neg, numbers), count + 1)
    return Cnf(variables, clauses, helpers)


def _count(numbers: Sequence[int], count: int, clauses: list[tuple[int, ...]]) -> dict[range, str]:
    """Add ``clauses`` for exactly ``count`` true variables of all, ``numbers``; return what further ones mean.

    Source: Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, 2005. Here the help variables are
    equivalent to what they count, so that each layout is one model; and those that ``count`` fixes are left out.
    """
    size = len(numbers)
    if (size - count) * count > MOST_HELPERS:
        raise TooHard(f"{count} mines in {size} cells take more than {MOST_HELPERS:,} help variables; {_WITHOUT}")
    true = size + 1
    helpers = {range(true, true + 1): "always true"}
    clauses.append((true,))
    before, least, most = range(true + 1, true + 1), 0, 0
    for i, number in enumerate(numbers, 1):
        low, high = max(0, count - size + i), min(i, count)
        new = range(before.stop, before.stop + high - low)
        # At least j of the first i are true: for j from low to high + 1; then, of the first i - 1, for j from low - 1.
        now = [true, *new, -true]
        earlier = [true] * (least - low + 2) + [*before] + [-true] * (high + 1 - most)
        same, fewer, not_now = earlier[1:], earlier[:-1], [*map(neg, now)]
        clauses += zip(map(neg, same), now, strict=True)
        clauses += zip(repeat(-number), map(neg, fewer), now)
        clauses += zip(not_now, same, repeat(number))
        clauses += zip(not_now, fewer, strict=True)
        if new:
            helpers[new] = f"at least {low + 1} to {high} of the first {i} covered cells are mines"
        before, least, most = new, low, high
    return helpers


def to_dimacs(position: Position, *, has_mine_count: bool = True) -> str:
    """Return ``to_cnf`` as the text that SAT solvers read; its comments name the variables.

    >>> print(to_dimacs(Position.from_text("3x1x1\\n1HH"), has_mine_count=False), end="")
    c 1 (0, 1)
    c 2 (0, 2)
    p cnf 2 1
    1 0
    """
    cnf = to_cnf(position, has_mine_count=has_mine_count)
    lines = [f"c {number} {cell}" for cell, number in cnf.variables.items()]
    lines += [f"c {part[0]} to {part[-1]} help: {words}" for part, words in cnf.helpers.items()]
    lines.append(f"p cnf {max([len(cnf.variables), *(part[-1] for part in cnf.helpers)])} {len(cnf.clauses)}")
    formats = ["%d " * number + "0" for number in range(MOST_NAMED + 1)]
    return "\n".join([*lines, *[formats[len(clause)] % clause for clause in cnf.clauses], ""])


def to_smtlib(position: Position, *, has_mine_count: bool = True) -> str:
    """Return ``position`` in SMT-LIB 2.6, each sentence as a sum; without ``has_mine_count`` its clues alone.

    >>> print(to_smtlib(Position.from_text("3x1x1\\n1HH"), has_mine_count=False), end="")
    (set-logic QF_LIA)
    (declare-const |(0, 1)| Bool)
    (declare-const |(0, 2)| Bool)
    (assert (= 1 (+ 0 0 (ite |(0, 1)| 1 0)))) ; the 1 at (0, 0)
    (check-sat)
    """
    lines = ["(set-logic QF_LIA)", *(f"(declare-const |{cell}| Bool)" for cell in sorted(position.covered))]
    for words, cells, count in _sentences(position, has_mine_count=has_mine_count):
        # A sum has at least two terms.
        terms = " ".join(["0 0", *(f"(ite |{cell}| 1 0)" for cell in cells)])
        lines.append(f"(assert (= {count} (+ {terms}))) ; {words}")
    return "\n".join([*lines, "(check-sat)", ""])


def to_course(position: Position, *, has_mine_count: bool = True) -> str:
    """Return ``position`` as Python code for the course's ``logic.py``; without ``has_mine_count`` its clues alone.

    >>> print(to_course(Position.from_text("3x1x1\\n1HH")), end="")
    # model_check(knowledge, Not(mine_ROW_COLUMN)): is it safe? The truth table has 2**2 rows.
    from logic import And, Not, Or, Symbol, model_check
    mine_0_1 = Symbol("(0, 1)")
    mine_0_2 = Symbol("(0, 2)")
    knowledge = And()
    knowledge.add(mine_0_1)  # the 1 at (0, 0)
    knowledge.add(Or(And(mine_0_1, Not(mine_0_2)), And(Not(mine_0_1), mine_0_2)))  # 1 mine in all

    Raises ``TooHard`` as ``to_cnf``.
    """
    covered = sorted(position.covered)
    lines = [
        f"# model_check(knowledge, Not(mine_ROW_COLUMN)): is it safe? The truth table has 2**{len(covered)} rows.",
        "from logic import And, Not, Or, Symbol, model_check",
        *_symbols(covered),
        "knowledge = And()",
    ]
    for words, cells, count in _sentences(position, has_mine_count=has_mine_count):
        if comb(len(cells), count) > _MOST_WRITTEN:
            raise TooHard(f"{count} mines in {len(cells)} cells are more than {_MOST_WRITTEN:,} terms; {_WITHOUT}")
        if cells or count:
            never = 'And(Symbol("never"), Not(Symbol("never")))'
            formula = Formula(cells, count).written(Notation.COURSE) if count <= len(cells) else never
            lines.append(f"knowledge.add({formula})  # {words}")
    return "\n".join([*lines, ""])

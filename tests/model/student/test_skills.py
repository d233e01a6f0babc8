"""Tests of the experiments: what a correct agent passes, and which skill is named where one is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

import pytest

from minesweeper_qt.model import Limits, Skill, StudentFile
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.student.auditor import audit
from minesweeper_qt.model.student.cause import cause_of
from minesweeper_qt.model.student.finding import Severity, Symptom, skill_data
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.skills import SkillResult, try_skills
from tests.model.student.support.mutants import Mutant, changed, changes, first_changed, mutants
from tests.model.support.corpus_files import source_of
from tests.model.support.students import learning
from tests.paths import SHARED

CORRECT = ("correct_dataclasses", "correct_frozensets", "correct_lists", "correct_pairwise", "correct_recursion")

SLOW = "    def add_knowledge(self, cell, count):\n        sum(range(50_000))\n"
VERBOSE = "    def add_knowledge(self, cell, count):\n        print('learning', cell, count, self.safes)\n"
STYLES = {"slow": (SLOW, "correct_pairwise"), "verbose": (VERBOSE, "correct_recursion")}
"""What an agent does at each clue, and which one."""

TUPLES = """
class MinesweeperAI(MinesweeperAI):
    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        return tuple(sorted(value)) if name in ("mines", "safes") and self.done else value

    done = False

    def add_knowledge(self, cell, count):
        self.done = False
        super().add_knowledge(cell, count)
        self.done = True

    def make_safe_move(self):
        self.done = False
        return super().make_safe_move()

    def make_random_move(self):
        self.done = False
        return super().make_random_move()
"""


def results(source: str) -> dict[Skill, SkillResult]:
    file = StudentFile.of(Path("minesweeper.py").absolute(), source.encode())
    with StudentProcess(file, Limits(seconds=2)) as process:
        return {result.skill: result for result in try_skills(process)}


def failed(source: str) -> list[Skill]:
    return [skill for skill, result in results(source).items() if result.has_failed]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CORRECT, "moves_as_lists", "sentence_double", "sentence_empty", "sentence_growth"])
def test_an_agent_without_a_fault_passes_all(name: str) -> None:
    found = results(source_of(name))
    assert list(found) == list(Skill)
    assert all(result.passed for result in found.values())


@pytest.mark.slow
def test_slow_agents_verbose_ones_and_tuples_pass_all() -> None:
    for line, base in STYLES.values():
        head = "    def add_knowledge(self, cell, count):\n"
        assert failed(source_of(base).replace(head, line)) == []
    assert failed(source_of("correct_pairwise") + TUPLES) == []


@pytest.mark.slow
def test_wrong_neighbours_on_a_board_of_one_row_are_not_taken_for_another_skill() -> None:
    assert failed(changed(source_of("correct_pairwise"), [("i < self.height", "i < max(self.height, 2)")])) == []


@pytest.mark.slow
def test_a_failed_skill_says_what_was_called_expected_and_seen() -> None:
    found = results(source_of("no_subset_rule_sets"))[Skill.SUBSET_RULE]
    assert (found.passed, found.was_run, found.failure) == (False, True, None)
    assert found.calls[0].startswith("ai = MinesweeperAI(")
    assert all(call.startswith("ai.add_knowledge(") for call in found.calls[1:])
    assert found.problem.startswith("expected {")
    assert "; ai.safes is {" in found.problem or "; ai.mines is " in found.problem
    later = results(source_of("no_subset_rule_sets"))[Skill.SUBSET_OF_OLD]
    assert (later.was_run, later.has_failed, later.problem) == (False, False, ""), "it needs the other two"


@pytest.mark.slow
def test_an_error_of_the_agent_says_nothing_of_a_skill() -> None:
    found = results(source_of("exception_key_error"))
    ended = [result for result in found.values() if result.failure is not None]
    assert ended
    assert not any(result.has_failed for result in ended)


LOOPS = {
    "items = [1, 2, 3]\nfor item in items: items.remove(item)": 2,
    "items = [1, 2, 3]\nfor number, item in enumerate(items): items.pop(0)": 2,
    "items = [1, 2]\nfor item in items:\n    if len(items) < 9: items.append(item)": 2,
    "items = [1, 2]\nfound = [items.insert(0, 0) for item in items if len(items) < 9]": 2,
    "items = {1: 2}\ntry:\n    for key in items: items[7] = 7\nexcept RuntimeError: pass": 3,
    "items = {1, 2}\ntry:\n    for item in items: items.remove(item)\nexcept RuntimeError: pass": 3,
    "items = [1, 2, 3]\nfor item in items:\n    items.remove(item)\n    break": None,
    "items = [1, 2, 3]\nfor item in items.copy(): items.remove(item)": None,
    "items = [1, 2, 3]\nfor item in range(3): items.pop()": None,
}


@pytest.mark.parametrize("body, line", LOOPS.items())
def test_a_loop_over_what_it_changes_is_noted_and_no_more_once_it_goes_over_a_copy(tmp_path, body, line) -> None:
    file = learning(tmp_path, body)
    with StudentProcess(file) as process:
        lines: list[int] = []
        for expected in (line, None):
            process.watch(lines)
            process.create(3, 3, runs_again=True)
            process.call("add_knowledge", (0, 0), 1)
            found = process.watch()
            first = file.source.decode().split("\n").index("        " + body.split("\n")[0])
            assert [each.line - first for each in found] == [expected][: expected is not None]
            lines += [each.line for each in found]


def test_the_cause_is_the_first_failed_skill_that_the_step_uses() -> None:
    marks, known, steps = (SkillResult(skill, False) for skill in (Skill.MARKS, Skill.KNOWN_SAFES, Skill.TWO_STEPS))
    assert cause_of(Symptom.MISSING_SAFE, Rule.SETTLED, [marks, known, steps]) is Skill.MARKS
    assert cause_of(Symptom.MISSING_SAFE, Rule.CLUE, [known, steps]) is Skill.KNOWN_SAFES
    assert cause_of(Symptom.MISSING_SAFE, Rule.ALL_SAFE, [marks, known, steps]) is Skill.TWO_STEPS
    assert cause_of(Symptom.MISSING_SAFE, Rule.REVEALED, [marks, known, steps]) is None
    assert cause_of(Symptom.WRONG_SAFE, None, [steps]) is None, "what is missing makes nothing wrong"
    right = [SkillResult(skill, True) for skill in Skill if skill is not Skill.OTHER_SIZES]
    assert cause_of(Symptom.MISSING_SAFE, Rule.CLUE, right) is Skill.OLD_SENTENCES, "it is right elsewhere"
    assert cause_of(Symptom.MISSING_SAFE, Rule.SUBSET, right) is None
    assert cause_of(Symptom.MISSING_SAFE, Rule.CLUE, [steps]) is None
    assert cause_of(Symptom.LEARNING_FAILS, None, [marks], is_endless=True) is Skill.MARKS
    assert cause_of(Symptom.LEARNING_FAILS, None, [marks]) is None


CASES = SHARED / "cs50" / "cases"
NAMED: dict[str, list[Skill]] = {
    "early_return": [Skill.AFTER_ZERO],
    "first_free_cell": [],
    "known_safes_one_pass": [Skill.KNOWN_SAFES, Skill.TWO_STEPS],
    "known_safes_then_subset": [Skill.KNOWN_SAFES],
    "late_with_doubles": [Skill.TWO_STEPS],
    "neighbours_in_list_only": [Skill.ALL_PAIRS],
    "not_stored": [Skill.DIFFERENCE_KEPT],
    "overlap_by_counts": [Skill.SUBSET_ONLY],
    "own_cell_until_later": [Skill.CELL_ITSELF],
    "raises_unless_settled": [],
    "returns_none": [],
    "03_known_empties_sentence": [Skill.KNOWN_CHANGES_NOTHING],
    "11_overlap_as_subset": [Skill.SUBSET_ONLY],
    "53_infer_before_append": [Skill.SAME_CALL],
    "59_mark_mine_discards_sentence": [Skill.MARKS],
    "71_moves_recorded_in_random_move": [Skill.MOVES_CHANGE_NOTHING],
    "73_subset_by_any": [Skill.SUBSET_ONLY],
}


@pytest.mark.skipif(not CASES.exists(), reason="the cases are not on this machine")
@pytest.mark.parametrize(
    "chosen", [pytest.param([*NAMED][::6], marks=pytest.mark.slow), pytest.param([*NAMED], marks=pytest.mark.long)]
)
def test_of_small_agents_like_public_ones_the_fault_is_named_and_no_other(chosen: list[str], tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(CASES / "agents.py"), str(tmp_path)], check=True, timeout=60)
    files = [*(CASES / "patterns").glob("*.py"), *tmp_path.glob("*/*.py")]
    sources = {file.parent.name if file.name == "minesweeper.py" else file.stem: file.read_text() for file in files}
    assert {name: failed(sources[name]) for name in chosen} == {name: NAMED[name] for name in chosen}


PAIRWISE = source_of("correct_pairwise")
MARKED_LATE = (
    ("        self.mark_safe(cell)\n\n        # 3)", "\n        # 3)"),
    ("    def make_safe_move(self):\n", "        self.mark_safe(cell)\n\n    def make_safe_move(self):\n"),
)
MARKED_ONCE = (
    (
        "            sentence.mark_mine(cell)\n",
        "            if cell in sentence.cells:\n                return sentence.mark_mine(cell)\n",
    ),
)
NOT_MARKED = (("            self.cells.remove(cell)\n\n\nclass", "            pass\n\n\nclass"),)
ADDED_AGAIN = (("if new not in self.knowledge and new not in new_sentences", "if new not in new_sentences"),)
LARGER_DROPPED = (
    (
        "            self.knowledge = kept\n",
        "            self.knowledge = [s for s in kept if not any(t.cells < s.cells for t in kept)]\n",
    ),
)


@pytest.mark.slow
def test_the_place_of_a_mark_and_a_mark_in_part_are_named() -> None:
    assert failed(changed(PAIRWISE, MARKED_LATE)) == [Skill.REVEALED_SAFE]
    assert failed(changed(PAIRWISE, MARKED_ONCE)) == [Skill.MARKS]
    assert failed(changed(PAIRWISE, LARGER_DROPPED)) == [], "it may know the rule, and lacks a sentence"


LOWERED = (("self.cells.remove(cell)\n\n\nclass", "self.cells.remove(cell)\n            self.count -= 1\n\n\nclass"),)
POPPED = (("                return cell\n", "                self.safes.remove(cell)\n                return cell\n"),)


@pytest.mark.slow
def test_what_follows_from_a_wrong_method_is_no_lack_of_its_own() -> None:
    found = results(changed(PAIRWISE, LOWERED))
    assert found[Skill.MARKS].mended == ("mark_mine", "mark_safe")
    assert {skill for skill, result in found.items() if not result.passed} == {Skill.MARKS}


@pytest.mark.slow
def test_a_fault_has_the_cause_that_mends_it_when_it_is_put_right(tmp_path: Path) -> None:
    for mutation, cause in ((LOWERED, Skill.MARKS), (POPPED, Skill.MOVES_CHANGE_NOTHING)):
        path = tmp_path / "minesweeper.py"
        path.write_text(changed(PAIRWISE, mutation))
        found = audit(path, games=8, limits=Limits(seconds=2)).beside_checks()
        causes = {finding.cause for finding in found if finding.severity is not Severity.NOTE}
        assert causes == {cause}


@pytest.mark.long
def test_what_never_ends_is_named() -> None:
    assert failed(changed(PAIRWISE, ADDED_AGAIN)) == [Skill.SUBSET_RULE]
    assert failed(PAIRWISE.replace(*NOT_MARKED[0])) == [Skill.MARKS], "most calls do not end"


# -- mutants


WORDS = [*changes("mutants_words.txt")]


@pytest.mark.parametrize(
    "chosen", [pytest.param(WORDS[::7], marks=pytest.mark.slow), pytest.param(WORDS, marks=pytest.mark.long)]
)
def test_the_words_say_what_the_experiment_saw(chosen: list[tuple[str, tuple[Sequence[str], ...]]]) -> None:
    said = [
        next((each.words or each.skill.words for each in results(first_changed(pairs)).values() if each.has_failed), "")
        for _, pairs in chosen
    ]
    patterns = [re.sub(r"\\{\w+\\}", ".*", re.escape(skill_data()["words"][key])) for key, _ in chosen]
    wrong = [
        (key, words)
        for (key, _), words, pattern in zip(chosen, said, patterns, strict=True)
        if not re.fullmatch(pattern, words)
    ]
    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize("base", ["dataclasses", "frozensets", "lists", "pairwise", "recursion"])
def test_the_first_failed_skill_of_a_mutant_is_the_one_that_it_lacks(base: str) -> None:
    of_base = [mutant for mutant in mutants() if mutant.base == base]
    named = [(mutant, next(iter(failed(mutant.source)), None)) for mutant in of_base]
    assert [mutant.name for mutant, first in named if first is not None and first not in mutant.skills] == []
    assert sum(first is not None for _, first in named) >= 0.85 * len(of_base)


@pytest.mark.long
def test_of_further_mutants_nearly_all_are_named_and_none_falsely() -> None:
    fresh = list(mutants("mutants_more.txt"))
    named = [(mutant, next(iter(failed(mutant.source)), None)) for mutant in fresh]
    assert [(mutant.name, first) for mutant, first in named if first is not None and first not in mutant.skills] == []
    assert sum(first is not None for _, first in named) >= 0.95 * len(fresh)


@pytest.mark.long
def test_each_skill_fails_for_some_agent() -> None:
    # Of the mutants of each line, one; those of the corpus have what takes more than one line.
    lines = [next(group) for _, group in groupby(mutants(), key=lambda mutant: mutant.name.split()[0])]
    others = (
        "cell_itself_sets",
        "shared_clue_set",
        "shared_difference_sets",
        "newest_only_sets",
        "cells_are_numbers",
        "set_changed_while_iterated",
    )
    sources = [*(mutant.source for mutant in lines), *map(source_of, others), PARENTS_TAKEN, NOT_KEPT, *LATE]
    assert {skill for source in sources for skill in failed(source)} == set(Skill)


PARENTS_TAKEN = PAIRWISE.replace(
    "    def make_safe_move(self):\n",
    "        smaller = [s for s in self.knowledge if any(s.cells < t.cells for t in self.knowledge)]\n"
    "        self.knowledge = [s for s in self.knowledge if s not in smaller]\n\n    def make_safe_move(self):\n",
)
NOT_KEPT = PAIRWISE.replace(
    "            if new_sentences:\n                self.knowledge += new_sentences\n                changed = True\n",
    "            for new in new_sentences:\n"
    "                for safe in new.known_safes():\n"
    "                    self.mark_safe(safe)\n                    changed = True\n"
    "                for mine in new.known_mines():\n"
    "                    self.mark_mine(mine)\n                    changed = True\n",
)
LATE = (
    PAIRWISE.replace("        if cells:\n            self.knowledge.append(Sentence(cells, count))\n", "").replace(
        "    def make_safe_move(self):\n",
        "        self.knowledge.append(Sentence(cells, count))\n\n    def make_safe_move(self):\n",
    ),
    changed(PAIRWISE, [("while changed:", "for _ in range(5):")]),
)
"""Agents that draw no conclusion in the call itself, and five rounds of them."""


@pytest.mark.long
def test_of_two_and_three_faults_the_first_is_named() -> None:
    of_base = [mutant for mutant in mutants() if mutant.base == "pairwise"]
    mixed = first = 0
    for number in range(0, len(of_base) - 9, 3):
        for chosen in (of_base[number::8][:2], of_base[number::5][:3]):
            source, parts = _mixed(chosen)
            found = failed(source)
            if len(parts) == len(chosen) and found:
                mixed += 1
                assert any(found[0] in part.skills for part in parts), [part.name for part in parts]
                first += found[0] in parts[0].skills
    assert mixed >= 10
    assert first >= mixed - 3, "of 41, wrong marks that hide what comes first are named twice, an endless rule once"


def _mixed(chosen: Iterable[Mutant]) -> tuple[str, list[Mutant]]:
    """Return an agent with the changes of several mutants, and those, the one whose skill comes first before."""
    source, parts = PAIRWISE, []
    for mutant in chosen:
        if all(old in source for old, _ in mutant.pairs):
            source = changed(source, mutant.pairs)
            parts.append(mutant)
    # An agent that goes on too few times has these two, and lacks a later one.
    order = [skill for skill in Skill if skill not in (Skill.SAME_CALL, Skill.AFTER_ZERO)] + [
        Skill.SAME_CALL,
        Skill.AFTER_ZERO,
    ]
    return source, sorted(parts, key=lambda mutant: min(order.index(skill) for skill in mutant.skills))

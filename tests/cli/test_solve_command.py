"""Tests of the command `solve`: its text, its JSON and its one-line error messages."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.cli.solve_command import best_move
from minesweeper_qt.model import (
    STRATEGIES,
    BoardCode,
    Difficulty,
    Engine,
    Position,
    Reasoning,
    mine_probabilities,
    reasoning_levels,
)
from minesweeper_qt.model.evidence.logic import to_course, to_dimacs, to_smtlib
from minesweeper_qt.model.explain import contradiction
from minesweeper_qt.model.explain.contradiction import contradicting_clues
from minesweeper_qt.model.knowledge import reasoning_levels as levels_module
from minesweeper_qt.model.words import percent
from tests.cli.conftest import LATTICE
from tests.paths import ROOT

CHAPTER = ROOT / "resources" / "help" / "90-command-line.md"

SURE = "5x3x3\nHHHH1\nHHHHH\nHHHH2\n"
GUESS = "4x4x3\n1HHH\nHHHH\nHHHH\nHHHH\n"


@pytest.fixture
def solve(run_on):
    """Write a text or bytes to a file, solve that, and return exit code, output and errors."""
    return lambda content, *arguments: run_on(content, "solve", *arguments, "FILE")


# -- for people


def test_the_board_the_levels_and_the_move_are_printed(solve) -> None:
    code, output, errors = solve(SURE)
    assert (code, errors) == (0, "")
    assert output == (
        "5×3, 3 mines: 18 layouts agree\n"
        "\n"
        "    0   1   2   3   4\n"
        "0 11% 11% 11%   o   1\n"
        "1 11% 11% 11% 50% 50%\n"
        "2 11% 11% 11%   *   2\n"
        "\n"
        "o safe, * mine, 0-8 clue, % chance to be a mine; cells are (row,column) from 0\n"
        "\n"
        "Safe: 1\n"
        "  overlap (the shared cells of two sentences): (0,3)\n"
        "Mines: 1\n"
        "  overlap (the shared cells of two sentences): (2,3)\n"
        "Best move (expert): (0,3), safe: overlap (the shared cells of two sentences)\n"
    )


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_a_guess_shows_its_risk_with_every_strategy(solve, strategy: str) -> None:
    code, output, _ = solve(GUESS, "--strategy", strategy)
    move = output.splitlines()[-1]
    assert code == 0
    assert "Safe: none certain\nMines: none certain\n" in output
    assert re.match(rf"Best move \({strategy}\): \(\d,\d\), risk ", move)
    assert "risk not known" not in move
    assert solve(GUESS, "--strategy", strategy)[1] == output


def test_cells_taken_for_mines_are_listed_apart_from_proved_mines(solve) -> None:
    _, output, _ = solve("4x1x2\nM1HH\n")
    proved = "count (the number of mines left): (0,3)"
    assert f"Mines: 2\n  given (taken for mines by the position): (0,0)\n  {proved}\n" in output
    assert "Safe: 1\n  clue (one clue alone): (0,2)\n" in output


def test_there_is_no_best_move_when_nothing_is_left_to_open(solve) -> None:
    for text in ("2x1x1\n1H\n", "1x1x0\n0\n", "2x1x2\nHH\n"):
        assert solve(text)[1].endswith("Best move (expert): none, no cell is left to open\n")


@pytest.mark.slow
def test_a_risk_is_never_shown_as_0_or_100_percent(solve) -> None:
    assert "(0,0), risk <0.01 %, the least: " in solve("\n".join(["150x150x1", *["H" * 150] * 150]))[1]
    assert "(0,0), risk >99.99 %, the least: " in solve("\n".join(["150x150x22499", *["H" * 150] * 150]))[1]


def test_flags_have_no_effect(solve) -> None:
    for text in ("2x2x1\nFF\nFF", "3x1x1\nF1H", "3x1x1\nF0F", "4x1x1\n1FFH"):
        assert solve(text) == solve(text.replace("F", "H"))
        assert "none, no cell" not in solve(text)[1]


@pytest.mark.parametrize(
    "text, verdict, risk", [("4x3x3\n2HHH\nHH3H\n2HHH\n", "mine", 1.0), ("4x3x8\nHHH1\nHHHH\nHH3H\n", "safe", 0.0)]
)
def test_the_move_of_a_weak_strategy_shows_what_the_strategy_does_not_know(
    solve, text: str, verdict: str, risk: float
) -> None:
    move = solve(text, "--strategy", "cs50")[1].splitlines()[-1]
    words = {"mine": "certainly a mine", "safe": "certainly safe"}[verdict]
    assert f"{words}, which the strategy does not know: no safe cell known, so at random" in move
    best = json.loads(solve(text, "--strategy", "cs50", "--json")[1])["best"]
    assert (best["safe"], best["risk"], best["least_risk"]) == (False, risk, 0.0)


def test_contradicting_clues_that_are_too_hard_to_find_are_not_named(solve, monkeypatch) -> None:
    monkeypatch.setattr(contradiction, "contradicting_clues", lambda position: contradicting_clues(position, budget=1))
    assert solve("4x1x0\n1HHH\n") == (2, "", "minesweeper-qt: error: FILE: no layout agrees with this position\n")


@pytest.mark.parametrize("size", [(16, 30), (9, 9), (1, 40), (120, 3)])
def test_the_grid_is_aligned_and_not_wider_than_four_columns_a_cell(solve, size: tuple[int, int]) -> None:
    height, width = size
    mines = height * width // 5
    rows = ["H" * width] * height
    _, output, _ = solve("\n".join([f"{width}x{height}x{mines}", *rows]))
    head, *grid = output.splitlines()[2 : 3 + height]
    assert {len(line) for line in (head, *grid)} == {4 * width + len(str(height - 1))}
    assert head.split() == [str(j) for j in range(width)]
    assert [line.split()[0] for line in grid] == [str(i) for i in range(height)]


def test_an_uncertain_cell_is_never_at_0_or_100_percent(solve) -> None:
    """One of 400 cells is a mine, or all but one are."""
    for mines, shown in ((1, "<1%"), (399, ">99")):
        _, output, _ = solve("\n".join([f"20x20x{mines}", *["H" * 20] * 20]))
        assert output.count(f" {shown}") == 400


def test_colours_are_for_terminals_that_support_them(solve, monkeypatch) -> None:
    plain = solve(SURE)[1]
    assert "\x1b" not in plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    coloured = solve(SURE)[1]
    assert "\x1b[7mo\x1b[0m" in coloured
    assert "\x1b[1;31m*\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert solve(SURE)[1] == plain
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert solve(SURE)[1] == plain


# -- for programs


@pytest.mark.parametrize("text", [SURE, GUESS, "3x2x2\nM2H\nHHF\n", "1x1x0\n0\n"])
def test_json_agrees_with_the_engine(solve, text: str) -> None:
    code, output, errors = solve(text, "--json")
    assert (code, errors, output.count("\n")) == (0, "", 1)
    whole = json.loads(output)
    position = Position.from_text(text)
    found, levels = mine_probabilities(position), reasoning_levels(position)
    assert (whole["height"], whole["width"], whole["mines"]) == (position.height, position.width, position.mines)
    assert whole["exact"] is True
    assert int(whole["layouts"]) == found.layouts
    assert {(cell["row"], cell["column"]) for cell in whole["cells"]} == position.covered
    for cell in whole["cells"]:
        where = (cell["row"], cell["column"])
        assert Fraction(cell["probability"]["fraction"]) == found.probability[where]
        assert cell["probability"]["decimal"] == float(found.probability[where])
        expected = "safe" if where in found.safe else "mine" if where in found.mines else "unknown"
        assert cell["verdict"] == expected
        if where in position.taken:
            assert cell["level"] == "given"
        else:
            assert cell["level"] == (str(levels[where]) if where in levels else None)
    assert {tuple(cell) for cell in whole["safe"]} == found.safe
    assert {tuple(cell) for cell in whole["certain_mines"]} == found.mines
    best = whole["best"]
    if best is None:
        assert position.covered <= found.mines
    else:
        assert best.keys() == {"row", "column", "safe", "risk", "least_risk", "reason", "strategy"}
        assert best["risk"] == float(found.probability[best["row"], best["column"]])
        assert best["least_risk"] == float(min(found.probability.values()))
        assert best["safe"] == (best["risk"] == 0)
        assert best["strategy"] == "expert"


@pytest.mark.slow
def test_numbers_of_any_length_are_written(solve) -> None:
    text = "\n".join(["120x120x7200", *["H" * 120] * 120])
    whole = json.loads(solve(text, "--json")[1])
    assert len(whole["layouts"]) > 4300
    assert "×10^" in solve(text)[1].splitlines()[0]


@pytest.mark.parametrize("encoding, sign", [("ascii", "x"), ("cp437", "x"), ("latin-1", "×"), ("utf-8", "×")])
def test_large_numbers_are_written_in_any_encoding(tmp_path, monkeypatch, encoding: str, sign: str) -> None:
    path, written = tmp_path / "board.txt", io.BytesIO()
    path.write_text("\n".join(["20x20x50", *["H" * 20] * 20]))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding))
    assert program.main(["solve", str(path)]) == 0
    assert f"20{sign}20, 50 mines: 1.7{sign}10^64 layouts agree" in written.getvalue().decode(encoding).splitlines()


# -- as logic


@pytest.mark.parametrize("form, write", [("smtlib", to_smtlib), ("course", to_course), ("dimacs", to_dimacs)])
@pytest.mark.parametrize("text", [SURE, "2x1x1\n3H\n"])
def test_a_position_is_written_as_logic_even_if_it_contradicts_itself(solve, text: str, form: str, write) -> None:
    position = Position.from_text(text)
    assert solve(text, "--logic", form) == (0, write(position), "")
    assert solve(text, "--logic", form, "--no-mine-count") == (0, write(position, has_mine_count=False), "")


@pytest.mark.parametrize("form", ["dimacs", "course"])
def test_a_number_of_mines_that_takes_too_much_logic_can_be_left_out(solve, form: str) -> None:
    text = "\n".join(["100x100x2000", *["H" * 100] * 100])
    code, output, error = solve(text, "--logic", form)
    assert (code, output) == (2, "")
    assert error.endswith("; allowed is to leave the number of mines out: --no-mine-count\n")
    assert solve(text, "--logic", form, "--no-mine-count")[0] == 0
    code, output, error = solve(text, "--logic", "cnf")
    assert (code, output) == (2, "")
    assert error.endswith("; allowed are dimacs, smtlib, course\n")


# -- too hard


@pytest.fixture
def small_budget(monkeypatch):
    monkeypatch.setattr(levels_module, "Engine", lambda: Engine(budget=1_000))


def test_a_position_too_hard_to_count_is_solved_by_its_sentences(solve, small_budget) -> None:
    code, output, errors = solve(LATTICE, "--strategy", "cs50")
    assert (code, errors) == (0, "")
    assert output.startswith("17×17, 72 mines: too hard to count; certain is what the sentences prove\n")
    assert "x not known" in output
    code, output, _ = solve(LATTICE, "--strategy", "cs50", "--json")
    whole = json.loads(output)
    assert (code, whole["exact"], whole["layouts"]) == (0, False, None)
    assert {cell["verdict"] for cell in whole["cells"]} == {"unknown"}
    assert all(cell["probability"] is None for cell in whole["cells"])


def test_what_the_sentences_prove_has_its_chance_when_counting_is_too_hard(solve, small_budget) -> None:
    rows = LATTICE.splitlines()
    text = "\n".join(["19x17x72", *(f"{row}HH" for row in rows[1:-1]), rows[-1] + "H3"]).replace("H3", "00")
    whole = json.loads(solve(text, "--json", "--strategy", "cs50")[1])
    known = [cell for cell in whole["cells"] if cell["verdict"] == "safe"]
    assert known
    assert all(cell["probability"] == {"fraction": "0/1", "decimal": 0.0} for cell in known)
    assert {cell["level"] for cell in known} <= {str(level) for level in Reasoning if level < Reasoning.CASES}
    assert whole["best"]["safe"] is True


# -- mistakes


@pytest.mark.parametrize(
    "content, message",
    [
        ("", "FILE, line 1, column 1: nothing there; expected WIDTHxHEIGHTxMINES, such as 30x16x99"),
        (b"2x2x1\nH\xff\nHH\n", "FILE, line 2, column 2: byte 0xff is not UTF-8; expected plain text"),
        ("2x2x1\n\u00e4".encode()[:-1], "FILE, line 2, column 1: byte 0xc3 is not UTF-8; expected plain text"),
        (
            "2x2x1\nH?\n".encode("utf-16"),
            "FILE, line 3, column 1: 1 row; expected 2, as line 1 says",
        ),  # as PowerShell writes it
        (
            b"H" * 4_000_001,
            "FILE can't be read: more than 4000000 bytes; a position of 1000x1000 cells has about a million",
        ),
        (
            "01H\n01H\n",
            "FILE, line 1, column 3: '01H' tells no number of mines; expected WIDTHxHEIGHTxMINES, such as 30x16x99",
        ),
        (
            "3x2x1\n01?\n01?\n",
            "FILE, line 2, column 3: ? is a known mine here, H a covered cell; without any H, write M for a mine",
        ),
        (
            "3x2x1\n01.\n01.\n",
            "FILE, line 2, column 3: '.'; allowed are 0-8, H (covered), F (flag), ? and M (known mines)",
        ),
        ("3x1x1\n3H0\n", "FILE: no layout agrees with this position: the clue 3 at (0, 0) can't be"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(solve, content, message) -> None:
    for arguments in ((), ("--json",)):
        assert solve(content, *arguments) == (2, "", f"minesweeper-qt: error: {message}\n")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["no/such/file"], "'no/such/file' can't be read: No such file or directory"),
        (["."], "'.' can't be read: Is a directory"),
        ([], "allowed are FILE or --game CODE, one of them"),
        (["-", "--strategy", "best"], f"--strategy: 'best' is not a strategy; allowed are {', '.join(STRATEGIES)}"),
        (["-", "--logic", "course", "--json"], "--json does not go with --logic; allowed is the one or the other"),
        (["-", "--no-mine-count"], "--no-mine-count without --logic, which names the form of the output"),
        (
            ["-", "--certificate", "--svg", "board.svg"],
            "--svg does not go with --certificate; allowed is the one or the other",
        ),
        (["--certificate", "missing.txt"], "'missing.txt' can't be read: No such file or directory"),
        (["-", "--jsno"], "unknown: '--jsno'; minesweeper-qt solve --help lists what is allowed"),
    ],
)
def test_a_mistake_in_the_arguments_is_one_line_and_exit_code_2(refused, arguments, message) -> None:
    assert refused("solve", *arguments) == message


def test_standard_input_is_read_and_named(monkeypatch, run, refused) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf3x1x1\r\n1HH\r\n")))
    assert "1 layout agrees" in run("solve", "-")[1]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"3x1x1\n1H\n")))
    assert refused("solve", "-").startswith("standard input, line 2, column 3: 2 cells")


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_no_strategy_opens_a_cell_that_is_taken_for_a_mine(strategy: str) -> None:
    """Eleven cells are taken for mines; the last two cells, away from the clue, contain one mine or two."""
    taken = [(0, j) for j in range(1, 12)]
    for more in (1, 2):
        position = Position(1, 14, 11 + more, {(0, 0): 1}, taken=taken)
        best = best_move(position, reasoning_levels(position), strategy)
        assert (best is None) == (more == 2)
        assert best is None or best.cell in {(0, 12), (0, 13)}


def test_each_strategy_knows_what_its_own_rules_prove() -> None:
    """Only the cells that both clues share settle a cell; in the second position, only the number of mines does."""
    shared = Position(2, 7, 4, {(1, 1): 1, (1, 2): 3})
    counted = Position(1, 5, 1, {(0, 1): 1})
    for position, safe, knowing in (
        (shared, (0, 0), {"cs50-overlap", "exact", "expert"}),
        (counted, (0, 3), {"cs50-count", "cs50-overlap", "exact", "expert"}),
    ):
        levels = reasoning_levels(position)
        found = {name for name in STRATEGIES if (best := best_move(position, levels, name)) and best.is_safe}
        assert found == knowing
        assert safe in levels.safe


# -- as a program


@pytest.mark.slow
def test_a_reader_that_goes_is_no_error() -> None:
    board = "\n".join(["300x100x50", *["H" * 300] * 100])
    command = f"{shlex.quote(sys.executable)} -m minesweeper_qt solve - | head -1"
    done = subprocess.run(command, shell=True, input=board, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.startswith("300×100, 50 mines: 2.3×10^159 layouts")


@pytest.mark.parametrize("title", ["Solve a position", "Explain a cell"])
def test_the_example_of_the_chapter_is_what_is_printed(tmp_path, monkeypatch, capsys, title: str) -> None:
    section = CHAPTER.read_text(encoding="utf-8").split(f"## {title}", 1)[1].split("\n## ", 1)[0]
    (example,) = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    first, *commands = re.split(r"^\$ ", example, flags=re.MULTILINE)[1:]
    shown, _, text = first.partition("\n")
    assert shown.startswith("cat ")
    monkeypatch.chdir(tmp_path)
    (tmp_path / shown.removeprefix("cat ")).write_text(text, encoding="utf-8")
    assert commands
    for command in commands:
        line, _, expected = command.partition("\n")
        name, *arguments = shlex.split(line)
        assert name == "minesweeper-qt"
        assert program.main(arguments) == 0
        assert capsys.readouterr() == (expected, "")


# -- the picture


def test_the_picture_has_the_chances_the_certain_cells_and_the_best_move(solve, tmp_path) -> None:
    target = tmp_path / "board.svg"
    assert solve(SURE, "--svg", str(target)) == solve(SURE)
    names = [title.text for title in ElementTree.parse(target).getroot().iter("{http://www.w3.org/2000/svg}title")]
    assert len(names) == 15
    for (i, j), chance in mine_probabilities(Position.from_text(SURE)).probability.items():
        name = names[i * 5 + j]
        assert ("certainly safe" in name, "certainly a mine" in name) == (chance == 0, chance == 1)
        assert chance in (0, 1) or name.endswith(f"{percent(chance)} mine")
    best = json.loads(solve(SURE, "--json")[1])["best"]
    assert [name for name in names if "best to open" in name] == [names[best["row"] * 5 + best["column"]]]


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
@pytest.mark.parametrize("command", [("solve", "FILE"), ("explain", "FILE", "0", "0")])
def test_a_picture_that_is_lost_is_an_error_after_the_answer(run_on, tmp_path, command) -> None:
    target = tmp_path / "full.svg"
    target.symlink_to("/dev/full")
    code, output, errors = run_on(SURE, *command, "--svg", str(target))
    assert (code, output) == (1, run_on(SURE, *command)[1])
    assert errors == f"minesweeper-qt: error: {target}: No space left on device\n"


# -- the certificate of a saved game


def record_of(*actions: str, width: int = 5, mines: str = "0,1") -> str:
    """Return the record of a game on a board of one row."""
    head = f"minesweeper-qt record 2\nboard 1 {width} 1\nfirst-click anything\ncascade on\nwin revealed\n"
    return "".join([head, f"mines {mines}\n", *[f"{action}\n" for action in actions]])


def test_the_certificate_of_a_saved_game_is_printed(solve) -> None:
    code, output, errors = solve(record_of("reveal 0 0", "reveal 0 2"), "--certificate")
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "5×1, 1 mine, from (0, 0): solvable without a guess in 2 moves; hardest step: count."
    assert [line.split(". ")[0] for line in lines[1:] if line[0] != " "] == ["1", "2"]
    whole = json.loads(solve(record_of("reveal 0 0"), "--certificate", "--json")[1])
    assert (whole["start"], whole["hardest"], len(whole["moves"])) == ([0, 0], "count", 2)


@pytest.mark.parametrize(
    "content, code, message",
    [
        (record_of(), 1, "FILE: no safe cell of this game was opened, and its board depends on the first one"),
        (record_of("jump 0 0"), 2, "FILE: line 7: no move: 'jump 0 0'; write VERB ROW COLUMN"),
        (SURE, 2, "FILE: line 1: '5x3x3'; expected 'minesweeper-qt record 1'"),
        (b"\xff", 2, "FILE, line 1, column 1: byte 0xff is not UTF-8"),
    ],
)
def test_a_game_without_a_certificate_is_one_sentence(solve, content, code, message) -> None:
    found = solve(content, "--certificate")
    assert found[:2] == (code, "")
    assert found[2].startswith(f"minesweeper-qt: error: {message}")
    assert found[2].count("\n") == 1


def test_where_a_guess_is_needed_two_layouts_of_the_first_such_position_show_it(run_on) -> None:
    saved = record_of("reveal 0 1", width=3, mines="0,0")
    for arguments in (["--certificate", "FILE"], ["--game", "3x1:1,0,u8"]):
        code, output, errors = run_on(saved, "solve", *arguments)
        assert (code, errors) == (1, "")
        name, _, said = output.partition(": this board needs a guess, after 0 moves from (0, 1), at this position:\n")
        assert name.endswith(("board.txt'", "--game '3x1:1,0,u8'"))
        settled = "(0, 0) is not settled: it is a mine in 1 of the 2 layouts that agree with everything seen.\n"
        assert said.startswith(f"3x1x1\nH1H\n{settled}")
    found = json.loads(run_on(b"", "solve", "--json", "--game", "3x1:1,0,u8")[1])
    assert (found["rows"], found["with_mine"], found["without"]) == (["H1H"], [[0, 0]], [[0, 2]])


ALSO_REPORTED = (  # https://github.com/medmunds/puzzles/issues/1
    "49x22:9,12,m5141a7b0615643db1b461184eb1f52ef59a7de6edaea3c5cec7d4f84b8e694d1f4969d86c6b84570d106192ce297d73357451b"
    "54e18c4ab254eb79a4ba876ebdf50f4e00a91f90587b22038679ca036af88871ace4351c3e0472db9bc6421098a6343c1560e5e0e2df9a06cf"
    "070f21ee81d37791a65a89681d88a27fc97d0ef97c8dd5589b2c24"
)


def test_a_board_is_certified_by_its_code_its_game_id_or_its_address(run_on) -> None:
    reported = "9x9:4,4,m00b7d48a3e0231c419200"  # https://github.com/chrisboyle/sgtpuzzles/issues/669
    head = "9×9, 35 mines, from (4, 4): solvable without a guess in 27 moves; hardest step: overlap.\n"
    code = BoardCode(Difficulty.custom(5, 5, 1), 3, (1, 1)).to_text()
    large = "49×22, 220 mines, from (12, 9): solvable without a guess in 436 moves; hardest step: subset.\n"
    for named, expected in (
        (reported, head),
        (f"https://example.org/#{reported}", head),
        (code, "5×5, 1 mine, from"),
        (ALSO_REPORTED, large),
    ):
        result, output, errors = run_on(b"", "solve", "--game", named)
        assert (result, errors) == (0, "")
        assert output.startswith(expected)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--game", "hello"], "--game 'hello': no code has 'O'; allowed are digits, and letters"),
        (["--game", "3x3:zz"], "--game '3x3:zz': '3x3:zz' is no board; allowed are board codes, game IDs such as"),
        (["--game", "3x3:u0"], "--game '3x3:u0': 1 digits are not a board of 3×3: each is for 4 cells"),
        (["--game", "?b=33&m=80"], "--game '?b=33&m=80': without a first cell, from which a certificate begins; allow"),
        (["--game", "4x2:0,0,u18", "FILE"], "allowed are FILE or --game CODE, one of them"),
        (["--game", "4x2:0,0,u18", "--svg", "a.svg"], "--svg does not go with --game; allowed is the one or the other"),
    ],
)
def test_what_is_no_board_is_one_sentence(run_on, arguments, message) -> None:
    code, output, errors = run_on(SURE, "solve", *arguments)
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(f"minesweeper-qt: error: {message}")

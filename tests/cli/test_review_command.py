"""Tests of ``minesweeper-qt review``: what is printed and written of one game and of many, and what can't be read."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.model import MinesweeperError, Record, review
from minesweeper_qt.model.words import chance_dict
from tests.cli.support.lab_program import started
from tests.cli.support.tags import Tags
from tests.stress.support.files import record_text
from tests.stress.support.mutations import mutated

HEAD = "first-click anything\ncascade on\nwin revealed\n"
NEEDLESS = f"minesweeper-qt record 2\nboard 1 4 1\n{HEAD}mines 0,2\nreveal 0 1 at 0.000\nreveal 0 0 at 2.500\n"
WON = f"minesweeper-qt record 2\nboard 1 2 1\n{HEAD}mines 0,1\nreveal 0 0\n"
LOST = WON.replace("reveal 0 0", "reveal 0 1")
FAIR = NEEDLESS.replace("record 2", "record 3").replace("win revealed\n", "win revealed\nguesses fair\n")


@pytest.fixture
def review_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run) -> Callable[..., tuple[int, str, str]]:
    """Return a function that writes texts as a.txt, b.txt and so on, reviews them, and returns code, output, errors."""
    monkeypatch.chdir(tmp_path)

    def review_all(*texts: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
        names = [f"{letter}.txt" for letter, _ in zip("abcdefgh", texts, strict=False)]
        for name, text in zip(names, texts, strict=True):
            Path(name).write_text(text)
        return run("review", *names, *options, "--jobs", "1")

    return review_all


def test_one_game_has_its_result_its_luck_and_what_was_safe(review_texts) -> None:
    assert review_texts(NEEDLESS) == (
        0,
        "4×1, 1 mine: not finished in 0:02.50\n"
        "2 guesses, 1 needless; luck 1 in 3\n"
        "Move 1, (0, 1): forced guess, risk 25 %\n"
        "Move 2, (0, 0): needless guess, risk 50 %\n"
        "  (0, 3) is safe. Level count: the number of mines left.\n",
        "",
    )


def test_many_games_have_a_line_each_and_what_is_damaged_one_on_standard_error(review_texts) -> None:
    code, output, errors = review_texts(WON, LOST, NEEDLESS[:-4], NEEDLESS, "", options=("--csv", "all.csv"))
    assert code == 1
    assert output == (
        "game   result        time     guesses  needless  luck    mistakes  why lost\n"
        "a.txt  won                    1        0         1 in 2  0\n"
        "b.txt  lost                   1        0         1 in 2  0         forced guess\n"
        "d.txt  not finished  0:02.50  2        1         1 in 3  1\n"
        "\n"
        "3 games: 1 not finished, 1 won, 1 lost; guesses 4, needless 1; losses by cause: forced guess 1\n"
    )
    cut, empty = errors.splitlines()
    assert cut.startswith("minesweeper-qt: error: 'c.txt': line 8: 'reveal 0 0 at 2.' has no end of line")
    assert empty.startswith("minesweeper-qt: error: 'e.txt': this is not a game that can be read; allowed are records")
    rows = list(csv.DictReader(Path("all.csv").read_text().splitlines()))
    assert [(row["file"], row["result"], row["luck"], row["cause"]) for row in rows] == [
        *[("a.txt", "won", "0.5", ""), ("b.txt", "lost", "0.5", "forced"), ("d.txt", "playing", "0.375", "")]
    ]


def test_fair_guesses_are_counted_but_are_no_luck(review_texts) -> None:
    assert review_texts(FAIR)[1].splitlines()[1] == "2 guesses, 1 needless; guesses were fair"
    data = json.loads(review_texts(FAIR, options=("--json",))[1])
    assert (data["dealt"], data["guesses"], data["luck"]) == ("fair", 2, None)
    assert review_texts(FAIR, FAIR)[1].splitlines()[1].split() == ["a.txt", "not", "finished", "0:02.50", "2", "1", "1"]


def test_json_has_an_object_per_line_with_the_judged_moves(review_texts) -> None:
    code, output, errors = review_texts(NEEDLESS, "", LOST, options=("--json",))
    assert (code, len(errors.splitlines())) == (1, 1)
    one, other = map(json.loads, output.splitlines())
    assert one["luck"] == {"fraction": "3/8", "decimal": 0.375}
    first, second = one["moves"]
    assert (first["judgement"], first["outline"]) == ("forced, least risk", None)
    assert second["outline"]["text"] == "(0, 3) is safe. Level count: the number of mines left."
    del second["outline"]
    assert second == {
        "move": 2,
        "maker": "You",
        "action": "reveal 0 0",
        "judgement": "missed",
        "risk": {"fraction": "1/2", "decimal": 0.5},
        "least_risk": {"fraction": "0/1", "decimal": 0.0},
        "level": "count",
        "proved": [0, 3],
    }
    assert (other["file"], other["result"], other["cause"]) == ("c.txt", "lost", "forced")


def test_the_page_has_a_board_and_a_proof_of_each_mistake_and_leads_to_them(review_texts) -> None:
    assert review_texts(WON, NEEDLESS, NEEDLESS, options=("--html", "all.html"))[0] == 0
    page = Tags(Path("all.html").read_text())
    assert page.opened.count("svg") == 2
    assert page.text.count("So no mine is left elsewhere, and (0, 3) is safe.") == 2
    assert page.links == ["#game1", "#game2", "#game3"]
    assert {"game1", "game2", "game3"} <= set(page.ids)
    assert not {"script", "link", "img"} & set(page.opened)


def test_no_name_is_taken_for_html(review_texts, capsys) -> None:
    evil = "<script>alert(1)<b>.txt"
    Path(evil).write_text(NEEDLESS)
    assert review_texts(NEEDLESS, options=(evil, "--html", "all.html"))[0] == 0
    page = Tags(Path("all.html").read_text())
    assert page.text.count(evil) == 2
    assert "script" not in page.opened


@pytest.mark.skipif(sys.platform == "win32", reason="no such names on Windows")
def test_a_name_may_have_any_characters(review_texts, capsys) -> None:
    names = ["two\nlines.txt", "\x1b[31m.txt", os.fsdecode(b"\xff.txt")]
    for name in names:
        Path(name).write_text(NEEDLESS)
    code, output, _ = review_texts(WON, options=(*names, "--html", "all.html", "--csv", "all.csv"))
    assert (code, len(output.splitlines())) == (0, 7)
    assert [line.split("  ")[0] for line in output.splitlines()[2:5]] == [
        *("two\\nlines.txt", "\\x1b[31m.txt", "\\xff.txt")
    ]
    games = map(json.loads, review_texts(WON, options=(*names, "--json"))[1].splitlines())
    written = [row["file"] for row in csv.DictReader(Path("all.csv").read_text("utf-8").splitlines(keepends=True))]
    assert [game["file"] for game in games] == written == ["a.txt", *names[:2], "\\xff.txt"]
    assert "\\xff.txt" in Tags(Path("all.html").read_text("utf-8")).text


def test_what_can_not_be_read_or_written(review_texts) -> None:
    Path("folder").mkdir()
    large = f"minesweeper-qt record 2\nboard 200 200 1\n{HEAD}seed 1\n"
    code, output, errors = review_texts(large, options=("folder", "missing.txt"))
    assert (code, output) == (1, "")
    assert errors.splitlines() == [
        "minesweeper-qt: error: 'a.txt': 200×200 are 40,000 cells; allowed are up to 10,000: a larger board would take "
        "minutes",
        "minesweeper-qt: error: 'folder' can't be read: Is a directory",
        "minesweeper-qt: error: 'missing.txt' can't be read: No such file or directory",
    ]


def test_a_page_that_can_not_be_written_is_said(review_texts, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("minesweeper_qt.cli.output.write_whole", fail)
    code, output, errors = review_texts(WON, options=("--html", "all.html"))
    assert (code, errors) == (1, "minesweeper-qt: error: all.html: No space left on device\n")
    assert output.startswith("2×1, 1 mine: won")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "the following arguments are required: FILE"),
        (["a.txt", "--jobs", "0"], "--jobs: 0 is out of range; allowed are 1 to 256"),
        (["a.txt", "--html", "a.txt"], "--html: 'a.txt' does not end in .html; allowed is "),
    ],
)
def test_wrong_input_is_one_line(refused, arguments: list[str], message: str) -> None:
    assert refused("review", *arguments).startswith(message)


@pytest.mark.long
def test_two_hundred_random_games_agree_with_the_review_and_damaged_ones_have_a_line_each(tmp_path, capsys) -> None:
    seed = random.randrange(10**6)
    rng = random.Random(seed)
    texts = [record_text(rng) for _ in range(200)]
    texts += [mutated(rng, rng.choice(texts), rng.choice(texts)) for _ in range(200)]
    files = [tmp_path / f"{number}.txt" for number in range(len(texts))]
    expected, damaged = {}, 0
    for file, data in zip(files, texts, strict=True):
        file.write_bytes(data)
        try:
            record = Record.from_text(data.decode("utf-8-sig", "replace"))
            assert record.height * record.width <= 10_000
        except (MinesweeperError, AssertionError):
            damaged += 1
        else:
            expected[str(file)] = review(record)
    code = program.main(["review", *map(str, files), "--json", "--jobs", "2", "--html", str(tmp_path / "all.html")])
    output, errors = capsys.readouterr()
    found = {game["file"]: game for game in map(json.loads, output.splitlines())}
    assert list(found) == list(expected), f"seed {seed}"
    assert (code, len(errors.splitlines())) == (1, damaged), f"seed {seed}"
    for file, game in found.items():
        right = expected[file]
        judged = [(move["judgement"], move["risk"], move["proved"]) for move in game["moves"]]
        assert judged == [
            (move.judgement.value, chance_dict(move.risk), move.proved and list(move.proved)) for move in right.moves
        ], f"seed {seed}, {file}"
        ended = right.guesses, right.state.value, right.cause and right.cause.value
        assert (game["guesses"], game["result"], game["cause"]) == ended
    Tags((tmp_path / "all.html").read_text())


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_writes_what_is_reviewed(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "a.txt").write_text(NEEDLESS)
    page = tmp_path / "all.html"
    with started("review", *[tmp_path / "a.txt"] * 20_000, "--json", "--jobs", jobs, "--html", page) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        printed, err = process.stdout.read(), process.stderr.read()
        process.wait(60)
    done = len((first + printed).splitlines())
    assert process.returncode == 130, err
    assert err.splitlines()[-1] == f"{done:,} of 20000 files are reviewed"
    assert Tags(page.read_text()).opened.count("svg") == done

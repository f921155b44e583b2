"""What is asked of who left facts out; and the line shown at the end does the same."""

import re
import shlex
import sqlite3

import click
import pytest

from cli.main import run
from cli.terminal import prompts
from ledger import Office
from ledger.laws.profile_loader import load_profile

BY = ("--by", "Ann")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Two boards, a call, a ruling that is appealed, a penalty."""
    file = tmp_path_factory.mktemp("asking") / "evening.db"
    for line in (
        "init",
        "session open t --boards 1-8 --contestants 1-8",
        "result add 1/1 5HE-1 --ns 1 --ew 2",
        "result add 1/2 4SN= --ns 3 --ew 4",
        "result add 2/1 4SN= --ns 1 --ew 2",
        'call add 1/1 "West hesitated" --caller N --stage auction',
        "ruling add 2/1 --result 4SN-1 --offender NS --told-of-appeal",
        'appeal lodge R-0001 --by-side NS --signed N,S --grounds "it was clear"',
        "penalty add 3 10% --law 90B2",
    ):
        assert run(["--db", str(file), *shlex.split(line), "-q"]) == 0
    return file


def copied(evening, folder):
    folder.mkdir()
    with sqlite3.connect(evening) as source, sqlite3.connect(folder / "t.db") as target:
        source.backup(target)
    return folder / "t.db"


@pytest.fixture
def asked(monkeypatch):
    """Answers to what is asked, in turn; what was asked of each is in the list."""

    def answer(*answers, record=True):
        left, before = list(answers), []
        monkeypatch.setattr(prompts, "can_ask", lambda settings: not (settings.yes or settings.no_input))
        monkeypatch.setattr(click, "confirm", lambda text, **_: before.append(text) or record)

        def line(_prompt, typed_before=""):
            before.append(typed_before)
            said = left.pop(0)
            if isinstance(said, type):
                raise said
            return said

        monkeypatch.setattr(prompts, "line", line)
        return left, before

    return answer


def events(file):
    with Office.open(str(file)) as office:
        return [(each.name, each.event) for each in office.log("t")]


_GROUNDS = ("shown", "f2", "Pass, 5H, lead H", "lead H", "", "Berg, Ek", "told")
INTERVIEWS = {
    "a ruling": (
        "ruling add 1/1",
        [
            "c1",
            "over 4S",
            "3",
            "60% 4S=, 40% 4SN-1",
            "60% 4SN=, 40% 4SN-1",
            "?",
            "EW",
            "16B, 61Z",
            "16B",
            "y",
            *_GROUNDS,
        ],
    ),
    "a ruling where the declarer is as at the table": (
        "ruling add 1 --table 1 --law 12B --offender NS",
        ["c2", "no", "slow", "weighted", "60% 5H=, 40% 5H-1", "", "", "", "", ""],
    ),
    "the table result stands": ("ruling add", ["1/2", "slow", "stands", "", "", "n", "", "", "", "not yet"]),
    "average plus": (
        "ruling add 3",
        ["4", "5", "6", "", "stands", "4", "?", "A-/A+", "NS", "", "", "?", "", "", "", ""],
    ),
    "a result": ("result add 5/3", ["5", "6", "4S=", "4SN="]),
    "a result and its place": ("result add", ["5 --yes", "5", "", "99", "5", "6", "-50"]),
    "who sat there": ("result add 5/3 4SN=", ["5", "6"]),
    "not played": ("result not-played 6/2", ["5", "6", "EW", "slow all round"]),
    "a call": ("call add", ["1/2", "-x", "he led first", "director", "play", "14", "3", "16B"]),
    "a call but for its stage": ('call add 1/1 "he revoked" --caller w', ["3", "", "61A3"]),
    "an appeal, half of it typed": (
        "appeal lodge R-0001 --by-side EW --signed E,W",
        ["too lenient", "4SN-2", "20 GBP"],
    ),
    "an appeal": ("appeal lodge", ["R-0009", "r1", "EW", "too lenient", "x", "E,W", "4SN-2", "20 GBP"]),
    "a decision": ("appeal decide A-0001", ["2", "3", "50% 4SN=, 50% 4SN-1", "", "often", "with", "Berg, Ek"]),
    "a decision that upholds": ("appeal decide", ["R-0001", "a1", "upheld", "", "", "", "Berg"]),
    "a penalty": ("penalty add", ["33", "5", "ten", "3MP", "90B2", "late again"]),
    "a warning": ("penalty add 5", ["", "74B2", ""]),
}


@pytest.mark.parametrize("name", INTERVIEWS)
def test_what_was_asked_is_recorded_and_the_line_at_the_end_does_the_same(name, evening, asked, tmp_path, capsys):
    typed, answers = INTERVIEWS[name]
    one, other = copied(evening, tmp_path / "one"), copied(evening, tmp_path / "other")
    left, _ = asked(*answers)
    code = run(["--db", str(one), *shlex.split(typed), *BY])
    printed = capsys.readouterr()
    assert (code, left) == (0, []), printed.err
    assert "Would record" in printed.out
    line = re.search(r"The same in one line: bridge-ledger (.*)", printed.err)[1].replace(str(one), str(other))
    assert run([*shlex.split(line), "--no-input", "--yes"]) == 0, line
    assert events(one) == events(other)
    assert len(events(one)) > len(events(evening))


def test_who_sits_there_by_the_movement_is_not_asked_for(evening, asked, tmp_path, capsys):
    file = copied(evening, tmp_path / "planned")
    assert run(["--db", str(file), "movement", "set", "howell", "--boards-each", "1", "-q", *BY, "--yes"]) == 0
    left, _ = asked("7/1", "4SN=")
    assert run(["--db", str(file), "result", "add", *BY]) == 0, capsys.readouterr().err
    assert not left


def test_the_call_a_ruling_answers_is_asked_for_where_one_is_open(evening, asked, tmp_path, capsys):
    typed, answers = INTERVIEWS["a ruling"]
    asked(*answers)
    assert run(["--db", str(copied(evening, tmp_path / "one")), *shlex.split(typed), *BY]) == 0
    assert "--call C-0001 --facts 'over 4S'" in capsys.readouterr().err


@pytest.mark.parametrize("at", range(16))
def test_an_end_of_input_anywhere_records_nothing(at, evening, asked, tmp_path, capsys):
    typed, answers = INTERVIEWS["a ruling"]
    file = copied(evening, tmp_path / "one")
    asked(*answers[:at], click.Abort)
    assert run(["--db", str(file), *shlex.split(typed), *BY]) == 130
    assert "interrupted; nothing more was recorded" in capsys.readouterr().err
    assert events(file) == events(evening)


def test_a_slip_is_told_and_stands_there_to_be_put_right(evening, asked, tmp_path, capsys):
    _, before = asked("5", "6", "4S=", "4SN=")
    assert run(["--db", str(copied(evening, tmp_path / "one")), "result", "add", "5/3", *BY]) == 0
    assert before == ["", "", "", "4S=", "Record it?"]
    assert "error[no-declarer]" in capsys.readouterr().err


def test_a_number_and_a_yes_are_typed_anew(evening, asked, tmp_path, capsys):
    _, before = asked("", "9", "0", "weighted", "60% 4SN=", "60% 4SN=?", "4SN=", "NS", "", "maybe", "y", *[""] * 4)
    assert run(["--db", str(copied(evening, tmp_path / "one")), "ruling", "add", "1/2", *BY]) == 0
    assert before == [*[""] * 5, "60% 4SN=", *[""] * 9, "Record it?"]
    assert capsys.readouterr().err.count("It stands there to be put right; Ctrl-U empties the line.") == 1


def test_a_question_mark_tells_more_of_what_is_asked(evening, asked, tmp_path, capsys):
    asked("slow", "?", "artificial", "?", "A/A", "?", "", "?", "", "y", "?", "y", "?", "", "?", "", "?", "", "?", "")
    assert run(["--db", str(copied(evening, tmp_path / "one")), "ruling", "add", "1/2", *BY]) == 0
    said = " ".join(capsys.readouterr().err.split())
    for told in ("no result to go by", "First what North-South get", "the director's error", "help laws", "12B1); n:"):
        assert told in said
    assert said.index("What happened?") < said.index("Which score?") < said.index("What did you find?")
    assert "There is no more to say" not in said


def test_no_is_no_mistake_and_nothing_typed_is_lost(evening, asked, tmp_path, capsys):
    file = copied(evening, tmp_path / "one")
    asked("5", "6", "4SN=", record=False)
    assert run(["--db", str(file), "result", "add", "5/3", *BY]) == 0
    said = capsys.readouterr().err
    assert "nothing was recorded" in said
    assert f"The same in one line: bridge-ledger --db {file} result add 5/3 --by Ann --ns 5 --ew 6 4SN=" in said
    assert events(file) == events(evening)


def test_what_stood_before_the_command_is_in_the_one_line_too(evening, asked, tmp_path, capsys):
    file = copied(evening, tmp_path / "one")
    assert run(["--db", str(file), "session", "open", "other", "--boards", "1-2", "-q"]) == 0
    asked("5", "6", "4SN=")
    at = ["--at", "2026-03-05T22:41"]
    assert run(["--db", str(file), "--session", "t", *BY, *at, "result", "add", "5/3"]) == 0
    line = f"bridge-ledger --db {file} --session t result add --by Ann {' '.join(at)} 5/3 --ns 5 --ew 6 4SN="
    assert f"The same in one line: {line}" in capsys.readouterr().err


def test_what_the_office_refuses_is_not_lost_either(evening, asked, tmp_path, capsys):
    asked("", "3", "60% 4SN=, 40% 4SN-1", "EW", "16B", "", "", "", "4S", "", "", "")
    assert run(["--db", str(copied(evening, tmp_path / "one")), "ruling", "add", "2/1", *BY]) == 1
    said = capsys.readouterr().err
    assert "The same in one line" in said
    assert "error[disallowed-outcome]" in said


@pytest.mark.parametrize("silent", ["--no-input", "--yes", "--json"])
@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("ruling add 1/1", "--weighted"),
        ("result add 5/3", "RESULT"),
        ("call add 1/1 x --caller N", "--stage"),
        ("appeal lodge R-0001 --by-side EW", "--grounds"),
        ("appeal decide A-0001", "--upheld"),
        ("penalty add 5", "--warning"),
        ("result not-played 6/2", "--ns"),
    ],
)
def test_nobody_is_asked_who_forbids_it(silent, typed, named, evening, asked, tmp_path, capsys):
    asked()
    assert run(["--db", str(copied(evening, tmp_path / "one")), *shlex.split(typed), silent, *BY]) in (1, 2)
    assert named in capsys.readouterr().err


def test_a_whole_command_line_is_not_asked_about(evening, asked, tmp_path):
    file = copied(evening, tmp_path / "one")
    _, before = asked()
    for line in (
        "result add 5/3 4SN= --ns 5 --ew 6",
        "ruling add 5/3 --result 4SN-1",
        "penalty add 4 10%",
        'call add 1/2 "a revoke" --caller N --stage play',
        "result not-played 6/1 --ns 3 --ew 4",
    ):
        assert run(["--db", str(file), *shlex.split(line), *BY]) == 0
    assert before == []


def test_a_correction_of_the_lead_alone_tells_both_leads(evening, tmp_path, capsys):
    file = str(copied(evening, tmp_path / "one"))
    for lead in ("SA", "HT"):
        assert run(["--db", file, "result", "correct", "1/2", "4SN=", "--lead", lead, *BY]) == 0
    said = capsys.readouterr().out
    assert "4SN=, lead SA instead of none" in said
    assert "4SN=, lead HT instead of SA" in said


def test_a_profile_is_made_choice_by_choice_and_the_line_at_the_end_makes_the_same(asked, tmp_path, capsys):
    one, other = tmp_path / "our.toml", tmp_path / "other" / "our.toml"
    other.parent.mkdir()
    matches = ["y", "", "", "table", "10 15 5", '[[10, "15", "5"], [99, "20", "0"]]', "2", ""]
    penalties = ["y", "", "", "true", '[["late", ["1VP"]]]']
    left, _ = asked("Our club", "", "n", *matches, "", *penalties, "", "")
    assert run(["regulations", "new", str(one), "--from", "wbf", "--set", "total.unit=exact"]) == 0
    printed = capsys.readouterr().err
    assert left == []
    told = " ".join(printed.split())
    for each in ("when unbalanced boards are rounded", "Nobody has verified what it is now", "may be LINES"):
        assert each in told
    line = re.search(r"The same in one line: bridge-ledger (.*)", printed)[1].replace(str(one), str(other))
    assert run([*shlex.split(line), "--no-input"]) == 0, line
    assert one.read_text() == other.read_text()
    made, wbf = load_profile(str(one)), load_profile("wbf")
    assert (made.title, made.total.unit, made.matches.vp, made.matches.half) == (
        "Our club",
        "exact",
        "table",
        "doubled",
    )
    assert made.rulings.skewed
    assert made.penalties.named == (("late", ("1VP",)),)
    assert made.artificial == wbf.artificial
    assert {*wbf.unverified} >= {*made.unverified}

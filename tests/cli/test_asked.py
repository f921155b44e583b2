"""Options that were not typed are asked for at a terminal; the one line that is shown does the same."""

import re
import shlex
import sqlite3
from datetime import datetime

import click
import pytest

from cli.main import run
from cli.terminal import prompts
from ledger.laws.profile_loader import load_profile, read_profile
from ledger.office import Office

BY = ("--by", "Ann")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Two boards, a call, a ruling that is appealed, a penalty."""
    file = tmp_path_factory.mktemp("asked") / "evening.db"
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


@pytest.fixture
def file(evening, tmp_path):
    return copied(evening, tmp_path / "one")


def copied(evening, folder):
    folder.mkdir()
    with sqlite3.connect(evening) as source, sqlite3.connect(folder / "t.db") as target:
        source.backup(target)
    return folder / "t.db"


@pytest.fixture
def asked(monkeypatch):
    """Answers typed at click's prompts, in turn; the questions are in the list that is returned."""

    def answer(*answers, record=True):
        left, questions = list(answers), []
        monkeypatch.setattr(prompts, "can_ask", lambda settings: not (settings.yes or settings.no_input))
        monkeypatch.setattr(click, "confirm", lambda text, **_: questions.append(text) or record)

        def typed(question):
            questions.append(question)
            said = left.pop(0)
            if isinstance(said, type):
                raise said
            return said

        monkeypatch.setattr("click.termui.visible_prompt_func", typed)
        return left, questions

    return answer


def events(file):
    with Office.open(str(file)) as office:
        return [(each.name, each.event) for each in office.log("t")]


RULING = (
    *("c1", "over 4S", "weighted", "60% 4SN=, 50% 4SN-1", "60% 4SN=, 40% 4SN-1", "east-west", "16B", "61Z", ""),
    *("", "y", "shown", "Pass", "5H", "", "lead H", "", "", "Berg", "Ek", "", "notified"),
)
TYPED = {
    "a ruling": ("ruling add 1/1", RULING),
    "a ruling where the declarer is as at the table": (
        "ruling add 1 --table 1 --law 12B --offender NS",
        ["", "slow", "weighted", "60% 5H=, 40% 5H-1", *[""] * 8],
    ),
    "the table result stands": ("ruling add", ["1/2", "", "slow", "STANDS", "none", "", "no", *[""] * 7]),
    "average plus": ("ruling add 1/2", ["", "", "artificial", "A-", "A-/A+", "ns", *[""] * 9]),
    "a result": ("result add 5/3", ["5", "6", "4SN="]),
    "a result and its place": ("result add", ["5 --yes", "five", "5", "5", "6", "-50"]),
    "not played": ("result not-played", ["6/2", "5", "6", "EW", "slow all round"]),
    "a call": ("call add", ["1/2", "--x", "he led first", "judge", "director", "play", "14", "3", "16B", ""]),
    "a call but for its stage": ('call add 1/1 "he revoked" --caller w', ["", "play", "", "61A3", ""]),
    "an appeal, half of it typed": ("appeal lodge R-0001 --by-side EW --signed E,W", ["harsh", "4SN-2", "20 GBP"]),
    "an appeal": ("appeal lodge", ["r1", "EW", "harsh", "x", "E,W", "4SN-2", "20 GBP"]),
    "an appeal of the director": ("appeal lodge r1 --by-side director", ["a new point", "", "", ""]),
    "a decision": (
        "appeal decide A-0001",
        ["varied", "weighted", "50% 4SN=, 50% 4SN-1", "", "often", "with", "Berg, Ek"],
    ),
    "a decision that upholds": ("appeal decide", ["a1", "upheld", "", "", "", "Berg"]),
    "a recommendation": ("appeal decide a1", ["recommended", "look at 16B again", "", "", "", "Berg"]),
    "a penalty": ("penalty add", ["5", "3MP", "90B2", "", "late again"]),
    "a warning": ("penalty add 5", ["0%", "74B2", "", ""]),
}


@pytest.mark.parametrize("name", TYPED)
def test_what_is_answered_is_recorded_and_the_one_line_does_the_same(name, file, evening, asked, tmp_path, capsys):
    typed, answers = TYPED[name]
    other = copied(evening, tmp_path / "other")
    left, questions = asked(*answers)
    code = run(["--db", str(file), *shlex.split(typed), *BY])
    printed = capsys.readouterr()
    assert (code, left) == (0, []), printed.err
    assert "Would record" in printed.out
    assert questions[-1] in ("Record it?", "Decide A-0001 so?")
    line = re.search(r"The same in one line: bridge-ledger (.*)", printed.err)[1].replace(str(file), str(other))
    assert run([*shlex.split(line), "--no-input", "--yes"]) == 0, line
    assert events(file) == events(other)
    assert len(events(file)) > len(events(evening))


def test_an_option_is_asked_for_in_the_words_of_its_help_and_again_after_a_slip(file, asked, capsys):
    _, questions = asked(*RULING)
    assert run(["--db", str(file), "ruling", "add", "1/1", *BY]) == 0
    assert questions[1:4] == [
        "What happened. --facts TEXT: ",
        "Which: result, transfer, weighted, split, artificial, awarded, self-inflicted, claim, stands: ",
        'Weighted: "60% 4SN=, 40% 4SN-1". --weighted WEIGHTING: ',
    ]
    assert questions[3] == questions[4]
    printed = capsys.readouterr()
    assert "  --stands                  The table result stands, infraction or not." in printed.err
    assert "Error: the weights add up to 110%, not 100%" in printed.out + printed.err


@pytest.mark.parametrize("at", range(len(RULING)))
def test_an_end_of_input_anywhere_records_nothing(at, file, evening, asked, capsys):
    asked(*RULING[:at], EOFError)
    assert run(["--db", str(file), "ruling", "add", "1/1", *BY]) == 130
    assert "interrupted; nothing more was recorded" in capsys.readouterr().err
    assert events(file) == events(evening)


def test_no_is_no_mistake_and_nothing_typed_is_lost(file, evening, asked, capsys):
    asked("5", "6", "4SN=", record=False)
    assert run(["--db", str(file), "result", "add", "5/3", *BY]) == 0
    said = capsys.readouterr().err
    assert "nothing was recorded" in said
    assert f"The same in one line: bridge-ledger --db {file} result add 5/3 --by Ann --ns 5 --ew 6 4SN=" in said
    assert events(file) == events(evening)


def test_what_stood_before_the_command_is_in_the_one_line_too(file, asked, capsys):
    assert run(["--db", str(file), "session", "open", "other", "--boards", "1-2", "-q"]) == 0
    asked("5", "6", "4SN=")
    at = ["--at", datetime.now().isoformat()]
    assert run(["--db", str(file), "--session", "t", *BY, *at, "result", "add", "5/3"]) == 0
    line = f"bridge-ledger --db {file} --session t result add --by Ann {' '.join(at)} 5/3 --ns 5 --ew 6 4SN="
    assert f"The same in one line: {line}" in capsys.readouterr().err


def test_what_the_office_refuses_is_not_lost_either(file, asked, capsys):
    asked("", "", "weighted", "60% 4SN=, 40% 4SN-1", "EW", "16B", *[""] * 5, "4S", *[""] * 4)
    assert run(["--db", str(file), "ruling", "add", "2/1", *BY]) == 1
    said = capsys.readouterr().err
    assert said.index("The same in one line") < said.index("error[disallowed-outcome]")


def test_nobody_is_asked_where_there_is_no_session(asked, tmp_path, capsys):
    asked()
    assert run(["--db", str(tmp_path / "none.db"), "ruling", "add", "1/1"]) == 5
    assert "no-database" in capsys.readouterr().err


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
def test_nobody_is_asked_who_forbids_it(silent, typed, named, file, asked, capsys):
    asked()
    assert run(["--db", str(file), *shlex.split(typed), silent, *BY]) in (1, 2)
    assert named in capsys.readouterr().err


def test_a_whole_command_line_is_not_asked_about(file, asked):
    _, questions = asked()
    for line in (
        "result add 5/3 4SN= --ns 5 --ew 6",
        "ruling add 5/3 --result 4SN-1",
        "penalty add 4 10%",
        "penalty add 4 --warning",
        'call add 1/2 "a revoke" --caller N --stage play',
        "result not-played 6/1 --ns 3 --ew 4",
    ):
        assert run(["--db", str(file), *shlex.split(line), *BY]) == 0
    assert questions == []


def test_a_profile_is_asked_for_what_is_otherwise(asked, tmp_path, capsys):
    file = tmp_path / "our.toml"
    left, _ = asked("Our club", "", "total.unit=exact", "penalties.named=[['late', ['1VP']]]".replace("'", '"'), "")
    assert run(["regulations", "new", str(file), "--from", "wbf"]) == 0
    assert left == []
    printed = capsys.readouterr()
    assert (
        f"The same in one line: bridge-ledger regulations new {file} --from wbf --title 'Our club' --set" in printed.err
    )
    made = load_profile(str(file))
    assert (made.title, made.total.unit, made.penalties.named) == ("Our club", "exact", (("late", ("1VP",)),))
    asked()
    assert run(["regulations", "new", str(tmp_path / "other.toml"), "--set", "total.unit=exact"]) == 0


def test_nothing_is_said_of_where_a_table_was_from_that_went(tmp_path):
    file = tmp_path / "our.toml"
    typed = ["regulations", "new", str(file), "--from", "ebu-swiss-pairs", "--set", "matches.pairs=none", "--no-input"]
    assert run(typed) == 0
    assert not load_profile(str(file)).matches.percent_full
    assert "matches.percent_half" in read_profile("ebu-swiss-pairs").sources
    assert "matches.percent_half" not in read_profile(str(file)).sources


def test_a_correction_of_the_lead_alone_tells_both_leads(file, capsys):
    for lead in ("SA", "HT"):
        assert run(["--db", str(file), "result", "correct", "1/2", "4SN=", "--lead", lead, *BY]) == 0
    said = capsys.readouterr().out
    assert "4SN=, lead SA instead of none" in said
    assert "4SN=, lead HT instead of SA" in said

"""Every command: its help, its JSON, and its manners on terminals and pipes."""

import json
import sqlite3
import subprocess
import sys
from fractions import Fraction

import click
import pytest

from cli.desk.commands import QueryCommand, RecordingCommand, WholeLedgerCommand, root
from cli.main import run
from cli.screens.manual import topic_subject, topics
from ledger.scoring.derivation import Rule, follow


def commands(group=root, prefix=()):
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*prefix, name))
        else:
            yield (*prefix, name), found


ALL = dict(commands())


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """The demo's evening, kept."""
    folder = tmp_path_factory.mktemp("demo")
    assert run(["demo", "--keep", str(folder)]) == 0
    return folder / "evening.db"


def call(evening, capsys, *arguments):
    code = run(["--db", str(evening), *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.parametrize("name", ALL, ids=" ".join)
def test_every_command_has_help_with_an_example(name, capsys):
    assert run([*name, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Example" in text
    assert f"bridge-ledger {' '.join(name)}" in text
    if " ".join(name) in topics():
        return  # also a topic, and that is what `help` tells
    assert run(["help", *name]) == 0
    assert " ".join(capsys.readouterr().out.split()).startswith(" ".join(text.split()))


@pytest.mark.parametrize("command", ALL.values(), ids=[" ".join(name) for name in ALL])
def test_every_command_takes_the_common_options(command):
    assert isinstance(command, QueryCommand | WholeLedgerCommand | RecordingCommand)


@pytest.mark.parametrize("topic", topics())
def test_every_topic_has_a_page(topic, capsys):
    assert run(["help", topic]) == 0
    page = capsys.readouterr().out
    assert page.startswith("# ")
    assert topic_subject(topic) in page.partition("\n")[0]
    assert all(len(line) <= 120 for line in page.splitlines())


def test_every_code_is_listed(capsys):
    from ledger.errors import CODES

    assert run(["help", "errors"]) == 0
    text = capsys.readouterr().out
    assert all(code in text for code in CODES)


SCORE = {"exact": str, "text": str}
HEAD = {"schema": str, "session": str, "as_of": int, "digest": str}
SHAPES = {
    ("standings",): HEAD
    | {
        "fields": [
            {
                "direction": (str, type(None)),
                "rows": [{"rank": int, "contestant": str, "score": SCORE, "percent": SCORE, "boards": int}],
            }
        ]
    },
    ("board", "23"): HEAD
    | {
        "board": int,
        "top": SCORE,
        "datum": type(None),
        "results": [
            {
                "table": str,
                "ns": str,
                "ew": str,
                "result": (str, type(None)),
                "ns_score": (int, type(None)),
                "awarded": {"ns": SCORE, "ew": SCORE},
                "ruling": (str, type(None)),
                "events": [int],
            }
        ],
    },
    ("explain", "23/1"): HEAD
    | {"derivation": {"value": SCORE, "text": str, "law": (str, type(None)), "events": [int], "parts": list}},
    ("log",): HEAD
    | {
        "events": [
            {
                "number": int,
                "name": str,
                "occurred_at": str,
                "recorded_at": str,
                "by": str,
                "because": [int],
                "digest": str,
                "body": dict,
            }
        ]
    },
    ("verify",): HEAD | {"ok": bool, "checks": [{"check": str, "ok": bool, "problems": list}]},
    ("diff", "start", "@"): HEAD
    | {
        "ripple": [{"contestant": str, "board": int, "before": (dict, type(None)), "after": (dict, type(None))}],
        "ranks": [{"contestant": str, "before": (int, type(None)), "after": (int, type(None))}],
    },
    ("ruling", "add", "3/3", "--stands", "-n", "--by", "Ahlborn"): HEAD
    | {"recorded": [{"number": int, "name": str}], "case": str, "advice": list, "ripple": list, "ranks": list},
    ("replay",): HEAD | {"events": int, "counts": dict},
    ("show", "R-0001"): HEAD | {"case": str, "events": list},
    ("show", "#5"): HEAD | {"event": dict},
    ("ruling", "list"): HEAD
    | {
        "rulings": [
            {
                "case": str,
                "state": str,
                "in_force": {"case": str, "event": int, "text": str},
                "withdrawn": bool,
                "appeals": list,
            }
        ]
    },
    ("report", "register"): HEAD
    | {
        "now": str,
        "rulings": [
            {"case": str, "state": str, "given_at": str, "by": str, "appeal_until": str, "right_to_appeal": bool}
        ],
    },
    ("report", "docket"): HEAD
    | {
        "now": str,
        "appeals": [
            {
                "case": str,
                "ruling": str,
                "state": str,
                "verdict": str,
                "merit": (str, type(None)),
                "deposit": {"amount": str, "state": str},
            }
        ],
    },
    ("appeal", "list"): HEAD | {"appeals": [{"case": str, "open": bool}]},
    ("call", "list"): HEAD
    | {"calls": [{"case": str, "state": str, "open": bool, "polls": [{"question": str, "sum": str}]}]},
    ("official", "list"): HEAD | {"officials": [{"name": str, "offices": list}]},
    ("stakes", "A-0001", "--cut", "8"): HEAD
    | {
        "case": str,
        "ruling": str,
        "cut": int,
        "decisive": bool,
        "outcomes": [{"outcome": str, "text": str, "ns": SCORE, "ew": SCORE, "ranks": list, "in": list, "out": list}],
    },
    ("show", "A-0001"): HEAD | {"case": str, "story": list, "ruling": str, "state": str, "events": list},
    ("show", "C-0001"): HEAD | {"case": str, "state": str, "events": list},
    ("session", "show"): HEAD | {"regulations": dict, "boards": [int]},
}


def fits(value, shape):
    if isinstance(shape, dict):
        assert isinstance(value, dict)
        for key, part in shape.items():
            assert key in value, key
            fits(value[key], part)
    elif isinstance(shape, list):
        assert isinstance(value, list)
        assert value or shape in ([int],)
        for each in value:
            fits(each, shape[0])
    else:
        assert isinstance(value, shape), (value, shape)


@pytest.mark.parametrize("command", SHAPES, ids=" ".join)
def test_json_is_one_object_of_the_promised_shape(evening, capsys, command):
    code, out, _ = call(evening, capsys, *command, "--json")
    assert code == 0
    assert out.count("\n") == 1
    fits(json.loads(out), SHAPES[command])


ANSWERED = {
    "replay --step": (2, "--step asks at every event, and this is no terminal"),
    "replay --from 5 --json": (2, "--from and --step print a screen"),
    "replay --to 0": (2, "session evening was not yet open then"),
    "session enter": (2, "who is entered?"),
    "session enter 1,2 Ann": (2, "1,2 are several contestants: whose names are these?"),
    "regulations diff abf abf": (0, "abf and abf have the same values"),
    "regulations diff abf acbl --json": (
        0,
        '{"schema": "regulations-diff/1", "a": "abf", "b": "acbl@2017-09-25", "differing": [',
    ),
    "regulations show abf --json": (0, '{"schema": "profile/1", "profile": "abf"'),
    "diff R-0002- R-0002 --plain": (0, "7\t3NS\t5.00\t14.40\n7\t2EW\t19.00\t9.60\n"),
    "replay": (0, ", 1 decision — digest "),
}


@pytest.mark.parametrize("line", ANSWERED)
def test_a_line_has_this_answer(evening, capsys, line):
    code, out, err = call(evening, capsys, *line.split())
    assert code == ANSWERED[line][0], err
    assert ANSWERED[line][1] in out + err


def test_options_are_taken_before_and_after_the_command(evening, capsys):
    before, after = call(evening, capsys, "--json", "standings"), call(evening, capsys, "standings", "--json")
    assert (before[0], before) == (0, after)
    before = call(evening, capsys, "--as-of", "R-0001-", "board", "23")
    assert (before[0], before) == (0, call(evening, capsys, "board", "23", "--as-of", "R-0001-"))


def test_a_kind_of_event_there_is_none_of_is_refused_not_answered_with_nothing(evening, capsys):
    code, out, err = call(evening, capsys, "log", "--type", "result, nonsense")
    assert (code, out) == (2, "")
    assert "no event is called 'nonsense'" in err
    assert "ruling" in err


def test_the_past_is_not_offered_to_what_writes_and_refused_in_words(evening, capsys):
    code, _, err = call(evening, capsys, "result", "add", "1/1", "4SN=", "--as-of", "1")
    assert code == 2
    assert "nothing can be recorded at an earlier moment" in err
    assert run(["result", "add", "--help"]) == 0
    assert "--as-of" not in capsys.readouterr().out


def test_scores_in_json_are_exact(evening, capsys):
    _, out, _ = call(evening, capsys, "board", "23", "--json", "--as-of", "R-0001")
    ruled = next(line for line in json.loads(out)["results"] if line["ruling"])
    assert ruled["awarded"] == {"ns": {"exact": "58/5", "text": "11.60"}, "ew": {"exact": "62/5", "text": "12.40"}}


def test_plain_is_tabs_under_a_heading(evening, capsys):
    _, out, _ = call(evening, capsys, "standings", "--plain")
    rows = [line.split("\t") for line in out.splitlines()]
    assert rows[0] == ["rank", "contestant", "score", "%", "boards", "ruled", "standing"]
    assert all(len(row) == len(rows[0]) for row in rows)


def test_colour_only_where_it_is_wanted(evening, capsys, monkeypatch):
    assert "\x1b" not in call(evening, capsys, "standings")[1]
    assert "\x1b" in call(evening, capsys, "standings", "--color", "always")[1]
    assert "\x1b" not in call(evening, capsys, "standings", "--color", "never")[1]


def test_environment_names_the_database_session_and_official(evening, capsys, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_DB", str(evening))
    monkeypatch.setenv("BRIDGE_LEDGER_SESSION", "evening")
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Someone")
    assert run(["board", "1"]) == 0
    assert run(["session", "show"]) == 0


def test_a_pipe_that_closes_is_no_error(evening):
    done = subprocess.run(
        f"{sys.executable} -c 'from cli.main import main; main()' --db {evening} log -n 400 | head -1",
        shell=True,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("#")


@pytest.mark.parametrize("folder", [".", "new/deep"])
def test_the_demo_is_kept_in_a_folder_that_is_there_or_is_made(folder, tmp_path, monkeypatch):
    played = []
    monkeypatch.setattr("cli.commands.demo._play", played.append)
    assert run(["demo", "--keep", str(tmp_path / folder)]) == 0
    assert played == [tmp_path / folder]
    assert played[0].is_dir()


def test_the_demo_leaves_nothing_behind(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert run(["demo"]) == 0
    said = capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    for figure in (
        "11.60",
        "12.40",
        "artificial A+/A-",
        "split",
        "withdrawn",
        "instead of",
        "derivations",
        "varied to weighted",
        "deposit returned",
        "best 8 of each",
    ):
        assert figure in said
    assert "in every folder" not in said, "its name finds it already"
    assert "--db" not in said, "what is to be typed is told as if one were in its folder"


KINDS = (
    ["--result", "4SN="],
    ["--weighted", "2/3 4SN=, 1/3 4SN-1"],
    ["--split", "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1", "--law", "82C"],
    ["--artificial", "A+/A-"],
    ["--artificial", "60/40", "--unless", "4SN+1"],
    ["--awarded", "20/3"],
    ["--awarded", "20/3", "--field", "out"],
    ["--self-inflicted", "B: 4SN=; C: 4SN-3", "--offender", "EW"],
    ["--claim", "4SN-1"],
    ["--stands"],
)


def adds_up(node):
    """Whether a node's value is what its parts say, by the rule it names."""
    value, parts = Fraction(node["value"]["exact"]), [Fraction(part["value"]["exact"]) for part in node["parts"]]
    rule = Rule(node["rule"])
    if rule not in (Rule.GIVEN, Rule.ROUNDED, Rule.VP_TABLE):
        assert follow(rule, parts) == value, node["text"]
    return all(adds_up(part) for part in node["parts"])


@pytest.mark.parametrize("kind", KINDS, ids=" ".join)
@pytest.mark.parametrize("side", ["NS", "EW"])
def test_explain_json_of_every_kind_of_award_adds_up(evening, capsys, tmp_path, kind, side):
    copy = tmp_path / "evening.db"
    with sqlite3.connect(evening) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    assert run(["--db", str(copy), "ruling", "add", "3/2", *kind, "-q", "--by", "Ahlborn", "--yes"]) == 0
    for table in ("3/2", "3/5"):
        capsys.readouterr()
        assert run(["--db", str(copy), "explain", table, "--side", side, "--json"]) == 0
        assert adds_up(json.loads(capsys.readouterr().out)["derivation"])
    assert run(["--db", str(copy), "explain", "--contestant", f"2{side}", "--json"]) == 0
    assert adds_up(json.loads(capsys.readouterr().out)["derivation"])


def test_the_standing_of_a_tournament_in_parts_is_told_to_programs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for line in (
        "init",
        "session open s --boards 1-2 --contestants 1-4",
        "tournament open t",
        "tournament stage add final",
        "tournament add s --stage final",
        "result add 1/1 4SN= --ns 1 --ew 2",
        "result add 1/2 4SN-1 --ns 3 --ew 4",
    ):
        assert run([*line.split(), "-q"]) == 0
    capsys.readouterr()
    assert run(["tournament", "standings", "--by", "section", "--json"]) == 0
    (stage,) = json.loads(capsys.readouterr().out)["stages"]
    assert stage["by"] == "section"
    (part,) = stage["fields"]
    assert [row["contestant"] for row in part["rows"]] == [row["contestant"] for row in stage["rows"]]
    assert [row["rank"] for row in part["rows"]] == [row["rank"] for row in stage["rows"]]


def test_the_only_tournament_is_meant_where_none_is_named_and_by_no_other_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for line in ("init -q", "tournament open t -q", "tournament show"):
        assert run(line.split()) == 0
    capsys.readouterr()
    assert run(["tournament", "show", "--tournament", "winter"]) == 2
    said = capsys.readouterr().err
    assert "error[no-such-tournament]: there is no tournament winter" in said
    assert "tournaments here: t" in said

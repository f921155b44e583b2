"""A chief director with five sessions of a congress asks the record; and how cases are looked for as it is typed."""

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from cli.main import run
from cli.words.casebook import query_text
from ledger.projections.case_search import CaseFilter, CaseQuery
from ledger.recording import case_archive
from tests.cli.congress_cases import type_congress

QUESTIONS = {
    "all 16B hesitations where the table result was kept": (
        ["--law", "16B", "--subject", "hesitation", "--score", "stands"],
        {"friday R-0001", "saturday R-0001", "winter R-0002"},
    ),
    "which rulings did committees change?": (["--verdict", "changed"], {"saturday R-0001"}),
    "what did Ahlborn rule on misinformation in 2025?": (
        ["--director", "ahlborn", "--subject", "misinformation", "--from", "2025-01-01", "--to", "2025-12-31"],
        {"friday R-0002"},
    ),
    "weighted scores with 65 % or more": (["--weight", "65%"], {"sunday R-0001"}),
    "what was ruled with 70 %, whatever the committee said?": (["--ruled", "weighted", "tempo"], {"saturday R-0001"}),
    "which appeals were without merit?": (["--merit", "without"], {"teams R-0001"}),
    "committees that Nagy led": (["--chairman", "Nagy"], {"teams R-0001"}),
    "committees that Nagy sat on": (["--committee", "Nagy"], {"teams R-0001", "saturday R-0001"}),
    "slow passes of the congress": (["slow pass", "--tournament", "congress"], {"friday R-0001", "sunday R-0001"}),
    "penalties of Sunday for being late": (
        ["--score", "penalty", "--law", "90B1", "--session", "sunday"],
        {"sunday P-0001"},
    ),
    "revokes": (["--subject", "revoke"], {"saturday R-0002"}),
    "everything of the congress with an artificial score": (
        ["--session", "spring", "--score", "artificial"],
        {"sunday R-0002"},
    ),
}


@pytest.fixture(scope="module")
def typed_congress(tmp_path_factory):
    """The congress as it was typed, once; nobody writes there."""
    folder = tmp_path_factory.mktemp("congress")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("BRIDGE_LEDGER_BY", "desk")
        type_congress()
    return folder


@pytest.fixture
def congress(typed_congress, tmp_path, monkeypatch):
    """A copy of it, to be asked and changed; the index is made at the first question."""
    folder = tmp_path / "congress"
    shutil.copytree(typed_congress, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "desk")
    return folder


def answer(capsys, *words):
    capsys.readouterr()
    assert run(["cases", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def named(found):
    return {f"{each['session']} {each['case']}" for each in found["cases"]}


def test_a_chief_director_asks_the_record(congress, capsys):
    answers = {question: named(answer(capsys, *words)) for question, (words, _) in QUESTIONS.items()}
    assert answers == {question: expected for question, (_, expected) in QUESTIONS.items()}


def test_cases_like_another_one_say_why(congress, capsys):
    found = answer(capsys, "--like", "sunday/r1")["cases"]
    assert found[0]["session"] == "teams"
    assert found[0]["like"] == {
        "text": "hesitation; both weighted; weights 65% and 55%",
        "points": 6,
        "because": [
            {"aspect": "subject", "points": 2, "common": "hesitation"},
            {"aspect": "score", "points": 2, "common": "weighted"},
            {"aspect": "weights", "points": 2, "common": "13/20 11/20"},
        ],
    }
    assert [each["like"]["points"] for each in found[1:]] == [5, 5, 5, 5]
    weighted = next(each for each in found if each["session"] == "friday" and each["case"] == "R-0001")
    assert {each["aspect"]: each["common"] for each in weighted["like"]["because"]} == {
        "law": "16B",
        "subject": "hesitation",
    }
    assert "sunday R-0001" not in {f"{each['session']} {each['case']}" for each in found}
    capsys.readouterr()
    assert run(["cases", "--like", "sunday/R-0001", "-n", "1"]) == 0
    printed = capsys.readouterr().out
    assert "the first 1 of 5 cases" in printed
    assert "weights 65% and 55%" in " ".join(printed.split())


def test_a_line_says_where_a_case_is_and_what_to_type(congress, capsys):
    assert run(["cases", "--subject", "revoke"]) == 0
    printed = capsys.readouterr().out
    assert all(
        said in printed for said in ("2025-03-08", "saturday", "R-0002", "1 v 5", "64A1", "assigned 2♠N=", "Berg")
    )
    assert "1 case, of 5 sessions looked through" in printed
    shown = printed[printed.index("`bridge-ledger show") + 1 :].partition("`")[0]
    assert run(shown.split()[1:]) == 0
    assert "a revoke in clubs" in capsys.readouterr().out


def test_words_are_shown_where_they_stand_and_accents_and_endings_do_not_matter(congress, capsys):
    found = answer(capsys, "HESITÀT")["cases"]
    assert [each["excerpt"] for each in found] == ["a hesitation that had no bridge reason"]
    found = answer(capsys, "revok", "club")["cases"]
    assert [each["excerpt"] for each in found] == ["a revoke in clubs"]
    assert answer(capsys, "revoke", "tempo")["cases"] == []


def test_where_one_text_ends_and_another_begins_is_seen(congress, capsys):
    (found,) = answer(capsys, "tempo", "shown")["cases"]
    assert "the tempo was not agreed / no break in tempo was shown" in found["excerpt"]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        (CaseQuery(weights=(Fraction(3, 5), Fraction(1))), "weights from 60% to 100%"),
        (
            CaseQuery(director="Ahlborn", committee="Berg", chairman="Ek"),
            "director Ahlborn; committee with Berg; committee under Ek",
        ),
        (CaseQuery(only=CaseFilter(since="2025-01-02", until="2025-03-04")), "from 2025-01-02; to 2025-03-04"),
        (CaseQuery(appealed=True, session="friday", tournament="spring"), "appealed; spring; friday"),
    ],
)
def test_what_was_looked_for_is_said(query, text):
    assert query_text(query, (), None) == text
    assert query_text(query, ("slow",), ("friday", "R-0001")) == f'"slow"; {text}; like R-0001 of friday'


def test_what_is_typed_steers_no_query(congress, capsys):
    for words in ('"', "a OR b", "text:slow", "NEAR(a b)", "slow*", "-slow"):
        assert run(["cases", "--json", "--", words]) in (0, 2), words
    capsys.readouterr()
    assert run(["cases", "...", "--json"]) == 2
    assert "is no word to look for" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--weight", "much"], 2),
        (["--weight", "1/0"], 2),
        (["--weight", "120%"], 2),
        (["--weight", "75%-60%"], 2),
        (["--like", "friday"], 2),
        (["--like", "friday/R-0099"], 1),
        (["--like", "R-0001"], 2),
        (["--session", "monday"], 2),
        (["--bundles", "nowhere"], 2),
        (["--also", "nowhere.db"], 5),
        (["--law", "95"], 2),
    ],
)
def test_what_cannot_be_looked_for_is_refused(congress, capsys, words, code):
    assert run(["cases", *words]) == code
    assert "hint:" in capsys.readouterr().err


def test_a_word_that_is_none_of_a_few_is_answered_with_all_of_them(congress, capsys):
    assert run(["cases", "--score", "none"]) == 2
    aside = capsys.readouterr().err
    assert all(kind in aside for kind in ("assigned", "weighted", "self-inflicted", "penalty"))


def test_withdrawn_cases_are_found_only_where_they_are_asked_for(congress, capsys):
    assert run(["undo", "R-0002", "--session", "saturday", "--yes", "-q"]) == 0
    assert named(answer(capsys, "--subject", "revoke")) == set()
    assert named(answer(capsys, "--subject", "revoke", "--withdrawn")) == {"saturday R-0002"}


def test_what_was_recorded_since_is_found_and_only_its_session_is_read_again(congress, capsys, monkeypatch):
    answer(capsys)
    read = []
    one = case_archive._indexed
    monkeypatch.setattr(case_archive, "_indexed", lambda stream, *more: read.append(stream.id) or one(stream, *more))
    assert run(["casebook", "subject", "R-0001", "alerting", "--session", "teams", "-q"]) == 0
    assert named(answer(capsys, "--subject", "alerting")) == {"teams R-0001"}
    answer(capsys)
    assert read == ["teams"]
    answer(capsys, "--anew")
    assert sorted(read) == ["friday", "saturday", "spring", "sunday", "teams", "teams", "winter"]


def test_a_comment_is_found_by_its_words(congress, capsys):
    comment = ["casebook", "comment", "R-0001", "Everybody would bid it.", "--commentator", "J. Roe"]
    assert run([*comment, "--session", "friday", "-q"]) == 0
    assert named(answer(capsys, "everybody")) == {"friday R-0001"}
    assert named(answer(capsys, "Roe")) == set()  # who commented is no word of the case


def test_another_ledger_and_a_folder_of_bundles_are_looked_through_too(congress, capsys):
    shutil.copy("bridge-ledger.db", "other.db")
    other = ["--db", "other.db", "--session"]
    assert run([*other, "teams", "export", "teams.zip", "-q"]) == 0
    assert run(["--db", "third.db", "init", "-q"]) == 0
    opened = ["session", "open", "extra", "--boards", "1-2", "--contestants", "1-4", "--date", "2024-05-05"]
    assert run(["--db", "third.db", *opened, "-q"]) == 0
    assert run(["--db", "third.db", "result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2", "-q"]) == 0
    assert run(["--db", "third.db", "ruling", "add", "1/1", "--stands", "--law", "64A1", "-q"]) == 0
    Path("archive").mkdir()
    Path("teams.zip").rename("archive/teams.zip")
    found = answer(capsys, "--subject", "revoke", "--also", "third.db", "--also", "other.db", "--bundles", "archive")
    assert named(found) == {"extra R-0001", "saturday R-0002"}
    assert found["sessions"] == 6
    assert set(found["twice"]) == {"friday", "saturday", "teams", "sunday", "winter"}
    extra = next(each for each in found["cases"] if each["session"] == "extra")
    assert extra["show"] == "bridge-ledger show R-0001 --session extra --db third.db"


def test_bundles_alone_need_no_ledger_and_what_is_none_is_named(congress, capsys, tmp_path, monkeypatch):
    folder = tmp_path / "archive"
    folder.mkdir()
    assert run(["--session", "spring", "export", str(folder / "spring.zip"), "-q"]) == 0
    assert run(["--session", "teams", "export", str(folder / "teams.zip"), "-q"]) == 0
    (folder / "notes.txt").write_text("not one")
    broken = bytearray((folder / "teams.zip").read_bytes())
    broken[len(broken) // 2] ^= 1
    (folder / "broken.zip").write_bytes(broken)
    monkeypatch.chdir(tmp_path)
    found = answer(capsys, "hesitat*", "--bundles", "archive")
    assert found["sessions"] == 4
    assert {(each["what"], each["name"]) for each in found["left_out"]} == {
        ("bundle", "broken.zip"),
        ("file", "notes.txt"),
    }
    found = answer(capsys, "slow pass", "--tournament", "congress", "--bundles", "archive")
    assert named(found) == {"friday R-0001", "sunday R-0001"}
    assert found["cases"][0]["bundle"] == "archive/spring.zip"
    capsys.readouterr()
    assert run(["cases", "--bundles", "archive", "--subject", "revoke"]) == 0
    printed = capsys.readouterr()
    assert "left out: 1 bundle that does not verify, 1 file that is no bundle" in printed.err
    (folder / "broken.zip").unlink()
    (folder / "spring.zip").unlink()
    found = answer(capsys, "--bundles", "archive")
    assert (named(found), found["sessions"]) == ({"teams R-0001", "teams R-0002"}, 1)


def test_a_page_of_them(congress, capsys):
    assert run(["cases", "slow", "--law", "16B", "-o", "found.html", "-q"]) == 0
    page = Path("found.html").read_text()
    for said in ("Cases found", "Law 16B", "Spring congress, Friday pairs", "3 cases, of 5 sessions", "slow pass"):
        assert said in page
    assert run(["cases", "--like", "sunday/R-0001", "-o", "like.html", "--language", "de", "-q"]) == 0
    german = Path("like.html").read_text()
    assert "Gefundene Fälle" in german
    assert "Saturday teams" in german


def test_a_rectified_score_is_looked_for_by_its_kind(congress, capsys):
    assert run(["ruling", "amend", "R-0002", "--transfer", "1", "--session", "saturday", "--by", "Berg"]) == 0
    rows = answer(capsys, "--score", "rectified")["cases"]
    assert [(row["session"], row["case"]) for row in rows] == [("saturday", "R-0002")]

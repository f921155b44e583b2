"""What is held about a person is shown from every session, erased in all or in none, and named once it is too old."""

import json
from pathlib import Path

import pytest

from cli.main import run
from ledger.recording import machine_state


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(request, tmp_path, capsys, monkeypatch):
    """A function that types a command in a ledger with two evenings, and gives its code and what it printed."""
    monkeypatch.chdir(tmp_path)
    url = "ledger.db" if request.param == "sqlite" else request.getfixturevalue("new_database")()

    def typed(*words):
        capsys.readouterr()
        code = run(["--db", url, *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    def done(line, *words):
        code, _, said = typed(*line.split(), *words, "-q", "--yes")
        assert code == 0, said

    if request.param == "sqlite":
        assert typed("init")[0] == 0
    for evening in ("first", "second"):
        done(f"session open {evening} --boards 1-2 --contestants 1-2NS,1-2EW")
        done(f"result add 1/1 4SN= --ns 1 --ew 1 --session {evening}")
    done("person name 1NS 1 --member 77 --session first", "José Nuñez")
    done("person name 2EW 2 --session second", "Nunez, JOSE")
    done("person name 2EW 1 --session second", "Josef Nunez")
    done("call add 1/1 --caller W --stage play --session first", "José Nuñez thought for a minute")
    done("call facts C-0001 --agreed --session first --statement", "W: Nuñez looked at me", "Somebody hesitated")
    done(
        "ruling add 1/1 --result 4SN-1 --offender NS --law 16B --session first --call C-0001 --facts", "jose nunez did"
    )
    typed.done, typed.on_server = done, request.param == "postgresql"
    return typed


def held(desk, *who):
    code, out, _ = desk("person", "show", *who, "--json")
    assert code == 0
    return json.loads(out)


def test_a_name_is_found_in_every_session_however_it_is_written(desk):
    for name in ("josé nuñez", "Nunez Jose", "JOSE  NUN\u0303EZ"):
        found = held(desk, name)
        assert [(each["session"], each["number"], each["field"]) for each in found["held"]] == [
            ("first", 4, "players.1.name"),
            ("first", 4, "players.1.member_number"),
            ("first", 5, "alleged"),
            ("first", 7, "facts"),
            ("second", 4, "players.1.name"),
        ]
        assert [(each["session"], each["field"], each["text"]) for each in found["parts"]] == [
            ("first", "statements.1", "Nuñez looked at me")
        ]
        assert found["similar"] == ["Josef Nunez"]
        assert [(each["session"], each["seats"], each["cases"]) for each in found["remains"]] == [
            ("first", ["1NS seat 1"], ["C-0001", "R-0001"]),
            ("second", ["2EW seat 2"], []),
        ]


def test_by_number_a_namesake_with_another_number_is_somebody_else(desk):
    desk.done("person name 2EW 2 --member 78 --session second", "José Nuñez")
    found = held(desk, "--member", "77")
    assert {(each["session"], each["number"]) for each in found["held"]} == {
        ("first", 4),
        ("first", 5),
        ("first", 7),
        ("second", 4),
    }


@pytest.mark.parametrize(
    ("who", "code", "said"),
    [
        (["Nobody Atall"], 1, "nobody is known as Nobody Atall"),
        (["Jozef Nunes"], 1, "similar names: Josef Nunez"),
        ([], 2, "who is meant?"),
        (["  "], 2, "who is meant?"),
        (["José Nuñez", "--member", "77"], 2, "who is meant?"),
        (["--member", "79"], 1, "nobody is known as number 79"),
    ],
)
@pytest.mark.parametrize("verb", [["show"], ["erase", "--everything", "--yes"]])
def test_who_is_not_held_is_said(desk, verb, who, code, said):
    answer = desk("person", *verb, *who)
    assert answer[0] == code
    assert said in answer[2]


def test_a_part_of_a_name_is_shown_and_never_erased_with_it(desk):
    code, out, _ = desk("person", "show", "nunez")
    assert (code, "nobody is known as nunez" in out, "Nuñez looked at me" in out) == (0, True, True)
    code, _, err = desk("person", "erase", "nunez", "--everything", "--yes")
    assert (code, "nobody is known as nunez" in err) == (1, True)


def test_the_name_goes_alone_or_with_every_text_that_has_it(desk):
    before = held(desk, "José Nuñez")
    code, out, err = desk("person", "erase", "jose nunez", "--everything", "-n")
    assert (code, "Would erase 5 texts" in out, held(desk, "José Nuñez") == before) == (0, True, True)
    code, out, err = desk("person", "erase", "jose nunez", "--yes")
    assert (code, "Erased 2 entries" in out) == (0, True)
    assert "Erasing leaves numbers in first: 1NS seat 1, C-0001, R-0001" in err
    assert "person erase 'jose nunez' --everything" in err
    assert [each["field"] for each in held(desk, "José Nuñez")["held"]] == ["alleged", "facts"]
    code, _, err = desk("person", "erase", "jose nunez", "--yes")
    assert (code, "nobody is known as jose nunez" in err) == (1, True)
    code, out, _ = desk("person", "erase", "jose nunez", "--everything", "--yes")
    assert (code, "Erased 2 texts: #9 of first" in out) == (0, True)
    assert [each["text"] for each in held(desk, "José Nuñez")["parts"]] == ["Nuñez looked at me"]
    code, _, err = desk("person", "erase", "jose nunez", "--everything", "--yes")
    assert (code, "nobody is known as jose nunez" in err) == (1, True)
    assert desk("verify", "--strict")[0] == 0


def test_nothing_is_erased_if_one_session_has_another_chief_director(desk):
    desk.done("official add Ahlborn --as chief-director --session second")
    before = held(desk, "José Nuñez")
    code, _, err = desk("--by", "Berg", "person", "erase", "José Nuñez", "--everything", "--yes")
    assert (code, "error[not-your-office]" in err, held(desk, "José Nuñez") == before) == (1, True, True)
    code, out, _ = desk("--by", "Ahlborn", "person", "erase", "José Nuñez", "--everything", "--yes")
    assert (code, "Erased 5 texts" in out) == (0, True)


def test_officials_authors_and_evidence_are_held_too_and_copies_are_named(desk):
    Path("cards.txt").write_text("4S was bid at 20:15")
    desk.done("call evidence C-0001 cards.txt --session first --what", "cards of José Nuñez")
    desk.done("casebook comment R-0001 --session first --commentator", "José Nuñez", "I only counted")
    desk.done("publish --session first")
    desk.done("official add --as chief-director --session first", "Jose Nunez")
    desk.done("result add 2/1 4SN= --ns 1 --ew 1 --session first --by", "Jose Nunez")
    found = held(desk, "José Nuñez")
    in_first = [(each["field"], bool(each["erasing"])) for each in found["held"] if each["number"] > 7]
    assert sorted(in_first) == [
        ("by", False),
        ("comment", True),
        ("commentator", True),
        ("file", True),
        ("name", False),
        ("what", True),
    ]
    assert found["remains"][0]["copies"] == ["pages of publication #10"]
    code, out, err = desk("--by", "Jose Nunez", "person", "erase", "José Nuñez", "--everything", "--yes")
    assert (code, "Erased 9 texts" in out) == (0, True)
    assert "Erasing leaves in the log: official appointed name (#11 of first), recorded by (#12 of first)" in err
    assert "does not reach: pages of publication #10 of first" in err
    assert desk("call", "evidence", "C-0001", "--session", "first")[1].count("erased") >= 1


# How long


@pytest.fixture
def club(monkeypatch):
    """A club that keeps texts for 30 days."""
    Path("club.toml").write_text('name = "Acol"\nkeep_days = "30"\n')
    monkeypatch.setenv("BRIDGE_LEDGER_CLUB", "club.toml")


def later(monkeypatch, days):
    now = machine_state.now() + days * 86_400_000_000
    for module in ("ledger.recording.machine_state", "ledger.office"):
        monkeypatch.setattr(f"{module}.now", lambda: now, raising=False)


def signs(desk):
    return [each for each in json.loads(desk("doctor", "--json")[1])["signs"] if each["about"] == "texts"]


def test_what_is_older_than_the_office_keeps_it_is_said_and_erased_by_who_asks(desk, club, monkeypatch):
    assert "kept until" in desk("person", "show", "José Nuñez")[1]
    assert "until it is erased" not in desk("person", "show", "José Nuñez")[1]
    assert [each["state"] for each in signs(desk)] == ["ok"]
    code, _, err = desk("text", "erase", "--expired", "--yes")
    assert (code, "no text is older than 30 days" in err) == (1, True)
    later(monkeypatch, 31)
    (sign,) = signs(desk)
    assert (sign["state"], sign["says"]) == ("look", "8 texts in 2 sessions older than 30 days")
    assert "text erase --expired -n" in sign["remedy"]
    assert "Would erase 8 texts" in desk("text", "erase", "--expired", "-n")[1]
    if desk.on_server:  # which refuses an event of another month than its own
        return
    code, out, err = desk("text", "erase", "--expired", "--yes")
    assert (code, "Erased 8 texts" in out) == (0, True), err
    assert [each["state"] for each in signs(desk)] == ["ok"]
    assert "as its time was over" in desk("log", "--session", "first")[1]
    assert desk("person", "show", "José Nuñez")[0] == 1


def test_a_clock_that_was_ahead_for_one_event_hides_no_older_text_behind_it(desk, club, monkeypatch):
    if desk.on_server:  # which refuses an event of another month than its own
        return
    with monkeypatch.context() as wrong:
        later(wrong, 4000)
        desk.done("result add 2/1 4SN= --ns 1 --ew 1 --session first")
    desk.done("call add 2/1 --caller W --stage play --session first", "said after the clock was set right")
    later(monkeypatch, 31)
    assert "said after the clock" in desk("text", "erase", "--expired", "-n")[1]


def test_the_reason_typed_for_what_is_too_old_is_recorded(desk, club, monkeypatch):
    later(monkeypatch, 31)
    if desk.on_server:
        return
    assert desk("text", "erase", "--expired", "--because", "mistaken", "--yes")[0] == 0
    assert "as it never belonged there" in desk("log", "--session", "first")[1]


def test_a_name_is_typed_with_or_without_quotation_marks(desk):
    assert held(desk, "José", "Nuñez") == held(desk, "José Nuñez")
    assert "Would erase 2 entries" in desk("person", "erase", "jose", "nunez", "-n")[1]


def test_a_session_that_is_typed_does_not_widen_to_all(desk, club):
    for line in (["person", "erase", "José Nuñez"], ["text", "erase", "--expired"]):
        code, _, err = desk("--session", "first", *line, "--yes")
        assert (code, "this erases in every session" in err) == (2, True)
    assert len(held(desk, "José Nuñez")["held"]) == 5


def test_what_is_said_to_type_next_finds_the_person_still(desk):
    err = desk("person", "erase", "--member", "77", "--yes")[2]
    assert "Texts that name the person stay: `bridge-ledger" in err
    assert "person show 'José Nuñez'` shows them" in err
    code, _, err = desk("person", "erase", "José Nuñez", "--yes")
    assert (code, "person erase 'José Nuñez' --everything` erases the texts" in err) == (1, True)
    code, _, err = desk("person", "erase", "José Nuñez", "--everything", "--yes")
    assert (code, "--everything" in err) == (0, False)


def test_a_club_file_that_is_not_there_is_named_with_what_names_it(desk, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_CLUB", "nowhere.toml")
    code, _, err = desk("person", "show", "José Nuñez")
    assert (code, "nowhere.toml" in err, "BRIDGE_LEDGER_CLUB" in err) == (2, True, True)


def test_a_number_of_days_needs_no_quotation_marks(desk, club):
    Path("club.toml").write_text("keep_days = 30")
    assert "no text is older than 30 days" in desk("text", "erase", "--expired", "--yes")[2]


def test_without_a_time_nothing_is_too_old(desk):
    assert signs(desk) == []
    code, _, err = desk("text", "erase", "--expired", "--yes")
    assert (code, "keep_days" in err) == (2, True)
    assert desk("text", "erase", "--expired", "5", "--yes")[0] == 2
    assert desk("text", "erase", "--yes")[0] == 2


@pytest.mark.parametrize("days", ["0", "two years", "-1", "123456", "1.5"])
def test_a_time_that_is_no_number_of_days_is_refused(desk, club, days):
    Path("club.toml").write_text(f'keep_days = "{days}"')
    code, _, err = desk("text", "erase", "--expired", "--yes")
    assert (code, f"keep_days '{days}' is no number of days" in err) == (2, True)
    assert [
        (each["state"], "no number of days" in each["says"])
        for each in json.loads(desk("doctor", "--json")[1])["signs"]
        if each["about"] in ("texts", "disk", "sessions")
    ][-2:] == [("ok", False), ("wrong", True)]

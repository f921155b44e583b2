"""Messages name the thing itself: a session without a day, the half of a key, a seal, what a bundle has not."""

import json

import pytest

from ledger.bridge import Seat
from ledger.bridge.result import STRAINS
from ledger.recording import solved_deals


@pytest.fixture
def evening(typed):
    typed("init")
    typed("session open thursday --boards 1-2 --contestants 1-2NS,1-2EW")
    typed("result add 1/1 4SN= --ns 1 --ew 1")
    return typed


@pytest.mark.parametrize("report", ["statistics", "casebook"])
def test_a_session_without_a_day_is_named_where_days_are_asked_for(evening, report):
    said = evening(f"report {report} --since 2026-01-01 -o out.html", 1)
    assert "error[no-cases]: no day is known of thursday, and days are asked for" in said
    assert "leave --since and --until out; `bridge-ledger session open --date DAY` gives a day" in said
    evening("session open friday --boards 1-2 --contestants 1-2NS,1-2EW --date 2025-03-07")
    assert "no session is dated within these days" in evening(
        f"report {report} --since 2026-01-01 -o out.html --of friday", 1
    )


@pytest.mark.parametrize("report", ["statistics", "casebook"])
def test_a_tournament_without_a_session_is_not_asked_for_days(evening, report):
    evening("tournament open spring")
    said = evening(f"report {report} -o out.html --of spring", 1)
    assert "error[no-cases]: the tournament has no session" in said


def test_the_public_half_of_a_key_is_what_is_printed(evening):
    said = evening("seal --new-key ebu.example")
    assert said.startswith("ebu.example+")
    assert "Its public half is the two lines of output, also kept in" in said
    assert "seal.key.pub: give that to everybody." in said
    assert "Its public half is the one line of output" in evening("official new-key ahlborn ahlborn.key")


def test_a_seal_is_introduced_where_the_scores_are_published(evening):
    evening("seal --new-key ebu.example")
    before, _, after = evening("publish --yes").partition("The seal of the log up to here. Give a copy away")
    assert "Recorded #4" in before
    assert "\nebu.example/thursday\n4\n" in after


def test_a_bundle_says_plainly_what_it_has_not(evening):
    assert "session thursday, 3 events, not sealed, no players' names, no texts; digest" in evening("export -o t.zip")
    assert "t.pbn: session thursday as pbn, 1 line, no deals, no players' names" in evening("export t.pbn")


def test_a_pair_entered_late_is_not_said_to_play_from_the_first_board(evening):
    evening("session enter 3NS")
    assert "no sit-out, substitute, withdrawal or the like is recorded" in evening("contestant list")


def test_tricks_at_double_dummy_have_a_name_of_their_own(evening, monkeypatch):
    monkeypatch.setattr(
        solved_deals,
        "double_dummy_tricks",
        lambda deals, _: [{(strain, seat): 7 for strain in STRAINS for seat in Seat} for _ in deals],
    )
    evening('deal add 1 "N:AKQ32.J54.K7.A98 J54.K7.A98.KQJ32 T98.A32.QJT6.T54 76.QT986.5432.76" --yes')
    evening('auction add 1/1 "1S P 4S all pass"')
    shown = json.loads(evening("board 1/1 --deal --tricks --json"))
    assert (shown["double_dummy"]["N"]["S"], shown["tricks"], shown["auction"]) == (7, [], "N: 1S P 4S P P P")
    assert json.loads(evening("board 1/1 --deal --json"))["double_dummy"]  # known from now on

"""What is written for other programs is read again: the same standings, where the format can say them."""

import json
import re
from pathlib import Path

import pytest

from cli.main import run
from ledger.laws import profile_loader
from tests.exchange.round_trips import SMALL, trips
from tests.needs import needs

EVENING = """board,table,ns,ew,contract,declarer,tricks,lead,score
1,1,1NS,1EW,4S,N,10,HK,
1,2,2NS,2EW,4S,S,9,HK,
1,3,3NS,3EW,3S,N,10,,
2,1,1NS,1EW,3NT,E,9,,
2,2,2NS,2EW,3NT,E,10,,
2,3,3NS,3EW,PASS,,,,
3,1,1NS,2EW,5HX,E,10,SA,
3,2,2NS,3EW,4S,N,10,,
3,3,3NS,1EW,4S,N,9,,
4,1,1NS,2EW,,,,,A6040
4,2,2NS,3EW,6C,S,12,,
4,3,3NS,1EW,5C,S,12,,
"""
RULINGS = (
    "3/1 --weighted '60% 4SN=, 40% 4SN-1' --offender EW --law 16B",
    "1/2 --split 'NS: 4SS-1; EW: 4SS=' --offender none --law 82C",
    "4/3 --artificial A+/A- --offender EW",
    "2/1 --result 3NTE+1",
    "1/3 --awarded 1.5/0.5 --field keep",
)


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    import shlex

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")

    def call(line):
        code = run(shlex.split(line))
        printed = capsys.readouterr()
        assert code == 0, f"{line}: {printed.err}"
        return printed.out

    return call


def standings(desk, db):
    fields = json.loads(desk(f"--db {db} standings --json"))["fields"]
    return [
        [(row["rank"], row["contestant"], row["score"], row["percent"]) for row in field["rows"]] for field in fields
    ]


def again(desk, file, db, more=""):
    desk(f"--db {db} init")
    desk(f"--db {db} import {file} {more} --yes")
    return standings(desk, db)


def given(desk, source, *options):
    desk("--db a.db init")
    desk(f"--db a.db import {source} {' '.join(options)} --yes")


@pytest.fixture
def ruled(desk):
    Path("evening.csv").write_text(EVENING)
    given(desk, "evening.csv")
    for ruling in RULINGS:
        desk(f"--db a.db ruling add {ruling}")
    desk('--db a.db person name 1NS 1 "Jane Roe"')
    deal = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
    desk(f'--db a.db deal add 3 "{deal}"')
    return desk


def test_exported_again_it_says_the_same(desk):
    """Reading and writing USEBIO changes no line of it."""
    Path("evening.csv").write_text(EVENING)
    given(desk, "evening.csv")
    desk("--db a.db ruling add 2/1 --result 3NTE+1")
    desk("--db a.db export one.xml")
    assert again(desk, "one.xml", "b.db") == standings(desk, "a.db")
    desk("--db b.db export two.xml")
    one, two = (Path(name).read_text().partition("</EVENT>")[0] for name in ("one.xml", "two.xml"))
    assert one == two


def test_files_are_for_their_owner_alone(ruled):
    ruled("--db a.db export out.xml")
    assert oct(Path("out.xml").stat().st_mode)[-3:] == "600"


def test_what_is_to_stay_at_home_is_not_in_the_file(ruled):
    ruled("--db a.db ruling amend R-0002 --facts 'Jane hesitated' --reason 'too much'")
    ruled("--db a.db export out.xml --without-names --without-texts")
    assert "Jane" not in Path("out.xml").read_text()
    ruled("--db a.db export full.xml")
    assert "Jane Roe" in Path("full.xml").read_text()


@needs("../shared/data")
@pytest.mark.parametrize("name", SMALL)
def test_real_evenings_come_back(desk, name):
    """All the published files: `python -m tests.exchange.round_trips`."""
    differing = [trip for trip in trips(name) if trip.differs]
    assert not differing


def test_swiss_pairs_come_back_from_usebio(desk):
    Path("swiss.csv").write_text(
        "board,round,table,ns,ew,contract,declarer,tricks\n1,1,1,1,2,4S,N,10\n1,1,2,3,4,4S,N,9\n"
        "2,2,1,1,3,3NT,S,9\n2,2,2,4,2,3NT,S,10\n"
    )
    given(desk, "swiss.csv", "--profile ebu-swiss-pairs")
    desk("--db a.db export out.xml")
    assert again(desk, "out.xml", "alone.db") == standings(desk, "a.db")
    assert '<EVENT EVENT_TYPE="SWISS_PAIRS">' in Path("out.xml").read_text()


MANDATORY = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"]
MANDATORY += ["Scoring", "Declarer", "Contract", "Result"]


def test_every_game_of_a_pbn_has_the_fifteen_tags_in_their_order(desk):
    """PBN 2.1, 3.4."""
    for line in ("init", "session open t --boards 1-2", "result add 1/1 4SN= --ns 1 --ew 2", "export out.pbn"):
        desk(f"--db t.db {line}")
    games = [re.findall(r"^\[(\w+) ", game, re.M) for game in Path("out.pbn").read_text().split("\n\n")]
    games = [game for game in games if game]
    assert games
    for game in games:
        assert [tag for tag in game if tag in MANDATORY] == MANDATORY


def test_what_of_teams_a_pbn_does_not_say_is_listed(desk):
    """Names have no seat in a record of a room, and a scale of its own has no name."""
    Path("teams.csv").write_text(
        "board,round,table,ns,ew,contract,declarer,tricks\n1,1,1,1,2,4S,N,10\n1,1,2,2,1,4S,N,9\n"
    )
    shipped = (Path(profile_loader.__file__).parent / "profiles" / "ebu.toml").read_text("utf-8")
    Path("ours.toml").write_text(shipped.replace('vp = "discrete"', 'vp = "continuous"'))
    given(desk, "teams.csv", "--scoring teams", "--profile ours.toml")
    desk('--db a.db person name 1 1 "Jane Roe"')
    told = desk("--db a.db export out.pbn")
    assert "no players' names" in told
    assert "the names of 1 contestant\n" in told
    assert "the regulations and their scale of victory points" in told
    assert "names of 1 contestant" in desk("--db a.db export out.xml")

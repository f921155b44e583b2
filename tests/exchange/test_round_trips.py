"""What is written for other programs is read again: the same standings, with the companion and without it."""

import json
import re
from pathlib import Path

import pytest

from cli.main import run
from ledger import Misuse, Office
from ledger.exchange.given_out import GivenOut
from ledger.exchange.writing import give_out
from ledger.laws import profile_loader
from ledger.store import own_files
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


@pytest.mark.parametrize("ending", ["xml", "csv", "pbn", "json"])
def test_rulings_come_back_as_they_were_given(ruled, ending):
    ruled(f"--db a.db export out.{ending}")
    assert again(ruled, f"out.{ending}", "b.db") == standings(ruled, "a.db")
    given = [said(ruled, db) for db in ("a.db", "b.db")]
    assert given[0] == given[1]
    assert len(given[0]) == 6


def said(desk, db):
    """What was ruled, in any order."""
    bodies = [event["body"] for event in json.loads(desk(f"--db {db} log --type ruling --json"))["events"]]
    return sorted(str((body["board"], body["ns"], body["adjustment"], body.get("offender"))) for body in bodies)


def test_exported_again_it_says_the_same(ruled):
    """Reading and writing USEBIO changes no line of it."""
    ruled("--db a.db export one.xml")
    again(ruled, "one.xml", "b.db")
    ruled("--db b.db export two.xml")
    one, two = (Path(name).read_text().partition("</EVENT>")[0] for name in ("one.xml", "two.xml"))
    assert one == two


def test_a_companion_of_another_file_is_not_taken(ruled):
    ruled("--db a.db export out.csv")
    Path("out.csv").write_text(EVENING)
    again(ruled, "out.csv", "b.db")
    assert json.loads(ruled("--db b.db ruling list --json"))["rulings"][0]["case"] == "R-0001"
    assert len(json.loads(ruled("--db b.db ruling list --json"))["rulings"]) == 1


def test_files_are_for_their_owner_alone(ruled):
    ruled("--db a.db export out.xml")
    assert [oct(Path(name).stat().st_mode)[-3:] for name in ("out.xml", "out.xml.json")] == ["600", "600"]


def test_what_is_to_stay_at_home_is_in_neither_file(ruled):
    ruled("--db a.db ruling amend R-0002 --facts 'Jane hesitated' --reason 'too much'")
    ruled("--db a.db export out.xml --without-names --without-texts")
    written = Path("out.xml").read_text() + Path("out.xml.json").read_text()
    assert "Jane" not in written
    ruled("--db a.db export full.xml")
    assert "Jane hesitated" in Path("full.xml.json").read_text()
    assert "Jane Roe" in Path("full.xml").read_text()


@pytest.mark.parametrize("ending", ["xml", "pbn"])
def test_a_file_without_its_companion_says_what_is_missing(ruled, ending):
    ruled("--db a.db penalty add 2EW 10% --law 90B2")
    ruled(f"--db a.db export out.{ending}")
    Path(f"out.{ending}.json").unlink()
    ruled("--db b.db init")
    told = ruled(f"--db b.db import out.{ending} --yes -v")
    assert f"companion out.{ending}.json: it is not beside out.{ending}" in told
    assert "only it has 4 rulings and 1 penalty of the session" in told
    assert "another method" not in told
    assert "other regulations" not in told


def test_a_file_that_says_all_has_no_mark(desk):
    Path("evening.csv").write_text(EVENING)
    given(desk, "evening.csv")
    desk("--db a.db export out.xml")
    assert "only in the companion" not in Path("out.xml").read_text()


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, OSError])
def test_both_files_are_there_or_neither(ruled, monkeypatch, trouble):
    """Whatever comes between the two names: nothing is left that bars the next export."""
    moved = []

    def move(part, path):
        if moved:
            raise trouble
        moved.append(path)
        rename(part, path)

    rename = own_files.os.replace
    out, path = GivenOut(Office.open("a.db", by="scorer").scoreboard("evening")), Path("out.xml")
    monkeypatch.setattr(own_files.os, "replace", move)
    with pytest.raises((KeyboardInterrupt, Misuse)):
        give_out(out, path, "usebio")
    monkeypatch.setattr(own_files.os, "replace", rename)
    assert not list(Path().glob("out.xml*"))
    give_out(out, path, "usebio")
    assert sorted(Path().glob("out.xml*")) == [path, Path("out.xml.json")]


@needs("../shared/data")
@pytest.mark.parametrize("name", SMALL)
def test_real_evenings_come_back(desk, name):
    """Also from the file alone; all the published files: `python -m tests.exchange.round_trips`."""
    differing = [trip for trip in trips(name) if trip.differs]
    assert not differing


def test_swiss_pairs_come_back_from_usebio_alone(desk):
    Path("swiss.csv").write_text(
        "board,round,table,ns,ew,contract,declarer,tricks\n1,1,1,1,2,4S,N,10\n1,1,2,3,4,4S,N,9\n"
        "2,2,1,1,3,3NT,S,9\n2,2,2,4,2,3NT,S,10\n"
    )
    given(desk, "swiss.csv", "--profile ebu-swiss-pairs")
    desk("--db a.db export out.xml")
    Path("out.xml.json").unlink()
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
    assert "no names" in told
    assert "the names of 1 contestant:" in told
    assert "the regulations and their scale of victory points" in told
    assert "names of 1 contestant" in desk("--db a.db export out.xml")

"""Real evenings against the standings that were published, where their files are at hand."""

import csv
import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from cli.main import run
from tests.needs import SHARED, needs

pytestmark = needs("../shared/data")


@pytest.fixture
def ledger(tmp_path, capsys):
    def call(*arguments):
        code = run(["--db", str(tmp_path / "l.db"), *map(str, arguments)])
        printed = capsys.readouterr()
        assert code == 0, printed.err
        return printed.out

    call("init")
    return call


def standings(ledger, *arguments):
    fields = json.loads(ledger("standings", *arguments, "--json"))["fields"]
    return {
        row["contestant"]: (row["score"]["text"], row["percent"]["text"], row["rank"])
        for field in fields
        for row in field["rows"]
    }


def published(path):
    pairs = ET.parse(path).getroot().find("EVENT").iter("PAIR")
    return {
        pair.findtext("PAIR_NUMBER"): (
            re.sub(r"^(\d+)$", r"\1.00", pair.findtext("TOTAL_SCORE")),
            pair.findtext("PERCENTAGE"),
            int(pair.findtext("PLACE")),
        )
        for pair in pairs
    }


@pytest.mark.parametrize("name", ["mp_pairs_howell", "event_3228_as_played", "event_3228_after_rulings"])
def test_published_standings_to_the_letter(ledger, name):
    path = SHARED / "usebio" / f"{name}.xml"
    ledger("import", path)
    assert standings(ledger) == published(path)
    ledger("verify", "--strict")


def test_the_same_evening_published_again_is_a_few_rulings(ledger):
    """Importing the second publication over the first records what its office had changed, and nothing else."""
    before, after = (SHARED / "usebio" / f"event_3228_{state}.xml" for state in ("as_played", "after_rulings"))
    ledger("import", before)
    said = json.loads(ledger("import", after, "--json"))
    assert (said["events"], said["rulings"], said["results"], said["notes"]) == (5, 5, 0, [])
    assert standings(ledger) == published(after)
    assert standings(ledger, "--as-of", "R-0001-") == published(before)
    ledger("import", before)
    assert standings(ledger) == published(before)
    assert json.loads(ledger("import", before, "--json"))["events"] == 0


def test_an_acblscore_game(ledger):
    ledger("import", SHARED / "csv" / "club_howell_half_scale.csv", "--profile", "acblscore")
    theirs = {
        row["contestant"]: (row["score"], row["percent"])
        for row in csv.DictReader((SHARED / "csv" / "club_howell_half_scale.standings.csv").read_text().splitlines())
    }
    assert {contestant: row[:2] for contestant, row in standings(ledger).items()} == theirs


def test_the_first_session_of_an_event(ledger, tmp_path):
    """Two more are to come. Its 44 totals are the event's; one place is not ours: two are equal, the file splits them.

    A later session that prints the event's totals beside its own is a session like any other, whatever is missing.
    """
    path = SHARED / "pbn" / "magic_contest_session1.pbn"
    ledger("import", path, "--session", "first")
    ledger("tournament", "open", "finale")
    ledger("tournament", "stage", "add", "finale", "--adds", "matchpoints")
    ledger("tournament", "add", "first", "--stage", "finale")
    ledger("session", "open", "second", "--boards", "1-30", "--contestants", "1-44")
    ledger("tournament", "add", "second", "--stage", "finale")
    said = json.loads(ledger("tournament", "compare", path, "--json"))
    assert said["figures"] == {"total": 44, "place": 44}
    assert [each["kind"] for each in said["differing"]] == ["place"]

    later = tmp_path / "later.pbn"
    later.write_bytes(_with_totals_of_the_event(path.read_bytes()))
    said = json.loads(ledger("import", later, "--session", "fifth", "--json"))
    assert said["compared"]["figures"] == {"total": 44, "percentage": 44, "line": 660}
    assert not said["compared"]["differing"]
    ledger("tournament", "add", "fifth", "--stage", "finale", "--sitting", "5")
    said = json.loads(ledger("tournament", "compare", later, "--json"))
    differing = {(each["where"], each["kind"]): (each["printed"], each["ours"]) for each in said["differing"]}
    assert differing["7", "total"] == ("1971.2", "1542.4")  # 771.2 and 1,200; 771.2 twice
    assert "sitting 2, 3, 4\nthe file's totals are of 144 boards, ours of 60" in ledger("tournament", "compare", later)


def _with_totals_of_the_event(data):
    """The file as it might be of a fifth session: with 1,200 more in its totals, and the session's own beside them."""
    data = data.replace(b"TotalPercentage\\5R;", b"TotalPercentage\\5R;SessionScoreMP\\5R;SessionPercentage\\5R;")

    def both(found):
        total = f"{Fraction(found[2].decode()) * 10 + 12000}"
        return b"%s%s.%s 50.00 %s %s%s144 " % (
            found[1],
            total[:-1].encode(),
            total[-1:].encode(),
            found[2],
            found[3],
            found[4],
        )

    line = rb'(?m)^( *\d+ +\d+ +\d+ "[EN]-[WS]" )(\d+\.\d) (\d\d\.\d\d)(.*" +)30 '
    return re.sub(line, both, data)


def test_the_running_imps_of_a_match_of_160_boards(ledger):
    """What the file's commentary says after every board: 0 – 1 after the first, 385 – 397 after the last."""
    path = SHARED / "pbn" / "robots_160_boards.pbn"
    told = re.findall(r"<b>BEN:</b> (\d+) — <b>WBridge5: </b>(\d+)", path.read_text())
    ledger("import", path)
    lines = json.loads(ledger("scorecard", "BENCAM22", "--json"))["lines"]
    won = {line["board"]: int(line["earned"]["exact"]) for line in lines if line["earned"]}
    ours, theirs, running = 0, 0, []
    for board in range(1, 161):
        ours, theirs = ours + max(won[board], 0), theirs + max(-won[board], 0)
        running.append((str(ours), str(theirs)))
    assert running == told
    assert running[-1] == ("385", "397")

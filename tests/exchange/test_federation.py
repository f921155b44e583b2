"""The file for a federation: USEBIO 1.2 as its description has it, whose it is, and the same standings read again."""

import json
import shlex
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from cli.main import run
from tests.needs import SHARED, needs, require

DTD = Path(__file__).parent / "usebio_1_2.dtd"

WANTED = (
    "EVENT_IDENTIFIER",
    "EVENT_DESCRIPTION",
    "PROGRAM_NAME",
    "PROGRAM_VERSION",
    "SESSION_COUNT",
    "MPS_AWARDED_FLAG",
)

CLUB = 'name = "Acol & Sons"\nnumber = "4680"\nevent = "EV-3228"\ncharge = "10"\nscale = "Club"\n'

MITCHELL = """
session open it --title "Thursday" --date 2026-03-05 --winners 2 --boards 1-2 --contestants 1-2NS,1-2EW
person name 1NS 1 "Zoë <b>" --member 900001
person name 1NS 2 "Bob Bell" --member 900002
result add 1/1 4SN= --ns 1NS --ew 1EW --lead HA
result add 1/2 4SN-1 --ns 2NS --ew 2EW
result add 2/1 PASS --ns 1NS --ew 2EW
result add 2/2 3NTE+1 --ns 2NS --ew 1EW
deal add 1 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
ruling add 1/2 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B
"""
HOWELL = """
session open it --scoring {scoring} --boards 1-2 --contestants 1-4
result add 1/1 4SN= --ns 1 --ew 2
result add 1/2 4SN-1 --ns 3 --ew 4
result add 2/1 3NTE+1 --ns 1 --ew 3
result add 2/2 3NTE= --ns 2 --ew 4
ruling add 2/2 --artificial 60/40
"""
SWITCHED = MITCHELL.replace("--boards 1-2", "--boards 1-3") + "result add 3/1 4SN= --ns 1EW --ew 2NS --switched\n"
SECTIONS = """
session open it --boards 1 --contestants A1,A2,B1,B2
result add 1 4SN= --table 1 --ns A1 --ew A2
result add 1 4SN-1 --table 2 --ns B1 --ew B2
"""
INDIVIDUAL = """
session open it --boards 1 --contestants 1-8
result add 1/1 4SN= --ns 1+2 --ew 3+4
result add 1/2 4SN-1 --ns 5+6 --ew 7+8
"""
TEAMS = """
session open it --scoring {scoring} --boards 1-2 --contestants "Norway,Malta"
person add Norway "Ann Ek" "Bo Ek" "Cy Ek" "Di Ek"
result add 1 4SN= --table 1a --ns Norway --ew Malta --round 1
result add 1 4SN-1 --table 1b --ns Malta --ew Norway --round 1
result add 2 3NTE= --table 1a --ns Norway --ew Malta --round 1
result add 2 3NTE= --table 1b --ns Malta --ew Norway --round 1
"""
SWISS_PAIRS = """
session open it --profile ebu-swiss-pairs --boards 1-2 --contestants 1-4
result add 1/1 4SN= --ns 1 --ew 2 --round 1
result add 1/2 4SN-1 --ns 3 --ew 4 --round 1
result add 2/1 3NTE= --ns 1 --ew 2 --round 1
result add 2/2 3NTE+1 --ns 3 --ew 4 --round 1
"""
KINDS = {
    "mitchell": MITCHELL,
    "switched": SWITCHED,
    "howell": HOWELL.format(scoring="matchpoints"),
    "butler": HOWELL.format(scoring="butler"),
    "cross-imps": HOWELL.format(scoring="cross-imps"),
    "sections": SECTIONS,
    "individual": INDIVIDUAL,
    "teams": TEAMS.format(scoring="teams"),
    "knockout": TEAMS.format(scoring="knockout").replace(" --round 1", ""),
    "board-a-match": TEAMS.format(scoring="board-a-match"),
    "swiss pairs": SWISS_PAIRS,
}
CONGRESS = """
tournament open spring --title "Spring <congress>"
tournament stage add qualifying
session open friday --title "Friday night" --boards 1-2 --contestants 1-4
result add 1/1 4SN= --ns 1 --ew 2
result add 1/2 4SN-1 --ns 3 --ew 4
result add 2/1 3NTN= --ns 1 --ew 3
result add 2/2 3NTN+1 --ns 2 --ew 4
tournament add friday --stage qualifying
"""


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """Type lines at the desk of an empty folder; the last one's output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "scorer")
    Path("club.toml").write_text(CLUB)

    def type_(text, code=0):
        for line in filter(None, text.splitlines()):
            capsys.readouterr()
            assert run(["--yes", *shlex.split(line)]) == code, (line, capsys.readouterr().err)
        return capsys.readouterr()

    type_("init")
    return type_


def require_valid(path: Path) -> None:
    """By the DTD, and with what all the programs write that federations take."""
    require("lxml")
    from lxml import etree

    dtd = etree.DTD(str(DTD))
    document = etree.parse(str(path), etree.XMLParser(load_dtd=False, no_network=True, resolve_entities=False))
    assert dtd.validate(document), list(dtd.error_log)[:3]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_valid_and_says_what_is_wanted(kind, typed):
    typed(KINDS[kind] + "export it.xml --club club.toml")
    require_valid(Path("it.xml"))
    root = fromstring(Path("it.xml").read_text())
    assert (root.findtext("CLUB/CLUB_NAME"), root.findtext("CLUB/CLUB_ID_NUMBER")) == ("Acol & Sons", "4680")
    event = root.find("EVENT")
    assert [tag for tag in WANTED if not event.findtext(tag)] == []
    assert (event.findtext("EVENT_IDENTIFIER"), event.findtext("P2P_CHARGE_RATE")) == ("EV-3228", "10")
    assert (event.findtext("MASTER_POINT_SCALE"), event.findtext("MPS_AWARDED_FLAG")) == ("Club", "N")


def test_a_pair_is_called_by_its_number_its_players_by_those_of_their_membership(typed):
    typed(MITCHELL + "export it.xml")
    root = fromstring(Path("it.xml").read_text())
    pairs = [(each.findtext("PAIR_NUMBER"), each.findtext("DIRECTION")) for each in root.iter("PAIR")]
    assert sorted(pairs) == [("1", "EW"), ("1", "NS"), ("2", "EW"), ("2", "NS")]
    lines = [line.findtext(tag) for line in root.iter("TRAVELLER_LINE") for tag in ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")]
    assert all(number.isdigit() for number in lines)
    members = {each.findtext("PLAYER_NAME"): each.findtext("NATIONAL_ID_NUMBER") for each in root.iter("PLAYER")}
    assert members == {"Zoë <b>": "900001", "Bob Bell": "900002"}


def test_where_somebody_sat_the_other_way_the_direction_stays_with_the_number(typed):
    typed(SWITCHED + "export it.xml")
    root = fromstring(Path("it.xml").read_text())
    assert {each.findtext("PAIR_NUMBER") for each in root.iter("PAIR")} == {"1NS", "2NS", "1EW", "2EW"}


def test_a_team_s_players_are_in_pairs_of_two(typed):
    typed(KINDS["teams"] + "export it.xml")
    team = next(
        each for each in fromstring(Path("it.xml").read_text()).iter("TEAM") if each.get("TEAM_NAME") == "Norway"
    )
    pairs = [
        (each.findtext("PAIR_NUMBER"), [who.text for who in each.iter("PLAYER_NAME")]) for each in team.iter("PAIR")
    ]
    assert pairs == [("2-1-2", ["Ann Ek", "Bo Ek"]), ("2-3-4", ["Cy Ek", "Di Ek"])]


WEIGHTED = {"mitchell", "switched"}
"""What the file has of a weighted score is what it was worth, not what it was made of."""


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in WEIGHTED])
def test_read_again_the_standings_are_the_same(kind, typed):
    typed(KINDS[kind] + "export it.xml --club club.toml")
    there = json.loads(typed("standings --json").out)["fields"]
    typed("--db other.db init\n--db other.db import it.xml")
    again = json.loads(typed("--db other.db standings --json").out)["fields"]

    def rows(fields):
        return [[(row["rank"], row["contestant"], row["score"]) for row in field["rows"]] for field in fields]

    assert rows(again) == rows(there)


def test_a_session_of_a_tournament_is_given_out_with_the_event_s_name(typed):
    typed(CONGRESS)
    typed("export friday.xml --session friday --event SPRING/26")
    require_valid(Path("friday.xml"))
    event = fromstring(Path("friday.xml").read_text()).find("EVENT")
    assert event.findtext("EVENT_DESCRIPTION") == "Spring <congress>"
    assert event.findtext("TITLE") == "Friday night"
    assert event.findtext("EVENT_IDENTIFIER") == "SPRING/26"
    typed("--db other.db init\n--db other.db import friday.xml")
    assert "Friday night" in typed("--db other.db session list").out


def test_a_tournament_is_refused_and_the_way_is_told(typed):
    typed(CONGRESS)
    said = typed("export spring.xml --session spring", 1).err
    assert "spring is a tournament" in said
    assert "export friday.xml --session friday" in said
    assert not Path("spring.xml").exists()


@pytest.mark.parametrize("code", ["a b", "<x>", "x" * 41, "-3228"])
def test_a_code_that_is_none_is_refused(code, typed):
    typed(KINDS["howell"])
    said = typed(f"export it.xml --event={shlex.quote(code)}", 2).err
    assert "is no code of an event" in said
    assert not Path("it.xml").exists()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('number = "46 80"', "number '46 80' is no number of a club"),
        ('event = "3 228"', "event '3 228' is no code of an event"),
        ('charge = "ten"', "charge 'ten' is no charge"),
    ],
)
def test_what_a_federation_could_not_read_is_refused(line, why, typed):
    Path("club.toml").write_text(f"{line}\n")
    typed(KINDS["howell"])
    assert why in typed("export it.xml --club club.toml", 2).err


@needs("../shared/data", "lxml")
@pytest.mark.parametrize("path", sorted(SHARED.glob("usebio/*.xml")), ids=lambda path: path.stem)
def test_the_description_fits_what_others_write(path):
    """Files that say they are 1.2; what one of 1.0 has beside is not in it."""
    root = fromstring(path.read_bytes())
    if root.get("Version") == "1.2":
        require_valid(path)
    else:
        assert root.get("Version") in ("1.0", "1.1")


@needs("../shared/data", "lxml")
@pytest.mark.parametrize("name", ["teams_vp", "cross_imp_howell", "individual"])
def test_a_real_evening_given_out_again_is_valid(name, typed):
    typed(f"import {SHARED / 'usebio' / f'{name}.xml'} --skip-bad\nexport again.xml")
    require_valid(Path("again.xml"))

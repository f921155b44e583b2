"""Whole evenings, from the movement that is told to the scores that are published: as if they came by a file."""

import csv
import shutil
from pathlib import Path
from random import Random

import pytest

import cli
from cli.main import run
from ledger.exchange.bridgemate.access import device_tables, number, text
from ledger.exchange.bridgemate.told import DevicePlan, result_messages
from ledger.office import Office
from tests.devices.killing import Early, Killed
from tests.needs import SHARED, needs

STRAINS = {"C": 1, "D": 2, "H": 3, "S": 4, "NT": 5}
AVERAGES = {"40%-60%": -3, "60%-60%": -9}


def said_by(row):
    """A row of a real file, as a table types it."""
    at = {"section_letters": "A", "table_number": number(row, "Table"), "round_number": number(row, "Round")}
    pairs = {"pair_north_south": number(row, "PairNS"), "pair_east_west": number(row, "PairEW")}
    usual = {**at, **pairs, "board_number": number(row, "Board"), "declaring_pair": pairs["pair_north_south"]}
    if remark := text(row, "Remarks"):
        return {**usual, "level": AVERAGES[remark]}
    contract = text(row, "Contract").upper().split()
    if contract == ["PASS"]:
        return usual
    level, strain, *doubled = contract
    over = text(row, "Result")
    seat = text(row, "NS/EW")
    return {
        **usual,
        "declaring_pair": pairs["pair_north_south" if seat in "NS" else "pair_east_west"],
        "declarer_direction": 1 + "NESW".index(seat),
        "level": int(level),
        "denomination": STRAINS[strain],
        "stake": {"X": 1, "XX": 2}.get("".join(doubled), 0),
        "total_tricks": int(level) + 6 + (0 if over == "=" else int(over)),
    }


def figures(evening, session):
    """The standings that are out, as far as two sessions may have the same: names and events are each one's own."""
    assert evening.type("publish", "--session", session, "--yes") == 0, evening.said
    fields = evening.of_json("standings", "--session", session)["fields"]
    same = ("rank", "contestant", "score", "percent", "boards", "standing")
    return [(each["direction"], [[row[name] for name in same] for row in each["rows"]]) for each in fields]


@needs("../shared/data")
@pytest.mark.parametrize(
    ("name", "opening"),
    [
        ("session_11_tables_2026.bws", ("--boards", "1-33", "--winners", "2", "--date", "2026-01-19")),
        ("session_12_tables.bws", ("--boards", "1-24", "--date", "2005-05-09")),
    ],
)
def test_a_real_evening_whose_followers_are_killed_comes_to_what_its_file_comes_to(evening, name, opening):
    shutil.copy(SHARED / "bws" / name, "real.bws")
    assert run(["session", "open", "thursday", *opening]) == 0
    assert evening.type("movement", "set", "--from", "real.bws", "--yes", "--session", "thursday") == 0, evening.said
    assert evening.type("devices", "start") == 0, evening.said
    rows = device_tables("real.bws", Path("real.bws").read_bytes())["ReceivedData"]
    chance, killed = Random(11), 0
    for first in range(0, len(rows), 40):
        for row in rows[first : first + 40]:
            evening.stand_in.enters(evening.guid, **said_by(row))
        until = evening.wire.at + chance.randint(1, 15)
        kind = chance.choice((Early, Killed))
        evening.wire.fault = lambda at, _, until=until, kind=kind: kind("at once") if at >= until else None
        try:
            evening.follow(looks=2)
        except Killed:
            killed += 1
    assert killed
    evening.wire.fault = lambda at, _: None
    evening.follow()
    assert (evening.waiting, evening.stand_in.unheard(evening.guid)) == ([], 0)
    assert evening.type("import", "real.bws", "--session", "by-file") == 0, evening.said
    assert figures(evening, "thursday") == figures(evening, "by-file")
    assert evening.type("verify", "--strict") == 0


def typed_at_a_table(row):
    """A line of the demonstration, as a table types it."""
    at = {"section_letters": "A", "table_number": int(row["table"]), "round_number": int(row["round"])}
    pairs = {"pair_north_south": int(row["ns"]), "pair_east_west": int(row["ew"])}
    usual = {**at, **pairs, "board_number": int(row["board"]), "declaring_pair": pairs["pair_north_south"]}
    if row["contract"].upper() == "PASS":
        return usual
    contract = row["contract"].upper().rstrip("X")
    return {
        **usual,
        "declaring_pair": pairs["pair_north_south" if row["declarer"] in "NS" else "pair_east_west"],
        "declarer_direction": 1 + "NESW".index(row["declarer"]),
        "level": int(contract[0]),
        "denomination": STRAINS[contract[1:]],
        "stake": len(row["contract"]) - len(contract),
        "total_tricks": int(row["tricks"]),
    }


def test_the_demonstration_comes_to_the_same_through_devices_with_a_ruling_a_correction_and_a_call(evening):
    file = Path(cli.__file__).parent / "demo_evening.csv"
    rows = list(csv.DictReader(file.read_text().splitlines()))
    tables = {}
    for row in rows:
        tables.setdefault((row["round"], row["table"], row["ns"], row["ew"]), []).append(int(row["board"]))
    lines = ["round,table,ns,ew,boards", *(f"{','.join(at)},{min(of)}-{max(of)}" for at, of in tables.items())]
    Path("plan.csv").write_text("\n".join(lines))
    evening.type("session", "open", "thursday", "--boards", "1-26", "--winners", "2", "--date", "2026-03-05")
    assert evening.type("movement", "set", "--from", "plan.csv", "--yes") == 0, evening.said
    assert evening.type("devices", "start") == 0, evening.said
    rule = ("ruling", "add", "1/1", "--weighted", "60% 4SN=, 40% 4SN-1", "--law", "16B", "--offender", "EW")
    wrong = {**typed_at_a_table(rows[40]), "level": 1, "denomination": 1, "total_tricks": 13, "declarer_direction": 1}

    def first_half():
        for row in rows[:200]:
            evening.stand_in.enters(evening.guid, **typed_at_a_table(row))
        evening.stand_in.enters(evening.guid, **{**wrong, "declaring_pair": wrong["pair_north_south"]})

    def second_half():
        for row in [rows[40], *rows[200:]]:
            evening.stand_in.enters(evening.guid, **typed_at_a_table(row))

    evening.follow(first_half, lambda: evening.type(*rule, "--session", "thursday"), second_half)
    assert (evening.waiting, len(evening.results)) == ([], len(rows))
    assert evening.type("import", str(file), "--session", "by-file", "--winners", "2") == 0, evening.said
    assert evening.type(*rule, "--session", "by-file") == 0, evening.said
    assert figures(evening, "thursday") == figures(evening, "by-file")
    with Office.open("bridge-ledger.db") as office:
        told = result_messages(DevicePlan(office.session("thursday")), evening.guid)
    there = {key: _content(each) for key, each in evening.stand_in.sessions[evening.guid].results.items()}
    assert {_key(each): _content(each) for each in told} == there, "what would be told again is what they have"


def _key(said):
    return tuple(said[name] for name in ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber"))


def _content(said):
    names = ("PairNorthSouth", "PairEastWest", "DeclarerDirection", "Level", "Denomination", "Stake", "TotalTricks")
    return tuple(said.get(name, 0) for name in names)

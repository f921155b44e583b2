"""Every published evening out through each of our formats and in again: whether the standings are the same.

    python -m tests.exchange.round_trips               all of them, a table: file × format
    python -m tests.exchange.round_trips brian kops    those with these words in their names

What a format cannot say of a file (`help exporting`) is what the table shows as another standing.
"""

import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from typing import NamedTuple

from cli.main import run
from tests.needs import SHARED

FILES = {
    "usebio/mp_pairs_howell.xml": "",
    "usebio/event_3228_as_played.xml": "",
    "usebio/event_3228_after_rulings.xml": "",
    "usebio/butler_mitchell.xml": "",
    "usebio/cross_imp_howell.xml": "",
    "usebio/ebuscore_two_sections.xml": "",
    "usebio/pairsscorer_mitchell.xml": "",
    "usebio/brian_flat.xml": "",
    "usebio/individual.xml": "",
    "usebio/teams_vp.xml": "",
    "usebio/pianola_cross_imp.xml": "--skip-bad",
    "csv/club_howell_half_scale.csv": "--profile acblscore",
    "csv/kops_imp_9_pairs.csv": "--scoring butler",
    "csv/kops_mp_44_pairs.csv": "",
    "csv/scorebridge_howell_8_pairs.csv": "",
    "pbn/teams_round.pbn": "",
    "pbn/magic_contest_session1.pbn": "",
    "pbn/robots_160_boards.pbn": "",
    "bws/session_12_tables.bws": "--skip-bad",
    "bws/session_11_tables_2026.bws": "--skip-bad",
}
"""The files, and with which options they are imported first."""

SMALL = [
    name for name in FILES if name.split("/")[1].split(".")[0] in {"kops_imp_9_pairs", "individual", "teams_round"}
]
"""One of pairs, one of individuals, one of teams: those the suite takes on every trip."""

FORMATS = ("xml", "pbn", "csv")


class Trip(NamedTuple):
    """A file through a format, and what is not the same; '' where all is."""

    format: str
    differs: str


def typed(line: str) -> str:
    """What a command prints; AssertionError where it is refused."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
        code = run(line.split())
    assert code == 0, f"{line}: {out.getvalue()}"
    return out.getvalue()


def trips(name: str) -> Iterator[Trip]:
    """A file on every trip, in an empty folder that the process is in."""
    typed("--db first.db init")
    typed(f"--db first.db import {SHARED / name} {FILES[name]} --session evening --yes")
    before = standings("first.db")
    opening = json.loads(typed("--db first.db session show --json"))
    profile = opening["regulations"]["profile"]
    told = f"--scoring {opening['scoring']} --winners {opening['winners']} --profile {profile}"
    for ending in FORMATS:
        typed(f"--db first.db export out.{ending}")
        said = told if ending == "csv" else ""  # which says neither by itself
        yield Trip(ending, again(f"out.{ending}", f"{ending}.db", before, said))


def again(file: str, db: str, before: dict[str, list[object]], said: str) -> str:
    """What is not as it was where a file is imported, with what the desk says of it."""
    typed(f"--db {db} init")
    try:
        typed(f"--db {db} import {file} {said} --session evening --yes")
    except AssertionError as error:
        return str(error)
    after = standings(db)
    apart = [f"{who}: {row}, now {after.get(who)}" for who, row in before.items() if after.get(who) != row]
    return "; ".join((*apart, *(f"{who} is new" for who in after.keys() - before.keys())))


def standings(db: str) -> dict[str, list[object]]:
    """Who has which rank, score and per cent."""
    fields = json.loads(typed(f"--db {db} standings --json"))["fields"]
    return {
        row["contestant"]: [row[key] for key in ("rank", "score", "percent")] for each in fields for row in each["rows"]
    }


def main() -> None:
    """Take every file on every trip, and say what came of it."""
    os.environ |= {"BRIDGE_LEDGER_BY": "scorer", "XDG_CONFIG_HOME": tempfile.mkdtemp()}
    for name in (each for each in FILES if not sys.argv[1:] or any(word in each for word in sys.argv[1:])):
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            made = list(trips(name))
        cells = [f"{each.format} {'no' if each.differs else 'yes'}" for each in made]
        print(f"{name:40} {'  '.join(cells)}", flush=True)
        for each in (trip for trip in made if trip.differs):
            print(f"    {each.format}: {each.differs[:300]}")


if __name__ == "__main__":
    main()

"""A tournament at an earlier moment: every command that looks answers as it did then, over all streams."""

import shlex
from pathlib import Path

import pytest

from cli.commands.tournament.group import tournament
from cli.desk.commands import QueryCommand
from cli.main import run
from ledger.office import Office
from tests.pages.conftest import at_the_desk

MATCHES = """board,table,round,ns,ew,contract
1,1a,1,Norway,Malta,4SN=
1,1b,1,Malta,Norway,4SN-1
1,2a,1,Italy,Wales,4SN=
1,2b,1,Wales,Italy,4SN+1
"""
PRINTED = """% <META  name=Generator  content="Magic Contest France">
[Event "Finale"]
[Date "2026.03.05"]
[Scoring "MatchPoints;MP1"]
[TotalScoreTable "Rank;PairId;TotalScoreMP;SessionScoreMP;NrBoards"]
1 1 99.0 2.0 144
[Board "1"]
[ScoreTable "Table;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;MP_NS;MP_EW"]
1 1 2 4S N 10 "420" - 2.0 0.0
2 3 4 4S N 9 - "50" 0.0 2.0
"""
TEAMS = "Norway, Malta, Italy, Wales"
BEFORE = f"""
init
session open friday --boards 1 --contestants 1-4 --winners 1
session open saturday --boards 1 --scoring teams --contestants "{TEAMS}"
session open sunday --boards 1 --scoring knockout --contestants "{TEAMS}"
tournament open spring
tournament stage add pairs --adds matchpoints
tournament stage add final --adds matchpoints
tournament stage add swiss --format swiss
tournament stage add cup --format knockout
tournament stage add league --format all-play-all --adds imps
"""
PLAYED = (
    f"""
tournament enter "{TEAMS}" --seed 1
tournament add friday --stage pairs
tournament draw swiss
tournament draw-bracket cup --seeds "{TEAMS}"
result add 1/1 4SN= --ns 1 --ew 2 --session friday
""",
    """
result add 1/2 4SN-1 --ns 3 --ew 4 --session friday
tournament add saturday --stage swiss
import matches.csv --session saturday
tournament add sunday --stage cup
import matches.csv --session sunday
tournament qualify pairs --into final --best 3 --also 2 --reason "all of them"
""",
    "ruling add 1/1 --result 4SN-1 --offender NS --law 16B --session friday",
    """
tournament carry rule final share --from pairs
tournament publish pairs
undo R-0001 --session friday
""",
    """
tournament remove sunday --reason "not of it"
tournament add sunday --stage league
publish --session friday
""",
)
"""What is recorded between one look and the next."""
LOOKS = (
    "show",
    "standings",
    "standings swiss --after-round 1",
    "explain 1",
    "explain Norway",
    "compare printed.pbn pairs",
    "ripple 2",
    "ripple R-0001 --in friday",
    "log --contestant 1",
    "log --patch",
    "draws",
    "round swiss",
    "bracket cup",
    "cross-table league",
    "qualified",
)
MADE_FOR_NOW = {"list", "diff"}
"""One lists what there is, the other takes two moments."""


def test_every_command_that_looks_is_asked():
    looks = {name for name, command in tournament.commands.items() if isinstance(command, QueryCommand)}
    assert looks | {"list"} == {each.split()[0] for each in LOOKS} | MADE_FOR_NOW


@pytest.fixture
def type_(tmp_path, monkeypatch):
    Path(tmp_path, "matches.csv").write_text(MATCHES)
    Path(tmp_path, "printed.pbn").write_text(PRINTED)
    return at_the_desk(tmp_path, monkeypatch)


def looked(capsys, *options):
    """What each look answers, data and messages; hints have the options of the run in them."""
    capsys.readouterr()
    found = {}
    for look in LOOKS:
        code = run(["tournament", *shlex.split(look), *options])
        found[look] = (code, *capsys.readouterr())
    return found


def test_every_look_answers_as_it_did_then_over_all_streams(type_, capsys):
    """What each look answered at a moment, it answers again when more is recorded: of the same heads."""
    type_(BEFORE)
    then = {}
    for lines in PLAYED:
        type_(lines)
        then[moment(lines)] = looked(capsys, "--json")
    assert len({str(found) for found in then.values()}) == len(PLAYED)
    for at, found in then.items():
        again = looked(capsys, "--json", "--as-of", at)
        for look in LOOKS:
            assert again[look] == found[look], f"{look}, as of {at}"


def test_of_which_streams_it_is_stands_above_it(type_, capsys):
    for lines in (BEFORE, *PLAYED):
        type_(lines)
    for look, (code, out, err) in looked(capsys, "--as-of", "friday/4").items():
        if not look.startswith(("log", "ripple")) and not code:
            assert out.startswith("Up to spring #10, friday #4"), (look, out, err)


def moment(lines):
    """The last event of some lines: of the session it was recorded in, or of the tournament."""
    words = shlex.split(lines.strip().splitlines()[-1])
    of = words[words.index("--session") + 1] if "--session" in words else "spring"
    with Office.open("bridge-ledger.db") as office:
        return f"{of}/{office.stream(of).number}"

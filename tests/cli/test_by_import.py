"""Whatever the command line can do, `import ledger` can do, the same way: a whole congress by either."""

import ast
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import to_builtins

from cli.main import run
from ledger.errors import Misuse, Refusal
from ledger.kernel.fact import StreamHead
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.recording import Submission
from ledger.subjects.brackets.facts import DrawBracket
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.qualifying.facts import (
    EntrantsQualified,
    PlacedContestant,
    Qualify,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.subjects.tournaments.facts import AddSession, AddStage, LinkContestants, OpenTournament
from tests.cli import congress_by_import

STREAMS = ("spring", "friday", "saturday", "sunday")
BY_COMMANDS = """
session open friday --boards 1-2 --winners 1 --contestants 1-6
session open saturday --boards 1-2 --scoring teams --contestants Norway,Iceland,Malta,Oslo
session open sunday --boards 1 --winners 1 --contestants 1-4
tournament open spring
tournament stage add qualifying --adds matchpoints
tournament stage add final --adds matchpoints
tournament stage add swiss --format swiss
tournament stage add knockout --format knockout
tournament enter 1-6
tournament enter Norway,Iceland,Malta,Oslo --seed 1
tournament add friday --stage qualifying
tournament add saturday --stage swiss
tournament draw swiss
result add 1/1 4SN= --ns 1 --ew 2 --session friday
result add 1/2 4SN-1 --ns 3 --ew 4 --session friday
result add 1/3 2SN= --ns 5 --ew 6 --session friday
result add 2/1 4SN= --ns 1 --ew 2 --session friday
result add 2/2 2SN= --ns 3 --ew 4 --session friday
result add 2/3 4SN-1 --ns 5 --ew 6 --session friday
result add 1/1a 4SN= --ns Norway --ew Malta --round 1 --session saturday
result add 1/1b 4SN-1 --ns Malta --ew Norway --round 1 --session saturday
result add 1/2a 4SN= --ns Iceland --ew Oslo --round 1 --session saturday
result add 1/2b 4SN= --ns Oslo --ew Iceland --round 1 --session saturday
tournament lot qualifying 6 4 --reason a_card_each
tournament qualify qualifying --into final --best 3
tournament carry rule final white-book --from qualifying --top 2
tournament carry say 4 2.5 --into final --reason as_announced
tournament withdraw 6 --after 1 --reason unwell
tournament qualify qualifying --into final --instead 6=3
tournament qualify qualifying --into final --also 5 --reason a_full_table
tournament add sunday --stage final 2=3 3=4 4=5
result add 1/1 4SN= --ns 1 --ew 2 --session sunday
result add 1/2 2SN= --ns 3 --ew 4 --session sunday
tournament link sunday 3=4 2=3 1=1
tournament draw swiss
tournament draw-bracket knockout --from swiss --best 2
tournament walk-over knockout norway --against iceland --reason Iceland_withdrew
tournament publish final
tournament publish --note on_the_wall
"""


def said(where):
    """What every stream says, but for digests, which hang on the clock."""
    with Office.open(str(where)) as office:
        return {name: [without_digests(each.event) for each in office.log(name)] for name in STREAMS}


def without_digests(event):
    body = to_builtins(event, enc_hook=str)
    heads = [(each["session"], each["number"]) for each in body.get("heads", ())]
    return type(event).__name__, {**body, "heads": heads, "standing": len(body.get("standing", ""))}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def test_a_congress_by_import_says_what_it_says_by_commands(tmp_path):
    own = Path(congress_by_import.__file__)
    assert {name.partition(".")[0] for name in imported(own)} <= {"ledger", "fractions"}
    by_import, by_commands = tmp_path / "import.db", tmp_path / "commands.db"
    script = f"import sys; sys.path.insert(0, {str(own.parent)!r}); from {own.stem} import play; play(sys.argv[1])"
    script += "; assert not [each for each in sys.modules if each.startswith('cli')]"
    subprocess.run([sys.executable, "-c", script, str(by_import)], check=True)
    assert run(["--db", str(by_commands), "init"]) == 0
    for line in BY_COMMANDS.strip().splitlines():
        words = [word.replace("_", " ") for word in line.split()]
        assert run(["--db", str(by_commands), "--by", "spec", *words, "--yes", "-q"]) == 0, line
    assert said(by_import) == said(by_commands)


# What is known of the sessions is found when a command is decided


@pytest.fixture
def congress(tmp_path):
    """The same congress in a file."""
    congress_by_import.play(str(tmp_path / "congress.db"))
    with Office.open(str(tmp_path / "congress.db"), by="spec") as office:
        yield office


def test_a_cut_pins_the_moment_it_was_made_at(congress):
    cut = next(each for each in congress.log("spring") if isinstance(each.event, EntrantsQualified))
    then = {
        name: (number, digest.hex())
        for name, number, digest in congress.tournaments.at("spring", f"{cut.number}-").heads
    }
    assert cut.event.heads
    assert {head.session: (head.number, head.digest) for head in cut.event.heads}.items() <= then.items()


def test_the_same_command_again_is_the_first_one_though_everything_has_moved_since(tmp_path):
    where = str(tmp_path / "again.db")
    with Office.open(where, by="spec", new=True) as office:
        for at, (stream, command) in enumerate(congress_by_import.evening()):
            office.submit(stream, command, Submission(f"c{at}"))
        before = [list(office.log(name)) for name in STREAMS]
        for at, (stream, command) in enumerate(congress_by_import.evening()):
            assert office.submit(stream, command, Submission(f"c{at}")).repeated, command
        assert [list(office.log(name)) for name in STREAMS] == before


def test_nobody_can_say_himself_what_the_sessions_say(congress):
    """Who would cut by places of his own cuts by those of the stage; a session of another tournament stays refused."""
    congress.submit("spring", AddStage("consolation"))
    mine = Qualify(
        "qualifying", "consolation", 1, placed=(PlacedContestant("2", 1),), heads=(StreamHead("friday", 1, "mine"),)
    )
    cut = congress.submit("spring", mine).events[0].event
    assert (cut.qualified, [head.session for head in cut.heads]) == (("1",), ["friday"])
    assert "mine" not in {head.digest for head in cut.heads}
    congress.submit("autumn", OpenTournament("autumn", load_profile("default")))
    congress.submit("autumn", AddStage("only"))
    with pytest.raises(Refusal) as caught:
        congress.submit("autumn", AddSession("only", "friday", elsewhere=""))
    assert caught.value.code == "in-another-tournament"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (AddSession("final", "sundae"), "no-such-session"),
        (AddSession("final", "spring"), "no-such-session"),
        (PublishStanding(stage="semi"), "no-such-stage"),
        (DrawRound(stage="semi"), "no-such-stage"),
        (DrawBracket("knockout", source="semi"), "no-such-stage"),
        (SayCarryForward("", "knockout", "1", Fraction(1), "so"), "usage"),
        (LinkContestants("friday", (("9", "7"),)), "no-such-contestant"),
        (WithdrawEntrant("9", "", 1), "not-in-stage"),
    ],
)
def test_what_the_command_line_refuses_is_refused_by_import(congress, command, code):
    with pytest.raises((Misuse, Refusal)) as caught:
        congress.submit("spring", command)
    assert caught.value.code == code

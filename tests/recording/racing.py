"""A small congress, and desks that all record in it: what they wish, by lot; and one as a process of its own."""

import time
from fractions import Fraction
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from random import Random

from msgspec.structs import replace

from ledger.bridge import Result
from ledger.errors import Conflict, Misuse, Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command, Envelope, heads_of
from ledger.laws.profile_loader import load_profile
from ledger.laws.regulations import StageRules
from ledger.office import Office
from ledger.recording import Submission, recorder
from ledger.store.store import Store
from ledger.subjects.brackets.facts import DecideKnockout, DrawBracket
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.matches.facts import FindMismatch
from ledger.subjects.play.facts import CorrectResult
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.qualifying.facts import ChangeQualifiers, Qualify, SayCarryForward, WithdrawEntrant
from ledger.subjects.register import KIND_OF
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.facts import AddSession, AddStage, DrawLot, EnterEntrants, Entrant, OpenTournament
from tests.cli.congress_by_import import TEAMS, opened, table
from tests.kept import UNSALTED

STREAMS = ("spring", "friday", "saturday", "teams", "final")
RESULTS = ("4SN=", "4SN-1", "2SN=", "4SN+1", "PASS", "3NTN=")
NOW = 1_770_000_000_000_000
BASE = [
    ("friday", opened("friday", 1, contestants=tuple("123456"))),
    ("saturday", opened("saturday", 1, contestants=tuple("123456"))),
    ("teams", opened("teams", 1, 2, scoring="teams", contestants=TEAMS)),
    ("final", opened("final", 1, scoring="teams", contestants=TEAMS)),
    ("spring", OpenTournament("spring", load_profile("default"))),
    ("spring", AddStage("qualifying", rules=StageRules("matchpoints"))),
    ("spring", AddStage("final", rules=StageRules("matchpoints"))),
    ("spring", AddStage("swiss", "swiss")),
    ("spring", AddStage("knockout", "knockout")),
    ("spring", EnterEntrants(tuple(Entrant(name) for name in (*"123456", *TEAMS)))),
    ("spring", AddSession("qualifying", "friday")),
    ("spring", AddSession("qualifying", "saturday")),
    ("spring", AddSession("swiss", "teams")),
    ("spring", AddSession("knockout", "final")),
    *(
        (name, table(1, str(at), str(2 * at - 1), str(2 * at), result))
        for name in ("friday", "saturday")
        for at, result in enumerate(RESULTS[:3], start=1)
    ),
    ("teams", table(1, "1a", "Norway", "Malta", "4SN=", 1)),
    ("teams", table(1, "1b", "Malta", "Norway", "4SN-1", 1)),
    ("teams", table(1, "2a", "Iceland", "Oslo", "4SN=", 1)),
    ("teams", table(1, "2b", "Oslo", "Iceland", "4SN=", 1)),
    ("final", table(1, "1a", "Norway", "Oslo", "4SN=")),
    ("final", table(1, "1b", "Oslo", "Norway", "4SN-1")),
    ("teams", table(2, "1a", "Norway", "Oslo", "4SN=", 2)),
    ("teams", table(2, "1b", "Oslo", "Norway", "4SN=", 2)),
]


MISMATCH = FindMismatch(contestant="Norway", opponent="Oslo", round=2, correct=("Malta",), at_fault=False)


def begin(office: Office) -> None:
    """The congress as it is when the desks begin."""
    for at, (stream, command) in enumerate(BASE):
        office.submit(stream, command, Submission(f"base-{at}"))


def wished(lots: Random, office: Office, why: str) -> tuple[str, Command]:
    """A command: half of them look at several logs, the others move what those rest on. No two say the same why."""
    if lots.random() < 0.5:
        name, at = lots.choice(STREAMS[1:]), lots.randrange(2)
        where = Where(1, ("1a", "1b")[at] if name in ("teams", "final") else str(at + 1))
        return name, CorrectResult(where, Result(lots.choice(RESULTS)), reason=why)
    if lots.random() < 0.1:
        return "teams", replace(MISMATCH, reason=why)
    one, other = lots.sample("123456", 2)
    wishes = [
        SayCarryForward("qualifying", "final", one, Fraction(lots.randrange(9)), why),
        WithdrawEntrant(one, "qualifying", 2, reason=why),
        DrawRound(stage="swiss", repeat=True, early=True, reason=why),
        DrawLot("qualifying", (one, other), why),
        PublishStanding(why, lots.choice((None, "swiss", "qualifying"))),
    ]
    spring = office.tournaments.stream("spring")
    if cuts := spring.qualified.cuts:
        leaves = lots.choice((one, *cuts["qualifying", "final"].now))
        wishes.append(ChangeQualifiers("qualifying", "final", leaves, lots.choice(("", other)), why))
    else:
        wishes += [
            Qualify("qualifying", "final", lots.randrange(1, 5), "", also, (), True, why) for also in ((), (one,))
        ]
    if drawn := spring.knockouts.bracket("knockout"):
        two = [side.entrant for side in drawn.matches[-1].sides]
        wishes.append(DecideKnockout("knockout", *lots.sample(two, 2), "director", why))
    else:
        wishes.append(DrawBracket("knockout", source=lots.choice(("swiss", "swiss", "qualifying")), best=2))
    said = [each for each in office.log("spring") if KIND_OF[type(each.event)].undone_by and heads_of(each.event)]
    return "spring", lots.choice([*wishes, *(Undo(each, why) for each in said[-3:])])


def logs(store: Store) -> dict[str, list[Envelope]]:
    """All that was recorded."""
    return {name: list(store.log.read(name)) for name in STREAMS}


Recorded = tuple[str, str, str, Command, int]
"""What a desk has recorded: its id, the stream, by whom, the command, and the number of what it takes back."""


def desk(url: str, number: int, commands: int, begin: Barrier, told: Connection) -> None:
    """One desk: so many commands, of which some are refused, or handed back; a pause each time it has looked."""
    recorder.new_salt = lambda: UNSALTED
    lots, recorded = Random(number), list[Recorded]()
    with Office.open(url, by=f"desk {number}") as office:
        office.clock = lambda: NOW
        append = office.store.append
        office.store.append = lambda events, **how: (time.sleep(lots.uniform(0, 0.03)), append(events, **how))[1]
        begin.wait()
        for each in range(commands):
            command_id = f"{number}-{each}"
            stream, command = wished(lots, office, f"for {command_id}")
            try:
                office.submit(stream, command, Submission(command_id))
            except (Conflict, Refusal, Misuse):
                continue
            taken_back = command.target.number if isinstance(command, Undo) else 0
            said = replace(command, target=None) if taken_back else command  # texts are not sent
            recorded.append((command_id, stream, office.by, said, taken_back))
    told.send(recorded)

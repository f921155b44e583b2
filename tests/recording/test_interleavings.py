"""What was decided on is what is recorded on: desks that overtake one another between looking and recording.

Wherever a desk has looked and has not recorded yet, the others may do whatever a lot says, and may be overtaken at it
themselves. What all of them have recorded by then is recorded a second time, one command after the other as they were
recorded: every log has to be the same, to the byte. So each cut, draw, bracket, lot and publication is what it would be
had nobody been beside it, and the heads it names are those that stood when it was recorded.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.errors import Conflict, Misuse, Refusal
from ledger.facts import (
    AddSession,
    AddStage,
    ChangeQualifiers,
    Command,
    CorrectResult,
    DecideKnockout,
    DrawBracket,
    DrawLot,
    DrawRound,
    EnterEntrants,
    Envelope,
    FindMismatch,
    OpenTournament,
    PublishStanding,
    Qualify,
    SayCarryForward,
    Undo,
    Where,
    WithdrawEntrant,
)
from ledger.facts.heads import DecidedOn, heads_of
from ledger.facts.publications import StandingPublished
from ledger.facts.register import KIND_OF
from ledger.facts.tournaments import Entrant
from ledger.laws.profile_loader import load_profile
from ledger.laws.stage_rules import StageRules
from ledger.office import Office
from ledger.recording import enveloping, recorder
from ledger.store.setup import migrate
from ledger.store.store import Store
from tests.cli.congress_by_import import TEAMS, opened, table
from tests.kept import UNSALTED

STREAMS = ("spring", "friday", "saturday", "teams", "final")
RESULTS = ("4SN=", "4SN-1", "2SN=", "4SN+1", "PASS", "3NTN=")
NOW = 1_770_000_000_000_000
INTERLEAVINGS, AN_EVENING = 1_000, 40

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


@pytest.fixture(scope="module")
def evening():
    """A ledger with an evening played, to be copied."""
    with closing(Store("sqlite://")) as store:
        migrate(store)
        with Office(store, "chief", lambda: NOW) as office, pytest.MonkeyPatch.context() as patched:
            patched.setattr(enveloping, "new_salt", lambda: UNSALTED)
            for at, (stream, command) in enumerate(BASE):
                office.submit(stream, command, command_id=f"base-{at}")
            yield store


@contextmanager
def copy_of(evening: Store) -> Iterator[Store]:
    with closing(Store("sqlite://")) as store:
        with evening.connections.reading() as there, store.connections.engine.connect() as here:
            there.connection.driver_connection.backup(here.connection.driver_connection)
        yield store


class Desks:
    """Three desks on one ledger, and what was recorded, in the order in which it was.

    `overtaken`: how often somebody recorded a command while another had looked for his, and not recorded it yet.
    """

    def __init__(self, store: Store, lots: Random, commands: int) -> None:
        self.store, self.lots, self.left = store, lots, commands
        self.desks = [Office(store, f"desk {number}", lambda: NOW) for number in range(3)]
        self.asked: dict[str, tuple[str, str, Command]] = {}
        self.order: list[str] = []
        self.deep = self.overtaken = 0
        self._append, self._last = store.append, store.log.last
        store.append, store.log.last = self.append, self.last

    def last(self):
        """A desk looks; it has read the log that it records in."""
        self.others(0.3)
        return self._last()

    def append(self, events, **how):
        """A desk records; it has decided."""
        self.others(0.9)
        appended = self._append(events, **how)
        self.order.append(events[0].command_id)
        return appended

    def others(self, chance: float) -> None:
        """Whatever the others do meanwhile."""
        recorded = len(self.order)
        while 0 < self.deep < 4 and self.lots.random() < chance / self.deep:
            self.something()
            chance /= 2
        self.overtaken += len(self.order) - recorded

    def something(self) -> None:
        if not self.left:
            return
        self.left -= 1
        office, command_id = self.desks[(self.deep + self.lots.randrange(2)) % 3], f"c{self.left}"
        stream, command = self.wished(office, f"for {command_id}")
        self.asked[command_id] = stream, office.by, command
        self.deep += 1
        try:
            office.submit(stream, command, command_id=command_id)
        except (Conflict, Refusal, Misuse):
            assert command_id not in self.order
        finally:
            self.deep -= 1

    def wished(self, office: Office, why: str) -> tuple[str, Command]:
        """A command: half of them look at several logs, the others move what those rest on. No two say the same why."""
        lots = self.lots
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


MISMATCH = FindMismatch(contestant="Norway", opponent="Oslo", round=2, correct=("Malta",), at_fault=False)


def logs(store: Store):
    return {name: list(store.log.read(name)) for name in STREAMS}


def raced(evening: Store, seed: int) -> tuple[Desks, dict[str, list[Envelope]]]:
    """What came of an evening of three desks that overtake one another."""
    with copy_of(evening) as store:
        desks = Desks(store, Random(seed), AN_EVENING)
        while desks.left:
            desks.something()
        return desks, logs(store)


def one_by_one(evening: Store, desks: Desks) -> dict[str, list[Envelope]]:
    """What comes of the same commands where nobody is beside them."""
    with copy_of(evening) as store, Office(store, clock=lambda: NOW) as office:
        for command_id in desks.order:
            stream, office.by, command = desks.asked[command_id]
            office.submit(stream, command, command_id=command_id)
        return logs(store)


@pytest.mark.parametrize("quarter", range(4))
def test_whatever_was_recorded_meanwhile_it_is_as_one_command_after_the_other(evening, monkeypatch, quarter):
    monkeypatch.setattr(enveloping, "new_salt", lambda: UNSALTED)
    monkeypatch.setattr(recorder.time, "sleep", lambda _: None)
    interleaved, kinds, seeds = 0, set(), count(1000 * quarter)
    while interleaved < INTERLEAVINGS / 4:
        desks, found = raced(evening, seed := next(seeds))
        assert one_by_one(evening, desks) == found, f"evening {seed}"
        interleaved += desks.overtaken
        kinds |= {type(each.event) for log in found.values() for each in log if heads_of(each.event)}
    assert kinds == {*DecidedOn.__subclasses__(), StandingPublished}

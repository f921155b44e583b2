"""What a session and a tournament have in common: each is a stream of events of its own, with officials who keep it."""

from abc import ABC, abstractmethod
from array import array
from dataclasses import dataclass, field

from ledger.kernel.fact import Envelope, Event
from ledger.kernel.kind import Kind
from ledger.laws.regulations import Regulations
from ledger.session.cases import Officials, Publication, SignedRegulations
from ledger.subjects.clocks.facts import WrongClocks, times_on_record
from ledger.subjects.play.facts import SessionOpened
from ledger.subjects.tournaments.facts import TournamentOpened


@dataclass(slots=True)
class Stream(ABC):
    """What one may ask of a session as of a tournament, at one moment.

    `opened`: how, None where nobody did; `opened_at`: when (µs UTC). `given_out`: scores were published, even if that
    was recalled. `running_scores`: the number of the event by which places may be shown before that, 0 where they may
    not. `settled`: when somebody corrected, ruled, decided or penalised (µs UTC), by the numbers of the events; a table
    result was reached before it was recorded, nobody knows when. `said_when`: of which events a person
    said when they happened; `wrong_clocks`: the corrections in force of what clocks said. `recorded`: what the clocks
    were at when each event was recorded (µs UTC); `recorded_at`: when the last event was on record. `signed`: by the
    number of an event, that of what signed it. `reversible`: the events that `TakenBack` may name, with their rows;
    `taken_back`: which of them do not hold now. `accepted`: the differences of the database from what was made that the
    office accepts, each with the number of the event and by whom.
    """

    id: str
    number: int = 0
    digest: bytes = b""
    opened: SessionOpened | TournamentOpened | None = None
    opened_at: int = 0
    recorded_at: int = 0
    officials: Officials = field(default_factory=Officials)
    signed: dict[int, int] = field(default_factory=dict)
    reversible: dict[int, tuple[Event, Kind]] = field(default_factory=dict, repr=False, compare=False)
    taken_back: frozenset[int] = frozenset()
    publications: tuple[Publication, ...] = ()
    given_out: bool = False
    running_scores: int = 0
    signed_regulations: tuple[SignedRegulations, ...] = ()
    accepted: dict[str, tuple[int, str]] = field(default_factory=dict)
    settled: dict[int, int] = field(default_factory=dict)
    said_when: set[int] = field(default_factory=set)
    wrong_clocks: WrongClocks = field(default_factory=dict)
    closed: bool = False
    closing: int = 0
    recorded: "array[int]" = field(default_factory=lambda: array("q"), repr=False, compare=False)
    on_record: "array[int]" = field(default_factory=lambda: array("q"), repr=False, compare=False)
    """When events were on record, as far as a period has asked: most replays never do."""

    @property
    def settled_at(self) -> int:
        """When somebody last corrected, ruled, decided or penalised (µs UTC)."""
        return max(self.settled.values(), default=0)

    @property
    @abstractmethod
    def regulations(self) -> Regulations:
        """The regulations in force."""

    def on_record_at(self, number: int) -> int:
        """When an event was on record (µs UTC): what begins a period begins it then, whenever it is said to have been.

        As clocks were corrected, and never before the event before it: a clock that is set back moves nothing.
        """
        known = len(self.on_record)
        if known < number:
            floor = self.on_record[-1] if known else 0
            later = times_on_record(self.recorded[known:], self.wrong_clocks, first=known + 1)
            self.on_record.extend(max(floor, time) for time in later)
        return self.on_record[number - 1]

    def happened_at(self, number: int, at: int) -> int:
        """When an event happened, for the periods (µs UTC): `at` where a person said so, else when it was on record."""
        return at if number in self.said_when else self.on_record_at(number)

    # For `evolve` alone: it changes the stream it is making

    def put_clocks_right(self, wrong: WrongClocks) -> None:
        """Take these corrections of clocks for those in force."""
        self.wrong_clocks, self.on_record = wrong, array("q")
        self.recorded_at = self.on_record_at(len(self.recorded))


def unchanged(stream: Stream, envelope: Envelope, event: Event) -> None:
    """Change nothing: `Evolve` for an event that says nothing of the state."""

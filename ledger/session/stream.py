"""Streams: the state that sessions and tournaments share, each a log of events kept by officials."""

from abc import ABC, abstractmethod
from array import array
from dataclasses import dataclass, field

from ledger.kernel.fact import Envelope, Event
from ledger.kernel.kind import Kind
from ledger.laws.regulations import Regulations
from ledger.session.cases import Officials, PairedDevice, Publication, SignedRegulations
from ledger.subjects.clocks.facts import WrongClocks, times_on_record
from ledger.subjects.play.facts import SessionOpened
from ledger.subjects.tournaments.facts import TournamentOpened


@dataclass(slots=True)
class Stream(ABC):
    """The state of a session or tournament at one moment.

    `opened_at`: when it was opened (µs UTC). `given_out`: scores were published, even if recalled since.
    `running_scores`: the event that allows places to be shown before publication, or 0. `settled`: the times of
    corrections, rulings, decisions and penalties (µs UTC), by event. `stated_times`: the events whose time a person
    stated. `wrong_clocks`: the corrections of clocks in force. `recorded`: the clock's time at each event (µs UTC);
    `recorded_at`: the latest corrected time of recording. `devices`: the paired devices of officials, by name.
    `signed`: event → the event that signed it. `reversible`: the events a `TakenBack` may name, with the rows of their
    kinds; `taken_back`: those of them not in force. `closing`: the event that last closed or reopened the session or
    tournament. `accepted`: the differences between database and program that the office accepts, each with the event
    and its author.
    """

    id: str
    number: int = 0
    digest: bytes = b""
    opened: SessionOpened | TournamentOpened | None = None
    opened_at: int = 0
    recorded_at: int = 0
    officials: Officials = field(default_factory=Officials)
    devices: dict[str, PairedDevice] = field(default_factory=dict)
    signed: dict[int, int] = field(default_factory=dict)
    reversible: dict[int, tuple[Event, Kind]] = field(default_factory=dict, repr=False, compare=False)
    taken_back: frozenset[int] = frozenset()
    publications: tuple[Publication, ...] = ()
    given_out: bool = False
    running_scores: int = 0
    signed_regulations: tuple[SignedRegulations, ...] = ()
    accepted: dict[str, tuple[int, str]] = field(default_factory=dict)
    settled: dict[int, int] = field(default_factory=dict)
    stated_times: set[int] = field(default_factory=set)
    wrong_clocks: WrongClocks = field(default_factory=dict)
    closed: bool = False
    closing: int = 0
    recorded: "array[int]" = field(default_factory=lambda: array("q"), repr=False, compare=False)
    on_record: "array[int]" = field(default_factory=lambda: array("q"), repr=False, compare=False)
    """The times at which events came on record (µs UTC), computed when first needed: most replays need none."""

    @property
    def settled_at(self) -> int:
        """The time of the latest correction, ruling, decision or penalty (µs UTC); 0 if there is none."""
        return max(self.settled.values(), default=0)

    @property
    @abstractmethod
    def regulations(self) -> Regulations:
        """The regulations in force in the session or tournament."""

    def on_record_at(self, number: int) -> int:
        """Return the corrected time when an event was recorded (µs UTC); no event is before its predecessor."""
        known = len(self.on_record)
        if known < number:
            # Corrected, and never before the event before it: a clock that is set back moves nothing
            floor = self.on_record[-1] if known else 0
            later = times_on_record(self.recorded[known:], self.wrong_clocks, first=known + 1)
            self.on_record.extend(max(floor, time) for time in later)
        return self.on_record[number - 1]

    def happened_at(self, number: int, at: int) -> int:
        """Return the time of an event by which periods run (µs UTC): stated by a person, else as recorded."""
        return at if number in self.stated_times else self.on_record_at(number)

    # For `evolve` alone: this changes the stream in place

    def set_clock_corrections(self, wrong: WrongClocks) -> None:
        """Replace the corrections of clocks in force, and compute the recorded times anew."""
        self.wrong_clocks, self.on_record = wrong, array("q")
        self.recorded_at = self.on_record_at(len(self.recorded))


def keep_unchanged(stream: Stream, envelope: Envelope, event: Event) -> None:
    """Leave the state as it is: the function for kinds of event without an effect on the state."""

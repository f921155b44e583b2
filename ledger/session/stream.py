"""What a session and a tournament have in common: each is a stream of events of its own, with officials who keep it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ledger.facts import Envelope, Event
from ledger.facts.clocks import WrongClocks
from ledger.facts.play import SessionOpened
from ledger.facts.tournaments import TournamentOpened
from ledger.laws.regulations import Regulations
from ledger.session.cases import Officials, Publication, SignedRegulations


@dataclass(slots=True)
class Stream(ABC):
    """What one may ask of a session as of a tournament, at one moment.

    `opened`: how, None where nobody did; `opened_at`: when (µs UTC). `given_out`: scores were published, even if that
    was recalled. `running_scores`: the number of the event by which places may be shown before that, 0 where they may
    not. `settled`: when somebody corrected, ruled, decided or penalised (µs UTC), by the numbers of the events; a table
    result was reached before it was recorded, nobody knows when. `said_when`: of which events a person
    said when they happened; `wrong_clocks`: the corrections in force of what clocks said. `signed`: by the number of an
    event, that of what signed it.
    """

    id: str
    number: int = 0
    digest: bytes = b""
    opened: SessionOpened | TournamentOpened | None = None
    opened_at: int = 0
    recorded_at: int = 0
    officials: Officials = field(default_factory=Officials)
    signed: dict[int, int] = field(default_factory=dict)
    publications: tuple[Publication, ...] = ()
    given_out: bool = False
    running_scores: int = 0
    signed_regulations: tuple[SignedRegulations, ...] = ()
    settled: dict[int, int] = field(default_factory=dict)
    said_when: set[int] = field(default_factory=set)
    wrong_clocks: WrongClocks = field(default_factory=dict)
    closed: bool = False
    closing: int = 0

    @property
    def settled_at(self) -> int:
        """When somebody last corrected, ruled, decided or penalised (µs UTC)."""
        return max(self.settled.values(), default=0)

    @property
    @abstractmethod
    def regulations(self) -> Regulations:
        """The regulations in force."""


Evolving = dict[type[Event], Callable[[Any, Envelope, Any], None]]
"""What each kind of event does to the session or the tournament it is given: `Any`, as it is of the kind of the key."""

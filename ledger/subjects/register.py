"""The list of subjects, each with the rows of its kinds of event and the modules that decide it.

A new kind of event needs its class and its row in its subject's modules; a new subject needs one line here.
"""

from typing import NamedTuple

from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.stream import Stream
from ledger.subjects import casebook, deals, queries
from ledger.subjects.appeals import state as appeals
from ledger.subjects.brackets import state as brackets
from ledger.subjects.calls import state as calls
from ledger.subjects.clocks import state as clocks
from ledger.subjects.draws import state as draws
from ledger.subjects.matches import state as matches
from ledger.subjects.movement import state as movement
from ledger.subjects.office import state as office
from ledger.subjects.participation import state as participation
from ledger.subjects.people import state as people
from ledger.subjects.play import state as play
from ledger.subjects.publications import state as publications
from ledger.subjects.qualifying import state as qualifying
from ledger.subjects.queue import state as queue
from ledger.subjects.rulings import state as rulings
from ledger.subjects.seating import state as seating
from ledger.subjects.tournaments import state as tournaments


def _take_back(stream: Stream, envelope: Envelope, event: TakenBack) -> None:
    # ValueError or KeyError: a log that names another event than it says cannot be replayed
    target, kind = stream.reversible[event.of]
    if (kind.name, getattr(target, "case", "")) != (event.kind, event.case):
        raise ValueError(f"#{event.of} is no {event.kind} of {event.case or 'no case'}")
    if (event.of in stream.taken_back) is not event.again:
        raise ValueError(f"#{event.of} {'holds' if event.again else 'is taken back'} already")
    assert isinstance(kind.undone_by, Reversal)
    change = kind.undone_by.again if event.again else kind.undone_by.evolve
    if change is None:
        raise ValueError(f"a {event.kind} does not hold again: it is recorded anew")
    if kind.settles:
        stream.settled[envelope.number] = envelope.occurred_at
    change(stream, envelope, target)
    stream.taken_back ^= {event.of}


def taken_back_by(event: TakenBack, stream: Stream | None) -> Event | None:
    """Return the event that a `TakenBack` takes back or restores; None if the stream (or None) lacks that event."""
    reversible = stream.reversible.get(event.of) if stream else None
    return reversible[0] if reversible and reversible[1].name == event.kind else None


class Subject(NamedTuple):
    """A subject of the ledger: its name, its kinds of event, and the modules that decide its commands and undo.

    `kinds`: a row for each kind of event. The modules of `ledger` are named, not imported: a reader of states needs no
    decisions.
    """

    name: str
    kinds: tuple[Kind, ...]
    decided_by: tuple[str, ...] = ()


SUBJECTS = (
    Subject("play", play.KINDS, ("subjects.play.opening", "subjects.play.decide")),
    Subject("seating", seating.KINDS, ("subjects.seating.decide",)),
    Subject("participation", participation.KINDS, ("subjects.participation.decide",)),
    Subject("deals", deals.KINDS, ("subjects.deals",)),
    Subject("queries", queries.KINDS, ("subjects.queries",)),
    Subject("queue", queue.KINDS, ("subjects.queue.decide",)),
    Subject("calls", calls.KINDS, ("subjects.calls.decide",)),
    Subject("rulings", rulings.KINDS, ("subjects.rulings.decide",)),
    Subject("matches", matches.KINDS, ("subjects.matches.decide",)),
    Subject("movement", movement.KINDS, ("subjects.movement.decide",)),
    Subject("appeals", appeals.KINDS, ("subjects.appeals.decide", "subjects.appeals.decisions")),
    Subject("casebook", casebook.KINDS, ("subjects.casebook",)),
    Subject("tournaments", tournaments.KINDS, ("subjects.tournaments.decide",)),
    Subject("brackets", brackets.KINDS, ("subjects.brackets.decide",)),
    Subject("qualifying", qualifying.KINDS, ("subjects.qualifying.decide",)),
    Subject("draws", draws.KINDS, ("subjects.draws.decide",)),
    Subject("publications", publications.KINDS, ("subjects.publications.decide",)),
    Subject("people", people.KINDS, ("subjects.people.decide",)),
    Subject("office", office.KINDS, ("subjects.office.decide",)),
    Subject("clocks", clocks.KINDS, ("subjects.clocks.decide",)),
    Subject("sheets", (), ("decide.sheet.importing",)),  # lines of files become events of other subjects
    # decided by the subject whose event is taken back
    Subject("taking_back", (Kind(TakenBack, (), _take_back, "office"),)),
)

KINDS: tuple[Kind, ...] = tuple(kind for subject in SUBJECTS for kind in subject.kinds)

KIND_OF: dict[type[Event], Kind] = {kind.event: kind for kind in KINDS}
"""The row of every kind, by the class of its events."""

SUBJECT_OF: dict[type[Event], Subject] = {kind.event: subject for subject in SUBJECTS for kind in subject.kinds}
"""The subject of every kind, by the class of its events."""

_TAKING_BACK = {kind.name: kind.taken_back() for kind in KINDS if kind.reversible}


def kind_of(event: Event) -> Kind:
    """Return the row of an event's kind; for a `TakenBack`, the row made for undoing events of that kind."""
    return _TAKING_BACK[event.kind] if isinstance(event, TakenBack) else KIND_OF[type(event)]

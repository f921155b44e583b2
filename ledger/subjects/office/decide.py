"""The office itself: officials appointed and relieved; a clock that was wrong; and undo."""

from collections.abc import Iterable
from operator import itemgetter

from ledger.bounds.tournaments import CLOCK_WRONG, MOMENT
from ledger.errors import Refusal, RefusalTime
from ledger.guards.offices import check_may_tie, check_penalties_kept
from ledger.guards.periods import undone
from ledger.guards.stages import check_within
from ledger.kernel.fact import TakenBack
from ledger.session.moment import exactly
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, taking_back
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.clocks.facts import SECOND, ClockCorrected, CorrectClock, ahead
from ledger.subjects.office.facts import (
    AcceptSchemaDifference,
    AppointOfficial,
    BundleImported,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSigned,
    RelieveOfficial,
    SchemaDifferenceAccepted,
    SignRegulations,
    TakeOver,
)
from ledger.subjects.play.facts import RegulationsAmended, SessionClosed
from ledger.subjects.rulings.facts import Undo


def correct_clock(command: CorrectClock, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct the times of events that are there, and whose times were not corrected before."""
    first, last = command.first, command.last
    if not 1 <= first <= last <= stream.number:
        raise Refusal("no-such-event", f"{command.which}: no events of {stream.id}", f"its last is #{stream.number}")
    if not command.seconds_ahead:
        raise Refusal("nothing-to-change", "a clock that was right needs no correction", "--ahead 1h, or --behind 1h")
    check_within(CLOCK_WRONG, command.seconds_ahead)
    for number, earlier in stream.wrong_clocks.items():
        if earlier.first <= last and first <= earlier.last:
            message = f"{earlier.which}: the times were corrected (#{number})"
            raise Refusal("corrected-already", message, f"`undo {number}` first, then all of it anew")
    check_within(MOMENT, *(at // SECOND - command.seconds_ahead for at in stream.recorded[first - 1 : last]))
    # Several clocks that were wrong are corrected one after the other: to an earlier time held against the events
    # before alone, to a later time against those after
    if command.seconds_ahead > 0:
        _require_after_earlier(command, stream, actor)
    else:
        _require_before_later(command, stream, actor)
    return (ProposedEvent(ClockCorrected(first, last, command.seconds_ahead, command.reason)),)


def _require_after_earlier(command: CorrectClock, stream: Stream, actor: Actor) -> None:
    if command.first == 1:
        return
    number, clock = min(_clocks(command, stream), key=itemgetter(1))
    earliest = stream.on_record_at(command.first - 1)
    if clock - command.ahead < earliest:
        message = f"#{number} would be of {exactly(clock - command.ahead)}, before #{command.first - 1}"
        hint = f"{_at_most('--ahead', clock - earliest)}; where the clock was wrong before it too, correct that first"
        raise Refusal("out-of-order", message, hint, RefusalTime("{time}", earliest, _now(actor)))


def _require_before_later(command: CorrectClock, stream: Stream, actor: Actor) -> None:
    number, clock = max(_clocks(command, stream), key=itemgetter(1))
    later = {
        f"#{each}": stream.recorded[each - 1] - ahead(each, stream.wrong_clocks)
        for each in range(command.last + 1, stream.number + 1)
    }
    what, latest = min([("now", _now(actor)), *later.items()], key=itemgetter(1))
    if clock - command.ahead > latest:
        message = f"#{number} would be of {exactly(clock - command.ahead)}, after {what}"
        wrong = (
            "is the clock of this computer right?"
            if what == "now"
            else f"was the clock of {what} wrong? correct it first"
        )
        hint = f"{_at_most('--behind', latest - clock)}; {wrong}"
        raise Refusal("out-of-order", message, hint, RefusalTime("{time}", latest, _now(actor)))


def _clocks(command: CorrectClock, stream: Stream) -> Iterable[tuple[int, int]]:
    return enumerate(stream.recorded[command.first - 1 : command.last], start=command.first)


def _now(actor: Actor) -> int:
    return actor.at if actor.clock is None else actor.clock


def _at_most(option: str, span: int) -> str:
    """How far a clock may have been wrong, as it is typed: '--ahead 1h5min at most'."""
    minutes, seconds = divmod(max(span, 0) // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    units = ((hours, "h"), (minutes, "min"), (seconds, "s"))
    typed = "".join(f"{many}{unit}" for many, unit in units if many)
    return f"{option} {typed} at most" if typed else f"the clock cannot have been {option.removeprefix('--')}"


def _recall(event: ClockCorrected, command: Undo, stream: Stream, actor: Actor) -> TakenBack:
    number = command.target.number
    if number not in stream.wrong_clocks:
        raise Refusal("nothing-to-change", f"#{number} was taken back", "`log --type clock`")
    return taking_back(command)


def appoint(command: AppointOfficial, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """An office to somebody, or to who has it another key or login; the first is the chief director's."""
    name, office, held = command.name, command.office, stream.officials
    tied = command.key in ("", held.key_of(name)) and command.login in ("", held.login_of(name))
    if office in held.offices(name) and tied:
        raise Refusal("nothing-to-change", f"{name} is {office} already", "`official list`")
    if not stream.officials and office != "chief-director":
        message = "the first official of a session is its chief director, who appoints the others"
        hint = f"`official add {name} --as chief-director`, or appoint the chief director first"
        raise Refusal("no-chief-director", message, hint)
    check_may_tie(command, actor)
    return (ProposedEvent(OfficialAppointed(name, office, command.key, command.login)),)


def relieve(command: RelieveOfficial, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """An office from somebody; never the last chief director's."""
    name, office = command.name, command.office
    if office not in stream.officials.offices(name):
        raise Refusal("nothing-to-change", f"{name} is no {office}", "`official list`")
    if office == "chief-director" and len(stream.officials.holders(office)) == 1:
        message = f"{name} is the only chief director: nobody could appoint another"
        raise Refusal("no-chief-director", message, "`official add NAME --as chief-director` first")
    last = len(stream.officials.offices(name)) == 1
    key, login = (stream.officials.key_of(name), stream.officials.login_of(name)) if last else ("", "")
    return (ProposedEvent(OfficialRelieved(name, office, command.reason, key, login)),)


def take_over(command: TakeOver, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Events from elsewhere, on the session as it is here: under a seal of the office, or by consent.

    Consent is the chief director's alone: `offices.allowed` says so.
    """
    taken = command.size - stream.number
    if not command.seal and not command.consent:
        raise Refusal(
            "not-sealed",
            f"#{command.size} of {stream.id} and what is new before it is under no seal of the office",
            f"where they were recorded, seal {stream.id} itself and export again; here `import BUNDLE --key KEY`; "
            "or the chief director: --consent",
        )
    event = BundleImported(command.file, taken, command.digest, command.seal)
    return (ProposedEvent(event, (command.size,)),)


def sign_regulations(command: SignRegulations, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The regulations in force, signed; nobody signs where nobody is chief director, and nobody twice."""
    if not stream.officials:
        message = "the chief director signs the regulations, and nobody is appointed"
        raise Refusal("no-chief-director", message, "`official add NAME --as chief-director` first")
    in_force, signed = stream.regulations, stream.signed_regulations
    if signed and signed[-1].regulations == in_force:
        why = f"{signed[-1].by} signed these regulations (#{signed[-1].number})"
        raise Refusal("nothing-to-change", why, "`session show` says what is signed")
    amended = stream.amendments.latest if isinstance(stream, Session) else None
    since = amended[0] if amended else 1
    return (ProposedEvent(RegulationsSigned(in_force.profile, in_force.digest), (since,)),)


def accept_difference(command: AcceptSchemaDifference, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Accept a difference of the database; refuse one that is accepted already."""
    if command.line in stream.accepted:
        number, by = stream.accepted[command.line]
        raise Refusal("nothing-to-change", f"{by} accepted that difference (#{number})", "`verify` lists it")
    return (ProposedEvent(SchemaDifferenceAccepted(command.line, command.reason)),)


def _unappoint(event: OfficialAppointed, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    return relieve(RelieveOfficial(event.name, event.office, command.reason), stream, actor)


def _unrelieve(event: OfficialRelieved, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    return appoint(AppointOfficial(event.name, event.office, event.key, event.login), stream, actor)


def _turn_back(event: SessionClosed, command: Undo, stream: Stream, actor: Actor) -> TakenBack:
    if (last := stream.closing) != command.target.number:
        raise Refusal("has-dependants", f"#{last} closed or reopened the session since", f"undo {last} instead")
    return taking_back(command)


def _regulations_before(event: RegulationsAmended, command: Undo, session: Session, actor: Actor) -> RegulationsAmended:
    before = undone(session.amendments, command.target.number) or session.opening.regulations
    check_penalties_kept(session, before)
    return RegulationsAmended(before, command.reason)


def _unsign(event: RegulationsSigned, command: Undo, stream: Stream, actor: Actor) -> TakenBack:
    number, signed = command.target.number, stream.signed_regulations
    if not signed or signed[-1].number != number:
        why = (
            f"#{signed[-1].number} signed the regulations since" if signed else "that signature was taken back already"
        )
        hint = f"undo {signed[-1].number} first" if signed else "`regulations sign` signs anew"
        raise Refusal("has-dependants", why, hint)
    return taking_back(command)


def _unaccept(event: SchemaDifferenceAccepted, command: Undo, stream: Stream, actor: Actor) -> TakenBack:
    if stream.accepted.get(event.line, (0, ""))[0] != command.target.number:
        raise Refusal("has-dependants", "that difference is no longer accepted by this event", "`verify` lists them")
    return taking_back(command)


AGAIN: Undoing = {SessionClosed: _turn_back}


HANDLERS: Handlers = {
    AcceptSchemaDifference: accept_difference,
    AppointOfficial: appoint,
    RelieveOfficial: relieve,
    SignRegulations: sign_regulations,
    TakeOver: take_over,
    CorrectClock: correct_clock,
}


UNDO: Undoing = {
    SchemaDifferenceAccepted: _unaccept,
    OfficialAppointed: _unappoint,
    OfficialRelieved: _unrelieve,
    SessionClosed: _turn_back,
    RegulationsAmended: _regulations_before,
    RegulationsSigned: _unsign,
    ClockCorrected: _recall,
}

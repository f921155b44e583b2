"""The office itself: officials appointed and relieved; and undo, for officials, publications, the closing of the
session and its regulations.
"""

from ledger.decide.anew import undone
from ledger.decide.guards.offices import check_may_tie
from ledger.decide.opening import check_penalties_kept
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import AppointOfficial, RelieveOfficial, SignRegulations, TakeOver, Undo
from ledger.facts.office import (
    BundleImported,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSignatureWithdrawn,
    RegulationsSigned,
)
from ledger.facts.play import RegulationsAmended, SessionClosed, SessionReopened
from ledger.session import Session, Stream


def appoint(command: AppointOfficial, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """An office to somebody, or to who has it another key or login; the first is the chief director's."""
    name, office, held = command.name, command.office, stream.officials
    tied = command.key in ("", held.key_of(name)) and command.login in ("", held.login_of(name))
    if office in held.offices(name) and tied:
        raise Refusal("nothing-to-change", f"{name} is {office} already", "`official list`")
    if not stream.officials and office != "chief-director":
        raise Refusal(
            "no-chief-director",
            "the first official of a session is its chief director, who appoints the others",
            f"`official add {name} --as chief-director`, or appoint the chief director first",
        )
    check_may_tie(command, actor)
    return (ProposedEvent(OfficialAppointed(name, office, command.key, command.login)),)


def relieve(command: RelieveOfficial, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """An office from somebody; never the last chief director's."""
    name, office = command.name, command.office
    if office not in stream.officials.offices(name):
        raise Refusal("nothing-to-change", f"{name} is no {office}", "`official list`")
    if office == "chief-director" and len(stream.officials.holders(office)) == 1:
        raise Refusal(
            "no-chief-director",
            f"{name} is the only chief director: nobody could appoint another",
            "`official add NAME --as chief-director` first",
        )
    last = len(stream.officials.offices(name)) == 1
    key, login = (stream.officials.key_of(name), stream.officials.login_of(name)) if last else ("", "")
    return (ProposedEvent(OfficialRelieved(name, office, command.reason, key, login)),)


def take_over(command: TakeOver, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Events from elsewhere, on the session as it is here: under a seal of the office, or by consent.

    That consent is the chief director's alone is his office's to say (`offices.allowed`).
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
    """The regulations in force, signed; nobody signs where nobody is chief director, and nobody twice.

    It answers the event that put them in force.
    """
    if not stream.officials:
        raise Refusal(
            "no-chief-director",
            "the chief director signs the regulations, and nobody is appointed",
            "`official add NAME --as chief-director` first",
        )
    in_force, signed = stream.regulations, stream.signed_regulations
    if signed and signed[-1].regulations == in_force:
        why = f"{signed[-1].by} signed these regulations (#{signed[-1].number})"
        raise Refusal("nothing-to-change", why, "`session show` says what is signed")
    amended = stream.amendments.latest if isinstance(stream, Session) else None
    since = amended[0] if amended else 1
    return (ProposedEvent(RegulationsSigned(in_force.profile, in_force.digest), (since,)),)


HANDLERS: Handlers = {
    AppointOfficial: appoint,
    RelieveOfficial: relieve,
    SignRegulations: sign_regulations,
    TakeOver: take_over,
}


def _unappoint(event: OfficialAppointed, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    return relieve(RelieveOfficial(event.name, event.office, command.reason), stream, actor)


def _unrelieve(event: OfficialRelieved, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    return appoint(AppointOfficial(event.name, event.office, event.key, event.login), stream, actor)


def _unclose(event: SessionClosed, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    _check_latest_closing(stream, command.target.number)
    return (ProposedEvent(SessionReopened(command.reason), (command.target.number,)),)


def _close_again(event: SessionReopened, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    _check_latest_closing(stream, command.target.number)
    return (ProposedEvent(SessionClosed(command.reason), (command.target.number,)),)


def _check_latest_closing(stream: Stream, number: int) -> None:
    if stream.closing != number:
        raise Refusal(
            "has-dependants",
            f"#{stream.closing} closed or reopened the session since",
            f"undo {stream.closing} instead",
        )


def _regulations_before(
    event: RegulationsAmended, command: Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    before = undone(session.amendments, number) or session.opening.regulations
    check_penalties_kept(session, before)
    return (ProposedEvent(RegulationsAmended(before, command.reason), (number,)),)


def _unsign(event: RegulationsSigned, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    number, signed = command.target.number, stream.signed_regulations
    if not signed or signed[-1].number != number:
        why = (
            f"#{signed[-1].number} signed the regulations since" if signed else "that signature was taken back already"
        )
        raise Refusal(
            "has-dependants", why, f"undo {signed[-1].number} first" if signed else "`regulations sign` signs anew"
        )
    return (ProposedEvent(RegulationsSignatureWithdrawn(command.reason), (number,)),)


UNDO: Undoing = {
    OfficialAppointed: _unappoint,
    OfficialRelieved: _unrelieve,
    SessionClosed: _unclose,
    SessionReopened: _close_again,
    RegulationsAmended: _regulations_before,
    RegulationsSigned: _unsign,
}

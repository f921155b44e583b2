"""Decide appointments, devices, signed regulations, bundles taken over, accepted differences of schemas; undo them."""

from ledger.errors import Refusal
from ledger.guards.offices import check_amendment, check_login, quote_name
from ledger.guards.periods import fact_after_undo
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of, refuse_if_taken_back
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.office import facts
from ledger.subjects.play.facts import RegulationsAmended, SessionClosed
from ledger.subjects.rulings.facts import Undo


def appoint_official(command: facts.AppointOfficial, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Appoint an official, or give an official a new key or login; the first one must be a chief director."""
    name, office, held = command.name, command.office, stream.officials
    tied = command.key in ("", held.key_of(name)) and command.login in ("", held.login_of(name))
    if office in held.offices(name) and tied:
        raise Refusal("nothing-to-change", f"{name} is {office} already", "`official list`")
    if not stream.officials and office != "chief-director":
        message = "the first official of a session is its chief director, who appoints the others"
        hint = f"`official add {name} --as chief-director`, or appoint the chief director first"
        raise Refusal("no-chief-director", message, hint)
    if command.login and not actor.login:
        why = f"{name} cannot be tied to a login: nobody logs in to a file"
        raise Refusal("no-logins", why, "--key ties an official to a key of his own (`help signing`)")
    # He would lock himself out, and if he is the only chief director, the whole office
    if name.casefold() == actor.by.casefold():
        check_login(stream, actor, command.login)
    return (ProposedEvent(facts.OfficialAppointed(name, office, command.key, command.login)),)


def relieve_official(command: facts.RelieveOfficial, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Relieve an official of an office; refused if not held, or if no chief director would remain."""
    name, office = command.name, command.office
    if office not in stream.officials.offices(name):
        raise Refusal("nothing-to-change", f"{name} is no {office}", "`official list`")
    if office == "chief-director" and len(stream.officials.holders(office)) == 1:
        message = f"{name} is the only chief director: nobody could appoint another"
        raise Refusal("no-chief-director", message, "`official add NAME --as chief-director` first")
    last = len(stream.officials.offices(name)) == 1
    key, login = (stream.officials.key_of(name), stream.officials.login_of(name)) if last else ("", "")
    return (ProposedEvent(facts.OfficialRelieved(name, office, command.reason, key, login)),)


def pair_device(command: facts.PairDevice, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Tie a device to an official; refused for a person without an office, and if its name or key is taken."""
    if not stream.officials.offices(command.name):
        hint = f"`official add {quote_name(command.name)} --as director`, or another office, first"
        raise Refusal("not-your-office", f"{command.name} is no official here", hint)
    taken = [name for name, each in stream.devices.items() if name == command.device or each.key == command.key]
    if taken:
        raise Refusal("nothing-to-change", f"{taken[0]} is paired already", "`official list` shows the devices")
    return (ProposedEvent(event_of(facts.DevicePaired, command)),)


def unpair_device(command: facts.UnpairDevice, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Untie a device from its official; refused if no such device is paired."""
    if command.device not in stream.devices:
        raise Refusal("nothing-to-change", f"no device {command.device} is paired", "`official list` shows the devices")
    paired = stream.devices[command.device].number
    return (ProposedEvent(event_of(facts.DeviceUnpaired, command), (paired,)),)


def take_over(command: facts.TakeOver, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record that events came from a bundle; refused with neither a seal nor the chief director's consent."""
    taken = command.size - stream.number
    if not command.seal and not command.consent:
        raise Refusal(
            "not-sealed",
            f"no seal of the office covers the new events of {stream.id} up to #{command.size}",
            f"where they were recorded, seal {stream.id} itself and export again; here `import BUNDLE --key KEY`; "
            "or the chief director imports with --consent",
        )
    event = facts.BundleImported(command.file, taken, command.digest, command.seal)
    return (ProposedEvent(event, (command.size,)),)


def sign_regulations(command: facts.SignRegulations, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the chief director's signature under the regulations in force; refused if signed, or nobody appointed."""
    if not stream.officials:
        message = "the chief director signs the regulations, and nobody is appointed"
        raise Refusal("no-chief-director", message, "`official add NAME --as chief-director` first")
    in_force, signed = stream.regulations, stream.signed_regulations
    if signed and signed[-1].regulations == in_force:
        why = f"{signed[-1].by} signed these regulations (#{signed[-1].number})"
        raise Refusal("nothing-to-change", why, "`session show` says what is signed")
    amended = stream.amendments.latest if isinstance(stream, Session) else None
    since = amended[0] if amended else 1
    return (ProposedEvent(facts.RegulationsSigned(in_force.profile, in_force.digest), (since,)),)


def accept_schema_difference(
    command: facts.AcceptSchemaDifference, stream: Stream, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """Accept a difference between the database and the program's schema; refused if it is accepted already."""
    if command.line in stream.accepted:
        number, by = stream.accepted[command.line]
        raise Refusal("nothing-to-change", f"{by} accepted that difference (#{number})", "`verify` lists it")
    return (ProposedEvent(facts.SchemaDifferenceAccepted(command.line, command.reason)),)


def _unappoint(
    event: facts.OfficialAppointed, command: Undo, stream: Stream, actor: Actor
) -> tuple[ProposedEvent, ...]:
    return relieve_official(facts.RelieveOfficial(event.name, event.office, command.reason), stream, actor)


def _unrelieve(event: facts.OfficialRelieved, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    return appoint_official(facts.AppointOfficial(event.name, event.office, event.key, event.login), stream, actor)


def _check_last_closing(event: SessionClosed, command: Undo, stream: Stream, actor: Actor) -> None:
    if (last := stream.closing) != command.target.number:
        raise Refusal("has-dependants", f"event #{last} closed or reopened the session later", f"`undo {last}` instead")


def _regulations_before(event: RegulationsAmended, command: Undo, session: Session, actor: Actor) -> RegulationsAmended:
    before = fact_after_undo(session.amendments, command.target.number) or session.opening.regulations
    check_amendment(session, before)
    return RegulationsAmended(before, command.reason)


def _unsign(event: facts.RegulationsSigned, command: Undo, stream: Stream, actor: Actor) -> None:
    number, signed = command.target.number, stream.signed_regulations
    if not signed or signed[-1].number != number:
        why = (
            f"#{signed[-1].number} signed the regulations since" if signed else "that signature was taken back already"
        )
        hint = f"undo {signed[-1].number} first" if signed else "`regulations sign` signs anew"
        raise Refusal("has-dependants", why, hint)


def _unpair(event: facts.DevicePaired, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    device = stream.devices.get(event.device)
    if not device or device.number != command.target.number:
        raise Refusal("has-dependants", f"{event.device} was unpaired since", "`official list` shows the devices")
    return unpair_device(facts.UnpairDevice(event.device, command.reason), stream, actor)


AGAIN: Undoing = {SessionClosed: _check_last_closing}


UNDO: Undoing = {
    facts.SchemaDifferenceAccepted: refuse_if_taken_back(
        "#{number} was taken back already", "`verify` lists the accepted differences", "has-dependants"
    ),
    facts.OfficialAppointed: _unappoint,
    facts.OfficialRelieved: _unrelieve,
    facts.DevicePaired: _unpair,
    SessionClosed: _check_last_closing,
    RegulationsAmended: _regulations_before,
    facts.RegulationsSigned: _unsign,
}

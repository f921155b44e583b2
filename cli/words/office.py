"""The events of the office in words: offices, signatures, publications."""

from cli.words.language import Wording, say, say_of
from cli.words.times import wrong_by
from cli.words.vocabulary import OFFICE_NAMES, counted, profile_text, reason_suffix
from ledger.kernel.fact import Event
from ledger.session import Stream
from ledger.subjects.clocks.facts import ClockCorrected
from ledger.subjects.office.facts import (
    BundleImported,
    CommandSigned,
    DevicePaired,
    DeviceUnpaired,
    JudgementSigned,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSigned,
    SchemaDifferenceAccepted,
    key_name,
)
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished


def event_text(event: Event) -> str | None:
    """Format an event of the office, such as an appointment or a publication, in a line; None for other events."""
    match event:
        case ClockCorrected():
            ahead = wrong_by(event.ahead)
            return say_of(event, "the clock was %(wrong_by)s at %(which)s: the times are corrected", wrong_by=ahead)
        case OfficialAppointed():
            tied = say(", tied to the key %(key_name)s", key_name=key_name(event.key)) if event.key else ""
            tied += say_of(event, ", tied to the login %(login)s") if event.login else ""
            return say_of(event, "%(name)s is %(office)s%(tied)s", office=OFFICE_NAMES[event.office], tied=tied)
        case OfficialRelieved():
            ties = [tie for tie in ("key", "login") if getattr(event, tie)]
            no_ties = say(" and no ").join(map(_TIES.__getitem__, ties))
            tied = say(", and tied to no %(ties)s", ties=no_ties) if ties else ""
            office = OFFICE_NAMES[event.office]
            return say_of(event, "%(name)s is no longer %(office)s%(tied)s", office=office, tied=tied)
        case DevicePaired():
            return say_of(event, "the device %(device)s is paired to %(name)s")
        case DeviceUnpaired():
            return say_of(event, "the device %(device)s is no longer paired") + reason_suffix(event.reason)
        case CommandSigned():
            return say_of(event, "signed on %(device)s, as shown after #%(seen)s")
        case JudgementSigned():
            from ledger.trust.keys import is_signed  # slow to import, and seldom needed

            named = key_name(event.key)
            if is_signed(event):
                return say("signed with the key %(named)s", named=named)
            return say("FORGED: not signed with the key %(named)s", named=named)
        case RegulationsSigned():
            profile = profile_text(event.profile)
            return say("regulations signed: %(profile)s, digest %(digest)s", profile=profile, digest=event.digest[:16])
        case SchemaDifferenceAccepted():
            return say_of(event, "difference of the database accepted: %(line)s")
        case ScoresPublished():
            first, last = event.numbers[:8], event.numbers[-4:]
            return say("scores published, numbers %(first)s…%(last)s", first=first, last=last) + _published(event)
        case StandingPublished():
            sessions = counted(len(event.heads) - 1, "session")
            stages = ", ".join(
                say_of(each, "%(stage)s, numbers %(first)s…%(last)s", first=each.numbers[:8], last=each.numbers[-4:])
                for each in event.stages
            )
            text = say("standing published over %(streams)s: %(stages)s", streams=sessions, stages=stages)
            return text + _published(event)
        case BundleImported():
            authority = say_of(event, "under a seal by %(seal)s") if event.seal else say("by consent, without a seal")
            return say_of(
                event,
                "%(events)s taken over from %(file)s, %(authority)s; digest %(digest)s",
                events=counted(event.taken, "event"),
                authority=authority,
                digest=event.digest[:16],
            )
    return None


_TIES = Wording({"key": "key", "login": "login"})


def _published(event: ScoresPublished | StandingPublished) -> str:
    from_then = say("; the periods run from then") + reason_suffix(event.from_then) if event.from_then else ""
    return reason_suffix(event.note) + from_then


def officials(stream: Stream) -> list[tuple[str, list[str]]]:
    """Return the present officials with their offices, in the order of their first appointment."""
    held = stream.officials.held.items()
    return [(stream.officials.names[key], sorted(offices)) for key, offices in held if offices]

"""What the events of the office itself say: who holds what, and what was published."""

from cli.words.event_text import event_text
from cli.words.vocabulary import because, counted
from ledger.facts.office import (
    BundleImported,
    JudgementSigned,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSignatureWithdrawn,
    RegulationsSigned,
    key_name,
    office_text,
)
from ledger.facts.publications import PublicationRecalled, ScoresPublished, StandingPublished
from ledger.session import Stream


@event_text.register
def _(event: OfficialAppointed) -> str:
    tied = f", tied to the key {key_name(event.key)}" if event.key else ""
    tied += f", tied to the login {event.login}" if event.login else ""
    return f"{event.name} is {office_text(event.office)}{tied}"


@event_text.register
def _(event: OfficialRelieved) -> str:
    ties = [tie for tie in ("key", "login") if getattr(event, tie)]
    tied = f", and tied to no {' and no '.join(ties)}" if ties else ""
    return f"{event.name} is no longer {office_text(event.office)}{tied}" + because(event.reason)


@event_text.register
def _(event: JudgementSigned) -> str:
    from ledger.trust.keys import is_signed  # dear to load, and seldom needed

    named = key_name(event.key)
    return f"signed with the key {named}" if is_signed(event) else f"FORGED: not signed with the key {named}"


@event_text.register
def _(event: RegulationsSigned) -> str:
    return f"regulations signed: {event.profile}, digest {event.digest[:16]}"


@event_text.register
def _(event: RegulationsSignatureWithdrawn) -> str:
    return "signature of the regulations taken back" + because(event.reason)


@event_text.register
def _(event: ScoresPublished) -> str:
    return f"scores published, numbers {event.numbers[:8]}…{event.numbers[-4:]}" + because(event.note)


@event_text.register
def _(event: StandingPublished) -> str:
    streams = counted(len(event.heads) - 1, "session")
    stages = ", ".join(f"{each.stage}, numbers {each.numbers[:8]}…{each.numbers[-4:]}" for each in event.stages)
    return f"standing published over {streams}: {stages}" + because(event.note)


@event_text.register
def _(event: PublicationRecalled) -> str:
    return "publication of the scores taken back" + because(event.reason)


@event_text.register
def _(event: BundleImported) -> str:
    authority = f"under a seal by {event.seal}" if event.seal else "by consent, without a seal"
    return f"{counted(event.taken, 'event')} taken over from {event.file}, {authority}; digest {event.digest[:16]}"


def officials(stream: Stream) -> list[tuple[str, list[str]]]:
    """Who holds which offices, in the order they were first appointed."""
    held = stream.officials.held.items()
    return [(stream.officials.names[key], sorted(offices)) for key, offices in held if offices]

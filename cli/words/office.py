"""What the events of the office itself say: who holds what, and what was published."""

from cli.words.event_text import event_text
from cli.words.language import Wording, say
from cli.words.vocabulary import OFFICE_NAMES, because, counted, profile_text
from ledger.facts.office import (
    BundleImported,
    JudgementSigned,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSignatureWithdrawn,
    RegulationsSigned,
    key_name,
)
from ledger.facts.publications import (
    PublicationRecalled,
    RunningScoresHidden,
    RunningScoresShown,
    ScoresPublished,
    StandingPublished,
)
from ledger.session import Stream


@event_text.register
def _(event: OfficialAppointed) -> str:
    tied = say(", tied to the key %(key_name)s", key_name=key_name(event.key)) if event.key else ""
    tied += say(", tied to the login %(login)s", login=event.login) if event.login else ""
    return say("%(name)s is %(office)s%(tied)s", name=event.name, office=OFFICE_NAMES[event.office], tied=tied)


_TIES = Wording({"key": "key", "login": "login"})


@event_text.register
def _(event: OfficialRelieved) -> str:
    ties = [tie for tie in ("key", "login") if getattr(event, tie)]
    tied = say(", and tied to no %(ties)s", ties=say(" and no ").join(map(_TIES.__getitem__, ties))) if ties else ""
    return say(
        "%(name)s is no longer %(office)s%(tied)s", name=event.name, office=OFFICE_NAMES[event.office], tied=tied
    ) + because(event.reason)


@event_text.register
def _(event: JudgementSigned) -> str:
    from ledger.trust.keys import is_signed  # dear to load, and seldom needed

    named = key_name(event.key)
    return (
        say("signed with the key %(named)s", named=named)
        if is_signed(event)
        else say("FORGED: not signed with the key %(named)s", named=named)
    )


@event_text.register
def _(event: RegulationsSigned) -> str:
    profile = profile_text(event.profile)
    return say("regulations signed: %(profile)s, digest %(digest)s", profile=profile, digest=event.digest[:16])


@event_text.register
def _(event: RegulationsSignatureWithdrawn) -> str:
    return say("signature of the regulations taken back") + because(event.reason)


@event_text.register
def _(event: ScoresPublished) -> str:
    return say(
        "scores published, numbers %(first)s…%(last)s", first=event.numbers[:8], last=event.numbers[-4:]
    ) + because(event.note)


@event_text.register
def _(event: StandingPublished) -> str:
    streams = counted(len(event.heads) - 1, "session")
    stages = ", ".join(
        say("%(stage)s, numbers %(first)s…%(last)s", stage=each.stage, first=each.numbers[:8], last=each.numbers[-4:])
        for each in event.stages
    )
    return say("standing published over %(streams)s: %(stages)s", streams=streams, stages=stages) + because(event.note)


@event_text.register
def _(event: PublicationRecalled) -> str:
    return say("publication of the scores taken back") + because(event.reason)


@event_text.register
def _(event: RunningScoresShown) -> str:
    return say("running scores are shown, before they are published")


@event_text.register
def _(event: RunningScoresHidden) -> str:
    return say("running scores are shown no longer") + because(event.reason)


@event_text.register
def _(event: BundleImported) -> str:
    authority = say("under a seal by %(seal)s", seal=event.seal) if event.seal else say("by consent, without a seal")
    return say(
        "%(events)s taken over from %(file)s, %(authority)s; digest %(digest)s",
        events=counted(event.taken, "event"),
        file=event.file,
        authority=authority,
        digest=event.digest[:16],
    )


def officials(stream: Stream) -> list[tuple[str, list[str]]]:
    """Who holds which offices, in the order they were first appointed."""
    held = stream.officials.held.items()
    return [(stream.officials.names[key], sorted(offices)) for key, offices in held if offices]

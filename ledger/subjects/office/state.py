"""The effect of officials, signatures and accepted differences on a session or tournament."""

from ledger.kernel.fact import CHIEF, OFFICES, SCORERS, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.cases import SignedRegulations
from ledger.session.stream import Stream, keep_unchanged
from ledger.subjects.office.facts import (
    BundleImported,
    JudgementSigned,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSigned,
    SchemaDifferenceAccepted,
)


def _appoint(stream: Stream, envelope: Envelope, event: OfficialAppointed) -> None:
    stream.officials = stream.officials.appointed(event.name, event.office, event.key, event.login)


def _relieve(stream: Stream, envelope: Envelope, event: OfficialRelieved) -> None:
    stream.officials = stream.officials.relieved(event.name, event.office)


def _sign(stream: Stream, envelope: Envelope, event: JudgementSigned) -> None:
    stream.signed.update(dict.fromkeys(envelope.because, envelope.number))


def _sign_regulations(stream: Stream, envelope: Envelope, event: RegulationsSigned) -> None:
    signed = SignedRegulations(envelope.number, envelope.occurred_at, envelope.by, stream.regulations)
    stream.signed_regulations = (*stream.signed_regulations, signed)


def _withdraw_signature(stream: Stream, envelope: Envelope[TakenBack], event: RegulationsSigned) -> None:
    *earlier, last = stream.signed_regulations
    if last.number != envelope.event.of:
        raise ValueError(f"the regulations were signed since #{envelope.event.of}")
    stream.signed_regulations = tuple(earlier)


def _accept_difference(stream: Stream, envelope: Envelope, event: SchemaDifferenceAccepted) -> None:
    stream.accepted = {**stream.accepted, event.line: (envelope.number, envelope.by)}


def _withdraw_acceptance(stream: Stream, envelope: Envelope, event: SchemaDifferenceAccepted) -> None:
    stream.accepted = {line: whose for line, whose in stream.accepted.items() if line != event.line}


KINDS = (
    Kind(OfficialAppointed, CHIEF, _appoint, "office", OfficialRelieved),
    Kind(OfficialRelieved, CHIEF, _relieve, "office", OfficialAppointed),
    Kind(RegulationsSigned, CHIEF, _sign_regulations, "office", Reversal(_withdraw_signature)),
    Kind(
        SchemaDifferenceAccepted, SCORERS, _accept_difference, "office", Reversal(_withdraw_acceptance, offices=CHIEF)
    ),
    Kind(BundleImported, SCORERS, keep_unchanged, "office"),  # the events taken over have changed it
    Kind(JudgementSigned, OFFICES, _sign, "office"),
)

"""The effect of officials, signatures and accepted differences on a session or tournament."""

from msgspec.structs import replace

from ledger.kernel.fact import CHIEF, DIRECTORS, OFFICES, SCORERS, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.cases import PairedDevice, SignedRegulations
from ledger.session.stream import Stream, keep_unchanged
from ledger.subjects.office import facts


def _appoint(stream: Stream, envelope: Envelope, event: facts.OfficialAppointed) -> None:
    stream.officials = stream.officials.appointed(event.name, event.office, event.key, event.login)


def _relieve(stream: Stream, envelope: Envelope, event: facts.OfficialRelieved) -> None:
    stream.officials = stream.officials.relieved(event.name, event.office)


def _pair(stream: Stream, envelope: Envelope, event: facts.DevicePaired) -> None:
    stream.devices[event.device] = PairedDevice(event.name, event.key, envelope.number, envelope.recorded_at)


def _unpair(stream: Stream, envelope: Envelope, event: facts.DeviceUnpaired) -> None:
    del stream.devices[event.device]


def _sign_command(stream: Stream, envelope: Envelope, event: facts.CommandSigned) -> None:
    if device := stream.devices.get(event.device):  # `verify` names a signature of a device that is not paired
        stream.devices[event.device] = replace(device, heard=envelope.recorded_at)


def _sign(stream: Stream, envelope: Envelope, event: facts.JudgementSigned) -> None:
    stream.signed.update(dict.fromkeys(envelope.because, envelope.number))


def _sign_regulations(stream: Stream, envelope: Envelope, event: facts.RegulationsSigned) -> None:
    signed = SignedRegulations(envelope.number, envelope.occurred_at, envelope.by, stream.regulations)
    stream.signed_regulations = (*stream.signed_regulations, signed)


def _withdraw_signature(stream: Stream, envelope: Envelope[TakenBack], event: facts.RegulationsSigned) -> None:
    *earlier, last = stream.signed_regulations
    if last.number != envelope.event.of:
        raise ValueError(f"the regulations were signed since #{envelope.event.of}")
    stream.signed_regulations = tuple(earlier)


def _accept_difference(stream: Stream, envelope: Envelope, event: facts.SchemaDifferenceAccepted) -> None:
    stream.accepted = {**stream.accepted, event.line: (envelope.number, envelope.by)}


def _withdraw_acceptance(stream: Stream, envelope: Envelope, event: facts.SchemaDifferenceAccepted) -> None:
    stream.accepted = {line: whose for line, whose in stream.accepted.items() if line != event.line}


KINDS = (
    Kind(facts.OfficialAppointed, CHIEF, _appoint, "office", facts.OfficialRelieved),
    Kind(facts.OfficialRelieved, CHIEF, _relieve, "office", facts.OfficialAppointed),
    Kind(facts.DevicePaired, CHIEF, _pair, "office", facts.DeviceUnpaired),
    Kind(facts.DeviceUnpaired, DIRECTORS, _unpair, "office"),
    Kind(facts.CommandSigned, OFFICES, _sign_command, "office"),
    Kind(facts.RegulationsSigned, CHIEF, _sign_regulations, "office", Reversal(_withdraw_signature)),
    Kind(
        facts.SchemaDifferenceAccepted,
        SCORERS,
        _accept_difference,
        "office",
        Reversal(_withdraw_acceptance, offices=CHIEF),
    ),
    Kind(facts.BundleImported, SCORERS, keep_unchanged, "office"),  # the events taken over have changed it
    Kind(facts.JudgementSigned, OFFICES, _sign, "office"),
)

"""Recording a command: load the state, decide, append the events, and report their effect on the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ledger.exchange.evidence import EvidenceFile
    from ledger.recording.effect import Effect
    from ledger.session import Stream
    from ledger.subjects.office.facts import CommandSigned
    from ledger.trust.keys import Key


class Submission(NamedTuple):
    """The circumstances of a command: its id, whether it is a dry run, its time (µs UTC) and its author.

    Without an id a new one is made; without a time the command happens now; without an author `Office.submit` adds its
    own. `supposing`: the state on which a dry run is decided instead of the present one. `shown`: the effect of an
    earlier dry run that the user agreed to; Conflict (not-as-shown) if recording would now have another effect. `file`:
    the bytes for a `FileEvidence`. `signer`: the key with which an official signs his judgements. `signed`: the
    signature of an official's device, to be recorded after the events; of a dry run its device alone counts.
    """

    command_id: str = ""
    dry_run: bool = False
    occurred_at: int | None = None
    supposing: Stream | None = None
    shown: Effect | None = None
    file: EvidenceFile | None = None
    by: str = ""
    signer: Key | None = None
    signed: CommandSigned | None = None


AS_USUAL = Submission()
TRIAL = Submission(dry_run=True)

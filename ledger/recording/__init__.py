"""The way of a command: how it is submitted; load, decide, append; and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ledger.exchange.evidence import EvidenceFile
    from ledger.recording.effect import Effect
    from ledger.session import Stream
    from ledger.trust.keys import Key


class Submission(NamedTuple):
    """How a command is submitted: under which id ('' for a new one), on trial or not, when it happened (µs UTC; None:
    now), and by whom ('' for whom the office is of).

    `supposing`: what a trial is decided on instead of the session as it is. `shown`: a trial of the command that
    somebody was shown and agreed to: Conflict (not-as-shown) where something else would be recorded by now. `file`: the
    bytes that a `FileEvidence` is about. `signer`: the key with which who records signs what he judges.
    """

    command_id: str = ""
    dry_run: bool = False
    occurred_at: int | None = None
    supposing: Stream | None = None
    shown: Effect | None = None
    file: EvidenceFile | None = None
    by: str = ""
    signer: Key | None = None


AS_USUAL = Submission()
TRIAL = Submission(dry_run=True)

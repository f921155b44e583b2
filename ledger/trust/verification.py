"""`verify`: the chain from the stored bytes, every record, what the log says, and the seals; all in one reading."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ledger.errors import Corrupt
from ledger.events import Envelope
from ledger.store import chain
from ledger.store.log import StoredRow
from ledger.store.record import columns
from ledger.store.store import Store
from ledger.trust.examination import examine
from ledger.trust.finding import Finding, finding
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import require_extended, require_signed, seals


@dataclass(slots=True)
class Audit:
    """What `verify` found in one session: the findings of each check, none where it holds."""

    session: str
    events: int = 0
    digest: str = ""
    checks: dict[str, list[Finding]] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether every check holds."""
        return not any(self.checks.values())


def audit(
    store: Store,
    session_id: str,
    *,
    strict: bool = False,
    seal: Seal | None = None,
    key: PublicKey | None = None,
    by_key: bool = False,
) -> Audit:
    """Check a session; the checks of what the log says are made only where it can be read.

    A `seal` kept elsewhere is checked first; the seals kept with the log always are, and their signatures where the `key` is
    known that made them. `by_key`: there must be one by that key.
    """
    reading = _Reading(session_id)
    said = examine(reading.events(store.log.with_columns(session_id)), session_id, strict=strict)
    found = Audit(session_id, len(reading.digests), checks={"chain": reading.chain, "codec": reading.records})
    if not reading.chain:
        found.digest = (reading.digests[-1] if reading.digests else chain.GENESIS).hex()
    sound = found.ok
    if seal and not reading.chain:
        found.checks["seal"] = _sealed(seal, reading.digests, key)
    if found.ok:
        _check_kept(store, found, reading.digests, key, by_key)
    if sound:
        found.checks |= said
    return found


class _Reading:
    """A log as it is read: its digests, and where it stops being what was recorded, or what can be read."""

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.digests: list[bytes] = []
        self.chain: list[Finding] = []
        self.records: list[Finding] = []

    def events(self, rows: Iterable[StoredRow]) -> Iterator[Envelope]:
        """The events as far as they can be read; the chain is held to the end."""
        try:
            for row in chain.sound(rows, self.session_id):
                self.digests.append(row[1])
                envelope = None if self.records else self._read(row)
                _require_columns(row, envelope, self.session_id, len(self.digests))
                if envelope is not None:
                    yield envelope
        except Corrupt as error:
            self.chain.append(finding(error))

    def _read(self, row: StoredRow) -> Envelope | None:
        """The event of a row; None where it is the first that cannot be read, or would be written otherwise."""
        try:
            return chain.read_canonical(row, len(self.digests))
        except Corrupt as error:
            self.records.append(finding(error))
            return None


def _require_columns(row: StoredRow, envelope: Envelope | None, session: str, number: int) -> None:
    """Corrupt (chain-broken) where what stands beside a record is not what it says; what is no record says nothing."""
    try:
        said = envelope or columns(row[0])
    except ValueError:
        return
    if (said.number, said.command_id, said.part) != row[2:]:
        beside = f"event #{number} of session {session} was changed after it was recorded: beside it stands {row[2:]}"
        raise Corrupt("chain-broken", beside, chain.intact(number), number)


def _check_kept(store: Store, found: Audit, digests: Sequence[bytes], key: PublicKey | None, by_key: bool) -> None:
    """The seals that are kept with the log, and the signatures of the key; `by_key`: there must be one."""
    try:
        kept = seals(store, found.session)
    except Corrupt as error:
        found.checks["seals"] = [finding(error)]
        return
    mine = [each for each in kept if key and each.signatures_of(key)]
    if kept:
        found.checks["seals"] = [
            each for seal in kept for each in _sealed(seal, digests, key if seal in mine else None)
        ]
    if key and by_key and not mine:
        missing = f"session {found.session} has no seal with a signature of {key.short}"
        hint = "is it the office's key? `seal --list` shows the seals"
        found.checks["seals"] = [Finding("seal-forged", None, missing, hint)]


def _sealed(seal: Seal, digests: Sequence[bytes], key: PublicKey | None) -> list[Finding]:
    """The log extends a seal, and it is signed with the key, if one is asked for."""
    findings = []
    try:
        if key:
            require_signed(seal, key)
    except Corrupt as error:
        findings.append(finding(error))
    try:
        require_extended(seal, digests)
    except Corrupt as error:
        findings.append(finding(error))
    return findings

"""`verify`: the chain from the stored bytes, every body, the replay, and the checks of what the log says."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ledger.errors import Corrupt
from ledger.events import Envelope
from ledger.session import replay
from ledger.store import codec
from ledger.store.rows import StoredEvent, canonical
from ledger.store.store import Store
from ledger.trust.checks import BASIC, STEPS, STRICT, STRUCTURE, Problem, steps
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import require_extended, require_signed, seals

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: its code, the first event it is wrong at, and what to do."""

    code: str
    number: int | None
    text: str
    hint: str = ""


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
    found = Audit(session_id)
    log, digests = _read(store, found)
    sound = found.ok
    if seal and not found.checks["chain"]:
        found.checks["seal"] = _sealed(seal, digests, key)
    if found.ok:
        _kept(store, found, digests, key, by_key)
    if sound:
        _content(found, log, strict)
    return found


def _read(store: Store, found: Audit) -> tuple[list[Envelope], list[bytes]]:
    """The log and its digests; its chain checked to the end, and every body: it would be written again byte for byte."""
    log, digests = list[Envelope](), list[bytes]()
    chain, bodies = found.checks.setdefault("chain", []), found.checks.setdefault("codec", [])
    try:
        for row in store.sound_rows(found.session):
            digests.append(row.digest)
            if not bodies:
                bodies += _body(row, log)
        found.digest = digests[-1].hex() if digests else codec.GENESIS.hex()
    except Corrupt as error:
        chain.append(_finding(error))
    found.events = len(digests)
    return log, digests


def _body(row: StoredEvent, log: list[Envelope]) -> list[Finding]:
    try:
        log.append(canonical(row))
    except Corrupt as error:
        return [_finding(error)]
    return []


def _kept(store: Store, found: Audit, digests: Sequence[bytes], key: PublicKey | None, by_key: bool) -> None:
    """The seals that are kept with the log, and the signatures of the key; `by_key`: there must be one."""
    try:
        kept = seals(store, found.session)
    except Corrupt as error:
        found.checks["seals"] = [_finding(error)]
        return
    mine = [each for each in kept if key and each.signatures_of(key)]
    if kept:
        found.checks["seals"] = [
            finding for seal in kept for finding in _sealed(seal, digests, key if seal in mine else None)
        ]
    if key and by_key and not mine:
        told = f"session {found.session} has no seal with a signature of {key.short}"
        found.checks["seals"] = [
            Finding("seal-forged", None, told, "is it the office's key? `seal --list` shows the seals")
        ]


def _sealed(seal: Seal, digests: Sequence[bytes], key: PublicKey | None) -> list[Finding]:
    """The log extends a seal, and it is signed with the key, if one is asked for."""
    findings = []
    try:
        if key:
            require_signed(seal, key)
    except Corrupt as error:
        findings.append(_finding(error))
    try:
        require_extended(seal, digests)
    except Corrupt as error:
        findings.append(_finding(error))
    return findings


def _content(found: Audit, events: Sequence[Envelope], strict: bool) -> None:
    """The checks of what the log says."""
    for name, reads in STRUCTURE.items():
        found.checks[name] = [Finding(name, problem.number, problem.text) for problem in reads(events)]
    try:
        session = replay(events, found.session)
    except (LookupError, AssertionError) as error:
        found.checks["replay"] = [Finding("replay", None, f"the log cannot be replayed: {error!r}")]
        return
    found.checks["replay"] = []
    for name, check in (BASIC | STRICT if strict else BASIC).items():
        found.checks[name] = _problems(name, check, session)
    found.checks |= {name: [] for name in STEPS}
    for step in steps(session, events):
        for name, step_check in STEPS.items():
            found.checks[name] += _problems(name, step_check, step)


def _problems(name: str, check: Callable[[T], Iterable[Problem]], on: T) -> list[Finding]:
    try:
        return [Finding(name, problem.number, problem.text) for problem in check(on)]
    except (LookupError, AssertionError, ArithmeticError) as error:
        return [Finding(name, None, f"the scores cannot be worked out: {error!r}")]


def _finding(error: Corrupt) -> Finding:
    return Finding(error.code, error.number, error.message, error.hint)

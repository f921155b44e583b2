"""`verify`: the chain from the stored bytes, every body, the replay, and the checks of what the log says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ledger import codec
from ledger.checks import BASIC, STRICT, STRUCTURE, Check
from ledger.events import Recorded
from ledger.refusal import Corrupt
from ledger.rows import check_row, to_recorded
from ledger.session import Session, replay
from ledger.store import Store
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import require_extended, require_signed, seals


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
    store: Store, session_id: str, *, strict: bool = False, seal: Seal | None = None, key: PublicKey | None = None
) -> Audit:
    """Check a session; the checks of what the log says are made only where it can be read.

    A `seal` kept elsewhere is checked first; the seals kept with the log always are, and their signatures where the `key` is
    known that made them.
    """
    found = Audit(session_id)
    log: list[Recorded] = []
    found.checks["chain"] = _chain(store, found)
    if seal and found.ok:
        found.checks["seal"] = _sealed(store, found, [seal], key)
    if found.ok and (kept := seals(store, session_id)):
        found.checks["seals"] = _sealed(store, found, kept, None)
        if key:
            mine = [each for each in kept if each.signatures_of(key)]
            found.checks["seals"] += _sealed(store, found, mine, key)
    if found.ok:
        found.checks["codec"] = _bodies(store, session_id, log)
    if found.ok:
        _content(found, log, strict)
    return found


def _chain(store: Store, found: Audit) -> list[Finding]:
    previous = codec.GENESIS
    try:
        for number, row in enumerate(store.rows(found.session), start=1):
            previous = check_row(row, found.session, number, previous)
            found.events = number
    except Corrupt as error:
        return [_finding(error)]
    found.digest = previous.hex()
    return []


def _sealed(store: Store, found: Audit, given: Sequence[Seal], key: PublicKey | None) -> list[Finding]:
    """The log extends every seal, and the seals are signed with the key, if one is asked for."""
    digests, findings = store.digests(found.session), []
    for seal in given:
        try:
            if key:
                require_signed(seal, key)
            require_extended(seal, digests)
        except Corrupt as error:
            findings.append(_finding(error))
    return findings


def _bodies(store: Store, session_id: str, log: list[Recorded]) -> list[Finding]:
    """Every body reads as its name says, and would be written again byte for byte."""
    try:
        for row in store.rows(session_id):
            recorded = to_recorded(row)
            if codec.encode(recorded.event) != row.body:
                return [Finding("bad-body", row.number, f"event #{row.number} is not in canonical form")]
            log.append(recorded)
    except Corrupt as error:
        return [_finding(error)]
    return []


def _content(found: Audit, log: Iterable[Recorded], strict: bool) -> None:
    events = tuple(log)
    for name, reads in STRUCTURE.items():
        found.checks[name] = [Finding(name, problem.number, problem.text) for problem in reads(events)]
    try:
        session = replay(events, found.session)
    except (LookupError, AssertionError) as error:
        found.checks["replay"] = [Finding("replay", None, f"the log cannot be replayed: {error!r}")]
        return
    found.checks["replay"] = []
    for name, check in (BASIC | STRICT if strict else BASIC).items():
        found.checks[name] = _findings(name, check, session, events)


def _findings(name: str, check: Check, session: Session, events: Sequence[Recorded]) -> list[Finding]:
    try:
        return [Finding(name, problem.number, problem.text) for problem in check(session, events)]
    except (LookupError, AssertionError, ArithmeticError) as error:
        return [Finding(name, None, f"the scores cannot be worked out: {error!r}")]


def _finding(error: Corrupt) -> Finding:
    return Finding(error.code, error.number, error.message, error.hint)

"""`verify`: every session there is or ought to be, each held also to what this machine has acknowledged."""

from ledger.recording.acknowledged import Acknowledged
from ledger.store.store import Store
from ledger.trust.discrepancy import discrepancy
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.verification import Audit, audit, audit_database, of_no_session


def audit_all(
    store: Store,
    acknowledged: Acknowledged | None,
    session: str | None = None,
    *,
    strict: bool = False,
    seal: Seal | None = None,
    key: PublicKey | None = None,
    by_key: bool = False,
) -> list[Audit]:
    """Check one session, or all; where this machine has recorded in one, there is a check more: `acknowledged`.

    Where the database is no longer guarded as it was made, that comes first. All are also those of which only seals
    are left, or nothing but that they were acknowledged here.
    """
    known = acknowledged.heads() if acknowledged else {}
    found = [session] if session else store.sealed_or_kept()
    names = found if session else [*found, *(each for each in known if each not in found)]
    audits = [audit(store, name, strict=strict, seal=seal, key=key, by_key=by_key) for name in names]
    for each in audits:
        if acknowledged and each.session in known:
            error = acknowledged.parted(store.log, each.session)
            each.checks["acknowledged"] = [discrepancy(error)] if error else []
    database = audit_database(store)
    guarded = [] if database.ok else [database]
    nameless = [] if session else store.log.nameless()
    return [*guarded, *audits, *map(of_no_session, nameless)]

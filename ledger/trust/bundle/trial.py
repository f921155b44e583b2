"""What a bundle says, tried before it is taken over: restored in a ledger of its own, in memory, and verified there.

So `verify --bundle` and `import` say beforehand just what `verify --strict` would say of it afterwards: it is the same
check, of the same rows.
"""

from contextlib import closing

from ledger.errors import Corrupt
from ledger.store.restoring import RestorePlan, restore
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.trust.bundle.reader import Bundle
from ledger.trust.seal import PublicKey
from ledger.trust.sealing import notes
from ledger.trust.verification import Audit, audit


def audits(bundle: Bundle, key: PublicKey | None = None) -> list[Audit]:
    """What `verify --strict` finds in each log of a bundle; Corrupt (bundle-unsound) where no ledger can keep it."""
    with closing(Store("sqlite://")) as store:
        migrate(store)
        restore(store, *(RestorePlan(log.session.id, log.rows(), notes(log.seals), log.texts) for log in bundle.logs))
        return [audit(store, log.session.id, strict=True, key=key, files_elsewhere=True) for log in bundle.logs]


def require_sound(bundle: Bundle, key: PublicKey | None = None) -> None:
    """Corrupt (bundle-unsound) where it says what the office, the periods or the arithmetic do not bear out."""
    found = [(each.session, wrong) for each in audits(bundle, key) for check in each.checks.values() for wrong in check]
    if found:
        (name, first), more = found[0], f"; and {len(found) - 1} more" if len(found) > 1 else ""
        of = f"session {name}: " if name != bundle.session.id else ""
        text = f"{bundle.path}: {of}{first.text}{more}"
        raise Corrupt("bundle-unsound", text, f"`verify --bundle {bundle.path}` says all; nothing was restored")

"""`verify`: every session there is or ought to be, each held also to what this machine has acknowledged."""

from collections.abc import Collection, Sequence

from ledger.errors import Misuse, Unavailable
from ledger.recording.machine_state import Acknowledged
from ledger.session import replay, tournament_of
from ledger.store.store import Store
from ledger.trust.checks import Discrepancy, discrepancy
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.tournament_check import people_apart
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

    What is found of the database itself comes first. All are also those of which only seals are left, or nothing but
    that they were acknowledged here.
    """
    database = audit_database(store)
    held = _Acknowledgements(store, acknowledged, database)
    try:
        heads = {} if session else store.log.heads()
        found = [session] if session else held.also_of(store.sealed_or_kept())
        audits = [audit(store, name, strict=strict, seal=seal, key=key, by_key=by_key) for name in found]
        audits += [] if session else map(of_no_session, store.strays())
        for each in audits:
            held.check(each)
            _check_all_read(each, heads.get(each.session, 0))
            _check_people(store, each)
    except Unavailable as error:
        if database.ok or error.code != "not-a-ledger":
            raise
        audits = []  # what it says is missing, nothing can be read without
    return [database, *audits]


def _check_all_read(audit: Audit, last: int) -> None:
    """Hold a session to the number of its last row: what lies at a part that is not its own, nobody reads."""
    if audit.events < last and not audit.checks.get("chain"):
        where = "lie at a part that is not its own: no desk recorded them there"
        text = f"rows of session {audit.session} up to #{last} {where}"
        hint = "somebody put them at a worker, past the coordinator; compare with a backup or an export"
        audit.checks["chain"] = [Discrepancy("chain-broken", audit.events + 1, text, hint)]


def _check_people(store: Store, audit: Audit) -> None:
    """Hold the contestants of a tournament to the people its sessions name.

    It is asked of what is in use. A backup and a bundle are taken back whoever was named wrongly.
    """
    if audit.ok and store.log.is_tournament(audit.session):
        tournament = tournament_of(replay(store.log.read(audit.session), audit.session))
        audit.checks["people"] = list(people_apart(store.log, tournament))


class _Acknowledgements:
    """What this machine has acknowledged of a ledger; that it cannot be read is said of the database."""

    def __init__(self, store: Store, acknowledged: Acknowledged | None, database: Audit) -> None:
        self._log = store.log
        self._acknowledged = acknowledged
        self._known: Collection[str] = ()
        try:
            self._known = acknowledged.heads() if acknowledged else ()
        except Misuse as error:
            found = Discrepancy(
                error.code, None, f"what this machine acknowledged is not known: {error.message}", error.hint
            )
            database.checks["acknowledged"] = [found]

    def also_of(self, sessions: Sequence[str]) -> list[str]:
        """Sessions, and those of which something was acknowledged."""
        return list(dict.fromkeys([*sessions, *self._known]))

    def check(self, audit: Audit) -> None:
        """Hold a session to what was acknowledged of it."""
        if self._acknowledged and audit.session in self._known:
            error = self._acknowledged.parted(self._log, audit.session)
            audit.checks["acknowledged"] = [discrepancy(error)] if error else []

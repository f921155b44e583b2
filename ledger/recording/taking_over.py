"""Importing a bundle, of a session or of a tournament with its sessions, completely or with no change to the ledger.

A session that is not here is copied bit for bit, with its officials and seals, and no event is added. New events of a
session that is here need a seal of the office that covers the last of them, or the consent of its chief director; a
further event records the import. Its author must hold his office in the session here, and still after the imported
events. A tournament and its sessions are imported one by one by these rules.

A bundle is first restored into a ledger in memory and verified there, so that `verify --bundle` and `import` report
what `verify --strict` would report afterwards.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import chain as joined

from ledger.decide import Actor, decide
from ledger.errors import Corrupt, Refusal
from ledger.guards.offices import check_login, check_office, check_signs
from ledger.kernel.fact import Envelope
from ledger.recording import AS_USUAL
from ledger.recording.recorder import new_command_id, put_in_envelopes, read_back, with_signature
from ledger.session import Stream
from ledger.store import chain
from ledger.store.backup import RestoreCounts, RestorePlan, restore
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.office.facts import BundleImported, TakeOver
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.bundle.reader import Bundle, BundledLog
from ledger.trust.keys import Key, kept_seals, notes, signed_by, signed_seals
from ledger.trust.seal import PublicKey
from ledger.trust.tournament_check import claims
from ledger.trust.verification import Audit, audit


def audits(bundle: Bundle, key: PublicKey | None = None) -> list[Audit]:
    """Return the audit of each log in a bundle, as `verify --strict` makes it; Corrupt if a log cannot be restored."""
    with closing(Store("sqlite://")) as store:
        migrate(store)
        restore(store, *(RestorePlan(log.session.id, log.rows(), notes(log.seals), log.texts) for log in bundle.logs))
        return [audit(store, log.session.id, strict=True, key=key, files_elsewhere=True) for log in bundle.logs]


def require_sound(bundle: Bundle, key: PublicKey | None = None) -> None:
    """Raise Corrupt (bundle-unsound) if `verify --strict` would find a fault in the bundle."""
    faults = [
        (each.session, wrong) for each in audits(bundle, key) for check in each.checks.values() for wrong in check
    ]
    if faults:
        (name, first), more = faults[0], f"; and {len(faults) - 1} more" if len(faults) > 1 else ""
        of = f"session {name}: " if name != bundle.session.id else ""
        text = f"{bundle.path}: {of}{first.text}{more}"
        raise Corrupt("bundle-unsound", text, f"`verify --bundle {bundle.path}` says all; nothing was restored")


@dataclass(frozen=True, slots=True)
class Import:
    """A request to import a bundle, with its author, its time (µs UTC), and the public key of the office.

    `under_seal`: sessions that are not here must be sealed with that key, to their last event. `consent`: the chief
    director agrees to the import. `signer`: the key with which an official signs the import.
    """

    bundle: Bundle
    by: str
    at: int
    key: PublicKey | None = None
    under_seal: bool = False
    consent: bool = False
    dry_run: bool = False
    signer: Key | None = None


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """The result of importing one log; `taken`: the number of new events, `before`: the number already here.

    `recorded`: the events that record the import; none if the session was not here, or nothing was new. `signed`: the
    number of seals signed with the key; `left`: the number of seals left out. `texts`, `files`: the numbers of texts
    and files imported; `erased`: a text was erased here because the bundle erased it.
    """

    session: Stream
    taken: int
    before: int
    recorded: tuple[Envelope, ...]
    signed: int
    left: int
    texts: int
    erased: bool
    files: int

    @property
    def head(self) -> Stream | Envelope:
        """The end of the log after the import: the last event recorded, or, without one, the session's state."""
        return self.recorded[-1] if self.recorded else self.session


def take_over(store: Store, state_of: Callable[[str], Stream], request: Import) -> list[RestoreReport]:
    """Import the logs of a bundle and return a report for each; an error or a dry run leaves the ledger unchanged.

    Raises Corrupt (bundle-unsound, seal-forged, not-covered, forked), Refusal or Conflict.
    """
    request.bundle.signed(request.key)  # a forged signature is reported before any other fault
    require_sound(request.bundle, request.key)
    if request.key and request.under_seal:
        request.bundle.require_covered(
            request.key, {name for name in request.bundle.heads() if state_of(name).number == 0}
        )
    latest = [_longer_log(store, state_of(log.session.id), log.session) for log in request.bundle.logs]
    plans = [_plan_import(store, state_of(log.session.id), log, request) for log in request.bundle.logs]

    def require() -> None:
        for tournament in (each for each in latest if isinstance(each, Tournament)):
            for session, rival in claims(store, tournament):
                message = f"session {session} belongs to {rival} here, and to {tournament.id} in the bundle"
                hint = f"`tournament remove {session} --tournament {rival}` first"
                raise Refusal("in-another-tournament", message, hint)

    added = restore(store, *(plan for plan, _ in plans), keep=not request.dry_run, require=require)
    return [report(each) for (_, report), each in zip(plans, added, strict=True)]


def _plan_import(
    store: Store, current: Stream, log: BundledLog, request: Import
) -> tuple[RestorePlan, Callable[[RestoreCounts], RestoreReport]]:
    bundled, signed = log.session, signed_seals(log.seals, request.key)
    if current.number == 0:
        plan = RestorePlan(bundled.id, log.rows(), notes(log.seals), log.texts, expected_events=0, files=log.coming())
        return plan, lambda added: RestoreReport(
            bundled, added.events, 0, (), len(signed), 0, added.texts, added.erased, added.files
        )
    try:
        restore(store, RestorePlan(log.session.id, log.rows()), keep=False)
    except Corrupt as error:
        if error.code == "forked":
            *_, parted = store.log.read(log.session.id, error.number)
            if isinstance(parted.event, BundleImported):
                error.hint = f"#{error.number} here took over a bundle: go on here, and import there what this exports"
        raise
    recorded = _import_events(store, current, log, request) if bundled.number > current.number else ()
    left_out = len(set(log.seals) - {*signed, *kept_seals(store, bundled.id).seals})
    appended = list(chain.with_digests(recorded, bundled.digest))
    rows = joined(log.rows(), (stored for _, stored in appended))
    plan = RestorePlan(bundled.id, rows, notes(signed), log.texts, current.number if recorded else None, log.coming())
    events, taken = tuple(envelope for envelope, _ in appended), max(0, bundled.number - current.number)

    def report(added: RestoreCounts) -> RestoreReport:
        return RestoreReport(
            bundled, taken, current.number, events, len(signed), left_out, added.texts, added.erased, added.files
        )

    return plan, report


def _longer_log(store: Store, current: Stream, bundled: Stream) -> Stream:
    if current.number and isinstance(current, Tournament) != isinstance(bundled, Tournament):
        kinds = ("tournament", "session") if isinstance(current, Tournament) else ("session", "tournament")
        message = f"{current.id} is a {kinds[0]} here, and a {kinds[1]} in the bundle"
        raise Refusal("session-exists", message, "restore it into a ledger of its own: --db FILE")
    latest = current if current.number > bundled.number else bundled
    named = latest.sessions if isinstance(latest, Tournament) else {}
    for name in (each for each in store.log.tournaments() if each in named):
        message = f"{name} is a tournament here, and a session of {bundled.id} in the bundle"
        raise Refusal("session-exists", message, "restore it into a ledger of its own: --db FILE")
    return latest


def _import_events(store: Store, current: Stream, log: BundledLog, request: Import) -> tuple[Envelope, ...]:
    """Return the event that records an import, and its signature; Refusal if neither seal nor consent allows it."""
    bundled, signed, sealed = log.session, signed_seals(log.seals, request.key), ""
    if request.key and any(seal.checkpoint.size == bundled.number for seal in signed):
        # anybody can make a key: it counts if no other key sealed the session here; if the office has several keys, its
        # chief director consents
        if all(signed_by(seal, request.key) for seal in kept_seals(store, current.id).seals):
            sealed = request.key.short
        elif not request.consent:
            message = f"session {current.id} was sealed here with another key than {request.key.short}"
            hint = "name the office's own key: --key; if it has several keys, the chief director imports with --consent"
            raise Refusal("other-key", message, hint)
    name = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in request.bundle.path.name)
    command = TakeOver(name[-200:], bundled.number, bundled.digest.hex(), sealed, request.consent)
    key = str(request.signer.public) if request.signer else ""
    actor = Actor(request.by, request.at, key, store.login)
    response = decide(command, current, actor)
    (envelope,) = map(read_back, put_in_envelopes(bundled, response, new_command_id(request.at), actor, request.at))
    check_office(bundled, request.by, envelope.event)  # the author must still hold his office after the imported events
    check_signs(bundled, actor, [envelope.event])  # and sign with the key he is tied to after them
    check_login(bundled, actor)
    return with_signature([envelope], bundled, AS_USUAL._replace(signer=request.signer))

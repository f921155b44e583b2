"""Taking over a bundle, of a session or of a tournament with its sessions: as a whole, or not at all.

A session that is not here comes bit for bit, with its officials and its seals, and no event is added to it. Into one
that is here new events come under a seal of the office that covers the last of them, or by consent of its chief
director; and that they were taken over is itself recorded, after them. Whoever holds which office is for the session
here to say, and not for the bundle. A tournament is taken over as a session is, and each of its sessions by itself.

A bundle is tried before it is taken over: restored in a ledger of its own, in memory, and verified there.

So `verify --bundle` and `import` say beforehand just what `verify --strict` would say of it afterwards: it is the same
check, of the same rows.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import chain as joined

from ledger.decide import Actor, decide
from ledger.errors import Corrupt, Refusal
from ledger.guards.offices import check_login, check_office, check_signs
from ledger.kernel.fact import Envelope
from ledger.recording.recorder import enveloped, new_command_id, recordable, with_signature
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


@dataclass(frozen=True, slots=True)
class Import:
    """What is to be taken over: by whom, when (µs UTC), whose seal it may come under, and whether he consents.

    `under_seal`: what is not here yet must be under a seal too, to its last event.
    `signer`: the key with which he signs that he does, where he is tied to one.
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
    """What was taken over of a log: how many events were new, how many were here before, and the events that say so.

    `recorded`: that they were taken over, and who signed that, where he is tied to a key; none where the session was
    not here, or nothing was new. `signed`: how many of its seals are signed with the key; `left`: how many were left
    out, as they are not. `texts`: how many names and words of people came, `files`: how much evidence; `erased`:
    whether any went.
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
        """The last of what is now here of the bundle: its event that says so, or its session."""
        return self.recorded[-1] if self.recorded else self.session


def take_over(store: Store, here: Callable[[str], Stream], asked: Import) -> list[RestoreReport]:
    """Take over what is new in a bundle, log by log.

    Raises Corrupt (bundle-unsound, seal-forged, not-covered, forked), Refusal, Conflict; then nothing is.
    """
    asked.bundle.signed(asked.key)  # a signature that is forged is the first thing to be told
    require_sound(asked.bundle, asked.key)
    if asked.key and asked.under_seal:
        asked.bundle.require_covered(asked.key, {name for name in asked.bundle.heads() if here(name).number == 0})
    latest = [_latest(store, here(log.session.id), log.session) for log in asked.bundle.logs]
    plans = [_planned(store, here(log.session.id), log, asked) for log in asked.bundle.logs]

    def require() -> None:
        for each in (each for each in latest if isinstance(each, Tournament)):
            for session, other in claims(store, each):
                message = f"session {session} belongs to {other} here, and to {each.id} in the bundle"
                hint = f"`tournament remove {session} --tournament {other}` first"
                raise Refusal("in-another-tournament", message, hint)

    added = restore(store, *(coming for coming, _ in plans), keep=not asked.dry_run, require=require)
    return [done(each) for (_, done), each in zip(plans, added, strict=True)]


def _planned(
    store: Store, here: Stream, log: BundledLog, asked: Import
) -> tuple[RestorePlan, Callable[[RestoreCounts], RestoreReport]]:
    there, mine = log.session, signed_seals(log.seals, asked.key)
    if here.number == 0:
        coming = RestorePlan(there.id, log.rows(), notes(log.seals), log.texts, here_are=0, files=log.coming())
        return coming, lambda added: RestoreReport(
            there, added.events, 0, (), len(mine), 0, added.texts, added.erased, added.files
        )
    _require_same_history(store, log)  # is the first thing to be told
    recorded = _recorded(store, here, log, asked) if there.number > here.number else ()
    left = len(set(log.seals) - {*mine, *kept_seals(store, there.id).seals})
    appended = list(chain.chained(recorded, there.digest))
    rows = joined(log.rows(), (stored for _, stored in appended))
    coming = RestorePlan(there.id, rows, notes(mine), log.texts, here.number if recorded else None, log.coming())
    events, taken = tuple(envelope for envelope, _ in appended), max(0, there.number - here.number)

    def done(added: RestoreCounts) -> RestoreReport:
        return RestoreReport(there, taken, here.number, events, len(mine), left, added.texts, added.erased, added.files)

    return coming, done


def _latest(store: Store, here: Stream, there: Stream) -> Stream:
    if here.number and isinstance(here, Tournament) != isinstance(there, Tournament):
        kinds = ("tournament", "session") if isinstance(here, Tournament) else ("session", "tournament")
        message = f"{here.id} is a {kinds[0]} here, and a {kinds[1]} in the bundle"
        raise Refusal("session-exists", message, "restore it into a ledger of its own: --db FILE")
    latest = here if here.number > there.number else there
    named = latest.sessions if isinstance(latest, Tournament) else {}
    for name in (each for each in store.log.tournaments() if each in named):
        message = f"{name} is a tournament here, and a session of {there.id} in the bundle"
        raise Refusal("session-exists", message, "restore it into a ledger of its own: --db FILE")
    return latest


def _require_same_history(store: Store, log: BundledLog) -> None:
    """Corrupt (forked) where the session here has another history; it goes on here, once it took over a bundle."""
    try:
        restore(store, RestorePlan(log.session.id, log.rows()), keep=False)
    except Corrupt as error:
        if error.code == "forked":
            *_, parted = store.log.read(log.session.id, error.number)
            if isinstance(parted.event, BundleImported):
                error.hint = f"#{error.number} here took over a bundle: go on here, and import there what this exports"
        raise


def _recorded(store: Store, here: Stream, log: BundledLog, asked: Import) -> tuple[Envelope, ...]:
    """The events that say what was taken over, and sign it. Refusal where nothing covers it, or nobody may consent."""
    there, mine, sealed = log.session, signed_seals(log.seals, asked.key), ""
    if asked.key and any(seal.checkpoint.size == there.number for seal in mine):
        # anybody can make a key: it counts where no other sealed the session here, and which of several is the office's
        # its chief director says by consenting
        if all(signed_by(seal, asked.key) for seal in kept_seals(store, here.id).seals):
            sealed = asked.key.short
        elif not asked.consent:
            other = f"session {here.id} was sealed here with another key than {asked.key.short}"
            hint = "the office's own key: --key; or, where it has several, the chief director: --consent"
            raise Refusal("other-key", other, hint)
    name = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in asked.bundle.path.name)
    command = TakeOver(name[-200:], there.number, there.digest.hex(), sealed, asked.consent)
    key = str(asked.signer.public) if asked.signer else ""
    actor = Actor(asked.by, asked.at, key, store.login)
    response = decide(command, here, actor)
    (envelope,) = map(recordable, enveloped(there, response, new_command_id(asked.at), actor, asked.at))
    check_office(there, asked.by, envelope.event)  # which he still holds after what is taken over
    check_signs(there, actor, [envelope.event])  # with the key he has there too
    check_login(there, actor)
    return with_signature([envelope], there, asked.signer) if asked.signer else (envelope,)

"""`verify` of a database or a session: schema, chain, records, what the log says, texts, and seals, in one reading."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain as chain_of

from ledger.errors import Corrupt, Problem
from ledger.kernel.fact import Envelope, TakenBack
from ledger.labels import counted
from ledger.store import chain
from ledger.store.guards import CLOCK_MINUTES
from ledger.store.log import StoredRow, streams_holding
from ledger.store.made import describe_mistyped_columns, differences, list_all, owner_of
from ledger.store.record import Columns, columns
from ledger.store.store import Store, Stray
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.clocks.facts import SECOND, ClockCorrected, clock_error, wrong_clocks
from ledger.subjects.evolving import replay
from ledger.subjects.people.facts import TextErased
from ledger.subjects.tournaments.state import tournament_of
from ledger.trust.checks import Discrepancy, EvidenceCheck, TextsCheck, discrepancy
from ledger.trust.examination import LoginCheck, check_imports, examine
from ledger.trust.keys import kept_seals, require_extended, require_signed, signed_by
from ledger.trust.seal import PublicKey, Roots, Seal


@dataclass(slots=True)
class Audit:
    """The result of `verify` for one session: the discrepancies of each check, and messages.

    `notes` say what could not be checked, `warnings` what may be innocent. Session '' is the database itself.
    """

    session: str
    events: int = 0
    digest: str = ""
    notes: list[str] = field(default_factory=list)
    checks: dict[str, list[Discrepancy]] = field(default_factory=dict)
    warnings: list[Discrepancy] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True if no check found a discrepancy."""
        return not any(self.checks.values())


def audit_database(store: Store) -> Audit:
    """Check that the database's objects are as `init` made them, apart from differences that the owner accepted.

    Accepted differences become notes, as do servers that do not answer: then the result has no check unless a fault was
    found elsewhere.
    """
    listing = list_all(store.connections)
    notes, changes = list(listing.silent.values()), differences(listing)
    if changes:
        accepted, logins = _accepted_differences(store)
        changes = differences(listing, logins)
        notes += [accepted[each.line] for each in changes if each.line in accepted]
        changes = [each for each in changes if each.line not in accepted]
    faults = list[Discrepancy]()
    for change in changes:
        to_do = "take it back, or `official accept` it with a reason; "
        if change.can_be_mended:
            to_do = "`upgrade`, by the owner, makes it anew; "
        hint = f"{_MEANINGS[change.sort]}: {to_do}{_CHANGED}"
        faults.append(Discrepancy("schema-changed", None, change.line, hint))
    if not changes:
        mistyped = describe_mistyped_columns(store.connections)
        faults = [Discrepancy("schema-changed", None, each, _CHANGED) for each in mistyped]
    return Audit("", notes=notes, checks={} if listing.silent and not faults else {"schema": faults})


def _accepted_differences(store: Store) -> tuple[dict[str, str], set[str]]:
    """Return a message for each schema difference that the owner accepted, and the logins of officials."""
    # any recorder can open a session and accept anything there, so only events from the owner's login count
    accepted, logins, owner = dict[str, str](), set[str](), owner_of(store.connections)
    names: list[str] = []
    with suppress(Problem):  # the log itself may be missing
        names = streams_holding(store.connections, '"schema-difference-accepted/', '"official-appointed/')
    for name in names:
        with suppress(Problem):  # the check of that log tells why it cannot be read
            stream = replay(store.log.read(name), name)
            logins |= {*stream.officials.logins.values()}
            accepted |= {
                line: f"accepted: {line} (#{number} of {name}, by {by})"
                for line, (number, by) in stream.accepted.items()
                if not owner or store.log.login_at(name, number) == owner
            }
    return accepted, logins


_CHANGED = "the chain and the seals say whether the log was changed too"

_MEANINGS = {
    "function": "a function may do all that its owner may",
    "trigger": "a trigger keeps the log as it is, or does something of its own at every row",
    "index": "an index keeps rows apart and finds them, and calls its functions as the owner",
    "constraint": "a constraint says which rows can be recorded",
    "column": "a column holds what was recorded, or calls its default at every row",
    "table": "an added table may be a copy of names, or a false log; a missing table is lost with its rows",
    "view": "a view shows what its owner may see, and may let others change it",
    "materialized-view": "a materialized view is a copy of what its owner may see",
    "partitioned-table": "through a partitioned table rows can be changed past the triggers",
    "foreign-table": "a foreign table leads to another server",
    "sequence": "no ledger has a sequence",
    "relation": "no ledger has such a relation",
    "rule": "a rule replaces one statement by another, or defines a view",
    "child": "through a parent table rows can be read and changed past grants and triggers",
    "grant": "somebody may do what `init` did not grant",
    "member": "a member may do what the role may",
    "role": "such a role bypasses grants, or can give itself a role that does",
    "setting": "a setting may switch triggers off, or lead desks to other tables",
    "schema": "who owns a schema may drop or replace what is in it",
    "database": "who owns the database may let others in, and drop it",
    "other": "no ledger has such an object, and it may run unnoticed",
}
"""What a difference means, by the kind of database object."""


def audit(
    store: Store,
    session_id: str,
    *,
    strict: bool = False,
    seal: Seal | None = None,
    key: PublicKey | None = None,
    by_key: bool = False,
    files_elsewhere: bool = False,
) -> Audit:
    """Check a session's log, seals, texts and evidence.

    The contents of the log are checked only if the log can be read. A `seal` kept elsewhere is checked first, then the
    stored seals, with their signatures if `key` made them. `by_key`: at least one seal must be signed by that key.
    `files_elsewhere`: the evidence is not in this database and was checked in its own place.
    """
    reading = _Reading(store, session_id, files_elsewhere=files_elsewhere)
    logins = LoginCheck()
    faults = examine(reading.events(), session_id, strict=strict, more=logins)
    result = Audit(session_id, len(reading.digests), checks={"chain": reading.chain, "codec": reading.records})
    result.warnings = reading.times()
    if not reading.chain:
        result.digest = (reading.digests[-1] if reading.digests else chain.GENESIS).hex()
    sound = result.ok
    if seal and not reading.chain:
        kept = [each for each in kept_seals(store, session_id).seals if key and signed_by(each, key)]
        result.checks["seal"] = _seal_discrepancies(seal, Roots(reading.digests), key, kept)
    _check_seals(store, result, reading.digests, key, by_key)
    _check_texts(reading, result, whole=sound)
    if sound:
        result.checks |= faults
        # the check of seals reports the rows that are no seal
        kept = kept_seals(store, session_id).seals if logins.imports else []
        imports = check_imports(logins.imports, kept, key)
        if logins.imports:
            result.checks["imports"] = [*result.checks.get("imports", ()), *imports.discrepancies]
        result.warnings += imports.warnings
        wrong = {each.number for each in result.checks.get("imports", ())}
        if logins.asked:
            sound_imports = [each for each in imports.imports if each.number not in wrong]
            result.checks["logins"], notes = logins.hold(lambda: store.log.origins(session_id), sound_imports)
            result.notes += notes
    if sound and result.ok and store.log.is_tournament(result.session):
        from ledger.trust import tournament_check  # imports `overall`, which no session needs

        tournament = tournament_of(replay(store.log.read(result.session), result.session))
        result.warnings += tournament_check.check_claims(store, tournament)
        if strict:
            result.checks["published"] += tournament_check.check_published(store.log, tournament)
            scores, missing = tournament_check.worked_out(store.log, tournament)
            result.checks["standings"] = [*missing, *tournament_check.check_totals(scores)]
            result.warnings += tournament_check.check_sittings(scores)
            present = store.log.sessions()
            if absent := [name for name in tournament.sessions if name not in present]:
                result.notes.append(f"not here, so not in its standings: {', '.join(absent)}")
    return result


def sound_digests(store: Store, session_id: str) -> list[bytes]:
    """Check a session's log, and return the digests of its events; [] if the session does not exist.

    Raises Corrupt with the first fault: whoever seals a log vouches for its contents, and a fault repaired later would
    make two seals of one key contradict each other.
    """
    reading = _Reading(store, session_id)
    faults = examine(reading.events(), session_id)
    for fault in (*reading.chain, *reading.records):
        raise Corrupt(fault.code, fault.text, fault.hint, fault.number)
    for fault in chain_of.from_iterable(faults.values()):
        raise Corrupt("bad-log", fault.text, "`verify` says all that is wrong with it", fault.number)
    return reading.digests


def audit_of_stray(stray: Stray) -> Audit:
    """Return the audit that reports rows without a session."""
    check, code = _STRAY_CHECKS[stray.table]
    why = f"{stray.name} has no log here" if stray.is_name else f"{stray.name} is no session's name"
    text = f"rows of the {stray.table} belong to no session: {why}, and no desk recorded them"
    return Audit(stray.name, checks={check: [Discrepancy(code, None, text, "compare with a backup or an export")]})


_STRAY_CHECKS = {
    "log": ("chain", "chain-broken"),
    "seals": ("seals", "seal-broken"),
    "texts": ("texts", "text-broken"),
    "evidence": ("evidence", "evidence-broken"),
}


def _check_texts(reading: "_Reading", result: Audit, *, whole: bool) -> None:
    """Add the check of a session's texts and evidence to an audit, or a note if the login may not read them.

    Not `whole`: only the events that could be read are checked.
    """
    texts, files = reading.texts, reading.files
    if not texts.readable:
        result.notes.append("the texts about people were not checked: your role may not read them (--grant-names)")
        return
    evidence = files.discrepancies(texts.erased, whole=whole)
    if whole:
        result.checks["texts"] = texts.discrepancies()
    elif wrong := texts.partial_discrepancies():  # an incomplete log never shows that all texts are right
        result.checks["texts"] = wrong
    if evidence or files.looked:
        result.checks["evidence"] = evidence
    if texts.left_out:
        # a bundle may have left the words out, but the database's owner could feign that
        what = counted(len(texts.left_out), "text", "is")
        text = f"{_listed(texts.left_out)}: {what} said to have been left out of a bundle; nobody can check that"
        hint = "a whole bundle brings them back; did none come without them? then somebody took them away"
        result.warnings.append(Discrepancy("text-left-out", texts.left_out[0], text, hint))
    if files.left_out:
        text = (
            f"{_listed(files.left_out)}: evidence that is said to have been left out of a bundle; nobody can check that"
        )
        hint = "a bundle that was exported with --evidence brings it"
        result.warnings.append(Discrepancy("text-left-out", files.left_out[0], text, hint))


def _listed(numbers: Sequence[int]) -> str:
    events = [f"#{number}" for number in dict.fromkeys(numbers)]
    return ", ".join(events[:10]) + (f" and {len(events) - 10} more" if len(events) > 10 else "")


_NOTED_KINDS = frozenset({TextErased, EvidenceFiled, ClockCorrected, TakenBack})
"""The kinds of events that concern texts or files outside the log, or clocks."""


class _Reading:
    """A log while an audit reads it: its digests, and the faults of its chain and records."""

    def __init__(self, store: Store, session_id: str, *, files_elsewhere: bool = False) -> None:
        self._log = store.log
        self.texts = TextsCheck(store.texts, session_id)
        readable = self.texts.readable
        self.files = EvidenceCheck(store, session_id, readable=readable, elsewhere=files_elsewhere)
        self._session = session_id
        self.digests: list[bytes] = []
        self.chain: list[Discrepancy] = []
        self.records: list[Discrepancy] = []
        self._recorded: list[int] = []
        self._clocks: list[Envelope] = []

    def events(self) -> Iterator[Envelope]:
        """Yield the events until one cannot be decoded; check the chain of digests to the log's end."""
        try:
            rows = self._log.with_columns(self._session)
            yield from chain.read(rows, self._session, check=self._read, texts=self.texts)
        except Corrupt as error:
            if error.code in ("chain-broken", "event-missing"):
                self.chain.append(discrepancy(error))
                return
            self.records.append(discrepancy(error))
            read = len(self.digests)
            previous = self.digests[-1] if read else chain.GENESIS
            try:
                rows = self._log.with_columns(self._session, read)
                for row in chain.checked_rows(rows, self._session, read, previous):
                    self.digests.append(row[1])
                    with suppress(ValueError):  # bytes that are no record have nothing to compare
                        _require_columns(columns(row[0]), row)
            except Corrupt as broken:
                self.chain.append(discrepancy(broken))

    def _read(self, envelope: Envelope, row: StoredRow) -> None:
        """Note an event; raise Corrupt if its record is not canonical, or does not match its row's columns."""
        _require_columns(envelope, row)
        chain.require_canonical(envelope, row)
        self.digests.append(row[1])
        self._recorded.append(envelope.recorded_at)
        if type(envelope.event) in _NOTED_KINDS:
            self.texts.note(envelope)
            self.files.note(envelope)
            if isinstance(envelope.event, ClockCorrected | TakenBack):
                self._clocks.append(envelope)

    def times(self) -> list[Discrepancy]:
        """Return the events whose corrected time is `CLOCK_MINUTES` or more before the time of the preceding event."""
        corrections, faults, before = wrong_clocks(self._clocks), list[Discrepancy](), 0
        for number, recorded in enumerate(self._recorded, start=1):
            at = recorded - clock_error(number, corrections) if corrections else recorded
            if before - at >= CLOCK_MINUTES * 60 * SECOND:
                minutes = (before - at) // (60 * SECOND)
                text = f"#{number} of session {self._session} has a time {minutes} minutes before that of #{number - 1}"
                hint = "was a clock wrong? `session clock`; or somebody wrote it with another program"
                faults.append(Discrepancy("time-backwards", number, text, hint))
            before = at
        return faults


def _require_columns(event: Envelope | Columns, row: StoredRow) -> None:
    if (event.number, event.command_id, event.part) != row[2:]:
        number = event.number
        text = f"event #{number} of session {event.session} was changed after it was recorded: its row has {row[2:]}"
        raise Corrupt("chain-broken", text, chain.compare_hint(number), number)


def _check_seals(store: Store, result: Audit, digests: Sequence[bytes], key: PublicKey | None, by_key: bool) -> None:
    """Compare stored seals with the log unless an earlier check found a fault; report malformed seals in any case.

    `by_key`: a seal signed by `key` must be stored.
    """
    kept, strange = kept_seals(store, result.session)
    if not result.ok:
        if strange:
            result.checks["seals"] = [discrepancy(error) for _, error in strange]
        return
    log, by_office, unchecked = Roots(digests), list[Seal](), list[Seal]()
    for seal in kept:
        (by_office if key and seal.signatures_of(key) else unchecked).append(seal)
    if kept or strange:
        faults = [discrepancy(error) for _, error in strange]
        faults += [each for seal in by_office for each in _seal_discrepancies(seal, log, key, by_office)]
        for seal in unchecked:  # its signature is unchecked, so either the log or the seal may be forged
            for fault in _seal_discrepancies(seal, log, None, kept):
                text = f"{fault.text}; the seal, kept with the log, says it is signed by {seal.signers}: that was not"
                hint = "the log was changed, or somebody wrote the seal: `verify --key KEY` of the office tells"
                faults.append(replace(fault, text=f"{text} checked", hint=f"{hint}; {fault.hint}"))
        result.checks["seals"] = faults
    if key and by_key and not by_office:
        missing = f"session {result.session} has no seal with a signature of {key.short}"
        hint = "is it the office's key? `seal --list` shows the seals"
        result.checks.setdefault("seals", []).append(Discrepancy("seal-forged", None, missing, hint))


def _seal_discrepancies(seal: Seal, log: Roots, key: PublicKey | None, others: Sequence[Seal]) -> list[Discrepancy]:
    """Return the fault of a seal, if any: a forged signature, or else a difference from the log."""
    try:
        if key:
            require_signed(seal, key)
        require_extended(seal, log, others)
    except Corrupt as error:
        return [discrepancy(error)]
    return []

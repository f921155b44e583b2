"""`verify`: the chain from the stored bytes, every record, what the log says, and the seals; all in one reading."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain as chain_of

from ledger.errors import Corrupt, Problem
from ledger.kernel.fact import Envelope, TakenBack
from ledger.store import chain
from ledger.store.guards import CLOCK_MINUTES
from ledger.store.log import StoredRow, streams_holding
from ledger.store.made import differences, list_all, owner_of, values_of_another_type
from ledger.store.record import Columns, columns
from ledger.store.store import Store, Stray
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.clocks.facts import SECOND, ClockCorrected, ahead, wrong_clocks
from ledger.subjects.evolving import replay
from ledger.subjects.people.facts import TextErased
from ledger.subjects.tournaments.state import tournament_of
from ledger.trust import tournament_check
from ledger.trust.checks import Discrepancy, EvidenceCheck, TextsCheck, discrepancy
from ledger.trust.examination import LoginsHeld, examine, vouched
from ledger.trust.keys import kept_seals, require_extended, require_signed
from ledger.trust.seal import PublicKey, Roots, Seal


@dataclass(slots=True)
class Audit:
    """What `verify` found in one session: the discrepancies of each check, none where it holds; and what to say.

    `notes` are what it could not check, `warnings` what may be innocent. Session '' is the database itself.
    """

    session: str
    events: int = 0
    digest: str = ""
    notes: list[str] = field(default_factory=list)
    checks: dict[str, list[Discrepancy]] = field(default_factory=dict)
    warnings: list[Discrepancy] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every check holds."""
        return not any(self.checks.values())


def audit_database(store: Store) -> Audit:
    """Check that the database is what was made: a line a difference, but those that a log says are accepted.

    These are notes; so is what cannot be told, for a server that keeps a part of it does not answer: then it is not
    said either that the check holds.
    """
    listing = list_all(store.connections)
    notes, seen = list(listing.silent.values()), differences(listing)
    if seen:
        accepted, logins = _accepted(store)
        seen = differences(listing, logins)
        notes += [accepted[each.line] for each in seen if each.line in accepted]
        seen = [each for each in seen if each.line not in accepted]
    found = list[Discrepancy]()
    for each in seen:
        to_do = "take it back, or `official accept` it with a reason; "
        if each.is_mended:
            to_do = "`upgrade`, by the owner, makes it anew; "
        hint = f"{_MEANINGS[each.sort]}: {to_do}{_CHANGED}"
        found.append(Discrepancy("schema-changed", None, each.line, hint))
    if not seen:
        strange = values_of_another_type(store.connections)
        found = [Discrepancy("schema-changed", None, each, _CHANGED) for each in strange]
    return Audit("", notes=notes, checks={} if listing.silent and not found else {"schema": found})


def _accepted(store: Store) -> tuple[dict[str, str], set[str]]:
    """What its owner has accepted, by line, and the logins of officials.

    Whoever may record can open a session and write there what he likes: only what came from the owner's login counts.
    """
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
    "table": "a table may be a copy of names, or a false log; one of a ledger is missing with all that was in it",
    "view": "a view shows, and may let be changed, what its owner may see",
    "materialized-view": "it is a copy of what its owner may see",
    "partitioned-table": "through a parent rows can be changed that no trigger looks after",
    "foreign-table": "it leads to another server",
    "sequence": "no ledger counts with a sequence",
    "relation": "no ledger has it",
    "rule": "a rule does something else than was said, or is what a view shows",
    "child": "through a parent rows can be read and changed past grants and triggers",
    "grant": "somebody may do what `init` did not grant",
    "member": "a member may do what the role may",
    "role": "such a role gets round grants, or can make itself one that does",
    "setting": "a setting may switch triggers off, or lead desks to other tables",
    "schema": "who owns a schema may drop or replace what is in it",
    "database": "who owns the database may let others in, and drop it",
    "other": "no ledger has it, and it may run where nobody looks",
}
"""What a line of each sort means."""


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
    """Check a session; the checks of what the log says are made only where it can be read.

    A `seal` kept elsewhere is checked first; the seals kept with the log always are, and their signatures where the
    `key` is known that made them. `by_key`: there must be one by that key.
    `files_elsewhere`: what was filed as evidence is not in this database, and was checked where it is.
    """
    reading = _Reading(store, session_id, files_elsewhere=files_elsewhere)
    logins = LoginsHeld()
    said = examine(reading.events(), session_id, strict=strict, more=logins)
    found = Audit(session_id, len(reading.digests), checks={"chain": reading.chain, "codec": reading.records})
    found.warnings = reading.times()
    if not reading.chain:
        found.digest = (reading.digests[-1] if reading.digests else chain.GENESIS).hex()
    sound = found.ok
    if seal and not reading.chain:
        found.checks["seal"] = _sealed(seal, Roots(reading.digests), key)
    _check_kept(store, found, reading.digests, key, by_key)
    _check_texts(reading, found, whole=sound)
    if sound:
        found.checks |= said
        # what is no seal the check of the seals names
        kept = kept_seals(store, session_id).seals if logins.imports else []
        imports = vouched(logins.imports, kept, key)
        if logins.imports:
            found.checks["imports"] = [*found.checks.get("imports", ()), *imports.discrepancies]
        found.warnings += imports.warnings
        wrong = {each.number for each in found.checks.get("imports", ())}
        if logins.asked:
            sound_imports = [each for each in imports.imports if each.number not in wrong]
            found.checks["logins"], told = logins.hold(lambda: store.log.origins(session_id), sound_imports)
            found.notes += told
    if sound and found.ok:
        _check_tournament(store, found, strict)
    return found


def sound_digests(store: Store, session_id: str) -> list[bytes]:
    """The digests of a log that holds by itself, as `verify` has it; none where there is no such session.

    Whoever signs it signs for what it says: what no other command reads is put right first, or two seals of one key
    would contradict each other once it was. Raises Corrupt with the first that stands in the way.
    """
    reading = _Reading(store, session_id)
    said = examine(reading.events(), session_id)
    for found in (*reading.chain, *reading.records):
        raise Corrupt(found.code, found.text, found.hint, found.number)
    for found in chain_of.from_iterable(said.values()):
        raise Corrupt("bad-log", found.text, "`verify` says all that is wrong with it", found.number)
    return reading.digests


def _check_tournament(store: Store, found: Audit, strict: bool) -> None:
    if store.log.is_tournament(found.session):
        tournament = tournament_of(replay(store.log.read(found.session), found.session))
        found.warnings += tournament_check.claimed_twice(store, tournament)
        if strict:
            found.checks["published"] += tournament_check.check_published(store.log, tournament)
            scores, missing = tournament_check.worked_out(store.log, tournament)
            found.checks["standings"] = [*missing, *tournament_check.totals_hold(scores)]
            found.warnings += tournament_check.counted_twice(scores)
            here = store.log.sessions()
            away = [name for name in tournament.sessions if name not in here]
            if away:
                found.notes.append(f"not here, so not in its standings: {', '.join(away)}")


def of_no_session(stray: Stray) -> Audit:
    """What is said of rows that are of no session: something else stands where its name should, or it has no log."""
    check, code = _STRAYS[stray.table]
    why = f"{stray.name} has no log here" if stray.is_name else f"{stray.name} is no name of one"
    text = f"rows of the {stray.table} are of no session: {why}, and no desk recorded them"
    return Audit(stray.name, checks={check: [Discrepancy(code, None, text, "compare with a backup or an export")]})


_STRAYS = {
    "log": ("chain", "chain-broken"),
    "seals": ("seals", "seal-broken"),
    "texts": ("texts", "text-broken"),
    "evidence": ("evidence", "evidence-broken"),
}


def _check_texts(reading: "_Reading", found: Audit, *, whole: bool) -> None:
    """The texts and files beside a log; who may not read them is told so. Not `whole`: of the events that were read."""
    texts, files = reading.texts, reading.files
    if not texts.readable:
        found.notes.append("the texts about people were not checked: your role may not read them (--grant-names)")
        return
    evidence = files.discrepancies(texts.erased, whole=whole)
    if whole:
        found.checks["texts"] = texts.discrepancies()
    elif wrong := texts.of_what_was_read():  # that no other is, nobody can say
        found.checks["texts"] = wrong
    if evidence or files.looked:
        found.checks["evidence"] = evidence
    if texts.left_out:
        # That words are not here is for a bundle to have done; who owns the database could make it look so
        what = "a text that is" if len(texts.left_out) == 1 else f"{len(texts.left_out)} texts that are"
        text = f"{_named(texts.left_out)}: {what} said to have been left out of a bundle; nobody can check that"
        hint = "a whole bundle brings them back; did none come without them? then somebody took them away"
        found.warnings.append(Discrepancy("text-left-out", texts.left_out[0], text, hint))
    if files.left_out:
        text = (
            f"{_named(files.left_out)}: evidence that is said to have been left out of a bundle; nobody can check that"
        )
        hint = "a bundle that was exported with --evidence brings it"
        found.warnings.append(Discrepancy("text-left-out", files.left_out[0], text, hint))


def _named(numbers: Sequence[int]) -> str:
    events = [f"#{number}" for number in dict.fromkeys(numbers)]
    return ", ".join(events[:10]) + (f" and {len(events) - 10} more" if len(events) > 10 else "")


_NOTED = frozenset({TextErased, EvidenceFiled, ClockCorrected, TakenBack})
"""Events that say something of what stands beside the log."""


class _Reading:
    """A log as it is read: its digests, and where it stops being what was recorded, or what can be read."""

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
        """The events as far as they can be read; the chain is held to the end."""
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
                for row in chain.sound(self._log.with_columns(self._session, read), self._session, read, previous):
                    self.digests.append(row[1])
                    with suppress(ValueError):  # what is no record says nothing that could differ
                        _require_beside(columns(row[0]), row)
            except Corrupt as broken:
                self.chain.append(discrepancy(broken))

    def _read(self, envelope: Envelope, row: StoredRow) -> None:
        """Keep what is needed of an event; Corrupt where it would be written otherwise than it is, or says otherwise
        than what stands beside it.
        """
        _require_beside(envelope, row)
        chain.require_canonical(envelope, row)
        self.digests.append(row[1])
        self._recorded.append(envelope.recorded_at)
        if type(envelope.event) in _NOTED:
            self.texts.note(envelope)
            self.files.note(envelope)
            if isinstance(envelope.event, ClockCorrected | TakenBack):
                self._clocks.append(envelope)

    def times(self) -> list[Discrepancy]:
        """What was recorded long before the event before it, by clocks as they were corrected."""
        wrong, found, before = wrong_clocks(self._clocks), list[Discrepancy](), 0
        for number, recorded in enumerate(self._recorded, start=1):
            at = recorded - ahead(number, wrong) if wrong else recorded
            if before - at >= CLOCK_MINUTES * 60 * SECOND:
                minutes = (before - at) // (60 * SECOND)
                text = f"#{number} of session {self._session} says it was recorded {minutes} minutes before the last"
                hint = "was a clock wrong? `session clock`; or somebody wrote it beside the ledger"
                found.append(Discrepancy("time-backwards", number, text, hint))
            before = at
        return found


def _require_beside(said: Envelope | Columns, row: StoredRow) -> None:
    if (said.number, said.command_id, said.part) != row[2:]:
        number = said.number
        text = (
            f"event #{number} of session {said.session} was changed after it was recorded: beside it stands {row[2:]}"
        )
        raise Corrupt("chain-broken", text, chain.intact(number), number)


def _check_kept(store: Store, found: Audit, digests: Sequence[bytes], key: PublicKey | None, by_key: bool) -> None:
    """The seals that are kept with the log, and the signatures of the key; `by_key`: there must be one.

    A log that does not hold by itself is held against none; what is no seal is named all the same.
    """
    kept, strange = kept_seals(store, found.session)
    if not found.ok:
        if strange:
            found.checks["seals"] = [discrepancy(error) for _, error in strange]
        return
    log, mine, others = Roots(digests), list[Seal](), list[Seal]()
    for seal in kept:
        (mine if key and seal.signatures_of(key) else others).append(seal)
    if kept or strange:
        wrong = [discrepancy(error) for _, error in strange]
        wrong += [each for seal in mine for each in _sealed(seal, log, key)]
        for seal in others:  # nobody has looked who signed it: either may be the one that was changed
            for each in _sealed(seal, log, None):
                text = f"{each.text}; the seal, kept with the log, says it is signed by {seal.signers}: that was not"
                hint = "the log was changed, or somebody wrote the seal: `verify --key KEY` of the office tells"
                wrong.append(replace(each, text=f"{text} checked", hint=f"{hint}; {each.hint}"))
        found.checks["seals"] = wrong
    if key and by_key and not mine:
        missing = f"session {found.session} has no seal with a signature of {key.short}"
        hint = "is it the office's key? `seal --list` shows the seals"
        found.checks.setdefault("seals", []).append(Discrepancy("seal-forged", None, missing, hint))


def _sealed(seal: Seal, log: Roots, key: PublicKey | None) -> list[Discrepancy]:
    """The log extends a seal, and it is signed with the key, if one is asked for; a forged one says nothing of it."""
    try:
        if key:
            require_signed(seal, key)
        require_extended(seal, log)
    except Corrupt as error:
        return [discrepancy(error)]
    return []

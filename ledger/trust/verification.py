"""`verify`: the chain from the stored bytes, every record, what the log says, and the seals; all in one reading."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain as chain_of

from ledger.errors import Corrupt
from ledger.facts import Envelope
from ledger.facts.clocks import SECOND, ClockCorrected, ClockCorrectionRecalled, ahead, wrong_clocks
from ledger.facts.evidence import EvidenceFiled
from ledger.facts.people import TextErased
from ledger.session import replay, tournament_of
from ledger.store import chain
from ledger.store.beside import SchemaChange
from ledger.store.guards import CLOCK_MINUTES
from ledger.store.log import StoredRow
from ledger.store.record import Columns, columns
from ledger.store.soundness import changes
from ledger.store.store import Store, Stray
from ledger.trust import tournament_check
from ledger.trust.checks import Discrepancy, discrepancy
from ledger.trust.evidence_check import EvidenceCheck
from ledger.trust.examination import examine
from ledger.trust.merkle import Roots
from ledger.trust.origins import LoginsHeld, RecordedImport, vouched
from ledger.trust.seal import PublicKey, Seal
from ledger.trust.sealing import kept_seals, require_extended, require_signed
from ledger.trust.texts_check import TextsCheck


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
    """Check that the log is still guarded: its tables, triggers and functions, and who may do what.

    What cannot be told, for a server that keeps a part of it does not answer, is a note: nothing was found wrong. Then
    it is not said either that the check holds.
    """
    seen = changes(store.connections)
    found = [Discrepancy("schema-changed", None, each.text, _hint(each)) for each in seen if not each.untold]
    notes = [each.text for each in seen if each.untold]
    return Audit("", notes=notes, checks={} if notes and not found else {"schema": found})


def _hint(change: SchemaChange) -> str:
    if change.of_guard:
        return f"{_CHANGED}; `upgrade`, by its owner, puts the guards back"
    return f"{_CHANGED}; it is taken back, as who runs the server, {change.undo}" if change.undo else _CHANGED


_CHANGED = "somebody changed the database beside the ledger; the chain and the seals say whether also the log"


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
        imports = _check_imports(store, found, logins.imports, key)
        if logins.asked:
            found.checks["logins"], told = logins.hold(lambda: store.log.origins(session_id), imports)
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
    """What a tournament says of its sessions, where the log is one's, held against those that are here."""
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
        found.warnings.append(_left_out(texts.left_out))
    if files.left_out:
        found.warnings.append(_files_left_out(files.left_out))


def _files_left_out(numbers: Sequence[int]) -> Discrepancy:
    text = f"{_named(numbers)}: evidence that is said to have been left out of a bundle; nobody can check that"
    return Discrepancy("text-left-out", numbers[0], text, "a bundle that was exported with --evidence brings it")


def _named(numbers: Sequence[int]) -> str:
    events = [f"#{number}" for number in dict.fromkeys(numbers)]
    return ", ".join(events[:10]) + (f" and {len(events) - 10} more" if len(events) > 10 else "")


def _left_out(numbers: Sequence[int]) -> Discrepancy:
    """That words are not here is for a bundle to have done; who owns the database could make it look so."""
    what = "a text that is" if len(numbers) == 1 else f"{len(numbers)} texts that are"
    text = f"{_named(numbers)}: {what} said to have been left out of a bundle; nobody can check that"
    hint = "a whole bundle brings them back; did none come without them? then somebody took them away"
    return Discrepancy("text-left-out", numbers[0], text, hint)


def _check_imports(
    store: Store, found: Audit, imports: Sequence[RecordedImport], key: PublicKey | None
) -> list[RecordedImport]:
    """The imports held against the seals that are kept; those that somebody vouches for."""
    kept = kept_seals(store, found.session).seals if imports else []  # what is no seal the check of the seals names
    said = vouched(imports, kept, key)
    if imports:
        found.checks["imports"] = [*found.checks.get("imports", ()), *said.discrepancies]
    found.warnings += said.warnings
    wrong = {each.number for each in found.checks.get("imports", ())}
    return [each for each in said.imports if each.number not in wrong]


_NOTED = frozenset({TextErased, EvidenceFiled, ClockCorrected, ClockCorrectionRecalled})
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
            else:
                self.records.append(discrepancy(error))
                self._hold_the_rest()

    def _read(self, envelope: Envelope, row: StoredRow) -> None:
        """Keep what is needed of an event; Corrupt where it would be written otherwise than it is, or says otherwise
        than what stands beside it.
        """
        _require_beside(envelope, row)
        chain.require_canonical(envelope, row)
        self.digests.append(row[1])
        self._recorded.append(envelope.recorded_at)
        if type(envelope.event) in _NOTED:
            self._note(envelope)

    def _note(self, envelope: Envelope) -> None:
        """What an event says of texts, of files, or of clocks."""
        self.texts.note(envelope)
        self.files.note(envelope)
        if isinstance(envelope.event, ClockCorrected | ClockCorrectionRecalled):
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

    def _hold_the_rest(self) -> None:
        """The chain from an event that cannot be read to the end of the log."""
        read = len(self.digests)
        previous = self.digests[-1] if read else chain.GENESIS
        try:
            for row in chain.sound(self._log.with_columns(self._session, read), self._session, read, previous):
                self.digests.append(row[1])
                with suppress(ValueError):  # what is no record says nothing that could differ
                    _require_beside(columns(row[0]), row)
        except Corrupt as error:
            self.chain.append(discrepancy(error))


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
        found.checks["seals"] = [
            *(discrepancy(error) for _, error in strange),
            *(each for seal in mine for each in _sealed(seal, log, key)),
            *(_by_nobody_known(each, seal) for seal in others for each in _sealed(seal, log, None)),
        ]
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


def _by_nobody_known(found: Discrepancy, seal: Seal) -> Discrepancy:
    """Where log and seal part, and nobody has looked who signed it: either may be the one that was changed."""
    text = f"{found.text}; the seal, kept with the log, says it is signed by {seal.signers}: that was not checked"
    hint = f"the log was changed, or somebody wrote the seal: `verify --key KEY` of the office tells; {found.hint}"
    return replace(found, text=text, hint=hint)

"""The seals of an office: given out, kept beside the log, and what is proved by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.errors import Misuse, Refusal
from ledger.facts.free_text import KeptText, kept_texts
from ledger.projections.timeline import events_of, with_signatures
from ledger.session import Stream, Tournament, session_of
from ledger.session.case_numbers import case_name, no_such_case
from ledger.store.chain import Stored
from ledger.store.store import Store
from ledger.trust.keys import Key, signed_by
from ledger.trust.merkle import Roots
from ledger.trust.receipt import make_receipt
from ledger.trust.seal import Checkpoint, PublicKey, Seal, Signature, checkpoint
from ledger.trust.sealing import kept_seals, require_extended
from ledger.trust.tiles import TileFile, tile_files
from ledger.trust.tlog_proof import make_tlog_proof
from ledger.trust.verification import sound_digests
from ledger.trust.witnessing import Request, joined, request


@dataclass(frozen=True, slots=True)
class ReceiptProof:
    """A receipt as text, and the events of its case: those in it, and those that came after the seal.

    `rows`: the log up to the seal.
    """

    text: str
    events: tuple[int, ...]
    left: tuple[int, ...]
    rows: Sequence[Stored]
    seal: Seal

    def tlog_proofs(self) -> dict[int, str]:
        """What is proved of each event in it, as other programs check it: without the words about people."""
        digests = [digest for _, digest in self.rows]
        return {each: make_tlog_proof(self.rows[each - 1][0], each, digests, self.seal) for each in self.events}


class Seals:
    """What an office has signed of its sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def give(self, session_id: str, key: Key, *, keep: bool = True) -> Seal:
        """Seal a session as it now is; the seal is kept beside the log, unless it is only tried.

        Raises Corrupt where the log does not hold by itself, or an earlier seal by the key does not; Misuse where there
        is no such session. What others put among the seals keeps nobody from sealing: `verify` says it.
        """
        digests = sound_digests(self._store, session_id)
        if not digests:
            raise Misuse("no-such-session", f"there is no session {session_id}", "`session list` shows those there are")
        log = Roots(digests)
        for kept in kept_seals(self._store, session_id).seals:
            if signed_by(kept, key.public):
                require_extended(kept, log)
        seal = key.sign(checkpoint(key.public.name, session_id, digests))
        if keep:
            self._store.seals.put(session_id, len(digests), str(seal))
        return seal

    def for_witness(self, session_id: str, key: Key, old: int, *, keep: bool = True) -> Request:
        """A new seal for a witness who has signed up to event `old`, with what shows that the log only grew since."""
        seal = self.give(session_id, key, keep=keep)
        return request(seal, self._store.log.digests(session_id, seal.checkpoint.size), old)

    def join(self, session_id: str, returned: Seal, *, keep: bool = True) -> Seal:
        """Keep the signatures of a witness beside the office's own of the same seal. Misuse (other-seal): no such."""
        kept = joined(self.of(session_id), returned)
        if keep:
            self._store.seals.put(session_id, kept.checkpoint.size, str(kept))
        return kept

    def ask(self, seal: Seal, address: str, keys: Sequence[PublicKey]) -> Seal:
        """A seal that was given out, with what the witness at an address signs by one of these keys; it is kept.

        Raises Unavailable (witness-away), Refusal (witness-refuses), Corrupt (forked, seal-forged): it stays as it was.
        """
        from ledger.trust.witness_line import ask_witness  # with HTTP: nobody waits for it who asks nobody

        of = seal.checkpoint
        signed = [each for each in self.of(of.session) if any(signed_by(each, key) for key in keys)]
        old = signed[-1].checkpoint.size if signed else 0
        found = ask_witness(address, seal, self._store.log.digests(of.session, of.size), keys, old)
        return self.join(of.session, seal.with_more(found))

    def of(self, session_id: str) -> list[Seal]:
        """The seals of a session that were given out, shortest first, each with what all its witnesses signed."""
        found: dict[Checkpoint, dict[Signature, None]] = {}
        for seal in kept_seals(self._store, session_id).seals:
            found.setdefault(seal.checkpoint, {}).update(dict.fromkeys(seal.signatures))
        return [Seal(checkpoint, (*signatures,)) for checkpoint, signatures in found.items()]

    def strange(self, session_id: str) -> list[int]:
        """How many events each of what is kept among them is said to cover, and is no seal of this session."""
        return [size for (size, _), _ in kept_seals(self._store, session_id).strange]

    def last(self, session: Stream) -> Seal | None:
        """The last seal that was given out of a session up to a moment of it."""
        kept = [each for each in self.of(session.id) if each.checkpoint.size <= session.number]
        return kept[-1] if kept else None

    def tiles(self, seal: Seal) -> Iterator[tuple[TileFile, bytes]]:
        """The files of tiles of a log up to a seal of it, but for the seal itself."""
        return tile_files(self._store.log.sound(seal.checkpoint.session, seal.checkpoint.size))

    def require_continued(self, seal: Seal) -> None:
        """Corrupt (seal-broken) where the log does not extend a seal, whoever gave it out."""
        require_extended(seal, Roots(self._store.log.digests(seal.checkpoint.session)))

    def receipt(
        self,
        session: Stream,
        case: str,
        *,
        key: PublicKey | None = None,
        by_key: bool = False,
        since: Seal | None = None,
    ) -> ReceiptProof:
        """The receipt of a case ('R-0001') or of one event ('#207'), by the last seal it is under.

        A seal by the `key` is taken where there is one, and no other with `by_key`; the receipt shows that it extends
        the earlier seal `since`. Raises Refusal (no-such-case, no-such-event, not-sealed), Misuse (other-seal),
        Corrupt.
        """
        case, numbers = _meant(session, case)
        sealed = _covering(self.of(session.id), key, by_key, numbers[0])
        if sealed is None:
            raise Refusal("not-sealed", f"{case} (#{numbers[0]}) is not under a seal yet", "`seal` makes one")
        size = sealed.checkpoint.size
        rows = list(self._store.log.sound(session.id, size))
        digests = [digest for _, digest in rows]
        require_extended(sealed, Roots(digests))
        if since:
            _require_earlier(since, sealed, digests)
        named_key = str(key) if key and signed_by(sealed, key) else ""
        said = self._texts(session.id, {*numbers})
        numbers = tuple(sorted({*numbers, *said.erasures}))
        covered, left = ([each for each in numbers if (each <= size) is under] for under in (True, False))
        proved = [(rows[number - 1], said.texts.get(number, ())) for number in covered]
        text = make_receipt(case, proved, digests, sealed, named_key, since).decode()
        return ReceiptProof(text, (*covered,), (*left,), rows, sealed)

    def _texts(self, session: str, numbers: set[int]) -> _Said:
        """The texts of these events."""
        texts: dict[int, list[KeptText]] = {}
        gone: set[str] = set()
        for envelope in self._store.log.read(session, max(numbers)):
            for _, text in kept_texts(envelope.event) if envelope.number in numbers else ():
                if text.gone:
                    gone.add(text.commitment)
                else:
                    texts.setdefault(envelope.number, []).append(text)
        erasures = self._store.texts.erasures(session) if gone else {}
        return _Said(texts, {erasures[each].number for each in gone if each in erasures})


class _Said(NamedTuple):
    """The texts of events that are here, by the numbers of the events; and the events that erased others of them."""

    texts: dict[int, list[KeptText]]
    erasures: set[int]


def _covering(kept: Sequence[Seal], key: PublicKey | None, by_key: bool, number: int) -> Seal | None:
    """The last seal that covers an event: one signed with the key, where there is any, else (if one may) any."""
    mine = [each for each in kept if key and signed_by(each, key)]
    covering = [each for each in (mine if mine or by_key else kept) if each.checkpoint.size >= number]
    return covering[-1] if covering else None


def _meant(stream: Stream, case: str) -> tuple[str, tuple[int, ...]]:
    """A case as the log names it ('R-0001', '#207'); its events, or the one that is named, and what signed them."""
    digits = case.removeprefix("#")
    if digits.isdigit():
        if not 0 < int(digits) <= stream.number:
            raise Refusal("no-such-event", f"there is no event #{int(digits)}", "`log` shows the last ones")
        return f"#{int(digits)}", with_signatures(stream, (int(digits),))
    if isinstance(stream, Tournament):
        message = f"{stream.id} is a tournament: cases are in the logs of its sessions"
        *_, last = stream.sessions or [""]
        of_case = f"; a case: `receipt {case} --session {last}`" if last and case_name(case) else ""
        hint = f"an event of it, numbered as `log` shows it: `receipt {stream.number}`{of_case}"
        raise Refusal("no-such-case", message, hint)
    session = session_of(stream)
    if not (numbers := events_of(session, case)):
        raise no_such_case(session, case)
    return case.upper(), numbers


def _require_earlier(earlier: Seal, sealed: Seal, digests: Sequence[bytes]) -> None:
    """Misuse (other-seal) where a seal is no earlier one of the same log; Corrupt where the log does not extend it."""
    if earlier.checkpoint.origin != sealed.checkpoint.origin or earlier.checkpoint.size > sealed.checkpoint.size:
        raise Misuse(
            "other-seal",
            f"the seal of {earlier.checkpoint.origin} up to #{earlier.checkpoint.size} is not an earlier one of "
            f"{sealed.checkpoint.origin}, which goes up to #{sealed.checkpoint.size}",
            "`seal --list` shows those of this session",
        )
    require_extended(earlier, Roots(digests))

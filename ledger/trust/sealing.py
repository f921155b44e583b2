"""The seals that were given out of a session, and holding its log against them."""

from collections.abc import Iterable
from typing import NamedTuple

from ledger.errors import Corrupt, Misuse
from ledger.store.store import Note, Store
from ledger.trust.keys import signed_by
from ledger.trust.merkle import Roots
from ledger.trust.seal import PublicKey, Seal, differs, parse_seal


class StoredSeals(NamedTuple):
    """The seals kept with a session, shortest first; and the rows among them that are none, each with what is wrong."""

    seals: list[Seal]
    strange: list[tuple[Note, Corrupt]]


def kept_seals(store: Store, session: str) -> StoredSeals:
    """What is kept with a session as seals that were given out. Whose signatures they have is for others to check."""
    kept = StoredSeals([], [])
    for note in store.seals.of(session):
        try:
            kept.seals.append(_as_kept(session, *note))
        except Corrupt as error:
            kept.strange.append((note, error))
    return kept


def _as_kept(session: str, size: int, note: str) -> Seal:
    """A seal of a row, which is of that session and that many events, and reads to the letter as it was given out."""
    hint = "somebody wrote to the database beside the ledger"
    try:
        seal = parse_seal(note)
    except Misuse as error:
        unread = f"a seal that is kept with session {session} cannot be read: {error.message}"
        raise Corrupt("seal-broken", unread, hint) from error
    of = seal.checkpoint
    if (of.session, of.size, str(seal)) != (session, size, note):
        other = f"a seal that is kept as one of {size} events of session {session} says {of.size} of {of.session}"
        raise Corrupt("seal-broken", other, hint)
    return seal


def require_extended(seal: Seal, log: Roots) -> None:
    """Corrupt (seal-broken) where a log does not extend what was sealed: it says from which event on."""
    parts = differs(seal.checkpoint, log)
    if parts is None:
        return
    first, last = parts
    size, length = seal.checkpoint.size, len(log.leaves)
    where = f"event #{first}" if first == last else f"an event from #{first} to #{last}"
    message = f"{where} is the first that is not what was sealed"
    if length < size:
        gone = f"the log ends at #{length}; #{length + 1}–#{size} were sealed and are gone"
        message = gone if last > length else f"{gone}, and {message}"
    sound = f"events 1–{first - 1} are as sealed; " if first > 1 else "nothing is as sealed: is it of another ledger? "
    raise Corrupt(
        "seal-broken", f"session {seal.checkpoint.session}: {message}", f"{sound}compare with an export", first
    )


def require_signed(seal: Seal, key: PublicKey) -> None:
    """Corrupt (seal-forged) where a seal has no good signature of a key."""
    good = signed_by(seal, key)
    if good is None:
        message = f"the seal has no signature of {key.short}: it says it is signed by {seal.signers}"
    else:
        message = f"the signature of {key.short} does not fit what the seal says"
    if not good:
        raise Corrupt("seal-forged", message, "do not trust it; ask the office for its seal, and its key")


def signed_seals(found: Iterable[Seal], key: PublicKey | None) -> list[Seal]:
    """The seals that are signed with a key; Corrupt (seal-forged) where one only says so."""
    mine = [seal for seal in found if key and seal.signatures_of(key)]
    for seal in mine:
        assert key
        require_signed(seal, key)
    return mine


def notes(found: Iterable[Seal]) -> list[Note]:
    """Seals as they are kept."""
    return [(seal.checkpoint.size, str(seal)) for seal in found]

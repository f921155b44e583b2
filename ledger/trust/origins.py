"""`verify`: where an event comes from. What an official tied to a key judged has his signature right after it; what was
taken over stands just before the event that says so, and the seal it came under is kept; what is by who is tied to a
login of the database server was recorded from it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ledger.decide.guards.offices import is_judgement
from ledger.facts import Envelope
from ledger.facts.office import BundleImported, JudgementSigned, key_name
from ledger.session import Officials, Stream
from ledger.store.log import Origin
from ledger.trust.checks import Discrepancy, Transition
from ledger.trust.keys import is_signed, signed_by
from ledger.trust.seal import PublicKey, Seal


class JudgementsSigned:
    """The check, as the log is read: the events of one command by one official, until they are signed.

    `asked`: whether anybody was tied to a key, or anything signed; else there is nothing to check.
    """

    def __init__(self) -> None:
        self.asked = False
        self._begin(Officials())

    def _begin(self, officials: Officials) -> None:
        self._officials = officials  # as they were before the command: who changes his key signs with the one he had
        self._events: list[int] = []
        self._last: Envelope | None = None
        self._judgement: Envelope | None = None

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """The judgement that nobody signed, where another command begins; what is wrong with a signature."""
        envelope, before = transition.envelope, transition.before
        if isinstance(envelope.event, JudgementSigned):
            self.asked = True
            yield from self._of_signature(envelope, envelope.event)
            self._begin(before.officials)
            return
        if self._last is None or (self._last.command_id, self._last.by) != (envelope.command_id, envelope.by):
            yield from self.at_end()
            self._begin(before.officials)
        self._take_note(envelope, before)

    def _take_note(self, envelope: Envelope, before: Stream) -> None:
        self.asked = self.asked or bool(self._officials.keys)
        self._events.append(envelope.number)
        self._last = envelope
        tied = self._judgement is None and self._officials.key_of(envelope.by)
        if tied and is_judgement(before, envelope.event):
            self._judgement = envelope

    def at_end(self) -> Iterator[Discrepancy]:
        """The judgement that should have been signed, and nothing followed that signed it."""
        if judged := self._judgement:
            key = key_name(self._officials.key_of(judged.by))
            text = f"#{judged.number} ({judged.name}) by {judged.by} has no signature of the key {key}"
            yield Discrepancy("signatures", judged.number, text, "ask who it is said to be by; it may be forged")

    def _of_signature(self, envelope: Envelope, signed: JudgementSigned) -> Iterator[Discrepancy]:
        """What is wrong with a signature, if anything."""
        number, last = envelope.number, self._last
        if last is None or (last.command_id, last.by) != (envelope.command_id, envelope.by):
            yield from self.at_end()
            text = f"#{number} signs nothing that {envelope.by} recorded just before it"
        elif (signed.digest, envelope.because) != (last.digest.hex(), tuple(self._events)):
            text = f"#{number} signs something else than what stands before it"
        elif self._judgement is None or signed.key != self._officials.key_of(envelope.by):
            text = f"#{number} is signed with the key {key_name(signed.key)}, to which {envelope.by} was not tied"
        elif not is_signed(signed):
            text = f"the signature in #{number} is forged: it is not of the key {key_name(signed.key)}"
        else:
            return
        yield Discrepancy("signatures", number, text, "ask who it is said to be by; it may be forged")


_HINT = "nobody took that over; ask who recorded it: it may be forged"


@dataclass(frozen=True, slots=True)
class RecordedImport:
    """That events were taken over: the number of the event that says so, and what it says."""

    number: int
    said: BundleImported

    @property
    def first(self) -> int:
        """The number of the first event that was taken over; the last stands just before this one."""
        return self.number - self.said.taken


class ImportsFit:
    """The check, as the log is read: an import says up to which event it came, and how many were new.

    `asked`: whether anything was imported; else there is nothing to check.
    """

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """What is wrong with what an import says."""
        number, event = transition.envelope.number, transition.envelope.event
        if not isinstance(event, BundleImported):
            return
        self.asked = True
        if event.digest != transition.before.digest.hex():
            yield Discrepancy("imports", number, f"#{number} says it took over another event than #{number - 1}", _HINT)
        if not 0 < event.taken < number - 1:
            text = (
                f"#{number} says it took over {event.taken} events into a session that had some: there are not as many"
            )
            yield Discrepancy("imports", number, text, _HINT)


@dataclass(slots=True)
class AuthorisedImports:
    """The imports that a seal or the chief director vouches for; what is wrong with others, what nobody checked."""

    imports: list[RecordedImport] = field(default_factory=list)
    discrepancies: list[Discrepancy] = field(default_factory=list)
    warnings: list[Discrepancy] = field(default_factory=list)


def vouched(imports: Sequence[RecordedImport], kept: Sequence[Seal], key: PublicKey | None) -> AuthorisedImports:
    """Each import held against the kept seals; what a later one covers came under that.

    That a consent is the chief director's own is for his office, his key and his login to say.
    """
    found, covered = AuthorisedImports(), None
    upto: dict[int, list[Seal]] = {}
    for seal in kept:
        upto.setdefault(seal.checkpoint.size, []).append(seal)
    for each in reversed(imports):
        if covered is not None and each.number >= covered:
            found.imports.append(each)
        elif not each.said.seal or _sealed(each, upto.get(each.number - 1, ()), key, found):
            found.imports.append(each)
            covered = each.first
    return found


def _sealed(
    imported: RecordedImport, covering: Sequence[Seal], key: PublicKey | None, found: AuthorisedImports
) -> bool:
    """Whether the seal an import names is kept, of just what it brought; and good, where the key is the one known."""
    number, named = imported.number, imported.said.seal
    of_it = [each for each in covering if named in each.signers.split(", ")]
    if not of_it:
        text = f"#{number} says its events came under a seal of {named}, and none is kept that covers them"
        found.discrepancies.append(Discrepancy("imports", number, text, _HINT))
    elif key is None or key.short != named:
        text = f"#{number} took events over under a seal of {named}, whose signature was not checked"
        found.warnings.append(Discrepancy("imports", number, text, f"--key with the key of {named}"))
    elif not any(signed_by(each, key) for each in of_it):
        text = f"#{number} says its events came under a seal of {named}: it is FORGED"
        found.discrepancies.append(Discrepancy("imports", number, text, _HINT))
        return False
    return bool(of_it)


class LoginsHeld:
    """The check, as the log is read: what was said to be by whom, until it is held against what the server noted.

    What came in a bundle was recorded elsewhere: there the seal or the consent vouches for it, and not a login.
    `asked`: whether anybody was tied; `imports`: what was taken over.
    """

    def __init__(self) -> None:
        self._said: list[tuple[Envelope, str]] = []
        self.imports: list[RecordedImport] = []
        self.asked = False

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """Nothing yet: what somebody who is tied is said to have recorded is noted, and what was taken over."""
        envelope, tied = transition.envelope, transition.before.officials
        self.asked = self.asked or bool(tied.logins)
        if isinstance(envelope.event, BundleImported):
            self.imports.append(RecordedImport(envelope.number, envelope.event))
        if login := tied.login_of(envelope.by):
            self._said.append((envelope, login))
        yield from ()

    def hold(
        self, noted: Callable[[], Sequence[Origin] | None], vouched: Sequence[RecordedImport]
    ) -> tuple[list[Discrepancy], list[str]]:
        """What came from another login, and what cannot be told, by what the server noted beside each event.

        `vouched`: the imports that somebody vouches for.
        """
        origins = noted()
        if origins is None:
            return [], ["who is tied to a login of the server cannot be checked in a file"]
        other = [(each, tied) for each, tied in self._said if origins[each.number - 1].login != tied]
        astray = {each.number for each, _ in other}
        brought = _brought(origins, [each for each in vouched if each.number not in astray])
        forged = [(each, tied) for each, tied in other if each.number not in brought]
        found = [_from_another(each, tied, origins[each.number - 1].login) for each, tied in forged]
        open_ = [f"#{each.number}" for each, _ in other if each.number in brought]
        told = (
            f"{', '.join(open_)}: recorded elsewhere and brought in with a bundle; from which login is not known here"
        )
        return found, [told] if open_ else []


def _brought(origins: Sequence[Origin], vouched: Sequence[RecordedImport]) -> set[int]:
    """The numbers of the events that came in a bundle: all in one transaction of the server, as no desk records.

    With the first event of the session, where it was not here; or with the event that says they were taken over.
    """
    with_first = {number for number, each in enumerate(origins, start=1) if each.entered_at == origins[0].entered_at}
    taken = {
        number
        for each in vouched
        for number in range(max(1, each.first), each.number)
        if origins[number - 1] == origins[each.number - 1]
    }
    return with_first | taken


def _from_another(envelope: Envelope, tied: str, login: str) -> Discrepancy:
    number = envelope.number
    text = f"#{number} ({envelope.name}) by {envelope.by} came from the login {login}, and {envelope.by} has {tied}"
    return Discrepancy("logins", number, text, f"ask who logs in as {login}; it may be forged")

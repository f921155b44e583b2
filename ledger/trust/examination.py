"""One examination of a log while it is read: each event by itself, the replay, and the final session.

It also checks the origin of events. A judgement by an official tied to a key is followed by his signature; imported
events precede the event that reports the import, and their seal is kept; an event by an official tied to a login of the
database server came from that login.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ledger.decide import decide
from ledger.errors import Problem, Refusal
from ledger.guards.offices import is_judgement
from ledger.kernel.fact import Envelope, Event
from ledger.kernel.free_text import are_same, is_gone
from ledger.session import Session, Stream
from ledger.session.response import recorded_actor
from ledger.store.log import Origin
from ledger.subjects.evolving import NOT_REPLAYED, snapshot, walk
from ledger.subjects.office.facts import BundleImported, CommandSigned, JudgementSigned, SigningEvent, key_name
from ledger.subjects.tournaments.facts import TournamentOpened
from ledger.trust.checks import (
    BASIC,
    STRICT,
    CaseOrderCheck,
    Discrepancy,
    EnvelopeCheck,
    PeriodCheck,
    Transition,
    TransitionCheck,
    answers_backwards,
    is_plain,
    offices_held,
    opened_once,
    published_again,
    weights_sum,
)
from ledger.trust.commands import decode_command
from ledger.trust.devices import is_command_signed
from ledger.trust.keys import is_signed, signed_by
from ledger.trust.seal import PublicKey, Seal


class SignatureCheck:
    """The check that an official with a key signs his judgements, and that a device signed what it recorded.

    It collects the events of one command until their signature. `asked`: True once an official is tied to a key, or
    something is signed; until then nothing is checked. `strict`: a command that a device signed is decided again.
    """

    def __init__(self, *, strict: bool) -> None:
        self.asked, self._strict = False, strict
        self._by_device: dict[int, Envelope] = {}
        self._begin(Session(""))

    def _begin(self, before: Stream) -> None:
        self._officials = before.officials  # before the command: one who changes his key signs with the old one
        self._before = snapshot(before) if self._strict and before.devices else None
        self._events: list[Envelope] = []
        self._last: Envelope | None = None
        self._judgement: Envelope | None = None

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """Yield a wrong signature, and at a new command the unsigned judgement of the command before."""
        envelope, before = transition.envelope, transition.before
        if isinstance(envelope.event, SigningEvent):
            self.asked = True
            yield from self._check_signature(envelope, envelope.event, before)
            self._begin(before)
            return
        if self._last is None or (self._last.command_id, self._last.by) != (envelope.command_id, envelope.by):
            yield from self.at_end()
            self._begin(before)
        self.asked = self.asked or bool(self._officials.keys)
        self._events.append(envelope)
        self._last = envelope
        tied = self._judgement is None and self._officials.key_of(envelope.by)
        if tied and is_judgement(before, envelope.event):
            self._judgement = envelope

    def at_end(self) -> Iterator[Discrepancy]:
        """Yield the judgement of the last command read, if it should have been signed and was not."""
        if judged := self._judgement:
            key = key_name(self._officials.key_of(judged.by))
            text = f"#{judged.number} ({judged.name}) by {judged.by} has no signature of the key {key}"
            yield Discrepancy("signatures", judged.number, text, "ask its author; it may be forged")

    def _check_signature(self, envelope: Envelope, signed: SigningEvent, before: Stream) -> Iterator[Discrepancy]:
        number, last = envelope.number, self._last
        if last is None or (last.command_id, last.by) != (envelope.command_id, envelope.by):
            yield from self.at_end()
            text = f"#{number} signs nothing that {envelope.by} recorded just before it"
        elif envelope.because != tuple(each.number for each in self._events):
            text = f"#{number} signs something other than the events before it"
        elif isinstance(signed, CommandSigned):
            text = self._fault_of_device(envelope, signed, before)
        elif not isinstance(signed, JudgementSigned) or signed.digest != last.digest.hex():
            text = f"#{number} signs something other than the events before it"
        elif self._judgement is None or signed.key != self._officials.key_of(envelope.by):
            text = f"#{number} is signed with the key {key_name(signed.key)}, to which {envelope.by} was not tied"
        elif not is_signed(signed):
            text = f"the signature in #{number} is forged: it is not of the key {key_name(signed.key)}"
        else:
            return
        if text:
            yield Discrepancy("signatures", number, text, "ask its author; it may be forged")

    def _fault_of_device(self, envelope: Envelope, signed: CommandSigned, before: Stream) -> str:
        number, device = envelope.number, before.devices.get(signed.device)
        if device is None or device.official.casefold() != envelope.by.casefold():
            return f"#{number} is signed with {signed.device}, which was not paired to {envelope.by}"
        if not is_command_signed(device.key, envelope.session, envelope.command_id, signed):
            return f"the signature in #{number} is forged: it is not of {signed.device}"
        if signed.seen >= self._events[0].number:
            return f"#{number} says that {signed.device} was shown an event that came later, #{signed.seen}"
        if not isinstance(self._before, Session):
            return ""
        self._by_device |= {each.number: each for each in self._events}  # a device undoes only what one recorded
        if is_gone(signed.command):
            return ""
        recorded = [each.event for each in self._events]
        try:
            command = decode_command(signed.command, self._by_device.__getitem__)
            again = decide(command, self._before, recorded_actor([*self._events, envelope], self._before)).uncommitted
        except Problem as error:
            return f"{signed.device} signed in #{number} what is refused: {error.message}"
        if are_same([each.event for each in again], recorded):
            return ""
        return f"{signed.device} signed in #{number} a command that leads to other events than those before it"


_HINT = "no such import was made; ask who recorded it: it may be forged"


@dataclass(frozen=True, slots=True)
class RecordedImport:
    """An import of a bundle: the number of the event that reports the import, and that event."""

    number: int
    said: BundleImported

    @property
    def first(self) -> int:
        """The number of the first imported event; the last imported event directly precedes the report."""
        return self.number - self.said.taken


class ImportCheck:
    """The check of import reports: the digest of the last imported event, and the number of imported events.

    `asked`: something was imported; else nothing is checked.
    """

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """Yield the faults of an event that reports an import."""
        number, event = transition.envelope.number, transition.envelope.event
        if not isinstance(event, BundleImported):
            return
        self.asked = True
        if event.digest != transition.before.digest.hex():
            yield Discrepancy("imports", number, f"#{number} says its last imported event is not #{number - 1}", _HINT)
        if not 0 < event.taken < number - 1:
            text = f"#{number} says that it imported {event.taken} events, but fewer precede it"
            yield Discrepancy("imports", number, text, _HINT)


@dataclass(slots=True)
class AuthorisedImports:
    """The imports that a seal or the chief director's consent covers, the faults found, and unchecked seals."""

    imports: list[RecordedImport] = field(default_factory=list)
    discrepancies: list[Discrepancy] = field(default_factory=list)
    warnings: list[Discrepancy] = field(default_factory=list)


def check_imports(imports: Sequence[RecordedImport], kept: Sequence[Seal], key: PublicKey | None) -> AuthorisedImports:
    """Check that the seal which each import names is stored and covers the imported events.

    An earlier import under a later covered one counts as covered. Whether a consent is the chief director's own is left
    to the checks of his office, key and login.
    """
    authorised, covered = AuthorisedImports(), None
    upto: dict[int, list[Seal]] = {}
    for seal in kept:
        upto.setdefault(seal.checkpoint.size, []).append(seal)
    for imported in reversed(imports):
        if covered is not None and imported.number >= covered:
            authorised.imports.append(imported)
        elif not imported.said.seal or _is_sealed(imported, upto.get(imported.number - 1, ()), key, authorised):
            authorised.imports.append(imported)
            covered = imported.first
    return authorised


def _is_sealed(
    imported: RecordedImport, covering: Sequence[Seal], key: PublicKey | None, authorised: AuthorisedImports
) -> bool:
    """Return whether an import's seal is stored, covers the imported events, and (if by `key`) is genuine."""
    number, named = imported.number, imported.said.seal
    of_it = [each for each in covering if named in each.signers.split(", ")]
    if not of_it:
        text = f"#{number} says its events came under a seal of {named}, but no stored seal of it covers them"
        authorised.discrepancies.append(Discrepancy("imports", number, text, _HINT))
    elif key is None or key.short != named:
        text = f"#{number} took events over under a seal of {named}, whose signature was not checked"
        authorised.warnings.append(Discrepancy("imports", number, text, f"give the key of {named} with --key"))
    elif not any(signed_by(each, key) for each in of_it):
        text = f"#{number} says its events came under a seal of {named}: it is FORGED"
        authorised.discrepancies.append(Discrepancy("imports", number, text, _HINT))
        return False
    return bool(of_it)


class LoginCheck:
    """The check that the events of an official with a database login came from that login.

    It collects events until `hold` compares their authors with the logins that the server noted. Imported events were
    recorded elsewhere: their seal or consent vouches for them. `asked`: an official was tied to a login; `imports`: the
    imports of the log.
    """

    def __init__(self) -> None:
        self._tied_events: list[tuple[Envelope, str]] = []
        self.imports: list[RecordedImport] = []
        self.asked = False

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """Note an import, or an event by an official who is tied to a login; yield nothing."""
        envelope, tied = transition.envelope, transition.before.officials
        self.asked = self.asked or bool(tied.logins)
        if isinstance(envelope.event, BundleImported):
            self.imports.append(RecordedImport(envelope.number, envelope.event))
        if login := tied.login_of(envelope.by):
            self._tied_events.append((envelope, login))
        yield from ()

    def hold(
        self, noted: Callable[[], Sequence[Origin] | None], vouched: Sequence[RecordedImport]
    ) -> tuple[list[Discrepancy], list[str]]:
        """Return the events from a login that is not their author's, and a note of events with unknown logins.

        `noted` returns the server's note of each event's origin, None in a file, where no login can be checked;
        `vouched` are the covered imports.
        """
        origins = noted()
        if origins is None:
            return [], ["the logins of officials cannot be checked in a file"]
        strays = [(each, tied) for each, tied in self._tied_events if origins[each.number - 1].login != tied]
        astray = {each.number for each, _ in strays}
        # A bundle is imported in one transaction of the server, as no desk records: together with the first event of a
        # new session, or with the event that reports the import.
        brought = {at for at, each in enumerate(origins, start=1) if each.entered_at == origins[0].entered_at}
        for imported in vouched:
            if imported.number not in astray:
                taken = range(max(1, imported.first), imported.number)
                brought |= {at for at in taken if origins[at - 1] == origins[imported.number - 1]}
        faults = list[Discrepancy]()
        for event, tied in strays:
            if (number := event.number) not in brought:
                login = origins[number - 1].login
                text = f"#{number} ({event.name}) by {event.by} came from the login {login}, and {event.by} has {tied}"
                faults.append(Discrepancy("logins", number, text, f"ask who logs in as {login}; it may be forged"))
        unknown = ", ".join(f"#{each.number}" for each, _ in strays if each.number in brought)
        note = f"{unknown}: recorded elsewhere and brought in with a bundle; from which login is not known here"
        return faults, [note] if unknown else []


T = TypeVar("T")


def examine(
    events: Iterable[Envelope], session_id: str, *, strict: bool = False, more: TransitionCheck | None = None
) -> dict[str, list[Discrepancy]]:
    """Check a log event by event and at its end; return the faults found, by check.

    If the log cannot be replayed, only the checks without replay are made. `more`: a further check to call at every
    event.
    """
    return _Examination(session_id, strict, more).of(iter(events))


class _Examination:
    def __init__(self, session_id: str, strict: bool, more: TransitionCheck | None) -> None:
        self._stream: Stream = Session(session_id)
        self._of_tournament = False
        self._at_end = BASIC | STRICT if strict else BASIC
        self._structure: dict[str, EnvelopeCheck] = {
            "opening": opened_once,
            "answers": answers_backwards,
            "weights": weights_sum,
            "cases": CaseOrderCheck(),
        }
        self._periods, self._signatures, self._imports = PeriodCheck(), SignatureCheck(strict=strict), ImportCheck()
        self._transitions: dict[str, TransitionCheck] = {
            "published": published_again,
            "offices": offices_held,
            "periods": self._periods,
            "signatures": self._signatures,
            "imports": self._imports,
        }
        if more:
            self._transitions["more"] = more
        names = (*self._structure, "replay", *self._at_end, *self._transitions)
        self._faults: dict[str, list[Discrepancy]] = {name: [] for name in names}

    def of(self, events: Iterator[Envelope]) -> dict[str, list[Discrepancy]]:
        try:
            earlier: Event | None = None
            for before, envelope in walk(events, self._stream.id):
                if not is_plain(envelope, before):
                    self._of_tournament |= isinstance(envelope.event, TournamentOpened)
                    self._stream = before  # `walk` changes this one object
                    self._check_structure(envelope)
                    for name, step in self._transitions.items():
                        self._faults[name] += _discrepancies(name, step, Transition(envelope, before, earlier))
                earlier = envelope.event
        except NOT_REPLAYED as error:
            for envelope in events:
                self._check_structure(envelope)
            stopped = Discrepancy("replay", None, f"the log cannot be replayed: {error!r}")
            return {name: self._faults[name] for name in self._structure} | {"replay": [stopped]}
        if isinstance(self._stream, Session) and not self._of_tournament:
            for name, check in self._at_end.items():
                self._faults[name] += _discrepancies(name, check, self._stream)
            self._faults["periods"] += _discrepancies("periods", self._periods.at_end, self._stream)
        else:
            for name in STRICT:  # a tournament has no scores of its own: they are its sessions'
                self._faults.pop(name, None)
        self._faults["signatures"] += self._signatures.at_end()
        applies = {"more": False, "signatures": self._signatures.asked, "imports": self._imports.asked}
        return {name: faults for name, faults in self._faults.items() if applies.get(name, True)}

    def _check_structure(self, envelope: Envelope) -> None:
        for name, check in self._structure.items():
            self._faults[name] += check(envelope)


def _discrepancies(name: str, check: Callable[[T], Iterable[Discrepancy]], on: T) -> list[Discrepancy]:
    try:
        return list(check(on))
    except (Refusal, *NOT_REPLAYED) as error:
        return [Discrepancy(name, None, f"the scores cannot be worked out: {error!r}")]

"""What a log says, examined as it is read once: each event by itself, the replay, and the session it ends with.

Where an event comes from is examined too. What an official tied to a key judged has his signature right after it; what
was taken over stands just before the event that says so, and the seal it came under is kept; what is by who is tied to
a login of the database server was recorded from it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ledger.errors import Refusal
from ledger.guards.offices import is_judgement
from ledger.kernel.fact import Envelope, Event
from ledger.session import Officials, Session, Stream
from ledger.store.log import Origin
from ledger.subjects.evolving import NOT_REPLAYED, walk
from ledger.subjects.office.facts import BundleImported, JudgementSigned, key_name
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
        # what came in a bundle stands in one transaction of the server, as no desk records: with the first event of the
        # session, where it was not here; or with the event that says it was taken over
        brought = {at for at, each in enumerate(origins, start=1) if each.entered_at == origins[0].entered_at}
        for each in (each for each in vouched if each.number not in astray):
            taken = range(max(1, each.first), each.number)
            brought |= {at for at in taken if origins[at - 1] == origins[each.number - 1]}
        found = list[Discrepancy]()
        for said, tied in other:
            if (number := said.number) not in brought:
                login = origins[number - 1].login
                text = f"#{number} ({said.name}) by {said.by} came from the login {login}, and {said.by} has {tied}"
                found.append(Discrepancy("logins", number, text, f"ask who logs in as {login}; it may be forged"))
        open_ = ", ".join(f"#{each.number}" for each, _ in other if each.number in brought)
        told = f"{open_}: recorded elsewhere and brought in with a bundle; from which login is not known here"
        return found, [told] if open_ else []


T = TypeVar("T")


def examine(
    events: Iterable[Envelope], session_id: str, *, strict: bool = False, more: TransitionCheck | None = None
) -> dict[str, list[Discrepancy]]:
    """What every check finds wrong, by its name; where a log cannot be replayed, only those that need no replay.

    `more`: what else is shown every step, where somebody asks more of a log than it can say itself.
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
        self._periods, self._signatures, self._imports = PeriodCheck(), JudgementsSigned(), ImportsFit()
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
        self._found: dict[str, list[Discrepancy]] = {name: [] for name in names}

    def of(self, events: Iterator[Envelope]) -> dict[str, list[Discrepancy]]:
        try:
            earlier: Event | None = None
            for before, envelope in walk(events, self._stream.id):
                if not is_plain(envelope, before):
                    self._of_tournament |= isinstance(envelope.event, TournamentOpened)
                    self._stream = before  # one and the same state, as it changes
                    self._look(envelope)
                    for name, step in self._transitions.items():
                        self._found[name] += _discrepancies(name, step, Transition(envelope, before, earlier))
                earlier = envelope.event
        except NOT_REPLAYED as error:
            for envelope in events:
                self._look(envelope)
            stopped = Discrepancy("replay", None, f"the log cannot be replayed: {error!r}")
            return {name: self._found[name] for name in self._structure} | {"replay": [stopped]}
        if isinstance(self._stream, Session) and not self._of_tournament:
            for name, check in self._at_end.items():
                self._found[name] += _discrepancies(name, check, self._stream)
            self._found["periods"] += _discrepancies("periods", self._periods.at_end, self._stream)
        else:
            for name in STRICT:  # a tournament has no scores of its own: they are its sessions'
                self._found.pop(name, None)
        self._found["signatures"] += self._signatures.at_end()
        asked = {"more": False, "signatures": self._signatures.asked, "imports": self._imports.asked}
        return {name: found for name, found in self._found.items() if asked.get(name, True)}

    def _look(self, envelope: Envelope) -> None:
        for name, check in self._structure.items():
            self._found[name] += check(envelope)


def _discrepancies(name: str, check: Callable[[T], Iterable[Discrepancy]], on: T) -> list[Discrepancy]:
    try:
        return list(check(on))
    except (Refusal, *NOT_REPLAYED) as error:
        return [Discrepancy(name, None, f"the scores cannot be worked out: {error!r}")]

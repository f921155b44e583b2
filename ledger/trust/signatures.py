"""`verify`: what an official tied to a key judged has his signature right after it, of the key he had then."""

from collections.abc import Iterator

from ledger.decide.signing import is_judgement
from ledger.events import Envelope
from ledger.events.office import JudgementSigned, key_name
from ledger.session import Officials, Stream
from ledger.trust.checks import Transition
from ledger.trust.discrepancy import Discrepancy
from ledger.trust.signing import is_signed


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

"""`verify`: what an event says was taken over stands just before it, and the seal it came under is kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ledger.events.office import BundleImported
from ledger.trust.checks import Transition
from ledger.trust.discrepancy import Discrepancy
from ledger.trust.keys import signed_by
from ledger.trust.seal import PublicKey, Seal

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
class Vouched:
    """The imports that a seal or the chief director vouches for; what is wrong with others, what nobody checked."""

    imports: list[RecordedImport] = field(default_factory=list)
    discrepancies: list[Discrepancy] = field(default_factory=list)
    warnings: list[Discrepancy] = field(default_factory=list)


def vouched(imports: Sequence[RecordedImport], kept: Sequence[Seal], key: PublicKey | None) -> Vouched:
    """Each import held against the kept seals; what a later one covers came under that.

    That a consent is the chief director's own is for his office, his key and his login to say.
    """
    found, covered = Vouched(), None
    for each in reversed(imports):
        if covered is not None and each.number >= covered:
            found.imports.append(each)
        elif not each.said.seal or _sealed(each, kept, key, found):
            found.imports.append(each)
            covered = each.first
    return found


def _sealed(imported: RecordedImport, kept: Sequence[Seal], key: PublicKey | None, found: Vouched) -> bool:
    """Whether the seal an import names is kept; and good, where it is of the key that is known."""
    number, named = imported.number, imported.said.seal
    of_it = [each for each in kept if each.checkpoint.size == number - 1 and named in each.signers.split(", ")]
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

"""What must be answered of a receipt or a seal: by the page that checks it, in all its words, and by `verify`."""

from typing import NamedTuple

from ledger.trust.seal import PublicKey
from tests.pages.made_receipts import OFFICE, alone


class Answer(NamedTuple):
    """What the page finds, the code `verify` gives, and what the page says: all of it where something is wrong."""

    page: str
    program: str
    says: str = ""


class Case(NamedTuple):
    """A receipt, or a seal alone; the public key it is checked with; and what must be answered."""

    name: str
    text: bytes
    answer: Answer
    key: str = str(OFFICE.public)

    @property
    def is_seal(self) -> bool:
        """Whether it is no receipt."""
        return b"{" not in self.text


HOLDS = Answer("holds", "")
_OTHERWISE = "The receipt is not written as the program writes it: "
TYPES = Answer("unread", "bad-receipt", _OTHERWISE + "a field of it is of another type, or steers the screen.")
OTHER_MOMENT = Answer("broken", "receipt-broken", "The receipt is not of the session and the moment its seal is of.")
SEAL_STEERS = Answer("unread", "bad-seal", "This is no seal: it has a character that steers a screen, or is not seen.")
NO_SEAL = Answer(
    "unread", "bad-seal", "This is no seal: it has an origin, a size, a root, and a signature after an empty line."
)
SIZE = Answer("unread", "bad-seal", "This is no seal: its second line is not how many events were sealed.")
OTHERWISE = Answer(
    "unread", "bad-seal", "This is no seal: in a receipt it stands just as it was given out, to the byte."
)
SHORT = Answer("unread", "bad-seal", "This is no seal: its root is cut short, or too long.")
SIGNATURE = Answer("unread", "bad-seal", "This is no seal: a line after the empty one is no signature.")
BAD_KEY = Answer(
    "unread", "bad-key", "This is no public key of an office: it looks like NAME+12345678+AV…, in one line or two."
)
NO_ORDER = Answer("broken", "receipt-broken", "Its events are not in their order.")
STRANGE_GROWTH = Answer("broken", "receipt-broken", "It names no earlier seal, but has a proof that it extends one.")


def fields(*names: str) -> Answer:
    """A part has other fields than these."""
    said = f"a part of it should have just these fields, in this order: {', '.join(names)}."
    return Answer("unread", "bad-receipt", _OTHERWISE + said)


def unreadable(number: int | str, program: str = "receipt-broken") -> Answer:
    """An event does not read."""
    return Answer("broken", program, f"Event #{number} in the receipt cannot be read.")


def not_recorded(number: int) -> Answer:
    """A digest does not fit."""
    said = f"Event #{number} is not what was recorded: its digest does not fit."
    return Answer("broken", "receipt-broken", said)


def not_sealed(number: int) -> Answer:
    """A proof leads elsewhere."""
    return Answer("broken", "receipt-broken", f"Event #{number} is not under the seal.")


def bad_body(number: int, kind: str, program: str = "bad-body") -> Answer:
    """What no desk records."""
    return Answer("broken", program, f"Event #{number} cannot be read as {kind}: no desk records such an event.")


def bad_text(number: int) -> Answer:
    """A salt of another length, or two texts under one commitment."""
    return Answer("broken", "receipt-broken", f"A text of event #{number} cannot be read, or is there twice.")


def strange_text(number: int) -> Answer:
    """A text that belongs to none of the commitments."""
    return Answer("broken", "receipt-broken", f"A text in the receipt does not belong to event #{number}.")


def other_words(number: int, place: str) -> Answer:
    """Words that nobody recorded."""
    said = f"{place} of event #{number} is not what was recorded: the words were changed."
    return Answer("broken", "receipt-broken", said)


def forged_judgement(number: int) -> Answer:
    """An official's signature that is none."""
    return Answer("broken", "receipt-broken", f"The official's signature in #{number} is forged.")


def other_beginning(name: str) -> Answer:
    """The first event is not the one named."""
    return Answer("broken", "receipt-broken", f"It does not begin with {name}.")


def other_case(number: int, name: str) -> Answer:
    """An event that has nothing to do with it."""
    return Answer("broken", "receipt-broken", f"Event #{number} does not belong to {name}.")


def erased_words(number: int, place: str, by: int) -> Answer:
    """Words that were erased, beside the event that says so."""
    said = f"{place} of event #{number} was erased by #{by}, and is in the receipt."
    return Answer("broken", "receipt-broken", said)


def not_extended(size: int, earlier: int) -> Answer:
    """Two seals of different histories."""
    said = f"The seal up to #{size} does not extend the seal up to #{earlier}."
    return Answer("broken", "receipt-broken", said)


def other_key(says: str, key: PublicKey = OFFICE.public) -> Answer:
    """No signature of the key."""
    said = f"The seal has no signature of {key.short}: it says it is signed by {says}."
    return Answer("forged", "seal-forged", said)


def bad_signature(size: int, key: PublicKey = OFFICE.public) -> Answer:
    """One that does not fit."""
    said = f"The signature of {key.short} does not fit what the seal up to #{size} says: it was changed, or forged."
    return Answer("forged", "seal-forged", said)


def not_json(at: int, program: str = "bad-receipt") -> Answer:
    """Written otherwise, from a character on."""
    return Answer("unread", program, f"{_OTHERWISE[:-2]}: at character {at}.")


def of_record(name: str, written: bytes, answer: Answer) -> Case:
    """A receipt of the only event of a log, whatever it is."""
    return Case(name, alone(written), answer)

"""How much one event can be, what is kept beside it, and what it is shown in; and which bound a record is beyond.

Whoever takes an event in asks for all of them. Whoever reads a log asks only the record that is not `SHORT`.

What is said of a record is said of its bytes as they stand, so that every reader, in whatever language, says the same
of it without agreeing first on what JSON is: its size, the longest row of digits anywhere in it and outside its texts,
the longest text between its quotation marks, the longest list, the deepest bracket. What desks record has a tenth of
each at the most.
"""

import re

from ledger.bounds import Bounds

RECORD = Bounds("the bytes of an event's record", 2, 1 << 20)
DIGITS = Bounds("the digits in a row in an event", 0, 200)
"""No number is looked at, and no text turned into one, that takes a machine longer than a glance."""

WHOLE = Bounds("the digits of a whole number in an event, but for the two of a fraction", 1, 18)
"""So 64 bits hold each. Exact totals are fractions, and as long as their arithmetic makes them: two in a list."""

TEXT = Bounds("the bytes of a text in an event, as written", 0, 4_000)
MEMBERS = Bounds("the members of a list in an event", 0, 10_000)
DEPTH = Bounds("the lists and structures in one another in an event", 1, 32)

NUMBER = Bounds("the number of an event", 1, 999_999_999_999_999)
PART = Bounds("an event's place among those of its command", 0, 999_999)
TIME = Bounds("a time in an event, in microseconds since 1970,", 0, 250_000_000_000_000_000)
"""Until the year 9892: a date everywhere, and still one where the clock was wrong by a hundred years."""

COMMAND = Bounds("the characters of a command's id", 1, 200)
AUTHOR = Bounds("the characters of who recorded an event", 1, 200)
PROGRAM = Bounds("the characters of the program's version", 1, 200)

WORDS = Bounds("the bytes of a text beside the log", 0, 8_000)
"""2,000 characters, as many as a desk takes, of four bytes each."""

SEAL = Bounds("the bytes of a seal", 1, 1 << 16)
LINE = Bounds("the bytes of a line of a bundle", 1, 1 << 24)
RECEIPT = Bounds("the bytes of a receipt", 1, 4 << 20)
"""10,000 events of a case with their proofs."""

OF_RECORD = (RECORD, DIGITS, WHOLE, TEXT, MEMBERS, DEPTH)
"""What is said of the bytes of a record."""

OF_ENVELOPE = (("number", NUMBER), ("part", PART), ("occurred_at", TIME), ("recorded_at", TIME))
"""The numbers that every record has, by their names in the envelope; of the number 0 there is no event."""

OF_NAMES = (("command_id", COMMAND), ("by", AUTHOR), ("program", PROGRAM))
"""The texts that every record has, in characters."""


_ALIKE = bytes.maketrans(b"123456789", b"000000000")
_ROW, _LONG = b"0" * (DIGITS.most + 1), b"0" * (WHOLE.most + 1)
"""Rows of too many digits, once all are alike: that is looked for ten times as fast as by an expression."""

_FRACTION = re.compile(rb"\[-?[0-9]+,-?[0-9]+\]")
_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_PUNCTUATION = re.compile(rb"[][{},]")
SHORT = min(TEXT.most, MEMBERS.most)
"""The bytes of a record that has no room for a text or a list that is too long: of such a one the types that decode it
keep every bound that whoever reads it rests on."""


def are_short(words: str) -> bool:
    """Whether a text beside the log is within its bound."""
    return WORDS.hold(len(words.encode("utf-8", "surrogatepass")))


def beyond(record: bytes) -> Bounds | None:
    """The bound that the bytes of a record are beyond; None where they are within all.

    Most have no room for anything too long, which is seen at once.
    """
    size = len(record)
    if not RECORD.least <= size <= RECORD.most:
        return RECORD
    if _LONG in (alike := record.translate(_ALIKE)):
        if _ROW in alike:
            return DIGITS
        if _LONG in _FRACTION.sub(b"", _TEXT.sub(b"", alike)):
            return WHOLE
    if size <= SHORT and record.count(b"[") + record.count(b"{") <= DEPTH.most:
        return None
    if any(len(each) - 2 > TEXT.most for each in _TEXT.findall(record)):
        return TEXT
    # Then lists and brackets, in the record without its texts
    bare = _TEXT.sub(b"", record)
    commas: list[int] = []
    for found in _PUNCTUATION.finditer(bare):
        match found[0]:
            case b"[" | b"{" as begins:
                commas.append(0 if begins == b"[" else -RECORD.most)
                if len(commas) > DEPTH.most:
                    return DEPTH
            case b"]" | b"}":
                del commas[-1:]
            case _ if commas:
                commas[-1] += 1
                if commas[-1] >= MEMBERS.most:
                    return MEMBERS
    return None

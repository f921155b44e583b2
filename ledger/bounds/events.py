"""Bounds of an event, of texts kept outside the log, of seals, receipts and bundles; and the bound a record exceeds.

What takes an event in checks all bounds; what reads a log checks only records that are not `SHORT`.

The bounds of a record are defined on its bytes, so that every reader, in any language, agrees on them without a common
parser of JSON: the size, the longest row of digits (anywhere, and outside texts), the longest text between quotation
marks, the longest list, the deepest nesting. Records of desks reach at most a tenth of each.
"""

import re

from ledger.bounds import Bounds

RECORD = Bounds("the bytes of an event's record", 2, 1 << 20)
DIGITS = Bounds("the consecutive digits in an event's record", 0, 200)  # longer numbers are slow to parse
# fits 64 bits; exact totals are fractions of any length, lists of two whole numbers
WHOLE = Bounds("the digits of a whole number in an event, but for the two of a fraction", 1, 18)
TEXT = Bounds("the bytes of a text in an event, as written", 0, 4_000)
MEMBERS = Bounds("the members of a list in an event", 0, 10_000)
DEPTH = Bounds("the depth of nested lists and structures in an event", 1, 32)

NUMBER = Bounds("the number of an event", 1, 999_999_999_999_999)
PART = Bounds("the position of an event among the events of its command", 0, 999_999)
# until the year 9892: a date everywhere, even after correcting a clock by a hundred years
TIME = Bounds("a time in an event, in microseconds since 1970,", 0, 250_000_000_000_000_000)
COMMAND = Bounds("the characters of a command's id", 1, 200)
AUTHOR = Bounds("the characters of the name of who recorded an event", 1, 200)
PROGRAM = Bounds("the characters of the program's version", 1, 200)

WORDS = Bounds("the bytes of a text beside the log", 0, 8_000)  # a desk accepts 2,000 characters, of four bytes each
SEAL = Bounds("the bytes of a seal", 1, 1 << 17)  # 16 signatures of the longest kind
LINE = Bounds("the bytes of a line of a bundle", 1, 1 << 24)
RECEIPT = Bounds("the bytes of a receipt", 1, 4 << 20)  # 10,000 events of a case with their proofs
OF_RECORD = (RECORD, DIGITS, WHOLE, TEXT, MEMBERS, DEPTH)
"""The bounds of a record's bytes."""

OF_ENVELOPE = (("number", NUMBER), ("part", PART), ("occurred_at", TIME), ("recorded_at", TIME))
"""The bounds of a record's numbers by their envelope field; no event has the number 0."""

OF_NAMES = (("command_id", COMMAND), ("by", AUTHOR), ("program", PROGRAM))
"""The bounds of a record's texts in characters."""


_ALIKE = bytes.maketrans(b"123456789", b"000000000")
# too many digits in a row, all made alike: searched ten times as fast as by an expression
_ROW, _LONG = b"0" * (DIGITS.most + 1), b"0" * (WHOLE.most + 1)
_FRACTION = re.compile(rb"\[-?[0-9]+,-?[0-9]+\]")
_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_PUNCTUATION = re.compile(rb"[][{},]")
# a record without room for an excessive text or list; the decoding types check everything else in it
SHORT = min(TEXT.most, MEMBERS.most)


def is_within_text_bound(words: str) -> bool:
    """Return whether a text kept outside the log is short enough (`WORDS`)."""
    return WORDS.hold(len(words.encode("utf-8", "surrogatepass")))


def exceeded_bound(record: bytes) -> Bounds | None:
    """Return the bound that the stored bytes of an event exceed, the first one found; None if they exceed none."""
    size = len(record)
    if not RECORD.least <= size <= RECORD.most:
        return RECORD
    if _LONG in (alike := record.translate(_ALIKE)):
        if _ROW in alike:
            return DIGITS
        if _LONG in _FRACTION.sub(b"", _TEXT.sub(b"", alike)):
            return WHOLE
    # Most records are too short to contain anything too long: this test ends the check for them
    if size <= SHORT and record.count(b"[") + record.count(b"{") <= DEPTH.most:
        return None
    if any(len(each) - 2 > TEXT.most for each in _TEXT.findall(record)):
        return TEXT
    # Then lists and brackets, in the record without its texts
    bare = _TEXT.sub(b"", record)
    commas: list[int] = []
    for mark in _PUNCTUATION.finditer(bare):
        match mark[0]:
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

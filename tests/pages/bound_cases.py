"""Receipts of events on both sides of every bound that an event has; words and seals on both sides of theirs."""

from collections.abc import Iterator

from ledger.bounds import events
from ledger.store.record import write
from ledger.subjects.rulings.facts import RulingWithdrawn
from tests.kept import kept
from tests.pages.made_receipts import WHOLE, alone, first, record, stored, texts_of
from tests.pages.receipt_answers import (
    HOLDS,
    NO_SEAL,
    Answer,
    Case,
    bad_body,
    not_sealed,
    of_record,
    other_words,
    unreadable,
)
from tests.store.test_event_bounds import SIDES

_BESIDE_ITS_BOUND: dict[str | None, Answer] = {
    f"NUMBER-0-{events.NUMBER.most}": not_sealed(events.NUMBER.most),
    f"DIGITS-1-{events.DIGITS.most}": bad_body(1, "contestants-entered/1"),
    **{f"WHOLE-{side}-{events.WHOLE.most}": bad_body(1, "contestants-entered/1") for side in range(4)},
    f"DEPTH-0-{events.DEPTH.most}": bad_body(1, "contestants-entered/1"),
}
"""What is within its bound, and refused for something else: a number for a contestant, or lists."""


def bound_cases() -> Iterator[Case]:
    """All of them."""
    for side in SIDES:
        _, envelope, within = side.values
        answer = _BESIDE_ITS_BOUND.get(side.id, HOLDS) if within else unreadable("?")
        yield of_record(str(side.id), write(envelope), answer)
    within = {"brackets in a text": ["[" * 40], "commas in texts": ["," * 3_900] * 3, "quotes in a text": ['"[' * 40]}
    for name, contestants in within.items():
        yield of_record(name, stored("contestants-entered/1", {"contestants": contestants}), HOLDS)
    many = {f"a{at:05}": at for at in range(events.MEMBERS.most + 1)}
    yield of_record(
        "a structure of many fields", stored("contestants-entered/1", many), bad_body(1, "contestants-entered/1")
    )
    yield of_record("a record without a text", b"[1,2,3,4,5,6,7,8,9,10,11]", unreadable("?"))
    for over, answer in ((0, HOLDS), (1, other_words(1, "reason"))):
        said = kept(RulingWithdrawn("R-0001", "é" * (events.WORDS.most // 2) + "x" * over))
        yield Case(f"words {over} beyond their bound", alone(record(1, said), texts_of(said).values()), answer)
    for over, answer in ((0, HOLDS), (1, NO_SEAL)):
        long = _with_a_stranger(str(WHOLE), events.SEAL.most + over)
        yield Case(f"a seal {over} beyond its bound", long.encode(), answer)
        yield Case(f"a receipt whose seal is {over} beyond its bound", first(seal=long), answer)


def _with_a_stranger(seal: str, size: int) -> str:
    """A seal of so many bytes: somebody whose key nobody asks for has signed at length."""
    signed = size - len(f"{seal}— x \n".encode())
    return f"{seal}— {'x' * (1 + signed % 4)} {'A' * (signed - signed % 4)}\n"

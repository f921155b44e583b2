"""What is said of a receipt that does not hold, and of a log that does not extend its seal."""

import pytest
from msgspec import structs

from ledger.errors import Problem
from ledger.trust.keys import sign_judgement
from ledger.trust.receipt import check_receipt
from tests.pages.made_receipts import (
    EARLY,
    ERASED,
    FACTS,
    FINDINGS,
    FIRST,
    LOG,
    OFFICIAL,
    PENALISED,
    REASON,
    TAKEN_BACK,
    THE_RULING,
    coded,
    evening,
    first,
    ruled,
)


def judged(**other):
    """A receipt of a ruling and its signature, in which something else stands; every hash is right."""
    log = evening(judged=lambda digest: structs.replace(sign_judgement(OFFICIAL, digest), **other))
    return log.receipt("R-0001", log.event(2, [FACTS, FINDINGS]), log.event(3))


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (first(schema="receipt/2"), "bad-receipt", "this is no receipt: it says 'receipt/2'"),
        (first(key="a\u202eb"), "bad-receipt", "this is no receipt: a text in it steers the screen"),
        (LOG.receipt("#1"), "bad-receipt", "this is no receipt: it holds no event"),
        (first().replace(b'"as_of":', b'"as_of": '), "bad-receipt", "it is written otherwise than `receipt` writes it"),
        (first(as_of=10), "receipt-broken", "its seal is of another session or moment"),
        (LOG.receipt("R-0001", TAKEN_BACK, THE_RULING), "receipt-broken", "its events are not in their order"),
        (LOG.receipt("R-0002", THE_RULING), "receipt-broken", "it does not begin with R-0002"),
        (LOG.receipt("R-0001", THE_RULING, PENALISED), "receipt-broken", "event #4 does not belong to R-0001"),
        (first(since="", growth=["A" * 43 + "="]), "receipt-broken", "it names no earlier seal, but has a proof"),
        (first(since=str(EARLY), growth=[]), "receipt-broken", "the seal of 11 events does not extend the seal of 5"),
        (LOG.receipt("#1", {**FIRST, "proof": []}), "receipt-broken", "event #1 is not under the seal"),
        (ruled(previous="00" * 32), "receipt-broken", "event #2 is not what was recorded"),
        (ruled(previous="00"), "receipt-broken", "an event in it does not read: "),
        (
            LOG.receipt("#1", {**FIRST, "proof": ["AAAA"]}),
            "receipt-broken",
            "an event in it does not read: a hash is too long, or cut short",
        ),
        (
            LOG.receipt("R-0001", LOG.event(2, [FACTS, FINDINGS, REASON]), ERASED),
            "receipt-broken",
            "reason of event #2 was erased by #5, and is in it",
        ),
        (
            ruled(texts=[{**each, "text": "said otherwise"} for each in THE_RULING["texts"][:1]]),
            "receipt-broken",
            "facts of event #2 is not what was recorded",
        ),
        (LOG.receipt("#1", LOG.event(1, [FACTS])), "receipt-broken", "a text in it does not belong to event #1"),
        (LOG.receipt("R-0001", LOG.event(2, [FACTS, FACTS])), "receipt-broken", "a text in it is there twice"),
        (ruled(texts=[{**THE_RULING["texts"][0], "salt": "!"}]), "receipt-broken", "a text in it does not read: "),
        (first(since=str(EARLY), growth=["!"]), "receipt-broken", "its proof of growth does not read: "),
        (first(key="", case=""), "receipt-broken", "it does not begin with "),
        (judged(signature=coded(bytes(64))), "receipt-broken", "the official's signature in #3 is forged"),
        (judged(digest="00" * 32), "receipt-broken", "the official's signature in #3 is forged"),
    ],
)
def test_it_is_said_what_is_wrong(text, code, said):
    with pytest.raises(Problem) as caught:
        check_receipt(text)
    begins, hint = {
        "receipt-broken": ("the receipt does not hold: ", "ask the office for it again"),
        "bad-receipt": ("this is no receipt: ", "name the file that `receipt` printed, unchanged"),
    }[code]
    assert (caught.value.code, caught.value.hint) == (code, hint)
    assert caught.value.message.startswith(begins)
    assert said in caught.value.message

"""Receipts that are right, and what a forger makes of them: with the seal as it is, and as one who can seal himself."""

import json
import random
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator

from ledger.digests import event_digest
from ledger.kernel.free_text import KeptText
from ledger.store import chain
from ledger.trust.keys import Key
from ledger.trust.receipt import make_receipt
from ledger.trust.seal import checkpoint
from tests.kept import moved


def dumped(receipt: object) -> bytes:
    """As the program writes it."""
    return json.dumps(receipt, ensure_ascii=False, separators=(",", ":")).encode()


def sealed_alone(key: Key, record: bytes, *texts: KeptText) -> bytes:
    """A receipt, with every hash right, of a record that stands under a seal of the key, whatever it holds."""
    session, number = json.loads(record)[:2]
    before = [bytes([at]) * 32 for at in range(number - 1)]
    digest = event_digest(before[-1] if before else chain.GENESIS, record)
    digests = [*before, digest]
    seal = key.sign(checkpoint(key.public.name, session, digests))
    written = make_receipt(f"#{number}", [((_SOUND % number, digest), texts)], digests, seal, str(key.public.first))
    return written.replace(_SOUND % number, record)


_SOUND = b'["s",%d,"result-voided/1",{"board":1},"c",0,1,1,"A",[],"0.1.0"]'
"""A record that `make_receipt` can read, in the place of one that is strange."""


def strange(rng: random.Random, record: bytes) -> bytes:
    """A record with something changed that leaves it JSON: what no desk records, sealed all the same."""
    return rng.choice(_STRANGE)(rng, record)


def _leaves(value: object) -> Iterator[tuple[object, object]]:
    """Where the values of a body stand: what holds one, and by which key."""
    found = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore[call-overload]
    for key, each in list(found):
        yield value, key
        if isinstance(each, dict | list):
            yield from _leaves(each)


_TEXTS = ["", "none", "4sn=", "A+", "\u202e", "a\nb", "ä", "60.0"]
_ODD = [None, True, 0, -1, 2**70, *_TEXTS, [], [1, 2], [2, 4], [0, 1], {}]


def _other_value(rng: random.Random, record: bytes) -> bytes:
    read = json.loads(record)
    places = list(_leaves(read[3])) or [(read, 9)]
    holder, key = rng.choice(places)
    holder[key] = rng.choice(_ODD)  # type: ignore[index]
    return dumped(read)


def _left_out(rng: random.Random, record: bytes) -> bytes:
    read = json.loads(record)
    if read[3]:
        del read[3][rng.choice(list(read[3]))]
    return dumped(read)


def _put_in(rng: random.Random, record: bytes) -> bytes:
    read = json.loads(record)
    name = rng.choice(["case", "imported", "reason", "round", "offender", "zzz", "laws", "board", "by", "fine"])
    read[3].setdefault(name, rng.choice([*_ODD, False]))
    read[3] = dict(sorted(read[3].items()))
    return dumped(read)


def _envelope(rng: random.Random, record: bytes) -> bytes:
    read = json.loads(record)
    read[rng.choice([2, 4, 5, 6, 7, 8, 9, 10])] = rng.choice([*_ODD, 1.5, -7, [-3], 10**18])
    return dumped(read)


def _written_otherwise(rng: random.Random, record: bytes) -> bytes:
    """The same to any reader of JSON."""
    ways = [
        lambda: record.replace(b",", b", ", 1),
        lambda: record[:-1] + b" ]",
        lambda: re.sub(rb'"([a-z])', lambda found: b'"\\u00%x' % ord(found[1]), record, count=1),
        lambda: dumped([*(read := json.loads(record))[:3], dict(reversed(read[3].items())), *read[4:]]),
        lambda: record.replace(b"{", b'{"board":7,', 1),
        lambda: re.sub(rb":([0-9]+)", rb":\1.0", record, count=1),
        lambda: re.sub(rb":([0-9]+)", rb":\1e0", record, count=1),
        lambda: record[:-1] + b',"more"]',
    ]
    return rng.choice(ways)()


_STRANGE = [_other_value, _other_value, _left_out, _put_in, _put_in, _envelope, _written_otherwise]


def forgeries(text: bytes) -> Iterator[bytes]:
    """What the tests of receipts try, each of what it fits."""
    receipt = json.loads(text)
    first = receipt["events"][0]
    swaps = [
        ('"stands"', '"stayed"'),
        ('"ns":"1"', '"ns":"3"'),
        ('"thursday"', '"friday"'),
        ('"as_of":', '"as_of":1'),
        ('"as_of":', '"as_of": '),
        ('"text":"', '"text":"x'),
        ('"texts":[{"commitment":"', '"texts":[{"commitment":"ff'),
        ('"salt":"', '"salt":"AAAA'),
        ('"salt":"', '"salt":"!'),
        ("==", "="),
        ('=="', '==="'),
        ("w==", "x=="),
        ("receipt/1", "receipt/2"),
        ("\\n\\n— ", "\\n\\n- "),
        ("\\n", "\\r\\n"),
        ("\\n", "\\u000a"),
        ('"schema"', '"schema":"receipt/0","schema"'),
        ('"key":"', '"key":"\u202e'),
        ('"key":"', '"key":"\ud7ff'),
        ("ebu.example", "ebu.example/x"),
        (first["previous"], "00" * 32),
        (first["previous"], first["previous"].upper()),
        (first["previous"], " " + first["previous"]),
    ]
    swaps += [(one, other) for one, other in zip(first["proof"], first["proof"][1:], strict=False)]
    swaps += [(one, one[:-4]) for one in [*first["proof"], *receipt["growth"]]]
    whole = text.decode()
    yield from (whole.replace(old, new, 1).encode() for old, new in swaps if old in whole)
    yield from (dumped({**receipt, **changed}) for changed in _changes(receipt))
    yield from (
        text + b"x",
        text + b"\n\n",
        b"\xef\xbb\xbf" + text,
        b"\xef\xbb\xbf" * 2 + text,
        text + b"\0",
        b"",
        b"{}",
    )
    yield from (
        text + text,
        text[:-2],
        text[: len(text) // 2],
        b" \t\n" + text,
        b"\xc2\xa0" + text,
        text[:-1] + b",}\n",
    )
    yield from (b"[" * 100_000, b'{"a":' * 100_000, b"\xff" + text, text.replace(b"\xe2\x80\x94", b"\xe2\x80", 1))


def _changes(receipt: dict) -> Iterator[dict]:
    events = receipt["events"]
    yield from ({"case": "R-0099"}, {"case": ""}, {"case": None}, {"events": []}, {"events": events[::-1]}, {"key": 1})
    yield from ({"events": events * 2}, {"events": events[1:]}, {"events": events[1:], "case": "#8"}, {"more": 1})
    yield from (
        {"since": ""},
        {"growth": []},
        {"since": "", "growth": []},
        {"since": receipt["seal"]},
        {"growth": ["AA=="]},
    )
    yield from ({"as_of": 8.0}, {"as_of": -8}, {"as_of": 10**30}, {"as_of": "8"}, {"as_of": True}, {"session": ""})
    forged = re.sub(r"(— \S+ )\S+", lambda found: found[1] + "sE28hg" + "A" * 86 + "A=", receipt["seal"])
    yield from ({"seal": forged}, {"seal": receipt["seal"] * 2}, {"seal": receipt["seal"].rstrip("\n")})
    signed = receipt["seal"].partition("\n\n")[2]
    yield from ({"seal": receipt["seal"] + signed}, {"seal": receipt["seal"] + signed[:-9] + "AAAAAAA=\n"})
    for text in [each for event in events for each in event["texts"]][:1]:
        yield {"events": [{**events[0], "texts": [*events[0]["texts"], text]}, *events[1:]]}
        yield {"events": [{**events[0], "texts": []}, *events[1:]]}


def cut_otherwise(text: bytes) -> Iterator[bytes]:
    """A receipt whose words begin later, or earlier: the bytes that are hashed are the same."""
    receipt = json.loads(text)
    for event in receipt["events"]:
        for said in event["texts"]:
            for by in (1, 2, 10, -1, -16):
                salt, words = moved(b64decode(said["salt"]), said["text"], by)
                if words.isprintable():
                    cut = {**said, "salt": b64encode(salt).decode(), "text": words}
                    yield text.replace(dumped(said), dumped(cut))


def mutated(rng: random.Random, text: bytes) -> bytes:
    """A receipt with a bit, a byte or a piece of it changed, left out, doubled, or put elsewhere."""
    at, to = sorted(rng.sample(range(len(text)), 2))
    to = min(to, at + rng.choice([1, 1, 1, 4, 40, 400]))
    piece = text[at:to]
    changed = rng.choice(
        [bytes([text[at] ^ 1 << rng.randrange(8)]) + piece[1:], b"", piece * 2, piece[::-1], b" " + piece]
    )
    return text[:at] + changed + text[to:]

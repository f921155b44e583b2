"""Seals, requests to a witness, its answers, receipts and tlog-proofs that strangers made of right ones; and tiles.

    python -m tests.trust.fuzz_seals --count 10000

Bytes, bits of what is coded, numbers, words and lines are changed, left out, doubled, exchanged with those of another
right one: of another moment, of another history under the same keys, of another log. Each is judged as by `verify
--policy`, a witness, or `seal --policy`. What is taken all the same (line ends, a signature or an event less) may claim
nothing but what a right one claims; of tiles (`fuzz_tiles.py`) nothing that was changed may be taken.
"""

import argparse
import json
import os
import random
import re
import sys
import tempfile
import time
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

from ledger.errors import Problem
from ledger.kernel.free_text import is_gone, kept_texts
from ledger.trust.keys import Key, require_extended, require_signed
from ledger.trust.policy import parse_policy
from ledger.trust.receipt import Receipt, check_receipt, check_tlog_proof, make_tlog_proof
from ledger.trust.seal import COSIGNATURE, ED25519, ML_DSA, PublicKey, Roots, Seal, checkpoint, parse_seal
from ledger.trust.witnessing import Witness, WitnessAnswer, WitnessRecord, ask_witness, parse_request, request
from tests.exchange.fuzzed_texts import mutated, place_in
from tests.pages import made_receipts as made
from tests.trust import fuzz_tiles

AT = 1_700_000_000
MOST_CHANGES = 3
Claims = set[Hashable]


def _keys(name: str, seed: int, kind: bytes) -> Key:
    """An Ed25519 key and one of ML-DSA-44, the same every time."""
    first, second = made.key_of(name, seed), MLDSA44PrivateKey.from_seed_bytes(bytes([seed]) * 32)
    other = PublicKey(name, second.public_key().public_bytes_raw(), ML_DSA)
    return Key(replace(first.public, kind=kind, second=other), first._private, second)


OFFICE = _keys("ebu.example", 7, ED25519)
WITNESSES = [_keys(f"w{number}.example", number, COSIGNATURE) for number in (1, 2, 3)]
LOG, OTHER_LOG = (
    made.LOG,
    made.Log(*(made.record(number, made.RESULT, session="t") for number in (1, 2, 3)), session="t"),
)
FORK = made.Log(*LOG.records[:8], *(made.record(number, made.RESULT) for number in (9, 10, 11)))
POLICY = parse_policy(
    "".join(
        (
            *(f"log {key}\n" for key in OFFICE.public.each),
            *(
                f"witness w{at}-{key.kind.hex()} {key}\n"
                for at, each in enumerate(WITNESSES)
                for key in each.public.each
            ),
            "group ed 2 w0-04 w1-04 w2-04\ngroup ml 2 w0-06 w1-06 w2-06\ngroup both any ed ml\nquorum both\n",
        )
    ).encode()
)


def _seal(log: made.Log, size: int, *witnesses: Key) -> Seal:
    sealed = OFFICE.sign(checkpoint(OFFICE.public.name, log.session, log.digests[:size]), AT + size)
    return sealed.with_more([each for key in witnesses for each in key.cosign(sealed.checkpoint, AT + 60)])


SEALS = {5: _seal(LOG, 5, *WITNESSES[:2]), 8: _seal(LOG, 8, *WITNESSES), 11: _seal(LOG, 11, *WITNESSES)}
FORKED, STRANGE = _seal(FORK, 11, *WITNESSES), _seal(OTHER_LOG, 3, WITNESSES[0])


class Kind(NamedTuple):
    """Texts of a kind: right ones, others that are mixed in and not right here; and what one claims that is taken."""

    right: list[bytes]
    others: list[bytes]
    claims: Callable[[bytes], Claims]


def _claims_of_seal(text: bytes) -> Claims:
    seal = parse_seal(text.decode())
    require_signed(seal, POLICY.office())
    require_extended(seal, Roots(LOG.digests))
    return {seal.checkpoint, *((seal.checkpoint, name) for name in POLICY.require_quorum(seal))}


def _claims_at_witness(folder: Path, text: bytes) -> Claims:
    """What a witness signs who signed up to #5 before."""
    seen = {SEALS[5].checkpoint.origin: WitnessRecord(str(OFFICE.public), str(SEALS[5]))}
    (folder / "seen.json").write_bytes(msgspec.json.encode(seen))
    return {
        Witness(WITNESSES[0], folder / "seen.json").sign(parse_request(text.decode()), OFFICE.public, AT).checkpoint
    }


def _claims_of_answer(text: bytes) -> Claims:
    """What is kept of a witness's answer, under the seal up to #11."""
    answer = WitnessAnswer(200, text)
    keys = WITNESSES[0].public.each
    return {*ask_witness("https://w.example", _seal(LOG, 11), LOG.digests, keys, 5, lambda url, body: answer)}


def _claims_of_receipt(receipt: Receipt) -> Claims:
    sealed, since = receipt.seal.checkpoint, receipt.since
    for seal in filter(None, (receipt.seal, since)):
        require_signed(seal, OFFICE.public)
    claims: Claims = {sealed}
    if since and since.checkpoint != sealed:
        claims.add((since.checkpoint, sealed))
    for each in receipt.events:
        claims.add((sealed, each.number, each.digest))
        texts = kept_texts(each.event)
        claims |= {(each.digest, where, text.commitment, str(text)) for where, text in texts if not is_gone(text)}
    return claims


def kinds(folder: Path) -> dict[str, Kind]:
    """All kinds but tiles; a witness keeps what it saw in the folder."""
    ruling = (made.THE_RULING, made.JUDGED, made.ERASED, made.APPEALED, made.TAKEN_BACK)
    receipts = [
        LOG.receipt("R-0001", *ruling, extends=SEALS[5], seal=str(SEALS[11]), key=str(OFFICE.public.first)),
        LOG.receipt("P-0001", made.PENALISED, made.PENALTY_ERASED, extends=SEALS[8], seal=str(SEALS[11])),
        LOG.receipt("#10", made.ANSWERED, seal=str(SEALS[11])),
        LOG.receipt("#1", LOG.event(1, size=8), size=8, seal=str(SEALS[8])),
        FORK.receipt("#9", FORK.event(9), seal=str(FORKED)),
    ]
    proofs = [
        make_tlog_proof(LOG.records[number - 1], number, LOG.digests[:size], SEALS[size])
        for number, size in ((1, 8), (4, 11), (11, 11))
    ]
    asked = [request(SEALS[size], LOG.digests[:size], 5) for size in (5, 8, 11)]
    answers = [
        "".join(f"{each}\n" for each in WITNESSES[0].cosign(seal.checkpoint, AT + later))
        for later, seal in enumerate((SEALS[11], SEALS[11], SEALS[8], FORKED))
    ]
    strange = request(STRANGE, OTHER_LOG.digests, 0)  # the first of a log, by the office it is told of
    forked = request(FORKED, FORK.digests, 5)
    return {
        "seal": Kind(_coded(*SEALS.values()), _coded(FORKED, STRANGE), _claims_of_seal),
        "request": Kind(
            _coded(*asked, strange), _coded(replace(forked, proof=())), partial(_claims_at_witness, folder)
        ),
        "answer": Kind(_coded(*answers[:2]), _coded(*answers[2:]), _claims_of_answer),
        "receipt": Kind(receipts, [], lambda text: _claims_of_receipt(check_receipt(text))),
        "tlog-proof": Kind(_coded(*proofs), [], lambda text: _claims_of_receipt(check_tlog_proof(text.decode()))),
    }


def _coded(*texts: object) -> list[bytes]:
    return [str(each).encode() for each in texts]


# What a stranger makes of one

_PARTS, _BASE64, _NUMBER = (
    re.compile(pattern)
    for pattern in (rb"(\\n|\n|,| )", rb"[A-Za-z0-9+/]{22,}={0,2}", rb"(?<![A-Za-z0-9+/=])[0-9]{1,8}(?![A-Za-z0-9+/=])")
)


def _of_parts(rng: random.Random, text: bytes, other: bytes) -> bytes:
    """Lines, words or fields left out, doubled, exchanged among themselves or with another's."""
    parts, others = _PARTS.split(text), _PARTS.split(other)
    at, to = rng.randrange(len(parts)), rng.randrange(len(others))
    match rng.randrange(4):
        case 0:
            del parts[at : at + 2]
        case 1:
            parts[at:at] = parts[at : at + 2]
        case 2:
            to = rng.randrange(len(parts))
            parts[at], parts[to] = parts[to], parts[at]
        case _:
            length = rng.choice((1, 1, 2, 4))
            parts[at : at + length] = others[to : to + length]
    return b"".join(parts)


def _of_coded(rng: random.Random, text: bytes, other: bytes) -> bytes:
    """A hash or a signature with another bit, another length, or another's."""

    def changed(decoded: bytes) -> bytes:
        at = rng.randrange(len(decoded))
        match rng.randrange(4):
            case 0 | 1:
                return decoded[:at] + bytes([decoded[at] ^ 1 << rng.randrange(8)]) + decoded[at + 1 :]
            case 2:
                return rng.choice((decoded[:at], decoded + bytes(1), bytes(len(decoded)), decoded[::-1]))
            case _:
                return _decoded(rng.choice(_BASE64.findall(other)))

    return _replaced(rng, _BASE64, text, lambda found: b64encode(changed(_decoded(found))))


def _decoded(text: bytes) -> bytes:
    return b64decode(text[: len(text) // 4 * 4])


def _of_numbers(rng: random.Random, text: bytes, other: bytes) -> bytes:
    """A number one more or less, or another's."""
    more = lambda found: str(int(found) + rng.choice((-1, 1, 1 << 62))).encode()  # noqa: E731
    return _replaced(rng, _NUMBER, text, rng.choice((more, lambda _: rng.choice(_NUMBER.findall(other) or [b"0"]))))


def _replaced(rng: random.Random, pattern: re.Pattern[bytes], text: bytes, change: Callable[[bytes], bytes]) -> bytes:
    if not (found := [*pattern.finditer(text)]):
        return text
    one = rng.choice(found)
    return text[: one.start()] + change(one[0]) + text[one.end() :]


def _of_fields(rng: random.Random, text: bytes, other: bytes) -> bytes:
    """A receipt, as it would be written, with another value somewhere: none, another's, or one of its own."""
    try:
        whole, more = {"": json.loads(text)}, {"": json.loads(other)}
    except ValueError:
        return _of_coded(rng, text, other)
    holder, key, _ = place_in(rng, whole, "")
    at, there, _ = place_in(rng, rng.choice((whole, more)), "")
    if rng.random() < 0.3 and holder is not whole:
        del holder[key]
    else:
        holder[key] = json.loads(json.dumps(at[there]))
    return msgspec.json.encode(whole[""]) if whole else b""


CHANGES = (lambda rng, text, other: mutated(rng, text), _of_parts, _of_coded, _of_coded, _of_numbers, _of_fields)


def changed(rng: random.Random, kind: Kind) -> bytes:
    """A text of a kind that is none of those there are."""
    known = [*kind.right, *kind.others]
    text = rng.choice(known)
    while text in known:
        for _ in range(rng.randint(1, MOST_CHANGES)):
            text = rng.choice(CHANGES)(rng, text, rng.choice(known)) or rng.choice(known)
    return text


REFUSED, SAME, FALSE = "refused", "taken, and claims what a right one does", "TAKEN, AND CLAIMS SOMETHING ELSE"


def answer(kind: Kind, right: Claims, text: bytes) -> tuple[str, str]:
    """How a text is answered, and the code if it is refused."""
    try:
        claims = kind.claims(text)
    except UnicodeDecodeError:  # a file that is no text is read no further
        return REFUSED, "no-text"
    except Problem as problem:
        return REFUSED, problem.code
    return (SAME if claims <= right else FALSE), ""


def fuzz(
    folder: Path, count: int, seed: int, tiles: fuzz_tiles.Made | None = None
) -> dict[str, Counter[tuple[str, str]]]:
    """How so many changed texts are answered, by kind; each sixth is a folder of tiles, or a proof of one."""
    of = kinds(folder)
    right = {name: {each for text in kind.right for each in kind.claims(text)} for name, kind in of.items()}
    found: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in of}
    if tiles:
        codes = fuzz_tiles.fuzz(tiles, count // 6, seed)
        found["tiles"] = Counter({(REFUSED if code else FALSE, code): number for code, number in codes.items()})
        count -= count // 6
    for number in range(count):
        rng = random.Random(f"seals {seed} {number}")
        name = [*of][number % len(of)]
        text = changed(rng, of[name])
        found[name][said := answer(of[name], right[name], text)] += 1
        if said[0] == FALSE:
            print(f"seed {seed}, number {number}, {name}: {text[:200]!r}…")
    return found


def main() -> int:
    """Change so many, and print how many of each kind were refused."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ |= {"BRIDGE_LEDGER_BY": "Ahlborn", "XDG_CONFIG_HOME": tempfile.mkdtemp(), "TZ": "UTC"}
    with tempfile.TemporaryDirectory() as folder:
        tiles, began = fuzz_tiles.make(Path(folder)), time.monotonic()
        found = fuzz(Path(folder), asked.count, asked.seed, tiles)
    for name, answers in found.items():
        sums = Counter[str]()
        for (said, _), number in answers.items():
            sums[said] += number
        codes = ", ".join(f"{code} {number}" for (_, code), number in answers.most_common() if code)
        answered = "; ".join(f"{sums[each]} {each}" for each in (REFUSED, SAME, FALSE))
        print(f"{name}: {sums.total()} made; {answered} ({codes})")
    false = sum(number for answers in found.values() for (said, _), number in answers.items() if said == FALSE)
    print(f"{asked.count} in {time.monotonic() - began:.0f} s, seed {asked.seed}: {false} false ones taken")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())

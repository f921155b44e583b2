"""Receipts that hold, and others of which one thing does not: each is refused by one check, sealed with the real key
where that takes it. Who takes a check out is told so here.
"""

from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import structs

from ledger.digests import leaf_digest, node_digest
from ledger.subjects.people.facts import ErasedText, TextErased
from ledger.subjects.rulings.facts import RulingWithdrawn
from ledger.trust.keys import sign_judgement
from ledger.trust.seal import Checkpoint, consistency_proof
from tests.pages.made_receipts import (
    ANSWERED,
    APPEALED,
    EARLY,
    ERASED,
    FACTS,
    FINDINGS,
    FIRST,
    JUDGED,
    LOG,
    OFFICE,
    OFFICIAL,
    PENALISED,
    PENALTY_ERASED,
    REASON,
    RESULT,
    RULING,
    STRANGER,
    TAKEN_BACK,
    THE_RULING,
    WHOLE,
    Log,
    alone,
    coded,
    evening,
    first,
    other_id,
    record,
    ruled,
    spoilt,
    with_signatures,
)
from tests.pages.receipt_answers import (
    HOLDS,
    NO_ORDER,
    NO_SEAL,
    OTHER_MOMENT,
    OTHERWISE,
    SEAL_STEERS,
    STRANGE_GROWTH,
    TYPES,
    Answer,
    Case,
    bad_signature,
    bad_text,
    erased_words,
    fields,
    forged_judgement,
    not_extended,
    not_json,
    not_recorded,
    not_sealed,
    other_beginning,
    other_case,
    other_key,
    other_words,
    strange_text,
    unreadable,
)


def receipt_cases() -> Iterator[Case]:
    """All of them."""
    for rows in (receipts(), parts(), whole_cases(), judgements(), growths(), trees(), erasures()):
        yield from rows


def receipts() -> Iterator[Case]:
    """What stands at the head of a receipt."""
    whole = first()
    yield Case("the first event", whole, HOLDS)
    yield Case("blanks around it", b"\xef\xbb\xbf \r\n\t" + whole + b"\t \r\n", HOLDS)
    yield Case("two marks before it", b"\xef\xbb\xbf" * 2 + whole, Answer("unread", "bad-receipt", SEAL_STEERS.says))
    yield Case("a mark after a blank", b" \xef\xbb\xbf" + whole, Answer("unread", "bad-receipt", SEAL_STEERS.says))
    yield Case("something after it", whole + b"x", not_json(len(whole.decode()) + 1))
    yield Case("4 MiB", whole + b" " * ((4 << 20) - len(whole)), HOLDS)
    too_long = Answer("unread", "bad-file", "It is longer than 4 MiB: no receipt is that long.")
    yield Case("4 MiB and a byte", whole + b" " * ((4 << 20) - len(whole) + 1), too_long)
    yield Case("no UTF-8", whole[:-1] + b"\xff", Answer("unread", "bad-file", "It is no text in UTF-8."))
    names = ("schema", "session", "as_of", "case", "key", "seal", "events", "since", "growth")
    yield Case("a field too many", first(more=""), fields(*names))
    yield Case("a field missing", whole.replace(b',"growth":[]', b""), fields(*names))
    yield Case(
        "fields in another order", whole.replace(b',"since":"","growth":[]', b',"growth":[],"since":""'), fields(*names)
    )
    yield Case(
        "only blanks",
        b" \r\n",
        Answer("unread", "bad-seal", "There is nothing to check: paste a receipt or a seal, or choose its file."),
    )
    for name in ("schema", "session", "case", "key"):
        yield Case(f"{name}: a number", first(**{name: 1}), TYPES)
        yield Case(f"{name}: steers", first(**{name: "\u202e"}), TYPES)
    for name, value in {"seal": 1, "since": None, "events": {}, "growth": "", "as_of": "11"}.items():
        yield Case(f"{name}: {value!r}", first(**{name: value}), TYPES)
    for name in ("receipt/2", ""):
        other = Answer("unread", "bad-receipt", f"This is no receipt: it says it is “{name}”.")
        yield Case(f"schema {name!r}", first(schema=name), other)
    none = Answer("unread", "bad-receipt", "This is no receipt: it says it is “receipt/1”.")
    yield Case("no events", first(events=[]), none)
    yield Case("another session at its head", first(session="t"), OTHER_MOMENT)
    yield Case("another moment at its head", first(as_of=10), OTHER_MOMENT)
    yield Case("no case", first(case=""), other_beginning(""))
    yield Case("a key that is nobody's", first(key="whatever"), HOLDS)


def parts() -> Iterator[Case]:
    """What stands in an event of it."""
    line, named = FIRST["line"], ("line", "previous", "proof", "texts")
    yield Case("a part too many", LOG.receipt("#1", {**FIRST, "more": 1}), fields(*named))
    yield Case("no object", LOG.receipt("#1", [1]), fields(*named))
    lines: list[tuple[str, object]] = [
        ("no line", 1),
        ("a line with more", {**line, "more": 1}),
        ("no digest", {"record": line["record"]}),
        ("a digest in a list", {**line, "digest": [line["digest"]]}),
        ("a digest that is a number", {**line, "digest": 1}),
        ("a digest in capitals", {**line, "digest": line["digest"].upper()}),
        ("a digest of no digits", {**line, "digest": line["digest"][:-1] + ":"}),
        ("a digest that is short", {**line, "digest": line["digest"][:-2]}),
    ]
    for name, other in lines:
        well_named = isinstance(other, dict) and list(other) == ["digest", "record"]
        answer = unreadable(1) if well_named else Answer("unread", "receipt-broken", fields("digest", "record").says)
        yield Case(name, LOG.receipt("#1", {**FIRST, "line": other}), answer)
    for name, value, answer in (
        ("previous a number", {"previous": 1}, TYPES),
        ("previous in capitals", {"previous": FIRST["previous"][:-2] + "AA"}, unreadable(1)),
        ("previous too long", {"previous": FIRST["previous"] + "00"}, unreadable(1)),
        ("previous that is another", {"previous": "11" * 32}, not_recorded(1)),
        ("a proof that is none", {"proof": ""}, TYPES),
        ("a proof of numbers", {"proof": [1]}, TYPES),
        ("a proof with a hash cut short", {"proof": [*FIRST["proof"][:-1], coded(bytes(31))]}, unreadable(1)),
        ("a proof with another hash", {"proof": [*FIRST["proof"][:-1], coded(bytes(32))]}, not_sealed(1)),
        ("a proof with a hash too many", {"proof": [*FIRST["proof"], coded(bytes(32))]}, not_sealed(1)),
        ("a proof with a hash too few", {"proof": FIRST["proof"][:-1]}, not_sealed(1)),
        ("no base64 in a proof", {"proof": ["*"]}, unreadable(1)),
        ("base64 that is cut", {"proof": ["A" * 41]}, unreadable(1)),
        ("texts that are none", {"texts": ""}, TYPES),
        ("a text that is none", {"texts": [1]}, fields("commitment", "salt", "text")),
    ):
        yield Case(name, LOG.receipt("#1", {**FIRST, **value}), answer)
    changed = LOG.records[0].replace(b"4SN=", b"4SN-1")
    yield Case(
        "another record",
        LOG.receipt("#1", {**FIRST, "line": {**line, "record": msgspec.Raw(changed)}}),
        not_recorded(1),
    )
    flipped = {**line, "digest": f"{line['digest'][:-1]}{int(line['digest'][-1], 16) ^ 1:x}"}
    yield Case("a digest with one bit changed", LOG.receipt("#1", {**FIRST, "line": flipped}), not_recorded(1))
    stranger = Log(record(1, RESULT, session="t"), session="s")
    yield Case("of another session", stranger.receipt("#1", stranger.event(1)), not_sealed(1))
    yield from _texts()


def _texts() -> Iterator[Case]:
    facts, findings = THE_RULING["texts"]
    long = {**facts, "salt": coded(b64decode(facts["salt"]) + b"W"), "text": facts["text"][1:]}
    short = {**facts, "salt": coded(b64decode(facts["salt"])[:-1]), "text": "\x01" + facts["text"]}
    for name, texts, answer in (
        ("all texts that are here", [facts, findings], HOLDS),
        ("no texts", [], HOLDS),
        ("texts in another order", [findings, facts], HOLDS),
        ("other words", [{**facts, "text": "E hesitated"}], other_words(2, "facts")),
        ("other words elsewhere", [facts, {**findings, "text": "some"}], other_words(2, "findings")),
        ("another salt", [{**facts, "salt": coded(bytes(16))}], other_words(2, "facts")),
        ("a salt with a beginning", [long], bad_text(2)),
        ("a salt without its end", [short], bad_text(2)),
        ("a salt that is no base64", [{**facts, "salt": "*"}], bad_text(2)),
        ("a text twice", [facts, facts], bad_text(2)),
        ("a text twice, then others", [facts, {**facts, "text": "other"}], bad_text(2)),
        ("a text of another event", [facts, *APPEALED["texts"]], strange_text(2)),
        ("a commitment that is a number", [{**facts, "commitment": 1}], TYPES),
        ("a salt that is a number", [{**facts, "salt": 1}], TYPES),
        ("words that are a number", [{**facts, "text": 1}], TYPES),
    ):
        yield Case(name, ruled(texts=texts), answer)


def whole_cases() -> Iterator[Case]:
    """Which events belong to a case, and in which order."""
    events = [THE_RULING, JUDGED, ERASED, APPEALED, TAKEN_BACK, ANSWERED]
    yield Case("a case with all that became of it", LOG.receipt("R-0001", *events), HOLDS)
    yield Case("a case by its number", LOG.receipt("#2", *events[:4], ANSWERED), HOLDS)
    yield Case("a case without an answer between", LOG.receipt("#6", APPEALED, ANSWERED), HOLDS)
    both = TextErased((ErasedText(1, "reason", "x"), ErasedText(9, "reason", "y")), "asked")
    log = Log(record(1, RULING), record(2, both))
    yield Case("an erasure here and elsewhere", log.receipt("R-0001", log.event(1), log.event(2)), HOLDS)
    yield Case("a case without a name", alone(record(1, RulingWithdrawn("")), name=""), other_beginning(""))
    for name, case, given, answer in (
        ("another case", "R-0002", events, other_beginning("R-0002")),
        ("another number", "#3", events, other_beginning("#3")),
        ("two events the other way round", "R-0001", [THE_RULING, APPEALED, JUDGED], NO_ORDER),
        ("an event twice", "R-0001", [THE_RULING, JUDGED, JUDGED], NO_ORDER),
        ("a penalty among them", "R-0001", [THE_RULING, PENALISED], other_case(4, "R-0001")),
        ("an erasure of another case", "R-0001", [THE_RULING, PENALTY_ERASED], other_case(7, "R-0001")),
        ("an erasure of what is not in it", "#6", [APPEALED, PENALTY_ERASED], other_case(7, "#6")),
        ("an answer to what is not in it", "R-0001", [THE_RULING, ANSWERED], other_case(10, "R-0001")),
        ("of its case, but by its number", "#2", [THE_RULING, TAKEN_BACK], other_case(9, "#2")),
    ):
        yield Case(name, LOG.receipt(case, *given), answer)


def judgements() -> Iterator[Case]:
    """What an official signed."""

    def judged(name: str, answer: Answer, **other: Any) -> Case:
        log = evening(judged=lambda digest: structs.replace(sign_judgement(OFFICIAL, digest), **other))
        return Case(name, log.receipt("R-0001", log.event(2), log.event(3)), answer)

    elsewhere = sign_judgement(OFFICIAL, LOG.digests[0])
    flipped = bytes([b64decode(elsewhere.signature)[0] ^ 1]) + b64decode(elsewhere.signature)[1:]
    yield judged("a judgement", HOLDS)
    again = structs.asdict(elsewhere)
    yield judged("a judgement over another digest", forged_judgement(3), **again)
    yield judged("a judgement of another digest", forged_judgement(3), digest=again["digest"])
    yield judged("a judgement of what is no digest", forged_judgement(3), digest="x")
    yield judged("a judgement signed otherwise", forged_judgement(3), signature=coded(flipped))
    yield judged("a judgement without a signature", forged_judgement(3), signature="")
    yield judged("a judgement with no base64", forged_judgement(3), signature="*")
    yield judged("a judgement with half a signature", forged_judgement(3), signature=coded(flipped[:32]))
    yield judged("a judgement by another key", forged_judgement(3), key=str(STRANGER.public))
    yield judged("a judgement by a key with blanks around", forged_judgement(3), key=f" {OFFICIAL.public}")
    yield judged("a judgement by no key", forged_judgement(3), key="ahlborn")
    yield judged("a judgement by a key of another id", forged_judgement(3), key=other_id(OFFICIAL.public))


def growths() -> Iterator[Case]:
    """An earlier seal that the receipt's extends, or does not."""
    fork = Log(*LOG.records[:4], record(5, RESULT), *LOG.records[5:])
    growth = [coded(each) for each in consistency_proof(LOG.digests, 5)]
    forked = fork.seal(5)
    proved = LOG.receipt("#1", FIRST, extends=EARLY)
    yield Case("an earlier seal", proved, Answer("holds", "", "That seal extends the one up to #5:"))
    yield Case("the same seal", first(since=str(WHOLE)), HOLDS)
    for name, since, given, answer in (
        ("a fork of the log", forked, growth, not_extended(11, 5)),
        ("a fork with its own growth", forked, [*map(coded, consistency_proof(fork.digests, 5))], not_extended(11, 5)),
        ("a fork of the same size", fork.seal(), [], not_extended(11, 11)),
        ("a later seal", Log(*LOG.records, record(12, RESULT)).seal(), [], not_extended(11, 12)),
        ("no growth", EARLY, [], not_extended(11, 5)),
        ("a growth cut short", EARLY, growth[:-1], not_extended(11, 5)),
        ("a growth too long", EARLY, [*growth, growth[-1]], not_extended(11, 5)),
        ("a growth that is none", EARLY, ["*"], not_extended(11, 5)),
        ("a growth of the same seal", WHOLE, growth, not_extended(11, 11)),
        ("a growth of the same seal that is none", WHOLE, ["*"], not_extended(11, 11)),
        ("a growth with a hash cut short", WHOLE, [coded(bytes(31))], not_extended(11, 11)),
        ("of another office's log", LOG.seal(5, name="fib.example"), growth, not_extended(11, 5)),
        ("an earlier seal of another key", LOG.seal(5, key=STRANGER), growth, other_key(STRANGER.public.short)),
        ("an earlier seal with a bad signature", with_signatures(EARLY, spoilt(EARLY)), growth, bad_signature(5)),
    ):
        yield Case(name, first(since=str(since), growth=given), answer)
    yield Case("a growth from nothing", first(growth=growth), STRANGE_GROWTH)
    yield Case("a growth of numbers", first(since=str(EARLY), growth=[1]), TYPES)
    yield Case("a growth of numbers from nothing", first(growth=[1]), TYPES)
    for name, seal, answer in (
        ("by a stranger", LOG.seal(key=STRANGER), other_key(STRANGER.public.short)),
        ("with a bad signature", with_signatures(WHOLE, spoilt(WHOLE)), bad_signature(11)),
    ):
        yield Case(f"a seal {name} after a good one", first(seal=str(seal), since=str(EARLY), growth=growth), answer)
    yield Case("an earlier seal that is none", first(since="x"), NO_SEAL)
    yield Case("an earlier seal written otherwise", first(since=f"{WHOLE}\n"), OTHERWISE)


def trees() -> Iterator[Case]:
    """Every place in every tree of up to nine events, and every seal before; the largest there can be."""
    log = Log(*(record(number, RESULT) for number in range(1, 10)))
    for size in range(1, 10):
        for number in range(1, size + 1):
            event, seal = log.event(number, size=size), log.seal(number)
            yield Case(f"#{number} of {size}", log.receipt(f"#{number}", event, extends=seal, size=size), HOLDS)
    for number, size in ((1, 2), (2, 3), (3, 3), (5, 7), (7, 7), (9, 9)):
        event = log.event(number, size=size)
        for name, proof in (("long", [*event["proof"], coded(bytes(32))]), ("short", event["proof"][:-1])):
            text = log.receipt(f"#{number}", {**event, "proof": proof}, size=size)
            yield Case(f"#{number} of {size}, {name}", text, not_sealed(number))
    beyond = Log(record(2, RESULT))
    told = beyond.receipt("#2", beyond.event(1))
    yield Case("an event beyond the last", told, not_sealed(2))
    before = Log(record(0, RESULT))
    yield Case("an event before the first", before.receipt("#0", before.event(1)), unreadable("?"))
    yield from _odd_roots(log)
    yield _largest()


def _odd_roots(log: Log) -> Iterator[Case]:
    """What only who has the key can seal: a root that is of no tree of this size, and hashes that lead to it."""
    leaf, other = leaf_digest(log.digests[0]), bytes(32)
    for size, root, proof in (
        (1, node_digest(other, leaf), [other]),
        (1, node_digest(leaf, other), [other]),
        (2, leaf, []),
    ):
        seal = OFFICE.sign(Checkpoint(f"{OFFICE.public.name}/s", size, root))
        event = {**log.event(1, size=1), "proof": list(map(coded, proof))}
        text = log.receipt("#1", event, seal=str(seal), as_of=size)
        yield Case(f"a root of {size} that begins {coded(root)[:4]}", text, not_sealed(1))
    seal = OFFICE.sign(Checkpoint(f"{OFFICE.public.name}/s", 16, WHOLE.checkpoint.root))
    yield Case("the same root of more events", first(since=str(seal)), not_extended(11, 16))


def _largest() -> Case:
    """The first event under the largest seal there can be: 50 hashes, of which all but the last are to its right."""
    size, log = 999_999_999_999_999, Log(record(1, RESULT))
    root = leaf_digest(log.digests[0])
    proof = [sha256(bytes([at])).digest() for at in range((size - 1).bit_length())]
    for each in proof:
        root = node_digest(root, each)
    seal = OFFICE.sign(Checkpoint(f"{OFFICE.public.name}/s", size, root))
    text = log.receipt("#1", {**log.event(1), "proof": list(map(coded, proof))}, seal=str(seal), as_of=size)
    return Case("under the largest seal", text, HOLDS)


def erasures() -> Iterator[Case]:
    """A text that is given, though the receipt has the event by which it was erased: #5 erased the reason of #2."""
    whole = LOG.event(2, [FACTS, FINDINGS, REASON])
    yield Case("a text that was erased later", LOG.receipt("R-0001", whole), HOLDS)
    yield Case("what was erased", LOG.receipt("R-0001", whole, ERASED), erased_words(2, "reason", 5))
    yield Case("without what was erased", LOG.receipt("R-0001", THE_RULING, ERASED), HOLDS)

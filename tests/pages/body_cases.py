"""Records and their bodies, on both sides of each line that is drawn; each under a seal, so that nothing but itself can
be wrong.
"""

import json
from collections.abc import Iterator
from typing import Any

from ledger.errors.visible import visible
from ledger.subjects.rulings.facts import RulingWithdrawn
from tests.codec.examples import records
from tests.kept import kept as kept_event
from tests.pages.made_receipts import (
    ANSWERED,
    APPEALED,
    EARLY,
    ERASED,
    JUDGED,
    LOG,
    PENALTY,
    RESULT,
    RESULT_BODY,
    RULING,
    TAKEN_BACK,
    THE_RULING,
    alone,
    first,
    record,
    stored,
    texts_of,
)
from tests.pages.receipt_answers import (
    HOLDS,
    OTHER_MOMENT,
    Answer,
    Case,
    bad_body,
    not_json,
    not_sealed,
    of_record,
    unreadable,
)

_OPENED: dict[str, Any] = next(
    body for _, _, kind, body, *_ in map(json.loads, records()) if kind.startswith("session-opened")
)
_NO_RESULT = bad_body(1, "result-recorded/1")
_RULING: dict[str, Any] = {"adjustment": {"kind": "stands"}, "board": 1, "case": "R-0001", "ew": "2", "ns": "1"}
_PENALTY: dict[str, Any] = {"amount": [25, 1], "case": "P-0001", "contestant": "7", "unit": "%"}


def shape_cases() -> Iterator[Case]:
    """Bodies that no desk records: each value of another shape, or written otherwise."""
    for kind, body, changes in (
        ("penalty-imposed/1", _PENALTY, _penalties()),
        ("ruling-given/1", _RULING, _rulings()),
        ("result-recorded/1", RESULT_BODY, _results()),
    ):
        for name, value, holds in changes:
            changed = dict(sorted({**body, name: value}.items()))
            yield of_record(f"{kind}: {name} {value!r}", stored(kind, changed), HOLDS if holds else bad_body(1, kind))
        for name in body:
            left = {other: body[other] for other in body if other != name}
            yield of_record(f"{kind} without {name}", stored(kind, left), bad_body(1, kind))
        unsorted = stored(kind, dict(reversed(body.items())))
        yield of_record(f"{kind} the other way round", unsorted, bad_body(1, kind))
    yield from _odd_bodies()
    yield from _written()


def _penalties() -> Iterator[tuple[str, object, bool]]:
    """Fractions, and words."""
    for amount in ([25, 1], [0, 1], [-1, 2], [3, 2], [10**30, 7], [1, 10**30 - 1]):
        yield "amount", amount, True
    ratios = ([2, 4], [-2, 4], [0, 2], [1, 0], [0, 0], [1, -2], [-1, -1])
    for odd in (*ratios, [1], [1, 2, 1], [], [True, 1], ["1", "2"], "1/2", 1, None):
        yield "amount", odd, False
    commitment = texts_of(PENALTY)["reason"].commitment
    yield "reason", commitment, True
    cut = commitment[:-1]
    for text in (cut, f"{commitment}0", commitment * 2, f"{cut}g", f"{cut}:", f"{commitment}\n", commitment.upper()):
        yield "reason", text, False
    for odd in ("late", "", [], [commitment], 1, None):
        yield "reason", odd, False
    for name, right, wrong in (
        ("round", [0, 1, 9_999], ["1", True, None, [1], -1, 10_000]),
        ("opponent", ["9EW", "", "Zoë"], [1, None, "a\nb", "\u202e", ["9"]]),
        ("laws", [["90B2"], ["a", "b"]], [[], [1], "90B2", [None], {"a": 1}, ["a\x7f"]]),
        ("unit", ["IMP", "MP", "points"], ["imp", "", 1, None, ["%"]]),
    ):
        yield from ((name, value, True) for value in right)
        yield from ((name, value, False) for value in wrong)
    for name in ("zzz", "constructor", "__proto__", "toString", "schema"):
        yield name, 1, False


def _rulings() -> Iterator[tuple[str, object, bool]]:
    """Values of several structures, and those that are left out where they are the usual ones."""
    half = [[1, 2], "4SN="]
    for adjustment in (
        {"kind": "weighted", "outcomes": [half, half]},
        {"kind": "weighted", "outcomes": []},
        {"ew": [half], "kind": "split", "ns": []},
        {"ew": "A-", "kind": "artificial", "ns": "A+", "unless": [half]},
        {"ew": [-3, 1], "field": "out", "kind": "awarded", "ns": [41, 2]},
        {"kind": "claim", "result": "PASS"},
    ):
        yield "adjustment", adjustment, True
    kinds = ({"kind": "none"}, {"kind": "constructor"}, {"kind": ["stands"]}, {"kind": None}, {"kind": "weighted"})
    outcomes = ([[[1, 2]]], [[*half, "x"]], [["4SN=", [1, 2]]], [{}], {})
    for odd in (
        *(None, "stands", [], {}, *kinds, {"kind": "stands", "more": 1}, {"kind": "assigned", "outcomes": []}),
        *({"kind": "weighted", "outcomes": each} for each in outcomes),
        {"outcomes": [half], "kind": "weighted"},
        {"ew": "A-", "kind": "artificial", "ns": "A+", "unless": []},
    ):
        yield "adjustment", odd, False
    for name, right, wrong in (
        ("imported", [True], [False, 1, "true", None]),
        ("offender", ["NS", "outside"], ["none", "ns", None, 1]),
        ("damage", [True, False], [None, 0, "yes"]),
        ("cause", ["order"], [None, "none", ""]),
        ("table", ["", "1"], [None, 1]),
        ("laws", [["16B"]], [[], None]),
        ("facts", [texts_of(RULING)["facts"].commitment], ["", None, 0]),
    ):
        yield from ((name, value, True) for value in right)
        yield from ((name, value, False) for value in wrong)


def _results() -> Iterator[tuple[str, object, bool]]:
    for name, right, wrong in (
        ("board", [1, 9_999], ["1", None, True, [1], {}, 0, -5, 10_000]),
        ("ns", ["x", "", "Å♥\ufe0f"], [1, None, "x\ufe0f", "\x00", "\ud800", "a\u3164"]),
        ("lead", ["SA"], [None]),
    ):
        yield from ((name, value, True) for value in right)
        yield from ((name, value, False) for value in wrong if value != "\ud800")


def _odd_bodies() -> Iterator[Case]:
    """Numbers among words, usual numbers, structures in lists, texts in tuples."""
    match = {"name": "1", "round": 1, "sides": []}
    side = {"entrant": "7"}
    opened = {
        "boards": [1],
        "date": None,
        "entry": "open",
        "regulations": {},
        "scoring": "teams",
        "title": "",
        "winners": 1,
    }
    commitment = texts_of(RULING)["facts"].commitment
    reseated = {"now": {"ew": "1", "ns": "2"}, "was": {"ew": "2", "ns": "1"}}
    facts = {"agreed": True, "case": "C-0001", "facts": commitment}
    for name, kind, body, holds in (
        ("a usual number left out", "bracket-drawn/1", {"matches": [match], "stage": "k"}, True),
        ("a usual number written", "bracket-drawn/1", {"matches": [{**match, "survivors": 1}], "stage": "k"}, False),
        ("another number written", "bracket-drawn/1", {"matches": [{**match, "survivors": 2}], "stage": "k"}, True),
        (
            "a structure in a structure",
            "bracket-drawn/1",
            {"matches": [{**match, "sides": [side]}], "stage": "k"},
            True,
        ),
        (
            "a usual number far down",
            "bracket-drawn/1",
            {"matches": [{**match, "sides": [{**side, "place": 1}]}], "stage": "k"},
            False,
        ),
        ("a list of no structures", "bracket-drawn/1", {"matches": [1], "stage": "k"}, False),
        ("a structure as a list", "bracket-drawn/1", {"matches": [[]], "stage": "k"}, False),
        ("a structure for a list", "bracket-drawn/1", {"matches": match, "stage": "k"}, False),
        ("regulations without any", "session-opened/1", opened, False),
        ("seats put right", "seating-corrected/1", {"board": 1, "tables": [reseated]}, True),
        ("no seats in their place", "seating-corrected/1", {"board": 1, "tables": [{**reseated, "now": []}]}, False),
        ("a tuple with words", "facts-stated/1", {**facts, "statements": [["N", commitment]]}, True),
        ("a tuple too long", "facts-stated/1", {**facts, "statements": [["N", commitment, ""]]}, False),
        ("a tuple too short", "facts-stated/1", {**facts, "statements": [["N"]]}, False),
        ("a tuple of its parts", "facts-stated/1", {**facts, "statements": ["N", commitment]}, False),
        ("words said in the clear", "facts-stated/1", {**facts, "facts": "W hesitated"}, False),
        ("an empty text that must be there", "facts-stated/1", {**facts, "facts": ""}, True),
        ("no date", "clock-corrected/1", {"first": 1, "last": 2, "seconds_ahead": -3}, True),
        ("no number where one may be", "results-expected/1", {"results": None}, True),
        ("a number where one may be", "results-expected/1", {"results": 5}, True),
        ("a text where a number may be", "results-expected/1", {"results": "5"}, False),
        ("nothing where it must be said", "results-expected/1", {}, False),
        ("two winners", "session-opened/1", {**_OPENED, "winners": 2}, True),
        ("three winners", "session-opened/1", {**_OPENED, "winners": 3}, False),
        ("a text of winners", "session-opened/1", {**_OPENED, "winners": "1"}, False),
        ("winners that are true", "session-opened/1", {**_OPENED, "winners": True}, False),
        ("a list for a body", "clock-corrected/1", [], None),
        ("a teams' score", "match-scored/1", {"boards": [1], "scores": [[1, 1], [2, 1]], "teams": ["1", "2"]}, True),
        ("three teams", "match-scored/1", {"boards": [1], "scores": [[1, 1], [2, 1]], "teams": ["1", "2", "3"]}, False),
        ("two teams in a structure", "match-scored/1", {"boards": [1], "scores": [[1, 1], [2, 1]], "teams": {}}, False),
        ("a fine that is none", "contestant-withdrew/1", {"contestant": "7", "fine": [0, 1]}, True),
        ("a fine left out", "contestant-withdrew/1", {"contestant": "7"}, True),
        ("a fine of no number", "contestant-withdrew/1", {"contestant": "7", "fine": ""}, False),
    ):
        answer = unreadable("?", "bad-body") if holds is None else HOLDS if holds else bad_body(1, kind)
        yield of_record(name, stored(kind, body), answer)
    yield of_record("an unknown kind", stored("zzz/1", {}), unknown("zzz/1"))
    yield of_record("a kind every object has", stored("constructor", {}), unknown("constructor"))
    yield of_record(
        "a kind of a newer program", stored("result-recorded/2", {}, program="9.9"), unknown("result-recorded/2", "9.9")
    )


def unknown(kind: str, program: str = "0.1.0") -> Answer:
    """An event the page does not read."""
    said = f"Event #1 is a “{kind}” of bridge-ledger {program}, which this page does not read. "
    return Answer("unread", "unknown-event", said + "`verify --receipt` of that program does.")


def _written() -> Iterator[Case]:
    """JSON in another form than the ledger's: the page says from which character on."""
    written = stored("result-recorded/1", RESULT_BODY)
    whole = alone(written).decode()
    start = whole.index(written.decode())

    def otherwise(name: str, old: str, new: str, by: int, program: str = "bad-receipt") -> Case:
        other = written.decode().replace(old, new, 1)
        at = start + other.index(new) + by + 1
        return Case(f"written with {name}", alone(other.encode()), not_json(at, program))

    body = "bad-body"
    yield otherwise("a blank", '"board":1', '"board": 1', 8, body)
    yield otherwise("a minus before nothing", '"board":1', '"board":-0', 10, body)
    yield otherwise("a nought before", '"board":1', '"board":01', 8)
    yield otherwise("a fraction", '"board":1', '"board":1.0', 8, body)
    yield otherwise("an exponent", '"board":1', '"board":1e0', 8, body)
    yield otherwise("a great exponent", '"board":1', '"board":1E0', 8, body)
    yield otherwise("a minus alone", '"board":1', '"board":-', 8)
    yield otherwise("an escape written long", '"4SN="', '"\\u0008"', 0, body)
    yield otherwise("an escape of no digits", '"4SN="', '"\\u001:"', 0)
    yield otherwise("a plus", '"board":1', '"board":+1', 8)
    yield otherwise("a name twice", '"board":1', '"board":1,"board":1', 17, body)
    yield otherwise("an escape it can do without", '"4SN="', '"\\u0034SN="', 0, body)
    yield otherwise("an escape of a slash", '"4SN="', '"4\\/SN="', 0, body)
    yield otherwise("half a letter", '"4SN="', '"\\ud800"', 0)
    for letter in "\x00\x1f":
        yield otherwise(f"{letter!r} without an escape", '"4SN="', f'"{letter}"', 0)
    yield otherwise("a short escape written long", '"4SN="', '"\\u000a"', 0, body)
    yield otherwise("an escape in capitals", '"4SN="', '"\\u001F"', 0, body)
    yield otherwise("a word that is none", '"board":1', '"board":nothing', 8)
    yield otherwise("a comma too many", '"board":1,', '"board":1,,', 10)
    yield otherwise("a colon missing", '"board":1', '"board"1', 7)
    yield otherwise("a comma missing", '"board":1,', '"board":1', 9)
    yield otherwise("a comma at its end", '"result":"4SN="', '"result":"4SN=",', 16)
    for letter in '"\\\b\f\n\r\t\x0b\x0e\x1f\x00\x07':
        yield of_record(
            f"with {letter!r}",
            stored("result-recorded/1", {**RESULT_BODY, "ns": letter}),
            HOLDS if letter in '"\\' else _NO_RESULT,
        )
    yield Case("nested without end", b'{"a":' * 100_000, Answer("unread", "bad-receipt"))
    endless = first().replace(b'"as_of":11', b'"as_of":' + b"7" * 100_000)
    yield Case("digits without end", endless, Answer("broken", "bad-receipt", OTHER_MOMENT.says))


def record_cases() -> Iterator[Case]:
    """What stands beside the body."""
    right: list[tuple[str, object]] = [
        ("part", 999_999),
        ("occurred", 0),
        ("occurred", 250_000_000_000_000_000),
        ("recorded", 250_000_000_000_000_000),
        ("by", "Zoë <b>♥\ufe0f</b>"),
        ("because", [7, 999_999_999_999_999, 1]),
    ]
    for name, value in right:
        yield of_record(f"{name} {value!r}", stored("result-recorded/1", RESULT_BODY, **{name: value}), HOLDS)
    for name in ("part", "occurred", "recorded"):
        for value in (-1, 250_000_000_000_000_001, "1", None, True, [1]):
            odd = stored("result-recorded/1", RESULT_BODY, **{name: value})
            yield of_record(f"{name} {value!r}", odd, unreadable("?"))
    for name in ("command", "by", "program"):
        for text in (1, None, ["A"]):
            odd = stored("result-recorded/1", RESULT_BODY, **{name: text})
            yield of_record(f"{name} {text!r}", odd, unreadable("?"))
        yield of_record(
            f"{name} steers", stored("result-recorded/1", RESULT_BODY, **{name: "\u202e"}), unreadable("?", "bad-body")
        )
    for value in (1, {}, None, ["1"], [1, None], [True], [0], [-1], [1_000_000_000_000_000]):
        yield of_record(f"because {value!r}", stored("result-recorded/1", RESULT_BODY, because=value), unreadable("?"))
    written = stored("result-recorded/1", RESULT_BODY)
    for name in ("session", "kind"):
        yield of_record(f"{name} 1", stored("result-recorded/1", RESULT_BODY, **{name: 1}), unreadable("?"))
    for value in ("null", "1", '"abcdefghijk"', "{}"):
        yield of_record(f"{value} for a record", value.encode(), unreadable("?"))
    yield of_record("a column too many", written[:-1] + b',""]', unreadable("?"))
    yield of_record("a column too few", written.rpartition(b",")[0] + b"]", unreadable("?"))
    yield of_record("no columns", b"[]", unreadable("?"))
    yield of_record(
        "of the year 9892",
        record(1, RESULT, occurred_at=250_000_000_000_000_000),
        Answer("holds", "", "9892-03-08 12:26 UTC · Åsa “A” Öst\n\n"),
    )
    yield of_record("a number that is a text", stored("result-recorded/1", RESULT_BODY, number="1"), unreadable("?"))
    yield of_record("a negative number", stored("result-recorded/1", RESULT_BODY, number=-1), unreadable("?"))
    yield of_record("a number beyond the seal", stored("result-recorded/1", RESULT_BODY, number=2), not_sealed(2))


_TOLD = (
    "ruling-given",
    "auction-recorded",
    "deal-recorded",
    "penalty-imposed",
    "facts-stated",
    "match-scored",
    "bracket-drawn",
    "board-not-played",
)

_LETTERS = [*range(0x20, 0x3400), *range(0xD700, 0xD800), *range(0xE000, 0xE100), *range(0xF900, 0x10000)]
_BORDERS = (0x10000, 0x1BCA0, 0x1BCA4, 0x1D173, 0x1D17B, 0xE0000, 0xE1000, 0x10FFFF)
_EACH = [
    *map(chr, [*range(1, 0x20), *_LETTERS]),
    *(chr(border + by) for border in _BORDERS for by in (-1, 0, 1) if border + by < 0x110000),
    *(f"{suit}\ufe0e{suit}\ufe0f\ufe0f{suit}\ufe00{suit}\ufdff{suit}\u200d" for suit in "♠♥♦♣♤♡♢♧x"),
]
EVERY_LETTER = ["".join(_EACH[at : at + 2_000]) for at in range(0, len(_EACH), 2_000)]
"""Texts of every letter that steers a screen, and of those beside them; each as long as any text is."""


def told_cases() -> Iterator[Case]:
    """Receipts that hold, of kinds of event that are told in many ways: what the page shows of them is written down."""
    events = [THE_RULING, JUDGED, ERASED, APPEALED, TAKEN_BACK, ANSWERED]
    yield Case("a ruling, and what became of it", LOG.receipt("R-0001", *events, extends=EARLY), HOLDS)
    for written in records():
        read = json.loads(written)
        if read[2].rpartition("/")[0] in _TOLD:
            yield of_record(f"{read[2]} of line {read[1]}", stored(read[2], read[3], because=[read[1]]), HOLDS)
    kept = texts_of(RULING)["facts"].commitment
    said = {"agreed": True, "case": "C-0001", "evidence": [kept, kept[::-1]], "facts": kept}
    yield of_record("two pieces of evidence", stored("facts-stated/1", said), HOLDS)
    yield of_record("results expected of none", stored("results-expected/1", {"results": None}), HOLDS)
    notified = {"case": "R-0001", "right_to_appeal": False}
    yield of_record("no right to appeal", stored("sides-notified/1", notified), HOLDS)
    for at, letters in enumerate(EVERY_LETTER):
        shown = kept_event(RulingWithdrawn("R-0001", letters))
        text = alone(record(1, shown), texts_of(shown).values())
        yield Case(f"every letter, {at}", text, Answer("holds", "", visible(letters)))
    amounts = {"a half": [-1, 2], "a third": [1, 3], "nothing": [0, 1], "much": [10**20, 1]}
    for name, amount in amounts.items():
        yield of_record(f"a penalty of {name}", stored("penalty-imposed/1", {**_PENALTY, "amount": amount}), HOLDS)
    weights = ([1, 1], [1, 2], [1, 3], [0, 1], [-1, 4], [1, 200])
    adjustment = {"kind": "weighted", "outcomes": [[weight, "4SN="] for weight in weights]}
    ruling = {**_RULING, "adjustment": adjustment, "damage": False, "infraction": True}
    yield of_record("weights", stored("ruling-given/1", dict(sorted(ruling.items()))), HOLDS)

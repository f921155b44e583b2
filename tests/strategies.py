"""What Hypothesis deals: results, weightings, rulings, boards, and events of every kind."""

from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct, UnsetType, structs
from msgspec.structs import fields

from ledger.bridge import Result, Seat, Unreadable
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import RANKS, SUITS, Deal
from ledger.kernel.fact import Event, Fact, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.laws import profile_loader
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Component,
    Grade,
    Rectified,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    merge_equal,
)
from ledger.laws.regulations import Regulations
from ledger.scoring.line import Seating
from ledger.subjects.register import KINDS
from ledger.subjects.reopening import BoardReopened

played = st.builds(
    Result.of,
    st.integers(1, 7),
    st.sampled_from("CDHSN"),
    st.sampled_from(["", "X", "XX"]),
    st.sampled_from(list(Seat)),
    st.integers(0, 13),
)
bare_scores = st.integers(-760, 760).map(lambda tens: Result(f"{tens * 10:+d}"))
results = st.one_of(played, st.just(Result("PASS")), bare_scores)


def dealt(pack):
    """The deal of a shuffled pack."""
    hands = {seat: pack[at * 13 : at * 13 + 13] for at, seat in enumerate(Seat)}
    return Deal.of(
        {seat: tuple("".join(c[1] for c in held if c[0] == suit) for suit in SUITS) for seat, held in hands.items()}
    )


deals = st.permutations([suit + rank for suit in SUITS for rank in RANKS]).map(dealt)


marks = st.sampled_from(["", "", "!", "=1="])


@st.composite
def auctions_of(draw):
    """Auctions that may stop anywhere, call by call from what the Laws allow."""
    auction, wanted = draw(st.sampled_from("NESW")) + ":", draw(st.integers(1, 24))
    for _ in range(wanted):
        for call in draw(st.permutations(["P", "P", "X", "XX", *(f"{draw(st.integers(1, 7))}{s}" for s in "CDHSN")])):
            irregular = draw(st.sampled_from(["", "", "", "^", "^ "]))
            try:
                auction = Auction(f"{auction} {irregular}{call}{draw(marks)}")
                break
            except Unreadable:
                continue
    return Auction(auction)


auctions = auctions_of()
_pack = st.permutations([suit + rank for suit in SUITS for rank in RANKS])
plays = st.builds(
    lambda leader, pack, count, strain: CardPlay.in_order(leader, pack[:count], strain),
    st.sampled_from(list(Seat)),
    _pack,
    st.integers(1, 52),
    st.sampled_from("CDHSN"),
)


@st.composite
def weightings(draw, of=results):
    """Up to five outcomes whose weights sum to one exactly: thirds and tenths too."""
    parts = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    whole = sum(parts)
    return merge_equal(Component(Fraction(part, whole), draw(of)) for part in parts)


grades = st.sampled_from([Grade(text) for text in ("A+", "A", "A-", "60", "45", "0", "100")])
balanced = st.one_of(st.builds(Assigned, results), st.builds(Weighted, weightings()))
adjustments = st.one_of(
    balanced,
    st.builds(Split, weightings(), weightings()),
    st.builds(Artificial, grades, grades, st.just(()) | weightings()),
    st.builds(Claim, results),
    st.builds(
        Awarded, st.integers(0, 4).map(Fraction), st.integers(0, 4).map(Fraction), st.sampled_from(["keep", "out"])
    ),
)


# Events of every kind, from the types of their fields


printable = st.sampled_from(["slow", "two cards turned", "Ahlborn", "ten seconds – agreed", "5♥?"])
"""What an office writes: never empty, no control characters."""

cases = {letter: st.integers(1, 9999).map(lambda number, letter=letter: f"{letter}-{number:04d}") for letter in "RACP"}
labels = st.from_regex(r"[1-9][0-9]?(NS|EW)?", fullmatch=True) | st.sampled_from(["Norway", "7+12"])
citations = st.sampled_from(["16B", "12C1(c)", "12C1(e)", "86B2(b)", "92B", "90A"])
fractions = st.builds(Fraction, st.integers(-10_000, 10_000), st.integers(1, 1000))
every_adjustment = st.one_of(
    adjustments,
    st.just(Stands()),
    st.builds(Rectified, st.integers(1, 13)),
    st.builds(SelfInflicted, st.sampled_from(["NS", "EW"]), weightings(), weightings()),
    st.builds(Awarded, fractions, fractions, st.sampled_from(["keep", "out"])),
)
_BY_TYPE = {
    bool: st.booleans(),
    int: st.integers(1, 9999),
    Fraction: fractions,
    Result: results,
    Grade: grades,
    Deal: deals,
    Auction: auctions,
    CardPlay: plays,
}
_BY_NAME = {
    "ns": labels,
    "ew": labels,
    "contestant": labels,
    "contestants": st.lists(labels, min_size=1, max_size=12).map(tuple),
    "opponent": st.none() | labels,
    "table": st.none() | st.integers(1, 99).map(str),
    "lead": st.none() | st.sampled_from(["SA", "H2", "DT"]),
    "numbers": st.from_regex(r"[0-9a-f]{64}", fullmatch=True),
    "laws": st.lists(citations, max_size=2).map(tuple),
    "ruling": cases["R"],
    "against": cases["R"] | cases["P"],
    "together": st.lists(cases["A"], max_size=2).map(tuple),
    "after": st.none() | cases["A"],
    "supersedes": st.none() | cases["R"],
    "call": st.none() | cases["C"],
    "order": st.none() | cases["A"],
    "beside": st.none() | cases["R"] | cases["A"],
    "version": st.sampled_from(["", "B", "C"]),
}
_CASES = {"call": "C", "facts": "C", "poll": "C", "director": "C", "penalty": "P"}  # by the kind's name; else R or A
_APPEALS = ("appeal", "further", "decision", "late", "confirmation")


def of_type(hint: Any, texts: st.SearchStrategy[str] = printable) -> st.SearchStrategy[Any]:
    """Values of a field's type: literals, unions, tuples and structs from what they are made of."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is Annotated:  # a whole number within bounds, or words about people
        return st.integers(parts[1].ge, parts[1].le) if parts[0] is int else of_type(parts[0], texts)
    if hint == Adjustment:
        return every_adjustment
    if origin in (Union, UnionType):
        return st.one_of(
            *(st.none() if part is NoneType else of_type(part, texts) for part in parts if part is not UnsetType)
        )
    if origin is tuple and parts[-1] is Ellipsis:
        return st.lists(of_type(parts[0], texts), min_size=1, max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(of_type(part, texts) for part in parts))
    if hint is str:
        return texts
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if hint is Seating:
        return st.builds(Seating, labels, labels, st.none() | st.integers(1, 99), _BY_NAME["table"])
    if hint is Regulations:
        return regulations
    if isinstance(hint, type) and issubclass(hint, Struct):
        return structs_of(hint, texts)
    return _BY_TYPE[hint]


def structs_of(
    kind: type[Struct], texts: st.SearchStrategy[str] = printable, **named: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    """Structs of a class: fields by name where that says more than the type; what has a default is often left out."""
    hints, said, left_out = get_type_hints(kind, include_extras=True), {}, {}
    for field in fields(kind):
        by_name = _BY_NAME if issubclass(kind, Event) and not _says_all(hints[field.name]) else {}
        values = {**by_name, **named}.get(field.name)
        (said if field.required else left_out)[field.name] = (
            of_type(hints[field.name], texts) if values is None else values
        )
    return st.fixed_dictionaries(said, optional=left_out).map(lambda values: kind(**values))


def _says_all(hint: Any) -> bool:
    """Whether the type of a field says all there is to say of it, whatever it is called: a choice, a list of facts."""
    return get_origin(hint) is Literal or any(
        isinstance(each, type) and issubclass(each, Fact) for each in get_args(hint)
    )


regulations = st.sampled_from(
    [profile_loader.load_profile(name) for name in profile_loader.list_shipped_profiles()]
) | st.deferred(lambda: structs_of(Regulations))


def events_of(kind: Kind, texts: st.SearchStrategy[str] = printable) -> st.SearchStrategy[Event]:
    """Events of a kind."""
    subject = kind.name.partition("-")[0]
    letter = _CASES.get(subject) or ("A" if subject in _APPEALS else "R")
    built = structs_of(kind.event, texts, case=cases[letter])
    if kind.event is TakenBack:
        reversible = st.sampled_from([each.name for each in KINDS if each.reversible])
        return st.builds(_of_a_kind, built, reversible)
    return built.map(_whole_place) if kind.event is BoardReopened else built


def _of_a_kind(event: TakenBack, name: str) -> TakenBack:
    """What is taken back is of a kind that can be, and holds again where such an event can."""
    kind = KIND_NAMED[name]
    assert isinstance(kind.undone_by, Reversal)
    case = (event.case or "R-0001") if "case" in kind.event.__struct_fields__ else ""
    return structs.replace(event, kind=name, case=case, again=event.again and kind.undone_by.again is not None)


KIND_NAMED = {kind.name: kind for kind in KINDS}


def _whole_place(event: BoardReopened) -> BoardReopened:
    """A reopening is of the session, of a board, or of a table's board."""
    return event if event.board else structs.replace(event, at=None)


every_event = st.one_of(*map(events_of, KINDS))

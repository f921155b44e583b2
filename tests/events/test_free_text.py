"""Which fields of events are texts about people, and that none of them reaches a record in its own words."""

import json
from hashlib import sha256
from typing import get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, structs

from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, add_digests, change_texts, commitment, has_texts, is_gone, texts_in
from ledger.laws.adjustment import Stands
from ledger.store import record
from ledger.subjects.calls import facts as calls
from ledger.subjects.calls import facts as polls
from ledger.subjects.people import facts as people
from ledger.subjects.play import facts as play
from ledger.subjects.register import KINDS
from ledger.subjects.rulings import facts as rulings
from tests.kept import UNSALTED, kept, salts
from tests.strategies import every_event

NO_FREE_TEXT = {
    "numbers of cases": {
        "case",
        "against",
        "ruling",
        "call",
        "supersedes",
        "order",
        "together",
        "after",
        "beside",
        "other",
    },
    "contestants, by number or as teams are called": {
        *("ns", "ew", "contestant", "contestants", "opponent", "plays_for"),
        *("winner", "loser"),
        *("teams", "at_fault", "met", "correct", "label", "entrant", "drawn", "bye", "triangle"),
        *("qualified", "reserves", "also", "barred", "leaves", "enters"),
    },
    "places and seats (who says something, beside what he says)": {
        *("table", "signed", "version", "lead", "date", "field", "statements", "place", "on_device", "sharing", "hand")
    },
    "citations, calls and what follows from them": {"laws", "disallowed", "alternatives", "advice", "named"},
    "officials and authorities, who act in their office": {
        *("name", "consulted", "committee", "chairman", "scribe", "through", "leave", "to", "authority", "device")
    },
    "what kinds are called, what the organiser calls the event, files, digests, keys and logins": {
        *(
            "kind",
            "title",
            "profile",
            "stage",
            "before",
            "match",
            "feeder",
            "source",
            "into",
            "stratum",
            "session",
            "section",
            "numbers",
            "commitment",
            "file",
            "digest",
            "seal",
            "key",
            "line",
            "signature",
            "login",
        )
    },
}
"""Why a field of text may stand in the log for good."""


def fields_of(kind: type[Struct]):
    """The fields of a struct and of what it is made of, each with whether it can hold free text, if any text at all."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        yield from ((name, free) for free in kinds_of_text(hint))
        for inner in structs_in(hint):
            yield from fields_of(inner)


def kinds_of_text(hint):
    if getattr(hint, "__metadata__", None):
        yield True
    elif hint is str:
        yield False
    elif get_origin(hint) is not None or get_args(hint):
        for part in get_args(hint):
            yield from kinds_of_text(part)


def structs_in(hint):
    for part in (hint, *get_args(hint)):
        if (
            isinstance(part, type)
            and issubclass(part, Struct)
            and part.__module__.startswith(("ledger.kernel", "ledger.subjects"))
        ):
            yield part
        elif part is not hint:
            yield from structs_in(part)


def test_every_field_of_text_is_free_text_or_it_is_said_why_not():
    found = {(name, free) for kind in KINDS for name, free in fields_of(kind.event)}
    plain = {name for name, free in found if not free}
    assert plain == set().union(*NO_FREE_TEXT.values())
    assert {name for name, free in found if free} >= {"facts", "reason", "grounds", "statements", "name"}


def test_a_commitment_is_the_digest_of_the_salt_and_the_words():
    salt = bytes(range(16))
    assert commitment(salt, "Zürich ♠") == sha256(b"bridge-ledger text 1\n" + salt + "Zürich ♠".encode()).hexdigest()


@pytest.mark.parametrize("salt", [b"", bytes(15), bytes(17), bytes(16) + b"East"])
def test_nothing_is_committed_to_with_a_salt_of_another_length(salt):
    """So that no two different pairs of a salt and words are the same bytes."""
    with pytest.raises(ValueError, match="do not have the lengths 16, any"):
        commitment(salt, "had cheated")


def test_every_text_has_a_salt_of_its_own():
    event = calls.FactsStated("C-0001", "slow", False, (("N", "slow"), ("W", "")), ("slow",))
    recorded = add_digests(event, salts())
    found = texts_in(recorded)
    assert [where for where, _ in found] == ["facts", "statements.1", "evidence.1"]
    assert len({text.commitment for _, text in found}) == 3
    assert recorded == event
    assert recorded.statements[1] == ("W", "")


def test_a_kind_without_texts_is_left_alone():
    event = play.ContestantsEntered(("1NS",))
    assert not has_texts(play.ContestantsEntered)
    assert not has_texts(play.ResultRecorded)
    assert add_digests(event, salts()) is event


@given(every_event)
def test_no_record_says_a_text_in_words(event):
    """Whatever is recorded, its texts stand as commitments; and what was committed to says so in words again."""
    recorded = kept(event)
    words = {text.commitment: str(text) for _, text in texts_in(recorded)}
    body = record.encode(recorded)
    for _, text in texts_in(event):
        assert commitment(UNSALTED, text).encode() in body
    read = change_texts(
        record.READER.read(record.write(enveloped(recorded)), 1).event, lambda _, stands_for: words[stands_for]
    )
    assert read == event


def enveloped(event):
    return Envelope("s", 1, record.name_of(event), event, "c", 0, 5, 6, "me", ())


@pytest.mark.parametrize(
    "event",
    [
        play.SessionClosed("gone home"),
        polls.PollTaken("C-0001", "", (polls.PollAnswer("Pass", ("5H",)),)),
        people.PlayersNamed((people.Player("1NS", 1, "Jane Roe"),)),
    ],
)
def test_words_are_not_written_into_a_record(event):
    with pytest.raises(TypeError, match="no place in a record"):
        record.write(enveloped(event))
    assert b"[0-9a-f]{64}" not in record.write(enveloped(kept(event)))


@pytest.mark.parametrize("text", ["NUL \0", "half \ud800 a character"])
def test_what_is_no_text_is_not_committed_to(text):
    with pytest.raises(ValueError):
        kept(play.SessionClosed(text))


def test_nothing_said_stays_nothing():
    recorded = kept(rulings.RulingAmended(case="R-0001", adjustment=Stands()))
    assert json.loads(record.encode(recorded)) == {"adjustment": {"kind": "stands"}, "case": "R-0001"}


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1), st.binary(min_size=16, max_size=16))
def test_a_kept_text_reads_as_its_words(words, salt):
    text = KeptText(words, commitment(salt, words), salt)
    assert (text, text.gone, is_gone(text), is_gone(words)) == (words, "", False, False)
    assert json.dumps(text) == json.dumps(words)
    assert structs.replace(play.SessionClosed("x"), reason=text) == play.SessionClosed(words)

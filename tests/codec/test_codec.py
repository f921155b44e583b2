"""Events ↔ bytes: canonical, total, and never changed once released."""

import json
from importlib.metadata import version
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from ledger.bounds.events import NUMBER
from ledger.errors import Corrupt
from ledger.kernel.fact import Envelope
from ledger.recording.sessions import body_json, body_text
from ledger.store import chain, record
from ledger.subjects.play import facts as play
from ledger.subjects.register import KINDS
from ledger.subjects.rulings import facts as rulings
from ledger.version import __version__
from tests.codec.examples import examples
from tests.kept import kept, read_again
from tests.store.conftest import new_database, postgresql, store, template  # noqa: F401
from tests.strategies import adjustments, results

CORPUS = Path(__file__).parent / "corpus.jsonl"

text = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=30)
numbers = st.integers(1, 9999)
labels = st.from_regex(r"[1-9][0-9]?(NS|EW)?", fullmatch=True)
judged = st.fixed_dictionaries(
    {"adjustment": adjustments, "facts": text, "reason": text, "laws": st.lists(st.just("16B")).map(tuple)}
)
at_table = {"round": st.none() | numbers, "table": st.none() | text}
every_event = st.one_of(
    st.builds(play.ResultRecorded, numbers, labels, labels, results, st.none() | text, **at_table),
    st.builds(play.ResultCorrected, numbers, labels, labels, results, st.none() | text, text, **at_table),
    st.builds(play.ResultVoided, numbers, labels, labels, text, **at_table),
    judged.map(lambda said: rulings.RulingGiven(case="R-0001", board=1, ns="1", ew="2", **said)),
    judged.map(lambda said: rulings.RulingAmended(case="R-0001", **said)),
    st.builds(play.ContestantsEntered, st.lists(labels).map(tuple)),
    st.builds(play.SessionClosed, text),
)


def enveloped(event, session="s", number=1):
    return Envelope(session, number, record.name_of(event), kept(event), "c", 0, 5, 6, "me", (1,))


@given(every_event, text, st.integers(1, NUMBER.most))
def test_what_is_written_is_read(event, session, number):
    envelope = enveloped(event, session, number)
    assert read_again(record.write(envelope), number, envelope.event) == envelope


@given(every_event, text)
def test_records_are_canonical_json(event, session):
    recorded = kept(event)
    written = record.write(enveloped(event, session))
    assert written == rfc8785.dumps(json.loads(written))
    assert json.loads(written)[3] == json.loads(body_text(recorded)) == json.loads(record.encode(recorded))
    assert body_json(recorded) == json.loads(record.canonical(event))


@given(every_event, text.filter(lambda name: "\0" not in name))
def test_a_line_holds_the_record_to_the_byte(event, session):
    row = record.write(enveloped(event, session)), bytes(32)
    line = chain.line_of(row)
    assert line == rfc8785.dumps(json.loads(line))
    assert chain.parse_line(line) == row


def test_every_kind_is_read_and_written_as_its_line_in_the_corpus():
    """corpus.jsonl has a line for each kind: no change of our classes may change what is recorded."""
    lines = CORPUS.read_bytes().splitlines()
    envelopes = [record.READER.read(line, number) for number, line in enumerate(lines, start=1)]
    assert all(record.is_canonical(envelope, line) for envelope, line in zip(envelopes, lines, strict=True))
    assert [envelope.name for envelope in envelopes] == [kind.stored_name for kind in KINDS]
    bodies = [[record.name_of(event), json.loads(body_text(kept(event)))] for event in examples()]
    assert all(json.loads(line)[2:4] in bodies for line in lines)


def test_a_record_in_another_form_is_not_canonical():
    written = record.write(enveloped(play.SessionClosed("x")))
    spaced = written.replace(b'{"', b'{ "')
    assert record.is_canonical(record.READER.read(written, 1), written)
    assert not record.is_canonical(record.READER.read(spaced, 1), spaced)


@pytest.mark.parametrize("name", ["session-closed/2", "session-closed/0", "session-closed/01", "session-closed"])
def test_a_version_of_a_kind_that_is_not_the_first_is_refused_whatever_its_body_holds(name):
    written = record.write(enveloped(play.SessionClosed("x"))).replace(b"session-closed/1", name.encode())
    with pytest.raises(Corrupt, match=f"event #1 of session s is a '{name}', which") as caught:
        record.READER.read(written, 1)
    assert caught.value.code == "unknown-event"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"reason":"","extra":1}', "unknown field"),
        (b'{"reason":"gone home"}', "regex"),
        (b'{"reason":1}', "str"),
        (b"[]", "object"),
    ],
)
def test_unknown_fields_and_wrong_types_stop_the_reader(body, why):
    written = b'["s",7,"session-closed/1",%b,"c",0,5,6,"me",[],"0.1.0"]' % body
    with pytest.raises(Corrupt, match=why) as caught:
        record.READER.read(written, 7)
    assert (caught.value.code, caught.value.number) == ("bad-body", 7)


def test_every_event_names_the_version_of_the_program_that_recorded_it():
    assert version("bridge-ledger") == __version__
    assert json.loads(record.write(enveloped(play.SessionClosed("x"))))[-1] == __version__

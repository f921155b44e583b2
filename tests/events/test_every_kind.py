"""Every kind of event: built from the types of its fields, written and read again, canonical, and said in a line."""

import json
import re

import pytest
import rfc8785
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.words.events import event_text
from ledger.kernel.fact import Envelope
from ledger.store import record
from ledger.subjects.register import KINDS
from tests.kept import kept, read_again
from tests.strategies import events_of, every_event

A_FEW = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
any_text = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=12)


@every_kind
@A_FEW
@given(data=st.data())
def test_every_kind_is_written_and_read(kind, data):
    """What is written is read again, and is canonical JSON (RFC 8785) by somebody else's reading of it."""
    event = kept(data.draw(events_of(kind, any_text)))
    envelope = Envelope("s", 1, kind.stored_name, event, "c", 0, 5, 6, "me", ())
    written = record.write(envelope)
    assert type(event) is kind.event
    assert record.name_of(event) == kind.stored_name
    assert read_again(written, 1, event) == envelope
    assert written == rfc8785.dumps(json.loads(written))


@given(every_event, every_event)
def test_different_events_are_written_differently(one, other):
    same = record.encode(kept(one)) == record.encode(kept(other)) and record.name_of(one) == record.name_of(other)
    assert same is (one == other)


@every_kind
@A_FEW
@given(data=st.data())
def test_an_event_is_said_in_a_line(kind, data):
    """No 'None', no empty seat, no control character, no comma or colon that nothing follows."""
    line = event_text(data.draw(events_of(kind)))
    assert line.isprintable()
    assert line == line.strip()
    assert "None" not in line
    assert not re.search(r"\bv\s*[:,]|(^|[ ,])v\b(?! [\w])|  |, ,|: :|,$|:$|\(\)", line), line

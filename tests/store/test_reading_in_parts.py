"""A log that is read in several parts comes whole, and many short logs are read together."""

import sqlite3
from contextlib import closing

from msgspec import Struct

from ledger.kernel.fact import Envelope
from ledger.store.chain import GENESIS, with_digests
from ledger.store.log import batches, row
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.store.tables import INSERT, READ_AT_ONCE


class Said(Struct):
    """The body of an event that says nothing."""


def rows(session, many):
    events = (Envelope(session, number, "x/1", Said(), f"c{number}", 0, 1, 2, "A", ()) for number in range(1, many + 1))
    return [row(envelope, stored) for envelope, stored in with_digests(events, GENESIS)]


def test_a_log_of_more_parts_than_one_is_read_to_its_end(tmp_path):
    with closing(Store(f"sqlite:///{tmp_path / 'l.db'}")) as store:
        migrate(store)
        with closing(sqlite3.connect(tmp_path / "l.db")) as connection:
            connection.executemany(INSERT, [*rows("whole", READ_AT_ONCE), *rows("one-more", READ_AT_ONCE + 1)])
            connection.commit()
        for session, many in (("whole", READ_AT_ONCE), ("one-more", READ_AT_ONCE + 1)):
            assert len(store.log.digests(session)) == many
            assert len(store.log.digests(session, READ_AT_ONCE)) == READ_AT_ONCE
            assert [number for _, _, number, *_ in store.log.with_columns(session, many - 2)] == [many - 1, many]
        assert list(store.log.stored("whole", 0)) == []


def test_short_logs_are_read_together_up_to_what_is_read_at_once():
    def grouped(**upto):
        return list(batches(upto))

    most = READ_AT_ONCE
    assert grouped() == []
    assert grouped(a=most - 1, b=1, c=1) == [["a", "b"], ["c"]]
    assert grouped(a=most + 1, b=1) == [["a"], ["b"]]
    assert grouped(a=1, b=most, c=1) == [["a"], ["b"], ["c"]]
    assert grouped(a=most // 2, b=most // 2, c=most // 2, d=most // 2) == [["a", "b"], ["c", "d"]]
    assert [len(each) for each in batches({f"s{at}": 1 for at in range(1001)})] == [500, 500, 1]

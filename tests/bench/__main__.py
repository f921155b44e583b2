"""All benchmarks, side by side in one run: `python -m tests.bench`. They print ratios and judge nothing.

`--short` measures in two minutes what is compared from change to change (`short.py`); `--small` measures next to
nothing, to see that it can be measured.
"""

import argparse
import os
import platform
import sys
from pathlib import Path

from tests.bench import short
from tests.bench.databases import NewUrl, databases
from tests.bench.desks import desks, lock_free, peer_desks
from tests.bench.scale import SMALL_TABLES, TABLES, memory, questions, said
from tests.bench.stores import Amount, Line, stores


def main() -> None:
    """Print the tables of `help speed`, or the short bench."""
    options = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    options.add_argument("--short", action="store_true")
    options.add_argument("--write", action="store_true", help="with --short: keep the ratios")
    options.add_argument("--small", action="store_true")
    asked = options.parse_args()
    if asked.short:
        short.main(short.SMALL if asked.small else short.Size(), write=asked.write)
    else:
        everything(small=asked.small)


def everything(*, small: bool) -> None:
    """Print the tables of `help speed`."""
    amount, seconds = (Amount(1, 3, 1, 10), 2.0) if small else (Amount(), 3.0)
    print(
        f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}; "
        f"events a second, medians of {amount.rounds} rounds\n"
    )
    with databases() as (folder, kinds):
        for kind, new_url in kinds.items():
            table(kind, stores(lambda _, new=new_url: new(), amount))
        free = lock_free(kinds["PostgreSQL"](), seconds)
        print(f"PostgreSQL, 8 processes, one event a transaction; without lock, chain or order: {free:,.0f} events/s")
        for kind, new_url in kinds.items():
            eight_desks(kind, new_url, seconds)
        report_sizes(folder, SMALL_TABLES if small else TABLES, 2_000 if small else 1_000_000)


def eight_desks(kind: str, new_url: NewUrl, seconds: float) -> None:
    """Print how fast eight desks record at once on one kind of database."""
    for sessions in (8, 1):
        print(
            f"{kind}, 8 desks on {sessions} session{'s' * (sessions > 1)}: {said(desks(new_url(), sessions, seconds))}"
        )
    peers = peer_desks(new_url(), seconds)
    print(f"{kind}, 8 desks on one aggregate of `eventsourcing`: {peers:,.0f} events/s")


def report_sizes(folder: Path, tables: dict[str, int], events: int) -> None:
    """Print what a session of each size, and a log of so many events, takes."""
    print()
    for asked in questions(folder, tables):
        print(said(asked))
    print()
    for what, peak in memory(folder, events, max(tables.values())):
        print(f"{what}: {peak}")


def table(title: str, lines: list[Line]) -> None:
    """Print a table of Markdown."""
    print(f"| {title} | ledger | eventsourcing | bare driver | ledger : eventsourcing |\n|---|---|---|---|---|")
    for line in lines:
        cells = [f"{rate:,.0f}" if rate else "" for rate in (line.ledger, line.peer, line.bare)]
        print(f"| {line.what} | {' | '.join(cells)} | {f'{line.ratio:.2f}' if line.ratio else ''} |")
    print()


if __name__ == "__main__":
    sys.exit(main())

"""A database whose rows somebody edited past the program, again and again: `verify` names the stream of each, and all
else can be looked at, given out, backed up and sealed.

    python -m tests.store.fuzz_rows --seconds 600                 a file of SQLite
    python -m tests.store.fuzz_rows --seconds 600 --postgresql    a server of PostgreSQL

Nothing may end with exit 70, take long, or print what steers a terminal. A case that does is told with what was edited;
the same `--seed` makes the same cases.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, chdir
from pathlib import Path
from typing import NamedTuple

from ledger.errors.visible import is_plain
from tests.store.edited_offices import Office, file_office, said, server_office
from tests.store.edited_rows import EDITS, Rows, changed_structure
from tests.store.odd_values import TABLES
from tests.store.rich_ledger import CALM
from tests.store.typed_afterwards import OF_A_SESSION, OF_ALL, UNTOUCHED

ENDS = (0, 1, 2, 3, 4, 5)
FOUND = (3, 5)

AT_ONCE = 100
"""After so many cases it is told how far a run has come."""


def wrong(code: int, text: str) -> str:
    """What is wrong with the end of a command, whatever was edited; '' where nothing is."""
    if code not in ENDS or "it cannot be looked at" in text:
        return text
    steering = [line for line in text.split("\n") if not is_plain(line.replace("\t", ""))]
    return f"steers a terminal: {steering[0]!r}" if steering else ""


def _unsaid(code: int, text: str, recorded: int) -> str:
    """What is wrong where a command recorded, and says that it failed."""
    return (
        f"exit {code}, and it recorded {recorded} events: {text}"
        if code and recorded and "Recorded" not in text
        else ""
    )


class Case(NamedTuple):
    """What was edited: by which edits, how many rows, whether other than rows; whether `verify` has to see it, and in
    which streams; whether no row of the calm session is another; and a row before and after."""

    edits: tuple[str, ...]
    rows: int
    structure: bool
    seen: bool
    streams: set[str]
    calm: bool
    difference: str


def edit(rng: random.Random, office: Office) -> Case:
    """Edit a ledger once or several times."""
    structure = rng.random() < 0.15
    chosen = [changed_structure] if structure else rng.choices(EDITS, k=rng.choice((1, 1, 1, 2, 3)))
    shown = structure or rng.random() < 0.2  # then nothing but `verify` is asked of a file: it is not as it was made
    with office.edited(not shown) as rows:
        before, calm = _all(rows), _calm(rows)
        rows.changed = 0
        for each in chosen:
            each(rng, rows)
        changed = rows.changed
        after = _all(rows)
        names = tuple(each.__name__ for each in chosen)
        hidden = {"rechained", "gone", "renumbered"}.intersection(names)
        untouched = not shown and _calm(rows) == calm and before["alembic_version"] == after["alembic_version"]
        seen = not structure and not hidden and after != before
        streams = _edited_streams(before, after) if seen and not shown else set()
        return Case(names, changed, structure, seen, streams, untouched, _difference(before, after))


def _edited_streams(before: dict[str, list[str]], after: dict[str, list[str]]) -> set[str]:
    """The streams of the rows that are not as they were."""
    gone = {row for each in ("event", "text", "seal") for row in set(before[each]).difference(after[each])}
    return {row.partition(",")[0].strip("('") for row in gone}


def _all(rows: Rows) -> dict[str, list[str]]:
    return {
        table: sorted(map(repr, rows.execute(f"SELECT {', '.join(columns)} FROM {table}")))
        for table, columns in TABLES.items()
    }


def _difference(before: dict[str, list[str]], after: dict[str, list[str]]) -> str:
    for table, rows in before.items():
        gone, new = (sorted(set(one) - set(other)) for one, other in ((rows, after[table]), (after[table], rows)))
        if gone or new:
            return f"{table}: {str(gone[:1])[:300]} became {str(new[:1])[:300]}, and {len(new)} more"
    return "the same rows"


def _calm(rows: Rows) -> list[object]:
    return [rows.of(table, CALM) for table in TABLES if table != "alembic_version"]


def commands(rng: random.Random, case: Case, looks: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What is typed, and how it may end."""
    yield "verify", FOUND if case.seen else ENDS
    for look in rng.sample(OF_ALL, looks // 3):
        yield from ((each, ENDS) for each in look.split("; "))
    sessions = rng.choices(("s", "s", "s", "t", "spring", "devices"), k=looks)
    for look, session in zip(rng.sample(OF_A_SESSION, looks), sessions, strict=True):
        first, *more = look.split("; ")
        yield from ((each, ENDS) for each in (f"{first} --session {session}", *more))
    if case.calm:
        yield from ((look, (0,)) for look in UNTOUCHED if rng.random() < 1 / 2)


def cases(office: Office, seed: int, looks: int = 6) -> Iterator[tuple[int, Case, str, int, str]]:
    """Endless cases: their number, what was edited, each command typed, how it ended, and what is wrong with that."""
    number = 0
    while True:
        number += 1
        rng = random.Random(f"{seed} {number}")
        office.afresh()
        case = edit(rng, office)
        with chdir(office.folder):
            for command, wanted in commands(rng, case, looks):
                events = office.events()
                code, text = said(command)
                fault = wrong(code, text) or _unsaid(code, text, office.events() - events)
                if not fault and code not in wanted:
                    fault = f"exit {code}: {text}"
                if not fault and (command, code) == ("verify", 3) and any(each not in text for each in case.streams):
                    fault = f"it names not all of {case.streams}: {text}"
                yield number, case, command, code, fault


def fuzz(office: Office, seconds: float, seed: int) -> bool:
    """Go on for so long, and say what came of it; whether nothing was wrong."""
    codes: Counter[int] = Counter()
    edits: dict[int, Case] = {}
    faults, slowest = 0, (0.0, "")
    began = before = time.monotonic()

    def tell() -> None:
        rows = sum(case.rows for case in edits.values())
        structure = sum(case.structure for case in edits.values())
        ends = ", ".join(f"exit {code}: {count}" for code, count in sorted(codes.items()))
        print(f"{office.where}: {len(edits)} cases, {rows:,} rows edited, {structure} times other than rows;", end=" ")
        print(f"{ends}; wrong {faults}; slowest {slowest[0]:.1f} s, {slowest[1]}", flush=True)

    for number, case, command, code, fault in cases(office, seed):
        if number % AT_ONCE == 0 and number not in edits:
            tell()
        codes[code] += 1
        edits[number] = case
        now = time.monotonic()
        slowest, before = max(slowest, (now - before, command)), now
        if fault:
            faults += 1
            told = f"case {number} of seed {seed} ({', '.join(case.edits)}): {command}"
            print(f"{told}\n  {case.difference}\n  {fault[-1500:]}", flush=True)
        if now - began > seconds:
            break
    tell()
    return not faults


def main() -> int:
    """Fuzz the database that was asked for, for so long; 1 where anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if asked.postgresql:
            from tests.store.servers import server

            running = stack.enter_context(server(fsync="off", full_page_writes="off", autovacuum="off"))
            office = stack.enter_context(server_office(folder, running.url()))
        else:
            office = stack.enter_context(file_office(folder))
        return 0 if fuzz(office, asked.seconds, asked.seed) else 1


if __name__ == "__main__":
    sys.exit(main())

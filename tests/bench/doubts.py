"""Which slips of the pen `check` finds, by kind, and how many real results it tells for a slip.

    python -m tests.bench.doubts [SLIPS] [--known]

The weights of the model were found on every second published evening; slips (500 of each kind) are made at random on
the others, one at a time, with and without their cards. Every line about their own results is printed: a person judges
whether it is one too many. Double dummy is worked out at the first run (minutes) and kept; --known does without. Where
the files are not here one evening is made, and the bench says so.
"""

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import NamedTuple

from msgspec import structs

from cli.main import run
from ledger.bridge import Result, ns_score
from ledger.bridge.double_dummy import Tricks
from ledger.office import Office
from ledger.projections.doubts import Doubt, SlipModel
from ledger.recording.solved_deals import SolvedDeals
from ledger.session import Board, Session, TableBoard
from ledger.subjects.evolving import replay
from tests.bench.scale import made
from tests.exchange.round_trips import FILES
from tests.needs import SHARED

SAME = "usebio/event_3228_after_rulings.xml"  # the evening of another file, with its rulings
SOLVED = Path(tempfile.gettempdir()) / "bridge-ledger-bench"  # double-dummy tricks, worked out once


class Played(NamedTuple):
    session: Session
    tricks: dict[int, Tricks]


def evenings(*, fitted: bool = False, known: bool = False) -> Iterator[tuple[str, Played]]:
    """Yield the evenings to measure on, or those on which the weights were found; one that is made without files."""
    solved = SolvedDeals(SOLVED)
    for name, session in _sessions(fitted=fitted):
        if not known:
            solved.solve(deal for board in session.boards if (deal := session.deal(board)))
        yield name, Played(session, solved.by_board(session))


def _sessions(*, fitted: bool) -> Iterator[tuple[str, Session]]:
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        if not SHARED.is_dir():
            print(f"no published evenings in {SHARED}: measured on one that is made")
            store = made(f"sqlite:///{folder}/made.db", tables=12)
            yield "made", replay(store.log.read("s"), "s")
            store.close()
            return
        for number, (name, options) in enumerate(FILES.items()):
            if number % 2 == fitted and name != SAME:
                db = f"{folder}/{number}.db"
                with redirect_stdout(nowhere), redirect_stderr(nowhere):
                    run(["--db", db, "init"])
                    run(["--db", db, "import", str(SHARED / name), *options.split()])
                with Office.open(db, by="bench") as office:
                    yield name, office.stream(office.resolve_session(None))


def slip(kind: str, rng: random.Random, was: Result, board: int) -> Result | None:
    """The result of a slip of this kind; None where it cannot be made."""
    if kind == "score, wrong sign":
        return Result(f"{-ns_score(was, board):+d}") if ns_score(was, board) else None
    if not (played := was.played):
        return None
    level, strain, doubling, declarer, tricks = (
        played.level,
        played.strain,
        played.doubling,
        played.declarer,
        played.tricks,
    )
    if kind == "declarer, other side":
        declarer = rng.choice([declarer.left, declarer.left.left.left])
    elif kind == "declarer, partner":
        declarer = declarer.left.left
    elif kind == "strain":
        strain = rng.choice([each for each in "CDHSN" if each != strain])
    elif kind == "level":
        level, tricks = (level + (by := rng.choice([-1, 1]))), tricks + by
    elif kind == "doubled or not":
        doubling = "" if doubling else "X"
    elif kind == "made for down":
        tricks = level + 5 if tricks >= level + 6 else level + 6
    else:
        tricks += {"a trick": rng.choice([-1, 1]), "two tricks": rng.choice([-2, 2]), "sign": -2 * played.margin}[kind]
    if not (1 <= level <= 7 and 0 <= tricks <= 13):
        return None
    return None if (new := Result.of(level, strain, doubling, declarer, tricks)) == was else new


KINDS = (
    "declarer, other side",
    "declarer, partner",
    "strain",
    "level",
    "a trick",
    "two tricks",
    "sign",
    "made for down",
)
KINDS += ("doubled or not", "score, wrong sign", "two boards exchanged", "the row before typed again")


def changed(played: TableBoard, result: Result, lead: str | None) -> TableBoard:
    return structs.replace(played, results=(structs.replace(played.results[-1], result=result, lead=lead),))


def one_slip(kind: str, rng: random.Random, session: Session) -> list[TableBoard]:
    """The plays of boards that one slip of the kind touches, with it; none where it cannot be made there."""
    lines = [each for each in session.boards[rng.choice(list(session.boards))].values() if each.result]
    if not lines:
        return []
    played = rng.choice(lines)
    if kind not in KINDS[-2:]:
        new = slip(kind, rng, played.result, played.board)
        return [changed(played, new, played.lead)] if new else []
    other = session.boards.get(played.board + rng.choice([-1, 1]), {}).get(played.seating)
    if other is None or not other.result or other.result == played.result or other.round != played.round:
        return []
    both = [changed(played, other.result, other.lead), changed(other, played.result, played.lead)]
    return both if kind == KINDS[-2] else both[:1]


def find(evening: Played, touched: list[TableBoard]) -> Doubt | None:
    """The doubt about a table whose result was changed."""
    boards: dict[int, Board] = dict(evening.session.boards)
    for each in touched:
        boards[each.board] = {**boards[each.board], each.seating: each}
    seen = SlipModel(replace(evening.session, boards=boards), evening.tricks)
    return next(filter(None, map(seen.doubt, touched)), None)


def main(slips: int = 500, *, known: bool = False) -> None:
    measured = dict(evenings(known=known))
    for with_cards in (True, False):
        some = [each for each in measured.items() if bool(each[1].session.deals) == with_cards]
        if not some:
            continue
        results = lines = partners = 0
        print(f"\nEVENINGS {'WITH' if with_cards else 'WITHOUT'} CARDS, as they were published")
        start = process_time()
        told = {
            name: list(filter(None, map(SlipModel(*evening).doubt, evening.session.table_boards())))
            for name, evening in some
        }
        took = process_time() - start
        for name, evening in some:
            count = sum(1 for each in evening.session.table_boards() if each.result)
            results, lines = results + count, lines + len(told[name])
            print(f"  {name:<36} {count:4} results {len(told[name]):3} lines")
            for each in told[name]:
                partners += each.slip.kind == "partner"
                where = f"board {each.played.board}, {each.played.seating}"
                print(f"      {each.odds:.1f} {where}: {each.played.result} lead {each.played.lead}: {each.slip}")
        print(f"  {results} results, {lines} lines, {partners} of them about the declarer's partner alone")
        print(f"  {1000 * took / results:.2f} ms a result, {600 * took / results:.2f} s for 600 results")
        print(f"  slips found of {slips}")
        for kind in KINDS:
            rng, made, seen, tries = random.Random(kind), 0, 0, 0
            while made < slips and tries < 100 * slips:
                tries += 1
                evening = rng.choice(some)[1]
                if touched := one_slip(kind, rng, evening.session):
                    made += 1
                    seen += bool(find(evening, touched))
            print(f"  {kind:<36} {seen}/{made}  {100 * seen / max(1, made):.0f} %", flush=True)


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:] if each != "--known"]
    main(*numbers, known="--known" in sys.argv)

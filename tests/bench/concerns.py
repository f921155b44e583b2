"""What `check` says of the results of real evenings, and which slips it finds that are made in them, by kind.

    python -m tests.bench.concerns [SLIPS]

Every published file is imported, or where they are not here one evening is made, and taken for an evening without
slips: each line about a result is one too many, but where it is a slip by every sign. Then slips of each kind (500) are
made at random, one at a time, and it is looked whether the table is listed. It judges nothing.
"""

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace

from msgspec.structs import replace

from cli.main import run
from ledger.bridge import Result, ns_score
from ledger.bridge.result import Played
from ledger.office import Office
from ledger.projections.concerns import implausible_results
from ledger.session import Board, Session, TableBoard
from ledger.subjects.evolving import replay
from tests.bench.scale import made
from tests.exchange.round_trips import FILES
from tests.needs import SHARED

Slip = Callable[[random.Random, Played], Result]


def evenings() -> Iterator[tuple[str, Session]]:
    """Yield every published evening that has contracts or scores, once; a made one where their files are not here."""
    if not SHARED.is_dir():
        yield "made", _made_evening()
        return
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        for number, (name, options) in enumerate(FILES.items()):
            db = f"{folder}/{number}.db"
            with redirect_stdout(nowhere), redirect_stderr(nowhere):
                run(["--db", db, "init"])
                run(["--db", db, "import", str(SHARED / name), *options.split()])
            with Office.open(db, by="bench") as office:
                yield name, office.stream(office.resolve_session(None))


def _made_evening() -> Session:
    with tempfile.TemporaryDirectory() as folder:
        store = made(f"sqlite:///{folder}/made.db", tables=12)
        session = replay(store.log.read("s"), "s")
        store.close()
        return session


def listed(session: Session, boards: dict[int, Board]) -> list[tuple[int, object, str, str]]:
    """What is said of results: board, seats, kind, words."""
    seen = SimpleNamespace(session=SimpleNamespace(boards=boards, deal=session.deal))
    return [(each.board, each.seating, each.code, each.text) for each in implausible_results(seen)]


def by_the_other_side(rng: random.Random, was: Played) -> Result:
    declarer = rng.choice([was.declarer.left, was.declarer.left.left.left])
    return Result.of(was.level, was.strain, was.doubling, declarer, was.tricks)


def in_another_strain(rng: random.Random, was: Played) -> Result:
    strain = rng.choice([each for each in "CDHSN" if each != was.strain])
    return Result.of(was.level, strain, was.doubling, was.declarer, was.tricks)


def a_level_off(rng: random.Random, was: Played) -> Result:
    level = min(max(was.level + rng.choice([-1, 1]), 1), 7)
    return Result.of(level, was.strain, was.doubling, was.declarer, min(max(was.tricks + level - was.level, 0), 13))


def plus_for_minus(_rng: random.Random, was: Played) -> Result:
    tricks = min(max(was.level + 6 - was.margin, 0), 13)
    return Result.of(was.level, was.strain, was.doubling, was.declarer, tricks)


def by_partner(_rng: random.Random, was: Played) -> Result:
    return Result.of(was.level, was.strain, was.doubling, was.declarer.left.left, was.tricks)


SLIPS: dict[str, Slip] = {
    "declared by the other side": by_the_other_side,
    "in another strain": in_another_strain,
    "a level too high or too low": a_level_off,
    "+ for −, − for +": plus_for_minus,
    "declared by partner (no score moves)": by_partner,
}


def changed(played: TableBoard, result: Result) -> TableBoard:
    return replace(played, results=(*played.results[:-1], replace(played.results[-1], result=result)))


def one_slip(kind: str, rng: random.Random, session: Session) -> dict[int, Board] | None:
    """The boards that a slip of the kind touches, with it; None where none can be made there."""
    number = rng.choice(list(session.boards))
    there = [each for each in session.boards[number].values() if each.result]
    if not there:
        return None
    played = rng.choice(there)
    result = played.result
    if kind == "two boards exchanged":
        return _exchanged(rng, session, played)
    if kind == "a score with the wrong sign":
        score = ns_score(result, number)
        new = Result(f"{-score:+d}")
    elif result.played is None:
        return None
    else:
        new = SLIPS[kind](rng, result.played)
    return None if new == result else {number: {**session.boards[number], played.seating: changed(played, new)}}


def _exchanged(rng: random.Random, session: Session, played: TableBoard) -> dict[int, Board] | None:
    """The result of one board and of the next of the same table on each other's line."""
    other = session.boards.get(played.board + rng.choice([-1, 1]), {}).get(played.seating)
    if other is None or other.result is None or other.result == played.result or other.round != played.round:
        return None
    return {
        one.board: {**session.boards[one.board], one.seating: changed(one, two.result)}
        for one, two in ((played, other), (other, played))
    }


def found(session: Session, boards: dict[int, Board]) -> bool:
    """Whether a table whose result was changed is listed."""
    touched = {
        (number, seating)
        for number, board in boards.items()
        for seating, played in board.items()
        if played.result != session.boards[number][seating].result
    }
    return any((board, seating) in touched for board, seating, *_ in listed(session, boards))


def main(slips: int = 500) -> None:
    sessions = dict(evenings())
    print("what is said of evenings as they were published")
    for name, session in sessions.items():
        said = listed(session, session.boards)
        print(f"  {name:<40} {sum(1 for each in session.table_boards() if each.result):4} results {len(said):3} lines")
        for board, seating, code, text in said:
            print(f"      {code}: board {board}, {seating}: {text}")
    print("\nslips made, found")
    for kind in (*SLIPS, "a score with the wrong sign", "two boards exchanged"):
        rng, made, seen = random.Random(kind), 0, 0
        while made < slips:
            session = rng.choice(list(sessions.values()))
            if boards := one_slip(kind, rng, session):
                made += 1
                seen += found(session, boards)
        print(f"  {kind:<40} {seen}/{made}  {100 * seen / made:.0f} %")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

"""The numbers that are given out when scores are published, and their digest."""

from collections.abc import Iterator
from hashlib import sha256

from ledger.labels.order import natural
from ledger.laws.rounding import exact_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings


def numbers_digest(scoreboard: Scoreboard) -> str:
    """SHA-256 over every place, total, percentage and board score, in a fixed order, exact.

    Two sessions have the same digest only if they give every contestant the same numbers.
    """
    hashed = sha256()
    for line in _lines(scoreboard):
        hashed.update(line.encode() + b"\n")
    return hashed.hexdigest()


def _lines(scoreboard: Scoreboard) -> Iterator[str]:
    for field in standings(scoreboard):
        for row in sorted(field.rows, key=lambda row: natural(row.contestant)):
            percent = "" if row.percent is None else exact_text(row.percent)
            yield f"{row.contestant}\t{row.rank or ''}\t{exact_text(row.exact)}\t{exact_text(row.total)}\t{percent}"
    for number in sorted(scoreboard.session.boards):
        for seating, pair in sorted(scoreboard.board(number).pairs.items(), key=lambda item: item[0].order):
            values = "\t".join("" if value is None else exact_text(value) for value in (pair.ns, pair.ew))
            own = "".join(f"\t{contestant}\t{exact_text(more)}" for contestant, more in pair.beside)
            yield f"{number}\t{seating.ns}\t{seating.ew}\t{values}{own}"

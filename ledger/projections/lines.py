"""How a table's board goes to the form of scoring: what was played, or what a ruling made of it."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec import structs

from ledger.bridge import Result, Side, ns_score
from ledger.laws.adjustment import Artificial, Awarded, Grade, SelfInflicted, Stands, law_of, weightings
from ledger.laws.regulations import Regulations
from ledger.laws.weighting import Weighting
from ledger.scoring.derivation import Derivation
from ledger.scoring.field import Field
from ledger.scoring.line import Damage, Entry, GivenOutright, Line, Outcome, Seating, Share
from ledger.session import Board, Ruling, Session, TableBoard
from ledger.session.participation import is_cancelled

ShareOf = Callable[[Grade, TableBoard, Side], Derivation]
"""What an artificial award to a side at a table is worth (Law 12C2)."""

_OFFENDERS = {
    "NS": frozenset({Side.NS}),
    "EW": frozenset({Side.EW}),
    "both": frozenset(Side),
    "outside": frozenset[Side](),
    "none": frozenset[Side](),
}


def fields(board: Board, line: Callable[[TableBoard], Line], cancelled: frozenset[str]) -> Iterator[Field]:
    """A board as it goes to the form of scoring: one field, or one for each version of a fouled board (Law 87).

    `cancelled`: the contestants whose lines count for nobody.
    """
    versions = {played.version for played in board.values() if played.versions}
    if not versions:
        yield _field(board, line, cancelled)
        return
    for version in dict.fromkeys(played.version for played in board.values()):
        yield _field(
            {seating: played for seating, played in board.items() if played.version == version}, line, cancelled
        )


def _field(board: Board, line: Callable[[TableBoard], Line], cancelled: frozenset[str]) -> Field:
    """Tables with the same plain result are one kind; a table with a ruling, or without a result, is its own."""
    keys: list[Hashable] = [
        played.seating if played.case is not None or not played.results else played.results[-1].result
        for played in board.values()
    ]
    if cancelled:
        keys = [
            played.seating if is_cancelled(played, cancelled) else key
            for key, played in zip(keys, board.values(), strict=True)
        ]
    kinds = {key: line(played) for key, played in dict(zip(keys, board.values(), strict=True)).items()}

    def own_line(seating: Seating) -> Line:
        return kinds[seating] if seating in kinds else line(board[seating])

    return Field(list(board), keys, kinds, own_line)


def plain_line(played: TableBoard) -> Line:
    """The table result as it is; outside the field where nothing was played."""
    if not played.results:
        return Line(played.seating, played.table, None)
    last = played.results[-1]
    return Line(played.seating, played.table, _plain_entries(last.result, played.board), events=(last.number,))


def ruled_line(session: Session, played: TableBoard, ruling: Ruling, share: ShareOf) -> Line:
    """What a ruling made of a table's board."""
    score = session.in_force(ruling)
    adjustment, plain = score.adjustment, plain_line(played)
    line = Line(
        played.seating,
        played.table,
        None,
        law=law_of(adjustment),
        events=(score.number,),
        note=score.case,
        offenders=_OFFENDERS.get(score.offender),
    )
    match adjustment:
        case Stands():
            return structs.replace(plain, offenders=line.offenders)
        case Artificial(ns, ew, unless):
            shares = share(ns, played, Side.NS), share(ew, played, Side.EW)
            return structs.replace(line, award=Share(*shares, entry(unless, played.board)))
        case Awarded(ns, ew, field):
            kept = plain.entries if field == "keep" else None
            return structs.replace(line, entries=kept, award=GivenOutright(ns, ew))
        case SelfInflicted() as damage:
            return _damaged(line, plain, damage, played.board, session.regulations)
        case _:
            entries = {side: entry(weighting, played.board) for side, weighting in weightings(adjustment).items()}
            return structs.replace(line, entries=entries)


def _damaged(line: Line, plain: Line, ruled: SelfInflicted, board: int, regulations: Regulations) -> Line:
    """Law 12C1(e): the non-offenders' score by A, B and C, and what the others are compared with (golden D41, D42)."""
    damage = Damage(Side(ruled.nos), plain.entry(Side.NS), entry(ruled.b, board), entry(ruled.c, board))
    match regulations.self_inflicted.field:
        case "table-result":
            seen = damage.a
        case "assigned-b":
            seen = damage.b
        case "signed-mixture":
            seen = (*damage.a, *damage.b, *(outcome._replace(weight=-outcome.weight) for outcome in damage.c))
    return structs.replace(line, entries={damage.nos: seen, damage.nos.other: damage.b}, award=damage)


@lru_cache(maxsize=65536)
def _plain_entries(result: Result, board: int) -> Mapping[Side, Entry]:
    """How a plain result counts: one object for all tables that have it."""
    return MappingProxyType(dict.fromkeys(Side, (_outcome(result, board),)))


def entry(weighting: Weighting, board: int) -> Entry:
    """How a weighting counts: each outcome with its weight and score."""
    if len(weighting) == 1:
        return (_outcome(weighting[0].result, board),)
    return tuple(Outcome(part.weight, ns_score(part.result, board), str(part.result)) for part in weighting)


def _outcome(result: Result, board: int) -> Outcome:
    return Outcome(1, ns_score(result, board), "" if result.bare_score is not None else str(result))

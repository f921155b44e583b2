"""How a table's board goes to the form of scoring: what was played, or what a ruling made of it."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from msgspec import structs

from ledger.bridge import Result, Side, ns_score
from ledger.events.rulings import offending_sides
from ledger.laws.adjustment import Artificial, Awarded, SelfInflicted, Stands, law_of, rests_on_result, weightings
from ledger.laws.regulations import Regulations
from ledger.laws.weighting import Weighting
from ledger.projections.other_boards import ShareOf
from ledger.scoring.award import Damage, Entry, GivenOutright, Outcome, Share
from ledger.scoring.field import Field
from ledger.scoring.line import Line, Seating, each_side
from ledger.session import Board, InForce, Session, TableBoard, together
from ledger.session.participation import is_cancelled

_COMPLEMENT = "86B2(b)"


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
        played.seating if played.cases or not played.results else played.results[-1].result for played in board.values()
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


def ruled_line(session: Session, played: TableBoard, share: ShareOf) -> Line:
    """What the rulings in force made of a table's board: a claim of its result, the others of either side's score."""
    ruled, line = together(session, played), plain_line(played)
    made = _Made(played, session.regulations, share)
    if ruled.claim:
        line = made.of(ruled.claim, line)
    if ruled.ns is None or ruled.ew is None:
        return line
    if ruled.each_side:
        return each_side(made.of(ruled.ns, line), made.of(ruled.ew, line))
    return made.of(ruled.ns, line)


class _Made(NamedTuple):
    """What one ruling makes of a table's board; `share` says what artificial awards are worth."""

    played: TableBoard
    regulations: Regulations
    share: ShareOf

    def of(self, score: InForce, before: Line) -> Line:
        """The line by a score in force; `before` is the line it rests on: the table result, or that of a claim."""
        adjustment, board = score.adjustment, self.played.board
        line = _resting(score, before) if rests_on_result(adjustment) else _taking_its_place(score, before)
        match adjustment:
            case Stands():
                return line
            case Artificial(ns, ew, unless):
                shares = self.share(ns, self.played, Side.NS), self.share(ew, self.played, Side.EW)
                complement = _balancing(score)
                return structs.replace(line, award=Share(*shares, entry(unless, board)), complement=complement)
            case Awarded(ns, ew):
                return structs.replace(line, award=GivenOutright(ns, ew))
            case SelfInflicted() as damage:
                return _damaged(line, damage, board, self.regulations)
            case _:
                entries = {side: entry(weighting, board) for side, weighting in weightings(adjustment).items()}
                return structs.replace(line, entries=entries)


def _taking_its_place(score: InForce, before: Line) -> Line:
    """A line of which nothing is left of what was there, but who offended in that too."""
    offenders = _offenders(score, before)
    law, events, note = law_of(score.adjustment), (score.number,), score.case
    return Line(before.seating, before.table, None, law=law, events=events, note=note, offenders=offenders)


def _resting(score: InForce, before: Line) -> Line:
    """The line as it was, ruled on: what a claim made of it is part of how it comes about."""
    stands = isinstance(score.adjustment, Stands)
    claim = bool(before.note)
    return structs.replace(
        before,
        law=before.law if stands else law_of(score.adjustment),
        events=(*before.events, score.number) if claim else before.events if stands else (score.number,),
        note=f"{before.note}, {score.case}" if claim else "" if stands else score.case,
        offenders=_offenders(score, before),
    )


def _offenders(score: InForce, before: Line) -> frozenset[Side]:
    return offending_sides(score.offender) | (before.offenders or frozenset())


def _balancing(score: InForce) -> Side | None:
    """The offenders, where the Laws give them the complement of what the others get (Law 86B2(b))."""
    one_side = score.offender in ("NS", "EW")
    return Side(score.offender) if one_side and any(law.startswith(_COMPLEMENT) for law in score.laws) else None


def _damaged(line: Line, ruled: SelfInflicted, board: int, regulations: Regulations) -> Line:
    """Law 12C1(e): the non-offenders' score by A, B and C, and what the others are compared with (golden D41, D42)."""
    nos = Side(ruled.nos)
    damage = Damage(nos, line.entry(nos), entry(ruled.b, board), entry(ruled.c, board))
    match regulations.self_inflicted.field:
        case "table-result":
            seen = damage.a
        case "assigned-b":
            seen = damage.b
        case "signed-mixture":
            seen = (*damage.a, *damage.b, *(outcome._replace(weight=-outcome.weight) for outcome in damage.c))
    return structs.replace(line, entries={nos: seen, nos.other: damage.b}, award=damage)


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

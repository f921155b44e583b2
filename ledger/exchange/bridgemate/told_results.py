"""Results that are told to devices again, where a change of the movement made them forget what still holds (ResultDTO).

Devices know what was played, and averages. Of a table that was ruled on they have what was played there; a score that
only a director can give they never have.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ledger.bridge import Result, Side
from ledger.exchange.bridgemate.meanings import BOTH_SIDES, GRADES, NOT_PLAYED, RANKS, SEATS, STAKES, STRAINS
from ledger.exchange.bridgemate.numbering import DevicePlan
from ledger.facts.participation import BoardNotPlayed
from ledger.laws.adjustment import Artificial
from ledger.movements.plan import PlannedTable
from ledger.projections.planned import play_of
from ledger.session import TableBoard

_STRAINS, _SEATS, _STAKES, _RANKS = (
    {said: number for number, said in meant.items()} for meant in (STRAINS, SEATS, STAKES, RANKS)
)


def place_of(said: Mapping[str, Any]) -> tuple[object, ...]:
    """Which table's play of which board a result is of."""
    return tuple(said.get(name) for name in ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber"))


def results_told(
    told: DevicePlan, guid: str, only: Collection[tuple[str, int, int]] | None = None
) -> list[dict[str, Any]]:
    """What is recorded as the movement has it; `only` of these tables, by section, number and the round to begin at."""
    since = None if only is None else {(letters, table): first for letters, table, first in only}
    found = []
    for letters, tables in told.sections.items():
        for table, rounds in tables.items():
            for each, planned in rounds.items():
                if since is not None and each < since.get((letters, table), each + 1):
                    continue
                at = {"SessionGuid": guid, "SectionLetters": letters, "TableNumber": table, "RoundNumber": each}
                found += [{**at, **said} for said in _at_table(told, planned)]
    return found


def _at_table(told: DevicePlan, planned: PlannedTable) -> Iterator[dict[str, Any]]:
    if not told.meets(planned):
        return
    pairs = told.pair(planned, Side.NS), told.pair(planned, Side.EW)
    for board in planned.boards:
        played = play_of(told.session, planned, board) if board in told.session.boards else None
        if played and played.seating.pair == (planned.ns, planned.ew) and (said := _said(told, played, pairs)):
            own = {"BoardNumber": board, "ScoringDirection": BOTH_SIDES}
            yield {**own, "PairNorthSouth": pairs[0], "PairEastWest": pairs[1], "DeclaringPair": pairs[0], **said}


def _said(told: DevicePlan, played: TableBoard, pairs: tuple[int, int]) -> dict[str, Any] | None:
    """What devices can have of a table's play of a board; None where that is nothing."""
    if played.results:
        lead = _lead(played.results[-1].lead)
        said = _result(played.results[-1].result, pairs)
        return {**said, **lead} if said else None
    if played.absence:
        return {"Level": NOT_PLAYED} if isinstance(played.absence.fact, BoardNotPlayed) else None
    awards = [told.session.in_force(ruling).adjustment for ruling in told.session.rulings_of(played)]
    if len(awards) == 1 and isinstance(award := awards[0], Artificial) and {award.ns, award.ew} <= {*GRADES}:
        return {"Level": -1 - len(GRADES) * GRADES.index(award.ns) - GRADES.index(award.ew)}
    return None


def _result(result: Result, pairs: tuple[int, int]) -> dict[str, Any] | None:
    """A contract with its tricks, or that all passed; None where only a score is known."""
    if result.bare_score is not None:
        return None
    if not (played := result.played):
        return {"Level": 0}
    seat = played.declarer.value
    return {
        "DeclaringPair": pairs[0] if seat in "NS" else pairs[1],
        "DeclarerDirection": _SEATS[seat],
        "Level": played.level,
        "Denomination": _STRAINS[played.strain],
        "Stake": _STAKES[played.doubling],
        "TotalTricks": played.tricks,
    }


def _lead(lead: str | None) -> dict[str, Any]:
    if not lead:
        return {}
    return {"LeadCardSuit": _STRAINS[lead[0]], "LeadCardRank": _RANKS[lead[1]]}

"""What devices are told of a session: its sections with their tables, and who meets whom there on which boards.

In plain dictionaries, by the names the Data Connector has (SessionDTO, SectionDTO, SectionUpdateDTO).
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from ledger.bridge import Side
from ledger.exchange.bridgemate.numbering import DevicePlan, RoundsOfTable, in_section
from ledger.movements.plan import PlannedTable
from ledger.scoring.forms import FormName
from ledger.session import Session
from ledger.session.movement import seats
from ledger.session.places import converted, sits_once

Said = Mapping[str, Any]
"""A thing as the Data Connector names its parts."""

GROUP = 1
"""All sections are one field, and so one scoring group."""

_PAIRS, _TEAMS = 10, 30

_METHODS: Mapping[FormName, int] = {
    "matchpoints": 10,
    "butler": 22,
    "cross-imps": 31,
    "teams": 40,
    "board-a-match": 60,
    "knockout": 40,
    "teams-of-eight": 40,
}
_DISCRETE_VICTORY_POINTS, _CONTINUOUS_VICTORY_POINTS, _WITH_THREE_IMPS = 50, 51, 5


def scoring_method(session: Session) -> int:
    """By what devices show scores between the boards; the scores that count are never theirs."""
    form, rules = session.opening.scoring, session.regulations
    if form == "teams" and converted(session):
        return _CONTINUOUS_VICTORY_POINTS if rules.matches.vp == "continuous" else _DISCRETE_VICTORY_POINTS
    method = _METHODS[form]
    if form == "butler" and rules.butler.trim != "0":
        method -= 1
    if form == "cross-imps" and rules.cross_imps.divisor == "none":
        method -= 1
    of_imps = form in ("butler", "cross-imps")
    return method + (_WITH_THREE_IMPS if of_imps and rules.artificial.imps_plus == 3 else 0)


def session_told(told: DevicePlan, guid: str, today: str) -> dict[str, Any]:
    """The session with all its sections; `today` is its day where it does not say one."""
    opening, day = told.session.opening, date.fromisoformat(today)
    with suppress(ValueError):
        day = date.fromisoformat(opening.date or today)
    group = {
        "SessionGuid": guid,
        "ScoringGroupNumber": GROUP,
        "ScoringMethod": scoring_method(told.session),
        "Sections": list(sections_told(told, guid).values()),
    }
    name = opening.title or told.session.id
    of_day = {"Year": day.year, "Month": day.month, "Day": day.day}
    return {"SessionGuid": guid, "EventGuid": guid, "Name": name, **of_day, "ScoringGroups": [group]}


def sections_told(told: DevicePlan, guid: str) -> dict[str, dict[str, Any]]:
    """Every section by its letters."""
    game = _PAIRS if sits_once(told.session) else _TEAMS
    # of teams a number sits both ways, as where the directions are ranked apart
    winners = 2 if told.two_ways or game == _TEAMS else 1
    own = {"SessionGuid": guid, "ScoringGroupNumber": GROUP, "Winners": winners, "GameType": game}
    return {
        letters: {**own, "Letters": letters, "Tables": [_table(told, guid, letters, *each) for each in tables.items()]}
        for letters, tables in told.sections.items()
    }


def update_told(told: DevicePlan, section: Said, club: str) -> dict[str, Any]:
    """A section that is said anew, as a whole."""
    return {**section, "ClubId": club, "ScoringGroupScoringMethod": scoring_method(told.session)}


def deletion_told(guid: str, club: str, letters: str) -> dict[str, Any]:
    """A section that there is no longer."""
    return {"SessionGuid": guid, "ClubId": club, "Letters": letters, "IsDeleted": True}


def _table(told: DevicePlan, guid: str, letters: str, number: int, rounds: RoundsOfTable) -> dict[str, Any]:
    own = {"SessionGuid": guid, "SectionLetters": letters, "TableNumber": number}
    said = [
        {**own, "RoundNumber": each, **(_round(told, rounds[each]) if each in rounds else _nobody())}
        for each in range(1, max(rounds) + 1)
    ]
    return {**own, "Rounds": said}


def _nobody() -> dict[str, Any]:
    return {"LowBoardNumber": 0, "HighBoardNumber": 0, "PairNS": 0, "PairEW": 0}


def _round(told: DevicePlan, planned: PlannedTable) -> dict[str, Any]:
    """Who meets whom; whoever meets nobody has no boards."""
    ns, ew = told.pair(planned, Side.NS), told.pair(planned, Side.EW)
    if not (ns and ew and planned.boards):
        return {**_nobody(), "PairNS": ns, "PairEW": ew}
    boards = {"LowBoardNumber": min(planned.boards), "HighBoardNumber": max(planned.boards)}
    said = {**boards, "PairNS": ns, "PairEW": ew}
    if sits_once(told.session):
        return said
    return {**said, "TeamNS": ns, "TeamEW": ew, **_mates(told, planned)}


def _mates(told: DevicePlan, planned: PlannedTable) -> dict[str, Any]:
    """Where the two teams' other pairs have the same boards, in the same round."""
    for other in told.plan.of_round(planned.round):
        same = other.table != planned.table and seats(other).match == seats(planned).match
        if same and {*other.boards} == {*planned.boards} and (at := in_section(other.table)):
            return {
                "MatesTableSectionLetters": at.letters,
                "MatesTableTableNumber": at.number,
                "MatesTableRoundNumber": other.round,
            }
    return {}


_OF_ROUND = ("RoundNumber", "LowBoardNumber", "HighBoardNumber", "PairNS", "PairEW")


def movement_in(section: Said) -> dict[int, list[tuple[Any, ...]]]:
    """What of a section makes its movement: the rounds of each table, as they are compared with what devices have."""
    return {
        table["TableNumber"]: sorted(tuple(each.get(name) or 0 for name in _OF_ROUND) for each in table["Rounds"] or ())
        for table in section.get("Tables") or ()
        if table.get("Rounds")
    }


def changed_rounds(reply: Said) -> Iterator[tuple[str, int, int]]:
    """Of the tables of which devices deleted results: section, table, and the round from which on they did."""
    for table in reply.get("Tables") or ():
        numbers = [each["RoundNumber"] for each in table.get("Rounds") or ()]
        if numbers:
            yield str(reply["Letters"]), int(table["TableNumber"]), min(numbers)

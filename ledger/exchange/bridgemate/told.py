"""What devices are told of a session: as they number it, and in plain dictionaries by the names of the Data Connector.

Devices know no names: section A, table 3; pair 7, and of two ranked apart a 7 in each direction. A session without
letters is their section A.

Sections with their tables and rounds; who sits where in the first round, and the deals; and results again, where a
change of the movement made devices forget what still holds. Devices know what was played, and averages: of a table that
was ruled on they have what was played there, and a score that only a director can give they never have.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from ledger.bounds.tournaments import TABLE
from ledger.bridge import Result, Side
from ledger.exchange.bridgemate.bws import HANDS, SUITS
from ledger.exchange.bridgemate.connector import BOTH_SIDES, GRADES, NOT_PLAYED, RANKS, SEATS, STAKES, STRAINS, Labels
from ledger.kernel.free_text import is_gone
from ledger.labels import LABEL, boards_text, direction, letters_of, members, next_number, runs, tables_text
from ledger.labels.persons import number_key
from ledger.laws.adjustment import Artificial
from ledger.movements.plan import PlannedTable, faults
from ledger.projections.planned import play_of
from ledger.scoring.forms import FormName
from ledger.session import Session, TableBoard
from ledger.session.places import converted, sits_once
from ledger.subjects.movement.state import movements, plan_of, seats
from ledger.subjects.participation.facts import BoardNotPlayed
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import players_told

_ALIKE = re.compile(r"([A-Z])\1{0,2}")
_ALONE = "A"


class InSection(NamedTuple):
    """A table or a contestant, as devices have it."""

    letters: str
    number: int


def in_section(label: str) -> InSection | None:
    """What a table, or a contestant without its direction, is to devices; None where they have no such thing.

    >>> in_section("3"), in_section("BB12"), in_section("AB1"), in_section("open")
    (InSection(letters='A', number=3), InSection(letters='BB', number=12), None, None)
    """
    found = LABEL.fullmatch(label)
    if not found or found[3] or not TABLE.hold(int(found[2])) or not _ALIKE.fullmatch(found[1] or _ALONE):
        return None
    return InSection(found[1] or _ALONE, int(found[2]))


RoundsOfTable = Mapping[int, PlannedTable]
"""The rounds of a table in which anybody is there."""


class DevicePlan:
    """The movement of a session as devices have it: sections, tables, rounds; and whom their numbers mean.

    What they cannot have is left out: `unsayable` tells it.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plan = plan_of(session)
        self.two_ways = session.opening.winners == 2

    @cached_property
    def sections(self) -> Mapping[str, Mapping[int, RoundsOfTable]]:
        """The rounds of each table of each section, in order."""
        found: dict[str, dict[int, dict[int, PlannedTable]]] = defaultdict(lambda: defaultdict(dict))
        for each in self.plan.tables:
            if at := in_section(each.table):
                found[at.letters][at.number][each.round] = each
        return {letters: dict(sorted(found[letters].items())) for letters in sorted(found)}

    @cached_property
    def labels(self) -> Labels:
        """How what devices say is called here."""
        known = (*self.session.contestants, *self.plan.contestants, *(each.table for each in self.plan.tables))
        return Labels(self.sections or [_ALONE], known)

    def pair(self, planned: PlannedTable, side: Side) -> int:
        """The number of who sits on a side; 0 for nobody, a phantom, and whom devices have no number for."""
        who = planned.ns if side is Side.NS else planned.ew
        if not who or self.session.participation.is_phantom(who):
            return 0
        at = in_section(who.removesuffix(side.value) if self.two_ways else who)
        return at.number if at else 0

    def meets(self, planned: PlannedTable) -> bool:
        """Whether both sides are there: only then boards are played."""
        return bool(self.pair(planned, Side.NS) and self.pair(planned, Side.EW))

    def seated(self, letters: str, table: int, round_: int = 1) -> PlannedTable | None:
        """Who sits at a table in a round; None where nobody is to."""
        return self.sections.get(letters, {}).get(table, {}).get(round_)


def unsayable(session: Session) -> list[str]:
    """What devices cannot be told, a sentence each; nothing where all of it can be."""
    told = DevicePlan(session)
    found = list(_form_and_tables(told))
    for each in told.plan.tables:
        for side, who in ((Side.NS, each.ns), (Side.EW, each.ew)):
            if who and len(members(who)) == 1 and (why := _no_number(told, each, side, who)):
                found.append(why)
    for each in (each for each in told.plan.tables if told.meets(each)):
        where = f"round {each.round}, table {each.table}"
        if not each.boards:
            found.append(f"{where}: no boards, and devices need the first and the last")
        elif len(runs(sorted(each.boards), next_number)) > 1:
            found.append(f"{where}: {boards_text(sorted(each.boards))}, and devices know boards in a row")
    for _, event in movements(session):  # what nobody can play, as the movement is refused for it where it is laid down
        sharing = [frozenset(each) for each in event.sharing]
        found += faults(event.tables, copies=event.copies, sharing=sharing, teams=not sits_once(session))
    return list(dict.fromkeys(found))


def _form_and_tables(told: DevicePlan) -> Iterator[str]:
    """Tables that are called as devices call none, or two that would be one; and forms that devices do not know."""
    if told.session.opening.scoring == "teams-of-eight":
        yield "teams of eight: devices know teams of two tables"
    if any(len(members(who)) > 1 for each in told.plan.tables for who in (each.ns, each.ew)):
        yield "individuals: how devices number two who play together is not known"
    names = sorted({each.table for each in told.plan.tables})
    strange = [name for name in names if in_section(name) is None]
    if strange:
        yield (
            f"{tables_text(strange)}: devices have a number from 1 to {TABLE.most}, "
            "and a section of one letter, up to three times: A, BB, CCC"
        )
    for name in names:
        if (at := in_section(name)) and told.labels.table(*at) != name:
            yield f"table {name}: beside other sections its letters are missing, for devices have it in section A"


def _no_number(told: DevicePlan, planned: PlannedTable, side: Side, who: str) -> str:
    here = f"in round {planned.round} at table {planned.table}"
    said = direction(who)
    if told.two_ways and said and said != side.value:
        return f"{who} sits {side.value} {here}: ranked apart, a number is of one direction for devices"
    at = in_section(who.removesuffix(side.value) if told.two_ways else who)
    if at is None:
        return f"{who} has no number: devices know contestants by numbers alone"
    if letters_of(who) != letters_of(planned.table):
        return f"{who} sits {here}, in another section: devices number each section by itself"
    return ""


def told_shortly(found: list[str], most: int = 3) -> str:
    """The first of several sentences, and how many there are beside them."""
    more = len(found) - most
    return "; ".join(found[:most]) + (f"; and {more} more" if more > 0 else "")


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
    found = {}
    for letters, tables in told.sections.items():
        said = []
        for number, rounds in tables.items():
            table = {"SessionGuid": guid, "SectionLetters": letters, "TableNumber": number}
            of_rounds = [
                {**table, "RoundNumber": each, **(_round(told, rounds[each]) if each in rounds else _NOBODY)}
                for each in range(1, max(rounds) + 1)
            ]
            said.append({**table, "Rounds": of_rounds})
        found[letters] = {**own, "Letters": letters, "Tables": said}
    return found


_NOBODY = {"LowBoardNumber": 0, "HighBoardNumber": 0, "PairNS": 0, "PairEW": 0}


def _round(told: DevicePlan, planned: PlannedTable) -> dict[str, Any]:
    """Who meets whom; whoever meets nobody has no boards."""
    ns, ew = told.pair(planned, Side.NS), told.pair(planned, Side.EW)
    if not (ns and ew and planned.boards):
        return {**_NOBODY, "PairNS": ns, "PairEW": ew}
    boards = {"LowBoardNumber": min(planned.boards), "HighBoardNumber": max(planned.boards)}
    said = {**boards, "PairNS": ns, "PairEW": ew}
    if sits_once(told.session):
        return said
    said |= {"TeamNS": ns, "TeamEW": ew}
    # where the two teams' other pairs have the same boards, in the same round
    for other in told.plan.of_round(planned.round):
        same = other.table != planned.table and seats(other).match == seats(planned).match
        if same and {*other.boards} == {*planned.boards} and (at := in_section(other.table)):
            mates = {"MatesTableSectionLetters": at.letters, "MatesTableTableNumber": at.number}
            return {**said, **mates, "MatesTableRoundNumber": other.round}
    return said


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


DIRECTIONS = {1: (Side.NS, 1), 2: (Side.EW, 1), 3: (Side.NS, 2), 4: (Side.EW, 2)}
"""North, East, South, West as devices number them: the side, and which of its two players sits there."""

NAMED = {1: "North", 2: "East", 3: "South", 4: "West"}


class PeopleTold(NamedTuple):
    """Players with their numbers, and who sits where at the beginning."""

    players: tuple[dict[str, Any], ...]
    seats: tuple[dict[str, Any], ...]


def people_told(told: DevicePlan, guid: str, club: str) -> PeopleTold:
    """Everybody who is known by name. Of a team nobody knows who sits where."""
    seated = list(_first_seated(told)) if sits_once(told.session) else []
    numbers = Counter(number_key(_unless_gone(player.member_number)) for _, player in seated)
    players, seats = [], []
    for at, player in seated:
        number = _unless_gone(player.member_number)
        # the two parts that devices show: the last word, and what stands before it
        first, _, last = str(player.name).strip().rpartition(" ")
        name = {"FirstName": first or None, "LastName": last}
        if number and numbers[number_key(number)] == 1:  # once in an event: else devices take two for one
            players.append({"SessionGuid": guid, "ClubId": club, "PlayerNumber": number, **name})
            seats.append({"SessionGuid": guid, **at, "PlayerNumber": number})
        else:
            seats.append({"SessionGuid": guid, **at, **name})
    return PeopleTold(tuple(players), tuple(seats))


def people_since(before: PeopleTold, now: PeopleTold) -> PeopleTold:
    """What of it is new, or otherwise; and that seats are empty whose players are not told any longer."""
    taken = {_seat(each) for each in now.seats}
    emptied = tuple({**_seat_only(each), "IsRemoval": True} for each in before.seats if _seat(each) not in taken)
    players = tuple(each for each in now.players if each not in before.players)
    return PeopleTold(players, (*emptied, *(each for each in now.seats if each not in before.seats)))


_SEAT = ("SessionGuid", "SectionLetters", "TableNumber", "Direction")


def _seat_only(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: said[name] for name in _SEAT}


def _seat(said: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(_seat_only(said).values())


def _first_seated(told: DevicePlan) -> Iterator[tuple[dict[str, Any], Player]]:
    """Who sits down first, and where: whoever sits out there too."""
    known = players_told(told.session)
    for letters, tables in told.sections.items():
        for table in tables:
            if not (planned := told.seated(letters, table)):
                continue
            for seat_name, (side, seat) in DIRECTIONS.items():
                who = planned.ns if side is Side.NS else planned.ew
                player = known.get((who, seat))
                if player and told.pair(planned, side) and _unless_gone(player.name):
                    yield {"SectionLetters": letters, "TableNumber": table, "Direction": seat_name}, player


def _unless_gone(text: str) -> str:
    return "" if is_gone(text) else str(text).strip()


def deals_told(told: DevicePlan, guid: str) -> list[dict[str, Any]]:
    """The cards of each board that is in the movement."""
    boards = sorted({board for each in told.plan.tables for board in each.boards})
    letters = next(iter(told.sections), "A")
    return [
        {
            "SessionGuid": guid,
            "ScoringGroupNumber": GROUP,
            "SectionLetters": letters,
            "BoardNumber": board,
            **{
                f"{HANDS[seat.value]}{suit}": cards
                for seat, hand in deal.hands.items()
                for suit, cards in zip(SUITS, hand, strict=True)
            },
        }
        for board in boards
        if (deal := told.session.deal(board))
    ]


_STRAIN_NUMBERS, _SEAT_NUMBERS, _STAKE_NUMBERS, _RANK_NUMBERS = (
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
                if not told.meets(planned) or (since is not None and each < since.get((letters, table), each + 1)):
                    continue
                at = {"SessionGuid": guid, "SectionLetters": letters, "TableNumber": table, "RoundNumber": each}
                ns, ew = told.pair(planned, Side.NS), told.pair(planned, Side.EW)
                pairs = {"PairNorthSouth": ns, "PairEastWest": ew, "DeclaringPair": ns}
                for board in planned.boards:
                    played = play_of(told.session, planned, board) if board in told.session.boards else None
                    as_planned = played and played.seating.pair == (planned.ns, planned.ew)
                    if played and as_planned and (said := _said_of(told, played, (ns, ew))):
                        found.append({**at, "BoardNumber": board, "ScoringDirection": BOTH_SIDES, **pairs, **said})
    return found


def _said_of(told: DevicePlan, played: TableBoard, pairs: tuple[int, int]) -> dict[str, Any] | None:
    if played.results:
        lead, said = played.results[-1].lead, _result(played.results[-1].result, pairs)
        if said and lead:
            return {**said, "LeadCardSuit": _STRAIN_NUMBERS[lead[0]], "LeadCardRank": _RANK_NUMBERS[lead[1]]}
        return said
    if played.absence:
        return {"Level": NOT_PLAYED} if isinstance(played.absence.fact, BoardNotPlayed) else None
    awards = [told.session.in_force(ruling).adjustment for ruling in told.session.rulings_of(played)]
    if len(awards) == 1 and isinstance(award := awards[0], Artificial) and {award.ns, award.ew} <= {*GRADES}:
        return {"Level": -1 - len(GRADES) * GRADES.index(award.ns) - GRADES.index(award.ew)}
    return None


def _result(result: Result, pairs: tuple[int, int]) -> dict[str, Any] | None:
    if result.bare_score is not None:
        return None
    if not (played := result.played):
        return {"Level": 0}
    seat = played.declarer.value
    return {
        "DeclaringPair": pairs[0] if seat in "NS" else pairs[1],
        "DeclarerDirection": _SEAT_NUMBERS[seat],
        "Level": played.level,
        "Denomination": _STRAIN_NUMBERS[played.strain],
        "Stake": _STAKE_NUMBERS[played.doubling],
        "TotalTricks": played.tricks,
    }

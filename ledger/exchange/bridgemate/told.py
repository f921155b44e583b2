"""Messages for the devices about a session, in the devices' own numbers and the Data Connector's field names.

Devices know numbers, not names: section A, table 3, pair 7; if the directions are ranked apart, a pair 7 in each
direction. A session without letters is their section A.

Sent are sections with their tables and rounds, seats of the first round, deals; and results again if a change of the
movement made devices forget valid ones. Devices know played results and averages: of a ruled table they have the played
result, and never a score that only a director can give.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import cached_property
from itertools import chain
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
from ledger.session.places import converts_matches, sits_at_one_table
from ledger.subjects.movement.state import movements, plan_of, seats
from ledger.subjects.participation.facts import BoardNotPlayed
from ledger.subjects.people.facts import Player
from ledger.subjects.tournaments.state import players_to_show

_LETTERS = re.compile(r"([A-Z])\1{0,2}")
_UNNAMED = "A"


class DeviceNumber(NamedTuple):
    """A table's or contestant's number at the devices: the letters of its section, and its number in the section."""

    letters: str
    number: int


def device_number_of(label: str) -> DeviceNumber | None:
    """Return a label as the devices number it; None if devices cannot express the label. Labels have no direction.

    >>> device_number_of("3"), device_number_of("BB12"), device_number_of("AB1"), device_number_of("open")
    (DeviceNumber(letters='A', number=3), DeviceNumber(letters='BB', number=12), None, None)
    """
    match = LABEL.fullmatch(label)
    if not match or match[3] or not TABLE.hold(int(match[2])) or not _LETTERS.fullmatch(match[1] or _UNNAMED):
        return None
    return DeviceNumber(match[1] or _UNNAMED, int(match[2]))


RoundsOfTable = Mapping[int, PlannedTable]
"""A table's plan for each round in which a contestant sits there, by round."""


class DevicePlan:
    """A session's movement as devices express it: sections, tables, rounds, and numbers for contestants.

    Parts they cannot have are left out; `sentences_on_unsupported_parts` names them.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plan = plan_of(session)
        self.two_ways = session.opening.winners == 2

    @cached_property
    def sections(self) -> Mapping[str, Mapping[int, RoundsOfTable]]:
        """The plan of each table in each round, by section letters, table number and round."""
        sections: dict[str, dict[int, dict[int, PlannedTable]]] = defaultdict(lambda: defaultdict(dict))
        for planned in self.plan.tables:
            if at := device_number_of(planned.table):
                sections[at.letters][at.number][planned.round] = planned
        return {letters: dict(sorted(sections[letters].items())) for letters in sorted(sections)}

    @cached_property
    def labels(self) -> Labels:
        """The translation of the devices' numbers to the session's labels."""
        known = (*self.session.contestants, *self.plan.contestants, *(each.table for each in self.plan.tables))
        return Labels(self.sections or [_UNNAMED], known)

    def pair(self, planned: PlannedTable, side: Side) -> int:
        """Return the number of a side's contestant; 0 for no contestant, a phantom, or a label without a number."""
        who = planned.ns if side is Side.NS else planned.ew
        if not who or self.session.participation.is_phantom(who):
            return 0
        at = device_number_of(who.removesuffix(side.value) if self.two_ways else who)
        return at.number if at else 0

    def meets(self, planned: PlannedTable) -> bool:
        """Return whether contestants are planned for both sides of a table, so that boards are played."""
        return bool(self.pair(planned, Side.NS) and self.pair(planned, Side.EW))

    def seated(self, letters: str, table: int, round_: int = 1) -> PlannedTable | None:
        """Return the plan of a table in a round; None if nobody sits at the table in that round."""
        return self.sections.get(letters, {}).get(table, {}).get(round_)


def sentences_on_unsupported_parts(session: Session) -> list[str]:
    """Return a sentence for each part of a session that devices cannot express; [] if they can express all."""
    device_plan = DevicePlan(session)
    sentences = list(_form_and_tables(device_plan))
    for planned in device_plan.plan.tables:
        for side, who in ((Side.NS, planned.ns), (Side.EW, planned.ew)):
            if who and len(members(who)) == 1 and (why := _why_no_number(device_plan, planned, side, who)):
                sentences.append(why)
    for planned in (each for each in device_plan.plan.tables if device_plan.meets(each)):
        where = f"round {planned.round}, table {planned.table}"
        if not planned.boards:
            sentences.append(f"{where}: no boards, and devices need the first and the last")
        elif len(runs(sorted(planned.boards), next_number)) > 1:
            sentences.append(f"{where}: {boards_text(sorted(planned.boards))}, and devices know boards in a row")
    for _, event in movements(session):  # faults for which a new movement would be refused
        sharing = [frozenset(planned) for planned in event.sharing]
        sentences += faults(event.tables, copies=event.copies, sharing=sharing, teams=not sits_at_one_table(session))
    return list(dict.fromkeys(sentences))


def _form_and_tables(device_plan: DevicePlan) -> Iterator[str]:
    """Yield a sentence for a form of scoring, or a table's name, that devices cannot express."""
    if device_plan.session.opening.scoring == "teams-of-eight":
        yield "teams of eight: devices know teams of two tables"
    if any(len(members(who)) > 1 for each in device_plan.plan.tables for who in (each.ns, each.ew)):
        yield "individuals: how devices number two who play together is not known"
    names = sorted({each.table for each in device_plan.plan.tables})
    strange = [name for name in names if device_number_of(name) is None]
    if strange:
        yield (
            f"{tables_text(strange)}: devices have a number from 1 to {TABLE.most}, "
            "and a section of one letter, up to three times: A, BB, CCC"
        )
    for name in names:
        if (at := device_number_of(name)) and device_plan.labels.table(*at) != name:
            yield f"table {name}: beside other sections its letters are missing, for devices have it in section A"


def _why_no_number(device_plan: DevicePlan, planned: PlannedTable, side: Side, who: str) -> str:
    place = f"in round {planned.round} at table {planned.table}"
    stated = direction(who)
    if device_plan.two_ways and stated and stated != side.value:
        return f"{who} sits {side.value} {place}: ranked apart, a number is of one direction for devices"
    at = device_number_of(who.removesuffix(side.value) if device_plan.two_ways else who)
    if at is None:
        return f"{who} has no number: devices know contestants by numbers alone"
    if letters_of(who) != letters_of(planned.table):
        return f"{who} sits {place}, in another section: devices number each section by itself"
    return ""


def first_sentences(sentences: list[str], most: int = 3) -> str:
    """Return the first sentences as one text, with the number of those left out."""
    more = len(sentences) - most
    return "; ".join(sentences[:most]) + (f"; and {more} more" if more > 0 else "")


Said = Mapping[str, Any]
"""A message in the Data Connector's field names."""

GROUP = 1  # all sections are one field, and so one scoring group
_PAIRS, _TEAMS = 10, 30

_METHODS: Mapping[FormName, int] = {
    "matchpoints": 10,
    "butler": 22,
    "cross-imps": 31,
    "teams": 40,
    "board-a-match": 60,
    "total-points": 40,
    "knockout": 40,
    "teams-of-eight": 40,
}
_DISCRETE_VICTORY_POINTS, _CONTINUOUS_VICTORY_POINTS, _WITH_THREE_IMPS = 50, 51, 5


def scoring_method(session: Session) -> int:
    """Return the devices' number for the scoring method; devices display their own scores, which never count."""
    form, rules = session.opening.scoring, session.regulations
    if form == "teams" and converts_matches(session):
        return _CONTINUOUS_VICTORY_POINTS if rules.matches.vp == "continuous" else _DISCRETE_VICTORY_POINTS
    method = _METHODS[form]
    if form == "butler" and rules.butler.trim != "0":
        method -= 1
    if form == "cross-imps" and rules.cross_imps.divisor == "none":
        method -= 1
    of_imps = form in ("butler", "cross-imps")
    return method + (_WITH_THREE_IMPS if of_imps and rules.artificial.imps_plus == 3 else 0)


def session_message(device_plan: DevicePlan, guid: str, today: str) -> dict[str, Any]:
    """Return the message that describes the session and its sections; `today`: the date of an undated session."""
    opening, day = device_plan.session.opening, date.fromisoformat(today)
    with suppress(ValueError):
        day = date.fromisoformat(opening.date or today)
    group = {
        "SessionGuid": guid,
        "ScoringGroupNumber": GROUP,
        "ScoringMethod": scoring_method(device_plan.session),
        "Sections": list(section_messages(device_plan, guid).values()),
    }
    name = opening.title or device_plan.session.id
    of_day = {"Year": day.year, "Month": day.month, "Day": day.day}
    return {"SessionGuid": guid, "EventGuid": guid, "Name": name, **of_day, "ScoringGroups": [group]}


def section_messages(device_plan: DevicePlan, guid: str) -> dict[str, dict[str, Any]]:
    """Return the message that describes each section, by the section's letters."""
    game = _PAIRS if sits_at_one_table(device_plan.session) else _TEAMS
    # a team's number sits in both directions, as if they were ranked apart
    winners = 2 if device_plan.two_ways or game == _TEAMS else 1
    common = {"SessionGuid": guid, "ScoringGroupNumber": GROUP, "Winners": winners, "GameType": game}
    sections = {}
    for letters, tables in device_plan.sections.items():
        tables_sent = []
        for number, rounds in tables.items():
            table = {"SessionGuid": guid, "SectionLetters": letters, "TableNumber": number}
            of_rounds = []
            for each in range(1, max(rounds) + 1):
                message = _round_message(device_plan, rounds[each]) if each in rounds else _NOBODY
                of_rounds.append({**table, "RoundNumber": each, **message})
            tables_sent.append({**table, "Rounds": of_rounds})
        sections[letters] = {**common, "Letters": letters, "Tables": tables_sent}
    return sections


_NOBODY = {"LowBoardNumber": 0, "HighBoardNumber": 0, "PairNS": 0, "PairEW": 0}


def _round_message(device_plan: DevicePlan, planned: PlannedTable) -> dict[str, Any]:
    """Return the message of one round at a table; without boards or a second contestant, its board numbers are 0."""
    ns, ew = device_plan.pair(planned, Side.NS), device_plan.pair(planned, Side.EW)
    if not (ns and ew and planned.boards):
        return {**_NOBODY, "PairNS": ns, "PairEW": ew}
    boards = {"LowBoardNumber": min(planned.boards), "HighBoardNumber": max(planned.boards)}
    message = {**boards, "PairNS": ns, "PairEW": ew}
    if sits_at_one_table(device_plan.session):
        return message
    message |= {"TeamNS": ns, "TeamEW": ew}
    # the table at which the two teams' other pairs play the same boards in the same round
    for mates_table in device_plan.plan.of_round(planned.round):
        same = mates_table.table != planned.table and seats(mates_table).match == seats(planned).match
        if same and {*mates_table.boards} == {*planned.boards} and (at := device_number_of(mates_table.table)):
            mates = {"MatesTableSectionLetters": at.letters, "MatesTableTableNumber": at.number}
            return {**message, **mates, "MatesTableRoundNumber": mates_table.round}
    return message


_OF_ROUND = ("RoundNumber", "LowBoardNumber", "HighBoardNumber", "PairNS", "PairEW")


def rounds_in_message(section: Said) -> dict[int, list[tuple[Any, ...]]]:
    """Return the rounds by table from a section's message, as sorted tuples, to compare two messages."""
    return {
        table["TableNumber"]: sorted(tuple(each.get(name) or 0 for name in _OF_ROUND) for each in table["Rounds"] or ())
        for table in section.get("Tables") or ()
        if table.get("Rounds")
    }


def tables_with_deleted_results(reply: Said) -> Iterator[tuple[str, int, int]]:
    """Yield (section, table, first round) for each table whose results the devices deleted, as their reply states."""
    for table in reply.get("Tables") or ():
        numbers = [each["RoundNumber"] for each in table.get("Rounds") or ()]
        if numbers:
            yield str(reply["Letters"]), int(table["TableNumber"]), min(numbers)


DIRECTIONS = {1: (Side.NS, 1), 2: (Side.EW, 1), 3: (Side.NS, 2), 4: (Side.EW, 2)}
"""Side and seat of North, East, South, West by the devices' numbers."""

NAMED = {1: "North", 2: "East", 3: "South", 4: "West"}


class PlayersAndSeats(NamedTuple):
    """The messages about players who have a number, and about the seats in the first round."""

    players: tuple[dict[str, Any], ...]
    seats: tuple[dict[str, Any], ...]


def players_and_seats(device_plan: DevicePlan, guid: str, club: str) -> PlayersAndSeats:
    """Return the messages about named players and their seats in round 1; empty for a session of teams."""
    seated = list(_first_seated(device_plan)) if sits_at_one_table(device_plan.session) else []
    numbers = Counter(number_key(_known_text(player.member_number)) for _, player in seated)
    players, seats = [], []
    for at, player in seated:
        number = _known_text(player.member_number)
        # the two parts that devices show: the last word, and what stands before it
        first, _, last = str(player.name).strip().rpartition(" ")
        name = {"FirstName": first or None, "LastName": last}
        if number and numbers[number_key(number)] == 1:  # devices take two with one number for one
            players.append({"SessionGuid": guid, "ClubId": club, "PlayerNumber": number, **name})
            seats.append({"SessionGuid": guid, **at, "PlayerNumber": number})
        else:
            seats.append({"SessionGuid": guid, **at, **name})
    return PlayersAndSeats(tuple(players), tuple(seats))


def changed_players_and_seats(before: PlayersAndSeats, current: PlayersAndSeats) -> PlayersAndSeats:
    """Return the messages that differ from those sent before, and removals for seats that are now empty."""
    taken = {_seat(each) for each in current.seats}
    emptied = tuple({**_seat_fields(each), "IsRemoval": True} for each in before.seats if _seat(each) not in taken)
    players = tuple(each for each in current.players if each not in before.players)
    return PlayersAndSeats(players, (*emptied, *(each for each in current.seats if each not in before.seats)))


_SEAT = ("SessionGuid", "SectionLetters", "TableNumber", "Direction")


def _seat_fields(message: Mapping[str, Any]) -> dict[str, Any]:
    return {name: message[name] for name in _SEAT}


def _seat(message: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(_seat_fields(message).values())


def _first_seated(device_plan: DevicePlan) -> Iterator[tuple[dict[str, Any], Player]]:
    """Yield each named player with the seat he has in round 1, even if his pair sits out."""
    known = players_to_show(device_plan.session)
    for letters, tables in device_plan.sections.items():
        for table in tables:
            if not (planned := device_plan.seated(letters, table)):
                continue
            for seat_name, (side, seat) in DIRECTIONS.items():
                who = planned.ns if side is Side.NS else planned.ew
                player = known.get((who, seat))
                if player and device_plan.pair(planned, side) and _known_text(player.name):
                    yield {"SectionLetters": letters, "TableNumber": table, "Direction": seat_name}, player


def _known_text(text: str) -> str:
    return "" if is_gone(text) else str(text).strip()


def deal_messages(device_plan: DevicePlan, guid: str) -> list[dict[str, Any]]:
    """Return, for each board of the movement with a known deal, a message with the board's cards."""
    letters, messages = next(iter(device_plan.sections), _UNNAMED), []
    for board in sorted({board for each in device_plan.plan.tables for board in each.boards}):
        if deal := device_plan.session.deal(board):
            of_board = {"SectionLetters": letters, "BoardNumber": board}
            names = (f"{HANDS[seat.value]}{suit}" for seat in deal.hands for suit in SUITS)
            cards = zip(names, chain.from_iterable(deal.hands.values()), strict=True)
            messages.append({"SessionGuid": guid, "ScoringGroupNumber": GROUP, **of_board, **dict(cards)})
    return messages


_STRAIN_NUMBERS, _SEAT_NUMBERS, _STAKE_NUMBERS, _RANK_NUMBERS = (
    {text: number for number, text in names.items()} for names in (STRAINS, SEATS, STAKES, RANKS)
)


def place_of(message: Mapping[str, Any]) -> tuple[object, ...]:
    """Return the section, table, round and board of a result message."""
    return tuple(message.get(name) for name in ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber"))


def result_messages(
    device_plan: DevicePlan, guid: str, only: Collection[tuple[str, int, int]] | None = None
) -> list[dict[str, Any]]:
    """Return a message for each result, average or unplayed board; `only`: tables, as (section, table, first round)."""
    since = None if only is None else {(letters, table): first for letters, table, first in only}
    results = []
    for letters, tables in device_plan.sections.items():
        for table, rounds in tables.items():
            for number, planned in rounds.items():
                first = 0 if since is None else since.get((letters, table), number + 1)
                if number < first or not device_plan.meets(planned):
                    continue
                at = {"SessionGuid": guid, "SectionLetters": letters, "TableNumber": table, "RoundNumber": number}
                ns, ew = device_plan.pair(planned, Side.NS), device_plan.pair(planned, Side.EW)
                pairs = {"PairNorthSouth": ns, "PairEastWest": ew, "DeclaringPair": ns}
                for board in filter(device_plan.session.boards.__contains__, planned.boards):
                    played = play_of(device_plan.session, planned, board)
                    as_planned = played and played.seating.pair == (planned.ns, planned.ew)
                    if played and as_planned and (score := _score_sent(device_plan, played, (ns, ew))):
                        results.append({**at, "BoardNumber": board, "ScoringDirection": BOTH_SIDES, **pairs, **score})
    return results


def _score_sent(device_plan: DevicePlan, played: TableBoard, pairs: tuple[int, int]) -> dict[str, Any] | None:
    if played.results:
        lead, score = played.results[-1].lead, _result_fields(played.results[-1].result, pairs)
        if score and lead:
            return {**score, "LeadCardSuit": _STRAIN_NUMBERS[lead[0]], "LeadCardRank": _RANK_NUMBERS[lead[1]]}
        return score
    if played.absence:
        return {"Level": NOT_PLAYED} if isinstance(played.absence.fact, BoardNotPlayed) else None
    awards = [device_plan.session.in_force(ruling).adjustment for ruling in device_plan.session.rulings_of(played)]
    if len(awards) == 1 and isinstance(award := awards[0], Artificial) and {award.ns, award.ew} <= {*GRADES}:
        return {"Level": -1 - len(GRADES) * GRADES.index(award.ns) - GRADES.index(award.ew)}
    return None


def _result_fields(result: Result, pairs: tuple[int, int]) -> dict[str, Any] | None:
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
